"""The folders of a design: their files, the modules that these declare, and which uses which, by name."""

import contextlib
import os
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from model_builder.clocking_wizard import KIND, read_ip
from model_builder.description import IP
from model_builder.errors import DescriptionError

VERILOG = (".v", ".vlg", ".sv")
HEADERS = (".vh", ".svh", ".h", ".inc")
VHDL = (".vhd", ".vhdl")
CONSTRAINTS = (".xdc", ".sdc", ".ucf", ".qsf", ".pcf", ".lpf", ".cst")
# Folders that tools fill. What lies there is made of the sources.
NOT_SOURCES = {"db", "incremental_db", "output_files", "simulation", "xsim.dir", "obj_dir", "work", "build", "greybox_tmp"}
MOST_FILES = 20_000
LARGEST_SOURCE = 4_000_000  # bytes: what is larger was made by a tool


@dataclass(frozen=True)
class Place:
    """A line of a file."""

    path: Path
    line: int

    def told(self, folder: Path) -> str:
        return f"{self.path.relative_to(folder).as_posix() if self.path.is_relative_to(folder) else self.path}:{self.line}"

    def remark(self) -> str:
        """The comment at the end of the line."""
        lines = self.path.read_bytes().decode("utf-8", errors="replace").split("\n")
        found = re.search(r"--(.*)$" if is_vhdl(self.path) else r"(?://|/\*)(.*)$", lines[self.line - 1]) if self.line <= len(lines) else None
        return found[1] if found else ""


def is_vhdl(path: Path) -> bool:
    return path.suffix.lower() in VHDL


class Source:
    """A file. `text` has blanks for its comments, so that places in it are those of the file."""

    def __init__(self, path: Path):
        self.path = path
        self.raw = path.read_bytes().decode("utf-8", errors="replace")
        self.comments: list[tuple[int, str]] = []  # offset, text

    @cached_property
    def text(self) -> str:
        pattern = r'"[^"\n]*"|(--[^\n]*)' if is_vhdl(self.path) else r'"(?:\\.|[^"\\\n])*"|(//[^\n]*|/\*.*?\*/)'
        return re.sub(pattern, self.without_comment, self.raw, flags=re.S)

    def without_comment(self, found: re.Match) -> str:
        if found[1] is None:
            return found[0]
        self.comments.append((found.start(), found[0].strip("/*- \t")))
        return re.sub(r"[^\n]", " ", found[0])

    def at(self, offset: int) -> Place:
        return Place(self.path, self.raw.count("\n", 0, offset) + 1)

    @cached_property
    def words(self) -> set[str]:
        """Those that may name a package; VHDL names one behind its library alone, as in `work.things`."""
        return set(re.findall(r"\w\s*\.\s*(\w+)", self.text.lower()) if is_vhdl(self.path) else re.findall(r"\w+", self.text))


@dataclass
class Piece:
    """Where a module is declared, or an architecture or a body of it."""

    source: Source
    offset: int
    text: str


VERILOG_UNIT = re.compile(r"\b(?:macro)?(?P<kind>module|interface|package|program)\s+(?:automatic\s+|static\s+)?(?P<body>)(?P<name>[A-Za-z_]\w*)"
                          r"(?P<text>.*?)(?:\bend(?P=kind)\b|\Z)", re.S)
VHDL_HEAD = r"\b(?P<kind>entity|architecture|package)\s+(?P<body>body\s+|\w+\s+of\s+)?(?P<name>\w+)\s+is\b"
VHDL_UNIT = re.compile(rf"{VHDL_HEAD}(?P<text>.*?)(?={re.sub('P<.*?>', ':', VHDL_HEAD)}|\Z)", re.S | re.I)
VERILOG_INSTANCE = r"\b([A-Za-z_]\w*)(?:\s*#\s*\(|\s+[A-Za-z_]\w*\s*(?:\[[^\]]*\]\s*)?\()"
VHDL_INSTANCE = r":\s*(?:entity\s+(?:\w+\.)?|component\s+)?(\w+)\s*(?:\(\s*\w+\s*\)\s*)?(?:generic|port)\s+map\b"


