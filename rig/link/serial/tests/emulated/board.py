"""What stands behind an adapter: a board that plays, and the line between the two.

The line carries bytes at two bit rates, the adapter's and the board's. Where they differ by more than 3 % what
arrives is noise and framing errors, as on a real wire.
"""

import asyncio

BITS_PER_BYTE = 10
TOLERATED = 0.03


class Board:
    """A board that runs `command`, which speaks the contest's protocol on its standard input and output.

    `reset_by` names the modem line (`dtr`, `rts`, None) that is wired to its reset: low holds it, raised starts
    it anew.
    """

    def __init__(self, command, baud=115200, reset_by=None):
        self.command, self.baud, self.reset_by = command, baud, reset_by
        self.starts = 0
        self.heard = bytearray()
        self.adapter = None
        self._program = None
        self._reader = None

    async def start(self):
        self._program = await asyncio.create_subprocess_exec(
            *self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        self.starts += 1
        self._reader = asyncio.ensure_future(self._read(self._program))

    async def stop(self):
        if self._program is None:
            return
        program, self._program = self._program, None
        self._reader.cancel()
        if program.returncode is None:
            program.kill()
        await program.wait()

    async def modem_line(self, name, high):
        """The adapter has set one of its modem lines."""
        if name != self.reset_by:
            return
        await self.stop()
        if high:
            await self.start()

    def hears(self, data):
        """Bytes that came over the line, at the board's rate."""
        self.heard += data
        if self._program is not None:
            self._program.stdin.write(data)

    async def _read(self, program):
        while data := await program.stdout.read(256):
            if self.adapter is not None:
                self.adapter.from_board(data, self.baud)


def rates_agree(one, other):
    return abs(one - other) <= TOLERATED * other


def byte_time(baud):
    return BITS_PER_BYTE / baud


def noise(data):
    """What is read of bytes at a wrong bit rate."""
    return bytes(byte >> 1 | 0x80 for byte in data)
