#pragma once
/// The fields of each record in JSON, described once, for writing and for reading alike, in the order in
/// which they are written. Each takes an archive, which is called with the name and the value of every field.
/// An archive is `Writer` (json.cpp) or `Reader` (json_reading.cpp). It says with `reads` which way the
/// values go.

#include <nlohmann/json.hpp>
#include <type_traits>

#include "rig/report/digest.hpp"
#include "rig/report/gate/cycles.hpp"
#include "rig/report/gate/judging.hpp"
#include "rig/report/record.hpp"

namespace rig::report {

using Json = nlohmann::ordered_json;

/// A record as this archive takes it: to fill, or to look at.
template <typename Archive, typename Record>
using Of = std::conditional_t<Archive::reads, Record&, const Record&>;

template <typename Archive>
void fields(Archive& json, Of<Archive, Latency> one) {
  json("shortest_ns", one.shortest);
  json("longest_ns", one.longest);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, Evidence> one) {
  json("expected", one.expected);
  json("sent", one.sent);
  json("received", one.received);
  json("texts", one.texts);
  json("times", one.times);
  json("latency", one.latency);
  json("deadline_ns", one.deadline);
  json("ending", one.ending);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, protocol::BoardPicture> one) {
  using protocol::BoardPicture;
  json("kind", one.kind);
  json("caption", one.caption);
  json("move", one.move);
  json("columns", one.columns);
  json("rows", one.rows);
  json("cells", one.cells);
  json("marks", one.marks);
  json("off_board", one.off_board);
  const std::string squares{BoardPicture::free, BoardPicture::one, BoardPicture::two, BoardPicture::start};
  const bool paths = one.kind == BoardPicture::Kind::paths;
  json.expect_cells("cells", one.cells, one.rows.size(), one.columns.size(), paths ? ".vhabcd" : squares);
  json.expect_cells("marks", one.marks, one.rows.size(), one.columns.size(),
                    {BoardPicture::marked, BoardPicture::plain});
}

template <typename Archive>
void fields(Archive& json, Of<Archive, Scene> one) {
  json("game", one.game);
  json("seat", one.seat);
  json("moves", one.moves);
  json("check", one.check);
  json("commands", one.commands);
  json("folder", one.folder);
  json("board", one.board);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, Finding> one) {
  json("verdict", one.verdict);
  json("requirement", one.requirement);
  json("summary", one.summary);
  json("details", one.details);
  json("evidence", one.evidence);
  json("board", one.board);
  json("kind", one.kind);
  json("scene", one.scene);
  json("hints", one.hints);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, Tally> one) {
  json("passes", one.passes);
  json("worst", one.worst);
  json("why", one.why);
  json("reservation", one.unassessed);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, ReplySpan> one) {
  json("bytes", one.bytes);
  json("shortest_ns", one.shortest);
  json("longest_ns", one.longest);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, Sample> one) {
  json("kind", one.kind);
  json("deadline_ns", one.deadline);
  fields(json, one.latency);
  json("request", one.request);
  json("reply", one.reply);
  json.where_there("span", one.span);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, Bucket> one) {
  json("from_ns", one.from);
  json("to_ns", one.to);
  json("count", one.count);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, CountedSamples> one) {
  const LatencyHistogram& had = one.histogram;
  WrittenHistogram written{had.minimum(),   had.maximum(),  had.widest(),
                           had.underflow(), had.overflow(), had.buckets()};
  std::uint64_t count = had.count();
  json("deadline_ns", one.deadline);
  json("verdict", one.verdict);
  json("count", count);
  json("min_ns", written.minimum);
  json("max_ns", written.maximum);
  json("uncertainty_ns", written.widest);
  json("underflow", written.underflow);
  json("overflow", written.overflow);
  json("buckets", written.buckets);
  json("worst", one.worst);
  if constexpr (Archive::reads) one.histogram = json.histogram_of(written, count);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, Measurement> one) {
  json("name", one.name);
  json("value", one.value);
  json("limit", one.limit);
  json("verdict", one.verdict);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, Shmoo> one) {
  json("title", one.title);
  json("across", one.across);
  json("columns", one.columns);
  json("down", one.down);
  json("rows", one.rows);
  json("cells", one.cells);
  json.expect_cells("cells", one.cells, one.rows.size(), one.columns.size(),
                    {Shmoo::answered, Shmoo::not_answered});
}

template <typename Archive>
void fields(Archive& json, Of<Archive, WaveformRecord> one) {
  json("file", one.file);
  json("command", one.command);
  json("from_ns", one.from);
  json("until_ns", one.until);
  json("failure_ns", one.failure);
  json("notes", one.notes);
  json("error", one.error);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, CaseRecord> one) {
  json("id", one.id);
  json("title", one.title);
  json("verdict", one.verdict);
  json("reason", one.reason);
  json.by_key("requirements", "id", one.requirements);
  json("findings", one.findings);
  json("samples", one.samples);
  json("measurements", one.measurements);
  json("shmoo", one.shmoo);
  json("waveform", one.waveform);
  json.pairs("counts", "name", "count", one.counts);
  json.decimal("seed", one.seed);
  json.null_if_empty("board", one.board);
  json("link_time_ns", one.link_time);
  json("wall_time_ns", one.wall_time);
  json("team", one.team);
  json("again", one.again);
  json.by_key_where_any("more_samples", "kind", one.more_samples);
}

// What stands in a report alone is never read back.

void fields(auto& json, const RequirementRecord& one) {
  json("id", one.id);
  json("text", one.text);
  json("source", one.source);
  json("level", one.level);
  json("testable", one.testable);
  json("why_not_testable", one.why_not_testable);
  json("verdict", std::string(assessment(one)));
  json("reason", one.reason);
  json("reservation", one.reserved);
  json("cases", one.cases);
}

void fields(auto& json, const CycleSummary& one) {
  json("min", one.least);
  json("p50", one.p50);
  json("p90", one.p90);
  json("p99", one.p99);
  json("max", one.most);
}

struct LatenciesOfKind {
  const LatencyRecord& record;
  std::optional<CycleSummary> cycles;
};

void fields(auto& json, const LatenciesOfKind& one) {
  const LatencyHistogram& histogram = one.record.histogram;
  json("kind", one.record.kind);
  json("deadline_ns", one.record.deadline);
  json("count", histogram.count());
  json("min_ns", histogram.minimum());
  json("p50_ns", histogram.quantile(0.5));
  json("p90_ns", histogram.quantile(0.9));
  json("p99_ns", histogram.quantile(0.99));
  json("max_ns", histogram.maximum());
  json("uncertainty_ns", histogram.widest());
  json("underflow", histogram.underflow());
  json("overflow", histogram.overflow());
  json("buckets", histogram.buckets());
  json("cycles", one.cycles);
}

void fields(auto& json, const ReplayRecord& one) {
  json("path", one.path);
  json("program_version", one.program_version);
  json("chained", one.chained);
  json("dated", one.dated);
}

void fields(auto& json, const Setting& one) {
  json("name", one.name);
  json("value", one.value);
}

void fields(auto& json, const RtlCoverage::Unreached& one) {
  json("file", one.file);
  json("lines", one.lines);
  json("what", one.what);
}

void fields(auto& json, const RtlCoverage& one) {
  json("file", one.file);
  json("blocks", one.blocks);
  json("blocks_reached", one.blocks_reached);
  json("toggles", one.toggles);
  json("toggles_reached", one.toggles_reached);
  json("unreached", one.unreached);
}

void fields(auto& json, const PowerOnTrial& one) {
  json("tried", one.tried);
  json("pass_from_zero", one.pass_from_zero);
  json("pass_otherwise", one.pass_otherwise);
  json("registers", one.registers);
}

void fields(auto& json, const SilenceRecord& one) {
  json("cause", one.cause);
  json("mend", one.mend);
  json("tried", one.tried);
}

void fields(auto& json, const KnownFailure& one) {
  json("case", one.case_id);
  json("requirement", one.requirement);
  json("reason", one.reason);
  json("until", one.until);
  json("file", one.file);
  json("line", one.line);
  json("outcome", one.outcome);
}

void fields(auto& json, const LatencyRise& one) {
  json("case", one.case_id);
  json("exchange", one.exchange);
  json("kind", one.kind);
  json("request", one.request);
  json("then", one.then);
  json("now", one.now);
}

void fields(auto& json, const Divergence& one) {
  json("case", one.case_id);
  json("exchange", one.exchange);
  json("what", one.what);
}

void fields(auto& json, const Comparison& one) {
  json("path", one.path);
  json("started", one.started);
  json("allowed", one.allowed);
  json("unit", one.unit);
  json("why_not", one.why_not);
  json("notes", one.notes);
  json("compared", one.compared);
  json("slower", one.slower);
  json("faster", one.faster);
  json("shift", one.shift);
  json("rises", one.rises);
  json("divergences", one.divergences);
  json("newly_failing", one.newly_failing);
  json("fixed", one.fixed);
  json("still_failing", one.still_failing);
}

struct GateInReport {
  const RunRecord& run;
};

void fields(auto& json, const GateInReport& gate) {
  std::vector<std::string> sentences;
  for (const Objection& objection : objections(gate.run)) sentences.push_back(objection.what);
  json("line", gate_line(gate.run));
  json("exit_status_without", exit_status_without_gate(gate.run));
  json("objections", sentences);
  json("comparison", gate.run.gate->comparison);
  json("known_failures", gate.run.gate->known);
}

void fields(auto& json, const RunRecord& run) {
  std::vector<LatenciesOfKind> latencies;
  for (const LatencyRecord& one : run.latencies) latencies.push_back({one, cycles_of_kind(run, one.kind)});
  std::map<std::string, std::uint64_t> coverage;
  for (const CaseRecord& one : run.cases) {
    for (const auto& [name, count] : one.counts) coverage[name] += count;
  }
  json("format", 1);
  json("program", std::string("contest-rig"));
  json("program_version", run.program_version);
  json("headline", headline(run));
  json("exit_status", exit_status(run));
  json("gate", run.gate ? std::optional(GateInReport{run}) : std::nullopt);
  json("reservations", reservation_names(run));
  json("strict", run.strict);
  json("partial", run.partial);
  json("interrupted", run.interrupted);
  json("errors", run.errors);
  json.pairs("faults_caught", "case", "faults", run.faults_caught);
  json.part("contest", [&](auto& contest) {
    contest("name", run.contest);
    contest("title", run.contest_title);
  });
  json("team_name", run.team_name);
  json("label", run.label);
  json.part("dut", [&](auto& dut) {
    dut("name", run.dut);
    dut("far_end", run.far_end);
    dut("link", run.link_description);
    dut.pairs("link_facts", "name", "value", run.link_facts);
    dut("clock", run.clock);
    dut("uncertainty_ns", run.uncertainty);
    dut("hold_back_ns", run.hold_back);
  });
  json("replay", run.replay);
  json("command", run.command);
  json.decimal("seed", run.seed);
  json("settings", run.settings);
  json("identity", run.identity);
  json("started", run.started);
  json("wall_time_ns", run.wall_time);
  json.part("evidence", [&](auto& evidence) {
    evidence("path", run.transcript_path);
    evidence("sha256", run.transcript_sha256);
    evidence("head", run.chain_head);
    evidence("occasion_sha256", run.occasion_sha256);
    evidence("signed_by", run.signed_by);
  });
  json("requirements", run.requirements);
  json("latencies", latencies);
  json.pairs("coverage", "name", "count", coverage);
  json("rtl_coverage", run.rtl_coverage);
  json("power_on", run.power_on);
  json("silence", run.silence);
  json("cases", run.cases);
}

}  // namespace rig::report
