#pragma once
/// What a probe has to know of a contest: the first request, what answers it, and in what time.

#include <string>

#include "rig/base/bytes.hpp"
#include "rig/base/time.hpp"
#include "rig/doctor/probe.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::doctor {

/// Whether these bytes are a reply to it, whole and with nothing that the contest's hosts do not drop.
bool is_reply(const protocol::Contest& contest, const protocol::Request& request, ByteView bytes);

/// What its own hints say of one that answered its first request so; empty: nothing.
std::string hint_on(const protocol::Contest& contest, const Bytes& answer);

/// Of one whose reply is right and comes after the deadline; the reply as a report quotes it.
Finding answers_too_late(const std::string& reply, Duration after, Duration deadline);

}  // namespace rig::doctor
