"""Which edges of the clocks are evaluated: judged by generated code, written small here, and tried on fixtures."""

import tempfile
import unittest
from pathlib import Path

from left_out import LeftOut
from model_builder.edges import Edges, edges_of, read_before_written

HEADER = """class Vx___024root final : public VerilatedModule {
  public:
    VL_IN8(clk,0,0);
    VL_IN8(rst,0,0);
    VL_IN8(rx,0,0);
    VL_OUT8(tx,0,0);
    VL_OUT8(led,7,0);
    CData/*0:0*/ x__DOT__slow;
    CData/*7:0*/ x__DOT__q;
    CData/*0:0*/ __Vp_clk;
    CData/*0:0*/ __Vp_rst;
    CData/*0:0*/ __Vp_slow;
    VlTriggerVec<2> __VactTriggered;
    VlTriggerVec<2> __VnbaTriggered;
};
"""
SOURCE = """
void Vx___024root___ico(Vx___024root* vlSelf) {
%(ico)s
}
void Vx___024root___eval_ico(Vx___024root* vlSelf) {
    if (vlSelf->__VicoTriggered.at(0U)) {
        Vx___024root___ico(vlSelf);
    }
}
void Vx___024root___eval_triggers__ico(Vx___024root* vlSelf) {
    vlSelf->__VicoTriggered.at(0U) = (0U == vlSelf->__VicoIterCount);
}
void Vx___024root___eval_triggers__act(Vx___024root* vlSelf) {
    vlSelf->__VactTriggered.at(0U) = %(trigger)s;
    vlSelf->__Vtrig_clk = vlSelf->clk;
    vlSelf->__Vtrig_rst = vlSelf->rst;
    vlSelf->__Vtrig_slow = vlSelf->x__DOT__slow;
    vlSelf->__Vtrig_q3 = (1U & ((IData)(vlSelf->x__DOT__q) >> 3U));
}
void Vx___024root___eval_act(Vx___024root* vlSelf) {
%(act)s
}
void Vx___024root___nba(Vx___024root* vlSelf) {
    vlSelf->tx = vlSelf->x__DOT__q;
%(nba)s
}
void Vx___024root___eval_nba(Vx___024root* vlSelf) {
    if (vlSelf->__VnbaTriggered.at(0U)) {
        Vx___024root___nba(vlSelf);
    }
}
void Vx___024root___eval(Vx___024root* vlSelf) {
    Vx___024root___eval_triggers__ico(vlSelf);
    Vx___024root___eval_ico(vlSelf);
    Vx___024root___eval_triggers__act(vlSelf);
    vlSelf->__VnbaTriggered.set(vlSelf->__VactTriggered);
    Vx___024root___eval_act(vlSelf);
    Vx___024root___eval_nba(vlSelf);
%(eval)s
}
"""
RISES = "((IData)(vlSelf->clk) & (~ (IData)(vlSelf->__Vtrig_clk)))"


