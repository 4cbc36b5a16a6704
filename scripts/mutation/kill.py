"""Builds the instrumented copy of the project and tries to kill each mutant in it with the project's own tests."""

import hashlib
import itertools
import json
import os
import pickle
import re
import resource
import select
import shlex
import signal
import subprocess
import tempfile
import threading
import time
import zlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from . import figures
from .plant import instrument, mutated, relax_build
from .report import COMPILER

NOT_OF_THE_TREE = "conformance/mutants/justified.toml"  # reasons change no result
UNIT_TESTS = {
    "link_core_test": [],
    "callback_files_test": [],
    "closure_test": [],
    "measure_test": [],
    "whole_run_test": [],
    "starvation_test": ["time_without_a_processor"],
    "session_test": [],
    "suite_test": [],
    "frame_test": [],
    "case_test": [],
    "silence_test": [],
    "file_session_test": [],
    "report_test": [],
    "gate_test": [],
    "verdict_of_a_run_test": [],
    "contest_test": [],
    "dialects_test": [],
    "trax_contest_test": [],
    "course_test": [],
    "ustc_contest_test": [],
    "ustc_files_test": [],
    "blokus_test": [],
    "trax_test": [],
    "course_player_test": [],
    "deadline_truth_test": ["no_verdict_on_a_builtin_player_contradicts_the_truth"],
}
ALONE_TESTS = {"rig/game/blokus": ("blokus_test", "contest_test"), "rig/game/trax": ("trax_test",),
               "conformance": ("case_test", "suite_test"),
               "rig/contest": ("contest_test", "course_test", "ustc_contest_test")}
# Unit tests that take less processor time are tried together, one process for all that a mutant makes a difference to.
LITTLE = 0.04
START = 0.01  # seconds that starting a program takes


class BuildFailed(Exception):
    pass


class Interrupted(Exception):
    """The run is over; what a test says now means nothing."""


class Running:
    """The programs that are being tried, so that none outlives the run."""

    def __init__(self):
        self.lock, self.groups, self.over = threading.Lock(), set(), False

    def begin(self, *arguments, **more):
        with self.lock:
            if self.over:
                raise Interrupted
            process = subprocess.Popen(*arguments, start_new_session=True, **more)
            self.groups.add(process.pid)
            return process

    def end(self, process):
        with self.lock:
            self.stop(process.pid)
            self.groups.discard(process.pid)
            if self.over:
                raise Interrupted

    def end_all(self):
        with self.lock:
            self.over = True
            for group in self.groups:
                self.stop(group)

    @staticmethod
    def stop(group):
        try:
            os.killpg(group, signal.SIGKILL)
        except ProcessLookupError:
            pass


running = Running()


@dataclass
class Trial:
    """Something that kills: a command that must succeed, or a fault that must be caught."""

    name: str
    command: list
    unit: str = ""  # of a program of unit tests: which
    fault: dict = None
    told: list = None  # of a run of certify: the lines that are kept of it
    seconds: float = 0.0  # of processor time, with no mutant awake
    reached: bytes = b""  # by a mutant's number: whether it makes a difference


@dataclass
class Death:
    killer: str = ""  # empty: survived
    how: str = ""
    tried: int = 0


