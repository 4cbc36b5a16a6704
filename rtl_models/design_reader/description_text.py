"""The description as a team reads it: each line with what it was guessed from."""

import json
import os
import re
from pathlib import Path

from model_builder.netlist import TopPort

from .files import Files
from .folder import Module, Place
from .frequency import Guess, hertz_of
from .guesses import NO_PIN, RESET_NAME, Found, is_active_low

WIDTH = 118
MOST_OTHERS = 6  # candidates beside the one taken
ASSERTED_LOW = r"cts|rts|dsr|dcd|chip_?select|^cs"


class Text:
    """Lines of a description for `top`, written to lie in `home`; `open_keys` are left to whoever reads it."""

    def __init__(self, folder: Path, home: Path):
        self.folder, self.home = folder, home
        self.lines: list[str] = []
        self.open_keys: list[str] = []
        self.doubts: list[str] = []  # what is written down, but should be looked at

    def add(self, line: str = ""):
        self.lines.append(line)

    def comment(self, text: str):
        """In lines that fit on a screen."""
        line = "#"
        for word in text.split():
            if len(line) + 1 + len(word) > WIDTH and line != "#":
                self.add(line)
                line = "#"
            line += " " + word
        self.add(line)

    def told(self, guess: Guess) -> str:
        return guess.why + (f" ({self.place(guess.place)})" if guess.place else "")

    def place(self, place: Place) -> str:
        return place.told(self.folder)

    def path(self, path: Path) -> str:
        return json.dumps(Path(os.path.relpath(path, self.home)).as_posix())

    def leave_open(self, key: str, line: str, why: str, candidates: list[str] | None = None):
        self.comment(f"FILL IN: {why}" + (f" Candidates: {', '.join(candidates)}." if candidates else ""))
        self.add(f"# {line}")
        self.open_keys.append(f"{key}: {why}")

    def others(self, guesses: list[Guess], say=str):
        if guesses:
            more = f" and {len(guesses) - MOST_OTHERS} more" if len(guesses) > MOST_OTHERS else ""
            self.comment("Others: " + "; ".join(f"{say(guess.value)}: {self.told(guess)}" for guess in guesses[:MOST_OTHERS]) + more + ".")

    def result(self) -> str:
        return "\n".join(self.lines) + "\n"


def described(text: Text, name: str, contest: str, baud: int, top: Module, ports: list[TopPort], found: Found, files: Files):
    text.comment("Written by `rig new-dut`. All of it is guessed from the sources; each guess says from which line. Correct what is wrong.")
    text.add(f"name = {json.dumps(name)}")
    text.add()
    text.comment(f"The top: {text.told(found.top[0])}.")
    text.others(found.top[1:], lambda module: module.name)
    text.others([guess for guess in found.not_top if guess.value.why_a_bench != "it has no pins" or len(found.not_top) < 8], lambda module: f"not {module.name}")
    text.add(f"top = {json.dumps(top.name)}")
    if len(found.top) > 1 and found.top[0].weight < 1.3 * found.top[1].weight:
        text.doubts.append(f"top: {top.name}, but it may be {found.top[1].value.name}")
    text.add()
    write_files(text, files)
    text.add(f"contest = {json.dumps(contest)}")
    write_libraries(text, files)
    write_clocks(text, found)
    write_reset(text, found)
    write_uart(text, found, ports, baud)
    write_parameters(text, found, top)
    write_ties(text, found, ports)


