#include "rig/report/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "rig/base/bytes.hpp"
#include "rig/base/visible.hpp"
#include "rig/report/digest.hpp"
#include "rig/report/gate/cycles.hpp"
#include "rig/report/gate/gate_json.hpp"
#include "rig/report/gate/judging.hpp"

namespace rig::report {

namespace {

using Json = nlohmann::ordered_json;

/// A line for the parent keeps every byte; a report shows what it cannot keep.
enum class Purpose { lossless, for_reading };

std::string hex(ByteView bytes) {
  std::string digits;
  for (const std::uint8_t byte : bytes) digits += fmt::format("{:02x}", byte);
  return digits;
}

class Writer {
 public:
  explicit Writer(Purpose purpose) : purpose_(purpose) {}

  Json faults_caught(const RunRecord& run) const {
    Json cases = Json::array();
    for (const auto& [id, faults] : run.faults_caught)
      cases.push_back({{"case", text(id)}, {"faults", texts(faults)}});
    return cases;
  }

  Json text(const std::string& value) const {
    if (purpose_ == Purpose::for_reading) return visible(value, Newlines::kept);
    if (is_utf8(value)) return value;
    return {{"bytes", hex(to_bytes(value))}};
  }

  Json texts(const std::vector<std::string>& values) const {
    Json list = Json::array();
    for (const std::string& value : values) list.push_back(text(value));
    return list;
  }

  Json measurements(const std::vector<Measurement>& measurements) const {
    Json list = Json::array();
    for (const Measurement& one : measurements) {
      list.push_back({{"name", text(one.name)},
                      {"value", text(one.value)},
                      {"limit", text(one.limit)},
                      {"verdict", one.verdict ? Json(to_string(*one.verdict)) : Json()}});
    }
    return list;
  }

  Json shmoo(const std::optional<Shmoo>& shmoo) const {
    if (!shmoo) return {};
    return {{"title", text(shmoo->title)},      {"across", text(shmoo->across)},
            {"columns", texts(shmoo->columns)}, {"down", text(shmoo->down)},
            {"rows", texts(shmoo->rows)},       {"cells", texts(shmoo->cells)}};
  }

  static Json latency(const Latency& one) {
    return {{"shortest_ns", one.shortest.count()}, {"longest_ns", one.longest.count()}};
  }

  Json evidence(const std::optional<Evidence>& evidence) const {
    if (!evidence) return {};
    Json times = Json::array();
    for (const Latency& time : evidence->times) times.push_back(latency(time));
    return {{"expected", text(evidence->expected)},
            {"sent", hex(evidence->sent)},
            {"received", hex(evidence->received)},
            {"texts", evidence->texts},
            {"times", std::move(times)},
            {"latency", evidence->latency ? latency(*evidence->latency) : Json()},
            {"deadline_ns", evidence->deadline.count()},
            {"ending", text(evidence->ending)}};
  }

  Json board(const std::optional<protocol::BoardPicture>& board) const {
    if (!board) return {};
    const bool paths = board->kind == protocol::BoardPicture::Kind::paths;
    return {{"kind", paths ? "paths" : "squares"}, {"caption", text(board->caption)},
            {"move", text(board->move)},           {"columns", texts(board->columns)},
            {"rows", texts(board->rows)},          {"cells", texts(board->cells)},
            {"marks", texts(board->marks)},        {"off_board", texts(board->off_board)}};
  }

  Json scene(const std::optional<Scene>& scene) const {
    if (!scene) return {};
    return {
        {"game", scene->game},         {"seat", text(scene->seat)},          {"moves", texts(scene->moves)},
        {"check", text(scene->check)}, {"commands", texts(scene->commands)}, {"folder", text(scene->folder)}};
  }

  Json finding(const Finding& one) const {
    return {{"verdict", to_string(one.verdict)},
            {"requirement", text(one.requirement)},
            {"summary", text(one.summary)},
            {"details", texts(one.details)},
            {"evidence", evidence(one.evidence)},
            {"board", board(one.board)},
            {"kind", text(one.kind)},
            {"scene", scene(one.scene)},
            {"hints", texts(one.hints)}};
  }

  Json counts(const std::map<std::string, std::uint64_t>& counts) const {
    Json list = Json::array();
    for (const auto& [name, count] : counts) list.push_back({{"name", text(name)}, {"count", count}});
    return list;
  }

