"""The projects of the vendors' tools: which top and which sources they name."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from .folder import LARGEST_SOURCE, VERILOG, VHDL, Design, Place, Source

PROJECTS = (".qip", ".tcl", ".xpr", ".xise", ".prj")  # beside those that are read as constraints
FILE_NAME = r"[^\s\"'\[\]{}();<>=]+\.(?:v|vlg|sv|vhdl?)\b"
REMARK = r"<!--.*?-->|^[ \t]*#[^\n]*"
# Vivado tells where it has copied a file from, and it has further sets of files, for simulations and for IP.
NO_SOURCE = r"<Attr Name=\"ImportPath\"[^>]*>|<FileSet [^>]*Type=\"(?:SimulationSrcs|BlockSrcs|Constrs)\".*?</FileSet>"
TOPS = {".xpr": r"<Option Name=\"TopModule\" Val=\"(\w+)\"", ".xise": r"\"Implementation Top\"[^>]*xil_pn:value=\"\w+\|(\w+)"}


def projects_of(design: Design) -> list[Source]:
    more = [Source(path) for path in design.data
            if path.suffix.lower() in PROJECTS and design.is_own(path) and path.stat().st_size <= LARGEST_SOURCE]
    return [*design.constraints, *more]


def said(project: Source) -> str:
    """What it says of a design, with blanks for the rest."""
    def blank(found: re.Match) -> str:
        return re.sub(r"[^\n]", " ", found[0])

    return re.sub(NO_SOURCE, blank, re.sub(REMARK, blank, project.raw, flags=re.S | re.M), flags=re.S)


def tops_of_projects(design: Design) -> Iterator[tuple[str, Place]]:
    """Of Vivado's and ISE's; Quartus' stands among the constraints."""
    for project in projects_of(design):
        if pattern := TOPS.get(project.path.suffix.lower()):
            for top in re.finditer(pattern, said(project)):
                yield top[1], project.at(top.start())


def take_files_of_projects(design: Design):
    """Of a module that several files declare, the one whose file a project names is taken."""
    named = {path for project in projects_of(design) for name in re.findall(FILE_NAME, said(project), re.I)
             for path in files_meant(design, name, project.path, VERILOG)}
    for number, double in enumerate(design.doubles):
        first = design.modules[double.name]
        if not first.is_vhdl and double.source.path in named and first.source.path not in named:
            design.modules[double.name], design.doubles[number] = double, first


def files_meant(design: Design, name: str, project: Path, suffixes: tuple[str, ...]) -> list[Path]:
    """The sources that a project names, as they lie beside it; else what has as much of the end of that path as any file has."""
    beside = (project.parent / name).resolve()
    sources = [source.path for source in design.sources if source.path.suffix.lower() in suffixes]
    found = [path for path in sources if path.resolve() == beside]
    wanted = PurePosixPath(re.sub(r"^.*(?:\$[\w:{}()]+|\.\.)/", "", name.replace("\\", "/"))).parts
    while wanted and not found:
        found = [path for path in sources if len(path.parts) >= len(wanted) and all(map(fnmatchcase, path.parts[-len(wanted):], wanted))]
        wanted = wanted[1:]
    return found
