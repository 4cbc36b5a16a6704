#include "conformance/run/boards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <thread>
#include <vector>

#include "conformance/run/consequences.hpp"
#include "conformance/run/identity.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/own_command.hpp"
#include "rig/dut/dut.hpp"
#include "rig/game/modules.hpp"
#include "rig/link/transcript/transcript.hpp"

namespace conformance {

using rig::LinkInfo;
using rig::UsageError;

namespace {

/// What each board says of one thing: once where all say the same.
class Told {
 public:
  void add(const std::string& board, const std::string& text) {
    different_.insert(text);
    by_board_ += fmt::format("{}{}: {}", by_board_.empty() ? "" : "; ", board, text.empty() ? "none" : text);
  }
  std::string text() const { return different_.size() == 1 ? *different_.begin() : by_board_; }

 private:
  std::set<std::string> different_;
  std::string by_board_;
};

}  // namespace

bool are_several(const std::string& dut) {
  return rig::dut::boards_named(dut).size() > 1;
}

void check_boards(const CommandLine& line) {
  const std::vector<std::string> names = rig::dut::boards_named(line.options.dut);
  for (const std::string& board : names)
    rig::dut::check_dut(rig::dut::parse_dut_name(board), line.options.board_reset);
  const std::size_t boards = names.size();
  if (boards > 1 && line.jobs > 0 && static_cast<std::size_t>(line.jobs) != boards)
    throw UsageError(
        fmt::format("--jobs {}: there are {} boards, and each has a worker of its own.", line.jobs, boards));
  for (const std::string& board : names) rig::dut::require_present(rig::dut::parse_dut_name(board));
}

int workers_for(const CommandLine& line, const rig::dut::DutName& dut) {
  const std::size_t boards = rig::dut::boards_named(line.options.dut).size();
  if (boards > 1) return static_cast<int>(boards);
  if (line.jobs > 0) return line.jobs;
  if (line.budget) return 1;  // what there is time for does not depend on which worker ends first
  if (!rig::dut::keeps_own_time(dut)) return 1;
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 16U));
}

void note_link(const LinkInfo& link, rig::report::RunRecord& record) {
  record.far_end = rig::dut::kind_of_far_end(link.name);
  record.link_description = link.description;
  record.link_facts = link.facts;
  record.clock = clock_name(link.clock_kind);
  record.uncertainty = link.uncertainty;
  record.hold_back = link.hold_back;
}

void judge_boards(const std::map<std::string, std::string>& first_lines, const Catalogue& catalogue,
                  rig::report::RunRecord& record) {
  if (!first_lines.empty()) note_link(link_of_run(first_lines), record);
  take_back_consequences(record, catalogue);
}

std::string command_of_case(const RunOptions& options, const rig::report::CaseRecord& record) {
  RunOptions own = options;
  if (are_several(options.dut) && !record.board.empty()) own.dut = record.board;
  return fmt::format("{}{} {} --filter {}", rig::own_command("certify"), rig::game::module_options(),
                     on_command_line(own), record.id);
}

LinkInfo link_of_run(const std::map<std::string, std::string>& first_lines) {
  std::map<std::string, LinkInfo> links;  // by board
  for (const auto& [id, line] : first_lines) {
    const LinkInfo link = rig::link_in_segment_line(line);
    links.try_emplace(link.name, link);
  }
  LinkInfo whole = links.begin()->second;
  Told description;
  std::map<std::string, Told> facts;
  std::set<std::string> names;
  for (const auto& [board, link] : links) {
    for (const auto& [name, fact] : link.facts) names.insert(name);
  }
  for (const auto& [board, link] : links) {
    description.add(board, link.description);
    whole.hold_back = std::max(whole.hold_back, link.hold_back);
    whole.uncertainty = std::max(whole.uncertainty, link.uncertainty);
    for (const std::string& name : names) {
      const auto fact = link.facts.find(name);
      facts[name].add(board, fact == link.facts.end() ? std::string() : fact->second);
    }
  }
  whole.description = description.text();
  for (const auto& [name, told] : facts) whole.facts[name] = told.text();
  return whole;
}

std::string board_of_case(const std::string& case_id, const std::map<std::string, std::string>& first_lines) {
  const auto line = first_lines.find(case_id);
  return line == first_lines.end() ? std::string() : rig::link_in_segment_line(line->second).name;
}

}  // namespace conformance
