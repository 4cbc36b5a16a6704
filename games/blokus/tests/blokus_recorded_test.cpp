// Positions with known numbers of moves and games that a contest host refereed: the project's own
// selection, and the full collection where a working copy has it beside the project.
#include <array>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "games/blokus/rules/position.hpp"

namespace rig::blokus {
namespace {

using nlohmann::json;

const std::string fixtures = RIG_SOURCE_DIR "/games/blokus/fixtures/";
const std::string collection = RIG_SOURCE_DIR "/../shared/data/";

json read_json(const std::string& path) {
  std::ifstream file(path);
  BOOST_REQUIRE_MESSAGE(file, "cannot read " << path);
  return json::parse(file);
}

/// The full collection's file, or nothing where it is not there (said, since the test then proves less).
json read_collection(const std::string& name, const char* list) {
  if (!std::filesystem::exists(collection + name)) {
    BOOST_TEST_MESSAGE("no " << name << " beside the project: only its own fixtures were read");
    return json::array();
  }
  return read_json(collection + name).at(list);
}

// positions

struct Known {
  int first;
  std::vector<std::string> moves;
  MoveCount count;
  std::array<int, 2> left;
};

void check(const Known& known) {
  Position position(duo(), known.first - 1);
  for (const std::string& move : known.moves) {
    BOOST_REQUIRE(!position.over());
    if (move == pass_code) {
      BOOST_TEST(to_string(position.judge_pass()) == "legal");
      position.pass();
    } else {
      const Code code = parse_code(move).value();
      BOOST_REQUIRE_MESSAGE(position.judge(code) == Broken::none, move << "\n" << draw(position));
      position.play(code);
    }
  }
  BOOST_TEST(position.count_placements() == known.count.placements);
  BOOST_TEST(position.count_codes() == known.count.codes);
  BOOST_TEST(position.has_placement() == (known.count.placements > 0));
  for (const int colour : {0, 1}) {
    BOOST_TEST(position.squares_left(colour) == known.left[static_cast<std::size_t>(colour)]);
  }
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> list;
  for (std::string word; in >> word;) list.push_back(word);
  return list;
}

// games

/// How a game ended as far as the rules can tell.
struct Ending {
  std::string how;  // "none", "timeout" or a rule's name
  int loser = -1;   // -1: both played to the end
  std::array<int, 2> left{};
  std::array<int, 2> score{};
};
std::ostream& operator<<(std::ostream& out, const Ending& ending) {
  return out << ending.how << ", loser " << ending.loser << ", left " << ending.left[0] << "/"
             << ending.left[1] << ", score " << ending.score[0] << "/" << ending.score[1];
}

const char* name(Broken broken) {
  switch (broken) {
    case Broken::none: return "none";
    case Broken::malformed: return "malformed";
    case Broken::used: return "used";
    case Broken::occupied: return "occupied";
    case Broken::edge: return "edge";
    case Broken::start: return "start";
    case Broken::corner: return "corner";
    case Broken::pass: return "pass";
  }
  return "?";
}

/// What each board has sent and the host not yet read: the host reads four characters, drops CR and LF,
/// and leaves what is too much for the next time.
class Replies {
 public:
  explicit Replies(std::vector<json> replies) : replies_(std::move(replies)) {}

  /// The mover's next code; empty: it kept silent.
  std::string next(int mover) {
    std::string& waiting = waiting_[static_cast<std::size_t>(mover)];
    if (at_ < replies_.size() && replies_[at_].is_string()) {
      for (const char c : replies_[at_].get<std::string>()) {
        if (c != '\r' && c != '\n') waiting += c;
      }
    }
    ++at_;
    if (waiting.size() < 4) return "";
    std::string code = waiting.substr(0, 4);
    waiting.erase(0, 4);
    return code;
  }

