#!/usr/bin/env python3
"""Admits boards with rig admit and opens the pages in headless Chromium on a phone, on a desktop, in the dark and on paper.

usage: check_event.py RIG FOLDER

Wrong is what check_page.py of the report finds, but that a page may have its script; a link that leads out of the folder,
to nothing, or to no place of the report; a table that its headings do not sort; a sheet of more than one printed page.
"""

import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "report" / "tests" / "pages"))
import check_page  # noqa: E402
from browser import Browser, BrowserError  # noqa: E402

HOSTILE = "<script>alert(1)</script>"
# team, contest, device, options of certify, exit status
BOARDS = [
    ("Rook", "icfpt2014", "builtin:blokus", [], 0),
    (HOSTILE, "icfpt2014", "builtin:blokus?fault=own-edge", [], 1),
    ("\"onload=alert(1) مرحبا " + "W" * 50, "icfpt2014", "builtin:blokus?fault=late", [], 1),
    ("=1+1", "icfpt2014", "builtin:blokus", ["--filter", "Handshake.*"], 1),
    ("Lattice", "heart-trax", "builtin:trax", [], 0),
]
OWN_FILES = ("/style.css", "/site.js")
MATRIX = "[...document.querySelectorAll('table.matrix')].pop()"  # of the contest with several boards
COLUMN = ("JSON.stringify([..." + MATRIX + ".tBodies[0].rows]"
          ".map((row) => [row.cells[0].textContent, row.cells[%d].dataset.key]))")
HEADS = "JSON.stringify([..." + MATRIX + ".tHead.rows[0].cells].map((one) => one.textContent))"
PRESS = MATRIX + ".tHead.rows[0].cells[%d].querySelector('button').click()"
SORT = MATRIX + ".tHead.rows[0].cells[%d].getAttribute('aria-sort')"


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if "id" in found:
            self.ids.add(found["id"])
        for name in ("href", "src"):
            if name in found and not found[name].startswith("data:"):
                self.links.append(found[name])


def admit(rig, folder):
    shutil.rmtree(folder, ignore_errors=True)
    for team, contest, device, options, status in BOARDS:
        words = [rig, "admit", "--event", folder, "--contest", contest, "--team", team, "--dut", device, "--seed", "7",
                 "--", "--quiet", *options]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != status:
            sys.exit(f"{team}: exit status {done.returncode}, not {status}\n{done.stdout}")


def links(page, root):
    for found in Page(page).links:
        way, _, place = found.partition("#")
        target = (page.parent / urllib.parse.unquote(way)).resolve() if way else page
        if "://" in found or root not in target.parents or not target.is_file():
            yield f"leads elsewhere: {found}"
        elif place and place not in Page(target).ids:
            yield f"leads to no place there: {found}"


def reported(browser, page):
    return [one for one in check_page.reported(browser, page)
            if not (one.startswith("asks for file:") and one.endswith((*OWN_FILES, page.name)))]


def looks(browser, page):
    for screen, shape in check_page.SCREENS:
        browser.shape(**shape)
        browser.open(page)
        on_paper = "true" if shape.get("media") == "print" else "false"
        seen = browser.evaluate(f"({check_page.AUDIT})({on_paper})")
        yield from (f"{screen}: {one}" for one in [*reported(browser, page), *seen] if one != "the page has a script")


def sorts(browser, page):
    """What is wrong with sorting by a clause that some boards fail: those come first, at the second press last."""
    browser.shape(1280)
    browser.open(page)
    heads = json.loads(browser.evaluate(HEADS))
    column = next(i for i, name in enumerate(heads) if name.endswith("EDGE-1"))
    for presses, direction in ((1, "ascending"), (2, "descending")):
        browser.evaluate(PRESS % column)
        rows = json.loads(browser.evaluate(COLUMN % column))
        keys = [int(key) for _, key in rows]
        if len(set(keys)) < 3 or keys != sorted(keys, reverse=presses == 2):
            yield f"press {presses} sorts the boards so: {rows}"
        if browser.evaluate(SORT % column) != direction:
            yield f"press {presses} does not say that it is {direction}"
    browser.evaluate(PRESS % 0)
    names = [name for name, _ in json.loads(browser.evaluate(COLUMN % 0))]
    if len(set(names)) != len(BOARDS) - 1:
        yield f"sorting loses boards: {names}"


def one_sheet(browser, page):
    browser.shape(check_page.A4_WIDTH, media="print")
    browser.open(page)
    sheets = len(re.findall(rb"/Type\s*/Page\b", browser.print()))
    if sheets != 1:
        yield f"takes {sheets} printed pages"


def problems(browser, folder):
    index = folder / "index.html"
    sheets = sorted(folder.glob("*/index.html"))
    if len(sheets) != len(BOARDS):
        yield f"{len(sheets)} sheets of {len(BOARDS)} boards"
    for page in [index, *sheets]:
        yield from (f"{page}: {one}" for one in [*links(page, folder.resolve()), *looks(browser, page)])
        if HOSTILE in page.read_text(encoding="utf-8"):
            yield f"{page}: a team's name is not escaped"
    yield from sorts(browser, index)
    for page in sheets:
        yield from (f"{page}: {one}" for one in one_sheet(browser, page))


def main(rig, folder):
    admit(rig, folder)
    try:
        with Browser() as browser:
            found = list(problems(browser, pathlib.Path(folder)))
    except BrowserError as problem:
        sys.exit(str(problem))
    if found:
        sys.exit("\n".join(found[:60]) + f"\n{len(found)} problems")
    print("nothing is wrong")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
