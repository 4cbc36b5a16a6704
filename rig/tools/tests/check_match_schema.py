#!/usr/bin/env python3
"""Checks matches as JSON against their schema, that the schema can refuse, and that the table is the sum of the games.

usage: check_match_schema.py SCHEMA MATCH.json...
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "report" / "tests"))
from check_schema import check  # noqa: E402

# Objects that may hold any name.
OPEN = ("$.settings", "$.table.endings")


def wrong_sums(match):
    results = [game["result"] for game in match["games"]]
    counted = {"won": results.count("first"), "drawn": results.count("draw"), "lost": results.count("second")}
    for word, count in counted.items():
        if match["table"][word] != count:
            yield f"{match['table'][word]} games {word} in the table, {count} among the games"


def may_accept(what):
    """What may be left out, may have any name, or is a number that may have a fraction."""
    optional = what.endswith((" without board", " without refused"))
    free = what.split(" ")[0] in OPEN and "half" not in what
    with_fraction = ("points", "mean_plies", "difference", "error_95_percent", "elo0", "elo1", "llr", "lower", "upper")
    number = what.endswith(tuple(f"half a {name}" for name in with_fraction))
    return optional or free or number


if __name__ == "__main__":
    check(sys.argv[1:], __doc__, wrong_sums, may_accept)
