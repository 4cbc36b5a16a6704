"""Modules whose code is there once for all their instances: judged by generated code, and by designs that are built both ways."""

import tempfile
import unittest
from pathlib import Path

from both_ways import LEVELS, PART_OF_A_PLAYER, PLAYER, BothWays
from model_builder.config import Findings
from model_builder.counters import Counter
from model_builder.edges import Edges
from model_builder.netlist import Netlist
from model_builder.reach import Member, NotUnderstood
from model_builder.repeated import Merger, Thing, fold, modules_to_keep_apart, settings_for
from workshop import Workshop

SYMBOLS = """class Vx__Syms final : public VerilatedSyms {
    Vx___024root                   TOP;
    Vx_part TOP__x__DOT__a;
    Vx_part TOP__x__DOT__b;
};
"""
CONSTRUCTED = """
    , TOP{this, namep}
    , TOP__x__DOT__a{this, Verilated::catName(namep, "x.a")}
    , TOP__x__DOT__b{this, Verilated::catName(namep, "x.b")}
"""
ROOT = """class Vx___024root final : public VerilatedModule {
  public:
    Vx_part* __PVT__x__DOT__a;
    Vx_part* __PVT__x__DOT__b;
    VL_IN8(clk,0,0);
    VL_OUT8(tx,0,0);
};
"""
PART = """class Vx_part final : public VerilatedModule {
  public:
    struct {
        VL_IN8(level_i,0,0);
        CData/*7:0*/ __PVT__count;
        CData/*7:0*/ __Vdly__count;
        CData/*7:0*/ __PVT__idle;
    };
    VlUnpacked<CData/*0:0*/, 256> __PVT__memory;
    Vx__Syms* const vlSymsp;
};
"""
WORK = """
void Vx_part___work__%(name)s(Vx_part* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vx__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+        Vx_part___work__%(name)s\\n"); );
    CData/*7:0*/ %(local)s;
    %(local)s = (0xffU & ((IData)(%(step)s) +%(space)s(IData)(vlSelf->__PVT__count)));
    vlSelf->__PVT__count = %(local)s;
    VL_WRITEF("%(text)s");
    vlSelf->__PVT__memory[0U] = vlSymsp->%(read)s;
}
"""
CALLS = """
void Vx___024root___eval_nba(Vx___024root* vlSelf) {
    Vx_part___work__a((&vlSymsp->TOP__x__DOT__a));
    Vx_part___work__b((&vlSymsp->TOP__x__DOT__b));
    vlSelf->tx = vlSymsp->TOP__x__DOT__b.__PVT__count;
}
"""


def work(name: str, *, local: str = "next", step: str = "1U", space: str = " ", text: str = "", read: str = "TOP.clk") -> str:
    return WORK % {"name": name, "local": local, "step": step, "space": space, "text": text, "read": read}


