#include "rig/link/transcript/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "rig/base/errors.hpp"
#include "rig/base/visible.hpp"

namespace rig {

namespace transcript_lines {

Duration duration_from(const json& value, const char* what) {
  const Duration time{whole_number<std::int64_t>(value, what)};
  if (time < -longest_duration || time > longest_duration)
    throw Unreadable(fmt::format("{} is {} ns, which is out of range", what, time.count()));
  return time;
}

Duration length_from(const json& value, const char* what) {
  const Duration time = duration_from(value, what);
  if (time < Duration::zero()) throw Unreadable(fmt::format("{} is {} ns, below zero", what, time.count()));
  return time;
}

json to_json(const Instant& at) {
  return json::array({at.earliest.count(), at.latest.count()});
}

Instant instant_from(const json& value, ClockDomain clock) {
  const Duration earliest = duration_from(value.at(0), "an instant");
  const Duration latest = duration_from(value.at(1), "an instant");
  if (earliest < -furthest_instant || latest > furthest_instant)
    throw Unreadable(fmt::format("the instant {} is out of range", value.dump()));
  if (latest < earliest) throw Unreadable(fmt::format("the instant {} ends before it begins", value.dump()));
  return {clock, earliest, latest};
}

std::string to_hex(ByteView bytes) {
  std::string hex;
  for (const std::uint8_t byte : bytes) hex += fmt::format("{:02x}", byte);
  return hex;
}

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    std::uint8_t byte = 0;
    const auto [end, error] = std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
    if (error != std::errc() || end != hex.data() + i + 2) break;
    bytes += static_cast<char>(byte);
  }
  if (2 * bytes.size() != hex.size()) throw Unreadable("no bytes in hex: \"" + hex + "\"");
  return bytes;
}

/// Words of others (a command line, how a program ended). JSON holds only UTF-8: what is none stands as its
/// bytes.
json text_to_json(const std::string& text) {
  if (is_utf8(text)) return text;
  return json::object({{"hex", to_hex(to_bytes(text))}});
}

std::string text_from(const json& value) {
  return value.is_object() ? from_hex(value.at("hex").get<std::string>()) : value.get<std::string>();
}

json texts_to_json(const std::map<std::string, std::string>& texts) {
  json values = json::object();
  for (const auto& [name, text] : texts) values[name] = text_to_json(text);
  return values;
}

json texts_to_json(const std::vector<std::string>& texts) {
  json values = json::array();
  for (const std::string& text : texts) values.push_back(text_to_json(text));
  return values;
}

std::map<std::string, std::string> named_texts_from(const json& values) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, value] : values.get<json::object_t>()) texts[name] = text_from(value);
  return texts;
}

std::vector<std::string> texts_from(const json& values) {
  std::vector<std::string> texts;
  for (const json& value : values.get<json::array_t>()) texts.push_back(text_from(value));
  return texts;
}

json to_json(const Event& event) {
  struct Visitor {
    json operator()(const TimedOut& e) const { return {"timeout", to_json(e.until)}; }
    json operator()(const Byte& e) const {
      return {"byte", e.value, to_json(e.first_bit), to_json(e.last_bit)};
    }
    json operator()(const LineError& e) const {
      return {e.kind == LineError::Kind::framing ? "framing" : "break", e.value, to_json(e.at)};
    }
    json operator()(const HungUp& e) const { return {"hang-up", text_to_json(e.how), to_json(e.at)}; }
  };
  return std::visit(Visitor{}, event);
}

/// The event in `op[first], op[first + 1], …`.
Event event_from(const json& op, std::size_t first, ClockDomain clock) {
  const std::string kind = op.at(first).get<std::string>();
  const auto instant = [&](std::size_t i) { return instant_from(op.at(first + i), clock); };
  if (kind == "timeout") return TimedOut{instant(1)};
  const auto value = [&] { return whole_number<std::uint8_t>(op.at(first + 1), "the value of a byte"); };
  if (kind == "byte") return Byte{value(), instant(2), instant(3)};
  if (kind == "hang-up") return HungUp{text_from(op.at(first + 1)), instant(2)};
  if (kind == "framing" || kind == "break") {
    const auto error = kind == "framing" ? LineError::Kind::framing : LineError::Kind::line_break;
    return LineError{error, value(), instant(2)};
  }
  throw Unreadable("unknown event \"" + kind + "\"");
}

json to_json(const std::vector<LineEdge>& edges) {
  json list = json::array();
  for (const LineEdge& edge : edges) {
    list.push_back({edge.at.earliest.count(), edge.at.latest.count(), edge.level ? 1 : 0});
  }
  return list;
}

std::vector<LineEdge> edges_from(const json& list, ClockDomain clock) {
  std::vector<LineEdge> edges;
  for (const json& edge : list.get<json::array_t>()) {
    const int level = whole_number<int>(edge.at(2), "the level of a line");
    if (level != 0 && level != 1) throw Unreadable("no level of a line: " + edge.dump());
    edges.push_back({instant_from(edge, clock), level == 1});
  }
  return edges;
}

json texts_to_json(const std::set<std::string>& texts) {
  return texts_to_json(std::vector<std::string>(texts.begin(), texts.end()));
}

json to_json(const FileOutcome& outcome) {
  json value = {{"files", texts_to_json(outcome.files)},
                {"exit", nullptr},
                {"hung_up", nullptr},
                {"timed_out", outcome.timed_out},
                {"asked", to_json(outcome.asked)},
                {"answered", to_json(outcome.answered)},
                {"half_written", outcome.half_written.count()},
                {"left_running", outcome.left_running},
                {"output", text_to_json(outcome.standard_output)},
                {"error", text_to_json(outcome.standard_error)}};
  if (!outcome.hints.empty()) value["hints"] = texts_to_json(outcome.hints);
  if (outcome.exit_status) value["exit"] = *outcome.exit_status;
  if (outcome.hung_up) value["hung_up"] = {text_to_json(outcome.hung_up->how), to_json(outcome.hung_up->at)};
  return value;
}

