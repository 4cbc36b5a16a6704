#pragma once
/// A request that calls for a reply of a kind, for tests of what parses replies.

#include "rig/protocol/dialect.hpp"

namespace rig::protocol {

inline Request asking(ReplyKind kind) {
  switch (kind) {
    case ReplyKind::team_code: return {RequestKind::hello, {}, {}};
    case ReplyKind::move: return {RequestKind::move, {}, {}};
    case ReplyKind::silence: break;
  }
  return {RequestKind::end, {}, {}};
}

}  // namespace rig::protocol
