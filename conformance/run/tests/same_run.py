"""Compares the reports of two runs: same_run.py FOLDER FOLDER. The transcripts are equal byte for byte; the JSON reports are
but for when and where the runs were made."""
import json
import pathlib
import sys


def report(folder):
    """The JSON report without what differs from run to run."""
    run = json.loads((folder / "report.json").read_text())
    for name in ("command", "started", "wall_time_ns", "identity", "evidence"):
        run.pop(name, None)
    for case in run["cases"]:
        case.pop("wall_time_ns", None)
    return run


def difference(one, other, where=""):
    """The path of the first value in which two JSON values differ; None where they are equal."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted(set(one) | set(other)):
            found = difference(one.get(name), other.get(name), f"{where}/{name}")
            if found:
                return found
        return None
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (left, right) in enumerate(zip(one, other)):
            found = difference(left, right, f"{where}/{number}")
            if found:
                return found
        return None
    return None if one == other else f"{where}: {one} and {other}"


first, second = map(pathlib.Path, sys.argv[1:])
if (first / "transcript.jsonl").read_bytes() != (second / "transcript.jsonl").read_bytes():
    sys.exit(f"FAILED: the transcripts of {first} and {second} differ")
found = difference(report(first), report(second))
if found:
    sys.exit(f"FAILED: the reports differ: {found}")
