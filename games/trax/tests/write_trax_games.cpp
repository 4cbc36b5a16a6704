// Writes games/trax/fixtures/games.json: games that the slow rules and the oracle played alike. Give it a
// seed for others: `write_trax_games [SEED] > games/trax/fixtures/games.json`. Stops where the two do not
// agree.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/trax/rules/position.hpp"
#include "games/trax/tests/slow_trax.hpp"
#include "rig/base/random.hpp"

namespace {

using nlohmann::ordered_json;
using rig::Random;
using rig::trax::Position;
using rig::trax::Result;
using rig::trax::Rules;

std::string joined(const std::set<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

void agree(bool same, const std::string& what, const Position& position) {
  if (!same) throw std::runtime_error(what + " differ\n" + draw(position));
}

/// One move of the box and the rims around it for each way in which it can be judged.
ordered_json judged(const Position& position, slow_trax::Game& slow, Random& random) {
  std::map<std::string, std::vector<std::string>> moves;
  for (int column = 0; column <= position.width() + 2; ++column) {
    for (int row = 0; row <= position.height() + 2; ++row) {
      for (const char symbol : {'+', '/', '\\'}) {
        const slow_trax::Move move{column, row, symbol};
        moves[slow.judge(move)].push_back(move.text());
      }
    }
  }
  ordered_json examples = ordered_json::object();
  for (const auto& [verdict, all] : moves) {
    const std::string& text = all[random.below(static_cast<std::uint32_t>(all.size()))];
    agree(to_string(position.judge(text).broken) == verdict, "judgements of " + text, position);
    examples[text] = verdict;
  }
  return examples;
}

struct Played {
  std::vector<std::string> moves;
  Result result;
};

/// The move to play: one that ends the game as wanted, if there is one; else any, rather one that does not
/// end it.
template <class F>
rig::trax::Move chosen(Position& position, Random& random, F&& wanted) {
  auto legal = position.legal_moves();
  random.shuffle(std::span(legal));
  auto move = legal.front();
  for (const auto& other : legal) {
    position.play(other);
    const bool over = position.over();
    const bool good = over && wanted(position.result());
    position.undo();
    if (good) return other;
    if (!over) move = other;
  }
  return move;
}

template <class F>
Played random_game(Rules rules, int plies, Random& random, F&& wanted) {
  Position position(rules);
  Played played;
  while (position.ply() < plies && !position.over()) {
    const auto move = chosen(position, random, wanted);
    position.play(move);
    played.moves.push_back(to_string(move));
  }
  played.result = position.result();
  return played;
}

/// The same game once more, by both; what is written down is what the slow rules say.
ordered_json record_of(Rules rules, const std::vector<std::string>& moves, Random& random) {
  Position position(rules);
  slow_trax::Game slow(rules.lines, rules.board, Random(random.next()));
  ordered_json turns = ordered_json::array();
  const int asked = 3 + static_cast<int>(random.below(20));
  for (const std::string& move : moves) {
    const auto legal = slow.legal_moves();
    agree(static_cast<std::size_t>(position.count_legal()) == legal.size(), "legal moves", position);
    ordered_json turn;
    if (position.ply() == asked) turn["judged"] = judged(position, slow, random);
    turn["legal"] = legal.size();
    turn["move"] = move;
    const auto laid = slow.play(legal.at(move));
    agree(position.play(*rig::trax::parse_move(move)).size() == laid.size(), "tiles laid", position);
    turn["laid"] = joined(laid);
    turns.push_back(turn);
  }
  ordered_json made = ordered_json::array();
  for (const char colour : {'W', 'R'}) {
    if (slow.loop(colour)) made.push_back(std::string(1, colour) + "L");
    if (slow.line(colour)) made.push_back(std::string(1, colour) + "V");
  }
  const std::string winner = slow.winner();
  agree((position.result().state == Result::State::open) == winner.empty(), "results", position);
  return {{"lines", rules.lines}, {"board", rules.board},
          {"turns", turns},       {"winner", winner},
          {"made", made},         {"longest", {slow.longest_path('W'), slow.longest_path('R')}}};
}

bool both(const Result& result) {
  return (result.white_loop || result.white_line) && (result.red_loop || result.red_line);
}

/// Plays until `count` games of a kind are as wanted.
template <class F>
void collect(ordered_json& games, const std::string& name, Rules rules, int plies, int count,
             std::uint64_t seed, F&& wanted) {
  for (std::uint64_t number = 0; count > 0; ++number) {
    const std::string full_name = fmt::format("{} {}", name, number);
    Random random(rig::derive_seed(seed, full_name));
    const Played played = random_game(rules, plies, random, wanted);
    if (!wanted(played.result)) continue;
    ordered_json record = {{"name", full_name}};
    record.update(record_of(rules, played.moves, random));
    games.push_back(record);
    std::cerr << full_name << "\n";
    --count;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t seed = argc > 1 ? std::stoull(argv[1]) : 2016;
  const auto any = [](const Result&) { return true; };
  const auto open = [](const Result& r) { return r.state == Result::State::open; };
  ordered_json games = ordered_json::array();
  collect(games, "any", {true, 0}, 24, 4, seed, any);
  collect(games, "open", {true, 0}, 36, 2, seed, open);
  collect(games, "a line", {true, 0}, 60, 3, seed, [](const Result& r) { return r.by == Result::By::line; });
  collect(games, "both colours", {true, 0}, 40, 4, seed, both);
  collect(games, "loops only", {false, 0}, 36, 3, seed, open);
  collect(games, "by path on 8", {false, 8}, 90, 3, seed,
          [](const Result& r) { return r.by == Result::By::path; });
  collect(games, "draw on 8", {false, 8}, 90, 2, seed,
          [](const Result& r) { return r.state == Result::State::draw; });
  collect(games, "by path on 9", {false, 9}, 120, 1, seed,
          [](const Result& r) { return r.by == Result::By::path; });
  collect(games, "lines on 10", {true, 10}, 120, 2, seed,
          [](const Result& r) { return r.by == Result::By::line; });
  std::cout << "{\n\"seed\": " << seed << ",\n\"games\": [\n";
  for (std::size_t i = 0; i < games.size(); ++i) {
    std::cout << games[i].dump() << (i + 1 < games.size() ? ",\n" : "\n");
  }
  std::cout << "]\n}\n";
  return 0;
}