@dataclass
class Module:
    """A module or entity; or a package or an interface, which can be no top."""

    name: str
    is_top_material: bool
    pieces: list[Piece]

    @property
    def source(self) -> Source:
        return self.pieces[0].source

    @property
    def place(self) -> Place:
        return self.source.at(self.pieces[0].offset)

    @property
    def is_vhdl(self) -> bool:
        return is_vhdl(self.source.path)

    @property
    def head(self) -> str:
        """With the names of its pins."""
        return self.pieces[0].text if self.is_vhdl else self.pieces[0].text.split(";")[0]

    @cached_property
    def text(self) -> str:
        return "\n".join(piece.text for piece in self.pieces)

    def where(self, word: str) -> Place:
        """Where it first has a word; VHDL does not tell upper and lower case apart."""
        for piece in self.pieces:
            if found := re.search(rf"\b{re.escape(word)}\b", piece.text, re.I if self.is_vhdl else 0):
                return piece.source.at(piece.offset + found.start())
        return self.place

    @cached_property
    def instantiated(self) -> set[str]:
        return set(re.findall(VHDL_INSTANCE, self.text.lower()) if self.is_vhdl else re.findall(VERILOG_INSTANCE, self.text))

    def uses(self, other: "Module") -> bool:
        """By an instance; of a package or an interface, by its name anywhere in its files."""
        name = other.name.lower() if self.is_vhdl else other.name
        return name in self.instantiated if other.is_top_material else any(name in piece.source.words for piece in self.pieces)

    @cached_property
    def why_a_bench(self) -> str:
        """Empty: it is none."""
        if self.is_vhdl:
            if re.search(r"\bwait\s+for\b|\bafter\s+\d", self.text, re.I):
                return "it waits for times"
        elif re.search(r"\$(finish|stop|dumpfile|dumpvars)\b", self.text) and re.search(r"\binitial\b", self.text):
            return "it ends the simulation itself" if re.search(r"\$(finish|stop)\b", self.text) else "it writes waveforms"
        elif re.search(r"\binitial\b[^;]*#\s*\d|\balways\s*#", self.text):
            return "it waits for times"
        has_pins = re.search(r"\bport\s*\(", self.head, re.I) if self.is_vhdl else re.search(r"\b(?:input|output|inout)\b", self.text)
        return "" if has_pins or not self.is_top_material else "it has no pins"


@dataclass
class Design:
    """All that lies in the folders."""

    folders: list[Path]  # the first is the design's own
    sources: list[Source] = field(default_factory=list)
    headers: list[Source] = field(default_factory=list)
    constraints: list[Source] = field(default_factory=list)
    data: list[Path] = field(default_factory=list)  # every other file
    modules: dict[str, Module] = field(default_factory=dict)
    ips: dict[str, Path] = field(default_factory=dict)  # Vivado's clock generators, by the module's name
    doubles: list[Module] = field(default_factory=list)  # of a module that is there already

    def is_own(self, path: Path) -> bool:
        """Not of a library."""
        return path.is_relative_to(self.folders[0])

    def users_of(self, module: Module) -> list[Module]:
        """In the design's own folder: what else a library holds has nothing to do with it."""
        return [other for other in self.modules.values()
                if other is not module and not other.why_a_bench and self.is_own(other.source.path) and other.uses(module)]

    def made_of(self, top: Module) -> list[Module]:
        """The top and all that it uses, as far as it is there; what is used goes before what uses it."""
        found: list[Module] = []
        seen: set[str] = set()

        def add(module: Module):
            seen.add(module.name)
            for other in sorted(self.modules.values(), key=lambda other: other.is_top_material):
                if other.name not in seen and module.uses(other):
                    add(other)
            found.append(module)

        add(top)
        return found


def read_design(folders: list[Path]) -> Design:
    design = Design(folders)
    paths = [path for folder in folders for path in files_below(folder)]
    design.ips = clocking_wizards(paths)
    for path in paths:
        if is_made_by_vivado(path, design.ips):
            continue
        suffix = path.suffix.lower()
        kinds = ((VERILOG + VHDL, design.sources), (HEADERS, design.headers), (CONSTRAINTS, design.constraints))
        kept = next((kept for suffixes, kept in kinds if suffix in suffixes), None)
        if kept is None:
            design.data.append(path)
        elif path.stat().st_size <= LARGEST_SOURCE and all(source.path != path for source in kept):
            kept.append(Source(path))
    bodies: list[tuple[str, Piece]] = []
    for source in design.sources:
        for found in (VHDL_UNIT if is_vhdl(source.path) else VERILOG_UNIT).finditer(source.text):
            piece = Piece(source, found.start("text"), found["text"])
            module = Module(found["name"], found["kind"].lower() in ("module", "entity"), [piece])
            if found["body"]:
                bodies.append((found["name"].lower(), piece))
            elif (first := design.modules.get(module.name)) is not None:
                design.doubles += [module] if first.source is not source else []
            else:
                design.modules[module.name] = module
    for module in design.modules.values():
        if module.is_vhdl:
            left_out = {double.source.path for double in design.doubles if double.name.lower() == module.name.lower()}
            module.pieces += [piece for name, piece in bodies if name == module.name.lower() and piece.source.path not in left_out]
    return design


def clocking_wizards(paths: list[Path]) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for path in (path for path in paths if path.suffix.lower() == IP):
        with contextlib.suppress(DescriptionError, OSError):
            ip = read_ip(path)
            if ip.kind == KIND:
                found.setdefault(ip.name, path)
    return found


def is_made_by_vivado(path: Path, ips: dict[str, Path]) -> bool:
    """What it writes beside an .xci, which says all: sources, a netlist, a module without contents."""
    return path.suffix.lower() in VERILOG + VHDL and re.sub(rf"_(?:{KIND}|stub|sim_netlist)$", "", path.stem) in ips


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
