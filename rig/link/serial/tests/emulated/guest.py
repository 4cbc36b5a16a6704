"""A Linux guest in QEMU: Debian's kernel, busybox, the rig's programs with their libraries, and a shell that is
driven by marked lines on a serial console of its own."""

import json
import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

MODULES = ("usb-common", "usbcore", "xhci-hcd", "xhci-pci", "usbserial", "ftdi_sio", "cdc-acm")
APPLETS = ("sh mount mkdir cat ls sleep stty echo insmod kill rm dd poweroff grep sed seq head readlink ln test "
           "date dmesg true").split()

# The shell of the console: a command a line, its output, then a marked line with its status.
INIT = """#!/bin/sh
mkdir -p /dev /proc /sys /tmp /run
mount -t devtmpfs dev /dev
mount -t proc proc /proc
mount -t sysfs sys /sys
mkdir -p /dev/pts
mount -t devpts pts /dev/pts
mount -t tmpfs tmp /tmp
for module in {modules}; do insmod /modules/$module.ko; done
export HOME=/tmp PATH=/bin TERM=dumb LC_ALL=C.UTF-8
cd /tmp
exec </dev/ttyS1 >/dev/ttyS1 2>&1
stty -F /dev/ttyS1 raw -echo
echo "<<ready>>"
while read -r number line; do
  (eval "$line") </dev/null
  echo "<<$number done $?>>"
done
poweroff -f
"""


class CannotTell(Exception):
    """What the emulation needs is missing: the test is skipped with this reason."""


def needed(folder):
    """Paths of what the emulation needs: (qemu, busybox, kernel, folder of modules)."""
    qemu = shutil.which("qemu-system-x86_64")
    busybox = shutil.which("busybox")
    if not qemu:
        raise CannotTell("there is no qemu-system-x86_64 (scripts/emulated-setup installs it)")
    if not busybox or subprocess.run(["ldd", busybox], capture_output=True).returncode == 0:
        raise CannotTell("there is no static busybox (scripts/emulated-setup installs it)")
    kernels = sorted(Path(folder).glob("boot/vmlinuz-*"))
    if not kernels:
        raise CannotTell(f"there is no kernel {folder}/boot/vmlinuz-* (scripts/emulated-setup unpacks one)")
    kernel = kernels[-1]
    modules = Path(folder) / "lib/modules" / kernel.name.removeprefix("vmlinuz-") / "kernel/drivers/usb"
    found = {path.name.removesuffix(".ko"): path for path in modules.rglob("*.ko")}
    missing = [name for name in MODULES if name not in found]
    if missing:
        raise CannotTell(f"{modules} lacks the modules {', '.join(missing)}")
    return qemu, busybox, kernel, [found[name] for name in MODULES]


