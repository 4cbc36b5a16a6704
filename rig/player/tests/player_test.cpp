/// The Blokus players: the opponents, each of which takes a device somewhere, and the reference player.

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <map>
#include <numeric>
#include <set>

#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/players/blokus_player.hpp"
#include "rig/base/errors.hpp"
#include "rig/dut/game.hpp"
#include "rig/player/opponent.hpp"
#include "rig/player/tests/player_fixtures.hpp"
#include "rig/tests/contains.hpp"

namespace rig::player {
namespace {

namespace data = boost::unit_test::data;
using blokus::Placement;
using blokus::Position;
using dut::Game;
using protocol::Move;
using protocol::Player;
using protocol::Result;
using protocol::Seat;

std::vector<std::string> opponent_names() {
  std::vector<std::string> names;
  for (const OpponentKind& kind : opponents("blokus")) names.push_back(kind.name);
  return names;
}

const Position& position_of(const protocol::Ruling& ruling) {
  return dynamic_cast<const protocol::BlokusRuling&>(ruling).position();
}

bool is_over(const protocol::Ruling& ruling) {
  return ruling.result().state != Result::State::open;
}

/// An opponent against itself and random play: calls `look` at each of its turns, before it chooses.
template <typename Look>
void watch(const std::string& name, int games, Look&& look) {
  const auto watched = opponent(name, 77);
  const auto other = opponent("random", 78);
  for (int game = 0; game < games; ++game) {
    const Seat& first = page().seats.at(static_cast<std::size_t>(game) % 2);
    const auto ruling = page().new_game(first);
    const Player side = game % 4 < 2 ? Player::one : Player::two;
    watched->new_game();
    other->new_game();
    for (int turn = 1; !is_over(*ruling);) {
      if (ruling->to_move() != side) {
        ruling->play(other->choose(*ruling));
        continue;
      }
      const Move move = watched->choose(*ruling);
      look(*ruling, move, turn++);
      ruling->play(move);
    }
  }
}

int size_of(const Move& move) {
  return blokus::tile_size(blokus::parse_code(move.text).value().tile);
}

// opponents

BOOST_AUTO_TEST_SUITE(opponent_players)

BOOST_DATA_TEST_CASE(play_whole_games_of_legal_moves, data::make(opponent_names()), name) {
  const auto board = device();
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto other = opponent(name, seed);
    for (const Seat& seat : page().seats) {
      BOOST_TEST_CONTEXT(seat.name << ", seed " << seed) {
        BOOST_TEST(ask(*board, "0") == "1RD");
        const Played played = play(*board, seat, *other);
        BOOST_TEST(played.moves.size() >= 8U);
        BOOST_TEST(ask(*board, "9").empty());
      }
    }
  }
}

BOOST_DATA_TEST_CASE(play_by_their_seed, data::make(opponent_names()), name) {
  const auto game_of = [&](std::uint64_t seed) {
    const auto other = opponent(name, seed);
    std::vector<std::string> moves;
    const auto board = device();
    for (const Seat& seat : page().seats) {
      for (const std::string& move : play(*board, seat, *other).moves) moves.push_back(move);
    }
    return moves;
  };
  const std::vector<std::string> game = game_of(1);
  BOOST_TEST((game_of(1) == game));
  BOOST_TEST((game_of(2) != game));
}

BOOST_AUTO_TEST_CASE(of_size_choose_by_size) {
  for (const std::string name : {"largest", "smallest"}) {
    std::size_t looked = 0;
    watch(name, 8, [&](const protocol::Ruling& ruling, const Move& move, int) {
      if (move == ruling.pass()) {
        BOOST_TEST(ruling.must_pass());
        return;
      }
      std::vector<int> sizes;
      for (const Move& legal : ruling.legal_moves()) sizes.push_back(size_of(legal));
      const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
      BOOST_TEST(size_of(move) == (name == "largest" ? *most : *least), name << " played " << move.text);
      ++looked;
    });
    BOOST_TEST(looked > 50U);
  }
}

BOOST_AUTO_TEST_CASE(that_block_leave_no_more_than_any_other_choice_would) {
  std::size_t looked = 0;
  watch("blocker", 8, [&](const protocol::Ruling& ruling, const Move& move, int turn) {
    if (move == ruling.pass() || turn % 3 == 0) return;  // a sample
    const auto left_after = [&](const Placement& placement) {
      return position_of(ruling).after(placement).count_placements();
    };
    std::uint64_t least = ~std::uint64_t{0};
    position_of(ruling).for_each_placement(
        [&](Placement other) { least = std::min(least, left_after(other)); });
    BOOST_TEST(left_after(blokus::placement_of(blokus::parse_code(move.text).value())) == least);
    ++looked;
  });
  BOOST_TEST(looked > 30U);
}

BOOST_AUTO_TEST_CASE(that_pass_early_place_three_tiles_and_no_more) {
  std::size_t needless = 0;
  watch("passes-early", 8, [&](const protocol::Ruling& ruling, const Move& move, int turn) {
    BOOST_TEST((move == ruling.pass()) == (turn > 3), "turn " << turn << ": " << move.text);
    if (turn > 3 && !ruling.must_pass()) ++needless;
  });
  BOOST_TEST(needless > 0U);
}

BOOST_AUTO_TEST_CASE(that_pass_once_do_so_once_and_come_back) {
  std::map<bool, int> fourth_turns;  // by whether there was anything to place
  int came_back = 0;
  watch("passes-once", 8, [&](const protocol::Ruling& ruling, const Move& move, int turn) {
    if (turn == 4) {
      ++fourth_turns[ruling.must_pass()];
      BOOST_TEST(move.text == "0000");
    } else {
      BOOST_TEST((move == ruling.pass()) == ruling.must_pass(), "turn " << turn << ": " << move.text);
      if (turn == 5 && move != ruling.pass()) ++came_back;
    }
  });
  BOOST_TEST(fourth_turns[false] == 8);
  BOOST_TEST(came_back == 8);
}

BOOST_AUTO_TEST_CASE(for_coverage_send_every_tile_in_every_rotation_in_every_seat) {
  const auto board = device();
  const auto other = opponent("coverage", 5);
  std::map<std::string, std::set<std::string>> answered;  // by a tile; by seat
  int rounds = 0;
  for (std::size_t all = 0; rounds < 20 && all < std::size_t{4} * 168; ++rounds) {
    for (const Seat& seat : page().seats) {
      Game game(page(), seat);
      for (const std::string& text : play(*board, seat, *other).moves) {
        const std::string& before = game.opponents_last().text;
        const bool tiles = !before.empty() && before != "0000" && text != "0000";
        if (game.dut_to_move() && tiles) answered[seat.name].insert(before.substr(2));
        game.play({text});
      }
    }
    all = 0;
    for (const auto& [seat, codes] : answered) all += codes.size();
  }
  for (const Seat& seat : page().seats) BOOST_TEST(answered[seat.name].size() == 168U, seat.name);
  BOOST_TEST_MESSAGE("all 168 codes in each seat within " << rounds << " games");
}

BOOST_AUTO_TEST_CASE(for_coverage_pass_for_the_rest_of_a_game_that_has_nothing_more_to_show) {
  std::size_t needless = 0;  // although the other can still place a tile
  bool passes = false;
  watch("coverage", 64, [&](const protocol::Ruling& ruling, const Move& move, int turn) {
    passes = passes && turn > 1;
    if (passes) BOOST_TEST((move == ruling.pass()));
    if (move != ruling.pass() || ruling.must_pass() || passes) return;
    BOOST_TEST(turn > 1);
    passes = true;
    blokus::Position theirs = position_of(ruling);
    theirs.pass();
    needless += theirs.has_placement() ? 1 : 0;
  });
  BOOST_TEST(needless > 0U);
}

BOOST_AUTO_TEST_CASE(for_coverage_end_a_game_in_which_nothing_more_can_be_placed) {
  std::size_t ended = 0;
  watch("coverage", 64, [&](const protocol::Ruling& ruling, const Move& move, int) {
    blokus::Position theirs = position_of(ruling);
    if (ruling.ply() < 2 || theirs.passes_in_a_row() == 0) return;
    theirs.pass();
    if (theirs.has_placement()) return;
    BOOST_TEST((move == ruling.pass()));
    ended += ruling.must_pass() ? 0 : 1;
  });
  BOOST_TEST(ended > 0U);
}

BOOST_AUTO_TEST_CASE(for_coverage_leave_few_codes_of_which_a_misreading_would_not_have_shown) {
  constexpr int rounds = 20;
  struct Chances {
    double if_overlooked = 0;
    double if_turned = 0;  // or mirrored
  };
  const auto board = device();
  const auto chances_against = [&](const std::string& name) {
    std::map<std::string, std::map<std::string, protocol::Unseen>> unseen;  // by seat and code
    const auto other = opponent(name, 5);
    for (int round = 0; round < rounds; ++round) {
      for (const Seat& seat : page().seats) {
        Game game(page(), seat);
        for (const std::string& text : play(*board, seat, *other).moves) {
          if (game.dut_to_move()) {
            for (const protocol::Exposure& exposure : game.ruling().exposures())
              unseen[seat.name][exposure.code].add(exposure.shares);
          }
          game.play({text});
        }
      }
    }
    constexpr double codes = 4 * 168;
    Chances sum{codes, codes};  // a code that was not sent goes unseen
    for (const auto& [seat, by_code] : unseen) {
      for (const auto& [code, so_far] : by_code) {
        const std::vector<double>& chances = so_far.chances;
        sum.if_overlooked += chances.front() - 1;
        const double turned = std::accumulate(chances.begin() + 1, chances.end(), 0.0);
        sum.if_turned += (chances.size() > 1 ? turned / static_cast<double>(chances.size() - 1) : 0) - 1;
      }
    }
    return Chances{sum.if_overlooked / codes, sum.if_turned / codes};
  };
  const Chances chances = chances_against("coverage");
  BOOST_TEST_MESSAGE("misread in one seat, a code goes unseen with a chance of "
                     << chances.if_overlooked << " if overlooked, " << chances.if_turned << " if turned");
  const Chances at_random = chances_against("random");
  BOOST_TEST(chances.if_overlooked < 0.12);
  BOOST_TEST(chances.if_overlooked < at_random.if_overlooked / 2);
  BOOST_TEST(chances.if_turned < 0.37);
  BOOST_TEST(chances.if_turned < at_random.if_turned * 0.55);
}

BOOST_AUTO_TEST_CASE(for_coverage_open_with_every_tile_within_that_many_games) {
  const auto board = device();
  const auto other = opponent("coverage", 5);
  std::set<char> opened_with;
  for (int game = 0; game < blokus::tile_count; ++game) {
    for (const Seat& seat : page().seats) {
      const Played played = play(*board, seat, *other);
      if (!seat.moves_first && game <= blokus::tile_count / 2) opened_with.insert(played.moves.front()[2]);
    }
  }
  BOOST_TEST(opened_with.size() == std::size_t{blokus::tile_count});
}

BOOST_AUTO_TEST_CASE(that_lay_all_their_tiles_do_so_against_one_who_gives_up) {
  const auto other = opponent("lays-all", 5);
  const auto gives_up = opponent("absent", 5);
  for (const Seat& seat : page().seats) {
    Game game(page(), seat);
    other->new_game();
    gives_up->new_game();
    while (!game.over()) game.play((game.dut_to_move() ? *gives_up : *other).choose(game.ruling()));
    const protocol::Result result = game.ruling().result();
    BOOST_TEST(result.squares_left[seat.player == protocol::Player::one ? 1 : 0] == 0, seat.name);
  }
}

BOOST_AUTO_TEST_CASE(are_found_by_name_or_refused_with_the_nearest) {
  for (const OpponentKind& kind : opponents("blokus")) {
    BOOST_TEST(!kind.what.empty(), kind.name);
    BOOST_TEST((opponent(kind.name, 1) != nullptr));
  }
  BOOST_CHECK_EXCEPTION(opponent("blokker", 1), UsageError,
                        saying({"\"blokker\"", "Did you mean \"blocker\"?"}));
  BOOST_CHECK_THROW(opponent("", 1), UsageError);
  BOOST_CHECK_THROW(opponents("chess"), RigError);
  BOOST_CHECK_THROW(new_opponent("chess", "random", Random(1)), RigError);
}

BOOST_AUTO_TEST_SUITE_END()

// the reference player

BOOST_AUTO_TEST_SUITE(reference_player)

BOOST_AUTO_TEST_CASE(chooses_a_legal_placement_and_always_the_same) {
  std::size_t looked = 0;
  std::size_t stuck = 0;
  watch("random", 6, [&](const protocol::Ruling& ruling, const Move&, int) {
    const Position& position = position_of(ruling);
    const std::optional<Placement> choice = choose_placement(position);
    BOOST_TEST(choice.has_value() == position.has_placement());
    BOOST_TEST((choose_placement(Position(position)) == choice));
    ++looked;
    if (choice) {
      BOOST_TEST((position.judge(*choice) == blokus::Broken::none));
    } else {
      ++stuck;
    }
  });
  BOOST_TEST(looked > 50U);
  BOOST_TEST(stuck > 0U);
}

BOOST_AUTO_TEST_CASE(beats_random_play) {
  int won = 0;
  int lost = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto other = opponent("random", 100 + seed);
    for (const Seat& seat : page().seats) {
      const auto board = device();
      const Result::State end = play(*board, seat, *other).result.state;
      const bool is_one = seat.player == Player::one;
      won += end == (is_one ? Result::State::one_won : Result::State::two_won) ? 1 : 0;
      lost += end == (is_one ? Result::State::two_won : Result::State::one_won) ? 1 : 0;
    }
  }
  BOOST_TEST(won >= 16, won << " won and " << lost << " lost of 20");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::player
