"""Stand-ins for Xilinx' block memories, beside a model that is written here from the words of its guide for 7 series."""

import random
import unittest
from dataclasses import dataclass, field

from cells import Cell, first_difference, outputs_of

CONTROLS = ("ENARDEN", "ENBWREN", "REGCEAREGCE", "REGCEB", "RSTRAMARSTRAM", "RSTRAMB", "RSTREGARSTREG", "RSTREGB")
FEW = 3  # places of a memory that are used, so that what was written is read again


@dataclass
class Port:
    """As its parameters have it; widths count parity, which is one bit for eight of data."""

    read: int
    write: int
    mode: str = "WRITE_FIRST"
    has_register: bool = False
    priority: str = "RSTREG"
    init: int = 0
    srval: int = 0
    latch: int = field(init=False)
    register: int = field(init=False)

    def __post_init__(self):
        self.latch = self.register = self.init


def data_bits(width: int) -> int:
    return {9: 8, 18: 16, 36: 32, 72: 64}.get(width, width)


class BlockRam:
    """Its bits, by number; those of parity apart."""

    def __init__(self, data: int, parity: int, size: int):
        self.data = [data >> bit & 1 for bit in range(1 << size)]
        self.parity = [parity >> bit & 1 for bit in range((1 << size) // 8)]

    @staticmethod
    def first(width: int, address: int) -> int:
        """The first data bit of the word that an address is in: of an address that counts bits the lowest lines are not used."""
        return address - address % data_bits(width)

    def word(self, width: int, address: int) -> int:
        first, count = self.first(width, address), data_bits(width)
        word = sum(self.data[first + bit] << bit for bit in range(count))
        return word | sum(self.parity[first // 8 + lane] << (count + lane) for lane in range(count // 8) if width >= 9)

    def store(self, width: int, address: int, value: int, enables: int):
        first, count = self.first(width, address), data_bits(width)
        for bit in range(count):
            if enables >> (bit // 8) & 1:
                self.data[first + bit] = value >> bit & 1
        for lane in range(count // 8 if width >= 9 else 0):
            if enables >> lane & 1:
                self.parity[first // 8 + lane] = value >> (count + lane) & 1

    def clocked(self, port: Port, address: int, value: int, enables: int, *, enable: int, reset: int, register_enable: int, register_reset: int):
        old = port.latch
        if enable:
            before = self.word(port.read, address) if port.read else 0
            writes = bool(port.write) and enables != 0
            if writes:
                self.store(port.write, address, value, enables)
            if reset:
                port.latch = port.srval
            elif not writes or port.mode == "READ_FIRST":
                port.latch = before
            elif port.mode == "WRITE_FIRST":
                port.latch = self.word(port.read, address) if port.read else 0
        if register_reset and (port.priority == "RSTREG" or register_enable):
            port.register = port.srval
        elif register_enable:
            port.register = old

    @staticmethod
    def out(port: Port) -> int:
        return port.register if port.has_register else port.latch


@dataclass
class Kind:
    """One of the two cells."""

    name: str
    size: int  # 2^size data bits
    half: int  # data lines of one port
    lines: int  # of an address
    enables: tuple[int, int]  # of WEA and WEBWE

    def inputs(self) -> dict[str, int]:
        lanes = self.half // 8
        return {"CLKARDCLK": 1, "CLKBWRCLK": 1, **dict.fromkeys(CONTROLS, 1), "ADDRARDADDR": self.lines, "ADDRBWRADDR": self.lines,
                "DIADI": self.half, "DIBDI": self.half, "DIPADIP": lanes, "DIPBDIP": lanes, "WEA": self.enables[0], "WEBWE": self.enables[1]}

    def outputs(self) -> dict[str, int]:
        return {"DOADO": self.half, "DOBDO": self.half, "DOPADOP": self.half // 8, "DOPBDOP": self.half // 8}


KINDS = (Kind("RAMB18E1", 14, 16, 14, (2, 4)), Kind("RAMB36E1", 15, 32, 16, (4, 8)))
WIDTHS = (1, 2, 4, 9, 18, 36)
MODES = ("WRITE_FIRST", "READ_FIRST", "NO_CHANGE")


class Trial:
    """A cell with random rows, and the model of it."""

    def __init__(self, kind: Kind, a: Port, b: Port, draw: random.Random, *, is_sdp: bool = False, inverted: str = ""):
        self.kind, self.a, self.b, self.is_sdp, self.inverted = kind, a, b, is_sdp, inverted
        data, parity = draw.getrandbits(1 << kind.size), draw.getrandbits((1 << kind.size) // 8)
        self.memory = BlockRam(data, parity, kind.size)
        contents = {f"INIT_{n:02X}": data >> 256 * n & ((1 << 256) - 1) for n in range((1 << kind.size) // 256)}
        contents |= {f"INITP_{n:02X}": parity >> 256 * n & ((1 << 256) - 1) for n in range((1 << kind.size) // 2048)}
        bits = kind.half + kind.half // 8
        parameters = {"RAM_MODE": '"SDP"' if is_sdp else '"TDP"', **{key: f"256'h{value:x}" for key, value in contents.items()}}
        for letter, port in (("A", a), ("B", b)):
            parameters |= {f"READ_WIDTH_{letter}": port.read, f"WRITE_WIDTH_{letter}": port.write, f"WRITE_MODE_{letter}": f'"{port.mode}"',
                           f"DO{letter}_REG": int(port.has_register), f"RSTREG_PRIORITY_{letter}": f'"{port.priority}"',
                           f"INIT_{letter}": f"{bits}'h{port.init:x}", f"SRVAL_{letter}": f"{bits}'h{port.srval:x}"}
        if is_sdp:
            parameters |= {"DOB_REG": int(a.has_register)}
        if inverted:
            parameters[f"IS_{inverted}_INVERTED"] = "1'b1"
        self.cell = Cell(kind.name, kind.inputs(), kind.outputs(), self.rows(draw, kind), parameters, self.seen())

    def seen(self) -> dict[str, int]:
        """Of the outputs as much as the widths use."""
        if self.is_sdp:
            return self.kind.outputs()
        found = {}
        for letter, port in (("A", self.a), ("B", self.b)):
            data, parity = ("DOADO", "DOPADOP") if letter == "A" else ("DOBDO", "DOPBDOP")
            count = data_bits(port.read)
            found |= {f"{data}[{count - 1}:0]": count} if count else {}
            found |= {f"{parity}[{count // 8 - 1}:0]": count // 8} if port.read >= 9 else {}
        return found

    def rows(self, draw: random.Random, kind: Kind) -> list[dict[str, int]]:
        places = [draw.getrandbits(kind.size - 6) << 6 for _ in range(FEW)]
        row = dict.fromkeys(kind.inputs(), 0)
        # A clock that is taken inverted begins high, which is no edge of it.
        row |= {clock: int(self.inverted == clock) for clock in ("CLKARDCLK", "CLKBWRCLK")}
        rows = []
        for step in range(400):
            if step % 2:
                clock = draw.choice(("CLKARDCLK", "CLKBWRCLK"))
                row = row | {clock: 1 - row[clock]}
            else:
                row = row | {name: draw.getrandbits(width) for name, width in kind.inputs().items() if not name.startswith("CLK")}
                row |= {pin: int(draw.random() < often) for pin, often in (("ENARDEN", 0.9), ("ENBWREN", 0.9), ("RSTRAMARSTRAM", 0.1), ("RSTRAMB", 0.1),
                                                                          ("RSTREGARSTREG", 0.1), ("RSTREGB", 0.1))}
                row |= {pin: draw.choice(places) + draw.randrange(64) for pin in ("ADDRARDADDR", "ADDRBWRADDR")}
                row |= {pin: self.enables(draw, port, width) for pin, port, width in (("WEA", self.a, kind.enables[0]), ("WEBWE", self.b, kind.enables[1]))}
            rows.append(row)
        return rows

    def enables(self, draw: random.Random, port: Port, lines: int) -> int:
        """As they have to be wired: one for each byte of a word, again and again."""
        lanes = max(1, port.write // 9) if port.write >= 9 else 1
        value = draw.getrandbits(lanes) if draw.random() < 0.5 else 0
        return sum(value << shift for shift in range(0, lines, lanes)) & ((1 << lines) - 1)

    def expected(self) -> list[dict[str, int]]:
        found, before = [], self.cell.rows[0]
        for row in self.cell.rows:
            real = {pin: value ^ (pin == self.inverted) for pin, value in row.items()}
            if self.rises("CLKARDCLK", before, row):
                self.take(self.a, "A", real)
            if self.rises("CLKBWRCLK", before, row):
                self.take(self.b, "B", real)
            before = row
            found.append(self.outputs())
        return found

    def rises(self, clock: str, before: dict, row: dict) -> bool:
        return (before[clock], row[clock]) == ((1, 0) if clock == self.inverted else (0, 1))

    def take(self, port: Port, letter: str, row: dict):
        pins = {"A": ("ADDRARDADDR", "ENARDEN", "RSTRAMARSTRAM", "REGCEAREGCE", "RSTREGARSTREG", "WEA"),
                "B": ("ADDRBWRADDR", "ENBWREN", "RSTRAMB", "REGCEB", "RSTREGB", "WEBWE")}[letter]
        address, enable, reset, register_enable, register_reset, enables = (row[pin] for pin in pins)
        data, parity = (("DIADI", "DIPADIP") if letter == "A" else ("DIBDI", "DIPBDIP"))
        count, lanes = data_bits(port.write), self.kind.half // 8
        values, parities = row[data], row[parity]
        if self.is_sdp:  # the upper half of what is written comes from B's lines
            values, parities = row["DIBDI"] << self.kind.half | row["DIADI"], row["DIPBDIP"] << lanes | row["DIPADIP"]
        value = values & ((1 << count) - 1) | parities << count
        bytes_of = max(1, count // 8)
        self.memory.clocked(port, address % (1 << self.kind.size), value, enables & ((1 << bytes_of) - 1), enable=enable, reset=reset,
                            register_enable=register_enable, register_reset=register_reset)

    def outputs(self) -> dict[str, int]:
        if self.is_sdp:
            word, half, lanes = self.memory.out(self.a), self.kind.half, self.kind.half // 8
            parity = word >> 2 * half
            return {"DOADO": word % (1 << half), "DOBDO": word >> half & ((1 << half) - 1), "DOPADOP": parity % (1 << lanes), "DOPBDOP": parity >> lanes}
        found = {}
        for letter, port in (("A", self.a), ("B", self.b)):
            data, parity = ("DOADO", "DOPADOP") if letter == "A" else ("DOBDO", "DOPBDOP")
            count, word = data_bits(port.read), self.memory.out(port)
            found |= {f"{data}[{count - 1}:0]": word & ((1 << count) - 1)} if count else {}
            found |= {f"{parity}[{count // 8 - 1}:0]": word >> count & ((1 << count // 8) - 1)} if port.read >= 9 else {}
        return found


def port(draw: random.Random, widest: int, **more) -> Port:
    width = draw.choice([one for one in WIDTHS if one <= widest])
    shape = {"read": width, "write": width, "mode": draw.choice(MODES), "has_register": draw.random() < 0.4,
             "priority": draw.choice(("RSTREG", "REGCE"))} | more
    bits = shape["read"]
    return Port(**shape, init=draw.getrandbits(bits) if bits else 0, srval=draw.getrandbits(bits) if bits else 0)


class BlockRamTest(unittest.TestCase):
    def test_two_ports_of_all_widths_and_modes(self):
        draw = random.Random(17)
        trials = []
        for kind in KINDS:
            widest = kind.half + kind.half // 8
            for width in (one for one in WIDTHS if one <= widest):
                for mode in MODES:
                    trials.append(Trial(kind, port(draw, widest, read=width, write=width, mode=mode), port(draw, widest), draw))
            # One that only writes, beside one that only reads, as simple dual port memories are made.
            trials += [Trial(kind, port(draw, widest, read=0), port(draw, widest, write=0), draw) for _ in range(4)]
            trials.append(Trial(kind, port(draw, widest, read=4, write=9, mode="READ_FIRST"), port(draw, widest, read=18, write=1, mode="NO_CHANGE"), draw))
        for number, pin in enumerate(("CLKARDCLK", "CLKBWRCLK", "ENARDEN", "ENBWREN", "RSTRAMARSTRAM", "RSTRAMB", "RSTREGARSTREG", "RSTREGB")):
            kind = KINDS[number % 2]
            trials.append(Trial(kind, port(draw, 18, has_register=True), port(draw, 18, has_register=True), draw, inverted=pin))
        self.compare(trials)

    def test_the_widest_words_by_one_port_for_each_direction(self):
        draw = random.Random(19)
        trials = []
        for kind in KINDS:
            width = 2 * (kind.half + kind.half // 8)
            for has_register in (False, True):
                trials.append(Trial(kind, Port(width, 0, has_register=has_register), Port(0, width, mode="READ_FIRST"), draw, is_sdp=True))
        self.compare(trials)

    def test_what_it_does_not_know_ends_the_simulation(self):
        inputs, row = {"CLKARDCLK": 1}, [{"CLKARDCLK": 0}]
        for parameters in ({"READ_WIDTH_A": 8}, {"RAM_MODE": '"SDP"', "READ_WIDTH_A": 18, "WRITE_WIDTH_B": 18}, {"INIT_FILE": '"x.mem"'},
                           {"READ_WIDTH_A": 9, "WRITE_WIDTH_A": 18}, {"WRITE_MODE_B": '"READ"'}):
            with self.subTest(parameters=parameters):
                cell = Cell("RAMB18E1", inputs, {"DOADO": 16}, row, parameters)
                self.assertEqual(outputs_of([cell]), [[]])
        cell = Cell("RAMB18E1", inputs, {"DOADO": 16}, row, {"READ_WIDTH_A": 18, "WRITE_WIDTH_B": 9})
        self.assertEqual(outputs_of([cell]), [["0" * 16]])

    def compare(self, trials: list[Trial]):
        expected = [trial.expected() for trial in trials]
        for trial, wanted, found in zip(trials, expected, outputs_of([trial.cell for trial in trials])):
            shown = {key: value for key, value in trial.cell.parameters.items() if not key.startswith(("INIT_0", "INITP"))}
            with self.subTest(cell=trial.kind.name, parameters=shown):
                self.assertEqual(first_difference(trial.cell, wanted, found)[-2500:], "")


if __name__ == "__main__":
    unittest.main()
