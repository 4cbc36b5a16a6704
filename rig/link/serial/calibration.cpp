#include "rig/link/serial/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/random.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/link/serial/devices.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/link/terminal/pseudo_terminal.hpp"

namespace rig {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr Duration echo_patience = std::chrono::seconds(2);
constexpr std::uint32_t longest_pause_us = 20'000;  // beyond the usual latency timer

/// A calibration as its file has it; each key once.
template <typename File>
void each_duration(Calibration& one, const File& file) {
  file("shortest_ns", one.shortest);
  file("median_ns", one.median);
  file("p99_ns", one.p99);
  file("longest_ns", one.longest);
  file("held_back_ns", one.held_back);
}

[[noreturn]] void refuse(const fs::path& file, const std::string& key, const std::string& found,
                         const std::string& allowed) {
  throw UsageError(fmt::format("{}: {} is {}; allowed: {}. `rig calibrate` writes the file again.",
                               file.string(), key, found, allowed));
}

/// The value under a key, of the right kind and range.
class Reader {
 public:
  Reader(fs::path file, Json content) : file_(std::move(file)), content_(std::move(content)) {}

  std::string text(const char* key) const {
    const Json& value = at(key, "a text");
    if (!value.is_string()) refuse(file_, key, value.dump(), "a text");
    return value.get<std::string>();
  }
  std::int64_t number(const char* key, std::int64_t most) const {
    const std::string allowed = fmt::format("a whole number from 0 to {}", most);
    const Json& value = at(key, allowed);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > static_cast<std::uint64_t>(most))
      refuse(file_, key, value.dump(), allowed);
    return value.get<std::int64_t>();
  }
  double real(const char* key) const {
    constexpr const char* allowed = "a number, 0 or more";
    const Json& value = at(key, allowed);
    if (!value.is_number() || value.get<double>() < 0) refuse(file_, key, value.dump(), allowed);
    return value.get<double>();
  }

 private:
  const Json& at(const char* key, const std::string& allowed) const {
    const auto found = content_.find(key);
    if (found == content_.end()) refuse(file_, key, "missing", allowed);
    return *found;
  }
  fs::path file_;
  Json content_;
};

/// The byte that comes next.
Byte echoed(StreamLink& link, std::uint8_t sent) {
  const Duration limit = monotonic_now() + echo_patience;
  const Event event = link.receive(monotonic_interval(limit, limit));
  const std::string needed =
      "A wire from TX to RX, or a board that sends back each byte, has to be at its far end.";
  if (const auto* byte = std::get_if<Byte>(&event)) {
    if (byte->value == sent) return *byte;
    throw RigError(fmt::format("{} was sent {:02x} and sent back {:02x}. {}", link.info().name, sent,
                               byte->value, needed));
  }
  throw RigError(fmt::format("{} did not send back {:02x} within {}. {}", link.info().name, sent,
                             readable(echo_patience), needed));
}

Instant at_once() {
  return Instant::exactly(monotonic_domain(), monotonic_now());
}

Duration round_trip(StreamLink& link, std::uint8_t value) {
  const Sent sent = link.send(ByteView(&value, 1), at_once());
  return between(sent.first_bit, echoed(link, value).last_bit).longest;
}

/// A second's worth of bytes without a gap: the last comes as many bytes' time after the first.
void measure_rate(StreamLink& link, std::uint32_t baud, Calibration& calibration) {
  Bytes block(static_cast<std::size_t>(std::max(baud / bits_per_byte, std::int64_t{2})));
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = static_cast<std::uint8_t>(i);
  link.send(block, at_once());
  const Byte first = echoed(link, block.front());
  Byte last = first;
  for (std::size_t i = 1; i < block.size(); ++i) last = echoed(link, block[i]);
  const auto bits = static_cast<double>(bits_per_byte) * static_cast<double>(block.size() - 1);
  const Latency took = between(first.last_bit, last.last_bit);
  const auto rate = [&](Duration time) {
    return bits / std::chrono::duration<double>(std::max(time, Duration(1))).count();
  };
  calibration.slowest_baud = rate(took.longest);
  calibration.fastest_baud = rate(took.shortest);
}

}  // namespace

std::string adapter_name(const std::string& device, const SystemRoots& roots) {
  if (is_pseudo_terminal(device)) return "pseudo-terminal";
  std::error_code ignored;
  const std::string path = fs::canonical(device, ignored).string();
  const std::vector<SerialDevice> devices = list_serial_devices(roots);
  for (const SerialDevice& one : devices) {
    if (one.path == path || one.path == device) return lasting_name(one, devices);
  }
  return path.empty() ? device : path;
}

