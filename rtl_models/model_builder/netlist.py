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

    @property
    def width(self) -> int:
        return abs(self.left - self.right) + 1


class Netlist:
    """The netlist, after parameters and generate statements."""

    def __init__(self, path: Path):
        self.root = ElementTree.parse(path).getroot()
        self.files = {file.get("id"): file.get("filename") for file in self.root.iter("file")}

    def instances(self) -> list[Instance]:
        found = []
        for node in self.root.iter("instance"):
            file, line = node.get("loc").split(",")[:2]
            ports = [Port(port.get("name"), port.get("direction"), len(port) > 0) for port in node.iter("port")]
            found.append(Instance(node.get("origName"), node.get("defName"), self.files[file], int(line), ports))
        return found

    def top_ports(self) -> list[TopPort]:
        types = {node.get("id"): node for node in self.root.iter("typetable").__next__()}
        top = next(module for module in self.root.iter("module") if module.get("topModule"))
        return [TopPort(var.get("origName"), var.get("dir"), *self.range_of(types, var.get("dtype_id")))
                for var in top.findall("var") if var.get("dir")]

    def range_of(self, types: dict, identity: str) -> tuple[int, int]:
        """The packed range of a type; an enum or an alias has that of what it is made of."""
        node = types[identity]
        while node.get("left") is None and node.get("sub_dtype_id"):
            node = types[node.get("sub_dtype_id")]
        return int(node.get("left", 0)), int(node.get("right", 0))
