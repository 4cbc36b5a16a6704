/// The Blokus device and its deliberate defects. The test is the host here: it talks to the device byte by
/// byte.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <map>
#include <set>

#include "games/blokus/players/blokus_faults.hpp"
#include "games/blokus/players/blokus_player.hpp"
#include "rig/base/errors.hpp"
#include "rig/dut/game.hpp"
#include "rig/player/tests/player_fixtures.hpp"
#include "rig/tests/contains.hpp"

namespace rig::player {
namespace {

namespace data = boost::unit_test::data;
using namespace std::chrono_literals;
using dut::Game;
using protocol::Move;
using protocol::Seat;

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
  BOOST_CHECK_EXCEPTION(device("own-egde"), UsageError,
                        saying({"\"own-egde\"", "Did you mean \"own-edge\"?"}));
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