  Json record(const CaseRecord& one) const {
    Json requirements = Json::array();
    for (const auto& [id, tally] : one.requirements) {
      requirements.push_back({{"id", text(id)},
                              {"passes", tally.passes},
                              {"worst", to_string(tally.worst)},
                              {"why", text(tally.why)},
                              {"reservation", tally.unassessed == Unassessed::reservation}});
    }
    Json findings = Json::array();
    for (const Finding& found : one.findings) findings.push_back(finding(found));
    Json json = {{"id", text(one.id)},
                 {"title", text(one.title)},
                 {"verdict", to_string(one.verdict)},
                 {"reason", text(one.reason)},
                 {"requirements", std::move(requirements)},
                 {"findings", std::move(findings)},
                 {"samples", samples(one.samples)},
                 {"measurements", measurements(one.measurements)},
                 {"shmoo", shmoo(one.shmoo)},
                 {"waveform", waveform(one.waveform)},
                 {"counts", counts(one.counts)},
                 {"seed", std::to_string(one.seed)},
                 {"board", one.board.empty() ? Json() : text(one.board)},
                 {"link_time_ns", one.link_time.count()},
                 {"wall_time_ns", one.wall_time.count()},
                 {"team", one.team ? text(*one.team) : Json()},
                 {"again", text(one.again)}};
    if (!one.more_samples.empty()) json["more_samples"] = more_samples(one);
    return json;
  }

  Json samples(const std::vector<Sample>& all) const {
    Json list = Json::array();
    for (const Sample& sample : all) {
      list.push_back({{"kind", text(sample.kind)},
                      {"deadline_ns", sample.deadline.count()},
                      {"shortest_ns", sample.latency.shortest.count()},
                      {"longest_ns", sample.latency.longest.count()},
                      {"request", text(sample.request)},
                      {"reply", text(sample.reply)}});
      if (!sample.span) continue;
      list.back()["span"] = {{"bytes", sample.span->bytes},
                             {"shortest_ns", sample.span->shortest.count()},
                             {"longest_ns", sample.span->longest.count()}};
    }
    return list;
  }

  Json more_samples(const CaseRecord& one) const {
    Json list = Json::array();
    for (const auto& [kind, counted] : one.more_samples) {
      const LatencyHistogram& histogram = counted.histogram;
      list.push_back({{"kind", text(kind)},
                      {"deadline_ns", counted.deadline.count()},
                      {"verdict", to_string(counted.verdict)},
                      {"count", histogram.count()},
                      {"min_ns", histogram.minimum().count()},
                      {"max_ns", histogram.maximum().count()},
                      {"uncertainty_ns", histogram.widest().count()},
                      {"underflow", histogram.underflow()},
                      {"overflow", histogram.overflow()},
                      {"buckets", buckets(histogram)},
                      {"worst", samples(counted.worst)}});
    }
    return list;
  }

  static Json buckets(const LatencyHistogram& histogram) {
    Json list = Json::array();
    for (const Bucket& bucket : histogram.buckets()) {
      list.push_back(
          {{"from_ns", bucket.from.count()}, {"to_ns", bucket.to.count()}, {"count", bucket.count}});
    }
    return list;
  }

  Json waveform(const std::optional<WaveformRecord>& wave) const {
    if (!wave) return {};
    return {{"file", text(wave->file)},
            {"command", text(wave->command)},
            {"from_ns", wave->from.count()},
            {"until_ns", wave->until.count()},
            {"failure_ns", wave->failure ? Json(wave->failure->count()) : Json()},
            {"notes", texts(wave->notes)},
            {"error", text(wave->error)}};
  }

  Json rtl_coverage(const std::optional<RtlCoverage>& coverage) const {
    if (!coverage) return {};
    Json unreached = Json::array();
    for (const RtlCoverage::Unreached& one : coverage->unreached)
      unreached.push_back({{"file", text(one.file)}, {"lines", one.lines}, {"what", text(one.what)}});
    return {{"file", text(coverage->file)},
            {"blocks", coverage->blocks},
            {"blocks_reached", coverage->blocks_reached},
            {"toggles", coverage->toggles},
            {"toggles_reached", coverage->toggles_reached},
            {"unreached", std::move(unreached)}};
  }

  Json power_on(const std::optional<PowerOnTrial>& trial) const {
    if (!trial) return {};
    return {{"tried", texts(trial->tried)},
            {"pass_from_zero", texts(trial->pass_from_zero)},
            {"pass_otherwise", texts(trial->pass_otherwise)},
            {"registers", texts(trial->registers)}};
  }

  Json record(const RequirementRecord& one) const {
    return {{"id", text(one.id)},          {"text", text(one.text)},
            {"source", text(one.source)},  {"level", to_string(one.level)},
            {"testable", one.testable},    {"why_not_testable", text(one.why_not_testable)},
            {"verdict", assessment(one)},  {"reason", text(one.reason)},
            {"reservation", one.reserved}, {"cases", texts(one.cases)}};
  }

  Json record(const LatencyRecord& one) const {
    const LatencyHistogram& histogram = one.histogram;
    return {{"kind", text(one.kind)},
            {"deadline_ns", one.deadline.count()},
            {"count", histogram.count()},
            {"min_ns", histogram.minimum().count()},
            {"p50_ns", histogram.quantile(0.5).count()},
            {"p90_ns", histogram.quantile(0.9).count()},
            {"p99_ns", histogram.quantile(0.99).count()},
            {"max_ns", histogram.maximum().count()},
            {"uncertainty_ns", histogram.widest().count()},
            {"underflow", histogram.underflow()},
            {"overflow", histogram.overflow()},
            {"buckets", buckets(histogram)}};
  }

