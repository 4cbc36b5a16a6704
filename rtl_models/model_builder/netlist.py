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
    """The netlist, after parameters and generate statements; its tree is that of Verilator's XML."""

    def __init__(self, root: ElementTree.Element):
        self.root = root
        self.files = {file.get("id"): file.get("filename") for file in root.iter("file")}
        self.types = {node.get("id"): node for node in root.iter() if node.tag.endswith("dtype")}
        self.modules = [self.module_of(node) for node in root.iter("module")]
        self.instances = [self.instance_of(node) for node in root.iter("instance")]
        self.host_code = [HostCode(HOST_CODE[kind], *self.place_of(node)) for node in root.iter() if (kind := node.tag.upper()) in HOST_CODE]

    @staticmethod
    def read(path: Path) -> "Netlist":
        return Netlist(tree_of_json(path) if path.suffix == ".json" else tree_of_xml(path))

    def parameters_of(self, module: str) -> list[dict[str, int]]:
        """The whole numbers among the parameters of each variant of a module that is in the design."""
        used = {instance.module for instance in self.instances}
        return [one.parameters for one in self.modules if one.written == module and one.name in used]

    def top_ports(self) -> list[TopPort]:
        return next(module.ports for module in self.modules if module.is_top)

    def module_of(self, node) -> Module:
        constants = {var.get("origName"): var.find("const").get("name") for var in node.findall("var")
                     if var.get("param") and var.find("const") is not None}
        is_top = node.get("topModule") is not None
        ports = [self.port_of(var) for var in node.findall("var") if var.get("dir")] if is_top else []
        return Module(node.get("name"), node.get("origName"), is_top, whole_numbers(constants), ports)

    def port_of(self, var) -> TopPort:
        """A port; an enum or an alias has the range of what it is made of."""
        node = self.types[var.get("dtype_id")]
        while node.tag in ("refdtype", "enumdtype") and node.get("sub_dtype_id") in self.types:
            node = self.types[node.get("sub_dtype_id")]
        return TopPort(var.get("origName"), var.get("dir"), int(node.get("left", 0)), int(node.get("right", 0)),
                       node.tag != "basicdtype", node.get("left") is None)

    def instance_of(self, node) -> Instance:
        ports = [Port(port.get("name"), port.get("direction"), len(port) > 0) for port in node.iter("port")]
        return Instance(node.get("origName"), node.get("defName"), *self.place_of(node), ports)

    def place_of(self, node) -> tuple[str, int]:
        file, line = node.get("loc").split(",")[:2]
        return self.files[file], int(line)


def number_of(literal: str) -> int:
    """Of `32'sh14`; signed ones of 32 bits may be negative."""
    width, _, digits = literal.partition("'")
    value = int(digits.lstrip("s")[1:], {"h": 16, "d": 10, "b": 2, "o": 8}[digits.lstrip("s")[0]])
    return value - (1 << int(width)) if digits.startswith("s") and value >> (int(width) - 1) else value


def whole_numbers(literals: dict[str, str]) -> dict[str, int]:
    """Without texts, fractions and what holds `x` or `z`."""
    whole = re.compile(r"\d+'s?(h[0-9a-f]+|d[0-9]+|o[0-7]+|b[01]+)", re.IGNORECASE)
    return {name: number_of(literal) for name, literal in literals.items() if whole.fullmatch(literal)}


# Control characters of the design's texts, which XML does not have.
NO_XML = r"&#(?:[0-8]|1[12]|1[4-9]|2\d|3[01]);"


def tree_of_xml(path: Path) -> ElementTree.Element:
    """As `--xml-only` of 5.006 and 5.032 writes it."""
    return ElementTree.fromstring(re.sub(NO_XML, "?", path.read_text(encoding="utf-8", errors="replace")))


# What the XML calls otherwise.
TAGS = {"cell": "instance", "pin": "port", "assignw": "contassign"}


def tree_of_json(path: Path) -> ElementTree.Element:
    """As `--json-only` of 5.048 writes it; the files' names are in a second file beside it."""
    root = json.loads(path.read_text(encoding="utf-8", errors="replace"))
    files = json.loads(meta_beside(path).read_text())["files"]
    nodes = [root]
    for node in nodes:
        nodes += [inner for value in node.values() if isinstance(value, list) for inner in value]
    by_address = {node["addr"]: node for node in nodes if "addr" in node}

    def element(node: dict) -> ElementTree.Element:
        tag, name = node["type"].lower(), node.get("name", "").replace('\\"', '"')
        more = {"id": node.get("addr"), "name": name, "origName": node.get("origName", name), "loc": node.get("loc", "").replace(":", ","),
                "dtype_id": node.get("dtypep"), "edgeType": node.get("edgeType")}
        if tag == "module" and node.get("level") == 1:
            more["topModule"] = "1"
        elif tag == "var":
            more["dir"] = node["direction"].lower() if node["direction"] in DIRECTIONS else None
            more["param" if node.get("varType") != "LPARAM" else "localparam"] = "true" if node.get("isParam") else None
        elif tag == "cell":
            more["defName"] = by_address[node["modp"]]["name"]
        elif tag == "pin":
            pin = by_address.get(node["modVarp"], {})
            more["direction"], more["name"] = DIRECTIONS.get(pin.get("direction")), pin.get("name") or name
        elif tag.endswith("dtype"):
            more["sub_dtype_id"] = node.get("refDTypep")
            more["left"], _, more["right"] = node.get("range", "").partition(":")
        made = ElementTree.Element(TAGS.get(tag, tag), {key: value for key, value in more.items() if value})
        for key, inner in node.items():
            if not isinstance(inner, list) or key == "paramsp":
                continue
            # The branches of an `if` are nodes of their own in XML.
            parent = ElementTree.SubElement(made, "begin") if tag == "if" and key in ("thensp", "elsesp") else made
            parent.extend(element(one) for one in inner if not one.get("name", "").startswith("@"))
        return made

    tree = element(root)
    for key, file in files.items():
        ElementTree.SubElement(tree, "file", {"id": key, "filename": file["filename"]})
    return tree


DIRECTIONS = {"INPUT": "in", "OUTPUT": "out", "INOUT": "inout"}


def meta_beside(path: Path) -> Path:
    return path.with_suffix(".meta.json")
