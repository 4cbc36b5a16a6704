"""Builds the instrumented copy of the project and tries to kill each mutant in it with the project's own tests."""

import json
import os
import re
import resource
import shlex
import signal
import subprocess
import tempfile
import time
import tomllib
from dataclasses import dataclass, field

from .plant import instrument, mutated, relax_build
from .report import COMPILER

COPIED = ("rig", "conformance", "fixtures", "cmake", "rtl_models", "scripts")
# Cheapest first; a mutant is tried only on those that reach it.
UNIT_TESTS = {
    "link_core_test": [],
    "closure_test": [],
    "measure_test": [],
    "session_test": [],
    "suite_test": [],
    "contest_test": [],
    "course_test": [],
    "ustc_contest_test": [],
    "blokus_test": [],
    "deadline_truth_test": ["--run_test=no_verdict_on_a_builtin_player_contradicts_the_truth"],
}
ALONE_TESTS = ("blokus_test", "contest_test")
SEED = "7"  # of the fault matrix


class BuildFailed(Exception):
    pass


@dataclass
class Trial:
    """Something that kills: a command that must succeed, or a fault that must be caught."""

    name: str
    command: list
    fault: dict = None
    seconds: float = 0.0
    reached: bytes = b""

    @property
    def patience(self):
        return 10 + 8 * self.seconds


@dataclass
class Death:
    killer: str = ""  # empty: survived
    how: str = ""
    tried: int = 0


def call(command, log=None, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **more)
    if done.returncode != 0:
        raise BuildFailed(f"{shlex.join(map(str, command))}\n{done.stdout[-6000:]}")
    return done.stdout


def write_if_new(path, content):
    try:
        with open(path, "rb") as file:
            if file.read() == content:
                return
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


class Rig:
    """The instrumented copy: its sources, its build, the trials."""

    def __init__(self, root, finders, every, jobs):
        self.root, self.finders, self.jobs = root, finders, jobs
        self.work = os.path.join(root, "build", "mutants")
        self.tree, self.build = os.path.join(self.work, "tree"), os.path.join(self.work, "build")
        self.planted = [m for m in every if not m.alone]
        self.commands = None

    def copy(self):
        kept = {os.path.join(self.tree, "CMakeLists.txt"), os.path.join(self.tree, "CMakePresets.json")}
        names = ["CMakeLists.txt", "CMakePresets.json"]
        for top in COPIED:
            for folder, folders, files in os.walk(os.path.join(self.root, top)):
                folders[:] = [f for f in folders if f != "__pycache__"]
                names += [os.path.relpath(os.path.join(folder, name), self.root) for name in files]
        for name in names:
            source, target = os.path.join(self.root, name), os.path.join(self.tree, name)
            kept.add(target)
            if name in self.finders:
                text = instrument(self.finders[name], [m for m in self.planted if m.file == name]).encode()
            else:
                with open(source, "rb") as file:
                    text = file.read()
                if name.endswith("CMakeLists.txt") or name.endswith(".cmake"):
                    text = relax_build(text.decode()).encode()
            write_if_new(target, text)
            os.chmod(target, os.stat(source).st_mode & 0o777 | 0o200)
        for folder, _, files in os.walk(self.tree):
            for name in files:
                if os.path.join(folder, name) not in kept:
                    os.remove(os.path.join(folder, name))

    def make(self):
        call(["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
              "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"])
        call(["nice", "-n", "5", "ninja", "-C", self.build, f"-j{self.jobs}", *UNIT_TESTS, "certify"])

    # the trials

    def trials(self):
        trials = [Trial(name, [os.path.join(self.build, "tests", name), "--log_level=error", "--color_output=no", *more])
                  for name, more in UNIT_TESTS.items()]
        certify = [os.path.join(self.build, "bin", "certify"), "--contest", "icfpt2014", "--seed", SEED, "--reports", "",
                   "--quiet", "--jobs", "1"]
        trials.append(Trial("the good player", [*certify, "--dut", "builtin:blokus"]))
        with open(os.path.join(self.tree, "fixtures", "faults", "icfpt2014.toml"), "rb") as file:
            faults = tomllib.load(file)["fault"]
        for fault in faults:
            if "builtin:blokus" in fault["duts"]:
                trials.append(Trial("fault " + fault["name"],
                                    [*certify, "--dut", f"builtin:blokus?fault={fault['name']}", "--filter",
                                     fault["killer"]], fault))
        return trials

    def measure(self, trials):
        """Each trial with no mutant awake: it must find nothing, and tells which mutants it reaches."""
        for trial in trials:
            path = os.path.join(self.work, "reached")
            if os.path.exists(path):
                os.remove(path)
            begun = time.monotonic()
            verdict = self.run(trial, {"RIG_MUTANTS_REACHED": path}, 300)
            trial.seconds = time.monotonic() - begun
            if verdict:
                raise BuildFailed(f"{trial.name} fails without any mutant: {verdict}")
            with open(path, "rb") as file:
                trial.reached = file.read()

    def run(self, trial, environment, patience, command=None):
        """What went wrong, or nothing."""
        command = list(command or trial.command)
        with tempfile.TemporaryDirectory(prefix="rig-mutant-") as folder:
            report = os.path.join(folder, "report.json")
            if trial.fault:
                command += ["--json", report]
            status, output = run_until_it_fails(command, {**os.environ, **environment, "TMPDIR": folder}, patience,
                                                self.tree, stop=trial.fault is None)
            if status == "time":
                return "does not end"
            if trial.fault:
                return fault_missed(trial.fault, report, status)
            return output if status != 0 else ""

    def kill(self, mutant, trials):
        if mutant.alone:
            return self.kill_alone(mutant, trials)
        death = Death()
        for trial in trials:
            if not trial.reached[mutant.number]:
                continue
            death.tried += 1
            verdict = self.run(trial, {"RIG_MUTANT": str(mutant.number)}, trial.patience)
            if verdict:
                death.killer, death.how = trial.name, verdict
                return death
        death.how = f"{death.tried} of {len(trials)} trials reach it" if death.tried else "nothing reaches it"
        return death

    # mutants in constant expressions: the units that read the file are compiled again

    def kill_alone(self, mutant, trials):
        folder = os.path.join(self.work, "alone", str(mutant.number))
        changed = os.path.join(folder, "include", mutant.file)
        write_if_new(changed, mutated(self.finders[mutant.file], mutant).encode())
        objects = []
        try:
            for unit in self.units_that_read(mutant.file):
                objects.append(self.compile_again(unit, folder, changed if unit == mutant.file else None))
        except BuildFailed as error:
            found = re.search(r"error: (.*)", str(error))
            return Death(COMPILER, found[1][:100] if found else "", 1)
        death = Death()
        for trial in trials:
            if trial.name not in ALONE_TESTS:
                continue
            death.tried += 1
            program = os.path.join(folder, trial.name)
            self.link_again(trial.name, program, objects)
            verdict = self.run(trial, {}, trial.patience, [program, *trial.command[1:]])
            os.remove(program)
            if verdict:
                death.killer, death.how = trial.name, verdict
                break
        for path in objects:
            os.remove(path)
        return death

    def units_that_read(self, header):
        if header.endswith(".cpp"):
            return [header]
        return ["rig/game/blokus/position.cpp", *(["rig/game/blokus/tiles.cpp", "rig/game/blokus/perft.cpp"]
                                                  if header.endswith("shapes.hpp") else [])]

    def compile_again(self, unit, folder, changed):
        with open(os.path.join(self.build, "compile_commands.json")) as file:
            entry = next(e for e in json.load(file) if e["file"].endswith("/tree/" + unit))
        command = shlex.split(entry["command"])
        out = os.path.join(folder, os.path.basename(unit) + ".o")
        command[command.index("-o") + 1] = out
        command.insert(1, "-I" + os.path.join(folder, "include"))
        if changed:
            command[command.index(entry["file"])] = changed
        call(command, cwd=entry["directory"])
        return out

    def link_again(self, test, program, objects):
        if self.commands is None:
            self.commands = {}
        if test not in self.commands:
            lines = call(["ninja", "-C", self.build, "-t", "commands", test]).splitlines()
            line = next(text for text in reversed(lines) if f"-o tests/{test} " in text)
            self.commands[test] = line
        line = self.commands[test].replace(f"-o tests/{test} ", f"-o {program} {' '.join(objects)} ")
        call(["bash", "-c", line], cwd=self.build)


