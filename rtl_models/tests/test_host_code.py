"""Code of a design that runs outside of the simulation: found wherever it stands, refused unless it is allowed."""

import unittest

from model_builder.config import Findings
from model_builder.host_code import foreign_attributes
from workshop import Workshop


def player(body: str, before: str = "") -> dict[str, str]:
    """A player, whose `body` begins in line 3."""
    return {"player.sv": f"{before}\nmodule player (input clk, input rx, output reg tx);\n{body}\n"
                         "  always @(posedge clk) tx <= rx;\nendmodule\n"}


# The design; what is said of which place; the word that allows it.
REFUSED = {
    "$system": (player("initial $system(\"true\");"), "player.sv:3: $system, which starts a program", "$system"),
    "$system as a function": (player("int status;\ninitial status = $system(\"true\");"), "player.sv:4: $system", "$system"),
    "$system behind a macro": (player("initial `RUN(\"true\");", "`define RUN $system"), "player.sv:3: $system", "$system"),
    "$system in two halves": (player("initial `JOIN($sys, tem)(\"true\");", "`define JOIN(a, b) a``b"), "player.sv:3: $system", "$system"),
    "$system in an included file": ({**player("`include \"more.vh\""), "+more.vh": "\ninitial $system(\"true\");\n"},
                                    "more.vh:2: $system", "$system"),
    "$system in a function": (player("function void f();\n$system(\"true\");\nendfunction\ninitial f();"), "player.sv:4: $system", "$system"),
    "$system in a function that nobody calls": (player("function void f(); $system(\"true\"); endfunction"), "player.sv:3: $system",
                                                "$system"),
    "$system in another module": ({**player("other o ();"), "other.sv": "module other; final $system(\"true\"); endmodule\n"},
                                  "other.sv:1: $system", "$system"),
    "$c": (player("initial $c(\"puts(\\\"\\\");\");"), "player.sv:3: $c, which puts C++ into the model", "$c"),
    "$c in an expression": (player("wire [31:0] one = $c32(\"getpid()\");\nalways @(posedge clk) if (one == 0) $stop;"),
                            "player.sv:3: $c", "$c"),
    "a section of C++": (player("`systemc_imp_header\nint one;\n`verilog"), ": `systemc_ section, which puts C++", "$c"),
    "an import": (player("import \"DPI-C\" function int abs(input int x);\ninitial if (abs(1) == 2) $stop;"),
                  "player.sv:3: DPI import, which calls functions in C", "dpi"),
    "an import in a package": ({"p.sv": "package p;\nimport \"DPI-C\" context function void sync();\nendpackage\n",
                                **player("initial p::sync();")}, "p.sv:2: DPI import", "dpi"),
    "an export": (player("export \"DPI-C\" function f;\nfunction int f(input int x);\nreturn x;\nendfunction"),
                  ": DPI export, which calls functions in C, or is called by them", "dpi"),
}

HARMLESS = {
    "a branch that is not taken": "generate if (0) begin initial $system(\"true\"); end endgenerate",
    "a name, a text and a comment": "reg \\$system ; // $system(\"true\")\ninitial begin \\$system = 0; $display(\"$c(1) %b\", \\$system ); end",
    "control characters in a text": "initial $display(\"\\001\\033[2J\\177\");",
}

FOREIGN = {
    "attribute foreign of f : function is \"VHPIDIRECT f\";": 1,
    "\nAttribute -- of\n /* what */ /* is */ FOREIGN of f : function is \"\";": 2,
    "constant a : string := \"--\"; attribute foreign of f : function is \"\";": 1,
    "/*\n-- */ attribute foreign of f : function is \"\";": 2,
    "-- a comment\fattribute foreign of f : function is \"\";": 2,
    "  -- attribute foreign of f : function is \"\";": None,
    "attribute foreigner of f : function is \"\";": None,
}


class HostCodeTest(Workshop):
    def test_it_is_refused_by_place_and_built_when_allowed(self):
        for name, (sources, place, word) in REFUSED.items():
            with self.subTest(name):
                said = self.complaint(sources, keys="include_dirs = [\".\"]")
                self.assertIn("player.toml: \"player\" has code that runs outside of the simulation, with your rights:\n", said)
                self.assertIn(place, said)
                self.assertIn(f"write in the description: allow = [\"{word}\"]", said)
                builder = self.verilated(sources, keys=f"include_dirs = [\".\"]\nallow = [\"{word}\"]")
                self.assertEqual(builder.facts([], Findings(self.folder, None, [], []), self.folder / "player.log")["allowed"], word)

    def test_what_looks_like_it_is_built(self):
        for name, body in HARMLESS.items():
            with self.subTest(name):
                builder = self.verilated(player(body), keys="allow = [\"$system\", \"$c\"]")
                self.assertNotIn("allowed", builder.facts([], Findings(self.folder, None, [], []), self.folder / "player.log"))

    def test_one_word_does_not_allow_the_others(self):
        said = self.complaint(player("initial $system(\"true\");\ninitial $c(\"\");"), keys="allow = [\"$c\"]")
        self.assertIn("player.sv:3: $system", said)
        self.assertNotIn("player.sv:4", said)
        self.assertIn("allow = [\"$c\", \"$system\"]", said)

    def test_only_the_first_places_are_listed(self):
        said = self.complaint(player("initial $system(\"true\");\n" * 12))
        self.assertIn("player.sv:12: $system", said)
        self.assertNotIn("player.sv:13: $system", said)
        self.assertIn("  and 2 more\n", said)

    def test_functions_of_other_simulators_are_unknown(self):
        self.assertIn("'$mine'", self.complaint(player("initial $mine(1);")))

    def test_an_unknown_word_is_refused_with_those_known(self):
        self.assertIn("player.toml:4: allow: found \"system\", expected some of $system, $c, dpi, foreign.",
                      self.complaint(player(""), keys="allow = [\"system\"]"))

    def test_foreign_attributes_are_found_in_vhdl(self):
        file = self.folder / "player.vhd"
        for text, line in FOREIGN.items():
            with self.subTest(text):
                file.write_text(text)
                self.assertEqual([one.line for one in foreign_attributes([file])], [line] if line else [])


if __name__ == "__main__":
    unittest.main()
