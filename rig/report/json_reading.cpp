/// The record of a case, read back from the line that a worker sent.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "rig/base/bytes.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/visible.hpp"
#include "rig/report/json.hpp"

namespace rig::report {

namespace {

using Json = nlohmann::ordered_json;

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

  bool has(const char* name) const { return value_.is_object() && value_.contains(name); }

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

  protocol::BoardPicture::Kind board_kind() const {
    const std::string word = text();
    if (word == "squares") return protocol::BoardPicture::Kind::squares;
    if (word == "paths") return protocol::BoardPicture::Kind::paths;
    refuse(fmt::format("{} is \"{}\", which is no kind of board", here(), visible(word)));
  }

  bool is_null() const { return value_.is_null(); }

  [[noreturn]] void refuse_misshapen() const { refuse(here() + " is no field of cells"); }
  [[noreturn]] void refuse_miscounted() const { refuse(here() + " is no histogram of latencies"); }
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

std::optional<protocol::BoardPicture> board_from(const Reader& json) {
  using protocol::BoardPicture;
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
  Sample sample{json.field("kind").text(),    json.field("deadline_ns").duration(), latency_from(json),
                json.field("request").text(), json.field("reply").text(),           {}};
  if (!json.has("span")) return sample;
  const Reader span = json.field("span");
  const auto [shortest, longest] = latency_from(span);
  sample.span = ReplySpan{span.field("bytes").count(), shortest, longest};
  return sample;
}

CountedSamples counted_from(const Reader& json) {
  CountedSamples counted{json.field("deadline_ns").duration(), {}, json.field("verdict").verdict(), {}};
  WrittenHistogram written{json.field("min_ns").duration(),         json.field("max_ns").duration(),
                           json.field("uncertainty_ns").duration(), json.field("underflow").count(),
                           json.field("overflow").count(),          {}};
  for (const Reader& bucket : json.field("buckets").items())
    written.buckets.push_back({bucket.field("from_ns").duration(), bucket.field("to_ns").duration(),
                               bucket.field("count").count()});
  const std::optional<LatencyHistogram> histogram = LatencyHistogram::from(written);
  if (!histogram || histogram->count() != json.field("count").count()) json.refuse_miscounted();
  counted.histogram = *histogram;
  for (const Reader& item : json.field("worst").items()) counted.worst.push_back(sample_from(item));
  return counted;
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

std::optional<WaveformRecord> waveform_from(const Reader& json) {
  if (json.is_null()) return std::nullopt;
  WaveformRecord wave{json.field("file").text(),
                      json.field("command").text(),
                      json.field("from_ns").duration(),
                      json.field("until_ns").duration(),
                      {},
                      json.field("notes").texts(),
                      json.field("error").text()};
  const Reader failure = json.field("failure_ns");
  if (!failure.is_null()) wave.failure = failure.duration();
  return wave;
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
  if (json.has("more_samples")) {
    for (const Reader& item : json.field("more_samples").items()) {
      const bool is_new = record.more_samples.emplace(item.field("kind").text(), counted_from(item)).second;
      if (!is_new) item.refuse_repeated();
    }
  }
  for (const Reader& item : json.field("measurements").items())
    record.measurements.push_back(measurement_from(item));
  record.shmoo = shmoo_from(json.field("shmoo"));
  record.waveform = waveform_from(json.field("waveform"));
  for (const Reader& item : json.field("counts").items()) {
    const std::uint64_t count = item.field("count").count();
    if (!record.counts.emplace(item.field("name").text(), count).second) item.refuse_repeated();
  }
  record.seed = json.field("seed").seed();
  if (const Reader board = json.field("board"); !board.is_null()) record.board = board.text();
  record.link_time = json.field("link_time_ns").duration();
  record.wall_time = json.field("wall_time_ns").duration();
  const Reader team = json.field("team");
  if (!team.is_null()) record.team = team.text();
  record.again = json.field("again").text();
  return record;
}

}  // namespace

CaseRecord case_from_json(std::string_view line) {
  Json json;
  try {
    json = Json::parse(line);
  } catch (const Json::parse_error& problem) {
    refuse(fmt::format("it is cut short or no JSON at byte {} of {}", problem.byte, line.size()));
  } catch (const Json::out_of_range& problem) {  // a number such as 1e999
    refuse(problem.what());
  }
  return case_from(Reader(json, ""));
}

}  // namespace rig::report
