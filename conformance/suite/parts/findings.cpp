#include "conformance/suite/parts/findings.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "conformance/suite/parts/wrong_kinds.hpp"

namespace conformance {

using rig::Verdict;
using rig::report::Level;
using rig::report::Unassessed;

namespace {

/// What came before explains neither a whole reply whose time was measured, nor another name.
bool stands_by_itself(Aspect aspect, const Proof& proof) {
  const bool measured = aspect.name().ends_with(".deadline") && proof.evidence && proof.evidence->latency;
  return measured || aspect == "hello.same";
}

/// A move of the game that its rules forbid: more than a reply that cannot be read.
bool breaks_a_rule(Aspect aspect, const Proof& proof) {
  const bool unreadable = aspect == "move.malformed" || aspect == "move.syntax";
  return aspect.name().starts_with("move.") && proof.board.has_value() && !unreadable;
}

}  // namespace

Level Findings::level(const Requirement& requirement) const {
  return level_of(requirement, options_.resets);
}

bool Findings::binds(Aspect aspect) const {
  const Requirement* const found = requirement(aspect);
  return found != nullptr && level(*found) == Level::mandatory;
}

/// Of the requirements that the case cites.
Level Findings::strongest() const {
  Level strongest = Level::informational;
  for (const auto& [id, tally] : record_.requirements)
    strongest = std::min(strongest, level(*catalogue_.by_id(id)));
  return strongest;
}

void Findings::passed(Aspect aspect) {
  const Requirement* const about = requirement(aspect);
  if (about == nullptr) return;
  const auto cited = record_.requirements.find(about->id);
  if (cited == record_.requirements.end()) return;
  ++cited->second.passes;
  cited->second.worst = rig::worse(cited->second.worst, Verdict::pass);
  record_.verdict = rig::worse(record_.verdict, Verdict::pass);
}

void Findings::failed(Aspect aspect, const std::string& summary, Proof proof) {
  found(Verdict::fail, aspect, summary, std::move(proof));
}

void Findings::found(Verdict verdict, Aspect aspect, const std::string& summary, Proof proof) {
  const Requirement* const about = requirement(aspect);
  if (proof.kind.empty()) proof.kind = last_kind_;
  note_kind(proof.kind);
  if (!proof.scene) proof.scene = setting_->scene();
  if (about == nullptr) return;  // this contest asks nothing about it
  if (proof.evidence) {
    proof.start = start_;
    proof.hints.insert(proof.hints.end(), hints_.begin(), hints_.end());
  }
  if (verdict == Verdict::fail && level(*about) <= strongest()) {
    setting_->went_wrong(proof.evidence ? proof.evidence->ended : std::nullopt);
  }
  if (held_ && verdict == Verdict::fail && !stands_by_itself(aspect, proof)) {
    const bool broken = breaks_a_rule(aspect, proof);
    held_->push_back({about, summary, std::move(proof), broken});
    return;
  }
  // The name between two games may be kept back; a wrong one is a wrong one.
  const bool of_another_kind =
      blame_ == Aspect("hello.between-games") && aspect != "hello.answered" && aspect != "hello.deadline";
  commit(verdict, of_another_kind ? *about : attributed(*about), summary, std::move(proof));
}

void Findings::note_kind(const std::string& kind) {
  if (!kind.empty() && kind != line_end) last_kind_ = kind;  // a remark has no consequences
}

void Findings::commit(Verdict verdict, const Requirement& requirement, const std::string& summary,
                      Proof proof) {
  const Level binding = level(requirement);
  const Level of_the_case = strongest();
  rig::report::Tally& tally = record_.requirements[requirement.id];
  tally.worst = rig::worse(tally.worst, verdict);
  const bool is_remark = binding == Level::informational;  // a case that is about no more passes with it
  if (binding <= of_the_case)
    record_.verdict = rig::worse(record_.verdict, is_remark ? Verdict::pass : verdict);
  if (binding == Level::mandatory && verdict != Verdict::pass) sound_ = false;
  const bool told = std::any_of(record_.findings.begin(), record_.findings.end(), [&](const auto& finding) {
    return finding.requirement == requirement.id && finding.summary == summary;
  });
  if (told) return;
  record_.findings.push_back({verdict, requirement.id, summary, std::move(proof.details),
                              std::move(proof.evidence), std::move(proof.board), std::move(proof.kind),
                              std::move(proof.scene), std::move(proof.hints)});
  tell_start(record_.findings.back(), proof.start);
  if (verdict == Verdict::fail) ADD_FAILURE() << requirement.id << ": " << summary;
}

/// What the DUT did wrong in answer to something can be tried again by whoever knows how it was started.
void Findings::tell_start(rig::report::Finding& finding,
                          const std::shared_ptr<const rig::FileStart>& start) const {
  if (finding.verdict != Verdict::fail || !finding.evidence) return;
  KeptStart kept = setting_->started(start);
  if (kept.commands.empty()) return;
  if (!finding.scene) finding.scene.emplace();
  finding.scene->commands = std::move(kept.commands);
  finding.scene->folder = std::move(kept.folder);
}

void Findings::set_program(std::vector<std::string> hints, std::shared_ptr<const rig::FileStart> start) {
  hints_ = std::move(hints);
  start_ = std::move(start);
}

void Findings::not_reached(Aspect aspect, int tries) {
  const Requirement* const about = requirement(aspect);
  if (about == nullptr) return;
  leave_open(about->id, fmt::format("not reached, {} tries", tries), Unassessed::reservation);
}

void Findings::not_applicable(Aspect aspect, const std::string& why, Unassessed unassessed) {
  const Requirement* const about = requirement(aspect);
  if (about != nullptr && record_.requirements.contains(about->id)) leave_open(about->id, why, unassessed);
}

bool Findings::looked_at(Aspect aspect) const {
  const Requirement* const about = requirement(aspect);
  if (about == nullptr) return false;
  const auto tally = record_.requirements.find(about->id);
  return tally != record_.requirements.end() && tally->second.worst != Verdict::not_run;
}

bool Findings::conclude(Aspect aspect, const rig::dut::Overheard& heard, const std::string& after_what) {
  if (heard.hung_up)
    return conclude(aspect, false, fmt::format("hung up after {}: {}", after_what, heard.hung_up->how),
                    hung_up);
  if (heard.bytes.empty() && !heard.line_errors.empty())
    return conclude(aspect, false, after_what + " was followed by a framing error or a break on the line",
                    kind_of(heard.line_errors.front()));
  return conclude(aspect, heard.silent(), after_what + " was answered", answer_in_silence);
}

bool Findings::conclude(Aspect aspect, bool holds, const std::string& summary, const std::string& kind) {
  if (holds) {
    passed(aspect);
  } else if (left_over_ && aspect == left_over_->first) {
    tell_left_over(summary);
  } else {
    failed(aspect, summary, {.kind = kind});
  }
  return holds;
}

void Findings::conclude(Aspect aspect, const GameReport& game, const std::string& summary) {
  const bool about_the_blame = aspect == blamed_aspect();
  if (game.blame == Blame::left_over) {
    tell_left_over(about_the_blame ? summary : std::string());
  } else if (game.misplayed && !(game.blame == Blame::own_clause && about_the_blame)) {
    failed(aspect, summary);
  }
  if (game.sound && game.moves > 0) passed(aspect);
}

// how a case ends

void Findings::error(const std::string& what) {
  release_held();
  tell_left_over();
  record_.verdict = Verdict::error;
  if (record_.reason.empty()) record_.reason = what;
  record_.findings.push_back({Verdict::error, {}, what, {}});
  for (auto& [id, tally] : record_.requirements) tally.worst = Verdict::error;
}

void Findings::leave_unasked(const std::string& why) {
  release_held();
  tell_left_over();
  record_.reason = why;
  if (record_.verdict <= Verdict::pass) record_.verdict = Verdict::not_run;
}

void Findings::close(const std::string& why) {
  const bool was_broken_off = record_.verdict >= Verdict::inconclusive;
  if (was_broken_off) return;
  const auto doubtful =
      std::find_if(record_.findings.begin(), record_.findings.end(),
                   [](const auto& finding) { return finding.verdict == Verdict::inconclusive; });
  if (doubtful == record_.findings.end()) return leave_all_open(why, Unassessed::reservation);
  for (auto& [id, tally] : record_.requirements) {
    if (tally.worst != Verdict::not_run) continue;
    tally.worst = Verdict::inconclusive;
    if (level(*catalogue_.by_id(id)) <= strongest()) record_.verdict = Verdict::inconclusive;
    if (record_.reason.empty()) record_.reason = fmt::format("{}, since {}", why, doubtful->summary);
  }
}

void Findings::leave_all_open(const std::string& why, Unassessed unassessed) {
  for (const auto& [id, tally] : record_.requirements) leave_open(id, why, unassessed);
}

/// Nothing was found of a requirement, and this is why.
void Findings::leave_open(const std::string& requirement, const std::string& why, Unassessed unassessed) {
  rig::report::Tally& tally = record_.requirements[requirement];
  if (tally.worst != Verdict::not_run) return;
  tally = {0, Verdict::not_applicable, why, unassessed};
  record_.verdict = rig::worse(record_.verdict, Verdict::not_applicable);
  if (record_.reason.empty()) record_.reason = why;
}

void Findings::add_reason(const std::string& why) {
  if (!record_.reason.empty()) record_.reason += "; ";
  record_.reason += why;
}

void Findings::taint(const std::string& why, const std::function<bool(const rig::report::Finding&)>& stands) {
  const auto doubt = [](Verdict& verdict) {
    if (verdict == Verdict::pass || verdict == Verdict::fail || verdict == Verdict::not_run)
      verdict = Verdict::inconclusive;
  };
  const Level of_the_case = strongest();
  for (auto& [id, tally] : record_.requirements) doubt(tally.worst);
  doubt(record_.verdict);
  add_reason(why);
  for (auto& finding : record_.findings) {
    if (finding.verdict != Verdict::fail) continue;
    if (!stands(finding)) {
      finding.verdict = Verdict::inconclusive;
      continue;
    }
    record_.requirements[finding.requirement].worst = Verdict::fail;
    if (level(*catalogue_.by_id(finding.requirement)) <= of_the_case)
      record_.verdict = rig::worse(record_.verdict, Verdict::fail);
  }
  record_.findings.push_back({Verdict::inconclusive, {}, why, {}});
}

void Findings::doubt(const std::string& why) {
  const auto doubt = [](Verdict& verdict) {
    if (verdict == Verdict::fail) verdict = Verdict::inconclusive;
  };
  for (auto& [id, tally] : record_.requirements) doubt(tally.worst);
  for (auto& finding : record_.findings) doubt(finding.verdict);
  doubt(record_.verdict);
  add_reason(why);
}

}  // namespace conformance
