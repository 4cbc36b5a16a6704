"""What Verilator and the harness are told about a design: arguments, pins, the header of the harness."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from .clocks import common_time
from .counters import Counter
from .description import Description
from .errors import DescriptionError
from .language import language_arguments
from .memory_files import contents
from .reach import Member

# Without its tree of operators on bits: 5.006 makes the wrong constant of one with an inverted bit (test_parity).
VERILATOR_FLAGS = ["--cc", "--flatten", "--no-timing", "-O3", "-fno-const-bit-op-tree", "--x-initial", "unique", "--x-assign", "unique",
                   "-Wno-fatal"]


@dataclass
class Flavour:
    """Which of a design's builds."""

    faults: bool = False
    trace: bool = False
    coverage: bool = False
    sanitize: bool = False
    lint: bool = False  # only read, with every warning
    raw_loop: bool = False  # not a model but a program around it

    def words(self) -> str:
        return " ".join(name for name, on in vars(self).items() if on) or "plain"


def mangled(pin: str) -> str:
    """How Verilator writes an identifier in C++."""
    return pin.replace("__", "___05F")


def constant(value) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return f"\"{value}\"" if isinstance(value, str) else str(value)


def parameters_of(description: Description, flavour: Flavour) -> dict:
    """The parameters of the top in this build."""
    switch = {description.fault_parameter: int(flavour.faults)} if description.fault_parameter else {}
    return {**description.parameters, **switch}


def verilator_arguments(description: Description, flavour: Flavour, prefix: str, out: Path) -> list[str]:
    arguments = [*VERILATOR_FLAGS, "--prefix", prefix, "--Mdir", str(out), "--top-module", description.top]
    if flavour.lint:
        arguments += ["-Wall"]
    if flavour.trace:
        arguments += ["--trace-fst", "--trace-structs"]
    if flavour.coverage:
        arguments += ["--coverage-line", "--coverage-toggle"]
    arguments += [f"-G{name}={constant(value)}" for name, value in parameters_of(description, flavour).items()]
    arguments += [f"-D{name}={value if isinstance(value, str) else constant(value)}"
                  for name, value in description.defines.items()]
    arguments += [f"-I{directory}" for directory in description.include_dirs]
    return [*arguments, *language_arguments(description.language)]


@dataclass
class Pins:
    """The ports of the Verilated top: name in Verilog -> width."""

    inputs: dict[str, int]
    outputs: dict[str, int]
    inouts: dict[str, int] = field(default_factory=dict)

    @staticmethod
    def read(header: Path) -> "Pins":
        pins = Pins({}, {})
        text = header.read_text()
        for direction, name, msb, lsb in re.findall(r"VL_(IN|OUT|INOUT)(?:8|16|64|W)?\(&(\w+),(\d+),(\d+)[,)]", text):
            name = name.replace("___05F", "__")
            width = int(msb) - int(lsb) + 1
            {"IN": pins.inputs, "OUT": pins.outputs, "INOUT": pins.inouts}[direction][name] = width
        return pins


def check_pins(description: Description, pins: Pins):
    where = f"{description.path}"

    def need(kind: str, key: str, name: str, known: dict[str, int], width: int | None = 1):
        if name not in known:
            raise DescriptionError(f"{where}: {key}: the top \"{description.top}\" has no {kind} \"{name}\". "
                                   f"It has: {', '.join(known) or 'none'}.")
        if width is not None and known[name] != width:
            raise DescriptionError(f"{where}: {key}: the pin \"{name}\" has {known[name]} bits, expected {width}; "
                                   f"name one of them: \"{name}[0]\".")

    need("input", "clock.pin", description.clock_pin, pins.inputs)
    need("input", "uart.rx", description.rx, pins.inputs)
    need("output", "uart.tx", description.tx, pins.outputs)
    driven = {description.clock_pin, description.rx}
    if description.reset_pin:
        need("input", "reset.pin", description.reset_pin, pins.inputs)
        driven.add(description.reset_pin)
    for number, clock in enumerate(description.more_clocks, 2):
        need("input", f"clock (number {number}).pin", clock.pin, pins.inputs)
        driven.add(clock.pin)
    if description.fault_pin:
        need("input", "faults.pin", description.fault_pin, pins.inputs, None)
        driven.add(description.fault_pin)
        width = pins.inputs[description.fault_pin]
        for name, value in description.faults.items():
            if value >> min(width, 32):
                raise DescriptionError(f"{where}: faults.values.{name}: found {value}, but the pin "
                                       f"\"{description.fault_pin}\" has {width} bits.")
    for name, value in description.ties.items():
        need("input", f"ties.{name}", name, pins.inputs, None)
        if value >> pins.inputs[name]:
            raise DescriptionError(f"{where}: ties.{name}: found {value}, but the pin has {pins.inputs[name]} bits.")
        driven.add(name)
    loose = [name for name in pins.inputs if name not in driven]
    if loose:
        raise DescriptionError(f"{where}: nothing drives the input{'s' if len(loose) > 1 else ''} {', '.join(loose)}. "
                               f"Give {'them' if len(loose) > 1 else 'it'} a constant in [ties].")


