"""What is done with Verilator's warnings: counted, kept, and some of them refused."""

import io

from model_builder.config import Findings, Flavour
from model_builder.errors import DescriptionError
from model_builder.verilator_log import Message, counted, messages_of
from workshop import Workshop

CELL = "module cell_a (input a, input b, output y, output z); assign y = a & b; assign z = a; endmodule\n"


def player(body: str = "assign tx = rx;", ports: str = "output tx") -> str:
    return f"module player (input clk, input rx, {ports});\n  {body}\nendmodule\n"


def as_older_ones_say(text):
    """A value that is too wide is WIDTHTRUNC for a newer Verilator, and one for an older is WIDTH."""
    return text.replace("WIDTHTRUNC", "WIDTH")


class WarningsTest(Workshop):
    def test_messages_are_read_with_their_excerpts(self):
        said = ("%Warning-WIDTH: a b.v:12:3: Too wide\n   12 | x\n      | ^\n%Error: Cannot find it\n"
                "%Error: Exiting due to 1 error(s)\n")
        self.assertEqual(messages_of(said), [
            Message(False, "WIDTH", "a b.v", 12, 3, "Too wide", "\n   12 | x\n      | ^"),
            Message(True, "", "", 0, 0, "Cannot find it")])

    def test_warnings_are_counted_by_kind(self):
        warning = Message(False, "WIDTH", "a.v", 1, 1, "")
        self.assertEqual(counted([]), "no warnings")
        self.assertEqual(counted([warning]), "1 warning (1 WIDTH)")
        self.assertEqual(counted([warning, Message(False, "CASEX", "a.v", 1, 1, ""), warning]), "3 warnings (2 WIDTH, 1 CASEX)")

    def test_all_warnings_are_in_the_log(self):
        self.verilated({"player.v": player("wire [3:0] w = 9'd3; assign tx = w[0] & rx;")})
        log = as_older_ones_say(self.folder.joinpath("player.log").read_text())
        self.assertIn("player.toml: 1 warning (1 WIDTH)\n", log)
        self.assertIn("player.v:2:", log)
        self.assertIn("^", log)

    def test_the_log_of_a_refused_design_is_kept_and_told(self):
        said = self.complaint({"player.v": player("wire [3:0] w = 9'd3; assign tx = ;")})
        self.assertIn("syntax error", said)
        said = self.complaint({"player.v": player("wire [3:0] w = 9'd3; cell_a c (.a(rx), .y(tx));") + CELL})
        self.assertIn(f"All that Verilator said (3 warnings (2 PINMISSING, 1 WIDTH)): {self.folder / 'player.log'}",
                      as_older_ones_say(said))
        self.assertIn("%Warning-WIDTH", (self.folder / "player.log").read_text())

    def test_a_model_tells_its_warnings(self):
        builder = self.verilated({"player.v": player("wire [3:0] w = 9'd3; assign tx = w[0] & rx;")})
        facts = builder.facts([], Findings(self.folder, None, [], []), self.folder / "player.log")
        self.assertEqual((as_older_ones_say(facts["warnings"]), facts["warnings_log"]),
                         ("1 warning (1 WIDTH)", str(self.folder / "player.log")))

    def test_lint_prints_all_and_style_too(self):
        text = io.StringIO()
        builder = self.builder({"player.v": player("wire unused_wire = rx; assign tx = rx;")}, flavour=Flavour(lint=True))
        builder.lint(text)
        self.assertIn("UNUSED", text.getvalue())
        self.assertRegex(text.getvalue(), r"player.toml: \d warnings? \(.*UNUSED")

    def test_lint_prints_what_is_refused_too(self):
        text = io.StringIO()
        builder = self.builder({"player.v": player() + CELL + CELL}, flavour=Flavour(lint=True))
        self.assertRaisesRegex(DescriptionError, "MODDUP", builder.lint, text)
        self.assertIn("%Warning-MODDUP", text.getvalue())


