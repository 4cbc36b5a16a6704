#include "rig/tools/doctor.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/visible.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/doctor/rtl/bench.hpp"
#include "rig/dut/dut.hpp"
#include "rig/dut/project_file.hpp"
#include "rig/game/examples.hpp"
#include "rig/protocol/contest.hpp"

namespace rig {

namespace {

using doctor::Diagnosis;
using doctor::Examination;

/// `FILE.before`, or the first of `FILE.before-2` … that is not there yet.
std::string name_of_copy(const std::filesystem::path& file) {
  std::string copy = file.string() + ".before";
  for (int number = 2; std::filesystem::exists(copy); ++number)
    copy = fmt::format("{}.before-{}", file.string(), number);
  return copy;
}

/// Keeps a copy beside the file.
void fix(const std::filesystem::path& file, const Diagnosis& diagnosis) {
  const std::string before = content_of_ordinary_file(file);
  const std::string after = doctor::changed_text(before, file.string(), diagnosis.changes);
  const std::string copy = name_of_copy(file);
  write_whole(copy, before);
  write_whole(file.string(), after);
  std::cout << fmt::format("changed: {}; as it was: {}\n", file.string(), copy);
}

}  // namespace

void print(const doctor::Examination& done, const dut::DutName& name) {
  if (done.diagnosis) {
    std::cout << "cause: " << visible(done.diagnosis->cause, Newlines::kept) << "\n"
              << "mend: " << visible(done.diagnosis->mend, Newlines::kept) << "\n";
    for (const doctor::Change& change : done.diagnosis->changes)
      std::cout << fmt::format("change: {}: {}\n", doctor::description_file(name).string(),
                               doctor::text_of(change));
  } else if (done.answers) {
    std::cout << "nothing is wrong: the board answers\n";
  } else {
    std::cout << "no cause was found: the board does not answer, whatever was tried\n";
  }
  for (const auto& [probe, seen] : done.seen)
    std::cout << fmt::format("tried: {:<18}  {}\n", probe, visible(seen, Newlines::kept));
}

std::string doctor_help() {
  return game::with_examples(
      "Tries what a board or a program may have got wrong, and names the cause, the mend and the lines of "
      "its "
      "description.\n"
      "Exit status: 0 nothing is wrong; 1 something is, or no cause was found; 2 usage.\n\n"
      "Examples:\n"
      "  rig doctor rtl:my_board.toml --contest {contest}\n"
      "  rig doctor rtl:my_board.toml --fix\n"
      "  rig doctor 'exec:./engine --stdio' --contest {contest}\n"
      "  rig doctor serial:/dev/ttyUSB0 --contest {contest}");
}

namespace {

/// That of the description of a design, where none is asked for.
std::string contest_of(const DoctorRequest& request, const dut::DutName& name) {
  if (!request.contest.empty()) return request.contest;
  if (!dut::is_simulated(name))
    throw UsageError("--contest is missing: what is the board to play? `certify --help` names the contests.");
  const auto described = doctor::Description(doctor::description_file(name)).text("", "contest");
  return described ? *described : game::with_examples("{contest}");
}

}  // namespace

int examine(const DoctorRequest& asked) {
  DoctorRequest request = asked;
  if (request.dut.empty()) {
    const auto project = dut::read_project_file();
    if (!project) throw UsageError("No DUT is named, and there is no rig.toml here: see rig doctor --help.");
    request.dut = project->dut;
    if (request.contest.empty()) request.contest = project->contest;
  }
  const dut::DutName name = dut::parse_dut_name(request.dut);
  const bool is_described = dut::is_simulated(name) && name.target.ends_with(".toml");
  if (request.fix && !is_described)
    throw UsageError(
        fmt::format("--fix: {} has no description of yours; allowed: rtl:FILE.toml.", name.text));
  doctor::Looking how;
  how.sandbox.wish = sandboxing_from(request.sandbox);
  how.sandbox.shown.assign(request.sandbox_shows.begin(), request.sandbox_shows.end());
  how.settle = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(request.settle));
  const Examination done = doctor::examine(name, protocol::find_contest(contest_of(request, name)), how);
  print(done, name);
  if (done.diagnosis && request.fix && !done.diagnosis->changes.empty())
    fix(doctor::description_file(name), *done.diagnosis);
  return done.answers ? 0 : 1;
}

}  // namespace rig
