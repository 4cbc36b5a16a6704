"""Clocks that are made inside of a design: by clock generators and by oscillators of the device."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from .clock_sources import ClockSources, Net
from .clocks import common_time
from .description import STUBS, Clock, Description, Pin
from .errors import DescriptionError
from .netlist import Netlist

# The modules that stand-ins make clocks by; a file of a team's may use them, too.
OUTPUT, OSCILLATOR, LOCK = "rig_pll_output", "rig_oscillator", "rig_pll_lock"
CLOCKS_FILE = "rig_clocks.v"


@dataclass(frozen=True)
class Timing:
    """When a clock has its edges."""

    hz: Fraction
    delay: Fraction = Fraction(0)  # seconds, of a rising edge behind the first clock's at power-on

    def clock(self) -> Clock:
        return Clock("", self.hz, round(self.delay * self.hz * 360) % 360)


@dataclass(frozen=True)
class Output:
    """One output of a clock generator, as its parameters say."""

    multiply: int
    divide: int
    phase: int  # degrees
    period: int  # of its input, in picoseconds; 0: not said

    @property
    def is_its_input(self) -> bool:
        return self.multiply == self.divide and self.phase % 360 == 0

    def condition(self) -> str:
        return f"MULTIPLY == {self.multiply} && DIVIDE == {self.divide} && PHASE == {self.phase} && PERIOD == {self.period}"

    @staticmethod
    def of(parameters: dict[str, int]) -> "Output":
        return Output(*(parameters[name] for name in ("MULTIPLY", "DIVIDE", "PHASE", "PERIOD")))

    def expect_positive(self, description: Description):
        if self.multiply <= 0 or self.divide <= 0:
            raise DescriptionError(f"{description.path}: stubs: a clock generator multiplies by {self.multiply} and divides by "
                                   f"{self.divide}; both must be positive.")

    def made_from(self, clock: Timing) -> Timing:
        hz = clock.hz * self.multiply / self.divide
        return Timing(hz, clock.delay + Fraction(self.phase, 360) / hz)


@dataclass(frozen=True)
class Oscillator:
    """An oscillator inside of the device, as its parameters say."""

    full_hz: int
    divide: int

    @property
    def hz(self) -> Fraction:
        return Fraction(self.full_hz, self.divide)

    @staticmethod
    def of(parameters: dict[str, int]) -> "Oscillator":
        return Oscillator(parameters["HZ"], parameters["DIVIDE"])

    def condition(self) -> str:
        return f"HZ == {self.full_hz} && DIVIDE == {self.divide}"


def main_oscillator(oscillators: list[Oscillator], description: Description) -> Oscillator:
    """That which the description means by `from = "oscillator"`."""
    if not oscillators:
        cells = [path.stem for path in sorted(STUBS.glob("*/*.v")) if OSCILLATOR in path.read_text()]
        raise DescriptionError(f"{description.path}: clock.from: found \"oscillator\", but no oscillator of the design drives anything. "
                               f"Those with a stand-in are {', '.join(cells)}; name the vendor's in `stubs`.")
    if not description.clock_hz and len(oscillators) > 1:
        raise DescriptionError(f"{description.path}: clock.hz: missing; the design has oscillators of "
                               f"{', '.join(str(round(one.hz)) for one in oscillators)} Hz. Write the frequency of the one that the UART runs on.")
    nearest = min(oscillators, key=lambda one: abs(one.hz - description.clock_hz))
    if description.clock_hz and not 2 * nearest.hz <= 3 * description.clock_hz <= 4.5 * nearest.hz:
        raise DescriptionError(f"{description.path}: clock.hz: found {description.clock_hz}, expected about {round(nearest.hz)}, which is what the "
                               "parameters of the oscillator's cell make; a real one has between two thirds and one and a half times as many.")
    return nearest


def running_on(oscillator: Oscillator, description: Description) -> Description:
    """The same with the frequency of its clock, which the cell's parameters tell unless the description does."""
    hz = description.clock_hz or round(oscillator.hz)
    if description.baud * 8 > hz:
        raise DescriptionError(f"{description.path}: uart.baud: found {description.baud}, expected at most an eighth of the clock, an oscillator "
                               f"of {hz} Hz ({hz // 8}).")
    return replace(description, clock_hz=hz)


class Cells:
    """The generators and oscillators of a design that something runs on, by their paths."""

    def __init__(self, netlist: Netlist):
        self.sources = ClockSources(netlist, (OUTPUT, OSCILLATOR))
        self.parameters = {module.name: module.parameters for module in netlist.modules}
        self.ports = {port.name: port for port in netlist.top_ports()}

    def output(self, path: str) -> Output:
        return Output.of(self.parameters[self.sources.scopes[path].get("name")])

    def oscillator(self, path: str) -> Oscillator:
        return Oscillator.of(self.parameters[self.sources.scopes[path].get("name")])

    def outputs(self) -> list[Output]:
        """Each once, without those that are simply their input."""
        found = dict.fromkeys(map(self.output, self.sources.clocks(OUTPUT)))
        return [output for output in found if not output.is_its_input]

    def oscillators(self, description: Description) -> list[Oscillator]:
        """Each once."""
        found = dict.fromkeys(map(self.oscillator, self.sources.clocks(OSCILLATOR)))
        for one in found:
            if one.full_hz <= 0 or one.divide <= 0:
                raise DescriptionError(f"{description.path}: stubs: an oscillator of {one.full_hz} Hz is divided by {one.divide}; both must be "
                                       "positive. Look at the parameters of its cell.")
        return list(found)


