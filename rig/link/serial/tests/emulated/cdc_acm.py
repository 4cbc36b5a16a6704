"""A board that is its own adapter: USB's communication class with the abstract control model (PSTN 1.2)."""

import struct

from adapter import Adapter
from usbredir import KIND_BULK, KIND_INTERRUPT, Endpoint

TO_GUEST, FROM_GUEST, NOTICES = 0x81, 0x02, 0x83
PACKET = 64
BREAK, FRAMING = 0x04, 0x10
CODING = struct.Struct("<IBBB")
FUNCTIONS = (b"\x05\x24\x00\x10\x01"  # header, 1.1
             b"\x05\x24\x01\x00\x01"  # calls: none, data on interface 1
             b"\x04\x24\x02\x06"      # line coding, line state, breaks
             b"\x05\x24\x06\x00\x01")  # union of interfaces 0 and 1


class CdcAcm(Adapter):
    vendor, product, release, device_class = 0x2E8A, 0x000A, 0x0100, 2
    names = ("Raspberry Pi", "Pico")
    interfaces = ((2, 2, 1), (10, 0, 0))
    endpoints = (Endpoint(NOTICES, KIND_INTERRUPT, 0, 16, 10), Endpoint(TO_GUEST, KIND_BULK, 1),
                 Endpoint(FROM_GUEST, KIND_BULK, 1))

    def __init__(self, board, serial="E660583883"):
        super().__init__(board, serial)

    def on_plugged(self):
        super().on_plugged()
        self._coding = CODING.pack(self.baud, 0, 0, 8)
        self._to_guest = bytearray()

    def configuration_descriptor(self):
        notices, *data = (point.descriptor() for point in self.endpoints)
        body = (struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 1, 2, 2, 1, 0) + FUNCTIONS + notices
                + struct.pack("<BBBBBBBBB", 9, 4, 1, 0, 2, 10, 0, 0, 0) + b"".join(data))
        return struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 2, 1, 0, 0x80, 50) + body

    def on_request(self, request):
        if request.kind & 0x80:
            return self._coding if request.number == 0x21 else None
        if request.number == 0x20:
            self._coding = request.data
            self.set_rate(CODING.unpack(request.data)[0])
        elif request.number == 0x22:
            self.set_line("dtr", bool(request.value & 1))
            self.set_line("rts", bool(request.value & 2))
        elif request.number == 0x23:
            self.set_break(request.value != 0)
        else:
            return None
        return b""

    def arrived(self, data, framing=False, line_break=False):
        errors = (FRAMING if framing else 0) | (BREAK if line_break else 0)
        if errors:
            self.interrupt(NOTICES, struct.pack("<BBHHHH", 0xA1, 0x20, 0, 0, 2, errors | 3))
        self._to_guest += b"" if line_break else data
        self._pass_to_guest()

    def on_read_waiting(self, endpoint, length):
        self._pass_to_guest()

    def _pass_to_guest(self):
        while self._to_guest and self.reads_waiting(TO_GUEST) and self.is_attached:
            part = bytes(self._to_guest[:PACKET - 1])  # a short packet ends the guest's read
            del self._to_guest[:len(part)]
            self.give(TO_GUEST, part)
