#!/usr/bin/env python3
"""Opens HTML reports in headless Chromium on a phone, on a desktop, in the dark and on paper, and says what is wrong.

usage: check_page.py PAGE.html...

Wrong is: an error or a warning on the console; a request to anything but the page; a page wider than its window, or
something cut off; a heading that skips a level; a picture, a table or a part without a name; text whose contrast is
below 4.5 : 1; a box that scrolls and cannot be reached by keyboard; an id that appears twice.
"""

import html.parser
import pathlib
import re
import sys

from browser import Browser, BrowserError

A4_WIDTH = 680  # CSS pixels between margins of 15 mm
SCREENS = [
    ("phone", {"width": 360}),
    ("phone in the dark", {"width": 360, "dark": True}),
    ("desktop", {"width": 1280}),
    ("desktop in the dark", {"width": 1280, "dark": True}),
    ("paper", {"width": A4_WIDTH, "media": "print"}),
]
AUDIT = pathlib.Path(__file__).with_name("check_page.js").read_text(encoding="utf-8")


class References(html.parser.HTMLParser):
    """What a page refers to outside of itself."""

    def __init__(self):
        super().__init__()
        self.found = []
        self._in_style = False

    def handle_starttag(self, tag, attributes):
        self._in_style = tag == "style"
        for name, value in attributes:
            target = (value or "").strip()
            if name in ("href", "xlink:href", "src", "srcset", "poster", "data", "action", "background"):
                if not target.startswith(("#", "data:")):
                    self.found.append(f"<{tag} {name}={target}>")
            if name == "style":
                self._look_at_style(target)

    def handle_endtag(self, tag):
        self._in_style = False

    def handle_data(self, data):
        if self._in_style:
            self._look_at_style(data)

    def _look_at_style(self, style):
        self.found += re.findall(r"@import[^;]*", style)
        self.found += re.findall(r"url\(\s*['\"]?(?!#|data:)[^)]*\)", style)


def references(page):
    reader = References()
    reader.feed(pathlib.Path(page).read_text(encoding="utf-8"))
    return [f"refers to elsewhere: {one}" for one in reader.found]


def reported(browser, page):
    """What the browser itself has to say: its console, and every request."""
    own = pathlib.Path(page).resolve().as_uri()
    for event in browser.events:
        what = event["params"]
        if event["method"] == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
            yield "console: " + " ".join(str(one.get("value", "")) for one in what["args"])
        if event["method"] == "Runtime.exceptionThrown":
            yield "exception: " + what["exceptionDetails"]["text"]
        if event["method"] == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
            yield "console: " + what["entry"]["text"]
        if event["method"] == "Network.requestWillBeSent":
            url = what["request"]["url"]
            if url != own and not url.startswith("data:"):
                yield f"asks for {url}"


def problems_of(browser, page):
    """Everything that is wrong with the page, in sentences."""
    found = references(page)
    for screen, shape in SCREENS:
        browser.shape(**shape)
        browser.open(page)
        on_paper = "true" if shape.get("media") == "print" else "false"
        seen = browser.evaluate(f"({AUDIT})({on_paper})")
        found += [f"{screen}: {one}" for one in [*reported(browser, page), *seen]]
    if not browser.print().startswith(b"%PDF-"):
        found.append("paper: it cannot be printed")
    return found


def main(pages):
    if not pages:
        sys.exit(__doc__)
    try:
        with Browser() as browser:
            found = [f"{page}: {problem}" for page in pages for problem in problems_of(browser, page)]
    except BrowserError as problem:
        sys.exit(str(problem))
    if found:
        sys.exit("\n".join(found[:60]) + f"\n{len(found)} problems")
    print(f"{len(pages)} pages: nothing is wrong")


if __name__ == "__main__":
    main(sys.argv[1:])
