"""Finds where a C++ source can be mutated, by libclang: a list of Mutants, each with the edit that makes it."""

import os
import re
from dataclasses import dataclass, field

from clang import cindex
from clang.cindex import CursorKind as K
from clang.cindex import TypeKind as T

RELATIONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",)}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&"}
CALLS = {"max": "min", "min": "max", "any_of": "all_of", "all_of": "any_of"}
SWAPPABLE = {"between", "surely_before", "possibly_before"}
NUMBERS = {
    T.INT, T.UINT, T.LONG, T.ULONG, T.LONGLONG, T.ULONGLONG, T.SHORT, T.USHORT, T.UCHAR, T.SCHAR, T.CHAR_S, T.DOUBLE,
    T.FLOAT,
}
FUNCTIONS = {K.FUNCTION_DECL, K.CXX_METHOD, K.CONSTRUCTOR, K.FUNCTION_TEMPLATE, K.CONVERSION_FUNCTION}
EFFECTS = {K.CALL_EXPR, K.COMPOUND_ASSIGNMENT_OPERATOR, K.UNARY_OPERATOR, K.BINARY_OPERATOR}


@dataclass
class Mutant:
    file: str
    line: int
    function: str
    operator: str  # the kind of change, in words
    site: tuple  # (start, end, form): mutants of one site are planted together
    edits: tuple  # ((start, end, text), …) on the original file
    before: str
    after: str
    alone: bool  # in a constant expression: compiled on its own
    data: dict = field(default_factory=dict)
    number: int = -1
    text: str = ""  # the source line, by which a justification finds it

    @property
    def change(self):
        return f"{self.before} → {self.after}"


def squeeze(text):
    return re.sub(r"\s+", " ", text).strip()


