"""Plants mutants: each chosen one is compiled into an instrumented copy of its source, asleep."""

import re
from collections import defaultdict

WORDS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne", "+": "plus", "-": "minus", "*": "times",
         "/": "over", "%": "modulo", "<<": "left", ">>": "right", "&": "both", "|": "either", "first": "first"}


class Inserts:
    """Texts put around stretches of a source; of two that begin or end at one place the longer lies outside."""

    def __init__(self, source):
        self.source, self.items, self.count = source, [], 0

    def around(self, start, end, before, after):
        # Equal stretches: the later is inside.
        self.count += 1
        if before:
            self.items.append((start, 1, -end, self.count, before))
        if after:
            self.items.append((end, 0, -start, -self.count, after))

    def instead(self, start, end, text):
        self.items.append((start, 2, end, 0, text))

    def result(self):
        out, at = [], 0
        for place, rank, other, _, text in sorted(self.items):
            if place < at:
                raise SystemExit(f"mutate: two mutations overlap at byte {place}")
            out += [self.source[at:place].decode(), text]
            at = other if rank == 2 else place
        return "".join(out) + self.source[at:].decode()


def op(token):
    return "rig_mutants::" + WORDS[token]


def plant_binary(inserts, mutants):
    spans = mutants[0].data
    token = spans["token"]
    variants = ", ".join(f"{op(m.data['other'])}, {m.number}" for m in mutants)
    inserts.around(spans["left"][0], spans["right"][1], f"rig_mutants::binary<{op(token)}, {variants}>(", ")")
    inserts.instead(*spans["op"], ",")


def plant_assign(inserts, mutants):
    spans = mutants[0].data
    token, other = spans["token"][0], "-" if spans["token"][0] == "+" else "+"
    inserts.around(spans["left"][0], spans["right"][1],
                   f"rig_mutants::assign<{op(token)}, {op(other)}, {mutants[0].number}>(", ")")
    inserts.instead(*spans["op"], ",")


def plant_logic(inserts, mutants):
    spans = mutants[0].data
    number = {m.data["what"]: m.number for m in mutants}
    neutral = "true" if spans["token"] == "&&" else "false"
    swapped, only_left, only_right = (number.get(what, -1) for what in ("swapped", "left", "right"))
    inserts.around(spans["left"][0], spans["right"][1], "((", f") != rig_mutants::on<{swapped}>())")
    inserts.around(*spans["left"], f"rig_mutants::operand<{neutral}, {swapped}, {only_right}>(bool(", "))")
    inserts.around(*spans["right"], f"rig_mutants::operand<{neutral}, {swapped}, {only_left}>(bool(", "))")


def plant_truth(inserts, mutants):
    start, end, _ = mutants[0].site
    for mutant in mutants:
        inserts.around(start, end, "(bool(", f") != rig_mutants::on<{mutant.number}>())")


def plant_step(inserts, mutants):
    start, end, _ = mutants[0].site
    number = {m.data["step"]: m.number for m in mutants}
    inserts.around(start, end, "(", f" + rig_mutants::step<{number.get(1, -1)}, {number.get(-1, -1)}>())")


def plant_character(inserts, mutants):
    start, end, _ = mutants[0].site
    inserts.around(start, end, "char(", f" + rig_mutants::step<{mutants[0].number}>())")


def plant_text(inserts, mutants):
    start, end, _ = mutants[0].site
    inserts.around(start, end, f"rig_mutants::text<{mutants[0].number}>(", f", {mutants[0].edits[0][2]})")


def plant_aspect(inserts, mutants):
    start, end, _ = mutants[0].site
    aspect = "::rig::contest::Aspect("
    looked_up = inserts.source[:start].endswith(b"by_aspect(")  # a catalogue is asked by the name alone
    inserts.around(start, end, f"rig_mutants::pick<{mutants[0].number}>({aspect}",
                   f"), {aspect}{mutants[0].edits[0][2]}))" + (".name()" if looked_up else ""))


def plant_pick(inserts, mutants):
    start, end, _ = mutants[0].site
    written = inserts.source[start : mutants[0].edits[0][0]].decode()
    inserts.around(start, end, f"rig_mutants::pick<{mutants[0].number}>(", f", {written}{mutants[0].edits[0][2]})")


def plant_callee(inserts, mutants):
    names = {"max": "Max", "min": "Min", "any_of": "AnyOf", "all_of": "AllOf"}
    inserts.instead(*mutants[0].data["callee"],
                    f"rig_mutants::{names[mutants[0].data['name']]}<{mutants[0].number}>{{}}")


def plant_swapped(inserts, mutants):
    start, end = mutants[0].data["callee"]
    inserts.instead(start, end, f"RIG_SWAPPED({mutants[0].number}, {inserts.source[start:end].decode()})")


def plant_statement(inserts, mutants):
    start, end, _ = mutants[0].site
    inserts.around(start, end, f"{{ if (!rig_mutants::on<{mutants[0].number}>()) {{ ", " } }")


def instrument(finder, chosen):
    """The source of one file with its mutants asleep in it."""
    if not chosen:
        return finder.source.decode()
    inserts = Inserts(finder.source)
    sites = defaultdict(list)
    for mutant in chosen:
        sites[mutant.site].append(mutant)
    # Longer stretches first, so that of equal ones statements lie outside; binary operators innermost.
    order = {"statement": 0, "step": 2, "truth": 1, "logic": 3, "binary": 4}
    for site in sorted(sites, key=lambda s: (s[0], -s[1], order.get(s[2], 5))):
        globals()["plant_" + site[2]](inserts, sites[site])
    for start, end, word in sorted(set(finder.relaxations)):
        inserts.instead(start, end, word)
    return '#include "scripts/mutation/rig_mutants.hpp"\n' + inserts.result()


def mutated(finder, mutant):
    """The source of one file with this mutant alone, as a person would have written it."""
    out, at = b"", 0
    for start, end, text in sorted(mutant.edits):
        out += finder.source[at:start] + text.encode()
        at = end
    return (out + finder.source[at:]).decode()


def relax_build(text):
    """The build files of the instrumented copy: no warnings, less optimisation, and only the models that the tests open."""
    text = text.replace("-Wall -Wextra -Wpedantic", "-Wno-narrowing -w")
    text = re.sub(r"-Wshadow.*?-Woverloaded-virtual -Wnull-dereference", "", text, flags=re.S)
    text = text.replace("-O2 -DNDEBUG", "-O1 -D_GLIBCXX_ASSERTIONS").replace("set(options -O3)", "set(options -O2)")
    text = text.replace("add_dependencies(deadline_truth_test rtl_models rtl_fixture_models)", "")
    return re.sub(r"(add_dependencies\((?:session_test|suite_test) )rtl_models(?: rtl_fixture_models)?\)",
                  r"\1rtl_model_blokus_duo-all rtl_model_eager rtl_model_eager_fast rtl_model_eager_slow rtl_model_hasty "
                  r"rtl_model_hasty_fast)", text)
