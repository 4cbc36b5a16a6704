#include "rig/tools/contest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <vector>

#include "conformance/suite/catalogue.hpp"
#include "conformance/suite/faults.hpp"
#include "conformance/suite/texts.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/own_command.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/game/examples.hpp"
#include "rig/protocol/contest_file.hpp"

namespace rig {

namespace {

using protocol::Contest;
using protocol::ContestLine;

const Contest& base_of(const Contest& contest) {
  return protocol::find_contest(contest.file->inherits);
}

/// `[limits]` of `limits.move`; empty: a key of the whole file.
std::string table_of(const std::string& key) {
  const std::size_t point = key.find('.');
  return point == std::string::npos ? std::string() : key.substr(0, point);
}

std::string last_part(const std::string& key) {
  const std::size_t point = key.find('.');
  return point == std::string::npos ? key : key.substr(point + 1);
}

/// Line by line, with what was inherited behind what differs.
void print_lines(const Contest& contest, const std::vector<ContestLine>& inherited) {
  std::map<std::string, std::string> before;
  for (const ContestLine& line : inherited) before[line.key] = line.value;
  std::string table;
  std::set<std::string> printed;
  for (const ContestLine& line : protocol::lines_of(contest)) {
    if (table_of(line.key) != table) {
      table = table_of(line.key);
      std::cout << fmt::format("\n[{}]\n", table);
    }
    printed.insert(line.key);
    const auto was = before.find(line.key);
    const bool equal = inherited.empty() || (was != before.end() && was->second == line.value);
    const bool is_settled = line.key == "game" || line.key == "board";  // by what is inherited
    std::cout << fmt::format("{}{} = {}", is_settled ? "# " : "", last_part(line.key), line.value);
    if (!equal) std::cout << "  # inherited: " << (was == before.end() ? "nothing" : was->second);
    std::cout << '\n';
  }
  for (const ContestLine& line : inherited) {
    if (!printed.contains(line.key)) std::cout << fmt::format("# left out: {} = {}\n", line.key, line.value);
  }
}

/// `INIT-1` of `CHESS-INIT-1`.
std::string own_part(const std::string& id) {
  return id.substr(id.find('-') + 1);
}

/// Which clauses are left out, new, or of another level or text.
void print_clauses(const std::string& name, const std::string& inherits) {
  if (!conformance::has_clauses(name)) return;
  const conformance::Catalogue own = conformance::load_catalogue(name);
  std::map<std::string, const conformance::Requirement*> mine;
  for (const conformance::Requirement& one : own.all()) mine[own_part(one.id)] = &one;
  std::cout << fmt::format("\n# {}: {} clauses", name, own.all().size());
  if (inherits.empty() || !conformance::has_clauses(inherits)) {
    std::cout << '\n';
    return;
  }
  const conformance::Catalogue theirs = conformance::load_catalogue(inherits);
  std::cout << fmt::format("; {} has {}\n", inherits, theirs.all().size());
  std::set<std::string> known;
  for (const conformance::Requirement& one : theirs.all()) {
    known.insert(own_part(one.id));
    const auto found = mine.find(own_part(one.id));
    if (found == mine.end()) {
      std::cout << fmt::format("# left out: {}  {}\n", one.id, one.text);
      continue;
    }
    const conformance::Requirement& clause = *found->second;
    if (clause.level != one.level)
      std::cout << fmt::format("# {}: {}, was {}\n", clause.id, report::to_string(clause.level),
                               report::to_string(one.level));
    if (clause.text != one.text) std::cout << fmt::format("# {}: {}\n", clause.id, clause.text);
  }
  for (const auto& [part, clause] : mine) {
    if (!known.contains(part)) std::cout << fmt::format("# new: {}  {}\n", clause->id, clause->text);
  }
}

void print_faults(const std::string& name) {
  if (!conformance::has_clauses(name)) return;
  const std::vector<conformance::Fault>& faults = conformance::fault_table(name);
  const auto shown = std::count_if(faults.begin(), faults.end(),
                                   [](const conformance::Fault& one) { return one.not_applicable.empty(); });
  std::cout << fmt::format("\n# {}: {} faults can show\n", name, shown);
  for (const conformance::Fault& fault : faults) {
    if (!fault.not_applicable.empty())
      std::cout << fmt::format("# not applicable: {}: {}\n", fault.name, fault.not_applicable);
  }
}

int print_contest(const Contest& contest) {
  const bool described = contest.file != nullptr;
  const std::string inherits = described ? contest.file->inherits : std::string();
  std::cout << fmt::format("# SHA-256 {}\n", protocol::contest_hash(contest));
  if (described) std::cout << fmt::format("# {}\ninherits = \"{}\"\n", contest.file->path, inherits);
  print_lines(contest, described ? protocol::lines_of(base_of(contest)) : std::vector<ContestLine>());
  for (const char* suffix : {"", "-referee"}) {
    print_clauses(contest.name + suffix, inherits.empty() ? inherits : inherits + suffix);
    print_faults(contest.name + suffix);
  }
  return 0;
}

/// A line of the new file: what is inherited, to be changed.
std::string commented(const ContestLine& line) {
  return fmt::format("# {} = {}\n", last_part(line.key), line.value);
}

std::string new_text(const std::string& name, const Contest& like) {
  std::string text = fmt::format(
      "# {0}: a contest that inherits {1}. Take the # from what differs, and change it; what stays as it is "
      "in {1}\n"
      "# may be left out. `rig contest {0}.toml` prints all its keys.\n"
      "name = \"{0}\"\ntitle = \"{0}: say here what contest it is\"\ninherits = \"{1}\"\n",
      name, like.name);
  std::string table;
  for (const ContestLine& line : protocol::lines_of(like)) {
    if (line.key == "name" || line.key == "title" || line.key == "game" || line.key == "board") continue;
    if (table_of(line.key) == "settings") continue;
    if (table_of(line.key) != table) {
      table = table_of(line.key);
      text += fmt::format("\n# {}\n[{}]\n",
                          table == "limits" ? "Seconds, by the kind of request."
                          : table == "team" ? "How a board says who it is, and in how many characters."
                                            : "How it is spoken.",
                          table);
    }
    text += commented(line);
  }
  text +=
      "\n# What the host may choose, by --set NAME=VALUE: the keys above that it sets, and its values, the "
      "usual first.\n"
      "# [settings.time]\n# sets = [\"limits.first\", \"limits.move\"]\n# usual = \"1\"\n"
      "\n# The clauses: an id of its own for each that is inherited. `rig contest` lists what that leaves.\n"
      "[clauses]\n"
      "# prefix = \"MINE\"\n# left_out = [\"LINE-1\"]\n# source = \"where it stands in the text\"\n"
      "# [clauses.differs]\n# LINE-3 = { level = \"recommended\", text = \"…\", source = \"…\" }\n"
      "\n# What its referee has to do, in the same way.\n[referee.clauses]\n"
      "\n# Deliberate defects of boards: those that cannot show are left out by themselves.\n[faults]\n"
      "# left_out = []\n";
  return text;
}

int write_new(const ContestRequest& request) {
  if (request.like.empty())
    throw UsageError("--like is required beside --new: the contest that is inherited.");
  const Contest& like = protocol::find_contest(request.like);
  if (like.file != nullptr && !like.file->comes_with)
    throw UsageError(fmt::format(
        "--like: {} is a contest of a file of yours; allowed are those of `certify --list`.", request.like));
  const std::string path = request.output.empty() ? request.new_name + ".toml" : request.output;
  if (std::filesystem::exists(path))
    throw UsageError(
        fmt::format("{} is there already; nothing was written. --output names another file.", path));
  const std::string text = new_text(request.new_name, like);
  protocol::learn_contest(path, text);  // one that can be read
  write_whole(path, text);
  std::cout << fmt::format("{}\nnext: change what differs, then {} contest {}\n", path, own_command("rig"),
                           path);
  return 0;
}

}  // namespace

std::string contest_help() {
  return game::with_examples(
      "A contest is printed as its file would say it, with what it inherits where that differs,\n"
      "and with its clauses and faults as comments. A file is checked by this.\n\n"
      "Examples:\n"
      "  rig contest {contest}\n"
      "  rig contest --new mine --like {contest}      writes mine.toml, all of it commented\n"
      "  rig contest mine.toml                       prints all its keys\n"
      "  certify --contest mine.toml --dut …         tests a board by it");
}

int show_contest(const ContestRequest& request) {
  if (!request.new_name.empty() && !request.contest.empty())
    throw UsageError("--new writes a file, and a contest is printed: one of the two.");
  if (!request.new_name.empty()) return write_new(request);
  if (request.contest.empty())
    throw UsageError("A contest is required: its name, or its file; or --new NAME.");
  return print_contest(protocol::find_contest(request.contest));
}

}  // namespace rig
