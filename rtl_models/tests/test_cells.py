"""Stand-ins for the logic of vendors' cells, each beside a model that is written here from the words of its data sheet.

What has no memory is tried with all its inputs, what has one with random ones.
"""

import itertools
import random
import re
import unittest

from cells import Cell, first_difference, outputs_of


def every_row(inputs: dict[str, int]) -> list[dict[str, int]]:
    return [dict(zip(inputs, values)) for values in itertools.product(*(range(1 << width) for width in inputs.values()))]


def edges(draw: random.Random, clocks: list[str], data: dict[str, int], steps: int, *, start: int = 0) -> list[dict[str, int]]:
    """Rows in which either a clock moves or data does. Clocks are at `start` first, which is no edge that the cell takes notice of."""
    row = dict.fromkeys(clocks, start) | dict.fromkeys(data, 0)
    rows = []
    for step in range(steps):
        if step % 2:
            clock = draw.choice(clocks)
            row = row | {clock: 1 - row[clock]}
        else:
            row = row | {name: draw.getrandbits(width) for name, width in data.items()}
        rows.append(row)
    return rows


def bits(count: int) -> dict[str, int]:
    return {f"I{number}": 1 for number in range(count)}


# Cells without memory: their values for one row.


def lut(count: int, init: int):
    return lambda row: {"O": init >> sum(row[f"I{number}"] << number for number in range(count)) & 1}


def lut6_2(init: int):
    def of(row):
        lower = sum(row[f"I{number}"] << number for number in range(5))
        return {"O6": init >> (lower + 32 * row["I5"]) & 1, "O5": init >> lower & 1}
    return of


def carry4(row):
    """The sum of what S and the carry say, as one adds by hand."""
    carry, sums, carries = row["CI"] | row["CYINIT"], 0, 0
    for place in range(4):
        propagates = row["S"] >> place & 1
        sums |= (propagates ^ carry) << place
        if not propagates:
            carry = row["DI"] >> place & 1
        carries |= carry << place
    return {"CO": carries, "O": sums}


def pins(*names: str) -> dict[str, int]:
    return dict.fromkeys(names, 1)


TABLES = {1: 0b01, 2: 0x2, 3: 0xca, 4: 0x8f1b, 5: 0x7ac3_91e5, 6: 0x0123_4567_89ab_cdef}
WITHOUT_MEMORY = [
    *((f"LUT{n}", {"INIT": f"{1 << n}'h{init:x}"}, bits(n), pins("O"), lut(n, init)) for n, init in TABLES.items()),
    ("LUT6_2", {"INIT": f"64'h{TABLES[6]:x}"}, bits(6), pins("O5", "O6"), lut6_2(TABLES[6])),
    *((f"MUXF{n}", {}, pins("I0", "I1", "S"), pins("O"), lambda row: {"O": row["I1"] if row["S"] else row["I0"]}) for n in (5, 6, 7, 8)),
    ("MUXCY", {}, pins("CI", "DI", "S"), pins("O"), lambda row: {"O": row["CI"] if row["S"] else row["DI"]}),
    ("XORCY", {}, pins("CI", "LI"), pins("O"), lambda row: {"O": row["CI"] ^ row["LI"]}),
    ("CARRY4", {}, {"CI": 1, "CYINIT": 1, "DI": 4, "S": 4}, {"CO": 4, "O": 4}, carry4),
    ("MULT_AND", {}, pins("I0", "I1"), pins("LO"), lambda row: {"LO": row["I0"] & row["I1"]}),
    ("INV", {}, pins("I"), pins("O"), lambda row: {"O": 1 - row["I"]}),
    ("SB_GB", {}, pins("USER_SIGNAL_TO_GLOBAL_BUFFER"), pins("GLOBAL_BUFFER_OUTPUT"),
     lambda row: {"GLOBAL_BUFFER_OUTPUT": row["USER_SIGNAL_TO_GLOBAL_BUFFER"]}),
    ("SB_HFOSC", {}, pins("CLKHFPU", "CLKHFEN"), pins("CLKHF"), lambda row: {"CLKHF": row["CLKHFPU"] & row["CLKHFEN"]}),
    ("SB_LFOSC", {}, pins("CLKLFPU", "CLKLFEN"), pins("CLKLF"), lambda row: {"CLKLF": row["CLKLFPU"] & row["CLKLFEN"]}),
    ("STARTUPE2", {}, pins("USRCCLKO", "USRCCLKTS"), pins("CFGCLK", "EOS", "PREQ"), lambda row: {"CFGCLK": 0, "EOS": 1, "PREQ": 0}),
]


