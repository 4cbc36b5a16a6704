"""Which files a model opens and is made from: none but those that its description lists."""

from model_builder.errors import DescriptionError
from workshop import Workshop

PLAYER = """module player (input clk, input rx, output reg tx);
  %s
  always @(posedge clk) tx <= rx;
endmodule
"""
WRITER = """integer file;
  initial begin
    file = $fopen("%s", "%s");
    $fwrite(file, "changed");
    $fclose(file);
  end"""
MEMORY = "reg [7:0] rom [0:1]; initial begin $readmemh(\"%s\", rom); if (rom[0] != 8'h2a) $fatal(1, \"no 2a\"); end"


class FilesTest(Workshop):
    def setUp(self):
        super().setUp()
        self.elsewhere = self.folder / "elsewhere.hex"
        self.elsewhere.write_text("2a 2b\n")

    def test_a_file_that_a_design_writes_stays_as_it_was(self):
        for mode in ("w", "a", "r+"):
            with self.subTest(mode):
                board = self.built({"player.sv": PLAYER % (WRITER % (self.elsewhere, mode))})
                board.run(100, 1)
                self.assertEqual(self.elsewhere.read_text(), "2a 2b\n")

    def test_a_listed_file_cannot_be_written_either(self):
        self.built({"player.sv": PLAYER % (WRITER % ("elsewhere.hex", "w"))}, keys="files = [\"elsewhere.hex\"]").run(100, 1)

    def test_a_memory_from_a_file_that_is_not_listed_makes_no_model(self):
        design = {"player.sv": PLAYER % (MEMORY % self.elsewhere)}
        with self.assertRaisesRegex(DescriptionError, "readmem file not found"):
            self.built(design)
        self.built(design, keys="files = [\"elsewhere.hex\"]")

    def test_a_source_in_another_language_is_not_compiled(self):
        self.built({"player.sv": PLAYER % "", "more.cpp": "#error compiled\n"})
