"""What the pins of a design are for: its top, clocks, reset and UART, each with what speaks for it."""

import re
from dataclasses import dataclass, field

from .connections import Elaborated, Forward, Tracer, base_of, elaborated
from .constraints import Constraints
from .design import Design
from .frequency import CLOCK_NAME, Guess, frequencies
from .numbers import value_of
from .source import Instance, Module, Port, remark_at
from .verilog import macros_of

RESET_NAME = r"re?se?t|rst|nres"
WEAK_RESET_NAME = r"^(?:n?clr|clear|por|init|arst|start_?n)"
BUTTON_NAME = r"key|btn|button|push|^sw"
ACTIVE_LOW_NAME = r"(?:_n|_ni|_b|_l|_bar|_low|rstn|resetn|resetb|rstb)$|^n_?(?:re?se?t|rst|clr|por)|^(?:re?se?t|rst)_?n(?:_|$)"
OTHER_CLOCKS = r"spi|sck|scl|ps2|jtag|tck|i2c|bclk|mclk|pclk_cam|eth|rmii|mii"
NOT_THE_LINE = r"led|busy|done|ready|valid|_en$|_en_|enable|spi|i2c|scl|sda|eth|mii|can_|irda|ps2|hdmi|dvi|cts|rts|empty|full|err|seg|vga|state|count|cnt|data(?!_?(?:in|out)$)"
BAUD_NAME = r"^(?:uart_?)?(?:baud|bps)(?:_?rate)?(?:_?hz)?$|^bit_?rate$"
SLOWEST, FASTEST = 300, 4_000_000  # of bit rates
SERIAL_NAME = r"uart|serial|rs_?232|ftdi|usb|host|^com|^pc_|_pc$"


@dataclass
class Found:
    """Candidates for each thing, the best first."""

    top: list[Guess] = field(default_factory=list)  # modules
    not_top: list[Guess] = field(default_factory=list)  # test benches and what others use
    clocks: list[tuple[str, Guess, list[Guess]]] = field(default_factory=list)  # pin, why, frequencies; the UART's first
    other_clocks: list[Guess] = field(default_factory=list)
    reset: list[Guess] = field(default_factory=list)  # (pin, active level)
    rx: list[Guess] = field(default_factory=list)
    tx: list[Guess] = field(default_factory=list)
    generators: list[Instance] = field(default_factory=list)
    other_rates: list[Guess] = field(default_factory=list)  # what the sources call the bit rate, where it is not the contest's


def tops(design: Design, constraints: Constraints, wanted: str | None) -> tuple[list[Guess], list[Guess]]:
    chosen, others = [], []
    named = {name for name, _ in constraints.tops}
    for module in design.modules.values():
        if not module.is_top_material:
            continue
        if module.why_a_bench:
            others.append(Guess(module, f"a test bench: {module.why_a_bench}", module.place, 0))
            continue
        users = design.users_of(module)
        if wanted in (None, module.name):
            if users and wanted is None:
                continue
            chosen.append(Guess(module, why_top(design, module, constraints, named, users), module.place, weight_of_top(design, module, constraints, named)))
    chosen.sort(key=lambda guess: -guess.weight)
    return chosen, others


def weight_of_top(design: Design, module: Module, constraints: Constraints, named: set[str]) -> float:
    pins = [port.name for port in module.ports.values()]
    weight = min(len(design.reached_from(module)), 50) + 2 * sum(pin in map(base_of, constraints.pins) for pin in pins)
    weight += 1000 * (module.name in named) + 8 * (re.search(r"top|main|board|system|fpga|de\d|shell", module.name, re.I) is not None)
    weight += 6 * any(line_score(port.name, "rx") > 0 for port in module.ports.values() if port.direction == "input")
    weight += 6 * any(line_score(port.name, "tx") > 0 for port in module.ports.values() if port.direction == "output")
    return weight + 4 * any(re.search(CLOCK_NAME, pin, re.I) for pin in pins) - 30 * (not module.blocks and not module.instances)


def why_top(design: Design, module: Module, constraints: Constraints, named: set[str], users: list[Module]) -> str:
    if module.name in named:
        return "the project of the vendor's tool says so"
    if users:
        return f"as asked for, though {users[0].name} instantiates it"
    size = len(design.reached_from(module)) - 1
    pins = sum(name in map(base_of, constraints.pins) for name in module.ports)
    return f"no other module instantiates it; it is made of {size} more" + (f"; {pins} of its pins stand in the constraints" if pins else "")


