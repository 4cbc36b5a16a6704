#pragma once
/// Games of Trax that are won by their last move, each in a way of its own that a host may overlook: loops of
/// each small shape, lines by each exit, wins by forced tiles alone, of either colour in the turn of either
/// player. They were searched by the project's oracle, which a test holds them against.

#include <span>
#include <string>
#include <vector>

namespace conformance {

struct TraxGame {
  const char* what;   ///< for people; player 1 is White
  const char* moves;  ///< with blanks between them
};

std::vector<std::string> moves_of(const TraxGame& game);

/// One colour has a loop. No line was completed before: they hold where lines count, and where they do not.
std::span<const TraxGame> loop_games();
/// One colour has a line, and nobody a loop.
std::span<const TraxGame> line_games();
/// Both colours have a loop: the mover has won.
std::span<const TraxGame> games_of_two_loops();
/// Both colours have won, one at least by a line.
std::span<const TraxGame> games_of_two_wins_with_lines();

}  // namespace conformance
