#include "conformance/run/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conformance/referee/recorded.hpp"
#include "conformance/referee/scenario_file.hpp"
#include "conformance/run/plan.hpp"
#include "rig/base/errors.hpp"
#include "rig/dut/dut.hpp"
#include "rig/game/modules.hpp"
#include "rig/link/transcript/occasion.hpp"
#include "rig/protocol/contest_file.hpp"

namespace conformance {

using rig::ClockKind;
using rig::LinkInfo;
using rig::UsageError;

namespace {

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const char* name_of(ClockKind kind) {
  switch (kind) {
    case ClockKind::simulated: return "simulated time";
    case ClockKind::virtual_time: return "virtual time";
    case ClockKind::monotonic: return "real time";
  }
  return "?";
}

/// What the header says of the run, held against itself and against the link.
class Header {
 public:
  explicit Header(const Replay& replay) : replay_(replay), header_(replay.transcript.header) {}

  /// Every option is there, none is unknown, and each is written as a run writes it.
  void expect_options() const {
    const std::map<std::string, std::string> written = to_words(replay_.options);
    for (const auto& [name, value] : header_.options) {
      const auto known = written.find(name);
      if (known == written.end()) refuse(fmt::format("the option \"{}\" is unknown", name));
      if (known->second != value)
        refuse(
            fmt::format("the option \"{}\" is \"{}\", where a run has \"{}\"", name, value, known->second));
    }
  }

  void expect_identity() const {
    for (const auto& [name, value] : header_.identity) {
      if (!rig::find_fact(rig::identity_facts(), name))
        refuse(fmt::format("\"identity/{}\" is no fact that a run has", name));
    }
  }

  /// Without them its contest is unknown.
  void expect_modules() const {
    if (const std::string why = rig::game::why_not_judged(header_.identity); !why.empty()) refuse(why);
  }

  void expect_cases_of_the_contest() const {
    register_scenarios(replay_.options);
    const Catalogue catalogue = catalogue_for(replay_.options);
    std::vector<std::string> known;
    for (const CaseEntry* entry :
         select_cases(catalogue, {}, replay_.options.resets, asked_by(replay_.options)))
      known.push_back(entry->id());
    for (const std::string& id : header_.plan) {
      if (!contains(known, id))
        refuse(fmt::format("the plan names the case \"{}\", which the contest \"{}\" does not have", id,
                           catalogue_of(replay_.options)));
    }
  }

  void expect_link(const LinkInfo& link) const {
    const rig::dut::DutName dut = rig::dut::parse_dut_name(header_.dut);
    if (rig::dut::is_recorded(dut)) refuse("the DUT is itself a transcript, and a replay is not recorded");
    const ClockKind clock = rig::dut::clock_of(dut);
    if (link.clock_kind != clock)
      refuse(fmt::format("the DUT is \"{}\", which lives in {}, and its link is of {}", header_.dut,
                         name_of(clock), name_of(link.clock_kind)));
    if (rig::dut::is_simulated(dut)) return expect_model(dut, link);
    const std::vector<std::string> boards = rig::dut::boards_named(header_.dut);
    if (!contains(boards, link.name))
      refuse(fmt::format("the DUT is \"{}\", and its link is named \"{}\"", header_.dut, link.name));
    expect_fact(link, "command", rig::dut::parse_dut_name(link.name).target);
  }

 private:
  /// The facts of a model that also stand elsewhere.
  void expect_model(const rig::dut::DutName& dut, const LinkInfo& link) const {
    if (!link.name.starts_with(dut.scheme + ":" + dut.target))
      refuse(fmt::format("the DUT is \"{}\", and its link is named \"{}\"", header_.dut, link.name));
    const auto fault = dut.settings.find("fault");
    const std::string asked = fault == dut.settings.end() ? std::string() : fault->second;
    if (asked != fact(link, "fault"))
      refuse(fmt::format("the DUT is \"{}\", and its link's fact \"fault\" is \"{}\"", header_.dut,
                         fact(link, "fault")));
    if (!fact(link, "contest").empty() && !plays_another_alike(fact(link, "contest")))
      expect_fact(link, "contest", header_.contest);
    expect_fact(link, "seed", fmt::format("{}", header_.seed));
  }

  /// A model plays what is spoken as the contest for which it is built.
  bool plays_another_alike(const std::string& other) const {
    const rig::protocol::Contest& contest = contest_of(replay_.options);
    return std::any_of(rig::protocol::contests().begin(), rig::protocol::contests().end(),
                       [&](const auto& one) {
                         return one.name == other && rig::protocol::differences(contest, one).empty();
                       });
  }

  static std::string fact(const LinkInfo& link, const std::string& name) {
    const auto found = link.facts.find(name);
    return found == link.facts.end() ? std::string() : found->second;
  }

