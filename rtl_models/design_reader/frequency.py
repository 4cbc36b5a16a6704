"""At which frequency a clock of the top runs: whatever in the folder tells it, the best first."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from .circuit import Circuit, Constant, Scope, Step
from .constraints import Constraints
from .folder import Design, Module, Place, is_vhdl

MHZ = (8, 10, 12, 16, 20, 24, 25, 27, 30, 32, 33, 33.333333, 36, 40, 48, 50, 54, 60, 62.5, 64, 65, 66.666667, 72, 74.25, 75, 80, 83.333333,
       90, 96, 100, 108, 120, 125, 133.333333, 148.5, 150, 156.25, 160, 166.666667, 180, 200, 250, 300)
CLOCK_NAME = r"clk|clock|osc|xtal"
HZ_NAME = r"(?:clk|clock|sys|osc|xtal|f)_?(?:hz|freq\w*|fre|rate|speed|in_hz|frequency\w*|mhz|khz)$|^f_?(?:clk|clock|osc|cpu|sys)|^(?:mhz|freq\w*|clk_?f\w*|hz)$|frequency"
# What may have the frequency of the clock that it is named after; only usual ones count.
CLOCK_ITSELF = r"^(?:(?:sys|system|main|core|fpga|board|ref|input|in)_?)?(?:clk|clock|osc|xtal)(?:_?(?:in|sys|ref))?$"
DIVIDER_NAME = r"div|clks?_?per|clocks?_?per|cycles?_?per|bit_?(?:time|period|cycles?|len\w*|ticks?|clks?)|baud_?(?:cnt|count|max|period|gen|tick\w*|val\w*)?$|prescale|ticks"
UART_NAME = r"uart|baud|serial|(?:^|_|[a-z])[rt]xd?(?:_|$)|rs232"
OVERSAMPLING = (1, 16, 8)
SAID_OUTRIGHT = 60  # weight; beside it, numbers that happen to fit tell nothing
IN_MHZ = r"(\d{1,15}(?:\.\d+)?)\s*MHz"
# Numbers with a name, which the elaborated design has no more: macros, and what is declared in VHDL.
NAMED_NUMBER = {False: r"^[ \t]*`define[ \t]+(\w+)[ \t]+(?:\d+'d)?(\d[\d_]*)\s*$",
                True: r"\b(\w+)\s*(?:=>|:\s*\w+(?:\s+range\b[^:;]*)?\s*:=)\s*(\d[\d_]*)(?=\s*[;,)])"}


@dataclass(frozen=True)
class Guess:
    """A value, with what speaks for it."""

    value: object
    why: str
    place: Place | None
    weight: float


@dataclass(frozen=True)
class Clocking:
    """What runs on a pin."""

    steps: list[Step]
    blocks: dict[str, int]  # how many, by the instance's path
    behind: dict[str, str]  # the generator of an instance's clock, where there is one
    ratios: dict[str, set[Fraction]]  # of an instance's clocks to this one

    @property
    def generators(self) -> list[str]:
        return list(dict.fromkeys(step.generator for step in self.steps if step.generator))

    def ratio_in(self, path: str) -> Fraction | None:
        """Of an instance's clock to this one, behind whatever generator; None: it has another clock, or several."""
        return next(iter(self.ratios[path])) if path in self.blocks and len(self.ratios[path]) == 1 else None


def constants_of(design: Design, top: Module, circuit: Circuit) -> list[Constant]:
    """All numbers that have a name."""
    found = list(circuit.constants)
    modules = design.made_of(top)
    texts = [(piece.source, piece.offset, piece.text, module) for module in modules if module.is_vhdl for piece in module.pieces]
    texts += [(source, 0, source.text, None) for source in (*design.headers, *design.sources) if not is_vhdl(source.path) and design.is_own(source.path)]
    mapped = {name.lower() for module in modules if module.is_vhdl for name in re.findall(r"(\w+)\s*=>", module.text)}
    for source, offset, text, module in texts:
        for number in re.finditer(NAMED_NUMBER[module is not None], text, re.M):
            is_pin_side = module is top and offset == top.pieces[0].offset
            if module and module is not top and offset == module.pieces[0].offset and number[1].lower() in mapped:
                continue  # a default that is not used
            path = module.name if module is not None and module.is_top_material else "a package" if module else "a macro"
            found.append(Constant(number[1], int(number[2]), source.at(offset + number.start(1)), path, is_pin_side))
    return found


