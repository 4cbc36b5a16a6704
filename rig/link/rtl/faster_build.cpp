#include "rig/link/rtl/faster_build.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/link/rtl/find_model.hpp"
#include "rig/link/rtl/model_script.hpp"

namespace rig {

namespace fs = std::filesystem;

namespace {

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "contest-rig-profile-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw RigError(fmt::format("No folder for a profile: {}.", std::strerror(errno)));
  return name;
}

std::string first_line_of(const fs::path& file) {
  std::ifstream text(file);
  std::string line;
  std::getline(text, line);
  return line;
}

}  // namespace

bool are_of_one_design(const RtlModel& one, const RtlModel& other) {
  for (const char* fact : {"name", "source_hash", "verilator", "clock_hz", "baud", "faults", "settle_ns"}) {
    if (one.fact(fact) != other.fact(fact)) return false;
  }
  return one.fact("build").starts_with("faults") == other.fact("build").starts_with("faults");
}

FasterBuild::FasterBuild(std::shared_ptr<const RtlModel> plain, std::string_view transcript,
                         const std::string& sandbox)
    : plain_(std::move(plain)), folder_(new_folder()) {
  const fs::path said = folder_ / "transcript.jsonl";
  try {
    write_whole(said.string(), transcript);
    start(said.string(), sandbox);
  } catch (const RigError&) {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    throw;
  }
}

FasterBuild::~FasterBuild() {
  if (process_ > 0) {
    kill(-process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void FasterBuild::start(const std::string& transcript, const std::string& sandbox) {
  std::vector<std::string> words = {"nice",
                                    "-n",
                                    "10",
                                    model_script("build_model").string(),
                                    description_of(*plain_).string(),
                                    "--profile",
                                    transcript,
                                    "--against",
                                    fs::absolute(plain_->path()).string()};
  if (plain_->fact("build").starts_with("faults")) words.emplace_back("--faults");
  if (!sandbox.empty()) words.insert(words.end(), {"--sandbox", sandbox});
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  const std::string out = (folder_ / "out").string();
  const std::string errors = (folder_ / "errors").string();
  constexpr int mode = O_WRONLY | O_CREAT | O_TRUNC;
  constexpr mode_t own = 0600;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), mode, own);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, errors.c_str(), mode, own);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);  // a Ctrl-C is not its business, and it is ended as a whole
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  const int error = posix_spawnp(&process_, "nice", &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (error == 0) return;
  process_ = -1;
  throw RigError(fmt::format("The builder of models cannot be started: {}.", std::strerror(error)));
}

const std::optional<FasterBuild::Result>& FasterBuild::result() {
  if (result_) return result_;
  int status = 0;
  const pid_t ended = waitpid(process_, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return result_;
  result_ = ended < 0 ? Result{{}, 0, 0, "its builder was ended"} : read_result(status);
  process_ = -1;
  return result_;
}

FasterBuild::Result FasterBuild::read_result(int status) const {
  if (!WIFEXITED(status)) return {{}, 0, 0, "its builder was killed"};
  if (WEXITSTATUS(status) != 0) return {{}, 0, 0, first_line_of(folder_ / "errors")};
  std::ifstream said(folder_ / "out");
  std::string path;
  Result result;
  std::getline(said, path);
  if (!(said >> result.before >> result.after)) return {{}, 0, 0, "its builder said nothing"};
  try {
    const auto model = RtlModel::load_from_cache(path);
    if (!model) return {{}, 0, 0, "it was removed from the cache"};
    if (!are_of_one_design(*model, *plain_)) return {{}, 0, 0, "the sources have changed meanwhile"};
  } catch (const RigError& error) {
    return {{}, 0, 0, error.what()};
  }
  result.model = path;
  return result;
}

}  // namespace rig
