"""Stand-ins for cells of the vendors: which there are, and the clocks that their clock generators make."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from .description import STUBS, Clock, Description
from .errors import DescriptionError
from .netlist import Netlist

LOCK = STUBS / "rig_pll_lock.v"
OUTPUT = "rig_pll_output"


def stand_ins_in_use(description: Description) -> list[Path]:
    """The files that the description asks for, without those of modules that the design has itself."""
    own = {name for source in description.sources
           for name in re.findall(r"^\s*(?:macro)?module\s+(\w+)", source.read_text(errors="replace"), re.M)}
    wanted = [path for path in sorted(STUBS.glob("*/*.v"))
              if (path.stem in description.stubs or path.parent.name in description.stubs) and path.stem not in own]
    return wanted


def pins_that_may_be_open(path: Path) -> set[str]:
    """Those inputs of a stand-in that have a level when they are not connected."""
    return set(re.findall(r"\binput tri[01] (?:\[[^\]]*\] )?(\w+)", path.read_text()))


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

    def hz(self, description: Description) -> Fraction:
        """From the clock of the board that is nearest to what the generator was made for."""
        clocks = [description.clock_hz, *(clock.hz for clock in description.more_clocks)]
        fed_by = min(clocks, key=lambda hz: abs(hz * self.period - 10**12)) if self.period else clocks[0]
        return Fraction(fed_by * self.multiply, self.divide)


def outputs_of(netlist: Netlist) -> list[Output]:
    """Those that are not simply their input."""
    found = []
    for parameters in netlist.parameters_of(OUTPUT):
        output = Output(*(parameters[name] for name in ("MULTIPLY", "DIVIDE", "PHASE", "PERIOD")))
        if not output.is_its_input and output not in found:
            found.append(output)
    return found


def write_output_module(file: Path, outputs: list[Output], first_number: int):
    """The module behind each output: its input, or the clock that the wrapper brings in for it."""
    lines = ["// Made for this design: which clock of the rig's an output of a clock generator is.",
             f"module {OUTPUT} #(", "    parameter integer MULTIPLY = 1,", "    parameter integer DIVIDE = 1,",
             "    parameter integer PHASE = 0,", "    parameter integer PERIOD = 0", ") (", "    input  in,", "    output out", ");",
             "  generate", "    if (MULTIPLY == DIVIDE && PHASE % 360 == 0) begin : same", "      assign out = in;", "    end"]
    for number, output in enumerate(outputs, first_number):
        lines += [f"    if (MULTIPLY == {output.multiply} && DIVIDE == {output.divide} && PHASE == {output.phase} && "
                  f"PERIOD == {output.period}) begin : made_{number}", f"      assign out = rig_top.rig_clock_{number};", "    end"]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join([*lines, "  endgenerate", "endmodule", ""]))


def with_stand_ins(description: Description, folder: Path) -> Description:
    """The design with the stand-ins among its sources; outputs of clock generators are their inputs."""
    file = folder / f"{OUTPUT}.v"
    write_output_module(file, [], 0)
    return replace(description, sources=[*description.sources, *stand_ins_in_use(description), LOCK, file])


def generated_clocks(description: Description, outputs: list[Output]) -> list[Clock]:
    clocks = []
    for output in outputs:
        if output.multiply <= 0 or output.divide <= 0:
            raise DescriptionError(f"{description.path}: stubs: a clock generator multiplies by {output.multiply} and divides by "
                                   f"{output.divide}; both must be positive.")
        clocks.append(Clock("", output.hz(description), output.phase % 360))
    return clocks


def offer(module: str) -> str:
    """What to write in the description for a module that no source declares."""
    for path in sorted(STUBS.glob("*/*.v")):
        if path.stem.lower() == module.lower():
            return f"There is a stand-in for it: write `stubs = [\"{path.parent.name}\"]` in the description."
    return "Add its file to `sources`, or the directory where NAME.v or NAME.sv lies to `include_dirs`. There is no stand-in for it."