 private:
  std::vector<json> replies_;
  std::size_t at_ = 0;
  std::array<std::string, 2> waiting_;
};

Broken judge_and_play(Position& position, const std::string& text) {
  if (text == pass_code) {
    const Broken broken = position.judge_pass();
    if (broken == Broken::none) position.pass();
    return broken;
  }
  const auto code = parse_code(text);
  if (!code) return Broken::malformed;
  const Broken broken = position.judge(*code);
  if (broken == Broken::none) position.play(*code);
  return broken;
}

Ending replay(int first, const std::vector<json>& list) {
  Position position(duo(), first - 1);
  Replies replies(list);
  Ending ending{"none", -1, {}, {}};
  while (!position.over() && ending.how == "none") {
    const int mover = position.to_move();
    const std::string text = replies.next(mover);
    ending.how = text.empty() ? "timeout" : name(judge_and_play(position, text));
    if (ending.how != "none") ending.loser = mover;
  }
  const Result result = position.result();
  for (const std::size_t colour : {0U, 1U}) {
    ending.left[colour] = result.squares_left[colour];
    ending.score[colour] = result.score[colour];
  }
  return ending;
}

BOOST_AUTO_TEST_SUITE(blokus_recorded)

BOOST_AUTO_TEST_CASE(own_positions_have_their_known_numbers_of_moves) {
  const json positions = read_json(fixtures + "positions.json").at("positions");
  BOOST_TEST(positions.size() >= 20U);
  for (const json& p : positions) {
    const std::string moves = p.at("moves");
    BOOST_TEST_CONTEXT("player " << p.at("first") << " first: " << moves) {
      check({p.at("first"), words(moves), {p.at("placements"), p.at("codes")}, p.at("left")});
    }
  }
}

BOOST_AUTO_TEST_CASE(collected_positions_have_their_known_numbers_of_moves) {
  for (const json& p : read_collection("blokus-positions.json", "positions")) {
    BOOST_TEST_CONTEXT("player " << p.at("first_player") << " first: " << p.at("moves")) {
      check({p.at("first_player"),
             p.at("moves"),
             {p.at("legal_placements"), p.at("legal_codes")},
             p.at("remaining")});
    }
  }
}

BOOST_AUTO_TEST_CASE(own_games_end_as_the_host_said) {
  const json games = read_json(fixtures + "host_games.json").at("games");
  BOOST_TEST(games.size() >= 50U);
  for (const json& g : games) {
    BOOST_TEST_CONTEXT(g.at("what") << ": " << g.at("replies")) {
      const Ending ending = replay(g.at("first"), g.at("replies"));
      BOOST_TEST(ending.how == g.at("ends").get<std::string>());
      BOOST_TEST((ending.left == g.at("left").get<std::array<int, 2>>()), ending);
      BOOST_TEST((ending.score == g.at("score").get<std::array<int, 2>>()), ending);
    }
  }
}

BOOST_AUTO_TEST_CASE(collected_games_end_as_the_host_said) {
  // The host's violation codes; it has one for each player's start square.
  const std::map<int, std::string> violations = {{0, "pass"},   {-1, "used"},     {-2, "occupied"},
                                                 {-3, "edge"},  {-4, "corner"},   {-5, "start"},
                                                 {-6, "start"}, {-10, "timeout"}, {-11, "malformed"}};
  for (const json& g : read_collection("blokus-host-games.json", "games")) {
    BOOST_TEST_CONTEXT(g.at("kind") << ": " << g.at("replies")) {
      const Ending ending = replay(g.at("first_player"), g.at("replies"));
      const json& code = g.at("error_code");
      BOOST_TEST(ending.how == (code.is_null() ? "none" : violations.at(code.get<int>())));
      if (code == -5) BOOST_TEST(ending.loser == 0);
      if (code == -6) BOOST_TEST(ending.loser == 1);
      const std::string line = g.at("result");
      BOOST_TEST((line.find("Player 1 lost") != std::string::npos) == (ending.loser == 0), line);
      BOOST_TEST((line.find("Player 2 lost") != std::string::npos) == (ending.loser == 1), line);
      BOOST_TEST((ending.left == g.at("tiles_left").get<std::array<int, 2>>()), ending);
      BOOST_TEST((ending.score == g.at("score").get<std::array<int, 2>>()), ending);
      if (ending.loser < 0) {
        const char* winner = ending.left[0] < ending.left[1]   ? "Player 1 won"
                             : ending.left[0] > ending.left[1] ? "Player 2 won"
                                                               : "Draw";
        BOOST_TEST(line.find(winner) != std::string::npos, line);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::blokus