def frequencies(design: Design, top: Module, pin: str, place: Place, clocking: Clocking, circuit: Circuit, constants: list[Constant],
                constraints: Constraints, baud: int) -> list[Guess]:
    guesses = [*of_constraints(design, top, pin, constraints), *of_remark(place), *of_name(pin, place), *of_generators(circuit, clocking),
               *of_constants(circuit, clocking, constants, baud), *of_numbers(circuit, clocking, baud), *of_loose_comments(top, design)]
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
    for hz, place in next((constraints.clocks[name] for name in (pin, pin.split("[")[0]) if name in constraints.clocks), []):
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
    folder = {file.parent.name.lower()} if design.is_own(file) and file.parent != design.folders[0] else set()
    return {file.stem.lower()} | folder


def of_remark(place: Place) -> list[Guess]:
    found = re.search(r"(\d{1,15}(?:\.\d+)?)\s*(M|k)Hz", place.remark(), re.I)
    if not found:
        return []
    return [Guess(round(float(found[1]) * (1e6 if found[2].upper() == "M" else 1e3)), "the comment beside the pin says so", place, 90)]


def of_name(pin: str, place: Place) -> list[Guess]:
    name = pin.split("[")[0]
    found = re.search(r"(\d+(?:[p_]\d+)?)_?m(?:hz)?(?![a-z])", name, re.I) or re.search(r"(?:clk|clock\d?|osc)_?(?:in_?)?(\d{2,3})(?!\d)", name, re.I)
    if not found:
        return []
    mhz = float(re.sub(r"[p_]", ".", found[1]))
    return [Guess(round(mhz * 1e6), f"the pin's name \"{name}\" tells it", place, 85)] if 1 <= mhz <= 500 else []


def of_generators(circuit: Circuit, clocking: Clocking) -> list[Guess]:
    """The period of its input, which the stand-in of a clock generator hands to its outputs."""
    found = {}
    for path in clocking.generators:
        for parameters in (circuit.parameters(step.net.path) for step in clocking.steps if step.generator == path and step.net.path.startswith(path)):
            if period := parameters.get("PERIOD"):
                cell = circuit.scopes[path]
                found[path] = Guess(rounded(1e12 / period), f"the period that {cell.written} \"{cell.name}\" is told", cell.cell, 80)
    return list(found.values())


def hertz_of(name: str, value: int | float) -> int | None:
    """A constant's value as a frequency; small ones are in MHz, in kHz where the name says so."""
    if re.search(CLOCK_ITSELF, name, re.I):
        return next((round(mhz * 1e6) for mhz in MHZ if round(mhz * 1e6) == value), None)
    if not re.search(HZ_NAME, name, re.I) or value <= 0 or re.search(r"baud|uart|bit", name, re.I):
        return None
    if re.search(r"khz", name, re.I):
        return round(value * 1e3)
    if 1 <= value <= 500:
        return round(value * 1e6)
    return round(value) if 500_000 <= value <= 1_000_000_000 else None


def of_constants(circuit: Circuit, clocking: Clocking, constants: list[Constant], baud: int) -> list[Guess]:
    """Frequencies, and dividers that make the bit rate of one."""
    guesses = []
    for constant in constants:
        scope = circuit.scopes.get(constant.path)
        ratio = clocking.ratio_in(constant.path)
        if ratio is None and not clocking.generators and constant.path not in circuit.clocked:
            ratio = Fraction(1)
        if ratio is None:
            continue
        if hz := hertz_of(constant.name, constant.value):
            weight = 72 if constant.path == circuit.top else 70 if scope else 62
            why = f"the {'parameter' if scope else 'constant'} {constant.name} of {constant.path}"
            guesses.append(before_generators(Guess(hz, why, constant.place, weight), ratio))
        is_named = re.search(DIVIDER_NAME, constant.name, re.I) is not None
        if is_named or scope and is_about_uart(scope) and constant.value >= 60:
            for hz, how, over in products(constant.value, baud, 0.006 if is_named else 0.0025):
                weight = (50 if is_named else 46) - OVERSAMPLING.index(over)
                guesses.append(before_generators(Guess(hz, f"{constant.told()}, {how}", constant.place, weight), ratio))
    return guesses


