"""All that lies in the folders: modules, and who instantiates whom."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from . import verilog, vhdl
from .source import HEADERS, NOT_SOURCES, VERILOG, VHDL, Instance, Module, Source

CONSTRAINTS = (".xdc", ".sdc", ".ucf", ".qsf", ".pcf", ".lpf", ".cst")
MOST_FILES = 20_000
LARGEST_SOURCE = 4_000_000  # bytes: what is larger was made by a tool


@dataclass
class Design:
    folders: list[Path]  # the first is the design's own
    sources: list[Source] = field(default_factory=list)
    headers: list[Source] = field(default_factory=list)
    constraints: list[Source] = field(default_factory=list)
    data: list[Path] = field(default_factory=list)  # every other file
    modules: dict[str, Module] = field(default_factory=dict)
    doubles: list[Module] = field(default_factory=list)  # of a module that is there already

    def module(self, name: str) -> Module | None:
        if name in self.modules:
            return self.modules[name]
        return next((module for module in self.modules.values() if module.source.is_vhdl and module.name.lower() == name.lower()), None)

    def users_of(self, module: Module) -> list[Module]:
        """In the design's own folder: what else a library holds has nothing to do with it."""
        return [other for other in self.modules.values() if other is not module and not other.why_a_bench
                and other.source.path.is_relative_to(self.folders[0]) and any(self.module(instance.module) is module for instance in other.instances)]

    def reached_from(self, top: Module) -> list[Module]:
        """The top and all that it is made of, as far as it is there; nearest first."""
        reached = [top]
        for module in reached:
            for instance in module.instances:
                inner = self.module(instance.module)
                if inner is not None and all(inner is not one for one in reached):
                    reached.append(inner)
        return reached

    def missing_from(self, modules: list[Module]) -> dict[str, list[Instance]]:
        """Modules that no source declares, with the places that use them."""
        missing: dict[str, list[Instance]] = {}
        for module in modules:
            for instance in module.instances:
                if self.module(instance.module) is None:
                    missing.setdefault(instance.module, []).append(instance)
        return missing


def read_design(folders: list[Path]) -> Design:
    design = Design(folders)
    for path in (path for folder in folders for path in files_below(folder)):
        suffix = path.suffix.lower()
        kinds = ((VERILOG + VHDL, design.sources), (HEADERS, design.headers), (CONSTRAINTS, design.constraints))
        kept = next((kept for suffixes, kept in kinds if suffix in suffixes), None)
        if kept is None:
            design.data.append(path)
        elif path.stat().st_size <= LARGEST_SOURCE and all(source.path != path for source in kept):
            kept.append(Source(path))
    macros = {}
    for header in design.headers:
        macros.update(verilog.macros_of(header.text))
    for source in design.sources:
        # A header's own guard must not hide what it guards; only sources see what headers define.
        included = macros if verilog.included_files(source) else {}
        for module in vhdl.modules_of(source) if source.is_vhdl else verilog.modules_of(source, dict(included)):
            if module.name in design.modules:
                design.doubles.append(module)
            else:
                design.modules[module.name] = module
    join_architectures(design)
    return design


def files_below(folder: Path) -> list[Path]:
    """Links to folders are followed, each folder once."""
    found: list[Path] = []
    seen = {folder.resolve()}
    for here, folders, files in os.walk(folder, followlinks=True):
        wanted = sorted(name for name in folders if not name.startswith(".") and name.lower() not in NOT_SOURCES)
        # The folder itself goes before a link to it.
        folders[:] = []
        for name in sorted(wanted, key=lambda name: (Path(here) / name).is_symlink()):
            real = (Path(here) / name).resolve()
            if real not in seen:
                seen.add(real)
                folders.append(name)
        found += [Path(here) / name for name in sorted(files) if not name.startswith(".") and (Path(here) / name).is_file()]
        if len(found) > MOST_FILES:
            raise OverflowError
    return found


def join_architectures(design: Design):
    """Architectures that stand in another file than their entity."""
    for module in design.modules.values():
        if module.source.is_vhdl and module.is_top_material and not module.text:
            for source in design.sources:
                if source.is_vhdl and vhdl.read_architecture(module, source):
                    break
