"""Which registers can be seen at the transmitter, and how.

Read from the C++ that Verilator elaborates a design into, because that is what is compared and run. A variable is
*seen* if the transmitter, a print or the end of the simulation can depend on it by whatever chain of assignments and
conditions. What is not seen (an LED's blinker, the scan of a display) need not repeat for a design to be skipped: what
is seen never depends on it.

All of it leans to one side. Of an assignment each variable on the right, in an index and in a condition around it is
read; of a call and of whatever is not understood each variable in it is read and written; a memory or a vector is one
variable; what decides whether a function is called decides over all that the function does.
"""

import re
from dataclasses import dataclass, field

OBSERVED_CALLS = re.compile(r"VL_(WRITEF|FINISH|STOP|FATAL)")
NAME = re.compile(r"[A-Za-z_]\w*")
TOKEN = re.compile(r"@?[A-Za-z_]\w*|\d\w*|<<=|>>=|[-+*/&|^%]=|==|!=|<=|>=|\+\+|--|->|::|&&|\|\||\S")
CHANGES = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"}
WRITES = re.compile(r"VL_\w*_\w*W\w*|VL_ASSIGN\w*|VL_\w*INPLACE\w*|VL_ZERO\w*")
JUMPS = {"goto", "break", "continue", "return"}
WORDS = {"if", "else", "while", "for", "do", "true", "false", "vlSelf", "vlSymsp", "const", "static", "int", "unsigned", "_vm_contextp__",
         "__restrict", "VL_ATTR_UNUSED", "VlWide", "VlUnpacked", "VlTriggerVec", "WData", "CData", "SData", "IData", "QData",
         "EData", "double", "bool", *JUMPS}
# Variables that are not the root's.
ELSEWHERE = re.compile(r"\bvlSymsp\s*->\s*(?!_vm_contextp__|name\b)\w+|"
                       r"\b(?!vlSelf\b|vlSymsp\b|_vm_contextp__\b)\w+\s*->|\W->")
NOT_UNDERSTOOD = {"switch", "try", "catch", "auto", "union", "asm", "new", "delete"}
DECLARATION = re.compile(r"^(?:static )?(?:const )?(?:(?:CData|SData|IData|QData|EData|double|bool|int|WData)|"
                         r"Vl(?:Wide|TriggerVec|Unpacked)\s*<[^;=]*>)\s+(?=[A-Za-z_]\w*)")


@dataclass
class Member:
    """A variable of the model's root object."""

    name: str  # in C++
    verilog: str  # `u_led.cnt[25:0]`
    seen: bool = True
    way: list[str] = field(default_factory=list)  # through which variables to the transmitter, in Verilog's names
    register: str = ""  # its name without a range, if it holds what nothing has set at power-on

    def is_of_the_design(self) -> bool:
        return not self.name.startswith("__V")

    def told(self) -> str:
        """How it reaches the transmitter; empty where that is not known, and for Verilator's own variables."""
        if not self.is_of_the_design() or not self.way or self.way[-1] == self.verilog:
            return ""
        steps = self.way[:-1] if len(self.way) <= 4 else [*self.way[:2], "…", self.way[-2]]
        return f"{self.verilog}, which reaches {self.way[-1]}" + (f" through {', '.join(steps)}" if steps else "")


class NotUnderstood(Exception):
    """The generated code has something that this module does not know."""


def members_of(header: str) -> list[Member]:
    """Those of plain types, declared in the root's header; without the inputs, which others drive."""
    body = re.search(r"^class \w+___024root final : public VerilatedModule \{(.*?)^\}", header, re.M | re.S)
    if not body:
        return []
    text = re.sub(r"//[^\n]*", "", body[1])
    found = []
    for name, left, right in re.findall(r"\bVL_(?:OUT|INOUT|SIG)(?:8|16|64|W)?\((\w+),(\d+),(\d+)", text):
        found.append(Member(name, verilog_name(name, left, right)))
    for left, right, rest, name in re.findall(
            r"^\s*(?:VlUnpacked<)*(?:[CSIQE]Data|VlWide<\d+>)\s*(?:/\*(\d+):(\d+)\*/)?((?:, \d+>)*) (\w+);", text, re.M):
        found.append(Member(name, verilog_name(name, left, right) if not rest else verilog_name(name, "0", "0")))
    return found


def verilog_name(name: str, left: str, right: str) -> str:
    """Without the top's own name."""
    path = name.replace("__BRA__", "[").replace("__KET__", "]").split("__DOT__")
    spoken = ".".join(path[1:] or path).replace("___05F", "__")
    return spoken if left == right else f"{spoken}[{left}:{right}]"


