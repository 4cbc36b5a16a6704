"""The elaborated design as a graph: which nets lead where, through instances and registers, and what runs on a clock."""

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from model_builder.description import STUBS
from model_builder.made_clocks import CLOCKS_FILE, OSCILLATOR
from model_builder.made_clocks import OUTPUT as PLL_OUTPUT
from model_builder.netlist import Netlist, TopPort, whole_numbers

from .folder import Place

# What passes a value on; all else computes a new one.
PASSES = {"varref", "const", "sel", "arraysel", "not", "lognot", "and", "logand", "or", "logor", "xor", "concat", "replicate", "extend", "cond"}
TESTS = {"varref", "const", "sel", "not", "lognot", "or", "logor"}  # of which one alone decides
INDEXED = {"sel", "arraysel", "shiftl", "shiftr", "replicate", "var"}  # their numbers count no clocks
MOST_LEAVES = 6  # of an expression that still passes something on
MOST_NETS = 400
HASH_OF_GENERICS = r"_[0-9a-f]{40}$"  # behind an entity's name, from GHDL
DATA_FILE = r"\.(?:mif|hex|mem|coe|dat|bin|txt)$"


@dataclass(frozen=True)
class Net:
    """A variable of an instance, or one bit of it."""

    path: str  # of the instance, `top.uart`
    name: str
    bit: int | None = None  # None: all of it, or it is not known which

    def meets(self, other: "Net") -> bool:
        return (self.path, self.name) == (other.path, other.name) and (None in (self.bit, other.bit) or self.bit == other.bit)

    def __str__(self) -> str:
        return self.name if self.bit is None else f"{self.name}[{self.bit}]"


@dataclass(frozen=True)
class Edge:
    """What leads from a net to another."""

    source: Net
    target: Net
    place: Place
    is_inverted: bool
    is_plain: bool  # nothing is computed on the way
    is_registered: bool
    is_whole: bool  # bits keep their numbers


@dataclass(frozen=True)
class Step:
    """A net that was reached."""

    net: Net
    place: Place | None
    level: int  # while the pin is high
    generator: str = ""  # the clock generator on the way, by its path; empty: none
    ratio: Fraction = Fraction(1)  # of its frequency to that of the pin, if that is a clock
    is_at_a_pin: bool = False  # of an instance that was entered


@dataclass
class Scope:
    """An instance."""

    path: str
    name: str
    written: str  # its module's name in the sources
    node: object
    cell: Place | None  # where the cell that it is, or is part of, is instantiated; None: the design's own

    @cached_property
    def vars(self) -> dict:
        return {var.get("name"): var for var in self.node.iter("var")}


@dataclass(frozen=True)
class Constant:
    """A number with a name."""

    name: str
    value: int | float
    place: Place
    path: str  # of the instance that has it; or a word for what it is
    is_settable: bool = False

    def told(self) -> str:
        return f"{self.name} = {round(self.value)} of {self.path}"


