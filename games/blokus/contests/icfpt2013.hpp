#pragma once
/// icfpt2013: Blokus Duo as the host of the ICFPT 2013 design contest speaks it, at 115200 8N1. There is no
/// text; the host is the source of every clause.

#include "rig/protocol/contest.hpp"

namespace rig::protocol {

Contest icfpt2013(const ContestSettings& chosen = {});

}  // namespace rig::protocol
