"""Which library of VHDL a file belongs to: as the project of the vendor's tool says, else as the sources use it."""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from pathlib import Path

from model_builder.description import LIBRARIES_OF_VHDL

from .folder import VHDL, Design, Module, Place, Source, is_vhdl
from .projects import files_meant, projects_of

WORK = {"work", "xil_defaultlib", "default_lib", "defaultlib"}  # as the vendors call what has no library of its own
FILE_NAME = r"[^\s\"'\[\]{}();]+\.vhdl?\b"
NAME_OF_LIBRARY = r"(?:-lib(?:rary)?|-work)\s+[\"{]?(\w+)"


@dataclass
class Libraries:
    """The files of each, and why they belong there; `of_work` is what is compiled into `work` all the same."""

    files: dict[str, list[Path]] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)
    of_work: set[Path] = field(default_factory=set)


def libraries_of(design: Design, modules: list[Module]) -> Libraries:
    """Of what these modules are made of."""
    sources = {piece.source.path: piece.source for module in modules if module.is_vhdl for piece in module.pieces}
    said: dict[Path, tuple[str, Place]] = {}
    for path, library, place in said_by_projects(design):
        if path in sources:
            said.setdefault(path, (library, place))
    home = {path: library for path, (library, _) in said.items() if library not in WORK}
    found = Libraries()
    for library, place in said.values():
        found.why.setdefault(library, f"{place.told(design.folders[0])} says so")
    guess(design, modules, sources, said.keys(), home, found)
    for path in (path for path in sources if path in home):
        found.files.setdefault(home[path], []).append(path)
    found.of_work = {path for path in home if is_used_as_work(path, modules, home)}
    return found


def guess(design: Design, modules: list[Module], sources: dict[Path, Source], said: Set[Path], home: dict[Path, str], found: Libraries):
    """Adds to `home` the files that belong to a library by how those in use name their units."""
    by_name = {module.name.lower(): module for module in modules if module.is_vhdl}
    waiting = list(reversed(sources.values()))  # the top first
    for source in waiting:
        for library, unit, offset in units_named(source, home.get(source.path, "work")):
            if unit not in by_name or library == "work":
                continue
            for piece in by_name[unit].pieces:
                path = piece.source.path
                if path not in home and path not in said:
                    home[path] = library
                    found.why.setdefault(library, f"{source.at(offset).told(design.folders[0])} uses {library}.{by_name[unit].name}")
                    waiting.append(piece.source)  # again: now it is in that library


def units_named(source: Source, inside: str) -> list[tuple[str, str, int]]:
    """Library, unit and offset of each unit of a library that a file names; `work` means the library that the file is in."""
    text = source.text.lower()
    libraries = {name for names in re.findall(r"\blibrary\s+([\w\s,]+);", text) for name in re.findall(r"\w+", names)}
    libraries -= {name for name in LIBRARIES_OF_VHDL if name != "work"}
    named = "|".join(re.escape(name) for name in sorted(libraries | {"work"}))
    found = [(inside if one[1] in WORK else one[1], one[2], one.start()) for one in re.finditer(rf"\b({named})\s*\.\s*(\w+)", text)]
    if inside != "work":  # a component is bound to the entity of its name in the library that declares it
        found += [(inside, one[1], one.start()) for one in re.finditer(r"\bcomponent\s+(\w+)", text)]
    return found


def is_used_as_work(path: Path, modules: list[Module], home: dict[Path, str]) -> bool:
    """By a file that is in no library."""
    units = {module.name.lower() for module in modules if any(piece.source.path == path for piece in module.pieces)}
    others = [piece.source for module in modules if module.is_vhdl for piece in module.pieces if piece.source.path not in home]
    return any(library == "work" and unit in units for source in others for library, unit, _ in units_named(source, "work"))


def said_by_projects(design: Design) -> Iterator[tuple[Path, str, Place]]:
    """File, library and where a project of a vendor's tool says so."""
    for source in projects_of(design):
        readers = {".qsf": of_quartus, ".qip": of_quartus, ".xpr": of_vivado_project, ".tcl": of_tcl, ".prj": of_lists}
        for library, offset, names in readers.get(source.path.suffix.lower(), lambda text: [])(source.raw):
            for name in names:
                for path in files_meant(design, name, source.path, VHDL):
                    yield path, library.lower(), source.at(offset)


def of_quartus(text: str) -> Iterator[tuple[str, int, list[str]]]:
    """Library, offset and the names of files."""
    for line in re.finditer(r"^[^#\n]*VHDL_FILE[^\n]*$", text, re.M):
        if library := re.search(NAME_OF_LIBRARY, line[0]):
            yield library[1], line.start(), re.findall(FILE_NAME, line[0])


def of_vivado_project(text: str) -> Iterator[tuple[str, int, list[str]]]:
    for file in re.finditer(r"<File Path=\"([^\"]+\.vhdl?)\">(.*?)</File>", text, re.S | re.I):
        if library := re.search(r"<Attr Name=\"Library\" Val=\"(\w+)\"", file[2]):
            yield library[1], file.start(), [file[1]]


def of_tcl(text: str) -> Iterator[tuple[str, int, list[str]]]:
    """`read_vhdl -library …`, `set_property library …`, and what Vivado writes of a project: the file, then its property."""
    last: list[str] = []
    for offset, command in commands(text):
        words, names = command.strip(), re.findall(FILE_NAME, command, re.I)
        if re.match(r"set\s+file\s", words) and names:
            last = names
        library = (re.search(NAME_OF_LIBRARY, words) if re.match(r"read_vhdl|add_files?|set_global_assignment|analyze", words) else
                   re.match(r"set_property\s+[\"{]?library[\"}]?\s+[\"{]?(\w+)", words, re.I) or
                   re.match(r"set_property\s+-name\s+\"?library\"?\s+-value\s+\"?(\w+)", words, re.I))
        if library:
            yield library[1], offset, names or last


def commands(text: str) -> Iterator[tuple[int, str]]:
    """Offset and text of each, over lines that end with a backslash or within brackets."""
    start, depth, lines, at = 0, 0, [], 0
    for line in text.splitlines(keepends=True):
        if not lines and line.lstrip().startswith("#"):
            line = re.sub(r"[^\n]", " ", line)
        start = start if lines else at
        lines.append(line)
        at += len(line)
        depth += line.count("{") + line.count("[") - line.count("}") - line.count("]")
        if depth <= 0 and not line.rstrip().endswith("\\"):
            yield start, "".join(lines)
            depth, lines = 0, []
    if lines:
        yield start, "".join(lines)


def of_lists(text: str) -> Iterator[tuple[str, int, list[str]]]:
    """A line for each file, as XST and Vivado's simulator read them: `vhdl work "rtl/top.vhd"`."""
    for line in re.finditer(r"^[ \t]*vhdl(?:2008)?\s+(\w+)\s+([^\n]+)$", text, re.M | re.I):
        yield line[1], line.start(), re.findall(FILE_NAME, line[2], re.I)
