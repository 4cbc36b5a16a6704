"""What the shell scripts are told of a description, read back by the shell."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from test_description import GOOD

MODEL_SH = Path(__file__).resolve().parent.parent / "model.sh"
SCRIPT = f""". {MODEL_SH}
model "$1"
printf '<%s>' "$name" "$top" "$fault_parameter" "${{sources[@]}}"
"""


class ForShellTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name).resolve()
        for name in ("player.sv", "it's $HOME.sv"):
            (self.folder / name).write_text("")

    def model(self, text: str) -> subprocess.CompletedProcess:
        (self.folder / "player.toml").write_text(text)
        return subprocess.run(["bash", "-c", SCRIPT, "lint", "player.toml"], cwd=self.folder, capture_output=True,
                              text=True, check=False)

    def test_the_shell_knows_what_the_description_says(self):
        self.assertEqual(self.model(GOOD).stdout, "<player><player_top><><player.sv>")

    def test_what_awk_and_sed_would_misread_is_read(self):
        text = GOOD.replace("[\"player.sv\"]", "[ # ] both\n  'player.sv',\n  \"it's $HOME.sv\" ]")
        text += "[faults]\npin = 'fault_i'\nparameter = 'FAULTS'\nvalues.late = 1\n"
        self.assertEqual(self.model(text).stdout, "<player><player_top><FAULTS><player.sv><it's $HOME.sv>")

    def test_a_wrong_description_ends_the_script(self):
        result = self.model(GOOD.replace("player.sv", "plyer.sv"))
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("there is no file \"plyer.sv\"", result.stderr)


if __name__ == "__main__":
    unittest.main()
