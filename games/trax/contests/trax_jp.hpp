#pragma once
/// trax-jp: Trax as the hosts of the Japanese design contests (2015, 2016) speak it, at 19200 8N1, lines
/// ended by LF. There is no text; the hosts are the source of every clause.

#include "rig/protocol/contest.hpp"

namespace rig::protocol {

Contest trax_jp(const ContestSettings& chosen = {});

}  // namespace rig::protocol
