#include "rig/report/transcript.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "rig/base/errors.hpp"
#include "rig/report/transcript_lines.hpp"
#include "rig/report/visible.hpp"

namespace rig::report {

using nlohmann::json;

namespace lines {

// values

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
  return outcome;
}

json to_json(const Outcome& outcome) {
  return {"reset", outcome.done, to_json(outcome.ready), text_to_json(outcome.note)};
}

Outcome outcome_from(const json& op, ClockDomain clock) {
  return {op.at(1).get<bool>(), instant_from(op.at(2), clock), text_from(op.at(3))};
}

json to_json(const Health& health) {
  return {"health",           health.stalled.count(), health.line.framing,    health.line.parity,
          health.line.breaks, health.line.overruns,   health.starved.count(), health.suspended.count()};
}

Health health_from(const json& op) {
  const auto number = [&](std::size_t i) { return whole_number<std::uint32_t>(op.at(i), "a count"); };
  return {length_from(op.at(1), "a stall"),
          {number(2), number(3), number(4), number(5)},
          length_from(op.at(6), "a time"),
          length_from(op.at(7), "a time")};
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

}  // namespace lines

namespace {

using namespace lines;

// recording

using Sink = std::function<void(const std::string&)>;

/// Runs an operation; a failure of the rig is evidence too.
template <typename F>
auto recorded(const Sink& sink, F&& operation) {
  try {
    return operation();
  } catch (const RigError& error) {
    sink(json{"error", text_to_json(error.what())}.dump());
    throw;
  }
}

class RecordingWire final : public WireControl {
 public:
  RecordingWire(WireControl& inner, const Sink& sink) : inner_(inner), sink_(sink) {}

  void set_bit_rate_offset(std::int32_t parts_per_million) override {
    recorded(sink_, [&] { inner_.set_bit_rate_offset(parts_per_million); });
    sink_(json{"wire", "bit-rate", parts_per_million}.dump());
  }
  void set_gap_between_bytes(Duration gap) override {
    recorded(sink_, [&] { inner_.set_gap_between_bytes(gap); });
    sink_(json{"wire", "gap", gap.count()}.dump());
  }
  Sent glitch(Duration width, Duration settle) override {
    return log({"wire", "glitch", width.count(), settle.count()},
               [&] { return inner_.glitch(width, settle); });
  }
  Sent send_break(Duration length) override {
    return log({"wire", "break", length.count()}, [&] { return inner_.send_break(length); });
  }
  Sent send_with_framing_error(std::uint8_t value) override {
    return log({"wire", "framing", value}, [&] { return inner_.send_with_framing_error(value); });
  }
  void watch_line() override {
    recorded(sink_, [&] { inner_.watch_line(); });
    sink_(json{"wire", "watch"}.dump());
  }
  std::vector<LineEdge> take_edges() override {
    std::vector<LineEdge> edges = recorded(sink_, [&] { return inner_.take_edges(); });
    sink_(json{"wire", "edges", to_json(edges)}.dump());
    return edges;
  }

 private:
  template <typename F>
  Sent log(json op, F&& operation) {
    const Sent sent = recorded(sink_, operation);
    op.push_back(to_json(sent.first_bit));
    op.push_back(to_json(sent.last_bit));
    sink_(op.dump());
    return sent;
  }

  WireControl& inner_;
  const Sink& sink_;
};

class RecordingLink final : public Link {
 public:
  RecordingLink(std::unique_ptr<Link> inner, Sink sink) : inner_(std::move(inner)), sink_(std::move(sink)) {
    if (WireControl* wire = inner_->wire()) wire_ = std::make_unique<RecordingWire>(*wire, sink_);
  }

  const LinkInfo& info() const override { return inner_->info(); }

  Sent send(ByteView bytes, Instant not_before) override {
    const Sent sent = recorded(sink_, [&] { return inner_->send(bytes, not_before); });
    sink_(json{"send", to_hex(bytes), to_json(not_before), to_json(sent.first_bit), to_json(sent.last_bit)}
              .dump());
    return sent;
  }

