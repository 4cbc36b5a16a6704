"""What became of each mutant, on disk as soon as it is known: a run that is interrupted goes on where it was."""

import hashlib
import json
import os
import threading

from .kill import Death


class Results:
    """One file of JSON lines for each source. The first line says of which tree and which text of the source."""

    def __init__(self, folder, tree, finders):
        self.folder, self.tree, self.finders = folder, tree, finders
        self.lock = threading.Lock()
        os.makedirs(folder, exist_ok=True)

    def path(self, source):
        return os.path.join(self.folder, source.replace("/", ".") + ".jsonl")

    def head(self, source):
        return {"tree": self.tree, "source": hashlib.sha256(self.finders[source].source).hexdigest()}

    @staticmethod
    def name(mutant):
        return [list(edit) for edit in mutant.edits]

    def begin(self, chosen, options):
        """What is known of the chosen mutants; whatever does not hold any more is removed."""
        known = {}
        for source in sorted({m.file for m in chosen}):
            head, lines = self.read(source)
            fresh = self.head(source)
            same_tree = head == fresh
            believed = options.again and head.get("source") == fresh["source"]
            here = {json.dumps(self.name(m)): m for m in chosen if m.file == source}
            kept = [line for line in lines if believed and line["killer"] or
                    same_tree and (options.resume or json.dumps(line["of"]) not in here)]
            with open(self.path(source) + ".new", "w") as file:
                file.writelines(json.dumps(line) + "\n" for line in [fresh, *kept])
            os.replace(self.path(source) + ".new", self.path(source))
            for line in kept:
                mutant = here.get(json.dumps(line["of"]))
                if mutant:
                    known[mutant.number] = Death(line["killer"], line["how"], line["tried"])
        return known

    def read(self, source):
        try:
            with open(self.path(source)) as file:
                lines = file.read().split("\n")
        except FileNotFoundError:
            return {}, []
        read = [json.loads(line) for line in lines[:-1]]  # the last one is empty, or was cut short
        return (read[0], read[1:]) if read else ({}, [])

    def keep(self, mutant, death):
        line = {"of": self.name(mutant), "killer": death.killer, "how": death.how, "tried": death.tried}
        with self.lock, open(self.path(mutant.file), "a") as file:
            file.write(json.dumps(line) + "\n")
        return death
