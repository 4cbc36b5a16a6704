"""Building a model, and keeping it until a file that it was made from changes."""

import contextlib
import json
import os
import re
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kept_models.cache import RECORD, Cache, hold, locked, note_use

from .config import (VERILATOR_FLAGS, Findings, Flavour, Pins, c_string, check_pins, constant, mangled, parameters_of,
                     write_config)
from .description import STUBS, Clock, Description
from .errors import DescriptionError, ToolError
from .first_evaluation import name_registers
from .host_code import foreign_attributes, host_code_of, refuse_what_is_not_allowed
from .made_clocks import CLOCKS_FILE, Cells, made_clocks, main_oscillator, running_on, write_clock_modules
from .netlist import Netlist
from .power_on import check_power_on
from .power_on_values import name_power_on_values
from .progress import Progress
from .skip import reach_of, why_clocks_forbid_it, why_not_skip
from .stand_ins import stand_ins_of, with_stand_ins
from .tools import Tools, hash_of, sha256
from .verilate import Verilation, check_transmitter
from .verilator_log import counted
from .vhdl import GHDL_FLAGS, Translation, ghdl_version, vhdl_sources
from .wrapper import TOP as WRAPPER_TOP
from .wrapper import MAIN_CLOCK, Wrapper, made_clock, needs_wrapper

PACKAGE = Path(__file__).resolve().parent
HARNESS = PACKAGE.parent / "harness"

# What a simulated clock costs is decided here. No -Os anywhere: it costs 1.4x on a small design, 2.7x on a large one.
SPEED = ["-O3"]
CXX_FLAGS = ["-std=gnu++17", "-fPIC", "-fvisibility=hidden", "-fno-gnu-unique", "-fcf-protection=none", "-w"]
UNITY_LIMIT = 6_000_000  # bytes of generated code that g++ takes in one piece


def builder_files() -> list[Path]:
    """What a model is made by: the harness and this package."""
    return [*sorted(p for p in HARNESS.iterdir() if p.is_file()), PACKAGE.parent / "build_model",
            *sorted(PACKAGE.glob("*.py")), *sorted(STUBS.rglob("*.v"))]


def log_beside(output: Path) -> Path:
    """Where Verilator's messages on a model are kept."""
    return output.with_suffix(".log")


def few(names: list[str]) -> str:
    """The first of them, and how many more there are."""
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


def compile_file(tools: Tools, source: Path, output: Path, flags: list[str], cwd: Path):
    command = [*tools.cxx, *flags, "-c", str(source), "-o", str(output)]
    result = tools.run(command, cwd=cwd)
    if result.returncode != 0:
        raise ToolError(f"`{' '.join(command)}` failed:\n{result.stderr.strip()}")


