#pragma once
/// How the host of `course` reads what a program left in its files, clause by clause.

#include <string>

#include "games/blokus/contests/course/course.hpp"

namespace rig::protocol::course_text {

inline constexpr const char* board_name = "BlokusBoard.txt";
inline constexpr const char* log_name = "StepLog.txt";

/// What lay there when the program was started.
struct Asked {
  char colour = 'R';  ///< whose turn it was
  std::string board_path;
  std::string left_path;
  std::string others_path;  ///< of the other player's pieces left
  std::string board;        ///< contents
  std::string left;
  std::string others;
  std::string log;
};

/// The move that an answer makes, and what is right or wrong about it. Aspects: `exit.ended`, `process.left`,
/// `log.untouched`, `left.others`, `file.exists`, `exit.status`; of a placement `board.format`,
/// `board.difference`, `left.format`, `left.newline`, `left.difference`, `left.agrees`; of a pass
/// `pass.untouched` and `pass.bytes`. Nothing of a program that was not done in time. Whether the move is
/// legal is not asked.
FileAnswer read_answer(const Asked& asked, const FileOutcome& outcome, CourseSettings::Unchanged unchanged);

}  // namespace rig::protocol::course_text
