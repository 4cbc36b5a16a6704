"""VHDL through GHDL's synthesis: each entity that Verilog needs becomes a Verilog file."""

import os
import re
import struct
from collections import Counter
from dataclasses import replace
from pathlib import Path

from .description import Description
from .errors import DescriptionError, ToolError
from .tools import Tools, first_line_of
from .vhdl_places import entities_in, with_places
from .vhdl_vendors import booleans_of, vendor_packages, with_words_for_booleans

EXTENSIONS = (".vhd", ".vhdl")
# Every register becomes one of Verilog's; the packages of Synopsys are part of most designs.
GHDL_FLAGS = ["--std=08", "-fsynopsys", "-frelaxed"]
TRAPS = (
    (r"reserved word|unexpected token|';' (?:is )?expected", "GHDL reads VHDL-2008, which has more reserved words than VHDL-93."),
    (r"cannot find resource library|cannot find library|no declaration for library", "What is in `sources` is compiled into the library `work`. Name the files of another one in the description: `[libraries]` `x = [\"y.vhd\"]`."),
    (r"unit \"?\w+\"? not found|not found in library|cannot find entity|was not analy[sz]ed", "None of the files in `sources` and `[libraries]` declares it."),
    (r"cannot open file", "GHDL reads such a file when it synthesizes: list it in `files`, and let the VHDL name it without a path from the root."),
    (r"wait condition|wait statement|unhandled .*wait|after clause|file type|textio", "Only what can be synthesized can be simulated here: no `wait for`, no `after`, no files but for the first contents of a memory."),
    (r"no elaboration|not synthesizable|not handled|unsupported|cannot synth|cannot handle|GHDL Bug occurred", "GHDL's synthesis does not know this construct; write it in another way."),
)
LITERAL = r'"([^"\n\0]{1,200})"'
DEPTH = 8  # of the folder from which GHDL reads data: names may lead out of as many, as in `../../mem/rom.hex`


def vhdl_sources(description: Description) -> list[Path]:
    """Those of libraries, and those among `sources`."""
    in_libraries = {file for files in description.libraries.values() for file in files}
    return [source for source in description.all_sources
            if description.language == "vhdl" or source.suffix.lower() in EXTENSIONS or source in in_libraries]


def ghdl() -> str:
    return os.environ.get("GHDL", "ghdl")


def ghdl_version() -> str:
    try:
        return first_line_of([ghdl(), "--version"])
    except ToolError as error:
        raise ToolError(f"{error} It reads VHDL; Debian's package is \"ghdl\" (apt install ghdl).") from None


