#pragma once

#include "rig/contest/contest.hpp"

/// The contest of docs/extending.md.
rig::contest::Contest toy_contest();
