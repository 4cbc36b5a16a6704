"""Which sources are mutated, and which of their mutants a run tries."""

import functools
import hashlib
import math
import os
import pickle
import random
import re
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor

from .find import Finder, Mutant

# What judges. The names are constants that become variables in the instrumented copy, so that they can be mutated there.
# New files go to the end: a mutant's number is made of its file's place here and its own place in the file.
SOURCES = {
    "rig/base/time.cpp": (),
    "rig/measure/verdict.cpp": ("names",),
    "rig/contest/contest.cpp": (),
    "rig/contest/blokus/icfpt2014.cpp": ("reply_limit",),
    "rig/contest/blokus/blokus_game.cpp": ("bonus", "bonus_for_one_square"),
    "rig/contest/blokus/blokus_ruling.cpp": (),
    "rig/game/blokus/tiles.hpp": ("all", "contains", "empty", "size", "add", "remove", "bits", "operator&",
                               "index", "TileSet"),
    "rig/game/blokus/tiles.cpp": ("reach",),
    "rig/game/blokus/code.cpp": ("digits", "coordinates"),
    "rig/game/blokus/position.hpp": ("add", "size", "operator[]", "contains", "StartSquares"),
    "rig/game/blokus/position.cpp": ("largest_narrow", "smallest_size", "beyond", "bonus", "bonus_for_a", "names"),
    "rig/game/blokus/perft.cpp": (),
    "rig/game/blokus/shapes.hpp": (),
    "rig/game/blokus/boards.hpp": (),
    "rig/match/game.cpp": (),
    "rig/match/session.cpp": ("tail_of_a_bad_reply", "longest_pause_too_many", "bits_to_the_middle",
                              "bits_of_a_byte"),
    "conformance/case.cpp": ("shortest_stall_worth_telling", "longest_tolerable_sleep", "a_few_turns", "alone"),
    "rig/game/trax/tile.hpp": ("other", "symbols", "to_char", "edges", "texts", "symbol_of", "colour_at", "letter",
                               "tile_from_edges"),
    "rig/game/trax/ends.hpp": ("all_sides", "stone_of", "tile_of", "white_joins", "sides_joined", "white_sides",
                               "red_sides", "entered_sides", "matches", "fits", "fate_of", "fates", "forced_stones",
                               "stone_facts"),
    "rig/game/trax/board.hpp": (),
    "rig/game/trax/board.cpp": ("opposite", "narrowest_line", "step_x", "step_y", "mask", "steps", "last", "across",
                                "columns", "first_column", "last_column", "last_word"),
    "rig/game/trax/move.cpp": (),
    "rig/game/trax/perft.cpp": (),
    "rig/game/trax/position.hpp": (),
    "rig/game/trax/position.cpp": ("smallest_board",),
    "rig/contest/trax/heart_trax.cpp": (),
    "rig/contest/trax/aut_trax.cpp": ("smallest_board", "longest_number"),
    "rig/contest/trax/trax_lines.cpp": ("longest_silence",),
    "rig/contest/trax/trax_ruling.cpp": ("player_of", "long_cascade", "past_z", "past_az", "past_zz", "three_digits",
                                    "columns_shown", "rows_shown"),
    "rig/contest/file_dialect.cpp": (),
    "rig/contest/course/course.cpp": (),
    "rig/contest/course/course_dialect.cpp": (),
    "rig/contest/course/course_files.cpp": ("after_first_letter",),
    "rig/contest/course/course_notation.cpp": ("width", "pieces_in_a_drawing"),
    "rig/contest/course/course_reading.cpp": ("board_gone_error", "board_format_error", "board_difference_error",
                                       "left_gone_error", "left_format_error", "left_difference_error", "status_placed",
                                       "status_pass", "near", "board", "shown"),
    "rig/contest/ustc/ustc.cpp": (),
    "rig/contest/ustc/ustc_files.cpp": ("no_cells", "colours_of_a_player", "between_looks"),
    "rig/contest/ustc/ustc_notation.cpp": ("piece_names", "colour_names", "longest_number", "far_off"),
    "rig/match/file_session.cpp": ("a_moment",),
    "rig/report/record.cpp": (),
    "conformance/parts/trials.cpp": ("attempts", "a_moment"),
    "conformance/parts/file_spelling.cpp": (),
    "conformance/same_team.cpp": (),
    "rig/measure/uart_timing.cpp": ("bits_before_stop", "middle_of_stop", "off_the_boundary", "step_of_rate",
                                    "near_nominal", "farthest_ratio", "runs_that_convince", "steadiness", "infinity",
                                    "usual", "near_usual", "frames_for_each_junk"),
    "rig/link/stream/starvation.cpp": ("longest_between_counts", "longest_wait"),
    "rig/contest/blokus/four_letters.cpp": ("silence_after_end", "hello_reply_length"),
    "rig/contest/blokus/icfpt2013.cpp": (),
    "rig/contest/trax/trax_jp.cpp": ("longest_move",),
    "rig/game/blokus/placements.cpp": ("on_square",),
    "rig/contest/aspect.cpp": (),
    "conformance/parts/attribution.cpp": (),
    "conformance/parts/evidence.cpp": ("times_kept",),
    "conformance/parts/exchanges.cpp": ("most_heard",),
    "conformance/parts/findings.cpp": (),
    "conformance/parts/game_judge.cpp": (),
    "conformance/parts/matches.cpp": (),
    "rig/contest/request_aspects.hpp": (),
    "conformance/parts/standing.cpp": (),
    "conformance/cases/files_case.cpp": ("a_few_turns",),
    "rig/measure/wire_drift.cpp": ("fewest_replies", "hundred"),
    "conformance/whole_run.cpp": (),
    "rig/game/blokus/stamps.hpp": ("stamps", "make_stamps", "set", "first_row"),
    "rig/game/blokus/children.hpp": ("begin_of",),
    "rig/game/trax/laying.hpp": ("narrowest_line", "steps", "columns"),
    "rig/game/trax/path_across.cpp": (),
    "conformance/parts/needless_passes.cpp": ("games_of_each",),
    "conformance/consequences.cpp": (),
    "rig/measure/exact_test.cpp": ("significant", "explained", "no_more_often"),
}
NUMBERS_OF_A_FILE = 2048
NUMBERS = 1 << 18  # `most` in rig_mutants.hpp
# Compiled once for each mutant: everything in them is worked out by the compiler, or inlined a hundredfold.
ALONE = {"rig/game/blokus/shapes.hpp", "rig/game/blokus/boards.hpp"}
# What words a finding, draws its evidence and guesses at its cause judges nothing; what asks a wire for times is tried
# on boards and models of boards, in minutes; only people read the pictures of a Trax board.
LEFT_OUT_FUNCTIONS = {
    "conformance/parts/evidence.cpp": {"words_of", "evidence_of", "answer_text", "changes", "board_of", "board_with"},
    "conformance/parts/exchanges.cpp": {"evidence", "hints_of_its_line", "hints_of_its_program", "watch_line", "watched"},
    "conformance/parts/findings.cpp": {"tell_start"},
    "conformance/parts/game_judge.cpp": {"legal_replies", "evidence_against_a_legal_move"},
    "conformance/parts/standing.cpp": {"started"},
    "conformance/parts/needless_passes.cpp": {"counted"},
    "rig/contest/blokus/icfpt2014.cpp": {"hints_of"},
    "rig/contest/trax/trax_ruling.cpp": {"picture", "middle", "window"},
}
# Constants that other files' types are made of, or constants of tests before a variable would have its value;
# declarations; constants of the frame, which no oracle's test can be linked with: no mutants there.
LEFT_OUT = {("rig/game/blokus/tiles.hpp", True), ("rig/game/blokus/position.hpp", True), ("conformance/case.cpp", True),
            ("rig/game/trax/tile.hpp", True), ("rig/game/trax/ends.hpp", True), ("rig/game/trax/board.hpp", True),
            ("rig/game/trax/position.hpp", True), ("rig/contest/ustc/ustc.cpp", True),
            ("rig/game/blokus/stamps.hpp", True)}
