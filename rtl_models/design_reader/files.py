"""Which files a top is made of, in the order in which they have to be read."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from model_builder.description import STUBS

from .folder import Design, Module, Place, Source, is_vhdl


@dataclass
class Files:
    sources: list[Path] = field(default_factory=list)
    include_dirs: list[Path] = field(default_factory=list)
    data: list[tuple[Path, Place]] = field(default_factory=list)  # file, and where the design names it
    missing_data: list[tuple[str, Place]] = field(default_factory=list)
    stubs: dict[str, Place] = field(default_factory=dict)  # cell, and who uses it
    ips: dict[str, tuple[Path, Place]] = field(default_factory=dict)  # module, the .xci file that says what it is, and who uses it
    doubles: list[Module] = field(default_factory=list)  # of modules in use, left out
    no_verilog: Place | None = None  # what is not Verilog 2005, in a file whose extension says so


def files_of(design: Design, top: Module) -> Files:
    modules = design.made_of(top)
    sources = {piece.source.path: piece.source for module in modules for piece in module.pieces}
    found = Files(list(sources))
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
    add_includes(found, design, list(sources.values()))
    return found


def add_includes(found: Files, design: Design, waiting: list[Source]):
    seen = set()
    for source in waiting:
        for name in re.findall(r"^\s*`include\s+\"([^\"]+)\"", source.text, re.M) if not is_vhdl(source.path) else []:
            candidates = [header for header in [*design.headers, *design.sources] if header.path.as_posix().endswith("/" + name)]
            if name in seen or not candidates:
                continue
            seen.add(name)
            waiting.append(candidates[0])
            folder = candidates[0].path.parents[name.count("/")]
            if folder not in found.include_dirs:
                found.include_dirs.append(folder)


def add_data(found: Files, design: Design, named: dict[str, Place]):
    """`named`: the files that the elaborated design names."""
    for name, place in named.items():
        candidates = [path for path in design.data if path.name == Path(name).name]
        # The one that lies as the design names it, else the nearest to the source.
        candidates.sort(key=lambda path: (not path.as_posix().endswith(name.lstrip("./")), path.parent != place.path.parent, len(path.parts)))
        if candidates:
            found.data.append((candidates[0], place))
        else:
            found.missing_data.append((name, place))
