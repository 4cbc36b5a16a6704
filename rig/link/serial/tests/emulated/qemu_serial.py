"""QEMU's own FTDI adapter (`usb-serial`) before a board: another model than ours, plugged by QEMU's monitor.

It keeps no time on the line, and knows neither incoming breaks nor modem lines.
"""

import asyncio


class QemuSerial:
    kind = "usb-serial"

    def __init__(self, lab, board):
        self.lab, self.board = lab, board
        self._writer = None
        board.adapter = self

    async def serve(self, path):
        return await asyncio.start_unix_server(self._talk, path)

    def plug(self):
        """When the guest begins QEMU has plugged it in itself."""
        if self.lab.guest:
            self.lab.guest.qmp("device_add", driver=self.kind, id="usb0", chardev="adapter0", bus="usb.0")

    def unplug(self):
        self.lab.guest.qmp("device_del", until_event="DEVICE_DELETED", id="usb0")

    def from_board(self, data, _baud):
        if self._writer is not None:
            self._writer.write(data)

    async def _talk(self, reader, writer):
        self._writer = writer
        try:
            while data := await reader.read(256):
                self.board.hears(data)
        except ConnectionError:
            pass  # QEMU has ended
        finally:
            self._writer = None
            writer.close()
