#pragma once
/// Plays games with a referee under test: starts it, answers as its two boards in real time by their scripts,
/// and notes every byte and when. Several games can go on side by side: most of their time is waiting.

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "conformance/referee/host/description.hpp"
#include "conformance/referee/host/played.hpp"
#include "conformance/referee/host/programs.hpp"
#include "conformance/referee/host/script.hpp"
#include "rig/link/exec/sandbox/sandbox.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::host {

/// One game to be played.
struct GameOrder {
  Scripts scripts{};                             ///< of boards on a wire
  std::optional<BoardScript> idle{};             ///< of a third board, which does not play; nothing: none
  bool next_match = false;                       ///< the program is told to play a second game after it
  std::size_t beginner = 0;                      ///< 0: player 1; in the first game
  Duration patience = std::chrono::seconds(10);  ///< with a referee that neither speaks to a board nor ends
  Duration longest = std::chrono::seconds(60);   ///< whatever it says: then its game has no end
  std::shared_ptr<PlayersPrograms> programs{};   ///< that the referee starts; null: boards on a wire
  /// Something of it may be left when it is over, a late reply or a line that was cut: a referee that plays
  /// many games is started anew for the next.
  bool ends_its_run = false;
};

/// The program under test, for all its games.
struct Host {
  const Description& description;
  const protocol::Contest& contest;
  std::string fault{};  ///< a deliberate one of the program's own; empty: none
  Sandbox sandbox{};    ///< of the program; the boards add what leads to them
};

/// Plays them, at most `side_by_side` at a time (one where the description does not allow more), and returns
/// what was seen in the same order. A referee that plays many games plays those in one run that fit: whoever
/// is to begin does so where its seats put it; what it does not come to is played in another run. Nothing
/// that a program started outlives its run. RigError when the program cannot be started.
std::vector<Played> play(const Host& host, const std::vector<GameOrder>& games, std::size_t side_by_side);

}  // namespace rig::host