def c_string(text: str) -> str:
    return json.dumps(text, ensure_ascii=True).replace("?", "\\?")


def write_config(path: Path, description: Description, flavour: Flavour, prefix: str, facts: dict[str, str],
                 found: "Findings"):
    """The header through which the harness knows the model."""
    model_dir, reason = found.model_dir, found.reason
    generated = "".join(p.read_text() for p in model_dir.glob(f"{prefix}_*.cpp"))
    uses_time = re.search(r"VL_TIME|\btime\(\)", generated) is not None
    makes_objects = any(re.search(r"\bVlClass(?:Ref)?\b", p.read_text()) for p in model_dir.glob(f"{prefix}_*.h"))
    plain_eval = flavour.trace or makes_objects  # which Verilator's own evaluation deletes
    ties = dict(description.ties)
    lines = [
        "#pragma once",
        "#include <cstddef>",
        "#include <cstdint>",
        f"#include \"{prefix}.h\"",
        f"#include \"{prefix}__Syms.h\"",
        f"using RigModelTop = {prefix};",
        f"using RigModelRoot = {prefix}___024root;",
        f"using RigModelState = {prefix}__Syms;",
        f"#define RIG_MODEL_CLOCK {mangled(description.clock_pin)}",
        f"#define RIG_MODEL_RX {mangled(description.rx)}",
        f"#define RIG_MODEL_TX {mangled(description.tx)}",
        f"#define RIG_MODEL_TRACE {int(flavour.trace)}",
        f"#define RIG_MODEL_COVERAGE {int(flavour.coverage)}",
        f"#define RIG_MODEL_BAUD {description.baud}",
        f"#define RIG_MODEL_USES_TIME {int(uses_time)}",
        f"#define RIG_MODEL_CLOCK_HZ {description.clock_hz}",
        f"#define RIG_MODEL_ZEROS_AT_POWER_ON {int(description.registers == 'zero')}",
        f"#define RIG_MODEL_RESET_CYCLES {description.reset_cycles}ULL",
        *clock_lines(description),
        f"static constexpr const char* RIG_MODEL_SKIP_OFF_REASON = {c_string(reason) if reason else 'nullptr'};",
        f"void {prefix}___024root___eval({prefix}___024root*);",
        "inline __attribute__((always_inline)) void rig_model_eval(RigModelRoot* root) {",
        "  root->vlSymsp->__Vm_modelp->eval_step();" if plain_eval else f"  {prefix}___024root___eval(root);",
        "}",
        "inline void rig_model_tie_inputs(RigModelRoot& root, unsigned fault) {",
        *(f"  root.{mangled(pin)} = {value}ULL;" for pin, value in ties.items()),
        f"  root.{mangled(description.fault_pin)} = fault;" if description.fault_pin else "  static_cast<void>(fault);",
        "  static_cast<void>(root);",
        "}",
        "inline void rig_model_drive_reset(RigModelRoot& root, bool on) {",
        f"  root.{mangled(description.reset_pin)} = on ? {description.reset_active} : {1 - description.reset_active};"
        if description.reset_pin else "  static_cast<void>(root); static_cast<void>(on);",
        "}",
        *member_lines(found.members),
        *counter_lines(found.counters),
        "static const rig_model_fact rig_model_facts[] = {",
        *(f"    {{{c_string(key)}, {c_string(value)}}}," for key, value in facts.items()),
        "};",
        "struct RigModelFile { const char* name; const char* bytes; unsigned long size; };",
        "static const RigModelFile rig_model_files[] = {",
        *(f"    {{{c_string(f.name)}, {bytes_literal(data)}, {len(data)}}},"
          for f, data in ((f, contents(f)) for f in description.files)),
        "    {\"\", \"\", 0},",
        "};",
    ]
    path.write_text("\n".join(lines) + "\n")


