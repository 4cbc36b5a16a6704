"""Modules that a large design has many times: their code once, not once for each of their instances.

`--flatten` makes one function of a clock's work, with the code of each instance in it. Of sixteen players that is sixteen
times the code of one, far more than the processor's nearest cache holds, and each clock goes through all of it. Here such
modules are left as classes of their own. Verilator then writes functions for each of their instances, and those that say
the same in all but the names of their local variables become one, which is called for one object after the other.

The state is still in one piece, with an object for each instance. What the builder reads in the generated code (`skip`,
`reach`, `counters`, `edges`) it reads as if there was the root object alone: as_one_object() writes it so.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .first_evaluation import STATE, FirstEvaluation
from .netlist import Netlist
from .power_on_values import UNKNOWN, values_drawn, without_second_draws
from .reach import ELSEWHERE, TOKEN, NotUnderstood
from .skip import FUNCTION, functions_in, generated_functions, readable, running_code, runs_at_start_only

LARGE = 400_000  # bytes of generated code that a clock may run; less is not worth a second look
SMALLEST = 10_000  # bytes of code of an instance: a small one costs more to call than it saves
LEAST_SAVING = 0.25  # of all code, by a module that is taken
LEAST_GAIN = 2  # times as much code without; in the end, as it was written
INITIAL = re.compile(r"___eval_(?:static|initial)")  # functions that run before the first evaluation
# One random number after the other: which is whose depends on the order of the instances.
DRAWN = re.compile(r"\bVL_(?:RAND_RESET|U?RANDOM|DIST)\w*")
RESERVED = "__SYM__"  # before the name of a port that is a word of C++ or of its library
TEXT = r"\"(?:\\.|[^\"\\])*\""
LOCAL = re.compile(r"^\s*(?:const )?(?:[CSIQE]Data|VlWide<\d+>)(?:/\*[\d:]+\*/)? (\w+);", re.M)
NOT_A_MEMBER = re.compile(r"(?<!->)(?<!\.)\b[A-Za-z_]\w*")
PORT = re.compile(r"\bVL_(?:IN|OUT|INOUT|SIG)((?:8|16|64|W)?)\(&?(\w+)((?:\[\d+\])*)(,(\d+),(\d+)(?:,(\d+))?\))")
PORT_TYPES = {"8": "CData/*{}:{}*/", "16": "SData/*{}:{}*/", "": "IData/*{}:{}*/", "64": "QData/*{}:{}*/", "W": "VlWide<{2}>/*{0}:{1}*/"}
VARIABLE = re.compile(r"^\s*(?:VlUnpacked<|VlWide<|VlTriggerVec<|[CSIQE]Data\b|double |\w+__struct__\w+ )[^;()=]*\b(\w+)$", re.S)


def code_of_a_clock(model_dir: Path, prefix: str) -> int:
    """Bytes of what is not for the start alone."""
    return sum(path.stat().st_size for path in running_code(model_dir, prefix) if "__Slow" not in path.name)


# Which modules


def modules_to_keep_apart(netlist: Netlist, code: int) -> list[str]:
    """Those of a design with so many bytes of code, by the names in its sources; the best of them first."""
    tree = Tree(netlist)
    chosen: list[str] = []
    bytes_for_each = code / tree.size_of_program(chosen)
    while bytes_for_each * (size := tree.size_of_program(chosen)) > LARGE:
        savings = {module: size - tree.size_of_program([*chosen, module]) for module in tree.modules()
                   if module not in chosen and bytes_for_each * tree.size_of(module, chosen) >= SMALLEST}
        best = max(savings, key=lambda module: savings[module], default=None)
        if best is None or savings[best] < LEAST_SAVING * size:
            break
        chosen.append(best)
    return list(dict.fromkeys(tree.written[module] for module in chosen))


def settings_for(netlist: Netlist, modules: list[str]) -> str:
    """What Verilator is told of the modules that are kept apart.

    An input to which each instance has something else connected is made readable from outside: Verilator would put what is
    connected there into the code of each instance.
    """
    lines = ["`verilator_config", *(f'no_inline -module "{module}"' for module in modules)]
    clocks = clock_ports(netlist)
    for module in modules:
        lines += [f'public_flat_rd -module "{module}" -var "{port}"' for port in inputs_that_differ(netlist, module, clocks)]
    return "\n".join(lines) + "\n"


def inputs_that_differ(netlist: Netlist, module: str, clocks: set[tuple[str, str]]) -> list[str]:
    """Those of a module's inputs that are no clocks and not connected to the same in all instances."""
    uses = [(parent.get("name"), instance) for parent in netlist.root.iter("module") for instance in parent.iter("instance")
            if netlist.written_name(instance.get("defName")) == module]
    connected: dict[str, set] = {}
    for parent, instance in uses:
        for port in instance.iter("port"):
            if port.get("direction") == "in" and (instance.get("defName"), port.get("name")) not in clocks:
                names_something = next(port.iter("varref"), None) is not None
                connected.setdefault(port.get("name"), set()).add((parent if names_something else "", written(port)))
    return sorted(name for name, ways in connected.items() if len(ways) > 1 or any(netlist.times(parent) > 1 for parent, _ in ways if parent))


