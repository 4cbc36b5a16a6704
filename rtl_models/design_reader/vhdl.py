"""Entities of VHDL, as the same kind of modules."""

import re

from .numbers import value_of
from .source import Assignment, Block, Instance, Module, Parameter, Port, Source, closing, named, parted

DIRECTIONS = {"in": "input", "out": "output", "buffer": "output", "inout": "inout"}


def modules_of(source: Source) -> list[Module]:
    """Entities with their architectures, where both stand in one file, and packages."""
    text = source.text
    found = []
    for head in re.finditer(r"^\s*(entity|package)\s+(?!body\b)(\w+)\s+is\b", text, re.M | re.I):
        ending = re.compile(rf"\bend\s*(?:{head[1]}\b)?\s*(?:{head[2]})?\s*;", re.I).search(text, head.end())
        end = ending.start() if ending else len(text)
        start = head.start(1)
        module = Module(head[2], source, source.at(start), text[head.end():end], head.end())
        module.is_top_material = head[1].lower() == "entity"
        reading = Reading(module)
        if module.is_top_material:
            reading.read_head()
            read_architecture(module, source)
            module.why_a_bench = why_a_bench(module)
        else:
            reading.read_constants(module.text, module.offset)
        module.names |= {name.lower() for name in re.findall(r"\buse\s+\w+\.(\w+)", text, re.I)}
        found.append(module)
    return found


def read_architecture(module: Module, source: Source) -> bool:
    """Whether one of the entity stands in this file."""
    body = re.search(rf"\barchitecture\s+\w+\s+of\s+{module.name}\s+is\b", source.text, re.I)
    if body is None:
        return False
    following = re.compile(r"^\s*(?:architecture\s+\w+\s+of|entity\s+\w+\s+is|package\s)\b", re.M | re.I).search(source.text, body.end())
    Reading(module).read_body(source, body.end(), following.start() if following else len(source.text))
    module.body_source = source
    return True


def why_a_bench(module: Module) -> str:
    if re.search(r"\bwait\s+for\b|\bafter\s+\d", module.text, re.I):
        return "it waits for times"
    return "" if module.ports else "it has no pins"


