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

    def instances(self) -> list[Instance]:
        found = []
        for node in self.root.iter("instance"):
            file, line = node.get("loc").split(",")[:2]
            ports = [Port(port.get("name"), port.get("direction"), len(port) > 0) for port in node.iter("port")]
            found.append(Instance(node.get("origName"), node.get("defName"), self.files[file], int(line), ports))
        return found

    def top_ports(self) -> list[TopPort]:
        types = {node.get("id"): node for node in next(self.root.iter("typetable"))}
        top = next(module for module in self.root.iter("module") if module.get("topModule"))
        return [top_port(var, types) for var in top.findall("var") if var.get("dir")]


def top_port(var, types: dict) -> TopPort:
    """A port; an enum or an alias has the range of what it is made of."""
    node = types[var.get("dtype_id")]
    while node.tag in ("refdtype", "enumdtype") and node.get("sub_dtype_id"):
        node = types[node.get("sub_dtype_id")]
    return TopPort(var.get("origName"), var.get("dir"), int(node.get("left", 0)), int(node.get("right", 0)),
                   node.tag != "basicdtype", node.get("left") is None)
