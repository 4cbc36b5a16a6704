"""Photographs two reports. usage: screenshots.py CERTIFIED_FOLDER FAILING_FOLDER OUTPUT_FOLDER"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "rig" / "report" / "tests" / "pages"))
from browser import Browser  # noqa: E402

PLACE = "document.querySelector('{}').getBoundingClientRect().{} + scrollY"


def report_in(folder):
    return next(pathlib.Path(folder).glob("**/report.html"))


def main(certified, failing, output):
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


if __name__ == "__main__":
    main(*sys.argv[1:])
