"""Modules whose code is there once for all their instances: designs of many kinds that are built both ways."""

from unittest import mock

from both_ways import LEVELS, BothWays
from model_builder.config import Flavour
from workshop import Board

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


class RepeatedBuildsTest(BothWays):
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
