"""The elaborated design as Verilator writes it: which instances there are, and how their pins are connected.

Older versions write XML, newer ones JSON; both have the same tree.
"""

import json
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Port:
    name: str
    direction: str  # "in", "out", "inout"
    connected: bool


@dataclass
class Instance:
    """One instance, in the generate branches that are taken."""

    name: str
    module: str
    file: str
    line: int
    ports: list[Port] = field(default_factory=list)


@dataclass
class TopPort:
    name: str
    direction: str  # "input", "output", "inout"
    left: int
    right: int
    is_odd: bool  # not a plain vector
    is_scalar: bool

    def bits(self) -> list[int]:
        """From the left."""
        step = -1 if self.left >= self.right else 1
        return list(range(self.left, self.right + step, step))

    def range(self) -> str:
        return "" if self.is_scalar else f"[{self.left}:{self.right}]"

    def bit(self, number: int) -> str:
        return self.name if self.is_scalar else f"{self.name}[{number}]"


@dataclass
class Module:
    """A module, with the values of its parameters."""

    name: str
    written: str  # its name in the sources
    is_top: bool
    parameters: dict[str, int]  # the whole numbers among them
    ports: list[TopPort]


@dataclass(frozen=True)
class HostCode:
    """A place where a design leaves the simulation for the machine that it runs on."""

    what: str  # as the source has it
    file: str
    line: int


# How Verilator's versions name what leaves the simulation.
HOST_CODE = {
    **dict.fromkeys(("SYSTEMT", "SYSTEMF"), "$system"),
    **dict.fromkeys(("UCSTMT", "UCFUNC", "CSTMTUSER", "CEXPRUSER"), "$c"),
    **dict.fromkeys(("SCHDR", "SCIMPHDR", "SCIMP", "SCINT", "SCCTOR", "SCDTOR", "SYSTEMCSECTION"), "`systemc_ section"),
}


class Netlist:
    """The netlist, after parameters and generate statements."""

    def __init__(self, modules: list[Module], instances: list[Instance], host_code: list[HostCode]):
        self.modules, self.instances, self.host_code = modules, instances, host_code

    @staticmethod
    def read(path: Path) -> "Netlist":
        return read_json(path) if path.suffix == ".json" else read_xml(path)

    def parameters_of(self, module: str) -> list[dict[str, int]]:
        """The whole numbers among the parameters of each variant of a module that is in the design."""
        used = {instance.module for instance in self.instances}
        return [one.parameters for one in self.modules if one.written == module and one.name in used]

    def top_ports(self) -> list[TopPort]:
        return next(module.ports for module in self.modules if module.is_top)


def number_of(literal: str) -> int:
    """Of `32'sh14`; signed ones of 32 bits may be negative."""
    width, _, digits = literal.partition("'")
    value = int(digits.lstrip("s")[1:], {"h": 16, "d": 10, "b": 2, "o": 8}[digits.lstrip("s")[0]])
    return value - (1 << int(width)) if digits.startswith("s") and value >> (int(width) - 1) else value


def whole_numbers(literals: dict[str, str]) -> dict[str, int]:
    """Without texts, fractions and what holds `x` or `z`."""
    whole = re.compile(r"\d+'s?(h[0-9a-f]+|d[0-9]+|o[0-7]+|b[01]+)", re.IGNORECASE)
    return {name: number_of(literal) for name, literal in literals.items() if whole.fullmatch(literal)}


# XML, as `--xml-only` of 5.006 and 5.032 writes it

# Control characters of the design's texts, which XML does not have.
NO_XML = r"&#(?:[0-8]|1[12]|1[4-9]|2\d|3[01]);"


