"""What the rig does with the kernel's ftdi_sio."""

import json
import re

from board import Board
from ft232r import Ft232r
from guest import CannotTell
from lab import contains, ran
from qemu_serial import QemuSerial

ECHO = ["cat"]
PORT = "/dev/ttyUSB0"
NAME = "usb:0403:6001:A50285BI"


def plugged_in(lab, *chips):
    guest = lab.boot(*chips)
    for number in range(len(chips)):
        guest.wait_for(f"test -c /dev/ttyUSB{number}")
    return guest


def figures(text, pattern):
    found = re.search(pattern, text)
    assert found, f"no {pattern!r} in:\n{text}"
    return [int(part) for part in found.groups()]


def opens(lab):
    """The port is opened at the contest's rate, told truly and talked through; closing drops both lines."""
    chip = Ft232r(Board(ECHO))
    guest = plugged_in(lab, chip)
    contains(ran(guest.run("rig ports")), PORT, NAME, "ftdi_sio", "16 ms", "FT232R USB UART")
    told = ran(guest.run("serial_probe usb:0403:6001 115200 facts send:0123456789 hear:10 counts"))
    contains(told, f"device = {PORT}", "driver = ftdi_sio", "rate = 115200 baud", "low latency = set",
             "latency timer = 1 ms", "hold-back = 2000 us", "error counts = kept by the driver",
             'heard "0123456789"', "framing 0 parity 0 breaks 0 overruns 0")
    assert abs(chip.baud - 115200) < 1152, chip.baud
    for line in ("dtr", "rts"):
        assert chip.logged(line) == [(line, True), (line, False)], chip.log


def bit_rates(lab):
    """Each contest's rate is set in the chip; what it cannot do is refused; a board at another rate is noise."""
    board = Board(ECHO)
    chip = Ft232r(board)
    guest = plugged_in(lab, chip)
    for rate in (9600, 19200, 115200, 460800, 3_000_000):
        board.baud = rate
        contains(ran(guest.run(f"serial_probe {PORT} {rate} facts send:0123456789 hear:10 counts")),
                 f"rate = {rate} baud", 'heard "0123456789"', "framing 0 parity 0 breaks 0 overruns 0")
        assert abs(chip.baud - rate) <= rate // 100, (chip.baud, rate)
    contains(ran(guest.run(f"serial_probe {PORT} 3500000 facts"), 3),
             "/dev/ttyUSB0 runs at 9600 baud where 3500000 was asked: its driver or chip cannot do that rate.")
    board.baud = 9600
    noise = ran(guest.run(f"serial_probe {PORT} 115200 send:a hear:1 counts"))
    assert 'heard "a"' not in noise, noise
    framing, = figures(noise, r"framing (\d+)")
    assert framing >= 1, noise


def latency_timer(lab):
    """Low latency sets the timer to 1 ms while the port is open, and only then; round trips show the timer."""
    chip = Ft232r(Board(ECHO))
    guest = plugged_in(lab, chip)
    timer = "/sys/bus/usb-serial/devices/ttyUSB0/latency_timer"
    assert ran(guest.run(f"cat {timer}")).strip() == "16"
    median, = figures(ran(guest.run(f"serial_probe {PORT} 115200 trips:40")), r"round trips \d+ (\d+) \d+ us")
    assert chip.logged("latency")[-2:] == [("latency", 1), ("latency", 16)], chip.log
    ran(guest.run(f"echo 100 >{timer}"))
    assert chip.latency_ms == 100, chip.log
    ran(guest.run(f"serial_probe {PORT} 115200 send:x hear:1"))
    assert chip.logged("latency")[-2:] == [("latency", 1), ("latency", 100)], chip.log
    # The same trips where the chip keeps its bytes for 100 ms: it is the timer that was seen.
    chip.log.clear()
    guest.start("slow", f"serial_probe {PORT} 115200 wait:go trips:10")
    lab.until(lambda: ("latency", 1) in chip.logged("latency"), "low latency is set")
    lab.do(setattr, chip, "latency_ms", 100)
    ran(guest.run("echo >go"))
    slow, = figures(ran(guest.ended("slow")), r"round trips (\d+) \d+ \d+ us")
    assert slow >= 99_000 and median < slow, (median, slow)


