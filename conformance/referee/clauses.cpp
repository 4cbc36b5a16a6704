#include "conformance/referee/clauses.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace conformance {

using rig::protocol::Judgement;
using rig::protocol::Move;
using rig::protocol::Result;
using rig::protocol::Ruling;

namespace {

struct Breach {
  Aspect aspect;
  std::string_view kind;
};

constexpr auto breaches = std::to_array<Breach>({
    {"referee.syntax", "malformed move"},
    {"referee.used", "piece used twice"},
    {"referee.occupied", "occupied square"},
    {"referee.range", "square off the board"},
    {"referee.edge", "edge contact with its own colour"},
    {"referee.corner", "missing corner contact"},
    {"referee.start", "start square not covered"},
    {"referee.first-pass", "pass on the first turn"},
    {"referee.first-move", "no first move"},
    {"referee.isolated", "no tile beside it"},
    {"referee.colour", "paths that do not meet"},
    {"referee.cascade", "forced tiles that do not fit"},
});

}  // namespace

std::string_view breach_of(Aspect aspect) {
  const auto* const row =
      std::find_if(breaches.begin(), breaches.end(), [&](const Breach& one) { return aspect == one.aspect; });
  return row == breaches.end() ? std::string_view() : row->kind;
}

std::optional<Aspect> clause_of_end(const Ruling& before, const Move& move) {
  const Judgement judgement = before.judge(move);
  if (!judgement.legal) {
    const auto* const row = std::find_if(breaches.begin(), breaches.end(),
                                         [&](const Breach& one) { return judgement.kind == one.kind; });
    return row == breaches.end() ? std::nullopt : std::optional(row->aspect);
  }
  const std::unique_ptr<Ruling> after = before.clone();
  after->play(move);
  const Result result = after->result();
  if (result.state == Result::State::open) return std::nullopt;
  if (before.is_pass(move)) return Aspect("referee.both-pass");
  if (result.why.starts_with("loop")) return Aspect("referee.loop");
  if (result.why == "line") return Aspect("referee.line");
  return Aspect("referee.result");
}

}  // namespace conformance