class Reach:
    """What depends on what, in the whole of the generated code."""

    def __init__(self, members: list[Member], functions: list[tuple[str, str, str]], prefix: str):
        self.prefix = prefix
        self.members = {member.name: member for member in members}
        self.reads: dict[str, set[str]] = {}  # by the variable that depends on them
        self.observed: set[str] = set()
        self.functions = {name: (parameters, body) for name, parameters, body in functions}
        if len(self.functions) != len(functions):
            raise NotUnderstood("two functions of one name")
        for name, (_, body) in self.functions.items():
            if elsewhere := ELSEWHERE.search(body):
                raise NotUnderstood(elsewhere[0])
            self.function = name
            self.locals = self.locals_of(name)
            tokens = TOKEN.findall(re.sub(r"\bvlSelf\s*->\s*(\w+)", r"@\1", body))
            self.refuse_unknown_words(tokens)
            self.called = f"{name}()"  # stands for what decides whether the function is called
            self.jumps = bool(JUMPS & set(tokens))  # then each condition in it decides over all of it
            if self.block(tokens, 0, frozenset([self.called])) != len(tokens):
                raise NotUnderstood("an unbalanced bracket")

    def locals_of(self, function: str) -> set[str]:
        parameters, body = self.functions[function]
        names = set(self.parameters_of(parameters))
        for statement in re.split(r"[;{}]", body):
            if match := DECLARATION.match(" ".join(statement.split())):
                names.add(NAME.match(" ".join(statement.split()), match.end())[0])
        return names | set(re.findall(r"\bfor \(int (\w+)", body))

    def refuse_unknown_words(self, tokens: list[str]):
        """Each word is a variable, a function or one that is known to hold no state."""
        for before, token, after in zip(["", *tokens], tokens, [*tokens[1:], ""]):
            if NAME.fullmatch(token) and before not in (".", "goto") and after not in ("(", "::") and token not in self.locals \
                    and token not in WORDS and not token.startswith((self.prefix, "__Vlabel")):
                raise NotUnderstood(f"{token} in {self.function}")

    def parameters_of(self, text: str) -> list[str]:
        text = re.sub(r"<[^<>]*>", "", text)
        names = [NAME.findall(one)[-1] for one in text.split(",") if NAME.search(one)]
        return [name for name in names if name not in ("vlSelf", "vlSymsp")]

    # Walks over the tokens

    def block(self, tokens: list[str], at: int, control: frozenset) -> int:
        """Statements up to the end of the block or the text; where it ended."""
        while at < len(tokens) and tokens[at] != "}":
            at = self.statement(tokens, at, control)
        return at

    def statement(self, tokens: list[str], at: int, control: frozenset) -> int:
        token = tokens[at]
        if token in NOT_UNDERSTOOD or token == "#":
            raise NotUnderstood(token)
        if token == "{":
            return self.block(tokens, at + 1, control) + 1
        if token == "do":
            return self.do_while(tokens, at, control)
        if token in ("if", "while", "for"):
            end = closing(tokens, at + 1)
            inside = control | self.condition(tokens[at + 2:end], control, is_for=token == "for")
            at = self.statement(tokens, end + 1, inside)
            if at < len(tokens) and tokens[at] == "else":
                at = self.statement(tokens, at + 1, inside)
            return at
        end = at
        depth = 0
        while end < len(tokens) and (tokens[end] != ";" or depth):
            depth += {"(": 1, ")": -1, "{": 1, "}": -1}.get(tokens[end], 0)
            if depth < 0:
                raise NotUnderstood("an unbalanced bracket")
            end += 1
        self.simple(tokens[at:end], control)
        return end + 1

    def do_while(self, tokens: list[str], at: int, control: frozenset) -> int:
        """`do { … } while (condition);`"""
        end = closing(tokens, at + 1, "{", "}")
        if tokens[at + 1] != "{" or tokens[end + 1:end + 2] != ["while"]:
            raise NotUnderstood("do")
        last = closing(tokens, end + 2)
        self.block(tokens, at + 2, control | self.condition(tokens[end + 3:last], control))
        return last + 2

    def condition(self, tokens: list[str], control: frozenset, *, is_for: bool = False) -> set[str]:
        """What decides over the statements after it."""
        read = self.variables(tokens)
        if is_for or not self.only_reads(tokens):
            self.entangle(tokens, control)
        if self.jumps:
            self.depends(self.called, read)
        return read

    def simple(self, tokens: list[str], control: frozenset):
        if not tokens or tokens[-1] == ":" or tokens in (["return"], ["break"], ["continue"]) or tokens[0] == "goto":
            return
        text = " ".join(tokens)
        if tokens[0] == "return" and self.only_reads(tokens):
            self.depends(f"{self.function}:return", self.variables(tokens) | control | {self.called})
            return
        if "return" in tokens:
            raise NotUnderstood(text)
        if "[ = ]" in text:
            raise NotUnderstood("a lambda")
        if tokens[0] == self.prefix + "__Syms":  # `Vx__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp`
            return
        declared = DECLARATION.match(text)
        if declared and "=" not in tokens:
            return
        if not declared and re.match(r"(const |static )*[A-Za-z_]\w*( <[^=;]*>)? ([*&] )*(const )?[A-Za-z_]\w*( =|$)", text):
            raise NotUnderstood(text)  # a declaration of something else, perhaps of another name for a variable
        if any(OBSERVED_CALLS.match(token) for token in tokens):
            self.observed |= self.variables(tokens) | control
        if "[ & ]" in text:  # statements within an expression: a function of the design that was put there
            self.entangle(tokens, control)
            return
        split = tokens.index("=") if "=" in tokens else 0
        if split and self.only_reads(tokens[:split]) and self.only_reads(tokens[split + 1:]):
            self.assignment(tokens[:split], tokens[split + 1:], control)
        else:
            self.entangle(tokens, control)

    def assignment(self, left: list[str], right: list[str], control: frozenset):
        target = self.first_variable(left)
        if target is None:
            self.entangle(left + right, control)
            return
        self.depends(target, self.variables(left) | self.variables(right) | control)

    def entangle(self, tokens: list[str], control: frozenset):
        """Each variable here may depend on each other one; a function that is called, on what decides over the call."""
        here = self.variables(tokens)
        for i, token in enumerate(tokens):
            if token.startswith(self.prefix) and i + 1 < len(tokens) and tokens[i + 1] == "(":
                if token not in self.functions:
                    raise NotUnderstood(f"{token}(), whose body is not there")
                self.depends(f"{token}()", control)
                here |= {f"{token}:{name}" for name in self.parameters_of(self.functions[token][0])}
        for variable in here:
            self.depends(variable, here | control)

    def only_reads(self, tokens: list[str]) -> bool:
        """Not so: changes in an expression, functions of the model, and those of the runtime that return more than 64 bits."""
        return not any(token in CHANGES or WRITES.fullmatch(token) or token.startswith(self.prefix) and "(" in tokens[i + 1:i + 2]
                       for i, token in enumerate(tokens))

    def first_variable(self, tokens: list[str]) -> str | None:
        for token in tokens:
            if variable := self.variable(token):
                return variable
        return None

    def variables(self, tokens: list[str]) -> set[str]:
        called = {f"{token}:return" for token in tokens if token in self.functions}
        return {variable for token in tokens if (variable := self.variable(token))} | called

    def variable(self, token: str) -> str | None:
        """Those of the state by their names; those of a function with its name before theirs."""
        if token in self.locals:
            return f"{self.function}:{token}"
        return token[1:] if token.startswith("@") else None

    def depends(self, variable: str, on: set[str] | frozenset):
        self.reads.setdefault(variable, set()).update(on)

    # The answer

    def mark_seen(self, tx: str):
        """Sets `seen` and `way` of each member."""
        ways: dict[str, list[str]] = {}
        self.follow(ways, [tx], self.members[tx].verilog)
        self.follow(ways, sorted(self.observed - set(ways)), "what it prints or how it ends")
        for name, member in self.members.items():
            member.seen = name in ways
            member.way = ways.get(name, [])

    def follow(self, ways: dict[str, list[str]], front: list[str], end: str):
        """Adds all that `front` depends on, the nearest first, each with the names from there to the `end`."""
        ends = set(front)
        ways.update({name: [end] for name in ends})
        while front:
            further = []
            for variable in front:
                step = [] if variable in ends else self.name_of(variable)
                way = ways[variable] if step == ways[variable][:1] else step + ways[variable]
                for read in sorted(self.reads.get(variable, ())):
                    if read not in ways:
                        ways[read] = way
                        further.append(read)
            front = further

    def name_of(self, variable: str) -> list[str]:
        """As a step of a way; temporaries have none."""
        if variable.endswith("Triggered"):
            return ["a clock"]
        return [self.members[variable].verilog] if variable in self.members and not variable.startswith("__V") else []


def closing(tokens: list[str], at: int, opens: str = "(", closes: str = ")") -> int:
    """Of the bracket at `at`."""
    depth = 0
    for i in range(at, len(tokens)):
        depth += {opens: 1, closes: -1}.get(tokens[i], 0)
        if depth == 0:
            return i
    raise NotUnderstood("an unbalanced bracket")
