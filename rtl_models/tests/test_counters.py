"""Which registers only count: judged by generated code, written small here."""

import unittest

from model_builder.counters import Counter, counters_of
from model_builder.reach import members_of

HEADER = """class Vx___024root final : public VerilatedModule {
  public:
    VL_IN8(clk,0,0);
    VL_OUT8(tx,0,0);
    IData/*31:0*/ x__DOT__count;
    IData/*31:0*/ __Vdly__x__DOT__count;
    IData/*25:0*/ x__DOT__narrow;
    SData/*11:0*/ x__DOT__short;
    QData/*47:0*/ x__DOT__wide;
    IData/*31:0*/ x__DOT__other;
    %s
};
"""
NBA = "Vx___024root___nba_sequent__TOP__0"
COUNT = "vlSelf->x__DOT__count"
SHORT_NAMES = {"COUNT": COUNT, "NARROW": "vlSelf->x__DOT__narrow", "WIDE": "vlSelf->x__DOT__wide",
               "SHORT": "vlSelf->x__DOT__short", "OTHER": "vlSelf->x__DOT__other", "TX": "vlSelf->tx",
               "NEXT": "__Vdly__x__DOT__count"}


def counters_in(body: str, *more: tuple[str, str], function: str = NBA, watched: str = "CData __Vtrigrprev__TOP__clk;") -> dict[str, Counter]:
    """By their names in C++; `more` are other functions."""
    functions = []
    for name, text in ((function, body), *more):
        for short, long in SHORT_NAMES.items():
            text = text.replace(short, long)
        functions.append((name, "Vx___024root* vlSelf", text))
    header = HEADER % watched
    return {counter.name: counter for counter in counters_of(header, members_of(header), functions)}


UP = "COUNT = ((5000U == COUNT) ? 0U : ((IData)(1U) + COUNT));"


