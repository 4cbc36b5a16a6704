"""VHDL through GHDL's synthesis: each entity that Verilog needs becomes a Verilog file."""

import os
import re
from dataclasses import replace
from pathlib import Path

from .description import Description
from .errors import DescriptionError, ToolError
from .tools import first_line_of, run

EXTENSIONS = (".vhd", ".vhdl")
# Every register becomes one of Verilog's; the packages of Synopsys are part of most designs.
GHDL_FLAGS = ["--std=08", "-fsynopsys", "-frelaxed"]
TRAPS = (
    (r"reserved word|unexpected token|';' (?:is )?expected", "GHDL reads VHDL-2008, which has more reserved words than VHDL-93."),
    (r"cannot find resource library|cannot find library|no declaration for library", "Everything is compiled into the library `work`: change `library x; use x.y` to `use work.y`."),
    (r"unit \"?\w+\"? not found|not found in library|cannot find entity|was not analy[sz]ed", "None of the files in `sources` declares it."),
    (r"wait condition|wait statement|unhandled .*wait|after clause|file type|textio", "Only what can be synthesized can be simulated here: no `wait for`, no `after`, no files."),
    (r"no elaboration|not synthesizable|not handled|unsupported|cannot synth", "GHDL's synthesis does not know this construct; write it in another way."),
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

    def __init__(self, description: Description, parameters: dict, folder: Path):
        self.description, self.parameters, self.folder = description, parameters, folder
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
        command = [ghdl(), "--synth", *GHDL_FLAGS, f"--out={language}", *(f"-g{name}={generic(value)}" for name, value in generics.items()),
                   *map(str, self.with_extensions()), "-e", entity]
        return run(command, cwd=self.folder.parent)

    def synthesize(self, entity: str, generics: dict):
        result = self.synthesis(entity, generics, "verilog")
        said = result.stdout + result.stderr if result.returncode else result.stderr
        if result.returncode != 0 or not result.stdout.strip():
            hints = [hint for pattern, hint in TRAPS if re.search(pattern, said, re.I)]
            raise DescriptionError("\n".join([f"{self.description.path}: GHDL cannot synthesize \"{entity}\":", said.strip(), *hints]))
        open_boxes = {name.lower() for name in re.findall(r"of component \"(\w+)\" is not bound", said)}
        modules = modules_of(result.stdout)
        if any(re.search(CASE, text) for _, text in modules):
            others = choices_of_others(self.synthesis(entity, generics, "raw-vhdl").stdout)
            modules = [(name, self.with_defaults(name, text, others)) for name, text in modules]
        for name, text in modules:
            if name.lower() not in open_boxes:  # those are Verilog's, or stand-ins
                self.modules.setdefault(name, text)


    def with_defaults(self, module: str, text: str, others: dict[tuple[str, str], str]) -> str:
        """GHDL leaves out of its Verilog what is chosen in no case; without that, a register nobody declared would hold the old value."""
        def completed(found: re.Match) -> str:
            target = re.search(r": (\S+) <= ", found[1])[1]
            value = others.get((module.lower(), target.lower()))
            if value is None:
                raise DescriptionError(f"{self.description.path}: GHDL's Verilog of \"{module}\" does not say what \"{target}\" is in the other "
                                       "cases; write the case statement as if and elsif.")
            return f"{found[1]}      default: {target} <= {value};\n{found[2]}"

        return re.sub(CASE, completed, text)


# A case statement that covers some values alone; its choices, and its end.
CASE = r"(    case \(\S+\)\n(?:      \d+'b[01]+: \S+ <= .*;\n)+)(    endcase)"


def choices_of_others(vhdl: str) -> dict[tuple[str, str], str]:
    """What GHDL's own VHDL chooses in no case, as Verilog, by module and net."""
    found = {}
    for part in re.split(r"^architecture \w+ of ", vhdl, flags=re.M)[1:]:
        module = re.match(r"\\?\w+", part)[0].lstrip("\\").lower()
        for chosen in re.finditer(r"with \S+ select (\w+) <=\n.*?^\s*([^\n]+?) when others;", part, re.M | re.S):
            value = verilog_of(chosen[2])
            if value is not None:
                found[module, chosen[1].lower()] = value
    return found


def verilog_of(value: str) -> str | None:
    """A constant or a net of GHDL's VHDL."""
    if bits := re.fullmatch(r"\"([01X]+)\"|'([01X])'", value, re.I):
        digits = bits[1] or bits[2]
        return f"{len(digits)}'b{digits.lower()}"
    if digits := re.fullmatch(r"X\"([0-9a-f]+)\"", value, re.I):
        return f"{4 * len(digits[1])}'h{digits[1]}"
    return value if re.fullmatch(r"[A-Za-z]\w*", value) else None


def entities_of(source: Path) -> list[str]:
    text = re.sub(r"--[^\n]*", "", source.read_text(errors="replace"))
    return re.findall(r"^\s*entity\s+(\w+)\s+is\b", text, re.M | re.I)


def generic(value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def modules_of(verilog: str) -> list[tuple[str, str]]:
    """Name and text of each module that GHDL wrote. What it assigns in `always @*` it assigns by `=` alone."""
    text = re.sub(r"(\n  initial\n    \S+) <= ", r"\1 = ", verilog)
    return [(found[1], found[0] + "\n") for found in re.finditer(r"^module (\w+).*?^endmodule", text, re.M | re.S)]
