"""Which registers only count, and at which values of theirs the rest of the design takes notice.

Boards wait by counting: until a tenth of a second is over, until it is time to give up. While such a register counts,
the whole state never comes back, though nothing else changes. It is a *counter* where all that is ever done with it is

- to set it to a constant, to leave it, or to add the same sign of constant to it, whatever decides which of these;
- to compare it with constants, or to look at its upper bits.

Then the design cannot tell two values of it apart between two *marks*, the values at which the outcome of a comparison
changes. The harness may add what so many rounds of an otherwise unchanged state would have added, up to the next mark
(rig_model_skip.hpp). All of it leans to one side: whatever is not one of the above, literally, in the C++ that Verilator
wrote, is not a counter.
"""

import re
from dataclasses import dataclass

from .reach import Member

SMALLEST_WIDTH = 13  # a narrower one comes round before anything is gained
NARROW = 32  # bits up to which Verilator computes in 32
LITERAL = r"(?:0x[0-9a-f]+|\d+)U?(?:LL)?"
HERE = "@"  # stands for the register, or for its next value
COMPARED = re.compile(rf"\(({LITERAL})(?:==|!=|<=|>=|<|>){HERE}\)|\({HERE}(?:==|!=|<=|>=|<|>)({LITERAL})\)")
SHIFTED = re.compile(rf"\({HERE}>>({LITERAL})\)")
MASKED = re.compile(rf"\(({LITERAL})&{HERE}\)")
OUTCOME = "outcome"  # stands for what came of a comparison
LOOP = re.compile(r"\b(?:for|while)\s*\(|\bdo$")
# Within one evaluation Verilator may come by a statement again, if clocks of the design's own making fire.
EVALUATIONS_A_PERIOD = 2
ROUNDS = re.compile(r"\((0x[0-9a-f]+|\d+)U < (?:vlSelf->)?__VnbaIterCount\)")  # more end the simulation
INPUT = re.compile(r"\bVL_IN(?:8|16|64|W)?\((\w+),")
# Where the level is kept that something watched had before: `__Vtrigrprev__TOP__clk`, `__Vtrigprevexpr___TOP__clk__0`.
EARLIER_LEVEL = re.compile(r"\b__Vtrig\w*prev\w*?_TOP__(\w+?)(?:__\d+)?;")


@dataclass
class Counter:
    """A variable of the model's root object that only counts."""

    name: str  # in C++
    width: int  # bits
    down: bool
    most: int  # by how much it may count in a clock period
    marks: list[int]  # the first values of which something else is true than of those before
    grain: int  # what its upper bits are is another thing at each multiple of this; a power of two


class NoCounter(Exception):
    """It is used in another way."""


def counters_of(header: str, members: list[Member], functions: list[tuple[str, str, str]]) -> list[Counter]:
    """Those that the transmitter depends on; `header` is the root object's, `functions` all that a clock runs."""
    rounds = rounds_of_a_period(header, functions)
    if rounds is None:
        return []
    bodies = {name: Body(name, text) for name, _, text in functions}
    widths = widths_of(header)
    found = []
    for member in members:
        width = widths.get(member.name, 0)
        if not member.seen or width < SMALLEST_WIDTH or not member.is_of_the_design():
            continue
        try:
            use = Use(member.name, width, list(bodies.values()))
        except NoCounter:
            continue
        if use.steps:
            found += [Counter(name, width, use.down(), rounds * sum(map(abs, use.steps)), sorted(mark for mark in use.marks if mark >> width == 0), use.grain)
                      for name in use.names]
    return found


def rounds_of_a_period(header: str, functions: list[tuple[str, str, str]]) -> int | None:
    """How often a statement may run in a clock period; None: it is not known.

    Once in an evaluation if all that is watched is one input, since nothing in the design can make that change.
    """
    watched = EARLIER_LEVEL.findall(header)
    if len(watched) == 1 and watched[0] in INPUT.findall(header):
        return EVALUATIONS_A_PERIOD
    limits = [number(limit) for _, _, text in functions for limit in ROUNDS.findall(text)]
    return EVALUATIONS_A_PERIOD * max(limits) if limits else None


def widths_of(header: str) -> dict[str, int]:
    """Of what is a plain number."""
    plain = re.findall(r"^\s*[CSIQ]Data/\*(\d+):0\*/ (\w+);|\bVL_(?:OUT|SIG)(?:8|16|64)?\((\w+),(\d+),0\)", header, re.M)
    return {name or port: 1 + int(left or port_left) for left, name, port, port_left in plain}


class Body:
    """The statements of a function, without blanks, each with whether it is in a loop."""

    def __init__(self, name: str, text: str):
        self.name = name
        self.text = text
        self.words = set(re.findall(r"\w+", text))
        self.statements: list[tuple[str, bool]] = []
        loops: list[bool] = []
        for piece in re.findall(r"[^;{}]+|[;{}]", headers_in_one_piece(text)):
            if piece == "{":
                loops.append(bool(self.statements) and LOOP.search(self.statements[-1][0]) is not None)
            elif piece == "}":
                loops = loops[:-1]
            elif piece != ";" and (statement := without_blanks(piece)):
                in_loop = any(loops) or LOOP.search(statement) is not None
                self.statements.append((statement, in_loop))


def without_blanks(text: str) -> str:
    """But for those between two words."""
    return re.sub(r" ?(\W) ?", r"\1", " ".join(text.split()))