# Cells with memory: objects that are told each row, beside the one before.


class FlipFlop:
    """`forced`: the pin that sets it to `value`, with the clock or without."""

    def __init__(self, forced: str, value: int, *, with_clock: bool, falling: bool, init: int, inverted: tuple = ()):
        self.forced, self.value, self.with_clock, self.falling = forced, value, with_clock, falling
        self.inverted, self.q = inverted, init

    def take(self, before: dict, row: dict) -> dict:
        before, row = ({name: value ^ (name in self.inverted) for name, value in one.items()} for one in (before, row))
        is_edge = (before["C"], row["C"]) == ((1, 0) if self.falling else (0, 1))
        forced = bool(self.forced) and row[self.forced] == 1
        if forced and (is_edge or not self.with_clock):
            self.q = self.value
        elif is_edge and row.get("CE", 1):
            self.q = row["D"]
        return {"Q": self.q}


def flip_flops():
    """Each name, with the models of two initial values."""
    for letter, pin, value, with_clock in (("", "", 0, True), ("C", "CLR", 0, False), ("P", "PRE", 1, False), ("R", "R", 0, True), ("S", "S", 1, True)):
        for enable, edge, init in itertools.product(("", "E"), ("", "_1"), (0, 1)):
            data = pins("D", *(["CE"] if enable else []), *([pin] if pin else []))
            how = {"with_clock": with_clock, "falling": bool(edge), "init": init}
            yield f"FD{letter}{enable}{edge}", {"INIT": f"1'b{init}"}, ["C"], data, pins("Q"), FlipFlop(pin, value, **how)
            if letter and enable and not edge:
                for one in ("C", "D", pin):
                    yield (f"FD{letter}E", {"INIT": f"1'b{init}", f"IS_{one}_INVERTED": "1'b1"}, ["C"], data, pins("Q"),
                           FlipFlop(pin, value, **how, inverted=(one,)))


class ResetAndSet:
    """A flip-flop with both; the first of `forced` goes before the second, and both before the enable."""

    def __init__(self, forced: dict[str, int], *, with_clock: bool, falling: bool, init: int):
        self.forced, self.with_clock, self.falling, self.q = forced, with_clock, falling, init

    def take(self, before: dict, row: dict) -> dict:
        is_edge = (before["C"], row["C"]) == ((1, 0) if self.falling else (0, 1))
        forced = [value for pin, value in self.forced.items() if row[pin]]
        if forced and (is_edge or not self.with_clock):
            self.q = forced[0]
        elif is_edge and row.get("CE", 1):
            self.q = row["D"]
        return {"Q": self.q}


def flip_flops_with_reset_and_set():
    for letters, forced, with_clock in (("RS", {"R": 0, "S": 1}, True), ("CP", {"CLR": 0, "PRE": 1}, False)):
        for enable, edge, init in itertools.product(("", "E"), ("", "_1"), (0, 1)):
            yield (f"FD{letters}{enable}{edge}", {"INIT": f"1'b{init}"}, ["C"], pins("D", *(["CE"] if enable else []), *forced), pins("Q"),
                   ResetAndSet(forced, with_clock=with_clock, falling=bool(edge), init=init))


def rises(clock: str, before: dict, row: dict, *, inverted: bool = False) -> bool:
    return (before[clock], row[clock]) == ((1, 0) if inverted else (0, 1))


