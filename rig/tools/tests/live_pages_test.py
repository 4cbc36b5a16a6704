#!/usr/bin/env python3
"""Live pages in headless Chromium while something goes on: on a phone, on a desktop, in the dark and on a projector.

usage: live_pages_test.py CERTIFY RIG PLAYERS_FOLDER [--axe]

The pages: a run of an RTL board and of a board that fails, a match of either game, a tournament, a person's game. They
show what goes on, and read as well as a report does. --axe: on all screens, and axe-core looks at them too; without it
on a phone and on a projector, and a person's game has a test of its own.
"""

import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[2] / "report/tests/pages"))
sys.path.insert(0, str(HERE.parents[3] / "conformance/run/tests"))
# pylint: disable=wrong-import-position
from axe import Axe  # noqa: E402
from browser import Browser, BrowserError  # noqa: E402
from check_page import AUDIT  # noqa: E402
from live_run import PATIENCE, LiveRun  # noqa: E402
from play_page_test import Played  # noqa: E402

SCREENS = [
    ("phone", {"width": 390, "height": 844}, ""),
    ("phone in the dark", {"width": 390, "height": 844, "dark": True}, ""),
    ("desktop", {"width": 1280}, ""),
    ("desktop in the dark", {"width": 1280, "dark": True}, ""),
    ("projector", {"width": 1920, "height": 1080, "dark": True}, "?projector"),
]
LEAST_BOARD = 500  # pixels, on a projector
# Of what stands in the window: how wide and high the largest board is, how far a board or the words on its last move hang
# below it, and how many controls can be seen.
SEEN = """(() => {
  const visible = (one) => one.checkVisibility();
  const boards = Array.from(document.querySelectorAll("svg.game, svg.board")).filter(visible);
  const sizes = boards.map((one) => one.getBoundingClientRect()).filter((one) => one.top < innerHeight);
  const words = Array.from(document.querySelectorAll(".now"), (one) => one.getBoundingClientRect());
  return {
    board: Math.max(0, ...sizes.map((one) => Math.min(one.width, one.height))),
    below: Math.max(0, ...[...sizes, ...words].map((one) => one.bottom - innerHeight)),
    controls: Array.from(document.querySelectorAll("button, input, select")).filter(visible).length,
  };
})()"""
HAS = "(selector, words) => [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(words))"
PLAYED = {
    "a person's game of Blokus": ["--contest", "icfpt2014", "--dut", "builtin:blokus"],
    "a person's game of Trax": ["--contest", "aut-trax", "--board", "8", "--dut", "builtin:trax"],
}
PLAN = """contest = "icfpt2014"
title = "The hall"
seed = 1
[format]
name = "round-robin"
"""


def pages(certify, rig, players, folder):
    """What goes on, by name: its command, what its page must show (`selector: words in it`), and whether there is a board."""
    blokus = f"exec:{players}/blokus-player --stdio --think 300"
    trax = f"exec:{players}/trax-player --stdio --think 300"
    plan = folder / "plan.toml"
    plan.write_text(PLAN + "".join(f'[[entrant]]\nteam = "{team}"\ndut = "{blokus}"\n'
                                   for team in ("Rook & <Bishop>", "Knight", "Pawn")), encoding="utf-8")
    run = [certify, "--reports", "", "--contest", "icfpt2014", "--seed", "7"]
    match = [rig, "match", "--games", "50", "--contest"]
    return {
        "an RTL board": ([*run, "--dut", "rtl:blokus_duo"],
                         ["#part-cases .badge", "#part-now svg.board", "#part-latencies .charts svg"], True),
        "a board that fails": (
            [*run, "--dut", f"exec:{players}/blokus-player --stdio --fault overlap",
             "--filter", "WholeGame.*,Patience.*,Termination.*,Spacing.*,Pass.*"],
            ["#part-failure: is occupied", "#part-failure svg.board", "#part-latencies .charts svg", "#part-cases .badge.fail"], True),
        "a match of Blokus": ([*match, "icfpt2014", "--first", blokus, "--second", blokus],
                              ["#part-sides .clock", "#part-game svg.game", "#part-game tr[data-ply]"], True),
        "a match of Trax": ([*match, "heart-trax", "--first", trax, "--second", trax],
                            ["#part-sides .clock", "#part-game svg.game", "#part-game tr[data-ply]"], True),
        "a tournament": ([rig, "tournament", str(plan), "--folder", str(folder / "played")],
                         ["#part-benches td", "#part-next", "#part-standings table"], False),
    }


def wait_for(browser, wanted):
    until = time.monotonic() + PATIENCE
    for one in wanted:
        selector, _, words = one.partition(": ")
        while not browser.evaluate(f"({HAS})({selector!r}, {words!r})"):
            if time.monotonic() > until:
                return [f"there is no {one}"]
            time.sleep(0.05)
    return []


def seen_in(browser, has_board):
    """What stands in the window; with a board as large as a hall wants it, if that comes: not every case plays a game."""
    until = time.monotonic() + PATIENCE
    while (seen := browser.evaluate(SEEN))["board"] < LEAST_BOARD and has_board and time.monotonic() < until:
        time.sleep(0.05)
    return seen


def problems_of(browser, url, screen, wanted, has_board, axe):
    """What is wrong with a page on one screen."""
    name, shape, query = screen
    browser.shape(**shape)
    browser.open(url + query)
    found = wait_for(browser, wanted)
    seen = seen_in(browser, query and has_board)
    found += browser.evaluate(f"({AUDIT})(false)")
    found += axe.violations(browser) if axe else []
    if query and has_board and seen["board"] < LEAST_BOARD:
        found.append(f"a hall sees a board of {seen['board']:.0f} pixels")
    if query and has_board and seen["below"] > 0:
        found.append(f"the board or its words end {seen['below']:.0f} pixels below the screen")
    if query and has_board:
        # A case that plays no game leaves the board's place empty: what stands below does not move up and hang half out.
        browser.evaluate('document.querySelector("#part-now figure")?.remove()')
        moved = browser.evaluate(SEEN)["below"]
        found += [f"without a board being played another one ends {moved:.0f} pixels below the screen"] if moved > 0 else []
    if query and seen["controls"] > 0:
        found.append(f"a hall sees {seen['controls']} controls")
    found += [event["params"]["exceptionDetails"]["text"] for event in browser.events
              if event["method"] == "Runtime.exceptionThrown"]
    return [f"{name}: {one}" for one in found]


def main(certify, rig, players, *how):
    found = []
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        axe = Axe() if how == ("--axe",) else None
        if axe:
            axe.require_eyes(browser)
        for what, (command, wanted, has_board) in pages(certify, rig, players, pathlib.Path(folder)).items():
            for screen in SCREENS if axe else (SCREENS[0], SCREENS[-1]):
                with LiveRun(*command) as run:
                    problems = problems_of(browser, run.url, screen, wanted, has_board, axe)
                found += [f"{what}: {one}" for one in problems]
                print(f"{what}, {screen[0]}: {len(problems)} problems", flush=True)
        for what, arguments in PLAYED.items() if axe else ():
            with Played(rig, browser, arguments) as game:
                for screen in SCREENS[:-1]:
                    browser.open("about:blank")  # a page with a fragment is not loaded again
                    found += [f"{what}: {one}" for one in problems_of(browser, game.url, screen, [".turn .cell"], False, axe)]
    if found:
        sys.exit("\n".join(found[:60]) + f"\n{len(found)} problems")
    print("nothing is wrong")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except BrowserError as problem:
        sys.exit(str(problem))
