"""Photographs two reports, a tournament's site, the page of all admissions, a game of a person against a board, and live pages.

usage: screenshots.py CERTIFIED_FOLDER FAILING_FOLDER SITE_FOLDER ADMISSIONS_FOLDER BIN_FOLDER CONTEST DUT PLAN OUTPUT_FOLDER
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "rig/report/tests/pages"))
sys.path.insert(0, str(ROOT / "conformance/run/tests"))
# pylint: disable=wrong-import-position
from browser import Browser  # noqa: E402
from live_run import LiveRun  # noqa: E402

PLACE = "document.querySelector('{}').getBoundingClientRect().{} + scrollY"


def report_in(folder):
    return next(pathlib.Path(folder).glob("**/report.html"))


def photograph_site(browser, site, output):
    game = sorted((site / "games").glob("*.html"), key=lambda page: page.stat().st_size)[-1]
    browser.shape(1100)
    browser.open(site / "index.html")
    (output / "tournament-index.png").write_bytes(browser.photograph(0, 1000))
    browser.open(game)
    (output / "tournament-game.png").write_bytes(browser.photograph(0, 900))
    browser.shape(390)
    browser.open(game)
    (output / "tournament-phone.png").write_bytes(browser.photograph(0, 800))
    browser.shape(1920, 1080)
    browser.open(game, "?projector")
    time.sleep(8)
    (output / "tournament-projector.png").write_bytes(browser.photograph(0, 1080))


def photograph_admissions(browser, folder, output):
    browser.shape(1600)
    browser.open(folder / "index.html")
    end = browser.evaluate(PLACE.format("#boards-1 ~ p", "bottom"))
    (output / "admissions.png").write_bytes(browser.photograph(0, end + 16))


def turn(browser, number):
    """The legal moves of this turn, each with its squares."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        words = browser.evaluate("document.querySelector('.turn .to-do')?.textContent") or ""
        if words.startswith(f"Move {number} is yours"):
            return json.loads(browser.evaluate("document.querySelector('.turn').dataset.offers"))
        time.sleep(0.05)
    raise SystemExit(f"screenshots: move {number} did not come")


def photograph_play(browser, rig, contest, dut, output):
    """After three moves of a person, who looks at where the next may lie."""
    click = "dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    program = subprocess.Popen([rig, "play", "--contest", contest, "--dut", dut], stdout=subprocess.PIPE, text=True)
    try:
        url = next(found[0] for line in program.stdout if (found := re.search(r"http://\S+#token=\S+", line)))
        browser.shape(1100)
        browser.open(url)
        for number in (1, 3, 5, 7):
            offers = turn(browser, number)
            largest = max(len(cells) for _, cells in offers)
            places = [cells for _, cells in offers if len(cells) == largest]
            cell = places[len(places) // 2][0]
            browser.evaluate(f"document.querySelectorAll('.turn .cell')[{cell}].{click}")
            button = "document.querySelector('.moves-there button')"
            browser.evaluate(f"{button}.{click}" if number < 7 else f"{button}.focus()")
        end = browser.evaluate(PLACE.format(".turn", "bottom"))
        (output / "play.png").write_bytes(browser.photograph(0, end + 16))
    finally:
        program.kill()
        program.wait()


def photograph_live(browser, command, selector, output, height=None):
    """What goes on, as soon as its page has what the selector names; so high, or to the end of that."""
    with LiveRun(*command) as run:
        browser.open(run.url, "?projector" if height else "")
        until = time.monotonic() + 60
        while not browser.evaluate(f"!!document.querySelector('{selector}')"):
            if time.monotonic() > until:
                raise SystemExit(f"screenshots: {' '.join(command)} did not show {selector}")
            time.sleep(0.02)
        run.hold()
        time.sleep(1)
        end = height or browser.evaluate(PLACE.format(selector, "bottom")) + 16
        output.write_bytes(browser.photograph(0, end))


def photograph_what_goes_on(browser, bin_folder, contest, dut, plan, output):
    certify = [f"{bin_folder}/certify", "--contest", contest, "--seed", "1", "--reports", ""]
    match = [f"{bin_folder}/rig", "match", "--contest", contest, "--games", "50", "--first", dut, "--second", "opponent:random"]
    browser.shape(1100)
    photograph_live(browser, [*certify, "--dut", f"{dut}?fault=own-edge"], "#part-failure section", output / "live-run.png")
    browser.shape(1920, 1080)
    photograph_live(browser, match, 'tr[data-ply="21"]', output / "live-match.png", 1080)
    with tempfile.TemporaryDirectory() as folder:
        tournament = [f"{bin_folder}/rig", "tournament", plan, "--folder", f"{folder}/played"]
        photograph_live(browser, tournament, "main:has(#part-lines li:nth-child(12)) #part-benches td:nth-child(3):not(:empty)", output / "live-tournament.png", 1080)


def main(certified, failing, site, admissions, bin_folder, contest, dut, plan, output):
    output = pathlib.Path(output)
    with Browser() as browser:
        browser.shape(1100)
        browser.open(report_in(certified))
        (output / "report-certified.png").write_bytes(browser.photograph(0, 1250))
        browser.open(report_in(failing))
        end = browser.evaluate(PLACE.format("article", "bottom"))
        (output / "report-failing.png").write_bytes(browser.photograph(0, end + 16))
        browser.shape(390)
        browser.open(report_in(failing))
        top = browser.evaluate(PLACE.format("#attention", "top"))
        end = browser.evaluate(PLACE.format("article", "bottom"))
        (output / "report-phone.png").write_bytes(browser.photograph(top - 16, end - top + 32))
        photograph_site(browser, pathlib.Path(site), output)
        photograph_admissions(browser, pathlib.Path(admissions), output)
        photograph_play(browser, f"{bin_folder}/rig", contest, dut, output)
        photograph_what_goes_on(browser, bin_folder, contest, dut, plan, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
