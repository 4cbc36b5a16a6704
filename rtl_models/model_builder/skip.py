"""Whether a design may be skipped while nothing changes.

The harness compares the whole symbol table, byte by byte, over one clock. That is everything exactly when no state
lives elsewhere (on the heap, in the runtime, in the operating system) and when what the design does depends on
nothing else (time, random numbers, files). So only what is known to be harmless is let through; anything else
switches the skip off, with its name as the reason.
"""

import contextlib
import re
from pathlib import Path

from .clocks import common_time
from .counters import Counter, counters_of
from .description import Description
from .generated import read_generated
from .reach import Member, NotUnderstood, Reach, members_of

LONGEST_COMMON_PERIOD = 1024  # periods of the first clock; the state is compared over one of these
PLAIN_TYPES = {"CData", "SData", "IData", "QData", "EData", "double", "bool"}
HARMLESS_CALLS = {
    # The language and Verilator's plain types
    "if", "while", "for", "switch", "return", "sizeof", *PLAIN_TYPES, "WData", "int", "unsigned", "uint32_t", "uint64_t",
    # VlWide, VlUnpacked, VlTriggerVec
    "at", "any", "set", "clear", "andNot", "thisOr", "word", "data", "neq", "assign", "operator",
    # Diagnostics: a print in a period keeps that period from being skipped; an end is final anyway
    "VL_DEBUG_IF", "VL_DBG_MSGF", "VL_WRITEF", "VL_FINISH_MT", "VL_STOP_MT", "VL_FATAL_MT", "VL_UNLIKELY", "VL_LIKELY",
    "fetch_add", "memory_order_relaxed",  # of the counters of coverage, which the harness leaves out of what it compares
    "name", "assertOn", "debug", "VL_ATTR_ALIGNED", "overWidthError",
}
PURE_FUNCTIONS = re.compile(
    r"VL_(?:ADD|ALLONES|AND|ASSIGN\w*?|BITBIT|BITISSET\w*?|BITRSHIFT|BITSEL|BITWORD|CHANGEXOR|CLEAN|CLOG2|CMP|CONCAT|COND|"
    r"CONSTHI|CONSTLO|CONST|COUNTBITS|COUNTONES|CVT|DIV|DIVS|EQ|EXTEND|EXTENDS|EXTENDSIGN|GT|GTE|GTS|GTES|ISTOR|ITOR|"
    r"LT|LTE|LTS|LTES|MASK|MODDIV|MODDIVS|MOSTSETBITP1|MUL|MULS|NEGATE|NEGATE_INPLACE|NEQ|NOT|ONEHOT|ONEHOT0|OR|POW\w*?|"
    r"REDAND|REDOR|REDXOR|REPLICATE|ROUND|RTOI|RTOIROUND|SEL|SET|SHIFTL|SHIFTR|SHIFTRS|SIGN|SIGNONES|STREAML\w*?|SUB|TRUNC|"
    r"UL|EUL|WORDS|XOR|ZERO|ZERO_RESET)(?:_[A-Z0-9]+)*")
# Each begins at the left margin and ends with a lone `}`.
FUNCTION = re.compile(r"^(?!class|struct|namespace|//|#)[^\n;{}]*?\b([\w:~]+)\(([^;{}]*)\)[^;{}]*\{\n(.*?)^\}", re.M | re.S)
# Only run at power-on, before the first comparison.
START_UP = re.compile(r"_ctor_var_reset|::[cd]tor$|__vlCoverInsert|VL_TO_STRING$|___eval_initial|___eval_static|___configure_coverage|__Vconfigure|___eval_final|"
                      r"_dump_triggers|_eval_debug_assertions")


def why_not_skip(model_dir: Path, prefix: str) -> str | None:
    """None if the design that was Verilated into `model_dir` may be skipped; else the reason."""
    return State.read(model_dir, prefix).why_elsewhere() or why_not_a_function_of_state(model_dir, prefix)


def why_clocks_forbid_it(description: Description) -> str | None:
    """Several clocks are part of what follows: only whole common periods can be skipped, so these must be short."""
    periods = common_time(description.clock_hz, description.more_clocks).common_periods
    if periods <= LONGEST_COMMON_PERIOD:
        return None
    return f"its clocks are in the same phase again only after {periods} periods of the first"


