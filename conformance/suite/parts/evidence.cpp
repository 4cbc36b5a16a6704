#include "conformance/suite/parts/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rig/base/text.hpp"
#include "rig/base/visible.hpp"

namespace conformance {

using rig::Bytes;
using rig::dut::Exchange;
using rig::dut::Game;
using rig::protocol::Move;
using rig::protocol::ReplyKind;

namespace {

/// The times of so many bytes tell what there is to tell; a flood has more.
constexpr std::size_t times_kept = 8;

/// What a program answered over files, for people: what it wrote where that is a message, or how it ended.
std::string answer_text(const rig::dut::FileTrace& files) {
  std::string text;
  for (const std::string& name : files.request.watched) {
    const auto found = files.outcome.files.find(name);
    if (found != files.outcome.files.end()) text += found->second;
  }
  if (files.outcome.exit_status) text += fmt::format("exit status {}", *files.outcome.exit_status);
  return text;
}

}  // namespace

std::string words_of(const rig::protocol::Expectation& expected, const std::string& what) {
  const std::string time = rig::deadline_text(expected.deadline);
  return expected.kind == ReplyKind::silence ? "silence for " + time : what + " within " + time;
}

std::string words_of(const Bytes& request) {
  std::string text = rig::to_text(request);
  while (text.ends_with('\n')) text.pop_back();
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n'))
    text.replace(at, 1, " ");
  return text;
}

rig::report::Evidence evidence_of(const rig::protocol::Contest& contest, const Exchange& exchange) {
  const std::string reply =
      exchange.expected.kind == ReplyKind::team_code ? contest.team.words : std::string("a move");
  rig::report::Evidence evidence;
  evidence.expected = words_of(exchange.expected, reply);
  evidence.sent = exchange.request_bytes;
  evidence.texts = exchange.files.has_value();
  evidence.received = exchange.files ? rig::to_bytes(answer_text(*exchange.files)) : exchange.received();
  for (std::size_t i = 0; i < std::min(exchange.bytes.size(), times_kept); ++i) {
    evidence.times.push_back(rig::between(exchange.sent.last_bit, exchange.bytes[i].last_bit));
  }
  evidence.ended = (exchange.bytes.empty() ? exchange.sent.last_bit : exchange.bytes.back().last_bit).latest;
  evidence.latency = exchange.latency;
  evidence.deadline = exchange.expected.deadline;
  if (exchange.hung_up) evidence.ending = exchange.hung_up->how;
  return evidence;
}

rig::report::Evidence evidence_of(const std::vector<rig::Byte>& unasked,
                                  const std::optional<Exchange>& last) {
  rig::report::Evidence evidence;
  evidence.expected = "silence";
  evidence.received = values_of(unasked);
  if (!unasked.empty()) evidence.ended = unasked.back().last_bit.latest;
  if (!last) return evidence;
  if (last->expected.kind != ReplyKind::silence) evidence.expected += " after the complete reply";
  evidence.sent = last->request_bytes;
  for (std::size_t i = 0; i < std::min(unasked.size(), times_kept); ++i) {
    evidence.times.push_back(rig::between(last->sent.last_bit, unasked[i].last_bit));
  }
  return evidence;
}

std::vector<std::string> changes(const rig::dut::FileTrace& files) {
  std::vector<std::string> lines;
  for (const auto& [name, before] : files.request.files) {
    const auto after = files.outcome.files.find(name);
    if (after == files.outcome.files.end()) {
      lines.push_back(name + ": gone");
    } else if (after->second != before) {
      for (std::string& line : rig::line_changes(before, after->second))
        lines.push_back(name + " " + std::move(line));
    }
  }
  const auto tell = [&](const char* what, const std::string& text) {
    if (!text.empty())
      lines.push_back(fmt::format("{}: {}", what, rig::quoted(rig::to_bytes(text.substr(0, 200)))));
  };
  tell("standard output", files.outcome.standard_output);
  tell("standard error", files.outcome.standard_error);
  return lines;
}

rig::protocol::BoardPicture board_of(const Game& game, const Move& marked) {
  rig::protocol::BoardPicture board = game.ruling().picture(marked);
  board.caption = fmt::format("ply {}, {}", game.ruling().ply() + 1, game.seat().name);
  return board;
}

rig::protocol::BoardPicture board_with(const Game& game, const rig::protocol::Irregularity& what) {
  rig::protocol::BoardPicture board = board_of(game);
  for (const auto& [row, column] : what.squares) {
    const auto line = static_cast<std::size_t>(row - 1);
    const auto at = static_cast<std::size_t>(column - 1);
    if (line < board.marks.size() && at < board.marks[line].size())
      board.marks[line][at] = rig::protocol::BoardPicture::marked;
  }
  return board;
}

Bytes values_of(const std::vector<rig::Byte>& bytes) {
  Bytes values;
  for (const rig::Byte& byte : bytes) values.push_back(byte.value);
  return values;
}

bool dropped_by_hosts(const rig::protocol::Contest& contest, const std::vector<rig::Byte>& bytes) {
  return std::all_of(bytes.begin(), bytes.end(),
                     [&](const rig::Byte& byte) { return contest.dialect->bytes()->host_drops(byte.value); });
}

}  // namespace conformance
