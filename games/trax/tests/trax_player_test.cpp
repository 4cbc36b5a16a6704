/// The Trax players: how they look ahead, the opponents, and the reference player.

#include <algorithm>
#include <bit>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <set>

#include "games/trax/contests/trax_ruling.hpp"
#include "games/trax/players/trax_choice.hpp"
#include "games/trax/players/trax_scout.hpp"
#include "games/trax/rules/path_across.hpp"
#include "games/trax/tests/trax_player_fixtures.hpp"
#include "rig/base/errors.hpp"
#include "rig/player/opponent.hpp"
#include "rig/tests/contains.hpp"

namespace rig::player {
namespace {

namespace data = boost::unit_test::data;
using protocol::Contest;
using protocol::Move;
using protocol::Player;
using protocol::Result;
using protocol::Seat;
using trax::Position;

std::vector<std::string> opponent_names() {
  std::vector<std::string> names;
  for (const OpponentKind& kind : opponents("trax")) names.push_back(kind.name);
  return names;
}

bool device_won(const Played& played, const Seat& seat) {
  return played.result.state ==
         (seat.player == Player::one ? Result::State::one_won : Result::State::two_won);
}

/// An opponent and the reference player: calls `look(position, move)` at each of the opponent's turns.
template <typename Look>
void watch(const std::string& name, int plies, Look&& look) {
  const auto watched = opponent(name, 5);
  for (int game = 0; game < 4; ++game) {
    const auto ruling = protocol::new_trax_game({.lines = game % 2 == 0, .board = game < 3 ? 0 : 12});
    watched->new_game();
    while (ruling->result().state == Result::State::open && ruling->ply() < plies) {
      const Position& position = ruling->position();
      if (ruling->ply() % 2 == game / 2) {
        const auto choice = choose_move(position);
        BOOST_REQUIRE(choice.has_value());
        ruling->play({trax::to_string(*choice)});
      } else {
        const Move move = watched->choose(*ruling);
        BOOST_REQUIRE_MESSAGE(ruling->judge(move).legal, name << ": " << move.text);
        look(position, *trax::parse_move(move.text));
        ruling->play(move);
      }
    }
  }
}

/// The prospect of a move.
Prospect prospect_of(Scout& scout, const trax::Move& move) {
  const auto found = std::find_if(scout.turns().begin(), scout.turns().end(),
                                  [&](const Prospect& turn) { return turn.move == move; });
  BOOST_REQUIRE(found != scout.turns().end());
  return *found;
}

// looking ahead

BOOST_AUTO_TEST_SUITE(scout)

BOOST_AUTO_TEST_CASE(sees_every_legal_turn_as_the_oracle_plays_it) {
  watch("cascader", 50, [](const Position& position, const trax::Move&) {
    Scout scout(position);
    std::vector<trax::Move> moves;
    for (const Prospect& turn : scout.turns()) {
      moves.push_back(turn.move);
      Position after = position;
      BOOST_TEST(after.play(turn.move).size() == static_cast<std::size_t>(turn.forced) + 1);
      const trax::Result result = after.result();
      const bool white = position.to_move() == trax::Colour::white;
      const bool won = result.state == (white ? trax::Result::State::white : trax::Result::State::red);
      BOOST_TEST((turn.ending == Prospect::Ending::won) == won);
      BOOST_TEST((turn.ending == Prospect::Ending::open) == !after.over());
    }
    BOOST_TEST((moves == position.legal_moves()));
  });
}

BOOST_AUTO_TEST_CASE(knows_whether_the_other_side_then_wins) {
  watch("random", 24, [](const Position& position, const trax::Move&) {
    Scout scout(position);
    for (const Prospect& turn : scout.turns()) {
      if (turn.ending != Prospect::Ending::open) continue;
      Position after = position;
      after.play(turn.move);
      Scout other(after);
      const bool wins = std::any_of(other.turns().begin(), other.turns().end(), [](const Prospect& reply) {
        return reply.ending == Prospect::Ending::won;
      });
      if (position.rules().board == 0) BOOST_TEST(scout.lets_win(turn) == wins);
      BOOST_TEST(scout.replies(turn) == after.count_legal());
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()

// opponents

BOOST_AUTO_TEST_SUITE(opponent_players)

BOOST_DATA_TEST_CASE(play_legally_against_the_device, data::make(opponent_names()), name) {
  for (const auto& [contest, board] : {std::pair{heart, 0}, {aut, 0}, {aut, 10}}) {
    const Contest& rules = page(contest, board);
    const auto dut = device(contest);
    const auto other = opponent(name, 1);
    if (contest == aut) BOOST_TEST(ask(*dut, std::to_string(board) + "\n") == "R\n");
    for (const Seat& seat : rules.seats) {
      BOOST_TEST_CONTEXT(contest << ", board " << board << ", " << seat.name) {
        const Played played = play(*dut, rules, seat, *other);
        BOOST_TEST(played.requests.size() >= 2U);
        BOOST_TEST(played.last_answer.empty());
      }
    }
  }
}

BOOST_DATA_TEST_CASE(play_by_their_seed, data::make(opponent_names()), name) {
  const auto game_of = [&](std::uint64_t seed) {
    const auto other = opponent(name, seed);
    const auto dut = device(heart);
    std::vector<std::string> requests;
    for (const Seat& seat : page(heart).seats) {
      for (const std::string& line : play(*dut, page(heart), seat, *other, 30).requests)
        requests.push_back(line);
    }
    return requests;
  };
  const std::vector<std::string> game = game_of(1);
  BOOST_TEST((game_of(1) == game));
  BOOST_TEST((game_of(2) != game));
}

BOOST_AUTO_TEST_CASE(that_grow_get_past_column_ba_and_row_255_in_one_game) {
  const auto dut = device(heart);
  const auto other = opponent("grower", 2);
  const Played played = play(*dut, page(heart), page(heart).seats.front(), *other, 700);
  BOOST_TEST(played.width > 53);
  BOOST_TEST(played.height > 255);
}

// The device plays to win, and could make threats in two cells at once after hundreds of turns.
BOOST_DATA_TEST_CASE(that_build_far_out_are_not_beaten_meanwhile, data::make({"grower", "widener", "tower"}),
                     name) {
  constexpr int long_enough = 400;
  int won = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto dut = device(heart);
    const Seat& seat = page(heart).seats[seed % 2];
    won += device_won(play(*dut, page(heart), seat, *opponent(name, seed), long_enough), seat) ? 1 : 0;
  }
  BOOST_TEST(won == 0);
}

BOOST_AUTO_TEST_CASE(that_stretch_the_board_do_so_in_one_direction) {
  const auto dut = device(heart);
  const Played wide = play(*dut, page(heart), page(heart).seats.front(), *opponent("widener", 1), 200);
  BOOST_TEST(wide.width > 60);
  BOOST_TEST(wide.height < 40);
  const Played high = play(*dut, page(heart), page(heart).seats.front(), *opponent("tower", 1), 200);
  BOOST_TEST(high.height > 60);
  BOOST_TEST(high.width < 40);
}

BOOST_AUTO_TEST_CASE(that_force_tiles_force_as_many_as_any_safe_turn_would) {
  std::size_t longest = 0;
  watch("cascader", 60, [&](const Position& position, const trax::Move& move) {
    Scout scout(position);
    const Prospect chosen = prospect_of(scout, move);
    longest = std::max(longest, static_cast<std::size_t>(chosen.forced));
    if (chosen.ending != Prospect::Ending::open || scout.lets_win(chosen)) return;
    for (const Prospect& turn : scout.turns()) {
      if (turn.forced <= chosen.forced || turn.ending != Prospect::Ending::open) continue;
      BOOST_TEST((scout.tired() || scout.lets_win(turn)), trax::to_string(turn.move) << " forces more");
    }
  });
  BOOST_TEST(longest >= 4U);
}

BOOST_DATA_TEST_CASE(that_survive_end_no_game_and_let_none_be_ended, data::make({"survivor", "long-games"}),
                     name) {
  watch(name, 100, [&](const Position& position, const trax::Move& move) {
    Scout scout(position);
    const Prospect chosen = prospect_of(scout, move);
    const auto could = [&](auto&& holds) {
      return std::any_of(scout.turns().begin(), scout.turns().end(), holds);
    };
    if (chosen.ending != Prospect::Ending::open) {
      BOOST_TEST(!could([](const Prospect& turn) { return turn.ending == Prospect::Ending::open; }));
    } else if (scout.lets_win(chosen)) {
      BOOST_TEST(!could([&](const Prospect& turn) {
        return turn.ending == Prospect::Ending::open && !scout.lets_win(turn);
      }));
    }
  });
}

BOOST_AUTO_TEST_CASE(that_want_to_win_do_so_when_they_can) {
  int wins = 0;
  watch("winner", 100, [&](const Position& position, const trax::Move& move) {
    Scout scout(position);
    const bool could = std::any_of(scout.turns().begin(), scout.turns().end(),
                                   [](const Prospect& turn) { return turn.ending == Prospect::Ending::won; });
    const bool does = prospect_of(scout, move).ending == Prospect::Ending::won;
    BOOST_TEST(does == could);
    wins += does ? 1 : 0;
  });
  BOOST_TEST(wins >= 2);
}

BOOST_AUTO_TEST_CASE(that_want_to_win_beat_the_device_within_thirty_plies_as_a_rule) {
  constexpr int games = 20;
  std::size_t plies = 0;
  for (std::uint64_t seed = 1; seed <= games; ++seed) {
    const auto dut = device(heart);
    const Seat& seat = page(heart).seats[seed % 2];
    const Played played = play(*dut, page(heart), seat, *opponent("winner", seed), 200);
    BOOST_TEST(!device_won(played, seat));
    plies += 2 * played.requests.size();
  }
  BOOST_TEST(plies <= 30U * games);
}

BOOST_AUTO_TEST_CASE(that_want_a_path_too_short_for_a_line_make_one) {
  struct Maker {
    const char* name;
    trax::Across way;
  };
  for (const Maker& maker :
       {Maker{"seven-columns", trax::Across::columns}, Maker{"seven-rows", trax::Across::rows}}) {
    int made = 0;
    watch(maker.name, 60, [&](Position position, const trax::Move& move) {
      const bool was_there = has_short_line(position, maker.way);
      position.play(move);
      made += !was_there && has_short_line(position, maker.way) ? 1 : 0;
    });
    BOOST_TEST(made > 0, maker.name);
  }
}

BOOST_AUTO_TEST_CASE(that_are_generous_leave_as_many_moves_as_they_can) {
  watch("generous", 12, [&](const Position& position, const trax::Move& move) {
    Scout scout(position);
    const int left = scout.replies(prospect_of(scout, move));
    for (const Prospect& turn : scout.turns()) {
      if (turn.ending == Prospect::Ending::open) BOOST_TEST(scout.replies(turn) <= left);
    }
  });
}

BOOST_AUTO_TEST_CASE(for_coverage_play_every_tile_on_every_side_of_another) {
  std::set<std::pair<unsigned, unsigned>> seen;
  watch("coverage", 80, [&](const Position& position, const trax::Move& move) {
    Scout scout(position);
    const Prospect chosen = prospect_of(scout, move);
    if (std::popcount(chosen.beside) == 1) seen.emplace(chosen.choice.stone, chosen.beside);
  });
  // Each of the six tiles beside one neighbour, in each of four directions.
  BOOST_TEST(seen.size() == 24U);
}

BOOST_AUTO_TEST_CASE(are_found_by_name_or_refused_with_the_nearest) {
  for (const std::string game : {"trax", "blokus"}) {
    for (const std::string shared : {"random", "long-games", "generous", "coverage"})
      BOOST_TEST((new_opponent(game, shared, Random(1)) != nullptr));
  }
  BOOST_CHECK_EXCEPTION(opponent("growre", 1), UsageError, saying({"Did you mean \"grower\"?"}));
}

// The device lays a tile beside the other's last one after which two cells let it win: that is seen before,
// and no turn of the opponent's that can help it allows it.
BOOST_AUTO_TEST_CASE(sees_forks_before_they_are_made) {
  std::size_t prevented = 0;
  watch("tower", 120, [&](const Position& position, const trax::Move& move) {
    Scout scout(position);
    const Prospect chosen = prospect_of(scout, move);
    if (scout.lets_win(chosen)) return;
    const bool lets = scout.lets_fork(chosen);
    for (const Prospect& turn : scout.turns()) {
      if (turn.ending != Prospect::Ending::open || scout.tired() || scout.lets_win(turn)) continue;
      const bool would = scout.lets_fork(turn);
      prevented += would && !lets ? 1 : 0;
      if (lets) BOOST_TEST((would || scout.tired()), trax::to_string(turn.move) << " lets no fork be made");
    }
  });
  BOOST_TEST(prevented > 0U);
}

BOOST_AUTO_TEST_SUITE_END()

// the reference player

BOOST_AUTO_TEST_SUITE(reference_player)

Position after(std::initializer_list<const char*> moves, trax::Rules rules = {}) {
  Position position(rules);
  for (const char* move : moves) position.play(*trax::parse_move(move));
  return position;
}

BOOST_AUTO_TEST_CASE(wins_at_once_when_it_can) {
  const Position position = after({"@0+", "B1+", "C1+", "D1+", "E1+", "F1+", "G1+"});
  Position won = position;
  won.play(choose_move(position).value());  // Red to move, and a red line of eight within reach
  BOOST_TEST((won.result().state == trax::Result::State::red));
}

BOOST_AUTO_TEST_CASE(plays_nothing_when_the_game_is_over) {
  BOOST_TEST(!choose_move(after({"@0/", "A2\\", "B1\\"})).has_value());
}

BOOST_AUTO_TEST_CASE(chooses_the_same_again) {
  watch("random", 20, [](const Position& position, const trax::Move&) {
    BOOST_TEST((choose_move(position) == choose_move(Position(position))));
  });
}

BOOST_AUTO_TEST_CASE(beats_random_play) {
  int won = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto other = opponent("random", seed);
    for (const Seat& seat : page(heart).seats) {
      const auto dut = device(heart);
      won += device_won(play(*dut, page(heart), seat, *other), seat) ? 1 : 0;
    }
  }
  BOOST_TEST(won >= 18);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::player
