"""Whether a command printed what a guide shows.

In a guide `…` stands for anything in a line, and alone in its line, or before a remark in brackets, for any lines. Times
of the clock, and what differs from run to run, are not compared. Lines of cases that stand together may have any order.
"""

import re

ANY = object()
CASE = re.compile(r"[✓~✗?!–·] [A-Z]\w*\.\w+")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*(?: (?:ns|us|ms|s)\b)?")  # and whatever the unit of a time is
VARIES = [
    (re.compile(r"…/(contest-rig/)?scripts/"), "scripts/"),  # the checkout, wherever it is
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "TIME"),
    (re.compile(r"/dev/pts/\d+"), "/dev/pts/N"),
    (re.compile(r"\b[0-9a-f]{4,}…"), "…"),  # a hash, cut
    (re.compile(r"^ +\d[\d.]* (?:us|ms|s)  "), "TIME  "),  # of what a host did
    (re.compile(r"^( +timing .* known to )[^;]+"), r"\1N"),  # as exactly as this machine does
    (re.compile(r"^( *sandbox +)\S.*"), r"\1…"),  # as the machine can
]


def normalised(line: str, numbers_vary: bool) -> str:
    for pattern, word in VARIES:
        line = pattern.sub(word, line)
    if numbers_vary or line.split()[:1] == ["took"]:
        line = NUMBER.sub("N", line)
    return line.rstrip()


def is_any(line: str) -> bool:
    return re.fullmatch(r"\s*…(?: \(.*\))?", line) is not None


def without_blank_ends(lines: list[str]) -> list[str]:
    return "\n".join(lines).strip("\n").split("\n") if any(lines) else []


def with_cases_sorted(lines: list, apart: list) -> list:
    """Lines of cases that stand together in their order of names, each with what is indented below it. Where any lines may
    stand beside them, `apart` stands between each two."""
    out: list = []
    cases: list[list] = []

    def flush(beside_any: bool) -> None:
        between = apart if beside_any or (out and out[-1] is ANY) else []
        for one in sorted(cases):
            out.extend(between + one)
        cases.clear()

    for line in lines:
        if line is not ANY and CASE.match(line):
            cases.append([line])
        elif line is not ANY and cases and line.startswith("    "):
            cases[-1].append(line)
        else:
            flush(line is ANY)
            out.append(line)
    flush(False)
    return out


def matches(shown: str, line: str) -> bool:
    return re.fullmatch(".*".join(re.escape(part) for part in shown.split("…")), line) is not None


def difference(shown: list[str], printed: list[str], numbers_vary: bool = False) -> str | None:
    """None: the guide shows what was printed. Else the first line of the guide that was not found, and what stood there."""
    wanted = [ANY if is_any(line) else normalised(line, numbers_vary) for line in without_blank_ends(shown)]
    wanted = with_cases_sorted(wanted, [ANY])
    lines = with_cases_sorted([normalised(line, numbers_vary) for line in without_blank_ends(printed)], [])
    at = line = 0
    anchor = None  # behind the last ANY: its place, and the line from which on it is tried
    furthest = (0, 0)
    while line < len(lines):
        if at < len(wanted) and wanted[at] is ANY:
            anchor = (at + 1, line)
            at += 1
        elif at < len(wanted) and matches(wanted[at], lines[line]):
            at += 1
            line += 1
            furthest = max(furthest, (at, line))
        elif anchor:
            anchor = (anchor[0], anchor[1] + 1)
            at, line = anchor
        else:
            break
    while at < len(wanted) and wanted[at] is ANY:
        at += 1
    if line == len(lines) and at == len(wanted):
        return None
    at, line = furthest
    while at < len(wanted) and wanted[at] is ANY:
        at += 1
    expected = wanted[at] if at < len(wanted) else "(the end)"
    found = lines[line] if line < len(lines) else "(the end)"
    return f"shown:   {expected}\nprinted: {found}"
