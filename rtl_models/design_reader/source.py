"""Files of a design, with their comments set apart, and its modules as far as they have to be understood."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

VERILOG = (".v", ".vlg", ".sv")
HEADERS = (".vh", ".svh", ".h", ".inc")
VHDL = (".vhd", ".vhdl")
# Folders that tools fill. What lies there is made of the sources.
NOT_SOURCES = {"db", "incremental_db", "output_files", "simulation", "xsim.dir", "obj_dir", "work", "build", "greybox_tmp"}


class Source:
    """A file. `text` has blanks for its comments, so that places in it are those of the file."""

    def __init__(self, path: Path):
        self.path = path
        self.raw = path.read_bytes().decode("utf-8", errors="replace")
        self.comments: list[tuple[int, str]] = []  # offset, text

    @cached_property
    def text(self) -> str:
        comment = r"--[^\n]*" if self.is_vhdl else r"//[^\n]*|/\*.*?\*/"
        pattern = rf'"(?:\\.|[^"\\\n])*"|({comment})' if not self.is_vhdl else rf'"[^"\n]*"|({comment})'
        return re.sub(pattern, self.without_comment, self.raw, flags=re.S)

    def without_comment(self, found: re.Match) -> str:
        if found[1] is None:
            return found[0]
        self.comments.append((found.start(), found[0].strip("/*- \t")))
        return re.sub(r"[^\n]", " ", found[0])

    @property
    def is_vhdl(self) -> bool:
        return self.path.suffix.lower() in VHDL

    def line_at(self, offset: int) -> int:
        return self.raw.count("\n", 0, offset) + 1

    def at(self, offset: int) -> "Place":
        return Place(self.path, self.line_at(offset))


@dataclass(frozen=True)
class Place:
    """A line of a file."""

    path: Path
    line: int

    def told(self, folder: Path) -> str:
        return f"{relative(self.path, folder)}:{self.line}"


def relative(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)


@dataclass
class Port:
    name: str
    direction: str  # "input", "output", "inout"; "" for an interface
    left: int | None  # None: one bit
    right: int | None
    place: Place
    is_known: bool = True  # False: its range was not understood

    def bits(self) -> list[int]:
        if self.left is None:
            return []
        return list(range(min(self.left, self.right), max(self.left, self.right) + 1))


@dataclass
class Parameter:
    name: str
    value: str  # as written
    place: Place
    is_settable: bool  # from outside


@dataclass
class Instance:
    module: str
    name: str
    pins: dict[str, str]  # expression by the pin's name, or by its number from 0 where they are in order
    parameters: dict[str, str]
    place: Place
    takes_all: bool = False  # `.*`


@dataclass
class Block:
    """What runs on a clock's edge."""

    clock: str
    place: Place
    resets: list[tuple[str, int]] = field(default_factory=list)  # what is tested before constants are assigned, its level


@dataclass
class Assignment:
    target: str
    value: str
    place: Place
    is_registered: bool


@dataclass
class Module:
    name: str
    source: Source
    place: Place
    text: str  # what stands between its head and its end
    offset: int  # of `text` in the source
    ports: dict[str, Port] = field(default_factory=dict)
    parameters: dict[str, Parameter] = field(default_factory=dict)
    instances: list[Instance] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    assignments: list[Assignment] = field(default_factory=list)
    names: set[str] = field(default_factory=set)  # packages and interfaces that it may use
    data_files: list[tuple[str, Place]] = field(default_factory=list)
    why_a_bench: str = ""  # empty: it is none
    is_top_material: bool = True  # False: an interface or a package
    body_source: Source | None = None  # of an architecture, where `text` stands; in Verilog `source`

    def place_in_text(self, offset: int) -> "Place":
        return (self.body_source or self.source).at(self.offset + offset)

    def port(self, name: str) -> Port | None:
        """By its name, or its number; VHDL does not tell upper and lower case apart."""
        if name.isdigit():
            return list(self.ports.values())[int(name)] if int(name) < len(self.ports) else None
        if name in self.ports:
            return self.ports[name]
        if self.source.is_vhdl:
            return next((port for port in self.ports.values() if port.name.lower() == name.lower()), None)
        return None


def remark_at(place: Place) -> str:
    """The comment at the end of a line."""
    line = place.path.read_bytes().decode("utf-8", errors="replace").split("\n")[place.line - 1]
    found = re.search(r"--(.*)$" if place.path.suffix.lower() in VHDL else r"//(.*)$|/\*(.*)$", line)
    return (found[found.lastindex] or "") if found and found.lastindex else ""


def closing(text: str, opening: int) -> int:
    """Where the bracket at `opening` is closed; the end of the text if it is not."""
    depth = 0
    for at in range(opening, len(text)):
        if text[at] in "([{":
            depth += 1
        elif text[at] in ")]}":
            depth -= 1
            if depth == 0:
                return at
    return len(text)


def parted(text: str, separator: str = ",") -> list[tuple[int, str]]:
    """The parts between separators that stand in no bracket, each with its offset."""
    parts, depth, begun = [], 0, 0
    for at, letter in enumerate(text):
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == separator and depth == 0:
            parts.append((begun, text[begun:at]))
            begun = at + 1
    parts.append((begun, text[begun:]))
    return [(at, part) for at, part in parts if part.strip()]


def named(reference: str) -> str:
    """A pin, without blanks: `GPIO[3]`; an index in VHDL's brackets becomes one in Verilog's."""
    return re.sub(r"\((\d+)\)$", r"[\1]", re.sub(r"\s+", "", reference))
