"""What a run of mutants found: a line for each, the figure, the page that is kept in the repository."""

import os
import tomllib
from collections import Counter, defaultdict

REQUIRED = 0.95


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
        numbers = defaultdict(list)
        for mutant in every:
            numbers[self.key(mutant.file, mutant.function, mutant.operator, mutant.change)].append(mutant.number)
        self.stale = []
        for entry in self.entries:
            found = numbers.get(self.key(entry["file"], entry["function"], entry["operator"], entry["change"]), [])
            found = found[entry["nth"] - 1 : entry["nth"]] if "nth" in entry else found
            if len(found) != 1:
                self.stale.append(f"{entry['file']}: {entry['function']}: {entry['change']}: "
                                  f"{len(found)} mutants are meant (add nth = 1, 2, …)")
                continue
            self.of[found[0]] = entry["reason"]

    @staticmethod
    def key(*parts):
        return tuple(parts)

    def reason(self, mutant):
        return self.of.get(mutant.number, "")


class Summary:
    def __init__(self, chosen, deaths, justified, seed, there_are):
        self.chosen, self.deaths, self.seed, self.there_are = chosen, deaths, seed, there_are
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
                f"{len(self.excused)} justified, {len(self.unexcused)} survived")

    def killers(self):
        names = Counter()
        for mutant in self.killed:
            killer = self.deaths[mutant.number].killer
            names["a fault of the matrix" if killer.startswith("fault ") else killer] += 1
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