def written(node) -> tuple:
    """What stands in a part of the netlist, wherever it stands."""
    return (node.tag, *sorted((key, value) for key, value in node.items() if key != "loc"), *map(written, node))


def clock_ports(netlist: Netlist) -> set[tuple[str, str]]:
    """(module, variable): whose edges something waits for, as far as instances hand them on."""
    found = {(module.get("name"), used.get("name")) for module in netlist.root.iter("module")
             for item in module.iter("senitem") for used in item.iter("varref")}
    while True:
        more = {(module.get("name"), used.get("name")) for module in netlist.root.iter("module") for instance in module.iter("instance")
                for port in instance.iter("port") if (instance.get("defName"), port.get("name")) in found for used in port.iter("varref")}
        if more <= found:
            return found
        found |= more


class Tree:
    """Which modules there are, and how much each says."""

    def __init__(self, netlist: Netlist):
        self.children: dict[str, Counter] = {}
        self.own: dict[str, int] = {}
        self.written: dict[str, str] = {}  # the name in the sources
        self.top = ""
        for node in netlist.root.iter("module"):
            name = node.get("name")
            self.children[name] = Counter(instance.get("defName") for instance in node.iter("instance"))
            self.own[name] = sum(1 for _ in node.iter())
            self.written[name] = node.get("origName")
            if node.get("topModule"):
                self.top = name

    def modules(self) -> list[str]:
        """Those that can be named."""
        return [module for module in sorted(self.written) if re.fullmatch(r"\w+", self.written[module])]

    def size_of(self, module: str, apart: list[str]) -> int:
        """With all that is in it, but for the modules in `apart`."""
        return self.sizes(apart)[module]

    def size_of_program(self, apart: list[str]) -> int:
        """When the modules in `apart` are there once, and all others wherever they are used."""
        sizes = self.sizes(apart)
        return sum(sizes[module] for module in {self.top, *apart})

    def sizes(self, apart: list[str]) -> dict[str, int]:
        found: dict[str, int] = {}

        def size(module: str) -> int:
            if module not in found:
                found[module] = self.own.get(module, 0) + sum(times * size(child) for child, times in self.children.get(module, {}).items()
                                                              if child not in apart)
            return found[module]

        for module in self.written:
            size(module)
        return found


# One function for all


def fold(model_dir: Path, prefix: str):
    """Changes the generated code: of functions that do the same to the same class of objects, the first is left."""
    files = {path: path.read_text() for path in running_code(model_dir, prefix)}
    first: dict[tuple[str, str], str] = {}
    stands_for: dict[str, str] = {}

    def once(match: re.Match) -> str:
        name = match[1]
        if not name.startswith(f"{prefix}_") or "::" in name or name.startswith(f"{prefix}___024root"):
            return match[0]
        same = (" ".join(match[0][:match.start(3) - match.start()].replace(name, "").split()), without_names(name, match[3]))
        if first.setdefault(same, name) == name:
            return match[0]
        stands_for[name] = first[same]
        return ""

    for path, text in files.items():
        files[path] = FUNCTION.sub(once, text)
    for path, text in files.items():
        path.write_text(re.sub(rf"\b{prefix}_\w+", lambda match: stands_for.get(match[0], match[0]), text))


def without_names(function: str, body: str) -> str:
    """A function's body with numbers for its local variables, in the order in which they are declared."""
    body = re.sub(rf"^\s*VL_DEBUG_IF\(VL_DBG_MSGF\(\"\+ *{function}\\n\"\); \);$", "", body, flags=re.M)
    numbers: dict[str, str] = {}
    for name in LOCAL.findall(body):
        numbers.setdefault(name, f"@{len(numbers)}")
    pieces = re.split(rf"({TEXT})", body)
    pieces[::2] = (" ".join(TOKEN.findall(NOT_A_MEMBER.sub(lambda match: numbers.get(match[0], match[0]), piece))) for piece in pieces[::2])
    return "\n".join(pieces)


