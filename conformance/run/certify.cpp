/// certify: runs the conformance suite of a contest against a DUT and says whether it is certified.

#include <csignal>
#include <iostream>

#include "conformance/referee/scenario_file.hpp"
#include "conformance/run/budget/plan_list.hpp"
#include "conformance/run/certification.hpp"
#include "conformance/run/clauses_page.hpp"
#include "conformance/run/command_line.hpp"
#include "conformance/run/lists.hpp"
#include "conformance/run/matrix_run.hpp"
#include "conformance/run/watch.hpp"
#include "conformance/run/worker.hpp"
#include "rig/base/errors.hpp"
#include "rig/game/modules.hpp"

namespace {

using namespace conformance;
using rig::UsageError;

/// `contest`: its name, or that of its referee's catalogue.
void list_one(const CommandLine& line, const std::string& contest) {
  if (line.listing == Listing::faults) return list_faults(std::cout, contest);
  const Catalogue catalogue =
      line.options.contest.empty() ? load_catalogue(contest) : catalogue_for(line.options);
  if (line.listing == Listing::requirements) {
    list_requirements(std::cout, contest, catalogue, line.options.resets);
  } else {
    const When most = asked_by(line.options);
    list_cases(std::cout, select_cases(catalogue, line.selection, line.options.resets, most), catalogue);
  }
}

/// Of the contest named, or of all.
int list(const CommandLine& line) {
  if (line.listing == Listing::clauses_page) {
    write_clauses_page(std::cout, line.options.contest.empty()
                                      ? rig::protocol::contests()
                                      : std::vector<rig::protocol::Contest>{contest_of(line.options)});
    return 0;
  }
  if (!line.options.contest.empty()) {
    static_cast<void>(contest_of(line.options));  // one that there is
    register_scenarios(line.options);
    list_one(line, catalogue_of(line.options));
    return 0;
  }
  for (const rig::protocol::Contest& contest : rig::protocol::contests()) {
    std::cout << contest.name << "  " << contest.title << "\n\n";
    list_one(line, contest.name);
    std::cout << "\n";
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));  // a reader that goes away does not cost the reports
  static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));  // a limit on the size of files is as a full disk
  try {
    if (argc == 2 && std::string_view(argv[1]) == "--worker") {
      rig::game::load_modules({});
      return worker_main();
    }
    const std::optional<CommandLine> line = parse_command_line(argc, argv);
    if (!line) return 0;
    if (line->listing != Listing::none) return list(*line);
    if (line->plan) return print_plan(std::cout, *line);
    if (line->watch) return watch(*line, {argv + 1, argv + argc});
    return line->matrix.empty() ? certify(*line) : measure_matrix(*line);
  } catch (const UsageError& error) {
    std::cerr << "certify: " << error.what() << "\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "certify: " << error.what() << "\n";
    return 3;
  }
}
