"""Plants mutants: each is compiled into an instrumented copy of its source, asleep."""

from collections import defaultdict

OPERATORS = {"<": "std::less<>", "<=": "std::less_equal<>", ">": "std::greater<>", ">=": "std::greater_equal<>",
             "==": "std::equal_to<>", "!=": "std::not_equal_to<>", "+": "std::plus<>", "-": "std::minus<>",
             "*": "std::multiplies<>", "/": "std::divides<>", "%": "std::modulus<>", "&": "std::bit_and<>",
             "|": "std::bit_or<>", "<<": "rig_mutants::ShiftLeft", ">>": "rig_mutants::ShiftRight",
             "left": "rig_mutants::Left"}


class Inserts:
    """Texts put around stretches of a source; of two that begin or end at one place the longer lies outside."""

    def __init__(self, source):
        self.source, self.items = source, []

    def around(self, start, end, before, after):
        count = len(self.items)  # of equal stretches the later is inside
        self.items += [(start, 1, -end, count, before), (end, 0, -start, -count, after)]

    def instead(self, start, end, text):
        self.items.append((start, 2, end, 0, text))

    def result(self):
        out, at = "", 0
        for place, rank, other, _, text in sorted(self.items):
            if place < at:
                raise SystemExit(f"mutate: two mutations overlap at byte {place}")
            out += self.source[at:place].decode() + text
            at = other if rank == 2 else place
        return out + self.source[at:].decode()


def plant_binary(inserts, mutants):
    (begin, _), operator, (_, end), token, _ = mutants[0].plant
    variants = "".join(f", {OPERATORS[m.plant[-1]]}, {m.number}" for m in mutants)
    inserts.around(begin, end, f"rig_mutants::binary<{OPERATORS[token]}{variants}>(", ")")
    inserts.instead(*operator, ",")


def plant_logic(inserts, mutants):
    left, _, right, token, _ = mutants[0].plant
    number = {m.plant[-1]: m.number for m in mutants}
    neutral = "true" if token == "&&" else "false"
    swapped, only_left, only_right = (number.get(what, -1) for what in ("swapped", "only left", "only right"))
    inserts.around(left[0], right[1], "((", f") != rig_mutants::on<{swapped}>())")
    inserts.around(*left, f"rig_mutants::operand<{neutral}, {swapped}, {only_right}>(bool(", "))")
    inserts.around(*right, f"rig_mutants::operand<{neutral}, {swapped}, {only_left}>(bool(", "))")


def instrument(finder, mutants):
    """The source of one file with these mutants asleep in it."""
    inserts, together = Inserts(finder.source), defaultdict(list)
    for mutant in mutants:
        if mutant.form == "around":
            inserts.around(*mutant.span, *(text.replace("on<#>", f"on<{mutant.number}>") for text in mutant.plant))
        else:
            together[mutant.form, mutant.span].append(mutant)
    for (form, _), group in together.items():  # last, since they replace what lies inside
        (plant_binary if form == "binary" else plant_logic)(inserts, group)
    for relaxation in finder.relaxations:
        inserts.instead(*relaxation)
    return '#include "scripts/mutation/rig_mutants.hpp"\n' + inserts.result()


def mutated(finder, mutant):
    """The source of one file with this mutant alone, as a person would have written it."""
    out, at = b"", 0
    for start, end, text in sorted(mutant.edits):
        out += finder.source[at:start] + text.encode()
        at = end
    return (out + finder.source[at:]).decode()
