"""Finds where a C++ source can be mutated, by libclang: a list of Mutants, each with the edits that make it."""

import functools
import os
import re
from dataclasses import dataclass

from clang import cindex
from clang.cindex import CursorKind as K
from clang.cindex import TypeKind as T

RELATIONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",)}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&"}
CALLS = {"max": "min", "min": "max", "any_of": "all_of", "all_of": "any_of"}
SWAPPABLE = {"between", "surely_before", "possibly_before"}
NUMBERS = {T.INT, T.UINT, T.LONG, T.ULONG, T.LONGLONG, T.ULONGLONG, T.SHORT, T.USHORT, T.UCHAR, T.SCHAR, T.CHAR_S, T.DOUBLE,
           T.FLOAT}
FUNCTIONS = {K.FUNCTION_DECL, K.CXX_METHOD, K.CONSTRUCTOR, K.FUNCTION_TEMPLATE, K.CONVERSION_FUNCTION}
EFFECTS = {K.CALL_EXPR, K.COMPOUND_ASSIGNMENT_OPERATOR, K.UNARY_OPERATOR, K.BINARY_OPERATOR}
ON = "rig_mutants::on<#>()"  # with the number of the mutant: whether it is awake
TRUTH = ("(bool(", f") != {ON})")
ASPECT = "::rig::contest::Aspect("


@dataclass
class Mutant:
    file: str
    line: int
    function: str
    head: str  # the line that begins the function
    operator: str  # the kind of change, in words
    span: tuple  # (start, end) of what is changed
    edits: tuple  # ((start, end, text), …) on the source
    change: str  # before → after
    text: str  # the source line, by which a reason finds it
    alone: bool  # in a constant expression: compiled by itself
    form: str  # how it is planted: around its span, or as "binary" or "logic" with others of the same span
    plant: tuple
    number: int = -1


def squeeze(text):
    return re.sub(r"\s+", " ", text).strip()


@functools.cache
def aspects(root):
    """What a case may name, in the order of their list."""
    with open(os.path.join(root, "rig", "contest", "aspect.hpp")) as file:
        return re.findall(r'"([^"]+)"', file.read().split("all_aspects")[1].split("});")[0])


