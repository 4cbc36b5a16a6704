#include "rig/tools/admission/still_admitted.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <iostream>
#include <map>

#include "rig/arbiter/house.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/build_commit.hpp"
#include "rig/base/visible.hpp"
#include "rig/tools/admission/admission.hpp"
#include "rig/tools/admission/device_now.hpp"

namespace rig::admission {

namespace fs = std::filesystem;

using arbiter::tournament::EntrantPlan;
using arbiter::tournament::Plan;

namespace {

class Look {
 public:
  Look(const Plan& plan, const EntrantPlan& entrant, Comparison& comparison)
      : plan_(plan), entrant_(entrant), comparison_(comparison) {}

  void perform() {
    try {
      compare(run());
    } catch (const std::exception& error) {
      refuse(error.what());
    }
  }

 private:
  void refuse(const std::string& what) {
    comparison_.refused.push_back(fmt::format("{}: {}", entrant_.team, what));
  }
  void say(const std::string& what) {
    comparison_.said.push_back(fmt::format("{}: {}", entrant_.team, what));
  }

  void expect(const std::string& what, const std::string& admitted, const std::string& now) {
    if (admitted != now)
      refuse(fmt::format("{}: admitted was \"{}\", there is \"{}\" now.", what, admitted, now));
  }

  /// Of the folder of an admission, or of a run's reports.
  CertifiedRun run() {
    const std::string& folder = entrant_.certificate;
    if (!fs::exists(fs::path(folder) / admission_file)) return whole(folder);
    const Admission admission = read_admission(folder);
    if (admission.status != Status::admitted)
      refuse(fmt::format("{} says: {}.", folder, to_string(admission.status)));
    const std::string reports = folder + "/" + reports_folder;
    const std::string hash = sha256_file(reports + "/report.json");
    if (hash != admission.report_sha256)
      refuse(
          fmt::format("{}/report.json is not the report of the admission: its SHA-256 was {}, and is {} now.",
                      reports, admission.report_sha256, hash));
    return whole(reports);
  }

  /// A report whose evidence is no longer its own certifies nothing.
  CertifiedRun whole(const std::string& reports) {
    CertifiedRun run = read_run(reports);
    const std::string hash = sha256_file(reports + "/transcript.jsonl");
    if (hash != run.transcript_sha256)
      refuse(fmt::format(
          "{}/transcript.jsonl is not the evidence of its report: SHA-256 {}, the report names {}.", reports,
          hash, run.transcript_sha256));
    return run;
  }

  void compare(const CertifiedRun& run) {
    if (!is_certificate(run))
      refuse(fmt::format("{} certifies nothing: {}.", entrant_.certificate, run.headline));
    expect("contest", run.contest, plan_.contest_name);
    expect("team", run.team, entrant_.team);
    expect("device", run.dut, entrant_.dut);
    compare_code(run);
    compare_bitstream(run);
    if (run.dut == entrant_.dut && !arbiter::is_house(entrant_.dut)) compare_device(run);
  }

  void compare_code(const CertifiedRun& run) {
    if (entrant_.code.empty()) return;
    const std::optional<bool> has_it = has_code(run, entrant_.code);
    if (!has_it)
      say(fmt::format("its report has no team code; whether the board has {} shows in the first game.",
                      entrant_.code));
    if (has_it == false)
      refuse(fmt::format(
          "team code: admitted was {}, there is \"{}\" now.",
          run.code.empty() ? fmt::format("{}", fmt::join(run.names, ", ")) : "\"" + run.code + "\"",
          entrant_.code));
  }

  void compare_bitstream(const CertifiedRun& run) {
    if (entrant_.bitstream.empty() && run.bitstream.empty()) return;
    if (entrant_.bitstream.empty())
      return say("the plan names no bitstream, so it cannot be compared with the admitted one.");
    const std::string now = sha256_file(entrant_.bitstream);
    if (run.bitstream.empty())
      return refuse(
          fmt::format("bitstream: admitted was a board of which none was named, there is {} ({}) now.",
                      entrant_.bitstream, now));
    expect(fmt::format("bitstream {}, SHA-256", entrant_.bitstream), run.bitstream, now);
  }

  void compare_device(const CertifiedRun& run) {
    const std::map<std::string, std::string> then(run.device.begin(), run.device.end());
    const std::map<std::string, std::string> now = device_now(entrant_.dut, *plan_.contest);
    for (const auto& [name, value] : then) {
      const auto found = now.find(name);
      if (found != now.end()) {
        expect(name, value, found->second);
      } else if (name.starts_with("program ")) {
        refuse(fmt::format("{}: admitted was \"{}\", and there is no such file now.", name, value));
      } else {
        say(fmt::format("{} was \"{}\" at its admission, and cannot be checked now.", name, value));
      }
    }
    for (const auto& [name, value] : now) {
      if (!then.contains(name))
        say(fmt::format("{} is \"{}\" now; its certificate does not say what it was.", name, value));
    }
    if (then.empty()) say_what_is_known(run);
  }

  void say_what_is_known(const CertifiedRun& run) {
    const std::string commit = build_commit();
    if (!entrant_.dut.starts_with("builtin:"))
      return say(
          "this device cannot be distinguished from another one without playing: only its name was "
          "compared.");
    if (run.commit != commit)
      say(fmt::format("the player is the rig's own: admitted was that of commit {}, there is {} now.",
                      run.commit, commit));
  }

  const Plan& plan_;
  const EntrantPlan& entrant_;
  Comparison& comparison_;
};

}  // namespace

Comparison compare_with_admissions(const Plan& plan) {
  Comparison comparison;
  for (const EntrantPlan& entrant : plan.entrants) {
    if (!entrant.certificate.empty()) Look(plan, entrant, comparison).perform();
  }
  return comparison;
}

void expect_as_admitted(const Plan& plan) {
  const Comparison found = compare_with_admissions(plan);
  for (const std::string& sentence : found.said) std::cout << visible(sentence) << "\n";
  if (found.refused.empty()) return;
  std::string text = "Not as admitted, so nothing is played:";
  for (const std::string& sentence : found.refused) text += "\n  " + visible(sentence);
  throw UsageError(text);
}

}  // namespace rig::admission
