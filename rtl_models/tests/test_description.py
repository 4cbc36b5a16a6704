"""What a description may say, and how a wrong one is told."""

import tempfile
import unittest
from pathlib import Path

from model_builder.description import read_description
from model_builder.errors import DescriptionError

GOOD = """name = "player"
top = "player_top"
sources = ["player.sv"]

[clock]
pin = "clk_i"
hz = 50_000_000

[uart]
rx = "rx_i"
tx = "tx_o"
baud = 115200
"""


class DescriptionTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name).resolve()
        (self.folder / "player.sv").write_text("module player_top; endmodule\n")
        (self.folder / "clocks.xci").write_text("")

    def read(self, text: str):
        path = self.folder / "player.toml"
        path.write_text(text)
        return read_description(path)

    def complaint(self, text: str) -> str:
        with self.assertRaises(DescriptionError) as caught:
            self.read(text)
        return str(caught.exception)

    def inherit(self, base: str, text: str):
        (self.folder / "base.toml").write_text(base)
        return self.read(f'inherits = "base.toml"\n{text}')

    def test_what_it_does_not_say_is_as_in_the_one_it_inherits(self):
        base = GOOD + '[faults]\npin = "fault_i"\n[faults.values]\nlate = 1\nmute = 2\n'
        ours = 'name = "slow"\n[clock]\nhz = 5_000_000\n[faults]\nwithout = ["mute"]\n[faults.values]\nloud = 3\n'
        description = self.inherit(base, ours)
        self.assertEqual((description.name, description.top, description.clock_pin), ("slow", "player_top", "clk_i"))
        self.assertEqual((description.clock_hz, description.baud), (5_000_000, 115200))
        self.assertEqual(description.faults, {"late": 1, "loud": 3})
        self.assertEqual(description.inherited, [self.folder / "base.toml"])

    def test_a_mistake_that_is_inherited_is_told_where_it_stands(self):
        with self.assertRaises(DescriptionError) as caught:
            self.inherit(GOOD.replace("hz = 50_000_000", "hz = true"), "")
        self.assertIn("base.toml:7: clock.hz: found true", str(caught.exception))
        with self.assertRaises(DescriptionError) as caught:
            self.inherit(GOOD, "[clock]\nhz = false\n")
        self.assertIn("player.toml:3: clock.hz: found false", str(caught.exception))

    def test_a_description_inherits_one_beside_it_and_not_itself(self):
        for name in ("../base.toml", "nowhere.toml"):
            self.assertIn("in the same folder", self.complaint(f'inherits = "{name}"\n{GOOD}'))
        self.assertIn("which inherits this description", self.complaint(f'inherits = "player.toml"\n{GOOD}'))
        with self.assertRaises(DescriptionError) as caught:
            self.inherit(GOOD, '[faults]\nwithout = ["late"]\n')
        self.assertIn("expected a fault of the description that is inherited", str(caught.exception))

    def test_what_is_left_out_has_its_usual_value(self):
        description = self.read(GOOD)
        self.assertEqual(description.sources, [self.folder / "player.sv"])
        self.assertEqual((description.clock_hz, description.baud), (50_000_000, 115200))
        self.assertEqual((description.reset_pin, description.reset_cycles), (None, 0))
        self.assertEqual((description.contest, description.settle_ns, description.faults), ("", None, {}))

    def test_every_table_is_read(self):
        description = self.read(GOOD + """
[reset]
pin = "rst_ni"
active = 0
[power_on]
settle = 0.0025
registers = "zero"
[capacity]
columns = 254
rows = 100
[parameters]
DEPTH = 4
[ties]
switches_i = 3
[faults]
pin = "fault_i"
[faults.values]
late = 1
""")
        self.assertEqual((description.reset_pin, description.reset_active, description.reset_cycles), ("rst_ni", 0, 4))
        self.assertEqual((description.settle_ns, description.registers), (2_500_000, "zero"))
        self.assertEqual(description.capacity, {"columns": 254, "rows": 100})
        self.assertEqual((description.parameters, description.ties), ({"DEPTH": 4}, {"switches_i": 3}))
        self.assertEqual((description.fault_pin, description.fault_parameter, description.faults),
                         ("fault_i", None, {"late": 1}))

    def test_a_library_has_files_of_its_own_and_may_have_all(self):
        for name in ("parts.vhd", "rtl/more.vhdl"):
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / name).write_text("")
        libraries = '[libraries]\nparts = ["parts.vhd"]\nPoC = ["rtl/more.vhdl"]\n'
        description = self.read(GOOD + libraries)
        self.assertEqual(description.libraries, {"parts": [self.folder / "parts.vhd"], "poc": [self.folder / "rtl/more.vhdl"]})
        self.assertEqual(description.all_sources, [self.folder / name for name in ("parts.vhd", "rtl/more.vhdl", "player.sv")])
        self.assertEqual(self.read(GOOD.replace('["player.sv"]', "[]") + libraries).sources, [])

    def test_a_reset_is_active_high_for_four_clocks_unless_it_says_otherwise(self):
        description = self.read(GOOD + "[reset]\npin = \"rst_i\"\n")
        self.assertEqual((description.reset_active, description.reset_cycles), (1, 4))

    def test_a_clock_may_come_from_an_oscillator_inside_of_the_device(self):
        inside = GOOD.replace("pin = \"clk_i\"", "from = \"oscillator\"")
        description = self.read(inside)
        self.assertEqual((description.clock_pin, description.clock_hz), ("", 50_000_000))
        inside = inside.replace("hz = 50_000_000\n", "")  # as its cell's parameters have it
        self.assertEqual(self.read(inside).clock_hz, 0)
        two = inside.replace("[clock]", "[[clock]]").replace("[uart]", "[[clock]]\npin = \"b\"\nhz = 25_000_000\n[uart]")
        self.assertIn("the key \"hz\" (an integer from 1 to 4294967295) is missing in [clock]", self.complaint(two))

    def test_what_vivado_knows_of_an_ip_is_among_the_sources(self):
        description = self.read(GOOD.replace("[\"player.sv\"]", "[\"player.sv\", \"clocks.xci\"]"))
        self.assertEqual([path.name for path in description.sources], ["player.sv"])
        self.assertEqual([path.name for path in description.ips], ["clocks.xci"])

    def test_a_mark_of_byte_order_as_windows_writes_it_is_ignored(self):
        self.assertEqual(self.read("\ufeff" + GOOD).name, "player")

    def test_a_mistake_is_told_by_line_and_key(self):
        for old, new, said in (
                ("hz = 50_000_000", "hz = true", "player.toml:7: clock.hz: found true, expected an integer from 1"),
                ("hz = 50_000_000", "mhz = 50", "player.toml:7: clock.mhz: unknown key. Known here: pin, hz, from."),
                ("hz = 50_000_000", "from = \"oscillator\"", "player.toml:7: clock.from: found beside `pin`; a clock has one origin."),
                ("pin = \"clk_i\"", "from = \"osc\"", "player.toml:6: clock.from: found \"osc\", expected \"oscillator\"."),
                ("pin = \"clk_i\"\n", "", "player.toml:5: the key \"pin\" (a pin, as in \"clk\" or \"GPIO[3]\") is missing in [clock]"),
                ("sources = [\"player.sv\"]", "sources = [\"clocks.xci\"]", "sources: found no file of the design's own, expected at least one."),
                ("top =", "stubs = [\"SB_PL40_CORE\"]\ntop =", "player.toml:2: stubs: found \"SB_PL40_CORE\", expected a vendor (some of altera, gowin, "
                 "lattice, xilinx) or a cell that has a stand-in (rtl_models/README.md lists them). Is \"SB_PLL40_CORE\" meant?"),
                ("rx = \"rx_i\"", "rx = \"a b\"", "player.toml:10: uart.rx: found \"a b\", expected a pin, as in"),
                ("baud = 115200", "baud = 6_250_001", "uart.baud: found 6250001, expected at most an eighth of the clock (6250000)"),
                ("[\"player.sv\"]", "[]", "player.toml:3: sources: found an empty list"),
                ("player.sv", "src\\top.sv", ".sv). A backslash begins an escape: write paths with \"/\"."),
                ("player.sv", "plyer.sv", "there is no file \"plyer.sv\""),
                ("[uart]", "[power_on]\nregisters = \"one\"\n[uart]", "power_on.registers: found \"one\", expected one of random, zero."),
                ("[uart]", "[[uart]]", "uart: found [{"),
                ("[uart]", "[libraries]\nieee = []\n[uart]", "player.toml:10: libraries.ieee: found \"ieee\" as a name, expected that of a library"),
                ("[uart]", "[libraries]\na = []\nA = []\n[uart]", "player.toml:11: libraries.A: found \"A\" as a name, expected that of a library of VHDL, each once"),
                ("[uart]", "[libraries]\n\"a b\" = []\n[uart]", "player.toml:10: libraries.a b: found \"a b\" as a name"),
                ("[uart]", "[libraries]\na = [\"player.sv\"]\n[uart]", "player.toml:10: libraries.a: found player.sv, expected VHDL"),
                ("[uart]", "[libraries]\na = [\"a.vhd\"]\n[uart]", "player.toml:10: libraries.a: there is no file \"a.vhd\""),
                ("[uart]", "[parameters]\n\"A --exe\" = 1\n[uart]", "found \"A --exe\" as a name, expected a Verilog identifier."),
                ("[uart]", "[defines]\nA = \"\\u0000\"\n[uart]", "defines.A: found \"\\u0000\", expected an integer, a boolean"),
                ("[uart]", "[defines]\n\"A+B\" = 1\n[uart]", "player.toml:10: defines.A+B: found \"A+B\" as a name"),
                ("top = \"player_top\"\n", "", "the key \"top\" (a Verilog identifier) is missing at the top")):
            with self.subTest(new=new):
                self.assertIn(said, self.complaint(GOOD.replace(old, new)))

    def test_data_files_are_the_designs_own(self):
        for place in ("elsewhere/rom.hex", "design/link.hex"):
            with self.subTest(place), tempfile.TemporaryDirectory() as folder:
                other, design, sources = (Path(folder, name) for name in ("elsewhere", "design", "rtl"))
                for each in (other, design, sources / "mem"):
                    each.mkdir(parents=True)
                (other / "rom.hex").write_text("00")
                (sources / "mem/rom.hex").write_text("00")
                (design / "link.hex").symlink_to(other / "rom.hex")
                (sources / "player.sv").write_text("module player_top; endmodule")
                text = GOOD.replace("[\"player.sv\"]", "[\"../rtl/player.sv\"]\nfiles = [\"%s\"]")
                (design / "player.toml").write_text(text % "../rtl/mem/rom.hex")
                self.assertEqual(read_description(design / "player.toml").files, [(sources / "mem/rom.hex").resolve()])
                (design / "player.toml").write_text(text % f"../{place}")
                with self.assertRaisesRegex(DescriptionError, "player.toml:4: files: found .*elsewhere/rom.hex, which a design may not read"):
                    read_description(design / "player.toml")

    def test_a_source_may_be_one_of_the_rigs_designs(self):
        description = self.read(GOOD.replace('["player.sv"]', '["rig:uart/uart_rx.sv", "player.sv"]\ninclude_dirs = ["rig:uart"]'))
        designs = Path(__file__).resolve().parents[1]
        self.assertEqual(description.sources, [designs / "uart/uart_rx.sv", self.folder / "player.sv"])
        self.assertEqual(description.include_dirs, [designs / "uart"])
        for source, said in (("rig:uart/uart_rz.sv", "player.toml:3: sources: there is no file \"rig:uart/uart_rz.sv\" (looked for "),
                             ("rig:../player.sv", "player.toml:3: sources: found \"rig:../player.sv\", expected a path below the rig's"),
                             ("rig:/etc/hostname", "found \"rig:/etc/hostname\", expected a path below the rig's designs")):
            with self.subTest(source):
                self.assertIn(said, self.complaint(GOOD.replace("player.sv", source)))

    def test_a_rate_of_an_eighth_of_the_clock_will_do(self):
        self.assertEqual(self.read(GOOD.replace("115200", "6_250_000")).baud, 6_250_000)

    def test_what_is_no_toml_is_told(self):
        self.assertIn("is not TOML", self.complaint("name = player"))

    def test_what_would_hurt_the_parser_is_refused_at_its_line(self):
        for text, said in (
                ("\na" + ".a" * 40_000 + " = 1", "player.toml:2: found what is nested 40000 deep, expected at most 32."),
                ("[a" + ".'a'" * 33 + "]", "player.toml:1: found what is nested 33 deep"),
                ("x = 'a'\na = " + "[" * 40_000, "player.toml:2: found what is nested 33 deep"),
                ("".join(f"[t{i}]\n" for i in range(90_000)), "player.toml:10001: found 10001 keys"),
                ("#" + "x" * (1 << 20), "found 1048577 bytes, expected at most 1048576.")):
            with self.subTest(text=text[:20]):
                self.assertIn(said, self.complaint(text))

    def test_brackets_and_dots_in_strings_and_comments_do_not_count(self):
        odd = "[{." * 40
        self.read(f"# {odd}'\n" + GOOD.replace('"player"', f'"player" # "{odd}') + f"[defines]\nA = '{odd}'\nB = \"\"\"\\\n{odd}\"\"\"\n")

    def test_what_is_no_text_is_told(self):
        path = self.folder / "player.toml"
        path.write_bytes(b"name = \"\xff\"")
        with self.assertRaisesRegex(DescriptionError, "is not text in UTF-8"):
            read_description(path)


if __name__ == "__main__":
    unittest.main()
