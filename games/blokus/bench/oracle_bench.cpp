/// oracle_bench: the speed of the Blokus oracle, each number beside a bound measured in the same run.
///
/// A machine that is busy or slow moves both, so the ratio is what can be compared. Times are processor
/// time of this process, the best of several rounds. What was published of other engines was measured on
/// another machine: it stands beside the rest to tell how far apart they are, not to be compared to the
/// percent.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <iterator>
#include <string>
#include <vector>

#include "games/blokus/rules/perft.hpp"
#include "games/blokus/rules/position.hpp"
#include "games/blokus/tests/slow_blokus.hpp"
#include "rig/base/random.hpp"
#include "scripts/bench/effort.hpp"

namespace {

using bench::Stopwatch;
using rig::Random;
using rig::blokus::PerftCount;
using rig::blokus::PlacementList;
using rig::blokus::Position;

/// Keeps a result, so that the work for it is done.
void use(std::uint64_t value) {
  static volatile std::uint64_t sink = 0;
  sink = sink + value;
}

/// Positions of random games between ply 8 and 20.
std::vector<Position> middle_games() {
  constexpr std::uint64_t seed = 2014;
  constexpr int games = 40;
  Random random(seed);
  std::vector<Position> positions;
  PlacementList list;
  for (int game = 0; game < games; ++game) {
    Position position;
    while (!position.over()) {
      position.legal_placements(list);
      if (position.ply() >= 8 && position.ply() <= 20) positions.push_back(position);
      if (list.size() == 0) {
        position.pass();
      } else {
        position.play(list[random.below(static_cast<std::uint32_t>(list.size()))]);
      }
    }
  }
  return positions;
}

// --- bounds ------------------------------------------------------------------------------------------

/// The least that finding one leaf list on 256-bit boards must do, done straight through memory: for each
/// of 91 orientations two ands (one more cell fits, and it touches), an or, and the count of the bits.
/// Seconds for one such pass.
double bound_of_a_count(const Stopwatch& watch) {
  const auto passes = static_cast<std::uint64_t>(bench::times(watch.effort(), 200000, 1000));
  constexpr std::size_t words = std::size_t{91} * 4;
  std::array<std::uint64_t, 4 * words> boards{};
  Random random(1);
  for (std::uint64_t& word : boards) word = random.next();
  const auto pass = [&](std::uint64_t salt) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < words; ++i) {
      const std::uint64_t fits = boards[i] & boards[words + i];
      const std::uint64_t covers = boards[2 * words + i] | (boards[3 * words + i] ^ salt);
      std::uint64_t v = fits & covers;
      v -= (v >> 1) & 0x5555555555555555U;
      v = (v & 0x3333333333333333U) + ((v >> 2) & 0x3333333333333333U);
      bits += ((v + (v >> 4)) & 0x0f0f0f0f0f0f0f0fU);
    }
    return bits;
  };
  return watch.best_seconds(3, [&] {
    for (std::uint64_t i = 0; i < passes; ++i) use(pass(i));
  }) / static_cast<double>(passes);
}

/// Copying one position: what playing on a board of one's own costs at least. Seconds.
double bound_of_a_leaf(const Stopwatch& watch) {
  const auto passes = static_cast<std::size_t>(bench::times(watch.effort(), 2000000, 1000));
  std::array<Position, 2> boards;
  return watch.best_seconds(3, [&] {
    for (std::size_t i = 0; i < passes; ++i) boards[i % 2] = boards[(i + 1) % 2];
    use(boards[0].count_placements());
  }) / static_cast<double>(passes);
}

/// The slow rules in rig/tests find the legal codes of one position. Seconds.
double slow_list(const Stopwatch& watch) {
  slow_blokus::Game game(14, {{{5, 5}}, {{10, 10}}}, 0, false);
  Random random(3);
  std::vector<slow_blokus::Game> games;
  for (int ply = 0; ply < 14; ++ply) {
    const auto legal = game.legal_moves();
    if (legal.empty()) break;
    if (ply >= 8) games.push_back(game);
    game.play(*std::next(legal.begin(), random.below(static_cast<std::uint32_t>(legal.size()))));
  }
  return watch.best_seconds(3, [&] {
    for (const auto& middle : games) use(middle.legal_moves().size());
  }) / static_cast<double>(games.size());
}

// --- the table ---------------------------------------------------------------------------------------

void print_row(const std::string& what, const std::string& speed, double ratio, const char* bound) {
  fmt::print("{:<36} {:>22}   {:>8.2f} x  {}\n", what, speed, ratio, bound);
}

/// A figure of the fastest public engine, told as such.
void print_published(const char* what, const char* speed) {
  fmt::print("{:<36} {:>22}\n", fmt::format("  {}", what), speed);
}

void run(const Stopwatch& watch) {
  constexpr double million = 1e6;
  constexpr double micro = 1e-6;
  const int depth = bench::times(watch.effort(), 3, 2);
  const Position start;

  const PerftCount inner = rig::blokus::perft(start, depth - 1);  // the nodes whose moves are counted
  PerftCount leaves;
  const double counted = watch.best_seconds(5, [&] { leaves = rig::blokus::perft(start, depth); });
  const double count_bound = static_cast<double>(inner.placements) * bound_of_a_count(watch);
  fmt::print("perft {}: {} placements, {} codes\n\n", depth, leaves.placements, leaves.codes);
  fmt::print("{:<36} {:>22}   {:>10}  {}\n", "", "speed", "of bound", "bound");
  const auto rate = [&](double seconds) {
    return fmt::format("{:.0f} M placements/s", static_cast<double>(leaves.placements) / seconds / million);
  };
  print_row(fmt::format("perft {}, last ply counted", depth), rate(counted), counted / count_bound,
            "the same boards' ands and bit counts, no rules");
  const double played =
      watch.best_seconds(2, [&] { use(rig::blokus::perft_playing_leaves(start, depth).codes); });
  print_row(fmt::format("perft {}, every leaf played", depth), rate(played),
            played / (static_cast<double>(leaves.placements) * bound_of_a_leaf(watch)),
            "copying a whole position, no move");
  fmt::print("fastest public engines, published, another machine:\n");
  print_published("last ply counted", "260 M placements/s");
  print_published("every leaf played", "86 M placements/s");

  const std::vector<Position> middle = middle_games();
  const double slow = slow_list(watch);
  const auto each = [&](auto&& work) {
    constexpr int rounds = 20;
    return watch.best_seconds(rounds, [&] {
      for (const Position& position : middle) use(work(position));
    }) / static_cast<double>(middle.size());
  };
  const auto print_time = [&](const char* what, double seconds) {
    print_row(what, fmt::format("{:.3f} us", seconds / micro), slow / seconds,
              "faster than the tests' slow rules");
  };
  PlacementList list;
  double moves = 0;
  for (const Position& position : middle) moves += static_cast<double>(position.count_placements());
  fmt::print("\n{} positions of plies 8 to 20, {:.0f} placements on average\n", middle.size(),
             moves / static_cast<double>(middle.size()));
  print_time("legal list in mid-game", each([&](const Position& position) {
               position.legal_placements(list);
               return list.size();
             }));
  print_published("published, another machine", "1.2 us");
  print_time("count in mid-game", each([](const Position& position) { return position.count_placements(); }));
}

}  // namespace

int main(int count, char** arguments) {
  try {
    run(Stopwatch(bench::effort_from(count, arguments)));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "oracle_bench: {}\n", error.what());
    return 3;
  }
}
