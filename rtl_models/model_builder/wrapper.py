"""A module around a top whose pins are not all plain ones of a single bit: it brings out those that the rig moves.

The pins of the rig are single bits of its own; the other bits have their constants, or are left alone.
"""

from dataclasses import replace
from pathlib import Path

from .description import HIGH_IMPEDANCE, Clock, Description, Pin
from .errors import DescriptionError
from .netlist import Netlist, TopPort

TOP = "rig_top"
MAIN_CLOCK = "rig_clock"
WIDEST_TIE = 64  # bits, of a tie that needs no wrapper


def made_clock(number: int) -> str:
    """The wrapper's pin for a clock; that of the description is number 1."""
    return MAIN_CLOCK if number == 1 else f"{MAIN_CLOCK}_{number}"


def needs_wrapper(description: Description) -> bool:
    """As far as the description tells; pins of both directions are seen only in the design."""
    if not description.clock_pin:
        return True
    pins = [description.clock_pin, description.rx, description.tx, description.reset_pin or "",
            *(clock.pin for clock in description.more_clocks), *description.ties]
    return any("[" in pin for pin in pins) or \
        any(value == HIGH_IMPEDANCE or value >> WIDEST_TIE for value in description.ties.values())


class Wrapper:
    """The wrapper's text, put together pin by pin; throws DescriptionError where a pin is not what it should be."""

    def __init__(self, description: Description, netlist: Netlist):
        self.description = description
        self.ports = {port.name: port for port in netlist.top_ports()}
        self.drivers: dict[str, dict[int, str]] = {name: {} for name in self.ports}  # port -> bit -> what drives it
        self.keys: dict[tuple[str, int], str] = {}
        self.own_inputs: list[str] = []
        odd = [port.name for port in self.ports.values() if port.is_odd]
        if odd:
            self.fail("top", f"the pin \"{odd[0]}\" is an array, a structure or an interface; the rig cannot tell its bits.")

    def fail(self, key: str, message: str):
        raise DescriptionError(f"{self.description.path}: {key}: {message}")

    def bits_of(self, key: str, pin: Pin, directions: tuple, *, width: int | None = None) -> tuple[TopPort, list[int]]:
        """The port and the numbers of the bits that a pin means, from the left."""
        port = self.ports.get(pin.name)
        if port is None or port.direction not in directions:
            known = [name for name, port in self.ports.items() if port.direction in directions]
            self.fail(key, f"the top \"{self.description.top}\" has no {' or '.join(directions)} \"{pin.name}\". "
                           f"It has: {', '.join(known) or 'none'}.")
        bits = port.bits() if pin.is_whole else bits_between(pin)
        outside = [bit for bit in bits if bit not in port.bits()]
        if outside:
            self.fail(key, f"there is no bit {outside[0]}; the pin is {pin.name}[{port.left}:{port.right}].")
        if width is not None and len(bits) != width:
            self.fail(key, f"the pin \"{pin.name}\" has {len(bits)} bits, expected {width}; name one of them: "
                           f"\"{pin.name}[{port.right}]\".")
        return port, bits

    def drive(self, key: str, port: TopPort, bit: int, driver: str):
        if (other := self.keys.setdefault((port.name, bit), key)) != key:
            self.fail(key, f"{port.name}[{bit}] is driven by {other} already.")
        self.drivers[port.name][bit] = driver

    def bring_out(self, key: str, pin: str, own: str) -> str:
        """An input of the wrapper for one bit of an input of the top."""
        port, bits = self.bits_of(key, Pin.of(pin), ("input", "inout"), width=1)
        self.drive(key, port, bits[0], own)
        self.own_inputs.append(f"input wire {own}")
        return own

    def add_clock(self, own: str) -> str:
        """An input of the wrapper for a clock that is made inside of the design, and belongs to none of the top's pins."""
        self.own_inputs.append(f"input wire {own}")
        return own

    def tie(self, text: str, value: int | str):
        key = f"ties.{text}"
        port, bits = self.bits_of(key, Pin.of(text), ("input", "inout"))
        if value == HIGH_IMPEDANCE:
            if port.direction != "inout":
                self.fail(key, "found \"z\", but the pin is an input: it needs a level.")
            for bit in bits:
                self.drive(key, port, bit, "1'bz")
            return
        if value >> len(bits):
            self.fail(key, f"found {value}, but there are {len(bits)} bits.")
        for weight, bit in enumerate(reversed(bits)):
            self.drive(key, port, bit, f"1'b{value >> weight & 1}")

    def wrapped(self, parameters: str, file: Path, made: list[Clock]) -> Description:
        """Writes the wrapper; the description of the design with it as its top. `made`: clocks from inside of the design."""
        description = self.description
        clock = self.bring_out("clock.pin", description.clock_pin, MAIN_CLOCK) if description.clock_pin else self.add_clock(MAIN_CLOCK)
        names = {"clock_pin": clock, "rx": self.bring_out("uart.rx", description.rx, "rig_rx"), "tx": "rig_tx"}
        tx, tx_bits = self.bits_of("uart.tx", Pin.of(description.tx), ("output", "inout"), width=1)
        if description.reset_pin:
            names["reset_pin"] = self.bring_out("reset.pin", description.reset_pin, "rig_reset")
        clocks = [Clock(self.bring_out(f"clock (number {number}).pin", clock.pin, made_clock(number)), clock.hz, clock.phase)
                  for number, clock in enumerate(description.more_clocks, 2)]
        for number, clock in enumerate(made, 2 + len(clocks)):
            clocks.append(replace(clock, pin=self.add_clock(made_clock(number))))
        if description.fault_pin:
            port, bits = self.bits_of("faults.pin", Pin(description.fault_pin), ("input",))
            for bit in bits:
                self.drive("faults.pin", port, bit, f"rig_fault[{bit}]")
            self.own_inputs.append(f"input wire [{port.left}:{port.right}] rig_fault")
            names["fault_pin"] = "rig_fault"
        for pin, value in description.ties.items():
            self.tie(pin, value)
        self.refuse_loose_inputs()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(self.text(parameters, tx.bit(tx_bits[0])))
        return replace(description, top=TOP, sources=[*description.sources, file], parameters={}, ties={}, more_clocks=clocks,
                       fault_parameter=None, **names)

    def refuse_loose_inputs(self):
        loose = [port.name if not self.drivers[port.name] else f"{port.name}[{bit}]"
                 for port in self.ports.values() if port.direction == "input"
                 for bit in (port.bits() if self.drivers[port.name] else port.bits()[:1])
                 if bit not in self.drivers[port.name]]
        if loose:
            raise DescriptionError(f"{self.description.path}: nothing drives the input{'s' if len(loose) > 1 else ''} "
                                   f"{', '.join(loose)}. Give {'them constants' if len(loose) > 1 else 'it a constant'} in [ties].")

    def text(self, parameters: str, tx: str) -> str:
        lines = [f"module {TOP} ({', '.join(self.own_inputs)}, output wire rig_tx);"]
        for port in self.ports.values():
            lines.append(f"  wire {port.range()} pin_{port.name};")
            drivers = self.drivers[port.name]
            if port.direction == "input":
                lines.append(f"  assign pin_{port.name} = {{{', '.join(drivers[bit] for bit in port.bits())}}};")
            else:
                lines += [f"  assign pin_{port.bit(bit)} = {driver};" for bit, driver in drivers.items()]
        lines += [f"  assign rig_tx = pin_{tx};",
                  f"  {self.description.top} {parameters}board ("
                  + ", ".join(f".{name}(pin_{name})" for name in self.ports) + ");", "endmodule"]
        return "\n".join(lines) + "\n"


def bits_between(pin: Pin) -> list[int]:
    step = -1 if pin.left >= pin.right else 1
    return list(range(pin.left, pin.right + step, step))