class SeriousTest(Workshop):
    """Each is refused with a sentence, and let through when waived."""

    def check(self, source: str, code: str, *says: str):
        said = self.complaint({"player.v": source})
        for part in (f"waive = [\"{code}\"]", *says):
            self.assertIn(part, said)
        builder = self.verilated({"player.v": source}, keys=f"waive = [\"{code}\"]")
        self.assertEqual(builder.facts([], Findings(self.folder, None, [], []), self.folder / "player.log")["waived"], code)

    def test_a_module_declared_twice(self):
        self.check(player() + CELL + CELL.replace("&", "|"), "MODDUP", "only the first declaration is used", "player.v:5: ")

    def test_an_input_left_open(self):
        self.check(player("cell_a c (.a(rx), .y(tx), .z());") + CELL, "PINMISSING", "player.v:2: Cell has missing pin: 'b'")

    def test_an_output_left_open_is_nobodys_fault(self):
        self.verilated({"player.v": player("cell_a c (.a(rx), .b(rx), .y(tx));") + CELL})

    def test_an_input_left_open_in_a_branch_that_is_not_taken(self):
        self.verilated({"player.v": player("generate if (0) cell_a c (.a(rx)); endgenerate assign tx = rx;") + CELL})

    def test_a_pin_that_is_not_there(self):
        said = self.complaint({"player.v": player("cell_a c (.a(rx), .b(rx), .y(tx), .q(rx));") + CELL})
        self.assertIn("PINNOTFOUND: an instance connects a pin that its module does not have.\n", said)
        self.assertIn("player.v:2: Pin not found: 'q'", said)
        self.assertNotIn("waive", said)

    def test_a_pin_that_is_not_there_in_a_branch_of_a_generate(self):
        source = player("cell_a d (.a(rx), .b(rx), .y(tx));\n  generate if (%d) begin\n    cell_a c /* :( */ (.a(rx), .b(rx[(0)]),\n"
                        "      .q(rx)); end endgenerate") + CELL
        self.verilated({"player.v": source % 0})
        self.assertIn("player.v:5: Pin not found: 'q'", self.complaint({"player.v": source % 1}))

    def test_an_input_that_is_assigned_to_but_for_one_at_a_vendors_pin_of_both_directions(self):
        said = self.complaint({"player.v": player("assign rx = clk; assign tx = rx;")})
        self.assertIn("ASSIGNIN: something assigns to an input.\n", said)
        self.assertNotIn("waive", said)
        both = "%s b (.IO(rx), .I(1'b0), .T(1'b1),\n .O(tx));"
        self.verilated({"player.v": player(both % "IOBUF")}, keys="stubs = [\"xilinx\"]")
        own = "module both (inout IO, input I, input T, output O); assign IO = T ? 1'bz : I; assign O = IO; endmodule\n"
        self.assertIn("player.v:2: Assigning to input/const variable: 'rx'", self.complaint({"player.v": player(both % "both") + own}))

    def test_two_kinds_of_assignment(self):
        self.check(player("reg q; always @(posedge clk) q <= rx; always @(posedge rx) q = 0; assign tx = q;"),
                   "BLKANDNBLK", "assigned by `=` in one place and by `<=` in another")

    def test_another_error_beside_these_is_told_as_it_is(self):
        said = self.complaint({"player.v": player("cell_a c (.a(rx), .b(nobody.x), .y(tx), .q(rx));") + CELL})
        self.assertIn("Verilator cannot build", said)

    def test_a_transmitter_that_never_changes(self):
        for body in ("assign tx = 1'b1;", "wire on = 1'b1; assign tx = on;"):
            self.check(player(body), "TXCONSTANT", "\"tx\" is always 1")
        self.check(player("always @(posedge clk) tx <= 1'b0;", "output reg tx"), "TXCONSTANT", "\"tx\" is always 0")

    def test_a_transmitter_that_nothing_drives(self):
        self.check(player(""), "TXUNDRIVEN", "nothing drives the transmitter \"tx\"")
        self.check(player("wire w; assign tx = w;"), "TXUNDRIVEN")
        self.check(player("hollow h (.y(tx));") + "module hollow (output y); endmodule\n", "TXUNDRIVEN")

    def test_transmitters_that_change(self):
        for body in ("always @(posedge clk) if (rx) tx <= 1'b1; else tx <= 1'b0;", "always @* tx = rx;",
                     "reg [3:0] s; always @(posedge clk) begin s <= {rx, s[3:1]}; tx <= s[0]; end",
                     "reg q; always @(posedge clk) begin q <= rx; q <= #1 ~rx; end always @* tx = q;"):
            self.verilated({"player.v": player(body, "output reg tx")})

    def test_an_unknown_waiver_is_told_with_those_known(self):
        self.assertIn("player.toml:4: waive: found \"WIDTH\", expected some of MODDUP, PINMISSING,",
                      self.complaint({"player.v": player()}, keys="waive = [\"WIDTH\"]"))