  template <typename Record>
  Json records(const std::vector<Record>& values) const {
    Json list = Json::array();
    for (const Record& value : values) list.push_back(record(value));
    return list;
  }

  Json latencies(const RunRecord& run) const {
    Json list = Json::array();
    for (const LatencyRecord& one : run.latencies) {
      Json json = record(one);
      const std::optional<CycleSummary> cycles = cycles_of_kind(run, one.kind);
      json["cycles"] = cycles ? Json{{"min", cycles->least},
                                     {"p50", cycles->p50},
                                     {"p90", cycles->p90},
                                     {"p99", cycles->p99},
                                     {"max", cycles->most}}
                              : Json();
      list.push_back(std::move(json));
    }
    return list;
  }

  Json under_test(const RunRecord& run) const {
    Json facts = Json::array();
    for (const auto& [name, value] : run.link_facts) {
      facts.push_back({{"name", text(name)}, {"value", text(value)}});
    }
    return {{"name", text(run.dut)},
            {"far_end", text(run.far_end)},
            {"link", text(run.link_description)},
            {"link_facts", std::move(facts)},
            {"clock", text(run.clock)},
            {"uncertainty_ns", run.uncertainty.count()},
            {"hold_back_ns", run.hold_back.count()}};
  }

  Json replay(const std::optional<ReplayRecord>& replay) const {
    if (!replay) return {};
    return {{"path", text(replay->path)},
            {"program_version", text(replay->program_version)},
            {"chained", replay->chained},
            {"dated", replay->dated}};
  }

  Json settings(const std::vector<Setting>& settings) const {
    Json list = Json::array();
    for (const Setting& setting : settings)
      list.push_back({{"name", text(setting.name)}, {"value", text(setting.value)}});
    return list;
  }

  Json report(const RunRecord& run) const {
    std::map<std::string, std::uint64_t> coverage;
    for (const CaseRecord& one : run.cases) {
      for (const auto& [name, count] : one.counts) coverage[name] += count;
    }
    return {{"format", 1},
            {"program", "contest-rig"},
            {"program_version", text(run.program_version)},
            {"headline", headline(run)},
            {"exit_status", exit_status(run)},
            {"gate", gate_as_json(run)},
            {"reservations", texts(reservation_names(run))},
            {"strict", run.strict},
            {"partial", texts(run.partial)},
            {"interrupted", run.interrupted},
            {"errors", texts(run.errors)},
            {"faults_caught", faults_caught(run)},
            {"contest", {{"name", text(run.contest)}, {"title", text(run.contest_title)}}},
            {"team_name", text(run.team_name)},
            {"label", text(run.label)},
            {"dut", under_test(run)},
            {"replay", replay(run.replay)},
            {"command", text(run.command)},
            {"seed", std::to_string(run.seed)},
            {"settings", settings(run.settings)},
            {"identity", settings(run.identity)},
            {"started", text(run.started)},
            {"wall_time_ns", run.wall_time.count()},
            {"evidence",
             {{"path", text(run.transcript_path)},
              {"sha256", text(run.transcript_sha256)},
              {"head", text(run.chain_head)},
              {"occasion_sha256", text(run.occasion_sha256)},
              {"signed_by", text(run.signed_by)}}},
            {"requirements", records(run.requirements)},
            {"latencies", latencies(run)},
            {"coverage", counts(coverage)},
            {"rtl_coverage", rtl_coverage(run.rtl_coverage)},
            {"power_on", power_on(run.power_on)},
            {"cases", records(run.cases)}};
  }

 private:
  Purpose purpose_;
};

/// Indented, but what fits on a line stands on one: a sample or a bucket is a row that a person can read.
void write_indented(const Json& value, std::size_t indent, std::string& out) {
  constexpr std::size_t width = 110;
  const std::string line = value.dump();
  if (!value.is_structured() || value.empty() || indent + line.size() <= width) {
    out += line;
    return;
  }
  const std::string inner(indent + 2, ' ');
  out += value.is_object() ? "{\n" : "[\n";
  bool first = true;
  for (const auto& [key, item] : value.items()) {
    if (!first) out += ",\n";
    first = false;
    out += inner;
    if (value.is_object()) out += Json(key).dump() + ": ";
    write_indented(item, indent + 2, out);
  }
  out += '\n' + std::string(indent, ' ') + (value.is_object() ? '}' : ']');
}

}  // namespace

std::string to_json(const CaseRecord& record) {
  return Writer(Purpose::lossless).record(record).dump();
}

std::string to_json(const RunRecord& run) {
  std::string out;
  write_indented(Writer(Purpose::for_reading).report(run), 0, out);
  return out + '\n';
}

}  // namespace rig::report
