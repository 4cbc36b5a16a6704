#pragma once
/// What the lines of a transcript hold, as JSON and back. For the sources of transcripts: recording and
/// replaying (recording.cpp, replaying.cpp), and reading a file (reading.cpp); and for other evidence with
/// words of others in it.

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rig/base/bytes.hpp"
#include "rig/link/events.hpp"
#include "rig/link/far_end.hpp"
#include "rig/link/file_exchange.hpp"
#include "rig/link/transcript/transcript.hpp"

namespace rig::transcript_lines {

using nlohmann::json;

/// A line is JSON, but not what a transcript holds. Whoever knows the place makes a sentence of it.
class Unreadable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A whole number that fits into T. `what` is for the message: `the value of a byte`.
template <typename T>
T whole_number(const json& value, const char* what) {
  const bool fits = value.is_number_unsigned()  ? std::in_range<T>(value.get<std::uint64_t>())
                    : value.is_number_integer() ? std::in_range<T>(value.get<std::int64_t>())
                                                : false;
  if (fits) return value.get<T>();
  throw Unreadable(fmt::format("{} is {}; it must be a whole number from {} to {}", what, value.dump(),
                               +std::numeric_limits<T>::min(), +std::numeric_limits<T>::max()));
}

/// Nanoseconds within `longest_duration`.
Duration duration_from(const json& value, const char* what);
/// The same, zero or more.
Duration length_from(const json& value, const char* what);

json to_json(const Instant& at);
/// Within `furthest_instant`, and not ending before it begins.
Instant instant_from(const json& value, ClockDomain clock);

std::string to_hex(ByteView bytes);
std::string from_hex(const std::string& hex);

/// A text stands as it is, or as {"hex": BYTES} where it is no UTF-8.
json text_to_json(const std::string& text);
std::string text_from(const json& value);
json texts_to_json(const std::map<std::string, std::string>& texts);
json texts_to_json(const std::vector<std::string>& texts);
json texts_to_json(const std::set<std::string>& texts);
std::map<std::string, std::string> named_texts_from(const json& values);
std::vector<std::string> texts_from(const json& values);

json to_json(const Event& event);
/// The event in `op[first], op[first + 1], …`.
Event event_from(const json& op, std::size_t first, ClockDomain clock);

json to_json(const std::vector<LineEdge>& edges);
std::vector<LineEdge> edges_from(const json& list, ClockDomain clock);

json to_json(const FileOutcome& outcome);
FileOutcome file_outcome_from(const json& value, ClockDomain clock);

json to_json(const Outcome& outcome);
Outcome outcome_from(const json& op, ClockDomain clock);

json to_json(const Health& health);
Health health_from(const json& op);

/// An operation: an array that begins with its name.
json operation_from(const std::string& line);

json to_json(const LinkInfo& info);
LinkInfo link_from(const json& link);

json to_json(const RunIdentity& run);
RunIdentity identity_from(const json& value);

/// The first line of a transcript: with the links of its segments, whose first lines are given in the order
/// of the plan.
std::string header_line(const TranscriptHeader& header, const std::vector<std::string>& first_lines);
/// The first line of one whose run goes on: its links are not listed.
std::string unfinished_header(const TranscriptHeader& header);
/// In a transcript whose run goes on, what follows a segment that is whole.
std::string end_of_segment(const std::string& case_id);

}  // namespace rig::transcript_lines
