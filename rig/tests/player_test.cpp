/// The players that the rig fields: opponents, the reference device, and its deliberate defects. The test is
/// the host here: it talks to the device byte by byte and referees with match::Game.

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <map>
#include <numeric>
#include <set>

#include "rig/base/errors.hpp"
#include "rig/contest/blokus/blokus_ruling.hpp"
#include "rig/match/game.hpp"
#include "rig/player/blokus/blokus_player.hpp"
#include "rig/player/opponent.hpp"
#include "rig/tests/contains.hpp"

namespace rig::player {
namespace {

namespace data = boost::unit_test::data;
using namespace std::chrono_literals;
using blokus::Placement;
using blokus::Position;
using contest::Move;
using contest::Player;
using contest::Result;
using contest::Seat;
using match::Game;

const contest::Contest& page() {
  return contest::find_contest("icfpt2014");
}

std::vector<std::string> opponent_names() {
  std::vector<std::string> names;
  for (const OpponentKind& kind : opponents("blokus")) names.push_back(kind.name);
  return names;
}

std::unique_ptr<Opponent> opponent(const std::string& name, std::uint64_t seed) {
  return new_opponent("blokus", name, Random(derive_seed(seed, name)));
}

const Position& position_of(const contest::Ruling& ruling) {
  return dynamic_cast<const contest::BlokusRuling&>(ruling).position();
}

bool is_over(const contest::Ruling& ruling) {
  return ruling.result().state != Result::State::open;
}

// the host

/// What a device did because of the bytes of one request: times, bytes, hang-ups.
std::vector<Action> hear(Device& device, const std::string& request) {
  std::vector<Action> all;
  for (const std::uint8_t byte : to_bytes(request)) {
    for (const Action& action : device.receive(byte)) all.push_back(action);
  }
  return all;
}

/// The same as text: `1AA`; a hang-up is `#`.
std::string said(const std::vector<Action>& actions) {
  std::string text;
  for (const Action& action : actions) {
    const auto* byte = std::get_if<SendByte>(&action.what);
    text += byte != nullptr ? static_cast<char>(byte->value) : '#';
  }
  return text;
}

std::string ask(Device& device, const std::string& request) {
  return said(hear(device, request));
}

std::unique_ptr<Device> device(const std::string& fault = {}) {
  BlokusDeviceOptions options;
  options.fault = fault;
  auto made = new_blokus_device(options);
  made->power_on();
  return made;
}

/// One game with the device in `seat`: every move of both sides, legal by the ruling.
struct Played {
  std::vector<std::string> moves;
  std::vector<std::string> requests;  ///< what the host sent during the game
  Result result;
  Player device = Player::one;

