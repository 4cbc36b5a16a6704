#include "rig/report/html/game_player.hpp"

#include <fmt/format.h>

#include "rig/report/board.hpp"
#include "rig/report/html/markup.hpp"

namespace rig::report::html {

namespace {

/// Buttons of the script, which shows them.
constexpr std::string_view controls =
    R"(<div class="controls" role="group" aria-label="Through the game" hidden="">
<button type="button" data-go="first">Start</button>
<button type="button" data-go="back">Back</button>
<button type="button" data-go="play" aria-pressed="false">Play</button>
<button type="button" data-go="forward">Forward</button>
<button type="button" data-go="last">End</button>
</div>
<p class="muted keys" hidden="">Keys: left and right arrow, Home, End, p plays.</p>
)";

}  // namespace

std::string game_player(const ShownGame& game, std::string_view beside) {
  if (game.boards.empty()) return {};
  return fmt::format(
      "<div class=\"play\">\n<div class=\"boards\">\n{}<p class=\"now\" aria-live=\"polite\">{}</p>\n"
      "{}</div>\n{}</div>\n",
      svg_of_game(game.boards, "The board; below it stands which move it shows", game.words),
      content(game.words.empty() ? "" : game.words.back()), controls, beside);
}

const std::string_view game_script = R"js("use strict";
// A game in a box of the class `play`, move by move. Without it a page shows the last position.
const rigGame = (box) => {
  const all = (selector) => Array.from(box.querySelectorAll(selector));
  const boards = all("svg.game");
  const parts = all("svg.game g[data-ply]");
  const rows = all("tr[data-ply]");
  const now = box.querySelector(".now");
  const last = parts.length - 1;  // position 0 is the one before the first move
  let shown = last;
  let clock = null;

  const show = (ply) => {
    shown = Math.max(0, Math.min(last, ply));
    const board = boards.filter((one) => Number(one.dataset.from) <= shown).pop();
    for (const one of boards) one.classList.toggle("away", one !== board);
    parts.forEach((part, i) => {
      part.classList.toggle("later", i > shown);
      part.classList.toggle("shown", i === shown);
    });
    rows.forEach((row, i) => {
      if (i + 1 === shown) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    });
    const list = box.querySelector(".moves .scroll");
    const row = rows[shown - 1];
    if (list) list.scrollTop = row ? row.offsetTop - list.clientHeight / 2 : 0;
    now.textContent = parts[shown].dataset.says || "";
  };

  const press = (pressed) => {
    for (const button of all("[data-go=play]")) button.setAttribute("aria-pressed", pressed);
  };
  const pause = () => {
    clearInterval(clock);
    clock = null;
    press("false");
  };
  const play = (seconds_a_move = 0.8, at_the_end = null) => {
    if (shown === last) show(0);
    press("true");
    clock = setInterval(() => {
      if (shown < last) return show(shown + 1);
      pause();
      if (at_the_end) setTimeout(at_the_end, 6000);
    }, 1000 * seconds_a_move);
  };

  const go = {
    first: () => show(0), back: () => show(shown - 1), forward: () => show(shown + 1), last: () => show(last),
    play: () => play(),
  };
  const obey = (what) => {
    const played = clock !== null;
    pause();
    if (what !== "play" || !played) go[what]();
  };

  for (const one of all(".controls, .keys")) one.hidden = false;
  for (const button of all("[data-go]")) button.addEventListener("click", () => obey(button.dataset.go));
  rows.forEach((row, i) => row.addEventListener("click", () => { pause(); show(i + 1); }));
  if (last >= 0) show(last);
  box.rigGame = { last, show, play, obey, shown: () => shown };
  return box.rigGame;
};
const rigGames = Array.from(document.querySelectorAll(".play"), rigGame);
(() => {
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", p: "play" };
  let touched = null;
  document.addEventListener("click", (event) => { touched = event.target.closest?.(".play") || touched; });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, select, textarea");
    if (typing || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    const boxes = document.querySelectorAll(".play");
    const box = document.activeElement?.closest(".play") || (boxes.length === 1 ? boxes[0] : touched);
    if (!box?.rigGame) return;
    event.preventDefault();
    box.rigGame.obey(keys[event.key]);
  });
})();
)js";

}  // namespace rig::report::html
