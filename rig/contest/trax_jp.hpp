#pragma once
/// trax-jp: Trax as the hosts of the Japanese design contests (2015, 2016) speak it: 19200 baud, 8N1; lines
/// ended by LF. There is no text: the two hosts in circulation are the source of every clause.

#include "rig/contest/contest.hpp"

namespace rig::contest {

Contest trax_jp(const ContestSettings& chosen = {});

}  // namespace rig::contest