# As if it was one object


@dataclass
class Place:
    """Where a variable is."""

    of: str  # the object, in the symbol table
    kind: str  # its class
    name: str


@dataclass
class Thing:
    """An object beside the root."""

    kind: str  # its class
    called: str  # while it runs, below the top's own name: `player.u_core[0].u_port`

    @property
    def path(self) -> str:
        """How the names of its variables begin in a flattened design."""
        return in_cpp(self.called)

    def flat_name(self, variable: str) -> str:
        """What a flattened design calls it."""
        own = variable.startswith("__V") and not variable.startswith(UNKNOWN)
        return f"{variable}__of__{self.path}" if own else f"{self.path}__DOT__{variable.removeprefix('__PVT__').removeprefix(RESERVED)}"


def in_cpp(name: str) -> str:
    return name.replace("__", "___05F").replace(".", "__DOT__").replace("[", "__BRA__").replace("]", "__KET__")


def objects_of(model_dir: Path, prefix: str) -> dict[str, Thing]:
    """The objects beside the root."""
    declared = re.findall(rf"^    ({prefix}_\w+)\s+(TOP__\w+);", (model_dir / f"{prefix}__Syms.h").read_text(), re.M)
    symbols = (model_dir / f"{prefix}__Syms.cpp").read_text()
    called = dict(re.findall(r"^    , (TOP__\w+)\{this, Verilated::catName\(namep, \"([^\"]*)\"\)\}", symbols, re.M))
    if set(called) != {name for _, name in declared}:
        raise NotUnderstood("the objects' names")
    return {name: Thing(kind, called[name]) for kind, name in declared}