class ShiftRegister:
    def __init__(self, length: int, init: int, *, inverted: bool = False):
        self.values = [init >> place & 1 for place in range(length)]  # the youngest first
        self.inverted = inverted

    def take(self, before: dict, row: dict) -> dict:
        if rises("CLK", before, row, inverted=self.inverted) and row.get("CE", 1):
            self.values = [row["D"], *self.values[:-1]]
        at = row["A"] if "A" in row else sum(row[f"A{number}"] << number for number in range(4))
        return {"Q": self.values[at], "Q15": self.values[-1], "Q31": self.values[-1]}


class DistributedRam:
    def __init__(self, size: int, init: int, *, inverted: bool = False):
        self.values, self.inverted = {address: init >> address & 1 for address in range(size)}, inverted

    def take(self, before: dict, row: dict) -> dict:
        def at(name: str) -> int:
            return sum(value << int(pin.removeprefix(name)) for pin, value in row.items() if pin.removeprefix(name).isdigit())
        if rises("WCLK", before, row, inverted=self.inverted) and row["WE"]:
            self.values[at("A")] = row["D"]
        return {"O": self.values[at("A")], "SPO": self.values[at("A")], "DPO": self.values[at("DPRA")]}


def falls(module: str, parameters: dict) -> bool:
    """Whether it takes notice of falling edges."""
    return module.endswith("_1") or any(re.fullmatch(r"IS_W?C(?:LK)?_INVERTED", key) and value == "1'b1" for key, value in parameters.items())


def memories():
    draw = random.Random(7)
    for inverted in (False, True):
        flag = f"1'b{int(inverted)}"
        init = draw.getrandbits(16)
        yield ("SRL16E", {"INIT": f"16'h{init:x}", "IS_CLK_INVERTED": flag}, ["CLK"], pins("D", "CE", "A0", "A1", "A2", "A3"), pins("Q"),
               ShiftRegister(16, init, inverted=inverted))
        init = draw.getrandbits(32)
        yield ("SRLC32E", {"INIT": f"32'h{init:x}", "IS_CLK_INVERTED": flag}, ["CLK"], {"D": 1, "CE": 1, "A": 5}, pins("Q", "Q31"),
               ShiftRegister(32, init, inverted=inverted))
        for size, lines in ((16, 4), (32, 5), (64, 6)):
            address, second = [[f"{name}{number}" for number in range(lines)] for name in ("A", "DPRA")]
            for letter, more, outputs in (("S", [], pins("O")), ("D", second, pins("DPO", "SPO"))):
                init = draw.getrandbits(size)
                yield (f"RAM{size}X1{letter}", {"INIT": f"{size}'h{init:x}", "IS_WCLK_INVERTED": flag}, ["WCLK"],
                       pins("D", "WE", *address, *more), outputs, DistributedRam(size, init, inverted=inverted))


def older_shift_registers():
    """Without an enable, of falling edges, or with the last bit as an output."""
    draw = random.Random(8)
    for cascade, enable, edge in itertools.product(("", "C"), ("", "E"), ("", "_1")):
        if (cascade, enable, edge) != ("", "E", ""):
            init = draw.getrandbits(16)
            yield (f"SRL{cascade}16{enable}{edge}", {"INIT": f"16'h{init:x}"}, ["CLK"], pins("D", "A0", "A1", "A2", "A3", *(["CE"] if enable else [])),
                   pins("Q", *(["Q15"] if cascade else [])), ShiftRegister(16, init, inverted=bool(edge)))