def write_files(text: Text, files: Files):
    text.add("sources = [")
    for path in files.sources:
        text.add(f"  {text.path(path)},")
    for name, (path, place) in files.ips.items():
        text.comment(f"{name} ({text.place(place)}) is made from what Vivado knows of it.")
        text.add(f"  {text.path(path)},")
    text.add("]")
    for double in files.doubles:
        if not double.source.path.is_relative_to(text.folder):
            continue  # the folder's own goes before a library's
        text.comment(f"Left out: {text.place(double.place)} declares {double.name} again.")
        text.doubts.append(f"sources: {double.name} is declared in two files; {text.place(double.place)} was left out")
    if files.no_verilog:
        text.comment(f"{text.place(files.no_verilog)} is SystemVerilog, though the file's extension is {files.no_verilog.path.suffix}.")
        text.add("language = \"systemverilog\"")
    if files.include_dirs:
        text.add(f"include_dirs = [{', '.join(text.path(path) for path in files.include_dirs)}]")
    if files.stubs:
        text.comment("Cells of a vendor, for which the rig has stand-ins: " +
                     ", ".join(f"{cell} ({text.place(place)})" for cell, place in files.stubs.items()) + ".")
        text.add(f"stubs = {json.dumps(sorted(files.stubs))}")
    if files.data:
        text.comment("Data: " + ", ".join(f"{path.name} ({text.place(place)})" for path, place in files.data) + ".")
        text.add(f"files = [{', '.join(text.path(path) for path, _ in files.data)}]")
    for name, place in files.missing_data:
        text.leave_open("files", "files = [\"FILE\"]", f"no file \"{Path(name).name}\" is here, which {text.place(place)} reads.")


def write_libraries(text: Text, files: Files):
    if not files.libraries:
        return
    text.add()
    text.add("[libraries]")
    for library, paths in files.libraries.items():
        text.comment(f"VHDL of the library {library}: {files.why_library[library]}.")
        text.add(f"{library} = [")
        for path in paths:
            text.add(f"  {text.path(path)},")
        text.add("]")


def write_clocks(text: Text, found: Found):
    several = len(found.clocks) > 1
    if not found.clocks:
        text.add()
        text.add("[clock]")
        text.leave_open("clock.pin", "pin = \"PIN\"", "no input of the top is seen to run a block.", [guess.value for guess in found.other_clocks])
        text.leave_open("clock.hz", "hz = 50_000_000", "its frequency.")
        return
    for number, (pin, why, rates) in enumerate(found.clocks):
        text.add()
        text.add("[[clock]]" if several else "[clock]")
        text.comment(f"{text.told(why)[:1].upper()}{text.told(why)[1:]}.")
        text.add(f"pin = {json.dumps(pin)}" if pin != NO_PIN else "from = \"oscillator\"")
        key = f"clock{f' (number {number + 1})' if number else ''}.hz"
        if not rates:
            text.leave_open(key, "hz = 50_000_000", f"nothing tells the frequency of {pin}: no constraint, parameter, divider or comment was understood.")
            continue
        text.comment(f"{text.told(rates[0])[:1].upper()}{text.told(rates[0])[1:]}.")
        text.others(rates[1:], lambda hz: f"{hz:_}")
        if pin != NO_PIN or several or found.has_several_oscillators:
            text.add(f"hz = {rates[0].value:_}")
        else:
            text.comment(f"So `hz` is {rates[0].value:_}. Write it down only if the real one is another.")
        if rates[0].weight < 45 or len(rates) > 1 and rates[0].weight < 60:
            text.doubts.append(f"{key}: {rates[0].value:_} is a guess: {text.told(rates[0])}")
    for guess in found.other_clocks:
        text.comment(f"Not taken for a clock of the board: {guess.value}, {text.told(guess)}.")


