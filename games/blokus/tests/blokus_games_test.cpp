// The oracle beside the slow second implementation, over random games. Run with `-- GAMES [SEED]` for
// other numbers than the quick ones.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <vector>

#include "games/blokus/rules/position.hpp"
#include "games/blokus/tests/slow_blokus.hpp"
#include "rig/base/random.hpp"

namespace rig::blokus {
namespace {

namespace data = boost::unit_test::data;
using slow_blokus::Move;
using slow_blokus::Verdict;

/// The n-th number after `--` on the command line.
std::uint64_t argument(int n, std::uint64_t otherwise) {
  const auto& suite = boost::unit_test::framework::master_test_suite();
  return n < suite.argc ? std::stoull(suite.argv[n]) : otherwise;
}
std::uint64_t games() {
  return argument(1, 24);
}
std::uint64_t seed() {
  return argument(2, 20140523);
}

struct Kind {
  std::string name;
  Variant variant;
  std::uint64_t games_in_quick_ones_share;  // one game of this kind for so many of duo
};
std::ostream& operator<<(std::ostream& out, const Kind& kind) {
  return out << kind.name;
}

const std::vector<Kind> kinds = {
    {"duo", duo(), 1},
    {"four colours on 20 x 20", four_colours(), 24},
    {"two colours on 15 x 15, the widest narrow board",
     {15, 2, {StartSquares{{15, 15}}, StartSquares{{1, 15}}}},
     4},
    {"two colours on 16 x 16, the narrowest wide board",
     {16, 2, {StartSquares{{16, 1}}, StartSquares{{1, 16}, {8, 8}}}, LastTile::play_goes_on},
     8},
    {"three colours on 9 x 9",
     {9, 3, {StartSquares{{1, 1}}, StartSquares{{9, 9}, {1, 9}}, StartSquares{{5, 5}}}},
     4},
    {"two colours on 5 x 5", {5, 2, {StartSquares{{1, 1}, {5, 5}}, StartSquares{{1, 1}, {5, 5}}}}, 1},
};

slow_blokus::Game slow_start(const Variant& variant, int first) {
  std::vector<std::vector<slow_blokus::Cell>> starts(static_cast<std::size_t>(variant.colours));
  for (std::size_t colour = 0; colour < starts.size(); ++colour) {
    for (std::size_t i = 0; i < variant.starts[colour].size(); ++i) {
      starts[colour].emplace_back(variant.starts[colour][i].x, variant.starts[colour][i].y);
    }
  }
  return {variant.size, starts, first, variant.last_tile == LastTile::play_goes_on};
}

Code code_of(const Move& move) {
  return {move.x, move.y, tile_from_letter(move.letter).value(), move.rotation};
}
Move move_of(const Code& code) {
  return {code.x, code.y, tile_letter(code.tile), code.rotation};
}

Broken broken_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::legal: return Broken::none;
    case Verdict::used: return Broken::used;
    case Verdict::occupied: return Broken::occupied;
    case Verdict::edge: return Broken::edge;
    case Verdict::start: return Broken::start;
    case Verdict::corner: return Broken::corner;
  }
  return Broken::malformed;
}

void compare_legal_moves(const Position& position, const std::set<Move>& legal) {
  std::set<Move> codes;
  std::size_t written = 0;
  std::set<Placement> placements;
  position.for_each_placement([&](Placement placement) {
    placements.insert(placement);
    for (const Code& code : codes_of(placement)) {
      codes.insert(move_of(code));
      ++written;
    }
  });
  BOOST_TEST((codes == legal), "the legal codes differ, " << codes.size() << " and " << legal.size());
  BOOST_TEST(written == legal.size());
  BOOST_TEST(position.count_codes() == legal.size());
  BOOST_TEST(position.count_placements() == placements.size());
  BOOST_TEST(position.has_placement() == !legal.empty());
}

void compare_judgements(const Position& position, const slow_blokus::Game& slow, Random& random) {
  constexpr int tries = 60;
  for (int i = 0; i < tries; ++i) {
    const auto span = static_cast<std::uint32_t>(position.size() + 2);
    const Move move{static_cast<int>(random.below(span)), static_cast<int>(random.below(span)),
                    static_cast<char>('a' + random.below(tile_count)),
                    static_cast<int>(random.below(rotation_count))};
    BOOST_TEST(to_string(position.judge(code_of(move))) == to_string(broken_of(slow.judge(move))),
               to_string(code_of(move)));
  }
}

void compare_standing(const Position& position, const slow_blokus::Game& slow) {
  bool same_owners = true;
  for (int y = 0; y <= position.size() + 1; ++y) {
    for (int x = 0; x <= position.size() + 1; ++x) {
      same_owners = same_owners && position.owner_at(x, y).value_or(-1) == slow.owner(x, y);
    }
  }
  BOOST_TEST(same_owners);
  const Result result = position.result();
  BOOST_TEST(result.winner.value_or(-1) == slow.winner());
  for (int colour = 0; colour < position.colours(); ++colour) {
    BOOST_TEST(result.squares_left[static_cast<std::size_t>(colour)] == slow.squares_left(colour));
    BOOST_TEST(result.score[static_cast<std::size_t>(colour)] == slow.score(colour));
  }
  BOOST_TEST(position.over() == slow.over());
  BOOST_TEST(position.to_move() == slow.mover());
}

/// Plays one random game on both. Now and then a colour passes though it could move.
void compare_game(const Variant& variant, Random random) {
  constexpr std::uint32_t one_pass_in = 40;
  const int first = static_cast<int>(random.below(static_cast<std::uint32_t>(variant.colours)));
  Position position(variant, first);
  slow_blokus::Game slow = slow_start(variant, first);
  while (true) {
    BOOST_TEST_CONTEXT("ply " << position.ply() + 1 << "\n" << draw(position)) {
      compare_standing(position, slow);
      if (slow.over()) return;
      const std::set<Move> legal = slow.legal_moves();
      compare_legal_moves(position, legal);
      compare_judgements(position, slow, random);
      if (legal.empty() || random.below(one_pass_in) == 0) {
        position.pass();
        slow.pass();
        continue;
      }
      const Move move = *std::next(legal.begin(), random.below(static_cast<std::uint32_t>(legal.size())));
      const Position at_once = position.after(placement_of(code_of(move)));
      position.play(code_of(move));
      slow.play(move);
      compare_standing(at_once, slow);
      BOOST_TEST(at_once.count_codes() == position.count_codes());
    }
  }
}

BOOST_AUTO_TEST_SUITE(blokus_games)

BOOST_DATA_TEST_CASE(oracle_and_slow_rules_agree_all_along, data::make(kinds), kind) {
  const std::uint64_t count = (games() + kind.games_in_quick_ones_share - 1) / kind.games_in_quick_ones_share;
  BOOST_TEST_MESSAGE(count << " games, " << kind.name << ", seed " << seed());
  for (std::uint64_t game = 0; game < count; ++game) {
    BOOST_TEST_CONTEXT(kind.name << ", game " << game << ", seed " << seed()) {
      compare_game(kind.variant, Random(derive_seed(seed(), kind.name + "#" + std::to_string(game))));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::blokus
