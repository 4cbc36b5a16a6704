#include "conformance/run/identity.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <charconv>
#include <filesystem>
#include <fstream>

#include "conformance/referee/host/start/filling.hpp"
#include "conformance/run/referee_subject.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/build_commit.hpp"
#include "rig/dut/dut.hpp"
#include "rig/game/modules.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/exec/program_hashes.hpp"

namespace conformance {

namespace {

namespace fs = std::filesystem;
using Facts = std::map<std::string, std::string>;

void add_program(Facts& facts, const std::vector<std::string>& words, const fs::path& folder = {}) {
  for (const auto& [word, hash] : rig::hashes_of_program(words, folder)) facts["program " + word] = hash;
}

/// The description, the program that it starts, its configuration, and a deliberate fault.
void add_referee(Facts& facts, const RunOptions& options) {
  const rig::host::RefereeName name = rig::host::parse_referee_name(options.referee);
  const rig::host::Description referee =
      describe_referee(options, rig::protocol::find_contest(options.contest));
  facts["program " + name.file] = rig::sha256_file(name.file);
  add_program(facts, rig::host::located(referee.command), referee.directory);
  const fs::path& configuration = referee.configuration.file;
  if (!configuration.empty())
    facts["program " + configuration.filename().string()] = rig::sha256_file(configuration);
  if (!name.fault.empty()) facts["fault"] = name.fault;
}

std::string first_line_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

}  // namespace

std::string clock_name(rig::ClockKind kind) {
  switch (kind) {
    case rig::ClockKind::simulated: return "simulated";
    case rig::ClockKind::virtual_time: return "virtual";
    case rig::ClockKind::monotonic: return "monotonic";
  }
  return "?";
}

Facts identity_of(const RunPlan& plan, const Catalogue& catalogue) {
  Facts facts = {{"clauses", clauses_hash(catalogue)}};
  if (*rig::build_commit() != '\0') facts["commit"] = rig::build_commit();
  for (const rig::game::Module& module : rig::game::modules()) facts["module " + module.game] = module.sha256;
  if (!plan.dut) {
    add_referee(facts, plan.options);
    return facts;
  }
  if (rig::dut::keeps_own_time(*plan.dut)) facts["workers"] = std::to_string(plan.jobs);
  if (rig::dut::starts_a_program(*plan.dut)) add_program(facts, rig::split_command(plan.dut->target));
  return facts;
}

int workers_in(const Facts& identity) {
  constexpr int most = 256;
  const auto found = identity.find("workers");
  if (found == identity.end()) return 0;
  const std::string& text = found->second;
  int workers = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), workers);
  if (error == std::errc() && end == text.data() + text.size() && workers >= 1 && workers <= most)
    return workers;
  throw rig::UsageError(
      fmt::format("The transcript's \"identity/workers\" is \"{}\", allowed is a whole number from 1 to {}.",
                  text, most));
}

Facts occasion_of(const CommandLine& line, const std::string& started) {
  Facts facts = {{"started", started}, {"seed-chosen", line.seed_chosen}};
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) facts[name] = value;
  };
  add("seed-from", line.seed_from);
  add("team-name", line.team_name);
  add("label", line.label);
  if (!line.bitstream.empty()) {
    try {
      facts["bitstream"] = rig::sha256_file(line.bitstream);
    } catch (const rig::RigError& error) {
      throw rig::UsageError(fmt::format("--bitstream: {}", error.what()));
    }
    facts["bitstream-file"] = line.bitstream;
  }
  utsname system{};
  if (::uname(&system) == 0) {
    add("host", system.nodename);
    facts["system"] = fmt::format("{} {} {}", system.sysname, system.release, system.machine);
  }
  add("clock-source", first_line_of("/sys/devices/system/clocksource/clocksource0/current_clocksource"));
  return facts;
}

std::vector<rig::report::Setting> listed(const std::string& version, const Facts& identity,
                                         const Facts& occasion) {
  std::vector<rig::report::Setting> list = {{"rig", version}};
  for (const auto& [name, value] : identity) list.push_back({name, value});
  for (const rig::IdentityFact& fact : rig::occasion_facts()) {
    if (const auto found = occasion.find(std::string(fact.name)); found != occasion.end())
      list.push_back({found->first, found->second});
  }
  return list;
}

std::uint64_t seed_from_text(const std::string& text) {
  constexpr int hexadecimal = 16;
  const std::string digits = rig::sha256_hex(rig::to_bytes(text)).substr(0, 16);
  std::uint64_t seed = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), seed, hexadecimal);
  return seed;
}

}  // namespace conformance
