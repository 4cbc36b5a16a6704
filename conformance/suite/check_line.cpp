#include "conformance/suite/check_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "rig/base/program/own_command.hpp"
#include "rig/base/text.hpp"
#include "rig/game/modules.hpp"

namespace conformance {

using rig::protocol::Contest;
using rig::protocol::Move;
using rig::protocol::Seat;

namespace {

bool is_printable(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= ' ' && c < 0x7f; });
}

/// A move as an argument: bytes that a terminal would not show are written in octal.
std::string argument(const std::string& move) {
  if (is_printable(move)) return rig::shell_quoted(move);
  std::string text;
  for (const char c : move) text += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  return fmt::format("\"$(printf '{}')\"", text);
}

/// Neither a zero byte nor a newline at the end comes through.
bool passes_a_shell(const std::string& move) {
  return move.find('\0') == std::string::npos && !move.ends_with('\n');
}

std::string option_for_who_begins(const Contest& contest, const Seat& seat) {
  const auto beginners = std::count_if(contest.seats.begin(), contest.seats.end(),
                                       [](const Seat& one) { return one.moves_first; });
  if (beginners < 2) return {};
  const Seat& first = seat.moves_first ? seat : rig::protocol::seat_opposite(contest, seat);
  std::string start = first.start;
  std::transform(start.begin(), start.end(), start.begin(), [](unsigned char c) { return std::tolower(c); });
  return " --first " + start;
}

/// What the host of this contest has chosen otherwise than usual.
std::string options_for_choices(const Contest& contest) {
  const Contest& usual = rig::protocol::find_contest(contest.name);
  std::string text;
  if (contest.board != usual.board) text += fmt::format(" --board {}", contest.board);
  for (const rig::protocol::Setting& setting : contest.settings) {
    const bool as_usual =
        std::any_of(usual.settings.begin(), usual.settings.end(), [&](const rig::protocol::Setting& one) {
          return one.name == setting.name && one.value == setting.value;
        });
    const bool first_allowed = !setting.allowed.empty() && setting.allowed.front() == setting.value;
    if (!as_usual && !first_allowed) text += fmt::format(" --set {}={}", setting.name, setting.value);
  }
  return text;
}

}  // namespace

std::string check_line(const Contest& contest, const Seat& seat, std::vector<Move> moves, const Move& wrong) {
  if (!wrong.text.empty()) moves.push_back(wrong);
  const bool possible =
      std::all_of(moves.begin(), moves.end(), [](const Move& move) { return passes_a_shell(move.text); });
  if (moves.empty() || !possible) return {};
  std::string line =
      fmt::format("{} check{} --contest {}{}{}", rig::own_command("rig"), rig::game::module_options(),
                  contest.name, option_for_who_begins(contest, seat), options_for_choices(contest));
  const bool like_an_option =
      std::any_of(moves.begin(), moves.end(), [](const Move& move) { return move.text.starts_with('-'); });
  if (like_an_option) line += " --";
  for (const Move& move : moves) line += " " + argument(move.text);
  return line;
}

}  // namespace conformance
