"""Which edges of the clocks have to be evaluated, and how much of Verilator's own loop around a rising one.

A falling edge changes nothing if, when only this clock has fallen, no trigger can fire and the logic between the inputs and
the registers does again what it did: then it is not evaluated, and the clock's earlier level, which Verilator keeps to tell
an edge by, is set as the evaluation would have left it. Where moreover nothing but the rising edge of the only clock can make
a trigger fire, what follows from it is called directly; only a change of rx goes through Verilator's own loop.

All is read from the C++ that Verilator makes of a design. What is not known to be harmless is evaluated.
"""

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

from .reach import CHANGES, JUMPS, OBSERVED_CALLS, TOKEN, WRITES, NotUnderstood, Reach, members_of
from .skip import generated_functions, readable, running_code, why_not_pure_function
from .wrapper import TOP as AROUND

TRIGGERS = "eval_triggers__act"
KNOWN_CALLS = {"eval_triggers__ico", "eval_ico", TRIGGERS, "eval_act", "eval_nba"}
CASTS = re.compile(r"\((?:[CSIQE]Data)\)")
PROLOGUE = re.compile(r"^\s*(?:if \(false && vlSelf\) \{\}|\w+\* const __restrict vlSymsp VL_ATTR_UNUSED = [^;\n]*;|"
                      r"VL_DEBUG_IF\([^;\n]*; \);)", re.M)  # of each function
STATE = re.compile(r"\bvlSelf\s*->\s*(\w+)")


@dataclass
class Edges:
    """What of the clocks' edges is evaluated."""

    falling: dict[str, str | None] = field(default_factory=dict)  # pin -> why its falling edge is evaluated; None: it is not
    earlier: dict[str, str] = field(default_factory=dict)  # pin -> where Verilator keeps its earlier level
    fired: list[int] | None = None  # by the rising edge of the only clock, where nothing else can fire

    def told(self) -> str:
        """For people."""
        reasons = {pin: why for pin, why in self.falling.items() if why}
        if not reasons:
            return "left out"
        same = len(set(reasons.values())) == 1 and len(reasons) == len(self.falling)
        return "evaluated: " + (next(iter(reasons.values())) if same else
                                "; ".join(f"that of {pin}, because {why}" for pin, why in reasons.items()))


@dataclass
class Term:
    """One of the conditions under which a trigger fires."""

    kind: str  # "rises", "falls", "changes"
    of: str  # the expression that is watched, in Python's notation
    earlier: str  # the variable with its earlier value


def edges_of(model_dir: Path, prefix: str, clocks: list[str], rx: str, tx: str, inputs: set[str]) -> Edges:
    """Of the design that was Verilated into `model_dir`. Names are those in C++; the first clock is the one that rx is sent by."""
    try:
        return Code(model_dir, prefix).edges(clocks, rx, tx, inputs)
    except NotUnderstood as what:
        return Edges({clock: f"{spoken(str(what))} was not understood" for clock in clocks})


