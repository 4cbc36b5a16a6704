"""The blocks of a guide that show commands, and what is marked on each.

A mark is a comment right before its block, which no reader of the page sees:

    <!-- not run: REASON -->    its commands are not run, and why
    <!-- first: COMMANDS -->    what has to be there before; run before its commands
    <!-- numbers vary -->       every number in its output may be another
    <!-- serves -->             its commands go on until the end of the guide, each in a terminal of its own
    <!-- status: N -->          where no output is shown: a command may end with this status, too
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

MARKS = ("not run", "first", "numbers vary", "serves", "status")


class WrongGuide(Exception):
    """A mark or a block that cannot be read: file, line, what was found and what is allowed."""


@dataclass
class Command:
    """A command, and the lines that the guide shows below it; None where it shows none of any."""

    line: int
    text: str
    shown: list[str] | None


@dataclass
class Block:
    """A fenced block of commands."""

    guide: Path
    line: int
    marks: dict[str, str] = field(default_factory=dict)
    commands: list[Command] = field(default_factory=list)

    @property
    def place(self) -> str:
        return f"{self.guide}:{self.line}"


def whole_commands(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Joins what a backslash continues."""
    joined: list[tuple[int, str]] = []
    for number, text in lines:
        if joined and joined[-1][1].endswith("\\"):
            joined[-1] = (joined[-1][0], f"{joined[-1][1]}\n{text}")
        else:
            joined.append((number, text))
    return joined


def read_console(block: Block, lines: list[tuple[int, str]]) -> None:
    for number, text in lines:
        last = block.commands[-1] if block.commands else None
        if text.startswith("$ "):
            block.commands.append(Command(number, text[2:], []))
        elif last and not last.shown and last.text.endswith("\\"):
            last.text += f"\n{text}"
        elif last:
            last.shown.append(text)
    if not block.commands and "not run" not in block.marks:
        raise WrongGuide(f"{block.place}: a block without a command. Allowed are lines that begin with \"$ \", or the mark \"not run\".")


def read_marks(block: Block, comments: list[str]) -> None:
    for comment in comments:
        name, _, value = comment.partition(":")
        if name.strip() not in MARKS:
            raise WrongGuide(f"{block.place}: unknown mark \"{comment}\" before the block. Known: {', '.join(MARKS)}.")
        block.marks[name.strip()] = value.strip()
    if block.marks.get("not run") == "":
        raise WrongGuide(f"{block.place}: the mark \"not run\" needs a reason, as in \"not run: needs a board\".")


def blocks_in(guide: Path, text: str) -> list[Block]:
    """Those of ```console and ```sh. WrongGuide for what cannot be read."""
    found = []
    for fence in re.finditer(r"((?:^<!--(?:(?!-->)[\s\S])*-->\n)*)^```(console|sh)\n([\s\S]*?)^```$", text, re.M):
        begin = text.count("\n", 0, fence.start(3)) + 1
        block = Block(guide, begin - 1)
        read_marks(block, [comment.strip() for comment in re.findall(r"<!--([\s\S]*?)-->", fence[1])])
        lines = list(enumerate(fence[3].splitlines(), begin))
        if fence[2] == "console":
            read_console(block, lines)
        else:
            block.commands = [Command(number, line, None) for number, line in whole_commands(lines) if line.split("#")[0].strip()]
        found.append(block)
    return found
