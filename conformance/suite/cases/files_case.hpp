#pragma once
/// What cases about files do: lay them out in other ways, put such there as call for no answer, and ask a
/// program again that has passed.

#include <string>

#include "conformance/suite/case.hpp"

namespace conformance {

class FilesCase : public Case {
 public:
  /// How the files of the next games are laid out; NotApplicable where the DUT is spoken to in bytes.
  void lay_out_files(const rig::protocol::FileStyle& style);
  /// Plays a few turns in each seat with files laid out so, always against the same moves: whether all went
  /// well, and nothing was passed.
  bool plays_with(const rig::protocol::FileStyle& style);
  /// Whether the DUT answers with a placement, in time, when its first move in `seat` is asked for with files
  /// laid out so; where it is second, the other has passed. Nothing else is found by it.
  bool places_first(const rig::protocol::FileStyle& style, const rig::protocol::Seat& seat);
  /// Puts files in place in which there is nothing to answer; fails under this aspect when they are.
  bool expect_no_answer(Aspect aspect, const rig::FileRequest& request, rig::Duration span,
                        const std::string& what);
  /// What went over files in the last exchange; null where nothing did.
  const rig::dut::FileTrace* last_files();
  /// How often a message was answered while it was half written.
  int early_answers() { return exchanges().early_answers(); }
  /// Asks a player that has passed permanently once more: it passes again. What it did counts against the
  /// aspect.
  void ask_after_its_pass(Aspect aspect);
};

}  // namespace conformance