class Code:
    """What an evaluation runs."""

    def __init__(self, model_dir: Path, prefix: str):
        self.header = (model_dir / f"{prefix}___024root.h").read_text()
        self.root = f"{prefix}___024root___"
        self.prefix = prefix
        self.all: dict[str, tuple[str, str]] = {}
        for source in running_code(model_dir, prefix):
            for name, parameters, body in generated_functions(readable(source.read_text())):
                body = PROLOGUE.sub("", body)
                if name in self.all and self.all[name] != (parameters, body):
                    raise NotUnderstood(f"that there are two functions {name}()")
                self.all[name] = (parameters, body)
        self.functions = self.reached_from("eval")
        if set(self.calls(self.body("eval"))) - {self.root + name for name in KNOWN_CALLS}:
            raise NotUnderstood("the loop of this version of Verilator")
        self.triggers, self.updates = self.read_triggers()

    def calls(self, body: str) -> list[str]:
        return re.findall(rf"\b({self.prefix}_\w+)\s*\(", body)

    def reached_from(self, name: str) -> set[str]:
        found, front = set(), [self.root + name]
        while front:
            one = front.pop()
            if one in found:
                continue
            if one not in self.all:
                raise NotUnderstood(f"{one}(), whose body is not there,")
            found.add(one)
            front += self.calls(self.all[one][1])
        return found

    def body(self, name: str) -> str:
        return self.all.get(self.root + name, ("", ""))[1].strip()

    # Triggers

    def read_triggers(self) -> tuple[list[list[Term]], dict[str, str]]:
        """The terms of each trigger, and what each earlier value is set to."""
        body = self.body(TRIGGERS)
        body = re.sub(r"if \(VL_UNLIKELY\([^;]*vlSymsp->_vm_contextp__->debug\(\)\)\) \{\s*\}", "", body)
        body = re.sub(r"if \(VL_UNLIKELY\(\(1U & \(~ \(IData\)\(vlSelf->__V\w+DidInit\)\)\)\)\) \{[^{}]*\}", "", body)  # once
        expressions, updates = {}, {}
        for statement in filter(None, (" ".join(one.split()) for one in body.split(";"))):
            if one := re.fullmatch(r"vlSelf->__VactTriggered\.at\((0x[0-9a-f]+|\d+)U\) = (.*)", statement):
                expressions[int(one[1], 0)] = one[2]
            elif one := re.fullmatch(r"vlSelf->(__Vtrig\w+) = (.*)", statement):
                updates[one[1]] = parsed(one[2])
            else:
                raise NotUnderstood(f"`{statement}`, on which a trigger may depend,")
        triggers = [[term_of(part, is_bit, updates) for part, is_bit in parts_of(parsed(expressions[number]))] for number in sorted(expressions)]
        if sorted(expressions) != list(range(len(expressions))):
            raise NotUnderstood("the number of triggers")
        return triggers, {name: ast.unparse(value) for name, value in updates.items()}

    # The answer

    def edges(self, clocks: list[str], rx: str, tx: str, inputs: set[str]) -> Edges:
        edges = Edges()
        held = self.what_holds_state_at_the_inputs()
        for clock in clocks:
            edges.falling[clock] = self.why_it_falls(clock, tx) or held
            watched = {term.earlier for term in self.terms() if term.of == f"vlSelf.{clock}"}
            if edges.falling[clock] is None and watched:
                edges.earlier[clock] = watched.pop()
        if len(clocks) == 1 and edges.falling[clocks[0]] is None:
            edges.fired = self.fired_by(clocks[0], inputs - {rx})
        return edges

    def terms(self) -> list[Term]:
        return [term for terms in self.triggers for term in terms]

    def why_it_falls(self, clock: str, tx: str) -> str | None:
        """Why something may depend on the falling edge or on the clock's level."""
        watched = [term for term in self.terms() if mentions(term.of, clock)]
        for term in watched:
            if term.of != f"vlSelf.{clock}":
                return f"something happens when {spoken(term.of)} {term.kind}"
            if term.kind != "rises":
                return f"something happens when {spoken(clock)} {term.kind}"
        if len({term.earlier for term in watched}) > 1:
            return f"{spoken(clock)} has several earlier values"
        readers = [name for name in sorted(self.functions - {self.root + TRIGGERS}) if mentions(self.all[name][1], clock)]
        return self.why_its_level_counts(clock, tx) if readers else None

    def why_its_level_counts(self, clock: str, tx: str) -> str | None:
        """Something reads the level: whether tx, a print or the end of the simulation can depend on that."""
        try:
            members = members_of(self.header)
            reach = Reach(members, [(name, *self.all[name]) for name in sorted(self.functions)], self.prefix)
        except NotUnderstood:
            return f"the level of {spoken(clock)} is read"
        known = {"__VactTriggered", *(term.earlier for term in self.terms() if term.of == f"vlSelf.{clock}")}
        ways: dict[str, list[str]] = {}
        if tx not in reach.members:
            return f"the level of {spoken(clock)} is read"
        reach.follow(ways, [tx], reach.members[tx].verilog)
        reach.follow(ways, sorted(reach.observed - set(ways)), "what it prints or how it ends")
        if clock in reach.observed:
            return f"the level of {spoken(clock)} reaches what it prints or how it ends"
        for variable in sorted(set(ways) - known):
            if clock in reach.reads.get(variable, ()):
                name = reach.members[variable].verilog if variable in reach.members else "a step between"
                return f"the level of {spoken(clock)} reaches {name}" + (f", and through it {ways[variable][-1]}" if variable != tx else "")
        return None

    def fired_by(self, clock: str, still: set[str]) -> list[int] | None:
        """The triggers that a rising edge fires, if nothing else can fire one while the inputs in `still` are."""
        if self.body("eval_act"):
            return None
        for term in self.terms():
            names = set(re.findall(r"\bvlSelf\.(\w+)", term.of))
            if term.of != f"vlSelf.{clock}" and (not names <= still or "vlSymsp" in term.of or any(self.writes(name) for name in names)):
                return None
        return [number for number, terms in enumerate(self.triggers) if any(term.of == f"vlSelf.{clock}" for term in terms)]

    def writes(self, name: str) -> bool:
        """Whether an evaluation may change an input."""
        return any(re.search(rf"\bvlSelf->{name}\s*(?:\[[^;]*)?=[^=]", self.all[function][1]) for function in self.functions)

    # The logic between the inputs and the registers, which every evaluation runs

    def what_holds_state_at_the_inputs(self) -> str | None:
        """What keeps a second run of it from doing what the first did; None: nothing does."""
        body = self.body("eval_ico")
        if not body:
            return None
        statements = [" ".join(one.split()) for one in self.body("eval_triggers__ico").split(";")]
        if [one for one in statements if one] != ["vlSelf->__VicoTriggered.at(0U) = (0U == vlSelf->__VicoIterCount)"]:
            return "logic at its inputs is a loop"
        called = re.fullmatch(r"if \(vlSelf->__VicoTriggered\.at\(0U\)\) \{((?:\s*\w+\(vlSelf\);)*)\s*\}", body)
        if not called:
            return "logic at its inputs was not understood"
        functions = self.calls(called[1])
        for name in functions:
            text = self.all[name][1]
            if not name.startswith(self.root) or OBSERVED_CALLS.search(text) or self.calls(text) \
                    or why_not_pure_function(name, text, self.prefix):
                return f"logic at its inputs was not understood ({name})"
        held = read_before_written("\n".join(self.all[name][1] for name in functions))
        return f"logic at its inputs may hold a state of its own ({held})" if held else None


