#include "rig/tools/rtl/new_dut.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <iostream>

#include "rig/base/errors.hpp"
#include "rig/base/program/own_command.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/text.hpp"
#include "rig/doctor/contest_words.hpp"
#include "rig/dut/dut.hpp"
#include "rig/dut/session.hpp"
#include "rig/game/examples.hpp"
#include "rig/link/rtl/model_script.hpp"
#include "rig/protocol/contest.hpp"

namespace rig {

namespace fs = std::filesystem;

namespace {

/// That of the folder, as far as a name may have its letters.
std::string usual_name(const fs::path& folder) {
  std::error_code ignored;
  std::string name = fs::canonical(folder, ignored).filename().string();
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0) name.insert(0, "board_");
  return name;
}

const protocol::Contest& contest_on_a_line(const std::string& name) {
  const protocol::Contest& contest = protocol::find_contest(name);
  if (contest.medium() == Medium::files) {
    throw UsageError(
        fmt::format("--contest: {} is played over files; a board of RTL has a serial line.", contest.name));
  }
  return contest;
}

std::string outcome_of(const dut::Exchange& exchange, const protocol::Contest& contest) {
  const std::string asked = quoted(exchange.request_bytes);
  const std::string limit = readable(exchange.expected.deadline);
  if (exchange.bytes.empty() && exchange.line_errors.empty())
    return fmt::format("said {}: no answer within {}", asked, limit);
  if (!exchange.replied() || !exchange.latency) {
    return fmt::format("said {}: the answer was not {}, but {}{}", asked,
                       contest.greets ? contest.team.words : "a move", hex_and_ascii(exchange.received()),
                       exchange.line_errors.empty() ? "" : " and bytes without a stop bit");
  }
  return fmt::format("said {}: it answered {} after {} of {}", asked, quoted(exchange.received()),
                     readable(exchange.latency->longest), limit);
}

/// Whether the board answers.
bool greet(const std::string& dut, const protocol::Contest& contest) {
  const std::unique_ptr<FarEnd> board = dut::open_dut(dut, {contest, 1, {}, {}});
  const std::unique_ptr<dut::Session> session = dut::new_session(*board, contest);
  session->begin();
  const dut::Exchange exchange = session->ask(protocol::first_request(contest));
  std::cout << outcome_of(exchange, contest) << "\n";
  if (exchange.replied()) return true;
  const std::string hint = doctor::hint_on(contest, exchange.received());
  if (!hint.empty()) std::cout << "hint: " << hint << "\n";
  std::cout
      << "hint: with a wrong clock.hz, reset.active or UART pin a board is silent. The description says from "
         "which line each was guessed; rig doctor finds out which is wrong\n";
  return false;
}

}  // namespace

std::string new_dut_help() {
  return game::with_examples(
      "Writes NAME.toml, each line with what it was guessed from, builds it and tries the handshake.\n"
      "Exit status: 0 the board answered; 1 it did not; 2 something is wrong, or has to be filled in by "
      "hand.\n\n"
      "Examples:\n"
      "  rig new-dut my_board\n"
      "  rig new-dut rtl --contest {contest} --name my_board --output my_board.toml\n"
      "  rig new-dut de1 --with ../uart --with ../player");
}

int new_dut(const NewDutRequest& request) {
  const protocol::Contest& contest = contest_on_a_line(request.contest);
  const std::string name = request.name.empty() ? usual_name(request.folder) : request.name;
  const std::string file =
      request.output.empty() ? (fs::path(request.folder) / (name + ".toml")).string() : request.output;
  std::vector<std::string> words = {"--contest",      contest.name,
                                    "--baud",         fmt::to_string(contest.baud),
                                    "--name=" + name, "--output=" + file};
  if (!request.top.empty()) words.push_back("--top=" + request.top);
  if (request.force) words.emplace_back("--force");
  for (const std::string& folder : request.with) words.push_back("--with=" + folder);
  words.insert(words.end(), {"--", request.folder});
  run_model_script("new_dut", words);
  if (request.no_build) return 0;
  const std::string dut = "rtl:" + file;
  if (!greet(dut, contest)) return 1;
  std::cout << fmt::format("next: {} --contest {} --dut {}\n", own_command("certify"), contest.name,
                           shell_quoted(dut));
  return 0;
}

}  // namespace rig
