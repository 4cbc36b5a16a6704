"""Modules whose code is there once for all their instances: judged by generated code, and by designs that are built both ways."""

import tempfile
import unittest
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

from model_builder.config import Findings, Flavour
from model_builder.counters import Counter
from model_builder.edges import Edges
from model_builder.netlist import Netlist
from model_builder.reach import Member, NotUnderstood
from model_builder.repeated import Merger, Thing, fold, modules_to_keep_apart, settings_for
from workshop import Board, Workshop

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


PART_OF_A_PLAYER = """
module part #(parameter LIMIT = 20000) (input clk, input rx, input [7:0] start, output reg tx, output led,
                                      output reg [7:0] kept);  // nobody sets it
  reg [15:0] patience;
  reg [23:0] shown;                    // tx does not depend on it
  reg [4:0] bits;
  initial begin tx = 1; patience = 0; bits = 0; end
  assign led = shown[23];
  always @(posedge clk) begin
    shown <= shown + 1;
    patience <= rx ? (patience == LIMIT ? patience : patience + 1) : 0;
    if (patience == 3) bits <= 20;
    if (bits != 0) begin
      bits <= bits - 1;
      kept <= {kept[6:0], kept[7] ^ start[bits[2:0]]};
      tx <= kept[7];
    end else tx <= patience != LIMIT - 1;
  end
endmodule
"""
PLAYER = """
module player(input clk, input rx, output tx, output [3:0] led);
  wire [3:0] t;
  reg [40:0] late = 0;
  always @(posedge clk) late <= {late[39:0], rx};
  generate for (genvar i = 0; i < 4; i = i + 1) begin : g
    wire [7:0] k;
    part #(%s) u_part(.clk, .rx(%s), .start(%s), .tx(t[i]), .led(led[i]), .kept(k));
  end endgenerate
  assign tx = &t;
endmodule
"""
LEVELS = [(2_000, 1), (2_400, 0), (60_000, 1), (60_010, 0), (60_011, 1), (90_000, 1), (3_000_000, 1)]


PAIR = """
module pair(input clk, input rx, input [7:0] start, output tx, output led, output [7:0] kept);
  wire [1:0] t, l;
  wire [7:0] other;
  part u__a(.clk, .rx, .start, .tx(t[0]), .led(l[0]), .kept(other));
  part u_b(.clk, .rx, .start, .tx(t[1]), .led(l[1]), .kept);
  assign tx = t[0] ~^ t[1], led = |l;
endmodule
"""

