"""DESCRIPTION.toml: reading and checking it."""

import difflib
import json
import re
import tomllib
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from .clocks import common_time
from .errors import DescriptionError
from .verilator_log import WAIVABLE


@dataclass(frozen=True)
class Pin:
    """A pin of the top, or bits of one: `GPIO`, `GPIO[3]`, `KEY[3:1]`."""

    name: str
    left: int | None = None
    right: int | None = None

    @staticmethod
    def of(text: str) -> "Pin":
        found = re.fullmatch(PIN, text)
        left = None if found[2] is None else int(found[2])
        return Pin(found[1], left, left if found[3] is None else int(found[3]))

    @property
    def is_whole(self) -> bool:
        return self.left is None


PIN = r"([A-Za-z_][A-Za-z0-9_$]*)(?:\[(\d{1,5})(?::(\d{1,5}))?\])?"
HIGH_IMPEDANCE = "z"


@dataclass(frozen=True)
class Clock:
    """A clock beside the one that time is counted in."""

    pin: str
    hz: int | Fraction  # a fraction only where a clock generator of the design makes it
    phase: int  # degrees of its own period, from the first clock's rising edge at power-on to its own


@dataclass
class Description:
    """One DESCRIPTION.toml, checked; paths are absolute."""

    path: Path
    name: str
    top: str
    sources: list[Path]
    contest: str
    clock_pin: str  # empty: an oscillator inside of the device
    clock_hz: int  # 0: as the parameters of that oscillator have it
    rx: str
    tx: str
    baud: int
    reset_pin: str | None = None
    reset_active: int = 1
    reset_cycles: int = 0
    parameters: dict = field(default_factory=dict)
    defines: dict = field(default_factory=dict)
    include_dirs: list[Path] = field(default_factory=list)
    ties: dict[str, int | str] = field(default_factory=dict)  # a value, or "z"
    more_clocks: list[Clock] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    ips: list[Path] = field(default_factory=list)  # Vivado's .xci files, of which modules are made
    fault_pin: str | None = None
    fault_parameter: str | None = None
    faults: dict[str, int] = field(default_factory=dict)
    capacity: dict[str, int] = field(default_factory=dict)
    registers: str = "random"  # what those hold at power-on that nobody gives a value
    settle_ns: int | None = None  # None: as long as is usual
    language: str | None = None  # None: by each source's extension
    stubs: list[str] = field(default_factory=list)  # stand-ins for cells of vendors, by name or by vendor
    waive: list[str] = field(default_factory=list)  # errors of the design that its author lets through
    inherited: list[Path] = field(default_factory=list)  # the descriptions that it stands on
    allow: list[str] = field(default_factory=list)  # which code it may run outside of the simulation
    libraries: dict[str, list[Path]] = field(default_factory=dict)  # VHDL that is not compiled into `work`, by its library's name

    @property
    def all_sources(self) -> list[Path]:
        """Those of libraries, too; each once."""
        return list(dict.fromkeys([*(file for files in self.libraries.values() for file in files), *self.sources]))


LARGEST, DEEPEST, MOST = 1 << 20, 32, 10_000  # as rig/base/toml_file.hpp has them
STRING_OR_COMMENT = re.compile(
    r"""\"{3}(?:\\.|[^\\])*?(?:\"{3,5}|\\?\Z)|'{3}.*?(?:'{3,5}|\Z)|"(?:\\[^\n]|[^"\\\n])*"?|'[^'\n]*'?|\#[^\n]*""", re.DOTALL)


def expect_bounds(path: Path, text: str):
    """Refuses what takes the parser minutes or its stack: a stranger's file that is large, deep or has thousands of keys."""
    if len(text.encode()) > LARGEST:
        raise DescriptionError(f"{path}: found {len(text.encode())} bytes, expected at most {LARGEST}.")
    bare = STRING_OR_COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    count = brackets = 0
    for number, line in enumerate(bare.split("\n"), 1):
        for key, end in re.findall(r"([^=,{}\[\]]*)([=,{}\[\]]?)", line):
            count += key.count(".") + (end in "=,{[" and end != "")
            brackets = max(0, brackets + (end in ("[", "{")) - (end in ("]", "}")))
            depth = max(brackets, key.count("."))
            if depth > DEEPEST:
                raise DescriptionError(f"{path}:{number}: found what is nested {depth} deep, expected at most {DEEPEST}.")
            if count > MOST:
                raise DescriptionError(f"{path}:{number}: found {count} keys, tables, lists and items of lists, expected at most {MOST}.")


