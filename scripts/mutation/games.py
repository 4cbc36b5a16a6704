"""The games of this tree, and their contests: a game is a folder in games/, a contest has its clauses there."""

import glob
import os

REFEREE = "-referee"


def contests(root):
    """All contests, sorted, each with its folder. A family's texts have no matrix."""
    found = {}
    for path in sorted(glob.glob(os.path.join(root, "games", "*", "faults", "*-matrix.txt"))):
        name = os.path.basename(path).removesuffix("-matrix.txt")
        if not name.endswith(REFEREE):
            found[name] = os.path.dirname(os.path.dirname(path))
    return found


def folder_of(root, contest):
    return contests(root)[contest]


def builtin_player(root, contest):
    """`builtin:chess`: it is named after its game."""
    return "builtin:" + os.path.basename(folder_of(root, contest))