class GeneratedCode(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name) / "generated"
        self.folder.mkdir()
        self.write()

    def write(self, *functions: str):
        for name, text in (("Vx__Syms.h", SYMBOLS), ("Vx__Syms.cpp", CONSTRUCTED), ("Vx___024root.h", ROOT), ("Vx_part.h", PART),
                           ("Vx___024root__0.cpp", CALLS), ("Vx_part__0.cpp", "".join(functions))):
            (self.folder / name).write_text(text)

    def folded(self, *functions: str) -> str:
        self.write(*functions)
        fold(self.folder, "Vx")
        return (self.folder / "Vx_part__0.cpp").read_text()

    def test_functions_that_do_the_same_become_one(self):
        text = self.folded(work("a"), work("b", local="other", space="\n        "))
        self.assertEqual(text.count("Vx_part* vlSelf"), 1)
        calls = (self.folder / "Vx___024root__0.cpp").read_text()
        self.assertIn("Vx_part___work__a((&vlSymsp->TOP__x__DOT__a));\n    Vx_part___work__a((&vlSymsp->TOP__x__DOT__b));", calls)

    def test_functions_that_differ_stay_apart(self):
        for different in ({"step": "2U"}, {"text": "b"}, {"read": "TOP.rst"}, {"space": " ~"}):
            self.assertEqual(self.folded(work("a"), work("b", **different)).count("Vx_part* vlSelf"), 2, different)

    def test_what_is_printed_is_no_name(self):
        text = self.folded(work("a", local="next", text="next"), work("b", local="other", text="other"))
        self.assertEqual(text.count("Vx_part* vlSelf"), 2)

    def test_a_member_is_not_a_local_of_the_same_name(self):
        one = work("a", local="first").replace("TOP.clk", "TOP.first")
        other = work("b", local="second").replace("TOP.clk", "TOP.second")
        self.assertEqual(self.folded(one, other).count("Vx_part* vlSelf"), 2)

    def test_functions_of_other_classes_stay_apart(self):
        text = self.folded(work("a"), work("b").replace("Vx_part* vlSelf", "Vx_other* vlSelf"))
        self.assertIn("Vx_part___work__b(Vx_other* vlSelf)", text)

    def merged(self, *functions: str) -> tuple[str, str, dict]:
        self.folded(*functions)
        into = Path(tempfile.mkdtemp(dir=self.folder.parent)) / "merged"
        places = Merger(self.folder, "Vx").write(into)
        return (into / "Vx___024root.h").read_text(), (into / "Vx___024root__0.cpp").read_text(), places

    def test_it_is_read_as_if_all_was_the_roots(self):
        header, code, places = self.merged(work("a"), work("b"))
        for name in ("a", "b"):
            self.assertIn(f"    CData/*7:0*/ x__DOT__{name}__DOT__count;\n", header)
            self.assertIn(f"    vlSelf->x__DOT__{name}__DOT__count = next;\n", code)
            self.assertIn(f"    vlSelf->x__DOT__{name}__DOT__memory[0U] = vlSelf->clk;\n", code)
        self.assertIn("    vlSelf->tx = vlSelf->x__DOT__b__DOT__count;\n", code)
        self.assertNotIn("vlSymsp->", code)
        self.assertEqual(code.count("void Vx___024root___part___work__a__of__"), 2)
        self.assertNotIn("__PVT__", header)
        place = places["x__DOT__b__DOT__count"]
        self.assertEqual((place.of, place.kind, place.name), ("TOP__x__DOT__b", "Vx_part", "__PVT__count"))

    def test_what_nothing_mentions_is_no_variable(self):
        _, _, places = self.merged(work("a"), work("b"))
        self.assertEqual(sorted(places), sorted(f"x__DOT__{name}__DOT__{variable}" for name in "ab" for variable in ("count", "memory")))

    def test_verilators_own_variables_keep_the_beginning_of_their_names(self):
        self.assertEqual(Thing("Vx_part", "x.a").flat_name("__Vdly__count"), "__Vdly__count__of__x__DOT__a")

    def test_names_are_those_of_the_flattened_design(self):
        self.assertEqual(Thing("Vx_part", "x.g[1].a__b.c").flat_name("__PVT__count"), "x__DOT__g__BRA__1__KET____DOT__a___05Fb__DOT__c__DOT__count")

    def test_what_is_not_known_is_refused(self):
        for bad in (work("a", read="TOP__x__DOT__c.clk"), work("a", read="TOP__x__DOT__b.__PVT__missing"),
                    work("a").replace("vlSelf->__PVT__count = next;", "vlSelf->__PVT__u->count = next;"),
                    work("a").replace("vlSelf->__PVT__count = next;", "vlSelf->unknown = next;"),
                    work("a").replace("vlSelf->__PVT__count = next;", "Vx_part___work__b(other);"),
                    work("a").replace("Vx_part* vlSelf", "Vx_other* vlSelf")):
            with self.subTest(bad), self.assertRaises(NotUnderstood):
                self.merged(bad, work("b"))


