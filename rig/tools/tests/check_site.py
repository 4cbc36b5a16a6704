#!/usr/bin/env python3
"""Opens the sites of tournaments in headless Chromium on a phone, on a desktop, in the dark and on a projector.

usage: check_site.py SITE_FOLDER...

Wrong is what check_page.py of the report finds, but that a page may have the site's script; a link that leads out of
the tournament's folder or to nothing; a game that the keys, the buttons and the projector do not go through.
"""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "report" / "tests" / "pages"))
import check_page  # noqa: E402
from browser import Browser, BrowserError  # noqa: E402

SCREENS = [
    ("phone", {"width": 360}, ""),
    ("phone in the dark", {"width": 360, "dark": True}, ""),
    ("desktop", {"width": 1280}, ""),
    ("desktop in the dark", {"width": 1280, "dark": True}, ""),
    ("projector", {"width": 1920, "height": 1080, "dark": True}, "?projector"),
]
OWN_FILES = ("/style.css", "/site.js")
SHOWN = ("JSON.stringify([document.querySelector('.now').textContent,"
         " document.querySelectorAll('svg.game:not(.away)').length,"
         " document.querySelectorAll('svg.game:not(.away) g.shown').length])")


def links(page):
    """What is wrong with the links of a page."""
    reader = check_page.References()
    reader.feed(page.read_text(encoding="utf-8"))
    root = page.parents[1 if page.parent.name == "site" else 2].resolve()
    for found in reader.found:
        target = (page.parent / found.rstrip(">").split("=", 1)[1]).resolve()
        if "://" in found or root not in target.parents or not target.is_file():
            yield f"leads elsewhere: {found}"


def reported(browser, page):
    return [one for one in check_page.reported(browser, page)
            if not (one.startswith("asks for file:") and one.split("?")[0].endswith((*OWN_FILES, page.name)))]


def press(browser, key):
    browser.evaluate(f"document.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}'}}))")
    return browser.evaluate(SHOWN)


def walk(browser, page):
    """What is wrong with going through a game."""
    browser.shape(1280)
    browser.open(page)
    last = browser.evaluate("document.querySelectorAll('tr[data-ply]').length")
    expected = [("Home", "Before the first move"), ("ArrowRight", f"Move 1 of {last}:"),
                ("ArrowRight", f"Move 2 of {last}:"), ("ArrowLeft", f"Move 1 of {last}:"),
                ("End", f"Move {last} of {last}:"), ("ArrowRight", f"Move {last} of {last}:")]
    for key, words in expected:
        shown = press(browser, key)
        if not shown.startswith(f'["{words}') or not shown.endswith(",1,1]"):
            yield f"{key} shows {shown}, not \"{words}\""
    browser.evaluate("document.querySelector('[data-go=first]').click()")
    browser.evaluate("document.querySelector('[data-go=play]').click()")
    time.sleep(1.2)
    if "Move 1" not in browser.evaluate(SHOWN):
        yield f"the button plays nothing: {browser.evaluate(SHOWN)}"
    browser.open(page, "?projector")
    time.sleep(1.6)
    if "Before" in browser.evaluate(SHOWN):
        yield "the projector does not play"


TOUR = ("JSON.stringify([[...document.querySelectorAll('main > section')].map((one) => one.hidden), scrollY,"
        " location.pathname])")


def tour(browser, index):
    """What is wrong with the first page on a projector."""
    browser.shape(1920, 1080)
    browser.open(index, "?projector")
    before = browser.evaluate(TOUR)
    if before.count("false") != 1:
        yield f"the projector does not show one part: {before}"
    time.sleep(11)
    if browser.evaluate(TOUR) == before:
        yield f"the projector stands still: {before}"


def problems_of(browser, page):
    found = list(links(page))
    for screen, shape, query in SCREENS:
        browser.shape(**shape)
        browser.open(page, query)
        seen = browser.evaluate(f"({check_page.AUDIT})(false)")
        found += [f"{screen}: {one}" for one in [*reported(browser, page), *seen] if one != "the page has a script"]
    return found


def pages_of(site):
    """The overview, and two games."""
    games = sorted((site / "games").glob("*.html"))
    return [site / "index.html", site / "games.html", site / "cross.html"], [games[0], games[-1]]


def problems_of_site(browser, site):
    overview, games = pages_of(site)
    for page in [*overview, *games]:
        yield from (f"{page}: {one}" for one in problems_of(browser, page))
    yield from (f"{overview[0]}: {one}" for one in tour(browser, overview[0]))
    for page in games:
        yield from (f"{page}: {one}" for one in walk(browser, page))
    for page in sorted((site / "games").glob("*.html")):
        yield from (f"{page}: {one}" for one in links(page))


def main(sites):
    if not sites:
        sys.exit(__doc__)
    try:
        with Browser() as browser:
            found = [one for site in sites for one in problems_of_site(browser, pathlib.Path(site))]
    except BrowserError as problem:
        sys.exit(str(problem))
    if found:
        sys.exit("\n".join(found[:60]) + f"\n{len(found)} problems")
    print(f"{len(sites)} sites: nothing is wrong")


if __name__ == "__main__":
    main(sys.argv[1:])