def kind_of(name):
    """All faults of a contest's matrix are one kind of trial: where one killed, others may."""
    return re.sub(r"^fault \S+", "fault", name)


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

    def __init__(self, root, finders, every, jobs, limit):
        self.root, self.finders, self.jobs, self.limit = root, finders, jobs, limit
        self.work = os.path.join(root, "build", "mutants")
        self.tree, self.build = os.path.join(self.work, "tree"), os.path.join(self.work, "build")
        self.planted = [m for m in every if not m.alone]
        self.commands = {}
        self.lock = threading.Lock()
        self.kills = Counter()  # by file and trial, and by function too: what killed there is tried first there

    def folders(self):
        """What the build reads: each folder that it enters, and its own."""
        with open(os.path.join(self.root, "CMakeLists.txt"), encoding="utf-8") as build:
            return re.findall(r"^add_subdirectory\((\w+)\)", build.read(), re.M) + ["cmake"]

    def copy(self):
        kept = {os.path.join(self.tree, "CMakeLists.txt"), os.path.join(self.tree, "CMakePresets.json")}
        names = ["CMakeLists.txt", "CMakePresets.json"]
        for top in self.folders():
            for folder, folders, files in os.walk(os.path.join(self.root, top)):
                folders[:] = [f for f in folders if f != "__pycache__"]
                names += [os.path.relpath(os.path.join(folder, name), self.root) for name in files]
        seen = hashlib.sha256()
        for name in sorted(names):
            source, target = os.path.join(self.root, name), os.path.join(self.tree, name)
            kept.add(target)
            if name in self.finders:
                text = instrument(self.finders[name], [m for m in self.planted if m.file == name]).encode()
            else:
                with open(source, "rb") as file:
                    text = file.read()
                if name.endswith("CMakeLists.txt") or name.endswith(".cmake"):
                    text = relax_build(text.decode()).encode()
            if name != NOT_OF_THE_TREE:
                seen.update(name.encode() + b"\0" + text + b"\0")
            write_if_new(target, text)
            os.chmod(target, os.stat(source).st_mode & 0o777 | 0o200)
        for folder, _, files in os.walk(self.tree):
            for name in files:
                if os.path.join(folder, name) not in kept:
                    os.remove(os.path.join(folder, name))
        self.fingerprint = seen.hexdigest()

    def make(self, needed):
        """Builds the trials of these names, and returns them."""
        of_certify = [trial for trial in self.trials_of_certify() if needed(trial.name)]
        tests = [name for name in UNIT_TESTS if needed(name)]
        call(["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DRIG_UNITY=OFF",
              "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"])
        call(["nice", "ninja", "-k", "0", "-C", self.build, f"-j{self.jobs}", *tests, *(["certify"] if of_certify else [])])
        of_units = []
        for name in tests:
            command = [os.path.join(self.build, "tests", name), "--log_level=error", "--color_output=no"]
            of_units += [Trial(name, command, unit) for unit in UNIT_TESTS[name] or units_of(command[0])]
        return of_units + of_certify

    def trials_of_certify(self):
        """Whole runs on the good players, and the rows of the fault matrices that a builtin player can show."""
        trials = []
        certify = os.path.join(self.build, "bin", "certify")
        for contest in figures.CONTESTS:
            kept = figures.kept(self.tree, contest)
            trials += [Trial(name, command, told=kept.get(name, [])) for name, command in figures.good_runs(contest, certify)]
            for fault, dut in figures.faults(self.tree, contest):
                name, command = figures.fault_run(contest, fault, dut, certify)
                trials.append(Trial(name, command, fault=fault, told=kept.get(name, [])))
        return trials

    def measure(self, trials):
        """Each trial with no mutant awake: it must find nothing, and tells to which mutants it makes a difference."""
        kept = os.path.join(self.work, "reached")
        try:
            with open(kept, "rb") as file:
                fingerprint, known = pickle.load(file)
        except (OSError, EOFError, pickle.PickleError):
            fingerprint, known = "", {}
        if fingerprint != self.fingerprint:
            known = {}

        def measured(trial):
            key = (trial.name, trial.unit)
            if key not in known:
                with tempfile.TemporaryDirectory(prefix="rig-mutant-") as folder:
                    path = os.path.join(folder, "reached")
                    verdict, seconds = self.run(trial, [trial.unit], {"RIG_MUTANTS_REACHED": path}, 300)
                    if verdict:
                        return f"{trial.name} {trial.unit} fails without any mutant: {verdict}"
                    with open(path, "rb") as file:
                        known[key] = (seconds, zlib.compress(file.read()))
            trial.seconds, packed = known[key]
            trial.reached = zlib.decompress(packed)
            return ""

        pool = ThreadPoolExecutor(self.jobs)
        try:
            if failed := [what for what in pool.map(measured, trials) if what]:
                raise BuildFailed("\n".join(failed))
        finally:  # what an interrupted run has measured need not be measured again
            pool.shutdown(cancel_futures=True)
            write_if_new(kept, pickle.dumps((self.fingerprint, known)))

    def run(self, trial, units, environment, patience, command=None):
        """(what went wrong, or nothing; the processor time that it took)"""
        command = list(command or trial.command)
        if trial.unit:
            command += [f"--run_test={unit}" for unit in units]
        with tempfile.TemporaryDirectory(prefix="rig-mutant-") as folder:
            report = os.path.join(folder, "report.json")
            if trial.told is not None:
                command += ["--json", report]
            status, output, seconds = run_until_it_fails(command, {**os.environ, **environment, "TMPDIR": folder},
                                                         patience, self.tree, stop=trial.fault is None)
            if status == "time":
                return "does not end", seconds
            if trial.fault:
                return fault_missed(trial.fault, report, status) or told_otherwise(trial, report), seconds
            if status == 0 and trial.told is not None:
                return told_otherwise(trial, report), seconds
            return output if status != 0 else "", seconds

    def attempts(self, mutant, trials):
        """What there is to try on a mutant: (seconds, trial, its units), the most promising for its price first."""
        together, attempts = {}, []
        for trial in trials:
            if not trial.reached[mutant.number]:
                continue
            if trial.unit and trial.seconds < LITTLE:
                together.setdefault(trial.name, []).append(trial)
            else:
                attempts.append((trial.seconds, trial, [trial.unit]))
        for few in together.values():
            attempts.append((sum(t.seconds for t in few), few[0], [t.unit for t in few]))
        with self.lock:
            promise = {kind: 1 + self.kills[mutant.file, kind] + 10 * self.kills[mutant.file, mutant.function, kind]
                       for kind in {kind_of(a[1].name) for a in attempts}}
        return sorted(attempts, key=lambda a: (a[0] + START) / len(a[2]) / promise[kind_of(a[1].name)])

    def learn(self, mutant, death):
        """What killed once is promising in that function, and somewhat in that file."""
        if not death.killer or mutant.alone:
            return
        kind = kind_of(death.killer)
        with self.lock:
            self.kills[mutant.file, kind] += 1
            self.kills[mutant.file, mutant.function, kind] += 1

    def kill(self, mutant, trials):
        if mutant.alone:
            return self.kill_alone(mutant, trials)
        death = Death()
        attempts, spent = self.attempts(mutant, trials), 0.0
        for seconds, trial, units in attempts:
            if spent > self.limit:
                death.how = f"{death.tried} of {len(attempts)} trials notice nothing, the others cost more than the limit"
                return death
            spent += seconds
            death.tried += 1
            verdict, _ = self.run(trial, units, {"RIG_MUTANT": str(mutant.number)}, seconds)
            if verdict:
                death.killer, death.how = trial.name, verdict
                self.learn(mutant, death)
                return death
        death.how = f"{death.tried} of the trials notice nothing" if death.tried else "makes a difference to no trial"
        return death

    # mutants in constant expressions: the units that read the file are compiled again, with no other mutant in them

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
        for name in next(tests for folder, tests in ALONE_TESTS.items() if mutant.file.startswith(folder + "/")):
            trial = next((t for t in trials if t.name == name), None)
            if trial is None:  # not one of --trials
                continue
            death.tried += 1
            program = os.path.join(folder, name)
            self.link_again(name, program, objects)
            verdict, _ = self.run(trial, [], {}, sum(t.seconds for t in trials if t.name == name),
                                  [program, *trial.command[1:]])
            os.remove(program)
            if verdict:
                death.killer, death.how = name, verdict
                break
        death.how = death.how or f"compiled by itself, and {death.tried} tests notice nothing"
        for path in objects:
            os.remove(path)
        return death

    def units_that_read(self, header):
        if header.endswith(".cpp"):
            return [header]
        others = ["rig/game/blokus/tiles.cpp", "rig/game/blokus/perft.cpp"] if header.endswith("shapes.hpp") else []
        return ["rig/game/blokus/position.cpp", "rig/game/blokus/placements.cpp", *others]

    def compile_again(self, unit, folder, changed):
        with open(os.path.join(self.build, "compile_commands.json")) as file:
            entry = next(e for e in json.load(file) if e["file"].endswith("/tree/" + unit))
        command = [word.replace(self.tree, self.root) for word in shlex.split(entry["command"])]
        out = os.path.join(folder, os.path.basename(unit) + ".o")
        command[command.index("-o") + 1] = out
        command.insert(1, "-I" + os.path.join(folder, "include"))
        command[command.index(os.path.join(self.root, unit))] = changed or os.path.join(self.root, unit)
        command.append("-O0")
        call([*command, "-fsyntax-only"], cwd=entry["directory"])  # a tenth of the time, and most end here
        call(command, cwd=entry["directory"])
        return out

    def link_again(self, test, program, objects):
        if test not in self.commands:
            lines = call(["ninja", "-C", self.build, "-t", "commands", test]).splitlines()
            line = next(text for text in reversed(lines) if f"-o tests/{test} " in text)
            self.commands[test] = line
        line = self.commands[test].replace(f"-o tests/{test} ", f"-o {program} {' '.join(objects)} ")
        call(["bash", "-c", line], cwd=self.build)


