#include "rig/doctor/live/kernel_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>

#include "rig/base/descriptor.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig::doctor {

namespace {

constexpr std::array of_power = {"over-current", "insufficient available bus power"};
constexpr std::array of_signals = {"device descriptor read/", "not accepting address", "unable to enumerate",
                                   "Maybe the USB cable is bad"};

template <typename Words>
bool has_any(std::string_view text, const Words& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* word) { return text.find(word) != std::string_view::npos; });
}

/// `6,339,5140900,-;text`: microseconds stand third. Nothing: this is no record.
std::optional<Duration> date_of(std::string_view record) {
  long long microseconds = 0;
  std::size_t at = record.find(',');
  if (at != std::string_view::npos) at = record.find(',', at + 1);
  if (at == std::string_view::npos) return std::nullopt;
  const char* const end = record.data() + record.size();
  if (std::from_chars(record.data() + at + 1, end, microseconds).ec != std::errc()) return std::nullopt;
  return std::chrono::microseconds(microseconds);
}

/// The kernel's records, a line each; empty where this user may not read them.
std::string kernel_log() {
  const Descriptor log(open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  std::string text;
  if (!log.is_open()) return text;
  std::array<char, 8192> record{};
  for (;;) {
    const ssize_t size = read(log.number(), record.data(), record.size());  // one record at a time
    if (size > 0) text.append(record.data(), static_cast<std::size_t>(size));
    if (size == 0 || (size < 0 && errno != EPIPE && errno != EINTR)) return text;  // EPIPE: some were dropped
  }
}

UsbTrouble trouble_in(std::string_view text) {
  return {
      fmt::format("The kernel reports about a USB device: \"{}\".", text),
      has_any(text, of_power)
          ? "The socket gives too little current: plug the board into a hub with a supply of its own, or "
            "into another socket."
          : "Try another cable, then another socket: the adapter does not answer as a USB device has to."};
}

}  // namespace

std::optional<UsbTrouble> usb_trouble(std::string_view log, Duration now) {
  constexpr Duration recent = std::chrono::minutes(15);
  std::optional<UsbTrouble> last;
  while (!log.empty()) {
    const std::string_view record = log.substr(0, log.find('\n'));
    log.remove_prefix(std::min(record.size() + 1, log.size()));
    const std::size_t text = record.find(';');
    const std::optional<Duration> date = date_of(record);
    if (text == std::string_view::npos || !date || *date + recent < now) continue;
    if (has_any(record, of_power) || has_any(record, of_signals)) last = trouble_in(record.substr(text + 1));
  }
  return last;
}

std::optional<UsbTrouble> usb_trouble_here() {
  return usb_trouble(kernel_log(), monotonic_now());
}

}  // namespace rig::doctor
