#!/usr/bin/env python3
"""Prints HTML reports on A4 in headless Chromium, and says which take too many pages.

usage: count_pages.py MOST PAGE.html...

Wrong is, too: a page that scrolls sideways on a phone; a first board that does not stand on the first sheet; a sheet before
the last one of which two fifths are empty.
Exit status: 0 nothing is wrong; 1 something is; 77 there is no Chromium.
"""

import re
import sys
import zlib

from browser import Browser, find_browser

PHONE_WIDTH = 390
A4_WIDTH, A4_HEIGHT = 680, 1016  # CSS pixels between the margins of the style sheet, 15 mm and 14 mm
FULL = 0.6  # of a sheet's height: down to there, a sheet before the last one has text
FIRST_BOARD = "document.querySelector('svg.board')?.getBoundingClientRect().bottom ?? 0"


def sheets(pdf):
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def lowest_text(drawing):
    """How far above the sheet's lower edge a page's drawing has its lowest text, in points; matrices as PDF has them."""
    outer, stack, numbers, lowest = [1, 0, 0, 1, 0, 0], [], [], float("inf")
    for token in re.findall(rb"<[^>]*>|/\S+|\((?:\\.|[^\\)])*\)|[-+.\d]+|[A-Za-z'*]+", drawing):
        if re.fullmatch(rb"[-+]?\d*\.?\d+|[-+]?\d+\.", token):
            numbers.append(float(token))
            continue
        if token == b"q":
            stack.append(outer)
        elif token == b"Q":
            outer = stack.pop()
        elif token == b"cm":
            a, b, c, d, e, f = numbers[-6:]
            k, l, m, n, o, p = outer
            outer = [a * k + b * m, a * l + b * n, c * k + d * m, c * l + d * n, e * k + f * m + o, e * l + f * n + p]
        elif token == b"Tm":
            x, y = numbers[-2:]
            lowest = min(lowest, x * outer[1] + y * outer[3] + outer[5])
        numbers = []
    return lowest


def filled(pdf):
    """Of each sheet but the last one: which part of its height its text reaches down."""
    objects = {int(number): body for number, body in re.findall(rb"(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj", pdf, re.S)}
    pages = [body for _, body in sorted(objects.items()) if re.search(rb"/Type\s*/Page\b", body)]
    height = float(re.search(rb"/MediaBox\s*\[\s*\S+\s+\S+\s+\S+\s+(\S+?)\s*\]", pdf)[1])
    for page in pages[:-1]:
        stream = objects[int(re.search(rb"/Contents (\d+) 0 R", page)[1])]
        drawing = zlib.decompressobj().decompress(stream.partition(b"stream\n")[2])
        yield 1 - max(0.0, min(lowest_text(drawing), height)) / height


def problems_of(browser, page, most):
    browser.shape(PHONE_WIDTH)
    browser.open(page)
    width = browser.evaluate("document.documentElement.scrollWidth")
    if width > PHONE_WIDTH:
        yield f"is {width} pixels wide on a phone of {PHONE_WIDTH}"
    browser.shape(A4_WIDTH, A4_HEIGHT, media="print")
    bottom = browser.evaluate(FIRST_BOARD)
    if bottom > A4_HEIGHT:
        yield f"its first board ends {bottom - A4_HEIGHT:.0f} pixels below the first sheet"
    pdf = browser.print()
    count = sheets(pdf)
    print(f"{page}: {count} sheets")
    for number, part in enumerate(filled(pdf), 1):
        if part < FULL:
            yield f"its sheet {number} is empty below {part:.0%}"
    if count > most:
        yield f"takes {count} sheets; it has {most}"


def main(most, *pages):
    if find_browser() is None:
        print("there is no Chromium")
        sys.exit(77)
    with Browser() as browser:
        found = [f"{page}: {problem}" for page in pages for problem in problems_of(browser, page, int(most))]
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