class EdgesTest(unittest.TestCase):
    def edges(self, *, trigger: str = RISES, ico: str = "", act: str = "", nba: str = "", eval: str = "") -> Edges:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch)
            (folder / "Vx___024root.h").write_text(HEADER)
            (folder / "Vx___024root__0.cpp").write_text(SOURCE % dict(trigger=trigger, ico=ico, act=act, nba=nba, eval=eval))
            return edges_of(folder, "Vx", ["clk"], "rx", "tx", {"clk", "rst", "rx"})

    def why(self, **named) -> str | None:
        return self.edges(**named).falling["clk"]

    def test_a_design_of_rising_edges_needs_no_falling_one(self):
        edges = self.edges()
        self.assertEqual((edges.falling, edges.earlier, edges.fired), ({"clk": None}, {"clk": "__Vtrig_clk"}, [0]))
        self.assertEqual(edges.told(), "left out")

    def test_many_triggers_are_read(self):
        slow = "((IData)(vlSelf->x__DOT__slow) & (~ (IData)(vlSelf->__Vtrig_slow)))"
        more = "".join(f";\n    vlSelf->__VactTriggered.at({number if number < 10 else hex(number)}U) = {slow}" for number in range(1, 12))
        self.assertIsNone(self.why(trigger=RISES + more))

    def test_an_edge_that_fires_a_trigger_is_evaluated(self):
        falls = "((~ (IData)(vlSelf->clk)) & (IData)(vlSelf->__Vtrig_clk))"
        self.assertEqual(self.why(trigger=falls), "something happens when clk falls")
        self.assertEqual(self.why(trigger=f"({RISES} | {falls})"), "something happens when clk falls")
        self.assertEqual(self.why(trigger="((IData)(vlSelf->clk) ^ (IData)(vlSelf->__Vtrig_clk))"), "something happens when clk changes")

    def test_a_level_that_is_read_is_evaluated_where_it_counts(self):
        self.assertEqual(self.why(nba="vlSelf->x__DOT__q = vlSelf->clk;"), "the level of clk reaches q[7:0], and through it tx")
        self.assertEqual(self.why(ico="vlSelf->tx = ((IData)(vlSelf->x__DOT__q) & (IData)(vlSelf->clk));"), "the level of clk reaches tx")
        self.assertEqual(self.why(act="if (vlSelf->clk) { vlSelf->x__DOT__slow = 1U; }",
                                  trigger="((IData)(vlSelf->x__DOT__slow) & (~ (IData)(vlSelf->__Vtrig_slow)))"),
                         "the level of clk reaches slow, and through it tx")
        self.assertEqual(self.why(nba="VL_WRITEF(,1,vlSelf->clk);"), "the level of clk reaches what it prints or how it ends")
        self.assertIsNone(self.why(nba="vlSelf->led = vlSelf->clk;"))

    def test_a_level_in_code_that_is_not_understood_is_evaluated(self):
        self.assertEqual(self.why(nba="switch (vlSelf->clk) {}"), "the level of clk is read")

    def test_other_triggers_must_be_ones_that_a_falling_clock_cannot_fire(self):
        slow = "((IData)(vlSelf->x__DOT__slow) & (~ (IData)(vlSelf->__Vtrig_slow)))"
        bit = "(1U & (((IData)(vlSelf->x__DOT__q) >> 3U) & (~ (IData)(vlSelf->__Vtrig_q3))))"
        for trigger in (f"({RISES} | {slow})", f"(1U & ({RISES} | {bit}))", bit):
            self.assertIsNone(self.why(trigger=trigger))
        for trigger in ("vlSelf->x__DOT__event.isFired()", "((IData)(vlSelf->x__DOT__slow) & (~ (IData)(vlSelf->__Vtrig_rst)))",
                        "((IData)(vlSelf->x__DOT__q) & (~ (IData)(vlSelf->__Vtrig_q3)))", "(1U & (IData)(vlSelf->x__DOT__slow))",
                        "((IData)(vlSelf->x__DOT__slow) & (~ (IData)(vlSelf->__Vunknown)))"):
            self.assertIn("was not understood", str(self.why(trigger=trigger)), trigger)

    def test_a_rising_edge_is_followed_directly_where_nothing_else_can_fire(self):
        reset = "((IData)(vlSelf->rst) & (~ (IData)(vlSelf->__Vtrig_rst)))"
        self.assertEqual(self.edges(trigger=f"({RISES} | {reset})").fired, [0])
        self.assertIsNone(self.edges(trigger=f"({RISES} | {reset})", nba="vlSelf->rst = vlSelf->x__DOT__q;").fired)
        self.assertIsNone(self.edges(trigger=f"({RISES} | ((IData)(vlSelf->x__DOT__slow) & (~ (IData)(vlSelf->__Vtrig_slow))))").fired)
        self.assertIsNone(self.edges(act="vlSelf->led = 1U;").fired)

    def test_a_loop_of_another_version_of_verilator_is_left_as_it_is(self):
        self.assertIn("was not understood", self.why(eval="Vx___024root___eval_phase__act(vlSelf);"))
        self.assertIn("was not understood", self.why(eval="Vx___024root___nba(vlSelf);"))

    def test_logic_at_the_inputs_does_the_same_again(self):
        for text in ("vlSelf->a = vlSelf->rx; vlSelf->b = vlSelf->a;",
                     "vlSelf->a = 0U; if (vlSelf->rx) { vlSelf->a = (1U + vlSelf->a); } vlSelf->b = vlSelf->a;",
                     "if (vlSelf->rx) { vlSelf->a = 1U; } else if ((0U != vlSelf->b)) { vlSelf->a = vlSelf->c; }",
                     "vlSelf->a = ((0xeU & vlSelf->a) | (IData)(vlSelf->rx)); vlSelf->b = vlSelf->a;",
                     "vlSelf->m[2U] = vlSelf->rx; __Vtemp[0U] = vlSelf->rx; vlSelf->b = __Vtemp[0U];"):
            self.assertIsNone(read_before_written(text), text)

    def test_logic_at_the_inputs_that_keeps_something_is_told(self):
        for text in ("vlSelf->a = (1U + vlSelf->a);",
                     "vlSelf->b = vlSelf->a; vlSelf->a = vlSelf->rx;",
                     "if (vlSelf->rx) { vlSelf->a = 1U; } vlSelf->b = vlSelf->a;",
                     "if (vlSelf->rx) { vlSelf->a = (1U ^ vlSelf->a); }",
                     "vlSelf->b = vlSelf->a; vlSelf->a = ((0xeU & vlSelf->a) | (IData)(vlSelf->rx));",
                     "vlSelf->a = ((0xeU & vlSelf->a) | (IData)(vlSelf->rx)) ^ (vlSelf->c);",
                     "vlSelf->a = ((0xeU & vlSelf->a) | (IData)(vlSelf->a));",
                     "vlSelf->m[2U] = vlSelf->rx; vlSelf->b = vlSelf->m[2U];",
                     "VL_ASSIGN_W(64, vlSelf->a, vlSelf->b); vlSelf->c = vlSelf->a;",
                     "vlSelf->c = VL_REDOR_W(2, VL_EXTEND_WI(64, 8, vlSelf->a, vlSelf->rx)); vlSelf->b = vlSelf->a;"):
            self.assertIsNotNone(read_before_written(text), text)
        self.assertEqual(self.why(ico="vlSelf->x__DOT__q = (1U + vlSelf->x__DOT__q);"),
                         "logic at its inputs may hold a state of its own (x.q)")
        self.assertIn("was not understood", self.why(ico="VL_WRITEF(,1,vlSelf->rx);"))
        self.assertIn("was not understood", self.why(ico="vlSelf->led = VL_RANDOM_I();"))


class FixturesTest(LeftOut):
    """The simplest of the fixtures; the others are built in builds/test_left_out_edges.py."""

    def test_a_falling_edge_that_is_left_out_by_force_shows_in_tx(self):
        self.assert_it_shows_in_tx("flop")


if __name__ == "__main__":
    unittest.main()
