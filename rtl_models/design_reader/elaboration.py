"""A design as Verilator reads it, VHDL by way of GHDL; what these refuse is said in their own words."""

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from model_builder.config import Flavour
from model_builder.description import Description
from model_builder.errors import DescriptionError
from model_builder.language import OTHER_LANGUAGE
from model_builder.netlist import Netlist
from model_builder.sandbox import Sandbox
from model_builder.stand_ins import stand_ins_of, with_stand_ins
from model_builder.tools import Tools
from model_builder.verilate import Verilation
from model_builder.vhdl import Translation, vhdl_sources

from .files import Files
from .folder import Place

RTL_MODELS = Path(__file__).resolve().parent.parent


def elaborate(folder: Path, top: str, files: Files, scratch: Path) -> Netlist:
    """Throws DescriptionError, ToolError."""
    tools = Tools.find()
    tools.sandbox = Sandbox("auto", [*files.include_dirs, RTL_MODELS, tools.include.parent])
    tools.sandbox.write_to(scratch)
    description = Description(path=folder, name=top, top=top, sources=files.sources, contest="", clock_pin="", clock_hz=0, rx="", tx="", baud=0,
                              include_dirs=files.include_dirs, stubs=sorted(files.stubs), libraries=files.libraries,
                              files=[path for path, _ in files.data], ips=[path for path, _ in files.ips.values()])
    tools.sandbox.show([*description.all_sources, *description.ips, *description.files])
    if vhdl_sources(description):
        description = Translation(description, {}, scratch / "vhdl", tools).translated()
    if stand_ins_of(description):
        description = with_stand_ins(description, scratch / "stand_ins")
    reading = Verilation(description, Flavour(), tools, "V", scratch / "netlist", None)
    try:
        return reading.netlist()
    except DescriptionError:
        missing = {message.text.split("'")[1]: message for message in reading.messages if "find file containing module" in message.text}
        if missing:
            raise DescriptionError("\n".join(f"{folder}: no file here declares the module {name}, which {Place(Path(message.file), message.line).told(folder)} uses."
                                             for name, message in missing.items()) + what_to_do(missing)) from None
        wrong = next((message for message in reading.messages if re.match(OTHER_LANGUAGE, message.text)), None)
        if wrong is None or not wrong.file.endswith((".v", ".vlg", ".vh")) or not reading.syntax_is_right("systemverilog"):
            raise
    files.no_verilog = Place(Path(wrong.file), wrong.line)
    return Verilation(replace(description, language="systemverilog"), Flavour(), tools, "V", scratch / "netlist", None).netlist()


def what_to_do(missing: Iterable[str]) -> str:
    """About modules that no file declares; those of vendors have names in capitals."""
    cells = [name for name in missing if re.fullmatch(r"[A-Z][A-Z0-9_]+", name)]
    hint = f" If {cells[0]} is a vendor's cell, write a stand-in (rtl_models/README.md, \"A stand-in of your own\")." if cells else ""
    return "\nName a further folder of sources by --with DIR." + hint
