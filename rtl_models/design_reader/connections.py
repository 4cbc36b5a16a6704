"""Where a pin of the top leads: through wires, registers and instances."""

import re
from collections import Counter
from dataclasses import dataclass, field

from .design import Design
from .numbers import value_of
from .source import Instance, Module, Place

BUFFERS = {"bufg", "bufh", "bufio", "bufr", "bufgce", "ibuf", "ibufg", "ibufds", "ibufgds", "obuf", "obufds", "iobuf", "sb_gb", "sb_gb_io", "global",
           "sb_io", "altclkctrl"}
CELL_OUTPUT = r"o|q|outclk|clk|c\d|clkout\d?|clk_out\d|outclk_\d|clk\dx?\w*|clkfx|clkop|clkos\d?|pllout\w*|clkoutp?|locked|lock"
CELL_RESET = r"re?se?t|rst"  # pins of cells that no source declares
NO_CLOCK = CELL_RESET + r"|pwr_?d(?:ow)?n|stdby"
OTHER_HALF = {"IB", "CLKIN_N", "IN_N"}  # of a differential pair
NO_DATA = r"re?se?t|rst|clk|clock|(?:^|_)en(?:_|$|able)"
DEEPEST = 40
LONGEST_VALUE = 80  # of an expression that still passes something on


@dataclass
class Clocked:
    """A module whose blocks run on a clock."""

    module: Module
    place: Place
    blocks: int
    generator: Instance | None  # what makes this clock of the pin's


@dataclass
class Forward:
    """What is behind an input."""

    clocked: dict[str, Clocked] = field(default_factory=dict)
    resets: Counter = field(default_factory=Counter)  # blocks, by the pin's level that resets them
    reset_place: dict[int, Place] = field(default_factory=dict)
    names: list[tuple[str, Place]] = field(default_factory=list)  # wires, pins and modules that it passes, nearest first
    generators: list[Instance] = field(default_factory=list)

    @property
    def blocks(self) -> int:
        return sum(one.blocks for one in self.clocked.values())


def base_of(reference: str) -> str:
    return reference.split("[")[0]


class Tracer:
    """Follows pins through one design."""

    def __init__(self, design: Design):
        self.design = design

    def clock(self, module: Module, pin: str) -> Forward:
        found = Forward()
        self.follow_clock(module, pin, found, None, set())
        return found

    def follow_clock(self, module: Module, net: str, found: Forward, generator: Instance | None, seen: set):
        if (module.name, net) in seen or len(seen) > 400:
            return
        seen.add((module.name, net))
        blocks = [block for block in module.blocks if same(module, block.clock, net)]
        if blocks:
            known = found.clocked.setdefault(module.name, Clocked(module, blocks[0].place, 0, generator))
            known.blocks += len(blocks)
        for assignment in module.assignments:
            if not assignment.is_registered and mentions(module, assignment.value, net) and len(assignment.value) <= LONGEST_VALUE:
                self.follow_clock(module, assignment.target, found, generator, seen)
                if "[" in assignment.target:
                    self.follow_clock(module, base_of(assignment.target), found, generator, seen)
        for instance, pin, expression in self.pins_with(module, net):
            inner = self.design.module(instance.module)
            if inner is not None:
                if (port := inner.port(pin)) is not None:
                    self.follow_clock(inner, port.name + index_for(expression, net), found, generator, seen)
                continue
            if pin.upper() in OTHER_HALF or re.search(NO_CLOCK, pin, re.I):
                continue
            made = generator
            if instance.module.lower() not in BUFFERS:
                made = instance
                if instance not in found.generators:
                    found.generators.append(instance)
            for name, output in instance.pins.items():
                if re.fullmatch(CELL_OUTPUT, name, re.I) and re.match(r"\w+", output) and name != pin:
                    self.follow_clock(module, re.sub(r"\s+", "", output), found, made, seen)

    def forward(self, module: Module, pin: str) -> Forward:
        """What it resets, and the names that it passes."""
        found = Forward()
        self.follow(module, pin, 1, found, set(), 0)
        return found

    def follow(self, module: Module, net: str, level: int, found: Forward, seen: set, depth: int):
        if (module.name, net, level) in seen or depth > DEEPEST or len(seen) > 300:
            return
        seen.add((module.name, net, level))
        for block in module.blocks:
            for signal, active in block.resets:
                if same(module, signal, net):
                    of_pin = active if level else 1 - active
                    found.resets[of_pin] += 1
                    found.reset_place.setdefault(of_pin, block.place)
        for assignment in module.assignments:
            value = assignment.value
            if len(value) > LONGEST_VALUE or not mentions(module, value, net) or re.search(r"[<>=+]", value):
                continue
            found.names.append((base_of(assignment.target), assignment.place))
            passed_on = 1 - level if is_inverted(module, value, net) else level
            self.follow(module, assignment.target, passed_on, found, seen, depth + 1)
            if "[" in assignment.target:
                self.follow(module, base_of(assignment.target), passed_on, found, seen, depth + 1)
        for instance, pin, expression in self.pins_with(module, net):
            inner = self.design.module(instance.module)
            port = inner.port(pin) if inner is not None else None
            passed_on = 1 - level if is_inverted(module, expression, net) else level
            if inner is None and re.search(CELL_RESET, pin, re.I):
                of_pin = passed_on if not re.search(r"n$", pin, re.I) else 1 - passed_on
                found.resets[of_pin] += 1
                found.reset_place.setdefault(of_pin, instance.place)
            if port is None or port.direction == "output":
                continue
            found.names += [(port.name, instance.place), *([] if re.search(NO_DATA, port.name, re.I) else [(instance.module, instance.place)])]
            self.follow(inner, port.name + index_for(expression, net), passed_on, found, seen, depth + 1)

    def backward(self, module: Module, pin: str) -> Forward:
        """What drives an output: the names on the way."""
        found = Forward()
        self.follow_back(module, pin, found, set())
        return found

    def follow_back(self, module: Module, net: str, found: Forward, seen: set):
        if (module.name, net) in seen or len(seen) > DEEPEST:
            return
        seen.add((module.name, net))
        for assignment in module.assignments:
            if not (same(module, assignment.target, net) or base_of(assignment.target) == net) or len(assignment.value) > LONGEST_VALUE:
                continue
            for word in re.findall(r"(?<!')\b[A-Za-z_]\w*(?:\[\d+\])?", re.sub(r"\d*'[a-zA-Z]\w*", "", re.sub(r"\s*\[", "[", assignment.value))):
                found.names.append((base_of(word), assignment.place))
                self.follow_back(module, word, found, seen)
        for instance, pin, expression in self.pins_with(module, net):
            inner = self.design.module(instance.module)
            port = inner.port(pin) if inner is not None else None
            if port is None or port.direction == "input":
                continue
            found.names += [(port.name, instance.place), (instance.module, instance.place)]
            self.follow_back(inner, port.name + index_for(expression, net), found, seen)

    def pins_with(self, module: Module, net: str) -> list[tuple[Instance, str, str]]:
        """Pins of instances whose expression is this net, or its inverse, or a vector around it."""
        found = []
        for instance in module.instances:
            for pin, expression in instance.pins.items():
                if len(expression) <= LONGEST_VALUE and (mentions(module, expression, net) or same(module, re.sub(r"\s+", "", expression), base_of(net))):
                    found.append((instance, pin, expression))
            inner = self.design.module(instance.module)
            if instance.takes_all and inner is not None and base_of(net) in inner.ports and base_of(net) not in instance.pins:
                found.append((instance, base_of(net), base_of(net)))
        return found


