"""The C++ that Verilator makes of a design, in one notation for all its versions.

The versions spell the same thing in different ways. The readers of this package know one spelling, that of 5.006; this
module turns the others into it. What it does not know stays as it is: then a reader does not understand it, and what it
would have found is off, with a sentence.
"""

import re
from pathlib import Path

# `auto& vlSelfRef = std::ref(*vlSelf).get();` at the head of a function, and its use (from 5.022 on).
OTHER_NAME = re.compile(r"^ *auto& vlSelfRef = std::ref\(\*vlSelf\)\.get\(\);\n", re.M)
UNUSED = re.compile(r"^ *\(void\)vlSelf;[^\n]*\n", re.M)
ALIGNED = re.compile(r"^class alignas\(VL_CACHE_LINE_BYTES\) ?", re.M)
# The class of a module, which once had a base (to 5.046), and its own name in place of that base's.
MODULE = re.compile(r"^class (\w+) final \{", re.M)
SYMBOLS = re.compile(r"^( *\w+__Syms\*) vlSymsp;", re.M)
OWN_NAME = re.compile(r"^ *const char\* vlNamep;\n", re.M)
# `x.set(0U, value);` in place of `x.at(0U) = value;` (from 5.014 on).
SET = re.compile(r"(\w+Triggered)\.set\((\w+), ([^;]*)\);")
# `VL_WRITEF_NX("…",2,a,b)` tells how many values it prints (from 5.026 on).
WRITE = re.compile(r"\bVL_WRITEF_NX\b")


def read_generated(path: Path) -> str:
    """A generated file."""
    return in_one_notation(path.read_text())


def in_one_notation(text: str) -> str:
    text = OTHER_NAME.sub("", UNUSED.sub("", text)).replace("vlSelfRef.", "vlSelf->")
    text = WRITE.sub("VL_WRITEF", ALIGNED.sub("class ", text))
    text = OWN_NAME.sub("", MODULE.sub(r"class \1 final : public VerilatedModule {", text))
    text = SYMBOLS.sub(r"\1 const vlSymsp;", text)
    return SET.sub(r"\1.at(\2) = (\3);", text)