  bool device_won() const {
    return result.state == (device == Player::one ? Result::State::one_won : Result::State::two_won);
  }
  bool device_lost() const {
    return result.state == (device == Player::one ? Result::State::two_won : Result::State::one_won);
  }
};

void play_legally(Game& game, const std::string& who, const Move& move) {
  const contest::Judgement judgement = game.ruling().judge(move);
  BOOST_REQUIRE_MESSAGE(judgement.legal, who << " sent \"" << move.text << "\": " << judgement.explanation
                                             << "\n"
                                             << game.ruling().draw(move));
  game.play(move);
}

Played play(Device& device, const Seat& seat, Opponent& other) {
  Game game(page(), seat);
  other.new_game();
  Played played;
  played.device = seat.player;
  while (!game.over()) {
    Move move;
    if (game.dut_to_move()) {
      played.requests.push_back(to_text(page().dialect->encode(game.requests().back())));
      move.text = ask(device, played.requests.back());
      play_legally(game, "the device", move);
    } else {
      move = other.choose(game.ruling());
      BOOST_REQUIRE_MESSAGE(move != game.ruling().pass() || game.ruling().ply() >= 2, "a pass on ply 1 or 2");
      play_legally(game, "the opponent", move);
    }
    played.moves.push_back(move.text);
    BOOST_REQUIRE_MESSAGE(played.moves.size() <= 100, "a game without end");
  }
  played.result = game.ruling().result();
  return played;
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
    watch(name, 8, [&](const contest::Ruling& ruling, const Move& move, int) {
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
  watch("blocker", 8, [&](const contest::Ruling& ruling, const Move& move, int turn) {
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
  watch("passes-early", 8, [&](const contest::Ruling& ruling, const Move& move, int turn) {
    BOOST_TEST((move == ruling.pass()) == (turn > 3), "turn " << turn << ": " << move.text);
    if (turn > 3 && !ruling.must_pass()) ++needless;
  });
  BOOST_TEST(needless > 0U);
}

BOOST_AUTO_TEST_CASE(that_pass_once_do_so_once_and_come_back) {
  std::map<bool, int> fourth_turns;  // by whether there was anything to place
  int came_back = 0;
  watch("passes-once", 8, [&](const contest::Ruling& ruling, const Move& move, int turn) {
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
  for (std::size_t all = 0; rounds < 20 && all < 4 * 168U; ++rounds) {
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
  watch("coverage", 64, [&](const contest::Ruling& ruling, const Move& move, int turn) {
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
  watch("coverage", 64, [&](const contest::Ruling& ruling, const Move& move, int) {
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
    std::map<std::string, std::map<std::string, contest::Unseen>> unseen;  // by seat and code
    const auto other = opponent(name, 5);
    for (int round = 0; round < rounds; ++round) {
      for (const Seat& seat : page().seats) {
        Game game(page(), seat);
        for (const std::string& text : play(*board, seat, *other).moves) {
          if (game.dut_to_move()) {
            for (const contest::Exposure& exposure : game.ruling().exposures())
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
    const contest::Result result = game.ruling().result();
    BOOST_TEST(result.squares_left[seat.player == contest::Player::one ? 1 : 0] == 0, seat.name);
  }
}

BOOST_AUTO_TEST_CASE(are_found_by_name_or_refused_with_the_nearest) {
  for (const OpponentKind& kind : opponents("blokus")) {
    BOOST_TEST(!kind.what.empty(), kind.name);
    BOOST_TEST((opponent(kind.name, 1) != nullptr));
  }
  const auto suggests_blocker = [](const UsageError& error) {
    return contains(error.what(), "\"blokker\"") && contains(error.what(), "Did you mean \"blocker\"?");
  };
  BOOST_CHECK_EXCEPTION(opponent("blokker", 1), UsageError, suggests_blocker);
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
  watch("random", 6, [&](const contest::Ruling& ruling, const Move&, int) {
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
      const Played played = play(*board, seat, *other);
      won += played.device_won() ? 1 : 0;
      lost += played.device_lost() ? 1 : 0;
    }
  }
  BOOST_TEST(won >= 16, won << " won and " << lost << " lost of 20");
}

BOOST_AUTO_TEST_SUITE_END()

// the reference device

BOOST_AUTO_TEST_SUITE(reference_device)

BOOST_AUTO_TEST_CASE(greets_with_its_team_code_after_its_think_time) {
  BlokusDeviceOptions options;
  options.team_code = "X7";
  options.think = 5ms;
  const auto board = new_blokus_device(options);
  board->power_on();
  for (int time = 0; time < 3; ++time) {
    const std::vector<Action> greeting = hear(*board, "0");
    BOOST_TEST(said(greeting) == "1X7");
    for (const Action& action : greeting) BOOST_TEST((action.after == 5ms));
  }
}

BOOST_DATA_TEST_CASE(plays_a_rematch_without_reset_like_a_new_board, data::xrange(4), seat_number) {
  const Seat& seat = page().seats.at(static_cast<std::size_t>(seat_number));
  const auto used = device();
  for (const Seat& earlier : page().seats) {
    ask(*used, "0");
    const auto other = opponent("random", 3);
    play(*used, earlier, *other);
    BOOST_TEST(ask(*used, "9").empty());
    BOOST_TEST(ask(*used, "0") == "1RD");
    const auto on_used = opponent("random", 4);
    const auto on_fresh = opponent("random", 4);
    const auto fresh = device();
    BOOST_TEST((play(*used, seat, *on_used).moves == play(*fresh, seat, *on_fresh).moves), earlier.name);
  }
}

BOOST_AUTO_TEST_CASE(plays_on_after_a_game_that_was_broken_off) {
  const auto fresh = device();
  const std::string opening = ask(*fresh, "25");
  const auto board = device();
  for (const std::string before : {"25", "3A53e0", "254a8e0", "2A45", "4a8e0", "9", "3553", "x", "2x"}) {
    ask(*board, before);
    board->power_on();
    BOOST_TEST(ask(*board, "25") == opening, "after power went in \"" << before << "\"");
  }
  for (const std::string before : {"25", "3A53e0", "254a8e0", "9", "x", "90", "00"}) {
    ask(*board, before);
    BOOST_TEST(ask(*board, "0") == "1RD");
    BOOST_TEST(ask(*board, "25") == opening, "after \"" << before << "\"");
  }
}

BOOST_AUTO_TEST_CASE(understands_glued_requests_and_requests_in_pieces) {
  const auto apart = device();
  const std::string opening = ask(*apart, "25");
  const std::string second = ask(*apart, "4aaa0");
  BOOST_TEST(ask(*device(), "90") == "1RD");
  BOOST_TEST(ask(*device(), "025") == "1RD" + opening);
  BOOST_TEST(ask(*device(), "0254aaa090") == "1RD" + opening + second + "1RD");
  const auto board = device();
  std::string heard;
  for (const std::string piece : {"0", "2", "5", "4", "aa", "a", "0"}) heard += ask(*board, piece) + '|';
  BOOST_TEST(heard == "1RD||" + opening + "||||" + second + "|");
}

BOOST_AUTO_TEST_CASE(passes_when_it_must_and_is_asked_again) {
  std::size_t passes = 0;
  std::size_t asked_again = 0;
  const auto board = device();
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    for (const Seat& seat : page().seats) {
      const auto other = opponent("blocker", seed);
      Game game(page(), seat);
      bool has_passed = false;
      for (const std::string& move : play(*board, seat, *other).moves) {
        if (game.dut_to_move()) {
          BOOST_TEST((move == "0000") == game.ruling().must_pass(),
                     "the good device passes only when it must");
          asked_again += has_passed ? 1U : 0U;
          passes += move == "0000" ? 1U : 0U;
          has_passed = has_passed || move == "0000";
        }
        game.play({move});
      }
    }
  }
  BOOST_TEST(passes > 0U);
  BOOST_TEST(asked_again > 0U);
}

// A host other than the rig's may send anything: what no rule allows places nothing, and the next game is
// sound.
BOOST_AUTO_TEST_CASE(takes_moves_that_no_rule_allows_for_passes) {
  const auto fresh = device();
  const std::string opening = ask(*fresh, "25");
  const auto board = device();
  for (const std::string begin : {"35", "3A", "254", "2A4", "25400004", "2A400004"}) {
    const std::string after_a_pass = ask(*board, begin + "0000");
    for (const std::string move :
         {"00a0", "00t3", "e0j0", "0ej5", "eeu0", "01k1", "88a0", "zzzz", "5\r3e", "0001"}) {
      BOOST_TEST(ask(*board, begin + move) == after_a_pass, begin << move);
      BOOST_TEST(ask(*board, "90") == "1RD");
      BOOST_TEST(ask(*board, "25") == opening, "after " << begin << move);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

// faults

BOOST_AUTO_TEST_SUITE(faults)

std::vector<std::string> fault_names() {
  std::vector<std::string> names;
  for (const DeviceFault& fault : blokus_device_faults("icfpt2014")) names.push_back(fault.name);
  return names;
}

/// Stands in a script where the host says nothing for nearly as long as it may.
const std::string idle = "(idle)";

/// What a host sent to the good device: in every seat two games, without reset between. Those who outlast the
/// device see to it that it must pass and is asked again.
const std::vector<std::vector<std::string>>& scripts() {
  static const std::vector<std::vector<std::string>> recorded = [] {
    std::vector<std::vector<std::string>> list;
    for (const std::string name :
         {"random", "random", "outlasts", "outlasts", "outlasts", "passes-once", "passes-early"}) {
      const Seat& seat = page().seats.at(list.size() % page().seats.size());
      const auto other = opponent(name, 12 + list.size());
      const auto board = device();
      std::vector<std::string> script = {"0", "0"};
      for (int game = 0; game < 2; ++game) {
        const Played played = play(*board, seat, *other);
        script.insert(script.end(), played.requests.begin(), played.requests.end());
        script.insert(script.end(), {"9", "0"});
      }
      list.push_back(script);
    }
    const auto with_each_code = opponent("coverage", 12);
    const auto last_seat = device();  // defects in one seat alone are of this one
    std::vector<std::string> games;
    constexpr int until_all_were_sent = 16;
    for (int game = 0; game < until_all_were_sent; ++game) {
      games.push_back("0");
      const Played played = play(*last_seat, page().seats.back(), *with_each_code);
      games.insert(games.end(), played.requests.begin(), played.requests.end());
      games.push_back("9");
    }
    list.push_back(games);
    std::vector<std::string> thinking;  // the first again, with a host that takes its time now and then
    for (const std::string& request : list.front()) {
      if (request.starts_with("4") && thinking.size() % 3 == 0) thinking.push_back(idle);
      thinking.push_back(request);
    }
    list.push_back(thinking);
    list.emplace_back(20, "25");  // as many games: some defects come with age
    return list;
  }();
  return recorded;
}

/// Everything that a device does for one host: `2000000:1 ` for each byte, `3000000:# ` for a hang-up, a line
/// a request.
std::string behaviour(const std::string& fault, const std::vector<std::string>& script) {
  const auto board = device(fault);
  std::string text;
  for (const std::string& request : script) {
    if (request == idle) {
      board->after_gap(std::chrono::milliseconds(950));
      continue;
    }
    for (const Action& action : hear(*board, request)) {
      text += std::to_string(action.after.count()) + ":" + said({action}) + ' ';
    }
    text += '\n';
  }
  return text;
}

/// For every script, what a device with this fault does. Costs a search for each move: kept.
const std::vector<std::string>& behaviours(const std::string& fault) {
  static std::map<std::string, std::vector<std::string>> known;
  std::vector<std::string>& texts = known[fault];
  if (texts.empty()) {
    for (const std::vector<std::string>& script : scripts()) texts.push_back(behaviour(fault, script));
  }
  return texts;
}

BOOST_DATA_TEST_CASE(change_what_is_sent, data::make(fault_names()), name) {
  BOOST_TEST((behaviours(name) != behaviours("")),
             name << " changes nothing in " << scripts().size() << " scripts of two games");
}

BOOST_AUTO_TEST_CASE(differ_from_one_another) {
  std::map<std::vector<std::string>, std::string> names;
  for (const std::string& name : fault_names()) {
    const auto [twin, is_new] = names.emplace(behaviours(name), name);
    BOOST_TEST(is_new, name << " does what " << twin->second << " does");
  }
}

BOOST_AUTO_TEST_CASE(are_none_in_the_good_device) {
  BOOST_TEST((behaviour("", scripts().front()) == behaviours("").front()));
}

BOOST_AUTO_TEST_CASE(have_a_name_and_a_description_each) {
  std::set<std::string> names;
  for (const DeviceFault& fault : blokus_device_faults("icfpt2014")) {
    BOOST_TEST(names.insert(fault.name).second, fault.name);
    BOOST_TEST(!fault.what.empty());
  }
  BOOST_TEST(names.size() >= 20U);
}

BOOST_AUTO_TEST_CASE(unknown_are_refused_with_the_nearest) {
  const auto suggests = [](const UsageError& error) {
    return contains(error.what(), "\"own-egde\"") && contains(error.what(), "Did you mean \"own-edge\"?");
  };
  BOOST_CHECK_EXCEPTION(device("own-egde"), UsageError, suggests);
}

BOOST_AUTO_TEST_CASE(of_line_ends_end_each_reply_with_them) {
  const auto board = device("crlf");
  const auto good = device();
  for (const std::string request : {"0", "25", "40000", "9", "0"}) {
    const std::string plain = ask(*good, request);
    BOOST_TEST(ask(*board, request) == (plain.empty() ? "" : plain + "\r\n"), request);
  }
}

/// The faults of the third move break just the rule that they are named after.
BOOST_AUTO_TEST_CASE(of_the_third_move_break_the_rule_of_their_name) {
  const std::map<std::string, std::string> rules = {{"used-tile", "used"},     {"overlap", "occupied"},
                                                    {"off-board", "occupied"}, {"own-edge", "edge"},
                                                    {"no-corner", "corner"},   {"wrong-start", "start"}};
  for (const auto& [name, rule] : rules) {
    for (const Seat& seat : page().seats) {
      const auto board = device(name);
      const auto other = opponent("random", 6);
      Game game(page(), seat);
      std::string broken;
      while (broken.empty() && game.dut_turns() < 4) {
        const Move move = game.dut_to_move()
                              ? Move{ask(*board, to_text(page().dialect->encode(game.requests().back())))}
                              : other->choose(game.ruling());
        broken = game.ruling().judge(move).rule;
        if (broken.empty()) game.play(move);
      }
      BOOST_TEST(broken == rule, name << ", " << seat.name);
      BOOST_TEST(game.dut_turns() == (rule == "start" ? 0 : 2), name << ", " << seat.name);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::player
