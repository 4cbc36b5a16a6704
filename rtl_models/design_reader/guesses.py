"""What the pins of a design are for: its top, clocks, reset and UART, each with what speaks for it."""

import re
from dataclasses import dataclass, field

from model_builder.netlist import TopPort

from .circuit import Circuit, Net, Step
from .constraints import Constraints
from .folder import Design, Module, Place
from .frequency import CLOCK_NAME, Clocking, Constant, Guess, constants_of, frequencies

RESET_NAME = r"re?se?t|rst|nres"
WEAK_RESET_NAME = r"^(?:n?clr|clear|por|init|arst|start_?n)"
BUTTON_NAME = r"key|btn|button|push|^sw"
ACTIVE_LOW_NAME = r"(?:_n|_ni|_b|_l|_bar|_low|rstn|resetn|resetb|rstb)$|^n_?(?:re?se?t|rst|clr|por)|^(?:re?se?t|rst)_?n(?:_|$)"
OTHER_CLOCKS = r"spi|sck|scl|ps2|jtag|tck|i2c|bclk|mclk|pclk_cam|eth|rmii|mii"
NOT_THE_LINE = r"led|busy|done|ready|valid|_en$|_en_|enable|spi|i2c|scl|sda|eth|mii|can_|irda|ps2|hdmi|dvi|cts|rts|empty|full|err|seg|vga|state|count|cnt|data(?!_?(?:in|out)$)"
BAUD_NAME = r"^(?:uart_?)?(?:baud|bps)(?:_?rate)?(?:_?hz)?$|^bit_?rate$"
NO_DATA = r"re?se?t|rst|clk|clock|(?:^|_)en(?:_|$|able)"
NO_PIN = ""  # of a clock: an oscillator inside of the device
SLOWEST, FASTEST = 300, 4_000_000  # of bit rates
SERIAL_NAME = r"uart|serial|rs_?232|ftdi|usb|host|^com|^pc_|_pc$"


@dataclass
class Found:
    """Candidates for each thing, the best first."""

    top: list[Guess] = field(default_factory=list)  # modules
    not_top: list[Guess] = field(default_factory=list)  # test benches and what others use
    clocks: list[tuple[str, Guess, list[Guess]]] = field(default_factory=list)  # pin or NO_PIN, why, frequencies; the UART's first
    other_clocks: list[Guess] = field(default_factory=list)
    reset: list[Guess] = field(default_factory=list)  # (pin, active level)
    rx: list[Guess] = field(default_factory=list)
    tx: list[Guess] = field(default_factory=list)
    generators: list[str] = field(default_factory=list)
    constants: list[Constant] = field(default_factory=list)  # all that have a name
    has_several_oscillators: bool = False
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


def take_likelier_doubles(design: Design, constraints: Constraints):
    """Of tops with one name, as a folder of examples has them, the likeliest is taken; the others are doubles."""
    named = {name for name, _ in constraints.tops}
    for number, double in enumerate(design.doubles):
        first = design.modules[double.name]
        tops_alike = all(one.is_top_material and not one.is_vhdl and not design.users_of(one) for one in (first, double))
        if tops_alike and not double.why_a_bench and weight_of_top(design, double, constraints, named) > weight_of_top(design, first, constraints, named):
            design.modules[double.name], design.doubles[number] = double, first


def weight_of_top(design: Design, module: Module, constraints: Constraints, named: set[str]) -> float:
    words = set(re.findall(r"\w+", module.head))
    weight = min(len(design.made_of(module)), 50) + 2 * len(words & pins_in(constraints))
    weight += 1000 * (module.name in named) + 8 * (re.search(r"top|main|board|system|fpga|de\d|shell", module.name, re.I) is not None)
    weight += sum(6 * any(line_score(word, kind) > 0 for word in words) for kind in ("rx", "tx"))
    has_body = re.search(r"\balways|\bprocess\b", module.text, re.I) or any(module.uses(other) for other in design.modules.values())
    return weight + 4 * any(re.search(CLOCK_NAME, word, re.I) for word in words) - 30 * (not has_body)


def pins_in(constraints: Constraints) -> set[str]:
    return {base_of(pin) for pin in constraints.pins}


def base_of(pin: str) -> str:
    return pin.split("[")[0]


def why_top(design: Design, module: Module, constraints: Constraints, named: set[str], users: list[Module]) -> str:
    if module.name in named:
        return "the project of the vendor's tool says so"
    if users:
        return f"as asked for, though {users[0].name} instantiates it"
    pins = len(set(re.findall(r"\w+", module.head)) & pins_in(constraints))
    return f"no other module instantiates it; it is made of {len(design.made_of(module)) - 1} more" + (f"; {pins} of its pins stand in the constraints" if pins else "")


