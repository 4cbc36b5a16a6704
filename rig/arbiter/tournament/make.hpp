#pragma once
/// The classes of the formats, for the table in formats.cpp alone.

#include <memory>

#include "rig/arbiter/tournament/settings.hpp"

namespace rig::arbiter::tournament {

std::unique_ptr<Format> make_pools(const Chosen& chosen, const Field& field);
std::unique_ptr<Format> make_round_robin(const Chosen& chosen, const Field& field);
std::unique_ptr<Format> make_leagues(const Chosen& chosen, const Field& field);
std::unique_ptr<Format> make_swiss(const Chosen& chosen, const Field& field);
std::unique_ptr<Format> make_knock_out(const Chosen& chosen, const Field& field);

}  // namespace rig::arbiter::tournament
