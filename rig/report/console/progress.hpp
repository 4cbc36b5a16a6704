#pragma once
/// The line under a run's output that tells how far it is.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rig/base/time.hpp"

namespace rig::report {

/// What is known of a run while it lasts.
struct Progress {
  std::string doing;  ///< what comes before cases: `building the model my_board`; empty: nothing
  std::vector<std::string> running;  ///< ids of the cases that run now
  std::size_t ended = 0;             ///< cases
  std::size_t planned = 0;           ///< cases; 0: not known yet
  Duration elapsed{};                ///< since the start
  Duration testing{};                ///< of that, since the first case could begin
  Duration simulated{};              ///< by which the clocks of simulations have gone on in that time
  std::uint64_t clock_hz = 0;        ///< of what is simulated; 0: nothing is
};

/// What is left of a run, if the cases to come take as long as those that have ended. Nothing: none has
/// ended, all have, or it is less than a second.
std::optional<Duration> time_left(const Progress& progress);

/// `8 s`, `1:05 min`, `2:03:20 h`
std::string clock_text(Duration time);

/// `about 20 s`: rounded as an estimate deserves.
std::string estimate_text(Duration time);

/// `35.1 Mcycles/s, 0.70 x real time`: how fast a design with this clock is simulated, clocks that could be
/// skipped among them. Empty: nothing has been, or no time has passed.
std::string speed_text(std::uint64_t clock_hz, Duration simulated, Duration real);

/// `12 of 40, 8 s, about 20 s left, 0.70 x real time: WholeGame.AgainstRandom +1`, in at most `width`
/// columns: the whole speed stands where there is room, and what does not fit is cut at the end. Empty:
/// nothing is under way.
std::string progress_line(const Progress& progress, std::size_t width);

}  // namespace rig::report