def merged(theirs: dict, ours: dict) -> dict:
    """A table with what another one has and it does not, table by table."""
    both = {**theirs, **ours}
    for key in theirs.keys() & ours.keys():
        if isinstance(theirs[key], dict) and isinstance(ours[key], dict):
            both[key] = merged(theirs[key], ours[key])
    return both


class Reader:
    """Takes typed values out of a parsed TOML file; its errors name the file, the line and the key.

    A description may inherit another one beside it: `inherits = "board.toml"`. What it does not say is as there."""

    MOST_STEPS = 8  # of descriptions that inherit each other

    def __init__(self, path: Path, heirs: tuple[Path, ...] = ()):
        self.path = path
        self.base = None  # the reader of the description that this one inherits
        try:
            self.text = path.read_text(encoding="utf-8-sig")
        except OSError as error:
            raise DescriptionError(f"{path}: cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise DescriptionError(f"{path}: is not text in UTF-8.") from None
        expect_bounds(path, self.text)
        try:
            self.root = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise DescriptionError(f"{path}: is not TOML: {error}.") from None
        self.number_the_clocks()
        self.own = self.root
        if "inherits" in self.root:
            self.inherit((*heirs, path))

    def inherit(self, heirs: tuple[Path, ...]):
        name = self.value("", "inherits", "string")
        path = self.path.parent / name
        if "/" in name or not path.is_file():
            self.fail("", "inherits", f"found {toml_of(name)}, expected the name of a description in the same folder.")
        if path in heirs or len(heirs) > self.MOST_STEPS:
            self.fail("", "inherits", f"found {toml_of(name)}, which inherits this description, or too many others.")
        self.base = Reader(path, heirs)
        self.root = merged(self.base.root, self.own)
        faults = self.root.get("faults", {})
        without = self.own.get("faults", {}).get("without", [])
        if isinstance(faults.get("values"), dict) and isinstance(without, list):
            self.root["faults"] = {**faults, "values": {k: v for k, v in faults["values"].items() if k not in without}}

    @property
    def inherited(self) -> list[Path]:
        return [] if self.base is None else [self.base.path, *self.base.inherited]

    def stands_here(self, table: str, key: str) -> bool:
        node = self.own
        for part in [*filter(None, table.split(".")), key]:
            if not isinstance(node, dict) or part not in node:
                return False
            node = node[part]
        return True

    def stands_somewhere(self, table: str, key: str) -> bool:
        return self.stands_here(table, key) or self.base is not None and self.base.stands_somewhere(table, key)

    def number_the_clocks(self):
        """`[[clock]]` becomes the tables `clock`, `clock 2` and so on."""
        clocks = self.root.get("clock")
        if isinstance(clocks, list) and clocks and all(isinstance(clock, dict) for clock in clocks):
            for number, clock in enumerate(clocks, 1):
                self.root["clock" if number == 1 else f"clock {number}"] = clock

    def line_of(self, table: str, key: str) -> int:
        """The line where `key` of `[table]` stands; that of the table if the key cannot be found."""
        section, table_line, clocks = "", 1, 0
        for number, line in enumerate(self.text.splitlines(), 1):
            if re.match(r"\s*\[\[\s*clock\s*\]\]", line):
                clocks += 1
                section = "clock" if clocks == 1 else f"clock {clocks}"
                table_line = number if section == table else table_line
                continue
            header = re.match(r"\s*\[\s*([^\]]+?)\s*\]", line)
            if header:
                section = re.sub(r"[\"'\s]", "", header[1])
                if section == table:
                    table_line = number
                if section == (f"{table}.{key}" if table else key):
                    return number
            elif section == table and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*[=.]""", line):
                return number
        return table_line

    def fail(self, table: str, key: str, message: str):
        if self.base is not None and not self.stands_here(table, key) and self.base.stands_somewhere(table, key):
            self.base.fail(table, key, message)
        where = f"{table}.{key}" if table else key
        where = re.sub(r"^clock (\d+)\.", r"clock (number \1).", where)
        raise DescriptionError(f"{self.path}:{self.line_of(table, key)}: {where}: {message}")

    def table(self, name: str, *, required: bool) -> dict | None:
        node, parent = self.root, ""
        for part in name.split("."):
            if part not in node:
                if required:
                    raise DescriptionError(f"{self.path}: the table [{name}] is missing.")
                return None
            if not isinstance(node[part], dict):
                self.fail(parent, part, f"found {toml_of(node[part])}, expected a table.")
            node, parent = node[part], f"{parent}.{part}".strip(".")
        return node

    def known_keys(self, table: str, allowed: list[str]):
        for key in (self.table(table, required=True) if table else self.root):
            if key not in allowed and not (table == "" and re.fullmatch(r"clock \d+", key)):
                self.fail(table, key, f"unknown key. Known here: {', '.join(allowed)}.")

    def value(self, table: str, key: str, kind: str, default=None, *, required=True):
        """The value of a key, of one of the kinds below."""
        node = self.table(table, required=True) if table else self.root
        if key not in node:
            if required:
                where = f"in [{table}]" if table else "at the top"
                raise DescriptionError(f"{self.path}:{self.line_of(table, key) if table else 1}: "
                                       f"the key \"{key}\" ({KINDS[kind][0]}) is missing {where}.")
            return default
        if not KINDS[kind][1](node[key]):
            self.fail(table, key, f"found {toml_of(node[key])}, expected {KINDS[kind][0]}.")
        return node[key]

    def paths(self, key: str, *, table: str = "", required: bool, directories: bool = False) -> list[Path]:
        found = []
        for text in self.value(table, key, "list of strings", [], required=required):
            if "\0" in text:
                self.fail(table, key, f"found {toml_of(text)}, which no path may hold: a zero byte.")
            path = self.path_of(table, key, text)
            if not (path.is_dir() if directories else path.is_file()):
                what = "directory" if directories else "file"
                slip = "" if text.isprintable() else ' A backslash begins an escape: write paths with "/".'
                self.fail(table, key, f"there is no {what} \"{text}\" (looked for {path}).{slip}")
            found.append(path)
        return found

    def path_of(self, table: str, key: str, text: str) -> Path:
        """Relative to the description; behind `rig:` to the rig's own designs."""
        if not text.startswith(OF_THE_RIG):
            return (self.path.parent / text).resolve()
        path = (DESIGNS / text.removeprefix(OF_THE_RIG)).resolve()
        if not path.is_relative_to(DESIGNS):
            self.fail(table, key, f"found {toml_of(text)}, expected a path below the rig's designs ({DESIGNS}).")
        return path

    def data_files(self, sources: list[Path]) -> list[Path]:
        """What a design can read while it runs: its own, and nobody else's."""
        folders = [self.path.parent, *(source.parent for source in sources)]
        found = self.paths("files", required=False)
        for path in found:
            if not any(path.is_relative_to(folder) for folder in folders):
                self.fail("", "files", f"found {path}, which a design may not read; allowed are files below the folder of this "
                          "description or of one of its sources.")
        return found


def is_integer(value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_identifier(value) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z_][A-Za-z0-9_$]*", value) is not None


IP = ".xci"  # of Vivado
OSCILLATOR = "oscillator"
REGISTERS = ("random", "zero")  # at power-on, as the device promises
OF_THE_RIG = "rig:"  # before a path: one of the rig's own designs, wherever the rig is installed
DESIGNS = Path(__file__).resolve().parent.parent
STUBS = DESIGNS / "stubs"  # VENDOR/CELL.v
# What a design may do outside of the simulation, if its description allows it.
ALLOWABLE = {
    "$system": "starts a program",
    "$c": "puts C++ into the model",
    "dpi": "calls functions in C, or is called by them",
    "foreign": "calls functions that are not in VHDL",
}
LANGUAGES = ("verilog", "systemverilog", "vhdl")
VHDL_NAME = r"[A-Za-z](?:_?[A-Za-z0-9])*"
LIBRARIES_OF_VHDL = ("work", "std", "ieee")  # which are there without being named

KINDS = {
    "name": ("a name of letters, digits, \"_\" and \"-\"",
             lambda v: isinstance(v, str) and re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", v) is not None),
    "identifier": ("a Verilog identifier", is_identifier),
    "pin": ("a pin, as in \"clk\" or \"GPIO[3]\"",
            lambda v: isinstance(v, str) and (found := re.fullmatch(PIN, v)) is not None and found[3] is None),
    "tie": ("an integer from 0, a text such as \"0xff\", or \"z\"",
            lambda v: is_integer(v) and v >= 0 or isinstance(v, str) and re.fullmatch(r"z|0x[0-9A-Fa-f]+", v) is not None),
    "degrees": ("an integer from 0 to 359", lambda v: is_integer(v) and 0 <= v < 360),
    "string": ("a string", lambda v: isinstance(v, str)),
    "list of strings": ("a list of strings", lambda v: isinstance(v, list) and all(isinstance(x, str) for x in v)),
    "frequency": ("an integer from 1 to 4294967295", lambda v: is_integer(v) and 1 <= v < 1 << 32),
    "count": ("an integer from 0 to 1000000", lambda v: is_integer(v) and 0 <= v <= 1_000_000),
    "language": (f"one of {', '.join(LANGUAGES)}", lambda v: isinstance(v, str) and v in LANGUAGES),
    "level": ("0 or 1", lambda v: is_integer(v) and v in (0, 1)),
    "fault": ("an integer from 1 to 4294967295", lambda v: is_integer(v) and 1 <= v < 1 << 32),
    "seconds": ("a number of seconds from 0 to 600",
                lambda v: (is_integer(v) or isinstance(v, float)) and 0 <= v <= 600),
    "constant": ("an integer, a boolean, a number or a string without zero bytes",
                 lambda v: isinstance(v, (bool, int, float)) or isinstance(v, str) and "\0" not in v),
}


def toml_of(value) -> str:
    return json.dumps(value, default=str)


def read_description(path: Path) -> Description:
    path = path.resolve()
    reader = Reader(path)
    reader.known_keys("", ["inherits", "name", "top", "sources", "contest", "clock", "reset", "uart", "power_on", "capacity",
                           "parameters", "defines", "include_dirs", "ties", "files", "faults", "language", "waive",
                           "stubs", "allow", "libraries"])
    reader.known_keys("clock", ["pin", "hz", "from"])
    reader.known_keys("uart", ["rx", "tx", "baud"])
    is_inside = clock_is_inside(reader)
    sources, libraries = reader.paths("sources", required=True), read_libraries(reader)
    description = Description(
        path=path,
        inherited=reader.inherited,
        name=reader.value("", "name", "name"),
        top=reader.value("", "top", "identifier"),
        sources=[path for path in sources if path.suffix.lower() != IP],
        ips=[path for path in sources if path.suffix.lower() == IP],
        libraries=libraries,
        contest=reader.value("", "contest", "string", "", required=False),
        clock_pin="" if is_inside else reader.value("clock", "pin", "pin"),
        clock_hz=reader.value("clock", "hz", "frequency", 0, required=not is_inside or "clock 2" in reader.root),
        rx=reader.value("uart", "rx", "pin"),
        tx=reader.value("uart", "tx", "pin"),
        baud=reader.value("uart", "baud", "frequency"),
        include_dirs=reader.paths("include_dirs", required=False, directories=True),
        files=reader.data_files([*sources, *(file for files in libraries.values() for file in files)]),
        language=reader.value("", "language", "language", required=False),
    )
    if not description.all_sources:
        reader.fail("", "sources", "found no file of the design's own, expected at least one." if sources else
                    "found an empty list, expected at least one file.")
    if description.clock_hz and description.baud * 8 > description.clock_hz:
        reader.fail("uart", "baud", f"found {description.baud}, expected at most an eighth of the clock "
                                    f"({description.clock_hz // 8}).")
    for read in (read_waivers, read_allowed, read_more_clocks, read_reset, read_facts_for_the_rig, read_constants, read_faults):
        read(reader, description)
    return description


def read_libraries(reader: Reader) -> dict[str, list[Path]]:
    """The files of each library of VHDL, by its name in lower case: VHDL does not tell upper and lower case apart."""
    found: dict[str, list[Path]] = {}
    for name in reader.table("libraries", required=False) or {}:
        if re.fullmatch(VHDL_NAME, name) is None or name.lower() in (*LIBRARIES_OF_VHDL, *found):
            reader.fail("libraries", name, f"found {toml_of(name)} as a name, expected that of a library of VHDL, each once and none of "
                                           f"{', '.join(LIBRARIES_OF_VHDL)}: what belongs to work stands in `sources`.")
        found[name.lower()] = reader.paths(name, table="libraries", required=True)
        for file in found[name.lower()]:
            if file.suffix.lower() in (".v", ".vh", ".sv", ".svh"):
                reader.fail("libraries", name, f"found {file.name}, expected VHDL; Verilog stands in `sources`.")
    return found


def clock_is_inside(reader: Reader) -> bool:
    """Whether the clock comes from an oscillator inside of the device, not from a pin."""
    origin = reader.value("clock", "from", "string", required=False)
    if origin is None:
        return False
    if origin != OSCILLATOR:
        reader.fail("clock", "from", f"found {toml_of(origin)}, expected {toml_of(OSCILLATOR)}.")
    if "pin" in reader.table("clock", required=True):
        reader.fail("clock", "from", "found beside `pin`; a clock has one origin.")
    return True


def read_waivers(reader: Reader, description: Description):
    description.waive = reader.value("", "waive", "list of strings", [], required=False)
    for name in description.waive:
        if name not in WAIVABLE:
            reader.fail("", "waive", f"found \"{name}\", expected some of {', '.join(WAIVABLE)}.")

    description.stubs = reader.value("", "stubs", "list of strings", [], required=False)
    paths = sorted(STUBS.glob("*/*.v"))
    vendors, cells = sorted({path.parent.name for path in paths}), [path.stem for path in paths]
    for name in description.stubs:
        if name not in (*vendors, *cells):
            near = difflib.get_close_matches(name.lower(), known := {one.lower(): one for one in (*vendors, *cells)}, 1)
            meant = f" Is \"{known[near[0]]}\" meant?" if near else ""
            reader.fail("", "stubs", f"found \"{name}\", expected a vendor (some of {', '.join(vendors)}) or a cell that has a stand-in "
                                     f"(rtl_models/README.md lists them).{meant}")


def read_allowed(reader: Reader, description: Description):
    description.allow = reader.value("", "allow", "list of strings", [], required=False)
    for word in description.allow:
        if word not in ALLOWABLE:
            reader.fail("", "allow", f"found \"{word}\", expected some of {', '.join(ALLOWABLE)}.")


def read_reset(reader: Reader, description: Description):
    if reader.table("reset", required=False) is None:
        return
    reader.known_keys("reset", ["pin", "active", "cycles"])
    description.reset_pin = reader.value("reset", "pin", "pin")
    description.reset_active = reader.value("reset", "active", "level", 1, required=False)
    description.reset_cycles = reader.value("reset", "cycles", "count", 4, required=False)


def read_facts_for_the_rig(reader: Reader, description: Description):
    """What the model hands on."""
    if (power_on := reader.table("power_on", required=False)) is not None:
        reader.known_keys("power_on", ["settle", "registers"])
        description.registers = reader.value("power_on", "registers", "string", description.registers, required=False)
        if description.registers not in REGISTERS:
            reader.fail("power_on", "registers", f"found \"{description.registers}\", expected one of {', '.join(REGISTERS)}.")
        if (settle := reader.value("power_on", "settle", "seconds", required="registers" not in power_on)) is not None:
            description.settle_ns = round(settle * 1_000_000_000)
    if reader.table("capacity", required=False) is not None:
        reader.known_keys("capacity", ["columns", "rows"])
        for key in ("columns", "rows"):
            description.capacity[key] = reader.value("capacity", key, "count")


def read_constants(reader: Reader, description: Description):
    for table in ("parameters", "defines"):
        for key in reader.table(table, required=False) or {}:
            if not is_identifier(key):
                reader.fail(table, key, f"found {toml_of(key)} as a name, expected {KINDS['identifier'][0]}.")
            getattr(description, table)[key] = reader.value(table, key, "constant")
    for key in reader.table("ties", required=False) or {}:
        if re.fullmatch(PIN, key) is None:
            reader.fail("ties", key, "expected a pin or bits of one, as in SW, \"GPIO[3]\" or \"KEY[3:1]\".")
        value = reader.value("ties", key, "tie")
        description.ties[key] = int(value, 16) if isinstance(value, str) and value != HIGH_IMPEDANCE else value


def read_more_clocks(reader: Reader, description: Description):
    number = 2
    while reader.table(f"clock {number}", required=False) is not None:
        table = f"clock {number}"
        reader.known_keys(table, ["pin", "hz", "phase"])
        description.more_clocks.append(Clock(reader.value(table, "pin", "pin"), reader.value(table, "hz", "frequency"),
                                             reader.value(table, "phase", "degrees", 0, required=False)))
        number += 1
    if description.clock_hz and common_time(description.clock_hz, description.more_clocks).too_long:
        reader.fail("clock", "hz", "the frequencies of the clocks have too little in common; round them.")


def read_faults(reader: Reader, description: Description):
    if reader.table("faults", required=False) is None:
        return
    reader.known_keys("faults", ["pin", "parameter", "values", "without"])
    for name in reader.value("faults", "without", "list of strings", [], required=False):
        if reader.base is None or not reader.base.stands_somewhere("faults.values", name):
            reader.fail("faults", "without", f"found {toml_of(name)}, expected a fault of the description that is inherited.")
    description.fault_pin = reader.value("faults", "pin", "identifier")
    description.fault_parameter = reader.value("faults", "parameter", "identifier", required=False)
    for key in reader.table("faults.values", required=True):
        description.faults[key] = reader.value("faults.values", key, "fault")
