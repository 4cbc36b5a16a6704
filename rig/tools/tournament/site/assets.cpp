#include <fmt/format.h>

#include <string>
#include <string_view>

#include "rig/report/html/game_player.hpp"
#include "rig/report/html/html_style.hpp"
#include "rig/tools/tournament/site/frame.hpp"

namespace rig::tournament {

namespace {

/// Behind the report's own.
constexpr std::string_view style = R"css(
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
@media print { .controls, .keys, .pages { display: none; } .moves .scroll { max-height: none; overflow: visible; }
  .scroll { overflow: visible; } }
)css";

/// Behind that of the games.
constexpr std::string_view script = R"js(
// The projector: a game by itself, or the first page part by part.
(() => {
  const asked = new URLSearchParams(location.search);
  if (!asked.has("projector")) return;
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  document.documentElement.classList.add("projector");

  const begin_game = (game) => {
    const seconds_a_move = Math.min(1.2, 60 / Math.max(game.last, 1));
    const next = asked.get("projector") === "all" ? () => location.assign("../index.html?projector")
      : () => game.play(seconds_a_move, next);
    game.show(0);
    game.play(seconds_a_move, next);
  };

  // The first page: its parts in turn, each as far as it reaches; then the newest game.
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

  if (rigGames.length > 0) begin_game(rigGames[0]);
  else begin_tour();
})();
)js";

}  // namespace

std::string site_style() {
  return std::string(report::html_style) + std::string(report::projector_style) + std::string(style);
}

std::string site_script() {
  return std::string(report::html::game_script) + std::string(script);
}

}  // namespace rig::tournament