class Finder:
    def __init__(self, root, path, relaxed=(), all_alone=False):
        self.root, self.path, self.relaxed, self.all_alone = root, path, set(relaxed), all_alone
        self.source = open(os.path.join(root, path), "rb").read()
        self.mutants = []
        self.seen = set()
        self._aspects = None
        self.relaxations = []  # (start, end, text): `constexpr` that becomes `const`

    def text(self, start, end):
        return self.source[start:end].decode(errors="replace")

    def line_at(self, offset):
        end = self.source.find(b"\n", offset)
        return self.source[self.source.rfind(b"\n", 0, offset) + 1 : end].decode().strip()

    def run(self):
        arguments = ["-x", "c++", "-std=c++20", f"-I{self.root}", "-Wno-everything"]
        unit = cindex.Index.create().parse(os.path.join(self.root, self.path), args=arguments)
        errors = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
        if errors:
            raise SystemExit(f"mutate: clang cannot read {self.path}: {errors[0]}")
        for cursor in unit.cursor.get_children():
            here = cursor.location.file
            if here and os.path.samefile(here.name, os.path.join(self.root, self.path)):
                self.visit(cursor, None, "", self.all_alone)
        turned = {m.site[:2] for m in self.mutants if m.operator == "relation turned round"}
        self.mutants = [m for m in self.mutants
                        if m.operator not in ("condition turned round", "answer turned round")
                        or m.site[:2] not in turned]
        self.mutants.sort(key=lambda m: (m.edits[0][0], m.site[1], m.operator, m.after))
        return self.mutants

    # where a mutation would stand in a constant expression

    def is_constant(self, cursor):
        start, end = self.span(cursor)
        if cursor.kind in (K.VAR_DECL, K.UNEXPOSED_DECL, *FUNCTIONS):  # unexposed: the template of a variable
            head = self.text(start, end)
            match = re.match(r"[^({=;]*?\bconstexpr\b", head)
            if not match:
                return False
            if cursor.spelling in self.relaxed:
                at = start + match.end() - len("constexpr")
                word = self.instead_of_constexpr(cursor, head[: match.end()])
                if head[match.end():].startswith(" const "):
                    word = word.replace("const", "").strip()  # of a pointer to constant letters
                self.relaxations.append((at, at + len("constexpr"), word))
                return False
            return True
        if cursor.kind == K.FIELD_DECL and self.path.startswith("rig/game/"):
            return True  # the tables there are made of such values
        return cursor.kind == K.ENUM_CONSTANT_DECL

    @staticmethod
    def instead_of_constexpr(cursor, head):
        if cursor.kind not in (K.VAR_DECL, K.UNEXPOSED_DECL):
            return "inline"
        if cursor.semantic_parent.kind in (K.CLASS_DECL, K.STRUCT_DECL, K.CLASS_TEMPLATE):
            return "inline const"
        local = cursor.semantic_parent.kind not in (K.NAMESPACE, K.TRANSLATION_UNIT)
        return "static const" if local and "static" not in head else "const"  # a lambda need not capture it

    def span(self, cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def visit(self, cursor, parent, function, constant):
        if cursor.kind in FUNCTIONS and cursor.spelling:
            function = cursor.spelling
        constant = constant or self.is_constant(cursor)
        self.look_at(cursor, parent, function, constant)
        skip_first = cursor.kind == K.CASE_STMT or (
            cursor.kind == K.IF_STMT and self.text(*self.span(cursor)).startswith("if constexpr"))
        # A weaker static_assert judges nothing.
        for child in list(cursor.get_children())[1 if skip_first else 0 :]:
            if child.kind in (K.TYPE_ALIAS_DECL, K.STATIC_ASSERT) or self.is_of_type(cursor, child) or self.is_template_argument(child):
                continue
            self.visit(child, cursor, function, constant)

    def is_of_type(self, cursor, child):
        """Whether a child of a declaration belongs to its type: a number there must be a constant."""
        declared = cursor.kind in (K.VAR_DECL, K.FIELD_DECL, K.PARM_DECL, *FUNCTIONS)
        return declared and child.extent.start.offset < cursor.location.offset

    def is_template_argument(self, child):
        """A literal or name inside <…> of a type or of a named function: no place for a run-time choice."""
        start, end = self.span(child)
        if end <= start:
            return True
        before = self.source[:start].rstrip()
        after = self.source[end : end + 1]
        return before.endswith(b"<") and after in (b">", b",") and not before.endswith(b"<<")

    def aspects(self):
        """What a case may name, in the order of their list."""
        if self._aspects is None:
            with open(os.path.join(self.root, "rig", "contest", "aspect.hpp")) as file:
                self._aspects = re.findall(r'"([^"]+)"', file.read().split("all_aspects")[1].split("});")[0])
        return self._aspects

    # the operators

    def add(self, cursor, operator, form, edits, function, constant, whole=None, **data):
        start, end = whole or self.span(cursor)
        key = (start, end, form, tuple(edits))
        if key in self.seen:
            return
        self.seen.add(key)
        before = self.text(start, end)
        after, at = "", start
        for a, b, new in sorted(edits):
            after += self.text(at, a) + new
            at = b
        after += self.text(at, end)
        line = self.source[: edits[0][0]].count(b"\n") + 1
        self.mutants.append(
            Mutant(self.path, line, function, operator, (start, end, form), tuple(edits), squeeze(before),
                   squeeze(after) or "(nothing)", constant, data,
                   text=self.line_at(edits[0][0])))

    def operator_between(self, left, right):
        a, b = self.span(left)[1], self.span(right)[0]
        gap = self.text(a, b)
        token = re.sub(r"//[^\n]*", "", gap).strip()
        if not token or token not in (*RELATIONS, *ARITHMETIC, "&&", "||", "+=", "-=", "="):
            return None
        at = a + gap.index(token)
        return token, at, at + len(token)

    def look_at(self, cursor, parent, function, constant):
        kind = cursor.kind
        children = list(cursor.get_children())
        start, end = self.span(cursor)
        if end <= start:
            return
        is_call_of_operator = kind == K.CALL_EXPR and cursor.spelling.startswith("operator")
        if kind in (K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR) or is_call_of_operator:
            if len(children) >= 2:
                self.binary(cursor, children[0], children[-1], function, constant)
        if kind == K.INTEGER_LITERAL:
            self.integer(cursor, function, constant)
        elif kind == K.CHARACTER_LITERAL:
            self.character(cursor, function, constant)
        elif kind == K.CXX_BOOL_LITERAL_EXPR:
            other = "false" if self.text(start, end) == "true" else "true"
            self.add(cursor, "truth value", "truth", [(start, end, other)], function, constant)
        elif kind == K.STRING_LITERAL:
            self.string(cursor, parent, function, constant)
        elif kind == K.UNARY_OPERATOR and re.match("!(?!=)", self.text(start, end)):
            self.add(cursor, "negation left out", "truth", [(start, start + 1, "")], function, constant)
        elif kind == K.DECL_REF_EXPR:
            self.enumerator(cursor, function, constant)
        elif kind == K.CALL_EXPR:
            self.call(cursor, children, function, constant)
        elif kind == K.CONDITIONAL_OPERATOR and len(children) == 3:
            self.condition(children[0], function, constant)
        elif kind == K.IF_STMT:
            self.branch(cursor, children, function, constant)
        elif kind == K.RETURN_STMT and children:
            self.returned(children[0], function, constant)
        elif kind in (K.COMPOUND_STMT,):
            for child in children:
                self.statement(child, function, constant)

    def is_number(self, cursor):
        kind = cursor.type.get_canonical().kind
        return kind in NUMBERS

    def is_time(self, cursor):
        spelling = cursor.type.get_canonical().spelling
        return "chrono::duration" in spelling and "time_point" not in spelling

    def binary(self, cursor, left, right, function, constant):
        found = self.operator_between(left, right)
        if found is None:
            return
        token, at, to = found
        whole = (self.span(left)[0], self.span(right)[1])
        spans = dict(left=self.span(left), right=self.span(right), op=(at, to), token=token)
        if token in RELATIONS:
            for other in RELATIONS[token]:
                operator = "relation turned round" if other in ("!=", "==") or other[0] != token[0] else "boundary"
                self.add(cursor, operator, "binary", [(at, to, other)], function, constant, whole, other=other, **spans)
        elif token in ("&&", "||"):
            other = "||" if token == "&&" else "&&"
            self.add(cursor, "logic", "logic", [(at, to, other)], function, constant, whole, what="swapped", **spans)
            self.add(cursor, "operand left out", "logic", [(whole[0], self.span(right)[0], "")], function, constant,
                     whole, what="right", **spans)
            self.add(cursor, "operand left out", "logic", [(self.span(left)[1], whole[1], "")], function, constant,
                     whole, what="left", **spans)
        elif token in ARITHMETIC:
            alike = (self.is_number(left) and self.is_number(right)) or (token in "+-" and self.is_time(left)
                                                                         and self.is_time(right))
            if alike:
                self.add(cursor, "arithmetic", "binary", [(at, to, ARITHMETIC[token])], function, constant, whole,
                         other=ARITHMETIC[token], **spans)
            elif token == "+" and left.type.get_canonical().spelling.endswith("rig::Instant"):
                self.add(cursor, "operand left out", "binary", [(self.span(left)[1], whole[1], "")], function, constant,
                         whole, other="first", **spans)
        elif token in ("+=", "-="):
            if self.is_number(left):
                other = "-=" if token == "+=" else "+="
                self.add(cursor, "arithmetic", "assign", [(at, to, other)], function, constant, whole, **spans)

    def integer(self, cursor, function, constant):
        start, end = self.span(cursor)
        match = re.fullmatch(r"([0-9][0-9']*)([uUlL]*)", self.text(start, end))
        if not match:
            return
        value = int(match[1].replace("'", ""))
        for step in (1, -1):
            if value + step >= 0:
                self.add(cursor, "constant", "step", [(start, end, f"{value + step}{match[2]}")], function, constant,
                         step=step)

    def character(self, cursor, function, constant):
        start, end = self.span(cursor)
        match = re.fullmatch(r"'([^\\'])'", self.text(start, end))
        if match:
            self.add(cursor, "constant", "character", [(start, end, f"'{chr(ord(match[1]) + 1)}'")], function, constant)

    def string(self, cursor, parent, function, constant):
        start, end = self.span(cursor)
        text = self.text(start, end)
        before = self.text(max(0, start - 40), start)
        if not re.fullmatch(r'"[^"\\\n]*"', text) or re.search(r"format\(\s*$", before):
            return
        if re.search(r"(throw \w+\(|refuse\(|static_assert)[^;]*$", self.text(max(0, start - 300), start)):
            return  # words of an error of the rig, which judge nothing
        letters = text[1:-1]
        if self.path.startswith(("conformance/", "rig/contest/request_aspects")) and letters in self.aspects():
            names = self.aspects()
            other = names[(names.index(letters) + 1) % len(names)]  # a name that is none would not compile
            self.add(cursor, "aspect", "aspect", [(start, end, f'"{other}"')], function, constant)
            return
        other = chr(ord(letters[0]) + 1) + letters[1:] if letters and letters[0].isascii() else "x" + letters
        if other[0] in '"\\':
            other = "x" + letters
        self.add(cursor, "text", "text", [(start, end, f'"{other}"')], function, constant)

    def enumerator(self, cursor, function, constant):
        target = cursor.referenced
        if target is None or target.kind != K.ENUM_CONSTANT_DECL:
            return
        names = [c.spelling for c in target.semantic_parent.get_children() if c.kind == K.ENUM_CONSTANT_DECL]
        other = names[(names.index(target.spelling) + 1) % len(names)]
        start, end = self.span(cursor)
        written = self.text(start, end)
        if not written.endswith(target.spelling) or len(names) > 12:
            return
        self.add(cursor, "enumerator", "pick", [(end - len(target.spelling), end, other)], function, constant)

    def call(self, cursor, children, function, constant):
        start, end = self.span(cursor)
        match = re.match(r"(?:(?:std|rig)::)?(\w+)\(", self.text(start, end))
        if not match:
            return
        name, name_end = match[1], start + match.end() - 1
        arguments = list(cursor.get_arguments())
        if name in ("max", "min") and len(arguments) == 2 or name in ("any_of", "all_of") and len(arguments) == 3:
            self.add(cursor, "min and max" if name in ("max", "min") else "any and all", "callee",
                     [(name_end - len(name), name_end, CALLS[name])], function, constant, callee=(start, name_end),
                     name=name)
        elif name in SWAPPABLE and len(arguments) == 2:
            a, b = self.span(arguments[0]), self.span(arguments[1])
            self.add(cursor, "arguments swapped", "swapped", [(*a, self.text(*b)), (*b, self.text(*a))], function,
                     constant, callee=(start, name_end))

    def condition(self, cursor, function, constant):
        start, end = self.span(cursor)
        if end <= start or self.is_relation(cursor) or self.text(start, end).startswith("!"):
            return  # its own operator is turned round
        self.add(cursor, "condition turned round", "truth", [(start, start, "!("), (end, end, ")")], function, constant)

    def is_relation(self, cursor):
        # C++20 reads `a != b` as `!(a == b)`: a negation that is not written.
        while (cursor.kind in (K.UNEXPOSED_EXPR, K.PAREN_EXPR) or cursor.kind == K.UNARY_OPERATOR and not re.match(
                "!(?!=)", self.text(*self.span(cursor)))) and len(list(cursor.get_children())) == 1:
            cursor = next(cursor.get_children())
        children = list(cursor.get_children())
        if len(children) < 2:
            return False
        found = self.operator_between(children[0], children[-1])
        return found is not None and found[0] in RELATIONS

    def branch(self, cursor, children, function, constant):
        start, end = self.span(cursor)
        text = self.text(start, end)
        if text.startswith("if constexpr"):
            return
        open_, depth, close = text.index("("), 0, 0
        for close in range(open_, len(text)):
            depth += {"(": 1, ")": -1}.get(text[close], 0)
            if depth == 0:
                break
        if not re.match(r"\s*(const\s+)?[\w:]+(<[\w:, ]+>)?[\s*&]+\w+\s*[={;]", text[open_ + 1 : close]):
            self.condition(children[0], function, constant)
        head = start + len(text[:close].encode())
        for body in children:
            if self.span(body)[0] > head:
                self.statement(body, function, constant, in_branch=True)

    def returned(self, value, function, constant):
        kind = value.type.get_canonical().kind
        start, end = self.span(value)
        if kind == T.BOOL and not self.is_relation(value):
            text = self.text(start, end)
            if text not in ("true", "false") and not re.fullmatch(r"!\w+[\w.()]*", text):
                self.add(value, "answer turned round", "truth", [(start, start, "!("), (end, end, ")")], function,
                         constant)
        elif kind in (T.INT, T.UINT, T.ULONG, T.LONG) and not re.fullmatch(r"-?[0-9]+", self.text(start, end)):
            self.add(value, "answer off by one", "step", [(end, end, " + 1")], function, constant, step=1)

    def statement(self, cursor, function, constant, in_branch=False):
        inner = cursor
        while inner.kind == K.UNEXPOSED_EXPR and len(list(inner.get_children())) == 1:
            inner = next(inner.get_children())
        jump = cursor.kind in (K.RETURN_STMT, K.CONTINUE_STMT, K.BREAK_STMT) and in_branch
        effect = inner.kind in EFFECTS
        if inner.kind == K.BINARY_OPERATOR and not re.search(r"[^=!<>]=[^=]", self.text(*self.span(inner))):
            effect = False
        if not (jump or effect):
            return
        start, end = self.span(cursor)
        semicolon = self.source.index(b";", end) + 1
        if self.text(end, semicolon).strip() != ";":
            return
        self.add(cursor, "statement left out", "statement", [(start, semicolon, ";" if in_branch else "")], function,
                 constant, (start, semicolon))
