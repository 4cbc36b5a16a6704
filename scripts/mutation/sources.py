"""Which sources are mutated, and which of their mutants a run tries."""

import math
import random
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from .find import Finder

# What judges. The names are constants that become variables in the instrumented copy, so that they can be mutated there.
# New files go to the end: a mutant's number is made of its file's place here and its own place in the file.
SOURCES = """
rig/base/time.cpp
rig/measure/verdict.cpp names
rig/contest/contest.cpp
rig/contest/blokus/icfpt2014.cpp reply_limit
rig/contest/blokus/blokus_game.cpp bonus bonus_for_one_square
rig/contest/blokus/blokus_ruling.cpp
rig/game/blokus/tiles.hpp all contains empty size add remove bits operator& index TileSet
rig/game/blokus/tiles.cpp reach
rig/game/blokus/code.cpp digits coordinates
rig/game/blokus/position.hpp add size operator[] contains StartSquares
rig/game/blokus/position.cpp largest_narrow smallest_size beyond bonus bonus_for_a names
rig/game/blokus/perft.cpp
rig/game/blokus/shapes.hpp
rig/game/blokus/boards.hpp
rig/match/game.cpp
rig/match/session.cpp tail_of_a_bad_reply longest_pause_too_many bits_to_the_middle bits_of_a_byte
conformance/case.cpp shortest_stall_worth_telling longest_tolerable_sleep a_few_turns alone
rig/game/trax/tile.hpp other symbols to_char edges texts symbol_of colour_at letter tile_from_edges
rig/game/trax/ends.hpp all_sides stone_of tile_of white_joins sides_joined white_sides red_sides entered_sides matches fits
  fate_of fates forced_stones stone_facts
rig/game/trax/board.hpp
rig/game/trax/board.cpp opposite narrowest_line step_x step_y mask steps last across columns first_column last_column last_word
rig/game/trax/move.cpp
rig/game/trax/perft.cpp
rig/game/trax/position.hpp
rig/game/trax/position.cpp smallest_board
rig/contest/trax/heart_trax.cpp
rig/contest/trax/aut_trax.cpp smallest_board longest_number
rig/contest/trax/trax_lines.cpp longest_silence
rig/contest/trax/trax_ruling.cpp player_of long_cascade past_z past_az past_zz three_digits columns_shown rows_shown
rig/contest/file_dialect.cpp
rig/contest/course/course.cpp
rig/contest/course/course_dialect.cpp
rig/contest/course/course_files.cpp after_first_letter
rig/contest/course/course_notation.cpp width pieces_in_a_drawing
rig/contest/course/course_reading.cpp board_gone_error board_format_error board_difference_error left_gone_error
  left_format_error left_difference_error status_placed status_pass near board shown
rig/contest/ustc/ustc.cpp
rig/contest/ustc/ustc_files.cpp no_cells colours_of_a_player between_looks
rig/contest/ustc/ustc_notation.cpp piece_names colour_names longest_number far_off
rig/match/file_session.cpp a_moment
rig/report/record.cpp
conformance/parts/trials.cpp attempts a_moment
conformance/parts/file_spelling.cpp
conformance/same_team.cpp
rig/measure/uart_timing.cpp bits_before_stop middle_of_stop off_the_boundary step_of_rate near_nominal farthest_ratio
  runs_that_convince steadiness infinity usual near_usual frames_for_each_junk
rig/link/stream/starvation.cpp longest_between_counts longest_wait
rig/contest/blokus/four_letters.cpp silence_after_end hello_reply_length
rig/contest/blokus/icfpt2013.cpp
rig/contest/trax/trax_jp.cpp longest_move
rig/game/blokus/placements.cpp on_square
rig/contest/aspect.cpp
conformance/parts/attribution.cpp
conformance/parts/evidence.cpp times_kept
conformance/parts/exchanges.cpp most_heard
conformance/parts/findings.cpp
conformance/parts/game_judge.cpp
conformance/parts/matches.cpp
rig/contest/request_aspects.hpp
conformance/parts/standing.cpp
conformance/cases/files_case.cpp a_few_turns
rig/measure/wire_drift.cpp fewest_replies hundred
conformance/whole_run.cpp
rig/game/blokus/stamps.hpp stamps make_stamps set first_row
rig/game/blokus/children.hpp begin_of
rig/game/trax/laying.hpp narrowest_line steps columns
rig/game/trax/path_across.cpp
conformance/parts/needless_passes.cpp games_of_each
conformance/consequences.cpp
rig/measure/exact_test.cpp significant explained no_more_often
"""
RELAXED = {path: names for path, *names in map(str.split, SOURCES.strip().replace("\n  ", " ").splitlines())}
# What the compiler works out in these is compiled once for each mutant, all of a header; other constants are not mutated.
ALONE = {"rig/game/blokus/shapes.hpp", "rig/game/blokus/boards.hpp", "rig/game/blokus/placements.cpp"}
SHARE_ALONE = 0.4  # of the share of a file
LEAST_OF_A_FILE = 8
NUMBERS_OF_A_FILE = 2048
NUMBERS = 1 << 18  # `most` in rig_mutants.hpp


def find(root, options):
    """By its path, the finder of each file that has to be instrumented: all with a header, which is part of others."""
    paths = list(RELAXED)
    if options.number:
        paths = sorted({paths[number // NUMBERS_OF_A_FILE] for number in options.number})
    elif options.only:
        paths = [path for path in paths if is_meant(path, options)]
    if any(path.endswith(".hpp") for path in paths):
        paths = list(RELAXED)
    with ProcessPoolExecutor() as pool:
        return dict(zip(paths, pool.map(find_in, repeat(root), paths)))


def is_meant(path, options):
    return any(part in path for part in options.only)


def find_in(root, path):
    finder = Finder(root, path, RELAXED[path], path in ALONE)
    first = list(RELAXED).index(path) * NUMBERS_OF_A_FILE
    if len(finder.mutants) > NUMBERS_OF_A_FILE or first >= NUMBERS:
        raise SystemExit(f"mutate: no numbers are left for {path}: raise NUMBERS in sources.py and `most` in rig_mutants.hpp")
    for number, mutant in enumerate(finder.mutants, first):
        mutant.number = number
    return finder


def choose(every, options):
    if options.number:
        return [m for m in every if m.number in options.number]
    if options.share:
        return share_of_each_file(every, options.share, options.seed)
    if options.only:
        return [m for m in every if is_meant(m.file, options)]
    count = options.count if 0 < options.count < len(every) else len(every)
    return sorted(random.Random(options.seed).sample(every, count), key=lambda m: m.number)


def share_of_each_file(every, share, seed):
    """Those of a smaller share with the same seed are among those of a larger one."""
    chosen = []
    for path in RELAXED:
        for alone in (False, True):
            mutants = [m for m in every if m.file == path and m.alone == alone]
            random.Random(f"{seed} {path} {alone}").shuffle(mutants)
            chosen += mutants[: max(LEAST_OF_A_FILE, math.ceil(share * (SHARE_ALONE if alone else 1) * len(mutants)))]
    return sorted(chosen, key=lambda m: m.number)