SEEDED = """
module part(input clk, input rx, input [7:0] seed, output reg tx);
  reg [7:0] n, m;
  initial m = seed;
  %(drawing)s
  always @(posedge clk) begin if (!rx) m <= {m[6:0], m[7] ^ m[3]}; tx <= m[2] ^ n[1]; end
endmodule
module pair(input clk, input rx, input [7:0] seed, output tx);
  wire a, b;
  part u_a(.clk, .rx, .seed, .tx(a));
  part u_b(.clk, .rx, .seed(8'd5), .tx(b));
  reg [7:0] n;
  %(drawing)s
  assign tx = a ^ b ^ n[3];
endmodule
module player(input clk, input rx, output tx);
  wire [3:0] t;
  reg [7:0] key = 8'd77;
  always @(posedge clk) key <= rx ? key : key + 1;
  generate for (genvar i = 0; i < 4; i = i + 1) begin : g
    pair u(.clk, .rx, .seed(%(seed)s), .tx(t[i]));
  end endgenerate
  assign tx = ^t;
endmodule
"""
UNKNOWN = """
module part(input clk, input rx, input [1:0] step, output reg tx);
  reg [7:0] n, shift, unused;
  reg [1:0] q;
  reg [70:0] wide;
  initial begin shift = 1; q = 0; end
  always @* case (q) 0: n = shift; 1: n = shift ^ 8'h55; 2: n = {shift[3:0], 4'bx}; default: n = 8'bx; endcase
  always @(posedge clk) if (!rx) begin
    q <= q + step;
    shift <= n + 1;
    wide <= q == 3 ? 71'bx : {71{rx}};
    unused <= step == 1 ? 8'bx : n;
    tx <= shift[3] ^ wide[44];
  end
endmodule
module pair(input clk, input rx, input [1:0] step, output tx);
  wire a, b;
  reg [7:0] z;
  reg [1:0] y;
  part u_a(.clk, .rx, .step, .tx(a));
  part u_b(.clk, .rx, .step(step + 2'd1), .tx(b));
  always @(posedge clk) if (!rx) begin z <= y == 1 ? z : y == 0 ? z + 1 : 8'bx; y <= y + a; end
  assign tx = z[3] ^ b;
endmodule
module player(input clk, input rx, output tx);
  wire [3:0] t;
  generate for (genvar i = 0; i < 4; i = i + 1) begin : g
    pair u(.clk, .rx, .step(2'(i)), .tx(t[i]));
  end endgenerate
  assign tx = ^t;
endmodule
"""
LATCHES = """
module part(input clk, input rx, input on, input other, output q, output reg tx);
  reg [3:0] n;
  assign q = ~(on & other);
  always @(posedge clk) if (!rx) begin n <= n + {2'b0, q, 1'b1}; tx <= n[2]; end
endmodule
module player(input clk, input rx, output tx);
  wire [3:0] t;
  wire a, b, c, d;
  reg [7:0] late;
  always @(posedge clk) late <= {late[6:0], rx} | 8'h0f;
  part u_a(.clk, .rx, .on(late[7]), .other(b), .q(a), .tx(t[0]));
  part u_b(.clk, .rx, .on(1'b1), .other(a), .q(b), .tx(t[1]));
  part u_c(.clk, .rx, .on(late[1]), .other(d), .q(c), .tx(t[2]));
  part u_d(.clk, .rx, .on(1'b1), .other(c), .q(d), .tx(t[3]));
  assign tx = (t[0] & t[1]) ^ (t[2] | t[3]);
endmodule
"""
OUTPUTS = """
module part(input clk, input rx, input [7:0] i [0:1], output reg tx, output reg [7:0] q [0:1], output reg [7:0] set, output reg [69:0] w [3]);
  always @(posedge clk) if (!rx) begin
    q[0] <= q[1] ^ {set[6:0], rx} ^ i[0];
    q[1] <= q[0] + i[1];
    set <= set * 3 + 1;
    w[set[0]] <= w[2] ^ {62'b0, set};
    w[2][set[5:0]] <= q[0][3];
    tx <= q[1][2] ^ w[1][5];
  end
endmodule
module player(input clk, input rx, output tx);
  wire [2:0] t;
  logic [7:0] q [0:1], z [0:1];
  logic [69:0] w [3];
  wire [15:0] wider;
  wire [3:0] narrower;
  wire [7:0] kept;
  part u_a(.clk, .rx, .i(z), .tx(t[0]), .q(q), .set(wider), .w(w));
  part u_b(.clk, .rx, .i(q), .tx(t[1]), .q(), .set(narrower), .w());
  part u_c(.clk, .rx, .i('{z[1], 8'd4}), .tx(t[2]), .q(z), .set(kept), .w());
  assign tx = ^t ^ w[2][33] ^ wider[7] ^ narrower[2] ^ kept[4] ^ q[1][6];
endmodule
"""


