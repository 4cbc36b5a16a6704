#!/usr/bin/env python3
"""The live page of a run, in headless Chromium: it reads well, and shows the first failure while the run goes on.

usage: live_page_test.py CERTIFY PLAYER
"""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "rig/report/tests/pages"))
# pylint: disable=wrong-import-position
from browser import Browser  # noqa: E402
from check_page import AUDIT, SCREENS  # noqa: E402
from live_run import PATIENCE, LiveRun  # noqa: E402

FAILURE = 'document.querySelector("#part-failure")?.textContent'


def wait_for_failure(browser):
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        text = browser.evaluate(FAILURE)
        if text:
            return text
        time.sleep(0.1)
    sys.exit("The first failure did not come.")


def main(certify, player):
    found = []
    # In real time: the cases that fail at once are followed by others that take their time.
    dut = f"exec:{player} --stdio --fault overlap"
    with LiveRun(certify, "--reports", "", "--contest", "icfpt2014", "--seed", "7", "--dut", dut) as run, Browser() as browser:
        for name, shape in [screen for screen in SCREENS if screen[1].get("media") != "print"]:
            browser.shape(**shape)
            browser.open(run.url)
            text = wait_for_failure(browser)
            if "is occupied" not in text:
                found.append(f"{name}: the first failure is {text[:200]}")
            for one in ('document.querySelector("#part-failure svg.board")', 'document.querySelector(".charts svg")',
                        'document.querySelector("#part-cases .badge.fail")'):
                if not browser.evaluate(f"!!{one}"):
                    found.append(f"{name}: there is no {one}")
            found += [f"{name}: {one}" for one in browser.evaluate(f"({AUDIT})(false)")]
    if found:
        sys.exit("\n".join(found))
    print("nothing is wrong")


if __name__ == "__main__":
    main(*sys.argv[1:])