class Ice40Ram:
    """256 rows of 16 bits. In mode m a port sees 256 * 2^m words of 16 / 2^m bits, on every 2^m-th line of its data."""

    LINES = {0: range(16), 1: range(0, 16, 2), 2: range(1, 16, 4), 3: range(3, 16, 8)}

    def __init__(self, write_mode: int, read_mode: int, init: int):
        self.write_mode, self.read_mode, self.data = write_mode, read_mode, 0
        self.rows = [[init >> (16 * row + bit) & 1 for bit in range(16)] for row in range(256)]

    @staticmethod
    def place(mode: int, address: int, number: int) -> int:
        """Where in its row the bit with this number of a word is."""
        return (number << mode) + (address >> 8) % (1 << mode)

    def take(self, before: dict, row: dict) -> dict:
        if rises("RCLK", before, row) and row["RCLKE"] and row["RE"]:
            words = self.rows[row["RADDR"] % 256]
            self.data = sum(words[self.place(self.read_mode, row["RADDR"], number)] << line
                            for number, line in enumerate(self.LINES[self.read_mode]))
        if rises("WCLK", before, row) and row["WCLKE"] and row["WE"]:
            for number, line in enumerate(self.LINES[self.write_mode]):
                if self.write_mode or not row["MASK"] >> number & 1:
                    self.rows[row["WADDR"] % 256][self.place(self.write_mode, row["WADDR"], number)] = row["WDATA"] >> line & 1
        return {"RDATA": self.data}


class Ice40Pin:
    """The kinds of Lattice's table: what the output drives, and how the input is read; `pin` is what the world drives on it."""

    def __init__(self, pin_type: int, *, falling: bool):
        self.drives, self.driven, self.reads, self.falling = pin_type >> 4, pin_type >> 2 & 3, pin_type & 3, falling
        self.data = self.enable = self.rising = self.second = 0

    def take(self, before: dict, row: dict) -> dict:
        if rises("OUTPUT_CLK", before, row, inverted=self.falling) and row["CLOCK_ENABLE"]:
            self.data, self.enable = row["D_OUT_0"], row["OUTPUT_ENABLE"]
        pin = self.level(row)
        if row["CLOCK_ENABLE"]:
            if rises("INPUT_CLK", before, row, inverted=self.falling):
                self.rising = pin
            elif rises("INPUT_CLK", before, row, inverted=not self.falling):
                self.second = pin
        return {"PACKAGE_PIN": pin, "D_IN_0": pin if self.reads == 1 else self.rising, "D_IN_1": self.second}

    def level(self, row: dict) -> int:
        is_driven = {0: 0, 1: 1, 2: row["OUTPUT_ENABLE"], 3: self.enable}[self.drives]
        return (self.data if self.driven == 1 else row["D_OUT_0"]) if is_driven else row["WORLD"]