def headers_in_one_piece(text: str) -> str:
    """`for (a; b; c)` is one piece of text, as `while (b)` is."""
    return re.sub(r"\bfor \(([^{}]*?)\) \{", lambda match: f"for ({match[1].replace(';', ',')}) {{", text)


class Use:
    """All that is done with a variable. Raises NoCounter for what a counter is not used for."""

    def __init__(self, name: str, width: int, bodies: list[Body]):
        self.width = width
        self.steps: list[int] = []
        self.marks: set[int] = {0}
        self.grain = 1 << width
        self.names = [name]
        concerned = [body for body in bodies if name in body.words]
        stands_for = {body.name: self.next_values(name, body) for body in concerned}
        kept = {shadow for shadows in stands_for.values() for shadow in shadows if shadow.startswith("vlSelf->")}
        if len(kept) > 1:
            raise NoCounter
        for shadow in kept:  # of a function that was cut in two: it is part of the state
            self.names.append(shadow.removeprefix("vlSelf->"))
            concerned = [body for body in bodies if name in body.words or shadow in body.text]
        for body in concerned:
            self.read(body, {f"vlSelf->{name}"} | stands_for.get(body.name, set()) | kept)
        if len({step > 0 for step in self.steps}) > 1:
            raise NoCounter  # up and down

    def down(self) -> bool:
        return self.steps[0] < 0

    def next_values(self, name: str, body: Body) -> set[str]:
        """The variables of a function that hold the next value until its end."""
        statements = {statement for statement, _ in body.statements}
        return {shadow for shadow in re.findall(rf"\b((?:vlSelf->)?__Vdly__\w+)=vlSelf->{name};", ";".join(statements) + ";")}

    def read(self, body: Body, names: set[str]):
        plain = [name.removeprefix("vlSelf->") for name in names]
        spelled = re.compile("|".join(rf"(?<!\w)(?<!->)(?<!\.){re.escape(name)}\b" for name in names))
        left = re.compile(rf"\b(?:{'|'.join(plain)})\b")
        for statement, in_loop in body.statements:
            text = spelled.sub(HERE, statement)
            if left.search(text):
                raise NoCounter  # spelled in a way that is not known
            if HERE not in text or re.fullmatch(rf"[CSIQ]Data {HERE}", text):
                continue
            text = self.without_outcomes(self.without_casts(text))
            if text.startswith(f"{HERE}="):
                steps = len(self.steps)
                self.value(text[2:])
                if len(self.steps) > steps and (in_loop or "___nba_" not in body.name):
                    raise NoCounter
            elif HERE in text:
                raise NoCounter

    def without_casts(self, text: str) -> str:
        """Those that change no value."""
        text = re.sub(rf"\(IData\)\(({LITERAL})\)", r"\1", text).replace(f"(QData)({HERE})", HERE)
        return text.replace(f"(IData)({HERE})", HERE) if self.width <= NARROW else text

    def without_outcomes(self, text: str) -> str:
        """Of what it is compared with, and of looks at its upper bits."""
        return MASKED.sub(self.masked, SHIFTED.sub(self.shifted, COMPARED.sub(self.compared, text)))

    def compared(self, match) -> str:
        value = number(match[1] or match[2])
        self.marks |= {value, value + 1}
        return OUTCOME

    def shifted(self, match) -> str:
        self.grain = min(self.grain, 1 << min(number(match[1]), self.width))
        return OUTCOME

    def masked(self, match) -> str:
        mask = number(match[1])
        self.grain = min(self.grain, mask & -mask if mask else self.grain)
        return OUTCOME

    def value(self, text: str):
        """Takes in what is assigned: a constant, the value itself, or that and a constant."""
        text = inside(text)
        if text == HERE or re.fullmatch(LITERAL, text):
            return
        if (at := outermost(text, "?")) is not None:
            if HERE in text[:at]:
                raise NoCounter
            colon = outermost(text, ":", at)
            if colon is None:
                raise NoCounter
            self.value(text[at + 1:colon])
            self.value(text[colon + 1:])
        elif match := re.fullmatch(rf"({LITERAL})&(\(.*\))", text):
            if number(match[1]) != (1 << self.width) - 1:
                raise NoCounter
            self.value(match[2])
        elif match := re.fullmatch(rf"({LITERAL})\+(.+)", text):
            self.count(number(match[1]))
            self.value(match[2])
        elif match := re.fullmatch(rf"(.+)-({LITERAL})", text):
            self.count(-number(match[2]))
            self.value(match[1])
        else:
            raise NoCounter

    def count(self, step: int):
        step %= 1 << self.width
        if step == 0:
            raise NoCounter
        # The larger half of the numbers is what is subtracted, in two's complement.
        self.steps.append(step if step < 1 << (self.width - 1) else step - (1 << self.width))


def number(literal: str) -> int:
    return int(literal.rstrip("UL"), 0)


def inside(text: str) -> str:
    """Without the brackets around all of it."""
    while text.startswith("(") and text.endswith(")") and closes(text) == len(text) - 1:
        text = text[1:-1]
    return text


def closes(text: str) -> int:
    """Where the bracket closes that opens first."""
    depth = 0
    for i, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0:
            return i
    return -1


def outermost(text: str, wanted: str, after: int = -1) -> int | None:
    """Where it stands outside of all brackets; of a condition within a condition, not the inner one's."""
    depth = 0
    questions = 0
    for i in range(after + 1, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth:
            continue
        if text[i] == wanted and questions == 0:
            return i
        questions += {"?": 1, ":": -1}.get(text[i], 0)
    return None
