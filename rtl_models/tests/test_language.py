"""As which language a source is read, and what is said when that was not meant."""

from workshop import Workshop

OLD = """module player (input clk, input rx, output reg tx);
  reg [1:0] type;  // a reserved word of SystemVerilog
  always @(posedge clk) begin
    type <= {type[0], rx};
    tx <= type[1];
  end
endmodule
"""
NEW = """module player (input logic clk, input logic rx, output logic tx);
  always_ff @(posedge clk) tx <= rx;
endmodule
"""


class LanguageTest(Workshop):
    def test_a_v_file_is_verilog_2005_and_an_sv_file_systemverilog(self):
        self.verilated({"player.v": OLD})
        self.verilated({"player.sv": NEW})

    def test_each_file_is_read_by_its_own_extension(self):
        middle = "module middle (input wire clk, input wire rx, output wire tx); player p (.clk(clk), .rx(rx), .tx(tx)); endmodule\n"
        self.verilated({"player.v": OLD.replace("module player", "module inner"),
                        "top.sv": NEW.replace("always_ff @(posedge clk) tx <= rx;", "inner i (.*);")})
        self.verilated({"player.sv": NEW, "middle.v": middle})

    def test_an_included_file_has_the_language_of_its_extension(self):
        source = OLD.replace("  reg [1:0] type;", "`include \"types.vh\"\n")
        self.verilated({"player.v": source, "+types.vh": "  reg [1:0] type;\n"}, keys="include_dirs = [\".\"]")

    def test_the_key_overrides_the_extension(self):
        self.verilated({"player.v": NEW}, keys="language = \"systemverilog\"")
        self.verilated({"player.sv": OLD}, keys="language = \"verilog\"")
        self.verilated({"player.txt": OLD}, keys="language = \"verilog\"")

    def test_systemverilog_in_a_v_file_is_told_with_the_key_to_set(self):
        said = self.complaint({"player.v": NEW})
        self.assertIn("syntax error", said)
        self.assertIn("player.v:2 was read as Verilog 2005 and looks like SystemVerilog: write `language = "
                      "\"systemverilog\"` at the top of player.toml or give the file the extension .sv.", said)

    def test_assertions_in_a_v_file_are_told_with_the_key_to_set(self):
        plain = "module player (input clk, input rx, output reg tx);\n  always @(posedge clk) begin\n    tx <= rx;\n    %s\n  end\nendmodule\n"
        for assertion in ("assert (rx === rx);", "assume (tx);", "cover (tx);", "seen: assert (tx) else $error(\"x\");"):
            with self.subTest(assertion=assertion):
                said = self.complaint({"player.v": plain % assertion})
                self.assertIn("player.v:4 was read as Verilog 2005 and looks like SystemVerilog: write `language = \"systemverilog\"`", said)
        self.assertNotIn("was read as", self.complaint({"player.v": plain % "asert (tx);"}))

    def test_verilog_in_an_sv_file_is_told_with_the_key_to_set(self):
        self.assertIn("player.sv:2 was read as SystemVerilog and looks like Verilog 2005: write `language = \"verilog\"` "
                      "at the top of player.toml or give the file the extension .v.", self.complaint({"player.sv": OLD}))

    def test_a_syntax_error_in_either_language_has_no_such_hint(self):
        said = self.complaint({"player.v": OLD.replace("tx <= type[1];", "tx <= ;")})
        self.assertIn("syntax error", said)
        self.assertNotIn("was read as", said)

    def test_an_unknown_language_is_told_with_those_known(self):
        self.assertIn("player.toml:4: language: found \"vhd\", expected one of verilog, systemverilog",
                      self.complaint({"player.v": OLD}, keys="language = \"vhd\""))
