#pragma once
/// Under which aspects it stands what a request calls for.

#include <optional>

#include "conformance/aspect.hpp"
#include "rig/match/session.hpp"

namespace conformance {

/// The deadline of its reply.
inline Aspect deadline_aspect(const rig::contest::Request& request) {
  using Kind = rig::contest::RequestKind;
  switch (request.kind) {
    case Kind::hello: return "hello.deadline";
    case Kind::first: return "first.deadline";
    case Kind::second: return "second.deadline";
    default: return "move.deadline";
  }
}

/// That it is answered at all, where contests have a clause of its own for that.
inline std::optional<Aspect> answer_aspect(const rig::contest::Request& request) {
  using Kind = rig::contest::RequestKind;
  switch (request.kind) {
    case Kind::hello: return Aspect("hello.answered");
    case Kind::first: return Aspect("first.answered");
    default: return std::nullopt;
  }
}

/// Bytes too many after its reply.
inline Aspect extra_aspect(const rig::match::Exchange& exchange) {
  using Kind = rig::contest::RequestKind;
  const bool silent = exchange.expected.kind == rig::contest::ReplyKind::silence;
  switch (exchange.request.kind) {
    case Kind::hello: return "hello.format";
    case Kind::end: return "end.silence";
    case Kind::stand_by: return "stand-by.silence";
    case Kind::second: return silent ? Aspect("second.silence") : Aspect("move.extra");
    default: return "move.extra";
  }
}

}  // namespace conformance
