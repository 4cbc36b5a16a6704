"""Tries to kill mutants: builds the instrumented copy of the project, and runs its own tests with one mutant awake."""

import contextlib
import hashlib
import itertools
import json
import os
import pickle
import re
import resource
import shlex
import signal
import subprocess
import tempfile
import threading
import time
import zlib
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from . import figures, sources
from .plant import instrument, mutated



def listed(kind):
    """From the lists of all folders: the names behind this word, as in `test measure_test`."""
    for folder in sources.FOLDERS:
        with open(os.path.join(folder, "tests.txt"), encoding="utf-8") as file:
            for line in file:
                first, *names = line.split() or ["#"]
                yield from names if first == kind else []


# Programs of unit tests; of some of them one test alone, behind a slash.
UNIT_TESTS = list(listed("test"))
ALONE_TESTS = tuple(listed("alone"))
MODELS = list(listed("model"))  # those that these tests open
LIMIT = 20  # seconds of processor time for the trials of a mutant
LITTLE = 0.04  # units that take less are tried together, in one process
START = 0.01  # seconds that starting a program takes
COMPILER = "the compiler"
HANGS = "does not end"


class BuildFailed(Exception):
    pass


@dataclass
class Trial:
    """Something that kills: a test that must pass, or a run of certify that must report what is kept of it."""

    name: str
    command: list
    unit: str = ""  # which test of a program of unit tests
    kept: list = None  # the lines of a run of certify
    of_a_fault: bool = False
    seconds: float = 0.0  # of processor time, with no mutant awake

    @property
    def kind(self):
        """All faults of a contest's matrix are one kind: where one killed, others may."""
        return re.sub(r"^fault \S+", "fault", self.name)


@dataclass
class Death:
    killer: str  # empty: survived
    how: str


