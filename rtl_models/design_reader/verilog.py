"""Modules of Verilog and SystemVerilog."""

import re
from pathlib import Path

from .numbers import value_of
from .source import Assignment, Block, Instance, Module, Parameter, Port, Source, closing, named, parted

DIRECTION = r"(input|output|inout)\b"
NO_TYPES = set("""module macromodule begin end if else case casez casex for while repeat forever initial always always_ff always_comb
always_latch assign wire reg logic integer genvar generate endgenerate function endfunction task endtask input output inout parameter
localparam defparam posedge negedge or and not nand nor xor xnor buf bufif0 bufif1 unique priority unique0 return assert assume cover
property sequence typedef enum struct union import export package interface modport endmodule default signed unsigned real time int bit
byte automatic static const var tri tri0 tri1 specify endspecify endcase final class new void with inside clocking wait fork join disable
supply0 supply1 pullup pulldown event""".split())


def modules_of(source: Source, macros: dict[str, str]) -> list[Module]:
    text = without_functions(without_branches(without_attributes(source.text), macros))
    text = re.sub(r"`(\w+)", lambda found: macros.get(found[1], found[0]) if len(macros.get(found[1], "")) <= len(found[0]) else found[0], text)
    found = []
    for head in re.finditer(r"\b(module|macromodule|interface|package|program)\s+(?:automatic\s+|static\s+)?([A-Za-z_]\w*)", text):
        ending = re.compile(rf"\bend{head[1].removeprefix('macro')}\b").search(text, head.end())
        end = ending.start() if ending else len(text)
        module = Module(head[2], source, source.at(head.start()), text[head.end():end], head.end())
        module.is_top_material = "module" in head[1]
        Reading(module, macros).read()
        found.append(module)
    return found


def without_attributes(text: str) -> str:
    return re.sub(r"\(\*(?!\s*\)).*?\*\)", lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.S)


def without_functions(text: str) -> str:
    return re.sub(r"\b(function|task)\b.*?\bend\1\b", lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.S)


def macros_of(text: str) -> dict[str, str]:
    return {name: value.strip() for name, value in re.findall(r"^[ \t]*`define[ \t]+(\w+)(?![\w(])[ \t]*([^\n]*)", text, re.M)}


def without_branches(text: str, macros: dict[str, str]) -> str:
    """Without the branches of `ifdef` that are not taken, where nothing is defined from outside. `macros` grows."""
    taken, result = [True], []
    was_taken = [True]
    for line in text.splitlines(keepends=True):
        word = re.match(r"\s*`(ifdef|ifndef|elsif|else|endif|define|undef)\b\s*(\w*)", line)
        kind = word[1] if word else ""
        if kind in ("ifdef", "ifndef"):
            taken.append((word[2] in macros) == (kind == "ifdef"))
            was_taken.append(taken[-1])
        elif kind in ("elsif", "else") and len(taken) > 1:
            taken[-1] = not was_taken[-1] and (kind == "else" or word[2] in macros)
            was_taken[-1] = was_taken[-1] or taken[-1]
        elif kind == "endif" and len(taken) > 1:
            taken.pop()
            was_taken.pop()
        elif kind == "define" and all(taken):
            macros.update(macros_of(line))
        elif all(taken) and not kind:
            result.append(line)
            continue
        result.append(re.sub(r"[^\n]", " ", line))
    return "".join(result)


