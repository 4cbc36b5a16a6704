"""A board of Blokus Duo (icfpt2014) on its standard input and output, with one mistake of a first day.

  mistaken_board.py MISTAKE     `none`: it makes none
"""

import os
import sys
import time

MISTAKE = sys.argv[1]
REPLY = {"half": b"1", "chatty": b"got 0: 1AB"}.get(MISTAKE, b"1AB")
ARGUMENTS = {b"2": 1, b"3": 5, b"4": 4}


def says(data):
    os.write(1, data)


def starts():
    if MISTAKE == "boot":
        time.sleep(0.1)
        says(b"Board v1.2\r\n")
    if MISTAKE == "deaf":
        time.sleep(2)
        os.set_blocking(0, False)
        try:
            os.read(0, 4096)
        except BlockingIOError:
            pass
        os.set_blocking(0, True)


def plays():
    while kind := os.read(0, 1):
        if MISTAKE == "silent":
            continue
        if MISTAKE == "echo":
            says(kind)
        elif kind == b"0":
            if MISTAKE == "lines":
                while os.read(0, 1) not in (b"\n", b"\r", b""):
                    pass
            if MISTAKE == "late":
                time.sleep(1.5)
            says(REPLY)
        elif kind in ARGUMENTS and MISTAKE != "no move":
            os.read(0, ARGUMENTS[kind])
            says(b"53e0")


starts()
plays()
