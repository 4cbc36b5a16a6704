#include "rig/tools/scenarios.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/game/examples.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tools/input.hpp"

namespace rig {

using nlohmann::json;
using protocol::Contest;
using protocol::Player;
using protocol::Result;

namespace {

/// A text as TOML has it.
std::string in_quotes(const std::string& text) {
  return json(text).dump(-1, ' ', true);
}

class Conversion {
 public:
  Conversion(const Contest& contest, const json& game, std::size_t number)
      : contest_(contest), game_(game), number_(number) {
    const Player first = beginner() == 1 ? Player::one : Player::two;
    const auto seat =
        std::find_if(contest.seats.begin(), contest.seats.end(),
                     [&](const protocol::Seat& one) { return one.moves_first && one.player == first; });
    if (seat == contest.seats.end())
      throw UsageError(fmt::format("player {} does not begin there", beginner()));
    ruling_ = contest.new_game(*seat);
  }

  std::string text() {
    std::string text = fmt::format("name = {}\ncontests = [\"{}\"]\nbegins = {}\n", in_quotes(name()),
                                   contest_.name, beginner());
    if (game_.contains("replies")) {
      const json& replies = game_.at("replies");
      const std::size_t consumed = std::min(game_.value("consumed", replies.size()), replies.size());
      for (std::size_t i = 0; i < consumed; ++i) text += "\n[[turn]]\n" + reply(replies[i]);
      const bool goes_on = !broken_ && ruling_->result().state == Result::State::open;
      if (goes_on && is_late()) text += std::string("\n[[turn]]\n") + no_reply;  // the replies had run out
    } else {
      for (const json& move : game_.at("moves")) text += "\n[[turn]]\n" + this->move(move.get<std::string>());
    }
    return text + expected();
  }

 private:
  static constexpr const char* no_reply = "silent = true\nmove = \"no reply\"\n";

  bool is_late() const {
    constexpr int time_out = -10;  // as the contest's host of 2014 has it
    return game_.contains("error_code") && game_.at("error_code") == time_out;
  }
  int beginner() const { return game_.value("first_player", 1); }

  std::string name() const {
    const std::string kind = game_.value("kind", game_.value("id", std::string("recorded game")));
    return fmt::format("{} ({})", kind, number_);
  }

  std::string move(const std::string& text) {
    play(text);
    return fmt::format("move = {}\n", in_quotes(text));
  }

  std::string reply(const json& said) {
    if (said.is_null()) {
      broken_ = true;
      return no_reply;
    }
    const std::string text = said.get<std::string>();
    const auto parsed = contest_.dialect->bytes()->parse_reply(protocol::asks_after({}), to_bytes(text));
    const bool plain = parsed.state == protocol::ParseState::complete && parsed.length == text.size() &&
                       parsed.value.text == text;
    if (plain) return move(text);
    const std::string means = parsed.state == protocol::ParseState::complete ? parsed.value.text : text;
    play(means);
    return fmt::format("says = {}\nmove = {}\n", in_quotes(text), in_quotes(means));
  }

  void play(const std::string& text) {
    const bool open = ruling_->result().state == Result::State::open;
    if (open && ruling_->judge({text}).legal) {
      ruling_->play({text});
    } else {
      broken_ = true;
    }
  }

  std::string expected() const {
    std::string text;
    if (const std::string verdict = this->verdict(); !verdict.empty())
      text += fmt::format("verdict = {}\n", in_quotes(verdict));
    if (game_.contains("to_board")) {
      for (const std::size_t board : {0U, 1U})
        text += fmt::format("board-{} = {}\n", board + 1, game_.at("to_board").at(board).dump());
    }
    return text.empty() ? text : "\n[expected]\n" + text;
  }

  /// As it was announced; empty: the rules have it.
  std::string verdict() const {
    if (!game_.contains("result")) {
      const bool over = broken_ || ruling_->result().state != Result::State::open;
      return over ? std::string() : "anything";
    }
    const std::string line = game_.at("result").get<std::string>();
    if (line.find("Draw") != std::string::npos) return "draw";
    const int player = line.find("Player 1") != std::string::npos ? 1 : 2;
    if (!game_.contains("error_code") || game_.at("error_code").is_null())
      return fmt::format("player {} won", player);
    return fmt::format("player {} lost by {}", player, is_late() ? "time-out" : "violation");
  }

  const Contest& contest_;
  const json& game_;
  std::size_t number_;
  std::unique_ptr<protocol::Ruling> ruling_;
  bool broken_ = false;  // a move was illegal, or there was none
};

}  // namespace

std::string scenarios_help() {
  return game::with_examples(
      "Example:\n"
      "  rig scenarios --contest {contest} games.json scenarios\n"
      "  certify --contest {contest} --referee my-host.toml --scenario scenarios");
}

void write_scenarios(const ScenariosRequest& request) {
  const Contest& contest = protocol::find_contest(request.contest);
  if (contest.medium() != Medium::bytes)
    throw UsageError(
        fmt::format("--contest: {} is played over files; scenarios are for boards on a wire.", contest.name));
  const Input input = read_input(request.file);
  const json document = json::parse(input.text, nullptr, false);
  if (!document.is_object() || !document.contains("games") || !document.at("games").is_array())
    throw UsageError(fmt::format("{}: no JSON object with a list of games, \"games\".", input.name));
  std::size_t number = 0;
  for (const json& game : document.at("games")) {
    ++number;
    try {
      const std::string text = Conversion(contest, game, number).text();
      const auto path = std::filesystem::path(request.folder) / fmt::format("game-{:03}.toml", number);
      write_whole(path.string(), text);
    } catch (const RigError&) {
      throw;
    } catch (const std::exception& error) {
      throw UsageError(fmt::format("{}, game {}: {}.", input.name, number, error.what()));
    }
  }
  std::cout << fmt::format("{} games, each a file in {}\n", number, request.folder);
}

}  // namespace rig