class Finder:
    """The mutants of one source. Constants that are `relaxed` are variables in the copy, so that mutants can be planted there;
    in others there are only such as are compiled `alone`, and then all are of a header."""

    def __init__(self, root, path, relaxed, alone):
        self.root, self.path, self.relaxed, self.alone = root, path, relaxed, alone
        with open(os.path.join(root, path), "rb") as file:
            self.source = file.read()
        self.mutants, self.seen = [], set()
        self.relaxations = set()  # (start, end, what stands there in place of `constexpr`)
        self.function, self.head = "", ""  # where the visit is
        self.constant = alone and path.endswith(".hpp")
        self.find()

    def find(self):
        path = os.path.join(self.root, self.path)
        unit = cindex.Index.create().parse(path, args=["-x", "c++", "-std=c++20", f"-I{self.root}", "-Wno-everything"])
        errors = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
        if errors:
            raise SystemExit(f"mutate: clang cannot read {self.path}: {errors[0]}")
        for cursor in unit.cursor.get_children():
            if cursor.location.file and os.path.samefile(cursor.location.file.name, path):
                self.visit(cursor)
        turned = {m.span for m in self.mutants if m.operator == "relation turned round"}
        self.mutants = [m for m in self.mutants
                        if m.operator not in ("condition turned round", "answer turned round") or m.span not in turned]
        self.mutants.sort(key=lambda m: (m.edits[0][0], m.span[1], m.operator, m.change))

    def text(self, start, end):
        return self.source[start:end].decode(errors="replace")

    def text_of(self, cursor):
        return self.text(*self.span(cursor))

    def line_at(self, offset):
        end = self.source.find(b"\n", offset)
        return self.source[self.source.rfind(b"\n", 0, offset) + 1 : end].decode().strip()

    @staticmethod
    def span(cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def visit(self, cursor):
        outside = self.function, self.head, self.constant
        if cursor.kind in FUNCTIONS and cursor.spelling:
            self.function, self.head = cursor.spelling, self.line_at(cursor.location.offset)
        self.constant = self.constant or self.is_constant(cursor)
        self.look_at(cursor)
        skip_first = cursor.kind == K.CASE_STMT or (
            cursor.kind == K.IF_STMT and self.text_of(cursor).startswith("if constexpr"))
        for child in list(cursor.get_children())[1 if skip_first else 0 :]:
            if child.kind not in (K.TYPE_ALIAS_DECL, K.STATIC_ASSERT) and not self.must_be_constant(cursor, child):
                self.visit(child)
        self.function, self.head, self.constant = outside

    # where a mutation would stand in a constant expression

    def is_constant(self, cursor):
        if cursor.kind == K.FIELD_DECL and re.match(r"games/[^/]+/rules/", self.path):
            return True  # the tables there are made of such values
        if cursor.kind not in (K.VAR_DECL, K.UNEXPOSED_DECL, *FUNCTIONS):  # unexposed: the template of a variable
            return cursor.kind == K.ENUM_CONSTANT_DECL
        text = self.text_of(cursor)
        match = re.match(r"[^({=;]*?\bconstexpr\b", text)
        if not match or cursor.spelling not in self.relaxed:
            return match is not None
        word = self.instead_of_constexpr(cursor, match[0])
        if text[match.end():].startswith(" const "):
            word = word.replace("const", "").strip()  # of a pointer to constant letters
        end = self.span(cursor)[0] + match.end()
        self.relaxations.add((end - len("constexpr"), end, word))
        return False

    @staticmethod
    def instead_of_constexpr(cursor, head):
        if cursor.kind not in (K.VAR_DECL, K.UNEXPOSED_DECL):
            return "inline"
        if cursor.semantic_parent.kind in (K.CLASS_DECL, K.STRUCT_DECL, K.CLASS_TEMPLATE):
            return "inline const"
        local = cursor.semantic_parent.kind not in (K.NAMESPACE, K.TRANSLATION_UNIT)
        return "static const" if local and "static" not in head else "const"  # a lambda need not capture it

    def must_be_constant(self, cursor, child):
        """Whether it belongs to the type of a declaration, or stands inside <…>: no place for a run-time choice."""
        if cursor.kind in (K.VAR_DECL, K.FIELD_DECL, K.PARM_DECL, *FUNCTIONS):
            if child.extent.start.offset < cursor.location.offset:
                return True
        start, end = self.span(child)
        before, after = self.source[:start].rstrip(), self.source[end : end + 1]
        return end <= start or before.endswith(b"<") and not before.endswith(b"<<") and after in (b">", b",")

    # the operators

    def add(self, span, operator, edits, plant=None, form="around"):
        """By default the mutant is planted as a choice between the two texts."""
        if (span, edits) in self.seen or self.constant and not self.alone:
            return
        self.seen.add((span, edits))
        after, at = "", span[0]
        for start, end, text in sorted(edits):
            after += self.text(at, start) + text
            at = end
        after += self.text(at, span[1])
        first = edits[0][0]
        self.mutants.append(Mutant(
            self.path, self.source.count(b"\n", 0, first) + 1, self.function, self.head, operator, span, edits,
            f"{squeeze(self.text(*span))} → {squeeze(after) or '(nothing)'}", self.line_at(first), self.constant, form,
            plant or (f"({ON} ? {after} : ", ")")))

    def look_at(self, cursor):
        kind, children, (start, end) = cursor.kind, list(cursor.get_children()), self.span(cursor)
        if end <= start:
            return
        is_call_of_operator = kind == K.CALL_EXPR and cursor.spelling.startswith("operator")
        if kind in (K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR) or is_call_of_operator:
            if len(children) >= 2:
                self.binary(children[0], children[-1])
        if kind == K.INTEGER_LITERAL:
            self.integer(start, end)
        elif kind == K.CHARACTER_LITERAL:
            if match := re.fullmatch(r"'([^\\'])'", self.text(start, end)):
                self.add((start, end), "constant", ((start, end, f"'{chr(ord(match[1]) + 1)}'"),), ("char(", f" + {ON})"))
        elif kind == K.CXX_BOOL_LITERAL_EXPR:
            other = "false" if self.text(start, end) == "true" else "true"
            self.add((start, end), "truth value", ((start, end, other),), TRUTH)
        elif kind == K.STRING_LITERAL:
            self.string(start, end)
        elif kind == K.UNARY_OPERATOR and re.match("!(?!=)", self.text(start, end)):
            self.add((start, end), "negation left out", ((start, start + 1, ""),), TRUTH)
        elif kind == K.DECL_REF_EXPR:
            self.enumerator(cursor.referenced, start, end)
        elif kind == K.CALL_EXPR:
            self.call(list(cursor.get_arguments()), start, end)
        elif kind == K.CONDITIONAL_OPERATOR and len(children) == 3:
            self.condition(children[0])
        elif kind == K.IF_STMT:
            self.branch(children, start, end)
        elif kind == K.RETURN_STMT and children:
            self.returned(children[0])
        elif kind == K.COMPOUND_STMT:
            for child in children:
                self.statement(child)

    def operator_between(self, left, right):
        a, b = self.span(left)[1], self.span(right)[0]
        gap = self.text(a, b)
        token = re.sub(r"//[^\n]*", "", gap).strip()
        if token not in (*RELATIONS, *ARITHMETIC, "&&", "||", "+=", "-=", "="):
            return None
        at = a + gap.index(token)
        return token, at, at + len(token)

    def binary(self, left, right):
        found = self.operator_between(left, right)
        if found is None:
            return
        token, at, to = found
        (begin, middle), (after, end) = self.span(left), self.span(right)
        whole, spans = (begin, end), ((begin, middle), (at, to), (after, end), token)
        numbers = [side.type.get_canonical().kind in NUMBERS for side in (left, right)]
        if token in RELATIONS:
            for other in RELATIONS[token]:
                operator = "relation turned round" if other in ("!=", "==") or other[0] != token[0] else "boundary"
                self.add(whole, operator, ((at, to, other),), (*spans, other), "binary")
        elif token in ("&&", "||"):
            other = "||" if token == "&&" else "&&"
            self.add(whole, "logic", ((at, to, other),), (*spans, "swapped"), "logic")
            self.add(whole, "operand left out", ((begin, after, ""),), (*spans, "only right"), "logic")
            self.add(whole, "operand left out", ((middle, end, ""),), (*spans, "only left"), "logic")
        elif token in ARITHMETIC:
            if all(numbers) or token in "+-" and self.is_time(left) and self.is_time(right):
                self.add(whole, "arithmetic", ((at, to, ARITHMETIC[token]),), (*spans, ARITHMETIC[token]), "binary")
            elif token == "+" and left.type.get_canonical().spelling.endswith("rig::Instant"):
                self.add(whole, "operand left out", ((middle, end, ""),), (*spans, "left"), "binary")
        elif token in ("+=", "-=") and numbers[0]:
            self.add(whole, "arithmetic", ((at, to, "-=" if token == "+=" else "+="),))

    @staticmethod
    def is_time(cursor):
        spelling = cursor.type.get_canonical().spelling
        return "chrono::duration" in spelling and "time_point" not in spelling

    def integer(self, start, end):
        match = re.fullmatch(r"([0-9][0-9']*)([uUlL]*)", self.text(start, end))
        value = int(match[1].replace("'", "")) if match else -1
        for step, sign in ((1, "+"), (-1, "-")):
            if match and value + step >= 0:
                self.add((start, end), "constant", ((start, end, f"{value + step}{match[2]}"),), ("(", f" {sign} {ON})"))

    def string(self, start, end):
        text, before = self.text(start, end), self.text(max(0, start - 300), start)
        if not re.fullmatch(r'"[^"\\\n]*"', text) or re.search(r"format\(\s*$", before):
            return
        if re.search(r"(throw \w+\(|refuse\(|static_assert)[^;]*$", before):
            return  # words of an error of the rig, which judge nothing
        letters = text[1:-1]
        if self.path.startswith(("conformance/", "rig/protocol/request_aspects")) and letters in aspects(self.root):
            names = aspects(self.root)
            other = f'"{names[(names.index(letters) + 1) % len(names)]}"'  # a name that is none would not compile
            name = ".name()" if before.endswith("by_aspect(") else ""  # a catalogue is asked by the name alone
            plant = (f"({ON} ? {ASPECT}{other}) : {ASPECT}", f")){name}")
            self.add((start, end), "aspect", ((start, end, other),), plant)
            return
        other = chr(ord(letters[0]) + 1) + letters[1:] if letters and letters[0].isascii() else "x" + letters
        if other[0] in '"\\':
            other = "x" + letters
        self.add((start, end), "text", ((start, end, f'"{other}"'),), (f'({ON} ? "{other}" : +', ")"))

    def enumerator(self, target, start, end):
        if target is None or target.kind != K.ENUM_CONSTANT_DECL:
            return
        names = [c.spelling for c in target.semantic_parent.get_children() if c.kind == K.ENUM_CONSTANT_DECL]
        if self.text(start, end).endswith(target.spelling) and len(names) <= 12:
            other = names[(names.index(target.spelling) + 1) % len(names)]
            self.add((start, end), "enumerator", ((end - len(target.spelling), end, other),))

    def call(self, arguments, start, end):
        match = re.match(r"(?:(?:std|rig)::)?(\w+)\(", self.text(start, end))
        if not match:
            return
        name, name_end = match[1], start + match.end() - 1
        if name in ("max", "min") and len(arguments) == 2 or name in ("any_of", "all_of") and len(arguments) == 3:
            operator = "min and max" if name in ("max", "min") else "any and all"
            self.add((start, end), operator, ((name_end - len(name), name_end, CALLS[name]),))
        elif name in SWAPPABLE and len(arguments) == 2:
            a, b = self.span(arguments[0]), self.span(arguments[1])
            self.add((start, end), "arguments swapped", ((*a, self.text(*b)), (*b, self.text(*a))))

    def turn_round(self, cursor, operator):
        start, end = self.span(cursor)
        self.add((start, end), operator, ((start, start, "!("), (end, end, ")")), TRUTH)

    def condition(self, cursor):
        text = self.text_of(cursor)
        if text and not self.is_relation(cursor) and not text.startswith("!"):  # these are turned round themselves
            self.turn_round(cursor, "condition turned round")

    def is_relation(self, cursor):
        # C++20 reads `a != b` as `!(a == b)`: a negation that is not written.
        while (cursor.kind in (K.UNEXPOSED_EXPR, K.PAREN_EXPR) or cursor.kind == K.UNARY_OPERATOR and not re.match(
                "!(?!=)", self.text_of(cursor))) and len(list(cursor.get_children())) == 1:
            cursor = next(cursor.get_children())
        children = list(cursor.get_children())
        found = self.operator_between(children[0], children[-1]) if len(children) >= 2 else None
        return found is not None and found[0] in RELATIONS

    def branch(self, children, start, end):
        text = self.text(start, end)
        if text.startswith("if constexpr"):
            return
        open_, depth, close = text.index("("), 0, 0
        for close in range(open_, len(text)):
            depth += {"(": 1, ")": -1}.get(text[close], 0)
            if depth == 0:
                break
        if not re.match(r"\s*(const\s+)?[\w:]+(<[\w:, ]+>)?[\s*&]+\w+\s*[={;]", text[open_ + 1 : close]):
            self.condition(children[0])
        for body in children:
            if self.span(body)[0] > start + len(text[:close].encode()):
                self.statement(body, in_branch=True)

    def returned(self, value):
        kind, text, end = value.type.get_canonical().kind, self.text_of(value), self.span(value)[1]
        if kind == T.BOOL and not self.is_relation(value):
            if text not in ("true", "false") and not re.fullmatch(r"!\w+[\w.()]*", text):
                self.turn_round(value, "answer turned round")
        elif kind in (T.INT, T.UINT, T.ULONG, T.LONG) and not re.fullmatch(r"-?[0-9]+", text):
            self.add(self.span(value), "answer off by one", ((end, end, " + 1"),), ("(", f" + {ON})"))

    def statement(self, cursor, in_branch=False):
        inner = cursor
        while inner.kind == K.UNEXPOSED_EXPR and len(list(inner.get_children())) == 1:
            inner = next(inner.get_children())
        jump = cursor.kind in (K.RETURN_STMT, K.CONTINUE_STMT, K.BREAK_STMT) and in_branch
        assigns = inner.kind != K.BINARY_OPERATOR or re.search(r"[^=!<>]=[^=]", self.text_of(inner))
        if not jump and not (inner.kind in EFFECTS and assigns):
            return
        start, end = self.span(cursor)
        semicolon = self.source.index(b";", end) + 1
        if self.text(end, semicolon).strip() == ";":
            self.add((start, semicolon), "statement left out", ((start, semicolon, ";" if in_branch else ""),),
                     (f"{{ if (!{ON}) {{ ", " } }"))