  Outcome reset() override {
    drop_put_back();
    Outcome outcome = recorded(sink_, [&] { return inner_->reset(); });
    sink_(to_json(outcome).dump());
    return outcome;
  }

  void reseed(std::uint64_t seed) override {
    inner_->reseed(seed);
    sink_(json{"reseed", seed}.dump());
  }

  Outcome resume() override {
    drop_put_back();
    Outcome outcome = recorded(sink_, [&] { return inner_->resume(); });
    sink_(to_json(outcome).dump());
    return outcome;
  }

  Health health() override {
    const Health health = recorded(sink_, [&] { return inner_->health(); });
    sink_(to_json(health).dump());
    return health;
  }

  std::vector<std::string> hints() override { return inner_->hints(); }
  std::optional<std::uint32_t> rate_set_by_dut() override {
    const std::optional<std::uint32_t> rate = recorded(sink_, [&] { return inner_->rate_set_by_dut(); });
    sink_(json{"rate", rate ? json(*rate) : json()}.dump());
    return rate;
  }

  WireControl* wire() override { return wire_.get(); }

  void note(const std::string& text) override {
    inner_->note(text);
    sink_(json{"note", text_to_json(text)}.dump());
  }

 protected:
  Event do_receive(Instant until) override {
    Event event = recorded(sink_, [&] { return inner_->receive(until); });
    json op = {"receive", to_json(until)};
    for (json& part : to_json(event)) op.push_back(std::move(part));
    sink_(op.dump());
    return event;
  }

 private:
  std::unique_ptr<Link> inner_;
  Sink sink_;
  std::unique_ptr<RecordingWire> wire_;
};

class RecordingExchange final : public FileExchange {
 public:
  RecordingExchange(std::unique_ptr<FileExchange> inner, Sink sink)
      : inner_(std::move(inner)), sink_(std::move(sink)) {}

  const LinkInfo& info() const override { return inner_->info(); }

  FileOutcome exchange(const FileRequest& request, const WholeAnswer& whole, Duration patience) override {
    FileOutcome outcome = recorded(sink_, [&] { return inner_->exchange(request, whole, patience); });
    sink_(json{"exchange", texts_to_json(request.files), texts_to_json(request.arguments),
               texts_to_json(request.watched), texts_to_json(request.read_only), patience.count(),
               to_json(outcome)}
              .dump());
    return outcome;
  }
  Outcome reset() override {
    Outcome outcome = recorded(sink_, [&] { return inner_->reset(); });
    sink_(to_json(outcome).dump());
    return outcome;
  }
  Health health() override {
    const Health health = recorded(sink_, [&] { return inner_->health(); });
    sink_(to_json(health).dump());
    return health;
  }
  void note(const std::string& text) override {
    inner_->note(text);
    sink_(json{"note", text_to_json(text)}.dump());
  }

 private:
  std::unique_ptr<FileExchange> inner_;
  Sink sink_;
};

// replaying

/// The operations of a segment, in order; what the suite does is held against what was recorded.
class Script {
 public:
  Script(std::string case_id, std::vector<std::string> lines)
      : case_id_(std::move(case_id)), lines_(std::move(lines)) {}

  /// What `read` makes of the next operation, which must be of this kind. A recorded failure of the rig is
  /// thrown again.
  template <typename F>
  auto next(const std::string& kind, F&& read) {
    ++at_;
    if (at_ >= lines_.size()) differs("the transcript ends here, the suite goes on with \"" + kind + "\"");
    try {
      const json op = operation_from(lines_[at_]);
      const auto recorded = op[0].get<std::string>();
      if (recorded == "error") throw RigError(text_from(op.at(1)));
      if (recorded != kind) differs(fmt::format("recorded \"{}\", the suite does \"{}\"", recorded, kind));
      return read(op);
    } catch (const json::exception& error) {
      unreadable(error);
    } catch (const Unreadable& error) {
      unreadable(error);
    }
  }

