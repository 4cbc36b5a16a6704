"""At which frequency a clock of the top runs: whatever in the folder tells it, the best first."""

import re
from dataclasses import dataclass, replace
from pathlib import Path

from .connections import Elaborated, Forward, base_of
from .constraints import Constraints
from .design import Design
from .numbers import NUMERAL, number_of, value_of
from .source import Module, Place, Port, remark_at

MHZ = (8, 10, 12, 16, 20, 24, 25, 27, 30, 32, 33, 33.333333, 36, 40, 48, 50, 54, 60, 62.5, 64, 65, 66.666667, 72, 74.25, 75, 80, 83.333333,
       90, 96, 100, 108, 120, 125, 133.333333, 148.5, 150, 156.25, 160, 166.666667, 180, 200, 250, 300)
CLOCK_NAME = r"clk|clock|osc|xtal"
HZ_NAME = r"(?:clk|clock|sys|osc|xtal|f)_?(?:hz|freq\w*|fre|rate|speed|in_hz|frequency\w*|mhz|khz)$|^f_?(?:clk|clock|osc|cpu|sys)|^(?:mhz|freq\w*|clk_?f\w*|hz)$|frequency"
DIVIDER_NAME = r"div|clks?_?per|clocks?_?per|cycles?_?per|bit_?(?:time|period|cycles?|len\w*|ticks?|clks?)|baud_?(?:cnt|count|max|period|gen|tick\w*|val\w*)?$|prescale|ticks"
UART_NAME = r"uart|baud|serial|(?:^|_|[a-z])[rt]xd?(?:_|$)|rs232"
OVERSAMPLING = (1, 16, 8)
SAID_OUTRIGHT = 60  # weight; beside it, numbers that happen to fit tell nothing


@dataclass(frozen=True)
class Guess:
    """A value, with what speaks for it."""

    value: object
    why: str
    place: Place | None
    weight: float


def frequencies(design: Design, top: Module, pin: str, port: Port, found: Forward, instances: list[Elaborated],
                constraints: Constraints, baud: int) -> list[Guess]:
    guesses = [*of_constraints(design, top, pin, constraints), *of_comments(port), *of_name(pin, port), *of_generators(found),
               *of_parameters(top, found, instances), *of_packages(design, found), *of_dividers(found, instances, baud), *of_loose_comments(top, design)]
    best: dict[int, Guess] = {}
    for guess in sorted(guesses, key=lambda guess: -guess.weight):
        first = best.setdefault(guess.value, guess)
        if guess.place != first.place and first.weight < SAID_OUTRIGHT:  # two that agree
            best[guess.value] = replace(first, weight=min(first.weight + guess.weight / 4, SAID_OUTRIGHT - 1))
    best = {guess.value: guess for guess in sorted(best.values(), key=lambda guess: -guess.weight)}
    is_said = any(guess.weight >= SAID_OUTRIGHT for guess in best.values())
    return [guess for guess in best.values() if guess.weight >= SAID_OUTRIGHT or not is_said]


def rounded(hz: float) -> int:
    """A period is written with few digits; the oscillator behind it has a round frequency."""
    nearest = min(MHZ, key=lambda mhz: abs(mhz * 1e6 - hz)) * 1e6
    return round(nearest) if abs(nearest - hz) < 0.0002 * hz else round(hz)


def of_constraints(design: Design, top: Module, pin: str, constraints: Constraints) -> list[Guess]:
    guesses = []
    for hz, place in next((constraints.clocks[name] for name in (pin, base_of(pin)) if name in constraints.clocks), []):
        if hz >= 1 and is_of_another_board(design, top, place.path):
            guesses.append(Guess(rounded(hz), "the constraints of another board say so", place, 30))
        elif hz >= 1:
            guesses.append(Guess(rounded(hz), "the constraints say so", place, 100))
    own = [guess for guess in guesses if guess.weight == 100]
    return own[-1:] or guesses


def is_of_another_board(design: Design, top: Module, file: Path) -> bool:
    """By its name and its folder's: they are those of another top, or of what lies beside one."""
    mine = board_names(design, top.source.path) | {top.name.lower()}
    others = set()
    for module in design.modules.values():
        if module is not top and module.is_top_material and not module.why_a_bench and not design.users_of(module):
            others |= board_names(design, module.source.path) | {module.name.lower()}
    here = board_names(design, file)
    return not here & mine and bool(here & others)


