#include "rig/link/exec/processor_times.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <vector>

#include "rig/base/descriptor.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig {

namespace {

constexpr std::size_t most_threads = 1000;

/// The beginning of a small file; nothing: it is not there (any more).
std::optional<std::string> text_of(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return std::nullopt;
  std::array<char, 4096> buffer{};
  const ssize_t count = read(file.number(), buffer.data(), buffer.size());
  if (count < 0) return std::nullopt;
  return std::string(buffer.data(), static_cast<std::size_t>(count));
}

std::vector<pid_t> threads_of(pid_t process) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(fmt::format("/proc/{}/task", process).c_str()),
                                                   closedir);
  std::vector<pid_t> threads;
  if (!folder) return threads;
  while (const dirent* entry = readdir(folder.get())) {  // NOLINT(concurrency-mt-unsafe): a stream of its own
    const pid_t thread = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
    if (thread > 0) threads.push_back(thread);
  }
  return threads;
}

/// What stands in the line of a `status` that begins so; empty: there is none.
std::string_view line_of(std::string_view status, std::string_view name) {
  std::size_t at = status.find(name);
  if (at == std::string_view::npos) return {};
  at = status.find_first_not_of("\t ", at + name.size());
  if (at == std::string_view::npos) return {};
  return status.substr(at, status.find('\n', at) - at);
}

/// What schedstat does not tell.
void add_status(pid_t process, pid_t thread, ThreadTimes& times) {
  const std::string text = text_of(fmt::format("/proc/{}/task/{}/status", process, thread)).value_or("");
  times.runnable = line_of(text, "\nState:").starts_with('R');
  const std::string_view sleeps = line_of(text, "\nvoluntary_ctxt_switches:");
  std::from_chars(sleeps.data(), sleeps.data() + sleeps.size(), times.sleeps);
}

/// Nothing: the kernel does not list children, or the thread has ended.
std::optional<std::vector<pid_t>> children_of(pid_t process, pid_t thread) {
  const auto text = text_of(fmt::format("/proc/{}/task/{}/children", process, thread));
  if (!text) return std::nullopt;
  std::vector<pid_t> children;
  for (const char *at = text->data(), *end = at + text->size(); at < end;) {
    pid_t child = 0;
    const auto [next, error] = std::from_chars(at, end, child);
    if (error != std::errc()) break;
    children.push_back(child);
    at = next + 1;
  }
  return children;
}

/// Adds the threads of a process; its children are appended to `waiting`.
void add_process(pid_t process, ProcessorSample& sample, cpu_set_t& processors, std::vector<pid_t>& waiting) {
  for (const pid_t thread : threads_of(process)) {
    if (sample.threads.size() >= most_threads) return;
    const auto text = text_of(fmt::format("/proc/{}/task/{}/schedstat", process, thread));
    if (auto times = text ? parse_schedstat(*text) : std::nullopt) {
      add_status(process, thread, *times);
      sample.threads[thread] = *times;
    }
    cpu_set_t mine;
    CPU_ZERO(&mine);
    if (sched_getaffinity(thread, sizeof mine, &mine) == 0) CPU_OR(&processors, &processors, &mine);
    for (const pid_t child : children_of(process, thread).value_or(std::vector<pid_t>{}))
      waiting.push_back(child);
  }
}

}  // namespace

std::optional<ThreadTimes> parse_schedstat(std::string_view text) {
  std::int64_t ran = 0;
  std::int64_t waited = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, ran);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ' ') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, waited);
  if (second.ec != std::errc() || ran < 0 || waited < 0) return std::nullopt;
  return ThreadTimes{Duration(ran), Duration(waited)};
}

bool processor_times_are_counted() {
  const auto text = text_of("/proc/self/schedstat");
  return text && parse_schedstat(*text) &&
         !text->starts_with("0 0 0");  // so says a kernel that does not count
}

std::string how_starvation_is_known() {
  return processor_times_are_counted() ? "read from schedstat of its processes"
                                       : "not known: this kernel does not count it (no schedstat); a busy "
                                         "machine makes a program seem slow";
}

ProcessorSample read_processor_times(pid_t ancestor, pid_t program) {
  ProcessorSample sample;
  cpu_set_t processors;
  CPU_ZERO(&processors);
  std::vector<pid_t> waiting = children_of(ancestor, ancestor).value_or(std::vector<pid_t>{program});
  while (!waiting.empty()) {
    const pid_t process = waiting.back();
    waiting.pop_back();
    add_process(process, sample, processors, waiting);
  }
  sample.processors = std::max(1, CPU_COUNT(&processors));
  sample.at = monotonic_now();
  return sample;
}

}  // namespace rig
