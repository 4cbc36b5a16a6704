#!/usr/bin/env python3
"""What the script of a report does, in headless Chromium: games move by move, the filter, folded parts.

usage: page_acts_test.py FAILING.html CERTIFIED.html
"""

import pathlib
import sys
import unittest

from browser import Browser

PAGES = {}

KEY = """(name) => document.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true, cancelable: true}))"""
NOW = 'document.querySelector(".now").textContent'
LATER = 'document.querySelectorAll("svg.game .later").length'
FILTER = """(words, bad) => {
  const form = document.querySelector(".filter");
  form.querySelector("[type=search]").value = words;
  form.querySelector("[type=checkbox]").checked = bad;
  form.dispatchEvent(new Event("input", {bubbles: true}));
  return document.querySelector(".filter output").textContent;
}"""
CASES = 'Array.from(document.querySelectorAll(".results tbody tr[id]")).filter((row) => !row.hidden).length'


class PageActs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.browser.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__(None, None, None)

    def see(self, page, width=1280, **how):
        self.browser.shape(width, **how)
        self.browser.open(PAGES[page])
        return self.browser.evaluate

    def press(self, key):
        self.browser.evaluate(f"({KEY})({key!r})")

    def test_arrow_keys_go_through_the_game(self):
        see = self.see("failing")
        self.assertEqual(see(NOW), "Then: the wrong one")
        see('document.querySelector(".play").click()')
        self.press("ArrowLeft")
        self.assertEqual((see(NOW), see(LATER)), ("Move 1 of 1", 1))
        self.press("Home")
        self.assertEqual((see(NOW), see(LATER)), ("Before the first move", 2))
        self.press("ArrowLeft")
        self.assertEqual(see(NOW), "Before the first move")
        self.press("End")
        self.assertEqual((see(NOW), see(LATER)), ("Then: the wrong one", 0))

    def test_buttons_are_there_and_work(self):
        see = self.see("failing")
        self.assertFalse(see('document.querySelector(".controls").hidden'))
        see('document.querySelector("[data-go=first]").click()')
        self.assertEqual(see(NOW), "Before the first move")

    def test_keys_that_are_typed_into_the_filter_are_no_commands(self):
        see = self.see("failing")
        see('document.querySelector(".play").click()')
        see("""document.querySelector("[type=search]").dispatchEvent(
            new KeyboardEvent("keydown", {key: "Home", bubbles: true}))""")
        self.assertEqual(see(NOW), "Then: the wrong one")

    def test_the_filter_leaves_what_has_all_words(self):
        see = self.see("failing")
        whole = see(CASES)
        self.assertEqual(see(f'({FILTER})("", false)'), "")
        self.assertRegex(see(f'({FILTER})("comesbackafter", false)'), r"^\d+ of \d+ entries$")
        self.assertEqual(see(CASES), 1)
        see(f'({FILTER})("", true)')
        self.assertLess(see(CASES), whole)
        self.assertGreater(see(CASES), 0)
        see(f'({FILTER})("", false)')
        self.assertEqual(see(CASES), whole)

    def test_a_certified_page_is_short_on_a_phone_and_its_links_unfold_it(self):
        see = self.see("certified", 390)
        height = see("document.documentElement.scrollHeight")
        self.assertLess(height, 4000)
        self.assertEqual(see('document.querySelectorAll("details.part[open]").length'), 0)
        see('location.hash = "#cases"')
        for _ in range(50):
            if see('document.querySelectorAll("details.part[open]").length') == 1:
                break
        self.assertEqual(see('document.querySelector("details.part[open] h2").id'), "cases")

    def test_all_is_unfolded_on_a_desktop_and_on_paper(self):
        for media in ("screen", "print"):
            see = self.see("certified", 1280 if media == "screen" else 680, media=media)
            parts = see('document.querySelectorAll("details.part").length')
            self.assertGreater(parts, 3)
            self.assertEqual(see('document.querySelectorAll("details.part[open]").length'), parts)


if __name__ == "__main__":
    PAGES["failing"], PAGES["certified"] = (pathlib.Path(name) for name in sys.argv[1:3])
    unittest.main(argv=sys.argv[:1])