def breaks(lab):
    """A break of the board is counted as one; a break of the host reaches the line and ends."""
    chip = Ft232r(Board(ECHO))
    plugged_in(lab, chip)
    line_breaks(lab, chip, PORT)


def line_breaks(lab, adapter, port):
    guest = lab.guest
    guest.start("probe", f"serial_probe {port} 115200 send:a hear:1 wait:go counts counts break:50 wait:on")
    guest.wait_for("grep -q heard probe.out")
    lab.do(adapter.line_break)
    ran(guest.run("sleep 1; echo >go"))
    guest.wait_for("grep -q ^break probe.out")
    ran(guest.run("echo >on"))
    told = ran(guest.ended("probe"))
    contains(told, 'heard "a"', "seen go\nframing 0 parity 0 breaks 1 overruns 0\nframing 0 parity 0 breaks 0 overruns 0")
    assert adapter.logged("break") == [("break", True), ("break", False)], adapter.log


def certify(name, cases, *more):
    return " ".join(["certify --contest icfpt2014 --seed 1 --reports ''", f"--dut serial:{name} --filter '{cases}'",
                     *more])


def modem_lines(lab):
    """`--reset dtr` and `--reset rts` pulse their line and no other; the board starts anew before each case."""
    chip = Ft232r(Board(lab.player(), reset_by="dtr"))
    plugged_in(lab, chip)
    resets(lab, chip, NAME)


