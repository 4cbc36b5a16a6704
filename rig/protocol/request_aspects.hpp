#pragma once
/// Under which aspects it stands what a request calls for: its deadline, that it is answered, and no byte too
/// many.

#include <optional>

#include "rig/protocol/aspect.hpp"
#include "rig/protocol/dialect.hpp"

namespace rig::protocol {

/// The deadline of its reply.
inline Aspect deadline_aspect(const Request& request) {
  switch (request.kind) {
    case RequestKind::hello: return "hello.deadline";
    case RequestKind::first: return "first.deadline";
    case RequestKind::second: return "second.deadline";
    default: return "move.deadline";
  }
}

/// That it is answered at all, where contests have a clause of its own for that.
inline std::optional<Aspect> answer_aspect(const Request& request) {
  switch (request.kind) {
    case RequestKind::hello: return Aspect("hello.answered");
    case RequestKind::first: return Aspect("first.answered");
    default: return std::nullopt;
  }
}

/// Bytes too many after its reply, or any where it calls for silence.
inline Aspect extra_aspect(const Request& request, const Expectation& expected) {
  const bool silent = expected.kind == ReplyKind::silence;
  switch (request.kind) {
    case RequestKind::hello: return "hello.format";
    case RequestKind::end: return "end.silence";
    case RequestKind::stand_by: return "stand-by.silence";
    case RequestKind::second: return silent ? Aspect("second.silence") : Aspect("move.extra");
    default: return "move.extra";
  }
}

}  // namespace rig::protocol
