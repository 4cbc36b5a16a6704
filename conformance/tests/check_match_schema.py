#!/usr/bin/env python3
"""Checks matches as JSON against their schema, that the schema can refuse, and that the table is the sum of the games.

usage: check_match_schema.py SCHEMA MATCH.json...
"""

import json
import pathlib
import sys

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "rig" / "tests" / "report"))
from check_schema import damages  # noqa: E402

# Objects that may hold any name.
OPEN = ("$.settings", "$.table.endings")


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    with open(arguments[0], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    problems = []
    seen = set()
    for name in arguments[1:]:
        with open(name, encoding="utf-8") as file:
            match = json.load(file)
        for problem in validator.iter_errors(match):
            problems.append(f"{name}: {problem.json_path}: {problem.message}")
        results = [game["result"] for game in match["games"]]
        counted = {"won": results.count("first"), "drawn": results.count("draw"), "lost": results.count("second")}
        for word, count in counted.items():
            if match["table"][word] != count:
                problems.append(f"{name}: {match['table'][word]} games {word} in the table, {count} among the games")
        for what in damages(match, seen):
            optional = what.endswith((" without board", " without refused"))
            free = what.split(" ")[0] in OPEN and "half" not in what
            number = what.endswith(("half a points", "half a mean_plies", "half a difference", "half a error_95_percent"))
            if validator.is_valid(match) and not (optional or free or number):
                problems.append(f"{name}: the schema accepts the match {what}")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(arguments) - 1} matches are valid")


if __name__ == "__main__":
    main(sys.argv[1:])
