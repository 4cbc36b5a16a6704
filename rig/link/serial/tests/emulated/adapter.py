"""What adapters have in common: two paced lines to a board, modem lines, breaks, and a log of what the driver did."""

import asyncio
import time

from board import byte_time, noise, rates_agree
from usbredir import Device

TRANSMIT_BUFFER = 128


class Adapter(Device):
    """`log` keeps what the driver has done to the chip: (what, value, when), in order."""

    def __init__(self, board, serial):
        super().__init__()
        self.board = board
        self.names = (*self.names[:2], serial)
        self.log = []
        board.adapter = self
        self.on_plugged()

    def on_plugged(self):
        self.baud = 9600
        self.lines = {"dtr": False, "rts": False}
        self._in_break = False
        self._line_free = self._board_free = 0.0

    def logged(self, *kinds):
        """The values that were logged of some kinds: [(what, value)]."""
        return [entry[:2] for entry in self.log if entry[0] in kinds]

    # What a chip does with the line.

    def arrived(self, data, framing=False, line_break=False):
        """Bytes have come from the board."""
        raise NotImplementedError

    # For the requests of a driver.

    def note(self, what, value):
        self.log.append((what, value, time.monotonic()))

    def set_rate(self, baud):
        self.baud = baud
        self.note("rate", baud)

    def set_line(self, name, high):
        if high != self.lines[name]:
            self.lines[name] = high
            self.note(name, high)
            asyncio.ensure_future(self.board.modem_line(name, high))

    def set_break(self, on):
        if on != self._in_break:
            self._in_break = on
            self.note("break", on)

    # The line.

    async def on_data(self, endpoint, data):
        now = time.monotonic()
        self._line_free = max(now, self._line_free) + len(data) * byte_time(self.baud)
        heard = data if rates_agree(self.baud, self.board.baud) else noise(data)
        asyncio.get_running_loop().call_later(self._line_free - now, self.board.hears, heard)
        backlog = self._line_free - now - TRANSMIT_BUFFER * byte_time(self.baud)
        if backlog > 0:
            await asyncio.sleep(backlog)

    def from_board(self, data, baud):
        """The board sends bytes; each takes its time on the wire."""
        now = time.monotonic()
        self._board_free = max(now, self._board_free) + len(data) * byte_time(baud)
        asyncio.get_running_loop().call_later(self._board_free - now, self._pass_on, data, baud)

    def line_break(self):
        """The board holds its line low for longer than a byte."""
        self.arrived(b"\0", line_break=True)

    def _pass_on(self, data, baud):
        if not self.is_attached:
            return
        agree = rates_agree(self.baud, baud)
        self.arrived(data if agree else noise(data), framing=not agree)
