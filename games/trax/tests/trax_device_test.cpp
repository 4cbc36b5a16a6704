/// The Trax device in both contests, and its deliberate defects. The test is the host here: it talks to the
/// device byte by byte.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <map>
#include <set>

#include "games/trax/players/trax_faults.hpp"
#include "games/trax/players/trax_player.hpp"
#include "games/trax/players/trax_spelling.hpp"
#include "games/trax/tests/trax_player_fixtures.hpp"
#include "rig/base/errors.hpp"
#include "rig/dut/dut.hpp"
#include "rig/dut/game.hpp"
#include "rig/tests/contains.hpp"

namespace rig::player {
namespace {

namespace data = boost::unit_test::data;
using namespace std::chrono_literals;
using dut::Game;
using protocol::Contest;
using protocol::Move;
using protocol::Seat;

BOOST_AUTO_TEST_SUITE(reference_device)

BOOST_AUTO_TEST_CASE(tells_its_name_until_it_stands_by) {
  const auto dut = device(heart);
  BOOST_TEST(ask(*dut, "?\n") == "reference rig\n");
  BOOST_TEST(ask(*dut, "--\n").empty());
  for (const std::string line : {"?\n", "@0+\n", "B1+\n", "--\n", "nonsense\n"})
    BOOST_TEST(ask(*dut, line).empty());
  BOOST_TEST(ask(*dut, "-B\n").empty());
  BOOST_TEST(ask(*dut, "?\n") == "reference rig\n");
  BOOST_TEST(!ask(*dut, "@0+\n").empty());
}

BOOST_AUTO_TEST_CASE(answers_after_its_think_time) {
  TraxDeviceOptions options;
  options.think = 7ms;
  options.team_name = "X";
  const auto dut = new_trax_device(options);
  dut->power_on();
  for (const std::string line : {"?\n", "-W\n"}) {
    for (const Action& action : hear(*dut, line)) BOOST_TEST((action.after == 7ms));
  }
}

BOOST_AUTO_TEST_CASE(begins_a_new_game_whenever_it_is_told_to) {
  for (const std::string& contest : {heart, aut}) {
    const std::string opening = ask(*device(contest), "-W\n");
    const std::string second = ask(*device(contest), "-B\n@0/\n");
    for (const std::string before : {"", "-W\n", "-W\nB1+\n", "-B\n", "-B\n@0+\n", "-B\n@0+\n-W\n", "x\n"}) {
      BOOST_TEST_CONTEXT(contest << " after \"" << before << '"') {
        const auto dut = device(contest);
        ask(*dut, before);
        BOOST_TEST(ask(*dut, "-W\n") == opening);
        ask(*dut, before);
        BOOST_TEST(ask(*dut, "-B\n").empty());
        BOOST_TEST(ask(*dut, "@0/\n") == second);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(takes_no_harm_from_what_it_does_not_understand) {
  for (const std::string& contest : {heart, aut}) {
    const std::string good = ask(*device(contest), "-B\n@0/\nB1+\n");
    const auto dut = device(contest);
    std::string heard = ask(*dut, "-B\n@0/\n");
    for (const std::string line : {"", "\r", "hello", "-", "-w", "@0", "Z99+", "A1+", "@0+", "b1+", "B01+",
                                   " B1+", "B1+ ", "-W ", "?!"})
      BOOST_TEST(ask(*dut, line + "\n").empty(), "\"" << line << '"');
    BOOST_TEST(ask(*dut, std::string(5000, 'A') + "\n").empty());
    BOOST_TEST(ask(*dut, std::string(70, 'A') + "-W\n").empty());
    heard += ask(*dut, "B1+\r\n");
    BOOST_TEST(heard == good);
  }
}

BOOST_AUTO_TEST_CASE(takes_requests_glued_and_in_pieces) {
  const std::string opening = ask(*device(heart), "-W\n");
  const std::string second = ask(*device(heart), "-B\n@0/\n");
  BOOST_TEST(ask(*device(heart), "?\n-W\n-B\n@0/\n?\n") ==
             "reference rig\n" + opening + second + "reference rig\n");
  const auto dut = device(heart);
  std::string heard;
  for (const std::string piece : {"-", "W", "\n", "-B", "\n@", "0", "/", "\n"}) heard += ask(*dut, piece);
  BOOST_TEST(heard == opening + second);
}

BOOST_AUTO_TEST_CASE(keeps_the_board_that_it_is_told) {
  const auto dut = device(aut);
  for (const std::string good : {"0", "8", "250", "00012"}) BOOST_TEST(ask(*dut, good + "\n") == "R\n", good);
  for (const std::string bad : {"7", "1", "-8", "8x", "1234567890"})
    BOOST_TEST(ask(*dut, bad + "\n").empty(), bad);
  int stuck = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    BOOST_TEST(ask(*dut, "8\n") == "R\n");
    const Seat& seat = page(aut, 8).seats[seed % 2];
    const auto other = opponent("survivor", seed);
    const Played played = play(*dut, page(aut, 8), seat, *other);
    BOOST_TEST(played.width <= 8);
    BOOST_TEST(played.last_answer.empty());
    stuck += played.ending.by == trax::Result::By::path ? 1 : 0;
  }
  BOOST_TEST(stuck > 0);
}

BOOST_AUTO_TEST_CASE(thinks_little_even_on_large_boards) {
  const auto dut = device(heart);
  const auto other = opponent("grower", 2);
  const auto begin = std::chrono::steady_clock::now();
  const Played played = play(*dut, page(heart), page(heart).seats.front(), *other, 330);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  // Both players, and the referee: 50 ms for each turn of the device would be far more.
  BOOST_TEST(took.count() < 50.0 * static_cast<double>(played.requests.size()));
}

BOOST_AUTO_TEST_CASE(is_refused_a_name_or_a_contest_that_there_is_not) {
  for (const std::string& name : {std::string(), std::string(17, 'x'), std::string("a\nb")}) {
    TraxDeviceOptions options;
    options.team_name = name;
    BOOST_CHECK_THROW(new_trax_device(options), UsageError);
  }
  BOOST_CHECK_THROW(device("icfpt2014"), UsageError);
}

BOOST_AUTO_TEST_CASE(is_opened_by_name_for_the_contests_of_its_game) {
  for (const std::string& contest : {heart, aut}) {
    const dut::OpenOptions options{page(contest), 1, {}, {}};
    BOOST_TEST((dut::open_dut("builtin:trax?fault=late&team=abc&think=5", options) != nullptr));
    BOOST_CHECK_EXCEPTION(dut::open_dut("builtin:blokus", options), UsageError,
                          saying({"builtin:trax fits"}));
  }
  const dut::OpenOptions options{page("icfpt2014"), 1, {}, {}};
  BOOST_CHECK_EXCEPTION(dut::open_dut("builtin:trax", options), UsageError, saying({"builtin:blokus fits"}));
}

BOOST_AUTO_TEST_SUITE_END()

// faults

BOOST_AUTO_TEST_SUITE(faults)

using Script = std::vector<std::string>;  ///< what a host sends, a request at a time

struct Defect {
  std::string contest;
  std::string fault;
  friend std::ostream& operator<<(std::ostream& out, const Defect& defect) {
    return out << defect.contest << ' ' << defect.fault;
  }
};

std::vector<Defect> defects() {
  std::vector<Defect> all;
  for (const std::string& contest : {heart, aut}) {
    for (const DeviceFault& fault : trax_device_faults(contest)) all.push_back({contest, fault.name});
  }
  return all;
}

/// What a host says to show that it is obeyed: in mid-game, standing by, with CR, glued, nonsense.
std::vector<Script> talks(const std::string& contest) {
  const std::string hello = contest == heart ? "?\n" : "0\n";
  return {
      {hello, "-W\n", hello},
      {"-W\n", "B1/\n", "-W\n", "-B\n", "@0+\n"},
      {"-B\n", "@0/\n", "-B\n", "@0/\n", "-W\n"},
      {"--\n", hello, "-B\n", "--\n", "@0/\n", "-W\n"},
      {"--\n", "--\n", "@0/\n", "-W\n"},
      {hello, "-B\n", "@0/\n", "Z99+\n", "nonsense\n", "B1+\n", hello},
      {"-B\n", "@0/\r\n", "-W\n"},
      {"-B\n@0/\n"},
      {"-B\n", "A1+\n", "-B\n", "@0\\\n"},
      {"-B\n", "@0/\n", "B1+\n", "C1/\n", "C2\\\n", "@1+\n", "A2/\n", "A3/\n", "D3\\\n"},
      Script(20, "-W\n"),
  };
}

Script game_of(const std::string& contest, int board, const std::string& name, std::uint64_t seed,
               int plies) {
  const Contest& rules = page(contest, board);
  const auto dut = device(contest);
  Script script;
  if (contest == aut) script.push_back(std::to_string(board) + '\n');
  for (const std::string& line : script) ask(*dut, line);
  const auto other = opponent(name, seed);
  const Script game = play(*dut, rules, rules.seats[seed % 2], *other, plies).requests;
  script.insert(script.end(), game.begin(), game.end());
  return script;
}

/// Stands in a script where the host says nothing for nearly as long as it may.
const std::string idle = "(idle)";

/// What a host said to the good device, short talks first: the games that take the device to where each of
/// its defects tells.
const std::vector<Script>& scripts(const std::string& contest) {
  static std::map<std::string, std::vector<Script>> recorded;
  std::vector<Script>& list = recorded[contest];
  if (!list.empty()) return list;
  list = talks(contest);
  Script thinking;  // a game whose host takes its time before each move
  for (const std::string& line : game_of(contest, 0, "random", 3, 12)) {
    if (!thinking.empty()) thinking.push_back(idle);
    thinking.push_back(line);
  }
  list.push_back(thinking);
  const int board = contest == heart ? 0 : 8;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    for (const std::string name : {"random", "winner", "cascader"})
      list.push_back(game_of(contest, board, name, seed, 60));
  }
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    list.push_back(game_of(contest, 0, "liner", seed, 90));
    list.push_back(game_of(contest, 0, "coverage", seed, 120));
  }
  for (const std::uint64_t seed : {1U, 5U, 7U}) list.push_back(game_of(contest, 0, "grower", seed, 120));
  list.push_back(game_of(contest, 0, "grower", 3, 400));
  list.push_back(game_of(contest, 0, "tower", 2, 480));
  list.push_back(game_of(contest, 0, "widener", 2, 1600));
  for (std::uint64_t seed = 1; seed <= 6 && contest == heart; ++seed) {
    list.push_back(game_of(contest, 0, "seven-columns", seed, 40));
    list.push_back(game_of(contest, 0, "seven-rows", seed, 40));
  }
  return list;
}

/// Everything that a device does: `2000000:1 ` for each byte, `3000000:# ` for a hang-up, a line a request.
std::string behaviour(const Defect& defect, const Script& script) {
  const auto dut = device(defect.contest, defect.fault);
  std::string text;
  const Duration nearly_the_limit = std::chrono::milliseconds(defect.contest == heart ? 950 : 9500);
  bool quiet = false;
  for (const std::string& request : script) {
    if (request == idle) {
      quiet = true;
      continue;
    }
    const Duration pause = std::exchange(quiet, false) ? nearly_the_limit : Duration::zero();
    for (const Action& action : hear(*dut, request, pause))
      text += std::to_string(action.after.count()) + ":" + said({action}) + ' ';
    text += '\n';
  }
  return text;
}

/// The same for the good device and each script.
const std::string& good_behaviour(const std::string& contest, std::size_t script) {
  static std::map<std::pair<std::string, std::size_t>, std::string> known;
  std::string& text = known[{contest, script}];
  if (text.empty()) text = behaviour({contest, ""}, scripts(contest)[script]);
  return text;
}

/// The first script in which the defect tells, and what the device does there and in the one after.
const std::pair<std::size_t, std::string>& first_difference(const Defect& defect) {
  static std::map<std::string, std::pair<std::size_t, std::string>> known;
  const std::string key = defect.contest + ' ' + defect.fault;
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const std::vector<Script>& all = scripts(defect.contest);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string text = behaviour(defect, all[i]);
    if (text == good_behaviour(defect.contest, i)) continue;
    const bool is_last = i + 1 == all.size();
    return known[key] = {i, is_last ? text : text + behaviour(defect, all[i + 1])};
  }
  return known[key] = {all.size(), ""};
}

BOOST_DATA_TEST_CASE(change_what_is_sent, data::make(defects()), defect) {
  const std::size_t script = first_difference(defect).first;
  BOOST_TEST(script < scripts(defect.contest).size(), "nothing changes in any script");
  BOOST_TEST_MESSAGE(defect << ": script " << script);
}

BOOST_AUTO_TEST_CASE(differ_from_one_another) {
  std::map<std::tuple<std::string, std::size_t, std::string>, std::string> names;
  for (const Defect& defect : defects()) {
    const auto& [script, text] = first_difference(defect);
    const auto [twin, is_new] = names.emplace(std::tuple{defect.contest, script, text}, defect.fault);
    BOOST_TEST(is_new, defect << " does what " << twin->second << " does");
  }
}

BOOST_AUTO_TEST_CASE(are_none_in_the_good_device_and_none_after_power_on) {
  for (const std::string& contest : {heart, aut}) {
    const auto dut = device(contest);
    for (const Script& script : talks(contest)) {
      dut->power_on();
      std::string used;
      std::string fresh;
      const auto other = device(contest);
      for (const std::string& request : script) used += ask(*dut, request) + '|';
      for (const std::string& request : script) fresh += ask(*other, request) + '|';
      BOOST_TEST(used == fresh);
    }
  }
}

BOOST_AUTO_TEST_CASE(have_a_name_and_a_description_each) {
  for (const std::string& contest : {heart, aut}) {
    std::set<std::string> names;
    for (const DeviceFault& fault : trax_device_faults(contest)) {
      BOOST_TEST(names.insert(fault.name).second, fault.name);
      BOOST_TEST(!fault.what.empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(are_refused_where_the_contest_has_none_of_this_name) {
  BOOST_CHECK_EXCEPTION(device(heart, "ocupied"), UsageError, saying({"Did you mean \"occupied\"?"}));
  BOOST_CHECK_THROW(device(heart, "no-r"), UsageError);
  BOOST_CHECK_THROW(device(aut, "answers-stand-by"), UsageError);
}

/// What a host with the contest's rules says of the device's third move.
BOOST_AUTO_TEST_CASE(of_the_third_move_break_the_rule_of_their_name) {
  const std::map<std::string, std::string> rules = {{"isolated", "isolated"},
                                                    {"occupied", "occupied"},
                                                    {"out-of-range", "range"},
                                                    {"wrong-colour", "colour"}};
  for (const auto& [name, rule] : rules) {
    for (const Seat& seat : page(heart).seats) {
      const auto dut = device(heart, name);
      const auto other = opponent("survivor", 6);
      Game game(page(heart), seat);
      std::string broken;
      while (broken.empty() && game.dut_turns() < 4) {
        Move move = other->choose(game.ruling());
        if (game.dut_to_move()) {
          for (const protocol::Request& request : game.requests())
            move.text = ask(*dut, to_text(page(heart).dialect->encode(request)));
          move.text = without_lf(move.text);
        }
        broken = game.ruling().judge(move).rule;
        if (broken.empty()) game.play(move);
      }
      BOOST_TEST(broken == rule, name << ", " << seat.name);
      BOOST_TEST(game.dut_turns() == 2);
    }
  }
}

/// The rule that a device breaks against an opponent, as the referee has it; empty: none in so many plies.
std::string broken_by(const Defect& defect, int board, const std::string& name, int plies) {
  const Contest& rules = page(defect.contest, board);
  const auto dut = device(defect.contest, defect.fault);
  if (defect.contest == aut) ask(*dut, std::to_string(board) + '\n');
  const auto other = opponent(name, 1);
  Game game(rules, rules.seats.front());
  while (!game.over() && game.ruling().ply() < plies) {
    Move move;
    if (game.dut_to_move()) {
      for (const protocol::Request& request : game.requests())
        move.text = ask(*dut, to_text(rules.dialect->encode(request)));
      move.text = without_lf(move.text);
      if (!game.ruling().judge(move).legal) return game.ruling().judge(move).rule;
    } else {
      move = other->choose(game.ruling());
    }
    game.play(move);
  }
  return {};
}

BOOST_AUTO_TEST_CASE(of_rules_break_them_in_a_game) {
  BOOST_TEST(broken_by({heart, "illegal-cascade"}, 0, "survivor", 100) == "cascade");
  BOOST_TEST(broken_by({heart, "three-ends"}, 0, "survivor", 100) == "cascade");
  BOOST_TEST(broken_by({heart, "first-backslash"}, 0, "survivor", 1) == "first");
  BOOST_TEST(broken_by({heart, "first-elsewhere"}, 0, "survivor", 1) == "first");
  BOOST_TEST(broken_by({heart, "leading-zero"}, 0, "survivor", 1) == "syntax");
  BOOST_TEST(broken_by({heart, "lower-case"}, 0, "survivor", 20) == "syntax");
  BOOST_TEST(broken_by({aut, "beyond-board"}, 8, "survivor", 60) == "range");
  BOOST_TEST(broken_by({aut, "beyond-board"}, 0, "survivor", 60).empty());
}

BOOST_AUTO_TEST_CASE(of_notation_misname_columns_and_rows) {
  const auto written = [](const char* fault, int column, int row) {
    return miswritten({column, row, trax::Symbol::plus}, fault, {2, 1});
  };
  BOOST_TEST(written("", 28, 129) == "AB129+");
  BOOST_TEST(written("column-aa-26", 27, 1) == "AB1+");
  BOOST_TEST(written("columns-reversed", 28, 1) == "BA1+");
  BOOST_TEST(written("row-one-digit", 1, 12) == "A2+");
  BOOST_TEST(written("names-not-shifted", 5, 3) == "C2+");
  BOOST_TEST(written("signed-coordinates", 128, 127) == "@127+");
  BOOST_TEST(written("signed-coordinates", 1, 128) == "A-128+");
  BOOST_TEST(written("eight-bit-columns", 257, 257) == "A257+");
  BOOST_TEST(written("second-letter-alone", 52, 1) == "AZ1+");
  BOOST_TEST(written("second-letter-alone", 53, 1) == "AA1+");
  BOOST_TEST(written("second-letter-alone", 703, 1) == "AAA1+");
  BOOST_TEST(written("two-letters", 702, 1) == "ZZ1+");
  BOOST_TEST(written("two-letters", 703, 1) == "AA1+");
  BOOST_TEST(written("leading-zero", 1, 1) == "A01+");
  BOOST_TEST(written("lower-case", 1, 1) == "a1+");
  const auto read = [](const char* fault, const char* text) { return misread(text, fault).value(); };
  BOOST_TEST(read("", "AB129+").column == 28);
  BOOST_TEST(read("column-aa-26", "AA1+").column == 26);
  BOOST_TEST(read("columns-reversed", "BA1+").column == 28);
  BOOST_TEST(read("eight-bit-columns", "IW1+").column == 1);
  BOOST_TEST(read("second-letter-alone", "CB1+").column == 28);
  BOOST_TEST(read("two-letters", "AAB1+").column == 27);
  BOOST_TEST(read("row-one-digit", "A12+").row == 2);
  BOOST_TEST(!misread("A128+", "signed-coordinates").has_value());
  BOOST_TEST(!misread("A01+", "").has_value());
}

BOOST_AUTO_TEST_CASE(of_lost_bytes_tell_only_without_a_gap) {
  const std::string good = ask(*device(aut), "-B\n@0/\n");
  BOOST_TEST(ask(*device(aut, "loses-glued"), "-B\n@0/\n") != good);
  const auto dut = device(aut, "loses-glued");
  BOOST_TEST(ask(*dut, "-B\n").empty());
  BOOST_TEST(ask(*dut, "@0/\n") == good);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::player
