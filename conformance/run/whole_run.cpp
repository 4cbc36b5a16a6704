#include "conformance/run/whole_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "conformance/suite/catalogue.hpp"
#include "conformance/suite/silence.hpp"

namespace conformance {

using rig::report::CaseRecord;

namespace {

bool is_given_up(const CaseRecord& one) {
  return one.verdict == rig::Verdict::not_run && one.reason == does_not_answer;
}

}  // namespace

void judge_whole_run(rig::report::RunRecord& record) {
  std::map<std::string, std::uint64_t> done;
  for (const CaseRecord& one : record.cases) {
    if (one.verdict == rig::Verdict::not_run && !is_given_up(one)) return;
    if (one.verdict == rig::Verdict::error) return;
    if (is_given_up(one)) continue;
    for (const auto& [what, count] : one.counts) done[what] += count;
  }
  if (!record.partial.empty() || done["games"] == 0 || done["moves"] > 0) return;
  const Catalogue catalogue = load_catalogue(record.contest);
  const Requirement* const games = catalogue.by_aspect("game.whole");
  if (games == nullptr) return;
  const bool any_given_up = std::any_of(record.cases.begin(), record.cases.end(), is_given_up);
  for (CaseRecord& one : record.cases) {
    const bool tells = any_given_up ? !is_given_up(one) : one.requirements.contains(games->id);
    if (!tells) continue;
    one.requirements[games->id].worst = one.verdict = rig::Verdict::fail;
    one.findings.push_back(
        {rig::Verdict::fail,
         games->id,
         fmt::format("the DUT made no move in {} games (passes are not counted)", done["games"]),
         {},
         {},
         {},
         "no move of its own"});
    return;
  }
}

void compare_clocks(rig::report::RunRecord& record) {
  std::size_t replies = 0;
  // By board (each has a clock of its own), request and length.
  std::map<std::tuple<std::string, std::string, std::size_t>, std::vector<rig::ReplySpan>> kinds;
  for (const CaseRecord& one : record.cases) {
    for (const rig::report::Sample& sample : one.samples) {
      if (!sample.span) continue;
      kinds[{one.board, sample.kind, sample.span->bytes}].push_back(*sample.span);
      ++replies;
    }
  }
  if (replies == 0) return;
  std::vector<rig::WireDrift> drifts;
  drifts.reserve(kinds.size());
  for (const auto& [kind, spans] : kinds) drifts.push_back(rig::drift_between_halves(spans));
  const rig::WireDrift drift = rig::together(drifts);
  const std::string text = rig::text_of(drift, replies);
  record.link_facts[rig::report::fact_wire_drift] = text;
  const double surely = std::min(std::abs(drift.least), std::abs(drift.most));
  if (drift.kind == rig::WireDrift::Kind::drifted && surely > rig::drift_of_a_broken_clock)
    record.errors.push_back(fmt::format(
        "The clock of this machine and the board's bit rate drifted apart: {}. No time of this run can "
        "be trusted.",
        text));
}

}  // namespace conformance
