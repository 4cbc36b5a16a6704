import tempfile
import unittest
from pathlib import Path

from model_builder.power_on_values import name_power_on_values

GENERATED = """\
VL_ATTR_COLD void Vx___024root___ctor_var_reset(Vx___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    // Body
    vlSelf->top__DOT__count = VL_RAND_RESET_I(8);
    VL_RAND_RESET_W(128, vlSelf->top__DOT__wide);
    for (int __Vi0 = 0; __Vi0 < 16; ++__Vi0) {
        vlSelf->top__DOT__memory[__Vi0] = VL_RAND_RESET_I(4);
    }
    vlSelf->top__DOT__zero = 0;
}

void Vx___024root___eval_initial__TOP(Vx___024root* vlSelf) {
    // Body
    vlSelf->top__DOT__a____Vxrand_h1__0
        = (0x7fU & VL_RAND_RESET_I(7));
    vlSelf->__Vxrand_h2__0 = (1U & VL_RAND_RESET_I(1));
    VL_RAND_RESET_W(71, __Vtemp_1);
    vlSelf->__Vxrand_h3__0[0U] =
        __Vtemp_1[0U];
    vlSelf->__Vxrand_h3__0[1U] = (0x7fU & __Vtemp_1[1U]);
    vlSelf->top__DOT__dice = VL_RANDOM_I();
}

void Vx___024root___eval(Vx___024root* vlSelf) {
    vlSelf->top__DOT__later = VL_RAND_RESET_I(8);
}
"""
LATER = """\
void Vx___024root___ctor_var_reset(Vx___024root* vlSelf) {
    const uint64_t __VscopeHash = VL_MURMUR64_HASH(vlSelf->vlNamep);
    vlSelf->top__DOT__count = VL_SCOPED_RAND_RESET_I(8, __VscopeHash, 13273091271394207589ull);
    VL_SCOPED_RAND_RESET_W(128, vlSelf->top__DOT__wide, __VscopeHash, 11908517815223722933ull);
    vlSelf->top__DOT____Vxrand___0 = VL_SCOPED_RAND_RESET_ASSIGN_I(7, __VscopeHash, 5726502174457611970ull);
}
"""


class PowerOnValues(unittest.TestCase):
    def named(self, generated: str = GENERATED) -> str:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "Vx___024root.cpp"
            source.write_text(generated)
            name_power_on_values(Path(folder), "Vx")
            return source.read_text()

    def test_each_value_is_preceded_by_its_variable(self):
        text = self.named()
        for name in ("top__DOT__count", "top__DOT__wide", "top__DOT__memory"):
            self.assertEqual(text.count(f'rig_model_value_of(vlSelf->name(), "{name}");'), 1, text)
        self.assertNotIn('"top__DOT__zero"', text)

    def test_later_versions_draw_the_same_values(self):
        text = self.named(LATER)
        self.assertIn('rig_model_value_of(vlSelf->vlNamep, "top__DOT__count");    vlSelf->top__DOT__count = VL_RAND_RESET_I(8);', text)
        self.assertIn('rig_model_value_of(vlSelf->vlNamep, "top__DOT__wide");    VL_RAND_RESET_W(128, vlSelf->top__DOT__wide);', text)
        self.assertIn("vlSelf->top__DOT____Vxrand___0 = VL_RAND_RESET_I(7);", text)

    def test_what_the_design_draws_while_it_runs_is_left_alone(self):
        self.assertNotIn('"top__DOT__later"', self.named())

    def test_what_stands_for_an_unknown_value_is_not_drawn_again(self):
        initial = self.named().partition("eval_initial__TOP")[2].partition("\n}")[0]
        self.assertNotIn("Vxrand", initial)
        self.assertNotIn("VL_RAND_RESET", initial)
        self.assertIn("vlSelf->top__DOT__dice = VL_RANDOM_I();", initial)


if __name__ == "__main__":
    unittest.main()
