"""A shell in a folder that looks like the project's own, in which the commands of one guide are run, one after the other."""

import os
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SYSTEM = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"  # a program in a sandbox sees no others
PATIENCE = 1800  # seconds for one command
LINKED = ("conformance", "docs", "examples", "fixtures", "games", "packaging", "rig", "rtl_models")
SCRIPTS_BUILT = ("certify", "rig")  # what these scripts start is there: nothing is built in a test


class Session:
    """Use it in a `with` statement: what was started in it ends with it."""

    def __init__(self, build: Path):
        self._checkout = build.parents[1]  # of build/PRESET
        self._top = tempfile.TemporaryDirectory(prefix="rig-guide.", ignore_cleanup_errors=True)
        self.top = Path(self._top.name).resolve()
        self.folder = self.top / "contest-rig"
        self._make(build)
        self._count = 0
        self._served = []
        self._shell = subprocess.Popen(
            ["bash", "--norc", "--noprofile"], cwd=self.folder, env=self._environment(build), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for end in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self._shell.pid, end)
            except ProcessLookupError:
                break
            time.sleep(0.5)
        self._shell.wait()
        self._top.cleanup()

    def _make(self, build: Path) -> None:
        for folder in ("home", "tmp", "contest-rig/scripts", "contest-rig/build"):
            (self.top / folder).mkdir(parents=True)
        for name in LINKED:
            (self.folder / name).symlink_to(ROOT / name)
        (self.folder / "build" / "release").symlink_to(build)
        for script in (ROOT / "scripts").iterdir():
            mine = self.folder / "scripts" / script.name
            if script.name not in SCRIPTS_BUILT:
                mine.symlink_to(script)
                continue
            mine.write_text(f'#!/bin/sh\nPATH="$PATH:{build}/fixtures/referees" exec "{build}/bin/{script.name}" "$@"\n')
            mine.chmod(0o755)
        runtime = build / "model_cache" / "runtime"
        if runtime.is_dir():  # Verilator's takes a minute to compile
            shutil.copytree(runtime, self.top / "cache/contest-rig/models/runtime")

    def _environment(self, build: Path) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("COLUMNS", "NO_COLOR", "PYTHON", "XDG_"))}
        return {**kept, "PATH": f"{build}/bin:{SYSTEM}", "HOME": str(self.top / "home"),
                "XDG_CACHE_HOME": str(self.top / "cache"), "LC_ALL": "C.UTF-8", "TERM": "dumb"}

    def _as_here(self, command: str) -> str:
        """`…/scripts` is the checkout, wherever it is; files in /tmp are the session's own."""
        return re.sub("…/(contest-rig/)?scripts/", f"{self.folder}/scripts/", command.replace("/tmp/", f"{self.top}/tmp/"))

    def _as_shown(self, text: str) -> list[str]:
        for here, shown in ((f"{self.folder}/scripts/", "scripts/"), (f"{self._checkout}/scripts/", "scripts/"), (f"{self.folder}/", ""), (f"{self._checkout}/", ""), (f"{ROOT}/", ""),
                            (f"{self.top}/tmp/", "/tmp/"), (f"{self.top}/home/", "/home/ada/")):
            text = text.replace(here, shown)
        return [line for line in text.split("\n") if not line.startswith(("building ", "built "))]  # progress of the model builder

    def run(self, command: str) -> tuple[int, list[str]]:
        """Its exit status, and what it printed."""
        return self._run(self._as_here(command))

    def _run(self, command: str) -> tuple[int, list[str]]:
        self._count += 1
        script = self.top / f"command-{self._count}"
        waits = "\nsleep 1" if command.split("#")[0].rstrip().endswith("&") else ""
        script.write_text(command + waits + "\n")
        end = f"end-of-command-{self._count}:"
        self._shell.stdin.write(f". {script} </dev/null; printf '\\n{end}%s\\n' $?\n".encode())
        self._shell.stdin.flush()
        text = self._read_until(end.encode())
        printed, _, status = text.rpartition("\n" + end)
        return int(status), self._as_shown(printed)

    def _read_until(self, end: bytes) -> str:
        received = b""
        limit = time.monotonic() + PATIENCE
        while end not in received or not received.endswith(b"\n"):
            left = limit - time.monotonic()
            if left <= 0 or not select.select([self._shell.stdout], [], [], left)[0]:
                raise TimeoutError(f"The command did not end within {PATIENCE} s; it printed: {received.decode(errors='replace')}")
            piece = os.read(self._shell.stdout.fileno(), 1 << 16)
            if not piece:
                raise TimeoutError(f"The shell ended; it printed: {received.decode(errors='replace')}")
            received += piece
        return received.decode(errors="replace")

    def serve(self, command: str, is_ready) -> list[str]:
        """Starts it, and waits until `is_ready` says so of what it has printed, or for a minute."""
        self._count += 1
        output = self.top / f"served-{self._count}"
        output.touch()
        self._served.append(output)
        self._run(f"{{ {self._as_here(command)}\n}} >'{output}' 2>&1 &")
        limit = time.monotonic() + 60
        while True:
            printed = self._as_shown(output.read_text(errors="replace"))
            if is_ready(printed) or time.monotonic() > limit:
                return printed
            time.sleep(0.2)

    def said_by_servers(self) -> list[str]:
        """What all commands that `serve` started have printed so far."""
        return [line for output in self._served for line in self._as_shown(output.read_text(errors="replace"))]
