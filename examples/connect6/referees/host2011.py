#!/usr/bin/env python3
"""A host that referees two boards as the host of 2011 spoke to one: D and L at once, each stone as a block by itself.

usage: host2011.py PORT-OF-DARK PORT-OF-LIGHT
"""

import socket
import sys
import time

LIMIT = 1.0
LINES = 19
NAMES = ("dark", "light")


class Lost(Exception):
    """The board that is to move loses: by what."""


def read_stone(board, until):
    """Four bytes of a board. What has not come by then is a loss by time."""
    data = b""
    while len(data) < 4:
        board.settimeout(max(until - time.monotonic(), 0.001))
        try:
            more = board.recv(4 - len(data))
        except (socket.timeout, BlockingIOError):
            raise Lost("time") from None
        except OSError:
            more = b""
        if not more:
            raise Lost("hang-up")
        data += more
    if time.monotonic() > until:
        raise Lost("time")
    return data


def place_of(stone, taken):
    """Row and column; a character that is no digit counts as outside."""
    if not all(48 <= byte <= 57 for byte in stone):
        raise Lost("rule")
    row, column = int(stone[:2]), int(stone[2:])
    if not (1 <= row <= LINES and 1 <= column <= LINES) or (row, column) in taken:
        raise Lost("rule")
    return row, column


def makes_six(place, mine):
    """Whether the stone there is one of six or more in a row."""
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1
        for way in (1, -1):
            step = 1
            while (place[0] + way * step * down, place[1] + way * step * right) in mine:
                length, step = length + 1, step + 1
        if length >= 6:
            return True
    return False


def play(boards):
    """A game; the line that tells how it ended."""
    boards[0].sendall(b"D")
    boards[1].sendall(b"L")
    stones = (set(), set())
    mover, due = 0, 1
    while True:
        until = time.monotonic() + LIMIT
        for _ in range(due):
            try:
                stone = read_stone(boards[mover], until)
                place = place_of(stone, stones[0] | stones[1])
            except Lost as lost:
                return f"{NAMES[mover]} lost by {lost}"
            stones[mover].add(place)
            if makes_six(place, stones[mover]):
                return f"{NAMES[mover]} won"
            if len(stones[0]) + len(stones[1]) == LINES * LINES:
                return "tie"
            try:
                boards[1 - mover].sendall(stone)
            except OSError:
                pass  # it has hung up: that counts when it is to move
        mover, due = 1 - mover, 2


def main():
    """Plays the game of the two boards behind these ports."""
    boards = [socket.create_connection(("127.0.0.1", int(port))) for port in sys.argv[1:3]]
    for board in boards:
        board.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    print(play(boards), flush=True)


main()
