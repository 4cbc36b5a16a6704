#include "rig/link/exec/hints.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <utility>

#include "rig/base/readable.hpp"

namespace rig {

namespace {

/// A program that answers at once, and one that lives on after its first answer, keep nothing in a buffer.
constexpr Duration long_silence = std::chrono::milliseconds(100);
constexpr Duration at_its_end = std::chrono::milliseconds(100);
/// A program that was asked later had time to start.
constexpr Duration usual_start = std::chrono::milliseconds(500);
constexpr Duration long_start = std::chrono::seconds(1);

std::uint64_t limit_of(__rlimit_resource_t resource) {
  rlimit limit{};
  const bool limited = getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return limited ? limit.rlim_cur : 0;
}

bool tells_of_memory(std::string_view standard_error) {
  constexpr std::array<std::string_view, 5> words = {"bad_alloc", "annot allocate memory", "ut of memory",
                                                     "MemoryError", "OutOfMemoryError"};
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return standard_error.find(word) != std::string_view::npos;
  });
}

std::string sized(std::uint64_t bytes) {
  for (const auto& [unit, size] :
       {std::pair{"GiB", 1ULL << 30U}, {"MiB", 1ULL << 20U}, {"KiB", 1ULL << 10U}}) {
    if (bytes >= size && bytes % size == 0) return fmt::format("{} {}", bytes / size, unit);
  }
  return fmt::format("{} bytes", bytes);
}

}  // namespace

Limits own_limits() {
  return {limit_of(RLIMIT_AS), limit_of(RLIMIT_FSIZE), limit_of(RLIMIT_CPU)};
}

std::optional<std::string> hint_on_sandbox(std::string_view ending, std::string_view standard_error) {
  constexpr std::array<std::string_view, 4> words = {"not found", "No such file", "Read-only file system",
                                                     "ermission denied"};
  const bool misses = std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return standard_error.find(word) != std::string_view::npos;
  });
  if (ending.empty() || !misses) return std::nullopt;
  return "it runs in a sandbox, where it sees the system and its own folder; --sandbox-show PATH shows it "
         "more, "
         "--sandbox off all";
}

std::vector<std::string> hints_on_limits(std::string_view ending, std::string_view standard_error,
                                         const Limits& limits) {
  std::vector<std::string> hints;
  const auto ended_by = [&](std::string_view signal) {
    return ending.find(signal) != std::string_view::npos;
  };
  const auto of = [](const std::string& limit) { return limit.empty() ? limit : " of " + limit; };
  if (limits.memory != 0 && tells_of_memory(standard_error))
    hints.push_back(fmt::format("the limit of memory of {} may have been hit", sized(limits.memory)));
  if (ended_by("(SIGXFSZ)"))
    hints.push_back(
        fmt::format("the limit of a file's size{} was hit", of(limits.file == 0 ? "" : sized(limits.file))));
  if (ended_by("(SIGXCPU)"))
    hints.push_back(fmt::format("the limit of processor time{} was hit (ulimit -t)",
                                of(limits.seconds == 0 ? "" : fmt::format("{} s", limits.seconds))));
  return hints;
}

std::optional<std::string> hint_on_buffering(const PipeSigns& signs) {
  const std::string remedy = "stdout may be buffered (setvbuf, stdbuf -o0, python3 -u, pty:)";
  const bool was_silent = signs.first_byte_after && *signs.first_byte_after >= long_silence;
  if (signs.asked && was_silent && signs.end_after && *signs.end_after <= at_its_end)
    return "all its output came when it exited: " + remedy;
  if (signs.asked && signs.unread == 0 && !signs.first_byte_after)
    return "it read the request and has sent nothing: " + remedy;
  return std::nullopt;
}

std::optional<std::string> hint_on_start(const PipeSigns& signs) {
  const std::string remedy = "--settle SECONDS waits for a program that takes so long to start";
  if (!signs.asked || !signs.asked_after || *signs.asked_after > usual_start) return std::nullopt;
  if (!signs.first_byte_after && signs.unread > 0 && signs.waited >= long_start)
    return "since it was started it has not read its first request: " + remedy;
  if (signs.first_byte_after && *signs.first_byte_after >= long_start && !signs.end_after)
    return fmt::format("its first answer came {} after it was started: {}",
                       readable(*signs.asked_after + *signs.first_byte_after), remedy);
  return std::nullopt;
}

}  // namespace rig
