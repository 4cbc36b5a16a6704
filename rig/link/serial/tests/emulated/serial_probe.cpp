/// Takes a serial port through the rig's own link, step by step, for a driver that is watched from outside:
/// `serial_probe DEVICE BAUD STEP …`. One line is printed for each step.
///
///   facts        what the link tells of itself
///   send:TEXT    sends it
///   hear:N       waits for N bytes, 10 s at most
///   trips:N      N round trips of one byte to a board that echoes: the shortest, median and longest
///   reset:LINE   opens with this reset (`dtr`, `rts`; before the other steps) and performs it
///   counts       errors of the line since this was last asked
///   break:MS     holds the line low
///   wait:FILE    until this file exists, 60 s at most
///
/// Exit status: 0, 2 for a step that does not exist, 3 for an error of the rig (with its message).

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "rig/base/bytes.hpp"
#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/serial/serial_link.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Instant at(Duration moment) {
  return monotonic_interval(moment, moment);
}

int number_of(const std::string& step, std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) {
    throw UsageError(fmt::format("Step \"{}\": \"{}\" is no number from 0 on.", step, text));
  }
  return number;
}

class Probe {
 public:
  explicit Probe(const SerialOptions& options) : link_(open_serial(options)) {}

  void perform(const std::string& step) {
    const std::size_t colon = std::min(step.find(':'), step.size());
    const std::string verb = step.substr(0, colon);
    const std::string rest = colon < step.size() ? step.substr(colon + 1) : "";
    if (verb == "facts") return facts();
    if (verb == "send") return send(rest);
    if (verb == "hear") return say("heard \"" + hear(number_of(step, rest)) + "\"");
    if (verb == "trips") return trips(number_of(step, rest));
    if (verb == "reset") return say("reset: " + link_->reset().note);
    if (verb == "counts") return counts();
    if (verb == "break") return hold_low(milliseconds(number_of(step, rest)));
    if (verb == "wait") return wait_for(rest);
    throw UsageError(fmt::format("There is no step \"{}\".", step));
  }

 private:
  static void say(const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
  }

  void facts() const {
    for (const auto& [name, value] : link_->info().facts) say(fmt::format("{} = {}", name, value));
    say(fmt::format("hold-back = {} us",
                    std::chrono::duration_cast<std::chrono::microseconds>(link_->info().hold_back).count()));
  }

  void send(const std::string& text) {
    link_->send(to_bytes(text), at(monotonic_now()));
    say("sent");
  }

  std::string hear(int count) {
    std::string heard;
    const Instant until = at(monotonic_now() + seconds(10));
    for (int i = 0; i < count; ++i) {
      const Event event = link_->receive(until);
      if (!std::holds_alternative<Byte>(event)) break;
      heard.push_back(static_cast<char>(std::get<Byte>(event).value));
    }
    return heard;
  }

  void trips(int count) {
    std::vector<Duration> took;
    for (int i = 0; i < count; ++i) {
      const Duration begin = monotonic_now();
      link_->send(to_bytes("x"), at(begin));
      if (hear(1) != "x") throw RigError(fmt::format("Round trip {} brought nothing back.", i + 1));
      took.push_back(monotonic_now() - begin);
    }
    std::sort(took.begin(), took.end());
    const auto in_us = [](Duration time) {
      return std::chrono::duration_cast<std::chrono::microseconds>(time).count();
    };
    say(fmt::format("round trips {} {} {} us", in_us(took.front()), in_us(took[took.size() / 2]),
                    in_us(took.back())));
  }

  void counts() {
    const LineErrorCounts line = link_->health().line;
    say(fmt::format("framing {} parity {} breaks {} overruns {}", line.framing, line.parity, line.breaks,
                    line.overruns));
  }

  /// The link has no breaks to send; only root may open the port beside it.
  void hold_low(Duration time) const {
    const Descriptor port(open(link_->info().facts.at("device").c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK));
    if (ioctl(port.number(), TIOCSBRK) != 0) throw RigError("The break could not begin.");
    sleep_until(monotonic_now() + time);
    if (ioctl(port.number(), TIOCCBRK) != 0) throw RigError("The break could not end.");
    say("break");
  }

  static void wait_for(const std::string& file) {
    const Duration end = monotonic_now() + seconds(60);
    while (!std::filesystem::exists(file)) {
      if (monotonic_now() > end) throw RigError("Nobody has made " + file + ".");
      sleep_until(monotonic_now() + milliseconds(20));
    }
    say("seen " + file);
  }

  std::unique_ptr<StreamLink> link_;
};

int run(const std::vector<std::string>& words) {
  if (words.size() < 2) throw UsageError("usage: serial_probe DEVICE BAUD STEP …");
  SerialOptions options;
  options.device = words[0];
  options.baud = static_cast<std::uint32_t>(number_of("BAUD", words[1]));
  std::vector<std::string> steps(words.begin() + 2, words.end());
  if (!steps.empty() && steps.front().starts_with("reset:"))
    options.reset = parse_reset(steps.front().substr(6));
  Probe probe(options);
  for (const std::string& step : steps) probe.perform(step);
  return 0;
}

}  // namespace
}  // namespace rig

int main(int argc, char** argv) {
  try {
    return rig::run({argv + 1, argv + argc});
  } catch (const rig::UsageError& error) {
    fmt::print(stderr, "usage error: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 3;
  }
}
