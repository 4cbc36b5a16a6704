#include <fmt/format.h>

#include <string>
#include <string_view>

#include "rig/report/html/html_style.hpp"
#include "rig/tools/tournament/site/frame.hpp"

namespace rig::tournament {

namespace {

/// Behind the report's own. For a projector the colours are those of the dark, brighter.
constexpr std::string_view style = R"css(
[hidden], .away, .later { display: none !important; }
.pages { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; margin: .9rem 0 0; }
section .scroll { margin-top: .6rem; }
.scroll td { overflow-wrap: break-word; min-width: 7rem; }
.scroll td.number { min-width: 0; }
.scroll tbody th:not(.number) { min-width: 9rem; }
.scroll .number { width: 1%; }
.scroll td > code { white-space: nowrap; }
.scroll + .list { margin-top: .9rem; }
.cross { width: auto; }
.cross td { white-space: nowrap; }
.cross tbody th { position: sticky; left: 0; background: var(--card); min-width: 8rem; max-width: 20rem; }
abbr { text-decoration: none; }
tr[aria-current] > * { background: var(--unsure-tint); }
tr[data-ply] { cursor: pointer; }
.play { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: flex-start; }
.play .boards { flex: 3 1 20rem; min-width: 0; }
.play .moves { flex: 2 1 18rem; min-width: 0; }
.moves .scroll { margin: 0; max-height: 70vh; overflow: auto; }
svg.game { max-width: none; max-height: 80vh; margin: 0; }
svg.game .hatch { display: none; }
svg.game .move { display: none; }
svg.game .shown > .move { display: inline; }
svg.game .outline, svg.tiles.game .outline { stroke: var(--mark); }
svg.game .piece { fill: none; stroke: var(--text); stroke-width: 1.4; stroke-linecap: square; }
.now { font-size: 1.15rem; font-weight: 600; min-height: 1.5em; }
.controls { display: flex; flex-wrap: wrap; gap: .4rem; }
.controls button { font: inherit; padding: .45rem .9rem; border-radius: .3rem; border: 1px solid var(--muted);
  background: var(--card); color: var(--text); cursor: pointer; }
.controls button[aria-pressed=true] { background: var(--link); color: var(--card); }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
.projector {
  color-scheme: dark; font-size: 165%;
  --page: #000000; --card: #101214; --text: #ffffff; --muted: #c3cad1; --line: #3c444c; --well: #000000;
  --link: #a9ceff; --bar: #7aaedd;
  --grid: #4c555e; --one: #8fb2d9; --two: #22303e; --on-one: #000000;
  --tile: #3a434c; --red: #ff7a6e; --white: #ffffff; --bank: #000000; --mark: #ffd24d;
  --pass: #7dd3a0; --pass-tint: #10271a; --fail: #ff9a90; --fail-tint: #3b1a18;
  --unsure: #ffd24d; --unsure-tint: #352809; --none: #c3cad1; --none-tint: #262b31;
}
.projector header, .projector main { max-width: none; padding-left: 3vw; padding-right: 3vw; }
.projector header { padding-top: 1.2rem; }
.projector h1 { margin-bottom: .4rem; }
.projector h2 { margin-top: 1rem; }
.projector .pages, .projector footer, .projector .controls, .projector .keys, .projector .kicker,
.projector .result { display: none; }
.projector .verdict { padding: .4rem 1rem; }
.projector svg.game { height: 72vh; max-height: none; }
.projector .moves .scroll { max-height: 72vh; }
@media print { .controls, .keys, .pages { display: none; } .moves .scroll { max-height: none; overflow: visible; }
  .scroll { overflow: visible; } }
)css";

constexpr std::string_view script = R"js("use strict";
// Games move by move, and the projector. Without it pages show the last position and all moves.
(() => {
  const asked = new URLSearchParams(location.search);
  const on_projector = asked.has("projector");
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  if (on_projector) document.documentElement.classList.add("projector");

  // A game: position 0 is the one before the first move.
  const boards = all("svg.game");
  const parts = all("svg.game g[data-ply]");
  const rows = all("tr[data-ply]");
  const last = parts.length - 1;
  const seconds_a_move = on_projector ? Math.min(1.2, 60 / Math.max(last, 1)) : 0.8;
  let shown = last;
  let clock = null;

  const words = () => {
    if (shown === 0) return "Before the first move";
    const cells = rows[shown - 1].cells;
    const time = cells[3] ? cells[3].textContent : "";
    return `Move ${shown} of ${last}: ${cells[1].textContent} played ${cells[2].textContent}` +
      (time ? ` after ${time}` : "");
  };

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
    const box = document.querySelector(".moves .scroll");
    const row = rows[shown - 1];
    if (box) box.scrollTop = row ? row.offsetTop - box.clientHeight / 2 : 0;
    document.querySelector(".now").textContent = words();
  };

  const pause = () => {
    clearInterval(clock);
    clock = null;
    for (const button of all("[data-go=play]")) button.setAttribute("aria-pressed", "false");
  };

  const play = (at_the_end) => {
    if (shown === last) show(0);
    for (const button of all("[data-go=play]")) button.setAttribute("aria-pressed", "true");
    clock = setInterval(() => {
      if (shown < last) return show(shown + 1);
      pause();
      if (at_the_end) setTimeout(at_the_end, 6000);
    }, 1000 * seconds_a_move);
  };

  const go = {
    first: () => show(0), back: () => show(shown - 1), forward: () => show(shown + 1), last: () => show(last),
    play: () => (clock === null ? play() : null),
  };
  const obey = (what) => {
    const played = clock !== null;
    pause();
    if (what !== "play" || !played) go[what]();
  };

  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", p: "play" };
  const begin_game = () => {
    for (const one of all(".controls, .keys")) one.hidden = false;
    for (const button of all("[data-go]")) button.addEventListener("click", () => obey(button.dataset.go));
    rows.forEach((row, i) => row.addEventListener("click", () => { pause(); show(i + 1); }));
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
      event.preventDefault();
      obey(keys[event.key]);
    });
    show(on_projector ? 0 : last);
    if (!on_projector) return;
    const next = asked.get("projector") === "all" ? () => location.assign("../index.html?projector")
      : () => play(next);
    play(next);
  };

  // The first page on a projector: its parts in turn, each as far as it reaches; then the newest game.
  const begin_tour = () => {
    const sections = all("main > section");
    const newest = document.querySelector("#latest ~ .scroll a[href]");
    let at = 0;
    const only = () => {
      sections.forEach((one, i) => { one.hidden = i !== at; });
      scrollTo(0, 0);
    };
    const next = () => {
      if (scrollY + innerHeight < document.documentElement.scrollHeight - 8) return scrollBy(0, innerHeight * 0.8);
      at += 1;
      if (at < sections.length) return only();
      if (newest) location.assign(newest.getAttribute("href") + "?projector=all");
      else location.reload();
    };
    only();
    setInterval(next, 10000);
  };

  if (parts.length > 0) begin_game();
  else if (on_projector) begin_tour();
})();
)js";

}  // namespace

std::string site_style() {
  return std::string(report::html_style) + std::string(style);
}

std::string_view site_script() {
  return script;
}

}  // namespace rig::tournament
