"""Power-on values that follow from the seed and a variable's name.

Verilator draws them one after the other, so a build with more variables (waveforms keep signals that are optimised
away otherwise) would power on in another state. Each draw is therefore preceded by the name of what it is for. What
stands for an unknown value would be drawn a second time, without a name: that is left out.
"""

import re
from pathlib import Path

FUNCTION = re.compile(r"^[^\n;{}]*_ctor_var_reset\((\w+)\* vlSelf\) \{\n.*?^\}", re.M | re.S)
AT_START = re.compile(r"^[^\n;{}]*___eval_initial\w*\(\w+\* vlSelf\) \{\n.*?^\}", re.M | re.S)
UNKNOWN = "__Vxrand_"  # how the variables are called that Verilator has for the unknown values (x) of a design
# They are given a value again when the `initial` blocks run, the wide ones word by word from a temporary.
SECOND_DRAW = re.compile(
    rf"^\s*(?:vlSelf->\w*{UNKNOWN}\w+\s*=\s*\(*(?:\w+ & )?(?:\(\w+\)\(?)*VL_RAND_RESET_\w+\(\d+\)\)*;|"
    rf"VL_RAND_RESET_W\(\d+, (\w+)\);(?:\s*vlSelf->\w*{UNKNOWN}\w+\[\w+\]\s*=[^;]*\b\1\[\w+\]\)*;)+)$\n?", re.M)
# Later versions draw by a hash of the variable's name, which is other values: here all draw the same.
SCOPED = re.compile(r"\bVL_SCOPED_RAND_RESET_(?:ASSIGN_)?(\w+)\((.*?), __VscopeHash, \d+ull\)")
DRAW = re.compile(r"^\s*(?:vlSelf->(\w+)\S* = VL_RAND_RESET_\w+\(|VL_RAND_RESET_\w+\(.*\bvlSelf->(\w+))", re.M)


def name_power_on_values(model_dir: Path, prefix: str):
    """Changes the generated code in `model_dir`."""
    for source in model_dir.glob(f"{prefix}*.cpp"):
        text = source.read_text()
        named = FUNCTION.sub(lambda function: with_names(function[0]), text)
        named = AT_START.sub(lambda function: without_second_draws(function[0]), named)
        if named != text:
            source.write_text(named)


def with_names(function: str) -> str:
    own_name = "vlNamep" if "vlSelf->vlNamep" in function else "name()"
    function = SCOPED.sub(r"VL_RAND_RESET_\1(\2)", function)
    return DRAW.sub(lambda draw: f"rig_model_value_of(vlSelf->{own_name}, \"{draw[1] or draw[2]}\");{draw[0]}", function)


def without_second_draws(function: str) -> str:
    """A function that runs the `initial` blocks; unknown values stay as they were drawn at first."""
    return SECOND_DRAW.sub("", function)
