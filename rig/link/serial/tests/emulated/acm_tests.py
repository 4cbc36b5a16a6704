"""What the rig does with the kernel's cdc_acm."""

from board import Board
from cdc_acm import CdcAcm
from ftdi_tests import ECHO, line_breaks, resets, unplugged_in_mid_game
from lab import contains, ran

PORT = "/dev/ttyACM0"
NAME = "usb:2e8a:000a:E660583883"


def plugged_in(lab, device):
    guest = lab.boot(device)
    guest.wait_for(f"test -c {PORT}")
    return guest


def acm_opens(lab):
    """The port is opened at each contest's rate, which the device is told; closing drops both lines."""
    board = Board(ECHO)
    device = CdcAcm(board)
    guest = plugged_in(lab, device)
    contains(ran(guest.run("rig ports")), PORT, NAME, "cdc_acm", "Pico")
    for rate in (9600, 19200, 115200, 460800):
        board.baud = rate
        device.log.clear()
        told = ran(guest.run(f"serial_probe {NAME} {rate} facts send:0123456789 hear:10 counts"))
        contains(told, f"device = {PORT}", "driver = cdc_acm", f"rate = {rate} baud", "hold-back = 16000 us",
                 "low latency = ignored by the driver", "error counts = kept by the driver", 'heard "0123456789"',
                 "framing 0 parity 0 breaks 0 overruns 0")
        assert device.baud == rate, (device.baud, rate)
        for line in ("dtr", "rts"):
            assert device.logged(line) == [(line, True), (line, False)], device.log


def acm_breaks(lab):
    """A break of the board is counted as one; a break of the host reaches the device and ends."""
    device = CdcAcm(Board(ECHO))
    plugged_in(lab, device)
    line_breaks(lab, device, PORT)


def acm_modem_lines(lab):
    """`--reset dtr` and `--reset rts` pulse their line and no other; the board starts anew before each case."""
    device = CdcAcm(Board(lab.player(), reset_by="dtr"))
    plugged_in(lab, device)
    resets(lab, device, NAME)


def acm_unplugged(lab):
    """Unplugged in the middle of a game: an error of the run, at once; found again under another name."""
    device = CdcAcm(Board(lab.player()))
    plugged_in(lab, device)
    unplugged_in_mid_game(lab, device, NAME, "/dev/ttyACM")


TESTS = {test.__name__: test for test in (acm_opens, acm_breaks, acm_modem_lines, acm_unplugged)}
