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


def problems_of(browser):
    text = wait_for_failure(browser)
    if "is occupied" not in text:
        yield f"the first failure is {text[:200]}"
    for one in ("#part-failure svg.board", "#part-latencies .charts svg", "#part-cases .badge.fail"):
        if not browser.evaluate(f"!!document.querySelector({one!r})"):
            yield f"there is no {one}"
    yield from browser.evaluate(f"({AUDIT})(false)")


def main(certify, player):
    found = []
    # In real time: the first case fails at once, and others that take their time follow.
    command = [certify, "--reports", "", "--contest", "icfpt2014", "--seed", "7",
               "--dut", f"exec:{player} --stdio --fault overlap",
               "--filter", "WholeGame.*,Patience.*,Termination.*,Spacing.*,Pass.*"]
    with Browser() as browser:
        for name, shape in [screen for screen in SCREENS if screen[1].get("media") != "print"]:
            browser.shape(**shape)
            with LiveRun(*command) as run:
                browser.open(run.url)
                found += [f"{name}: {one}" for one in problems_of(browser)]
    if found:
        sys.exit("\n".join(found))
    print("nothing is wrong")


if __name__ == "__main__":
    main(*sys.argv[1:])
