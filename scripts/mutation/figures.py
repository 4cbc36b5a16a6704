"""What the suite counts and says on players of virtual time: the same in every run, so that a change shows.

One text for each contest: of the good player every case with what it counted, of every fault what its killer says.
"""

import os
import tomllib

from mutation import games

SEED = "7"  # of the fault matrix
GOOD = "the good player of "
GOLDEN = "-golden.txt"


def contests(root):
    """Those of which something is kept."""
    return [name for name in games.contests(root) if os.path.exists(kept_path(root, name))]


def base(certify):
    return [certify, "--seed", SEED, "--reports", "", "--quiet", "--jobs", "1"]


def good_runs(root, contest, certify):
    """(what it is called, the command) for the good player, with the options that the kept runs have."""
    names = [name for name in kept(root, contest) if name.startswith(GOOD)] or [GOOD + contest]
    return [(name, [*base(certify), "--contest", *name.removeprefix(GOOD).split(), "--dut",
                    games.builtin_player(root, contest)]) for name in names]


def faults(root, contest):
    """The rows of the fault table that a builtin player can show."""
    dut = games.builtin_player(root, contest)
    table = text_of(root, "faults", contest, contest)
    rows = table.get("fault", []) + rows_of_family(root, contest, table)
    return [(fault, dut) for fault in rows if dut in fault["duts"]]


def rows_of_family(root, contest, table):
    """What a contest has of its family's faults: under clauses of its own, with what differs."""
    if "family" not in table:
        return []
    clauses = text_of(root, "clauses", contest, contest)["requirement"]
    own = {clause["aspect"]: clause["id"] for clause in clauses if "aspect" in clause}
    rows = []
    for fault in text_of(root, "faults", contest, table["family"])["fault"]:
        if contest in fault.get("contests", [contest]) and fault["name"] not in table.get("left_out", []):
            of_contest = {"requirement": own.get(fault["aspect"], "")}
            rows.append({**fault, **of_contest, **table.get("differs", {}).get(fault["name"], {})})
    return rows


def text_of(root, kind, contest, name):
    with open(os.path.join(games.folder_of(root, contest), kind, name + ".toml"), "rb") as file:
        return tomllib.load(file)


def fault_run(contest, fault, dut, certify):
    board = ["--board", str(fault["board"])] if "board" in fault else []
    return (f"fault {fault['name']} of {contest}",
            [*base(certify), "--contest", contest, *board, "--dut", f"{dut}?fault={fault['name']}",
             "--filter", fault["killer"]])


def runs(root, contest, certify):
    """(what it is called, the command, whether it is of a fault) for all runs of a contest."""
    return [(*run, False) for run in good_runs(root, contest, certify)] + [
        (*fault_run(contest, fault, dut, certify), True) for fault, dut in faults(root, contest)]


def kept_path(root, contest):
    return os.path.join(games.folder_of(root, contest), "faults", contest + GOLDEN)


def kept(root, contest):
    """By the name of a run: its lines."""
    runs, name = {}, ""
    with open(kept_path(root, contest)) as file:
        for line in file.read().splitlines():
            if line.startswith("  "):
                runs[name].append(line)
            elif line:
                name = line
                runs[name] = []
    return runs


def finding_lines(case):
    """What is found, of which kind, and whether a board is drawn and hints are given."""
    lines = []
    for finding in case["findings"]:
        more = [finding["kind"] or "no kind", *(["board"] if finding["board"] else []), *finding["hints"]]
        lines.append(f"  {finding['verdict']} {finding['requirement'] or '-'}: {finding['summary']} [{'; '.join(more)}]")
    return lines


def case_lines(case):
    """Time on the link's clock, what was counted, what each requirement was found to be."""
    counts = " ".join(f"{one['name'].replace(' ', '_')}={one['count']}" for one in case["counts"])
    tallies = " ".join(f"{one['id']}={one['worst'].replace(' ', '_')}:{one['passes']}" for one in case["requirements"])
    longest = max((sample["longest_ns"] for sample in case["samples"]), default=0)
    return [f"  {case['id']} {case['verdict']}", f"    {case['link_time_ns']} ns, {len(case['samples'])} replies, the longest "
            f"{longest} ns", f"    {counts}", f"    {tallies}", *("  " + line for line in finding_lines(case))]


def head_lines(report):
    """The verdict, the rules it was held against, and what all cases together came across."""
    settings = " ".join(f"{one['name']}={one['value']}" for one in report["settings"])
    coverage = " ".join(f"{one['name'].replace(' ', '_')}={one['count']}" for one in report["coverage"])
    return [f"  {report['headline']}", f"  {report['contest']['title']}", f"  {settings}",
            *(f"  {one['kind']} within {one['deadline_ns']} ns: {one['count']}" for one in report["latencies"]),
            f"  {coverage}"]


def lines_of(report, of_a_fault):
    """The lines of one run, from its JSON report."""
    if of_a_fault:
        return finding_lines(report["cases"][0])
    return [*head_lines(report), *(line for case in report["cases"] for line in case_lines(case))]
