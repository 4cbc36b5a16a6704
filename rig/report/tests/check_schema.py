#!/usr/bin/env python3
"""Checks JSON reports against the schema of the repository, and that the schema can refuse.

usage: check_schema.py SCHEMA REPORT.json...
"""

import json
import sys

import jsonschema


def objects_of(value, path="$"):
    """Every object inside a report, with the way to it."""
    if isinstance(value, dict):
        yield path, value
        for key, item in value.items():
            yield from objects_of(item, f"{path}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from objects_of(item, f"{path}[{index}]")


def damages(report, seen):
    """The report with one field more, less or wrong somewhere, while it is looked at: once for each shape of object
    that is not among those `seen` in a report before."""
    for path, part in list(objects_of(report)):
        if (shape := tuple(part)) in seen:
            continue
        seen.add(shape)
        part["surprise"] = 1
        yield f"{path} with a surprise"
        del part["surprise"]
        for key, item in list(part.items()):
            part[key] = 0.5
            yield f"{path} with half a {key}"
            del part[key]
            yield f"{path} without {key}"
            part[key] = item


def check(arguments, usage, sums, may_accept=lambda what: False):
    """Each text against the schema and each damage to it; `sums` tells what in a text does not add up."""
    if len(arguments) < 2:
        sys.exit(usage)
    with open(arguments[0], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    problems = []
    seen = set()
    for name in arguments[1:]:
        with open(name, encoding="utf-8") as file:
            text = json.load(file)
        problems += [f"{name}: {problem.json_path}: {problem.message}" for problem in validator.iter_errors(text)]
        problems += [f"{name}: {what}" for what in sums(text)]
        for what in damages(text, seen):
            if validator.is_valid(text) and not may_accept(what):
                problems.append(f"{name}: the schema accepts it {what}")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(arguments) - 1} are valid")


def may_be_left_out(what):
    return what.endswith(("without span", "without more_samples"))


def wrong_sums(report):
    for latency in report["latencies"]:
        counted = latency["underflow"] + latency["overflow"] + sum(b["count"] for b in latency["buckets"])
        if counted != latency["count"]:
            yield f"{latency['kind']}: {counted} replies in buckets, {latency['count']} in all"


if __name__ == "__main__":
    check(sys.argv[1:], __doc__, wrong_sums, may_be_left_out)