def board_names(design: Design, file: Path) -> set[str]:
    """A file's own name, and that of its folder below the design's."""
    folder = {file.parent.name.lower()} if file.is_relative_to(design.folders[0]) and file.parent != design.folders[0] else set()
    return {file.stem.lower()} | folder


def of_comments(port: Port) -> list[Guess]:
    found = re.search(r"(\d{1,15}(?:\.\d+)?)\s*(M|k)Hz", remark_at(port.place), re.I)
    if not found:
        return []
    return [Guess(round(float(found[1]) * (1e6 if found[2].upper() == "M" else 1e3)), "the comment beside the pin says so", port.place, 90)]


def of_name(pin: str, port: Port) -> list[Guess]:
    name = base_of(pin)
    found = re.search(r"(\d+(?:[p_]\d+)?)_?m(?:hz)?(?![a-z])", name, re.I) or re.search(r"(?:clk|clock\d?|osc)_?(?:in_?)?(\d{2,3})(?!\d)", name, re.I)
    if not found:
        return []
    mhz = float(re.sub(r"[p_]", ".", found[1]))
    return [Guess(round(mhz * 1e6), f"the pin's name \"{name}\" tells it", port.place, 85)] if 1 <= mhz <= 500 else []


def of_generators(found: Forward) -> list[Guess]:
    guesses = []
    for cell in found.generators:
        for name, text in cell.parameters.items():
            numeral = re.search(r"\d{1,15}(?:\.\d+)?", text)
            if not numeral or not float(numeral[0]):
                continue
            if re.fullmatch(r"CLKIN1?_PERIOD", name, re.I):  # nanoseconds
                guesses.append(Guess(rounded(1e9 / float(numeral[0])), f"{name} of {cell.module} \"{cell.name}\"", cell.place, 80))
            elif re.fullmatch(r"inclk0_input_frequency", name, re.I):  # picoseconds, in spite of its name
                guesses.append(Guess(rounded(1e12 / float(numeral[0])), f"{name} of {cell.module} \"{cell.name}\"", cell.place, 80))
            elif re.fullmatch(r"(reference_clock_frequency|FCLKIN)", name, re.I):
                guesses.append(Guess(round(float(numeral[0]) * 1e6), f"{name} of {cell.module} \"{cell.name}\"", cell.place, 80))
    return guesses


def runs_on_the_pin(one: Elaborated, found: Forward) -> bool:
    """Not on another clock, or on what a clock generator makes of this one."""
    if one.module.name in found.clocked:
        return found.clocked[one.module.name].generator is None
    return not one.module.blocks and not found.generators


def hertz_of(name: str, value: int | float) -> int | None:
    """A parameter's value as a frequency; small ones are in MHz, in kHz where the name says so."""
    if not re.search(HZ_NAME, name, re.I) or isinstance(value, bool) or value <= 0 or re.search(r"baud|uart|bit", name, re.I):
        return None
    if re.search(r"khz", name, re.I):
        return round(value * 1e3)
    if 1 <= value <= 500:
        return round(value * 1e6)
    return round(value) if 500_000 <= value <= 1_000_000_000 else None


def of_parameters(top: Module, found: Forward, instances: list[Elaborated]) -> list[Guess]:
    guesses = []
    for one in instances:
        if not runs_on_the_pin(one, found):
            continue
        for parameter in one.module.parameters.values():
            value = one.values.get(parameter.name.lower() if one.module.source.is_vhdl else parameter.name)
            hz = hertz_of(parameter.name, value) if value is not None else None
            if hz:
                weight = 72 if one.module is top else 70
                guesses.append(Guess(hz, f"the parameter {parameter.name} of {one.chain}", parameter.place, weight))
    return guesses


def of_packages(design: Design, found: Forward) -> list[Guess]:
    """Constants of packages and macros; with a clock generator it cannot be told for which clock they are."""
    if found.generators:
        return []
    guesses = []
    constants = [(constant.name, constant.value, constant.place) for module in design.modules.values() if not module.is_top_material
                 for constant in module.parameters.values()]
    for source in (*design.headers, *design.sources):
        for macro in re.finditer(r"^[ \t]*`define[ \t]+(\w+)[ \t]+([^\n]+)", source.text, re.M):
            constants.append((macro[1], macro[2], source.at(macro.start(1))))
    for name, text, place in constants:
        value = value_of(text, {})
        hz = hertz_of(name, value) if value is not None and place.path.is_relative_to(design.folders[0]) else None
        if hz:
            guesses.append(Guess(hz, f"the constant {name}", place, 62))
    return guesses


