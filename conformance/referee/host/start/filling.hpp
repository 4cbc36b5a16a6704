#pragma once
/// The command of a referee under test as it is started, and the text of its configuration: the words in
/// braces replaced by what they stand for.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "conformance/referee/host/description.hpp"

namespace rig::host {

/// What takes the place of the words in braces.
struct Filling {
  std::string contest;
  std::array<std::string, 2> boards;    ///< a path, or the number of a port
  std::size_t beginner = 0;             ///< 0: player 1
  std::string fault{};                  ///< empty: none
  std::string seconds{};                ///< the contest's time for a move
  std::string size{};                   ///< of the board; empty: the contest does not leave it to its host
  std::vector<std::string> settings{};  ///< of the contest: `tie=draw`
  std::size_t games = 1;                ///< to be played before it ends
  std::string idle{};                   ///< where the board is that does not play; empty: there is none
  bool next_match = false;              ///< a second game is to follow
  std::string configuration{};          ///< the path of its configuration
};

/// The command as it is started. UsageError where the beginner that is asked for cannot begin.
std::vector<std::string> command_for(const Description& description, const Filling& filling);

/// The same command, whose program is the one beside this one where its name has no slash and it is there.
std::vector<std::string> located(std::vector<std::string> command);

/// A text of its configuration with the words in braces replaced; those of `[begins]` stand with blanks
/// between.
std::string filled_in(const Description& description, const Filling& filling, std::string text);

}  // namespace rig::host
