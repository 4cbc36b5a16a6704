"""Which sources are mutated, and which of their mutants a run tries."""

import os
import random
import re
from collections import defaultdict

from .find import Finder, Mutant

# What judges. The names are constants that become variables in the instrumented copy, so that they can be mutated there.
SOURCES = {
    "rig/link/time.cpp": (),
    "rig/measure/verdict.cpp": ("names",),
    "rig/contest/contest.cpp": (),
    "rig/contest/icfpt2014.cpp": ("reply_limit", "silence_after_end", "code_length", "hello_reply_length"),
    "rig/contest/blokus_game.cpp": ("bonus", "bonus_for_one_square"),
    "rig/contest/blokus_ruling.cpp": (),
    "rig/game/blokus/tiles.hpp": ("all", "contains", "empty", "size", "add", "remove", "bits", "index", "TileSet"),
    "rig/game/blokus/tiles.cpp": ("reach",),
    "rig/game/blokus/code.cpp": ("digits", "coordinates"),
    "rig/game/blokus/position.hpp": ("add", "size", "operator[]", "contains", "StartSquares"),
    "rig/game/blokus/position.cpp": ("largest_narrow", "smallest_size", "beyond", "bonus", "bonus_for_a", "names"),
    "rig/game/blokus/perft.cpp": (),
    "rig/game/blokus/shapes.hpp": (),
    "rig/game/blokus/boards.hpp": (),
    "rig/match/game.cpp": (),
    "rig/match/session.cpp": ("tail_of_a_bad_reply",),
    "conformance/case.cpp": ("shortest_stall_worth_telling",),
}
# Compiled once for each mutant: everything in them is worked out by the compiler, or inlined a hundredfold.
ALONE = {"rig/game/blokus/shapes.hpp", "rig/game/blokus/boards.hpp"}
# Of the suite's frame only what makes verdicts: the rest of it is tested in real time and on wires, by certify's tests.
ONLY_FUNCTIONS = {
    "conformance/case.cpp": {"", "judge_health", "taint", "close_record", "error", "passed", "found", "not_reached",
                             "conclude", "judge_reply", "pass_legality", "judge_pass", "judge_absence"},
}
# Constants that other files' types are made of, declarations, and a constant of the frame, which no oracle's test can be
# linked with: no mutants there.
LEFT_OUT = {("rig/game/blokus/tiles.hpp", True), ("rig/game/blokus/position.hpp", True), ("conformance/case.cpp", True)}
SHARE_ALONE = 0.1
ALONE_OF_ALL = 40
LEAST_OF_A_FILE = 8


def find_all(root):
    finders, every = {}, []
    for path, relaxed in SOURCES.items():
        finder = Finder(root, path, relaxed, path in ALONE)
        mutants = finder.run()
        if path.endswith("shapes.hpp"):
            mutants += drawings(finder)
        if path in ONLY_FUNCTIONS:
            mutants = [m for m in mutants if m.function in ONLY_FUNCTIONS[path]]
        finders[path] = finder
        every += [m for m in mutants if (path, m.alone) not in LEFT_OUT]
    for number, mutant in enumerate(every):
        mutant.number = number
    return finders, every


def drawings(finder):
    """The drawings of the tiles with a square too few or too many, or with another centre."""
    text = finder.source.decode()
    begin = text.index('R"(') + 3
    end = text.index(')"', begin)
    mutants = []
    changes = {"O#": "#O", "#O": "O#", "#": ".", ".": "#"}
    for before, after in changes.items():
        for match in re.finditer(f"(?={re.escape(before)})", text[begin:end]):
            at = begin + match.start()
            a, b = len(text[:at].encode()), len(text[: at + len(before)].encode())
            line = text[:at].count("\n") + 1
            column = at - text.rindex("\n", 0, at)
            mutants.append(Mutant(finder.path, line, "drawings", "drawing", (a, b, "drawing"), ((a, b, after),),
                                  f"{before} (column {column})", after, True, text=finder.line_at(a)))
    return mutants


def choose(every, options):
    if options.planted:
        every = [m for m in every if not m.alone]
    if options.number:
        return [m for m in every if m.number in options.number]
    if options.only:
        return [m for m in every if any(m.file.endswith(name) for name in options.only)]
    if options.count == 0 or options.count >= len(every):
        return every
    draw = random.Random(options.seed)
    alone = [m for m in every if m.alone]
    planted = [m for m in every if not m.alone]
    if options.all:
        return planted + draw.sample(alone, min(len(alone), ALONE_OF_ALL))
    chosen = draw.sample(alone, min(len(alone), round(options.count * SHARE_ALONE)))
    by_file = defaultdict(list)
    for mutant in planted:
        by_file[mutant.file].append(mutant)
    for path in sorted(by_file):
        chosen += draw.sample(by_file[path], min(len(by_file[path]), LEAST_OF_A_FILE))
    taken = {m.number for m in chosen}
    rest = [m for m in planted if m.number not in taken]
    chosen += draw.sample(rest, max(0, options.count - len(chosen)))
    return sorted(chosen, key=lambda m: m.number)
