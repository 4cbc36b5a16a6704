#pragma once
/// What a run is asked to keep of RTL: waveforms of its cases, and which lines of the design they reached.

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

#include "rig/base/time.hpp"

namespace conformance {

/// Of which cases a waveform is written.
enum class WaveWhen { never, fail, always };

struct WaveOptions {
  WaveWhen when = WaveWhen::never;
  rig::Duration before = std::chrono::milliseconds(20);  ///< the window around a failure
  rig::Duration after = std::chrono::milliseconds(5);
  std::uint64_t limit = 64'000'000;  ///< bytes of a file
  std::string folder;                ///< where they go; a file for each case, named after it
  std::string coverage;              ///< a folder for what each worker has reached; empty: it is not counted
};

/// Reads `never`, `fail` or `always`. UsageError with what is allowed, as in the others.
WaveWhen wave_when_from(const std::string& word);
/// Reads `20ms,5ms`: how much before the failure and after it; in us, ms or s.
void read_wave_window(const std::string& text, WaveOptions& options);
/// Reads `64M`: bytes, or with K, M or G.
std::uint64_t wave_limit_from(const std::string& text);

/// For worker processes, and back.
std::map<std::string, std::string> to_words(const WaveOptions& options);
WaveOptions wave_options_from_words(const std::map<std::string, std::string>& words);

}  // namespace conformance
