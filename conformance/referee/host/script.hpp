#pragma once
/// What a scripted board says: bytes and when, to each request that calls for an answer.

#include <array>
#include <vector>

#include "rig/base/bytes.hpp"
#include "rig/base/time.hpp"

namespace rig::host {

/// Bytes in one write.
struct Piece {
  Duration after{};  ///< since the piece before; the first: since the request's last byte came
  Bytes bytes;
};

/// The answer to one request. Empty: silence.
struct Answer {
  std::vector<Piece> pieces{};
  bool hangs_up = false;  ///< after its last piece; `hang_up_after` later
  Duration hang_up_after{};

  /// When its last byte is due, from the request's on.
  Duration takes() const {
    Duration all{};
    for (const Piece& piece : pieces) all += piece.after;
    return all;
  }

  static Answer at_once(Bytes bytes) { return {{{Duration::zero(), std::move(bytes)}}}; }
  static Answer after(Duration delay, Bytes bytes) { return {{{delay, std::move(bytes)}}}; }
  static Answer silence() { return {}; }
  static Answer hang_up() { return {.hangs_up = true}; }
  /// A byte at a time; the first and each other after `gap`.
  static Answer dripping(Duration gap, const Bytes& bytes) {
    Answer answer;
    for (const std::uint8_t byte : bytes) answer.pieces.push_back({gap, {byte}});
    return answer;
  }
};

/// One board, for one game: what it answers to the handshake, and to each request for a move in turn. To
/// requests beyond these it is silent.
struct BoardScript {
  Answer hello;
  std::vector<Answer> moves;
};

/// Both, of player 1 and player 2.
using Scripts = std::array<BoardScript, 2>;

}  // namespace rig::host