def look_at(design: Design, top: Module, constraints: Constraints, baud: int, found: Found):
    tracer = Tracer(design)
    inputs = references(design, top, ("input", "inout"))
    outputs = references(design, top, ("output", "inout"))
    clocked = {pin: tracer.clock(top, pin) for pin, _ in inputs}
    ahead = {pin: tracer.forward(top, pin) for pin, _ in inputs}
    clock_pins = [pin for pin, port in inputs if is_clock(pin, clocked[pin])]
    found.other_clocks = [Guess(pin, f"{clocked[pin].blocks} blocks run on it", port.place, clocked[pin].blocks)
                          for pin, port in inputs if clocked[pin].blocks and pin not in clock_pins]
    found.rx = lines([(pin, port, ahead[pin].names) for pin, port in inputs
                      if pin not in clock_pins and not re.search(RESET_NAME, base_of(pin), re.I)], "rx")
    taken = found.rx[0].value if found.rx else None
    found.tx = lines([(pin, port, tracer.backward(top, pin).names) for pin, port in outputs if pin != taken], "tx")
    instances = elaborated(design, top, constants_in(design))
    found.other_rates = other_rates(instances, baud)
    at_uart = fed_with_rx(ahead[taken].names) if taken else set()
    places = dict(inputs)
    for pin in sorted(clock_pins, key=lambda pin: -clock_weight(pin, clocked[pin], at_uart)):
        why = Guess(pin, clock_reason(pin, clocked[pin]), places[pin].place, clocked[pin].blocks)
        found.clocks.append((pin, why, frequencies(design, top, pin, places[pin], clocked[pin], instances, constraints, baud)))
        found.generators += clocked[pin].generators
    found.reset = resets([(pin, port, ahead[pin]) for pin, port in inputs if pin not in clock_pins and pin != taken
                          and pin not in [guess.value for guess in found.other_clocks]])


def fed_with_rx(names: list) -> set[str]:
    """Modules that have the line at a pin of that name."""
    return {module for (pin, _), (module, _) in zip(names, names[1:]) if line_score(pin, "rx") > 0}


def other_rates(instances: list[Elaborated], baud: int) -> list[Guess]:
    guesses: dict[tuple, Guess] = {}
    for one in instances:
        for parameter in one.module.parameters.values():
            value = one.values.get(parameter.name.lower() if one.module.source.is_vhdl else parameter.name)
            if re.search(BAUD_NAME, parameter.name, re.I) and value is not None and value != baud and SLOWEST <= value <= FASTEST:
                guesses.setdefault((parameter.place, value), Guess(round(value), f"the parameter {parameter.name} of {one.chain}", parameter.place, 0))
    return list(guesses.values())


def constants_in(design: Design) -> dict[str, int | float]:
    """Macros, and what packages declare."""
    texts = [one for source in [*design.headers, *design.sources] if not source.is_vhdl for one in macros_of(source.text).items()]
    texts += [(constant.name.lower() if module.source.is_vhdl else constant.name, constant.value)
              for module in design.modules.values() if not module.is_top_material for constant in module.parameters.values()]
    known: dict[str, int | float] = {}
    for name, text in texts:
        if (value := value_of(text, known)) is not None:
            known[name] = value
    return known


def references(design: Design, top: Module, directions: tuple) -> list[tuple[str, Port]]:
    """Pins of a single bit, and the bits of wider ones that the design names."""
    found = []
    for port in top.ports.values():
        if port.direction in directions:
            bits = bits_used(design, top, port.name, 0) if port.left is not None else None
            found += [(port.name, port)] if bits is None else [(f"{port.name}[{bit}]", port) for bit in sorted(bits) if not port.is_known or bit in port.bits()]
    return found


def bits_used(design: Design, module: Module, name: str, depth: int) -> set[int]:
    bits = {int(bit) for bit in re.findall(rf"\b{re.escape(name)}\s*[\[(]\s*(\d+)\s*[\])]", module.text, re.I if module.source.is_vhdl else 0)}
    for instance in module.instances:
        inner = design.module(instance.module)
        for pin, expression in instance.pins.items():
            if inner is not None and expression == name and depth < 4 and (port := inner.port(pin)) is not None:
                bits |= bits_used(design, inner, port.name, depth + 1)
    return bits


