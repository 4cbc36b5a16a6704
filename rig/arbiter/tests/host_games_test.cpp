/// Games that the contest's own host of 2014 played with two scripted boards: every message that it sent to
/// each of them, and its result. Our referee plays them again.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "rig/arbiter/tests/referee_tools.hpp"

namespace rig::arbiter {
namespace {

using nlohmann::json;
using namespace testing;
using protocol::Player;
using State = protocol::Result::State;

const std::string fixtures = RIG_SOURCE_DIR "/games/blokus/fixtures/host_games.json";
const std::string collection = RIG_SOURCE_DIR "/../shared/data/blokus-host-games.json";

const protocol::Contest& page() {
  return protocol::find_contest("icfpt2014");
}

/// The replies of each board, from those of both in turn.
std::array<Board::Answers, 2> answers_of(const json& replies, std::size_t mover) {
  std::array<Board::Answers, 2> answers;
  for (const json& reply : replies) {
    answers[mover].push_back(reply.is_null() ? std::vector<Action>{} : says(reply.get<std::string>()));
    mover = 1 - mover;
  }
  return answers;
}

/// How a game ended, in the words of the project's own fixtures: `none`, `timeout`, or a rule's.
std::string end_of(const GameReport& game) {
  if (!game.loss) return "none";
  if (game.loss->breach.kind == LossKind::time_out) return "timeout";
  return game.loss->breach.aspect.substr(std::string("move.").size());
}

/// What the host's code for a violation is in these words.
std::string end_of(const json& code) {
  if (code.is_null()) return "none";
  switch (code.get<int>()) {
    case 0: return "pass";
    case -1: return "used";
    case -2: return "occupied";
    case -3: return "edge";
    case -4: return "corner";
    case -5:
    case -6: return "start";
    case -10: return "timeout";
    case -11: return "malformed";
    default: return "?";
  }
}

State state_in(const std::string& line) {
  if (line.find("Draw") != std::string::npos) return State::draw;
  const bool names_one = line.find("Player 1") != std::string::npos;
  const bool lost = line.find("lost") != std::string::npos;
  return names_one != lost ? State::one_won : State::two_won;
}

/// The host takes what is too much of a reply for the next one; its text says nothing of that. Our referee
/// drops it and says so.
bool has_too_much_in_a_reply(const json& game) {
  return std::any_of(game.at("replies").begin(), game.at("replies").end(), [](const json& reply) {
    return reply.is_string() && reply.get<std::string>().size() >= 8;
  });
}

GameReport played(Scripted& match, const json& game, std::size_t first) {
  auto [one, two] = answers_of(game.at("replies"), first);
  return match.play(one, two, first == 0 ? 0 : 1);
}

void check_numbers(const GameReport& game, const json& left, const json& score) {
  BOOST_TEST((game.result.squares_left == left.get<std::array<int, 2>>()));
  BOOST_TEST((game.result.score == score.get<std::array<int, 2>>()));
}

/// Of the project's own fixtures, which have no messages.
void check_own(const json& recorded) {
  Scripted match(page());
  const GameReport game = played(match, recorded, recorded.at("first").get<std::size_t>() - 1);
  BOOST_TEST(end_of(game) == recorded.at("ends").get<std::string>());
  check_numbers(game, recorded.at("left"), recorded.at("score"));
}

void check(const json& recorded) {
  Scripted match(page());
  const GameReport game = played(match, recorded, recorded.at("first_player").get<std::size_t>() - 1);
  for (const std::size_t player : {0U, 1U}) {
    std::vector<std::string> told = recorded.at("to_board").at(player);
    told.insert(told.begin(), "(on)");
    BOOST_TEST(joined(match.heard[player]) == joined(told));
  }
  BOOST_TEST(game.result.state == state_in(recorded.at("result")));
  BOOST_TEST(end_of(game) == end_of(recorded.at("error_code")));
  check_numbers(game, recorded.at("tiles_left"), recorded.at("score"));
}

int check_all(const std::string& path, void (*check_game)(const json&)) {
  std::ifstream file(path);
  BOOST_REQUIRE_MESSAGE(file, "cannot read " << path);
  const json document = json::parse(file);
  int checked = 0;
  for (const json& game : document.at("games")) {
    if (has_too_much_in_a_reply(game)) continue;
    BOOST_TEST_CONTEXT(game.dump()) check_game(game);
    ++checked;
  }
  return checked;
}

BOOST_AUTO_TEST_SUITE(host_games)

BOOST_AUTO_TEST_CASE(a_choice_of_them) {
  BOOST_TEST(check_all(fixtures, check_own) == 54);
}

BOOST_AUTO_TEST_CASE(all_of_them) {
  if (!std::filesystem::exists(collection)) {
    BOOST_TEST_MESSAGE("no collection beside the project: only its own fixtures were read");
    return;
  }
  BOOST_TEST(check_all(collection, check) == 106);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter
