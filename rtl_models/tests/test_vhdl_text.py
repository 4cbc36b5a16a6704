"""What of GHDL's Verilog is written anew, without GHDL."""

import unittest

from model_builder.vhdl import choices_of_others, in_verilog, verilog_of, with_rotations

# A line of GHDL 2.0's, and the same in Verilog.
LINES = (
    ("  assign n1_o = a == 32'b00000000000000000000000000000011;", None),
    ("    q <= \"%s\";" % ("01" * 20), "    q <= 40'b%s;" % ("01" * 20)),
    ("  cell u (.NAME(\"0101\"));", "  cell u (.NAME(\"0101\"));"),
    ("  n2_o <= std_logic_vector(abs $signed(s));", "  assign n2_o = $signed(s) < 0 ? -$signed(s) : $signed(s);"),
    ("  n3_o <= s when $signed(s) < $signed(m) else m;", "  assign n3_o = $signed(s) < $signed(m) ? s : m;"),
    ("  assign n4_o = $signed(s) >> n9_o;", "  assign n4_o = $signed(s) >>> n9_o;"),
    ("  assign n5_o = s >> n9_o;", None),
    ("  assign n6_o = s / 8'b00000011; // sdiv", "  assign n6_o = $signed(s) / $signed(8'b00000011);"),
    ("  assign n7_o = s % m; // srem", "  assign n7_o = $signed(s) % $signed(m);"),
    ("  assign n8_o = s % m; // umod", None),
    ("  n9_o <= std_logic_vector ($unsigned(a) + resize($unsigned(b), 9));", "  assign n9_o = $unsigned(a) + $unsigned(b);"),
    ("  n9_o <= std_logic_vector (resize ($unsigned(a), 9) + $unsigned(b));", "  assign n9_o = $unsigned(a) + $unsigned(b);"),
    ("  assign n1_o = board[n36_o + 4 -: 2]; //(dyn_extract)", "  assign n1_o = board[n36_o + 4 +: 2];"),
    ("    n71_o [n53_o + 0 -: 1] <= n70_o;", "    n71_o [n53_o + 0 +: 2] <= n70_o;"),
    ("   input  [7:0] byte,", None),
    ("   output output);", "   output \\output );"),
    ("  reg [1:0] reg;", "  reg [1:0] \\reg ;"),
    ("    reg = n1_q; // (isignal)", "    \\reg  = n1_q; // (isignal)"),
    ("  assign n1_o = rx ? wire : always;", "  assign n1_o = rx ? \\wire  : \\always ;"),
    ("  assign n1_o = {cell, n2_o[3]};", "  assign n1_o = {\\cell , n2_o[3]};"),
    ("  always @(posedge clk)", None),
    ("  initial", None),
    ("  wire [3:0] \\module\\;", "  wire [3:0] \\module ;"),
)

# A value of GHDL's VHDL, and the same in Verilog; None where it is not known.
VALUES = (
    ("'X'", "1'bx"), ("\"01ZX\"", "4'b01zx"), ("(9 downto 0 => 'X')", "{10{1'bx}}"), ("(39 downto 0 => 'Z')", "{40{1'bz}}"),
    ("X\"3f\"", "8'h3f"), ("n12_o", "n12_o"), ("reg", "\\reg "), ("\\module\\", "\\module "), ("Frame", "frame"),
    ("n99_o", None), ("a & b", None), ("", None),
)


class VhdlTextTest(unittest.TestCase):
    def test_what_is_no_verilog_becomes_verilog(self):
        for line, expected in LINES:
            with self.subTest(line=line):
                self.assertEqual(in_verilog(line), line if expected is None else expected)

    def test_a_value_of_vhdl_is_the_same_in_verilog(self):
        declared = {"n12_o": "n12_o", "reg": "\\reg ", "module": "\\module ", "frame": "frame"}
        for value, expected in VALUES:
            with self.subTest(value=value):
                self.assertEqual(verilog_of(value, declared), expected)

    def test_a_rotation_knows_the_width(self):
        rotation = "  n1_o <= std_logic_vector (rotate_left ($unsigned(l), to_integer ($unsigned(n2_o))));"
        self.assertIn("assign n1_o = l << (n2_o % 13) | l >> (13 - n2_o % 13);", with_rotations(f"  wire [12:0] n1_o;\n{rotation}"))

    def test_the_choice_of_others_is_found_by_module_and_net(self):
        vhdl = ("architecture rtl of player is\nbegin\n  with n17_o select n21_o <=\n    n14_o when \"10\",\n"
                "    (9 downto 0 => 'X') when others;\nend rtl;\n")
        self.assertEqual(choices_of_others(vhdl), {("player", "n21_o"): "(9 downto 0 => 'X')"})


if __name__ == "__main__":
    unittest.main()
