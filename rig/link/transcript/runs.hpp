#pragma once
/// A transcript of a device that never stops talking stays small: bytes that came together share one line.

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace rig {

/// Stands before whoever takes the lines of a recording. Bytes that came together (each receive waited for
/// the same moment, and gave a byte with the same instants) become one line, `["receive", UNTIL, "bytes",
/// VALUES, FIRST_BIT, LAST_BIT]`, with their values in hex; the first `told_each` of them keep a line of
/// their own. Nothing is left out: expand_runs() gives the lines as they were.
class RunsOfBytes {
 public:
  static constexpr std::size_t told_each = 64;
  static constexpr std::size_t longest = std::size_t{64} * 1024;  ///< bytes in one line

  explicit RunsOfBytes(std::function<void(const std::string&)> sink) : sink_(std::move(sink)) {}

  void add(const std::string& line);
  /// A segment ends: what was held back goes out.
  void end();

 private:
  void tell_held_back();

  std::function<void(const std::string&)> sink_;
  std::string before_;  ///< of the last byte's line: what stands before its value
  std::string after_;   ///< … and after it
  std::size_t alike_ = 0;
  std::string held_back_;  ///< values in hex
};

/// The lines of a segment with each byte in a line of its own.
std::vector<std::string> expand_runs(const std::vector<std::string>& lines);

}  // namespace rig
