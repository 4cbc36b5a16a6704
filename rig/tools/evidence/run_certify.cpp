#include "rig/tools/evidence/run_certify.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <system_error>

#include "rig/base/errors.hpp"
#include "rig/base/program/argv.hpp"
#include "rig/base/program/own_command.hpp"

namespace rig {

int run_certify(std::vector<std::string> words, const std::string& output) {
  const std::string program = beside_this_program("certify").string();
  words.insert(words.begin(), program);
  std::vector<char*> arguments = argv_of(words);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (!output.empty()) {
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                     0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  }
  std::cout << std::flush;
  pid_t child = -1;
  const int error = posix_spawn(&child, program.c_str(), &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0)
    throw RigError(fmt::format("{} cannot be started: {}.", program, std::generic_category().message(error)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status))
    throw RigError(fmt::format("{} was killed by signal {}.", program, WTERMSIG(status)));
  return WEXITSTATUS(status);
}

}  // namespace rig