std::optional<fs::path> calibration_file(const std::string& adapter) {
  std::string name = adapter;
  const auto unsafe = [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '_'; };
  std::replace_if(name.begin(), name.end(), unsafe, '-');
  const char* const state = std::getenv("XDG_STATE_HOME");  // NOLINT(concurrency-mt-unsafe)
  const char* const home = std::getenv("HOME");             // NOLINT(concurrency-mt-unsafe)
  fs::path folder;
  if (state != nullptr && *state == '/') {
    folder = state;
  } else if (home != nullptr && *home == '/') {
    folder = fs::path(home) / ".local/state";
  } else {
    return std::nullopt;
  }
  return folder / "contest-rig/adapters" / (name + ".json");
}

std::optional<Calibration> read_calibration(const fs::path& file) {
  const std::optional<std::string> content = content_of_file(file);
  if (!content) return std::nullopt;
  Json parsed = Json::parse(*content, nullptr, false);
  if (!parsed.is_object()) refuse(file, "its content", "no JSON object", "what `rig calibrate` writes");
  const Reader reader(file, std::move(parsed));
  constexpr std::int64_t most = 1'000'000'000;
  Calibration one;
  one.adapter = reader.text("adapter");
  one.date = reader.text("date");
  one.latency_timer = reader.text("latency_timer");
  one.baud = static_cast<std::uint32_t>(reader.number("baud", most));
  one.trips = static_cast<int>(reader.number("trips", most));
  each_duration(one, [&](const char* key, Duration& time) {
    time = Duration(reader.number(key, std::chrono::nanoseconds(echo_patience).count() * 2));
  });
  one.slowest_baud = reader.real("slowest_baud");
  one.fastest_baud = reader.real("fastest_baud");
  return one;
}

void write_calibration(const fs::path& file, const Calibration& calibration) {
  Json content = {{"adapter", calibration.adapter},
                  {"date", calibration.date},
                  {"latency_timer", calibration.latency_timer},
                  {"baud", calibration.baud},
                  {"trips", calibration.trips}};
  Calibration copy = calibration;
  each_duration(copy, [&](const char* key, const Duration& time) { content[key] = time.count(); });
  content["slowest_baud"] = calibration.slowest_baud;
  content["fastest_baud"] = calibration.fastest_baud;
  write_whole(file.string(), content.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Calibrated apply_calibration(const std::optional<Calibration>& calibration, Duration stated, bool known,
                             std::uint32_t baud, const std::string& latency_timer) {
  if (!calibration) return {stated, "none (rig calibrate)"};
  const auto unused = [&](const std::string& why) {
    return Calibrated{stated, fmt::format("of {}, not used: {}", calibration->date, why)};
  };
  if (calibration->baud != baud) return unused(fmt::format("that was at {} baud", calibration->baud));
  if (calibration->latency_timer != latency_timer) {
    return unused(fmt::format("the latency timer was {}", calibration->latency_timer.empty()
                                                              ? "not reported"
                                                              : calibration->latency_timer));
  }
  const Duration hold_back = known ? std::max(stated, calibration->held_back) : 2 * calibration->held_back;
  return {hold_back, fmt::format("of {}: {} round trips of a byte, held back by at most {}",
                                 calibration->date, calibration->trips, readable(calibration->held_back))};
}

Calibration calibrate(StreamLink& link, const CalibrationPlan& plan, std::uint32_t baud) {
  Random random(plan.seed);
  std::vector<Duration> trips;
  for (int i = 0; i < plan.trips; ++i) {
    trips.push_back(round_trip(link, static_cast<std::uint8_t>(random.below(256))));
    sleep_until(monotonic_now() + std::chrono::microseconds(random.below(longest_pause_us)));
  }
  std::sort(trips.begin(), trips.end());
  Calibration calibration;
  calibration.trips = plan.trips;
  calibration.shortest = trips.front();
  calibration.median = trips[trips.size() / 2];
  calibration.p99 = trips[(trips.size() - 1) * 99 / 100];
  calibration.longest = trips.back();
  calibration.held_back = std::max(trips.back() - link.byte_time(), Duration::zero());
  if (link.byte_time() == Duration::zero()) return calibration;
  calibration.baud = baud;
  link.set_hold_back(calibration.held_back, "as measured just now");
  measure_rate(link, baud, calibration);
  return calibration;
}

}  // namespace rig
