"""The pins of a Verilated top, and what Verilator and the harness are told."""

import tempfile
import unittest
from pathlib import Path

from model_builder.config import (Flavour, Pins, bytes_literal, c_string, check_pins, mangled, verilator_arguments)
from model_builder.description import Description
from model_builder.errors import DescriptionError

HEADER = """    VL_IN8(&clk_i,0,0);
    VL_IN8(&rx_i,0,0);
    VL_IN8(&fault_i,7,0);
    VL_IN(&two___05Fwords,31,0);
    VL_OUT8(&tx_o,0,0);
"""


def described(**changes) -> Description:
    known = dict(path=Path("/d/player.toml"), name="player", top="top", sources=[], contest="", clock_pin="clk_i",
                 clock_hz=1_000_000, rx="rx_i", tx="tx_o", baud=9600, fault_pin="fault_i", ties={"two__words": 7})
    return Description(**{**known, **changes})


class PinsTest(unittest.TestCase):
    def pins(self, header: str = HEADER) -> Pins:
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "Vx.h"
            path.write_text(header)
            return Pins.read(path)

    def complaint(self, **changes) -> str:
        with self.assertRaises(DescriptionError) as caught:
            check_pins(described(**changes), self.pins())
        return str(caught.exception)

    def test_pins_are_read_under_their_names_in_verilog(self):
        self.assertEqual(self.pins().inputs, {"clk_i": 1, "rx_i": 1, "fault_i": 8, "two__words": 32})
        self.assertEqual(self.pins().outputs, {"tx_o": 1})

    def test_pins_of_both_directions_stand_apart(self):
        self.assertEqual(self.pins("VL_INOUT8(&sda,0,0);").inouts, {"sda": 1})

    def test_a_description_that_names_all_inputs_is_right(self):
        check_pins(described(), self.pins())

    def test_a_mistake_names_the_key_and_what_there_is(self):
        for changes, said in (
                ({"tx": "txd"}, "uart.tx: the top \"top\" has no output \"txd\". It has: tx_o."),
                ({"rx": "fault_i"}, "uart.rx: the pin \"fault_i\" has 8 bits, expected 1; name one of them: \"fault_i[0]\"."),
                ({"ties": {}}, "nothing drives the input two__words. Give it a constant in [ties]."),
                ({"fault_pin": None, "ties": {}}, "nothing drives the inputs fault_i, two__words. Give them"),
                ({"faults": {"late": 256}}, "faults.values.late: found 256, but the pin \"fault_i\" has 8 bits."),
                ({"fault_pin": None, "ties": {"two__words": 1, "fault_i": 256}}, "ties.fault_i: found 256, but")):
            with self.subTest(changes=changes):
                self.assertIn(said, self.complaint(**changes))


class ArgumentsTest(unittest.TestCase):
    def arguments(self, flavour: Flavour = Flavour(), **changes) -> list[str]:
        return verilator_arguments(described(**changes), flavour, "Vx", Path("/out"))

    def test_the_fault_parameter_is_on_in_the_fault_build_only(self):
        self.assertIn("-GFAULTS=0", self.arguments(fault_parameter="FAULTS"))
        self.assertIn("-GFAULTS=1", self.arguments(Flavour(faults=True), fault_parameter="FAULTS"))

    def test_constants_are_written_as_verilator_reads_them(self):
        said = self.arguments(parameters={"ON": True, "DEPTH": 4, "NAME": "Ann"}, defines={"FAST": True, "MODE": "x"})
        for argument in ("-GON=1", "-GDEPTH=4", "-GNAME=\"Ann\"", "-DFAST=1", "-DMODE=x"):
            self.assertIn(argument, said)

    def test_a_flavour_is_told_in_words(self):
        self.assertEqual(Flavour().words(), "plain")
        self.assertEqual(Flavour(faults=True, trace=True).words(), "faults trace")


class TextTest(unittest.TestCase):
    def test_names_with_two_underscores_are_mangled(self):
        self.assertEqual(mangled("two__words"), "two___05Fwords")

    def test_text_is_a_c_string_without_trigraphs(self):
        self.assertEqual(c_string("a \"b\"\n??="), '"a \\"b\\"\\n\\?\\?="')

    def test_data_becomes_octal_bytes(self):
        self.assertEqual(bytes_literal(b"\x00A\xff"), "\"\\000\\101\\377\"")
        self.assertEqual(bytes_literal(b""), "\"\"")


if __name__ == "__main__":
    unittest.main()
