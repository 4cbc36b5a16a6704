#include "conformance/suite/faults.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "conformance/suite/catalogue.hpp"
#include "conformance/suite/described.hpp"
#include "conformance/suite/families.hpp"
#include "conformance/suite/texts.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/toml_file.hpp"
#include "rig/game/game.hpp"
#include "rig/protocol/contest_file.hpp"

namespace conformance {

using rig::RigError;

namespace {

std::string text_of(const toml::table& table, const char* key) {
  std::string value = table[key].value_or(std::string());
  if (value.empty())
    throw RigError(fmt::format("faults, line {}: \"{}\" is missing.", table.source().begin.line, key));
  return value;
}

/// A list of words, or what it is where the row has none.
std::vector<std::string> words_of(const toml::table& table, const char* key,
                                  std::vector<std::string> usual = {}) {
  if (!table.contains(key)) return usual;
  const toml::array* list = table[key].as_array();
  const bool words_only = list != nullptr && (list->empty() || list->is_homogeneous<std::string>());
  if (!words_only) {
    throw RigError(
        fmt::format("faults, line {}: \"{}\" is a list of words.", table.source().begin.line, key));
  }
  std::vector<std::string> words;
  for (const toml::node& word : *list) words.push_back(*word.value<std::string>());
  return words;
}

/// What the rig's own player says of its fault, where a row does not say it again; empty: it knows none.
std::string what_of(const Fault& fault, std::string_view contest) {
  for (const rig::game::Game& game : rig::game::games()) {
    if (game.faults == nullptr || fault.duts.front() != "builtin:" + game.name) continue;
    for (const rig::player::DeviceFault& one : game.faults(rig::protocol::find_contest(contest))) {
      if (one.name == fault.name) return one.what;
    }
  }
  return {};
}

/// All but the requirement. `whole` is the table around the row: a column that stands there holds for the
/// rows that do not have it.
Fault fault_from(const toml::table& table, const toml::table& whole, std::string_view contest) {
  Fault fault;
  fault.name = text_of(table, "name");
  fault.killer = text_of(table, "killer");
  fault.finding = text_of(table, "finding");
  fault.board = table["board"].value<int>();
  fault.duts = words_of(table, "duts", words_of(whole, "duts"));
  fault.also = words_of(table, "also");
  fault.declared_reset = words_of(table, "declared_reset", words_of(whole, "declared_reset"));
  if (fault.duts.empty()) throw RigError(fmt::format("faults: fault \"{}\" lives on no DUT.", fault.name));
  fault.what = table.contains("what") ? text_of(table, "what") : what_of(fault, contest);
  if (fault.what.empty()) throw RigError(fmt::format("faults: nobody says what \"{}\" does.", fault.name));
  return fault;
}

/// A row that comes from elsewhere, before it has a clause of this contest.
struct Inherited {
  Fault fault;
  std::string aspect;  ///< what its clause looks at
};

/// The rows of a family that this contest has.
std::vector<Inherited> rows_of_family(const std::string& family, std::string_view contest) {
  const toml::table page = toml::parse(faults_text(family), std::string_view("the faults of a family"));
  const toml::array* list = page["fault"].as_array();
  if (list == nullptr) throw RigError(fmt::format("faults: {} has no [[fault]].", family));
  std::vector<Inherited> rows;
  for (const toml::node& node : *list) {
    const toml::table& row = *node.as_table();
    const std::vector<std::string> contests = words_of(row, "contests", {std::string(contest)});
    if (std::find(contests.begin(), contests.end(), contest) != contests.end())
      rows.push_back({fault_from(row, page, contest), text_of(row, "aspect")});
  }
  return rows;
}

/// The rows of another contest.
std::vector<Inherited> rows_of_contest(const std::string& other) {
  const Catalogue theirs = load_catalogue(other);
  std::vector<Inherited> rows;
  for (const Fault& fault : fault_table(other)) {
    const Requirement* requirement = theirs.by_id(fault.requirement);
    rows.push_back({fault, requirement == nullptr ? std::string() : requirement->aspect});
  }
  return rows;
}

/// What differs of an inherited row.
void apply(const toml::table& differs, Fault& fault) {
  const auto take = [&](const char* key, std::string& value) { value = differs[key].value_or(value); };
  take("what", fault.what);
  take("killer", fault.killer);
  take("requirement", fault.requirement);
  take("finding", fault.finding);
  fault.duts = words_of(differs, "duts", fault.duts);
  fault.also = words_of(differs, "also", fault.also);
}

/// The rows of the family or of the other contest, but for those left out, with what differs.
std::vector<Fault> inherited(const toml::table& document, std::string_view contest) {
  const std::vector<std::string> families = families_of(document);
  const std::string other = document["inherits"].value_or(std::string());
  if (families.empty() && other.empty()) return {};
  const std::vector<std::string> left_out = words_of(document, "left_out");
  std::set<std::string> unknown(left_out.begin(), left_out.end());
  if (const toml::table* all = document["differs"].as_table()) {
    for (const auto& [name, row] : *all) unknown.insert(std::string(name.str()));
  }
  const Catalogue own = load_catalogue(contest);
  const std::string from = other.empty() ? fmt::format("{}", fmt::join(families, " and ")) : other;
  std::vector<Fault> faults;
  std::vector<Inherited> rows = other.empty() ? std::vector<Inherited>() : rows_of_contest(other);
  for (const std::string& family : families) {
    for (Inherited& row : rows_of_family(family, contest)) rows.push_back(std::move(row));
  }
  for (auto& [fault, aspect] : rows) {
    unknown.erase(fault.name);
    if (std::find(left_out.begin(), left_out.end(), fault.name) != left_out.end()) continue;
    const Requirement* counterpart = own.by_aspect(aspect);
    fault.requirement = counterpart == nullptr ? std::string() : counterpart->id;
    if (const toml::table* differs = document["differs"][fault.name].as_table()) apply(*differs, fault);
    if (fault.requirement.empty())
      throw RigError(fmt::format("faults of {}: \"{}\" breaks \"{}\" of {}, for which it has no clause.",
                                 contest, fault.name, aspect, from));
    faults.push_back(fault);
  }
  if (!unknown.empty())
    throw RigError(fmt::format("faults of {}: {} has no \"{}\".", contest, from, *unknown.begin()));
  return faults;
}

/// Why an inherited fault cannot show in a contest that a file describes; empty: it can. What the builtin
/// player says of it holds for other boards with the same defect.
std::string reason_against(const Fault& fault, const rig::protocol::Contest& contest) {
  const rig::game::Game& game = rig::game::game_of(contest);
  const bool lives_there =
      std::find(fault.duts.begin(), fault.duts.end(), "builtin:" + game.name) != fault.duts.end();
  return lives_there && game.cannot_show != nullptr ? game.cannot_show(contest, fault.name) : std::string();
}

/// Drops the designs that do not speak the contest. The reason, where no board is left.
std::string keep_those_that_speak(Fault& fault, const rig::protocol::Contest& contest,
                                  const std::vector<std::string>& kept) {
  const rig::protocol::Contest& other = rig::protocol::find_contest(contest.file->inherits);
  const bool alike = rig::protocol::differences(contest, other).empty();
  std::string reason;
  std::vector<std::string> duts = fault.duts;
  std::erase_if(duts, [&](const std::string& dut) {
    const bool is_kept = kept.empty() ? alike : std::find(kept.begin(), kept.end(), dut) != kept.end();
    if (!dut.starts_with("rtl:") || is_kept) return false;
    reason = fmt::format("{} does not speak {}", dut, contest.name);
    return true;
  });
  if (duts.empty()) return reason;
  fault.duts = duts;
  return {};
}

/// Those of a contest that a file describes: what it inherits, with what differs, and its own.
std::vector<Fault> described_table(const DescribedTexts& texts) {
  const toml::table document = rig::parse_toml(texts.file->text, texts.file->path);
  const toml::table none;
  const toml::table* table = faults_in(document, texts);
  if (table == nullptr) table = &none;
  const rig::protocol::Contest& contest = rig::protocol::find_contest(texts.contest);
  const std::string name = texts.contest + (texts.of_referee ? "-referee" : "");
  const Catalogue own = load_catalogue(name);
  std::vector<Inherited> rows = rows_of_contest(texts.inherits);
  std::vector<std::string> known;
  known.reserve(rows.size());
  for (const Inherited& row : rows) known.push_back(row.fault.name);
  check_faults(*table, texts, own.ids(), known);
  const std::vector<std::string> left_out = words_of(*table, "left_out");
  const std::vector<std::string> kept = words_of(*table, "duts");
  std::vector<Fault> faults;
  for (auto& [fault, aspect] : rows) {
    if (std::find(left_out.begin(), left_out.end(), fault.name) != left_out.end()) continue;
    const Requirement* counterpart = own.by_aspect(aspect);
    fault.requirement = counterpart == nullptr ? std::string() : counterpart->id;
    if (const toml::table* differs = (*table)["differs"][fault.name].as_table()) apply(*differs, fault);
    if (fault.not_applicable.empty() && !texts.of_referee)
      fault.not_applicable = reason_against(fault, contest);
    if (fault.not_applicable.empty()) fault.not_applicable = keep_those_that_speak(fault, contest, kept);
    if (fault.not_applicable.empty() && fault.requirement.empty())
      fault.not_applicable = fmt::format("it breaks \"{}\", on which there is no clause", aspect);
    faults.push_back(fault);
  }
  if (const toml::array* list = (*table)["fault"].as_array()) {
    for (const toml::node& node : *list) {
      faults.push_back(fault_from(*node.as_table(), *table, texts.contest));
      faults.back().requirement = text_of(*node.as_table(), "requirement");
    }
  }
  return faults;
}

std::vector<Fault> read_table(std::string_view contest) {
  if (const std::optional<DescribedTexts> texts = described_texts(contest)) {
    try {
      return described_table(*texts);
    } catch (const RigError& error) {
      throw rig::UsageError(fmt::format("{}: {}", texts->file->path, error.what()));
    }
  }
  std::vector<Fault> faults;
  std::set<std::string> names;
  try {
    const toml::table document = toml::parse(faults_text(contest), std::string_view("the table of faults"));
    faults = inherited(document, contest);
    if (const toml::array* list = document["fault"].as_array()) {
      for (const toml::node& node : *list) {
        faults.push_back(fault_from(*node.as_table(), document, contest));
        faults.back().requirement = text_of(*node.as_table(), "requirement");
      }
    }
  } catch (const toml::parse_error& error) {
    throw RigError(fmt::format("faults, line {}: {}", error.source().begin.line, error.description()));
  }
  for (const Fault& fault : faults) {
    for (const std::string& dut : fault.duts) {
      if (!names.insert(dut + " " + fault.name).second)
        throw RigError(fmt::format("faults: \"{}\" appears twice for {}.", fault.name, dut));
    }
  }
  return faults;
}

}  // namespace

const std::vector<Fault>& fault_table(std::string_view contest) {
  static std::map<std::string, std::vector<Fault>, std::less<>> tables;
  const auto known = tables.find(contest);
  if (known != tables.end()) return known->second;
  return tables.emplace(contest, read_table(contest)).first->second;
}

std::vector<Fault> faults_that_show(std::string_view contest) {
  std::vector<Fault> faults = fault_table(contest);
  std::erase_if(faults, [](const Fault& fault) { return !fault.not_applicable.empty(); });
  return faults;
}

}  // namespace conformance
