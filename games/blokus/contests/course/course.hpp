#pragma once
/// The page of `course`: Blokus Duo by a program that is started for each move and told of the game in text
/// files (a programming course's final project).

#include <map>
#include <memory>
#include <string>

#include "rig/base/time.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::protocol {

/// What the text leaves open, or real hosts do otherwise.
struct CourseSettings {
  enum class Tie { second_wins, draw };
  enum class Unchanged { loss, pass };
  Tie tie = Tie::second_wins;             ///< both cover as many squares
  Unchanged unchanged = Unchanged::loss;  ///< status 0 though nothing was placed
  std::string time = "5";                 ///< seconds for each move, more than 0: `5`, `0.25`
};

/// Reads settings by their names: `tie`, `unchanged`, `time`. Those that are not named are as usual.
/// UsageError with what is allowed.
CourseSettings course_settings(const std::map<std::string, std::string>& named);

/// UsageError for a time that is no number of seconds.
Contest course(const CourseSettings& settings = {});

/// A game of `course`, Red (player one) to move: either start square for either colour, a pass is permanent,
/// who covers more squares wins. Moves are written as in a step log; every name of a placement is read.
std::unique_ptr<Ruling> new_course_game(CourseSettings::Tie tie = CourseSettings::Tie::second_wins);

/// The dialect alone: what is put into the files, and how they are read afterwards.
std::shared_ptr<const FileDialect> course_dialect(Duration time, CourseSettings::Unchanged unchanged);

}  // namespace rig::protocol
