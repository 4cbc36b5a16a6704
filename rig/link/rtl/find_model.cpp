#include "rig/link/rtl/find_model.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string_view>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/base/program/own_command.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/text.hpp"
#include "rig/link/rtl/model_script.hpp"

namespace rig {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> search_path(const std::vector<fs::path>& first) {
  std::vector<fs::path> directories = first;
  if (const char* listed = std::getenv("CONTEST_RIG_MODELS")) {
    for (std::string_view left = listed; !left.empty();) {
      const std::string_view item = left.substr(0, left.find(':'));
      left.remove_prefix(std::min(item.size() + 1, left.size()));
      if (!item.empty()) directories.emplace_back(item);
    }
  }
  directories.push_back(beside_this_program("../models"));
  directories.push_back(beside_this_program("../lib/contest-rig/models"));  // installed
  return directories;
}

struct Finished {
  int status = 0;
  std::string output;
};

Finished run_shell(const std::string& command) {
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw RigError("The script that builds models cannot be started.");
  Finished finished;
  std::array<char, 4096> block{};
  while (const std::size_t length = std::fread(block.data(), 1, block.size(), pipe)) {
    finished.output.append(block.data(), length);
  }
  finished.status = pclose(pipe);
  while (!finished.output.empty() && finished.output.back() == '\n') finished.output.pop_back();
  return finished;
}

using Builder = std::function<fs::path(const fs::path&, const ModelQuery&)>;

Builder& other_builder() {
  static Builder builder;
  return builder;
}

std::shared_ptr<const RtlModel> build(const fs::path& description, const ModelQuery& query) {
  if (other_builder()) return RtlModel::load(other_builder()(description, query));
  constexpr int most_tries = 4;  // what was built may be removed to make room before it is loaded
  for (int tries = 0; tries < most_tries; ++tries) {
    if (auto model = RtlModel::load_from_cache(build_model(description, query))) return model;
  }
  throw RigError(
      fmt::format("The model of {} is removed from the cache as soon as it is built.", description.string()));
}

bool ends_with_build(std::string_view stem) {
  return stem.ends_with("-faults") || stem.ends_with("-trace") || stem.ends_with("-coverage");
}

}  // namespace

fs::path build_model(const fs::path& description, const ModelQuery& query) {
  std::string command =
      shell_quoted(model_script("build_model").string()) + ' ' + shell_quoted(description.string());
  if (query.faults) command += " --faults";
  if (query.trace) command += " --trace";
  if (query.coverage) command += " --coverage";
  if (!query.sandbox.empty()) command += " --sandbox " + query.sandbox;
  // What goes on goes to people, what went wrong into the error.
  const bool somebody_reads = fcntl(STDERR_FILENO, F_GETFD) != -1;
  command += somebody_reads ? " --progress 3 3>&2 2>&1" : " 2>&1";
  const Finished finished = run_shell(command);
  if (WIFEXITED(finished.status) && WEXITSTATUS(finished.status) == 0) return finished.output;
  if (WIFEXITED(finished.status) && WEXITSTATUS(finished.status) == 2) throw UsageError(finished.output);
  throw RigError(
      fmt::format("The model of {} could not be built:\n{}", description.string(), finished.output));
}

void have_models_built_by(Builder builder) {
  other_builder() = std::move(builder);
}

std::vector<fs::path> model_folders() {
  std::vector<fs::path> folders = search_path({});
  try {
    folders.push_back(model_script("build_model").parent_path());
  } catch (const RigError&) {  // there is none, and nothing can be built
  }
  std::error_code ignored;
  std::erase_if(folders, [&](const fs::path& folder) { return !fs::is_directory(folder, ignored); });
  return folders;
}

fs::path description_of(const RtlModel& model) {
  fs::path as_built = model.fact("description");
  if (fs::exists(as_built)) return as_built;
  std::error_code none;
  for (const fs::directory_entry& folder :
       fs::directory_iterator(model_script("build_model").parent_path(), none)) {
    fs::path installed = folder.path() / as_built.filename();
    if (fs::exists(installed)) return installed;
  }
  return as_built;
}

std::vector<std::string> known_models(const std::vector<fs::path>& model_dirs) {
  std::set<std::string> names;
  for (const fs::path& directory : search_path(model_dirs)) {
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator(directory, none)) {
      const std::string stem = entry.path().stem().string();
      if (entry.path().extension() == ".so" && !ends_with_build(stem)) names.insert(stem);
    }
  }
  return {names.begin(), names.end()};
}

std::shared_ptr<const RtlModel> find_model(const ModelQuery& query) {
  if (query.model.ends_with(".toml")) {
    if (!fs::exists(query.model)) throw UsageError(fmt::format("There is no file \"{}\".", query.model));
    return build(query.model, query);
  }
  const std::string plain = query.model + (query.faults ? "-faults" : "");
  const std::string asked = plain + (query.trace ? "-trace" : "") + (query.coverage ? "-coverage" : "");
  for (const fs::path& directory : search_path(query.model_dirs)) {
    if (query.model.empty() || !fs::exists(directory / (plain + ".so"))) continue;
    if (fs::exists(directory / (asked + ".so"))) return RtlModel::load(directory / (asked + ".so"));
    return build(description_of(*RtlModel::load(directory / (plain + ".so"))), query);
  }
  const std::vector<std::string> known = known_models(query.model_dirs);
  if (known.empty()) {
    throw UsageError(
        fmt::format("Unknown model \"{}\". No models were found; build the target rtl_models, or name their "
                    "directory in CONTEST_RIG_MODELS.",
                    query.model));
  }
  throw UsageError(unknown_value("model", query.model, known));
}

}  // namespace rig