SHARE_ALONE = 0.1
ALONE_OF_ALL = 0.4  # of all mutants of a file so many are tried at least, where most are compiled alone
LEAST_OF_A_FILE = 8


def find_all(root):
    """The finder of each file, with its mutants; and all mutants."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(find_in, [root] * len(SOURCES), SOURCES))
    if len(SOURCES) * NUMBERS_OF_A_FILE > NUMBERS:
        raise SystemExit("mutate: too many files: raise NUMBERS in select.py and `most` in rig_mutants.hpp")
    finders, every = {}, []
    for place, (path, finder) in enumerate(zip(SOURCES, found)):
        left_out = LEFT_OUT_FUNCTIONS.get(path, ())
        mutants = [m for m in finder.mutants if m.function not in left_out and (path, m.alone) not in LEFT_OUT]
        if len(mutants) > NUMBERS_OF_A_FILE:
            raise SystemExit(f"mutate: {path} has {len(mutants)} mutants; NUMBERS_OF_A_FILE in select.py is too small")
        for number, mutant in enumerate(mutants):
            mutant.number = place * NUMBERS_OF_A_FILE + number
        finders[path] = finder
        every += mutants
    return finders, every


def find_in(root, path):
    """What is found in one file; kept beside the build until a header or this program changes, for it takes a second."""
    seen = hashlib.sha256(repr((root, SOURCES[path], path in ALONE)).encode())
    for name in [path, *headers(root), os.path.join(os.path.dirname(__file__), "find.py")]:
        with open(os.path.join(root, name), "rb") as file:
            seen.update(file.read())
    kept = os.path.join(root, "build", "mutants", "found", path.replace("/", "."))
    try:
        with open(kept, "rb") as file:
            known, finder = pickle.load(file)
        if known == seen.digest():
            return finder
    except (OSError, EOFError, pickle.PickleError):
        pass
    finder = Finder(root, path, SOURCES[path], path in ALONE)
    finder.run()
    if path.endswith("blokus/shapes.hpp"):
        finder.mutants += drawings(finder)
    os.makedirs(os.path.dirname(kept), exist_ok=True)
    with open(kept, "wb") as file:
        pickle.dump((seen.digest(), finder), file)
    return finder


@functools.cache
def headers(root):
    return sorted(os.path.join(folder, name) for top in ("rig", "conformance")
                  for folder, _, names in os.walk(os.path.join(root, top)) for name in names if name.endswith(".hpp"))


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
    if not (options.all or options.share) and (options.count == 0 or options.count >= len(every)):
        return every
    draw = random.Random(options.seed)
    if options.share:
        return share_of_each_file(every, options.share, options.seed)
    alone = [m for m in every if m.alone]
    planted = [m for m in every if not m.alone]
    if options.all:
        return sorted(planted + drawn_alone(every, draw), key=lambda m: m.number)
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


def share_of_each_file(every, share, seed):
    """A share of each file; those of a smaller share with the same seed are among those of a larger one."""
    chosen = []
    for path in sorted({m.file for m in every}):
        for alone in (False, True):
            mutants = [m for m in every if m.file == path and m.alone == alone]
            random.Random(f"{seed} {path} {alone}").shuffle(mutants)
            wanted = math.ceil(share * (ALONE_OF_ALL if alone else 1) * len(mutants))
            chosen += mutants[: max(wanted, LEAST_OF_A_FILE)]
    return sorted(chosen, key=lambda m: m.number)


def drawn_alone(every, draw):
    """Of those that are compiled one by one: a share of each file, counting what is tried anyway."""
    drawn = []
    for path in sorted({m.file for m in every if m.alone}):
        alone = [m for m in every if m.file == path and m.alone]
        planted = sum(m.file == path and not m.alone for m in every)
        wanted = math.ceil(ALONE_OF_ALL * (len(alone) + planted)) - planted
        drawn += draw.sample(alone, min(len(alone), max(wanted, LEAST_OF_A_FILE)))
    return drawn
