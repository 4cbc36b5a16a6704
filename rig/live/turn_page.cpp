#include "rig/live/turn_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "rig/game/game.hpp"
#include "rig/live/tile_tray.hpp"
#include "rig/protocol/picture.hpp"
#include "rig/report/board.hpp"
#include "rig/report/html/markup.hpp"

namespace rig::live {

using protocol::BoardPicture;
using protocol::Move;
using protocol::Ruling;
using report::attribute;
using report::content;

namespace {

constexpr std::string_view turn_styles = R"css(
.turn { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: flex-start; }
.turn .field { border-radius: .3rem; }
.turn .field:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
.turn .field svg.board { display: block; width: min(74vh, 92vw, calc(var(--columns) * 5rem + 3rem)) !important;
  max-width: none !important; max-height: 80vh; height: auto; }
.turn .beside { flex: 1 1 16rem; max-width: 32rem; }
.turn .to-do { font-size: 1.15rem; font-weight: 650; margin: 0 0 .6rem; }
.turn label { display: block; margin: .6rem 0; }
.turn input { font: inherit; padding: .3rem .5rem; width: 9rem; border: 1px solid var(--muted); border-radius: .3rem;
  background: var(--card); color: var(--text); }
.turn .choice.moves-there { max-height: 38vh; overflow-y: auto; }
.turn .choice button[aria-pressed="true"] { background: var(--mark); color: var(--page); border-color: var(--mark); }
.turn .acts { margin-top: 1rem; }
.turn .refused { color: var(--fail); font-weight: 600; min-height: 1.4em; }
.cell.would { fill: var(--mark); fill-opacity: .6; }
.cell.at { stroke: var(--mark); stroke-width: 2; }
.look svg.board { width: min(40vh, 60vw) !important; max-width: none !important; height: auto; }
)css";

constexpr std::string_view turn_scripts = R"js(
// The turn of a person: choose a square, then one of the moves there. Only who has the whole address can play.
(() => {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") || "";
  const most_listed = 100;
  let wants_focus = false;

  const act = async (what, text) => {
    const answer = await fetch("act", {
      method: "POST",
      headers: { "X-Rig-Token": token, "Content-Type": "application/json" },
      body: JSON.stringify({ act: what, text }),
    }).catch(() => null);
    if (!answer) return "The rig does not answer.";
    return answer.ok ? "" : answer.text();
  };

  const set_up = (turn) => {
    const offers = JSON.parse(turn.dataset.offers);
    const columns = Number(turn.dataset.columns);
    const looks = turn.dataset.looks === "yes";
    const cells = Array.from(turn.querySelectorAll(".cell"));
    const field = turn.querySelector(".field");
    const list = turn.querySelector(".moves-there");
    const count = turn.querySelector(".count");
    const filter = turn.querySelector("input");
    const refused = turn.querySelector(".refused");
    let cell = null;
    let at = 0;
    let offered = [];
    let asked = false;

    const send = async (what, text) => {
      if (asked) return;
      asked = true;
      refused.textContent = await act(what, text);
      asked = false;
    };
    const play = (offer) => { if (offer) send("move", offer[0]); };
    const preview = (dragged = null) => {
      const shown = dragged || offered[at];
      const would = new Set(shown && (dragged || cell !== null || filter.value) ? shown[1] : []);
      cells.forEach((one, i) => {
        one.classList.toggle("would", would.has(i));
        one.classList.toggle("at", i === cell);
      });
      Array.from(list.children).forEach((one, i) => one.setAttribute("aria-pressed", i === at));
      list.children[at]?.scrollIntoView({ block: "nearest" });
      if (looks && shown && would.size) act("look", shown[0]);
    };
    const choose = () => {
      const part = filter.value.trim().toLowerCase();
      offered = offers.filter(([text, on]) =>
        (cell === null || on.includes(cell)) && (!part || text.toLowerCase().includes(part)));
      at = 0;
      const there = cell === null ? "" : " at " + cells[cell].querySelector("title").textContent;
      count.textContent = offers.length === 0 ? "" :
        offered.length + (offered.length === 1 ? " legal move" : " legal moves") + there +
        (offered.length > most_listed ? ", the first " + most_listed + " of them:" : "");
      list.replaceChildren(...offered.slice(0, most_listed).map((offer, i) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = offer[0];
        button.addEventListener("mouseenter", () => { at = i; preview(); });
        button.addEventListener("focus", () => { at = i; preview(); });
        button.addEventListener("click", () => play(offer));
        return button;
      }));
      preview();
    };
    const turn_to = (by) => {
      const length = Math.min(offered.length, most_listed);
      if (length) at = (at + by + length) % length;
      preview();
    };
    const go = (by_column, by_row) => {
      if (cell === null) cell = Math.floor(cells.length / 2);
      else {
        const column = Math.min(columns - 1, Math.max(0, (cell % columns) + by_column));
        const row = Math.min(cells.length / columns - 1, Math.max(0, Math.floor(cell / columns) + by_row));
        cell = row * columns + column;
      }
      choose();
    };
    const keys = {
      ArrowLeft: () => go(-1, 0), ArrowRight: () => go(1, 0), ArrowUp: () => go(0, -1), ArrowDown: () => go(0, 1),
      r: () => turn_to(1), R: () => turn_to(-1), Enter: () => play(offered[at]),
      Escape: () => { cell = null; filter.value = ""; choose(); },
    };
    const keys_of_filter = {
      ArrowUp: () => turn_to(-1), ArrowDown: () => turn_to(1), Enter: keys.Enter, Escape: keys.Escape,
    };

    cells.forEach((one, i) => one.addEventListener("click", () => {
      if (!offers.length) return;
      if (i === cell) return turn_to(1);
      cell = i;
      choose();
    }));
    filter.addEventListener("input", choose);
    turn.addEventListener("keydown", (event) => {
      wants_focus = true;
      const known = event.target === filter ? keys_of_filter : event.target === field ? keys : {};
      if (event.ctrlKey || event.altKey || event.metaKey || !known[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      known[event.key]();
    });
    turn.addEventListener("click", () => { wants_focus = true; });
    for (const button of turn.querySelectorAll("[data-act]")) {
      button.disabled = !token;
      button.addEventListener("click", () => send(button.dataset.act, button.dataset.text || ""));
    }
    const tray = turn.querySelector(".tray");
    if (!looks) rigTray(tray, cells[0], offers, columns, { over: preview, drop: play });
    if (!token) refused.textContent = "You look on: only who has the whole address that was printed can play.";
    choose();
    if (wants_focus) field.focus({ preventScroll: true });
  };

  document.addEventListener("rig-part", (event) => {
    if (event.detail !== "turn") return;
    document.getElementById("part-look")?.replaceChildren();
    for (const turn of document.querySelectorAll(".turn")) set_up(turn);
  });
})();
)js";

/// Where a cell of this name stands in a picture; its size where it does not.
std::size_t place_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::vector<std::size_t> cells_of(const BoardPicture& move, const BoardPicture& board) {
  std::vector<std::size_t> cells;
  for (std::size_t row = 0; row < move.rows.size(); ++row) {
    for (std::size_t column = 0; column < move.columns.size(); ++column) {
      if (move.marks[row][column] != BoardPicture::marked) continue;
      const std::size_t x = place_of(board.columns, move.columns[column]);
      const std::size_t y = place_of(board.rows, move.rows[row]);
      if (x < board.columns.size() && y < board.rows.size()) cells.push_back(y * board.columns.size() + x);
    }
  }
  return cells;
}

std::string json_of(const std::vector<Offer>& offers) {
  nlohmann::json list = nlohmann::json::array();
  for (const Offer& offer : offers) list.push_back({offer.text, offer.cells});
  return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string button(std::string_view act, std::string_view text, std::string_view words) {
  return fmt::format("<button type=\"button\" data-act=\"{}\" data-text=\"{}\">{}</button>\n", act,
                     attribute(text), content(words));
}

/// `offers` may be empty; `pass` is the legal one, if there is one.
std::string turn_of(const BoardPicture& board, const std::string& words, const std::vector<Offer>& offers,
                    const Move& pass) {
  const bool looks = board.kind == BoardPicture::Kind::paths;
  const std::string keys =
      "Click a square, or choose it with the arrow keys. R goes through the moves there, Enter plays the one "
      "that is shown.";
  const std::string tray =
      looks ? "" : "<div class=\"tray\" role=\"group\" aria-label=\"Pieces to drag onto the board\"></div>\n";
  return fmt::format(
      "<div class=\"turn\" style=\"--columns:{0}\" data-columns=\"{0}\" data-looks=\"{1}\" "
      "data-offers=\"{2}\">\n"
      "<div class=\"field\" tabindex=\"0\" role=\"application\" aria-label=\"The board. {3}\">\n{4}</div>\n"
      "<div class=\"beside\">\n<p class=\"to-do\" role=\"status\">{5}</p>\n<p class=\"muted\">{6}</p>\n"
      "{10}<label>Moves with <input type=\"text\" autocomplete=\"off\" spellcheck=\"false\"></label>\n"
      "<p class=\"count\" aria-live=\"polite\"></p>\n"
      "<div class=\"choice moves-there\" role=\"group\" aria-label=\"Legal moves\"></div>\n"
      "<div class=\"choice acts\">\n{7}{8}{9}</div>\n<p class=\"refused\" "
      "role=\"alert\"></p>\n</div>\n</div>\n",
      board.columns.size(), looks ? "yes" : "no", attribute(json_of(offers)), keys,
      report::svg_with_cells(board, "turn-board"), content(words), keys,
      pass.text.empty() ? "" : button("move", pass.text, "Pass (" + pass.text + ")"),
      button("undo", "", "Undo"), button("new", "", "New game"), tray);
}

}  // namespace

std::vector<Offer> offers_in(const Ruling& position, const BoardPicture& board) {
  std::vector<std::pair<std::string, Offer>> found;
  for (const Move& move : position.legal_moves())
    found.push_back({position.code_of(move), {move.text, cells_of(position.picture(move), board)}});
  std::stable_sort(found.begin(), found.end(), [](const auto& one, const auto& other) {
    const std::size_t size = one.second.cells.size();
    const std::size_t other_size = other.second.cells.size();
    return size != other_size ? size > other_size : one.first < other.first;
  });
  std::vector<Offer> offers;
  std::set<std::vector<std::size_t>> seen;
  for (auto& [code, offer] : found) {
    const bool is_new = offer.cells.empty() || seen.insert(offer.cells).second;
    if (is_new || board.kind != BoardPicture::Kind::squares) offers.push_back(std::move(offer));
  }
  return offers;
}

TurnPage::TurnPage(Hub& hub, const protocol::Contest& contest)
    : hub_(hub), notation_(*game::game_of(contest).notation) {
  hub_.show("said", std::string());
  hub_.show("turn", std::string("<p>The game has not begun yet.</p>"));
  hub_.show("look", std::string());
}

void TurnPage::offer(std::shared_ptr<const Ruling> position, const Move& last) {
  hub_.show("turn", [&notation = notation_, position = std::move(position), last] {
    const BoardPicture board = notation.after_last_move(*position, last);
    const Move pass = position->pass();
    const bool can_pass = !pass.text.empty() && position->judge(pass).legal;
    const std::string words = fmt::format("Move {} is yours{}.", position->ply() + 1,
                                          position->must_pass() ? ": you have no legal move, and pass" : "");
    return turn_of(board, words, offers_in(*position, board), can_pass ? pass : Move{});
  });
}

void TurnPage::show(std::shared_ptr<const Ruling> position, const Move& last, const std::string& words) {
  hub_.show("turn", [&notation = notation_, position = std::move(position), last, words] {
    return turn_of(notation.after_last_move(*position, last), words, {}, {});
  });
}

void TurnPage::look(std::shared_ptr<const Ruling> position, const Move& move) {
  hub_.show("look", [&notation = notation_, position = std::move(position), move] {
    const std::unique_ptr<Ruling> after = position->clone();
    after->play(move);
    BoardPicture board = notation.after_last_move(*after, move);
    board.caption = "after " + move.text;
    return fmt::format("<div class=\"look\">\n<p>After {}:</p>\n{}</div>\n", content(move.text),
                       report::svg_of(board, "look-board"));
  });
}

void TurnPage::say(const std::string& sentence) {
  hub_.show("said",
            sentence.empty() ? std::string() : fmt::format("<p role=\"status\">{}</p>\n", content(sentence)));
}

std::string turn_script() {
  return tray_script() + std::string(turn_scripts);
}

std::string turn_style() {
  return std::string(turn_styles) + tray_style();
}

}  // namespace rig::live