def read_xml(path: Path) -> Netlist:
    text = path.read_text(encoding="utf-8", errors="replace")
    root = ElementTree.fromstring(re.sub(NO_XML, "?", text))
    files = {file.get("id"): file.get("filename") for file in root.iter("file")}
    types = {node.get("id"): node for node in next(root.iter("typetable"))}

    def module_of(node) -> Module:
        constants = {var.get("origName"): var.find("const").get("name") for var in node.findall("var")
                     if var.get("param") and var.find("const") is not None}
        is_top = node.get("topModule") is not None
        ports = [port_in_xml(var, types) for var in node.findall("var") if var.get("dir")] if is_top else []
        return Module(node.get("name"), node.get("origName"), is_top, whole_numbers(constants), ports)

    def instance_of(node) -> Instance:
        ports = [Port(port.get("name"), port.get("direction"), len(port) > 0) for port in node.iter("port")]
        return Instance(node.get("origName"), node.get("defName"), *place_of(node), ports)

    def place_of(node) -> tuple[str, int]:
        file, line = node.get("loc").split(",")[:2]
        return files[file], int(line)

    host_code = [HostCode(HOST_CODE[kind], *place_of(node)) for node in root.iter() if (kind := node.tag.upper()) in HOST_CODE]
    return Netlist([module_of(node) for node in root.iter("module")], [instance_of(node) for node in root.iter("instance")], host_code)


def port_in_xml(var, types: dict) -> TopPort:
    """A port; an enum or an alias has the range of what it is made of."""
    node = types[var.get("dtype_id")]
    while node.tag in ("refdtype", "enumdtype") and node.get("sub_dtype_id"):
        node = types[node.get("sub_dtype_id")]
    return TopPort(var.get("origName"), var.get("dir"), int(node.get("left", 0)), int(node.get("right", 0)),
                   node.tag != "basicdtype", node.get("left") is None)


# JSON, as `--json-only` of 5.048 writes it; the files' names are in a second file beside it


def read_json(path: Path) -> Netlist:
    root = json.loads(path.read_text(encoding="utf-8", errors="replace"))
    files = {key: file["filename"] for key, file in json.loads(meta_beside(path).read_text())["files"].items()}
    nodes = list(nodes_in(root))
    by_address = {node["addr"]: node for node in nodes if "addr" in node}
    directions = {"INPUT": "in", "OUTPUT": "out", "INOUT": "inout"}

    def module_of(node: dict) -> Module:
        variables = [var for var in node.get("stmtsp", []) if var.get("type") == "VAR"]
        constants = {var["origName"]: value["name"] for var in variables if var.get("isParam")
                     for value in var.get("valuep", []) if value.get("type") == "CONST"}
        is_top = node.get("level") == 1
        return Module(node["name"], node.get("origName", node["name"]), is_top, whole_numbers(constants),
                      [port_in_json(var, by_address) for var in variables if var["direction"] in directions] if is_top else [])

    def instance_of(node: dict) -> Instance:
        ports = [Port(pin["name"], directions[by_address[pin["modVarp"]]["direction"]], bool(pin.get("exprp")))
                 for pin in node.get("pinsp", []) if by_address.get(pin["modVarp"], {}).get("direction") in directions]
        return Instance(node["origName"], by_address[node["modp"]]["name"], *place_of(node), ports)

    def place_of(node: dict) -> tuple[str, int]:
        file, place = node["loc"].split(",")[:2]
        return files[file], int(place.split(":")[0])

    return Netlist([module_of(node) for node in nodes if node.get("type") == "MODULE" and not node["name"].startswith("@")],
                   [instance_of(node) for node in nodes if node.get("type") == "CELL"],
                   [HostCode(HOST_CODE[node["type"]], *place_of(node)) for node in nodes if node.get("type") in HOST_CODE])


def meta_beside(path: Path) -> Path:
    return path.with_suffix(".meta.json")


def nodes_in(node: dict):
    """It and all below it, in the order of the file."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        inner = [one for value in node.values() if isinstance(value, list) for one in value]
        waiting += reversed(inner)


def port_in_json(var: dict, by_address: dict) -> TopPort:
    """A port; an enum or an alias has the range of what it is made of."""
    node = by_address[var["dtypep"]]
    while node["type"] in ("REFDTYPE", "ENUMDTYPE") and node.get("refDTypep") in by_address:
        node = by_address[node["refDTypep"]]
    left, _, right = node.get("range", "").partition(":")
    direction = {"INPUT": "input", "OUTPUT": "output", "INOUT": "inout"}[var["direction"]]
    return TopPort(var["origName"], direction, int(left or 0), int(right or 0), node["type"] != "BASICDTYPE", not left)
