#include "rig/link/reset/reset_by.hpp"

#include <fmt/format.h>

#include <optional>
#include <sstream>
#include <vector>

#include "rig/base/bytes.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/exec/last_words.hpp"
#include "rig/link/exec/supervised.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig {

namespace {

constexpr std::string_view command_prefix = "command:";
constexpr std::string_view power_prefix = "power:";
constexpr Duration command_patience = std::chrono::seconds(60);
constexpr Duration programmer_patience = std::chrono::minutes(10);  // a flash memory is slow

/// What it printed.
std::string run_command(std::string_view what, const std::string& command, Duration patience) {
  Supervised program({split_command(command), {}, -1, -1});
  const std::optional<int> status = program.ended(patience);
  std::string printed = program.standard_error();
  if (status && *status == 0) return printed;
  const std::string how = status ? describe_ending(*status) : "did not end within " + readable(patience);
  throw RigError(fmt::format("The {} \"{}\" {}{}.", what, command, how, last_words(printed)));
}

/// The last lines, as a terminal would have left them: of a bar of progress the end alone.
std::string as_left_on_a_terminal(const std::string& printed) {
  constexpr std::size_t most_lines = 20;
  std::vector<std::string> lines;
  std::istringstream in(printed);
  for (std::string line; std::getline(in, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    line.erase(0, line.rfind('\r') + 1);
    if (!line.empty()) lines.push_back(quoted(to_bytes(line)));
  }
  if (lines.size() > most_lines) lines.erase(lines.begin(), lines.end() - most_lines);
  return lines.empty() ? "nothing" : fmt::format("{}", fmt::join(lines, ", "));
}

/// Sets the way, where the word begins with the prefix of one that runs a program.
void take_command(ResetBy& reset, const std::string& word, std::string_view prefix, ResetBy::Method method) {
  if (!word.starts_with(prefix)) return;
  reset.method = method;
  reset.command = word.substr(prefix.size());
  split_command(reset.command);  // refuses what cannot be cut into words, before anything runs
}

}  // namespace

ResetBy parse_reset(const std::string& word) {
  ResetBy reset;
  if (word == "none") return reset;
  if (word == "dtr") reset.method = ResetBy::Method::dtr;
  if (word == "rts") reset.method = ResetBy::Method::rts;
  if (word == "ask") reset.method = ResetBy::Method::ask;
  if (word == "reconnect") reset.method = ResetBy::Method::reconnect;
  take_command(reset, word, command_prefix, ResetBy::Method::command);
  take_command(reset, word, power_prefix, ResetBy::Method::power);
  if (reset.method == ResetBy::Method::none) {
    const std::vector<std::string> known = {"dtr", "rts", "command:…", "power:…", "ask", "reconnect", "none"};
    throw UsageError("--reset: " + unknown_value("way to reset a board", word, known));
  }
  return reset;
}

std::string to_string(const ResetBy& reset) {
  switch (reset.method) {
    case ResetBy::Method::none: return "none";
    case ResetBy::Method::dtr: return "dtr";
    case ResetBy::Method::rts: return "rts";
    case ResetBy::Method::command: return std::string(command_prefix) + reset.command;
    case ResetBy::Method::power: return std::string(power_prefix) + reset.command;
    case ResetBy::Method::ask: return "ask";
    case ResetBy::Method::reconnect: return "reconnect";
  }
  return "?";
}

Restart perform_reset(const ResetBy& reset) {
  const bool by_power = reset.method == ResetBy::Method::power;
  if (by_power || reset.method == ResetBy::Method::command) {
    run_command(by_power ? "power cycle" : "reset command", reset.command, command_patience);
    return {.power_on = true,
            .note = fmt::format("{} by \"{}\"", by_power ? "power taken and given" : "reset", reset.command),
            .settle = reset.settle_time()};
  }
  if (reset.method == ResetBy::Method::ask) {
    if (!reset.ask) throw RigError("Nobody is there to be asked for a reset of the board.");
    reset.ask("Reset the board, then press Enter.");
    return {.power_on = true, .note = "reset by hand", .settle = reset.settle_time()};
  }
  return {.power_on = false, .note = "this link does not reset the board"};
}

std::map<std::string, std::string> load_bitstream(const ResetBy& reset) {
  if (reset.program.empty()) return {};
  const Duration begun = monotonic_now();
  const std::string printed = run_command("programmer", reset.program, programmer_patience);
  return {{"configured by", fmt::format("\"{}\", in {}", reset.program, readable(monotonic_now() - begun))},
          {"programmer printed", as_left_on_a_terminal(printed)}};
}

void load_bitstream_again(const ResetBy& reset, Restart& done) {
  if (reset.method != ResetBy::Method::power || reset.program.empty()) return;
  load_bitstream(reset);
  done.note += fmt::format(", configured by \"{}\"", reset.program);
}

}  // namespace rig