def units_of(program):
    """The names of a program's tests, for --run_test; a test that is made of rows of data is one."""
    listed = subprocess.run([program, "--list_content"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            check=True).stdout
    tree = [(len(line) - len(line.lstrip()), line.strip().rstrip("*").split(":")[0]) for line in listed.splitlines()]
    units, suite = [], ""
    for (depth, name), (after, child) in zip(tree, [*tree[1:], (0, "")]):
        if depth == 0:
            suite = name if after > 0 and not re.fullmatch(r"_\d+", child) else ""
            if not suite:
                units.append(name)
        elif suite and depth == 4:
            units.append(f"{suite}/{name}")
    return units


def limit_this_process():
    """What all that is started from here on may use; a mutant may ask for anything."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (256 << 20, 256 << 20))


def run_until_it_fails(command, environment, seconds, folder, stop):
    """(exit status or "time", what failed first, processor time). With `stop` the first failure told ends the run.
    What takes far more processor time than it should, or hardly any and does not end, is out of time; not what others
    kept from running."""
    process = running.begin(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            env=environment, cwd=folder)
    allowed = int(3 + 8 * seconds)
    resource.prlimit(process.pid, resource.RLIMIT_CPU, (allowed, allowed))
    resource.prlimit(process.pid, resource.RLIMIT_AS, (4 << 30, 4 << 30))
    ended = os.pidfd_open(process.pid)
    begun, excused = time.monotonic(), 0.0
    left = lambda: max(0.0, begun + 10 * allowed + excused - time.monotonic())  # noqa: E731
    os.set_blocking(process.stdout.fileno(), False)
    output, first, late = b"", "", False
    while True:
        ready = select.select([process.stdout, ended], [], [], left())[0]
        if not ready and (waited := min(seconds_without_a_processor(process.pid), 100 * allowed)) > excused + 1:
            excused = waited
            continue
        more = process.stdout.read() if process.stdout in ready else None
        output = (output + (more or b""))[-200000:]
        if stop and (found := re.search(rb'error: in "([^"]+)"', output)):
            first = found[1].decode()
        late = not ready
        if first or late or ended in ready:
            break
        if process.stdout in ready and not more:  # closed, and not yet ended
            select.select([ended], [], [], left())
    os.close(ended)
    running.end(process)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    output += process.stdout.read() or b""
    process.stdout.close()
    took = usage.ru_utime + usage.ru_stime
    if first:
        return 1, first, took
    if late or took > allowed - 0.5 and process.returncode < 0:
        return "time", "", took
    if process.returncode != 0:
        found = re.search(rb'error: in "([^"]+)"', output)
        lines = [line for line in output.decode(errors="replace").splitlines() if line.strip()]
        first = found[1].decode() if found else (
            f"signal {-process.returncode}" if process.returncode < 0 else (lines or [f"exit {process.returncode}"])[0][:90])
    return process.returncode, first, took


def seconds_without_a_processor(session):
    """For how long the threads of this session's processes have been ready to run while others ran, in all."""
    waited = 0
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/stat") as file:
                if int(file.read().rpartition(")")[2].split()[3]) != session:
                    continue
            for thread in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{thread}/schedstat") as file:
                    waited += int(file.read().split()[1])
        except OSError:
            continue  # it has ended meanwhile
    return waited / 1e9


def told_otherwise(trial, path):
    """The first line that is not as it is kept."""
    try:
        with open(path) as file:
            found = figures.lines_of(json.load(file), trial.fault is not None)
    except (OSError, ValueError, LookupError):
        return "no report"
    for kept, now in itertools.zip_longest(trial.told, found):
        if kept != now:
            return f"told otherwise: {(now or kept).strip()}"
    return ""


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
