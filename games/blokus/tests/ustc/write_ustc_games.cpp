// Writes games/blokus/fixtures/ustc/games.json: whole games between the rig's own opponents, among them some
// with each kind of bonus and a draw. `write_ustc_games > games/blokus/fixtures/ustc/games.json`.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "games/blokus/contests/ustc/ustc.hpp"
#include "rig/player/opponent.hpp"

namespace {

using nlohmann::ordered_json;
using rig::protocol::Contest;
using rig::protocol::Result;

struct Match {
  int board;
  std::map<std::string, std::string> settings;
  std::string one;
  std::string two;
};

ordered_json played(const Match& match, std::uint64_t seed) {
  const Contest contest = rig::protocol::ustc(match.board, match.settings);
  const auto ruling = contest.new_game(contest.seats[0]);
  const auto one = rig::player::new_opponent("blokus", match.one, rig::Random(rig::derive_seed(seed, "one")));
  const auto two = rig::player::new_opponent("blokus", match.two, rig::Random(rig::derive_seed(seed, "two")));
  one->new_game();
  two->new_game();
  std::vector<std::string> moves;
  while (ruling->result().state == Result::State::open) {
    const bool first = ruling->to_move() == rig::protocol::Player::one;
    const rig::protocol::Move move = (first ? one : two)->choose(*ruling);
    moves.push_back(move.text);
    ruling->play(move);
  }
  const Result result = ruling->result();
  constexpr const char* winners[] = {"open", "player 1", "player 2", "draw"};
  return {{"board", match.board},
          {"settings", match.settings},
          {"players", {match.one, match.two}},
          {"moves", moves},
          {"winner", winners[static_cast<std::size_t>(result.state)]},
          {"score", result.score}};
}

/// The first game of the match that is as wanted.
template <class F>
ordered_json searched(const Match& match, F&& wanted) {
  for (std::uint64_t seed = 1;; ++seed) {
    ordered_json game = played(match, seed);
    if (wanted(game)) return game;
  }
}

}  // namespace

int main() {
  const auto any = [](const ordered_json&) { return true; };
  const auto drawn = [](const ordered_json& game) { return game.at("winner") == "draw"; };
  const auto scores = [](int score) {
    return [score](const ordered_json& game) {
      return game.at("score")[0] == score || game.at("score")[1] == score;
    };
  };
  const ordered_json games = {
      searched({14, {}, "random", "largest"}, any),
      searched({14, {{"starts", "figure"}}, "largest", "smallest"}, any),
      searched({14, {}, "largest", "largest"}, drawn),
      searched({14, {}, "smallest", "absent"}, scores(89 + 15)),
      searched({14, {}, "absent", "largest"}, scores(89 + 20)),
      searched({20, {}, "largest", "random"}, any),
      searched({20, {}, "passes-early", "largest"}, any),
      searched({20, {{"corners", "any"}}, "largest", "blocker"}, any),
      searched({20, {}, "largest", "largest"}, drawn),
  };
  std::string text = "{\"games\": [\n";
  for (std::size_t i = 0; i < games.size(); ++i)
    text += games[i].dump() + (i + 1 < games.size() ? ",\n" : "\n");
  std::cout << text << "]}\n";
}
