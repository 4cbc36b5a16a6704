#include "rig/doctor/examination.hpp"

#include <fmt/format.h>

#include "rig/base/errors.hpp"
#include "rig/doctor/live/file_player.hpp"
#include "rig/doctor/live/interview.hpp"
#include "rig/doctor/live/kernel_log.hpp"
#include "rig/doctor/rtl/bench.hpp"

namespace rig::doctor {

namespace {

Examination try_all(std::span<const Probe> probes, Patient patient, Duration longest) {
  Examination done;
  const auto end = std::chrono::steady_clock::now() + longest;
  const auto answers = [&] {
    return patient.rtl != nullptr ? patient.rtl->answers() : patient.live->answers();
  };
  for (const Probe& probe : probes) {
    if (probe.of != Of::all && answers() != (probe.of == Of::answering)) continue;
    Finding finding = probe.look(patient);
    if (!finding.seen.empty()) done.seen.emplace_back(probe.name, finding.seen);
    if (!finding.diagnosis) {
      if (std::chrono::steady_clock::now() > end) return done;
      continue;
    }
    done.diagnosis = std::move(finding.diagnosis);
    return done;
  }
  done.answers = answers();
  return done;
}

/// UsageError where its port is not on this machine, with what the kernel tells of its USB.
void require_port(const dut::DutName& name) {
  try {
    dut::require_present(name);
  } catch (const UsageError& error) {
    const auto trouble = usb_trouble_here();
    if (!trouble) throw;
    throw UsageError(fmt::format("{} {} {}", error.what(), trouble->told, trouble->advice));
  }
}

bool lives_in_real_time(const dut::DutName& name) {
  return !dut::is_recorded(name) && dut::clock_of(name) == ClockKind::monotonic && !dut::plays_on_disk(name);
}

}  // namespace

bool can_be_examined(const dut::DutName& name, const protocol::Contest& contest) {
  return contest.medium() != Medium::files && (dut::is_simulated(name) || lives_in_real_time(name));
}

Examination examine(const dut::DutName& name, const protocol::Contest& contest, const Looking& how) {
  if (contest.medium() == Medium::files) {
    if (dut::starts_a_program(name)) return examine_file_player(name, contest, how.sandbox);
    throw UsageError(
        fmt::format("DUT \"{}\": {} is played over files; allowed: files:COMMAND, guifiles:COMMAND.",
                    name.text, contest.name));
  }
  if (dut::is_simulated(name)) {
    RtlBench bench(name, contest);
    return try_all(rtl_probes(), {.name = name, .contest = contest, .rtl = &bench}, how.longest);
  }
  if (!lives_in_real_time(name))
    throw UsageError(fmt::format(
        "DUT \"{}\": nothing can be tried on this link; allowed: rtl:, exec:, pty:, tcp:, serial:.",
        name.text));
  require_port(name);
  Interview interview(name, contest, how.sandbox, how.settle);
  return try_all(dut::starts_a_program(name) ? program_probes() : line_probes(),
                 {.name = name, .contest = contest, .live = &interview}, how.longest);
}

}  // namespace rig::doctor