class Translation:
    """The VHDL of a design, as Verilog."""

    def __init__(self, description: Description, parameters: dict, folder: Path, tools: Tools):
        self.description, self.parameters, self.folder, self.tools = description, parameters, folder, tools
        self.sources = vhdl_sources(description)
        self.verilog = [source for source in description.sources if source not in self.sources]
        self.texts = {source: re.sub(r"--[^\n]*", "", source.read_text(errors="replace")) for source in self.sources}
        self.declared = [entity for source in self.sources for entity in entities_in(source)]
        self.entities = [entity.name for entity in self.declared]
        self.libraries = {**description.libraries, "work": [source for source in description.sources if source in self.sources]}
        self.renamed: dict[str, Path] = {}  # what GHDL is given under another name, by that name
        self.modules: dict[str, str] = {}  # text by name

    def translated(self) -> Description:
        """The same design, in Verilog alone; parameters of a top in VHDL have become part of it."""
        description = self.description
        top_is_vhdl = description.top.lower() in map(str.lower, self.entities)
        roots = [description.top] if top_is_vhdl else self.entities_used_by_verilog()
        if not roots:
            raise DescriptionError(f"{description.path}: top: no entity or module \"{description.top}\" uses the VHDL sources. Their "
                                   f"entities are: {', '.join(self.entities) or 'none'}.")
        self.refuse_files_that_are_not_listed()
        self.command_line = self.command_line_of_files()
        self.place_to_read_from = self.with_data()
        self.reals, self.booleans = self.generics_of_type_real(), {name for text in self.texts.values() for name in booleans_of(text)}
        for root in roots:
            self.synthesize(root, self.parameters if top_is_vhdl else {})
        file = self.folder / "from_vhdl.v"
        file.write_text("\n".join(with_places(text, self.declared, self.renamed) for text in self.modules.values()))
        changes = {"parameters": {}, "fault_parameter": None, "top": self.as_written(description.top)} if top_is_vhdl else {}
        language = None if description.language == "vhdl" else description.language
        return replace(description, sources=[*self.verilog, file], libraries={}, language=language, **changes)

    def as_written(self, entity: str) -> str:
        return next(name for name in self.entities if name.lower() == entity.lower())

    def entities_used_by_verilog(self) -> list[str]:
        words = {word for source in self.verilog for word in re.findall(r"\w+", source.read_text(errors="replace"))}
        return [entity for entity in self.entities if entity in words]

    def command_line_of_files(self) -> list[str]:
        """Each library with its files; those that describe vendors' cells are made here."""
        words = []
        mentioned = {name.lower() for text in self.texts.values() for names in re.findall(r"\blibrary\s+([\w\s,]+);", text, re.I)
                     for name in re.findall(r"\w+", names)}
        vendors = vendor_packages(mentioned - self.libraries.keys(), self.folder / "vendors")
        self.texts.update((file, file.read_text()) for files in vendors.values() for file in files)
        for library, files in {**vendors, **self.libraries}.items():
            words += [f"--work={library}", *(str(self.as_ghdl_takes_it(file)) for file in files)] if files else []
        return words

    def as_ghdl_takes_it(self, source: Path) -> Path:
        """A file with one of its extensions, and without the `in` of VHDL-87 that the vendors' tools take in `file f : text is in "rom.hex"`."""
        written = source.read_bytes()
        taken = re.sub(rb"(\bfile\s+\w+\s*:\s*\w+\s+is\s+)in\b", rb"\1  ", written, flags=re.I)
        if source.suffix.lower() in EXTENSIONS and taken == written:
            return source
        copy = self.folder / f"{len(self.renamed)}" / f"{source.name}.vhd"
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(taken)
        self.renamed[str(copy)] = source
        return copy

    def refuse_files_that_are_not_listed(self):
        """GHDL looks beside the source, too, and from the root. What it finds there is no input of the model, whatever becomes of it."""
        if not any(re.search(r"\bfile\s+[\w\s,]+:|\bfile_open\b", text, re.I) for text in self.texts.values()):
            return
        names = [(source, found[1], f"{source}:{source_line(text, found.start())}") for source, text in self.texts.items() for found in re.finditer(LITERAL, text)]
        names += [(source, value, f"parameters.{key}") for key, value in self.parameters.items() if isinstance(value, str) for source in self.sources]
        for source, name, place in names:
            path = Path(os.path.normpath(source.parent / name))
            if os.path.isfile(path) and path.resolve() not in (*self.description.files, *self.sources):
                raise DescriptionError(f"{self.description.path}: files: {place} names \"{name}\", which is not among them. What VHDL reads has to be listed.")

    def with_data(self) -> Path:
        """A folder from which data files are found as the VHDL names them: GHDL reads the first contents of memories."""
        root = self.folder / "data"
        place = root.joinpath(*["below"] * DEPTH)
        place.mkdir(parents=True, exist_ok=True)
        literals = {literal for text in self.texts.values() for literal in re.findall(LITERAL, text)}
        literals |= {value for value in self.parameters.values() if isinstance(value, str)}
        for file in self.description.files:
            for name in {file.name, *(literal for literal in literals if re.split(r"[\\/]", literal)[-1] == file.name)}:
                target = Path(os.path.normpath(place / name))
                if target.is_relative_to(root):
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(with_last_line(file.read_bytes()))
        return place

    def home_of(self, entity: str) -> str:
        """Where it is compiled; `work` goes first."""
        libraries = [library for library, files in reversed(self.libraries.items())
                     if any(one.name.lower() == entity.lower() and one.path in files for one in self.declared)]
        return libraries[0]

    def synthesis(self, entity: str, generics: dict, language: str):
        # Without `-de`, places in arrays of arrays are computed as if each had a power of two of elements.
        command = [ghdl(), "--synth", *GHDL_FLAGS, "-de", f"--out={language}", *(f"-g{name}={generic(value)}" for name, value in generics.items()),
                   *self.command_line, f"--work={self.home_of(entity)}", "-e", entity]
        return self.tools.run(command, cwd=self.place_to_read_from)

    def synthesize(self, entity: str, generics: dict):
        result = self.synthesis(entity, generics, "verilog")
        said = result.stdout + result.stderr if result.returncode else result.stderr
        for name, source in self.renamed.items():
            said = said.replace(name, str(source))
        if result.returncode != 0 or not result.stdout.strip():
            errors = errors_in(said)
            hints = [hint for pattern, hint in TRAPS if re.search(pattern, errors, re.I)]
            if "file operation failed" in errors:
                hints = ["A file is read beyond its end: it has fewer lines, or shorter ones, than the VHDL asks for."]
            if "control_simulation" in errors:
                hints.append(f"`finish` and `stop` end a simulation, and no hardware does: leave {self.place_of_finish()} out.")
            told = re.sub(r"\n\*{5,} GHDL Bug occurred .*?\n\*{5,}\n", "", errors, flags=re.S)  # what a maintainer of GHDL wants to know
            raise DescriptionError("\n".join([f"{self.description.path}: GHDL cannot synthesize \"{entity}\":", told.strip(), *hints]))
        if ignored := re.search(r"^(\S+:\d+):\d+:warning: choice with meta-value is ignored", said, re.M):
            if self.has_matching_case():
                raise DescriptionError(f"{self.description.path}: GHDL ignores the choice at {ignored[1]}, since it has a '-'; "
                                       "write that statement as if and elsif.")
        open_boxes = {name.lower() for name in re.findall(r"of component \"(\w+)\" is not bound", said)}
        modules = modules_of(result.stdout)
        if any(re.search(CASE, text) for _, text in modules):
            others = choices_of_others(self.synthesis(entity, generics, "raw-vhdl").stdout)
            modules = [(name, self.with_defaults(name, text, others)) for name, text in modules]
        for name, text in modules:
            if name.lower() not in open_boxes:  # those are Verilog's, or stand-ins
                text = with_short_contents(self.with_room(without_what_roms_were(text)))
                self.modules.setdefault(name, with_words_for_booleans(with_reals(text, self.reals), self.booleans))

    def generics_of_type_real(self) -> set[str]:
        lists = [names for text in self.texts.values() for names in re.findall(r"((?:\w+\s*,\s*)*\w+)\s*:\s*real\b", text, re.I)]
        return {name.lower() for names in lists for name in re.findall(r"\w+", names)}

    def place_of_finish(self) -> str:
        """Where the first one is; GHDL names only its own package."""
        calls = ((source, found) for source, text in self.texts.items() if (found := re.search(r"^\s*(?:finish|stop)\s*(?:\([^;]*\)\s*)?;", text, re.M | re.I)))
        return next((f"that of {source}:{source_line(self.texts[source], found.end())}" for source, found in calls), "it")

    def with_room(self, text: str) -> str:
        """GHDL finds an element of an array of several dimensions by their bits behind each other, and gives its memory no room for that."""
        def enlarged(found: re.Match) -> str:
            name, first = found["name"], found["first"]
            address = next((net for net in re.findall(rf"(?<![\w.]){re.escape(name)}\[(n\w+)\]", text)
                            if re.search(rf"^  assign {net} = {{.*}};$", text, re.M)), None)
            bits = re.search(rf"^  wire \[(\d+):0\] {address};", text, re.M)
            if bits is None or int(found["last"]) + 1 >= 2 << int(bits[1]):
                return found[0]
            if len(set(re.findall(r" = (.*);", found["values"]))) > 1:
                index = re.search(rf"^  assign {address} = {{(\w+),", text, re.M)
                place = index and re.search(rf"/\* (\S+:\d+):\d+ +\*/\n  assign {index[1]} = ", text)
                raise DescriptionError(f"{self.description.path}: GHDL mixes up the elements of an array of two dimensions"
                                       f"{f', which is read at {place[1]}' if place else ''}; "
                                       "write it with one.")
            values = "".join(f"    {name}[{index}] = {first};\n" for index in range(2 << int(bits[1]))) if first else ""
            return f"{found['type']}{name}[{(2 << int(bits[1])) - 1}:0] ; // memory\n" + (values and f"  initial begin\n{values}    end\n")

        return re.sub(MEMORY, enlarged, text)

    def has_matching_case(self) -> bool:
        """`case?` and `select?`; in others, a '-' is chosen by a '-' alone, and no hardware has that."""
        return any(re.search(r"^[^\n]*?\b(?:case|select)\s*\?", text, re.M | re.I) for text in self.texts.values())

    def with_defaults(self, module: str, text: str, others: dict[tuple[str, str], str]) -> str:
        """GHDL leaves out of its Verilog what is chosen in no case; without that, a register nobody declared would hold the old value."""
        declared = {as_in_vhdl(name): name for name in re.findall(r"(?:\\\S+ |\w+)(?=;|,\n|\);)", text)}

        def completed(found: re.Match) -> str:
            target = re.search(r": (\S+) <= ", found["choices"])[1]
            value = verilog_of(others.get((module.lower(), target.lower()), ""), declared)
            if value is None:
                raise DescriptionError(f"{self.description.path}: GHDL's Verilog does not say what is chosen in the other cases of the "
                                       f"statement at {found['place'] or 'a place that it does not name'}; write that statement as if and elsif.")
            return f"{found['head']}{found['choices']}      default: {target} <= {value};\n{found['end']}"

        return re.sub(CASE, completed, text)


