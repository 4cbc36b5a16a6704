#pragma once
/// A tournament's games for pages to show: one line for each time that a game was begun or decided. Made from
/// the journal's entries alone.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rig/arbiter/tournament/format.hpp"
#include "rig/arbiter/tournament/journal.hpp"

namespace rig::tournament {

/// Who plays a game, and where it belongs.
struct Pairing {
  std::string stage;
  std::string first;  ///< teams
  std::string second;
};

/// How a game came to an end.
struct GameLine {
  std::string game;
  Pairing pairing;
  std::string how;            ///< its entry in the journal: `game`, `no-result`, `forfeited`, `override`, …
  std::string date;           ///< of that entry
  std::uint64_t started = 0;  ///< the number of the entry that began it; 0: it was not played
  std::string outcome;        ///< `first`, `draw`, `second`; empty: it has none
  int moves = 0;              ///< of the winner
  std::string ending;
  std::string loss;
  std::string why;       ///< what failed, or the organiser's reason
  std::string evidence;  ///< seen from the tournament's folder; empty: there is none
  std::string sha256;    ///< of the evidence
  bool counts = false;
  std::string undone;  ///< why it counts no more; empty: it does, or never did
};

/// Where the page of a game is, seen from the site's folder: `games/000012.html`. Empty: it has none.
std::string page_of(const GameLine& line);

/// `both passed`, or why it was lost: `time-out, CHESS-MOVE-2: nothing came within 1.00 s`. Empty: not known.
std::string words_of_ending(const GameLine& line);

class Ledger {
 public:
  /// Who plays a game that never began; nothing: nobody knows.
  using PairingOf = std::function<std::optional<Pairing>(const std::string& game)>;
  explicit Ledger(PairingOf pairing_of) : pairing_of_(std::move(pairing_of)) {}

  /// Takes in the next entry. The line that it adds; a null: it adds none.
  const GameLine* take(const arbiter::tournament::Entry& entry);

  std::uint64_t entries() const { return entries_; }  ///< the number of the last one
  const std::string& date() const { return date_; }   ///< of the last one
  const std::vector<GameLine>& lines() const { return lines_; }
  const std::vector<std::string>& decisions() const { return decisions_; }  ///< the organiser's, as sentences
  /// Of a game that has begun or was decided.
  const Pairing* pairing(const std::string& game) const;

 private:
  GameLine& add(const arbiter::tournament::Entry& entry);
  void decide(const arbiter::tournament::Entry& entry);
  void undo(const std::string& game, const std::string& why);

  PairingOf pairing_of_;
  std::uint64_t entries_ = 0;
  std::string date_;
  std::vector<GameLine> lines_;
  std::vector<std::string> decisions_;
  std::map<std::string, Pairing> pairings_;
  std::map<std::string, std::size_t> counting_;  // of a game, the line that counts
};

}  // namespace rig::tournament
