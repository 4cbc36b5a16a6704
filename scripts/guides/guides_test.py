"""What is read of a guide, and what of an output is taken for what a guide shows."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from guides.blocks import WrongGuide, blocks_in  # noqa: E402
from guides.matching import difference  # noqa: E402
from guides.session import ROOT  # noqa: E402

A = "✓ Pass.WhenItMust   passes   1.73 ms / 1 s"
B = "✗ Line.AfterBreak   ignores a break"
B_MORE = "    why it failed"
C = "– Game.Over   not applicable"

ALIKE = [  # shown, printed
    ("one", "one"),
    ("", ""),
    ("one\ntwo", "\none\ntwo\n\n"),
    ("a … c", "a b c"),
    ("…", "anything\nat all"),
    ("…", ""),
    ("one\n…\nlast", "one\ntwo\nthree\nlast"),
    ("one\n…\nlast", "one\nlast"),
    ("…\nlast", "last\nfirst\nlast"),
    ("  … (3 lines, one for each case)\nend", "a\nb\nc\nend"),
    (f"{A}\n{B}\n{B_MORE}", f"{B}\n{B_MORE}\n{A}"),
    (f"title\n{A}\n{C}\n…\nend", f"title\n{C}\n{B}\n{B_MORE}\n{A}\nend"),
    ("took      3.24 s; simulated 70.7 s: 1090 Mcycles/s", "took      12 s; simulated 70.7 s: 88.1 Mcycles/s"),
    ("serving on /tmp/board (/dev/pts/1)", "serving on /tmp/board (/dev/pts/23)"),
    ("began 2026-11-27T08:00:12Z", "began 2031-01-01T00:00:00Z"),
    ("     9.22 ms  board 1 is sent", "      1.01 s  board 1 is sent"),
    ("next: …/scripts/certify", "next: scripts/certify"),
    ("  sandbox   bubblewrap: own files", "  sandbox   none: this machine has none"),
    ("key f446…, mine", "key 0123456789abcdef, mine"),
]
DIFFERENT = [
    ("one", "two"),
    ("one", ""),
    ("", "one"),
    ("one", "one\ntwo"),
    ("one\ntwo", "one"),
    ("max 1.73 ms", "max 1.74 ms"),  # simulated time is exact
    ("one\n…\nlast", "one\nlast\nmore"),
    (f"{A}\n{B}", A),
    (A, f"{A}\n{B}"),
    (f"{A}\n…", f"{B}\n{C}"),
    ("a … c", "a b d"),
]
TEXT = """# Guide
<!-- first: mkdir a
touch a/b -->
<!-- numbers vary -->
```console
$ one \\
  --more
shown
$ two
```

```sh
three   # a remark
# a remark alone

four
```
<!-- not run: needs a board -->
```console
said
```
"""
WRONG = [
    ("```console\nsaid\n```\n", "guide.md:1: a block without a command"),
    ("\n<!-- not run -->\n```sh\none\n```\n", "guide.md:3: the mark \"not run\" needs a reason"),
    ("<!-- notrun: x -->\n```sh\none\n```\n", "unknown mark \"notrun: x\""),
]


class Guides(unittest.TestCase):
    def test_what_is_shown_was_printed(self):
        for shown, printed in ALIKE:
            with self.subTest(shown=shown, printed=printed):
                self.assertIsNone(difference(shown.split("\n"), printed.split("\n")))

    def test_what_is_shown_was_not_printed(self):
        for shown, printed in DIFFERENT:
            with self.subTest(shown=shown, printed=printed):
                self.assertIsNotNone(difference(shown.split("\n"), printed.split("\n")))

    def test_numbers_that_vary(self):
        self.assertIsNone(difference(["median 103 us, p99 1.83 ms"], ["median 7 us, p99 980 us"], True))
        self.assertIsNotNone(difference(["median 103 us"], ["mean 103 us"], True))

    def test_the_first_difference_is_named(self):
        self.assertEqual(difference(["one", "…", "two", "three"], ["one", "x", "two", "four"]), "shown:   three\nprinted: four")

    def test_blocks_are_read(self):
        first, second, third = blocks_in(Path("guide.md"), TEXT)
        self.assertEqual(first.marks, {"first": "mkdir a\ntouch a/b", "numbers vary": ""})
        self.assertEqual([(one.line, one.text, one.shown) for one in first.commands],
                         [(6, "one \\\n  --more", ["shown"]), (9, "two", [])])
        self.assertEqual([(one.line, one.text, one.shown) for one in second.commands],
                         [(13, "three   # a remark", None), (16, "four", None)])
        self.assertEqual((third.line, third.marks, third.commands), (19, {"not run": "needs a board"}, []))

    def test_what_cannot_be_read_is_named(self):
        for text, said in WRONG:
            with self.subTest(text=text), self.assertRaises(WrongGuide) as raised:
                blocks_in(Path("guide.md"), text)
            self.assertIn(said, str(raised.exception))

    def checked(self, text):
        """The exit status for a guide of this text, and what was said of it."""
        with tempfile.NamedTemporaryFile("w", suffix=".md") as guide:
            guide.write(text)
            guide.flush()
            done = subprocess.run([ROOT / "scripts/check-guides", ROOT / "build/none", guide.name], text=True,
                                  stdout=subprocess.PIPE, check=False)
        return done.returncode, done.stdout

    def test_what_could_not_be_told_runs_once_more(self):
        busy = "rig: 123 ms is too long: the machine was busy, or the echo is slow."
        for first, then, status in (("  could not tell", "fine", 0), ("  could not tell", "could not tell", 77),
                                    ("  could not tell", "wrong", 1), (busy, "fine", 0)):
            command = f"if [ -e once ]; then echo {then}; else touch once; echo '{first}'; fi"
            with self.subTest(first=first, then=then):
                found, said = self.checked(f"```console\n$ {command}\nfine\n```\n")
                self.assertEqual(found, status, said)
                self.assertIn("it runs once more", said)

    def test_a_served_board_that_cannot_keep_up_explains_what_is_printed_beside_it(self):
        served = "<!-- serves -->\n```console\n$ echo serving; {}sleep 60\nserving\n…\n```\n"
        beside = "```console\n$ sleep 0.3; echo late\nfine\n```\n"
        slow = "echo 'the board cannot keep up: 2.14 s behind real time.'; "
        for words, status in ((slow, 77), ("", 1)):
            with self.subTest(words=words):
                found, said = self.checked(served.format(words) + beside)
                self.assertEqual(found, status, said)


if __name__ == "__main__":
    unittest.main()
