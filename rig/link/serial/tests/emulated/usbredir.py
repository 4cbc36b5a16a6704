"""A USB device made up in this program, plugged into a QEMU guest over the usbredir protocol.

QEMU's `usb-redir` connects to a Unix socket; the device at our end answers its control requests and exchanges
bulk data. What is specific to a chip stands in a subclass of `Device`.
"""

import asyncio
import struct
from dataclasses import dataclass

# Packet types and capabilities of usbredirproto.h.
HELLO, CONNECT, DISCONNECT, RESET, INTERFACE_INFO, EP_INFO = range(6)
SET_CONFIGURATION, GET_CONFIGURATION, CONFIGURATION_STATUS = 6, 7, 8
SET_ALT, GET_ALT, ALT_STATUS = 9, 10, 11
START_INTERRUPT, STOP_INTERRUPT, INTERRUPT_STATUS = 15, 16, 17
CANCEL, FILTER_FILTER, DISCONNECT_ACK = 21, 23, 24
CONTROL, BULK, INTERRUPT = 100, 101, 103
# Device version, maximum packet sizes, 64-bit ids, 32-bit bulk lengths: an xHCI controller needs the last three.
CAPABILITIES = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 6

SUCCESS, CANCELLED, STALL = 0, 1, 4
KIND_CONTROL, KIND_BULK, KIND_INTERRUPT, KIND_NONE = 0, 2, 3, 255
FULL_SPEED = 1

BULK_HEADER = struct.Struct("<BBHIH")
CONTROL_HEADER = struct.Struct("<BBBBHHH")


class ProtocolError(Exception):
    """QEMU sent what the protocol does not have: the harness is wrong, not what it tests."""


@dataclass(frozen=True)
class Endpoint:
    """An endpoint; `address` has bit 7 set for a direction to the guest."""

    address: int
    kind: int
    interface: int
    packet: int = 64
    interval: int = 0

    def descriptor(self):
        return struct.pack("<BBBBHB", 7, 5, self.address, self.kind, self.packet, self.interval)


@dataclass(frozen=True)
class Request:
    """A control request as the guest's driver made it."""

    kind: int
    number: int
    value: int
    index: int
    length: int
    data: bytes


def string_descriptor(text):
    coded = text.encode("utf-16-le")
    return bytes([len(coded) + 2, 3]) + coded


