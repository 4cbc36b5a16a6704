#include "rig/tools/doctor/doctor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/visible.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/dut/dut.hpp"
#include "rig/game/examples.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tools/doctor/bench.hpp"
#include "rig/tools/doctor/probe.hpp"

namespace rig {

namespace {

using doctor::Diagnosis;
using doctor::Finding;
using doctor::Patient;
using doctor::Probe;

/// What was tried until something explained it all.
struct Examination {
  std::vector<std::pair<std::string, std::string>> seen{};  ///< the probe, what it saw
  std::optional<Diagnosis> diagnosis{};
};

bool can_be_tried(const Probe& probe, const dut::DutName& name) {
  return std::find(probe.links.begin(), probe.links.end(), name.scheme) != probe.links.end();
}

Examination try_all(Patient& patient) {
  Examination done;
  for (const Probe& probe : doctor::rtl_probes()) {
    if (!can_be_tried(probe, patient.name)) continue;
    Finding finding = probe.look(patient);
    if (!finding.seen.empty()) done.seen.emplace_back(probe.name, finding.seen);
    if (finding.diagnosis) {
      done.diagnosis = std::move(finding.diagnosis);
      break;
    }
  }
  return done;
}

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

void print(const Examination& done, const std::filesystem::path& file, bool answers) {
  if (done.diagnosis) {
    std::cout << "cause: " << visible(done.diagnosis->cause, Newlines::kept) << "\n"
              << "mend: " << visible(done.diagnosis->mend, Newlines::kept) << "\n";
    for (const doctor::Change& change : done.diagnosis->changes)
      std::cout << fmt::format("change: {}: {}\n", file.string(), doctor::text_of(change));
  } else if (answers) {
    std::cout << "nothing is wrong: the board answers\n";
  } else {
    std::cout << "no cause was found: the board does not answer, whatever was tried\n";
  }
  for (const auto& [probe, seen] : done.seen)
    std::cout << fmt::format("tried: {:<18}  {}\n", probe, visible(seen, Newlines::kept));
}

}  // namespace

std::string doctor_help() {
  return game::with_examples(
      "Tries what a board may have got wrong, and names the cause, the mend and the lines of its "
      "description.\n"
      "Exit status: 0 nothing is wrong; 1 something is, or no cause was found; 2 usage.\n\n"
      "Examples:\n"
      "  rig doctor rtl:my_board.toml --contest {contest}\n"
      "  rig doctor rtl:my_board.toml --fix");
}

namespace {

/// That of the description, where none is asked for.
std::string contest_of(const DoctorRequest& request, const dut::DutName& name) {
  if (!request.contest.empty()) return request.contest;
  const auto described = doctor::Description(doctor::description_file(name)).text("", "contest");
  return described ? *described : game::with_examples("{contest}");
}

}  // namespace

int examine(const DoctorRequest& request) {
  const dut::DutName name = dut::parse_dut_name(request.dut);
  if (!dut::is_simulated(name))
    throw UsageError(fmt::format(
        "DUT \"{}\": nothing can be tried on this link; allowed: rtl:FILE.toml, rtl:NAME.", name.text));
  const protocol::Contest& contest = protocol::find_contest(contest_of(request, name));
  if (contest.medium() == Medium::files)
    throw UsageError(
        fmt::format("--contest: {} is played over files; allowed: contests on a serial line.", contest.name));
  if (request.fix && !name.target.ends_with(".toml"))
    throw UsageError(
        fmt::format("--fix: {} is described by the project; allowed: rtl:FILE.toml.", name.text));
  doctor::RtlBench bench(name, contest);
  Patient patient{name, contest, &bench};
  const Examination done = try_all(patient);
  const bool answers = !done.diagnosis && bench.answers();
  print(done, bench.description().file(), answers);
  if (done.diagnosis && request.fix && !done.diagnosis->changes.empty())
    fix(bench.description().file(), *done.diagnosis);
  return answers ? 0 : 1;
}

}  // namespace rig
