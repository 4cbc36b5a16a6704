#include "rig/live/tile_tray.hpp"

#include <string_view>

namespace rig::live {

namespace {

constexpr std::string_view styles = R"css(
.tray { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .6rem 0; }
.tray:empty { display: none; }
.tray p { flex-basis: 100%; margin: 0; }
.tray button { padding: .3rem; border: 1px solid var(--line); border-radius: .3rem; background: var(--card);
  cursor: grab; touch-action: none; line-height: 0; }
.tray button:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
.tray button.dragged { opacity: .4; }
.tray rect, .dragged-piece rect { fill: var(--mark); stroke: var(--card); stroke-width: .08; }
.dragged-piece { position: fixed; pointer-events: none; z-index: 9; opacity: .75; }
)css";

constexpr std::string_view scripts = R"js(
// Pieces to drag. `over` is told which move the piece would be where it is now, if any, `drop` where it was let go.
const rigTray = (() => {
  const small = 9; // pixels for a square of the tray
  const still = 5; // pixels within which a drag is a click

  const key_of = (shape) => shape.map((square) => square.join()).join(" ");
  const corner_of = (squares) => [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))];
  const at_origin = (squares) => {
    const [left, top] = corner_of(squares);
    return squares.map(([x, y]) => [x - left, y - top]).sort(([x, y], [u, v]) => y - v || x - u);
  };
  const quarter = (shape) => at_origin(shape.map(([x, y]) => [-y, x]));
  const mirrored = (shape) => at_origin(shape.map(([x, y]) => [-x, y]));

  // In the order in which a hand would turn it: four quarters, then four of its other side.
  const turns_of = (shape) => [shape, mirrored(shape)].flatMap((side) => {
    const half = quarter(quarter(side));
    return [side, quarter(side), half, quarter(half)];
  });

  const is_one_piece = (shape) => {
    const left = new Set(shape.map(String));
    const next = [shape[0]];
    while (next.length) {
      const [x, y] = next.pop();
      if (left.delete(`${x},${y}`)) next.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
    }
    return left.size === 0;
  };

  // A piece for each shape: its ways to lie, each with its moves by where its top left corner comes to lie.
  const pieces_in = (offers, columns) => {
    const pieces = new Map();
    const one_way = new Map();
    for (const offer of offers) {
      if (!offer[1].length) continue;
      const squares = offer[1].map((i) => [i % columns, Math.floor(i / columns)]);
      const shape = at_origin(squares);
      const key = key_of(shape);
      if (!one_way.has(key)) {
        if (!is_one_piece(shape)) return [];
        const turns = turns_of(shape).map(key_of);
        const piece = turns.find((turn) => pieces.has(turn)) ?? key;
        if (!pieces.has(piece)) pieces.set(piece, { shape, ways: [] });
        const way = { shape, places: new Map() };
        one_way.set(key, way);
        pieces.get(piece).ways.push(way);
      }
      one_way.get(key).places.set(String(corner_of(squares)), offer);
    }
    for (const piece of pieces.values()) {
      const order = turns_of(piece.shape).map(key_of);
      piece.ways.sort((one, other) => order.indexOf(key_of(one.shape)) - order.indexOf(key_of(other.shape)));
    }
    return Array.from(pieces.values());
  };

  const drawn = (shape, width, height) => {
    const xml = "http://www.w3.org/2000/svg";
    const columns = 1 + Math.max(...shape.map(([x]) => x));
    const rows = 1 + Math.max(...shape.map(([, y]) => y));
    const picture = document.createElementNS(xml, "svg");
    picture.setAttribute("aria-hidden", "true");
    picture.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
    picture.setAttribute("width", columns * width);
    picture.setAttribute("height", rows * height);
    for (const [x, y] of shape) {
      const square = document.createElementNS(xml, "rect");
      for (const [name, value] of Object.entries({ x, y, width: 1, height: 1 })) square.setAttribute(name, value);
      picture.append(square);
    }
    return picture;
  };

  // The legal place nearest to where the piece is held, at most a square away.
  const nearest = (places, x, y) => {
    let found = null;
    let least = 1;
    for (const [corner, offer] of places) {
      const [column, row] = corner.split(",").map(Number);
      const away = Math.max(Math.abs(column - x), Math.abs(row - y));
      if (away < least) [found, least] = [offer, away];
    }
    return found;
  };

  const drag = (piece, button, pressed, board, acts) => {
    const size = board.getBoundingClientRect();
    const ghost = document.createElement("div");
    ghost.className = "dragged-piece";
    document.body.append(ghost);
    button.classList.add("dragged");
    let held = pressed;
    let far = false;
    let offer = null;
    const follow = () => {
      const { shape, places } = piece.ways[0];
      ghost.replaceChildren(drawn(shape, size.width, size.height));
      const { width, height } = ghost.getBoundingClientRect();
      const left = held.clientX - width / 2;
      const top = held.clientY - height / 2;
      ghost.style.left = left + "px";
      ghost.style.top = top + "px";
      const first = board.getBoundingClientRect();
      offer = far ? nearest(places, (left - first.left) / size.width, (top - first.top) / size.height) : null;
      acts.over(offer);
    };
    const moved = (event) => {
      held = event;
      far ||= Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > still;
      follow();
    };
    const turn = (by) => { acts.turn(piece, by); follow(); };
    const keyed = (event) => {
      if (event.key === "Escape") return end();
      if (event.key !== "r" && event.key !== "R") return;
      event.preventDefault();
      event.stopPropagation();
      turn(event.key === "r" ? 1 : -1);
    };
    const wheeled = (event) => { event.preventDefault(); turn(event.deltaY > 0 ? 1 : -1); };
    const end = () => {
      listening.abort();
      ghost.remove();
      button.classList.remove("dragged");
      acts.over(null);
    };
    const let_go = () => {
      const dropped = offer;
      end();
      if (!far) acts.turn(piece, 1);
      else if (dropped) acts.drop(dropped);
    };
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true, passive: false };
    for (const [name, does] of Object.entries(
      { pointermove: moved, pointerup: let_go, pointercancel: end, keydown: keyed, wheel: wheeled }))
      window.addEventListener(name, does, options);
    follow();
  };

  return (tray, board, offers, columns, acts) => {
    const pieces = pieces_in(offers, columns);
    if (pieces.length === 1 && pieces[0].shape.length === 1) return; // a click does it
    if (pieces.length) {
      const words = document.createElement("p");
      words.className = "muted";
      words.textContent = "Or drag a piece onto the board: a click, R or the wheel turns it.";
      tray.append(words);
    }
    for (const piece of pieces) {
      const button = document.createElement("button");
      button.type = "button";
      const show = () => {
        const { shape, places } = piece.ways[0];
        button.replaceChildren(drawn(shape, small, small));
        button.setAttribute("aria-label", `piece of ${shape.length}, lies in ${places.size} places as it is turned`);
      };
      const turn = (turned, by) => {
        if (by > 0) turned.ways.push(turned.ways.shift());
        else turned.ways.unshift(turned.ways.pop());
        show();
      };
      button.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        drag(piece, button, event, board, { ...acts, turn });
      });
      button.addEventListener("keydown", (event) => {
        if (event.key === "r" || event.key === "R") turn(piece, event.key === "r" ? 1 : -1);
      });
      show();
      tray.append(button);
    }
  };
})();
)js";

}  // namespace

std::string tray_script() {
  return std::string(scripts);
}

std::string tray_style() {
  return std::string(styles);
}

}  // namespace rig::live