class Device:
    """A USB device behind one socket. All methods run in the event loop of the harness."""

    kind = "usb-redir"  # what QEMU calls its end
    vendor = product = release = 0
    device_class = 0
    names = ("", "", "")  # manufacturer, product, serial number
    interfaces = ()  # (class, subclass, protocol) of each
    endpoints = ()

    def __init__(self):
        self._writer = None
        self._wide_ids = False
        self.is_attached = False
        self._listened_to = set()  # interrupt endpoints
        self._wants_in = {}  # endpoint -> ids of the guest's reads that wait, oldest first

    # What a chip defines.

    def configuration_descriptor(self):
        raise NotImplementedError

    def on_request(self, request):
        """The answer to a class or vendor request: bytes, or None to refuse it."""
        raise NotImplementedError

    async def on_data(self, endpoint, data):
        """Bytes from the guest; returning acknowledges them."""
        raise NotImplementedError

    def on_read_waiting(self, endpoint, length):
        """The guest has asked for bytes of an endpoint."""

    def on_plugged(self):
        """The device gets power: everything is at its default."""

    # Plugging.

    async def serve(self, path):
        return await asyncio.start_unix_server(self._talk, path)

    def plug(self):
        """Plugs the device in; at once, or when QEMU is there."""
        self.is_attached = True
        self.on_plugged()
        if self._writer:
            self._announce()

    def unplug(self):
        self.is_attached = False
        self._wants_in.clear()
        self._listened_to.clear()
        self._send(DISCONNECT, 0, b"")

    # Bulk data to the guest.

    def reads_waiting(self, endpoint):
        return len(self._wants_in.get(endpoint, ()))

    def give(self, endpoint, data):
        """Answers the oldest waiting read of an endpoint."""
        number = self._wants_in[endpoint].pop(0)
        self._send(BULK, number, BULK_HEADER.pack(endpoint, SUCCESS, len(data), 0, 0) + data)

    def interrupt(self, endpoint, data):
        """Sends a packet of an interrupt endpoint, if the guest listens."""
        if endpoint in self._listened_to:
            self._send(INTERRUPT, 0, struct.pack("<BBH", endpoint, SUCCESS, len(data)) + data)

    # The protocol.

    def _send(self, kind, number, body):
        if self._writer is None:
            return
        header = struct.pack("<IIQ" if self._wide_ids else "<III", kind, len(body), number)
        self._writer.write(header + body)

    def _announce(self):
        kinds, intervals, owners, sizes = [KIND_NONE] * 32, [0] * 32, [0] * 32, [0] * 32
        for point in self.endpoints:
            at = (point.address & 0x80) >> 3 | point.address & 0x0F
            kinds[at], intervals[at], owners[at], sizes[at] = point.kind, point.interval, point.interface, point.packet
        for at in (0, 16):
            kinds[at], sizes[at] = KIND_CONTROL, 64
        self._send(EP_INFO, 0, bytes(kinds + intervals + owners) + struct.pack("<32H", *sizes))
        count = len(self.interfaces)
        columns = [bytes(part[i] for part in self.interfaces).ljust(32, b"\0") for i in range(3)]
        numbers = bytes(range(count)).ljust(32, b"\0")
        self._send(INTERFACE_INFO, 0, struct.pack("<I", count) + numbers + b"".join(columns))
        self._send(CONNECT, 0, struct.pack("<BBBBHHH", FULL_SPEED, self.device_class, 0, 0, self.vendor, self.product,
                                           self.release))

    async def _talk(self, reader, writer):
        self._writer, self._wide_ids = writer, False
        self._send(HELLO, 0, b"contest-rig".ljust(64, b"\0") + struct.pack("<I", CAPABILITIES))
        try:
            while True:
                head = await reader.readexactly(16 if self._wide_ids else 12)
                kind, length, number = struct.unpack("<IIQ" if self._wide_ids else "<III", head)
                body = await reader.readexactly(length)
                self._on_packet(kind, number, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # QEMU has ended
        finally:
            self._writer = None
            writer.close()

    def _on_packet(self, kind, number, body):
        if kind == HELLO:
            self._wide_ids = True
            if self.is_attached:
                self._announce()
        elif kind == CONTROL:
            self._on_control(number, body)
        elif kind == BULK:
            self._on_bulk(number, body)
        elif kind in (SET_CONFIGURATION, GET_CONFIGURATION):
            self._send(CONFIGURATION_STATUS, number, bytes([SUCCESS, 1]))
        elif kind in (SET_ALT, GET_ALT):
            self._send(ALT_STATUS, number, bytes([SUCCESS, body[0], 0]))
        elif kind in (START_INTERRUPT, STOP_INTERRUPT):
            (self._listened_to.add if kind == START_INTERRUPT else self._listened_to.discard)(body[0])
            self._send(INTERRUPT_STATUS, number, bytes([SUCCESS, body[0]]))
        elif kind == CANCEL:
            self._on_cancel(number)
        elif kind not in (RESET, FILTER_FILTER, DISCONNECT_ACK):
            raise ProtocolError(f"usbredir packet of kind {kind}, which no device of ours can have asked for")

    def _on_control(self, number, body):
        _, code, kind, _, value, index, length = CONTROL_HEADER.unpack(body[:CONTROL_HEADER.size])
        request = Request(kind, code, value, index, length, body[CONTROL_HEADER.size:])
        answer = self._standard(request) if kind & 0x60 == 0 else self.on_request(request)
        status = STALL if answer is None else SUCCESS
        answer = (answer or b"")[:length]
        done = len(answer) if kind & 0x80 else length
        self._send(CONTROL, number, CONTROL_HEADER.pack(0x80 & kind, code, kind, status, value, index, done) + answer)

    def _standard(self, request):
        if request.number != 6:  # GET_DESCRIPTOR
            return b"" if not request.kind & 0x80 else b"\0\0"
        kind, which = request.value >> 8, request.value & 0xFF
        if kind == 1:
            return struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, self.device_class, 0, 0, 64, self.vendor,
                               self.product, self.release, 1, 2, 3 if self.names[2] else 0, 1)
        if kind == 2:
            return self.configuration_descriptor()
        if kind == 3 and which == 0:
            return bytes([4, 3, 9, 4])
        if kind == 3 and which <= 3:
            return string_descriptor(self.names[which - 1])
        return None

    def _on_bulk(self, number, body):
        endpoint, _, low, _, high = BULK_HEADER.unpack(body[:BULK_HEADER.size])
        length = high << 16 | low
        if endpoint & 0x80:
            self._wants_in.setdefault(endpoint, []).append(number)
            self.on_read_waiting(endpoint, length)
        else:
            asyncio.ensure_future(self._take(number, endpoint, length, body[BULK_HEADER.size:]))

    async def _take(self, number, endpoint, length, data):
        await self.on_data(endpoint, data)
        self._send(BULK, number, BULK_HEADER.pack(endpoint, SUCCESS, length & 0xFFFF, 0, length >> 16))

    def _on_cancel(self, number):
        for endpoint, waiting in self._wants_in.items():
            if number in waiting:
                waiting.remove(number)
                self._send(BULK, number, BULK_HEADER.pack(endpoint, CANCELLED, 0, 0, 0))