def call(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode != 0:
        raise BuildFailed(f"{shlex.join(command)}\n{done.stdout[-6000:]}")
    return done.stdout


def write_if_new(path, content):
    with contextlib.suppress(FileNotFoundError), open(path, "rb") as file:
        if file.read() == content:
            return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


class Rig:
    """The instrumented copy: its sources, its build, the trials."""

    def __init__(self, root, finders):
        self.root, self.finders = root, finders
        self.work = os.path.join(root, "build", "mutants")
        self.tree, self.build = os.path.join(self.work, "tree"), os.path.join(self.work, "build")
        self.kills = Counter()  # by file and trial, and by function too: what killed there is tried first there

    def copy(self):
        """Writes the copy. What is found holds for it alone, and is kept beside it under its fingerprint."""
        names = call("git", "-C", self.root, "ls-files", "-zco", "--exclude-standard", ":!*.md", ":!*/mutants/*")
        names = sorted(name for name in names.split("\0") if os.path.isfile(os.path.join(self.root, name)))
        seen = hashlib.sha256()
        for name in names:
            source, target = os.path.join(self.root, name), os.path.join(self.tree, name)
            with open(source, "rb") as file:
                text = file.read()
            if name in self.finders:
                text = instrument(self.finders[name], [m for m in self.finders[name].mutants if not m.alone]).encode()
            elif name.endswith("CMakeLists.txt"):  # quicker to build, checked by the library, and without all the models
                text = text.replace(b"-O2 -DNDEBUG", b"-O1 -D_GLIBCXX_ASSERTIONS").replace(b"options -O3", b"options -O2")
                text = re.sub(rb"add_dependencies\(\w+ rtl_models.*\)", b"", text)
            seen.update(name.encode() + b"\0" + text + b"\0")
            write_if_new(target, text)
            os.chmod(target, os.stat(source).st_mode & 0o777 | 0o200)
        for folder, _, files in os.walk(self.tree):
            for path in {os.path.join(folder, name) for name in files} - {os.path.join(self.tree, name) for name in names}:
                os.remove(path)
        self.found = os.path.join(self.work, "found", seen.hexdigest())
        os.makedirs(os.path.dirname(self.found), exist_ok=True)

    def make(self, needed):
        """Builds the trials of these names, and returns them."""
        of_certify, of_units = [trial for trial in self.trials_of_certify() if needed(trial.name)], []
        tests = dict(test.partition("/")[::2] for test in UNIT_TESTS if needed(test.partition("/")[0]))
        call("cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DRIG_UNITY=OFF",
             "-DCMAKE_CXX_FLAGS=-w -Wno-narrowing")
        models = [f"rtl_model_{name}" for name in MODELS] if {"session_test", "suite_test"} & tests.keys() else []
        if not tests and not of_certify:
            raise BuildFailed("no test has such a name")
        self.ninja("-k", "0", *tests, *models, *(["certify"] if of_certify else []))
        for name, unit in tests.items():
            command = [os.path.join(self.build, "tests", name), "--log_level=error", "--color_output=no"]
            of_units += [Trial(name, command, one) for one in ([unit] if unit else units_of(command[0]))]
        return of_units + of_certify

    def ninja(self, *targets):
        call("nice", "ninja", "-C", self.build, f"-j{os.cpu_count()}", *targets)

    def trials_of_certify(self):
        """Whole runs on the good players, and the rows of the fault matrices that a builtin player can show."""
        for contest in figures.contests(self.tree):
            kept = figures.kept(self.tree, contest)
            for name, command, of_a_fault in figures.runs(self.tree, contest, os.path.join(self.build, "bin", "certify")):
                yield Trial(name, command, kept=kept.get(name, []), of_a_fault=of_a_fault)

    def measure(self, trials):
        """Each trial with no mutant awake: it must find nothing, and says to which mutants it makes a difference."""
        path, known = self.found + ".reached", {}
        if os.path.exists(path):
            with open(path, "rb") as file:
                known = pickle.load(file)

        def measured(trial):
            with tempfile.NamedTemporaryFile(prefix="rig-mutant-") as file:
                failed, seconds = self.run(trial, [trial.unit], 300, RIG_MUTANTS_REACHED=file.name)
                return failed, seconds, zlib.compress(file.read())

        missing = [trial for trial in trials if (trial.name, trial.unit) not in known]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for trial, (failed, *found) in zip(missing, pool.map(measured, missing)):
                if failed:
                    pool.shutdown(cancel_futures=True)
                    raise BuildFailed(f"{trial.name} {trial.unit} fails without any mutant: {failed}")
                known[trial.name, trial.unit] = found
        write_if_new(path, pickle.dumps(known))
        self.trials_on = defaultdict(list)  # by a mutant's number
        for trial in trials:
            trial.seconds, packed = known[trial.name, trial.unit]
            for reached in re.finditer(b"\1", zlib.decompress(packed)):
                self.trials_on[reached.start()].append(trial)

    def run(self, trial, units, seconds, **environment):
        """What went wrong, or nothing; and the processor time that it took."""
        command = trial.command + [f"--run_test={unit}" for unit in units if unit]
        with tempfile.TemporaryDirectory(prefix="rig-mutant-") as folder:
            report = os.path.join(folder, "report.json")
            if trial.kept is not None:
                command += ["--json", report]
            failed, took = run_until_it_fails(command, {**os.environ, **environment, "TMPDIR": folder}, seconds, self.tree)
            if trial.kept is not None and failed != HANGS:
                failed = reported_otherwise(trial, report)
            return failed, took

    def attempts(self, mutant):
        """What there is to try on a mutant: (seconds, trial, its units), the most promising for its price first."""
        together = defaultdict(list)
        for trial in self.trials_on[mutant.number]:
            together[trial.name, trial.unit if trial.seconds > LITTLE else ""].append(trial)
        attempts = [(sum(t.seconds for t in few), few[0], [t.unit for t in few]) for few in together.values()]
        promise = lambda kind: (1 + self.kills[mutant.file, kind]  # noqa: E731
                                + 10 * self.kills[mutant.file, mutant.function, kind])
        return sorted(attempts, key=lambda a: (a[0] + START) / len(a[2]) / promise(a[1].kind))

    def kill(self, mutant):
        spent, tried = 0.0, 0
        for seconds, trial, units in self.attempts(mutant):
            if spent > LIMIT:
                return Death("", f"{tried} trials notice nothing, the others cost more than {LIMIT} s")
            failed, _ = self.run(trial, units, seconds, RIG_MUTANT=str(mutant.number))
            if failed:
                self.kills.update([(mutant.file, trial.kind), (mutant.file, mutant.function, trial.kind)])
                return Death(trial.name, failed)
            spent, tried = spent + seconds, tried + 1
        return Death("", f"{tried} trials notice nothing")

    def kill_alone(self, mutant, trials):
        """A mutant in a constant expression: its file is compiled with it, and with no other."""
        path = os.path.join(self.tree, mutant.file)
        with open(path, "rb") as file:
            asleep = file.read()
        try:
            write_if_new(path, mutated(self.finders[mutant.file], mutant).encode())
            self.ninja(*ALONE_TESTS)
            for name in ALONE_TESTS:
                units = [trial for trial in trials if trial.name == name]
                failed, _ = self.run(units[0], [], sum(trial.seconds for trial in units)) if units else ("", 0)
                if failed:
                    return Death(name, failed)
        except BuildFailed as error:
            found = re.search(r"error: (.*)", str(error))
            return Death(COMPILER, found[1][:100] if found else "")
        finally:
            write_if_new(path, asleep)
        return Death("", f"compiled by itself, and {' and '.join(ALONE_TESTS)} notice nothing")


def units_of(program):
    """The names of a program's tests, for --run_test; a test that is made of rows of data is one."""
    listed = call(program, "--list_content")
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


running = set()  # the process groups of what is being tried


def stop(group):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def stop_rest(group):
    """Once the first process of a group has ended, all that it has left behind."""
    os.waitid(os.P_PID, group, os.WEXITED | os.WNOWAIT)
    stop(group)


def run_until_it_fails(command, environment, seconds, folder):
    """What failed first, or nothing; and the processor time. A mutant may ask for anything: what takes far more processor
    time than it should does not end, nor does what waits ten times as long."""
    allowed, begun = int(3 + 8 * seconds), time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               env=environment, cwd=folder, start_new_session=True, text=True, errors="replace")
    running.add(process.pid)
    for what, most in ((resource.RLIMIT_CPU, allowed), (resource.RLIMIT_AS, 4 << 30), (resource.RLIMIT_FSIZE, 256 << 20),
                       (resource.RLIMIT_CORE, 0)):
        resource.prlimit(process.pid, what, (most, most))
    timer, end = threading.Timer(10 * allowed, stop, [process.pid]), threading.Thread(target=stop_rest, args=[process.pid])
    timer.start()
    end.start()
    failed, first = "", ""
    with process.stdout:
        for line in process.stdout:
            first = first or line.strip()[:90]
            if found := re.search(r'error: in "([^"]+)"', line):
                failed = found[1]
                stop(process.pid)
                break
    end.join()
    timer.cancel()
    running.discard(process.pid)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode, took = os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
    if process.returncode < 0 and not failed:
        late = took > allowed - 0.5 or time.monotonic() - begun >= 10 * allowed
        failed = HANGS if late else f"signal {-process.returncode}"
    elif process.returncode > 0 and not failed:
        failed = first or f"exit {process.returncode}"
    return failed, took


def reported_otherwise(trial, path):
    """The first line that is not as it is kept."""
    try:
        with open(path) as file:
            found = figures.lines_of(json.load(file), trial.of_a_fault)
    except (OSError, ValueError, LookupError):
        return "no report"
    for kept, now in itertools.zip_longest(trial.kept, found):
        if kept != now:
            return f"reported otherwise: {(now or kept).strip()}"
    return ""
