#pragma once
/// The dialects: contests without a text, of which the hosts in circulation are the source of every clause.
/// Each is a page of its own over what its family shares.

#include "rig/contest/contest.hpp"

namespace rig::contest {

/// Blokus Duo as the host of the ICFPT 2013 design contest speaks it, at 115200 8N1.
Contest icfpt2013(const ContestSettings& chosen = {});

/// Trax as the hosts of the Japanese design contests (2015, 2016) speak it, at 19200 8N1, lines ended by LF.
Contest trax_jp(const ContestSettings& chosen = {});

}  // namespace rig::contest