class CellsTest(unittest.TestCase):
    def test_cells_without_memory_have_the_value_that_their_data_sheet_has_for_all_inputs(self):
        cells = [Cell(module, inputs, outputs, every_row(inputs), parameters) for module, parameters, inputs, outputs, _ in WITHOUT_MEMORY]
        self.compare(cells, [[of(row) for row in cell.rows] for cell, (*_, of) in zip(cells, WITHOUT_MEMORY)])

    def test_constants_are_constant(self):
        rows = every_row(pins("x"))
        source = [Cell("VCC", pins("x"), pins("P"), rows, written="VCC dut (.P(P));"), Cell("GND", pins("x"), pins("G"), rows, written="GND dut (.G(G));")]
        self.assertEqual(outputs_of(source), [["1", "1"], ["0", "0"]])

    def test_flip_flops_shift_registers_and_distributed_memories_do_as_their_models(self):
        rows = [*flip_flops(), *flip_flops_with_reset_and_set(), *memories(), *older_shift_registers()]
        self.assertEqual(len({row[0] for row in rows}), 20 + 8 + 2 + 6 + 7)
        draw = random.Random(11)
        cells = [Cell(module, pins(*clocks) | data, outputs, edges(draw, clocks, data, 400, start=int(falls(module, parameters))), parameters)
                 for module, parameters, clocks, data, outputs, _ in rows]
        self.compare(cells, [self.steps(cell, model) for cell, (*_, model) in zip(cells, rows)])

    def test_memory_of_ice40_in_all_its_modes(self):
        draw = random.Random(3)
        cells, models = [], []
        for write_mode, read_mode in itertools.product(range(4), range(4)):
            init = draw.getrandbits(4096)
            parameters = {f"INIT_{n:X}": f"256'h{init >> 256 * n & ((1 << 256) - 1):x}" for n in range(16)}
            data = {"RCLKE": 1, "RE": 1, "RADDR": 11, "WCLKE": 1, "WE": 1, "WADDR": 11, "MASK": 16, "WDATA": 16}
            rows = edges(draw, ["RCLK", "WCLK"], data, 1000)
            # Few of its rows, the last one among them, so that what was written is read.
            rows = [row | {pin: row[pin] & 0x703 | (0xfc if row[pin] & 1 else 0) for pin in ("RADDR", "WADDR")} for row in rows]
            cells.append(Cell("SB_RAM40_4K", pins("RCLK", "WCLK") | data, {"RDATA": 16}, rows,
                              {"WRITE_MODE": write_mode, "READ_MODE": read_mode, **parameters}, unseen_rows=200))  # until it has read
            models.append(Ice40Ram(write_mode, read_mode, init))
        self.compare(cells, [self.steps(cell, model) for cell, model in zip(cells, models)])

    def test_pins_of_ice40_of_the_simple_kinds(self):
        draw = random.Random(5)
        cells, models = [], []
        data = pins("WORLD", "CLOCK_ENABLE", "OUTPUT_ENABLE", "D_OUT_0", "D_OUT_1")
        for output, read, falling in itertools.product((0b0000, 0b0110, 0b1010, 0b1110, 0b0101, 0b1001, 0b1101), (0b00, 0b01), (False, True)):
            rows = edges(draw, ["INPUT_CLK", "OUTPUT_CLK"], data, 400)
            cell = Cell("SB_IO", pins("INPUT_CLK", "OUTPUT_CLK") | data, pins("PACKAGE_PIN", "D_IN_0", "D_IN_1"), rows,
                        {"PIN_TYPE": f"6'b{output << 2 | read:06b}", "NEG_TRIGGER": f"1'b{int(falling)}"}, unseen_rows=60)
            cells.append(cell)
            models.append(Ice40Pin(output << 2 | read, falling=falling))
            is_driven = "1'b1" if output >> 2 == 1 else "1'b0" if output == 0 else "dut.drives.on"
            connected = cell.connected({pin: pin for pin in [*cell.inputs, *cell.outputs] if pin != "WORLD"})
            cell.written = f"assign PACKAGE_PIN = {is_driven} ? 1'bz : WORLD;\n  {connected}"
        self.compare(cells, [self.steps(cell, model) for cell, model in zip(cells, models)])

    def test_what_a_stand_in_does_not_know_ends_the_simulation_with_a_sentence(self):
        for module, pin_type, rows in (("SB_IO", "010001", []), ("SB_IO", "000011", []), ("SB_IO", "001101", []), ("SB_GB_IO", "011001", []),
                                       ("SB_GB_IO", "000010", []), ("SB_GB_IO", "000001", ["000", "111"]), ("SB_GB_IO", "000000", ["000", "111"])):
            with self.subTest(module=module, pin_type=pin_type):
                outputs = pins("D_IN_0", *(["GLOBAL_BUFFER_OUTPUT"] if module == "SB_GB_IO" else []))
                cell = Cell(module, pins("PACKAGE_PIN"), outputs, every_row(pins("PACKAGE_PIN")), {"PIN_TYPE": f"6'b{pin_type}"}, pins("PACKAGE_PIN") | outputs)
                cell.written = "wire pin = PACKAGE_PIN; " + cell.connected({"PACKAGE_PIN": "pin"} | {one: one for one in outputs})
                self.assertEqual(outputs_of([cell]), [rows])

    def steps(self, cell: Cell, model) -> list[dict]:
        return [model.take(before, row) for before, row in zip([cell.rows[0], *cell.rows], cell.rows)]

    def compare(self, cells: list[Cell], expected: list[list[dict]]):
        for cell, wanted, found in zip(cells, expected, outputs_of(cells)):
            with self.subTest(cell=cell.module, parameters=cell.parameters):
                self.assertEqual(first_difference(cell, wanted, found), "")


if __name__ == "__main__":
    unittest.main()