class Reading:
    """One module, taken apart."""

    def __init__(self, module: Module, macros: dict[str, str]):
        self.module, self.text = module, module.text
        self.known: dict[str, int | float] = {}
        for name, value in macros.items():
            if (number := value_of(value, self.known)) is not None:
                self.known[name] = number

    def place(self, offset: int):
        return self.module.source.at(self.module.offset + offset)

    def read(self):
        body = self.read_head()
        self.module.names = {found[1] for found in re.finditer(r"\b(\w+)\s*::", self.text)} | set(re.findall(r"\b(\w+)\s*\.\s*\w+\s+\w+", self.text[:body]))
        self.read_parameters(body)
        self.read_inner_ports(body)
        self.read_instances(body)
        self.read_blocks(body)
        self.read_assignments(body)
        for found in re.finditer(r"\$readmem[hb]\s*\(\s*\"([^\"]+)\"", self.text):
            self.module.data_files.append((found[1], self.place(found.start())))
        for found in re.finditer(r"[(=,]\s*\"([^\"\n]+\.(?:mif|hex|mem|coe|dat|bin|txt))\"", self.text, re.I):
            if all(found[1] != name for name, _ in self.module.data_files):
                self.module.data_files.append((found[1], self.place(found.start(1))))
        self.module.why_a_bench = self.why_a_bench()

    def why_a_bench(self) -> str:
        if re.search(r"\$(finish|stop|dumpfile|dumpvars)\b", self.text) and re.search(r"\binitial\b", self.text):
            return "it ends the simulation itself" if re.search(r"\$(finish|stop)\b", self.text) else "it writes waveforms"
        if re.search(r"\binitial\b[^;]*#\s*\d|\balways\s*#", self.text):
            return "it waits for times"
        return "" if self.module.ports or not self.module.is_top_material else "it has no pins"

    def read_head(self) -> int:
        """Parameters and pins in the module's head; where its body begins."""
        text, at = self.text, 0
        while found := re.compile(r"\s*import\b[^;]*;").match(text, at):
            at = found.end()
        for opening in ("#", ""):
            found = re.compile(rf"\s*{opening}\s*\(").match(text, at)
            if not found:
                continue
            end = closing(text, found.end() - 1)
            inside = text[found.end():end]
            if opening:
                self.read_parameter_list(inside, found.end(), settable=True)
            else:
                self.read_pins(inside, found.end())
            at = end + 1
        return at

    def read_parameter_list(self, text: str, offset: int, *, settable: bool):
        for at, part in parted(text):
            found = re.match(r"\s*(localparam\b)?(?:.*[\s\]])?([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)?=(.*)", part, re.S)
            if not found:
                continue
            place = self.place(offset + at + found.start(2))
            self.module.parameters[found[2]] = Parameter(found[2], found[3].strip(), place, settable and not found[1])
            value = value_of(found[3], self.known)
            if value is not None:
                self.known[found[2]] = value

    def read_parameters(self, body: int):
        for found in re.compile(r"\b(parameter|localparam)\b([^;]*);").finditer(self.text, body):
            self.read_parameter_list(found[2], found.start(2), settable=found[1] == "parameter")

    def range_of(self, text: str) -> tuple[int | None, int | None, bool]:
        found = re.search(r"\[([^\]:]*):([^\]]*)\]", text)
        if not found:
            return None, None, not re.search(r"\[|::|_t\b", text)
        left, right = value_of(found[1], self.known), value_of(found[2], self.known)
        if isinstance(left, int) and isinstance(right, int) and abs(left - right) < 4096:
            return left, right, True
        return 0, 0, False

    def read_pins(self, text: str, offset: int):
        """Of a head; where it has names alone, their directions follow in the body."""
        direction, kind = "", ""
        for at, part in parted(text):
            found = re.fullmatch(rf"\s*(?:{DIRECTION})?(.*?)([A-Za-z_]\w*)\s*((?:\[[^\]]*\]\s*)*)(?:=.*)?", part, re.S)
            if not found:
                continue
            if found[1]:
                direction, kind = found[1], found[2]
            elif found[2].strip():
                if re.search(r"[A-Za-z]", found[2]):
                    direction = direction if re.match(r"\s*(wire|reg|logic|signed|\[)", found[2]) else ""
                kind = found[2]
            left, right, is_known = self.range_of(kind)
            self.module.ports[found[3]] = Port(found[3], direction, left, right, self.place(offset + at + found.start(3)),
                                               is_known and not found[4].strip())

    def read_inner_ports(self, body: int):
        for found in re.compile(rf"\b{DIRECTION}([^;]*);").finditer(self.text, body):
            kind = re.match(r"\s*(?:(?:wire|reg|logic|signed|tri)\s*)*(\[[^\]]*\])?", found[2])
            left, right, is_known = self.range_of(kind[0])
            for at, part in parted(found[2][kind.end():]):
                name = re.match(r"\s*([A-Za-z_]\w*)", part)
                if name and name[1] in self.module.ports:
                    place = self.place(found.start(2) + kind.end() + at + name.start(1))
                    self.module.ports[name[1]] = Port(name[1], found[1], left, right, place, is_known)

    def read_instances(self, body: int):
        """`module [#(...)] name [range] (...)`, several names after commas."""
        text, at = self.text, body
        head = re.compile(r"\b([A-Za-z_]\w*)\s*(?:#\s*(?=\()|(?=\s[A-Za-z_]\w*\s*(?:\[[^\]]*\]\s*)?\())")
        while found := head.search(text, at):
            at = found.end()
            if found[1] in NO_TYPES:
                continue
            parameters, next_at = {}, found.end()
            if text[next_at:next_at + 1] == "(":
                end = closing(text, next_at)
                parameters, _ = self.connections(text[next_at + 1:end])
                next_at = end + 1
            while name := re.compile(r"\s*([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)?\(").match(text, next_at):
                end = closing(text, name.end() - 1)
                follows = re.compile(r"\s*([,;])").match(text, end + 1)
                if not follows or name[1] in NO_TYPES:
                    break
                pins, takes_all = self.connections(text[name.end():end])
                self.module.instances.append(Instance(found[1], name[1], pins, parameters, self.place(found.start()), takes_all))
                at = next_at = follows.end()
                if follows[1] == ";":
                    break
        for found in re.finditer(r"\bdefparam\b([^;]*);", text):
            for name, parameter, value in re.findall(r"(\w+)\s*\.\s*(\w+)\s*=\s*([^,;]+)", found[1]):
                for instance in self.module.instances:
                    if instance.name == name:
                        instance.parameters[parameter] = value.strip()

    @staticmethod
    def connections(text: str) -> tuple[dict[str, str], bool]:
        pins, takes_all = {}, False
        for number, (_, part) in enumerate(parted(text)):
            found = re.fullmatch(r"\s*\.\s*(\w+)\s*(?:\((.*)\))?\s*", part, re.S)
            if found:
                pins[found[1]] = (found[2] if found[2] is not None else found[1]).strip()
            elif re.fullmatch(r"\s*\.\s*\*\s*", part):
                takes_all = True
            else:
                pins[str(number)] = part.strip()
        return pins, takes_all

    def read_blocks(self, body: int):
        for found in re.compile(r"\balways(?:_ff)?\s*@\s*\(").finditer(self.text, body):
            end = closing(self.text, found.end() - 1)
            edges = re.findall(r"\b(posedge|negedge)\s+(\w+(?:\s*\[\s*\d+\s*\])?)", self.text[found.end():end])
            if not edges:
                continue
            stop = end_of_statement(self.text, end + 1)
            resets = self.resets_in(self.text[end + 1:stop])
            signals = [named(signal) for _, signal in edges]
            tested = {signal for signal, _ in resets}
            clock = next((signal for signal in signals if signal not in tested), signals[0])
            # Beside the clock, only a reset stands among the edges.
            resets += [(signal, int(edge == "posedge")) for edge, signal in edges[1:] if named(signal) not in tested and named(signal) != clock]
            self.module.blocks.append(Block(clock, self.place(found.start()), resets))
            for assigned in re.finditer(r"(\w+(?:\s*\[\s*\d+\s*\])?)\s*<=\s*([^;]{1,80});", self.text[end + 1:stop]):
                self.module.assignments.append(Assignment(named(assigned[1]), assigned[2].strip(), self.place(end + 1 + assigned.start()), True))

    def resets_in(self, text: str) -> list[tuple[str, int]]:
        """What is tested before constants alone are assigned, and at which level."""
        found = []
        for test in re.finditer(r"\bif\s*\(", text):
            end = closing(text, test.end() - 1)
            condition = tested_signal(text[test.end():end])
            branch = text[end + 1:end_of_branch(text, end + 1)]
            values = re.findall(r"<=\s*([^;]+);", branch)
            if condition and values and all(self.is_constant(value) for value in values) and condition not in found:
                found.append(condition)
        return found

    def is_constant(self, value: str) -> bool:
        words = re.findall(r"(?<!['\w])[A-Za-z_]\w*", re.sub(NUMERALS, "", value))
        return all(word in self.module.parameters or word.isupper() or word in ("reset",) for word in words)

    def read_assignments(self, body: int):
        declared = r"\b(?:assign|wire|logic)\b\s*(?:\[[^\]]*\]\s*)?(?:#\s*\d+\s*)?([A-Za-z_]\w*(?:\s*\[[^\]]*\])?)\s*=\s*([^;]+);"
        for found in re.compile(declared).finditer(self.text, body):
            self.module.assignments.append(Assignment(named(found[1]), found[2].strip(), self.place(found.start()), False))


