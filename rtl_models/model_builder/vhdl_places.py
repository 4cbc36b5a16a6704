"""The team's own lines and names in the Verilog that GHDL makes of VHDL.

Each port, signal and statement is said to stand at its line of the VHDL. Coverage counts, and waveforms show, what has a name
there: ports, signals and variables. Nets that GHDL made are left out, and so are statements: a netlist has no branches.
"""

import re
from dataclasses import dataclass
from pathlib import Path

PLACE = re.compile(r"  /\* (\S.*?):(\d+):\d+ +\*/$")
NAME = r"(\\\S+|\w+)"
PORT = re.compile(rf"(?:input|output|inout) +(?:\[\d+:0\] )?{NAME}")
DECLARED = re.compile(rf"  (?:wire|reg) (?:\[\d+:0\] )?{NAME} ?;")
NAMED = re.compile(rf" +(?:assign )?{NAME} +=.*// \((?:output|i?signal|inout - read)\)$")
COMMENT = r" *// ?\(?[\w -]+\)?$"  # as GHDL ends lines
OFF = "  /*verilator coverage_off*/ /*verilator tracing_off*/"
ON = "  /*verilator coverage_on*/ /*verilator tracing_on*/"


@dataclass(frozen=True)
class Entity:
    """Where it stands, and where each of its ports does."""

    name: str
    path: Path
    line: int
    ports: dict[str, int]  # line by name in lower case


@dataclass
class Statement:
    """One of GHDL's, in its lines; or a declaration."""

    place: tuple[str, int] | None
    lines: list[str]

    @property
    def in_one_line(self) -> str:
        """So that all of it stands at one line of the VHDL."""
        if len(self.lines) == 1 or self.lines[0].startswith("  initial"):
            return "\n".join(self.lines)
        return " ".join([re.sub(COMMENT, "", self.lines[0]), *(re.sub(COMMENT, "", line.strip()) for line in self.lines[1:])])


def entities_in(source: Path) -> list[Entity]:
    text = re.sub(r"--[^\n]*", "", source.read_text(errors="replace"))
    heads = list(re.finditer(r"(?:^|;)\s*entity\s+(\w+)\s+is\b", text, re.M | re.I))
    found = []
    for head in heads:
        body = re.split(r"\bend\b", text[head.end():], maxsplit=1, flags=re.I)[0]
        first = text.count("\n", 0, head.start(1)) + 1
        ports: dict[str, int] = {}
        for word in re.finditer(r"\w+", body):
            ports.setdefault(word[0].lower(), text.count("\n", 0, head.end() + word.start()) + 1)
        found.append(Entity(head[1], source, first, ports))
    return found


def entity_of(module: str, entities: list[Entity]) -> Entity | None:
    """GHDL puts a number or a hash behind the name of an entity with other generics."""
    fitting = [one for one in entities if re.fullmatch(rf"{one.name}(?:_\w+)?", module, re.I)]
    return max(fitting, key=lambda one: len(one.name), default=None)


def statements_of(lines: list[str]) -> list[Statement]:
    place, found = None, []
    for line in lines:
        if at := PLACE.match(line):
            place = (at[1], int(at[2]))
        elif found and (line.startswith("   ") or line == "  end"):
            found[-1].lines.append(line)
        elif line.strip():
            found.append(Statement(place, [line]))
    return found


def at_line(path, line: int) -> str:
    return f"`line {line} \"{str(path).replace(chr(34), '_')}\" 0"


def with_places(module: str, entities: list[Entity], renamed: dict[str, Path]) -> str:
    """`renamed`: the sources that GHDL was given under another name, by that name."""
    lines = module.rstrip("\n").split("\n")
    end = next(number for number, line in enumerate(lines) if line.endswith(";"))
    statements = statements_of(lines[end + 1:-1])
    named = {found[1]: one.place for one in statements for line in one.lines if one.place and (found := NAMED.match(line))}
    written = head_of(lines[:end + 1], entities) + [OFF]
    is_declaring = True
    for one in statements:
        declared = DECLARED.match(one.lines[0])
        if not declared and is_declaring and not one.lines[0].startswith("  localparam "):  # what lies below an instance is shown only if the instance is
            is_declaring = False
            written.append("  /*verilator tracing_on*/")
        place = named.get(declared[1], one.place) if declared else one.place
        written += [at_line(renamed.get(place[0], place[0]), place[1])] if place else []
        if declared and declared[1] in named:
            written += [f"{ON} {one.in_one_line.strip()} {OFF.strip()}"]
        elif one.lines[0].endswith("// memory"):
            memory, *values = one.lines
            written += [f"  /*verilator tracing_off*/ {memory.strip()} /*verilator tracing_on*/".replace("// memory", ""), *values]
        else:
            written.append(one.in_one_line)
    return "\n".join([*written, lines[-1], ON, ""])


def head_of(lines: list[str], entities: list[Entity]) -> list[str]:
    entity = entity_of(lines[0].split()[1], entities)
    if entity is None:
        return lines
    written = [at_line(entity.path, entity.line), lines[0]]
    for line in lines[1:]:
        port = PORT.search(line)
        written += [at_line(entity.path, entity.ports.get(port[1].lstrip("\\").lower(), entity.line)), line] if port else [line]
    return written
