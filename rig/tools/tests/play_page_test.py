#!/usr/bin/env python3
"""rig play on its page, as a person has it: whole games by clicks, keys, undo, and somebody who looks on."""

import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "report/tests/pages"))
from browser import Browser  # noqa: E402

AUDIT = (pathlib.Path(__file__).resolve().parents[2] / "report/tests/pages/check_page.js").read_text(encoding="utf-8")
MOST_LISTED = 100  # moves at a square
PATIENCE = 30  # seconds for one turn

# What the page shows of the turn; null while it is being changed.
SEEN = """(() => {
  const turn = document.querySelector(".turn");
  return turn && {
    words: turn.querySelector(".to-do").textContent,
    offers: JSON.parse(turn.dataset.offers),
    pass: !!turn.querySelector(".acts [data-act=move]"),
    refused: turn.querySelector(".refused").textContent,
  };
})()"""


def require(condition, what):
    if not condition:
        sys.exit(f"play_page_test: {what}")


class Played:
    """A game of `rig play`, with its page in a browser."""

    def __init__(self, rig, browser, arguments):
        self._program = subprocess.Popen([rig, "play", *arguments], stdout=subprocess.PIPE, text=True)
        self.browser = browser
        self.output = ""
        while not (found := re.search(r"http://127\.0\.0\.1:\d+/#token=[0-9a-f]{32}", self.output)):
            line = self._program.stdout.readline()
            require(line, f"rig play ended: {self.output}")
            self.output += line
        self.url = found[0]
        browser.open(self.url)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._program.poll() is None:
            self._program.kill()
        self._program.wait()

    def stop(self):
        """Ctrl-C; the exit status."""
        self._program.send_signal(signal.SIGINT)
        return self._program.wait(timeout=PATIENCE)

    def wait_for(self, condition, what):
        until = time.monotonic() + PATIENCE
        seen = None
        while time.monotonic() < until:
            seen = self.browser.evaluate(SEEN)
            if seen and condition(seen):
                return seen
            time.sleep(0.02)
        return require(False, f"{what}: the page shows {str(seen)[:600]}")

    def my_turn(self, number):
        """The turn of the person with this number."""
        words = f"Move {number} is yours"
        return self.wait_for(lambda seen: words in seen["words"], words)

    def click(self, selector):
        clicked = self.browser.evaluate(f"""(() => {{
          const one = document.querySelector({selector!r});
          one?.dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
          return !!one;
        }})()""")
        require(clicked, f"{selector} is not there to be clicked")

    def press(self, key):
        self.browser.evaluate(
            f"document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{ key: {key!r}, bubbles: true }}))")

    def choose_cell(self, cell):
        """Clicks a cell; the texts of the moves that are offered there."""
        self.browser.evaluate(
            f"document.querySelectorAll('.turn .cell')[{cell}].dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))")
        return self.browser.evaluate(
            "Array.from(document.querySelectorAll('.moves-there button'), (one) => one.textContent)")

    def shown(self):
        """The cells that the move which is shown would take."""
        return self.browser.evaluate(
            "Array.from(document.querySelectorAll('.turn .cell')).flatMap((one, i) => "
            "one.classList.contains('would') ? [i] : [])")

    def play_a_move(self, seen):
        """By clicks: a square, then the first move there. Checks what is offered and shown."""
        before = seen["words"]
        if not seen["offers"]:
            self.click(".acts [data-act=move]")
        else:
            cell = seen["offers"][len(seen["offers"]) // 2][1][0]
            offered = self.choose_cell(cell)
            concerned = [text for text, cells in seen["offers"] if cell in cells]
            require(offered == concerned[:MOST_LISTED], f"at {cell} are offered {offered}, and {concerned} concern it")
            cells = next(cells for text, cells in seen["offers"] if text == offered[0])
            require(sorted(set(cells)) == self.shown(), f"{offered[0]} is not shown at {cells}")
            self.click(".moves-there button")
        return self.wait_for(lambda now: now["words"] != before and ("yours" in now["words"] or "over" in now["words"]),
                             f"after {before}")

    def require_no_errors(self):
        # That the server of the game before has ended is an error of the network's.
        errors = [event for event in self.browser.events
                  if event["method"] == "Runtime.exceptionThrown"
                  or (event["method"] == "Log.entryAdded" and event["params"]["entry"]["source"] != "network")]
        require(not errors, f"the browser reports {errors[:2]}")


def a_whole_game(rig, browser, contest, folder):
    record = folder / f"{contest[1]}.txt"
    with Played(rig, browser, [*contest, "--record", str(record)]) as game:
        seen = game.my_turn(1)
        moves = 0
        while "over" not in seen["words"]:
            require(seen["offers"] or seen["pass"], "neither a move nor a pass is offered")
            seen = game.play_a_move(seen)
            moves += 1
            require(moves < 300, "the game does not end")
        require(moves > 3, f"a game of {moves} moves: {seen['words']}")
        require("illegal" not in seen["words"], seen["words"])
        game.require_no_errors()
        require(game.stop() == 0, "rig play did not end well")
    checked = subprocess.run([rig, "check", str(record)], capture_output=True, text=True, check=False)
    require(checked.returncode == 0, f"rig check refuses the record: {checked.stdout}{checked.stderr}")
    require("result open" not in checked.stdout, f"the game is not over: {checked.stdout}")
    print(f"{contest[1]}: {moves} moves, {seen['words']}")


def undo_and_new(rig, browser):
    with Played(rig, browser, ["--contest", "icfpt2014", "--dut", "builtin:blokus"]) as game:
        game.my_turn(1)
        game.click("[data-act=undo]")
        game.wait_for(lambda seen: "nothing to take back" in seen["refused"], "an undo of nothing")
        first = game.play_a_move(game.my_turn(1))
        require("Move 3" in first["words"], first["words"])
        second = game.play_a_move(first)
        require("Move 5" in second["words"], second["words"])
        game.click("[data-act=undo]")
        back = game.wait_for(lambda seen: "Move 3 is yours" in seen["words"], "undo")
        require(back["offers"] == first["offers"], "undo leads to another position")
        game.click("[data-act=new]")
        game.wait_for(lambda seen: "Move 1 is yours" in seen["words"], "a new game")
        refused = game.browser.evaluate(
            "fetch('act', { method: 'POST', headers: { 'X-Rig-Token': location.hash.slice(7) },"
            " body: JSON.stringify({ act: 'move', text: '61a0' }) }).then((answer) => answer.text())")
        require("61a0 is not legal (start)" in refused, refused)


def after_the_end(rig, browser):
    """The board breaks a rule with its first move: that ends the game, and the page goes on."""
    with Played(rig, browser, ["--contest", "icfpt2014", "--dut", "builtin:blokus?fault=wrong-start"]) as game:
        for act in ("undo", "new"):
            over = game.play_a_move(game.my_turn(1))
            require("you won, illegal move" in over["words"] and not over["offers"], over["words"])
            game.click(f"[data-act={act}]")
        game.my_turn(1)
        ended = browser.evaluate("document.querySelector('#part-results').textContent")
        require("game 1: The game is over: you won" in ended, ended)
        require(game.stop() == 0, "rig play did not end well")


def keys(rig, browser):
    with Played(rig, browser, ["--contest", "icfpt2014", "--dut", "builtin:blokus"]) as game:
        seen = game.my_turn(1)
        browser.evaluate("document.querySelector('.turn .field').focus()")
        columns = 14
        cell = 4 * columns + 4  # (5,5), which the first tile covers
        game.press("ArrowLeft")  # from nowhere to the middle: column 0 of row 7, as the cells are counted
        at = browser.evaluate(
            "Array.from(document.querySelectorAll('.turn .cell')).findIndex((one) => one.classList.contains('at'))")
        for _ in range(at // columns - cell // columns):
            game.press("ArrowUp")
        for _ in range(cell % columns - at % columns):
            game.press("ArrowRight")
        offered = browser.evaluate("document.querySelectorAll('.moves-there button').length")
        require(offered == min(MOST_LISTED, len(seen["offers"])), f"at (5,5) are {offered} moves")
        before = game.shown()
        game.press("r")
        require(game.shown() != before, "R shows the same move")
        game.press("R")
        require(game.shown() == before, "R back shows another move")
        game.press("Enter")
        game.my_turn(3)
        require(browser.evaluate("document.activeElement.className") == "field", "the board has lost the focus")
        browser.evaluate("""(() => {
          const filter = document.querySelector(".turn input");
          filter.focus();
          filter.value = "zzz";
          filter.dispatchEvent(new Event("input"));
        })()""")
        require(browser.evaluate("document.querySelectorAll('.moves-there button').length") == 0, "zzz is no move")
        game.press("Enter")
        require("Move 3" in game.browser.evaluate(SEEN)["words"], "Enter played a move that is not offered")


PIECES = """Array.from(document.querySelectorAll(".tray button"), (one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return {
    x: x + width / 2, y: y + height / 2,
    squares: Array.from(one.querySelectorAll("rect"), (square) => [Number(square.getAttribute("x")), Number(square.getAttribute("y"))]),
  };
})"""


def pieces_of(browser):
    """What lies in the tray: the middle of each piece in the window, and its squares."""
    browser.evaluate("document.querySelector('.tray')?.scrollIntoView()")
    return browser.evaluate(PIECES)


def middle_of(browser, cells):
    """Of the box around some cells of the board, in the window."""
    boxes = browser.evaluate(
        f"{cells}.map((i) => document.querySelectorAll('.turn .cell')[i].getBoundingClientRect().toJSON())")
    return ((min(box["left"] for box in boxes) + max(box["right"] for box in boxes)) / 2,
            (min(box["top"] for box in boxes) + max(box["bottom"] for box in boxes)) / 2)


def squares_of(cells, columns):
    """The shape of some cells, as a piece of the tray has it."""
    left, top = min(cell % columns for cell in cells), min(cell // columns for cell in cells)
    return sorted([cell % columns - left, cell // columns - top] for cell in cells)


def dragging(rig, browser):
    """The 21 tiles of Blokus: turned in the tray and in the hand, dropped where they may lie, and where they may not."""
    columns = 14
    browser.shape(1400, 1200)
    with Played(rig, browser, ["--contest", "icfpt2014", "--dut", "builtin:blokus"]) as game:
        seen = game.my_turn(1)
        require(len(pieces_of(browser)) == 21, f"{len(pieces_of(browser))} pieces can be dragged")
        shapes = {str(squares_of(cells, columns)) for _, cells in seen["offers"]}
        turned = set()
        for number in range(21):
            for _ in range(8):
                piece = pieces_of(browser)[number]
                turned.add(str(sorted(piece["squares"])))
                for kind in ("mousePressed", "mouseReleased"):
                    browser.mouse(kind, piece["x"], piece["y"], button="left", clickCount=1)
        require(turned == shapes, f"{len(turned)} of {len(shapes)} ways to lie can be reached by clicks")

        piece = next(one for one in pieces_of(browser) if len(one["squares"]) == 5)
        text, cells = next((text, cells) for text, cells in seen["offers"]
                           if squares_of(cells, columns) == sorted(piece["squares"]))
        outside = middle_of(browser, [columns * 14 - 1])
        for x, y in (outside, middle_of(browser, cells)):
            browser.mouse("mousePressed", piece["x"], piece["y"], button="left", clickCount=1)
            browser.mouse("mouseMoved", x + 3, y - 3, button="left")
            shown = game.shown()
            browser.mouse("mouseReleased", x + 3, y - 3, button="left", clickCount=1)
            require(shown == ([] if (x, y) == outside else sorted(cells)), f"{text} at {cells}: {shown} is shown")
            require(browser.evaluate("!document.querySelector('.dragged-piece')"), "the piece hangs in the air")
            if (x, y) == outside:
                time.sleep(0.3)
                require("Move 1" in browser.evaluate(SEEN)["words"], "a piece dropped nowhere was played")
        third = game.my_turn(3)
        first = browser.evaluate("document.querySelector('#part-moves, .moves')?.textContent || ''")
        require(text in first, f"{text} was dropped, and the moves are {first[:200]}")
        require(len(third["offers"]) > 0 and len(pieces_of(browser)) == 20, "a tile that is laid lies in the tray")

        # In the hand: R and the wheel turn it, Escape lets it go.
        piece = max(pieces_of(browser), key=lambda one: len(one["squares"]))
        browser.mouse("mousePressed", piece["x"], piece["y"], button="left", clickCount=1)
        held = "document.querySelectorAll('.dragged-piece rect').length && document.querySelector('.dragged-piece').innerHTML"
        ways = {browser.evaluate(held)}
        game.press("r")
        ways.add(browser.evaluate(held))
        browser.mouse("mouseWheel", piece["x"], piece["y"], deltaX=0, deltaY=120)
        ways.add(browser.evaluate(held))
        require(len(ways) == 3, f"in the hand a piece lies in {len(ways)} ways")
        game.press("Escape")
        require(not browser.evaluate(held), "Escape keeps the piece")
        game.require_no_errors()
    with Played(rig, browser, ["--contest", "aut-trax", "--board", "8", "--dut", "builtin:trax"]) as game:
        game.my_turn(1)
        require(not pieces_of(browser), "Trax has a tray of tiles")
    browser.shape(1200, 900)


def who_looks_on(rig, browser):
    with Played(rig, browser, ["--contest", "icfpt2014", "--dut", "builtin:blokus"]) as game:
        game.my_turn(1)
        browser.open(game.url.split("#")[0])
        seen = game.wait_for(lambda now: "look on" in now["refused"], "a reader without the token")
        game.choose_cell(seen["offers"][0][1][0])
        game.click(".moves-there button")
        time.sleep(0.5)
        require("Move 1 is yours" in browser.evaluate(SEEN)["words"], "somebody without the token has moved")


def reads_well(rig, browser):
    """On a phone, on a desktop, in the dark: what the audit of reports finds wrong."""
    for contest in (["--contest", "icfpt2014", "--dut", "builtin:blokus"],
                    ["--contest", "aut-trax", "--board", "8", "--dut", "builtin:trax"]):
        for shape in ({"width": 390}, {"width": 390, "dark": True}, {"width": 1280}, {"width": 1280, "dark": True}):
            browser.shape(**shape)
            with Played(rig, browser, contest) as game:
                seen = game.play_a_move(game.my_turn(1))
                game.choose_cell(seen["offers"][0][1][0])
                wrong = browser.evaluate(f"({AUDIT})(false)")
                require(not wrong, f"{contest[1]}, {shape}: {wrong[:5]}")
    browser.shape(1200, 900)


def main():
    rig = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        browser.shape(1200, 900)
        who_looks_on(rig, browser)
        undo_and_new(rig, browser)
        after_the_end(rig, browser)
        keys(rig, browser)
        dragging(rig, browser)
        reads_well(rig, browser)
        a_whole_game(rig, browser, ["--contest", "icfpt2014", "--dut", "builtin:blokus"], pathlib.Path(folder))
        a_whole_game(rig, browser, ["--contest", "aut-trax", "--board", "8", "--dut", "builtin:trax"], pathlib.Path(folder))


if __name__ == "__main__":
    main()