NUMERALS = r"\d*\s*'[sS]?[dDhHbBoO]\s*[0-9a-fA-FxXzZ_?]+|'[01xz]"


def tested_signal(condition: str) -> tuple[str, int] | None:
    text = re.sub(r"\s+", "", condition)
    while text.startswith("(") and closing(text, 0) == len(text) - 1:
        text = text[1:-1]
    if found := re.fullmatch(r"([!~])?([A-Za-z_]\w*(?:\[\d+\])?)", text):
        return found[2], 0 if found[1] else 1
    if found := re.fullmatch(r"([A-Za-z_]\w*(?:\[\d+\])?)(==|!=)(?:1'[bdh])?([01])", text):
        return found[1], int(found[3]) ^ (found[2] == "!=")
    return None


def end_of_branch(text: str, at: int) -> int:
    """Where the statement behind an `if (…)` ends, without its `else`."""
    found = re.compile(r"\s*begin\b").match(text, at)
    if not found:
        end = text.find(";", at)
        return end + 1 if end >= 0 else len(text)
    depth = 0
    for word in re.compile(r"\b(begin|end)\b").finditer(text, found.end() - 5):
        depth += 1 if word[1] == "begin" else -1
        if depth == 0:
            return word.end()
    return len(text)


def end_of_statement(text: str, at: int) -> int:
    """Where the statement at `at` ends, with the `else`s of an `if`."""
    found = re.compile(r"\s*(if|case[xz]?|for)?\b\s*").match(text, at)
    if found and found[1] in ("case", "casex", "casez"):
        end = text.find("endcase", at)
        return end + 7 if end >= 0 else len(text)
    if found and found[1]:
        opening = text.find("(", found.end())
        if opening < 0:
            return len(text)
        at = end_of_statement(text, closing(text, opening) + 1)
        while otherwise := re.compile(r"\s*else\b").match(text, at):
            at = end_of_statement(text, otherwise.end())
        return at
    return end_of_branch(text, at)


def included_files(source: Source) -> list[str]:
    return re.findall(r"^\s*`include\s+\"([^\"]+)\"", source.text, re.M)


def looks_like_systemverilog(path: Path, text: str) -> bool:
    return path.suffix.lower() == ".v" and re.search(
        r"\b(always_ff|always_comb|always_latch|typedef|endinterface|endpackage)\b|\b(input|output|inout)\s+logic\b|^\s*logic\b", text, re.M) is not None