def limits():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (256 << 20, 256 << 20))
    os.nice(5)


def run_until_it_fails(command, environment, patience, folder, stop):
    """(exit status or "time", what failed first). With `stop` the first failure told ends the run."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               env=environment, cwd=folder, start_new_session=True, preexec_fn=limits)
    end = time.monotonic() + patience
    os.set_blocking(process.stdout.fileno(), False)
    output, first = b"", ""
    status = "time"
    while time.monotonic() < end:
        more = process.stdout.read() or b""
        output = (output + more)[-200000:]
        if stop and not first:
            found = re.search(rb'error: in "([^"]+)"', output)
            first = found[1].decode() if found else ""
        if first or (status := process.poll()) is not None:
            break
        status = "time"
        time.sleep(0.005)
    if process.poll() is None or first:
        status = 1 if first else status
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    output += process.stdout.read() or b""
    process.stdout.close()
    if status not in ("time", 0) and not first:
        found = re.search(rb'error: in "([^"]+)"', output)
        lines = [line for line in output.decode(errors="replace").splitlines() if line.strip()]
        first = found[1].decode() if found else (
            f"signal {-status}" if isinstance(status, int) and status < 0 else (lines or [f"exit {status}"])[0][:90])
    return status, first


def fault_missed(fault, path, status):
    try:
        with open(path) as file:
            case = json.load(file)["cases"][0]
    except (OSError, ValueError, LookupError):
        return f"no report, exit {status}"
    if case["verdict"] == "error":
        return "an error in place of a finding"
    for finding in case["findings"]:
        if finding["verdict"] == "fail" and finding["requirement"] == fault["requirement"] \
                and fault["finding"] in finding["summary"]:
            return ""
    return f"not caught by {fault['killer']}"