class Builder:
    """One build of one model."""

    def __init__(self, description: Description, flavour: Flavour, tools: Tools, cache: Path,
                 progress: Progress | None = None):
        self.progress = progress or Progress()
        self.description, self.flavour, self.tools, self.cache = description, flavour, tools, cache
        sanitize = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g"] if flavour.sanitize else []
        self.compile_flags = [*SPEED, *CXX_FLAGS, *sanitize]
        self.link_flags = ["-shared", "-Wl,--no-undefined", "-Wl,-Bsymbolic", "-Wl,--version-script=exports", *sanitize]
        if "clang" in tools.cxx_version:  # makes no such symbols, and does not know the flag
            self.compile_flags.remove("-fno-gnu-unique")
        self.libraries = ["-latomic"] if "clang" in tools.cxx_version else []
        self.runtime_flags = [f"-I{tools.include}", f"-I{tools.include}/vltstd",
                              "-include", str(HARNESS / "rig_model_runtime.hpp")]
        if flavour.raw_loop:  # as a program of its own would be built, with nothing of the rig's in it
            self.compile_flags = [flag for flag in self.compile_flags if flag not in ("-fPIC", "-fvisibility=hidden")]
            self.link_flags = sanitize
            self.runtime_flags = self.runtime_flags[:2]
        if flavour.trace:
            self.libraries.append("-lz")  # for Verilator's writer of FST
        self.defines = ["-DVERILATOR=1", f"-DVM_COVERAGE={int(flavour.coverage)}", "-DVM_SC=0", f"-DVM_TRACE={int(flavour.trace)}",
                        "-DVM_TRACE_VCD=0", f"-DVM_TRACE_FST={int(flavour.trace)}"]
        if flavour.trace:
            signals, callbacks = ((tools.include / name).read_text() for name in ("verilated_fst_c.h", "verilated_trace.h"))
            self.defines += [f"-DRIG_MODEL_TRACE_KINDS={int('VerilatedTraceSigKind' in signals)}",
                             f"-DRIG_MODEL_TRACE_NUMBERED={int('addFullCb(dumpCb_t cb, uint32_t fidx' in callbacks)}"]
        self.ghdl_version = ghdl_version() if vhdl_sources(description) else ""
        self.key = sha256("\0".join([
            self.ghdl_version, str(description.path), *map(hash_of, [description.path, *description.inherited]), flavour.words(), tools.verilator_version, tools.cxx_version,
            *self.compile_flags, *self.link_flags, *VERILATOR_FLAGS,
            *map(hash_of, builder_files()),
        ]).encode())
        self.prefix = f"V{re.sub(r'[^A-Za-z0-9]', '', description.name)}{self.key[:10]}"

    def runtime(self) -> list[Path]:
        """Verilator's runtime: the same for all models with these flags, so compiled once."""
        names = ["verilated", "verilated_threads", *(["verilated_fst_c"] if self.flavour.trace else []),
                 *(["verilated_cov"] if self.flavour.coverage else [])]
        hooks = HARNESS / "rig_model_runtime.hpp"
        key = sha256("\0".join([self.tools.verilator_version, self.tools.cxx_version, str(self.tools.include),
                                *self.compile_flags, *self.defines, *self.runtime_flags, hash_of(hooks)]).encode())
        folder = self.cache / "runtime" / key[:24]
        objects = [folder / f"{name}.o" for name in names]
        with locked(self.cache / "runtime.lock"):
            folder.mkdir(parents=True, exist_ok=True)
            missing = [o for o in objects if not o.exists()]
            if missing:
                self.progress.now("compiling Verilator's runtime, once for all models")
                with tempfile.TemporaryDirectory(dir=folder) as scratch, ThreadPoolExecutor(2) as pool:
                    self.tools.sandbox.write_to(Path(scratch))
                    flags = [*self.compile_flags, *self.defines, *self.runtime_flags]
                    own = {"verilated_fst_c": ["-DRIG_MODEL_OPENS_ANY_FILE"]}  # the waveform
                    list(pool.map(lambda o: compile_file(self.tools, self.tools.include / f"{o.stem}.cpp", Path(scratch) / o.name,
                                                         [*flags, *own.get(o.stem, [])], Path(scratch)), missing))
                    for o in missing:
                        os.rename(Path(scratch) / o.name, o)
            note_use(folder)
            self.in_use.callback(os.close, hold(folder))
        return objects

    def verilate(self, out: Path, log: Path) -> list[Path]:
        """Runs Verilator; the files it read, the description and the data files."""
        description = self.description
        self.verilation = self.verilation_of(self.board, out, log)
        self.verilation.run()
        listed = (out / f"{self.prefix}__ver.d").read_text().split(" : ", 1)[1]
        read = [Path(p.replace("\\ ", " ")) for p in re.split(r"(?<!\\)\s+", listed) if p]
        made_here = [out.with_name(name) for name in ("wrapper", "vhdl", "stand_ins")]
        design = {p.resolve() for p in read
                  if p.is_file() and "verilator" not in p.name and p.parent not in made_here}
        design.update([*description.all_sources, *description.ips])
        return [description.path, *description.inherited, *sorted(design), *description.files]

    def elaborate(self, out: Path, log: Path) -> list[Path]:
        """The design as C++ in `out`, found to be as described; the files that it was made from."""
        self.in_verilog = self.description
        self.elaborated: Netlist | None = None  # with what is asked of it known already
        foreign = foreign_attributes(vhdl_sources(self.description))
        refuse_what_is_not_allowed(self.description, foreign)
        if vhdl_sources(self.description):
            self.progress.now("turning VHDL into Verilog")
            parameters = parameters_of(self.description, self.flavour)
            self.in_verilog = Translation(self.description, parameters, out.with_name("vhdl"), self.tools).translated()
        made: list[Clock] = []
        if stand_ins_of(self.in_verilog) or not self.description.clock_pin:
            made = self.use_stand_ins(out, log)
        self.board = self.in_verilog
        if made or needs_wrapper(self.description):
            self.wrap(out, log, made)
        inputs = self.verilate(out, log)
        pins = Pins.read(out / f"{self.prefix}.h")
        if pins.inouts and self.board is self.in_verilog:
            self.wrap(out, log, [])
            inputs = self.verilate(out, log)
            pins = Pins.read(out / f"{self.prefix}.h")
        check_pins(self.board, pins)
        check_transmitter(self.description, out, self.prefix, mangled(self.board.tx), {mangled(pin) for pin in pins.inputs})
        self.allowed = refuse_what_is_not_allowed(self.description, [*foreign, *host_code_of(self.verilation)])
        return inputs

    def use_stand_ins(self, out: Path, log: Path) -> list[Clock]:
        """Puts the stand-ins among the sources; the clocks that they make, apart from the one that time is counted in."""
        folder = out.with_name("stand_ins")
        self.in_verilog = with_stand_ins(self.in_verilog, folder)
        self.elaborated = self.netlist(out, log)
        cells = Cells(self.elaborated)
        wanted = [*cells.outputs(), *cells.oscillators(self.description)]
        names, main = {}, None
        if not self.description.clock_pin:
            main = main_oscillator(cells.oscillators(self.description), self.description)
            self.description, self.in_verilog = running_on(main, self.description), running_on(main, self.in_verilog)
            wanted.remove(main)
            names[main] = MAIN_CLOCK
        names |= {one: made_clock(number) for number, one in enumerate(wanted, 2 + len(self.in_verilog.more_clocks))}
        write_clock_modules(folder / CLOCKS_FILE, names)
        return made_clocks(self.in_verilog, cells, wanted, main)

    def netlist(self, out: Path, log: Path) -> Netlist:
        self.verilation = self.verilation_of(self.in_verilog, out.with_name("netlist"), log)
        try:
            return self.verilation.netlist()
        except DescriptionError:
            self.verilation.run()  # explains more of what is wrong
            raise

    def wrap(self, out: Path, log: Path, made: list[Clock]):
        """From here on the top is a wrapper around the design's own."""
        netlist = self.elaborated or self.netlist(out, log)
        parameters = ", ".join(f".{name}({constant(value)})" for name, value in parameters_of(self.in_verilog, self.flavour).items())
        self.board = Wrapper(self.in_verilog, netlist).wrapped(f"#({parameters}) " if parameters else "",
                                                              out.with_name("wrapper") / f"{WRAPPER_TOP}.sv", made)

    def verilation_of(self, description: Description, out: Path, log: Path) -> Verilation:
        return Verilation(description, self.flavour, self.tools, self.prefix, out, log)

    def lint(self, output):
        """Prints all that Verilator says of the design; then what of it is an error of the description, if anything."""
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch) / "verilated"
            self.tools.sandbox.write_to(Path(scratch))
            try:
                self.elaborate(out, Path(scratch) / "log")
            finally:
                for message in self.verilation.messages:
                    print(message.as_written(), file=output)
                print(f"{self.description.path}: {counted(self.verilation.messages)}", file=output)

    def findings(self, out: Path) -> Findings:
        """Of the generated code in `out`."""
        reason = why_not_skip(out, self.prefix) or why_clocks_forbid_it(self.board)
        shown = self.flavour.trace or self.flavour.coverage  # then all of it, not what reaches tx alone
        members, counters = ([], []) if reason else reach_of(out, self.prefix, None if shown else mangled(self.board.tx))
        name_registers(members, out, self.prefix)
        return Findings(out, reason, members, counters)

    def facts(self, inputs: list[Path], found: Findings, log: Path) -> dict[str, str]:
        description = self.description
        return {
            "name": description.name,
            "top": description.top,
            "contest": description.contest,
            "description": str(description.path),
            "clock_hz": str(description.clock_hz),
            "baud": str(description.baud),
            "reset_cycles": str(description.reset_cycles),
            "settle_ns": "" if description.settle_ns is None else str(description.settle_ns),
            **({"registers_at_power_on": description.registers} if description.registers != "random" else {}),
            "faults": ",".join(f"{name}={value}" for name, value in description.faults.items()),
            "build": self.flavour.words(),
            "compiler": self.tools.cxx_version,
            "compiler_flags": " ".join(self.compile_flags),
            "verilator": self.tools.verilator_version,
            **({"ghdl": self.ghdl_version, "ghdl_flags": " ".join(GHDL_FLAGS)} if self.ghdl_version else {}),
            "verilator_flags": " ".join(VERILATOR_FLAGS),
            **({"stand_ins": ", ".join(names)} if (names := stand_ins_of(description)) else {}),
            **({"waived": ", ".join(description.waive)} if description.waive else {}),
            **({"allowed": ", ".join(self.allowed)} if self.allowed else {}),
            "warnings": counted(self.verilation.messages),
            "warnings_log": str(log),
            "source_hash": sha256("".join(hash_of(p) for p in inputs).encode()),
            "skip": f"off: {found.reason}" if found.reason else "sound",
            **({"skip_leaves_out": few(unseen)} if (unseen := found.unseen()) else {}),
            **({"skip_counts": few(counting)} if (counting := found.counting()) else {}),
            **{key: str(value) for key, value in description.capacity.items()},
        }

    def compile_model(self, work: Path, out: Path) -> list[Path]:
        """The generated code and the harness. In one piece if it is not too much: the loop then inlines the model."""
        main = HARNESS / ("raw_loop.cpp" if self.flavour.raw_loop else "rig_model.cpp")
        sources = [main, *sorted(out.glob(f"{self.prefix}*.cpp"))]
        unity = sum(p.stat().st_size for p in sources) <= UNITY_LIMIT
        units = {"model": sources} if unity else {p.stem: [p] for p in sources}
        output = [] if self.flavour.raw_loop else ["-include", str(HARNESS / "rig_model_output.hpp")]
        flags = [*self.compile_flags, *self.defines, f"-I{work}", f"-I{out}", f"-I{HARNESS}", *self.runtime_flags, *output]

        def compile_unit(item) -> Path:
            name, sources = item
            unit = work / f"unit_{name}.cpp"
            inline = "#define VL_INLINE_OPT inline\n" if unity else ""  # where all callers stand in the same file
            unit.write_text(inline + "".join(f"#include {c_string(str(s))}\n" for s in sources))
            compile_file(self.tools, unit, work / f"{name}.o", flags, work)
            return work / f"{name}.o"

        lines = sum(p.read_bytes().count(b"\n") for p in sources)
        self.progress.now(f"compiling {lines} lines of generated C++")
        with ThreadPoolExecutor(2) as pool:
            objects = []
            for done, built in enumerate(pool.map(compile_unit, units.items()), 1):
                objects.append(built)
                if len(units) > 1:
                    self.progress.now(f"compiled {done} of {len(units)} pieces")
            return objects

    def link(self, objects: list[Path], output: Path):
        self.progress.now("linking")
        link = [*self.tools.cxx, *self.compile_flags, *self.link_flags, "-o", output.name, *map(str, objects), "-lpthread",
                *self.libraries]
        result = self.tools.run(link, cwd=output.parent)
        if result.returncode != 0:
            raise ToolError(f"`{' '.join(link)}` failed:\n{result.stderr.strip()}")

    def build(self, output: Path, *, cached: bool = False) -> list[Path]:
        """Builds the model under `output`, all at once; the files that it depends on."""
        with self.progress.building(self.description.name, cached=cached), contextlib.ExitStack() as self.in_use:
            inputs = self.build_all(output)
            self.progress.built(f"{counted(self.verilation.messages)}: {log_beside(output)}")
        return inputs

    def build_all(self, output: Path) -> list[Path]:
        output.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".building-", dir=output.parent) as scratch:
            work = Path(scratch).resolve()
            self.tools.sandbox.write_to(work)
            out = work / "verilated"
            sources = self.description.all_sources
            self.progress.now(f"reading {sources[0].name}" +
                              (f" and {len(sources) - 1} more source files" if len(sources) > 1 else ""))
            inputs = self.elaborate(out, log_beside(output))
            found = self.findings(out)
            write_config(work / "rig_model_config.hpp", self.board, self.flavour, self.prefix, self.facts(inputs, found, log_beside(output)),
                         found)
            if not self.flavour.raw_loop:
                name_power_on_values(out, self.prefix)
            (work / "exports").write_text("{ global: rig_model_v1; local: *; };\n")
            self.link([*self.compile_model(work, out), *self.runtime()], work / "model.so")
            if not self.flavour.raw_loop and not self.flavour.sanitize:  # these are no objects that Python can load
                self.progress.now("trying its power-on")
                check_power_on(self.description, work / "model.so", self.verilation.messages, self.tools.sandbox)
            os.rename(work / "model.so", output)
        return inputs


