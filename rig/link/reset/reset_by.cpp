#include "rig/link/reset/reset_by.hpp"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/exec/last_words.hpp"
#include "rig/link/exec/supervised.hpp"

namespace rig {

namespace {

constexpr std::string_view command_prefix = "command:";
constexpr Duration command_patience = std::chrono::seconds(60);

void run_command(const std::string& command) {
  Supervised program({split_command(command), {}, -1, -1});
  const std::optional<int> status = program.ended(command_patience);
  if (status && *status == 0) return;
  const std::string how = status ? describe_ending(*status) : "did not end within 60 s";
  throw RigError(
      fmt::format("The reset command \"{}\" {}{}.", command, how, last_words(program.standard_error())));
}

}  // namespace

ResetBy parse_reset(const std::string& word) {
  ResetBy reset;
  if (word == "none") return reset;
  if (word == "dtr") reset.method = ResetBy::Method::dtr;
  if (word == "rts") reset.method = ResetBy::Method::rts;
  if (word == "ask") reset.method = ResetBy::Method::ask;
  if (word == "reconnect") reset.method = ResetBy::Method::reconnect;
  if (word.starts_with(command_prefix)) {
    reset.method = ResetBy::Method::command;
    reset.command = word.substr(command_prefix.size());
    split_command(reset.command);  // refuses what cannot be cut into words, before anything runs
  }
  if (reset.method == ResetBy::Method::none) {
    const std::vector<std::string> known = {"dtr", "rts", "command:…", "ask", "reconnect", "none"};
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
    case ResetBy::Method::ask: return "ask";
    case ResetBy::Method::reconnect: return "reconnect";
  }
  return "?";
}

Restart perform_reset(const ResetBy& reset) {
  if (reset.method == ResetBy::Method::command) {
    run_command(reset.command);
    return {.power_on = true,
            .note = fmt::format("reset by \"{}\"", reset.command),
            .settle = reset.settle_time()};
  }
  if (reset.method == ResetBy::Method::ask) {
    if (!reset.ask) throw RigError("Nobody is there to be asked for a reset of the board.");
    reset.ask("Reset the board, then press Enter.");
    return {.power_on = true, .note = "reset by hand", .settle = reset.settle_time()};
  }
  return {.power_on = false, .note = "this link does not reset the board"};
}

}  // namespace rig
