"""What a run of mutants found: a line for each, the figure, the page that is kept in the repository."""

import os
import tomllib
from collections import Counter, defaultdict

REQUIRED = 0.95
COMPILER = "the compiler"


def short(text, length=110):
    return text if len(text) <= length else text[: length - 1] + "…"


def place(mutant):
    return f"{mutant.number:5} {mutant.file}:{mutant.line} {mutant.function}: {mutant.operator}: {short(mutant.change)}"


def line(mutant, death, justified):
    if death.killer:
        return f"{place(mutant)}  killed by {death.killer} ({short(death.how, 90)})"
    reason = justified.reason(mutant)
    return f"{place(mutant)}  " + (f"justified: {short(reason, 90)}" if reason else f"SURVIVED: {death.how}")


class Justified:
    """Survivors that no test can kill, one by one with the reason. An entry must match a mutant, and no killed one."""

    def __init__(self, path, every):
        self.entries, self.of = [], {}
        if os.path.exists(path):
            with open(path, "rb") as file:
                self.entries = tomllib.load(file).get("mutant", [])
        meant = defaultdict(list)
        for mutant in every:
            meant[mutant.file, mutant.text, mutant.change].append(mutant.number)
        self.stale = []
        for entry in self.entries:
            found = meant[entry["file"], entry["line"], entry["change"]]
            if "nth" in entry:  # of several alike on one line
                found = found[entry["nth"] - 1 : entry["nth"]]
            if len(found) == 1:
                self.of[found[0]] = entry["reason"]
            else:
                self.stale.append(f"{entry['file']}: {entry['line']}: {entry['change']}: means {len(found)} mutants")

    def reason(self, mutant):
        return self.of.get(mutant.number, "")


