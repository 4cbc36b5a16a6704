"""What Verilator said: its messages, counted and kept; which of them are errors of the description."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

# Warnings of Verilator that mean that something other than the author's design would be simulated.
SERIOUS = {
    "MODDUP": "a module is declared twice, and only the first declaration is used: remove one of its files from `sources`",
    "PINMISSING": "an instance leaves an input unconnected, which then holds an unknown value",
    "PINNOTFOUND": "an instance connects a pin that its module does not have",
    "ASSIGNIN": "something assigns to an input",
    "BLKANDNBLK": "a variable is assigned by `=` in one place and by `<=` in another. Synthesis rejects most of these, and "
                  "in simulation their order decides. Use one kind of assignment for each variable",
}
# What the builder finds itself, by the same kind of name.
OWN = {
    "TXCONSTANT": "the transmitter never changes",
    "TXUNDRIVEN": "nothing drives the transmitter",
}
WAIVABLE = tuple(code for code in (*SERIOUS, *OWN) if code not in ("PINNOTFOUND", "ASSIGNIN"))


@dataclass(frozen=True)
class Message:
    """One warning or error, with the lines of source that Verilator shows below it."""

    is_error: bool
    code: str  # empty for most errors
    file: str
    line: int
    column: int
    text: str
    excerpt: str = ""

    def place(self) -> str:
        return f"{self.file}:{self.line}"

    def as_written(self) -> str:
        code = f"-{self.code}" if self.code else ""
        place = f"{self.place()}:{self.column}: " if self.file else ""
        return f"%{'Error' if self.is_error else 'Warning'}{code}: {place}{self.text}{self.excerpt}"


def messages_of(said: str) -> list[Message]:
    found: list[Message] = []
    for line in said.splitlines():
        head = re.match(r"%(Error|Warning)(?:-(\w+))?: (?:(\S[^:]*):(\d+):(\d+): )?(.*)", line)
        if head is None:
            if found:
                last = found.pop()
                found.append(Message(**{**vars(last), "excerpt": f"{last.excerpt}\n{line}"}))
        elif not head[6].startswith(("Exiting due to", "Command Failed")):
            found.append(Message(head[1] == "Error", head[2] or "", head[3] or "", int(head[4] or 0), int(head[5] or 0), head[6]))
    return found


def counted(messages: list[Message]) -> str:
    """`12 warnings (10 WIDTH, 2 CASEINCOMPLETE)`."""
    codes = Counter(message.code for message in messages if not message.is_error)
    total = sum(codes.values())
    if total == 0:
        return "no warnings"
    kinds = ", ".join(f"{number} {code}" for code, number in codes.most_common())
    return f"{total} warning{'s' if total > 1 else ''} ({kinds})"


def complaint(code: str, messages: list[Message]) -> str:
    """A sentence on one kind of serious warning, with where it was found and how to let it through."""
    shown = [f"  {message.place()}: {message.text}" for message in messages[:5]]
    if len(messages) > 5:
        shown.append(f"  and {len(messages) - 5} more of {code}")
    waiver = [f"  If it is meant so: waive = [\"{code}\"]"] if code in WAIVABLE else []
    return "\n".join([f"{code}: {SERIOUS[code]}.", *shown, *waiver])


def without_comments(text: str) -> str:
    """The same text, every character of a comment or string a space, so that places stay."""
    return re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.S)


def instance_around(path: Path, line: int, column: int) -> tuple[str, int] | None:
    """Name and line of the instance in whose list of pins the place stands."""
    text = without_comments(path.read_text(errors="replace"))
    lines = text.splitlines(keepends=True)
    before = "".join(lines[:line - 1]) + lines[line - 1][:column - 1]
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(before[at], 0)
        if depth < 0 and re.search(r"\.\s*\w+\s*$", before[:at]):  # what a pin is connected to
            depth = 0
        elif depth < 0:
            name = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", before[:at])
            return (name[1], before.count("\n", 0, name.start(1)) + 1) if name else None
    return None