def before_generators(guess: Guess, ratio: Fraction) -> Guess:
    """What a frequency behind clock generators says of the one at the pin."""
    if ratio == 1:
        return guess
    return replace(guess, value=rounded(float(guess.value / ratio)), why=f"{guess.why}, behind a clock generator (× {ratio})")


def is_about_uart(scope: Scope) -> bool:
    return any(re.search(UART_NAME, name, re.I) for name in (scope.written, *(var.get("origName") for var in scope.vars.values()
                                                                            if var.get("dir") or var.get("param"))))


def of_numbers(circuit: Circuit, clocking: Clocking, baud: int) -> list[Guess]:
    """Numbers in the design that are a bit long, as in `if (count == 433)`; of those of an instance that make one frequency, the likeliest."""
    guesses: dict[tuple[str, int], Guess] = {}
    for scope in circuit.scopes.values():
        ratio = clocking.ratio_in(scope.path)
        if scope.cell or ratio is None or not is_about_uart(scope):
            continue
        values = {value: place for value, place in circuit.numbers_in(scope).items() if isinstance(value, int) and 12 <= value <= 100_000}
        for value, place in values.items():
            if (value + 1) & value == 0 or value & (value - 1) == 0:  # the ends of counters
                continue
            has_half = any(abs(other - value / 2) <= 1 for other in values)
            for hz, how, over in products(value, baud, 0.0025 if not has_half else 0.006):
                weight = 40 + 5 * has_half - OVERSAMPLING.index(over) + min(value, 20000) / 1e5 + 2 * (re.search(UART_NAME, scope.written, re.I) is not None)
                guess = before_generators(Guess(hz, f"the constant {value}, {how}", place, weight), ratio)
                if (scope.path, hz) not in guesses or guesses[scope.path, hz].weight < weight:
                    guesses[scope.path, hz] = guess
    return list(guesses.values())


def products(value: float, baud: int, tolerance: float) -> list[tuple[int, str, int]]:
    """Usual frequencies that a divider of this value makes the bit rate of; how, and with how many samples a bit."""
    found: dict[int, tuple[float, str, int]] = {}  # how far off, and how it is made
    for over in OVERSAMPLING:
        for count, plus in ((value, ""), (value + 1, " + 1")):
            if count * over < 60:
                continue
            hz = count * over * baud
            nearest = min(MHZ, key=lambda mhz: abs(mhz * 1e6 - hz)) * 1e6
            off = abs(nearest / hz - 1)
            if off <= max(tolerance, 0.6 / count if over > 1 else 0) and off < found.get(round(nearest), (1.0,))[0]:
                counted = f"({round(value)}{plus})" if plus else f"{round(value)}"
                found[round(nearest)] = (off, f"{counted} × {f'{over} samples × ' if over > 1 else ''}{baud} bit/s", over)
    return [(hz, how, over) for hz, (_, how, over) in found.items()]


def of_loose_comments(top: Module, design: Design) -> list[Guess]:
    remarks = [(text, top.source.at(offset), 20, "a comment names it") for offset, text in top.source.comments]
    for path in design.data:
        if design.is_own(path) and re.match(r"readme", path.name, re.I) and path.stat().st_size < 200_000:
            lines = path.read_bytes().decode("utf-8", errors="replace").split("\n")
            remarks += [(line, Place(path, number), 15, "a text names it") for number, line in enumerate(lines, 1)]
    return [Guess(round(float(found[1]) * 1e6), why, place, weight)
            for text, place, weight, why in remarks for found in re.finditer(IN_MHZ, text, re.I)]
