#pragma once
/// icfpt2014: the ICFPT 2014 design contest, Blokus Duo over RS-232 at 115200 8N1.
/// Source: contest text, "Communication Protocol (Preliminary: version 1.0, May 23, 2014)".

#include "rig/protocol/contest.hpp"

namespace rig::protocol {

Contest icfpt2014();

}  // namespace rig::protocol
