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

    def synthesize(self, entity: str, generics: dict):
        command = [ghdl(), "--synth", *GHDL_FLAGS, "--out=verilog", *(f"-g{name}={generic(value)}" for name, value in generics.items()),
                   *map(str, self.with_extensions()), "-e", entity]
        result = run(command, cwd=self.folder.parent)
        said = result.stdout + result.stderr if result.returncode else result.stderr
        if result.returncode != 0 or not result.stdout.strip():
            hints = [hint for pattern, hint in TRAPS if re.search(pattern, said, re.I)]
            raise DescriptionError("\n".join([f"{self.description.path}: GHDL cannot synthesize \"{entity}\":", said.strip(), *hints]))
        open_boxes = {name.lower() for name in re.findall(r"of component \"(\w+)\" is not bound", said)}
        for name, text in modules_of(result.stdout):
            if name.lower() not in open_boxes:  # those are Verilog's, or stand-ins
                self.modules.setdefault(name, text)


def entities_of(source: Path) -> list[str]:
    text = re.sub(r"--[^\n]*", "", source.read_text(errors="replace"))
    return re.findall(r"^\s*entity\s+(\w+)\s+is\b", text, re.M | re.I)


def generic(value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def modules_of(verilog: str) -> list[tuple[str, str]]:
    """Name and text of each module that GHDL wrote. What it assigns in `always @*` it assigns by `=` alone."""
    text = re.sub(r"(\n  initial\n    \S+) <= ", r"\1 = ", verilog)
    return [(found[1], found[0] + "\n") for found in re.finditer(r"^module (\w+).*?^endmodule", text, re.M | re.S)]