# Where the state is: the headers


class State:
    """The state that the generated headers declare."""

    def __init__(self, prefix: str, modules: set[str]):
        self.prefix = prefix
        self.modules = modules  # the classes whose objects the symbol table holds
        self.structs: dict[str, list[str]] = {}
        self.members: list[tuple[str, str]] = []  # (declaration, its file)
        self.trouble: str | None = None

    @staticmethod
    def read(model_dir: Path, prefix: str) -> "State":
        symbols = read_generated(model_dir / f"{prefix}__Syms.h")
        state = State(prefix, set(re.findall(rf"^    ({prefix}_\w+)\s+\w+;", symbols, re.M)))
        for header in sorted(model_dir.glob(f"{prefix}*.h")):
            if header.name in (f"{prefix}.h", f"{prefix}__Syms.h") or "__pch" in header.name:
                continue
            state.trouble = state.trouble or state.add(header.name, read_generated(header))
        return state

    def add(self, name: str, text: str) -> str | None:
        """Takes in a generated header; what makes it unreadable, if anything."""
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
        for struct, body in re.findall(r"^struct (\w+) \{(.*?)^\};", text, re.M | re.S):
            self.structs[struct] = declarations_of(body)
        match = re.search(r"^class (\w+)( final)? : public (\w+) \{(.*?)^\}", text, re.M | re.S)
        if not match:
            return f"it has a class ({name})" if re.search(r"^class \w+[^;]*\{", text, re.M) else None
        if match[3] != "VerilatedModule":
            return f"it has a class ({name})"
        if match[1] not in self.modules:
            return f"a part of its state is not in one piece with the rest ({match[1]})"
        flat = re.sub(r"\bstruct \{|\};", ";", match[4])  # anonymous structs only group members
        self.members += [(declaration, name) for declaration in declarations_of(flat)]
        return None

    def why_elsewhere(self) -> str | None:
        """Why comparing the symbol table's bytes does not compare all state."""
        if self.trouble:
            return self.trouble
        for declaration, header in self.members:
            if not self.is_harmless(declaration):
                return f"it keeps state that cannot be compared (`{' '.join(declaration.split())}` in {header})"
        return None

    def is_harmless(self, declaration: str) -> bool:
        """Declares nothing whose value lies outside of the object."""
        text = re.sub(r"^\s*(public|private|protected)\s*:", "", declaration).strip()
        if not text or text.startswith("static constexpr"):
            return True
        if re.match(r"VL_(IN|OUT|INOUT|SIG)(8|16|64|W)?\(", text):
            return True
        if re.match(rf"({self.prefix}\w*\* (const )?\w+|{self.prefix}__Syms\* const vlSymsp)$", text):
            return re.match(rf"({self.prefix}\w*)\*", text)[1] in self.modules | {f"{self.prefix}__Syms"}
        if "(" in text:  # a method; VL_UNCOPYABLE
            return "std::string" not in text and "virtual" not in text
        declared = re.fullmatch(r"(.+?)\s+(\w+)(?: = [^=]+)?", text, re.S)
        return declared is not None and self.is_harmless_type(" ".join(declared[1].split()))

    def is_harmless_type(self, kind: str) -> bool:
        kind = kind.strip()
        if kind in PLAIN_TYPES or kind in self.modules or re.fullmatch(r"VlWide<\d+>|VlTriggerVec<\d+>", kind):
            return True
        if kind in self.structs:
            return all(self.is_harmless(declaration) for declaration in self.structs[kind])
        unpacked = re.fullmatch(r"VlUnpacked<(.*), \d+>", kind)
        return unpacked is not None and self.is_harmless_type(unpacked[1])


def declarations_of(body: str) -> list[str]:
    return [declaration.strip() for declaration in body.split(";") if declaration.strip()]


# What the next state follows from: the functions


def why_not_a_function_of_state(model_dir: Path, prefix: str) -> str | None:
    """Why what the design does next follows from more than its state and its inputs."""
    for source in running_code(model_dir, prefix):
        if reason := why_not_pure(source.name, read_generated(source), prefix):
            return reason
    return None


