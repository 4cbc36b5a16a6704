#include "rig/tools/scenarios.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "rig/arbiter/series/game_record.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/game/examples.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/protocol/settings.hpp"
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

constexpr const char* no_reply = "silent = true\nmove = \"no reply\"\n";

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

/// A game that `rig match` has recorded. The record holds no bytes and no times: who was late is silent, and
/// after an answer that was no move what a host does is only reported.
class RecordConversion {
 public:
  RecordConversion(const Contest& contest, const arbiter::RecordedGame& game, const std::string& name)
      : contest_(contest), game_(game), name_(name) {}

  std::string text() const {
    const protocol::Seat& seat = beginner();
    std::string text = options();
    text += fmt::format("name = {}\ncontests = [\"{}\"]\nbegins = {}\n", in_quotes(name_), contest_.name,
                        seat.player == Player::one ? 1 : 2);
    const std::unique_ptr<protocol::Ruling> ruling = contest_.new_game(seat);
    for (const std::string& move : game_.moves) {
      if (!ruling->judge({move}).legal) throw UsageError(fmt::format("{} is illegal", move));
      ruling->play({move});
      text += turn(fmt::format("move = {}\n", in_quotes(move)));
    }
    const std::string last = last_reply();
    if (!last.empty()) return text + turn(last);
    const bool is_over = ruling->result().state != Result::State::open;
    return is_over ? text : text + "\n[expected]\nverdict = \"anything\"\n";
  }

 private:
  static std::string turn(const std::string& reply) { return "\n[[turn]]\n" + reply; }

  const protocol::Seat& beginner() const {
    for (const protocol::Seat& seat : contest_.seats) {
      if (seat.moves_first && game_.begins == seat.start) return seat;
    }
    throw UsageError(fmt::format("nobody begins with \"{}\"", game_.begins.value_or("")));
  }

  /// What certify has to be given too.
  std::string options() const {
    std::string text;
    if (game_.board) text += fmt::format(" --board {}", *game_.board);
    for (const std::string& setting : game_.set) text += " --set " + setting;
    return text.empty() ? text : "# with" + text + "\n";
  }

  /// With which the game was lost; empty: it ended otherwise.
  std::string last_reply() const {
    if (!game_.refused.empty()) return fmt::format("move = {}\n", in_quotes(game_.refused));
    if (game_.ending == to_string(arbiter::LossKind::time_out)) return no_reply;
    if (game_.ending == to_string(arbiter::LossKind::hang_up))
      return "hangs-up = true\nmove = \"no reply\"\n";
    return {};
  }

  const Contest& contest_;
  const arbiter::RecordedGame& game_;
  const std::string& name_;
};

/// A game in which nobody has moved was lost in the handshake, perhaps: the record does not say.
bool has_moves(const arbiter::RecordedGame& game) {
  return !game.moves.empty() || !game.refused.empty();
}

/// Where the scenario of a game is written.
std::string path_of(const ScenariosRequest& request, std::size_t number) {
  return (std::filesystem::path(request.folder) / fmt::format("game-{:03}.toml", number)).string();
}

/// Does this for a game of a file; what is wrong with it is said with its number.
template <typename Write>
void write_game(const std::string& file, std::size_t number, Write&& write) {
  try {
    write();
  } catch (const RigError&) {
    throw;
  } catch (const std::exception& error) {
    throw UsageError(fmt::format("{}, game {}: {}.", file, number, error.what()));
  }
}

void write_scenarios_of_record(const ScenariosRequest& request, const Input& input) {
  std::size_t number = 0;
  std::size_t written = 0;
  for (const arbiter::RecordedGame& game : arbiter::read_records(input.text, input.name)) {
    ++number;
    if (!has_moves(game)) continue;
    write_game(input.name, number, [&] {
      if (game.contest != protocol::find_contest(request.contest).name)
        throw UsageError(fmt::format("it is of {}", game.contest));
      const Contest& contest = protocol::find_contest(
          game.contest, {.board = game.board, .named = protocol::named_settings(game.set)});
      const std::string name = fmt::format("{} ({})", input.name, number);
      write_whole(path_of(request, number), RecordConversion(contest, game, name).text());
    });
    ++written;
  }
  std::cout << fmt::format("{} games, each a file in {}\n", written, request.folder);
  if (written < number)
    std::cout << fmt::format("left out: {} in which nobody has moved\n", number - written);
}

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
  if (arbiter::looks_like_a_record(input.text)) return write_scenarios_of_record(request, input);
  const json document = json::parse(input.text, nullptr, false);
  if (document.is_object() && document.contains("match"))
    throw UsageError(
        fmt::format("{}: that is the JSON of rig match; allowed is what its --record writes.", input.name));
  if (!document.is_object() || !document.contains("games") || !document.at("games").is_array())
    throw UsageError(fmt::format("{}: no JSON object with a list of games, \"games\".", input.name));
  std::size_t number = 0;
  for (const json& game : document.at("games")) {
    ++number;
    write_game(input.name, number,
               [&] { write_whole(path_of(request, number), Conversion(contest, game, number).text()); });
  }
  std::cout << fmt::format("{} games, each a file in {}\n", number, request.folder);
}

}  // namespace rig
