#pragma once
/// What the tests of the RTL link share: fixtures by name, instants by duration, traffic.

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rig/base/random.hpp"
#include "rig/link/rtl/rtl_link.hpp"

namespace rig::test {

/// Options that open one of the designs under fixtures/rtl.
inline RtlOptions fixture(const std::string& model) {
  RtlOptions options;
  options.model = model;
  options.model_dirs = {RIG_FIXTURE_MODELS};
  options.settle = Duration::zero();  // what it does from power-on on is looked at
  return options;
}

/// All of them, and the project's own models.
inline std::vector<RtlOptions> every_model() {
  std::vector<RtlOptions> all;
  for (const char* directory : {RIG_FIXTURE_MODELS, RIG_MODELS}) {
    if (!std::filesystem::exists(directory)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
      if (entry.path().extension() != ".toml") continue;
      all.push_back(fixture(entry.path().stem().string()));
      all.back().model_dirs = {directory};
    }
  }
  return all;
}

inline Instant at(const Link& link, Duration time) {
  return Instant::exactly(link.info().clock, time);
}

/// The next event until `until`.
inline Event next(Link& link, Duration until) {
  return link.receive(at(link, until));
}

/// Sends at once: not before the domain's zero.
inline Sent send(Link& link, ByteView bytes) {
  return link.send(bytes, at(link, Duration::zero()));
}
inline Sent send(Link& link, std::string_view text) {
  return send(link, to_bytes(text));
}

/// Events until nothing comes until `until`, or the design is gone.
inline std::vector<Event> events_until(Link& link, Duration until) {
  std::vector<Event> events;
  for (;;) {
    Event event = next(link, until);
    if (std::holds_alternative<TimedOut>(event)) return events;
    const bool gone = std::holds_alternative<HungUp>(event);
    events.push_back(std::move(event));
    if (gone) return events;
  }
}

/// The values of the bytes among events.
inline Bytes bytes_of(const std::vector<Event>& events) {
  Bytes bytes;
  for (const Event& event : events) {
    if (const auto* byte = std::get_if<Byte>(&event)) bytes.push_back(byte->value);
  }
  return bytes;
}

}  // namespace rig::test
