#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/text.hpp"
#include "rig/doctor/contest_words.hpp"
#include "rig/doctor/probe.hpp"
#include "rig/doctor/rtl/bench.hpp"
#include "rig/link/rtl/model.hpp"
#include "rig/protocol/contest_file.hpp"

namespace rig::doctor {

namespace {

using std::chrono::milliseconds;

constexpr Duration short_window = milliseconds(20);  // a team code is constant: it comes at once
constexpr int some_power_ons = 4;

// ---- words

std::string pin(const RtlBench& bench, const char* line) {
  return bench.description().text("uart", line).value_or(line);
}

std::string number_text(std::int64_t number) {
  std::string text = fmt::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, "_");
  return text;
}

std::string describe_activity(const RtlBench& bench, const Observation& seen) {
  const std::string tx = pin(bench, "tx");
  if (!seen.stopped.empty()) return fmt::format("the design ended itself: {}", seen.stopped);
  std::string text = fmt::format("{} rests {}", tx, seen.rests_high ? "high" : "low");
  if (!seen.unasked.edges.empty())
    text += fmt::format(", after {}{} edges unasked", seen.unasked.edges.size() < 4000 ? "" : "more than ",
                        seen.unasked.edges.size());
  if (seen.answer.edges.empty()) return text + fmt::format(" and does not change after {}", bench.asked());
  const auto pulse = shortest_pulse(seen.answer);
  if (!pulse) return text + fmt::format(" and changes once after {}", bench.asked());
  return text + fmt::format("; after {} its shortest pulse lasts {:.0f} clocks of {}", bench.asked(), *pulse,
                            readable_clock(static_cast<std::uint32_t>(bench.clock_hz())));
}

std::string answered(const RtlBench& bench, const Reading& reading) {
  return fmt::format("{} was answered {}", bench.asked(), quoted(reading.bytes));
}

// ---- ways to speak

Manner manner(const RtlModel& model, const Speech& speech, Duration window = short_window) {
  return {.speech = speech, .before = RtlBench::settle(model), .window = window};
}

/// Everything that an answer may be besides as it should be, at this length of a bit.
std::vector<Speech> ways_to_read(double bit) {
  std::vector<Speech> all;
  for (const bool inverted : {false, true}) {
    for (const bool msb_first : {false, true}) {
      for (const Parity parity : {Parity::none, Parity::even, Parity::odd})
        all.push_back({bit, inverted, msb_first, parity, 1});
    }
  }
  return all;
}

/// What the design heard, said so, and how it answered.
struct Understood {
  Speech heard;
  Reading answer;
};

/// Says the request in each of these manners until an answer can be read in some manner.
std::optional<Understood> speak(RtlBench& bench, const std::vector<Speech>& manners) {
  const auto model = bench.model();
  for (const Speech& speech : manners) {
    const Observation seen = bench.observe(model, manner(*model, speech));
    if (seen.cut) return std::nullopt;  // so slow that all would take minutes
    std::vector<Speech> readings = ways_to_read(speech.bit);
    if (const auto bit = bit_length(seen.answer)) {
      const std::vector<Speech> measured = ways_to_read(*bit);
      readings.insert(readings.begin(), measured.begin(), measured.end());
    }
    if (const auto reading = bench.read(seen, readings)) return Understood{speech, *reading};
  }
  return std::nullopt;
}

bool near(double a, double b) {
  constexpr double tolerance = 0.03;
  return std::abs(a / b - 1) < tolerance;
}

// ---- what differs from 8N1

/// How the design's end of a line differs from what it should be, but for its rate; empty: it does not.
std::string oddities(const Speech& speech) {
  if (speech.inverted) return "inverted";
  if (speech.msb_first) return "the most significant bit first";
  if (speech.parity != Parity::none)
    return fmt::format("{} parity", speech.parity == Parity::even ? "even" : "odd");
  return {};
}

Diagnosis of_line(const RtlBench& bench, const Understood& understood) {
  const Speech& in = understood.heard;
  const Speech& out = understood.answer.speech;
  const bool both = oddities(in) == oddities(out);
  const std::string lines = both ? fmt::format("{} and {} are", pin(bench, "rx"), pin(bench, "tx"))
                            : oddities(in).empty() ? pin(bench, "tx") + " is"
                                                   : pin(bench, "rx") + " is";
  const Speech& odd = oddities(in).empty() ? out : in;
  const std::string proof = fmt::format("read in this way, {}", answered(bench, understood.answer));
  if (odd.inverted)
    return {fmt::format("{} inverted: a serial line rests high; {}.", lines, proof),
            "Invert the line where the top drives or reads the pin; the contest's lines rest high, start "
            "bits are low."};
  if (odd.msb_first)
    return {fmt::format("The bit order of {} is wrong: the most significant bit goes first; {}.",
                        both                   ? "both lines"
                        : oddities(in).empty() ? pin(bench, "tx")
                                               : pin(bench, "rx"),
                        proof),
            "Shift the least significant bit first, right after the start bit."};
  return {fmt::format("{} used with {} parity: the contest's bytes have no parity bit; {}.", lines,
                      odd.parity == Parity::even ? "even" : "odd", proof),
          "Set the design's UART to 8N1: eight bits of data, no parity, one stop bit."};
}

// ---- clocks and rates

/// The clock, or the design's rate? The sources may tell.
bool blames_clock(const RtlBench& bench, std::optional<std::uint32_t> clock,
                  std::optional<std::uint32_t> rate) {
  if (!clock || !rate) return clock.has_value();
  const Description& description = bench.description();
  return description.mentions(*clock) || !description.mentions(*rate);
}

Diagnosis of_rates(const RtlBench& bench, const protocol::Contest& contest, const Understood& understood) {
  const double bit = understood.answer.speech.bit;
  const std::string proof = answered(bench, understood.answer);
  if (!near(bit, understood.heard.bit)) {
    return {fmt::format("The design listens at {:.0f} bit/s and sends at {:.0f} bit/s: {}.",
                        bench.clock_hz() / understood.heard.bit, bench.clock_hz() / bit, proof),
            fmt::format("Set both divisors of its UART to {:.0f} clocks per bit, for {} bit/s.",
                        bench.clock_hz() / contest.baud, contest.baud)};
  }
  const auto clock = usual_clock(bit * contest.baud);
  const auto rate = usual_rate(bench.clock_hz() / bit);
  const double clocks = bench.clock_hz() / contest.baud;
  if (bench.description().text("clock", "from")) {
    return {
        fmt::format("The design is made for {}, not for the {} of its oscillator: a bit of its answer lasts "
                    "{:.0f} clocks ({}).",
                    clock ? readable_clock(*clock) : fmt::format("{:.0f} Hz", bit * contest.baud),
                    readable_clock(static_cast<std::uint32_t>(bench.clock_hz())), bit, proof),
        fmt::format(
            "Change the parameters of the oscillator's cell, or set the divisor of its UART to {:.0f} "
            "clocks per bit.",
            clocks)};
  }
  if (blames_clock(bench, clock, rate)) {
    return {
        fmt::format(
            "clock.hz is wrong: the design is made for {}, not {}, as a bit of its answer lasts {:.0f} "
            "clocks ({}).",
            readable_clock(*clock), readable_clock(static_cast<std::uint32_t>(bench.clock_hz())), bit, proof),
        fmt::format("Write the clock's frequency in the description{}.",
                    rate ? fmt::format(", or set the design to {} bit/s where it is made for {} by mistake",
                                       contest.baud, *rate)
                         : ""),
        {{"clock", "hz", number_text(*clock)}}};
  }
  const double measured = bench.clock_hz() / bit;
  return {
      fmt::format("The design runs at {:.0f} bit/s, not at {}: a bit of its answer lasts {:.0f} clocks ({}).",
                  rate ? *rate : measured, contest.baud, bit, proof),
      fmt::format("Set the divisor of its UART to {:.0f} clocks per bit; if {} is not the board's clock, "
                  "write the right "
                  "one as clock.hz.",
                  clocks, readable_clock(static_cast<std::uint32_t>(bench.clock_hz())))};
}

std::vector<Speech> other_rates(const RtlBench& bench, const protocol::Contest& contest) {
  std::vector<double> bits = {bench.nominal().bit};
  constexpr double shortest_bit = 6;
  const auto add = [&](double bit) {
    const bool known = std::any_of(bits.begin(), bits.end(), [&](double one) { return near(one, bit); });
    if (!known && bit >= shortest_bit) bits.push_back(bit);
  };
  for (const std::uint32_t clock : usual_clocks()) add(static_cast<double>(clock) / contest.baud);
  for (const std::uint32_t rate : usual_rates()) add(bench.clock_hz() / rate);
  std::vector<Speech> all;
  for (std::size_t i = 1; i < bits.size(); ++i) all.push_back({bits[i], false, false, Parity::none, 1});
  return all;
}

// ---- the probes

bool is_reset_name(std::string name) {
  name = lower_case(std::move(name));
  const auto has = [&](const char* word) { return name.find(word) != std::string::npos; };
  return has("rst") || has("reset") || has("clr") || has("clear") || has("por");
}

bool is_button_name(std::string name) {
  name = lower_case(std::move(name));
  const auto has = [&](const char* word) { return name.find(word) != std::string::npos; };
  return has("key") || has("btn") || has("button") || has("sw");
}

std::vector<Change> as_reset(const std::string& name, int active) {
  std::vector<Change> changes = {{"reset", "pin", toml_string(name)},
                                 {"reset", "active", fmt::to_string(active)},
                                 {"reset", "cycles", "16"}};
  return changes;
}

Diagnosis reset_missing(const std::string& name, std::vector<Change> changes, const std::string& proof) {
  return {
      fmt::format("The design is never reset: {} is its reset; {}.", name, proof),
      fmt::format("Name {} in [reset], not in [ties]: the rig then holds it for some clocks from power-on.",
                  name),
      std::move(changes)};
}

/// `nothing drives the inputs A, B.`: A and B.
std::vector<std::string> inputs_without_driver(const std::string& complaint) {
  constexpr std::string_view begin = "nothing drives the input";
  std::size_t at = complaint.find(begin);
  if (at == std::string::npos) return {};
  at = complaint.find(' ', at + begin.size());
  std::string list = complaint.substr(at + 1, complaint.find(". ", at) - at - 1);
  std::vector<std::string> names;
  for (std::size_t end = 0; end != std::string::npos; list.erase(0, end + 2)) {
    end = list.find(", ");
    names.push_back(list.substr(0, end));
    if (end == std::string::npos) break;
  }
  return names;
}

std::optional<Diagnosis> of_loose_inputs(RtlBench& bench, const std::string& complaint) {
  const std::vector<std::string> names = inputs_without_driver(complaint);
  const auto reset = std::find_if(names.begin(), names.end(), is_reset_name);
  if (reset == names.end() || bench.description().has("reset")) return std::nullopt;
  for (const int active : {0, 1}) {
    std::vector<Change> changes = as_reset(*reset, active);
    for (const std::string& name : names) {
      if (name != *reset) changes.push_back({"ties", name, "0"});
    }
    if (const auto reading = bench.answer_with(changes))
      return reset_missing(*reset, changes, "with it " + answered(bench, *reading));
  }
  return Diagnosis{fmt::format("The description does not name the design's reset, {}.", *reset),
                   fmt::format("Name {} in [reset], with its active level, not in [ties].", *reset)};
}

std::optional<Diagnosis> exchanged(RtlBench& bench) {
  const auto rx = bench.description().text("uart", "rx");
  const auto tx = bench.description().text("uart", "tx");
  if (!rx || !tx) return std::nullopt;
  const std::vector<Change> changes = {{"uart", "rx", toml_string(*tx)}, {"uart", "tx", toml_string(*rx)}};
  const auto reading = bench.answer_with(changes);
  if (!reading) return std::nullopt;
  return Diagnosis{
      fmt::format("uart.rx and uart.tx are exchanged: when they are swapped, {}.", answered(bench, *reading)),
      "Exchange both pins in the description: rx is the design's input, tx its output.", changes};
}

Finding build(Patient& patient) {
  RtlBench& bench = *patient.rtl;
  try {
    bench.model();
    return {"the design can be built as it is described"};
  } catch (const UsageError& error) {
    const std::string complaint = error.what();
    const std::string first = complaint.substr(0, complaint.find('\n'));
    if (auto diagnosis = of_loose_inputs(bench, complaint)) return {first, diagnosis};
    if (complaint.find(" uart.") != std::string::npos) {
      if (auto diagnosis = exchanged(bench)) return {first, diagnosis};
    }
    return {first, Diagnosis{"The design cannot be built as it is described: " + complaint,
                             "Change the description or the source as this message says."}};
  }
}

/// Of a design that answers at the contest's rate.
std::optional<Diagnosis> of_described_rate(const RtlBench& bench, const protocol::Contest& contest) {
  const auto described = bench.description().number("uart", "baud");
  if (!described || *described == contest.baud) return std::nullopt;
  return Diagnosis{
      fmt::format("uart.baud is wrong: the description has {}, but the design and {} run at {} bit/s.",
                  *described, contest.name, contest.baud),
      fmt::format("Write baud = {} under [uart].", contest.baud),
      {{"uart", "baud", fmt::to_string(contest.baud)}}};
}

/// As by the protocol of another contest.
std::optional<Diagnosis> of_contest(const RtlBench& bench, const protocol::Contest& contest,
                                    const Bytes& answer) {
  const std::string hint = hint_on(contest, answer);
  if (hint.empty()) return std::nullopt;
  return Diagnosis{fmt::format("{} was answered {}: {}", bench.asked(), quoted(answer), hint),
                   "Name the contest that the board is made for (--contest), or change what it answers."};
}

Finding handshake(Patient& patient) {
  RtlBench& bench = *patient.rtl;
  const Observation& seen = bench.first();
  const Duration deadline = patient.contest.dialect->expects(bench.request()).deadline;
  const std::array as_it_should_be = {bench.nominal()};
  if (const auto reading = bench.read(seen, as_it_should_be)) {
    return {fmt::format("{} after {} of {}", answered(bench, *reading), readable(reading->after),
                        readable(deadline)),
            of_described_rate(bench, patient.contest)};
  }
  Finding finding{describe_activity(bench, seen)};
  if (!seen.stopped.empty())
    finding.diagnosis = {
        "The design ends its own simulation: " + seen.stopped + ".",
        "Remove the task from what is synthesized, or give it the data file that it looks for."};
  std::vector<Speech> readings = ways_to_read(bench.nominal().bit);
  const std::vector<Speech> measured = ways_to_read(bit_length(seen.answer).value_or(bench.nominal().bit));
  readings.insert(readings.begin(), measured.begin(), measured.end());
  if (const auto reading = bench.read(seen, readings)) {
    const Understood understood{bench.nominal(), *reading};
    finding.diagnosis = oddities(reading->speech).empty() ? of_rates(bench, patient.contest, understood)
                                                          : of_line(bench, understood);
    return finding;
  }
  const Decoded plain = decode(seen.answer, bench.nominal());
  if (plain.clean && plain.bytes == patient.contest.dialect->encode(bench.request())) {
    finding.diagnosis = {
        fmt::format("The design sends back what it receives: {} was answered {}.", bench.asked(),
                    bench.asked()),
        "Connect the player between the receiver and the transmitter: an echo or a loop is built in."};
  } else if (plain.clean && !plain.bytes.empty()) {
    finding.diagnosis = of_contest(bench, patient.contest, plain.bytes);
  }
  return finding;
}

Finding power_ons(Patient& patient) {
  RtlBench& bench = *patient.rtl;
  const auto model = bench.model();
  const std::array speech = {bench.nominal()};
  // Who has answered from one state may need as long from the others.
  const Duration window =
      bench.answers() ? patient.contest.dialect->expects(bench.request()).deadline : short_window;
  int right = 0;
  for (int seed = 1; seed <= some_power_ons; ++seed) {
    Manner spoken = manner(*model, bench.nominal(), window);
    spoken.seed = static_cast<std::uint64_t>(seed);
    right += bench.read(bench.observe(model, spoken), speech).has_value() ? 1 : 0;
  }
  Manner zeroed = manner(*model, bench.nominal(), window);
  zeroed.seed = RIG_MODEL_FROM_ZERO;
  const bool from_zero = bench.read(bench.observe(model, zeroed), speech).has_value();
  Finding finding{fmt::format("answers from {} of {} random power-on states{}", right, some_power_ons,
                              from_zero ? ", and from zeros" : ", not from zeros")};
  if (right == some_power_ons || (right == 0 && !from_zero)) return finding;
  for (const Tie& tie : bench.description().ties()) {
    if (bench.description().has("reset") || !(is_reset_name(tie.pin) || is_button_name(tie.pin))) continue;
    std::vector<Change> changes = as_reset(tie.pin, tie.value == 0 ? 1 : 0);
    changes.push_back({"ties", tie.pin, ""});
    if (const auto reading = bench.answer_with(changes, some_power_ons)) {
      finding.diagnosis = reset_missing(tie.pin, changes, "with it " + answered(bench, *reading));
      return finding;
    }
  }
  finding.diagnosis = {
      fmt::format("Registers that nothing resets decide whether the design answers: it does from {} of {} "
                  "random power-on states{}.",
                  right, some_power_ons, from_zero ? ", and from zeros" : ""),
      "Reset every register on which the answer depends; if the device promises zeros, state that in the "
      "description.",
      {}};
  if (from_zero) finding.diagnosis->changes = {{"power_on", "registers", "\"zero\""}};
  return finding;
}

Finding rates(Patient& patient) {
  RtlBench& bench = *patient.rtl;
  const std::vector<Speech> manners = other_rates(bench, patient.contest);
  const auto understood = speak(bench, manners);
  if (!understood) return {fmt::format("no answer at {} other clocks and rates", manners.size())};
  return {fmt::format("it answers at {:.0f} clocks per bit", understood->heard.bit),
          of_rates(bench, patient.contest, *understood)};
}

Finding line_levels(Patient& patient) {
  RtlBench& bench = *patient.rtl;
  Speech inverted = bench.nominal();
  inverted.inverted = true;
  const auto understood = speak(bench, {inverted});
  if (!understood) return {"no answer to an inverted line"};
  return {"it answers an inverted line", of_line(bench, *understood)};
}

Finding bytes_on_the_line(Patient& patient) {
  RtlBench& bench = *patient.rtl;
  std::vector<Speech> manners(3, bench.nominal());
  manners[0].msb_first = true;
  manners[1].parity = Parity::even;
  manners[2].parity = Parity::odd;
  const auto understood = speak(bench, manners);
  if (!understood) return {"no answer to bits in the other order, nor to parity"};
  return {"it answers " + oddities(understood->heard), of_line(bench, *understood)};
}

Finding start_up(Patient& patient) {
  RtlBench& bench = *patient.rtl;
  const auto model = bench.model();
  const std::array speech = {bench.nominal()};
  for (const int wait : {10, 100, 500, 1000, 2500, 5000}) {
    Manner later = manner(*model, bench.nominal());
    later.before = milliseconds(wait);
    const Observation seen = bench.observe(model, later);
    if (seen.cut)
      return {fmt::format("no answer for {} ms after power-on; longer takes too long to simulate", wait)};
    const auto reading = bench.read(seen, speech);
    if (!reading) continue;
    return {fmt::format("it answers {} ms after power-on", wait),
            Diagnosis{fmt::format("The design needs up to {} s from power-on until it answers: then {}.",
                                  wait / 1000.0, answered(bench, *reading)),
                      "State that time in the description (certify: --settle), and shorten the counter that "
                      "holds the reset.",
                      {{"power_on", "settle", fmt::format("{:.3f}", wait / 1000.0)}}}};
  }
  return {"no answer 5 s after power-on either"};
}

/// Said by the hosts of other contests.
Finding other_contests(Patient& patient) {
  int tried = 0;
  for (const protocol::Contest& contest : protocol::contests()) {
    constexpr double least_clocks = 8;  // per bit, as the builder has it
    if (contest.medium() == Medium::files || contest.name == patient.contest.name) continue;
    if (protocol::differences(contest, patient.contest).empty()) continue;  // they speak alike
    if (patient.rtl->clock_hz() < least_clocks * contest.baud) continue;
    RtlBench bench(patient.name, contest);
    const auto model = bench.model();
    const Observation seen = bench.observe(model, manner(*model, bench.nominal(), milliseconds(200)));
    if (seen.cut) return {"other contests take too long to simulate"};
    ++tried;
    const std::array speech = {bench.nominal()};
    if (const auto reading = bench.read(seen, speech)) {
      return {fmt::format("it answers as {} requires", contest.name),
              Diagnosis{fmt::format("The design speaks {}, not {}: at {} bit/s, {}.", contest.name,
                                    patient.contest.name, contest.baud, answered(bench, *reading)),
                        fmt::format("Name its contest (--contest {}), or build it for {}.", contest.name,
                                    patient.contest.name)}};
    }
  }
  return {fmt::format("no answer to the first request of {} other contests", tried)};
}

Finding late_answer(Patient& patient) {
  RtlBench& bench = *patient.rtl;
  const auto model = bench.model();
  constexpr int times = 5;
  const Duration deadline = patient.contest.dialect->expects(bench.request()).deadline;
  const Observation seen = bench.observe(model, manner(*model, bench.nominal(), times * deadline));
  const std::array speech = {bench.nominal()};
  const auto reading = bench.read(seen, speech);
  if (seen.cut) return {"no answer for as long as can be simulated"};
  if (!reading) return {fmt::format("no answer {} after the request", readable(times * deadline))};
  return answers_too_late(answered(bench, *reading), reading->after, deadline);
}

Finding reset_polarity(Patient& patient) {
  RtlBench& bench = *patient.rtl;
  const auto reset = bench.description().text("reset", "pin");
  if (!reset) return {};
  const auto active = bench.description().number("reset", "active").value_or(1);
  const std::vector<Change> changes = {{"reset", "active", active == 0 ? "1" : "0"}};
  const auto reading = bench.answer_with(changes);
  if (!reading)
    return {fmt::format("no answer with {} active {} either", *reset, active == 0 ? "high" : "low")};
  return {fmt::format("it answers with {} active {}", *reset, active == 0 ? "high" : "low"),
          Diagnosis{
              fmt::format(
                  "reset.active has the wrong level: {} is active {}, so the design was held in reset ({}).",
                  *reset, active == 0 ? "high" : "low", answered(bench, *reading)),
              fmt::format("Write active = {} under [reset].", active == 0 ? 1 : 0), changes}};
}

/// The other values of a tie, one bit changed at a time.
std::vector<std::int64_t> other_values(const Tie& tie) {
  constexpr int most_bits = 4;
  std::vector<std::int64_t> values;
  values.reserve(most_bits);
  for (int bit = 0; bit < most_bits; ++bit) values.push_back(tie.value ^ std::int64_t{1} << bit);
  return values;
}

std::optional<Diagnosis> with_tie(RtlBench& bench, const Tie& tie) {
  if (is_reset_name(tie.pin) && !bench.description().has("reset")) {
    for (const int active : {tie.value == 0 ? 0 : 1, tie.value == 0 ? 1 : 0}) {
      std::vector<Change> changes = as_reset(tie.pin, active);
      changes.push_back({"ties", tie.pin, ""});
      if (const auto reading = bench.answer_with(changes))
        return reset_missing(tie.pin, changes, "with it " + answered(bench, *reading));
    }
  }
  for (const std::int64_t value : other_values(tie)) {
    const std::vector<Change> changes = {{"ties", tie.pin, fmt::to_string(value)}};
    if (const auto reading = bench.answer_with(changes)) {
      const char* what = is_button_name(tie.pin) || is_reset_name(tie.pin)
                             ? "holds the design in reset, or switches it off"
                             : "keeps the design from answering";
      return Diagnosis{
          fmt::format("ties.{} = {} {}: with {} {}.", tie.pin, tie.value, what, value,
                      answered(bench, *reading)),
          fmt::format("Tie it to {}, which is its level on the board while nobody presses it.", value),
          changes};
    }
  }
  return std::nullopt;
}

Finding ties(Patient& patient) {
  RtlBench& bench = *patient.rtl;
  std::vector<Tie> all = bench.description().ties();
  if (all.empty()) return {};
  const auto rank = [](const Tie& tie) {
    return is_reset_name(tie.pin) ? 0 : is_button_name(tie.pin) ? 1 : 2;
  };
  std::stable_sort(all.begin(), all.end(), [&](const Tie& a, const Tie& b) { return rank(a) < rank(b); });
  constexpr std::size_t most_ties = 6;
  if (all.size() > most_ties) all.resize(most_ties);
  for (const Tie& tie : all) {
    if (auto diagnosis = with_tie(bench, tie))
      return {fmt::format("it answers with another level on {}", tie.pin), diagnosis};
  }
  return {fmt::format("no answer with other levels on {} tied inputs", all.size())};
}

Finding pins(Patient& patient) {
  if (auto diagnosis = exchanged(*patient.rtl)) return {"it answers with rx and tx exchanged", diagnosis};
  return {"no answer with rx and tx exchanged"};
}

/// Of a design that answers: is a request of several bytes understood, too?
Finding stop_bits(Patient& patient) {
  RtlBench& bench = *patient.rtl;
  const protocol::Request first = patient.contest.requests(patient.contest.seats.front(), {}).back();
  if (first == bench.request() || patient.contest.dialect->encode(first).size() < 2) return {};
  const auto model = bench.model();
  const auto moved = [&](int count) {
    Manner both = manner(*model, bench.nominal(), milliseconds(200));
    both.speech.stop_bits = count;
    both.then = first;
    return !bench.observe(model, both).answer.edges.empty();
  };
  const std::string asked = quoted(patient.contest.dialect->encode(first));
  if (moved(1)) return {fmt::format("{} is answered as well", asked)};
  if (!moved(2)) return {fmt::format("{} is not answered at once, nor with two stop bits", asked)};
  return {fmt::format("{} is answered with two stop bits only", asked),
          Diagnosis{fmt::format("The receiver needs two stop bits: {}, whose bytes follow each other at "
                                "once, is answered with two "
                                "and not with one.",
                                asked),
                    "Look for the next start bit from the middle of the first stop bit on: the contest's "
                    "bytes are 8N1."}};
}

Finding bit_rate(Patient& patient) {
  RtlBench& bench = *patient.rtl;
  const auto bit = bit_length(bench.first().answer);
  if (!bit) return {};
  const double off = bench.nominal().bit / *bit - 1;
  constexpr double percent = 100;
  Finding finding{
      fmt::format("{} bit/s, {:+.1f} % off", std::lround(bench.clock_hz() / *bit), off * percent)};
  if (std::abs(off) > protocol::bit_rate_tolerance / 1e6)
    finding.diagnosis = {
        fmt::format("The design's bit rate is {:+.1f} % off: a bit lasts {:.1f} clocks, not {:.1f}.",
                    off * percent, *bit, bench.nominal().bit),
        "Correct the divisor of its UART, or clock.hz in the description."};
  return finding;
}

}  // namespace

std::span<const Probe> rtl_probes() {
  static const std::array all = {
      Probe{"build", build},
      Probe{"handshake", handshake},
      Probe{"power-on states", power_ons},
      Probe{"bit rate", bit_rate, Of::answering},
      Probe{"stop bits", stop_bits, Of::answering},
      Probe{"clock and rates", rates, Of::silent},
      Probe{"level of the lines", line_levels, Of::silent},
      Probe{"bit order, parity", bytes_on_the_line, Of::silent},
      Probe{"other contests", other_contests, Of::silent},
      Probe{"start-up time", start_up, Of::silent},
      Probe{"late answer", late_answer, Of::silent},
      Probe{"reset polarity", reset_polarity, Of::silent},
      Probe{"tied inputs", ties, Of::silent},
      Probe{"pins", pins, Of::silent},
  };
  return all;
}

}  // namespace rig::doctor
