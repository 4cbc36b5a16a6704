#pragma once
/// Players' programs that a referee starts: what each finds, and what it does then.

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/referee/host/program/wire.hpp"
#include "rig/base/time.hpp"
#include "rig/protocol/player_files.hpp"

namespace rig::host {

using wire::DeedKind;

/// One thing that a program does.
struct Deed {
  DeedKind kind = DeedKind::look;
  Duration after{};       ///< since it was started, or since the files came that it answers
  std::string path{};     ///< absolute
  std::string content{};  ///< of the file that it writes
  int number = 0;         ///< the exit status, or the signal

  friend bool operator==(const Deed&, const Deed&) = default;
};

/// What a program finds when it is started, or when a file has changed.
struct Sight {
  protocol::FilesFound found;
  Instant at;          ///< when it looked
  Duration started{};  ///< when its process was made, as nearly as the kernel tells
  bool first = true;   ///< it has just been started
};

/// A sight that a program answered, or its start; and what became of that.
struct Call {
  std::size_t process = 0;  ///< which of the player's, from 1, in the order in which they came
  Sight sight;
  Instant decided;  ///< when the rig had said what it does
  std::vector<Deed> deeds;
  std::vector<Instant> done;  ///< when each was, as far as it came
  Files left{};               ///< the files as it left them
  Instant left_at;
  bool cut_short = false;  ///< it was ended before it had done them all
};

/// Decides what the two programs of one game do.
class PlayersPrograms {
 public:
  virtual ~PlayersPrograms() = default;
  PlayersPrograms() = default;
  PlayersPrograms(const PlayersPrograms&) = delete;
  PlayersPrograms& operator=(const PlayersPrograms&) = delete;

  /// What the program of player 1 (0) or 2 (1) does at this sight; nothing: it goes on looking.
  virtual std::vector<Deed> answer(std::size_t player, const Sight& sight) = 0;
  /// For how long the referee may say nothing on top of its own time: it waits for an answer that does not
  /// come, or that does not count.
  virtual Duration awaited() const = 0;
  /// What they are to do, for people: a line for each turn.
  virtual std::vector<std::string> plan() const = 0;
};

}  // namespace rig::host