def is_clock(pin: str, found: Forward) -> bool:
    name = base_of(pin)
    if re.search(OTHER_CLOCKS, name, re.I) and not re.search(r"clk_?in|sys_?clk", name, re.I):
        return False
    return found.blocks > 0 and (re.search(CLOCK_NAME + r"|^ck|mhz", name, re.I) is not None or found.blocks >= 2 or not re.search(BUTTON_NAME, name, re.I)) \
        or found.blocks == 0 and bool(found.generators) and re.search(CLOCK_NAME, name, re.I) is not None


def clock_weight(pin: str, found: Forward, at_uart: set[str]) -> float:
    runs_uart = any(name in at_uart or re.search(r"uart|serial|rx", name, re.I) for name in found.clocked)
    return 1000 * runs_uart + found.blocks + (0.5 if re.search(CLOCK_NAME, pin, re.I) else 0)


def clock_reason(pin: str, found: Forward) -> str:
    if not found.blocks:
        return f"it feeds {found.generators[0].module} \"{found.generators[0].name}\""
    through = f", by way of {found.generators[0].module} \"{found.generators[0].name}\"" if found.generators else ""
    most = max(found.clocked.values(), key=lambda one: one.blocks)
    blocks = f"{found.blocks} block{'s run' if found.blocks != 1 else ' runs'}"
    return f"{blocks} on it{through}" + (f", most of them in {most.module.name}" if len(found.clocked) > 1 else "")


def line_score(name: str, kind: str) -> float:
    """How much a name sounds like the line in question, seen from the board; hosts name it the other way round."""
    text = re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower()
    if re.search(NOT_THE_LINE, text):
        return 0
    mine, other = (r"rx", r"tx") if kind == "rx" else (r"tx", r"rx")
    score = 6.0 if re.search(mine, text) else 0.0
    serial = re.search(SERIAL_NAME, text) is not None
    if not score and re.search(other, text):
        score = 2.5 if serial else 0.5
    if not score and re.search(r"(?:^s|ser(?:ial)?_?)in$|rdx" if kind == "rx" else r"(?:^s|ser(?:ial)?_?)out$|tdx", text):
        score = 4
    if not score and re.search(r"^(?:d|data_?)in$|_in$" if kind == "rx" else r"^(?:d|data_?)out$|_out$", text):
        score = 0.5
    return score + (2 if serial and score else 1 if serial else 0)


def lines(pins: list, kind: str) -> list[Guess]:
    guesses = []
    for pin, port, names in pins:
        own = line_score(base_of(pin), kind) if not re.search(NOT_THE_LINE, base_of(pin), re.I) else -5
        remark = remark_at(port.place)
        if own >= 0 and re.search(rf"\b{kind}d?\b", remark, re.I):
            own += 3
        passed = max(((line_score(name, kind), name, place) for name, place in names if re.search(rf"{kind}|uart|serial", name, re.I)),
                     key=lambda one: one[0], default=None)
        score = own + (0.7 * passed[0] if passed else 0)
        if score >= 1:
            behind = f"{'it leads to' if kind == 'rx' else 'it comes from'} \"{passed[1]}\"" if passed else "its name"
            place = passed[2] if passed else port.place
            why = behind if own <= 0 or not passed else f"its name, and {behind}"
            guesses.append(Guess(pin, why, place, score))
    return sorted(guesses, key=lambda guess: -guess.weight)


def resets(pins: list) -> list[Guess]:
    guesses = []
    for pin, port, found in pins:
        name = base_of(pin)
        score = 10 if re.search(RESET_NAME, name, re.I) else 6 if re.search(WEAK_RESET_NAME, name, re.I) else 0
        button = re.search(BUTTON_NAME, name, re.I) is not None
        uses = sum(found.resets.values())
        if line_score(name, "rx") >= 4 or not score and uses < (1 if button else 2):
            continue
        level, count = found.resets.most_common(1)[0] if uses else (0 if is_active_low(name) else 1, 0)
        if uses:
            why = f"{count} block{'s are' if count != 1 else ' is'} reset while it is {level}"
            place = found.reset_place[level]
        else:
            why, place = f"its name; that it resets at {level} is guessed by its name too", port.place
        guesses.append(Guess((pin, level), why, place, score + min(uses, 6)))
    return sorted(guesses, key=lambda guess: -guess.weight)


def is_active_low(name: str) -> bool:
    return re.search(ACTIVE_LOW_NAME, name, re.I) is not None or re.match(r"key", name, re.I) is not None
