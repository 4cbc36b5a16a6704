"""Pins that are bits of vectors, or of both directions."""

from workshop import Workshop

TEXT = """name = "player"
top = "player"
sources = ["player.v"]
[clock]
pin = "CLOCK[1]"
hz = 50_000_000
[uart]
rx = "GPIO[0]"
tx = "GPIO[35]"
baud = 115200
[reset]
pin = "KEY[2]"
active = 0
[parameters]
INVERT = 1
[ties]
"CLOCK[0]" = 0
KEY_ = 0
"""
KEYS = "\"KEY[3]\" = 1\n\"KEY[1:0]\" = 2\n"
# tx is rx a clock later, inverted and once more, if the bits of KEY are as they should be and reset has been seen.
BOARD = """module player #(parameter INVERT = 0) (input [1:0] CLOCK, input [3:0] KEY, inout [35:0] GPIO, inout sda,
                                       input [0:69] WIDE);
  reg q, was_reset;
  always @(posedge CLOCK[1]) begin
    if (!KEY[2]) was_reset <= 1'b1;
    q <= GPIO[0] ^ INVERT;
  end
  assign GPIO[35] = ~q ^ (KEY[3] & KEY[1] & ~KEY[0] & was_reset) ^ (WIDE == 70'h30_0000_0000_0000_0005) ^ GPIO[7] ^ GPIO[34];
  assign GPIO[34] = 1'bz;
  assign GPIO[33:8] = q ? 26'bz : 26'h15;
  assign sda = q ? 1'b0 : 1'bz;
endmodule
"""


class WrapperTest(Workshop):
    def text(self, ties: str) -> str:
        return TEXT.replace("KEY_ = 0\n", ties)

    def test_bits_of_vectors_and_pins_of_both_directions_are_moved_and_tied(self):
        ties = KEYS + "\"GPIO[7]\" = 1\nWIDE = \"0x300000000000000005\"\nsda = \"z\"\n\"GPIO[34:33]\" = \"z\"\n"
        board = self.built({"player.v": BOARD}, text=self.text(ties))
        self.assertEqual(board.edges([(1000, 1), (2000, 0), (3000, 1)]), [(1001, 1), (2001, 0)])
        self.assertEqual(board.facts["top"], "player")
        self.assertFalse([path for path in board.facts.values() if "rig_top" in path])
        board = self.built({"player.v": BOARD}, text=self.text(ties.replace("5\"", "4\"")))
        self.assertEqual(board.edges([(1000, 1), (2000, 0), (3000, 1)]), [(1001, 0), (2001, 1)])

    def test_mistakes_are_told_by_key_and_pin(self):
        rest = "WIDE = 0\n"
        for ties, said in (
                (KEYS + rest + "\"GPIO[36]\" = 1\n", "ties.GPIO[36]: there is no bit 36; the pin is GPIO[35:0]."),
                (KEYS + rest + "\"GPIO[0]\" = 1\n", "ties.GPIO[0]: GPIO[0] is driven by uart.rx already."),
                (KEYS + rest + "\"KEY[1]\" = 1\n", "KEY[1] is driven by ties.KEY[1:0] already."),
                (KEYS + "WIDE = \"z\"\n", "ties.WIDE: found \"z\", but the pin is an input: it needs a level."),
                (rest + KEYS.replace("= 2", "= 4"), "ties.KEY[1:0]: found 4, but there are 2 bits."),
                (KEYS, "nothing drives the input WIDE. Give it a constant in [ties]."),
                ("\"KEY[3]\" = 1\n" + rest, "nothing drives the inputs KEY[1], KEY[0]. Give them constants in [ties]."),
                (KEYS + rest + "SDA = 1\n", "ties.SDA: the top \"player\" has no input or inout \"SDA\". It has: CLOCK, KEY, GPIO, sda, WIDE."),
                (KEYS + rest + "\"KEY[x]\" = 1\n", "player.toml:21: ties.KEY[x]: expected a pin or bits of one"),
                (KEYS + rest + "sda = \"high\"\n", "found \"high\", expected an integer from 0, a text such as \"0xff\", or \"z\"")):
            with self.subTest(ties=ties):
                self.assertIn(said, self.complaint({"player.v": BOARD}, text=self.text(ties)))

    def test_a_whole_vector_for_the_uart_is_told_with_the_bit_to_name(self):
        text = self.text(KEYS + "WIDE = 0\n")
        self.assertIn("uart.tx: the pin \"GPIO\" has 36 bits, expected 1; name one of them: \"GPIO[0]\".",
                      self.complaint({"player.v": BOARD}, text=text.replace("GPIO[35]", "GPIO")))
        plain = "module player (input clk, input [3:0] rx, output tx); assign tx = rx[0]; endmodule\n"
        self.assertIn("uart.rx: the pin \"rx\" has 4 bits, expected 1; name one of them: \"rx[0]\".",
                      self.complaint({"player.v": plain}))

    def test_a_pin_of_both_directions_that_nobody_names_is_left_alone(self):
        source = "module player (input clk, input rx, output reg tx, inout sda); always @(posedge clk) tx <= rx; endmodule\n"
        board = self.built({"player.v": source})
        board.run(50, 1)
        self.assertEqual(board.edges([(100, 1), (200, 0)]), [(101, 0)])
        self.assertEqual(board.skip_off_reason, None)

    def test_an_error_of_the_design_is_told_as_without_a_wrapper(self):
        self.assertIn("syntax error", self.complaint({"player.v": BOARD.replace("reg q,", "reg q,,")}, text=self.text(KEYS)))
        self.assertIn("PINNOTFOUND: an instance", self.complaint(
            {"player.v": BOARD.replace("reg q,", "one o (.b(q)); reg q,") + "module one (input a); endmodule\n"}, text=self.text(KEYS)))
