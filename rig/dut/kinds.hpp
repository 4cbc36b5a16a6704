#pragma once
/// Inside the room: every kind of DUT that the rig itself knows, and how each is opened.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rig/dut/dut.hpp"

namespace rig::dut {

/// A DUT that is being opened.
struct Opening {
  const DutName& parts;
  const OpenOptions& options;
  const std::string& name = parts.text;  ///< as the user wrote it

  std::string setting(const std::string& key) const {
    const auto at = parts.settings.find(key);
    return at == parts.settings.end() ? std::string() : at->second;
  }
};

/// One kind of DUT.
struct Kind {
  std::string scheme;
  std::string usage;
  std::string what;
  std::string far_end = {};                ///< see kind_of_far_end
  std::string opening = "opening";         ///< what is done to open it, before its target
  std::vector<std::string> settings = {};  ///< what may follow a `?`
  enum class Over { bytes, files, either };
  ClockKind clock = ClockKind::monotonic;
  /// Empty for the record of a run, which is replayed.
  std::function<std::unique_ptr<FarEnd>(const Opening&)> open = {};
  std::vector<ResetBy::Method> resets = {};  ///< beside none, for boards that the link cannot start anew
  /// Refuses a target that means nothing; may be empty.
  std::function<void(const std::string& target)> check = {};
  std::function<void(const std::string& target)> require_present = {};  ///< see rig::dut; may be empty
  Over over = Over::bytes;        ///< what the contests are played over that it is for
  bool settles = false;           ///< whether it has a power-on, or a start, that takes a while
  bool starts_a_program = false;  ///< whether its target is a command
  bool has_bit_rate = false;      ///< whether the rig sets the rate of its line
  bool connects = false;          ///< whether its target is an address to which the rig connects
};

/// ` (chess)`: the contests over files that start a program for each move, or for each game; empty: none.
std::string contests_over_files(bool per_move);

/// All but the players that an executable brings along.
std::vector<Kind> own_kinds();

}  // namespace rig::dut
