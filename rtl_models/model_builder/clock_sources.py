"""Where clock generators get their clocks from, and whether anything runs on what they make, by the elaborated design.

A generator is fed by a pin of the top, by an oscillator, or by another generator.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, replace

from .netlist import Netlist, number_of

DEEPEST = 50  # instances inside of each other


@dataclass(frozen=True)
class Net:
    """A variable of an instance, or one bit of it, counted from its lowest."""

    path: str  # of the instance, `top.uart`
    name: str
    bit: int | None = None


@dataclass(frozen=True)
class Driver:
    """What drives a variable, or the bits of it from `low` on."""

    path: str  # of the instance that `value` is written in; or that has the output `value`
    value: object  # an expression, or the name of an output
    low: int | None = None


class ClockSources:
    """The nets of a design, each with what drives it. `made`: the modules whose output `out` is a clock."""

    def __init__(self, netlist: Netlist, made: tuple[str, ...]):
        self.netlist, self.made = netlist, made
        self.modules = {node.get("name"): node for node in netlist.root.iter("module")}
        self.scopes: dict[str, object] = {}  # modules, by the path of their instance
        self.instances: dict[str, tuple[str, object]] = {}  # the path of what has it, and the instance, by its own path
        self.twins: Counter[str] = Counter()
        self.drivers: dict[tuple[str, str], list[Driver]] = defaultdict(list)
        top = next(node for node in self.modules.values() if node.get("topModule"))
        self.top = top.get("origName")
        self.read(self.top, top)

    def read(self, path: str, module):
        self.scopes[path] = module
        for assign in module.iter("contassign"):
            if len(assign) == 2:
                self.drive(path, assign[1], Driver(path, assign[0]))
        for instance in module.iter("instance"):
            inner = self.modules.get(instance.get("defName"))
            if inner is not None and path.count(".") < DEEPEST:
                inner_path = f"{path}.{instance.get('origName')}"
                self.twins[inner_path] += 1  # in another branch or round of a generate
                number = self.twins[inner_path]
                self.connect(path, inner_path if number == 1 else f"{inner_path}#{number}", instance, inner)

    def connect(self, path: str, inner_path: str, instance, inner):
        self.instances[inner_path] = (path, instance)
        self.read(inner_path, inner)
        for name, direction, expression in self.pins_of(inner_path):
            if direction in ("in", "inout"):
                self.drivers[inner_path, name].append(Driver(path, expression))
            if direction in ("out", "inout"):
                self.drive(path, expression, Driver(inner_path, name))

    def pins_of(self, path: str) -> list[tuple[str, str, object]]:
        """Name, direction, and what it is connected to, of each pin of an instance that is connected."""
        in_order = {f"__pinNumber{var.get('pinIndex')}": var.get("name") for var in self.scopes[path].findall("var")}
        return [(in_order.get(port.get("name"), port.get("name")), port.get("direction"), port[0])
                for port in self.instances[path][1].findall("port") if len(port) > 0]

    def drive(self, path: str, target, driver: Driver):
        """A target that is no variable and no part of one is not followed."""
        if target.tag == "varref":
            self.drivers[path, target.get("name")].append(driver)
        elif target.tag == "sel" and target[0].tag == "varref" and target[1].tag == "const":
            self.drivers[path, target[0].get("name")].append(replace(driver, low=number_of(target[1].get("name"))))

    def clocks(self, written: str) -> list[str]:
        """The paths of those instances of a module of `made` whose output leads somewhere."""
        return [path for path, module in self.scopes.items() if module.get("origName") == written and self.leads_on(path, "out")]

    def leads_on(self, path: str, pin: str) -> bool:
        """Whether anything reads an output of an instance."""
        owner = self.instances[path][0]
        expressions = [expression for name, _, expression in self.pins_of(path) if name == pin]
        return any(one.tag != "varref" or self.is_read(owner, one.get("name"), {one}) for one in expressions)

    def is_read(self, path: str, name: str, known: set) -> bool:
        """Whether anything reads a variable of an instance, apart from the references in `known`. What is only assigned to
        another variable, or led to a pin, is read if that is."""
        module = self.scopes[path]
        aliases = {reference: assign[1] for assign in module.iter("contassign") if len(assign) == 2 and assign[1].tag == "varref"
                   for reference in assign[0].iter("varref")}
        for reference in module.iter("varref"):
            if reference.get("name") != name or reference in known:
                continue
            alias = aliases.get(reference)
            if alias is None or self.is_read(path, alias.get("name"), {*known, reference, alias}):
                return True
        var = next((var for var in module.findall("var") if var.get("name") == name), None)
        is_output = var is not None and var.get("dir") in ("output", "inout")
        return is_output and (path == self.top or self.leads_on(path, name))

    def sources_of(self, net: Net, seen: set[Net] | None = None) -> set[Net]:
        """Outputs of `made`, and pins of the top, that reach a net without a register between."""
        seen = set() if seen is None else seen
        if net in seen:
            return set()
        seen.add(net)
        if net.name == "out" and self.scopes[net.path].get("origName") in self.made:
            return {net}
        drivers = self.drivers.get((net.path, net.name), [])
        if not drivers and net.path == self.top:
            return {net}
        return {source for driver in drivers for near in self.behind(net, driver) for source in self.sources_of(near, seen)}

    def behind(self, net: Net, driver: Driver) -> list[Net]:
        """The nets that a driver makes a net of."""
        bit = net.bit
        if driver.low is not None:
            if bit is not None and bit < driver.low:
                return []
            bit = None if bit is None else bit - driver.low
        if isinstance(driver.value, str):
            return [Net(driver.path, driver.value, bit)] if driver.low is None or bit in (None, 0) else []
        return self.leaves(driver.path, driver.value, bit)

    def leaves(self, path: str, value, bit: int | None) -> list[Net]:
        """The variables in an expression; of one that is a variable or a part of it, the bit in question."""
        if value.tag == "varref":
            return [Net(path, value.get("name"), bit)]
        if value.tag == "sel" and value[0].tag == "varref" and value[1].tag == "const":
            low, kind = number_of(value[1].get("name")), self.netlist.types[value.get("dtype_id")]
            chosen = low if kind.get("left") == kind.get("right") else None if bit is None else low + bit
            return [Net(path, value[0].get("name"), chosen)]
        return [net for inner in value for net in self.leaves(path, inner, None)]
