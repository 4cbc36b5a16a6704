#pragma once
/// The rig's own player of `course`: the good reference, and the home of the faults that prove that cases can
/// fail. It is started for each move and remembers nothing: all that it knows stands in its files.

#include <chrono>
#include <memory>
#include <string>

#include "games/blokus/players/course/course_faults.hpp"
#include "rig/link/callback/file_device.hpp"

namespace rig::player {

struct CourseDeviceOptions {
  std::string fault;                              ///< empty: none; one of `course_device_faults`
  Duration think = std::chrono::milliseconds(2);  ///< between its start and its end
};

/// A program whose arguments are `Red|Blue BOARD LEFTPATTERN STEPLOG`. It takes the board as it stands,
/// places a piece that the file of its pieces left still has, and exits with 0; or it passes, with 1 and its
/// files untouched: when it can place none, and when the log says that it passed before. UsageError for a
/// fault that does not exist.
std::unique_ptr<FileDevice> new_course_device(const CourseDeviceOptions& options = {});

}  // namespace rig::player
