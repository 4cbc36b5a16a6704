"""Which library a VHDL file is found to belong to, by the projects of vendors' tools and by how the sources use it."""

import tempfile
import unittest
from pathlib import Path

from design_reader.folder import read_design
from design_reader.libraries import libraries_of

TOP = """library parts;
use parts.levels.all;
entity top is port (clk, rx : in bit; tx : out bit); end;
architecture rtl of top is begin
  u : entity parts.leaf port map (clk, rx, tx);
end;
"""
LEAF = """library parts;
use parts.levels.all;
entity leaf is port (clk, rx : in bit; tx : out bit); end;
"""
FILES = {
    "top.vhd": TOP,
    "parts/levels.vhd": "package levels is constant IDLE : bit := '1'; component inner is port (d : in bit; q : out bit); end component; end;\n",
    "parts/leaf.vhd": LEAF,
    "parts/leaf_rtl.vhd": "use work.more.all;\narchitecture rtl of leaf is begin i : inner port map (rx, tx); end;\n",
    "parts/more.vhd": "package more is constant ONE : integer := 1; end;\n",
    "parts/inner.vhd": "entity inner is port (d : in bit; q : out bit); end;\narchitecture rtl of inner is begin q <= d; end;\n",
}
PARTS = {"parts/levels.vhd", "parts/leaf.vhd", "parts/leaf_rtl.vhd", "parts/more.vhd", "parts/inner.vhd"}
# What a project says, by its file's name, and the files that are then in `named`.
PROJECTS = (
    ("board.qsf", "set_global_assignment -name VHDL_FILE parts/leaf.vhd -library named\nset_global_assignment -name VHDL_FILE top.vhd\n"
                  "# set_global_assignment -name VHDL_FILE parts/more.vhd -library named\n", {"parts/leaf.vhd"}),
    ("parts/ip.qip", "set_global_assignment -library \"named\" -name VHDL_FILE [file join $::quartus(qip_path) \"leaf.vhd\"]\n", {"parts/leaf.vhd"}),
    ("board.xpr", "<File Path=\"$PPRDIR/../parts/leaf.vhd\">\n <FileInfo>\n  <Attr Name=\"Library\" Val=\"named\"/>\n </FileInfo>\n</File>\n"
                  "<File Path=\"$PPRDIR/../parts/more.vhd\">\n <FileInfo/>\n</File>\n", {"parts/leaf.vhd"}),
    ("build.tcl", "# see [1\nread_vhdl -library named {\n  parts/leaf.vhd\n  parts/more.vhd }\n# read_vhdl -library named parts/inner.vhd\n", {"parts/leaf.vhd", "parts/more.vhd"}),
    ("hw/build.tcl", "add_files [glob ../parts/*.vhd]\nset_property library named [get_files [glob ../parts/le*.vhd]]\n",
     {"parts/levels.vhd", "parts/leaf.vhd", "parts/leaf_rtl.vhd", "parts/inner.vhd"}),  # the last by its component
    ("build.tcl", "read_vhdl -vhdl2008 -library named \\\n  /home/team/old/parts/leaf.vhd\n", {"parts/leaf.vhd"}),
    ("project.tcl", "set file \"$origin_dir/../parts/leaf.vhd\"\nset file_obj [get_files -of_objects [get_filesets sources_1] [list \"*$file\"]]\n"
                    "set_property -name \"library\" -value \"named\" -objects $file_obj\n", {"parts/leaf.vhd"}),
    ("board.prj", "vhdl named \"parts/leaf.vhd\"\nvhdl work \"top.vhd\"\nverilog named \"x.v\"\n", {"parts/leaf.vhd"}),
)


class VhdlLibrariesTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name).resolve()

    def found(self, files: dict[str, str], top: str = "top"):
        """The files of each library, why, and which are of `work` all the same."""
        for name, text in files.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text)
        design = read_design([self.folder])
        libraries = libraries_of(design, design.made_of(design.modules[top]))
        files = {library: {path.relative_to(self.folder).as_posix() for path in paths} for library, paths in libraries.files.items()}
        return files, libraries.why, {path.relative_to(self.folder).as_posix() for path in libraries.of_work}

    def test_what_is_used_through_a_library_is_in_it_and_so_is_what_that_uses(self):
        files, why, of_work = self.found(FILES)
        self.assertEqual(files, {"parts": PARTS})
        self.assertEqual((why["parts"], of_work), ("top.vhd:2 uses parts.levels", set()))

    def test_what_a_component_of_the_library_uses_is_in_it(self):
        top = TOP.replace("u : entity parts.leaf port map (clk, rx, tx)", "u : inner port map (rx, tx)")
        inner = "use work.more.all;\n" + FILES["parts/inner.vhd"]
        self.assertEqual(self.found(FILES | {"top.vhd": top, "parts/inner.vhd": inner})[0], {"parts": {"parts/levels.vhd", "parts/inner.vhd", "parts/more.vhd"}})

    def test_a_library_that_no_file_here_is_of_has_none(self):
        vendors = "library ieee, unisim;\nuse ieee.std_logic_1164.all;\nuse unisim.vcomponents.all;\n" + TOP.replace("parts", "work").replace("library work;", "")
        leaf = LEAF.replace("library parts;", "").replace("parts", "work")
        self.assertEqual(self.found(FILES | {"top.vhd": vendors, "parts/leaf.vhd": leaf})[0], {})

    def test_a_package_in_a_file_of_the_library_and_of_work_is_in_both(self):
        top = TOP + "use work.more.all;\nentity other is port (q : out bit); end;\n"
        files, _, of_work = self.found(FILES | {"top.vhd": top})
        self.assertEqual((files["parts"], of_work), (PARTS, {"parts/more.vhd"}))

    def test_what_a_project_says_goes_before_a_guess(self):
        for name, text, expected in PROJECTS:
            with self.subTest(text=text):
                self.setUp()
                used = {"top.vhd": TOP.replace("levels.all;", "levels.all;\nuse parts.more.all;"),
                        "parts/leaf_rtl.vhd": FILES["parts/leaf_rtl.vhd"].replace("use work.more.all;", "")}
                files, why, _ = self.found(FILES | used | {name: text})
                self.assertEqual(files["named"], expected)
                self.assertRegex(why["named"], rf"^{name}:\d+ says so$")

    def test_the_vendors_names_for_work_are_work(self):
        xpr = "".join(f"<File Path=\"$PPRDIR/{name}\"><Attr Name=\"Library\" Val=\"xil_defaultlib\"/></File>\n" for name in FILES)
        self.assertEqual(self.found(FILES | {"board.xpr": xpr})[0], {})


if __name__ == "__main__":
    unittest.main()
