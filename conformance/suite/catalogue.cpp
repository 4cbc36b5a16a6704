#include "conformance/suite/catalogue.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <functional>
#include <list>
#include <map>
#include <set>
#include <sstream>

#include "conformance/suite/described.hpp"
#include "conformance/suite/families.hpp"
#include "conformance/suite/texts.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/base/toml_file.hpp"

namespace conformance {

using rig::replace_all;
using rig::RigError;
using rig::report::Level;

std::vector<std::string> Catalogue::ids() const {
  std::vector<std::string> ids;
  for (const Requirement& one : requirements_) ids.push_back(one.id);
  return ids;
}

const Requirement* Catalogue::by_id(std::string_view id) const& {
  const auto at =
      std::find_if(requirements_.begin(), requirements_.end(), [&](const auto& r) { return r.id == id; });
  return at == requirements_.end() ? nullptr : &*at;
}

const Requirement* Catalogue::by_aspect(std::string_view aspect) const& {
  if (aspect.empty()) return nullptr;  // what cannot be tested has no aspect, and is not to be found by that
  const auto at = std::find_if(requirements_.begin(), requirements_.end(),
                               [&](const auto& r) { return r.aspect == aspect; });
  return at == requirements_.end() ? nullptr : &*at;
}

Level level_of(const Requirement& requirement, ResetPolicy policy) {
  return policy == ResetPolicy::declared ? requirement.level_with_declared_reset : requirement.level;
}

namespace {

Level level_from(const toml::table& table, const char* key, std::string_view where) {
  const std::string word = table[key].value_or(std::string());
  const auto level = rig::report::level_from(word);
  if (!level) {
    throw RigError(
        fmt::format("{}: {} is \"{}\"; allowed: mandatory, recommended, informational.", where, key, word));
  }
  return *level;
}

/// `[words]`: words of an inherited text, each with what this catalogue has in its place.
void read_otherwise(const toml::table& document, std::string& text) {
  const toml::table* words = document["words"].as_table();
  if (words == nullptr) return;
  for (const auto& [theirs, ours] : *words) replace_all(text, theirs.str(), ours.value_or(std::string()));
}

}  // namespace

std::vector<std::string> families_of(const toml::table& document) {
  std::vector<std::string> families;
  if (const auto one = document["family"].value<std::string>()) families.push_back(*one);
  if (const toml::array* several = document["family"].as_array()) {
    for (const toml::node& one : *several) families.push_back(one.value_or(std::string()));
  }
  return families;
}

namespace {

/// What the contests of a family ask alike: texts and levels by aspect, without ids.
class Family {
 public:
  /// Without clauses where the document names no family; of two that have one the first counts.
  Family(const toml::table& document, std::string_view name) : document_(document), name_(name) {
    for (const std::string& family : families_of(document)) {
      const toml::table& page = pages_.emplace_back(toml::parse(clauses_text(family), family));
      const toml::array* list = page["clause"].as_array();
      if (list == nullptr) throw RigError(fmt::format("{}: its family {} has no [[clause]].", name_, family));
      for (const toml::node& clause : *list)
        clauses_.emplace(clause.as_table()->at("aspect").value_or(std::string()), clause.as_table());
    }
  }

  /// The row with what it leaves to its family.
  toml::table completed(toml::table row) const {
    const auto found = clauses_.find(row["aspect"].value_or(std::string()));
    if (found == clauses_.end()) return row;
    const toml::table& clause = *found->second;
    if (!row.contains("text")) row.insert("text", text_of(clause));
    if (!row.contains("level")) row.insert("level", clause["level"].value_or(std::string()));
    return row;
  }

 private:
  std::string text_of(const toml::table& clause) const {
    std::string text = clause["text"].value_or(std::string());
    read_otherwise(document_, text);
    if (text.find('{') != std::string::npos)
      throw RigError(fmt::format("{}: \"{}\" has a word without a value in [words].", name_, text));
    return text;
  }