def of_dividers(found: Forward, instances: list[Elaborated], baud: int) -> list[Guess]:
    """A clock's frequency is what a counter divides by, times the bit rate."""
    guesses = []
    for one in instances:
        if not runs_on_the_pin(one, found):
            continue
        vhdl = one.module.source.is_vhdl
        for parameter in one.module.parameters.values():
            value = one.values.get(parameter.name.lower() if vhdl else parameter.name)
            is_named = re.search(DIVIDER_NAME, parameter.name, re.I) is not None
            if value is None or not is_named and not (is_about_uart(one.module) and value >= 60):
                continue
            for hz, how, over in products(value, baud, 0.006 if is_named else 0.0025, MHZ):
                weight = (50 if is_named else 46) - OVERSAMPLING.index(over)
                guesses.append(Guess(hz, f"{parameter.name} = {round(value)} of {one.chain}, {how}", parameter.place, weight))
        guesses += of_numerals(one.module, baud)
    return guesses


def is_about_uart(module: Module) -> bool:
    return any(re.search(UART_NAME, name, re.I) for name in (module.name, *module.ports, *module.parameters))


def of_numerals(module: Module, baud: int) -> list[Guess]:
    """Numbers in the text that are a bit long, as in `if (count == 433)`."""
    if not is_about_uart(module):
        return []
    values: dict[int, int] = {}  # place by value
    for found in re.finditer(NUMERAL, module.text):
        value = number_of(found[0])
        if value is not None and 12 <= value <= 100_000 and value == int(value):
            values.setdefault(int(value), found.start())
    guesses = []
    for value, offset in values.items():
        if (value + 1) & value == 0 or value & (value - 1) == 0:  # the ends of counters
            continue
        has_half = any(abs(other - value / 2) <= 1 for other in values)
        for hz, how, over in products(value, baud, 0.0025 if not has_half else 0.006, MHZ):
            weight = 40 + 5 * has_half - OVERSAMPLING.index(over) + min(value, 20000) / 1e5
            guesses.append(Guess(hz, f"the constant {value}, {how}", module.place_in_text(offset), weight))
    return guesses


def products(value: float, baud: int, tolerance: float, known: tuple) -> list[tuple[int, str, int]]:
    """Usual frequencies that a divider of this value makes the bit rate of; how, and with how many samples a bit."""
    found: dict[int, tuple[float, str, int]] = {}  # how far off, and how it is made
    for over in OVERSAMPLING:
        for count, plus in ((value, ""), (value + 1, " + 1")):
            if count * over < 60:
                continue
            hz = count * over * baud
            nearest = min(known, key=lambda mhz: abs(mhz * 1e6 - hz)) * 1e6
            off = abs(nearest / hz - 1)
            if off <= max(tolerance, 0.6 / count if over > 1 else 0) and off < found.get(round(nearest), (1.0,))[0]:
                counted = f"({round(value)}{plus})" if plus else f"{round(value)}"
                found[round(nearest)] = (off, f"{counted} × {f'{over} samples × ' if over > 1 else ''}{baud} bit/s", over)
    return [(hz, how, over) for hz, (_, how, over) in found.items()]


def of_loose_comments(top: Module, design: Design) -> list[Guess]:
    guesses = []
    for offset, text in top.source.comments:
        for found in re.finditer(r"(\d{1,15}(?:\.\d+)?)\s*MHz", text, re.I):
            guesses.append(Guess(round(float(found[1]) * 1e6), "a comment names it", top.source.at(offset + found.start()), 20))
    for path in design.data:
        if path.is_relative_to(design.folders[0]) and re.match(r"readme", path.name, re.I) and path.stat().st_size < 200_000:
            text = path.read_bytes().decode("utf-8", errors="replace")
            for found in re.finditer(r"(\d{1,15}(?:\.\d+)?)\s*MHz", text, re.I):
                guesses.append(Guess(round(float(found[1]) * 1e6), "a text names it", Place(path, text.count("\n", 0, found.start()) + 1), 15))
    return guesses