def read_before_written(text: str) -> str | None:
    """A variable that the text may change, and of which it reads what an earlier run may have left.

    Not so where all of it has been set before; and where bits of it are set, always the same ones, and it is read after that.
    """
    if JUMPS & set(re.findall(r"\w+", text)):
        return "a jump"
    depth, at, number = 0, 0, 0
    known: set[str] = set()  # what has been set in whole
    last_write: dict[str, int] = {}
    by_chance: set[str] = set()  # written under a condition, or in a way that is not understood
    reads: list[tuple[str, int]] = []  # of what was not known by then
    for match in re.finditer(r"[;{}]", text):
        statement, at, number = " ".join(text[at:match.start()].split()), match.end(), number + 1
        to = re.fullmatch(r"(?:vlSelf\s*->\s*)?(\w+)((?:\[\w+\])*) = ([^=].*)", statement)
        read = written = STATE.findall(statement)
        if statement.startswith(("if (", "else if (")) and not writes(statement):
            written = []
        elif to and not writes(to[3]):
            written = [to[1]] if statement.startswith("vlSelf") else []
            rest = to[3].replace(" ", "")
            if bits := re.fullmatch(rf"\((?:\(IData\))?\(?0x[0-9a-f]+U(?:LL)?&(?:\(IData\)\()?vlSelf->{to[1]}\)+\|(.*)\)", rest):
                bits = bits if is_balanced(bits[1]) else None
            rest = bits[1] if bits else rest
            read = STATE.findall(rest)
            if written and not to[2] and not bits and depth == 0 and to[1] not in read:
                known.add(to[1])
                read = [name for name in read if name != to[1]]
        by_chance.update(written if depth or not to or to[2] else [])
        reads += [(name, number) for name in read if name not in known]
        last_write.update({name: number for name in written})
        depth += {"{": 1, "}": -1}.get(match[0], 0)
    return next((spoken(name) for name, when in reads
                 if name in last_write and (name in by_chance or when <= last_write[name])), None)


