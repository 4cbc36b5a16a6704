"""VHDL through GHDL's synthesis: each entity that Verilog needs becomes a Verilog file."""

import os
import re
from dataclasses import replace
from pathlib import Path

from .description import Description
from .errors import DescriptionError, ToolError
from .tools import Tools, first_line_of

EXTENSIONS = (".vhd", ".vhdl")
# Every register becomes one of Verilog's; the packages of Synopsys are part of most designs.
GHDL_FLAGS = ["--std=08", "-fsynopsys", "-frelaxed"]
TRAPS = (
    (r"reserved word|unexpected token|';' (?:is )?expected", "GHDL reads VHDL-2008, which has more reserved words than VHDL-93."),
    (r"cannot find resource library|cannot find library|no declaration for library", "Everything is compiled into the library `work`: change `library x; use x.y` to `use work.y`."),
    (r"unit \"?\w+\"? not found|not found in library|cannot find entity|was not analy[sz]ed", "None of the files in `sources` declares it."),
    (r"wait condition|wait statement|unhandled .*wait|after clause|file type|textio", "Only what can be synthesized can be simulated here: no `wait for`, no `after`, no files."),
    (r"no elaboration|not synthesizable|not handled|unsupported|cannot synth|cannot handle|GHDL Bug occurred", "GHDL's synthesis does not know this construct; write it in another way."),
)


def vhdl_sources(description: Description) -> list[Path]:
    return [source for source in description.sources
            if description.language == "vhdl" or source.suffix.lower() in EXTENSIONS]


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
        self.entities = [name for source in self.sources for name in entities_of(source)]
        self.modules: dict[str, str] = {}  # text by name

    def translated(self) -> Description:
        """The same design, in Verilog alone; parameters of a top in VHDL have become part of it."""
        description = self.description
        top_is_vhdl = description.top.lower() in map(str.lower, self.entities)
        roots = [description.top] if top_is_vhdl else self.entities_used_by_verilog()
        if not roots:
            raise DescriptionError(f"{description.path}: top: no entity or module \"{description.top}\" uses the VHDL sources. Their "
                                   f"entities are: {', '.join(self.entities) or 'none'}.")
        for root in roots:
            self.synthesize(root, self.parameters if top_is_vhdl else {})
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / "from_vhdl.v"
        file.write_text("\n".join(self.modules.values()))
        changes = {"parameters": {}, "fault_parameter": None, "top": self.as_written(description.top)} if top_is_vhdl else {}
        language = None if description.language == "vhdl" else description.language
        return replace(description, sources=[*self.verilog, file], language=language, **changes)

    def as_written(self, entity: str) -> str:
        return next(name for name in self.entities if name.lower() == entity.lower())

    def entities_used_by_verilog(self) -> list[str]:
        words = {word for source in self.verilog for word in re.findall(r"\w+", source.read_text(errors="replace"))}
        return [entity for entity in self.entities if entity in words]

    def with_extensions(self) -> list[Path]:
        """The sources; GHDL insists on its extensions."""
        named = []
        for number, source in enumerate(self.sources):
            if source.suffix.lower() not in EXTENSIONS:
                link = self.folder / f"{number}" / f"{source.name}.vhd"
                link.parent.mkdir(parents=True, exist_ok=True)
                link.unlink(missing_ok=True)
                link.symlink_to(source)
                source = link
            named.append(source)
        return named

    def synthesis(self, entity: str, generics: dict, language: str):
        # Without `-de`, places in arrays of arrays are computed as if each had a power of two of elements.
        command = [ghdl(), "--synth", *GHDL_FLAGS, "-de", f"--out={language}", *(f"-g{name}={generic(value)}" for name, value in generics.items()),
                   *map(str, self.with_extensions()), "-e", entity]
        return self.tools.run(command, cwd=self.folder.parent)

    def synthesize(self, entity: str, generics: dict):
        result = self.synthesis(entity, generics, "verilog")
        said = result.stdout + result.stderr if result.returncode else result.stderr
        if result.returncode != 0 or not result.stdout.strip():
            hints = [hint for pattern, hint in TRAPS if re.search(pattern, said, re.I)]
            told = re.sub(r"\n\*{5,} GHDL Bug occurred .*?\n\*{5,}\n", "", said, flags=re.S)  # what a maintainer of GHDL wants to know
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
                self.modules.setdefault(name, self.with_room(text))

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
        return any(re.search(r"^[^\n]*?\b(?:case|select)\s*\?", re.sub(r"--[^\n]*", "", source.read_text(errors="replace")), re.M | re.I)
                   for source in self.sources)

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


def entities_of(source: Path) -> list[str]:
    text = re.sub(r"--[^\n]*", "", source.read_text(errors="replace"))
    return re.findall(r"^\s*entity\s+(\w+)\s+is\b", text, re.M | re.I)


def generic(value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def modules_of(verilog: str) -> list[tuple[str, str]]:
    """Name and text of each module that GHDL wrote."""
    text = "".join(line if line.startswith("  /*") else in_verilog(line) for line in verilog.splitlines(keepends=True))
    text = re.sub(r"(\n  initial\n    .+) <= ", r"\1 = ", text)  # what is assigned in `always @*` is assigned by `=` alone
    return [(found[1], with_rotations(found[0]) + "\n") for found in re.finditer(r"^module (\w+).*?^endmodule", text, re.M | re.S)]


def with_rotations(module: str) -> str:
    def rotation(found: re.Match) -> str:
        bits = re.search(rf"^  wire \[(\d+):0\] {found[1]};", module, re.M)
        width = int(bits[1]) + 1 if bits else 1
        return f"  assign {found[1]} = {found[2]} << ({found[3]} % {width}) | {found[2]} >> ({width} - {found[3]} % {width});"

    return re.sub(r"^  (\S+) <= std_logic_vector \(rotate_left \(\$unsigned\((.+)\), to_integer \(\$unsigned\((.+)\)\)\)\);", rotation, module,
                  flags=re.M)


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