def running_code(model_dir: Path, prefix: str) -> list[Path]:
    """The generated files with what a clock runs."""
    return [source for source in sorted(model_dir.glob(f"{prefix}*.cpp"))
            if source.name != f"{prefix}.cpp" and not source.name.startswith(f"{prefix}__Syms") and "__Trace__" not in source.name
            and "__ConstPool" not in source.name]


def readable(text: str) -> str:
    """Generated code without comments, texts, and what is compiled only for Verilator's own debugging."""
    text = re.sub(r"#ifdef VL_DEBUG.*?#endif[^\n]*", "", text, flags=re.S)
    return re.sub(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'", "", text, flags=re.S)


def reach_of(model_dir: Path, prefix: str, tx: str | None) -> tuple[list[Member], list[Counter]]:
    """The variables of a design that may be skipped, with what of them can be seen at `tx`, and those of them that only
    count; all can be seen and none only counts if that is not known.

    None: all are compared. A waveform also shows what tx does not depend on, and coverage counts it: it is to run as well.
    """
    header = read_generated(model_dir / f"{prefix}___024root.h")
    members = members_of(header)
    if tx is None or State.read(model_dir, prefix).modules != {f"{prefix}___024root"} or tx not in {member.name for member in members}:
        return members, []  # variables of packages and interfaces are not followed
    with contextlib.suppress(NotUnderstood):
        functions = running_functions(model_dir, prefix)
        Reach(members, functions, prefix).mark_seen(tx)
        return members, counters_of(header, members, functions)
    return members, []


def running_functions(model_dir: Path, prefix: str) -> list[tuple[str, str, str]]:
    """What a clock runs, as generated_functions() has it."""
    functions = []
    for source in running_code(model_dir, prefix):
        text = readable(read_generated(source))
        functions += [function for function in generated_functions(text) if not runs_at_start_only(function[0])]
        if "->" in FUNCTION.sub("", text):
            raise NotUnderstood(f"{source.name}, not all of which was read")
    return functions


def why_not_pure(name: str, text: str, prefix: str) -> str | None:
    """The same for one generated file."""
    text = readable(text)
    for function, _, body in generated_functions(text):
        if not runs_at_start_only(function) and (reason := why_not_pure_function(function, body, prefix)):
            return reason
    return f"{name} could not be read" if re.search(r"\bVL_(RANDOM|URANDOM|TIME)", FUNCTION.sub("", text)) else None


def generated_functions(text: str):
    """(name, parameters, body) of each function of a generated file."""
    for match in FUNCTION.finditer(text):
        yield match[1], match[2], match[3]


def functions_in(model_dir: Path, prefix: str) -> dict[str, str]:
    """The text of each function that is generated, by its name."""
    return {name: f"{name}({parameters}) {{\n{body}}}\n" for source in running_code(model_dir, prefix)
            for name, parameters, body in generated_functions(readable(read_generated(source)))}


def runs_at_start_only(function: str) -> bool:
    owner, _, method = function.rpartition("::")
    return START_UP.search(function) is not None or bool(owner and owner == method.lstrip("~"))  # con- and destructors


def why_not_pure_function(function: str, body: str, prefix: str) -> str | None:
    body = re.sub(r"\bVL_WRITEF\(.*?\);", "", body, flags=re.S)  # what is only printed changes nothing
    for call in re.findall(r"([A-Za-z_]\w*)\s*\(", body):
        if not (call in HARMLESS_CALLS or call.startswith(prefix) or PURE_FUNCTIONS.fullmatch(call)):
            return f"it calls {spoken(call)} while it runs"
    if re.search(r"\bstatic\s+(?!const)", body):
        return f"it keeps a static variable in {function}"
    if re.search(r"\bstd::string\s+\w+\s*[;=]", body):
        return "it works with strings"
    return None


def spoken(call: str) -> str:
    """The Verilog name of a function of Verilator's runtime, where it has one."""
    for pattern, verilog in ((r"VL_RAND_RESET", "for an unknown value (x)"), (r"VL_URANDOM", "$urandom"),
                             (r"VL_(DIST|RANDOM)", "$random"), (r"VL_TIME|time", "$time"), (r"VL_F(OPEN|WRITE|GET|READ)", "a file"),
                             (r"VL_READMEM|VL_WRITEMEM", "$readmem or $writemem")):
        if re.match(pattern, call):
            return verilog
    return call