def resets(lab, adapter, name):
    cases = "Handshake.AnswersWithTeamCode,Handshake.AfterEachPowerOn"
    for line, other in (("dtr", "rts"), ("rts", "dtr")):
        adapter.log.clear()
        adapter.board.reset_by, adapter.board.starts = line, 0
        ran(lab.guest.run(certify(name, cases, f"--reset {line} --settle 0.5"), 120))
        assert adapter.logged(other) == [(other, True), (other, False)], adapter.log
        pulses = [entry for entry in adapter.log if entry[0] == line][1:-1]
        lengths = sorted(high[2] - low[2] for low, high in zip(pulses[::2], pulses[1::2]))
        # A busy host may see one change of the line late: the median is what counts.
        assert len(lengths) >= 3 and lengths[len(lengths) // 2] >= 0.09, adapter.log
        assert adapter.board.starts == 1 + len(lengths), (adapter.board.starts, adapter.log)


def unplugged(lab):
    """Unplugged in the middle of a game: an error of the run, at once; found again under another name."""
    chip = Ft232r(Board(lab.player()))
    plugged_in(lab, chip)
    unplugged_in_mid_game(lab, chip, NAME, "/dev/ttyUSB")


def unplugged_in_mid_game(lab, adapter, name, ports):
    guest, board = lab.guest, adapter.board
    guest.start("run", certify(name, "Handshake.AnswersWithTeamCode,WholeGame.AgainstRandom",
                               "--json run.json --transcript run.jsonl"))
    lab.until(lambda: len(board.heard) > 40, "the game has begun")
    ran(guest.run(f"sleep 1000 <{ports}0 >holder.out 2>&1 & echo $! >holder"))
    # An open that is under way when the adapter goes keeps the kernel from hanging up for seconds.
    guest.wait_for(f"ls -l /proc/$(cat holder)/fd | grep -q {ports}0")
    lab.do(adapter.unplug)
    told = ran(guest.ended("run"), 3)
    contains(told, "✓ Handshake.AnswersWithTeamCode", f"The adapter {ports}0 vanished", "unplugged?")
    assert " fail" not in told, told
    assert ran(guest.run("grep -c WholeGame.AgainstRandom run.jsonl")) != "0", "nothing was kept"
    contains(ran(guest.run("rig ports; true")), "ttyS0")
    none = ran(guest.run(certify(name, "Handshake.AnswersWithTeamCode")), 2)
    contains(none, f'Serial device "{name}": no such adapter is plugged in.')
    # The name is taken as long as somebody has the old one open.
    lab.do(adapter.plug)
    guest.wait_for(f"test -c {ports}1")
    again = ran(guest.run(certify(name, "Handshake.AnswersWithTeamCode,WholeGame.AgainstRandom", "--json again.json"),
                          120))
    contains(again, "✓ Handshake.AnswersWithTeamCode", "✓ WholeGame.AgainstRandom")
    ran(guest.run(f"grep -q '{ports}1' again.json"))
    ran(guest.run("kill $(cat holder)"))


def qemus_own(lab):
    """QEMU's own FTDI adapter, plugged by QEMU's monitor: what holds there does not hang on our model."""
    # The line takes no time there: a board that did not think could answer before its request was through.
    adapter = QemuSerial(lab, Board(lab.player("--think", "3")))
    guest = plugged_in(lab, adapter)
    told = ran(guest.run(f"serial_probe {PORT} 115200 facts send:0 hear:3"))
    contains(told, "driver = ftdi_sio", "rate = 115200 baud", "low latency = set", 'heard "1RD"')
    unplugged_in_mid_game(lab, adapter, "usb:0403:6001", "/dev/ttyUSB")


def two_adapters(lab):
    """Two of one kind: the ids alone are refused, the serial number tells them apart, in whichever order."""
    chips = [Ft232r(Board(lab.player("--team", team)), serial) for team, serial in (("AA", "ONE"), ("BB", "TWO"))]
    guest = plugged_in(lab, *chips)
    case = "Handshake.AnswersWithTeamCode"
    both = ran(guest.run(certify("usb:0403:6001", case)), 2)
    contains(both, "more than one adapter has this name", "usb:0403:6001:ONE", "usb:0403:6001:TWO", "/dev/ttyUSB0",
             "/dev/ttyUSB1")
    for order in (chips, chips[::-1]):
        for chip in chips:
            lab.do(chip.unplug)
        guest.wait_for("test ! -e /dev/ttyUSB0 -a ! -e /dev/ttyUSB1")
        for number, chip in enumerate(order):
            lab.do(chip.plug)
            guest.wait_for(f"test -c /dev/ttyUSB{number}")
        for team, chip in zip(("AA", "BB"), chips):
            name = f"usb:0403:6001:{chip.names[2]}"
            told = ran(guest.run(certify(name, case, f"--team {team} --json run.json")))
            contains(told, "✓ Handshake.AnswersWithTeamCode")
            ran(guest.run(f"grep -q /dev/ttyUSB{order.index(chip)} run.json"))


def suite(lab):
    """The whole suite of icfpt2014, once, against a good player that is reset by DTR.

    An emulated processor may stand still for as long as a deadline: a case that could not tell is run again.
    """
    chip = Ft232r(Board(lab.player(), reset_by="dtr"))
    guest = plugged_in(lab, chip)
    command = (f"certify --contest icfpt2014 --seed 1 --reports '' --dut serial:{NAME} --team RD --reset dtr "
               "--settle 0.5 --json run.json")
    told, status = guest.run(command, 1200)
    for _ in range(3):
        verdicts = {case["id"]: case["verdict"] for case in json.loads(ran(guest.run("cat run.json")))["cases"]}
        assert set(verdicts.values()) <= {"pass", "not applicable", "inconclusive"}, told
        open_cases = [case for case, verdict in verdicts.items() if verdict == "inconclusive"]
        if not open_cases:
            assert status == 0, told
            return
        told, status = guest.run(f"{command} --filter {','.join(open_cases)}", 600)
    raise CannotTell(f"the machine is too busy: {', '.join(open_cases)} remained inconclusive")


TESTS = {test.__name__: test for test in (opens, bit_rates, latency_timer, breaks, modem_lines, unplugged,
                                          qemus_own, two_adapters, suite)}
