"""Constant expressions of Verilog and VHDL, as far as frequencies and ranges need them."""

import ast
import math
import operator
import re

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Pow: operator.pow,
             ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.USub: operator.neg, ast.UAdd: operator.pos,
             ast.Mod: operator.mod, ast.Div: operator.truediv}
BASES = {"d": 10, "h": 16, "b": 2, "o": 8}
NUMERAL = r"(?<![\w'.])(?:\d[\d_]*)?\s*'[sS]?[dDhHbBoO]\s*[0-9a-fA-F_]+|(?<![\w'.])\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?(?![\w'])"


def number_of(numeral: str) -> int | float | None:
    """The value of a numeral, as `NUMERAL` finds them; nothing where its digits are not of its base, or it is beyond all measure."""
    plain = re.sub(r"[\s_]", "", numeral)
    try:
        if "'" in plain:
            digits = plain.split("'")[1].lstrip("sS")
            return int(digits[1:], BASES[digits[0].lower()])
        if "." not in plain and "e" not in plain.lower():
            return int(plain)
        return value if math.isfinite(value := float(plain)) else None
    except ValueError:
        return None


def value_of(expression: str, known: dict[str, int | float]) -> int | float | None:
    """Nothing where it is not a number, or not understood."""
    text = re.sub(r"`(\w+)|\b\w+::(\w+)", r"\1\2", expression.strip())
    text = re.sub(r"\b(?:integer|int|unsigned|signed|real|to_unsigned|natural|positive)\b\s*'?", "", text, flags=re.I)
    text = re.sub(NUMERAL, lambda found: str(number_of(found[0])), text)
    text = re.sub(r"\$clog2\s*\(", "clog2(", text)
    text = re.sub(r"\bmod\b", "%", text)
    try:
        return evaluated(ast.parse(text.strip() or "?", mode="eval").body, known)
    except (SyntaxError, KeyError, ValueError, ZeroDivisionError, OverflowError, TypeError, MemoryError, RecursionError):
        return None


def evaluated(node, known: dict):
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return node.value
    if isinstance(node, ast.Name):
        return known[node.id]
    if isinstance(node, ast.UnaryOp):
        return OPERATORS[type(node.op)](evaluated(node.operand, known))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "clog2" and len(node.args) == 1:
        return max(int(evaluated(node.args[0], known)) - 1, 0).bit_length()
    if isinstance(node, ast.BinOp):
        left, right = evaluated(node.left, known), evaluated(node.right, known)
        if isinstance(node.op, (ast.Pow, ast.LShift)) and right > 64:
            raise ValueError
        if isinstance(node.op, ast.Div) and isinstance(left, int) and isinstance(right, int):
            return left // right
        return OPERATORS[type(node.op)](left, right)
    raise ValueError
