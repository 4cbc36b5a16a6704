#include "games/blokus/contests/ustc/ustc.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/blokus/contests/ustc/ustc_files.hpp"
#include "games/blokus/contests/ustc/ustc_notation.hpp"
#include "games/blokus/contests/ustc/ustc_player_files.hpp"
#include "rig/base/errors.hpp"
#include "rig/protocol/settings.hpp"

namespace rig::protocol {

namespace {

class UstcDialect final : public FileDialect {
 public:
  UstcDialect(int board, Duration time) : board_(board), time_(time) {}

  /// The lines of a message as far as they follow from the request: the count and the colour do not.
  Bytes encode(const Request& request) const override {
    std::string text;
    switch (request.kind) {
      case RequestKind::first: text = to_string(UstcMessage{}); break;
      case RequestKind::second:
      case RequestKind::move: text = message_with(request.told()); break;
      default: throw RigError("ustc has no message for a player that is not to move.");
    }
    if (board_ == ustc_large_board) text += "\n<colour>";
    return to_bytes(text);
  }

  Expectation expects(const Request& request) const override {
    switch (request.kind) {
      case RequestKind::first:
      case RequestKind::second:
      case RequestKind::move: return {ReplyKind::move, time_};
      default: return {ReplyKind::silence, Duration::zero()};
    }
  }

  std::string label(const Request& request) const override {
    switch (request.kind) {
      case RequestKind::first: return "-1 -1/0/0";
      case RequestKind::second: return "cells/id/1 (first)";
      case RequestKind::move: return tells_no_move(request.told()) ? "-1 -1/step/0" : "cells/id/1";
      default: return "?";
    }
  }

  std::unique_ptr<PlayerFiles> new_player(const Seat& seat) const override {
    return new_ustc_player(board_, seat.player == Player::one ? 1 : 2);
  }
  std::vector<Trick> tricks() const override { return ustc_tricks(); }

  std::unique_ptr<GameFiles> new_game(const Seat& seat, const FileStyle& style) const override {
    return new_ustc_files(board_, seat.player == Player::one ? 1 : 2, style);
  }

 private:
  /// The other gives up, or has given up before.
  static bool tells_no_move(const Move& move) { return move.text.empty() || move.text == ustc_pass; }

  static std::string message_with(const Move& move) {
    if (tells_no_move(move)) return "-1 -1\n<step>\n0";
    const UstcReading reading = parse_ustc_move(move.text);
    if (!reading.move) {
      throw RigError(
          fmt::format("A ustc player cannot be sent {}: {}.", quoted(to_bytes(move.text)), reading.why));
    }
    return to_string(UstcMessage{reading.move->cells, reading.move->id, UstcFlag::placed});
  }

  int board_;
  Duration time_;
};

constexpr const char* usual_time = "30";

std::vector<Setting> settings_on(int board) {
  std::vector<Setting> settings;
  if (board == ustc_small_board) {
    settings.push_back({"starts",
                        "judge",
                        {"judge", "figure"},
                        "start squares: (4,4) and (9,9) as the platform's judge has them, or (9,4) and (4,9) "
                        "as the figure has them"});
  } else {
    settings.push_back({"corners",
                        "figure",
                        {"figure", "any"},
                        "first pieces: a corner for each colour as the figure has them, or any free corner"});
  }
  settings.push_back({"time", usual_time, {}, "seconds a move, above 0; the text aims at 30 and at 1"});
  return settings;
}

std::string value_of(const std::vector<Setting>& settings, std::string_view name, const std::string& usual) {
  for (const Setting& setting : settings) {
    if (setting.name == name) return setting.value;
  }
  return usual;
}

}  // namespace

Contest ustc(int board, const std::map<std::string, std::string>& named) {
  check_ustc_board(board);
  Contest contest;
  contest.name = "ustc";
  contest.title = "USTC competition: Blokus over files, a program for each game";
  contest.game = "blokus";
  contest.settings = settings_on(board);
  check_settings(contest.name, contest.settings, named);
  for (Setting& setting : contest.settings) setting.value = value_of(setting, named);
  const UstcSquares squares{value_of(contest.settings, "starts", "judge"),
                            value_of(contest.settings, "corners", "figure")};
  contest.dialect = std::make_shared<UstcDialect>(
      board, seconds_of("time", value_of(contest.settings, "time", usual_time)));
  contest.seats = {{"player 1", true, Player::one, "1"}, {"player 2", false, Player::two, "2"}};
  contest.new_game = [board, squares](const Seat&) { return new_ustc_game(board, squares); };
  contest.greets = false;
  contest.next_match = NextMatch::unspecified;  // a program plays one game; the next one is another program
  contest.team = {.words = "nothing", .shortest = 0, .longest = 0};
  contest.board = board;
  contest.chooses_board = true;
  contest.boards = {ustc_small_board, ustc_large_board};
  contest.with = [](const ContestSettings& chosen) {
    return ustc(chosen.board.value_or(ustc_small_board), chosen.named);
  };
  contest.colours = board == ustc_large_board ? 2 : 1;
  contest.codes = blokus::orientation_count;
  contest.per_move = false;
  contest.pass_is_for_good = true;
  contest.late_is_pass = false;
  contest.host_may_go_on = true;
  return contest;
}

}  // namespace rig::protocol
