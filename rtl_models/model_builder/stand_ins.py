"""Stand-ins for cells of the vendors: which there are, and which a design uses."""

import re
from dataclasses import replace
from pathlib import Path

from .clocking_wizard import write_clocking_wizard
from .description import STUBS, Description
from .made_clocks import CLOCKS_FILE, LOCK, OSCILLATOR, OUTPUT, write_clock_modules

CLOCK_CELL = r"pll|dcm|mmcm|clk|clock"


def stand_ins_of(description: Description) -> list[str]:
    """What in it stands for cells of vendors: stand-ins of the rig's, .xci files, sources that make clocks by the rig's modules."""
    own = [source.name for source in description.sources
           if re.search(rf"\b(?:{OUTPUT}|{OSCILLATOR}|{LOCK})\b", source.read_text(errors="replace"), re.I)]
    return [*description.stubs, *(path.name for path in description.ips), *own]


def own_modules(description: Description) -> set[str]:
    return {name for source in description.sources
            for name in re.findall(r"^\s*(?:macro)?module\s+(\w+)", source.read_text(errors="replace"), re.M)}


def stand_ins_in_use(description: Description) -> list[Path]:
    """The files that the description asks for, without those of modules that the design has itself."""
    own = own_modules(description)
    return [path for path in sorted(STUBS.glob("*/*.v"))
            if (path.stem in description.stubs or path.parent.name in description.stubs) and path.stem not in own]


def pins_that_may_be_open(path: Path) -> set[str]:
    """Those inputs of a stand-in that have a level when they are not connected."""
    return set(re.findall(r"\binput tri[01] (?:\[[^\]]*\] )?(\w+)", path.read_text()))


def with_stand_ins(description: Description, folder: Path) -> Description:
    """The design with the stand-ins among its sources; outputs of clock generators are their inputs, oscillators are silent."""
    file = folder / CLOCKS_FILE
    write_clock_modules(file, {})
    ips = write_clocking_wizards(description, folder)
    return replace(description, sources=[*description.sources, *ips, *stand_ins_in_use(description), *sorted(STUBS.glob("*.v")), file])


def write_clocking_wizards(description: Description, folder: Path) -> list[Path]:
    own = own_modules(description)
    made = (write_clocking_wizard(path, folder) for path in description.ips)
    return [file for file in made if file.stem not in own]


def offer(module: str) -> str:
    """What to write in the description for a module that no source declares."""
    for path in sorted(STUBS.glob("*/*.v")):
        if path.stem.lower() == module.lower():
            return f"There is a stand-in for it: write `stubs = [\"{path.parent.name}\"]` in the description."
    hint = ""
    if re.search(CLOCK_CELL, module, re.I):
        hint = " If it makes clocks, write one of your own (rtl_models/README.md, \"A stand-in of your own\"), or list Vivado's .xci of it in `sources`."
    return f"Add its file to `sources`, or the directory where NAME.v or NAME.sv lies to `include_dirs`. There is no stand-in for it.{hint}"
