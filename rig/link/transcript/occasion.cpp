#include "rig/link/transcript/occasion.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/link/transcript/lines.hpp"

namespace rig {

using namespace transcript_lines;

namespace {

constexpr int occasion_version = 1;

Occasion occasion_from(const json& whole) {
  Occasion occasion;
  if (whole.at("occasion") != occasion_version)
    throw Unreadable(fmt::format("\"occasion\" is {}, and this program reads {}", whole.at("occasion").dump(),
                                 occasion_version));
  occasion.head = whole.at("head").get<std::string>();
  occasion.facts = named_texts_from(whole.at("facts"));
  for (const auto& [name, value] : occasion.facts) {
    if (!find_fact(occasion_facts(), name))
      throw Unreadable("\"" + name + "\" is not a fact of the provenance");
  }
  return occasion;
}

}  // namespace

const std::vector<IdentityFact>& occasion_facts() {
  static const std::vector<IdentityFact> facts = {
      {"team-name", "team"},
      {"label", "label"},
      {"bitstream", "bitstream, SHA-256"},
      {"bitstream-file", "file of the bitstream"},
      {"seed-chosen", "seed was"},
      {"sandbox", "sandbox"},
      {"seed-from", "seed derived from"},
      {"started", "started"},
      {"ended", "ended"},
      {"host", "host"},
      {"system", "system"},
      {"clock-source", "clock source"},
      {"signed-by", "key of the signer"},
  };
  return facts;
}

const std::vector<IdentityFact>& identity_facts() {
  static const std::vector<IdentityFact> facts = {
      {"rig", "contest-rig"},          {"commit", "commit of the rig"},
      {"clauses", "clauses, SHA-256"}, {"module", "game from outside, SHA-256"},
      {"program", "program, SHA-256"}, {"fault", "deliberate defect"},
      {"workers", "workers"},          {"contest", "contest in its file, SHA-256"},
  };
  return facts;
}

std::optional<IdentityFact> find_fact(const std::vector<IdentityFact>& facts, std::string_view name) {
  for (const IdentityFact& fact : facts) {
    if (name == fact.name || name.starts_with(std::string(fact.name) + ' ')) return fact;
  }
  return std::nullopt;
}

std::string occasion_path(const std::string& transcript) {
  return transcript + ".occasion";
}

std::string to_text(const Occasion& occasion) {
  constexpr int indent = 2;
  return json{{"occasion", occasion_version},
              {"head", occasion.head},
              {"facts", texts_to_json(occasion.facts)}}
             .dump(indent) +
         '\n';
}

std::optional<Occasion> read_occasion(const std::string& transcript, const std::string& head) {
  const std::string path = occasion_path(transcript);
  std::error_code problem;
  if (!std::filesystem::exists(path, problem)) return std::nullopt;
  const std::string text = content_of_ordinary_file(path);
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("The provenance of the run, {}: {}.", path, why));
  };
  Occasion occasion;
  try {
    occasion = occasion_from(json::parse(text));
  } catch (const std::exception& error) {
    refuse(error.what());
  }
  if (to_text(occasion) != text) refuse("it is not written as a run writes it");
  if (occasion.head != head)
    refuse(fmt::format("it is of a transcript whose chain comes to {}, and that of {} comes to {}",
                       occasion.head, transcript, head.empty() ? "nothing: it has none" : head));
  return occasion;
}

}  // namespace rig
