"""Which files a top is made of, in the order in which they have to be read."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from model_builder.description import STUBS
from model_builder.vhdl import LITERAL

from .circuit import DATA_FILE
from .folder import VERILOG_UNIT, Design, Module, Place, Source, is_vhdl
from .libraries import libraries_of


@dataclass
class Files:
    sources: list[Path] = field(default_factory=list)
    include_dirs: list[Path] = field(default_factory=list)
    data: list[tuple[Path, Place]] = field(default_factory=list)  # file, and where the design names it
    missing_data: list[tuple[str, Place]] = field(default_factory=list)
    stubs: dict[str, Place] = field(default_factory=dict)  # cell, and who uses it
    ips: dict[str, tuple[Path, Place]] = field(default_factory=dict)  # module, the .xci file that says what it is, and who uses it
    doubles: list[Module] = field(default_factory=list)  # of modules in use, left out
    libraries: dict[str, list[Path]] = field(default_factory=dict)  # VHDL that is not in `work`, by its library
    why_library: dict[str, str] = field(default_factory=dict)
    no_verilog: Place | None = None  # what is not Verilog 2005, in a file whose extension says so


def files_of(design: Design, top: Module) -> Files:
    modules = design.made_of(top)
    pieces = list({piece.source.path: piece.source for module in modules for piece in module.pieces}.values())
    sources = {source.path: source for source in in_order_of_macros(design, pieces)}
    libraries = libraries_of(design, modules)
    elsewhere = {path for files in libraries.files.values() for path in files} - libraries.of_work
    found = Files([path for path in sources if path not in elsewhere], libraries=libraries.files, why_library=libraries.why)
    for cell in sorted(path.stem for path in STUBS.glob("*/*.v")):
        users = [module for module in modules if (cell.lower() if module.is_vhdl else cell) in module.instantiated]
        if users and cell not in design.modules:
            found.stubs[cell] = users[0].where(cell)
    for name, path in design.ips.items():
        users = [module for module in modules if (name.lower() if module.is_vhdl else name) in module.instantiated]
        if users and name not in design.modules:
            found.ips[name] = (path, users[0].where(name))
    in_use = {module.name for module in modules}
    found.doubles = [double for double in design.doubles if double.name in in_use]
    add_data(found, design, data_of_vhdl(design, list(sources.values())))
    found.include_dirs = list(dict.fromkeys(included(design, list(sources.values())).values()))
    return found


def in_order_of_macros(design: Design, sources: list[Source]) -> list[Source]:
    """Verilog that defines a macro goes before what uses it without including it; a file of macros alone is added."""
    definers: dict[str, list[Source]] = {}
    for source in (source for source in design.sources if not is_vhdl(source.path)):
        if source in sources or not VERILOG_UNIT.search(source.text):
            for name in macros_of(source):
                definers.setdefault(name, []).append(source)
    ordered: list[Source] = []
    seen: set[Path] = set()

    def add(source: Source):
        seen.add(source.path)
        if not is_vhdl(source.path):
            known = {name for one in (source, *included(design, [source])) for name in macros_of(one)}
            for name in dict.fromkeys(re.findall(r"`(\w+)", source.text)):
                candidates = definers.get(name, []) if name not in known else []
                wanted = [one for one in candidates if one in sources] or candidates[:1]
                for one in wanted:
                    if one.path not in seen:
                        add(one)
        ordered.append(source)

    for source in sources:
        if source.path not in seen:
            add(source)
    return ordered


def macros_of(source: Source) -> list[str]:
    return re.findall(r"^[ \t]*`define\s+(\w+)", source.text, re.M)


def included(design: Design, sources: list[Source]) -> dict[Source, Path]:
    """What these include, and what that includes in turn, each with the folder in which its name is looked for."""
    found: dict[Source, Path] = {}
    waiting = list(sources)
    for source in waiting:
        for name in re.findall(r"^\s*`include\s+\"([^\"]+)\"", source.text, re.M) if not is_vhdl(source.path) else []:
            candidates = [header for header in [*design.headers, *design.sources] if header.path.as_posix().endswith("/" + name)]
            if candidates and candidates[0] not in found:
                waiting.append(candidates[0])
                found[candidates[0]] = candidates[0].path.parents[name.count("/")]
    return found


def data_of_vhdl(design: Design, sources: list[Source]) -> dict[str, Place]:
    """What GHDL reads when it synthesizes, and so no longer stands in the elaborated design."""
    there = {path.name for path in design.data}
    named: dict[str, Place] = {}
    for source in (source for source in sources if is_vhdl(source.path)):
        for text in re.finditer(LITERAL, source.text):
            name = text[1].replace("\\", "/")
            if Path(name).name in there and (re.search(DATA_FILE, name, re.I) or os.path.isfile(source.path.parent / name)):
                named.setdefault(name, source.at(text.start()))
    return named


def add_data(found: Files, design: Design, named: dict[str, Place]):
    """`named`: the files that the elaborated design names."""
    for name, place in named.items():
        candidates = [path for path in design.data if path.name == Path(name).name]
        # The one that lies as the design names it, else the nearest to the source.
        candidates.sort(key=lambda path: (not path.as_posix().endswith(name.lstrip("./")), path.parent != place.path.parent, len(path.parts)))
        if candidates and candidates[0] not in (path for path, _ in found.data):
            found.data.append((candidates[0], place))
        elif not candidates:
            found.missing_data.append((name, place))