# A case statement that covers some values alone: where it stands in the VHDL, its choices, and its end.
CASE = (r"(?P<head>(?:  /\* (?P<place>\S+:\d+):\d+ +\*/\n)?  always @\*\n    case \(\S+\)\n)"
        r"(?P<choices>(?:      \d+'b[01]+: \S+ <= .*;\n)+)(?P<end>    endcase)")

# A memory and its initial values.
MEMORY = (r"(?P<type>  reg (?:\[\d+:0\] )?)(?P<name>\\?\w+ ?)\[(?P<last>\d+):0\] ; // memory\n"
          r"(?P<values>(?:  initial begin\n(?:    \S+ ?\[\d+\] = (?P<first>.*);\n)+    end\n)?)")


def errors_in(said: str) -> str:
    """What GHDL says without its warnings and notes, and without what the design reports; all of it where nothing else is left."""
    messages = re.split(r"^(?=\S+?:\d+:\d+:)", said, flags=re.M)
    return "".join(one for one in messages if not re.match(r"\S+?:\d+:\d+:(?:warning|note|\((?:report|assertion) (?:note|warning)\)):", one)) or said


def with_last_line(data: bytes) -> bytes:
    """Text whose last line ends like the others; GHDL reads no other."""
    return data + b"\n" if data.isascii() and b"\0" not in data and not data.endswith(b"\n") else data