FileOutcome file_outcome_from(const json& value, ClockDomain clock) {
  FileOutcome outcome;
  outcome.files = named_texts_from(value.at("files"));
  if (!value.at("exit").is_null())
    outcome.exit_status = whole_number<int>(value.at("exit"), "an exit status");
  if (const json& gone = value.at("hung_up"); !gone.is_null())
    outcome.hung_up = HungUp{text_from(gone.at(0)), instant_from(gone.at(1), clock)};
  outcome.timed_out = value.at("timed_out").get<bool>();
  outcome.asked = instant_from(value.at("asked"), clock);
  outcome.answered = instant_from(value.at("answered"), clock);
  outcome.half_written = length_from(value.at("half_written"), "the time of half an answer");
  outcome.left_running = whole_number<int>(value.at("left_running"), "the number of programs left running");
  outcome.standard_output = text_from(value.at("output"));
  outcome.standard_error = text_from(value.at("error"));
  if (value.contains("hints")) outcome.hints = texts_from(value.at("hints"));
  return outcome;
}

json to_json(const Outcome& outcome) {
  return {"reset", outcome.done, to_json(outcome.ready), text_to_json(outcome.note)};
}

Outcome outcome_from(const json& op, ClockDomain clock) {
  return {op.at(1).get<bool>(), instant_from(op.at(2), clock), text_from(op.at(3))};
}

json to_json(const Health& health) {
  json op = {"health",           health.stalled.count(), health.line.framing,    health.line.parity,
             health.line.breaks, health.line.overruns,   health.starved.count(), health.suspended.count()};
  if (health.load > 0) op.push_back(health.load);
  return op;
}

Health health_from(const json& op) {
  const auto number = [&](std::size_t i) { return whole_number<std::uint32_t>(op.at(i), "a count"); };
  return {length_from(op.at(1), "a stall"),
          {number(2), number(3), number(4), number(5)},
          length_from(op.at(6), "a time"),
          length_from(op.at(7), "a time"),
          op.size() > 8 ? number(8) : 0};
}

/// An operation: an array that begins with its name.
json operation_from(const std::string& line) {
  json op = json::parse(line);
  if (!op.is_array() || op.empty() || !op[0].is_string()) throw Unreadable("no operation: " + line);
  return op;
}

namespace {

constexpr std::pair<ClockKind, const char*> clock_names[] = {
    {ClockKind::simulated, "simulated"},
    {ClockKind::virtual_time, "virtual"},
    {ClockKind::monotonic, "monotonic"},
};

ClockKind clock_kind_from(const json& value) {
  for (const auto& [kind, name] : clock_names) {
    if (value == name) return kind;
  }
  throw Unreadable("unknown kind of clock " + value.dump());
}

}  // namespace

json to_json(const LinkInfo& info) {
  json value = {{"name", text_to_json(info.name)},
                {"description", text_to_json(info.description)},
                {"can_reset", info.can_reset},
                {"resets_by_hand", info.resets_by_hand},
                {"has_wire", info.has_wire},
                {"sees_framing", info.sees_framing},
                {"hold_back_ns", info.hold_back.count()},
                {"uncertainty_ns", info.uncertainty.count()},
                {"facts", texts_to_json(info.facts)}};
  for (const auto& [kind, name] : clock_names) {
    if (kind == info.clock_kind) value["clock"] = name;
  }
  return value;
}

LinkInfo link_from(const json& link) {
  LinkInfo info;
  info.name = text_from(link.at("name"));
  info.description = text_from(link.at("description"));
  info.can_reset = link.at("can_reset").get<bool>();
  info.resets_by_hand = link.at("resets_by_hand").get<bool>();
  info.has_wire = link.at("has_wire").get<bool>();
  info.sees_framing = link.at("sees_framing").get<bool>();
  info.hold_back = length_from(link.at("hold_back_ns"), "a hold-back");
  info.uncertainty = length_from(link.at("uncertainty_ns"), "an uncertainty");
  info.facts = named_texts_from(link.at("facts"));
  info.clock_kind = clock_kind_from(link.at("clock"));
  return info;
}

json to_json(const RunIdentity& run) {
  return {{"program", run.program_version},
          {"contest", run.contest},
          {"dut", text_to_json(run.dut)},
          {"seed", run.seed}};
}

RunIdentity identity_from(const json& value) {
  return {value.at("program").get<std::string>(), value.at("contest").get<std::string>(),
          text_from(value.at("dut")), whole_number<std::uint64_t>(value.at("seed"), "the seed")};
}

}  // namespace transcript_lines

using namespace transcript_lines;

std::string segment_line(const std::string& case_id, const RunIdentity& run, const LinkInfo& info) {
  json line = to_json(run);
  line["case"] = case_id;
  line["link"] = to_json(info);
  return line.dump();
}

LinkInfo link_in_segment_line(const std::string& line) {
  try {
    LinkInfo info = link_from(json::parse(line).at("link"));
    info.clock = new_clock_domain();
    return info;
  } catch (const std::exception& error) {
    throw RigError(fmt::format("A transcript's segment does not say what link it was of: {}", error.what()));
  }
}

std::optional<std::string> note_in_operation_line(const std::string& line) {
  const json op = operation_from(line);
  if (op[0] != "note") return std::nullopt;
  return text_from(op.at(1));
}

}  // namespace rig
