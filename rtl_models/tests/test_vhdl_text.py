"""What of GHDL's Verilog is written anew, without GHDL."""

import unittest

from model_builder.vhdl import choices_of_others, errors_in, in_verilog, modules_of, verilog_of, with_reals, with_rotations, with_short_contents, without_what_roms_were

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

    def test_an_assertion_is_left_out(self):
        module = "module m;\n  /* a.vhd:3:4  */\n%s  assign q = d;\nendmodule"
        assertion = "  always @*\n    if (!n22_q)\n      $fatal(1, \"assertion failure n10\");\n"
        self.assertEqual(modules_of(module % assertion), modules_of(module % ""))

    def test_the_bits_of_a_real_number_become_the_number(self):
        ten = ".PERIOD(64'b0100000000100100" + 48 * "0" + ")"
        self.assertEqual(with_reals(ten, {"period"}), ".PERIOD(10.0)")
        self.assertEqual(with_reals(ten, {"other"}), ten)

    ROM = "module rom;\n  reg [63:0] mem;\n  wire [1:0] a;\n  /* rom.vhd:9:10  */\n  always @*\n    mem = 64'b01; // (isignal)\n  initial\n    mem = 64'b01;\n" \
          "  reg [7:0] n3[7:0] ; // memory\n%sendmodule\n"

    def test_the_signal_that_a_memory_was_made_of_is_left_out_where_nobody_reads_it(self):
        for read, value, is_left_out in (("  /* mem.vhd:1:2  */\n", "01", True), ("", "X", True), ("  assign a = mem[1:0];\n", "01", False)):
            with self.subTest(read=read, value=value):
                text = without_what_roms_were((self.ROM % read).replace("64'b01", f"64'b{value}"))
                self.assertEqual("mem = " not in text and "] mem;" not in text, is_left_out)
                self.assertIn("reg [7:0] n3", text)

    def test_of_a_large_memory_the_usual_word_is_filled_in_by_a_loop(self):
        def contents(count: int) -> str:
            words = "".join(f"    n3[{at}] = 8'b{'11' if at == 7 else '00'};\n" for at in reversed(range(count)))
            return f"  reg [7:0] n3[{count - 1}:0] ; // memory\n  initial begin\n{words}    end\n  assign q = n3[a];\n"

        incomplete = contents(1024).replace("    n3[500] = 8'b00;\n", "")
        for kept in (contents(64), incomplete):
            self.assertEqual(with_short_contents(kept), kept)
        text = with_short_contents(contents(1024))
        self.assertRegex(text, r"initial begin : \w+\n    integer rig_word;\n    for \(rig_word = 0; rig_word <= 1023; rig_word = rig_word \+ 1\) n3\[rig_word\] = 8'b00;\n    n3\[7\] = 8'b11;\n    end\n")
        self.assertIn("  assign q = n3[a];\n", text)

    def test_of_what_ghdl_says_the_errors_are_told(self):
        error = "/a/b.vhd:3:4: no such thing\n  here\n  ^\n"
        rest = "/a/b.vhd:1:2:warning: unhandled attribute \"x\"\n  attribute\n  ^\n/a/b.vhd:1:2:note: found ROM\n/a/b.vhd:9:1:(report note): hello\n" \
               "/a/b.vhd:9:1:(report warning): short\n/a/b.vhd:9:1:(assertion warning): odd\n"
        self.assertEqual(errors_in(rest + error + rest), error)
        self.assertEqual(errors_in(rest), rest)


if __name__ == "__main__":
    unittest.main()
