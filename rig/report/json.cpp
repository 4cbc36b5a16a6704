#include "rig/report/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "rig/base/bytes.hpp"
#include "rig/base/errors.hpp"
#include "rig/report/digest.hpp"
#include "rig/report/visible.hpp"

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

  Json board(const std::optional<contest::BoardPicture>& board) const {
    if (!board) return {};
    const bool paths = board->kind == contest::BoardPicture::Kind::paths;
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
    Json samples = Json::array();
    for (const Sample& sample : one.samples) {
      samples.push_back({{"kind", text(sample.kind)},
                         {"deadline_ns", sample.deadline.count()},
                         {"shortest_ns", sample.latency.shortest.count()},
                         {"longest_ns", sample.latency.longest.count()}});
    }
    return {{"id", text(one.id)},
            {"title", text(one.title)},
            {"verdict", to_string(one.verdict)},
            {"reason", text(one.reason)},
            {"requirements", std::move(requirements)},
            {"findings", std::move(findings)},
            {"samples", std::move(samples)},
            {"measurements", measurements(one.measurements)},
            {"shmoo", shmoo(one.shmoo)},
            {"counts", counts(one.counts)},
            {"seed", std::to_string(one.seed)},
            {"link_time_ns", one.link_time.count()},
            {"wall_time_ns", one.wall_time.count()},
            {"team", one.team ? text(*one.team) : Json()},
            {"again", text(one.again)}};
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
    Json buckets = Json::array();
    for (const Bucket& bucket : histogram.buckets()) {
      buckets.push_back(
          {{"from_ns", bucket.from.count()}, {"to_ns", bucket.to.count()}, {"count", bucket.count}});
    }
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
            {"buckets", std::move(buckets)}};
  }

  template <typename Record>
  Json records(const std::vector<Record>& values) const {
    Json list = Json::array();
    for (const Record& value : values) list.push_back(record(value));
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

  Json ids_of(const std::vector<const RequirementRecord*>& requirements) const {
    Json list = Json::array();
    for (const RequirementRecord* one : requirements) list.push_back(text(one->id));
    return list;
  }

  Json replay(const std::optional<ReplayRecord>& replay) const {
    if (!replay) return {};
    return {{"path", text(replay->path)}, {"program_version", text(replay->program_version)}};
  }

  Json report(const RunRecord& run) const {
    std::map<std::string, std::uint64_t> coverage;
    for (const CaseRecord& one : run.cases) {
      for (const auto& [name, count] : one.counts) coverage[name] += count;
    }
    Json settings = Json::array();
    for (const Setting& setting : run.settings) {
      settings.push_back({{"name", text(setting.name)}, {"value", text(setting.value)}});
    }
    return {{"format", 1},
            {"program", "contest-rig"},
            {"program_version", text(run.program_version)},
            {"headline", headline(run)},
            {"exit_status", exit_status(run)},
            {"reservations", ids_of(reservations(run))},
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
            {"settings", std::move(settings)},
            {"started", text(run.started)},
            {"wall_time_ns", run.wall_time.count()},
            {"evidence", {{"path", text(run.transcript_path)}, {"sha256", text(run.transcript_sha256)}}},
            {"requirements", records(run.requirements)},
            {"latencies", records(run.latencies)},
            {"coverage", counts(coverage)},
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

[[noreturn]] void refuse(const std::string& what) {
  throw RigError("The record of a case that a worker sent cannot be read: " + what + ".");
}

/// A value of the line and the way to it, for messages: `samples[3].deadline_ns`.
class Reader {
 public:
  Reader(const Json& value, std::string path) : value_(value), path_(std::move(path)) {}

  Reader field(const char* name) const {
    const std::string path = path_.empty() ? name : path_ + '.' + name;
    if (!value_.is_object()) refuse(here() + " is no object");
    const auto found = value_.find(name);
    if (found == value_.end()) refuse(path + " is missing");
    return {*found, path};
  }

  std::vector<Reader> items() const {
    if (!value_.is_array()) refuse(here() + " is no array");
    std::vector<Reader> all;
    for (std::size_t i = 0; i < value_.size(); ++i)
      all.emplace_back(value_[i], fmt::format("{}[{}]", path_, i));
    return all;
  }

  std::string text() const {
    if (value_.is_string()) return value_.get<std::string>();
    return to_text(field("bytes").bytes());
  }

  /// Written as hexadecimal digits.
  Bytes bytes() const {
    const std::string digits = this->digits();
    Bytes bytes;
    for (std::size_t i = 0; i < digits.size(); i += 2) {
      std::uint8_t byte = 0;
      const auto [end, problem] = std::from_chars(&digits[i], &digits[i] + 2, byte, 16);
      if (problem != std::errc() || end != &digits[i] + 2) refuse(here() + " is not hexadecimal");
      bytes.push_back(byte);
    }
    return bytes;
  }

  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (const Reader& item : items()) all.push_back(item.text());
    return all;
  }

  std::uint64_t count() const {
    if (!value_.is_number_unsigned()) refuse(here() + " is no whole number of at least 0");
    return value_.get<std::uint64_t>();
  }

  /// A seed: all 64 bits as decimal text.
  std::uint64_t seed() const {
    const std::string digits = value_.is_string() ? value_.get<std::string>() : "";
    std::uint64_t seed = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
    if (problem != std::errc() || end != digits.data() + digits.size())
      refuse(here() + " is no decimal text");
    return seed;
  }

  bool boolean() const {
    if (!value_.is_boolean()) refuse(here() + " is neither true nor false");
    return value_.get<bool>();
  }

  Duration duration() const {
    const bool too_big = value_.is_number_unsigned() &&
                         value_.get<std::uint64_t>() > static_cast<std::uint64_t>(Duration::max().count());
    if (!value_.is_number_integer() || too_big) refuse(here() + " is no whole number of nanoseconds");
    const Duration time(value_.get<std::int64_t>());
    if (time < -longest_duration || time > longest_duration) refuse(here() + " is out of range");
    return time;
  }

  Verdict verdict() const {
    const std::string word = text();
    const std::optional<Verdict> verdict = verdict_from(word);
    if (!verdict) refuse(fmt::format("{} is \"{}\", which is no verdict", here(), visible(word)));
    return *verdict;
  }

  contest::BoardPicture::Kind board_kind() const {
    const std::string word = text();
    if (word == "squares") return contest::BoardPicture::Kind::squares;
    if (word == "paths") return contest::BoardPicture::Kind::paths;
    refuse(fmt::format("{} is \"{}\", which is no kind of board", here(), visible(word)));
  }

  bool is_null() const { return value_.is_null(); }

  [[noreturn]] void refuse_misshapen() const { refuse(here() + " is no field of cells"); }
  [[noreturn]] void refuse_repeated() const { refuse(here() + " appears twice"); }

 private:
  std::string here() const { return path_.empty() ? "the line" : path_; }

  std::string digits() const {
    if (!value_.is_string() || value_.get_ref<const std::string&>().size() % 2 != 0) {
      refuse(here() + " is not hexadecimal");
    }
    return value_.get<std::string>();
  }

  const Json& value_;
  std::string path_;
};

Latency latency_from(const Reader& json) {
  return {json.field("shortest_ns").duration(), json.field("longest_ns").duration()};
}

std::optional<Evidence> evidence_from(const Reader& json) {
  if (json.is_null()) return std::nullopt;
  Evidence one;
  one.expected = json.field("expected").text();
  one.sent = json.field("sent").bytes();
  one.received = json.field("received").bytes();
  one.texts = json.field("texts").boolean();
  for (const Reader& time : json.field("times").items()) one.times.push_back(latency_from(time));
  const Reader latency = json.field("latency");
  if (!latency.is_null()) one.latency = latency_from(latency);
  one.deadline = json.field("deadline_ns").duration();
  one.ending = json.field("ending").text();
  return one;
}

/// Refuses what is no field of `rows` lines of `columns` of these letters.
void check_field(const Reader& json, const std::vector<std::string>& lines, std::size_t rows,
                 std::size_t columns, std::string_view letters) {
  const bool whole =
      lines.size() == rows && std::all_of(lines.begin(), lines.end(), [&](const std::string& line) {
        return line.size() == columns && line.find_first_not_of(letters) == std::string::npos;
      });
  if (!whole) json.refuse_misshapen();
}

std::optional<contest::BoardPicture> board_from(const Reader& json) {
  using contest::BoardPicture;
  if (json.is_null()) return std::nullopt;
  BoardPicture board{json.field("caption").text(),    json.field("move").text(),
                     json.field("columns").texts(),   json.field("rows").texts(),
                     json.field("cells").texts(),     json.field("marks").texts(),
                     json.field("off_board").texts(), json.field("kind").board_kind()};
  const bool paths = board.kind == BoardPicture::Kind::paths;
  const std::size_t rows = board.rows.size();
  const std::size_t columns = board.columns.size();
  check_field(
      json.field("cells"), board.cells, rows, columns,
      paths ? std::string{BoardPicture::free} + "vhabcd"
            : std::string{BoardPicture::free, BoardPicture::one, BoardPicture::two, BoardPicture::start});
  check_field(json.field("marks"), board.marks, rows, columns,
              std::string{BoardPicture::marked, BoardPicture::plain});
  return board;
}

std::optional<Scene> scene_from(const Reader& json) {
  if (json.is_null()) return std::nullopt;
  return Scene{static_cast<int>(std::min<std::uint64_t>(json.field("game").count(), 1U << 30U)),
               json.field("seat").text(),
               json.field("moves").texts(),
               json.field("check").text(),
               json.field("commands").texts(),
               json.field("folder").text()};
}

Finding finding_from(const Reader& json) {
  return {
      json.field("verdict").verdict(), json.field("requirement").text(),      json.field("summary").text(),
      json.field("details").texts(),   evidence_from(json.field("evidence")), board_from(json.field("board")),
      json.field("kind").text(),       scene_from(json.field("scene")),       json.field("hints").texts()};
}

Sample sample_from(const Reader& json) {
  return {json.field("kind").text(), json.field("deadline_ns").duration(), latency_from(json)};
}

Measurement measurement_from(const Reader& json) {
  Measurement one{json.field("name").text(), json.field("value").text(), json.field("limit").text(), {}};
  const Reader verdict = json.field("verdict");
  if (!verdict.is_null()) one.verdict = verdict.verdict();
  return one;
}

std::optional<Shmoo> shmoo_from(const Reader& json) {
  if (json.is_null()) return std::nullopt;
  Shmoo shmoo{json.field("title").text(), json.field("across").text(), json.field("columns").texts(),
              json.field("down").text(),  json.field("rows").texts(),  json.field("cells").texts()};
  check_field(json.field("cells"), shmoo.cells, shmoo.rows.size(), shmoo.columns.size(),
              std::string{Shmoo::answered, Shmoo::not_answered});
  return shmoo;
}

CaseRecord case_from(const Reader& json) {
  CaseRecord record;
  record.id = json.field("id").text();
  record.title = json.field("title").text();
  record.verdict = json.field("verdict").verdict();
  record.reason = json.field("reason").text();
  for (const Reader& item : json.field("requirements").items()) {
    const bool reserved = item.field("reservation").boolean();
    const Tally tally{item.field("passes").count(), item.field("worst").verdict(), item.field("why").text(),
                      reserved ? Unassessed::reservation : Unassessed::ruled_out};
    if (!record.requirements.emplace(item.field("id").text(), tally).second) item.refuse_repeated();
  }
  for (const Reader& item : json.field("findings").items()) record.findings.push_back(finding_from(item));
  for (const Reader& item : json.field("samples").items()) record.samples.push_back(sample_from(item));
  for (const Reader& item : json.field("measurements").items())
    record.measurements.push_back(measurement_from(item));
  record.shmoo = shmoo_from(json.field("shmoo"));
  for (const Reader& item : json.field("counts").items()) {
    const std::uint64_t count = item.field("count").count();
    if (!record.counts.emplace(item.field("name").text(), count).second) item.refuse_repeated();
  }
  record.seed = json.field("seed").seed();
  record.link_time = json.field("link_time_ns").duration();
  record.wall_time = json.field("wall_time_ns").duration();
  const Reader team = json.field("team");
  if (!team.is_null()) record.team = team.text();
  record.again = json.field("again").text();
  return record;
}

}  // namespace

std::string to_json(const CaseRecord& record) {
  return Writer(Purpose::lossless).record(record).dump();
}

CaseRecord case_from_json(std::string_view line) {
  Json json;
  try {
    json = Json::parse(line);
  } catch (const Json::parse_error& problem) {
    refuse(fmt::format("it is cut short or no JSON at byte {} of {}", problem.byte, line.size()));
  }
  return case_from(Reader(json, ""));
}

std::string to_json(const RunRecord& run) {
  std::string out;
  write_indented(Writer(Purpose::for_reading).report(run), 0, out);
  return out + '\n';
}

}  // namespace rig::report
