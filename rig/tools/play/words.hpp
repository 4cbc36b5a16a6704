#pragma once
/// What a person is told about a game.

#include <string>

#include "rig/arbiter/game_report.hpp"

namespace rig::play {

/// Who has won and why, in a sentence without its full stop, from the view of the person in this seat;
/// `board` is what the other side is called. What else there is to say stands behind a colon.
std::string words_on_the_end(const arbiter::GameReport& game, protocol::Player person,
                             const std::string& board);

}  // namespace rig::play