def is_balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            return False
    return depth == 0


def writes(expression: str) -> bool:
    """Whether it may change a variable in it."""
    tokens = TOKEN.findall(expression)
    return any(token in CHANGES or WRITES.fullmatch(token) for token in tokens)


# Expressions


def parsed(expression: str) -> ast.expr:
    """C++ of this simple kind reads as Python, once its casts and suffixes are gone."""
    text = CASTS.sub("", expression).replace("->", ".")
    text = re.sub(r"\b(0x[0-9a-fA-F]+|\d+)U(?:LL)?\b", r"\1", text)
    try:
        return ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        raise NotUnderstood(f"`{expression}`, by which a trigger fires,") from None


def parts_of(node: ast.expr, is_bit: bool = False) -> list[tuple[ast.expr, bool]]:
    """What is joined by `|`, and of what only the lowest bit counts."""
    if (inner := lowest_bit_of(node)) is not None:
        return parts_of(inner, True)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*parts_of(node.left, is_bit), *parts_of(node.right, is_bit)]
    return [(node, is_bit)]


def lowest_bit_of(node: ast.expr) -> ast.expr | None:
    """X of `1 & X`."""
    is_masked = isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd) and isinstance(node.left, ast.Constant) \
        and node.left.value == 1
    return node.right if is_masked else None


def term_of(inner: ast.expr, is_bit: bool, updates: dict[str, ast.expr]) -> Term:
    """The term, which fires only when what is watched has another value than it had."""
    kind, watched, earlier = "", None, None
    if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.BitAnd):
        for kind, now, before in (("rises", inner.left, inner.right), ("falls", inner.right, inner.left)):
            if isinstance(before, ast.UnaryOp) and isinstance(before.op, ast.Invert):
                watched, earlier = (now, before.operand) if kind == "rises" else (before.operand, now)
                break
    elif isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.BitXor):
        kind, watched, earlier = "changes", inner.left, inner.right
    elif isinstance(inner, ast.Compare) and len(inner.ops) == 1 and isinstance(inner.ops[0], ast.NotEq):
        kind, watched, earlier = "changes", inner.left, inner.comparators[0]
    name = earlier.attr if isinstance(earlier, ast.Attribute) and ast.unparse(earlier) == f"vlSelf.{earlier.attr}" else ""
    kept = updates.get(name)
    if watched is None or kept is None:
        raise NotUnderstood(f"`{ast.unparse(inner)}`, by which a trigger fires,")
    bit = lowest_bit_of(kept)
    if ast.dump(kept) != ast.dump(watched) and not ((is_bit or kind == "falls") and bit is not None and ast.dump(bit) == ast.dump(watched)):
        raise NotUnderstood(f"`{ast.unparse(inner)}`, by which a trigger fires,")
    return Term(kind, ast.unparse(watched), name)


def mentions(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def spoken(expression: str) -> str:
    """In Verilog's names; those that stand for a design's pins in the module around it, as the pins."""
    names = re.sub(r"vlSelf(?:\.|->)", "", expression).replace(f"{AROUND}__DOT__pin_", "")
    return names.replace("__DOT__", ".").replace("___05F", "__")
