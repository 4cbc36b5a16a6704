"""Code of a design that runs outside of the simulation, with the rights of whoever tests it.

It is refused unless the description allows it; what was allowed is a fact of the model.
"""

import re
from pathlib import Path

from .description import ALLOWABLE, Description
from .errors import DescriptionError
from .netlist import HostCode
from .verilate import Verilation

# By which word a description allows it.
WORDS = {"$system": "$system", "$c": "$c", "`systemc_ section": "$c", "DPI import": "dpi", "DPI export": "dpi",
         "attribute foreign": "foreign"}
MOST_PLACES = 10

# In VHDL a text may look like a comment, so only lines that are nothing else are left out.
WHOLE_LINE_COMMENT = r"^[ \t]*--(?!.*\*/).*$"
FOREIGN = r"\battribute(?:\s|--[^\n]*\n|/\*(?:(?!\*/).)*\*/)+foreign\b"


def refuse_what_is_not_allowed(description: Description, found: list[HostCode]) -> list[str]:
    """The words for what was found, if all of it is allowed. Throws DescriptionError with each place of what is not."""
    words = [word for word in ALLOWABLE if any(WORDS[one.what] == word for one in found)]
    refused = [word for word in words if word not in description.allow]
    if not refused:
        return words
    places = list(dict.fromkeys(f"  {one.file}:{one.line}: {one.what}, which {ALLOWABLE[WORDS[one.what]]}"
                                for one in found if WORDS[one.what] in refused))
    more = [f"  and {len(places) - MOST_PLACES} more"] if len(places) > MOST_PLACES else []
    listed = ", ".join(f'"{word}"' for word in [*description.allow, *refused])
    raise DescriptionError("\n".join([
        f"{description.path}: \"{description.name}\" has code that runs outside of the simulation, with your rights:",
        *places[:MOST_PLACES], *more,
        f"Remove it; or, if you trust it, write in the description: allow = [{listed}]"]))


def host_code_of(verilation: Verilation) -> list[HostCode]:
    """What Verilator found in a design: in included files, behind macros and in functions too."""
    return [*verilation.netlist().host_code, *dpi_functions(verilation.out / f"{verilation.prefix}__Dpi.h")]


def dpi_functions(header: Path) -> list[HostCode]:
    """Those that the C++ of a design declares; without any there is no such file."""
    if not header.exists():
        return []
    places = re.findall(r"^\s*// (DPI import|DPI export) at (.+?):(\d+)(?::\d+)?$", header.read_text(errors="replace"), re.M)
    return [HostCode(what, file, int(line)) for what, file, line in places] or [HostCode("DPI import", str(header), 1)]


def foreign_attributes(sources: list[Path]) -> list[HostCode]:
    """Of VHDL. GHDL's Verilog does not show them, and GHDL may call such a function while it synthesizes."""
    found = []
    for source in sources:
        lines = re.sub(r"[\v\f]", "\n", source.read_text(errors="replace"))  # each ends a comment
        text = re.sub(WHOLE_LINE_COMMENT, "", lines, flags=re.M)
        found += [HostCode("attribute foreign", str(source), text.count("\n", 0, place.start()) + 1)
                  for place in re.finditer(FOREIGN, text, re.I | re.S)]
    return found