  void expect_equal(const std::string& what, const json& recorded, const json& now) const {
    if (recorded != now)
      differs(fmt::format("{}: recorded {}, the suite has {}", what, recorded.dump(), now.dump()));
  }

  [[noreturn]] void differs(const std::string& how) const {
    throw RigError(fmt::format("Transcript of {}, operation {}: {}.", case_id_, at_, how));
  }

 private:
  [[noreturn]] void unreadable(const std::exception& error) const {
    differs(fmt::format("\"{}\" cannot be read: {}", lines_[at_], error.what()));
  }

  std::string case_id_;
  std::vector<std::string> lines_;
  std::size_t at_ = 0;  // line 0 names the link
};

class ReplayWire final : public WireControl {
 public:
  ReplayWire(Script& script, ClockDomain clock) : script_(script), clock_(clock) {}

  void set_bit_rate_offset(std::int32_t parts_per_million) override {
    script_.next("wire", [&](const json& op) { match(op, {"wire", "bit-rate", parts_per_million}); });
  }
  void set_gap_between_bytes(Duration gap) override {
    script_.next("wire", [&](const json& op) { match(op, {"wire", "gap", gap.count()}); });
  }
  Sent glitch(Duration width, Duration settle) override {
    return sent({"wire", "glitch", width.count(), settle.count()});
  }
  Sent send_break(Duration length) override { return sent({"wire", "break", length.count()}); }
  Sent send_with_framing_error(std::uint8_t value) override { return sent({"wire", "framing", value}); }
  void watch_line() override {
    script_.next("wire", [&](const json& op) { match(op, {"wire", "watch"}); });
  }
  std::vector<LineEdge> take_edges() override {
    return script_.next("wire", [&](const json& op) {
      match(op, {"wire", "edges"});
      return edges_from(op.at(2), clock_);
    });
  }

 private:
  void match(const json& op, const json& now) const {
    json recorded_part = json::array();
    for (std::size_t i = 0; i < now.size() && i < op.size(); ++i) recorded_part.push_back(op[i]);
    script_.expect_equal("wire", recorded_part, now);
  }

  Sent sent(const json& now) {
    return script_.next("wire", [&](const json& op) {
      match(op, now);
      return Sent{instant_from(op.at(now.size()), clock_), instant_from(op.at(now.size() + 1), clock_)};
    });
  }

  Script& script_;
  ClockDomain clock_;
};

class ReplayLink final : public Link {
 public:
  ReplayLink(const std::string& case_id, std::vector<std::string> segment)
      : info_(link_in_segment_line(segment.empty() ? std::string() : segment.front())),
        script_(case_id, std::move(segment)) {
    if (info_.has_wire) wire_ = std::make_unique<ReplayWire>(script_, info_.clock);
  }

  const LinkInfo& info() const override { return info_; }

  Sent send(ByteView bytes, Instant not_before) override {
    return script_.next("send", [&](const json& op) {
      compare_bytes(op.at(1).get<std::string>(), to_hex(bytes));
      script_.expect_equal("not before", op.at(2), to_json(not_before));
      return Sent{instant_from(op.at(3), info_.clock), instant_from(op.at(4), info_.clock)};
    });
  }

  Outcome reset() override {
    drop_put_back();
    return script_.next("reset", [&](const json& op) { return outcome_from(op, info_.clock); });
  }

  void reseed(std::uint64_t seed) override {
    script_.next("reseed", [&](const json& op) { script_.expect_equal("seed", op.at(1), seed); });
  }
  Health health() override { return script_.next("health", health_from); }
  std::optional<std::uint32_t> rate_set_by_dut() override {
    return script_.next("rate", [](const json& op) -> std::optional<std::uint32_t> {
      if (op.at(1).is_null()) return std::nullopt;
      return op.at(1).get<std::uint32_t>();
    });
  }
  WireControl* wire() override { return wire_.get(); }
  void note(const std::string& text) override {
    script_.next("note", [&](const json& op) { script_.expect_equal("note", op.at(1), text_to_json(text)); });
  }