@dataclass
class Pin:
    """An input or output of one bit, or a bit of one."""

    net: Net
    place: Place
    steps: list[Step]  # where an input leads to, where an output comes from
    clocking: Clocking | None = None

    @property
    def name(self) -> str:
        return str(self.net)

    @property
    def base(self) -> str:
        return self.net.name

    @property
    def blocks(self) -> int:
        return sum(self.clocking.blocks.values())


def look_at(design: Design, top: Module, circuit: Circuit, constraints: Constraints, baud: int, found: Found):
    inputs, outputs = pins_of(circuit, top, ("input", "inout")), pins_of(circuit, top, ("output", "inout"), back=True)
    for pin in inputs:
        pin.clocking = clocking_of(circuit, pin.net)
    clocks = [pin for pin in inputs if is_clock(pin)]
    oscillators = oscillators_in(circuit)
    found.other_clocks = [Guess(pin.name, f"{pin.blocks} blocks run on it", pin.place, pin.blocks) for pin in inputs if pin.blocks and pin not in clocks]
    found.rx = lines(circuit, [pin for pin in inputs if pin not in clocks and not re.search(RESET_NAME, pin.base, re.I)], "rx")
    taken = found.rx[0].value if found.rx else None
    found.tx = lines(circuit, [pin for pin in outputs if pin.name != taken], "tx")
    found.constants = constants_of(design, top, circuit)
    found.other_rates = other_rates(found.constants, baud)
    at_uart = {step.net.path for pin in inputs if pin.name == taken for step in pin.steps
               if step.net.path != circuit.top and line_score(step.net.name, "rx") > 0}
    for pin in sorted([*clocks, *oscillators], key=lambda pin: -clock_weight(circuit, pin, at_uart)):
        why = Guess(pin.name, clock_reason(circuit, pin.clocking), pin.place, pin.blocks)
        if pin not in oscillators:
            rates = frequencies(design, top, pin.name, pin.place, pin.clocking, circuit, found.constants, constraints, baud)
            found.clocks.append((pin.name, why, rates))
        elif not found.clocks:  # of further ones the builder knows by itself
            found.clocks.append((NO_PIN, why, [rate_of(circuit, pin)]))
        else:
            continue
        found.generators += pin.clocking.generators
    found.has_several_oscillators = len({circuit.hertz_of(net) for net in circuit.oscillators}) > 1
    found.reset = resets(circuit, [pin for pin in inputs if pin not in clocks and pin.name != taken and not pin.blocks])


def oscillators_in(circuit: Circuit) -> list[Pin]:
    """Those inside of the device on which something runs."""
    found = [Pin(net, circuit.scopes[circuit.cell_of(net.path)].cell or circuit.scopes[net.path].cell, []) for net in circuit.oscillators]
    for pin in found:
        pin.clocking = clocking_of(circuit, pin.net)
    return [pin for pin in found if pin.blocks and circuit.hertz_of(pin.net)]


def rate_of(circuit: Circuit, oscillator: Pin) -> Guess:
    cell = circuit.scopes[circuit.cell_of(oscillator.net.path)]
    return Guess(round(circuit.hertz_of(oscillator.net)), f"the parameters of {cell.written} \"{cell.name}\" say so", oscillator.place, 100)


def pins_of(circuit: Circuit, top: Module, directions: tuple, *, back: bool = False) -> list[Pin]:
    """Those of a single bit, and the bits of wider ones that the design names."""
    found = []
    for port in circuit.ports.values():
        if port.direction in directions and not port.is_odd:
            bits = [None] if port.is_scalar else sorted(bit for bit in circuit.bits_used(circuit.top, port.name) if bit in port.bits())
            nets = [Net(circuit.top, port.name, bit) for bit in bits]
            found += [Pin(net, place_of(circuit, top, port), circuit.follow(net, back=back)) for net in nets]
    return found


def place_of(circuit: Circuit, top: Module, port: TopPort) -> Place:
    return top.where(port.name) if top.is_vhdl else circuit.place(circuit.scopes[circuit.top].vars[port.name])


def clocking_of(circuit: Circuit, pin: Net) -> Clocking:
    found = Clocking(circuit.follow(pin, through_registers=False), {}, {}, {})
    for step in found.steps:
        for clock in circuit.clocks.get((step.net.path, step.net.name), []):
            path = clock.path
            if clock.meets(step.net) and circuit.scopes[path].cell is None:
                found.blocks[path] = found.blocks.get(path, 0) + 1
                found.ratios.setdefault(path, set()).add(step.ratio)
                if step.generator:
                    found.behind[path] = step.generator
    return found


def other_rates(constants: list[Constant], baud: int) -> list[Guess]:
    guesses: dict[tuple, Guess] = {}
    for constant in constants:
        value = constant.value
        if re.search(BAUD_NAME, constant.name, re.I) and constant.path != "a macro" and value != baud and SLOWEST <= value <= FASTEST:
            guesses.setdefault((constant.place, value), Guess(round(value), f"the parameter {constant.name} of {constant.path}", constant.place, 0))
    return list(guesses.values())


