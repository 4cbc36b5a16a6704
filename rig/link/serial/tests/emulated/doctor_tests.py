"""What `rig doctor` says of boards behind a real driver that make the mistakes of a first day."""

import sys
import time
from pathlib import Path

from board import Board
from ft232r import Ft232r
from ftdi_tests import NAME, PORT, certify, plugged_in
from lab import contains, ran

DOCTOR = f"rig doctor serial:{PORT} --contest icfpt2014"


def playing(mistake):
    return [sys.executable, str(Path(__file__).parent / "mistaken_board.py"), mistake]


# The mistake, what is special about the board, and what stands in the first two lines.
BOARDS = (
    ("echo", {}, ("What was sent comes back", "bridged (then adapter and cable are good)")),
    ("none", {"baud": 9600}, ("The board runs at 9600 bit/s, not at 115200", "divisor")),
    ("none", {"baud": 230400}, ("The board runs at 230400 bit/s, not at 115200",)),
    ("echo", {"baud": 70000}, ("cannot be read at any usual rate", "framing error", "inverted line")),
    ("boot", {"reset_by": "dtr"}, ("It sends before it is asked", "Board v1.2", "--settle")),
    ("deaf", {"reset_by": "dtr"}, ("Opening its port resets it", "--settle")),
    ("lines", {}, ("It waits for the end of a line", "last byte of a request")),
    ("half", {}, ("The reply is incomplete", "Send all bytes of a reply at once")),
    ("chatty", {}, ("is mixed with other output", "Send the reply alone")),
    ("late", {}, ("The answer comes too late", "of 1.00 s that the contest gives")),
    ("no move", {}, ("the request for a first move, \"25\", is not", "how many bytes of the request")),
    ("silent", {}, ("Nothing at all comes from the board", "Exchange TX and RX", "bridged at the adapter")),
)


def becomes(lab, chip, command, baud=115200, reset_by=None):
    """Another board stands behind the adapter."""
    board = chip.board
    lab.do(board.stop())
    board.command, board.baud, board.reset_by = command, baud, reset_by
    lab.do(board.start())


def told(result, *wanted):
    first_two = "\n".join(ran(result, 1).splitlines()[:2])
    contains(first_two, *wanted)


def doctor(lab):
    """Each mistake is named in the first two lines; of a good board nothing is told."""
    chip = Ft232r(Board(playing("none")))
    guest = plugged_in(lab, chip)
    contains(ran(guest.run(DOCTOR, 60)), "nothing is wrong", "driver ftdi_sio", "latency timer 1 ms")
    for mistake, special, wanted in BOARDS:
        becomes(lab, chip, playing(mistake), **special)
        told(guest.run(DOCTOR, 180), *wanted)
    becomes(lab, chip, [str(Path(lab.options.programs) / "trax-player"), "--stdio"], baud=460800)
    told(guest.run(DOCTOR, 180), "It speaks heart-trax, not icfpt2014")
    becomes(lab, chip, playing("silent"))
    chip.log.clear()
    guest.start("low", DOCTOR)
    lab.until(lambda: ("dtr", True) in chip.logged("dtr"), "the port is open")
    time.sleep(0.3)
    lab.do(chip.line_break)
    told(guest.ended("low", 180), "line is held low; 1 break", "an inverted output")
    becomes(lab, chip, playing("none"))
    guest.start("holder", f"sleep 1000 <{PORT}")
    guest.wait_for(f"ls -l /proc/[0-9]*/fd | grep -q {PORT}")
    told(guest.run(DOCTOR), f"{PORT} is in use by", "sleep (process", "rig ports")
    lab.do(chip.unplug)
    lab.do(setattr, chip, "current", 255)
    lab.do(chip.plug)
    guest.wait_for("dmesg | grep -q 'bus power'")
    contains(ran(guest.run(f"rig doctor serial:{NAME} --contest icfpt2014"), 2), "no such adapter is plugged in",
             "insufficient available bus power", "a hub with a supply of its own")


def power_cycle(lab):
    """An adapter that stands on the board goes with its power: the run waits for it, and configures the board."""
    chip = Ft232r(Board(lab.player()))
    guest = plugged_in(lab, chip)
    serial = ran(guest.run("grep -l A50285BI /sys/bus/usb/devices/*/serial 2>/dev/null; true")).strip()
    switch = serial.replace("/serial", "/authorized")
    ran(guest.run(f"echo 'echo 0 >{switch}; sleep 0.5; echo 1 >{switch}' >cycle; echo 'cat /proc/uptime >>times; "
                  "echo erasing; echo done' >load"))
    result = ran(guest.run(certify(NAME, "Handshake.*", "--reset 'power:sh cycle' --program 'sh load' --settle 0.3 "
                                   "--json run.json"), 300))
    contains(result, "✓ Handshake.AnswersWithTeamCode", "✓ Handshake.AfterEachPowerOn")
    contains(ran(guest.run("cat run.json")), "programmer printed", "erasing", "configured by")
    loads = len(ran(guest.run("cat times")).splitlines())
    resets = len([entry for entry in chip.logged("dtr") if entry == ("dtr", True)])
    assert loads >= 4 and loads == resets, (loads, resets)


TESTS = {test.__name__: test for test in (doctor, power_cycle)}
