"""Where clock generators get their clocks from: pins of the top, oscillators, or other generators, by the elaborated design."""

from collections import defaultdict
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
    """The nets of a design, each with what drives it. `made`: the modules whose output `out` is a source."""

    def __init__(self, netlist: Netlist, made: tuple[str, ...]):
        self.netlist, self.made = netlist, made
        self.modules = {node.get("name"): node for node in netlist.root.iter("module")}
        self.scopes: dict[str, object] = {}  # modules, by the path of their instance
        self.instances: dict[str, tuple] = {}  # the module that has it, and the instance itself, by its path
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
                self.connect(path, f"{path}.{instance.get('origName')}", instance, inner)

    def connect(self, path: str, inner_path: str, instance, inner):
        self.instances[inner_path] = (self.scopes[path], instance)
        in_order = {f"__pinNumber{var.get('pinIndex')}": var.get("name") for var in inner.findall("var")}
        for port in instance.findall("port"):
            name = in_order.get(port.get("name"), port.get("name"))
            for expression in port[:1]:
                if port.get("direction") in ("in", "inout"):
                    self.drivers[inner_path, name].append(Driver(path, expression))
                if port.get("direction") in ("out", "inout"):
                    self.drive(path, expression, Driver(inner_path, name))
        self.read(inner_path, inner)

    def drive(self, path: str, target, driver: Driver):
        """A target that is no variable and no part of one is not followed."""
        if target.tag == "varref":
            self.drivers[path, target.get("name")].append(driver)
        elif target.tag == "sel" and target[0].tag == "varref" and target[1].tag == "const":
            self.drivers[path, target[0].get("name")].append(replace(driver, low=number_of(target[1].get("name"))))

    def instances_of(self, written: str) -> dict[str, object]:
        """Of a module, by their path; those whose output `out` leads somewhere."""
        return {path: module for path, module in self.scopes.items()
                if module.get("origName") == written and self.netlist.leads_on(*self.instances[path], "out")}

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
            low, width = number_of(value[1].get("name")), number_of(value[2].get("name")) if len(value) > 2 and value[2].tag == "const" else None
            chosen = low if width == 1 else None if bit is None else low + bit
            return [Net(path, value[0].get("name"), chosen)]
        return [net for inner in value for net in self.leaves(path, inner, None)]
