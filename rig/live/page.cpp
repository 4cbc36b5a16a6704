#include "rig/live/page.hpp"

#include <fmt/format.h>

#include <string_view>

#include "rig/live/turn_page.hpp"
#include "rig/report/html/game_player.hpp"
#include "rig/report/html/html_style.hpp"
#include "rig/report/html/markup.hpp"

namespace rig::live {

namespace {

constexpr std::string_view style = R"css(
#state { font-size: .88rem; color: var(--muted); }
#state.away-from-rig { color: var(--fail); font-weight: 600; }
main > div { margin: 1rem 0 0; }
.sides { display: flex; flex-wrap: wrap; gap: .4rem 2rem; font-size: 1.15rem; }
.sides > div { padding: .3rem .8rem; border-left: .35rem solid var(--line); }
.sides > .moves-now { border-color: var(--mark); font-weight: 650; }
.sides .clock { font-variant-numeric: tabular-nums; color: var(--muted); }
.exchanges td, .exchanges th { font-size: .88rem; }
.cell { cursor: pointer; fill: transparent; }
.cell:hover, .cell:focus { fill: var(--mark); fill-opacity: .35; outline: none; }
.choice { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
.choice button { font: inherit; padding: .35rem .7rem; border-radius: .3rem; border: 1px solid var(--muted);
  background: var(--card); color: var(--text); cursor: pointer; }
.projector #state { display: none; }
.projector svg.game { height: 54vh; }
.projector svg.board:not(.game) { height: 54vh; width: auto; max-width: 55vw; }
.projector .moves .scroll { max-height: 54vh; }
.projector .now { font-size: 1rem; }
.projector #part-now section { display: grid; grid-template-columns: auto 1fr; gap: 0 3vw; align-items: start;
  align-content: start; min-height: 64vh; }
.projector main:has(#part-benches) { display: grid; grid-template-columns: 2fr 3fr; gap: 0 3vw; align-items: start; }
.projector #part-now h2 { grid-column: 1 / -1; }
)css";

constexpr std::string_view script = R"js(
// Parts of the page as they come. `a/b` is an element of `a`, which is made when it is first told.
(() => {
  if (new URLSearchParams(location.search).has("projector")) document.documentElement.classList.add("projector");
  const main = document.querySelector("main");
  const state = document.getElementById("state");

  const place_of = (name, order) => {
    const known = document.getElementById("part-" + name);
    if (known) return known;
    const slash = name.lastIndexOf("/");
    const box = document.createElement("div");
    box.id = "part-" + name;
    box.order = order;
    const whole = slash < 0 ? main : place_of(name.slice(0, slash), order);
    whole.insertBefore(box, Array.from(whole.children).find((one) => one.order > order) || null);
    return box;
  };

  // Who goes back through a game stays there while it goes on.
  const show = ({ part, order, html }) => {
    const place = place_of(part, order);
    const before = place.querySelector(".play")?.rigGame;
    const stays = before && before.shown() < before.last ? before.shown() : null;
    place.innerHTML = html;
    for (const box of place.querySelectorAll(".play")) {
      const game = rigGame(box);
      if (stays !== null && stays <= game.last) game.show(stays);
    }
    document.dispatchEvent(new CustomEvent("rig-part", { detail: part }));
  };

  const source = new EventSource("events");
  source.onopen = () => { state.textContent = "live"; state.classList.remove("away-from-rig"); };
  source.onmessage = (event) => show(JSON.parse(event.data));
  source.onerror = () => {
    state.textContent = "The rig does not answer: it has ended, or it was stopped. This is what it showed last.";
    state.classList.add("away-from-rig");
  };

  // Clocks that run between events.
  setInterval(() => {
    for (const clock of document.querySelectorAll("[data-runs]")) {
      clock.since ??= performance.now();
      clock.textContent = ((Number(clock.dataset.runs) + performance.now() - clock.since) / 1000).toFixed(1) + " s";
    }
  }, 100);

  document.addEventListener("keydown", (event) => {
    if (event.key === "b" && !event.ctrlKey && !event.altKey && !event.metaKey && !event.target.closest?.("input"))
      document.documentElement.classList.toggle("projector");
  });
})();
)js";

}  // namespace

std::string page_html(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"live.css\">\n<title>{0}</title>\n"
      "<script src=\"live.js\" defer=\"\"></script>\n</head>\n<body>\n<header>\n"
      "<p class=\"kicker\">contest-rig · <span id=\"state\" "
      "role=\"status\">connecting</span></p>\n<h1>{0}</h1>\n</header>\n"
      "<main></main>\n<footer><p class=\"muted\">b: for a projector, and "
      "back</p></footer>\n</body>\n</html>\n",
      report::content(title));
}

std::string page_style() {
  return std::string(report::html_style) + std::string(report::projector_style) + std::string(style) +
         turn_style();
}

std::string page_script() {
  return std::string(report::html::game_script) + std::string(script) + turn_script();
}

}  // namespace rig::live