def cached_build(builder: Builder) -> Path:
    """The model from the cache, built if any file it was built from has changed since."""
    folder = builder.cache / builder.key[:32]
    record = folder / RECORD
    with locked(builder.cache / f"{builder.key[:32]}.lock"):
        with contextlib.suppress(OSError, ValueError, KeyError):
            known = json.loads(record.read_text())
            output = folder / known["model"]
            if output.exists() and all(hash_of(Path(path)) == digest for path, digest in known["inputs"].items()):
                note_use(folder)
                return output
        for left in folder.glob(".building-*"):  # of a build that was killed
            shutil.rmtree(left, ignore_errors=True)
        fresh = folder / f"{builder.description.name}.so"  # and its log
        inputs = {str(path): hash_of(path) for path in builder.build(fresh, cached=True)}
        # Another name for other contents: a process that has the old one loaded would be given that again.
        output = folder / f"{builder.description.name}-{sha256(json.dumps(inputs).encode())[:12]}.so"
        os.rename(fresh, output)
        for old in folder.glob("*.so"):
            if old != output:
                old.unlink()
        partial = folder / "inputs.partial"
        about = {"name": builder.description.name, "contest": builder.description.contest, "build": builder.flavour.words(),
                 "description": str(builder.description.path)}
        partial.write_text(json.dumps({"model": output.name, **about, "inputs": inputs}, indent=1))
        os.rename(partial, record)
        note_use(folder)
    Cache(builder.cache).trim(keep=folder)
    return output
