"""The elaborated design as Verilator writes it in XML: which instances there are, and how their pins are connected."""

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


class Netlist:
    """The netlist, after parameters and generate statements."""

    def __init__(self, path: Path):
        self.root = ElementTree.parse(path).getroot()
        self.files = {file.get("id"): file.get("filename") for file in self.root.iter("file")}
        self.top = ""
        self.parents: dict[str, list[str]] = {}  # of each module, for each of its uses the module in which it is used
        for node in self.root.iter("module"):
            if node.get("topModule"):
                self.top = node.get("name")
            for instance in node.iter("instance"):
                self.parents.setdefault(instance.get("defName"), []).append(node.get("name"))
        self.counted: dict[str, int] = {}  # what times() knows already

    def instances(self) -> list[Instance]:
        found = []
        for node in self.root.iter("instance"):
            file, line = node.get("loc").split(",")[:2]
            ports = [Port(port.get("name"), port.get("direction"), len(port) > 0) for port in node.iter("port")]
            found.append(Instance(node.get("origName"), node.get("defName"), self.files[file], int(line), ports))
        return found

    def written_name(self, module: str) -> str:
        """A module's name in the sources; of one that is not there, its own."""
        return next((node.get("origName") for node in self.root.iter("module") if node.get("name") == module), module)

    def times(self, module: str) -> int:
        """How many instances of a module there are in the design."""
        if module not in self.counted:
            self.counted[module] = int(module == self.top) + sum(self.times(parent) for parent in self.parents.get(module, []))
        return self.counted[module]

    def parameters_of(self, module: str) -> list[dict[str, int]]:
        """The whole numbers among the parameters of each variant of a module that is in the design."""
        used = {instance.module for instance in self.instances()}
        found = []
        for node in self.root.iter("module"):
            if node.get("origName") == module and node.get("name") in used:
                constants = {var.get("origName"): var.find("const") for var in node.findall("var") if var.get("param")}
                found.append({name: number_of(const.get("name")) for name, const in constants.items() if const is not None})
        return found

    def top_ports(self) -> list[TopPort]:
        types = {node.get("id"): node for node in next(self.root.iter("typetable"))}
        top = next(module for module in self.root.iter("module") if module.get("topModule"))
        return [top_port(var, types) for var in top.findall("var") if var.get("dir")]


def number_of(literal: str) -> int:
    """Of `32'sh14`; signed ones of 32 bits may be negative."""
    width, _, digits = literal.partition("'")
    if not digits:
        return int(literal)
    value = int(digits.lstrip("s")[1:], {"h": 16, "d": 10, "b": 2, "o": 8}[digits.lstrip("s")[0]])
    return value - (1 << int(width)) if digits.startswith("s") and value >> (int(width) - 1) else value


def top_port(var, types: dict) -> TopPort:
    """A port; an enum or an alias has the range of what it is made of."""
    node = types[var.get("dtype_id")]
    while node.tag in ("refdtype", "enumdtype") and node.get("sub_dtype_id"):
        node = types[node.get("sub_dtype_id")]
    return TopPort(var.get("origName"), var.get("dir"), int(node.get("left", 0)), int(node.get("right", 0)),
                   node.tag != "basicdtype", node.get("left") is None)
