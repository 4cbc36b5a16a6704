#!/usr/bin/env python3
"""Prints HTML reports on A4 in headless Chromium, and says which take too many pages.

usage: count_pages.py MOST PAGE.html...

Wrong is, too: a page that scrolls sideways on a phone; a first board that does not stand on the first sheet.
Exit status: 0 nothing is wrong; 1 something is; 77 there is no Chromium.
"""

import re
import sys

from browser import Browser, find_browser

PHONE_WIDTH = 390
A4_WIDTH, A4_HEIGHT = 680, 1016  # CSS pixels between the margins of the style sheet, 15 mm and 14 mm
FIRST_BOARD = "document.querySelector('svg.board')?.getBoundingClientRect().bottom ?? 0"


def sheets(pdf):
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


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
    count = sheets(browser.print())
    print(f"{page}: {count} sheets")
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
