"""The sandbox in which others' designs are translated, compiled and tried: bubblewrap shows the system, the tools, the rig's
own folders and what belongs to the design, and nothing else. It has no network, and what is written elsewhere than in the
folder of the build is gone with it.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from .errors import ToolError

WISHES = ("auto", "require", "off")
LAUNCHER = "bwrap"
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/etc/passwd", "/etc/group")
SHARED = {Path(folder) for folder in ("/", "/tmp", "/var/tmp", "/home", "/root", "/srv", "/mnt", "/etc", "/dev/shm")}


def of_the_system(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in SYSTEM)


def is_shared(folder: Path) -> bool:
    """Whether others keep things in it, too."""
    return folder in SHARED or Path(os.path.expanduser("~")).is_relative_to(folder)


def can_administer() -> bool:
    """Whether this process may make namespaces as root does. In a container root may not."""
    rights = re.search(r"^CapEff:\s*([0-9a-f]+)", Path("/proc/self/status").read_text(), re.M)
    return rights is not None and bool(int(rights[1], 16) >> 21 & 1)  # CAP_SYS_ADMIN


def namespaces() -> list[str]:
    """Of root, no users of its own: there root could not read what belongs to others."""
    users = [] if can_administer() else ["--unshare-user"]
    return [*users, "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--unshare-net", "--die-with-parent",
            "--new-session", "--cap-drop", "ALL"]


def system() -> list[str]:
    words = []
    for folder in SYSTEM:
        words += ["--symlink", os.readlink(folder), folder] if os.path.islink(folder) else ["--ro-bind-try", folder, folder]
    for path in SETTINGS:
        words += ["--ro-bind-try", path, path]
    return [*words, "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]


def tool_folders() -> list[Path]:
    """Programs that are not the system's, with what is beside their folder."""
    folders = []
    for entry in os.environ.get("PATH", "").split(os.pathsep):
        folder = Path(entry).resolve()
        if entry and folder.is_dir() and not of_the_system(folder):
            folders.append(folder if is_shared(folder.parent) else folder.parent)
    return [folder for folder in folders if not is_shared(folder)]


class Sandbox:
    """One for all that a build starts."""

    def __init__(self, wish: str = "off", shown: Iterable[Path] = ()):
        self.wanted = wish != "off"
        self.shown, self.written = {Path(path).resolve() for path in shown}, set[Path]()
        why = self.why_not() if self.wanted else ""
        if why and wish == "require":
            raise ToolError(f"No sandbox can be had on this machine: {why}.")
        self.wanted = self.wanted and not why

    def write_to(self, folder: Path):
        self.written.add(folder.resolve())

    def show(self, files: Iterable[Path]):
        self.shown.update(folders_of(files))

    @staticmethod
    def why_not() -> str:
        if shutil.which(LAUNCHER) is None:
            return "bubblewrap is not installed (Debian: bubblewrap)"
        tried = subprocess.run([LAUNCHER, *namespaces(), *system(), "--", "/bin/true"], capture_output=True, text=True, check=False)
        return tried.stderr.strip() if tried.returncode else ""

    def around(self, command: list[str], cwd: Path | None = None) -> list[str]:
        """The command as it is started."""
        if not self.wanted:
            return command
        words = [LAUNCHER, *namespaces(), *system(), "--tmpfs", os.path.expanduser("~")]
        mounts = {path: "--ro-bind" for path in [*self.shown, *tool_folders()] if path.exists() and not of_the_system(path)}
        mounts |= {path: "--bind" for path in self.written if path.exists()}
        for path, kind in sorted(mounts.items()):
            words += [kind, str(path), str(path)]
        place = (cwd or Path.cwd()).resolve()
        if not of_the_system(place) and not any(place.is_relative_to(path) for path in mounts):
            place = Path("/tmp")
        return [*words, "--remount-ro", "/proc", "--remount-ro", "/", "--chdir", str(place), "--", *command]


NONE = Sandbox()


def folders_of(files: Iterable[Path]) -> list[Path]:
    """The files' own folders; of a folder that others keep things in, the file alone."""
    return [file if is_shared(file.parent) else file.parent for file in (Path(file).resolve() for file in files)]