class Summary:
    def __init__(self, chosen, deaths, justified, seed, every, draw="--all"):
        self.draw = draw  # the options that chose them
        self.deaths, self.seed, self.there_are = deaths, seed, len(every)
        self.every_by_file = Counter(m.file for m in every)
        # What the compiler refuses nobody could have committed: it counts neither for nor against the tests.
        self.unborn = [m for m in chosen if deaths[m.number].killer == COMPILER]
        self.chosen = chosen = [m for m in chosen if deaths[m.number].killer != COMPILER]
        self.killed = [m for m in chosen if deaths[m.number].killer]
        survivors = [m for m in chosen if not deaths[m.number].killer]
        self.excused = [m for m in survivors if justified.reason(m)]
        self.unexcused = [m for m in survivors if not justified.reason(m)]
        self.justified = justified
        self.wrong = list(justified.stale)
        self.wrong += [f"{place(m).strip()}: justified, but killed by {deaths[m.number].killer}"
                       for m in self.killed if justified.reason(m)]

    def share(self):
        return len(self.killed) / len(self.chosen) if self.chosen else 1.0

    def good(self):
        return self.share() >= REQUIRED and not self.unexcused and not self.wrong

    def figure(self):
        return (f"{len(self.killed)} of {len(self.chosen)} mutants killed ({100 * self.share():.1f} %), "
                f"{len(self.excused)} justified, {len(self.unexcused)} survived; "
                f"{len(self.unborn)} more do not compile")

    def killers(self):
        names = Counter()
        for mutant in self.killed:
            killer = self.deaths[mutant.number].killer
            names["a fault of the matrix of " + killer.split()[-1] if killer.startswith("fault ") else killer] += 1
        return names.most_common()

    def hung(self):
        return sum(self.deaths[m.number].how == "does not end" for m in self.killed)

    def text(self):
        lines = [""]
        lines += [f"SURVIVED {place(m).strip()}" for m in self.unexcused]
        lines += [f"WRONG JUSTIFICATION {what}" for what in self.wrong]
        lines += [f"{count:5} killed by {name}" for name, count in self.killers()]
        if self.hung():
            lines.append(f"{self.hung():5} of these by a time-out")
        lines.append(self.figure() + f"; seed {self.seed}")
        return "\n".join(lines)

    # the page in the repository

    def markdown(self):
        return "\n".join([*self.head(), *self.by_file(), *self.by_operator(), *self.by_killer(), *self.survivors()]) + "\n"

    def head(self):
        return [
            "# Mutation of the judge",
            "",
            f"**{self.figure()}.** Seed {self.seed}; {self.there_are} mutants can be planted.",
            "",
            "A test of the judge is only worth what it would notice. `scripts/mutate` makes small wrongs in the code that",
            "judges, one at a time, and runs the project's own tests on each: a mutant that every test lets through is a",
            "hole in the tests, or changes nothing that anyone could see. At least 95 % must be killed, and every survivor",
            "stands with its reason in [`conformance/mutants/justified.toml`](../conformance/mutants/justified.toml); the",
            "script fails otherwise, and when a reason is given for a mutant that is killed or is no more. It is run by hand,",
            "on 300 of them before a change of the judge is published; this page is written by",
            f"`scripts/mutate {self.draw} --report docs/mutation.md`. What became of a mutant is on disk at once: after an",
            "interruption, or after a smaller share, the same with `--resume` goes on where it was.",
            "",
            "## What is mutated",
            "",
            "All code that judges: both oracles (Blokus and Trax), the pages, dialects and rulings of the contests,",
            "the sessions over bytes and over files, the verdicts on times, the timing of a wire's edges, how long a program",
            "was kept from running, the frame of a case and what a wrong is attributed to, the verdict of a run.",
            "Left out of these files: what draws a board or words a finding for people; and of the cases",
            "what measures a wire, which only models of boards and real boards have (`wires_test` and its like, minutes each).",
            *self.drawn(),
            "",
            "## How it is made",
            "",
            "- libclang finds where something can be changed: relations and their boundaries, `&&` and `||`, operands left",
            "  out, `+` and `-`, numbers and letters one up or down, conditions and answers turned round, statements and",
            "  early returns left out, enumerators, `min` and `max`, `any_of` and `all_of`, the arguments of `between`,",
            "  texts (but not the words of the rig's own errors), the drawings of the tiles.",
            "- All mutants are compiled at once, asleep, into an instrumented copy of the project under `build/mutants`:",
            "  `a < b` becomes a call that does `a < b` unless the environment wakes the mutant of that place",
            "  (`RIG_MUTANT=17`). So a mutant costs one run, not one build. What the compiler works out itself (the",
            "  Blokus tile tables, the tree of shapes, the vectors of the search) is compiled and linked once for each",
            "  mutant. One that the compiler refuses (91 orientations are asserted there) counts neither way.",
            "- The tests run once with no mutant awake and note to which mutants they make a difference: those that they",
            "  reach, and where it can be told at once, whose value there is another one (`a <= b` in place of `a < b` is",
            "  never one while `a` and `b` differ). A mutant is tried only on those, the most promising for its price",
            "  first, to the first failure, until they have cost 20 s of processor time (`--limit`): what outlives those",
            "  counts as a survivor, though another trial might have seen it. One that does not end is killed by a",
            "  time-out: three seconds and eight times what the test took before, in processor time.",
            "- The tests: the unit tests of times, verdicts, sessions, the suite's frame, the record, the contests and",
            "  the oracles, case by case; then `certify` on the good builtin player of each contest, which must be",
            "  certified; then every row of every fault matrix on a builtin player, which must be caught for its reason.",
            "- The standard library's own checks are on in the copy (`_GLIBCXX_ASSERTIONS`), as sanitizers are in the",
            "  `asan` preset: an index out of range kills.",
            "",
        ]

    def drawn(self):
        """Where not all mutants were tried: how many of how many."""
        tried = Counter(m.file for m in self.chosen + self.unborn)
        missing = [name for name, count in self.every_by_file.items() if not tried[name]]
        if sum(tried.values()) == self.there_are:
            return []
        lines = ["", f"This run tried {sum(tried.values())} of the {self.there_are}, drawn by the seed, of each file as many as the",
                 "table says."]
        return lines + [f"- `{name}`: not tried in this run" for name in missing]

    def table(self, title, heading, groups):
        lines = [f"## {title}", "", f"| {heading} | mutants | killed | justified | survived | killed |",
                 "| --- | --: | --: | --: | --: | --: |"]
        for name, mutants in groups:
            counts = [sum(m in kind for m in mutants) for kind in
                      (self.of(self.killed), self.of(self.excused), self.of(self.unexcused))]
            lines.append(f"| {name} | {len(mutants)} | " + " | ".join(map(str, counts)) +
                         f" | {100 * counts[0] / len(mutants):.1f} % |")
        return [*lines, ""]

    @staticmethod
    def of(mutants):
        return Numbers(m.number for m in mutants)

    def grouped(self, key):
        groups = defaultdict(list)
        for mutant in self.chosen:
            groups[key(mutant)].append(mutant)
        return groups.items()

    def by_file(self):
        tried = Counter(m.file for m in self.chosen + self.unborn)
        return self.table("By file", "file (tried of all)",
                          [(f"`{name}` ({tried[name]} of {self.every_by_file[name]})", group)
                           for name, group in self.grouped(lambda m: m.file)])

    def by_operator(self):
        return self.table("By kind of change", "change", sorted(self.grouped(lambda m: m.operator)))

    def by_killer(self):
        lines = ["## What killed them", "", "| killer | mutants |", "| --- | --: |"]
        lines += [f"| {name} | {count} |" for name, count in self.killers()]
        if self.hung():
            lines += ["", f"{self.hung()} of these by the time-out."]
        return [*lines, ""]

    def survivors(self):
        lines = ["## Survivors", ""]
        if not self.excused and not self.unexcused:
            return [*lines, "None."]
        for mutant in self.excused + self.unexcused:
            reason = self.justified.reason(mutant) or "**not justified**"
            lines.append(f"- `{mutant.file}`, `{mutant.function or 'file'}`: `{short(mutant.change)}`: {reason}")
        return lines


class Numbers(set):
    """Mutants by their numbers."""

    def __contains__(self, mutant):
        return set.__contains__(self, mutant.number)
