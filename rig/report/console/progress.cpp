#include "rig/report/console/progress.hpp"

#include <fmt/format.h>

#include <cmath>

#include "rig/base/visible.hpp"

namespace rig::report {

namespace {

using std::chrono::seconds;

/// What is done now: a preparation, or cases. All that fit are named, and the others counted.
std::string activity(const Progress& progress, std::size_t room) {
  if (!progress.doing.empty()) return cut(visible(progress.doing), room);
  if (progress.running.empty()) return {};
  std::string text = visible(progress.running.front());
  for (std::size_t named = 1; named < progress.running.size(); ++named) {
    const std::string longer = text + ", " + visible(progress.running[named]);
    const std::size_t others = progress.running.size() - named;
    if (columns(longer) + 4 > room) return cut(text, room - 4) + fmt::format(" +{}", others);
    text = longer;
  }
  return cut(text, room);
}

}  // namespace

std::optional<Duration> time_left(const Progress& progress) {
  if (progress.ended == 0 || progress.ended >= progress.planned) return std::nullopt;
  const double each = static_cast<double>(progress.testing.count()) / static_cast<double>(progress.ended);
  const Duration left(std::llround(each * static_cast<double>(progress.planned - progress.ended)));
  if (left < seconds(1)) return std::nullopt;
  return left;
}

std::string clock_text(Duration time) {
  const auto all = std::chrono::duration_cast<seconds>(time).count();
  if (all < 60) return fmt::format("{} s", all);
  if (all < 3600) return fmt::format("{}:{:02} min", all / 60, all % 60);
  return fmt::format("{}:{:02}:{:02} h", all / 3600, all / 60 % 60, all % 60);
}

std::string estimate_text(Duration time) {
  const double all = std::chrono::duration<double>(time).count();
  if (all < 10) return fmt::format("about {:.0f} s", all);
  if (all < 57.5) return fmt::format("about {:.0f} s", 5 * std::round(all / 5));
  if (all < 5400) return fmt::format("about {:.0f} min", std::fmax(1, std::round(all / 60)));
  return fmt::format("about {:.1f} h", all / 3600);
}

std::string speed_text(std::uint64_t clock_hz, Duration simulated, Duration real) {
  if (clock_hz == 0 || simulated <= Duration::zero() || real <= Duration::zero()) return {};
  const double ratio = static_cast<double>(simulated.count()) / static_cast<double>(real.count());
  const auto number = [](double value) {
    return value < 9.995 ? fmt::format("{:.2f}", value)
                         : fmt::format("{:.{}f}", value, value < 99.95 ? 1 : 0);
  };
  return fmt::format("{} Mcycles/s, {} x real time", number(ratio * static_cast<double>(clock_hz) / 1e6),
                     number(ratio));
}

std::string progress_line(const Progress& progress, std::size_t width) {
  if (progress.doing.empty() && progress.ended >= progress.planned) return {};
  std::string text = "  ";
  if (progress.planned > 0) text += fmt::format("{} of {}, ", progress.ended, progress.planned);
  text += clock_text(progress.elapsed);
  if (const auto left = time_left(progress)) text += ", " + estimate_text(*left) + " left";
  constexpr std::size_t least = 12;  // columns that are worth a name
  std::string speed = speed_text(progress.clock_hz, progress.simulated, progress.testing);
  const auto is_too_long = [&] { return columns(text) + columns(speed) + 4 + 2 * least > width; };
  if (!speed.empty() && is_too_long()) speed.erase(0, speed.find(", ") + 2);
  if (!speed.empty() && !is_too_long()) text += ", " + speed;
  const std::size_t used = columns(text) + 2;
  if (used + least > width) return cut(text, width);
  const std::string now = activity(progress, width - used);
  return now.empty() ? text : text + ": " + now;
}

}  // namespace rig::report
