"""The programs that make a model, and files' hashes."""

import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .errors import ToolError
from .sandbox import NONE, Sandbox


def run(command: list[str], *, cwd: Path | None = None, sandbox: Sandbox = NONE,
        timeout: float | None = None) -> subprocess.CompletedProcess:
    """Throws ToolError where it is not installed, subprocess.TimeoutExpired."""
    try:
        if shutil.which(command[0]) is None:
            raise FileNotFoundError
        return subprocess.run(sandbox.around(command, cwd), cwd=cwd, capture_output=True, text=True, errors="replace",
                              timeout=timeout, check=False)
    except FileNotFoundError:
        raise ToolError(f"The program \"{command[0]}\" is needed to build a model, and is not installed.") from None


def first_line_of(command: list[str]) -> str:
    result = run(command)
    lines = (result.stdout + result.stderr).strip().splitlines()
    if result.returncode != 0 or not lines:
        raise ToolError(f"`{' '.join(command)}` failed: {' '.join(lines)}")
    return lines[0]


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def hash_of(path: Path) -> str:
    return sha256(path.read_bytes())


@dataclass
class Tools:
    """The programs that make a model, their versions, and in what they run."""

    verilator: str
    cxx: list[str]
    verilator_version: str
    cxx_version: str
    include: Path
    sandbox: Sandbox = NONE

    def run(self, command: list[str], *, cwd: Path | None = None) -> subprocess.CompletedProcess:
        return run(command, cwd=cwd, sandbox=self.sandbox)

    @staticmethod
    def find() -> "Tools":
        verilator = os.environ.get("VERILATOR", "verilator")
        cxx = os.environ.get("CXX", "g++").split()
        version = first_line_of([verilator, "--version"])
        root = first_line_of([verilator, "--getenv", "VERILATOR_ROOT"])
        include = Path(root) / "include"
        if not (include / "verilated.cpp").is_file():
            raise ToolError(f"Verilator's runtime was expected in {include}, and is not there.")
        return Tools(verilator, cxx, version, first_line_of([*cxx, "--version"]), include)
