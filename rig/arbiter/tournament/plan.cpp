#include "rig/arbiter/tournament/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

#include "rig/arbiter/far_ends.hpp"
#include "rig/arbiter/house.hpp"
#include "rig/arbiter/tournament/formats.hpp"
#include "rig/base/crypto/ed25519.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/span.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/toml_file.hpp"
#include "rig/base/toml_section.hpp"
#include "rig/dut/dut.hpp"

namespace rig::arbiter::tournament {

namespace {

constexpr std::size_t most_entrants = 1000;

/// A whole number of a section, in these bounds.
std::int64_t number_of(const Section& section, const char* key, std::int64_t least, std::int64_t most,
                       std::int64_t usual) {
  const toml::node* node = section.find(key);
  if (node == nullptr) return usual;
  const auto value = node->value_exact<std::int64_t>();
  if (!value || *value < least || *value > most)
    section.refuse(*node, key, fmt::format("a whole number from {} to {}", least, most));
  return *value;
}

/// A span of time of a section.
std::optional<Duration> time_of(const Section& section, const char* key) {
  const toml::node* node = section.find(key);
  if (node == nullptr) return std::nullopt;
  const auto text = node->value_exact<std::string>();
  const auto time = text ? span_from(*text) : std::nullopt;
  if (!time) section.refuse(*node, key, "a time, written as \"2s\", \"15m\" or \"1h30m\"");
  return time;
}

/// A value of a setting as text: a text, a whole number, true or false.
std::string setting_text(const Section& section, const std::string& key, const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
  if (const auto flag = node.value_exact<bool>()) return *flag ? "yes" : "no";
  section.refuse(node, key, "a text, a whole number, true or false");
}

/// A path in the file is seen from the file's own folder.
std::string seen_from(const std::string& folder, const std::string& path) {
  if (folder.empty() || std::filesystem::path(path).is_absolute()) return path;
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

/// Reads one plan, table by table.
class Reader {
 public:
  Reader(std::string file, std::string folder) : file_(std::move(file)), folder_(std::move(folder)) {}

  Plan read(const std::string& text) {
    plan_.text = text;
    const toml::table table = parse_toml(text, file_);
    const Section top(
        table, file_, "",
        {"contest", "board", "set", "title", "seed", "key", "format", "policy", "bench", "entrant"});
    read_contest(top);
    plan_.title = top.text_or("title", plan_.contest->title);
    plan_.seed =
        static_cast<std::uint64_t>(number_of(top, "seed", 0, std::numeric_limits<std::int64_t>::max(), 1));
    if (top.find("key") != nullptr)
      plan_.key = PublicKey::from_file(seen_from(folder_, top.text("key"))).hex();
    if (const toml::table* policy = table_of(top, "policy")) read_policy(*policy);
    read_benches(top);
    read_entrants(top);
    read_format(top);
    return std::move(plan_);
  }

 private:
  const toml::table* table_of(const Section& top, const char* key) const {
    const toml::node* node = top.find(key);
    if (node == nullptr) return nullptr;
    if (!node->is_table()) top.refuse(*node, key, fmt::format("a table [{}]", key));
    return node->as_table();
  }

  /// The tables of `[[key]]`.
  std::vector<const toml::table*> tables_of(const Section& top, const char* key) const {
    std::vector<const toml::table*> tables;
    if (top.find(key) == nullptr) return tables;
    const toml::array* list = top.list(key);
    for (const toml::node& one : *list) {
      if (!one.is_table()) top.refuse(one, key, fmt::format("tables [[{}]]", key));
      tables.push_back(one.as_table());
    }
    return tables;
  }

  void read_contest(const Section& top) {
    plan_.contest_name = top.text("contest");
    if (const toml::table* set = table_of(top, "set")) {
      for (const auto& [key, node] : *set)
        plan_.set[std::string(key.str())] = setting_text(top, fmt::format("set.{}", key.str()), node);
    }
    if (top.find("board") != nullptr) plan_.board = static_cast<int>(number_of(top, "board", 0, 1000, 0));
    located(top, "contest", [&] {
      plan_.contest = &protocol::find_contest(plan_.contest_name, {.board = plan_.board, .named = plan_.set});
      plan_.contest_name = plan_.contest->name;  // of a file that was named
    });
  }

  void read_policy(const toml::table& table) {
    const Section section(table, file_, "policy.",
                          {"settle", "grace", "replays", "plies", "pause", "at_once", "day"});
    Policy& policy = plan_.policy;
    policy.games.settle = time_of(section, "settle").value_or(policy.games.settle);
    policy.games.grace = time_of(section, "grace").value_or(policy.games.grace);
    policy.pause = time_of(section, "pause").value_or(Duration{});
    policy.games.replays = static_cast<int>(number_of(section, "replays", 0, 100, policy.games.replays));
    policy.games.most_plies =
        static_cast<int>(number_of(section, "plies", 1, 1'000'000, policy.games.most_plies));
    policy.at_once = static_cast<int>(number_of(section, "at_once", 1, 256, 0));
    policy.day = time_of(section, "day");
  }

  void read_benches(const Section& top) {
    for (const toml::table* table : tables_of(top, "bench")) {
      const Section section(*table, file_, "bench.", {"name"});
      const std::string name = section.text("name");
      if (std::count(plan_.benches.begin(), plan_.benches.end(), name) > 0)
        section.refuse(*section.find("name"), "name", "a name that no other bench has");
      plan_.benches.push_back(name);
    }
  }

  void read_entrants(const Section& top) {
    std::set<std::string> teams;
    for (const toml::table* table : tables_of(top, "entrant")) {
      const Section section(*table, file_, "entrant.",
                            {"team", "code", "dut", "bench", "certificate", "bitstream"});
      EntrantPlan entrant{.team = section.text("team"),
                          .code = section.text_or("code", ""),
                          .dut = section.text("dut"),
                          .bench = section.text_or("bench", ""),
                          .certificate = {},
                          .bitstream = {}};
      if (!teams.insert(entrant.team).second)
        section.refuse(*section.find("team"), "team", "a team that is not entered above");
      check_dut(section, entrant.dut);
      if (!entrant.bench.empty() && plan_.benches.empty())
        section.refuse(*section.find("bench"), "bench", "the name of a [[bench]], and there is none");
      if (!entrant.bench.empty()) entrant.bench = section.one_of("bench", plan_.benches);
      if (section.find("certificate") != nullptr)
        entrant.certificate = seen_from(folder_, section.text("certificate"));
      if (section.find("bitstream") != nullptr)
        entrant.bitstream = seen_from(folder_, section.text("bitstream"));
      plan_.entrants.push_back(std::move(entrant));
    }
    if (plan_.entrants.size() < 2 || plan_.entrants.size() > most_entrants)
      throw UsageError(fmt::format("{}: found {} of [[entrant]]; allowed: from 2 to {}.", file_,
                                   plan_.entrants.size(), most_entrants));
  }

  void check_dut(const Section& section, const std::string& dut) const {
    located(section, "dut", [&] { check_side(*plan_.contest, dut); });
    const auto is_it = [&](const EntrantPlan& other) { return other.dut == dut; };
    const bool is_twice = std::any_of(plan_.entrants.begin(), plan_.entrants.end(), is_it);
    if (is_twice && !is_house(dut) && dut::opens_once(dut::parse_dut_name(dut)))
      section.refuse(*section.find("dut"), "dut", "a far end that no other team has");
  }

  void read_format(const Section& top) {
    const toml::table* table = table_of(top, "format");
    if (table == nullptr) top.refuse_missing("format", "a table [format] with a name");
    for (const auto& [key, node] : *table) {
      const std::string name(key.str());
      const std::string value = setting_text(top, "format." + name, node);
      if (name == "name") {
        plan_.format_name = value;
      } else {
        plan_.format_settings[name] = value;
      }
    }
    located(top, "format", [&] { static_cast<void>(format_of(plan_)); });
  }

  /// What is wrong with a value is said with the place of its key.
  template <typename F>
  void located(const Section& section, const char* key, F&& look) const {
    try {
      look();
    } catch (const UsageError& error) {
      const toml::node* node = section.find(key);
      const auto line = node == nullptr ? 1 : node->source().begin.line;
      throw UsageError(
          fmt::format("{}, line {}: {}{}: {}", file_, line, section.prefix(), key, error.what()));
    }
  }

  std::string file_;
  std::string folder_;
  Plan plan_;
};

}  // namespace

std::string Plan::bench_of(Entrant entrant) const {
  const EntrantPlan& one = entrants.at(entrant);
  return one.bench.empty() ? fmt::format("of {}", one.team) : one.bench;
}

Entrant Plan::entrant_named(const std::string& team) const {
  std::vector<std::string> known;
  for (Entrant entrant = 0; entrant < entrants.size(); ++entrant) {
    if (entrants[entrant].team == team) return entrant;
    known.push_back(entrants[entrant].team);
  }
  throw UsageError(unknown_value("team", team, known));
}

std::string Plan::match_of(const Fixture& fixture) const {
  return fmt::format("{} - {}", entrants.at(fixture.first).team, entrants.at(fixture.second).team);
}

Plan plan_from(const std::string& text, const std::string& file, const std::string& folder) {
  return Reader(file, folder).read(text);
}

std::unique_ptr<Format> format_of(const Plan& plan) {
  Field field{.names = {}, .seats = static_cast<int>(plan.contest->seats.size()), .seed = plan.seed};
  for (const EntrantPlan& one : plan.entrants) field.names.push_back(one.team);
  return make_format(plan.format_name, plan.format_settings, field);
}

}  // namespace rig::arbiter::tournament