class Comparison(unittest.TestCase):
    """Nothing that is left out or jumped over may be lost."""

    def findings(self, **other) -> Findings:
        named = {"reason": None, "members": [Member("x__DOT__q", "q", seen=False), Member("x__DOT__n", "n")],
                 "counters": [Counter("x__DOT__n", 16, False, 1, [0, 7], 1)], "edges": Edges({"clk": None}, {}, [0]), **other}
        return Findings(Path("."), **named)

    def test_the_same_is_as_good(self):
        self.assertTrue(self.findings().is_as_good_as(self.findings()))

    def test_less_is_not(self):
        for less in ({"reason": "it draws"}, {"members": [Member("y", "q"), Member("x__DOT__n", "n")]}, {"counters": []},
                     {"counters": [Counter("x__DOT__n", 16, False, 1, [0, 3, 7], 1)]}, {"edges": Edges({"clk": "it falls"}, {}, [0])},
                     {"edges": Edges({"clk": None}, {}, None)}):
            self.assertFalse(self.findings(**less).is_as_good_as(self.findings()), less)
            self.assertTrue(self.findings().is_as_good_as(self.findings(**less)) or "members" in less or "counters" in less, less)


class BuiltTest(BothWays):
    """One design; those of other kinds are built in builds/test_repeated_builds.py."""

    def test_it_powers_on_does_and_skips_what_the_flattened_design_does(self):
        flat, once = self.built_both_ways()
        self.assertNotIn("code_once_for", flat.facts)
        self.assertEqual(once.facts["code_once_for"], "part")
        self.assertIn("--flatten", flat.facts["verilator_flags"])
        self.assertNotIn("--flatten", once.facts["verilator_flags"])
        self.assert_same(flat, once)
        for fact in ("skip", "falling_edge"):
            self.assertEqual(once.facts[fact], flat.facts[fact])
        for fact, name in (("skip_leaves_out", "shown[23:0]"), ("skip_counts", "patience[15:0]")):
            told = sorted(once.facts[fact].split(", "))
            self.assertEqual(told[:4], [f"g[{i}].u_part.{name}" for i in range(4)])
            self.assertEqual(told, sorted(flat.facts[fact].split(", ")))
        for board in (flat, once):
            board.edges(LEVELS)
        self.assertLess(once.state().evaluated, 1.01 * flat.state().evaluated)
        self.assertLess(once.state().evaluated, 100_000)


class NetlistTest(unittest.TestCase):
    def test_instances_are_counted_through_many_levels(self):
        levels = "".join(f'<module name="l{level}"><instance defName="l{level + 1}"/><instance defName="l{level + 1}"/></module>' for level in range(1, 40))
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(scratch) / "netlist.xml"
            file.write_text(f'<netlist><module name="l0" topModule="1"><instance defName="l1"/></module>{levels}<module name="l40"/></netlist>')
            netlist = Netlist(file)
        self.assertEqual([netlist.times(module) for module in ("l0", "l1", "l40", "none")], [1, 1, 2**39, 0])


class ChoiceTest(Workshop):
    def netlist(self, instances: int, connected: str = "rx") -> Netlist:
        text = PART_OF_A_PLAYER + (PLAYER % ("", connected, "8'd17")).replace("i < 4", f"i < {instances}").replace("[3:0]", f"[{instances}:0]")
        builder = self.verilated({"player.sv": text})
        return builder.verilation.netlist()

    def test_a_module_is_taken_when_the_design_is_large_and_says_it_often(self):
        netlist = self.netlist(8)
        self.assertEqual(modules_to_keep_apart(netlist, 1_000_000), ["part"])
        self.assertEqual(modules_to_keep_apart(netlist, 100_000), [])
        self.assertEqual(modules_to_keep_apart(self.netlist(1), 1_000_000), [])

    def test_a_small_module_is_not(self):
        self.assertEqual(modules_to_keep_apart(self.netlist(64), 420_000), [])

    def test_an_input_that_differs_stays_a_variable(self):
        self.assertNotIn("public", settings_for(self.netlist(4), ["part"]))
        settings = settings_for(self.netlist(4, "late[i]"), ["part"])
        self.assertIn('public_flat_rd -module "part" -var "rx"\n', settings)
        self.assertEqual(settings.count("public"), 1)


if __name__ == "__main__":
    unittest.main()
