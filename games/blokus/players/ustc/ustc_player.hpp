#pragma once
/// The rig's own player of `ustc`: the good reference on both boards, and the home of the faults that prove
/// that cases can fail.

#include <memory>
#include <string>

#include "games/blokus/players/ustc/ustc_faults.hpp"
#include "rig/link/callback/file_device.hpp"

namespace rig::player {

struct UstcDeviceOptions {
  int board = 0;                   ///< 14 or 20; 0: 20 where messages have a fourth line, else 14
  std::string starts = "judge";    ///< 14 x 14: `judge` or `figure`
  std::string corners = "figure";  ///< 20 x 20: `figure` or `any`
  int player = 0;                  ///< 1 or 2; 0: by which of the host's files is there
  std::string fault;               ///< empty: none; one of `ustc_device_faults`
  Duration think = std::chrono::milliseconds(2);  ///< between a message and its answer
};

/// A program that plays a whole game. UsageError for what the options do not allow.
std::unique_ptr<FileDevice> new_ustc_device(const UstcDeviceOptions& options = {});

}  // namespace rig::player