class CountersTest(unittest.TestCase):
    def only(self, body: str, *more: tuple[str, str], **how) -> Counter:
        found = list(counters_in(body, *more, **how).values())
        self.assertEqual(len(found), 1, body)
        return found[0]

    def none(self, body: str, *more: tuple[str, str], **how):
        with self.subTest(body=body):
            self.assertEqual(counters_in(body, *more, **how), {})

    def test_a_counter_with_the_values_at_which_something_happens(self):
        counter = self.only(UP + "TX = (0x64U < COUNT);")
        self.assertEqual((counter.name, counter.width, counter.down), ("x__DOT__count", 32, False))
        self.assertEqual(counter.marks, [0, 100, 101, 5000, 5001])
        self.assertEqual((counter.grain, counter.most), (1 << 32, 2))

    def test_its_next_value_may_be_held_until_the_end(self):
        counter = self.only("IData NEXT; NEXT = 0; NEXT = COUNT; if (TX) { NEXT = ((IData)(3U) + COUNT); } "
                            "else if ((7U != COUNT)) { NEXT = 0U; } COUNT = NEXT;")
        self.assertEqual((counter.marks, counter.most), ([0, 7, 8], 6))

    def test_the_next_value_of_a_function_that_was_cut_in_two_is_state(self):
        found = counters_in("vlSelf->NEXT = COUNT; if (TX) { vlSelf->NEXT = ((IData)(1U) + COUNT); }",
                            (NBA + "1", "COUNT = vlSelf->NEXT; TX = (9U == COUNT);"))
        self.assertEqual(sorted(found), ["__Vdly__x__DOT__count", "x__DOT__count"])

    def test_counters_of_other_widths(self):
        counter = self.only("NARROW = (0x3ffffffU & (NARROW - (IData)(1U))); TX = (0U == NARROW);")
        self.assertEqual((counter.width, counter.down, counter.marks), (26, True, [0, 1]))
        self.assertEqual(self.only("WIDE = (0xffffffffffffULL & (1ULL + WIDE)); TX = (0x500000000ULL == WIDE);").marks,
                         [0, 0x500000000, 0x500000001])
        self.none("NARROW = (0x1ffffffU & ((IData)(1U) + NARROW));")
        self.none("WIDE = (0xffffffffffffULL & (1ULL + WIDE)); TX = (7U == (IData)(WIDE));")
        self.none("SHORT = (0xfffU & ((IData)(1U) + (IData)(SHORT))); TX = (9U == (IData)(SHORT));")  # not worth it

    def test_what_it_can_never_be_is_no_mark(self):
        self.assertEqual(self.only("NARROW = (0x3ffffffU & ((IData)(1U) + NARROW)); TX = (0x3ffffffU >= NARROW);").marks,
                         [0, 0x3ffffff])

    def test_a_large_number_added_is_one_subtracted(self):
        self.assertTrue(self.only("COUNT = ((IData)(0xffffffffU) + COUNT);").down)

    def test_its_upper_bits_may_be_looked_at(self):
        self.assertEqual(self.only(UP + "TX = (1U & (COUNT >> 0xeU));").grain, 1 << 14)
        self.assertEqual(self.only(UP + "TX = (0U != (0x30000U & COUNT));").grain, 1 << 16)
        self.assertEqual(self.only(UP + "TX = (0U != (0xffU & COUNT));").grain, 1)

    def test_clocks_that_are_several_or_of_its_own_making_may_count_several_times_in_a_period(self):
        evaluation = ("Vx___024root___eval", "if (VL_UNLIKELY((0x64U < __VnbaIterCount))) { VL_FATAL_MT(); }")
        for watched in ("CData __Vtrigrprev__TOP__clk; CData __Vtrigrprev__TOP__fast;", "CData __Vtrigrprev__TOP__x__DOT__gated;",
                        "CData __Vtrigprevexpr___TOP__x__DOT__gated__0;"):
            self.assertEqual(self.only(UP, evaluation, watched=watched).most, 200)
            self.none(UP, watched=watched)  # how often an evaluation goes round is not known
        self.assertEqual(self.only(UP, evaluation, watched="CData __Vtrigprevexpr___TOP__clk__0;").most, 2)

    def test_what_is_used_in_another_way_is_no_counter(self):
        for use in ("OTHER = COUNT;", "OTHER = (COUNT + OTHER);", "TX = (COUNT == OTHER);", "TX = (OTHER < COUNT);",
                    "TX = VL_LTS_III(32, 5U, COUNT);", "OTHER = ((IData)(1U) + COUNT);", "TX = (1U & COUNT) + COUNT;",
                    "vlSelf->mem[COUNT] = 1U;", "if (COUNT) { TX = 1U; }", "TX = (5U == (COUNT + (IData)(2U)));",
                    "TX = (! COUNT);", "Vx___f(vlSelf, COUNT);", "VL_WRITEF(\"\", 32, COUNT);", "OTHER = (& COUNT);",
                    "auto& a = COUNT;", "TX = (8U > vlSelf -> x__DOT__count) + vlSymsp->TOP.x__DOT__count;",
                    "COUNT += 2U;", "++ COUNT;", "COUNT = OTHER;", "COUNT = (COUNT << 1U);", "COUNT = (COUNT >> 1U);",
                    "COUNT = (COUNT ^ 1U);", "COUNT = (TX ? OTHER : COUNT);", "COUNT = (7U & COUNT);",
                    "COUNT = (OTHER + COUNT);", "COUNT = (COUNT ? 0U : 1U);", "COUNT = ((IData)(0U) + COUNT);",
                    "COUNT = (COUNT - (IData)(1U));", "COUNT = ((5U == COUNT) + COUNT);",
                    "COUNT = ((IData)(1U) + (2U | COUNT));"):
            self.none(UP + use)
        self.none("TX = (0U == COUNT);")  # never changes

    def test_what_counts_elsewhere_or_in_a_loop_is_no_counter(self):
        self.none(UP, function="Vx___024root___ico_sequent__TOP__0")
        self.none("for (int i = 0; (i < 3); ++i) {" + UP + "}")
        self.none("while (TX) { if (TX) {" + UP + "} }")
        self.none("do {" + UP + "} while (TX);")
        self.only("for (int i = 0; (i < 3); ++i) { TX = 1U; }" + UP)

    def test_a_variable_of_a_function_with_its_name_is_another_one(self):
        self.none(UP + "IData x__DOT__count; x__DOT__count = 3U;")

    def test_a_use_in_another_function_counts(self):
        self.none(UP, ("Vx___024root___ico_sequent__TOP__0", "OTHER = COUNT;"))
        self.assertEqual(self.only(UP, ("Vx___024root___ico_sequent__TOP__0", "TX = (9U <= COUNT);")).marks,
                         [0, 9, 10, 5000, 5001])

    def test_what_the_transmitter_does_not_depend_on_is_left_alone(self):
        members = members_of(HEADER % 1)
        for member in members:
            member.seen = False
        self.assertEqual(counters_of(HEADER % 1, members, [(NBA, "", UP.replace("COUNT", COUNT))]), [])


if __name__ == "__main__":
    unittest.main()
