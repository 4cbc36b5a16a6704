"""One notation for the C++ of all versions of Verilator."""

import unittest

from model_builder.generated import in_one_notation

OF_5_032 = """class alignas(VL_CACHE_LINE_BYTES) Vx___024root final : public VerilatedModule {
};
void Vx___024root___eval_triggers__act(Vx___024root* vlSelf) {
    (void)vlSelf;  // Prevent unused variable warning
    Vx__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    auto& vlSelfRef = std::ref(*vlSelf).get();
    // Body
    vlSelfRef.__VactTriggered.set(0U, ((IData)(vlSelfRef.clk_i)
                                       & (~ (IData)(vlSelfRef.__Vtrigprevexpr___TOP__clk_i__0))));
    VL_WRITEF_NX("%x\\n",1,8,vlSelfRef.led);
}
"""
OF_5_006 = """class Vx___024root final : public VerilatedModule {
};
void Vx___024root___eval_triggers__act(Vx___024root* vlSelf) {
    Vx__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    // Body
    vlSelf->__VactTriggered.at(0U) = (((IData)(vlSelf->clk_i)
                                       & (~ (IData)(vlSelf->__Vtrigprevexpr___TOP__clk_i__0))));
    VL_WRITEF("%x\\n",1,8,vlSelf->led);
}
"""
OF_5_048 = """class alignas(VL_CACHE_LINE_BYTES) Vx___024root final {
    Vx__Syms* vlSymsp;
    const char* vlNamep;
};
"""


class GeneratedTest(unittest.TestCase):
    def test_a_later_version_reads_as_the_first_one(self):
        self.assertEqual(in_one_notation(OF_5_032), OF_5_006)

    def test_the_class_of_a_module_has_its_base_again(self):
        self.assertEqual(in_one_notation(OF_5_048),
                         "class Vx___024root final : public VerilatedModule {\n    Vx__Syms* const vlSymsp;\n};\n")

    def test_the_first_one_stays_as_it_is(self):
        self.assertEqual(in_one_notation(OF_5_006), OF_5_006)


if __name__ == "__main__":
    unittest.main()