class Merger:
    """The generated code, to be written as if all of it was about one object. Raises NotUnderstood for what cannot be written so."""

    def __init__(self, model_dir: Path, prefix: str):
        self.model_dir, self.prefix = model_dir, prefix
        self.root = f"{prefix}___024root"
        self.objects = objects_of(model_dir, prefix)
        self.classes = {kind: variables_of(model_dir / f"{kind}.h", kind) for kind in sorted({one.kind for one in self.objects.values()})}
        self.places = {one.flat_name(name): Place(thing, one.kind, name)
                       for thing, one in self.objects.items() for name in self.classes[one.kind]}
        self.header = (model_dir / f"{self.root}.h").read_text()
        if len(self.places) != sum(len(self.classes[one.kind]) for one in self.objects.values()) \
                or set(self.places) & set(re.findall(r"\w+", self.header)):
            raise NotUnderstood("two variables of one name")
        self.functions: dict[str, tuple[str, str]] = {}
        for source in running_code(model_dir, prefix):
            text = readable(source.read_text())
            for name, parameters, body in generated_functions(text):
                if (not runs_at_start_only(name) or INITIAL.search(name)) \
                        and self.functions.setdefault(name, (parameters, body)) != (parameters, body):
                    raise NotUnderstood("two functions of one name")
            if "->" in FUNCTION.sub("", text):
                raise NotUnderstood(f"{source.name}, not all of which was read")
        pointers = re.findall(r"^    (TOP\w*)\.(\w+) = &(TOP__\w+);", (model_dir / f"{prefix}__Syms.cpp").read_text(), re.M)
        self.within = {(outer, pointer): inner for outer, pointer, inner in pointers}
        self.front: list[tuple[str, str]] = []
        self.written = self.reached_from(lambda name: not INITIAL.search(name))
        self.initial = {name: without_second_draws(text) for name, text in self.reached_from(INITIAL.search).items()}
        if drawn := DRAWN.search("".join([*self.written.values(), *self.initial.values()])):
            raise NotUnderstood(f"the order in which {drawn[0]} draws")

    def reached_from(self, is_meant: Callable[[str], object]) -> dict[str, str]:
        """Of the root's functions those that are meant, and all that they call."""
        found: dict[str, str] = {}
        self.front = [(name, "TOP") for name in self.functions if name.startswith(f"{self.root}___") and is_meant(name)]
        while self.front:
            name, thing = self.front.pop()
            as_root = self.name_for(name, thing)
            if as_root not in found:
                found[as_root] = self.function(name, thing, as_root)
        return found

    def write(self, into: Path) -> dict[str, Place]:
        """The code, into the folder `into`; where the variables are that are not the root's own."""
        into.mkdir()
        mentioned = set(re.findall(r"\w+", "".join(self.written.values())))  # the rest, ports mostly, is as it was at power-on
        self.places = {name: place for name, place in self.places.items() if name in mentioned}
        declared = "".join(self.classes[place.kind][place.name] % name for name, place in self.places.items())
        pointers = "|".join(self.classes)
        header = re.sub(rf"^\s*(?:{pointers})\* \w+;$", "", self.header, flags=re.M)
        begin = re.search(rf"^class {self.root} final : public VerilatedModule \{{$", header, re.M)
        if begin is None:
            raise NotUnderstood("the root object")
        (into / f"{self.root}.h").write_text(f"{header[:begin.end()]}\n{declared}{header[begin.end():]}")
        (into / f"{self.prefix}__Syms.h").write_text(f"    {self.root} TOP;\n")
        (into / f"{self.root}__0.cpp").write_text("".join(self.written.values()))
        return self.places

    def registers(self, driven: set[str], flattened: Path) -> set[str]:
        """What may matter at power-on, without Verilator's own variables. An input, if it is `driven`, holds nothing of its own.

        Raises NotUnderstood if logic that drives itself does not begin with the same as in the flattened design.
        """
        functions = {**self.written, **self.initial}
        first = FirstEvaluation(functions, self.root)
        if loops := first.loops - FirstEvaluation(functions_in(flattened, self.prefix), self.root).loops:
            raise NotUnderstood(f"what {sorted(loops)[0]} holds, which drives itself,")
        used = {name for text in functions.values() for name in STATE.findall(text)}
        return {name for name in used - first.settled - (driven - first.early) if not name.startswith("__V")}

    def name_for(self, function: str, thing: str) -> str:
        return function if thing == "TOP" else f"{self.root}___{function.removeprefix(f'{self.prefix}_')}__of__{thing}"

    def function(self, name: str, thing: str, as_root: str) -> str:
        parameters, body = self.functions.get(name, ("", ""))
        kind = self.root if thing == "TOP" else self.objects[thing].kind if thing in self.objects else "nothing"
        if not re.match(rf"{kind}\* vlSelf\b", parameters):
            raise NotUnderstood(f"{name}(), which is no function of {kind}")
        body = re.sub(r"\bvlSelf\s*->\s*(?!vlSymsp\b)(\w+)\s*->", lambda use: f"vlSymsp->{self.within.get((thing, use[1]), use[0])}.", body)
        if ELSEWHERE.search(re.sub(r"\bvlSymsp\s*->", "", body)):
            raise NotUnderstood(name)
        body = re.sub(rf"\b({self.prefix}_\w+)\s*\(\s*(vlSelf\b|\(&vlSymsp->(\w+)\))?", lambda call: self.call(call, thing), body)
        if thing != "TOP":
            body = re.sub(r"\bvlSelf\s*->\s*(\w+)", lambda use: f"vlSelf->{self.variable(thing, use[1])}", body)
        body = re.sub(r"\bvlSymsp\s*->\s*(TOP\w*)\s*\.\s*(\w+)", lambda use: f"vlSelf->{self.variable(use[1], use[2])}", body)
        if re.search(r"\bvlSymsp\s*->\s*(?!_vm_contextp__|name\b)\w", body):
            raise NotUnderstood(name)
        return f"\nvoid {as_root}({parameters.replace(kind, self.root, 1)}) {{\n{body}}}\n"

    def call(self, call: re.Match, thing: str) -> str:
        if call[2] is None:
            raise NotUnderstood(call[0])
        of = call[3] or thing
        self.front.append((call[1], of))
        return f"{self.name_for(call[1], of)}(vlSelf"

    def variable(self, thing: str, name: str) -> str:
        if thing == "TOP" or name == "vlSymsp":
            return name
        if thing not in self.objects or name not in self.classes[self.objects[thing].kind]:
            raise NotUnderstood(f"{name} of {thing}")
        return self.objects[thing].flat_name(name)