 protected:
  Event do_receive(Instant until) override {
    return script_.next("receive", [&](const json& op) {
      script_.expect_equal("until", op.at(1), to_json(until));
      return event_from(op, 2, info_.clock);
    });
  }

 private:
  void compare_bytes(const std::string& recorded, const std::string& now) {
    if (recorded == now) return;
    const auto difference = std::mismatch(recorded.begin(), recorded.end(), now.begin(), now.end());
    const auto byte = 1 + (difference.first - recorded.begin()) / 2;
    script_.differs(
        fmt::format("at byte {} of a request: recorded {}, the suite sends {}", byte, recorded, now));
  }

  LinkInfo info_;
  Script script_;
  std::unique_ptr<ReplayWire> wire_;
};

class ReplayExchange final : public FileExchange {
 public:
  ReplayExchange(const std::string& case_id, std::vector<std::string> segment)
      : info_(link_in_segment_line(segment.empty() ? std::string() : segment.front())),
        script_(case_id, std::move(segment)) {}

  const LinkInfo& info() const override { return info_; }

  FileOutcome exchange(const FileRequest& request, const WholeAnswer&, Duration patience) override {
    return script_.next("exchange", [&](const json& op) {
      compare(named_texts_from(op.at(1)), request.files);
      script_.expect_equal("arguments", op.at(2), texts_to_json(request.arguments));
      script_.expect_equal("watched files", op.at(3), texts_to_json(request.watched));
      script_.expect_equal("read-only files", op.at(4), texts_to_json(request.read_only));
      script_.expect_equal("patience", op.at(5), patience.count());
      return file_outcome_from(op.at(6), info_.clock);
    });
  }
  Outcome reset() override {
    return script_.next("reset", [&](const json& op) { return outcome_from(op, info_.clock); });
  }
  Health health() override { return script_.next("health", health_from); }
  void note(const std::string& text) override {
    script_.next("note", [&](const json& op) { script_.expect_equal("note", op.at(1), text_to_json(text)); });
  }

 private:
  void compare(const Files& recorded, const Files& now) const {
    for (const auto& [key, content] : recorded) {
      const auto found = now.find(key);
      if (found == now.end())
        script_.differs(fmt::format("the file {} was put in place, the suite does not", key));
      if (found->second != content) differs(key, content, found->second);
    }
    for (const auto& [key, content] : now) {
      if (!recorded.contains(key))
        script_.differs(fmt::format("the suite puts a file {} in place, which was not recorded", key));
    }
  }

  [[noreturn]] void differs(const std::string& key, const std::string& recorded,
                            const std::string& now) const {
    const auto difference = std::mismatch(recorded.begin(), recorded.end(), now.begin(), now.end());
    const auto at = static_cast<std::size_t>(difference.first - recorded.begin());
    const auto around = [at](const std::string& content) {
      constexpr std::size_t enough = 16;
      const std::string rest = content.substr(at, enough);
      return rest.empty() ? "its end" : hex_and_ascii(to_bytes(rest));
    };
    script_.differs(fmt::format("the file {} differs from byte {} on: recorded {}, the suite has {}", key,
                                at + 1, around(recorded), around(now)));
  }

  LinkInfo info_;
  Script script_;
};

}  // namespace

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

std::unique_ptr<Link> record_link(std::unique_ptr<Link> inner, std::function<void(const std::string&)> sink) {
  return std::make_unique<RecordingLink>(std::move(inner), std::move(sink));
}

std::unique_ptr<Link> replay_link(const std::string& case_id, std::vector<std::string> segment) {
  return std::make_unique<ReplayLink>(case_id, std::move(segment));
}

std::unique_ptr<FileExchange> record_exchange(std::unique_ptr<FileExchange> inner,
                                              std::function<void(const std::string&)> sink) {
  return std::make_unique<RecordingExchange>(std::move(inner), std::move(sink));
}

std::unique_ptr<FileExchange> replay_exchange(const std::string& case_id, std::vector<std::string> segment) {
  return std::make_unique<ReplayExchange>(case_id, std::move(segment));
}

}  // namespace rig::report