class Reading:
    """One entity."""

    def __init__(self, module: Module):
        self.module, self.source = module, module.source
        self.known: dict[str, int | float] = {}

    def place(self, offset: int):
        return self.source.at(offset)

    def read_head(self):
        text = self.module.text
        for found in re.finditer(r"\b(generic|port)\s*\(", text, re.I):
            end = closing(text, found.end() - 1)
            for at, part in parted(text[found.end():end], ";"):
                offset = self.module.offset + found.end() + at + len(part) - len(part.lstrip())
                if found[1].lower() == "generic":
                    self.read_constant(part, offset, settable=True)
                else:
                    self.read_pins(part, offset)
        self.module.text = ""

    def read_constant(self, text: str, offset: int, *, settable: bool):
        found = re.match(r"\s*(?:constant\s+)?([\w\s,]+?)\s*:\s*(\w+)[^:]*?(?::=(.*))?$", text, re.S | re.I)
        for name in re.findall(r"\w+", found[1]) if found else []:
            self.module.parameters[name] = Parameter(name, (found[3] or "").strip(), self.place(offset), settable)
            value = value_of(found[3] or "", self.known)
            if value is not None:
                self.known[name] = value

    def read_constants(self, text: str, offset: int):
        for found in re.finditer(r"\bconstant\b[^;]*;", text, re.I):
            self.read_constant(found[0].rstrip(";"), offset + found.start(), settable=False)

    def read_pins(self, text: str, offset: int):
        found = re.match(r"\s*(?:signal\s+)?([\w\s,]+?)\s*:\s*(in|out|inout|buffer)?\b\s*(\w+)\s*(\(.*?\))?\s*(?::=.*)?$", text, re.S | re.I)
        for name in re.findall(r"\w+", found[1]) if found else []:
            left, right, is_known = self.range_of(found[3], found[4])
            self.module.ports[name] = Port(name, DIRECTIONS[(found[2] or "in").lower()], left, right, self.place(offset), is_known)

    def range_of(self, kind: str, span: str | None) -> tuple[int | None, int | None, bool]:
        if kind.lower() in ("std_logic", "std_ulogic", "bit") and not span:
            return None, None, True
        ends = re.fullmatch(r"\(\s*(.*?)\s+(?:downto|to)\s+(.*?)\s*\)", span or "", re.S | re.I)
        if ends:
            left, right = value_of(ends[1], self.known), value_of(ends[2], self.known)
            if isinstance(left, int) and isinstance(right, int):
                return left, right, True
        return 0, 0, False

    def read_body(self, source: Source, start: int, end: int):
        self.source = source
        text = source.text[start:end]
        self.module.text, self.module.offset = text, start
        text = re.sub(r"\bcomponent\b.*?\bend\s+component\b", lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.S | re.I)
        text = re.sub(r"\b(?:function|procedure)\b[^;]*?\bis\b.*?\bend\s+(?:function|procedure)\b",
                      lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.S | re.I)
        self.read_constants(text, start)
        self.read_instances(text, start)
        self.read_processes(text, start)
        outside = re.sub(r"\bprocess\b.*?\bend\s+process\b", lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.S | re.I)
        for found in re.finditer(r"(?:^|;|\bbegin\b)\s*(\w+(?:\s*\(\s*\d+\s*\))?)\s*<=\s*([^;]+)", outside, re.I):
            self.module.assignments.append(Assignment(named(found[1]), found[2].strip(), self.place(start + found.start(1)), False))

    def read_instances(self, text: str, start: int):
        head = r"\b(\w+)\s*:\s*(?:entity\s+(?:\w+\.)?(\w+)(?:\s*\(\s*\w+\s*\))?|(?:component\s+)?(\w+))\s*(?=generic\s+map|port\s+map)"
        for found in re.finditer(head, text, re.I):
            maps, at = {"generic": {}, "port": {}}, found.end()
            while part := re.compile(r"\s*(generic|port)\s+map\s*\(", re.I).match(text, at):
                end = closing(text, part.end() - 1)
                maps[part[1].lower()] = connections(text[part.end():end])
                at = end + 1
            self.module.instances.append(Instance(found[2] or found[3], found[1], maps["port"], maps["generic"], self.place(start + found.start())))

    def read_processes(self, text: str, start: int):
        for found in re.finditer(r"\bprocess\b.*?\bend\s+process\b", text, re.S | re.I):
            edge = re.search(r"\b(?:rising|falling)_edge\s*\(\s*(\w+(?:\(\d+\))?)\s*\)|\b(\w+)\s*'\s*event\b", found[0], re.I)
            if not edge:
                continue
            self.module.blocks.append(Block(named(edge[1] or edge[2]), self.place(start + found.start()), self.resets_in(found[0])))
            for assigned in re.finditer(r"\b(\w+(?:\s*\(\s*\d+\s*\))?)\s*<=\s*([^;]{1,80});", found[0]):
                self.module.assignments.append(Assignment(named(assigned[1]), assigned[2].strip(),
                                                          self.place(start + found.start() + assigned.start()), True))

    def resets_in(self, text: str) -> list[tuple[str, int]]:
        tests = []
        for test in re.finditer(r"\bif\s*\(?\s*(\w+(?:\s*\(\s*\d+\s*\))?)\s*=\s*'([01])'\s*\)?\s*then(.*?)(?=\belsif\b|\belse\b|\bend\s+if\b)", text, re.S | re.I):
            values = re.findall(r"<=\s*([^;]+);", test[3])
            found = (named(test[1]), int(test[2]))
            if values and all(self.is_constant(value) for value in values) and found not in tests:
                tests.append(found)
        return tests

    def is_constant(self, value: str) -> bool:
        words = re.findall(r"(?<!['\w])[A-Za-z_]\w*(?!')", re.sub(r"\"[^\"]*\"|'.'|[xXbBoO]\"", "", value))
        known = {name.lower() for name in self.module.parameters} | {"others", "to_unsigned", "to_signed", "false", "true"}
        return all(word.lower() in known or word.isupper() or word.lower().startswith(("s_", "st_", "idle")) for word in words)


def connections(text: str) -> dict[str, str]:
    pins = {}
    for number, (_, part) in enumerate(parted(text)):
        found = re.fullmatch(r"\s*(\w+)\s*=>\s*(.*?)\s*", part, re.S)
        if found:
            pins[found[1]] = "" if found[2].lower() == "open" else named_if_simple(found[2])
        else:
            pins[str(number)] = named_if_simple(part.strip())
    return pins


def named_if_simple(text: str) -> str:
    text = re.sub(r"^not\s+", "~", text, flags=re.I)
    return named(text) if re.fullmatch(r"~?\w+\s*(?:\(\s*\d+\s*\))?", text) else text