class Archive:
    """An initramfs: a cpio archive in the format `newc`."""

    def __init__(self):
        self._parts = []
        self._folders = set()

    def _add(self, name, mode, data=b""):
        parent = os.path.dirname(name)
        if parent and parent not in self._folders:
            self._folders.add(parent)
            self._add(parent, 0o040755)
        fields = (len(self._parts) + 1, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
        head = b"070701" + b"".join(b"%08X" % field for field in fields) + name.encode() + b"\0"
        self._parts.append(head + b"\0" * (-len(head) % 4) + data + b"\0" * (-len(data) % 4))

    def file(self, name, data, mode=0o755):
        self._add(name, 0o100000 | mode, data)

    def link(self, name, target):
        self._add(name, 0o120777, target.encode())

    def program(self, path, name=None):
        """A program with the libraries that it needs, each where the loader looks for it."""
        self.file(f"bin/{name or Path(path).name}", Path(path).read_bytes())
        told = subprocess.run(["ldd", str(path)], capture_output=True, text=True, check=True).stdout
        for library in re.findall(r"(/\S+) \(0x", told):
            if library not in self._folders:
                self._folders.add(library)
                self.file(library.lstrip("/"), Path(library).read_bytes())

    def write(self, path):
        self._add("TRAILER!!!", 0)
        Path(path).write_bytes(b"".join(self._parts))


class Guest:
    """A running guest. `adapters`: of each, QEMU's device (`usb-redir`, `usb-serial`) and the socket where it waits."""

    def __init__(self, kernel_folder, work, programs, adapters):
        qemu, busybox, kernel, modules = needed(kernel_folder)
        self.work = Path(work)
        archive = Archive()
        archive.file("bin/busybox", Path(busybox).read_bytes())
        for applet in APPLETS:
            archive.link(f"bin/{applet}", "busybox")
        for module in modules:
            archive.file(f"modules/{module.name}", module.read_bytes(), 0o644)
        for program in programs:
            archive.program(program)
        archive.file("init", INIT.format(modules=" ".join(MODULES)).encode())
        archive.write(self.work / "initramfs")
        console, control = self.work / "console", self.work / "qmp"
        command = [qemu, "-nodefaults", "-no-user-config", "-display", "none", "-accel", "tcg", "-M", "q35", "-cpu",
                   "qemu64", "-smp", "1", "-m", "256", "-no-reboot", "-kernel", str(kernel), "-initrd",
                   str(self.work / "initramfs"), "-append",
                   "console=ttyS0 quiet panic=-1 random.trust_cpu=on mitigations=off no_timer_check",
                   "-chardev", f"file,id=log,path={self.work / 'kernel.log'}", "-serial", "chardev:log",
                   "-chardev", f"socket,id=shell,path={console},server=on,wait=off", "-serial", "chardev:shell",
                   "-qmp", f"unix:{control},server=on,wait=off", "-device", "qemu-xhci,id=usb"]
        for number, (kind, path) in enumerate(adapters):
            command += ["-chardev", f"socket,id=adapter{number},path={path}",
                        "-device", f"{kind},id=usb{number},chardev=adapter{number},bus=usb.0"]
        self._errors = open(self.work / "qemu.log", "wb")
        self._qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self._errors, stderr=self._errors)
        self._shell = self._connect(console)
        self._qmp = self._connect(control)
        self._qmp.settimeout(60)
        self._monitor = self._qmp.makefile("r")
        self._said = b""
        self._count = 0
        self.log = []
        self.qmp("qmp_capabilities")

    def _connect(self, path):
        for _ in range(200):
            client = socket.socket(socket.AF_UNIX)
            try:
                client.connect(str(path))
                return client
            except OSError:
                client.close()
                if self._qemu.poll() is not None:
                    break
                time.sleep(0.05)
        raise RuntimeError("QEMU did not start: " + (self.work / "qemu.log").read_text())

    def wait_ready(self, timeout=180):
        try:
            self._until(rb"<<ready>>\r?\n", timeout)
        except AssertionError as silence:
            raise CannotTell(f"the guest did not start: {silence}") from silence

    def _until(self, pattern, timeout):
        """What the console says up to a pattern, and the match."""
        end = time.monotonic() + timeout
        while not (match := re.search(pattern, self._said)):
            self._shell.settimeout(max(end - time.monotonic(), 0.01))
            try:
                more = self._shell.recv(65536)
            except TimeoutError:
                more = b""
            if not more:
                raise AssertionError(f"the guest did not say {pattern!r} within {timeout} s; it said:\n"
                                     + self._said.decode(errors="replace")[-4000:] + "\nIts kernel said:\n"
                                     + (self.work / "kernel.log").read_text(errors="replace")[-2000:])
            self._said += more
        before, self._said = self._said[:match.start()], self._said[match.end():]
        return before.decode(errors="replace"), match

    def run(self, command, timeout=60):
        """Runs a command; gives its output and exit status."""
        self._count += 1
        self._shell.sendall(f"{self._count} {command}\n".encode())
        self.log.append(f"$ {command}")
        output, match = self._until(rb"<<%d done (\d+)>>\r?\n" % self._count, timeout)
        self.log.append(output + f"[{int(match[1])}]")
        return output.replace("\r\n", "\n"), int(match[1])

    def start(self, name, command):
        """Starts a command in the background; `ended` has its output and status."""
        self.run(f"({command} >{name}.out 2>&1; echo $? >{name}.status) &")

    def ended(self, name, timeout=60):
        """Waits for a command in the background."""
        self.wait_for(f"test -s {name}.status", timeout)
        output, _ = self.run(f"cat {name}.out")
        return output, int(self.run(f"cat {name}.status")[0])

    def wait_for(self, test, timeout=20):
        """Waits until a shell test holds in the guest."""
        output, status = self.run(f"n=0; until {test}; do n=$((n+1)); test $n -lt {timeout * 10} || exit 1; "
                                  "sleep 0.1; done", timeout * 10)
        assert status == 0, f"in the guest this did not come true: {test}\n{output}"

    def qmp(self, command, until_event=None, **arguments):
        """Runs a command of QEMU's monitor; with `until_event` waits for that event too."""
        self._count += 1
        asked = {"execute": command, "arguments": arguments, "id": self._count}
        self._qmp.sendall(json.dumps(asked).encode() + b"\n")
        self.log.append(f"(qmp) {command} {arguments}")
        is_done, has_come = False, until_event is None
        while not (is_done and has_come):
            said = json.loads(self._monitor.readline())
            assert "error" not in said, f"QEMU's monitor refuses {asked}: {said}"
            is_done |= said.get("id") == self._count
            has_come |= said.get("event") == until_event

    def close(self):
        for client in (self._shell, self._monitor, self._qmp):
            client.close()
        self._qemu.kill()
        self._qemu.wait()
        self._errors.close()
