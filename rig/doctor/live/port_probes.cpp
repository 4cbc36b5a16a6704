#include "rig/doctor/live/port_probes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdint>
#include <vector>

#include "rig/doctor/live/answers.hpp"
#include "rig/doctor/live/kernel_log.hpp"
#include "rig/doctor/rtl/line.hpp"
#include "rig/dut/dut.hpp"

namespace rig::doctor {

using std::chrono::seconds;

std::string on_the_line(const LineErrorCounts& counts) {
  std::string text;
  const auto add = [&](std::uint32_t count, const char* what) {
    if (count != 0)
      text += fmt::format("{} {} {}{}", text.empty() ? ";" : ",", count, what, count == 1 ? "" : "s");
  };
  add(counts.framing, "framing error");
  add(counts.breaks, "break");
  return text;
}

Diagnosis of_refused_port(const Conversation& heard) {
  if (const auto trouble = usb_trouble_here())
    return {fmt::format("{} {}", heard.refused, trouble->told), trouble->advice};
  return {heard.refused, "`rig ports` lists what is plugged in, and which program has it open."};
}

Finding port(Patient& patient) {
  if (!dut::has_bit_rate(patient.name)) return {};
  const std::map<std::string, std::string>& facts = patient.live->facts();
  std::vector<std::string> seen;
  for (const char* name : {"device", "driver", "usb", "rate", "latency timer", "low latency"}) {
    const auto fact = facts.find(name);
    if (fact != facts.end()) seen.push_back(fmt::format("{} {}", name, fact->second));
  }
  return {fmt::format("{}", fmt::join(seen, ", "))};
}

Finding rates(Patient& patient) {
  Interview& interview = *patient.live;
  if (patient.contest.baud == 0 || !dut::has_bit_rate(patient.name)) return {};
  int tried = 0;
  for (const std::uint32_t rate : usual_rates()) {
    if (rate == patient.contest.baud) continue;
    const Conversation heard =
        interview.speak({first_bytes(interview)}, {.window = seconds(1), .baud = rate});
    ++tried;
    if (!interview.is_reply(heard)) continue;
    return {fmt::format("it answers at {} bit/s", rate),
            Diagnosis{fmt::format("The board runs at {} bit/s, not at {}: {}.", rate, patient.contest.baud,
                                  answered(interview, heard.last())),
                      fmt::format("Set its UART to {} bit/s; look at the clock that its divisor is made for.",
                                  patient.contest.baud)}};
  }
  return {fmt::format("no answer at {} other rates", tried)};
}

Finding line(Patient& patient) {
  if (!dut::has_bit_rate(patient.name)) return {};
  const Conversation& heard = patient.live->first();
  const LineErrorCounts& counts = heard.line;
  if (!heard.last().empty())
    return {answered(*patient.live, heard.last()) + on_the_line(counts),
            counts.framing + counts.breaks == 0
                ? of_strange_answer(*patient.live, heard.last())
                : Diagnosis{fmt::format("What comes cannot be read at any usual rate: {}{}.",
                                        answered(*patient.live, heard.last()), on_the_line(counts)),
                            "Look for an inverted line (RS-232 levels in place of logic levels), a missing "
                            "ground, or a clock that makes an unusual rate."}};
  if (counts.breaks != 0)
    return {
        "the line was low" + on_the_line(counts),
        Diagnosis{fmt::format("No byte comes, and the board's line is held low{}.", on_the_line(counts)),
                  "TX is high when it is idle: look for an inverted output, a pin that nothing drives, or a "
                  "board without power."}};
  if (patient.live->has_sent()) return {"what came, at some rate, is no reply"};
  return {"not one byte came, whatever was tried",
          Diagnosis{"Nothing at all comes from the board: not one byte, at any usual rate.",
                    "Exchange TX and RX; then look at ground, power, the bitstream and a reset that is held. "
                    "With TX and RX bridged at the adapter, rig doctor reports an echo: then adapter and "
                    "cable are good."}};
}

}  // namespace rig::doctor
