#pragma once
/// The JSON report of an earlier run, as far as a later run is held against it.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rig/base/time.hpp"

namespace conformance {

/// A measured reply of that run.
struct BaselineExchange {
  std::string kind;
  std::string request;
  std::string reply;
  rig::Latency latency;
};

struct Baseline {
  std::string path;
  std::string contest;
  std::string dut;
  std::string clock;  ///< `simulated`, `virtual`, `monotonic`
  std::uint64_t seed = 0;
  std::string started;
  std::optional<std::uint64_t> clock_hz;  ///< of a simulated design
  std::map<std::string, std::string> settings;
  std::map<std::string, std::string> identity;                     ///< `commit`, `clauses`, `workers` …
  std::map<std::string, std::vector<BaselineExchange>> exchanges;  ///< by case id; of cases that were run
  std::map<std::string, std::string> requirements;                 ///< their verdicts in words, by id
};

/// UsageError, with the place in it, for a file that cannot be read or is no report of a run: no JSON,
/// another format, a field that is missing or of another type.
Baseline read_baseline(const std::string& path);

}  // namespace conformance
