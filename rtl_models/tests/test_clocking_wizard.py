"""Vivado's Clocking Wizard: what is read of an .xci file in both of its forms, and the module that is made of it."""

import json
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

from model_builder.clocking_wizard import ratio_of, read_ip, write_clocking_wizard
from model_builder.errors import DescriptionError

# 100 MHz in, 50 and 10 MHz out, as Vivado has them.
PARAMETERS = {
    "PRIMITIVE": "MMCM", "PRIM_IN_FREQ": "100.000", "PRIMARY_PORT": "clk_in1", "PRIM_SOURCE": "Single_ended_clock_capable_pin",
    "CLKOUT1_USED": "true", "CLKOUT2_USED": "true", "CLKOUT3_USED": "false", "CLK_OUT1_PORT": "clk_out1", "CLK_OUT2_PORT": "clk_out2",
    "CLKOUT1_DRIVES": "BUFG", "CLKOUT2_DRIVES": "BUFG", "FEEDBACK_SOURCE": "FDBK_AUTO", "USE_RESET": "true", "RESET_PORT": "reset",
    "RESET_TYPE": "ACTIVE_HIGH", "USE_LOCKED": "true", "LOCKED_PORT": "locked", "USE_DYN_RECONFIG": "false", "USE_POWER_DOWN": "false",
    "MMCM_CLKFBOUT_MULT_F": "9.125", "MMCM_DIVCLK_DIVIDE": "1", "MMCM_CLKOUT0_DIVIDE_F": "18.25", "MMCM_CLKOUT1_DIVIDE": "73",
    "MMCM_CLKOUT0_PHASE": "0.000", "MMCM_CLKOUT1_PHASE": "-90.000",
}


def in_json(parameters: dict[str, str], name: str = "clk_wiz_0", kind: str = "clk_wiz") -> str:
    values = {key: [{"value": value, "resolve_type": "user"}] for key, value in parameters.items()}
    return json.dumps({"schema": "xilinx.com:schema:json_instance:1.0",
                       "ip_inst": {"xci_name": name, "component_reference": f"xilinx.com:ip:{kind}:6.0", "parameters": {"component_parameters": values}}})


def in_xml(parameters: dict[str, str], name: str = "clk_wiz_0", kind: str = "clk_wiz") -> str:
    values = "".join(f'<spirit:configurableElementValue spirit:referenceId="PARAM_VALUE.{key}">{value}</spirit:configurableElementValue>\n'
                     for key, value in parameters.items())
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<spirit:design xmlns:spirit="x">\n<spirit:vendor>xilinx.com</spirit:vendor>\n'
            f'<spirit:instanceName>{name}</spirit:instanceName>\n'
            f'<spirit:componentRef spirit:vendor="xilinx.com" spirit:library="ip" spirit:name="{kind}" spirit:version="5.4"/>\n'
            f'<spirit:configurableElementValue spirit:referenceId="PARAM_VALUE.EMPTY"/>\n'
            f'<spirit:configurableElementValue spirit:referenceId="MODELPARAM_VALUE.PRIM_IN_FREQ">7</spirit:configurableElementValue>\n{values}</spirit:design>')


class ClockingWizardTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name).resolve()

    def written(self, text: str) -> str:
        """The module that is made."""
        path = self.folder / "clocks.xci"
        path.write_text(text)
        return write_clocking_wizard(path, self.folder / "made").read_text()

    def complaint(self, text: str) -> str:
        with self.assertRaises(DescriptionError) as caught:
            self.written(text)
        return str(caught.exception)

    def test_both_forms_say_the_same(self):
        for form in (in_json, in_xml):
            with self.subTest(form=form.__name__):
                path = self.folder / "clocks.xci"
                path.write_text(form(PARAMETERS))
                ip = read_ip(path)
                self.assertEqual((ip.kind, ip.name, ip.parameters), ("clk_wiz", "clk_wiz_0", PARAMETERS))
                self.assertEqual([ratio_of(ip, 1), ratio_of(ip, 2)], [Fraction(1, 2), Fraction(1, 8)])
        self.assertEqual(self.written(in_json(PARAMETERS)), self.written(in_xml(PARAMETERS)))

    def test_its_pins_are_those_that_are_configured(self):
        for changes, pins in (
                ({}, ["output clk_out1", "output clk_out2", "input reset", "output locked", "input clk_in1"]),
                ({"CLKOUT2_USED": "false", "USE_RESET": "false", "USE_LOCKED": "false"}, ["output clk_out1", "input clk_in1"]),
                ({"RESET_TYPE": "ACTIVE_LOW", "RESET_PORT": "resetn", "PRIM_SOURCE": "Differential_clock_capable_pin"},
                 ["output clk_out1", "output clk_out2", "input resetn", "output locked", "input clk_in1_p", "input clk_in1_n"]),
                ({"CLK_OUT1_PORT": "clk_50", "CLKOUT1_DRIVES": "BUFGCE", "PRIMARY_PORT": "sys", "LOCKED_PORT": "ok"},
                 ["output clk_50", "input clk_50_ce", "output clk_out2", "input reset", "output ok", "input sys"])):
            with self.subTest(changes=changes):
                text = self.written(in_json(PARAMETERS | changes))
                self.assertEqual(text.split("(\n", 1)[1].split("\n);")[0].replace("    ", "").split(",\n"), pins)

    def test_its_outputs_have_ratio_phase_and_the_period_of_the_input(self):
        text = self.written(in_xml(PARAMETERS))
        self.assertIn("#(.MULTIPLY(1), .DIVIDE(2), .PHASE(0), .PERIOD(10000)) output_1 (.in(rig_in), .out(clk_out1));", text)
        self.assertIn("#(.MULTIPLY(1), .DIVIDE(8), .PHASE(270), .PERIOD(10000)) output_2 (.in(rig_in), .out(clk_out2));", text)
        self.assertIn(".reset(reset)", text)
        self.assertIn(".reset(~reset)", self.written(in_xml(PARAMETERS | {"RESET_TYPE": "ACTIVE_LOW"})))

    def test_what_an_older_one_does_not_say_is_as_usual(self):
        few = {key: value for key, value in PARAMETERS.items() if key.startswith("MMCM_CLKFBOUT") or key == "MMCM_CLKOUT0_DIVIDE_F"}
        text = self.written(in_xml(few, name="clock"))
        self.assertIn("module clock (\n    output clk_out1,\n    input reset,\n    output locked,\n    input clk_in1\n);", text)
        self.assertIn(".MULTIPLY(1), .DIVIDE(2), .PHASE(0), .PERIOD(0)", text)

    def test_what_is_wrong_is_told_with_the_file_and_the_parameter(self):
        for text, said in (
                (in_json(PARAMETERS, kind="fifo_generator"), "is an IP of the kind \"fifo_generator\"; of Vivado's only clk_wiz has a stand-in."),
                (in_json(PARAMETERS | {"USE_DYN_RECONFIG": "true"}), "USE_DYN_RECONFIG: found \"true\", expected \"false\""),
                (in_xml(PARAMETERS | {"FEEDBACK_SOURCE": "FDBK_OFFCHIP"}), "FEEDBACK_SOURCE: found \"FDBK_OFFCHIP\", expected \"FDBK_AUTO\""),
                (in_json(PARAMETERS | {"MMCM_CLKFBOUT_MULT_F": "1e9"}), "MMCM_CLKFBOUT_MULT_F: found \"1e9\", expected a number."),
                (in_json(PARAMETERS | {"MMCM_CLKOUT1_PHASE": "east"}), "MMCM_CLKOUT1_PHASE: found \"east\", expected a number of degrees."),
                (in_json(PARAMETERS | {"MMCM_CLKOUT1_DIVIDE": "0"}), "clk_out2 is 73/8 / 0 times its input; both must be positive."),
                (in_json(PARAMETERS | {"LOCKED_PORT": "x); endmodule"}), "LOCKED_PORT: found \"x); endmodule\", expected the name of a pin."),
                (in_json(PARAMETERS, name="x y"), "found \"x y\" as its name"),
                (in_json({key: value for key, value in PARAMETERS.items() if key != "MMCM_CLKOUT1_DIVIDE"}), "MMCM_CLKOUT1_DIVIDE: missing"),
                ("{}", "cannot be read as Vivado's .xci (KeyError: 'ip_inst')"), ('{"a":' * 99_999, "cannot be read as Vivado's .xci"),
                ('{"ip_inst": [1]}', "cannot be read as Vivado's .xci"), ("<x/>", "no spirit:componentRef"), ("", "no spirit:componentRef")):
            with self.subTest(said=said):
                found = self.complaint(text)
                self.assertIn(f"{self.folder}/clocks.xci: ", found)
                self.assertIn(said, found)


if __name__ == "__main__":
    unittest.main()
