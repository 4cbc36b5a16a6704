"""What a program says of itself with --help, in its parts: the source of man pages and of completion."""

import re
import subprocess
import sys
from dataclasses import dataclass, field

HEADING = re.compile(r"^(\S.*):$")
ENTRY = re.compile(r"^  (\S(?:.*?\S)?)(?: {2,}(.*))?$")  # a name with what it takes, and the second column
SECOND_COLUMN = " " * 28


@dataclass
class Entry:
    """A line of the help with what it says: an option with what it takes, or a command of the program."""

    name: str
    takes: str
    text: str


@dataclass
class Help:
    """What a program says of itself."""

    before: list[str] = field(default_factory=list)
    usage: str = ""
    sections: dict[str, list[Entry]] = field(default_factory=dict)  # by heading: arguments and options
    commands: list[Entry] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    @property
    def options(self) -> list[Entry]:
        return [one for section in self.sections.values() for one in section]


def said_by(program: str, *words: str) -> str:
    result = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    if result.returncode != 0 or not result.stdout:
        sys.exit(f"{program} {' '.join(words)} ended with status {result.returncode}: {result.stderr.strip()}")
    return result.stdout


def entries_under(heading: str, parts: Help, next_line: str) -> list[Entry] | None:
    """Where the entries of a section go; None for one that is no list of options or commands, such as examples."""
    if heading == "Commands":
        return parts.commands
    if heading == "Arguments" or next_line.startswith("  -"):
        return parts.sections.setdefault(heading, [])
    return None


def read_help(text: str) -> Help:
    """The parts of a help, in its order: a text, the usage, its options, its commands, a text."""
    parts = Help()
    where = parts.before
    entries: list[Entry] | None = None
    lines = text.splitlines()
    for number, line in enumerate(lines):
        heading = HEADING.match(line)
        if line.startswith("Usage:"):
            parts.usage = line.removeprefix("Usage:").strip()
            where = parts.after
        elif where is parts.after and not parts.sections and line.startswith("    "):
            parts.usage += " " + line.strip()
        elif heading and (under := entries_under(heading[1], parts, (lines + [""])[number + 1])) is not None:
            entries = under
        elif entries is not None and line.startswith(SECOND_COLUMN):
            entries[-1].text = f"{entries[-1].text} {line.strip()}".strip()
        elif entries is not None and (found := ENTRY.match(line)):
            name, _, takes = found[1].partition(" ")
            entries.append(Entry(name, takes, found[2] or ""))
        else:
            entries = None
            where.append(line)
    return parts
