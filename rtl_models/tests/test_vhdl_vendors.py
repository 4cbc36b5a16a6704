"""The packages of vendors' cells that VHDL names, made of the stand-ins."""

import tempfile
import unittest
from pathlib import Path

from model_builder.description import STUBS
from model_builder.tools import run
from model_builder.vhdl import GHDL_FLAGS, ghdl
from model_builder.vhdl_vendors import PACKAGES, booleans_of, component_of, vendor_packages, with_words_for_booleans

# A declaration in Verilog, and what must stand in the component.
GENERICS = (
    ("parameter WIDTH = 8", "WIDTH : integer := 8"),
    ("parameter integer SHIFT = -3", "SHIFT : integer := -3"),
    ("parameter WORDS = 2 ** WIDTH", "WORDS : integer := integer'low"),
    ("parameter real PERIOD = 10", "PERIOD : real := 10.0"),
    ("parameter MODE = \"NONE\"", "MODE : string := \"NONE\""),
    ("parameter WAITS = \"FALSE\"", "WAITS : boolean := FALSE"),
    ("parameter JF = 16'hc080", "JF : bit_vector(15 downto 0) := \"1100000010000000\""),
    ("parameter [3:0] INIT = 5", "INIT : bit_vector(3 downto 0) := \"0101\""),
    ("parameter INIT = 1'b1", "INIT : bit := '1'"),
)
PORTS = (
    ("input I", "I : in std_logic"),
    ("input tri0 CE", "CE : in std_logic := '0'"),
    ("input tri1 [7:0] D", "D : in std_logic_vector(7 downto 0) := (others => '1')"),
    ("output [WIDTH - 1:0] Q", "Q : out std_logic_vector(WIDTH - 1 downto 0)"),
    ("output reg O", "O : out std_logic"),
    ("inout IO", "IO : inout std_logic"),
)


class VhdlVendorsTest(unittest.TestCase):
    def test_each_kind_of_parameter_and_port_has_its_type(self):
        for verilog, vhdl in GENERICS:
            with self.subTest(verilog=verilog):
                self.assertIn(f"generic ({vhdl});", component_of(f"module cell_m #({verilog}) (input A); endmodule", has_booleans=True))
        for verilog, vhdl in PORTS:
            with self.subTest(verilog=verilog):
                self.assertIn(f"port ({vhdl});", component_of(f"// a cell\nmodule cell_m ({verilog}); endmodule", has_booleans=True))

    def test_a_port_without_a_type_has_that_of_the_one_before(self):
        self.assertIn("port (A : in std_logic;\n          B : in std_logic;\n          Y : out std_logic);",
                      component_of("module m (input A, B, output Y); endmodule", has_booleans=False))

    def test_only_xilinx_has_booleans(self):
        self.assertIn("WAITS : string := \"FALSE\"", component_of("module m #(parameter WAITS = \"FALSE\") (input A); endmodule", has_booleans=False))

    def test_ghdl_reads_the_package_of_each_vendor(self):
        with tempfile.TemporaryDirectory() as folder:
            packages = vendor_packages(set(PACKAGES) | {"ieee", "parts"}, Path(folder))
            self.assertEqual(set(packages), set(PACKAGES))
            for library, files in packages.items():
                with self.subTest(library=library):
                    result = run([ghdl(), "-a", *GHDL_FLAGS, f"--work={library}", f"--workdir={folder}", *map(str, files)])
                    self.assertEqual(result.returncode, 0, result.stderr)
                    cells = {path.stem for path in (STUBS / PACKAGES[library][1]).glob("*.v")}
                    self.assertTrue(all(f"component {cell} is" in files[0].read_text() for cell in cells))

    def test_a_boolean_becomes_a_text_and_what_nobody_set_is_left_out(self):
        words = "BUFX #(\n    .WAITS(1'b0),\n    .FAST(1'b1),\n    .OTHER(1'b1),\n    .WORDS(32'b1" + 31 * "0" + "))\n    u ("
        self.assertEqual(with_words_for_booleans(words, {"waits", "fast"}), "BUFX #(\n    .WAITS(\"FALSE\"),\n    .FAST(\"TRUE\"),\n    .OTHER(1'b1))\n    u (")

    def test_booleans_are_those_of_stand_ins(self):
        vhdl = "component BUFG is generic (SLOW : boolean := false); end component; component mine is generic (QUICK : boolean); end component;"
        self.assertEqual(booleans_of(vhdl), {"slow"})


if __name__ == "__main__":
    unittest.main()
