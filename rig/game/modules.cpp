#include "rig/game/modules.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>
#include <utility>

#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/game/game.hpp"
#include "rig/game/statement.hpp"

namespace rig::game {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view suffix = ".so";
constexpr std::string_view option = "--game";

std::vector<Module>& loaded() {
  static std::vector<Module> all;
  return all;
}

/// The modules in a folder, in the order of their names; or the file itself.
std::vector<fs::path> modules_at(const fs::path& place) {
  std::error_code none;
  if (!fs::exists(place, none))
    throw UsageError(
        fmt::format("{}: \"{}\" does not exist; allowed are folders and modules, with colons between.",
                    modules_variable, place.string()));
  if (!fs::is_directory(place, none)) return {place};
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(place)) {
    if (entry.path().extension() == suffix) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<fs::path> named_by_environment() {
  const char* const value = std::getenv(modules_variable);  // NOLINT(concurrency-mt-unsafe): the only thread
  std::vector<fs::path> all;
  std::istringstream places(value == nullptr ? "" : value);
  for (std::string place; std::getline(places, place, ':');) {
    if (place.empty()) continue;
    const std::vector<fs::path> found = modules_at(place);
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

/// The names of the games from this one on. UsageError where one is taken, or a contest of theirs.
std::string names_of_new_games(std::size_t first, const fs::path& file) {
  std::set<std::string> games_before;
  std::set<std::string> contests_before;
  std::string names;
  for (std::size_t at = 0; at < games().size(); ++at) {
    const Game& game = games()[at];
    if (!games_before.insert(game.name).second)
      throw UsageError(
          fmt::format("{}: there is already a game with the name \"{}\".", file.string(), game.name));
    for (const protocol::Contest& contest : game.contests()) {
      if (!contests_before.insert(contest.name).second)
        throw UsageError(
            fmt::format("{}: there is already a contest with the name \"{}\".", file.string(), contest.name));
    }
    if (at >= first) names += (names.empty() ? "" : ",") + game.name;
  }
  if (names.empty()) throw UsageError(fmt::format("{}: the module registers no game.", file.string()));
  return names;
}

void load(const fs::path& named) {
  std::error_code none;
  const fs::path file = fs::canonical(named, none);
  if (none)
    throw UsageError(fmt::format("The module {} cannot be read: {}.", named.string(), none.message()));
  const auto same = [&](const Module& module) { return module.file == file; };
  if (std::any_of(loaded().begin(), loaded().end(), same)) return;
  if (file.string().find(':') != std::string::npos)
    throw UsageError(
        fmt::format("The path of the module {} has a colon, which is not allowed.", file.string()));
  const std::string content = content_of_ordinary_file(file);
  expect_fitting(statement_in(content, file.string()), own_statement(), file.string());
  const std::size_t games_before = games().size();
  // Never closed: what it has registered lives as long as the program.
  if (::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr)
    throw UsageError(fmt::format("The module {} cannot be loaded: {}.", file.string(),
                                 ::dlerror()));  // NOLINT(concurrency-mt-unsafe): the only thread
  loaded().push_back({file, names_of_new_games(games_before, file), sha256_hex(to_bytes(content))});
}

}  // namespace

bool names_module(const std::string& value) {
  return value.ends_with(suffix);
}

std::vector<fs::path> take_modules(std::vector<std::string>& words) {
  std::vector<fs::path> files;
  const std::string joined = std::string(option) + "=";
  for (std::size_t at = 0; at < words.size() && words[at] != "--";) {
    const bool is_joined = words[at].starts_with(joined);
    const bool is_option = words[at] == option && at + 1 < words.size();
    const std::string value = is_joined ? words[at].substr(joined.size()) : is_option ? words[at + 1] : "";
    if (!names_module(value)) {
      ++at;
      continue;
    }
    files.emplace_back(value);
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(at);
    words.erase(begin, begin + (is_joined ? 1 : 2));
  }
  return files;
}

void load_modules(const std::vector<fs::path>& files) {
  std::vector<fs::path> all = named_by_environment();
  all.insert(all.end(), files.begin(), files.end());
  for (const fs::path& file : all) load(file);
  if (loaded().empty()) return;
  std::string names;
  for (const Module& module : loaded()) names += (names.empty() ? "" : ":") + module.file.string();
  ::setenv(modules_variable, names.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): the only thread
}

const std::vector<Module>& modules() {
  return loaded();
}

bool is_loaded(const std::string& game, const std::string& sha256) {
  return std::any_of(loaded().begin(), loaded().end(),
                     [&](const Module& module) { return module.game == game && module.sha256 == sha256; });
}

std::string module_options() {
  std::string options;
  for (const Module& module : loaded())
    options += fmt::format(" {} {}", option, shell_quoted(module.file.string()));
  return options;
}

}  // namespace rig::game