@dataclass
class Findings:
    """What was read in the generated code of a design."""

    model_dir: Path
    reason: str | None  # why it is not skipped
    members: list[Member]
    counters: list[Counter]

    def unseen(self) -> list[str]:
        """The registers that are no part of what is compared, in Verilog's names."""
        return [member.verilog for member in self.members if member.is_of_the_design() and not member.seen]

    def counting(self) -> list[str]:
        """The registers that only count."""
        counters = {counter.name for counter in self.counters}
        return [member.verilog for member in self.members if member.name in counters and member.is_of_the_design()]


def address_of(name: str) -> str:
    """Offset and size of a variable."""
    return f"offsetof(RigModelState, TOP) + offsetof(RigModelRoot, {name}), sizeof(RigModelRoot::{name})"


def member_lines(members: list[Member]) -> list[str]:
    """Where the variables of the design are, whether they can be seen at tx, and how; of registers their names."""
    return [
        "struct RigModelMember { unsigned long offset; unsigned long size; bool seen; const char* told; const char* name; };",
        "static const RigModelMember rig_model_members[] = {",
        *(f"    {{{address_of(member.name)}, "
          f"{int(member.seen)}, {c_string(member.told())}, {c_string(member.register)}}}," for member in members),
        "    {0, 0, true, \"\", \"\"},",
        "};",
    ]


def counter_lines(counters: list[Counter]) -> list[str]:
    """Which variables only count, and where the rest of the design takes notice."""
    return [
        *(f"static const std::uint64_t rig_model_marks_{number}[] = {{{', '.join(f'{mark}ULL' for mark in counter.marks)}}};"
          for number, counter in enumerate(counters)),
        "struct RigModelCounter {",
        "  std::size_t offset, size;",
        "  std::uint64_t highest, unseen_bits, most;",
        "  bool down;",
        "  const std::uint64_t* marks;",
        "  std::size_t number_of_marks;",
        "};",
        "static const RigModelCounter rig_model_counters[] = {",
        *(f"    {{{address_of(counter.name)}, "
          f"{(1 << counter.width) - 1}ULL, {counter.grain - 1}ULL, {counter.most}ULL, {str(counter.down).lower()}, "
          f"rig_model_marks_{number}, {len(counter.marks)}}}," for number, counter in enumerate(counters)),
        "    {0, 0, 0, 0, 0, false, nullptr, 0},",
        "};",
    ]


def clock_lines(description: Description) -> list[str]:
    """What the harness has to know of the clocks beside the first."""
    time = common_time(description.clock_hz, description.more_clocks)
    if not time.others:
        return ["#define RIG_MODEL_MORE_CLOCKS 0", "#define RIG_MODEL_COMMON_PERIODS 1"]
    return [
        f"#define RIG_MODEL_MORE_CLOCKS {len(time.others)}",
        f"#define RIG_MODEL_COMMON_PERIODS {time.common_periods}",
        f"#define RIG_MODEL_PERIOD {time.main_period}ULL",
        "struct RigModelClock { unsigned long long half_period; unsigned long long phase; };",
        "static constexpr RigModelClock rig_model_clocks[] = {",
        *(f"    {{{half}ULL, {phase}ULL}}," for half, phase in time.others),
        "};",
        "inline void rig_model_drive_clock(RigModelRoot& root, unsigned number, bool level) {",
        *(f"  if (number == {number}) root.{mangled(clock.pin)} = level;" for number, clock in enumerate(description.more_clocks)),
        "}",
    ]


def bytes_literal(data: bytes) -> str:
    pieces = ("".join(f"\\{byte:03o}" for byte in data[i:i + 64]) for i in range(0, max(len(data), 1), 64))
    return "\n        ".join(f"\"{piece}\"" for piece in pieces)