class BuiltTest(Workshop):
    def built_both_ways(self, *, limit: str = "", rx: str = "rx", start: str = "8'd17", around: bool = False,
                        flavour: Flavour = Flavour()) -> tuple[Board, Board]:
        player = PLAYER % (limit, rx, start)
        return self.these_built_both_ways(PART_OF_A_PLAYER + (PAIR + player.replace("part #()", "pair") if around else player), flavour)

    def these_built_both_ways(self, text: str, flavour: Flavour = Flavour(), apart: list[str] | None = None) -> tuple[Board, Board]:
        """`apart`: the modules, if they are not to be chosen."""
        sources = {"player.sv": text}
        boards = []
        for large in (10**9, 0):
            with ExitStack() as patches:
                for module, name, value in (("build", "LARGE", large), ("repeated", "LARGE", large), ("repeated", "SMALLEST", 0),
                                            ("build", "LEAST_GAIN", 0)):
                    patches.enter_context(mock.patch(f"model_builder.{module}.{name}", value))
                if apart:
                    patches.enter_context(mock.patch("model_builder.build.modules_to_keep_apart", return_value=apart))
                builder = self.builder(sources, flavour=flavour)
                output = self.folder / f"{large}.so"
                builder.build(output)
                boards.append(Board(output))
        return boards[0], boards[1]

    def assert_same(self, flat: Board, once: Board):
        for seed in (1, 2, 3):
            edges = Board(flat.path, seed=seed, skip=False).edges(LEVELS)
            self.assertGreater(len(edges), 2)
            for skip in (True, False):
                self.assertEqual(Board(once.path, seed=seed, skip=skip).edges(LEVELS), edges)
        seen = [tuple(Board(flat.path, seed=seed).edges(LEVELS)) for seed in (1, 2, 3)]
        self.assertGreater(len(set(seen)), 1, "what nobody sets is not seen")

    def test_it_powers_on_and_does_what_the_flattened_design_does(self):
        flat, once = self.built_both_ways()
        self.assertNotIn("code_once_for", flat.facts)
        self.assertEqual(once.facts["code_once_for"], "part")
        self.assertIn("--flatten", flat.facts["verilator_flags"])
        self.assertNotIn("--flatten", once.facts["verilator_flags"])
        self.assert_same(flat, once)

    def test_as_much_is_skipped(self):
        flat, once = self.built_both_ways()
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

    def test_each_instance_may_have_other_inputs(self):
        flat, once = self.built_both_ways(rx="late[10 * i]", start="late[7:0] + i")
        self.assertEqual(once.facts["code_once_for"], "part")
        self.assert_same(flat, once)

    def test_each_instance_may_have_other_constants_at_its_inputs(self):
        flat, once = self.built_both_ways(start="8'(3 * i)")
        self.assertEqual(once.facts["code_once_for"], "part")
        self.assert_same(flat, once)

    def test_modules_with_other_parameters_are_other_modules(self):
        flat, once = self.built_both_ways(limit=".LIMIT(20000 + i)")
        self.assertNotIn("code_once_for", once.facts)
        self.assert_same(flat, once)

    def test_a_register_without_a_name_in_the_flattened_design_keeps_it_flattened(self):
        with mock.patch("model_builder.repeated.ports_in_one", return_value=({}, set())):
            _, once = self.built_both_ways()
        self.assertNotIn("code_once_for", once.facts)

    def test_modules_within_modules(self):
        with mock.patch("model_builder.build.modules_to_keep_apart", return_value=["pair", "part"]):
            flat, once = self.built_both_ways(around=True)
        self.assertEqual(once.facts["code_once_for"], "pair, part")
        self.assertEqual(flat.facts["skip_counts"].split(", "), once.facts["skip_counts"].split(", "))
        self.assert_same(flat, once)

    def test_a_constant_that_an_initial_block_reads(self):
        flat, once = self.these_built_both_ways(SEEDED % {"seed": "8'(37 * i + 1)", "drawing": ""}, apart=["part"])
        self.assertEqual(once.facts["code_once_for"], "part")
        self.assert_same(flat, once)

    def test_an_input_that_an_initial_block_reads_before_it_is_set_keeps_it_flattened(self):
        flat, once = self.these_built_both_ways(SEEDED % {"seed": "key + 8'(i)", "drawing": ""}, apart=["part"])
        self.assertNotIn("code_once_for", once.facts)
        self.assert_same(flat, once)

    def test_random_numbers_keep_it_flattened(self):
        for drawing in ("initial n = $random;", "always @(posedge clk) if (!rx) n <= n + $random;"):
            with self.subTest(drawing):
                flat, once = self.these_built_both_ways(SEEDED % {"seed": "8'(37 * i + 1)", "drawing": drawing}, apart=["part"])
                self.assertNotIn("code_once_for", once.facts)
                self.assert_same(flat, once)

    def test_unknown_values_are_the_same_in_each_build(self):
        flat, once = self.these_built_both_ways(UNKNOWN, apart=["part"])
        _, traced = self.these_built_both_ways(UNKNOWN, Flavour(trace=True), apart=["part"])
        self.assertEqual(once.facts["code_once_for"], "part")
        self.assert_same(flat, once)
        self.assert_same(flat, traced)

    def test_logic_that_drives_itself_keeps_it_flattened(self):
        flat, once = self.these_built_both_ways(LATCHES, apart=["part"])
        self.assertNotIn("code_once_for", once.facts)
        self.assert_same(flat, once)

    def test_outputs_to_memories_and_to_vectors_of_another_width(self):
        flat, once = self.these_built_both_ways(OUTPUTS, apart=["part"])
        self.assertEqual(once.facts["code_once_for"], "part")
        self.assert_same(flat, once)

    def test_it_is_built_with_its_profile_in_the_same_way(self):
        flat, once = self.built_both_ways(flavour=Flavour(profiled=True))
        self.assertEqual(once.facts["code_once_for"], "part")
        self.assert_same(flat, once)

    def test_waveforms_show_the_flattened_design_with_the_same_values(self):
        _, traced = self.built_both_ways(flavour=Flavour(trace=True))
        self.assertNotIn("code_once_for", traced.facts)
        _, once = self.built_both_ways()
        for seed in (1, 2):
            self.assertEqual(Board(once.path, seed=seed).edges(LEVELS), Board(traced.path, seed=seed).edges(LEVELS))


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
