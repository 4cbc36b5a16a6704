"""Which files a top is made of, in the order in which they have to be read."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from model_builder.description import STUBS

from .connections import mentions
from .design import Design
from .source import Instance, Module, Place, Source
from .verilog import included_files, looks_like_systemverilog


@dataclass
class Files:
    sources: list[Path] = field(default_factory=list)
    include_dirs: list[Path] = field(default_factory=list)
    missing_includes: list[tuple[str, Place]] = field(default_factory=list)
    data: list[tuple[Path, str, Place]] = field(default_factory=list)  # file, as the design names it, where
    missing_data: list[tuple[str, Place]] = field(default_factory=list)
    stubs: dict[str, Instance] = field(default_factory=dict)  # cell, and who uses it
    missing: dict[str, list[Instance]] = field(default_factory=dict)
    doubles: list[tuple[Module, Path]] = field(default_factory=list)  # of modules in use: the file left out, the one taken
    systemverilog: Path | None = None  # a .v file that is written in it


def files_of(design: Design, top: Module) -> Files:
    modules = with_packages(design, design.reached_from(top))
    found = Files()
    sources = ordered(design, modules)
    found.sources = [source.path for source in sources]
    for name, instances in design.missing_from(modules).items():
        cell = next((path.stem for path in sorted(STUBS.glob("*/*.v")) if path.stem.lower() == name.lower()), None)
        if cell:
            found.stubs[cell] = instances[0]
        else:
            found.missing[name] = instances
    in_use = {module.name: module for module in modules}
    found.doubles = [(double, in_use[double.name].source.path) for double in design.doubles if double.name in in_use]
    found.systemverilog = next((source.path for source in sources if looks_like_systemverilog(source.path, source.text)), None)
    add_includes(found, design, sources)
    add_data(found, design, modules)
    return found


def with_packages(design: Design, modules: list[Module]) -> list[Module]:
    found = list(modules)
    for module in found:
        for other in design.modules.values():
            uses = other.name in module.names or other.source.is_vhdl and other.name.lower() in module.names
            if not other.is_top_material and all(other is not one for one in found) and (uses or is_named(module, other)):
                found.append(other)
    return found


def is_named(module: Module, other: Module) -> bool:
    """An interface or a package, by its name anywhere in a module's file."""
    return not module.source.is_vhdl and mentions(module, module.source.text, other.name)


def ordered(design: Design, modules: list[Module]) -> list[Source]:
    """Packages and interfaces first, those that others use before these; then the modules, the top last."""
    declared = [module for module in modules if not module.is_top_material]
    early: list[Module] = []

    def add(module: Module, waiting: tuple):
        if module in waiting or any(module is one for one in early):
            return
        for other in declared:
            if other is not module and (other.name in module.names or other.name.lower() in module.names or is_named(module, other)):
                add(other, (*waiting, module))
        early.append(module)

    for module in declared:
        add(module, ())
    sources = [module.source for module in early]
    for module in reversed([module for module in modules if module.is_top_material]):
        sources += [module.source, *([module.body_source] if module.body_source else [])]
    bodies = [source for source in design.sources if source.is_vhdl
              and any(re.search(rf"\bpackage\s+body\s+{module.name}\b", source.text, re.I) for module in declared)]
    return list({source.path: source for source in [*sources, *bodies]}.values())


def add_includes(found: Files, design: Design, sources: list[Source]):
    waiting, seen = list(sources), set()
    while waiting:
        source = waiting.pop(0)
        for name in included_files(source) if not source.is_vhdl else []:
            if name in seen:
                continue
            seen.add(name)
            candidates = [header for header in [*design.headers, *design.sources] if header.path.as_posix().endswith("/" + name)]
            if not candidates:
                offset = source.text.find(f'"{name}"')
                found.missing_includes.append((name, source.at(offset)))
                continue
            folder = candidates[0].path.parents[name.count("/")]
            if folder not in found.include_dirs:
                found.include_dirs.append(folder)
            waiting.append(candidates[0])


def add_data(found: Files, design: Design, modules: list[Module]):
    for name, place in (one for module in modules for one in module.data_files):
        if any(name == known for _, known, _ in found.data):
            continue
        wanted = Path(name).name
        candidates = [path for path in design.data if path.name == wanted]
        # The one that lies as the design names it, else the nearest to the source.
        candidates.sort(key=lambda path: (not path.as_posix().endswith(name.lstrip("./")), path.parent != place.path.parent, len(path.parts)))
        if candidates:
            found.data.append((candidates[0], name, place))
        elif all(name != known for known, _ in found.missing_data):
            found.missing_data.append((name, place))
