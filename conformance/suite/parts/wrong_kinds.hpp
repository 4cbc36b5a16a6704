#pragma once
/// Kinds of wrong that all contests share: findings of one requirement and one kind are told once.

#include "rig/dut/session.hpp"
#include "rig/link/events.hpp"

namespace conformance {

inline constexpr const char* no_reply = "no reply";
inline constexpr const char* late_reply = "late reply";
inline constexpr const char* hung_up = "hung up";
inline constexpr const char* framing_error = "framing error";
inline constexpr const char* line_break = "break on the line";
inline constexpr const char* line_end = "line end around a reply";
inline constexpr const char* byte_unasked = "byte before any request";
inline constexpr const char* byte_too_many = "byte after the reply";
inline constexpr const char* answer_in_silence = "answer where silence is due";

/// What came on the line and is no byte.
inline const char* kind_of(const rig::LineError& error) {
  return error.kind == rig::LineError::Kind::framing ? framing_error : line_break;
}

/// Why nothing whole came.
inline const char* kind_of_absence(const rig::dut::Exchange& exchange) {
  if (exchange.hung_up) return hung_up;
  return exchange.bytes.empty() ? no_reply : "reply that is not whole";
}

}  // namespace conformance