def write_reset(text: Text, found: Found):
    text.add()
    if not found.reset:
        text.comment("No input was found that resets: there is no [reset]. Registers without a value at power-on hold random ones.")
        return
    pin, level = found.reset[0].value
    text.add("[reset]")
    text.comment(f"{text.told(found.reset[0])[:1].upper()}{text.told(found.reset[0])[1:]}.")
    text.others(found.reset[1:], lambda value: value[0])
    text.add(f"pin = {json.dumps(pin)}")
    text.add(f"active = {level}")
    rates = [rates[0].value for _, _, rates in found.clocks if rates]
    slower = -(-rates[0] // min(rates)) if len(rates) > 1 else 1
    text.add(f"cycles = {16 * slower}")
    if found.reset[0].place and "guessed by its name" in found.reset[0].why:
        text.doubts.append(f"reset.active: that {pin} resets while it is {level} is guessed by its name")


def write_uart(text: Text, found: Found, ports: list[TopPort], baud: int):
    text.add()
    text.add("[uart]")
    for key, guesses, directions in (("rx", found.rx, ("input", "inout")), ("tx", found.tx, ("output", "inout"))):
        if not guesses:
            candidates = [port.name for port in ports if port.direction in directions]
            text.leave_open(f"uart.{key}", f"{key} = \"PIN\"", f"no {'input' if key == 'rx' else 'output'} is seen to be the board's {key}.", candidates)
            continue
        text.comment(f"{key}: {text.told(guesses[0])}.")
        text.others(guesses[1:])
        text.add(f"{key} = {json.dumps(guesses[0].value)}")
        if len(guesses) > 1 and guesses[0].weight < 1.2 * guesses[1].weight:
            text.doubts.append(f"uart.{key}: {guesses[0].value}, but it may be {guesses[1].value}")
    text.comment("The contest's rate.")
    for guess in found.other_rates:
        said = f"{guess.why} is {guess.value} ({text.place(guess.place)}), and the contest's rate is {baud}"
        text.comment(f"{said[:1].upper()}{said[1:]}.")
        text.doubts.append(f"uart.baud: {said}")
    text.add(f"baud = {baud}")


def write_parameters(text: Text, found: Found, top: Module):
    """Where the top is told its clock's frequency, and its default is another than the board's."""
    if len(found.clocks) != 1 or not found.clocks[0][2] or found.generators:
        return
    hz = found.clocks[0][2][0].value
    for default in found.constants:
        told = hertz_of(default.name, default.value)
        if default.is_settable and default.path == top.name and told and told != hz:
            text.add()
            text.add("[parameters]")
            text.comment(f"Its default ({default.value:_}) is for another clock ({text.place(default.place)}).")
            text.add(f"{default.name} = {round(hz * default.value / told):_}")
            return


def write_ties(text: Text, found: Found, ports: list[TopPort]):
    used = {pin for pin, _, _ in found.clocks if pin != NO_PIN} | {guess.value for guess in (*found.rx[:1], *found.tx[:1])}
    used |= {found.reset[0].value[0]} if found.reset else set()
    lines = []
    for port in ports:
        if port.direction != "input" or port.name in used or not found.rx and port.is_scalar:  # one of these is rx
            continue
        bits = [bit for bit in port.bits() if f"{port.name}[{bit}]" not in used]
        if len(bits) < len(port.bits()):
            for high, low in spans(bits):
                name = f"{port.name}[{high}]" if high == low else f"{port.name}[{high}:{low}]"
                lines.append((name, level_of(port.name, high - low + 1)))
        else:
            lines.append((port.name, level_of(port.name, len(bits))))
    if not lines:
        return
    text.add()
    text.add("[ties]")
    text.comment("Inputs that nobody moves: buttons that are low while pressed are high, the rest is low.")
    for name, value in lines:
        key = name if re.fullmatch(r"\w+", name) else json.dumps(name)
        text.add(f"{key} = {value if value < 1 << 62 else json.dumps(hex(value))}")


def spans(bits: list[int]) -> list[tuple[int, int]]:
    """Runs of neighbours, from the top."""
    found: list[list[int]] = []
    for bit in sorted(bits, reverse=True):
        if found and found[-1][-1] == bit + 1:
            found[-1].append(bit)
        else:
            found.append([bit])
    return [(run[0], run[-1]) for run in found]


def level_of(name: str, width: int) -> int:
    quiet_high = is_active_low(name) and not re.search(ASSERTED_LOW, name, re.I) and not re.search(r"clk|clock|osc", name, re.I)
    return (1 << width) - 1 if quiet_high or re.search(RESET_NAME + r".*_n$", name, re.I) else 0


def summary(found: Found, top: Module) -> list[str]:
    """A fact a line."""
    lines = [f"top {top.name}"]
    lines += [f"clock {pin or 'oscillator'} {f'{rates[0].value} Hz' if rates else 'frequency unknown'}" for pin, _, rates in found.clocks] or ["clock unknown"]
    lines.append(f"reset {found.reset[0].value[0]} active {found.reset[0].value[1]}" if found.reset else "reset none")
    for key, guesses in (("rx", found.rx), ("tx", found.tx)):
        lines.append(f"{key} {guesses[0].value}" if guesses else f"{key} unknown")
    return lines
