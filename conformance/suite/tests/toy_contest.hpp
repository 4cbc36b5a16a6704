#pragma once

#include "rig/protocol/contest.hpp"

/// The contest of docs/extending.md.
rig::protocol::Contest toy_contest();
