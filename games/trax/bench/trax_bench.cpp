/// trax_bench: the speed of the Trax oracle, each number beside a bound measured in the same run.
///
/// A machine that is busy or slow moves both, so the ratio is what can be compared. Times are processor
/// time of this process, the best of several rounds. What was published of another engine was measured on
/// another machine: it stands beside the rest to tell how far apart they are, not to be compared to the
/// percent.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "games/trax/rules/perft.hpp"
#include "games/trax/rules/position.hpp"
#include "games/trax/tests/slow_trax.hpp"
#include "rig/base/random.hpp"
#include "scripts/bench/effort.hpp"

namespace {

using bench::Stopwatch;
using rig::Random;
using rig::trax::Board;
using rig::trax::CellId;
using rig::trax::Move;
using rig::trax::Position;
using rig::trax::Rules;
using rig::trax::Symbol;

constexpr double million = 1e6;
constexpr double nano = 1e-9;

/// Keeps a result, so that the work for it is done.
void use(std::uint64_t value) {
  static volatile std::uint64_t sink = 0;
  sink = sink + value;
}

// --- the bound ---------------------------------------------------------------------------------------

/// The tiles that the leaves of a perft lay, turn by turn.
struct Trace {
  std::vector<CellId> cells;
  std::vector<std::uint32_t> turn_ends;
};

void record(Board& board, int depth, Trace& trace) {
  if (board.over()) return;
  board.for_each_playable([&](CellId cell) {
    for (const rig::trax::ends::Stone stone : board.fits(cell)) {
      if (stone == 0 || !board.try_turn({cell, stone})) continue;
      if (depth == 1) {
        for (const auto& laid : board.last_turn()) trace.cells.push_back(laid.cell);
        trace.turn_ends.push_back(static_cast<std::uint32_t>(trace.cells.size()));
      } else {
        record(board, depth - 1, trace);
      }
      board.take_back();
    }
  });
}

/// The least that the leaves of a perft must do to memory, told in advance which cells: a tile is put into
/// its cell, tells four neighbours and joins two pairs of path ends, and all that is undone. No rules, no
/// generating, no test. Seconds for a leaf.
double bound_of_a_leaf(const Stopwatch& watch, int depth) {
  Trace trace;
  Board board;
  record(board, depth, trace);
  constexpr std::size_t cells = Board::page_cells;
  std::array<std::uint16_t, cells + 2 * std::size_t{Board::page_side}> states{};
  std::array<std::uint32_t, 4 * cells> ends{};
  for (std::uint32_t i = 0; i < ends.size(); ++i) ends[i] = i;
  const auto touch = [&](CellId cell, std::uint16_t mark) {
    for (const CellId beside : {0U, 15U, 16U, 17U, 32U}) states[cell + beside] ^= mark;
    std::uint32_t* const ports = ends.data() + std::size_t{4} * cell;
    std::swap(ports[0], ports[1]);
    std::swap(ports[2], ports[3]);
  };
  const auto replay = [&] {
    std::uint32_t begin = 0;
    std::uint64_t seen = 0;
    for (const std::uint32_t end : trace.turn_ends) {
      for (std::uint32_t i = begin; i < end; ++i) touch(trace.cells[i], 0x0101);
      seen += states[trace.cells[begin]];
      for (std::uint32_t i = end; i > begin; --i) touch(trace.cells[i - 1], 0x0101);
      begin = end;
    }
    use(seen);
  };
  return watch.best_seconds(5, replay) / static_cast<double>(trace.turn_ends.size());
}

// --- games -------------------------------------------------------------------------------------------

/// Random games without an end in sight, up to so many plies; the positions from ply `from` on.
std::vector<Position> middle_games(int games, int from, int plies) {
  Random random(2015);
  std::vector<Position> positions;
  for (int game = 0; game < games; ++game) {
    Position position;
    while (position.ply() < plies) {
      std::vector<Move> legal = position.legal_moves();
      random.shuffle(std::span(legal));
      const auto goes_on = [&](Move move) {
        position.play(move);
        const bool open = !position.over();
        if (!open) position.undo();
        return open;
      };
      if (std::none_of(legal.begin(), legal.end(), goes_on)) break;
      if (position.ply() >= from) positions.push_back(position);
    }
  }
  return positions;
}

/// The slow rules in rig/tests find the legal moves of a position of such a game. Seconds.
double slow_list(const Stopwatch& watch) {
  slow_trax::Game game(true, 0, Random(1));
  Random random(2);
  for (int ply = 0; ply < 12; ++ply) {
    auto legal = game.legal_moves();
    const auto chosen = std::next(legal.begin(), random.below(static_cast<std::uint32_t>(legal.size())));
    slow_trax::Game next = game;
    next.play(chosen->second);
    if (next.winner().empty()) game = next;
  }
  return watch.best_seconds(3, [&] { use(game.legal_moves().size()); });
}

/// A board so many columns wide and two rows high here and there, without a forced tile so far.
Position wide_board(int columns) {
  Position position(Rules{false, 0});
  position.play({0, 0, Symbol::plus});
  while (position.width() < columns) position.play({position.width() + 1, 1, Symbol::plus});
  for (int column = 2; column < columns; column += 4) position.play({column, 2, Symbol::plus});
  return position;
}

struct MoveCost {
  double turn = 0;   // seconds to judge, play and take back one
  double tiles = 0;  // laid in it on average
};

/// Moves drawn from all legal ones of a board.
MoveCost cost_of_a_move(const Stopwatch& watch, Position& position) {
  const int turns = bench::times(watch.effort(), 20000, 100);
  const std::vector<Move> legal = position.legal_moves();
  Random random(3);
  std::vector<Move> moves;
  moves.reserve(static_cast<std::size_t>(turns));
  for (int i = 0; i < turns; ++i) {
    moves.push_back(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
  }
  std::uint64_t tiles = 0;
  const double seconds = watch.best_seconds(7, [&] {
    tiles = 0;
    for (const Move& move : moves) {
      tiles += position.play(move).size();
      position.undo();
    }
  });
  return {seconds / turns, static_cast<double>(tiles) / turns};
}

// --- the table ---------------------------------------------------------------------------------------

void print_row(const std::string& what, const std::string& speed, double ratio, const char* bound) {
  fmt::print("{:<36} {:>22}   {:>8.2f} x  {}\n", what, speed, ratio, bound);
}

void bench_perft(const Stopwatch& watch) {
  const int depth = bench::times(watch.effort(), 6, 4);
  Position start;
  std::uint64_t leaves = 0;
  const double bound = bound_of_a_leaf(watch, depth - 1);
  const double played = watch.best_seconds(5, [&] { leaves = rig::trax::perft(start, depth); });
  fmt::print("perft {}: {} leaves\n\n", depth, leaves);
  fmt::print("{:<36} {:>22}   {:>10}  {}\n", "", "speed", "of bound", "bound");
  const double per_leaf = played / static_cast<double>(leaves);
  const auto rate = [](double seconds) { return fmt::format("{:.1f} M leaves/s", 1 / seconds / million); };
  print_row(fmt::format("perft {}, every leaf played", depth), rate(per_leaf), per_leaf / bound,
            "writing the same tiles, no rules");
  fmt::print("{:<36} {:>22}\n", "  published, another machine", "12.7 M leaves/s");
  const double judged = watch.best_seconds(5, [&] { use(rig::trax::perft_judging_leaves(start, depth)); }) /
                        static_cast<double>(leaves);
  print_row(fmt::format("perft {}, last ply judged", depth), rate(judged), judged / bound, "the same");
}

void bench_lists(const Stopwatch& watch) {
  std::vector<Position> middle = middle_games(bench::times(watch.effort(), 40, 2), 10, 30);
  double moves = 0;
  for (const Position& position : middle) moves += position.count_legal();
  const auto count = static_cast<double>(middle.size());
  fmt::print("\n{} positions of plies 10 to 30, {:.0f} moves on average\n", middle.size(), moves / count);
  const double slow = slow_list(watch);
  const auto print_time = [&](const char* what, auto&& work) {
    const double seconds = watch.best_seconds(20, [&] {
      for (const Position& position : middle) use(work(position));
    }) / count;
    print_row(what, fmt::format("{:.3f} us", seconds * million), slow / seconds,
              "faster than the tests' slow rules");
  };
  print_time("legal list in mid-game",
             [](const Position& position) { return position.legal_moves().size(); });
  print_time("count in mid-game",
             [](const Position& position) { return static_cast<std::uint64_t>(position.count_legal()); });
}

void bench_width(const Stopwatch& watch) {
  fmt::print("\na random legal move by its name: judged, played, its tiles named, taken back\n");
  double narrow = 0;
  for (const int columns : {10, 100, 1000}) {
    Position position = wide_board(columns);
    const MoveCost cost = cost_of_a_move(watch, position);
    if (narrow == 0) narrow = cost.turn;
    print_row(fmt::format("{} columns, {:.2f} tiles a turn", columns, cost.tiles),
              fmt::format("{:.0f} ns", cost.turn / nano), cost.turn / narrow, "of the cost at 10 columns");
  }
}

}  // namespace

int main(int count, char** arguments) {
  try {
    const Stopwatch watch(bench::effort_from(count, arguments));
    bench_perft(watch);
    bench_lists(watch);
    bench_width(watch);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "trax_bench: {}\n", error.what());
    return 3;
  }
}
