"""As which language Verilator reads a source: by its extension, or as the description says."""

import re

from .description import Description

VERILOG = "1364-2005"
SYSTEMVERILOG = "1800-2017"
# What Verilator says of the one language in a file of the other; of assertions, it takes `assert (x);` for a task.
OTHER_LANGUAGE = r"syntax error|Can't find definition of task/function: '(?:assert|assume|cover|restrict)'"
EXTENSIONS = {"v": VERILOG, "vh": VERILOG, "vlg": VERILOG, "sv": SYSTEMVERILOG, "svh": SYSTEMVERILOG}


def language_arguments(language: str | None) -> list[str]:
    """Verilator's arguments. An included file has the language of its own extension, too."""
    chosen = {"verilog": VERILOG, "systemverilog": SYSTEMVERILOG}.get(language)
    others = ["--language", VERILOG] if chosen == VERILOG else []  # what has none of these extensions
    return [*others, *(f"+{chosen or usual}ext+{extension}" for extension, usual in EXTENSIONS.items())]


def language_hint(description: Description, said: str, syntax_is_right) -> str:
    """What to change if an error is only one because of the language; else nothing.

    `syntax_is_right(language)` tells whether the sources have no syntax error when all are read as that.
    """
    place = re.search(rf"^%Error(?:-\w+)?: (\S+?):(\d+):\d+: (?:{OTHER_LANGUAGE})", said, re.M)
    if place is None:
        return ""
    read_as = description.language or ("verilog" if place[1].endswith((".v", ".vh", ".vlg")) else "systemverilog")
    other = {"verilog": "systemverilog", "systemverilog": "verilog"}[read_as]
    if not syntax_is_right(other):
        return ""
    names = {"verilog": "Verilog 2005", "systemverilog": "SystemVerilog"}
    rename = " or give the file the extension .sv" if other == "systemverilog" else " or give the file the extension .v"
    return (f"\n{place[1]}:{place[2]} was read as {names[read_as]} and looks like {names[other]}: "
            f"write `language = \"{other}\"` at the top of {description.path.name}"
            f"{rename if description.language is None else ''}.")
