/// Writes every view of every sample run into a folder: for the schema check, for xmllint, and for looking
/// at.

#include <exception>
#include <iostream>
#include <sstream>
#include <string>

#include "rig/base/whole_file.hpp"
#include "rig/report/console/console.hpp"
#include "rig/report/html/html.hpp"
#include "rig/report/json.hpp"
#include "rig/report/junit.hpp"
#include "rig/report/tests/sample_runs.hpp"

namespace {

std::string on_the_console(const rig::report::RunRecord& run) {
  std::ostringstream out;
  rig::report::Console console(out);
  console.begin(run, run.cases.size());
  for (const rig::report::CaseRecord& one : run.cases) console.case_ended(one);
  console.summary(run);
  return out.str();
}

/// A made-up game of three positions that ends in the board of the finding.
rig::report::html::ShownGame game_of(const rig::report::Finding& finding) {
  if (!finding.board) return {};
  rig::report::html::ShownGame game{{*finding.board, *finding.board, *finding.board},
                                    {"Before the first move", "Move 1 of 1", "Then: the wrong one"}};
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::string& row : game.boards[i].marks) row.assign(row.size(), rig::protocol::BoardPicture::plain);
  }
  for (std::string& row : game.boards[0].cells) row.assign(row.size(), rig::protocol::BoardPicture::free);
  return game;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_sample_reports FOLDER\n";
    return 2;
  }
  try {
    for (const auto& [name, run] : rig::report::samples::all_runs()) {
      const std::string stem = std::string(argv[1]) + '/' + name;
      rig::write_whole(stem + ".json", to_json(run));
      rig::write_whole(stem + ".xml", to_junit(run));
      rig::write_whole(stem + ".html", to_html(run, game_of));
      rig::write_whole(stem + ".txt", on_the_console(run));
    }
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
    return 3;
  }
  return 0;
}
