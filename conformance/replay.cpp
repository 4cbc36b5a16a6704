#include "conformance/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "conformance/plan.hpp"
#include "rig/base/errors.hpp"
#include "rig/match/dut.hpp"

namespace conformance {

using rig::ClockKind;
using rig::LinkInfo;
using rig::UsageError;

namespace {

const char* name_of(ClockKind kind) {
  switch (kind) {
    case ClockKind::simulated: return "simulated time";
    case ClockKind::virtual_time: return "virtual time";
    case ClockKind::monotonic: return "real time";
  }
  return "?";
}

/// The clock of a DUT of this kind.
ClockKind clock_of(const rig::match::DutName& dut) {
  if (!rig::match::keeps_own_time(dut)) return ClockKind::monotonic;
  return dut.scheme == "rtl" ? ClockKind::simulated : ClockKind::virtual_time;
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

  void expect_cases_of_the_contest() const {
    const Catalogue catalogue = load_catalogue(contest_of(replay_.options).name);
    std::vector<std::string> known;
    for (const CaseEntry* entry : select_cases(catalogue, {}, replay_.options.resets))
      known.push_back(entry->id());
    for (const std::string& id : header_.plan) {
      if (std::find(known.begin(), known.end(), id) == known.end())
        refuse(fmt::format("the plan names the case \"{}\", which the contest \"{}\" does not have", id,
                           header_.contest));
    }
  }

  void expect_link(const LinkInfo& link) const {
    const rig::match::DutName dut = rig::match::parse_dut_name(header_.dut);
    if (dut.scheme == "transcript") refuse("the DUT is itself a transcript, and a replay is not recorded");
    if (link.clock_kind != clock_of(dut))
      refuse(fmt::format("the DUT is \"{}\", which lives in {}, and its link is of {}", header_.dut,
                         name_of(clock_of(dut)), name_of(link.clock_kind)));
    if (dut.scheme == "rtl") return expect_model(dut, link);
    if (link.name != header_.dut)
      refuse(fmt::format("the DUT is \"{}\", and its link is named \"{}\"", header_.dut, link.name));
    expect_fact(link, "command", dut.target);
  }

 private:
  /// The facts of a model that also stand elsewhere.
  void expect_model(const rig::match::DutName& dut, const LinkInfo& link) const {
    if (!link.name.starts_with("rtl:" + dut.target))
      refuse(fmt::format("the DUT is \"{}\", and its link is named \"{}\"", header_.dut, link.name));
    const auto fault = dut.settings.find("fault");
    const std::string asked = fault == dut.settings.end() ? std::string() : fault->second;
    if (asked != fact(link, "fault"))
      refuse(fmt::format("the DUT is \"{}\", and its link's fact \"fault\" is \"{}\"", header_.dut,
                         fact(link, "fault")));
    if (!fact(link, "contest").empty()) expect_fact(link, "contest", header_.contest);
    expect_fact(link, "seed", fmt::format("{}", header_.seed));
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
  const rig::report::TranscriptHeader& header_;
};

}  // namespace

Replay read_replay(const std::string& path) {
  Replay replay{path, rig::report::read_transcript(path), {}};
  const rig::report::Transcript& transcript = replay.transcript;
  const Header header(replay);
  try {
    replay.options = options_from_words(transcript.header.options);
    static_cast<void>(contest_of(replay.options));
    static_cast<void>(rig::match::parse_dut_name(transcript.header.dut));
  } catch (const std::exception& error) {
    throw UsageError(fmt::format("Transcript \"{}\", line 1: {}", path, error.what()));
  }
  header.expect_options();
  header.expect_cases_of_the_contest();
  if (!transcript.segments.empty())
    header.expect_link(rig::report::link_in_segment_line(transcript.segments.begin()->second.front()));
  return replay;
}

}  // namespace conformance
