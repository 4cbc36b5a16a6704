/// The contests that a program knows: pages that games register, files that come with it, and files of users.

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/toml_file.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/protocol/contest_file.hpp"
#include "rig/protocol/settings.hpp"

namespace rig::protocol {

namespace {

using Pages = std::vector<std::vector<Contest> (*)()>;

Pages& pages() {
  static Pages all;
  return all;
}

}  // namespace

void add_contests(std::vector<Contest> (*contests)()) {
  pages().push_back(contests);
}

const std::vector<Contest>& contests() {
  static const std::vector<Contest> known = [] {
    std::vector<Contest> all;
    for (const auto& page : pages()) {
      for (Contest& contest : page()) {
        for (const Contest& other : all) {
          if (other.name == contest.name)
            throw RigError("Two contests of this program are named \"" + contest.name + "\".");
        }
        all.push_back(std::move(contest));
      }
    }
    // Beside the pages of their game, behind them.
    for (Contest& contest : contests_in_texts(all)) {
      if (std::any_of(all.begin(), all.end(), [&](const Contest& one) { return one.name == contest.name; }))
        throw RigError("Two contests of this program are named \"" + contest.name + "\".");
      const auto last = std::find_if(all.rbegin(), all.rend(),
                                     [&](const Contest& one) { return one.game == contest.game; });
      all.insert(last.base(), std::move(contest));
    }
    return all;
  }();
  return known;
}

namespace {

/// Made once for each choice, and kept.
const Contest& made(const Contest& plain, const ContestSettings& settings) {
  using Choice = std::tuple<std::string, std::optional<int>, NamedSettings>;
  static std::mutex mutex;
  static std::map<Choice, Contest> of_choice;
  const std::lock_guard lock(mutex);
  const Choice choice{plain.name, settings.board, settings.named};
  const auto known = of_choice.find(choice);
  return known != of_choice.end() ? known->second
                                  : of_choice.emplace(choice, plain.with(settings)).first->second;
}

/// Read once: what a run has begun with does not change under it.
const Contest& contest_in_file(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, const Contest*> of_path;
  const std::lock_guard lock(mutex);
  const auto known = of_path.find(path);
  if (known != of_path.end()) return *known->second;
  const std::string text = content_of_ordinary_file(path, largest_toml);
  return *of_path.emplace(path, &learn_contest(path, text)).first->second;
}

const Contest& contest_named(std::string_view name) {
  if (names_a_file(name)) return contest_in_file(std::string(name));
  if (const Contest* learned = learned_contest(name)) return *learned;
  std::vector<std::string> names;
  for (const Contest& contest : contests()) {
    if (contest.name == name) return contest;
    names.push_back(contest.name);
  }
  throw UsageError(unknown_value("contest", name, names));
}

}  // namespace

const Contest& find_contest(std::string_view name, const ContestSettings& settings) {
  const Contest& plain = contest_named(name);
  if (settings.board && !plain.chooses_board)
    throw UsageError("The board of " + plain.name +
                     " is not the host's choice: --board is not allowed here.");
  ContestSettings chosen;  // without what is as usual anyway
  if (settings.board && *settings.board != plain.board) chosen.board = settings.board;
  const Contest& usual = chosen.board ? made(plain, chosen) : plain;
  check_settings(usual.name, usual.settings, settings.named);
  for (const Setting& setting : usual.settings) {
    const std::string& value = value_of(setting, settings.named);
    if (value != setting.value) chosen.named[setting.name] = value;
  }
  if (chosen.named.empty()) return usual;
  return made(plain, chosen);
}

}  // namespace rig::protocol