def same(module: Module, one: str, other: str) -> bool:
    return one == other or module.source.is_vhdl and one.lower() == other.lower()


def mentions(module: Module, expression: str, net: str) -> bool:
    name, _, index = net.partition("[")
    pattern = rf"(?<![\w.$'`]){re.escape(name)}\b(?!\s*')"
    if index:
        pattern += rf"\s*[\[(]\s*{index.rstrip(']')}\s*[\])]"
    return re.search(pattern, expression, re.I if module.source.is_vhdl else 0) is not None


def is_inverted(module: Module, expression: str, net: str) -> bool:
    """By the sign before it, or before a bracket around all."""
    flags = re.I if module.source.is_vhdl else 0
    direct = len(re.findall(rf"(?:[~!]|\bnot\b)\s*\(?\s*{re.escape(base_of(net))}\b", expression, flags)) > 0
    return direct


def index_for(expression: str, net: str) -> str:
    """What is left of the net's index where the whole vector is handed on."""
    return "" if "[" in expression or "(" in expression or "[" not in net else "[" + net.split("[")[1]


@dataclass
class Elaborated:
    """An instance with the values of its parameters."""

    module: Module
    values: dict[str, int | float]
    chain: str  # from the top, `top.uart`


def elaborated(design: Design, top: Module, macros: dict[str, int | float]) -> list[Elaborated]:
    found, waiting = [], [(top, {}, top.name, 0)]
    while waiting and len(found) < 1000:
        module, overrides, chain, depth = waiting.pop(0)
        values = dict(macros)
        lower = module.source.is_vhdl
        given = {name.lower() if lower else name: value for name, value in overrides.items()}
        for position, parameter in enumerate(module.parameters.values()):
            name = parameter.name.lower() if lower else parameter.name
            value = given.get(name, given.get(str(position))) if parameter.is_settable else None
            if value is None:
                value = value_of(parameter.value.lower() if lower else parameter.value, values)
            if value is not None:
                values[name] = value
        found.append(Elaborated(module, values, chain))
        for instance in module.instances:
            inner = design.module(instance.module)
            if inner is None or depth > 12:
                continue
            known = {name: value for name, text in instance.parameters.items()
                     if (value := value_of(text.lower() if lower else text, values)) is not None}
            waiting.append((inner, known, f"{chain}.{instance.name}", depth + 1))
    return found
