"""Running Verilator, and judging what it says of a design."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

from .config import Flavour, verilator_arguments
from .description import STUBS, Description
from .errors import DescriptionError
from .generated import read_generated
from .language import language_hint
from .netlist import Instance, Netlist, meta_beside
from .stand_ins import offer, pins_that_may_be_open
from .tools import Tools
from .verilator_log import SERIOUS, Message, complaint, counted, instance_around, messages_of
from .vhdl import EXTENSIONS as VHDL

# Errors of Verilator's that can be switched off, so that the builder may judge them itself.
NEGOTIABLE = {"PINNOTFOUND", "ASSIGNIN", "BLKANDNBLK"}


class Verilation:
    """One reading of a design by Verilator."""

    def __init__(self, description: Description, flavour: Flavour, tools: Tools, prefix: str, out: Path, log: Path | None):
        self.description, self.flavour, self.tools = description, flavour, tools
        self.prefix, self.out, self.log = prefix, out, log
        self.messages: list[Message] = []
        self.off: list[str] = []  # warnings that are switched off

    def run(self):
        """The design as C++ in `out`. Throws DescriptionError with a sentence for each thing that is wrong."""
        self.messages = self.said_by(self.arguments())
        refused = {message.code for message in self.messages if message.is_error}
        judged_here = sorted(code for code in refused if code in NEGOTIABLE)
        if judged_here and refused <= NEGOTIABLE:  # nothing else is wrong: who is concerned, and is it waived?
            found = self.messages
            self.off = [f"-Wno-{code}" for code in judged_here]
            self.messages = self.said_by(self.arguments())
            if any("internal fault" in message.text for message in self.messages):  # of a pin that is not there, in use
                self.messages = found
                self.keep()
                raise self.refusal([complaint(code, [m for m in found if m.code == code]) for code in judged_here])
            self.messages += [replace(message, is_error=False) for message in found
                              if message.is_error and message not in self.messages]
        self.keep()
        if any(message.is_error for message in self.messages):
            self.refuse_what_cannot_be_built()
        self.refuse_what_is_serious()

    def arguments(self) -> list[str]:
        return [*verilator_arguments(self.description, self.flavour, self.prefix, self.out), *self.off,
                *map(str, self.description.sources)]

    def said_by(self, arguments: list[str]) -> list[Message]:
        result = self.tools.run([self.tools.verilator, *arguments])
        messages = messages_of(result.stdout + result.stderr)
        if result.returncode != 0 and not any(message.is_error for message in messages):
            messages.append(Message(True, "", "", 0, 0, (result.stdout + result.stderr).strip() or "Verilator failed."))
        return messages

    def keep(self):
        if self.log is None:
            return
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.log.write_text(f"{self.description.path}: {counted(self.messages)}\n" +
                            "".join(f"{message.as_written()}\n" for message in self.messages))

    def refuse_what_cannot_be_built(self):
        description = self.description
        said = "\n".join(message.as_written() for message in self.messages if message.is_error)
        missing = {m.text.split("'")[1]: m for m in self.messages if m.text.startswith("Cannot find file containing module: '")}
        if missing:
            raise DescriptionError("\n".join(
                [f"{description.path}: \"{description.name}\" cannot be built.",
                 *(f"The module \"{name}\" is used at {message.place()}, and no source declares it. {offer(name)}"
                   for name, message in missing.items())]))
        hint = language_hint(description, said, self.syntax_is_right)
        rest = [message for message in self.messages if not message.is_error]
        more = f"\nVerilator also gave {counted(rest)}: {self.log}" if rest and self.log else ""
        raise DescriptionError(f"{description.path}: Verilator cannot build \"{description.name}\":\n{said}{hint}{more}")

    def refuse_what_is_serious(self):
        waived = set(self.description.waive)
        found = {code: [message for message in self.messages if message.code == code] for code in SERIOUS}
        if any(found[code] for code in ("PINMISSING", "PINNOTFOUND", "ASSIGNIN") if code not in waived):
            netlist = self.netlist()
            found["PINMISSING"] = [m for m in found["PINMISSING"] if leaves_an_input_open(netlist, m)]
            found["PINNOTFOUND"] = [m for m in found["PINNOTFOUND"] if stands_in_the_design(netlist, m)]
            found["ASSIGNIN"] = [m for m in found["ASSIGNIN"] if not is_at_a_stand_in(netlist, m)]
        wrong = [complaint(code, messages) for code, messages in found.items() if messages and code not in waived]
        if wrong:
            raise self.refusal(wrong)

    def refusal(self, sentences: list[str]) -> DescriptionError:
        return DescriptionError(f"{self.description.path}: \"{self.description.name}\" is not simulated as it stands.\n" +
                                "\n".join(sentences) + f"\nAll that Verilator said ({counted(self.messages)}): {self.log}")

    def netlist(self) -> Netlist:
        """The design after elaboration: what of it is really there."""
        self.out.mkdir(parents=True, exist_ok=True)
        arguments = [argument for argument in self.arguments() if argument not in ("--cc", "--flatten", "-O3")]
        arguments += [f"-Wno-{code}" for code in NEGOTIABLE]
        file = self.out / "netlist.xml"
        result = self.tools.run([self.tools.verilator, "--xml-only", "--xml-output", str(file), *arguments])
        if "Invalid option: --xml-only" in result.stderr:  # a version that writes JSON
            file = self.out / "netlist.json"
            result = self.tools.run([self.tools.verilator, "--json-only", "--json-only-output", str(file),
                          "--json-only-meta-output", str(meta_beside(file)), *arguments])
        if result.returncode != 0:
            self.messages = messages_of(result.stdout + result.stderr)
            self.keep()
            self.refuse_what_cannot_be_built()
        try:
            return Netlist.read(file)
        except (ElementTree.ParseError, ValueError, RecursionError) as error:
            raise DescriptionError(f"{self.description.path}: what Verilator writes about \"{self.description.name}\" cannot be read "
                                   f"({error}). Is there a control character in a name?") from None

    def syntax_is_right(self, language: str) -> bool:
        """Whether Verilator finds no syntax error when all sources are read as `language`."""
        other = replace(self.description, language=language)
        arguments = verilator_arguments(other, self.flavour, self.prefix, self.out)[1:]
        result = self.tools.run([self.tools.verilator, "--lint-only", *arguments, *map(str, other.sources)])
        return result.returncode == 0 or "syntax error" not in result.stdout + result.stderr


def leaves_an_input_open(netlist: Netlist, message: Message) -> bool:
    pin = re.search(r"missing pin: '(\w+)'", message.text)
    return any(port.name == pin[1] and port.direction == "in" and not port.connected and not may_be_open(instance.module, port.name)
               for instance in netlist.instances if (instance.file, instance.line) == (message.file, message.line)
               for port in instance.ports) if pin else True


def may_be_open(module: str, pin: str) -> bool:
    """In a stand-in, where the cell has a level of its own for it."""
    file = stand_in_for(module)
    return file is not None and pin in pins_that_may_be_open(file)


def stand_in_for(module: str) -> Path | None:
    """The file of a stand-in, by the name that Verilator gives its variants."""
    return next((path for path in STUBS.glob("*/*.v") if re.fullmatch(rf"{path.stem}(__\w+)?", module)), None)


def stands_in_the_design(netlist: Netlist, message: Message) -> bool:
    """Not in a branch of a generate statement that is not taken; of VHDL, GHDL has left these out."""
    if Path(message.file).suffix.lower() in VHDL:
        return True
    return instance_around(Path(message.file), message.line, message.column) is None or bool(instances_at(netlist, message))


def is_at_a_stand_in(netlist: Netlist, message: Message) -> bool:
    """A cell's pin of both directions, which an input of the top is given to: the cell only reads it then."""
    return any(stand_in_for(instance.module) for instance in instances_at(netlist, message))