  /// Where the link states it.
  void expect_fact(const LinkInfo& link, const std::string& name, const std::string& value) const {
    if (link.facts.contains(name) && fact(link, name) != value)
      refuse(fmt::format("the link's fact \"{}\" is \"{}\", and the run has \"{}\"", name, fact(link, name),
                         value));
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw UsageError(fmt::format("Transcript \"{}\", line 1: {}.", replay_.path, why));
  }

  const Replay& replay_;
  const rig::TranscriptHeader& header_;
};

/// What the recorded run knew of a DUT that does not answer: the first operation of a segment says so.
Silence recorded_silence(const std::vector<std::string>& segment) {
  const std::optional<std::string> note =
      segment.size() < 2 ? std::nullopt : rig::note_in_operation_line(segment[1]);
  return note ? Silence::from_note(*note).value_or(Silence()) : Silence();
}

[[noreturn]] void refuse_change(const RunOption& option, const RunOptions& recorded) {
  const std::string words = on_command_line(option, recorded);
  throw UsageError(fmt::format("The transcript was recorded {}; a replay cannot change it.",
                               words.empty() ? "without --" + option.name : "with " + words));
}

}  // namespace

bool Replay::came_to(const std::string& case_id) const {
  return transcript.segments.contains(case_id);
}

std::optional<rig::LinkInfo> Replay::link() const {
  if (transcript.segments.empty()) return std::nullopt;
  return rig::link_in_segment_line(transcript.segments.begin()->second.front());
}

Replay read_replay(const std::string& path) {
  Replay replay{path, rig::read_transcript(path), {}, {}};
  const rig::Transcript& transcript = replay.transcript;
  const Header header(replay);
  header.expect_modules();
  try {
    replay.options = options_from_words(transcript.header.options);
    static_cast<void>(contest_of(replay.options));
    if (!transcript.of_a_referee()) static_cast<void>(rig::dut::parse_dut_name(transcript.header.dut));
  } catch (const std::exception& error) {
    throw UsageError(fmt::format("Transcript \"{}\", line 1: {}", path, error.what()));
  }
  header.expect_options();
  header.expect_identity();
  header.expect_cases_of_the_contest();
  if (transcript.of_a_referee()) {
    replay.referee = recorded_description(path, transcript);
    for (const auto& [id, lines] : transcript.segments)
      static_cast<void>(read_case(path, transcript, id, contest_of(replay.options), *replay.referee));
    return replay;
  }
  for (const auto& [id, lines] : transcript.segments)
    header.expect_link(rig::link_in_segment_line(lines.front()));
  return replay;
}

RunOptions options_of_replay(const Replay& replay, const RunOptions& asked,
                             const std::set<std::string>& given) {
  RunOptions options = replay.options;
  for (const RunOption& option : run_options()) {
    if (!given.contains(option.name) || option.print(asked) == option.print(replay.options)) continue;
    if (option.in_replay == InReplay::as_recorded) refuse_change(option, replay.options);
    option.parse(options, {option.print(asked)});
  }
  return options;
}

std::vector<std::string> narrow_to_recorded(const Replay& replay, std::vector<const CaseEntry*>& chosen,
                                            std::vector<std::string>& partial) {
  const rig::TranscriptHeader& recorded = replay.transcript.header;
  const std::size_t before = chosen.size();
  std::erase_if(chosen, [&](const CaseEntry* entry) { return !contains(recorded.plan, entry->id()); });
  if (chosen.empty()) throw UsageError("None of these cases was recorded in the transcript.");
  if (chosen.size() < before && recorded.partial.empty())
    partial.push_back(fmt::format("the transcript holds {} of {} cases", chosen.size(), before));
  for (const std::string& reason : recorded.partial) {
    if (!contains(partial, reason)) partial.push_back(reason);
  }
  std::vector<std::string> cases;
  cases.reserve(chosen.size());
  for (const CaseEntry* entry : chosen) cases.push_back(entry->id());
  const auto place = [&](const std::string& id) {
    return std::find(recorded.plan.begin(), recorded.plan.end(), id);
  };
  std::stable_sort(cases.begin(), cases.end(),
                   [&](const std::string& a, const std::string& b) { return place(a) < place(b); });
  return cases;
}

const std::vector<std::string>& RecordedDut::segment(const std::string& case_id) const {
  const auto found = transcript_.segments.find(case_id);
  if (found == transcript_.segments.end())
    throw rig::RigError(fmt::format("The transcript has no segment for {}.", case_id));
  return found->second;
}

WayToDut RecordedDut::open(const std::string& case_id) {
  far_end_ = rig::replay(contest_.medium(), case_id, segment(case_id));
  return {*far_end_, recorded_silence(segment(case_id))};
}

}  // namespace conformance
