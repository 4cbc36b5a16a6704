#!/usr/bin/env python3
"""Looks at pages with axe-core, which finds what people who cannot see, hear or use a mouse well would meet.

usage: axe.py PAGE.html...     reports, sites; of a folder all pages in it

axe-core is not part of this tree and not among Debian's packages. So one release is fetched, checked against its digest
and kept in the user's cache. Without a network the exit status is 77: not told.
"""

import base64
import hashlib
import io
import os
import pathlib
import sys
import tarfile
import urllib.error
import urllib.request

import check_page
from browser import Browser

RELEASE = "https://registry.npmjs.org/axe-core/-/axe-core-4.14.1.tgz"
SHA512 = "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
SCREENS = [screen for screen in check_page.SCREENS if screen[1].get("media") != "print"]
RUN = """axe.run(document, { resultTypes: ["violations"] }).then((result) => result.violations.map((rule) =>
  `${rule.id}: ${rule.help}, ${rule.nodes.length} times, the first at ${rule.nodes[0].html.slice(0, 200)}`))"""
NOT_TOLD = 77


def archive():
    """The release as it is published; ends the program where it cannot be had."""
    kept = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache", "contest-rig", RELEASE.rsplit("/", 1)[1])
    if kept.is_file() and is_the_release(kept.read_bytes()):
        return kept.read_bytes()
    try:
        with urllib.request.urlopen(RELEASE, timeout=60) as answer:
            fetched = answer.read()
    except (OSError, urllib.error.URLError) as problem:
        print(f"could not tell: axe-core cannot be fetched: {problem}")
        sys.exit(NOT_TOLD)
    if not is_the_release(fetched):
        sys.exit(f"{RELEASE} is not what it was: its digest is another one.")
    kept.parent.mkdir(parents=True, exist_ok=True)
    part = kept.with_name(f"{kept.name}.{os.getpid()}")
    part.write_bytes(fetched)
    part.replace(kept)
    return fetched


def is_the_release(data):
    return base64.b64encode(hashlib.sha512(data).digest()).decode() == SHA512


class Axe:
    def __init__(self):
        with tarfile.open(fileobj=io.BytesIO(archive())) as release:
            self._source = release.extractfile("package/axe.min.js").read().decode()

    def violations(self, browser):
        """What axe-core says of the page that is open, a sentence for each rule."""
        browser.evaluate(self._source + "\n0")
        return browser.evaluate(RUN)

    def require_eyes(self, browser):
        """It finds what is wrong with a page that is wrong."""
        browser.open("about:blank")
        browser.evaluate("document.body.innerHTML = '<main><h1>A</h1><img src=\"data:,\"></main>'; 0")
        found = self.violations(browser)
        if not any(one.startswith("image-alt:") for one in found):
            sys.exit(f"axe-core finds no fault in a picture without words: {found}")


def pages_in(arguments):
    for one in map(pathlib.Path, arguments):
        if not one.exists():
            sys.exit(f"axe.py: there is no {one}")
        yield from sorted(one.glob("**/*.html")) if one.is_dir() else [one]


def main(arguments):
    pages = list(pages_in(arguments))
    if not pages:
        sys.exit(__doc__)
    axe = Axe()
    found = []
    with Browser() as browser:
        axe.require_eyes(browser)
        for page in pages:
            for screen, shape in SCREENS:
                browser.shape(**shape)
                browser.open(page)
                found += [f"{page}: {screen}: {one}" for one in axe.violations(browser)]
    if found:
        sys.exit("\n".join(found[:40]) + f"\n{len(found)} problems")
    print(f"{len(pages)} pages: axe-core finds nothing")


if __name__ == "__main__":
    main(sys.argv[1:])
