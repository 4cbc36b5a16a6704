#pragma once
/// How the files of a case's games are spelled. A contest's text and its real host can write a word in two
/// ways. A DUT may insist on one of them, so each case sees first which it reads, and lays out its games in
/// those, in turn.

#include <vector>

#include "conformance/suite/parts/exchanges.hpp"

namespace conformance {

/// Where the session is over files; in bytes there is nothing to spell.
class FileSpelling {
 public:
  FileSpelling(Standing& standing, Findings& findings, Exchanges& exchanges)
      : at_(standing), findings_(findings), exchanges_(exchanges) {}

  /// How the next games are laid out, but for their spelling.
  void lay_out(const rig::protocol::FileStyle& style);
  /// In turn, so that each seat has each spelling in four games; which comes first is the case's own draw.
  void spell_next_game();
  /// Whether the DUT answers with a placement, in time, when its first move in `seat` is asked for with files
  /// laid out so; where it is second, the other has passed. Nothing else is found by it.
  bool places_first(const rig::protocol::FileStyle& style, const rig::protocol::Seat& seat);

 private:
  std::vector<rig::protocol::Spelling> spellings_it_reads();

  Standing& at_;
  Findings& findings_;
  Exchanges& exchanges_;
  rig::protocol::FileStyle style_;
  std::vector<rig::protocol::Spelling> spellings_;  // empty: not known yet
  std::size_t games_ = 0;
};

}  // namespace conformance
