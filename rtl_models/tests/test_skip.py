"""Which designs may be skipped while nothing changes: judged by generated code, written small here."""

import tempfile
import unittest
from pathlib import Path

from model_builder.skip import why_not_pure, why_not_skip

SYMBOLS = """class Vx__Syms final : public VerilatedSyms {
  public:
    Vx* const __Vm_modelp;
    Vx___024root                   TOP;
};
"""

HEADER = """class Vx__Syms;
%(before)s
class Vx___024root final : public VerilatedModule {
  public:
    VL_IN8(clk_i,0,0);
    CData/*7:0*/ byte_q;
    VlUnpacked<SData/*15:0*/, 256> memory;
    VlWide<4>/*127:0*/ text_q;
    Vx__Syms* const vlSymsp;
    %(member)s
    VL_UNCOPYABLE(Vx___024root);
    void __Vconfigure(bool first);
};
"""

SOURCE = """#include "Vx.h"

VL_INLINE_OPT void Vx___024root___nba(Vx___024root* vlSelf) {
    Vlwide_alias = VL_EXTEND_II(8,1, vlSelf->a);
    %s
}

Vx___024root::Vx___024root(Vx__Syms* symsp, const char* name)
    : VerilatedModule{name} {
    anything_goes_here();
}

void Vx___024root___ctor_var_reset(Vx___024root* vlSelf) {
    vlSelf->a = VL_RAND_RESET_I(8);
}
"""


class SkipTest(unittest.TestCase):
    def why(self, *, member: str = "", before: str = "", body: str = "", syms: str = SYMBOLS) -> str | None:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch)
            (folder / "Vx__Syms.h").write_text(syms)
            (folder / "Vx___024root.h").write_text(HEADER % {"member": member, "before": before})
            (folder / "Vx___024root__DepSet_h__0.cpp").write_text(SOURCE % body)
            return why_not_skip(folder, "Vx")

    def test_plain_state_may_be_skipped(self):
        self.assertIsNone(self.why())

    def test_state_on_the_heap_may_not(self):
        for member in ("VlQueue<CData/*7:0*/> waiting;", "VlAssocArray<IData, CData> seen;", "std::string text;",
                       "VlUnpacked<VlQueue<CData>, 4> queues;", "CData* elsewhere;", "FILE* file;",
                       "VlRNG random;", "static CData shared;", "Vx_Bag* bag;", "std::string told() const;",
                       "virtual void run();"):
            with self.subTest(member=member):
                why = self.why(member=member)
                self.assertIsNotNone(why)
                self.assertIn("keeps state that cannot be compared", why)

    def test_constants_methods_and_pointers_to_modules_hold_no_state(self):
        for member in ("static constexpr int WIDTH = 8;", "static CData next(CData a);", "Vx___024root* const other;"):
            with self.subTest(member=member):
                self.assertIsNone(self.why(member=member))

    def test_the_reason_names_what_it_is(self):
        self.assertEqual(self.why(member="VlQueue<CData> waiting;"),
                         "it keeps state that cannot be compared (`VlQueue<CData> waiting` in Vx___024root.h)")

    def test_a_struct_is_judged_by_its_members(self):
        struct = "struct Pair {\n    CData a;\n    %s b;\n};"
        self.assertIsNone(self.why(before=struct % "IData", member="Pair pair;"))
        self.assertIsNotNone(self.why(before=struct % "std::string", member="Pair pair;"))

    def test_a_class_of_the_design_may_not(self):
        self.assertEqual(self.why(before="class Vx_Bag : public VlClass {\n  public:\n    CData a;\n};"),
                         "it has a class (Vx___024root.h)")

    def test_a_module_that_the_symbol_table_does_not_hold_may_not(self):
        self.assertEqual(self.why(syms=SYMBOLS.replace("    Vx___024root                   TOP;\n", "")),
                         "a part of its state is not in one piece with the rest (Vx___024root)")

    def test_what_follows_from_more_than_its_state_may_not(self):
        for body, said in (("vlSelf->a = VL_RANDOM_I();", "it calls $random while it runs"),
                           ("vlSelf->a = VL_URANDOM_RANGE_I(0, 9);", "it calls $urandom while it runs"),
                           ("vlSelf->a = VL_TIME_UNITED_Q(1000);", "it calls $time while it runs"),
                           ("vlSelf->a = VL_FGETC_I(1);", "it calls a file while it runs"),
                           ("vlSelf->a = vlSelf->a + my_dpi(3);", "it calls my_dpi while it runs"),
                           ("static CData hidden; hidden = vlSelf->a;", "it keeps a static variable in Vx___024root___nba"),
                           ("std::string text;", "it works with strings")):
            with self.subTest(body=body):
                self.assertEqual(self.why(body=body), said)

    def test_what_is_only_printed_or_debugged_does_not_matter(self):
        self.assertIsNone(self.why(body="VL_WRITEF(\"%t\",64,VL_TIME_UNITED_Q(1),-9);"))
        self.assertIsNone(self.why(body="// VL_RANDOM_I()"))
        self.assertIsNone(self.why(body="#ifdef VL_DEBUG\n    VL_RANDOM_I();\n#endif  // VL_DEBUG\n"))

    def test_a_function_that_was_not_recognized_is_told(self):
        self.assertEqual(why_not_pure("Vx.cpp", "int odd = VL_RANDOM_I();\n", "Vx"), "Vx.cpp could not be read")


if __name__ == "__main__":
    unittest.main()
