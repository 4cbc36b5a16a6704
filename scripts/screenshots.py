"""Photographs two reports, a tournament's site and the page of all admissions.

usage: screenshots.py CERTIFIED_FOLDER FAILING_FOLDER SITE_FOLDER ADMISSIONS_FOLDER OUTPUT_FOLDER
"""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "rig" / "report" / "tests" / "pages"))
from browser import Browser  # noqa: E402

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


def main(certified, failing, site, admissions, output):
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


if __name__ == "__main__":
    main(*sys.argv[1:])
