"""Texts made from good ones by chance: a description is read or refused with a sentence, and so are a design's sources."""

import contextlib
import io
import random
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from design_reader.cli import main
from model_builder.description import read_description
from model_builder.errors import DescriptionError

DUTS = Path(__file__).resolve().parent.parent.parent / "fixtures/duts"
ODD = ["\x00", "\\u0000", "\"", "'", "\\", "[", "]]", "{", "}", "=", "\n", "#", "-", ".", "1e999", "99999999999999999999", "true",
       "[[clock]]", "[uart]", "(", ")", ";", "begin", "endmodule", "/*", "*/", "`", "é", "\ud7ff", "inf", "nan"]
SEED = 1


def changed(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 4)):
        begin = chance.randint(0, len(text))
        end = min(len(text), begin + chance.randint(0, 40))
        match chance.randint(0, 4):
            case 0:
                text = text[:begin] + text[end:]
            case 1:
                text = text[:begin] + text[begin:end] + text[begin:]
            case 2:
                text = text[:begin] + chance.choice(ODD) + text[begin:]
            case 3:
                text = text[:begin] + chance.choice(ODD) + text[end:]
            case 4:
                lines = text.splitlines(keepends=True)
                chance.shuffle(lines)
                text = "".join(lines)
    return text


class AnyTextTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name).resolve()

    def test_a_description_is_read_or_refused_with_a_sentence(self):
        chance = random.Random(SEED)
        for description in sorted(DUTS.glob("*/*.toml")):
            shutil.copytree(description.parent, self.folder / description.parent.name)
            path = self.folder / description.parent.name / description.name
            for number in range(150):
                text = changed(description.read_text(), chance)
                path.write_text(text)
                with self.subTest(description=description.name, number=number, seed=SEED, text=text):
                    try:
                        read_description(path)
                    except DescriptionError as refused:
                        self.assertIn(description.name, str(refused))

    def test_a_design_is_read_or_refused_with_a_sentence(self):
        chance = random.Random(SEED)
        for board in sorted(folder for folder in DUTS.iterdir() if folder.is_dir()):
            copy = self.folder / board.name
            shutil.copytree(board, copy)
            files = [file for file in sorted(copy.rglob("*")) if file.suffix in (".v", ".sv", ".vhd", ".xdc", ".qsf", ".pcf", ".lpf", ".cst", ".sdc")]
            for number in range(15):
                file = chance.choice(files)
                good = file.read_text()
                text = changed(good, chance)
                file.write_text(text)
                words = ["new_dut", str(copy), "--contest", "icfpt2014", "--baud", "115200", "--output", str(self.folder / "new.toml"), "--force"]
                with self.subTest(file=file.name, number=number, seed=SEED, text=text), mock.patch.object(sys, "argv", words), \
                        contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
                    status = main()
                    self.assertIn(status, (0, 1, 2), said.getvalue())
                    self.assertTrue(status == 0 or said.getvalue().strip(), "it says why")
                file.write_text(good)


if __name__ == "__main__":
    unittest.main()