  const toml::table& document_;
  std::string name_;
  std::list<toml::table> pages_;
  std::map<std::string, const toml::table*, std::less<>> clauses_;
};

Requirement requirement_from(const toml::table& table, std::string_view name) {
  Requirement requirement;
  requirement.id = table["id"].value_or(std::string());
  const std::string where = fmt::format("{}, requirement \"{}\"", name, requirement.id);
  requirement.text = table["text"].value_or(std::string());
  requirement.source = table["source"].value_or(std::string());
  requirement.aspect = table["aspect"].value_or(std::string());
  requirement.untestable = table["untestable"].value_or(std::string());
  requirement.level = level_from(table, "level", where);
  requirement.level_with_declared_reset = table.contains("level_with_declared_reset")
                                              ? level_from(table, "level_with_declared_reset", where)
                                              : requirement.level;
  if (requirement.id.empty() || requirement.text.empty() || requirement.source.empty()) {
    throw RigError(where + " lacks its id, text or source.");
  }
  if (requirement.aspect.empty() == requirement.untestable.empty()) {
    throw RigError(where + " must have either an aspect or a reason why it is untestable.");
  }
  if (!requirement.aspect.empty()) Aspect::named(requirement.aspect);  // there are no others
  return requirement;
}

/// What a dialect's catalogue says of its family's, whose clauses it takes over under ids of its own.
class Inheritance {
 public:
  Inheritance(const toml::table& document, std::string_view name)
      : document_(document),
        name_(name),
        family_(document["inherits"].value_or(std::string())),
        prefix_(document["prefix"].value_or(std::string())) {}
  /// Of a contest in a file: `document` is its table of clauses. Where that gives no source, it is the
  /// inherited one.
  Inheritance(const toml::table& document, const DescribedTexts& texts)
      : document_(document),
        name_(texts.file->path),
        family_(texts.inherits),
        prefix_(prefix_in(document, texts.contest)),
        keeps_sources_(true) {}

  std::vector<Requirement> clauses() {
    const std::string& prefix = prefix_;
    if (prefix.empty()) throw RigError(fmt::format("{}: \"prefix\" of its ids is missing.", name_));
    const std::string usual_source = document_["source"].value_or(std::string());
    std::vector<Requirement> taken;
    const Catalogue of_family = load_catalogue(family_);
    for (Requirement clause : of_family.all()) {
      const std::string own = clause.id.substr(clause.id.find('-') + 1);  // `INIT-1`
      known_.insert(own);
      if (is_left_out(own)) continue;
      const std::string theirs = clause.id.substr(0, clause.id.size() - own.size());  // `CHESS-`
      clause.id = fmt::format("{}-{}", prefix, own);
      clause.source = document_["sources"][own.substr(0, own.find('-'))].value_or(
          keeps_sources_ && usual_source.empty() ? clause.source : usual_source);
      for (std::string* text : {&clause.text, &clause.untestable}) {
        replace_all(*text, theirs, fmt::format("{}-", prefix));
        read_otherwise(document_, *text);
      }
      if (const toml::table* differs = document_["differs"][own].as_table()) apply(*differs, clause);
      if (clause.source.empty()) throw RigError(fmt::format("{}: {} has no source.", name_, clause.id));
      taken.push_back(clause);
    }
    refuse_unknown();
    return taken;
  }

 private:
  bool is_left_out(const std::string& own) {
    const toml::array* list = document_["left_out"].as_array();
    return list != nullptr && std::any_of(list->begin(), list->end(), [&](const toml::node& node) {
             return node.value<std::string>() == own;
           });
  }

  void apply(const toml::table& differs, Requirement& clause) const {
    const auto take = [&](const char* key, std::string& value) { value = differs[key].value_or(value); };
    take("id", clause.id);
    take("text", clause.text);
    take("source", clause.source);
    take("untestable", clause.untestable);
    if (!clause.untestable.empty()) clause.aspect.clear();
    if (!differs.contains("level")) return;
    clause.level = level_from(differs, "level", fmt::format("{}, requirement \"{}\"", name_, clause.id));
    clause.level_with_declared_reset = clause.level;
  }

