"""The vendors' libraries that VHDL names, as `library unisim`: packages that declare the cells for which there are stand-ins."""

import re
from pathlib import Path

from .description import STUBS

# The library, its package, and the folder of the stand-ins. In Xilinx's, what is TRUE or FALSE is a boolean; in others, a text.
PACKAGES = {
    "unisim": ("vcomponents", "xilinx"),
    "altera_mf": ("altera_mf_components", "altera"),
    "sb_ice40_components_syn": ("components", "lattice"),
    **{family: ("components", "lattice") for family in ("ecp5u", "ecp5um", "ecp5um5g", "machxo2", "machxo3l", "xp2")},
    **{family: ("components", "gowin") for family in ("gw1n", "gw2a", "gw5a")},
}
# What a generic holds if nobody sets it, where the stand-in's own default is no constant.
NOT_SET = "32'b1" + 31 * "0"


def vendor_packages(mentioned: set[str], folder: Path) -> dict[str, list[Path]]:
    """The file of each of the libraries mentioned that are a vendor's, written into `folder`."""
    found = {}
    for library in sorted(mentioned & PACKAGES.keys()):
        package, vendor = PACKAGES[library]
        cells = [component_of(path.read_text(), has_booleans=vendor == "xilinx") for path in sorted((STUBS / vendor).glob("*.v"))]
        file = folder / f"{library}.vhd"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(["library ieee;", "use ieee.std_logic_1164.all;", "", f"package {package} is", *cells, "end package;", ""]))
        found[library] = [file]
    return found


def component_of(verilog: str, *, has_booleans: bool) -> str:
    """A stand-in as VHDL declares it."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", verilog, flags=re.S)
    head = re.search(r"\bmodule\s+(\w+)\s*(#)?\s*", text)
    first, rest = in_brackets(text[head.end():])
    parameters, ports = (first, in_brackets(rest)[0]) if head[2] else ("", first)
    lines = [f"  component {head[1]} is"]
    if generics := [generic_of(one, has_booleans) for one in at_commas(parameters)]:
        lines.append("    generic (" + ";\n             ".join(generics) + ");")
    lines.append("    port (" + ";\n          ".join(ports_of(ports)) + ");")
    return "\n".join([*lines, "  end component;"])


def in_brackets(text: str) -> tuple[str, str]:
    """What stands in the first pair of round brackets, and what follows."""
    depth, start = 0, text.index("(")
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return text[start + 1:at], text[at + 1:]
    return text[start + 1:], ""


def at_commas(text: str) -> list[str]:
    """The pieces between the commas that are in no brackets."""
    pieces, depth = [""], 0
    for letter in text:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += letter
    return [piece.strip() for piece in pieces if piece.strip()]


def generic_of(parameter: str, has_booleans: bool) -> str:
    found = re.fullmatch(r"parameter\s+(?:(integer|real)\s+)?(?:signed\s+)?(?:\[(\d+):0\]\s*)?(\w+)\s*=\s*(.*)", parameter, re.S)
    kind, high, name, value = found.groups()
    sized = re.fullmatch(r"(\d+)'[bhd]([0-9a-fA-F_]+)", value)
    if kind == "real":
        return f"{name} : real := {float(value)}"
    if has_booleans and value in ('"TRUE"', '"FALSE"'):
        return f"{name} : boolean := {value.strip(chr(34))}"
    if value.startswith('"'):
        return f"{name} : string := {value}"
    if high is not None or sized:
        width = int(high) + 1 if high is not None else int(sized[1])
        radix = {"b": 2, "h": 16, "d": 10}[re.search(r"'([bhd])", value)[1]] if sized else 10
        bits = f"{int(sized[2] if sized else value, radix):0{width}b}"
        return f"{name} : bit := '{bits}'" if width == 1 else f"{name} : bit_vector({width - 1} downto 0) := \"{bits}\""
    return f"{name} : integer := {value if re.fullmatch(r'-?[0-9]+', value) else 'integer' + chr(39) + 'low'}"


def ports_of(text: str) -> list[str]:
    """Of a list in Verilog. Inputs that may be open have the level that the stand-in gives them."""
    found, kind = [], ("", "", "")
    for port in at_commas(text):
        words = re.fullmatch(r"(?:(input|output|inout)\s+)?(?:(tri0|tri1)\s+|(?:wire|reg)\s+)?(?:\[([^\]:]+):0\]\s*)?(\w+)(?:\s*=.*)?", port, re.S)
        if words[1]:
            kind = ({"input": "in", "output": "out", "inout": "inout"}[words[1]], words[2] or "", (words[3] or "").strip())
        direction, pull, high = kind
        type_of_it = f"std_logic_vector({high} downto 0)" if high else "std_logic"
        level = f"'{pull[-1:]}'"
        found.append(f"{words[4]} : {direction} {type_of_it}" + (f" := {f'(others => {level})' if high else level}" if pull else ""))
    return found


def with_words_for_booleans(module: str, booleans: set[str]) -> str:
    """Where a stand-in's parameter is the text TRUE or FALSE, VHDL has a boolean; what nobody set is left to the stand-in."""
    def word(found: re.Match) -> str:
        return f".{found[1]}(\"{'TRUE' if found[2] == '1' else 'FALSE'}\")" if found[1].lower() in booleans else found[0]

    module = re.sub(r"\.(\w+)\(1'b([01])\)", word, module)
    module = re.sub(rf"\s*\.\w+\({NOT_SET}\),?", "", module)
    return re.sub(r",(\s*\))", r"\1", module)


def booleans_of(text: str) -> set[str]:
    """The generics of stand-ins that VHDL declares as booleans."""
    cells = {path.stem.lower() for path in STUBS.glob("*/*.v")}
    components = re.findall(r"\bcomponent\s+(\w+)\b(.*?)\bend\s+component\b", text, re.I | re.S)
    return {name.lower() for cell, body in components if cell.lower() in cells for name in re.findall(r"(\w+)\s*:\s*boolean\b", body, re.I)}
