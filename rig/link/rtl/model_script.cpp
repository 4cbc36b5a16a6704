#include "rig/link/rtl/model_script.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "rig/base/errors.hpp"
#include "rig/base/program/argv.hpp"
#include "rig/base/program/own_command.hpp"

namespace rig {

namespace fs = std::filesystem;

namespace {

std::string all_of(int descriptor) {
  std::string text;
  std::array<char, 4096> block{};
  for (;;) {
    const ssize_t length = read(descriptor, block.data(), block.size());
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) break;
    text.append(block.data(), static_cast<std::size_t>(length));
  }
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

struct Ended {
  int status = 0;
  std::string said;  ///< on standard error
};

Ended run(const fs::path& program, const std::vector<std::string>& arguments) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw RigError(fmt::format("A pipe: {}.", std::strerror(errno)));
  std::vector<std::string> words = {program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers = argv_of(words);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t child = -1;
  const int error = posix_spawn(&child, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  Ended ended;
  if (error == 0) ended.said = all_of(ends[0]);
  close(ends[0]);
  if (error != 0)
    throw RigError(fmt::format("{} cannot be started: {}.", program.string(), std::strerror(error)));
  while (waitpid(child, &ended.status, 0) < 0 && errno == EINTR) {
  }
  return ended;
}

}  // namespace

fs::path model_script(const std::string& name) {
  const char* const chosen = std::getenv("CONTEST_RIG_BUILD_MODEL");
  if (chosen != nullptr)
    return name == "build_model" ? fs::path(chosen) : fs::path(chosen).parent_path() / name;
  for (const fs::path& folder :
       {beside_this_program("../share/contest-rig/rtl_models"), fs::path(RIG_BUILD_MODEL).parent_path()}) {
    if (fs::exists(folder / name)) return folder / name;
  }
  throw RigError(fmt::format(
      "The script rtl_models/{} was not found. Name the one that builds models, which lies beside "
      "it, in the environment variable CONTEST_RIG_BUILD_MODEL.",
      name));
}

void run_model_script(const std::string& name, const std::vector<std::string>& arguments) {
  std::cout.flush();
  const Ended ended = run(model_script(name), arguments);
  if (WIFEXITED(ended.status) && WEXITSTATUS(ended.status) == 0) {
    if (!ended.said.empty()) std::cerr << ended.said << "\n";
    return;
  }
  if (WIFEXITED(ended.status) && WEXITSTATUS(ended.status) == 2) throw UsageError(ended.said);
  throw RigError(ended.said.empty() ? fmt::format("rtl_models/{} did not come to its end.", name)
                                    : ended.said);
}

}  // namespace rig
