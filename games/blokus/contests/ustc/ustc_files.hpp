#pragma once
/// The files of `ustc`. Player k reads `GUI<k>Data.txt` and writes `Player<k>Data.txt`; both hold one
/// message, rewritten for each turn: a line of cells, a line with a number, a line with a flag. On the large
/// board a fourth line names the colour whose turn it tells: an extension of ours, since no platform plays
/// it.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/blokus/contests/ustc/ustc_notation.hpp"
#include "rig/protocol/file_dialect.hpp"

namespace rig::protocol {

/// The third line of a message.
enum class UstcFlag {
  not_moved = 0,  ///< to a player: there is nothing new to see, and it is your turn; by one: still thinking
  placed = 1,
  gives_up = 2,
};

/// What a message file says.
struct UstcMessage {
  std::vector<blokus::Square> cells;  ///< 1-based; empty: `-1 -1`
  int number = 0;                     ///< placed: the piece's id; not_moved: a count that grows
  UstcFlag flag = UstcFlag::not_moved;
  std::string colour{};  ///< large board: of the turn that it tells; else empty
  friend bool operator==(const UstcMessage&, const UstcMessage&) = default;
};

/// `GUI1Data.txt`, `Player1Data.txt`; `player` is 1 or 2.
std::string ustc_host_file(int player);
std::string ustc_player_file(int player);

/// The message as the platform writes it: a blank after each cell, none after `-1 -1`, no newline at its end.
std::string to_string(const UstcMessage& message);

/// Whether messages have a fourth line.
enum class UstcColourLine { none, fourth };

/// What is wrong with a message, and in which clause.
struct UstcFault {
  std::string aspect;  ///< `message.format`, `message.flag`, `message.colour`
  std::string what;    ///< `line 3 is "7", allowed are 0 (not moved), …`
};

/// A file as read. A beginning of a message is a fault like any other.
struct UstcFileReading {
  std::optional<UstcMessage> message;
  std::optional<UstcFault> fault;  ///< the first, in reading order; there is one or a message
  int lines = 0;                   ///< how many there are; what follows the last one of a message is not read
  bool carriage_returns = false;   ///< some line ends with CR LF, which reads like LF
};

/// Reads a message as strictly as the platform's judge: numbers with single blanks between them and any
/// number after the last, one LF or CR LF after each line but the last, which may have one. `-1 -1` stands
/// for no cell. Ids are not looked at, nor whether flag and cells agree.
UstcFileReading read_ustc_message(std::string_view text, UstcColourLine colour_line);

/// The files of a game on a board of 14 or 20, for the player (1 or 2).
std::unique_ptr<GameFiles> new_ustc_files(int board, int player, const FileStyle& style);

}  // namespace rig::protocol
