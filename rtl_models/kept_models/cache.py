"""The models that are kept: which there are, and how much they may take.

A model has a folder of its own; beside it lies a lock that is held while it is built or removed. A program that loads a model
holds a shared lock on the object, so that it is not removed under its hands.
"""

import contextlib
import fcntl
import json
import os
import re
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from model_builder.errors import DescriptionError

USUAL_LIMIT = 1_000_000_000  # bytes
UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}
RECORD = "inputs.json"
USED = "used"  # its time is that of the last use


def default_cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "contest-rig" / "models"


@contextlib.contextmanager
def locked(path: Path, *, wait: bool = True):
    """Holds a lock; with `wait` False, gives False where another holds it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    while True:
        with open(path, "w", encoding="ascii") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            except BlockingIOError:
                yield False
                return
            with contextlib.suppress(FileNotFoundError):
                if os.fstat(file.fileno()).st_ino == path.stat().st_ino:  # else it was removed while we waited
                    yield True
                    return


def is_free(path: Path) -> bool:
    """Whether no program holds this file or folder."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        return False
    finally:
        os.close(descriptor)


def hold(folder: Path) -> int:
    """Keeps a folder from being removed, until the descriptor is closed."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    return descriptor


def note_use(folder: Path):
    with contextlib.suppress(OSError):  # a cache that may only be read
        (folder / USED).touch()


@dataclass
class Entry:
    """One folder of the cache."""

    folder: Path
    name: str
    contest: str
    build: str  # plain, faults, trace …
    source: str  # the description
    used: float  # seconds since the epoch
    size: int
    is_runtime: bool = False

    def line(self) -> str:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(self.used))
        return f"{self.name} {self.contest or '-'} {self.build} {when} {size_text(self.size)} {self.source}"


class Cache:
    """The folder of all models."""

    def __init__(self, folder: Path):
        self.folder = folder

    def entries(self) -> list[Entry]:
        """Those last used first."""
        found = []
        for folder in [*self.folder.glob("*"), *self.folder.glob("runtime/*")]:
            if folder.is_dir() and folder.name != "runtime":
                with contextlib.suppress(FileNotFoundError):  # removed meanwhile
                    found.append(self.entry(folder))
        return sorted(found, key=lambda entry: -entry.used)

    def entry(self, folder: Path) -> Entry:
        is_runtime = folder.parent.name == "runtime"
        known: dict[str, str] = {}
        with contextlib.suppress(OSError, ValueError):
            known = json.loads((folder / RECORD).read_text())
        mark = next((path for path in (folder / USED, folder / RECORD) if path.exists()), folder)
        size = sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())
        model = known.get("model", "").rsplit("-", 1)[0]
        return Entry(folder, "runtime" if is_runtime else known.get("name") or model or "unfinished", known.get("contest", ""),
                     known.get("build", "-"), "Verilator's, for all models" if is_runtime else known.get("description", "-"),
                     mark.stat().st_mtime, size, is_runtime)

    def remove(self, entry: Entry) -> bool:
        """False: it is in use."""
        lock = self.folder / ("runtime.lock" if entry.is_runtime else f"{entry.folder.name}.lock")
        with locked(lock, wait=False) as is_ours:
            if not is_ours or not all(is_free(path) for path in [entry.folder, *entry.folder.glob("*.so")]):
                return False
            shutil.rmtree(entry.folder, ignore_errors=True)
            if not entry.is_runtime:
                lock.unlink(missing_ok=True)
            return True

    def limit(self) -> int:
        try:
            return size_of((self.folder / "limit").read_text().strip())
        except (OSError, DescriptionError):
            return USUAL_LIMIT

    def set_limit(self, text: str):
        size = size_of(text)
        self.folder.mkdir(parents=True, exist_ok=True)
        partial = self.folder / "limit.partial"
        partial.write_text(f"{size}\n")
        os.rename(partial, self.folder / "limit")

    def trim(self, keep: Path | None = None) -> list[Entry]:
        """Removes what was not used for longest, until the rest is within the limit; what was removed."""
        entries = self.entries()
        total, limit, removed = sum(entry.size for entry in entries), self.limit(), []
        for entry in reversed(entries):
            if total <= limit:
                break
            if entry.folder != keep and self.remove(entry):
                total -= entry.size
                removed.append(entry)
        return removed


def size_of(text: str) -> int:
    found = re.fullmatch(r"(\d{1,15})\s*([KMG]?)B?", text.strip(), re.I)
    if not found:
        raise DescriptionError(f"--limit: found \"{text}\", expected a number of bytes, or one with K, M or G, as in 500M.")
    return int(found[1]) * UNITS[found[2].upper()]


def size_text(size: int) -> str:
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= factor:
            return f"{size / factor:.1f}".removesuffix(".0") + f"{unit}"
    return f"{size}B"