class Timings:
    """Of the clocks that cells of a design make: the ratio of each generator is that to the clock that feeds it."""

    def __init__(self, description: Description, cells: Cells, main: Oscillator | None):
        self.description, self.cells, self.main = description, cells, main
        first = Timing(Fraction(description.clock_hz))
        further = [Timing(Fraction(clock.hz), Fraction(clock.phase, 360) / clock.hz) for clock in description.more_clocks]
        self.of_board = [first, *further]
        self.pins = {Pin.of(pin): timing for pin, timing in
                     zip([description.clock_pin, *(clock.pin for clock in description.more_clocks)], self.of_board) if pin}

    def of_output(self, output: Output) -> Timing:
        """Throws DescriptionError where generators with these parameters get different clocks."""
        output.expect_positive(self.description)
        found = {self.of_instance(path, frozenset()) for path in self.cells.sources.clocks(OUTPUT) if self.cells.output(path) == output}
        if len(found) > 1:
            told = ", ".join(sorted(str(round(timing.hz)) for timing in found))
            raise DescriptionError(f"{self.description.path}: clock generators with the same parameters are fed by different clocks, and would make "
                                   f"{told} Hz. Tell them apart: write the period of its input in one of them.")
        return found.pop()

    def of_instance(self, path: str, on_the_way: frozenset[str]) -> Timing:
        """Of an output of a generator. Where it is not seen what feeds it, the clock of the board is taken that is nearest to
        what it was made for."""
        output = self.cells.output(path)
        output.expect_positive(self.description)
        fed_by = {timing for net in self.cells.sources.sources_of(Net(path, "in")) if (timing := self.of_source(net, on_the_way | {path}))}
        if len(fed_by) != 1:
            period = output.period
            fed_by = {min(self.of_board, key=lambda timing: abs(timing.hz * period - 10**12)) if period else self.of_board[0]}
        return output.made_from(fed_by.pop())

    def of_source(self, net: Net, on_the_way: frozenset[str]) -> Timing | None:
        written = self.cells.sources.scopes[net.path].get("origName")
        if written == OUTPUT:
            return self.of_instance(net.path, on_the_way) if net.path not in on_the_way else None
        if written == OSCILLATOR:
            oscillator = self.cells.oscillator(net.path)
            return self.of_board[0] if oscillator == self.main else Timing(oscillator.hz)
        if (port := self.cells.ports.get(net.name)) is None:  # a register
            return None
        bit = None if net.bit is None or port.is_scalar else list(reversed(port.bits()))[net.bit]
        return next((timing for pin, timing in self.pins.items() if pin.name == net.name and (None in (pin.left, bit) or pin.left == bit)), None)


def made_clocks(description: Description, cells: Cells, wanted: list, main: Oscillator | None) -> list[Clock]:
    """What the outputs and oscillators in `wanted` make; `main` is the oscillator that the description's clock is, if it is one."""
    timings = Timings(description, cells, main)
    clocks = [timings.of_output(one).clock() if isinstance(one, Output) else Timing(one.hz).clock() for one in wanted]
    if common_time(description.clock_hz, [*description.more_clocks, *clocks]).too_long:
        raise DescriptionError(f"{description.path}: the frequencies of the clocks that its cells make have too little in common: "
                               f"{', '.join(str(round(clock.hz)) for clock in clocks)} Hz beside {description.clock_hz} Hz.")
    return clocks


def write_clock_modules(file: Path, clocks: dict):
    """The modules behind each output and oscillator in `clocks`: the clock of the wrapper with that name. What is not there is
    its input, or silent."""
    outputs = [(cell, name) for cell, name in clocks.items() if isinstance(cell, Output)]
    oscillators = [(cell, name) for cell, name in clocks.items() if isinstance(cell, Oscillator)]
    lines = ["// Made for this design: which clock of the rig's an output of a clock generator is, or an oscillator.",
             f"module {OUTPUT} #(", "    parameter integer MULTIPLY = 1,", "    parameter integer DIVIDE = 1,",
             "    parameter integer PHASE = 0,", "    parameter integer PERIOD = 0", ") (", "    input  in,", "    output out", ");",
             "  generate", "    if (MULTIPLY == DIVIDE && PHASE % 360 == 0) begin : same", "      assign out = in;", "    end",
             *choices(outputs), "  endgenerate", "endmodule",
             f"module {OSCILLATOR} #(", "    parameter integer HZ = 1,", "    parameter integer DIVIDE = 1", ") (", "    output out", ");",
             "  generate", *choices(oscillators), "  endgenerate", "endmodule", ""]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines))


def choices(cells: Iterable) -> list[str]:
    return [line for cell, name in cells
            for line in (f"    if ({cell.condition()}) begin : is_{name}", f"      assign out = rig_top.{name};", "    end")]
