"""What of a design can be seen at its transmitter: judged by generated code, written small here."""

import unittest

from model_builder.reach import Member, NotUnderstood, Reach, members_of

HEADER = """class Vx___024root final : public VerilatedModule {
  public:
    VL_IN8(clk,0,0);
    VL_OUT8(tx,0,0);
    VL_OUT8(led,7,0);
    struct {
        CData/*0:0*/ x__DOT__go;
    };
    IData/*25:0*/ x__DOT__u_led__DOT__cnt;
    VlUnpacked<CData/*7:0*/, 16> x__DOT__mem;
    VlWide<4>/*127:0*/ x__DOT__wide;
    CData/*0:0*/ clk_q;
    VlTriggerVec<2> __VnbaTriggered;
    Vx__Syms* const vlSymsp;
};
"""
EVAL = ("Vx___eval", "Vx___024root* vlSelf", "vlSelf->tx = vlSelf->x__DOT__go; %s")


class ReachTest(unittest.TestCase):
    def unseen(self, body: str, *functions: tuple[str, str, str]) -> set[str]:
        """Of what the header declares."""
        members = members_of(HEADER)
        Reach(members, [(EVAL[0], EVAL[1], EVAL[2] % body), *functions], "Vx").mark_seen("tx")
        self.members = {member.verilog: member for member in members}
        return {member.verilog for member in members if not member.seen}

    def sees(self, variable: str, body: str, *functions: tuple[str, str, str]):
        with self.subTest(body=body):
            self.assertNotIn(variable, self.unseen(body, *functions))

    def test_members_have_their_names_in_verilog(self):
        self.assertEqual([member.verilog for member in members_of(HEADER)],
                         ["tx", "led[7:0]", "go", "u_led.cnt[25:0]", "mem", "wide[127:0]", "clk_q"])

    def test_what_nothing_reads_is_not_seen(self):
        body = "vlSelf->x__DOT__u_led__DOT__cnt = 1U + vlSelf->x__DOT__u_led__DOT__cnt; vlSelf->led = vlSelf->x__DOT__u_led__DOT__cnt;"
        self.assertEqual(self.unseen(body), {"u_led.cnt[25:0]", "led[7:0]", "mem", "wide[127:0]", "clk_q"})

    def test_what_an_assignment_an_index_or_a_condition_reads_is_seen(self):
        for body in ("vlSelf->x__DOT__go = vlSelf->x__DOT__u_led__DOT__cnt >> 3U;",
                     "vlSelf->x__DOT__go = vlSelf->x__DOT__mem[vlSelf->x__DOT__u_led__DOT__cnt];",
                     "vlSelf->x__DOT__mem[vlSelf->x__DOT__u_led__DOT__cnt] = 1U; vlSelf->x__DOT__go = vlSelf->x__DOT__mem[2U];",
                     "if (vlSelf->x__DOT__u_led__DOT__cnt) { vlSelf->x__DOT__go = 1U; }",
                     "if (vlSelf->led) { if (vlSelf->x__DOT__u_led__DOT__cnt) {} else vlSelf->x__DOT__go = 1U; }",
                     "while (vlSelf->x__DOT__u_led__DOT__cnt) { vlSelf->x__DOT__go = 1U; }",
                     "do { vlSelf->x__DOT__go = 1U; } while (vlSelf->x__DOT__u_led__DOT__cnt);",
                     "for (vlSelf->led = vlSelf->x__DOT__u_led__DOT__cnt; 3U; ++vlSelf->led) vlSelf->x__DOT__go = vlSelf->led;",
                     "vlSelf->x__DOT__go = vlSelf->led ? 0U : vlSelf->x__DOT__u_led__DOT__cnt;",
                     "vlSelf->x__DOT__go = ([&]() { vlSelf->led = vlSelf->x__DOT__u_led__DOT__cnt; }(), vlSelf->led);"):
            self.sees("u_led.cnt[25:0]", body)

    def test_the_order_of_statements_does_not_matter(self):
        self.sees("u_led.cnt[25:0]", "vlSelf->x__DOT__go = vlSelf->led; vlSelf->led = vlSelf->x__DOT__u_led__DOT__cnt;")

    def test_ways_through_variables_of_a_function_are_followed(self):
        self.sees("u_led.cnt[25:0]", "CData __Vdly__a; __Vdly__a = vlSelf->x__DOT__u_led__DOT__cnt; vlSelf->x__DOT__go = __Vdly__a;")
        self.sees("u_led.cnt[25:0]", "CData led; led = vlSelf->x__DOT__u_led__DOT__cnt; vlSelf->x__DOT__go = led;")
        self.assertIn("led[7:0]", self.unseen("CData led; led = 3U; vlSelf->x__DOT__go = led;"))

    def test_a_jump_makes_each_condition_decide_over_all_that_follows(self):
        self.sees("u_led.cnt[25:0]",
                  "{ if (vlSelf->x__DOT__u_led__DOT__cnt) { goto __Vlabel1; } vlSelf->x__DOT__go = 1U; __Vlabel1: ; }")

    def test_calls_are_followed_by_their_arguments_and_by_what_decides_over_them(self):
        callee = ("Vx___f", "Vx___024root* vlSelf, CData a, CData &b", "b = a;")
        self.sees("u_led.cnt[25:0]", "Vx___f(vlSelf, vlSelf->x__DOT__u_led__DOT__cnt, vlSelf->x__DOT__go);", callee)
        callee = ("Vx___h", "Vx___024root* vlSelf, CData a", "vlSelf->x__DOT__go = a;")
        self.sees("u_led.cnt[25:0]", "Vx___h(vlSelf, vlSelf->x__DOT__u_led__DOT__cnt);", callee)
        callee = ("Vx___g", "Vx___024root* vlSelf", "vlSelf->x__DOT__go = 1U;")
        self.sees("u_led.cnt[25:0]", "if (vlSelf->x__DOT__u_led__DOT__cnt) { Vx___g(vlSelf); }", callee)

    def test_what_a_function_returns_is_followed(self):
        callee = ("Vx___f", "Vx___024root* vlSelf", "CData a; a = vlSelf->x__DOT__u_led__DOT__cnt; return (a);")
        self.sees("u_led.cnt[25:0]", "if (Vx___f(vlSelf)) { vlSelf->x__DOT__go = 1U; }", callee)
        self.assertIn("u_led.cnt[25:0]", self.unseen("vlSelf->x__DOT__go = 1U;", callee))

    def test_functions_of_the_runtime_may_write_their_arguments(self):
        self.sees("u_led.cnt[25:0]", "VL_ASSIGNSEL_II(8, 1, vlSelf->x__DOT__go, vlSelf->x__DOT__u_led__DOT__cnt);")
        self.sees("u_led.cnt[25:0]", "VlWide<4> __Vtemp; vlSelf->led = VL_REDOR_W(4, VL_EXTEND_WI(128, 26, __Vtemp, "
                  "vlSelf->x__DOT__u_led__DOT__cnt)); vlSelf->x__DOT__go = __Vtemp[0U];")

    def test_a_clock_is_seen(self):
        callee = ("Vx___g", "Vx___024root* vlSelf", "vlSelf->x__DOT__go = 1U;")
        body = ("vlSelf->__VnbaTriggered.at(1U) = vlSelf->clk_q; vlSelf->clk_q = vlSelf->x__DOT__u_led__DOT__cnt; "
                "if (vlSelf->__VnbaTriggered.at(0U)) { Vx___g(vlSelf); }")
        self.sees("u_led.cnt[25:0]", body, callee)
        self.assertEqual(self.members["u_led.cnt[25:0]"].told(), "u_led.cnt[25:0], which reaches tx through clk_q, a clock, go")

    def test_what_is_printed_or_ends_the_simulation_is_seen(self):
        for body in ("VL_WRITEF(,4,vlSelf->x__DOT__u_led__DOT__cnt);",
                     "if (vlSelf->x__DOT__u_led__DOT__cnt) { VL_FINISH_MT(, 3, ); }",
                     "if (vlSelf->x__DOT__u_led__DOT__cnt) { VL_STOP_MT(, 3, ); }"):
            self.sees("u_led.cnt[25:0]", body)
        self.assertEqual(self.members["u_led.cnt[25:0]"].told(), "u_led.cnt[25:0], which reaches what it prints or how it ends")

    def test_what_is_not_known_is_not_guessed_at(self):
        for body in ("CData& alias = vlSelf->led; alias = 1U;", "auto a = vlSelf->led;", "switch (vlSelf->led) {}",
                     "Vx___elsewhere(vlSelf);", "vlSelf->x__DOT__go = unknown_word;", "vlSymsp->TOP__pkg.a = vlSelf->led;",
                     "other->led = 1U;", "Pair a; a.b = vlSelf->led;", "return ++vlSelf->led;", "[=]() { vlSelf->led = 1U; }();", "}"):
            with self.subTest(body=body), self.assertRaises(NotUnderstood):
                self.unseen(body)

    def test_a_long_way_is_told_in_short(self):
        member = Member("x__DOT__a", "a", way=["b", "c", "d", "e", "f", "tx"])
        self.assertEqual(member.told(), "a, which reaches tx through b, c, …, f")
        self.assertEqual(Member("__VnbaTriggered", "x", way=["tx"]).told(), "")


if __name__ == "__main__":
    unittest.main()
