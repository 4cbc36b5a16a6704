"""An FT232R as its driver sees it (the requests of Linux's ftdi_sio.h).

Modelled: bit rates (eighths of a divisor of 3 MHz), line pacing both ways, the latency timer, breaks both ways,
DTR and RTS out, the error bits of the line status. One simplification: a real chip sends its two status bytes at
every end of the latency timer, this one only when it has bytes.
"""

import asyncio
import struct
import time

from adapter import Adapter
from usbredir import KIND_BULK, Endpoint

TO_GUEST, FROM_GUEST = 0x81, 0x02
PACKET = 64
PAYLOAD = PACKET - 2
EIGHTHS = (0, 4, 2, 1, 3, 5, 6, 7)  # bits 14 to 16 of a divisor
CLEAR_TO_SEND, FRAMING, BREAK, EMPTY = 0x11, 0x08, 0x10, 0x60
BREAK_BIT = 0x4000


def rate_of(divisor):
    """The bit rate that a divisor of the driver sets."""
    if divisor in (0, 1):
        return (3_000_000, 2_000_000)[divisor]
    return round(3_000_000 / ((divisor & 0x3FFF) + EIGHTHS[divisor >> 14 & 7] / 8))


class Ft232r(Adapter):
    vendor, product, release = 0x0403, 0x6001, 0x0600
    names = ("FTDI", "FT232R USB UART")
    interfaces = ((255, 255, 255),)
    endpoints = (Endpoint(TO_GUEST, KIND_BULK, 0), Endpoint(FROM_GUEST, KIND_BULK, 0))

    def __init__(self, board, serial="A50285BI"):
        super().__init__(board, serial)
        self.current = 45  # that it asks for, in units of 2 mA

    def on_plugged(self):
        super().on_plugged()
        self.latency_ms = 16
        self._to_guest = bytearray()
        self._errors = 0
        self._oldest = 0.0

    def configuration_descriptor(self):
        interface = struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 2, 255, 255, 255, 2)
        body = interface + b"".join(point.descriptor() for point in self.endpoints)
        return struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 1, 1, 0, 0xA0, self.current) + body

    def on_request(self, request):
        number, value = request.number, request.value
        if request.kind & 0x80:
            return {5: self._status(), 10: bytes([self.latency_ms]), 0x90: b"\xff\xff"}.get(number)
        if number == 0 and value == 1:
            self._to_guest.clear()
        elif number == 1:
            for bit, name in enumerate(("dtr", "rts")):
                if value >> (8 + bit) & 1:
                    self.set_line(name, bool(value >> bit & 1))
        elif number == 3:
            self.set_rate(rate_of(value | (request.index & 1) << 16))
        elif number == 4:
            self.set_break(bool(value & BREAK_BIT))
        elif number == 9:
            self.latency_ms = value & 0xFF
            self.note("latency", self.latency_ms)
        elif number not in (0, 2, 6, 7):
            return None
        return b""

    def arrived(self, data, framing=False, line_break=False):
        self._errors |= (FRAMING if framing else 0) | (BREAK if line_break else 0)
        if not self._to_guest:
            self._oldest = time.monotonic()
        self._to_guest += data
        wait = self._oldest + self.latency_ms / 1000 - time.monotonic()
        asyncio.get_running_loop().call_later(max(wait, 0), self._flush_when_due)
        self._flush_when_due()

    def on_read_waiting(self, endpoint, length):
        self._flush_when_due()

    def _flush_when_due(self):
        """A full packet goes at once, what is less when the latency timer has run out."""
        while self._to_guest and self.reads_waiting(TO_GUEST) and self.is_attached:
            if len(self._to_guest) < PAYLOAD and time.monotonic() < self._oldest + self.latency_ms / 1000:
                return
            part = bytes(self._to_guest[:PAYLOAD])
            del self._to_guest[:PAYLOAD]
            self.give(TO_GUEST, self._status() + part)
            self._errors = 0

    def _status(self):
        return bytes([CLEAR_TO_SEND, EMPTY | self._errors])