class Circuit:
    """The whole design, from its top."""

    def __init__(self, netlist: Netlist):
        self.netlist = netlist
        self.scopes: dict[str, Scope] = {}
        self.forward: dict[tuple, list[Edge]] = defaultdict(list)
        self.backward: dict[tuple, list[Edge]] = defaultdict(list)
        self.clocked: set[str] = set()  # the instances in which something runs on a clock
        self.clocks: dict[tuple, list[Net]] = defaultdict(list)  # of a block each, by its variable
        self.resets: dict[tuple, list[tuple[Net, int, Place]]] = defaultdict(list)  # what resets a block, at which level
        self.constants: list[Constant] = []
        self.oscillators: list[Net] = []  # inside of the device
        self.ports: dict[str, TopPort] = {port.name: port for port in netlist.top_ports()}
        self.modules = {node.get("name"): node for node in netlist.root.iter("module")}
        top = next(node for node in self.modules.values() if node.get("topModule"))
        self.top = top.get("origName")
        self.read(Scope(self.top, self.top, self.top, top, None))
        for package in netlist.root.iter("package"):
            self.read_constants(package, "a package")

    def place(self, node, scope: Scope | None = None) -> Place:
        if scope and scope.cell:
            return scope.cell
        file, line = self.netlist.place_of(node)
        return Place(Path(file), line)

    def read(self, scope: Scope):
        self.scopes[scope.path] = scope
        if scope.written == PLL_OUTPUT:  # whatever its ratio is
            self.add(Edge(Net(scope.path, "in"), Net(scope.path, "out"), scope.cell, False, True, False, True))
        if scope.written == OSCILLATOR:
            self.oscillators.append(Net(scope.path, "out"))
        driven = {}  # what is assigned to a variable
        for node in scope.node.iter():
            if node.tag in ("contassign", "assign", "assigndly") and len(node) >= 2:
                self.assign(scope, node[0], scope, self.leaves(scope, node[1]), self.low_of(node[1]), node, is_registered=node.tag == "assigndly")
                driven.setdefault(node[1].get("name"), node[0])
        for always in scope.node.iter("always"):
            self.read_block(scope, always, driven)
        if scope.cell is None:
            self.read_constants(scope.node, scope.path)
        for instance in scope.node.iter("instance"):
            module = self.modules.get(instance.get("defName"))
            if module is not None and scope.path.count(".") < 50:
                self.descend(scope, instance, module)

    def descend(self, scope: Scope, instance, module):
        name = instance.get("origName")
        file = Path(self.netlist.place_of(module)[0])
        is_cell = file.is_relative_to(STUBS) or file.with_name(CLOCKS_FILE).exists()  # those that are made for the design
        inner = Scope(f"{scope.path}.{name}", name, re.sub(HASH_OF_GENERICS, "", module.get("origName")), module,
                      scope.cell or (self.place(instance) if is_cell else None))
        names = {f"__pinNumber{var.get('pinIndex')}": var.get("name") for var in module.findall("var")}  # of those in order
        for port in instance.findall("port"):
            for expression in port[:1]:
                pin = Net(inner.path, names.get(port.get("name"), port.get("name")))
                if port.get("direction") in ("in", "inout"):
                    self.assign(scope, expression, inner, [pin], 0, instance)
                if port.get("direction") in ("out", "inout"):
                    for net in self.leaves(scope, expression):
                        self.add(Edge(pin, net, self.place(instance, scope), False, True, False, expression.tag == "varref"))
        self.read(inner)

    def add(self, edge: Edge):
        self.forward[edge.source.path, edge.source.name].append(edge)
        self.backward[edge.target.path, edge.target.name].append(edge)

    def assign(self, scope: Scope, value, owner: Scope, targets: list[Net], low: int | None, node, *, is_registered: bool = False):
        """`low`: the first bit of a target that is one vector, of the `owner`; None: it is not known."""
        pieces = self.pieces(value)
        if low is None or len(pieces) == 1:
            self.link(scope, value, targets, node, is_registered=is_registered, is_whole=low == 0 and value.tag in ("varref", "not"))
            return
        for piece in pieces:
            width = self.width(piece)
            bits = [replace(net, bit=self.number(owner, net.name, low) if width == 1 else None) for net in targets]
            self.link(scope, piece, bits, node, is_registered=is_registered, is_whole=False)
            low += width

    def pieces(self, value) -> list:
        """Of a concatenation, from the right."""
        return [one for inner in reversed(value) for one in self.pieces(inner)] if value.tag == "concat" else [value]

    def width(self, node) -> int:
        kind = self.netlist.types[node.get("dtype_id")]
        return abs(int(kind.get("left", 0)) - int(kind.get("right", 0))) + 1

    @staticmethod
    def low_of(target) -> int | None:
        if target.tag == "varref":
            return 0
        return value_of(target[1]) if target.tag == "sel" and target[0].tag == "varref" and target[1].tag == "const" else None

    def number(self, scope: Scope, name: str, bit: int) -> int | None:
        """As it is declared, of a bit that is counted from 0."""
        if name not in scope.vars:
            return None
        port = self.netlist.port_of(scope.vars[name])
        return port.right + bit if port.left >= port.right else port.right - bit

    def link(self, scope: Scope, value, targets: list[Net], node, *, is_registered: bool, is_whole: bool):
        leaves = self.leaves_with_sign(scope, value)
        is_plain = len(leaves) <= MOST_LEAVES and all(one.tag in PASSES for one in value.iter())
        for source, is_inverted in leaves:
            for target in targets:
                self.add(Edge(source, target, self.place(node, scope), is_inverted, is_plain, is_registered, is_whole))

    def leaves(self, scope: Scope, node) -> list[Net]:
        return [net for net, _ in self.leaves_with_sign(scope, node)]

    def leaves_with_sign(self, scope: Scope, node, is_inverted: bool = False) -> list[tuple[Net, bool]]:
        """The nets in an expression, without its indices, and whether they are inverted."""
        if node.tag == "varref":
            return [(Net(scope.path, node.get("name")), is_inverted)]
        if node.tag in ("sel", "arraysel"):
            inner = self.leaves_with_sign(scope, node[0], is_inverted)
            return [(replace(net, bit=self.bit_of(scope, node)), sign) for net, sign in inner] if node[0].tag == "varref" else inner
        is_inverted ^= node.tag in ("not", "lognot")
        return [leaf for inner in node for leaf in self.leaves_with_sign(scope, inner, is_inverted)]

    def bit_of(self, scope: Scope, node) -> int | None:
        """The number of the one bit that is selected, where that is a constant."""
        low = self.low_of(node)
        return None if low is None or node.tag != "sel" or self.width(node) != 1 else self.number(scope, node[0].get("name"), low)

    def read_block(self, scope: Scope, always, driven: dict):
        edges = [net for item in always.iter("senitem") if item.get("edgeType") in ("POS", "NEG") for net in self.leaves(scope, item)]
        if not edges:
            return
        resets: dict[Net, int] = {}
        for choice in (node for node in always.iter() if node.tag in ("if", "cond")):
            self.add_tests(scope, choice, resets)
        for node in always.iter("assigndly"):
            value = driven.get(node[0].get("name"), node[0]) if node[0].tag == "varref" else node[0]
            if value.tag == "cond" and value is not node[0]:  # GHDL's registers choose before they are clocked
                self.add_tests(scope, value, resets)
            elif value.tag in ("and", "or"):  # a choice of one bit, of which Verilator has made a gate
                for test in value:
                    if position(test) < position(node[1]):
                        self.add_test(scope, test, value.tag == "or", resets)
        clock = next((net for net in edges if net not in resets), edges[0])
        place = self.place(always, scope)
        self.clocked.add(scope.path)
        self.clocks[clock.path, clock.name].append(clock)
        for net, level in resets.items():
            self.resets[net.path, net.name].append((net, level, place))

    def add_tests(self, scope: Scope, choice, resets: dict):
        """Verilator puts the branches in its own order; that which stands first in the text decides."""
        condition, *branches = choice
        ways = [(branch, level) for branch, level in zip(branches, (True, False)) if len(branch) or branch.tag != "begin"]
        first, level = min(ways, key=lambda way: position(way[0]), default=(condition, True))
        if choice.tag == "cond":
            values = [first]
        else:
            values = [node[0] for node in list(first.iter("assigndly")) or list(first.iter("assign"))]
        if values and all(is_constant(value) for value in values):
            self.add_test(scope, condition, level, resets)

    def add_test(self, scope: Scope, condition, level: bool, resets: dict):
        if all(one.tag in TESTS for one in condition.iter()):
            for net, is_inverted in self.leaves_with_sign(scope, condition):
                resets.setdefault(net, int(level != is_inverted))

    def read_constants(self, node, path: str):
        for var in node.iter("var"):
            if (var.get("param") or var.get("localparam")) and (value := value_of(var.find("const"))) is not None:
                self.constants.append(Constant(var.get("origName"), value, self.place(var), path, var.get("param") is not None))

    def parameters(self, path: str) -> dict[str, int]:
        return next(module.parameters for module in self.netlist.modules if module.name == self.scopes[path].node.get("name"))

    def numbers_in(self, scope: Scope) -> dict[int, Place]:
        """What is compared, assigned or added there."""
        return {value: self.place(const) for node in scope.node.iter() if node.tag not in INDEXED
                for const in node.findall("const") if (value := value_of(const)) is not None}

    def files_named(self) -> dict[str, Place]:
        """Data that the design reads."""
        found: dict[str, Place] = {}
        for scope in self.scopes.values():
            for node in scope.node.iter():
                for const in node.findall("const"):
                    name = text_of(const)
                    if name and (node.tag == "readmem" or re.search(DATA_FILE, name, re.I)):
                        found.setdefault(name, self.place(const))
        return found

    def bits_used(self, path: str, name: str) -> set[int]:
        """Those of a vector that the design names, there or in what the whole of it is handed to."""
        scope = self.scopes[path]
        bits = {self.bit_of(scope, node) for node in scope.node.iter("sel") if node[0].get("name") == name}
        for edges in (self.forward, self.backward):
            for edge in edges[path, name]:
                own, other = (edge.source, edge.target) if edges is self.forward else (edge.target, edge.source)
                bits.add(own.bit)
                if edge.is_whole and other.path.startswith(path + "."):
                    bits |= self.bits_used(other.path, other.name)
        return {bit for bit in bits if bit is not None}

    def follow(self, pin: Net, *, back: bool = False, through_registers: bool = True) -> list[Step]:
        """What a pin leads to, nearest first; or what it comes from."""
        found = [Step(pin, None, 1)]
        seen = {(pin, 1)}
        for step in found:
            for edge in (self.backward if back else self.forward)[step.net.path, step.net.name]:
                near, far = (edge.target, edge.source) if back else (edge.source, edge.target)
                if not near.meets(step.net) or not (back or edge.is_plain) or edge.is_registered and not through_registers:
                    continue
                if far.bit is None and edge.is_whole:
                    far = replace(far, bit=step.net.bit)
                level = step.level ^ edge.is_inverted
                if (far, level) not in seen and len(seen) < MOST_NETS:
                    seen.add((far, level))
                    makes_a_clock = self.scopes[far.path].written == PLL_OUTPUT
                    generator = self.cell_of(far.path) if makes_a_clock else step.generator
                    ratio = step.ratio * self.ratio_of(far.path) if makes_a_clock and near.path == far.path else step.ratio
                    found.append(Step(far, edge.place, level, generator, ratio, far.path.startswith(near.path + ".")))
        return found

    def cell_of(self, path: str) -> str:
        """The cell that a module of the rig's own is part of, by its path: the outermost one."""
        path = path.rpartition(".")[0]
        while (outer := path.rpartition(".")[0]) and self.scopes[outer].cell is not None:
            path = outer
        return path

    def ratio_of(self, path: str) -> Fraction:
        """Of an output of a clock generator to its input."""
        parameters = self.parameters(path)
        return Fraction(parameters["MULTIPLY"], parameters["DIVIDE"]) if parameters["DIVIDE"] > 0 else Fraction(1)

    def hertz_of(self, oscillator: Net) -> Fraction | None:
        parameters = self.parameters(oscillator.path)
        return Fraction(parameters["HZ"], parameters["DIVIDE"]) if parameters["DIVIDE"] > 0 else None


def position(node) -> tuple[int, int]:
    """The first line and column of it."""
    places = [one.get("loc").split(",") for one in node.iter() if one.get("loc")]
    return min(((int(place[1]), int(place[2])) for place in places), default=(0, 0))


def is_constant(value) -> bool:
    return value.find(".//varref") is None and value.tag != "varref"


def text_of(const) -> str:
    """Where it is a text of at least three characters; Verilog makes a number of it."""
    if const.get("name").startswith('"'):
        return const.get("name")[1:-1]
    number = value_of(const)
    if not isinstance(number, int) or number < 1 << 16:
        return ""
    text = number.to_bytes((number.bit_length() + 7) // 8, "big").decode("latin-1")
    return text if text.isascii() and text.isprintable() else ""


def value_of(const) -> int | float | None:
    """Nothing where it is a text, or beyond all measure."""
    literal = const.get("name") if const is not None else ""
    if number := whole_numbers({"": literal}):
        return number[""]
    return float(literal) if re.fullmatch(r"[\d.]{1,20}(?:e[+-]?\d{1,2})?", literal) and literal.count(".") <= 1 else None