  /// A clause that the family does not have differs in nothing and cannot be left out.
  void refuse_unknown() const {
    const auto refuse = [&](const std::string& own) {
      if (!known_.contains(own)) throw RigError(fmt::format("{}: its family has no {}.", name_, own));
    };
    if (const toml::table* differs = document_["differs"].as_table()) {
      for (const auto& [own, clause] : *differs) refuse(std::string(own.str()));
    }
    if (const toml::array* list = document_["left_out"].as_array()) {
      for (const toml::node& own : *list) refuse(own.value_or(std::string()));
    }
  }

  const toml::table& document_;
  std::string name_;
  std::string family_;
  std::string prefix_;
  bool keeps_sources_ = false;
  std::set<std::string> known_;
};

std::vector<Requirement> own_requirements(const toml::table& document, std::string_view name) {
  std::vector<Requirement> requirements;
  const toml::array* list = document["requirement"].as_array();
  const Family family(document, name);
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
    requirements.push_back(requirement_from(family.completed(*list->get(i)->as_table()), name));
  return requirements;
}

std::vector<Requirement> requirements_of(const toml::table& document, std::string_view name) {
  std::vector<Requirement> requirements;
  if (document.contains("inherits")) requirements = Inheritance(document, name).clauses();
  const toml::array* list = document["requirement"].as_array();
  if (list == nullptr && requirements.empty())
    throw RigError(fmt::format("{} has no [[requirement]].", name));
  for (Requirement& own : own_requirements(document, name)) requirements.push_back(std::move(own));
  return requirements;
}

Catalogue without_doubles(std::vector<Requirement> requirements, std::string_view name) {
  std::set<std::string> seen;
  for (const Requirement& requirement : requirements) {
    if (!seen.insert(requirement.id).second) {
      throw RigError(fmt::format("{}: requirement \"{}\" appears twice.", name, requirement.id));
    }
    if (!requirement.aspect.empty() && !seen.insert(requirement.aspect).second) {
      throw RigError(fmt::format("{}: aspect \"{}\" appears twice.", name, requirement.aspect));
    }
  }
  return Catalogue(std::move(requirements));
}

/// Of a contest that a file describes.
Catalogue described_catalogue(const DescribedTexts& texts) {
  const toml::table document = rig::parse_toml(texts.file->text, texts.file->path);
  const toml::table none;
  const toml::table* table = clauses_in(document, texts);
  if (table == nullptr) table = &none;
  check_clauses(*table, texts, load_catalogue(texts.inherits).ids());
  try {
    std::vector<Requirement> requirements = Inheritance(*table, texts).clauses();
    for (Requirement& own : own_requirements(*table, texts.file->path))
      requirements.push_back(std::move(own));
    return without_doubles(std::move(requirements), texts.file->path);
  } catch (const RigError& error) {
    throw rig::UsageError(error.what());  // a user's
  }
}

}  // namespace

Catalogue parse_catalogue(std::string_view text, std::string_view name) {
  std::vector<Requirement> requirements;
  try {
    requirements = requirements_of(rig::parse_toml(text, std::string(name)), name);
  } catch (const rig::UsageError& error) {
    throw RigError(error.what());  // it comes with the rig
  }
  return without_doubles(std::move(requirements), name);
}

Catalogue load_catalogue(std::string_view contest) {
  if (const std::optional<DescribedTexts> texts = described_texts(contest))
    return described_catalogue(*texts);
  return parse_catalogue(clauses_text(contest), fmt::format("requirements/{}.toml", contest));
}

std::string clauses_hash(const Catalogue& catalogue) {
  rig::Sha256 hash;
  for (const Requirement& one : catalogue.all())
    hash.add(fmt::format("{}\n{}\n{}\n{}\n", one.id, to_string(one.level), one.text, one.source));
  return rig::hex_of(hash.finish());
}

}  // namespace conformance