def is_clock(pin: Pin) -> bool:
    if re.search(OTHER_CLOCKS, pin.base, re.I) and not re.search(r"clk_?in|sys_?clk", pin.base, re.I):
        return False
    if not pin.blocks:
        return bool(pin.clocking.generators) and re.search(CLOCK_NAME, pin.base, re.I) is not None
    return pin.blocks >= 2 or re.search(CLOCK_NAME + r"|^ck|mhz", pin.base, re.I) is not None or not re.search(BUTTON_NAME, pin.base, re.I)


def clock_weight(circuit: Circuit, pin: Pin, at_uart: set[str]) -> float:
    runs_uart = any(path in at_uart or re.search(r"uart|serial|rx", circuit.scopes[path].written, re.I) for path in pin.clocking.blocks)
    return 1000 * runs_uart + pin.blocks + (0.5 if re.search(CLOCK_NAME, pin.base, re.I) else 0)


def clock_reason(circuit: Circuit, found: Clocking) -> str:
    cells = [circuit.scopes[path] for path in found.generators[:1]]
    if not found.blocks:
        return f"it feeds {cells[0].written} \"{cells[0].name}\""
    through = "".join(f", by way of {cell.written} \"{cell.name}\"" for cell in cells)
    count = sum(found.blocks.values())
    most = circuit.scopes[max(found.blocks, key=found.blocks.get)].written
    return f"{count} block{'s run' if count != 1 else ' runs'} on it{through}" + (f", most of them in {most}" if len(found.blocks) > 1 else "")


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


def lines(circuit: Circuit, pins: list[Pin], kind: str) -> list[Guess]:
    guesses = []
    for pin in pins:
        name = pin.base if pin.net.bit is not None else re.sub(r"(?<=[rt]x)_?data$", "", pin.base, flags=re.I)  # a byte is no single pin
        own = line_score(name, kind) if not re.search(NOT_THE_LINE, name, re.I) else -5
        if own >= 0 and re.search(rf"\b{kind}d?\b", pin.place.remark(), re.I):
            own += 3
        named_so = rf"{kind}|^(?!.*{'tx' if kind == 'rx' else 'rx'}).*(?:uart|serial)"
        passed = max(((line_score(name, kind), name, place) for name, place in names_on_the_way(circuit, pin) if re.search(named_so, name, re.I)),
                     key=lambda one: one[0], default=None)
        score = own + (0.7 * passed[0] if passed else 0)
        if score >= 1:
            behind = f"{'it leads to' if kind == 'rx' else 'it comes from'} \"{passed[1]}\"" if passed else "its name"
            place = passed[2] if passed else pin.place
            why = behind if own <= 0 or not passed else f"its name, and {behind}"
            guesses.append(Guess(pin.name, why, place, score))
    return sorted(guesses, key=lambda guess: -guess.weight)


def names_on_the_way(circuit: Circuit, pin: Pin) -> list[tuple[str, Place]]:
    """Of wires, of pins and of the modules that have these, nearest first."""
    names = []
    for step in pin.steps[1:]:
        names.append((step.net.name, step.place))
        if step.is_at_a_pin and not re.search(NO_DATA, step.net.name, re.I):
            names.append((circuit.scopes[step.net.path].written, step.place))
    return names


def resets(circuit: Circuit, pins: list[Pin]) -> list[Guess]:
    guesses = []
    for pin in pins:
        score = 10 if re.search(RESET_NAME, pin.base, re.I) else 6 if re.search(WEAK_RESET_NAME, pin.base, re.I) else 0
        button = re.search(BUTTON_NAME, pin.base, re.I) is not None
        uses: dict[int, list[Place]] = {0: [], 1: []}  # blocks that are reset, by the pin's level
        for step in pin.steps:
            for net, level, place in circuit.resets.get((step.net.path, step.net.name), []):
                if net.meets(step.net):
                    uses[level if step.level else 1 - level].append(place)
        count = len(uses[0]) + len(uses[1])
        if line_score(pin.base, "rx") >= 4 or not score and count < (1 if button else 2):
            continue
        level = (0 if is_active_low(pin.base) else 1) if not count else 0 if len(uses[0]) > len(uses[1]) else 1
        number = len(uses[level])
        why = f"{number} block{'s are' if number != 1 else ' is'} reset while it is {level}" if count else \
            f"its name; that it resets at {level} is guessed by its name too"
        guesses.append(Guess((pin.name, level), why, uses[level][0] if count else pin.place, score + min(count, 6)))
    return sorted(guesses, key=lambda guess: -guess.weight)


def is_active_low(name: str) -> bool:
    return re.search(ACTIVE_LOW_NAME, name, re.I) is not None or re.match(r"key", name, re.I) is not None
