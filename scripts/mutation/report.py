"""What became of the mutants: the reasons of survivors, results on disk, a line for each, the page in the repository."""

import json
import os
import threading
import tomllib
from collections import Counter, defaultdict

from .trials import COMPILER, Death

REQUIRED = 0.95
WHOLE = "the whole function"  # in place of a change, under the line that begins it
TABLE = "## By file"


def short(text, length=110):
    return text if len(text) <= length else text[: length - 1] + "…"


def place(mutant):
    return f"{mutant.number} {mutant.file}:{mutant.line} {mutant.function}: {mutant.operator}: {short(mutant.change)}"


class Reasons:
    """Why survivors survive, and why functions are not mutated, from the justified.toml of each folder."""

    def __init__(self, folders, finders):
        """Takes the mutants of what is left out from the finders. An entry that means none is stale."""
        meant, self.of, self.stale = defaultdict(list), {}, []
        for mutant in (mutant for finder in finders.values() for mutant in finder.mutants):
            alike = meant[mutant.file, mutant.text, mutant.change]
            alike.append(mutant.number)
            meant[mutant.file, mutant.text, f"{mutant.change} #{len(alike)}"].append(mutant.number)
            meant[mutant.file, mutant.head, WHOLE].append(mutant.number)
        justified = {}
        for folder in folders:
            with open(os.path.join(folder, "justified.toml"), "rb") as file:
                justified.update(tomllib.load(file))
        entries = [(name, line, change, entry["reason"])
                   for name, entries in justified.items() if name in finders for entry in entries
                   for line, changes in entry.items() if line != "reason" for change in changes]
        left_out = {number for *entry, _ in entries if entry[-1] == WHOLE for number in meant[tuple(entry)]}
        for finder in finders.values():
            finder.mutants = [mutant for mutant in finder.mutants if mutant.number not in left_out]
        for *entry, reason in entries:
            self.of.update(dict.fromkeys(meant[tuple(entry)], reason))
            if not meant[tuple(entry)]:
                self.stale.append(f"{': '.join(entry)}: there is no such mutant")

    def reason(self, mutant):
        return self.of.get(mutant.number, "")


class Results:
    """A line of JSON for each mutant, on disk as soon as it is known."""

    def __init__(self, path):
        self.lock, self.file = threading.Lock(), open(path, "a+")
        self.file.seek(0)
        self.known = {number: Death(*death) for number, *death in map(json.loads, self.file)}

    def keep(self, mutant, death):
        with self.lock:
            self.file.write(json.dumps([mutant.number, death.killer, death.how]) + "\n")
            self.file.flush()
        return death


def line(mutant, death, reasons):
    if death.killer:
        return f"{place(mutant)}  killed by {death.killer} ({short(death.how, 90)})"
    reason = reasons.reason(mutant)
    return f"{place(mutant)}  " + (f"justified: {short(reason, 90)}" if reason else f"SURVIVED: {death.how}")


class Summary:
    def __init__(self, chosen, deaths, reasons, every, seed):
        self.every, self.seed = Counter(m.file for m in every), seed
        # What the compiler refuses nobody could have committed: it counts neither for nor against the tests.
        born = [m for m in chosen if deaths[m.number].killer != COMPILER]
        self.refused = len(chosen) - len(born)
        self.killed = [m for m in born if deaths[m.number].killer]
        self.justified = [m for m in born if not deaths[m.number].killer and reasons.reason(m)]
        self.survived = [m for m in born if not deaths[m.number].killer and not reasons.reason(m)]
        self.share = len(self.killed) / len(born) if born else 1.0
        self.wrong = reasons.stale + [f"{place(m)}: justified, but killed by {deaths[m.number].killer}"
                                      for m in self.killed if reasons.reason(m)]

    def good(self):
        return not self.survived and not self.wrong

    def figure(self):
        born = len(self.killed) + len(self.justified) + len(self.survived)
        return (f"{len(self.killed)} of {born} mutants killed ({100 * self.share:.1f} %), {len(self.justified)} justified, "
                f"{len(self.survived)} survived; {self.refused} more do not compile. There are {self.every.total()}; "
                f"seed {self.seed}.")

    def text(self):
        return "\n".join(["", *(f"SURVIVED {place(m)}" for m in self.survived),
                          *(f"WRONG JUSTIFICATION {what}" for what in self.wrong), self.figure()])

    def write_table(self, path):
        """Anew, from the heading of the table to the end of the page."""
        kinds = [Counter(m.file for m in mutants) for mutants in (self.killed, self.justified, self.survived)]
        rows = [f"| `{name}` | {count} | " + " | ".join(str(kind[name]) for kind in kinds) + " |"
                for name, count in self.every.items()]
        with open(path) as file:
            before = file.read().partition(TABLE)[0]
        with open(path, "w") as file:
            file.write("\n".join([before + TABLE, "", f"**{self.figure()}**", "", "| file | mutants | killed | justified | survived |",
                                  "| --- | --: | --: | --: | --: |", *rows]) + "\n")
