"""What of a design's state matters when it is powered on: all but what is set before anything reads it.

Read in the generated code, in the order in which it runs: the `initial` blocks first, then the logic that settles.
"""

import re
from pathlib import Path

from .reach import Member
from .skip import functions_in

STATE = re.compile(r"\bvlSelf\s*->\s*(\w+)")
END_OF_STATEMENT = re.compile(r"[;{}]")
ASSIGNED = re.compile(r"vlSelf\s*->\s*(\w+)((?:\s*\[[^=]*\])*) = ([^=].*)")
ASSIGNED_BY_CALL = re.compile(r"VL_\w+\((?:\d+, ?)*vlSelf\s*->\s*(\w+)(.*)")  # what has more than 64 bits
ENTRANCES = ("eval_static", "eval_initial", "eval_stl")  # what these call is run in any case


class FirstEvaluation:
    """Of the object `root`, whose functions are given by their names."""

    def __init__(self, functions: dict[str, str], root: str):
        self.functions, self.root = functions, root
        self.settled: set[str] = set()  # set in whole, in any case, before it is read
        self.begun: set[str] = set()  # set in part, or perhaps, before it is read
        self.early: set[str] = set()  # read before anything sets it
        self.loops: set[str] = set()  # set by logic after other logic has read it: a loop
        for entrance in ENTRANCES:
            self.early_here: set[str] = set()
            self.follow(f"{root}___{entrance}", 0)

    def follow(self, name: str, depth: int):
        """The statements of a function, so many brackets deep, those of what it calls in their places."""
        text = self.functions.get(name, "")
        at = text.find("{") + 1
        is_entrance = name.removeprefix(f"{self.root}___") in ENTRANCES
        while match := END_OF_STATEMENT.search(text, at):
            statement, at = " ".join(text[at:match.start()].split()), match.end()
            self.take(statement, depth)
            for called in re.findall(rf"\b({self.root}_\w+)\(vlSelf", statement):
                self.follow(called, 0 if is_entrance else depth)
            depth += {"{": 1, "}": -1}.get(match[0], 0)

    def take(self, statement: str, depth: int):
        to = ASSIGNED.fullmatch(statement)
        by_call = None if to else ASSIGNED_BY_CALL.match(statement)
        target = to[1] if to else by_call[1] if by_call else None
        read = set(STATE.findall(to[2] + without_other_bits(to[3], to[1]) if to else by_call[2] if by_call else statement))
        if target in self.early_here - read:
            self.loops.add(target)
        self.early_here |= read - self.settled - self.begun
        self.early |= self.early_here
        if target and target not in self.early:
            (self.settled if to and not to[2] and depth == 0 else self.begun).add(target)


def without_other_bits(value: str, target: str) -> str:
    """Of `(0xfU & x) | …`, which changes some bits of x, without those that stay as they are."""
    return re.sub(rf"\((?:0x[0-9a-f]+|\d+)U(?:LL)? & (?:\(\w+\)\()?vlSelf->{target}(?:\[\w+\])?\)*(?= \|)", "", value)


def name_registers(members: list[Member], model_dir: Path, prefix: str):
    """Sets `register` of each variable of a flattened design that neither an initial value nor logic sets at power-on."""
    root = f"{prefix}___024root"
    first = FirstEvaluation(functions_in(model_dir, prefix), root)
    for member in members:
        is_verilators = "__DOT____V" in member.name or not member.is_of_the_design()
        if not is_verilators and member.name not in first.settled | first.begun:
            member.register = re.sub(r"\[\d+:\d+\]$", "", member.verilog)
