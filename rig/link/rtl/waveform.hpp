#pragma once
/// The waveform of something that a design did: the same again from power-on, in a build that can write it.
///
/// The file is FST. Beside the design's own signals it has the scope `rig`: `clock`, `rx`, `tx`, `rx_byte`
/// and `tx_byte` (the byte that was completed last, for as long as one takes), `rx_text` and `tx_text` (the
/// last bytes since a pause, at most sixteen), and `failure`, which rises where something went wrong. Its
/// time begins at power-on, in picoseconds. Beside it lies a view for GTKWave that shows these.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "rig/base/time.hpp"
#include "rig/link/rtl/model.hpp"
#include "rig/link/rtl/recording.hpp"

namespace rig {

/// What is to be written.
struct WaveformOptions {
  std::filesystem::path file;            ///< `….fst`; its view is `….gtkw`
  std::uint32_t fault = 0;               ///< the level of the fault pin
  std::optional<std::uint64_t> failure;  ///< where something went wrong; nothing: all is written
  Duration before{};                     ///< the window around it
  Duration after{};
  std::uint64_t limit = 0;  ///< bytes; where the window does not fit, a shorter one is written. 0: none
};

/// What was written.
struct Waveform {
  std::filesystem::path file;
  std::filesystem::path view;
  Duration from{};  ///< since power-on, as in the file
  Duration until{};
  std::optional<Duration> failure;
  std::uint64_t bytes = 0;
  std::size_t edges = 0;   ///< of tx, until the end of the window: all as they were
  bool shortened = false;  ///< because of the limit
  /// Where tx did not do what it had done; empty: it did. The waveform is then of something else.
  std::string difference;
};

/// Simulates this life again with the traced build of its model. RigError when the file cannot be written.
Waveform write_waveform(const std::shared_ptr<const RtlModel>& traced, const RtlLife& life,
                        const WaveformOptions& options);

}  // namespace rig
