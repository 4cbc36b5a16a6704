"""Which sources are mutated, and which of their mutants a run tries."""

import glob
import math
import os
import random
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from .find import Finder

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = [os.path.join(ROOT, "conformance", "mutants"), *sorted(glob.glob(os.path.join(ROOT, "games", "*", "mutants")))]


def listed():
    """What judges: (file, names of constants, whether it is compiled alone), from the lists of all folders."""
    for folder in FOLDERS:
        with open(os.path.join(folder, "sources.txt"), encoding="utf-8") as file:
            for line in file:
                words = line.split()
                if words and not line.startswith("#"):
                    alone = words[0] == "alone"
                    yield words[alone], words[alone + 1:], alone


# A mutant's number is made of its file's place here and its own place in the file.
RELAXED = {path: names for path, names, _ in listed()}
ALONE = {path for path, _, alone in listed() if alone}
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