def source_line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def choices_of_others(vhdl: str) -> dict[tuple[str, str], str]:
    """What GHDL's own VHDL chooses in no case, by module and net."""
    found = {}
    for part in re.split(r"^architecture \w+ of ", vhdl, flags=re.M)[1:]:
        module = re.match(r"\\?\w+", part)[0].lstrip("\\").lower()
        for chosen in re.finditer(r"with \S+ select (\w+) <=\n.*?^\s*([^\n]+?) when others;", part, re.M | re.S):
            found[module, chosen[1].lower()] = chosen[2]
    return found


def verilog_of(value: str, declared: dict[str, str]) -> str | None:
    """A constant of GHDL's VHDL, or one of the nets that its Verilog declares."""
    if bits := re.fullmatch(r"\"([01XZ]+)\"|'([01XZ])'", value, re.I):
        digits = bits[1] or bits[2]
        return f"{len(digits)}'b{digits.lower()}"
    if filled := re.fullmatch(r"\((\d+) downto 0 => '([01XZ])'\)", value, re.I):
        return f"{{{int(filled[1]) + 1}{{1'b{filled[2].lower()}}}}}"
    if digits := re.fullmatch(r"X\"([0-9a-f]+)\"", value, re.I):
        return f"{4 * len(digits[1])}'h{digits[1]}"
    return declared.get(as_in_vhdl(value))


