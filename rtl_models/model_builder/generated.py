"""The C++ that Verilator makes of a design, in one notation for all its versions.

The versions spell the same thing in different ways. The readers of this package know one spelling, that of 5.006. This
module turns those of 5.032 and 5.048 into it. What it does not know stays as it is: then a reader does not understand it,
and what it would have found is off, with a sentence.
"""

import re
from pathlib import Path

# Of 5.032: another name for the object, a line against a warning, and where the object begins in memory.
OTHER_NAME = re.compile(r"^ *auto& vlSelfRef = std::ref\(\*vlSelf\)\.get\(\);\n", re.M)
UNUSED = re.compile(r"^ *\(void\)vlSelf;[^\n]*\n", re.M)
ALIGNED = re.compile(r"^class alignas\(VL_CACHE_LINE_BYTES\) ?", re.M)
# `x.set(0U, value);` in place of `x.at(0U) = value;`
SET = re.compile(r"(\w+Triggered)\.set\((\w+), ([^;]*)\);")
# A print that is told how many values it has.
WRITE = re.compile(r"\bVL_WRITEF_NX\b")
# Of 5.048: the class of a module has no base, and keeps its name itself.
MODULE = re.compile(r"^class (\w+) final \{", re.M)
SYMBOLS = re.compile(r"^( *\w+__Syms\*) vlSymsp;", re.M)
OWN_NAME = re.compile(r"^ *const char\* vlNamep;\n", re.M)


def read_generated(path: Path) -> str:
    """A generated file."""
    return in_one_notation(path.read_text())


def in_one_notation(text: str) -> str:
    text = OTHER_NAME.sub("", UNUSED.sub("", text)).replace("vlSelfRef.", "vlSelf->")
    text = WRITE.sub("VL_WRITEF", ALIGNED.sub("class ", text))
    text = OWN_NAME.sub("", MODULE.sub(r"class \1 final : public VerilatedModule {", text))
    text = SYMBOLS.sub(r"\1 const vlSymsp;", text)
    return SET.sub(r"\1.at(\2) = (\3);", text)