def instances_at(netlist: Netlist, message: Message) -> list[Instance]:
    """In whose lists of pins the message stands."""
    around = instance_around(Path(message.file), message.line, message.column)
    return [instance for instance in netlist.instances
            if around is not None and (instance.name, instance.file, instance.line) == (around[0], message.file, around[1])]


def check_transmitter(description: Description, out: Path, prefix: str, tx: str, inputs: set[str]):
    """A transmitter that cannot change is a mistake of the design, not a silent board."""
    generated = "".join(read_generated(path) for path in sorted(out.glob(f"{prefix}*.cpp")) if "__Trace" not in path.name)
    values = values_of(generated, tx, inputs)
    code, sentence = "", ""
    if not values:
        code, sentence = "TXUNDRIVEN", f"nothing drives the transmitter \"{description.tx}\""
    elif len(values) == 1 and (constant := re.fullmatch(r"(0x[0-9a-f]+|\d+)U?", values.pop())):
        code = "TXCONSTANT"
        sentence = f"the transmitter \"{description.tx}\" is always {int(constant[1], 0)}, so the board can never answer"
    if code and code not in description.waive:
        raise DescriptionError(f"{description.path}: {code}: {sentence}. If it is meant so: waive = [\"{code}\"]")


def values_of(generated: str, variable: str, inputs: set[str], seen: tuple = ()) -> set[str]:
    """What the generated code assigns to a variable, apart from its value at power-on; aliases are followed."""
    name = re.escape(variable)
    values = set()
    for value in re.findall(rf"(?:->|\.){name}\s*=\s*([^;]+);", generated):
        value = " ".join(value.split())
        alias = re.fullmatch(r"\(?(?:\(IData\)\()?vlSelf\w*(?:->|\.)(\w+)\)*", value)
        if value.startswith("VL_RAND_RESET") or alias and alias[1] in (*seen, variable):
            continue
        follow = alias and alias[1] not in inputs
        values |= values_of(generated, alias[1], inputs, (*seen, variable)) if follow else {value}
    if not values and re.search(rf"^\s*[\w:]+\([^;{{}}]*(?:->|\.){name}\b[^;{{}}]*;", generated, re.M):
        values.add("assigned by a function")
    return values
