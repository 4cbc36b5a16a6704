"""What is kept of models, what is removed to make room, and what is not because somebody uses it."""

import fcntl
import io
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from kept_models.cache import Cache, hold, locked
from kept_models.cli import main


class KeptModels(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name).resolve()
        self.cache = Cache(self.folder)

    def keep(self, name: str, *, used: int, size: int = 1000, build: str = "plain") -> Path:
        """A model as the builder leaves it; `used`: seconds since the epoch."""
        entry = self.folder / f"{name}-{build}"
        entry.mkdir()
        (entry / f"{name}-0123.so").write_bytes(bytes(size))
        (entry / "inputs.json").write_text(json.dumps({"model": f"{name}-0123.so", "name": name, "contest": "icfpt2014", "build": build,
                                                       "description": f"/boards/{name}.toml", "inputs": {}}))
        (entry / "used").touch()
        os.utime(entry / "used", (used, used))
        (self.folder / f"{entry.name}.lock").touch()
        return entry

    def names(self) -> list[str]:
        return [entry.name for entry in self.cache.entries()]

    def run_with(self, *arguments: str) -> tuple[int, str, str]:
        with mock.patch.object(sys, "argv", ["model_cache", *arguments, "--cache", str(self.folder)]), \
                redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
            status = main()
        return status, out.getvalue(), err.getvalue()


class ListTest(KeptModels):
    def test_a_line_tells_all_of_a_model_that_last_used_first(self):
        self.keep("old", used=1_000_000_000)
        self.keep("new", used=1_500_000_000, size=2_500_000, build="trace")
        with mock.patch.dict(os.environ, {"TZ": "UTC"}):
            status, out, _ = self.run_with()
        lines = out.splitlines()
        self.assertEqual(status, 0)
        self.assertRegex(lines[0], r"^new icfpt2014 trace 2017-07-1[34] \d\d:\d\d 2.5MB /boards/new.toml$")
        self.assertRegex(lines[1], r"^old icfpt2014 plain 2001-09-0[89] \d\d:\d\d 1.1kB /boards/old.toml$")
        self.assertEqual(lines[2], f"2 models, 2.5MB of at most 1GB in {self.folder}")

    def test_an_empty_cache_has_no_models(self):
        self.assertEqual(self.run_with()[1], f"0 models, 0B of at most 1GB in {self.folder}\n")

    def test_who_stops_reading_makes_no_error(self):
        self.keep("one", used=1_000_000_000)
        read, write = os.pipe()
        os.close(read)
        script = Path(__file__).resolve().parent.parent / "model_cache"
        done = subprocess.run([sys.executable, script, "--cache", self.folder], stdout=write, stderr=subprocess.PIPE)
        os.close(write)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_what_an_interrupted_build_left_is_listed_too(self):
        (self.folder / "half").mkdir()
        (self.folder / "half/x.cpp").write_text("x")
        self.assertEqual(self.names(), ["unfinished"])


class LimitTest(KeptModels):
    def test_what_was_not_used_for_longest_goes_first(self):
        for name, used in (("b", 2000), ("a", 1000), ("c", 3000)):
            self.keep(name, used=used)
        self.cache.set_limit("2500")
        self.assertEqual([entry.name for entry in self.cache.trim()], ["a"])
        self.assertEqual(self.names(), ["c", "b"])

    def test_a_cache_within_its_limit_is_left_alone(self):
        self.keep("a", used=1000)
        self.assertEqual(self.cache.trim(), [])

    def test_the_one_just_built_stays_even_beyond_the_limit(self):
        a, _ = self.keep("a", used=1000), self.keep("b", used=2000)
        self.cache.set_limit("0")
        self.cache.trim(keep=a)
        self.assertEqual(self.names(), ["a"])

    def test_the_limit_is_kept_and_applied_at_once(self):
        self.keep("a", used=1000)
        self.keep("b", used=2000)
        status, out, _ = self.run_with("--limit", "2K")
        self.assertEqual(status, 0)
        self.assertIn("removed a icfpt2014 plain", out)
        self.assertIn("of at most 2kB", self.run_with()[1])

    def test_a_size_that_is_none_is_told(self):
        for size in ("10x", "-1", "", "1.5G"):
            with self.subTest(size=size):
                status, _, err = self.run_with(f"--limit={size}")
                self.assertEqual((status, err), (2, f"--limit: found \"{size}\", expected a number of bytes, or one with K, M or G, as in 500M.\n"))


class ClearTest(KeptModels):
    def test_all_builds_of_a_name_go_and_no_other(self):
        for name, build in (("a", "plain"), ("a", "trace"), ("b", "plain")):
            self.keep(name, used=1000, build=build)
        self.assertEqual(self.run_with("--clear", "a")[0], 0)
        self.assertEqual(self.names(), ["b"])
        self.assertFalse((self.folder / "a-plain.lock").exists())

    def test_without_a_name_all_go(self):
        self.keep("a", used=1000)
        (self.folder / "runtime/0123").mkdir(parents=True)
        (self.folder / "runtime/0123/verilated.o").write_text("x")
        self.run_with("--clear")
        self.assertEqual(self.names(), [])

    def test_an_unknown_name_is_told_with_those_there_are(self):
        self.keep("a", used=1000)
        self.assertEqual(self.run_with("--clear", "b")[::2], (2, "--clear: found \"b\", expected one of a.\n"))


class InUseTest(KeptModels):
    def test_a_model_that_a_program_has_open_stays(self):
        entry = self.keep("a", used=1000)
        with open(entry / "a-0123.so", "rb") as model:
            fcntl.flock(model, fcntl.LOCK_SH)
            status, out, _ = self.run_with("--clear")
            self.assertEqual(status, 0)
            self.assertIn("kept, because it is in use: a icfpt2014", out)
            self.cache.set_limit("0")
            self.assertEqual(self.cache.trim(), [])
        self.assertTrue(self.cache.remove(self.cache.entries()[0]))

    def test_a_model_that_is_being_built_stays(self):
        self.keep("a", used=1000)
        with locked(self.folder / "a-plain.lock"):
            self.assertFalse(self.cache.remove(self.cache.entries()[0]))

    def test_a_runtime_that_a_build_links_stays(self):
        folder = self.folder / "runtime/0123"
        folder.mkdir(parents=True)
        descriptor = hold(folder)
        self.assertFalse(self.cache.remove(self.cache.entries()[0]))
        os.close(descriptor)
        self.assertTrue(self.cache.remove(self.cache.entries()[0]))

    def test_a_lock_that_was_removed_while_it_was_waited_for_is_made_anew(self):
        path, there = self.folder / "x.lock", []

        def wait():
            with locked(path):
                there.append(path.exists())

        with open(path, "w", encoding="ascii") as old:
            fcntl.flock(old, fcntl.LOCK_EX)
            waiter = threading.Thread(target=wait)
            waiter.start()
            time.sleep(0.3)  # so that it waits for the old one; should it be slower, the test finds less
            path.unlink()
        waiter.join()
        self.assertEqual(there, [True])

    def test_who_does_not_wait_is_told_that_another_holds_the_lock(self):
        path = self.folder / "x.lock"
        with open(path, "w", encoding="ascii") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            with locked(path, wait=False) as taken:
                self.assertFalse(taken)


if __name__ == "__main__":
    unittest.main()