def variables_of(header: Path, kind: str) -> dict[str, str]:
    """What a class declares, each with its declaration, in which `%s` stands for its name. Ports are variables like others here."""
    text = re.sub(r"//[^\n]*", "", header.read_text()) if header.is_file() else ""
    body = re.search(rf"^class {kind} final : public VerilatedModule \{{(.*?)^\}}", text, re.M | re.S)
    if body is None:
        raise NotUnderstood(kind)
    found = {}
    for statement in re.sub(r"\bstruct \{|\};|\b(?:public|private|protected)\s*:", ";", body[1]).split(";"):
        if port := PORT.search(statement):
            size, name, dimensions, ranges, *numbers = port.groups()
            kind = PORT_TYPES[size].format(*numbers)
            for dimension in reversed(re.findall(r"\d+", dimensions)):
                kind = f"VlUnpacked<{kind}, {dimension}>"
            found[name] = f"    {kind} %s;\n" if dimensions else f"    VL_SIG{size}(%s{ranges};\n"
        elif declared := VARIABLE.match(statement.strip()):
            found[declared[1]] = f"    {statement.strip()[:-len(declared[1])].replace('%', '%%')}%s;\n"
    return found


# What a flattened design draws its power-on values for


@dataclass
class PowerOnNames:
    """Under which names the values of an object's variables are drawn."""

    called: str  # the object, while it runs
    path: str  # before each name
    others: dict[str, str]  # variables that a flattened design calls by another name in whole


def power_on_names(flattened: Path, merger: Merger, netlist: Netlist) -> list[PowerOnNames]:
    """Of the objects beside the root. Raises NotUnderstood if a register has no name that the flattened design has, too."""
    known = values_drawn(flattened, merger.prefix)[merger.root]
    drawn = values_drawn(merger.model_dir, merger.prefix)
    same, driven = ports_in_one(netlist, known)
    registers = merger.registers(driven, flattened)
    missing = (drawn[merger.root] & registers) - known
    names = []
    for thing in merger.objects.values():
        found = PowerOnNames(f"TOP.{thing.called}", f"{thing.path}__DOT__", {})
        for variable in sorted(drawn.get(thing.kind, ())):
            name = thing.flat_name(variable)
            if name not in known and same.get(name, name) in known:
                found.others[variable] = same[name]
            elif name in known and variable.startswith(RESERVED):
                found.others[variable] = name
            elif name not in known and name in registers:
                missing.add(name)
        names.append(found)
    if missing:
        raise NotUnderstood(f"{sorted(missing)[0]}, which the flattened design does not have,")
    return names


def ports_in_one(netlist: Netlist, known: set[str]) -> tuple[dict[str, str], set[str]]:
    """Of the instances' ports: what outputs are called when the design is flattened, and which inputs are driven.

    An output is called as the variable to which it is connected, if that is one in whole and of the same width, and no memory.
    Else there is a variable between them: one that is `known` says so. An input holds nothing of its own.
    """
    modules = {node.get("name"): node for node in netlist.root.iter("module")}
    top = next(node for node in modules.values() if node.get("topModule"))
    found = {in_cpp(f"{top.get('origName')}.{port.get('name')}"): in_cpp(port.get("name")) for port in top.findall("var") if port.get("dir")}

    driven = set()

    def visit(node, scopes: list[tuple[str, set[str]]]):
        path = scopes[-1][0]
        for begin in node.findall("begin"):
            if begin.get("name"):
                visit(begin, [*scopes, (f"{path}.{begin.get('name')}", variables(begin))])
        for instance in node.findall("instance"):
            inner = f"{path}.{instance.get('name')}"
            for port in instance.findall("port"):
                if port.get("direction") == "in" and len(port):
                    driven.add(in_cpp(f"{inner}.{port.get('name')}"))
                if port.get("direction") == "out":
                    name = port[0].get("name") if [part.tag for part in port] == ["varref"] else None
                    module_path = scopes[0][0]
                    outer = next((scope for scope, names in reversed(scopes) if name in names), None)
                    between = f"{in_cpp(module_path)}__DOT____Vcellout__{in_cpp(inner.removeprefix(f'{module_path}.'))}__{in_cpp(port.get('name'))}"
                    found[in_cpp(f"{inner}.{port.get('name')}")] = in_cpp(f"{outer}.{name}") if outer and between not in known else between
            if (module := modules.get(instance.get("defName"))) is not None:
                visit(module, [(inner, variables(module))])

    def variables(node) -> set[str]:
        return {variable.get("name") for variable in node.findall("var")}

    visit(top, [(top.get("origName"), variables(top))])

    def last(name: str) -> str:
        while name in found:
            name = found[name]
        return name

    return {name: last(name) for name in found}, driven