def as_in_vhdl(name: str) -> str:
    """A name without what makes an extended one of it, in either language: `\\a\\` and `\\a ` are one."""
    return name.strip().strip("\\").lower()


def generic(value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


ASSERTION = r"  always @\*\n    if \(!\S+\)\n      \$fatal\(1, \"assertion[^\n]*\);\n"


def modules_of(verilog: str) -> list[tuple[str, str]]:
    """Name and text of each module that GHDL wrote."""
    text = "".join(line if line.startswith("  /*") else in_verilog(line) for line in verilog.splitlines(keepends=True))
    text = re.sub(r"(\n  initial\n    .+) <= ", r"\1 = ", text)  # what is assigned in `always @*` is assigned by `=` alone
    text = re.sub(ASSERTION, "", text)  # of any severity; no hardware has them
    return [(found[1], with_rotations(found[0]) + "\n") for found in re.finditer(r"^module (\w+).*?^endmodule", text, re.M | re.S)]


def with_rotations(module: str) -> str:
    def rotation(found: re.Match) -> str:
        bits = re.search(rf"^  wire \[(\d+):0\] {found[1]};", module, re.M)
        width = int(bits[1]) + 1 if bits else 1
        return f"  assign {found[1]} = {found[2]} << ({found[3]} % {width}) | {found[2]} >> ({width} - {found[3]} % {width});"

    return re.sub(r"^  (\S+) <= std_logic_vector \(rotate_left \(\$unsigned\((.+)\), to_integer \(\$unsigned\((.+)\)\)\)\);", rotation, module,
                  flags=re.M)


# A signal that is a constant: GHDL leaves it there where it has made a memory of it.
CONSTANT_SIGNAL = re.compile(r"^  /\*[^\n]*\n  always @\*\n    (?P<name>\w+) = \d+'b[01XxZz]+; // \(isignal\)\n  initial\n    (?P=name) = [^\n]*\n", re.M)


def without_what_roms_were(module: str) -> str:
    """All of a memory as one number, which nobody reads, is longer than Verilator takes numbers."""
    for found in list(CONSTANT_SIGNAL.finditer(module)):
        if len(re.findall(rf"(?<!\w){found['name']}(?!\w)", re.sub(r"//[^\n]*|/\*[^\n]*\*/", "", module))) == 3:
            module = re.sub(rf"^  reg (?:\[\d+:0\] )?{found['name']};\n", "", module.replace(found[0], ""), flags=re.M)
    return module


# The contents of a memory: its name, how many words it has, and each of these.
CONTENTS = re.compile(r"^  initial begin\n(?P<words>    (?P<name>\\?\w+ ?)\[\d+\] = .*;\n(?:    (?P=name)\[\d+\] = .*;\n)+)    end\n", re.M)
FEW_WORDS = 64


def with_short_contents(module: str) -> str:
    """Where a memory is large, the word that it has most often is filled in by a loop: compiling a line for each takes minutes."""
    def shorter(found: re.Match) -> str:
        words = re.findall(r"\[(\d+)\] = (.*);", found["words"])
        name, first, last = found["name"], min(int(at) for at, _ in words), max(int(at) for at, _ in words)
        if not FEW_WORDS < len(words) == last - first + 1:
            return found[0]
        (usual, _), = Counter(value for _, value in words).most_common(1)
        others = "".join(f"    {name}[{at}] = {value};\n" for at, value in words if value != usual)
        return f"  initial begin : fill_{first}_{found.start()}\n    integer rig_word;\n    for (rig_word = {first}; rig_word <= {last}; rig_word = rig_word + 1) {name}[rig_word] = {usual};\n{others}    end\n"

    return CONTENTS.sub(shorter, module)


def with_reals(module: str, names: set[str]) -> str:
    """GHDL writes the bits of a real number where it hands one to a generic."""
    def number(found: re.Match) -> str:
        value = struct.unpack(">d", int(found[2], 2).to_bytes(8, "big"))[0]
        return f".{found[1]}({value})" if found[1].lower() in names else found[0]

    return re.sub(r"\.(\w+)\(64'b([01]{64})\)", number, module)


def in_verilog(line: str) -> str:
    for pattern, replacement in WRITTEN_AS_VHDL:
        line = re.sub(pattern, replacement, line)
    return line


# Those of Verilog 2005 that are none of VHDL.
WORDS_OF_VERILOG = "|".join("""always assign automatic buf bufif0 bufif1 casex casez cell cmos config deassign default defparam design disable edge
    endcase endconfig endfunction endgenerate endmodule endprimitive endspecify endtable endtask event forever fork highz0 highz1 ifnone incdir
    include initial inout input instance integer join large liblist localparam macromodule medium module negedge nmos noshowcancelled notif0 notif1
    output parameter pmos posedge primitive pull0 pull1 pulldown pullup rcmos real realtime reg repeat rnmos rpmos rtran rtranif0 rtranif1 scalared
    showcancelled signed small specify specparam strong0 strong1 supply0 supply1 table task time tran tranif0 tranif1 tri tri0 tri1 triand trior
    trireg unsigned vectored wand weak0 weak1 wire wor""".split())
# What GHDL 2.0 writes into its Verilog as VHDL has it: a text to Verilog, or unsigned, or no Verilog at all.
ASSIGNED = r"^  (?:assign )?(\S+) <?= "
WRITTEN_AS_VHDL = (
    # Constants of more than 32 bits.
    (r"\"([01XZ]{33,})\"", lambda found: f"{len(found[1])}'b{found[1].lower()}"),
    # Operators on signed numbers.
    (rf"{ASSIGNED}std_logic_vector\(abs (.+)\);", r"  assign \1 = \2 < 0 ? -\2 : \2;"),
    (rf"{ASSIGNED}(.+) when (.+) else (.+);", r"  assign \1 = \3 ? \2 : \4;"),
    (rf"{ASSIGNED}(\$signed\(.+\)) >> (.+);", r"  assign \1 = \2 >>> \3;"),
    (rf"{ASSIGNED}(.+) ([/%]) (.+); // s(?:div|rem)", r"  assign \1 = $signed(\2) \3 $signed(\4);"),
    (rf"{ASSIGNED}(.+) % (.+); // smod", r"  assign \1 = $signed(\2) % $signed(\3) != 0 && ($signed(\2) < 0) != ($signed(\3) < 0) ?"
                                       r" $signed(\2) % $signed(\3) + $signed(\3) : $signed(\2) % $signed(\3);"),
    # Elements and slices at places that are computed.
    (r"\[(\S+) \+ (\d+) -: (\d+)\]; //\(dyn_extract\)", r"[\1 + \2 +: \3];"),
    (r"^    (\S+) \[(\S+) \+ (\d+) -: (\d+)\] <= ", lambda found: f"    {found[1]} [{found[2]} + {found[3]} +: {int(found[4]) + 1}] <= "),
    (r"resize ?\((\$unsigned\([^()]+\)), \d+\)", r"\1"),
    (rf"{ASSIGNED}std_logic_vector \((\$unsigned\([^()]+\) \+ \$unsigned\([^()]+\))\);", r"  assign \1 = \2;"),
    # Extended names, and names that are words of Verilog; behind those it sets what cannot follow a name.
    (r"\\([^\s\\]+)\\", r"\\\1 "),
    (rf"(?<![\\\w'$])({WORDS_OF_VERILOG})(?=\[| *[=<,;)}}?^&|+*/%-]| [:!>(])", r"\\\1 "),
)
