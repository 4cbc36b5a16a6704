#include "conformance/run/watch.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <string_view>
#include <thread>

#include "rig/base/errors.hpp"
#include "rig/base/interruption.hpp"
#include "rig/base/program/argv.hpp"
#include "rig/doctor/rtl/bench.hpp"
#include "rig/dut/dut.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/rtl/hdl.hpp"

namespace conformance {

namespace fs = std::filesystem;
using rig::RigError;
using rig::UsageError;

namespace {

constexpr auto pause = std::chrono::milliseconds(300);

/// A source, a description, or the contents of a memory.
bool decides_a_design(const fs::path& file) {
  constexpr std::array<std::string_view, 5> endings = {".toml", ".hex", ".mem", ".mif", ".coe"};
  return rig::is_hdl(file) || std::find(endings.begin(), endings.end(), file.extension()) != endings.end();
}

using Times = std::map<std::string, fs::file_time_type>;

Times times_of(const std::vector<std::string>& files) {
  Times times;
  for (const std::string& file : files) {
    std::error_code none;
    times[file] = fs::last_write_time(file, none);
  }
  return times;
}

/// The first that is not as it was.
std::string changed(const Times& before, const Times& now) {
  for (const auto& [file, time] : now) {
    const auto old = before.find(file);
    if (old == before.end() || old->second != time) return file;
  }
  for (const auto& [file, time] : before) {
    if (!now.contains(file)) return file;
  }
  return {};
}

int run_once(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"certify"};
  for (const std::string& word : arguments) {
    if (word != "--watch") words.push_back(word);
  }
  std::vector<char*> pointers = rig::argv_of(words);
  pid_t child = -1;
  const int error = ::posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, pointers.data(), environ);
  if (error != 0) throw RigError(fmt::format("certify cannot be started again: {}.", std::strerror(error)));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  constexpr int by_signal = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : by_signal + WTERMSIG(status);
}

}  // namespace

std::vector<std::string> watched_files(const CommandLine& line) {
  const rig::dut::DutName dut = rig::dut::parse_dut_name(line.options.dut);
  std::set<std::string> files;
  if (rig::dut::is_simulated(dut)) {
    const rig::doctor::Description description(rig::doctor::description_file(dut));
    const fs::path folder = description.file().parent_path();
    for (const fs::path& file : rig::files_below(folder.empty() ? fs::path(".") : folder)) {
      if (decides_a_design(file)) files.insert(file.string());
    }
    for (const fs::path& source : description.sources()) files.insert(source.string());
  } else if (rig::dut::starts_a_program(dut)) {
    for (const std::string& word : rig::split_command(dut.target)) {
      std::error_code none;
      if (word.find('/') != std::string::npos && fs::is_regular_file(word, none)) files.insert(word);
    }
  }
  return {files.begin(), files.end()};
}

int watch(const CommandLine& line, const std::vector<std::string>& arguments) {
  if (watched_files(line).empty())
    throw UsageError(fmt::format(
        "--watch: {} has no files that could change; allowed: rtl:, and programs that are named by a path.",
        line.options.dut));
  const rig::Interruption interruption;
  int status = 0;
  while (true) {
    const Times before = times_of(watched_files(line));
    status = run_once(arguments);
    std::string what;
    for (Times last = before; !rig::Interruption::noted(); std::this_thread::sleep_for(pause)) {
      const Times now = times_of(watched_files(line));
      const std::string moving = changed(last, now);
      last = now;
      if (!moving.empty()) {
        what = moving;
        continue;  // more may follow it
      }
      if (!what.empty()) break;
    }
    if (rig::Interruption::noted()) return status;
    std::cout << fmt::format("\n{} has changed: the run begins again (Ctrl-C ends it).\n\n", what)
              << std::flush;
  }
}

}  // namespace conformance
