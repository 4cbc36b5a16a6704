#!/usr/bin/env python3
"""Shows that check_page.py can fail: pages broken on purpose, each with what has to be said of it."""

import pathlib
import sys
import tempfile

import count_pages
from browser import Browser
from check_page import problems_of

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; } body { margin: 8px; background: #fff; color: #222; }
@media (prefers-color-scheme: dark) { body { background: #111; color: #ddd; } }
.box { overflow-x: auto; white-space: nowrap; } @media print { .box { overflow: visible; white-space: normal; } }
svg { width: 100px; } rect { fill: #036; } text { fill: #fff; font: 12px sans-serif; }
</style></head>
<body><main><h1>Heading</h1><h2 id="part">Part</h2><p>Text with a <a href="#part">link</a>.</p>
<svg role="img" aria-labelledby="name" viewBox="0 0 100 20"><title id="name">Picture</title>
<rect width="100" height="20"/><text x="10" y="14">text</text></svg>
<table><caption>Numbers</caption><tr><th scope="row">one</th><td>1</td></tr></table>
<div class="box" role="region" aria-label="wide" tabindex="0">WIDE</div>
</main></body></html>
""".replace("WIDE", "wide " * 120)

# What is damaged: the old text, the new text, and what must be said.
BROKEN = [
    ('lang="en"', "", "no language"),
    ("<title>A page</title>", "<title></title>", "no title"),
    ("<h1>Heading</h1>", "<p>Heading</p>", "no h1"),
    ("<h2 id", "<h1>Another</h1><h2 id", "no h1, or several"),
    ('<h2 id="part">Part</h2>', '<h3 id="part">Part</h3>', "skips a level"),
    ("<main>", "<div>", "no main part"),
    ('<meta name="viewport"', '<meta name="other"', "viewport"),
    ('role="img" aria-labelledby="name"', 'role="img"', "a picture has no name"),
    ('<p>Text', '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><p>Text', "no alternative text"),
    (">link</a>", "></a>", "a link has no text"),
    ("<caption>Numbers</caption>", "", "a table has no caption"),
    (' scope="row"', "", "has no scope"),
    ('<th scope="row">one</th>', "<td>one</td>", "a table has no heading"),
    ('id="name"', 'id="part"', "an id appears twice: part"),
    ('aria-labelledby="name"', 'aria-labelledby="nobody" aria-label="x"', "leads nowhere: nobody"),
    ('href="#part"', 'href="#nothing"', "a link leads nowhere"),
    ("<p>Text", "<p style='width: 400px'>Text", "phone: the page is"),
    ("<p>Text", "<p style='width: 1400px'>Text", "desktop: the page is"),
    ("<p>Text", "<p style='margin-left: 390px'>Text", "phone: beyond the edge"),
    ("<p>Text", "<p style='width: 40px; overflow: hidden; white-space: nowrap'>Text", "cut off"),
    ("overflow: visible; white-space: normal;", "", "paper: cut off"),
    (' tabindex="0"', "", "not by keyboard"),
    (' aria-label="wide"', "", "a part of the page has no name"),
    ("color: #222", "color: #999", "desktop: contrast"),
    ("color: #ddd", "color: #555", "desktop in the dark: contrast"),
    ("<p>Text", "<p style='opacity: .5'>Text", "contrast"),
    ("fill: #fff", "fill: #369", "contrast"),
    ("fill: #fff", "fill: color(srgb 1 1 1)", "cannot be read"),
    ("<p>Text", "<script>console.error('broken')</script><p>Text", "console: broken"),
    ("<p>Text", "<script>console.warn('odd')</script><p>Text", "console: odd"),
    ("<p>Text", "<script>throw 1</script><p>Text", "exception"),
    ("<p>Text", "<script></script><script></script><p>Text", "the page has several scripts"),
    ("<p>Text", "<script>fetch('http://example.invalid/')</script><p>Text", "asks for http://example.invalid/"),
    ("<p>Text", "<img alt='' src='http://example.invalid/a.png'><p>Text", "asks for http://example.invalid/a.png"),
    ("<p>Text", "<img alt='' src='beside.png'><p>Text", "refers to elsewhere: <img src=beside.png>"),
    ("<style>", "<style>@import 'a.css';", "refers to elsewhere: @import"),
    ("<style>", "<style>p { background: url(a.png); }", "refers to elsewhere: url(a.png)"),
    ("<p>Text", "<p style='background: url(b.png)'>Text", "refers to elsewhere: url(b.png)"),
    ('href="#part"', 'href="https://example.invalid/"', "refers to elsewhere: <a href"),
]


# What does not fit on paper or a phone: what is put before the text, and what must be said.
UNFIT = [
    ("<p style='width: 500px'>wide</p>", "pixels wide on a phone"),
    ("<p style='height: 1100px'></p>", "takes 2 sheets; it has 1"),
    ("<p style='height: 950px'></p><svg class='board' style='display: block; height: 100px'></svg>",
     "pixels below the first sheet"),
    ("<p style='height: 400px'></p><p style='height: 900px; break-inside: avoid'>tall</p>", "its sheet 1 is empty below"),
]


def missed_by_the_count(browser, path):
    path.write_text(PAGE, encoding="utf-8")
    for problem in count_pages.problems_of(browser, path, 1):
        yield f"the good page: {problem}"
    for added, expected in UNFIT:
        path.write_text(PAGE.replace("<p>Text", added + "<p>Text", 1), encoding="utf-8")
        found = list(count_pages.problems_of(browser, path, 1))
        if not any(expected in problem for problem in found):
            yield f"{added!r}: \"{expected}\" is missing among {found}"


def missed(browser, path):
    """What the checker should have said and did not."""
    path.write_text(PAGE, encoding="utf-8")
    for problem in problems_of(browser, path):
        yield f"the good page: {problem}"
    for old, new, expected in BROKEN:
        assert old in PAGE, old
        path.write_text(PAGE.replace(old, new, 1), encoding="utf-8")
        found = problems_of(browser, path)
        if not any(expected in problem for problem in found):
            yield f"{old!r} -> {new!r}: \"{expected}\" is missing among {found}"


def main():
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        page = pathlib.Path(folder) / "page.html"
        problems = [*missed(browser, page), *missed_by_the_count(browser, page)]
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(BROKEN) + len(UNFIT)} broken pages were told from the good one")


if __name__ == "__main__":
    main()
