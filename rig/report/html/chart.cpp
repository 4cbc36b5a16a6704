#include "rig/report/html/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rig/base/readable.hpp"
#include "rig/base/visible.hpp"
#include "rig/report/digest.hpp"
#include "rig/report/html/markup.hpp"

namespace rig::report {

namespace {

constexpr double width = 360;
constexpr double height = 192;
constexpr double left = 34;
constexpr double right = 352;
constexpr double top = 24;
constexpr double bottom = 150;
constexpr double overflow_room = 22;

double decades(Duration time) {
  return std::log10(static_cast<double>(std::max<Duration::rep>(time.count(), 1)));
}

class Chart {
 public:
  Chart(const LatencyRecord& record, std::string_view id)
      : record_(record), id_(id), buckets_(record.histogram.buckets()) {
    Duration low = buckets_.empty() ? record.deadline : buckets_.front().from;
    Duration high = buckets_.empty() ? record.deadline : buckets_.back().to;
    if (record.deadline > Duration::zero()) {
      low = std::min(low, record.deadline);
      high = std::max(high, record.deadline);
    }
    first_decade_ = std::floor(decades(low) + 1e-6);
    last_decade_ = std::max(first_decade_ + 1, std::ceil(decades(high) - 1e-6));
    // A deadline at the very edge would be a line on the frame.
    if (decades(record.deadline) > last_decade_ - 0.05) last_decade_ += 0.25;
    for (const Bucket& bucket : buckets_) most_ = std::max(most_, bucket.count);
    most_ = std::max({most_, record.histogram.overflow(), record.histogram.underflow()});
  }

  std::string draw() const {
    return fmt::format(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{}\">\n"
        "<title id=\"{}\">{}</title>\n{}{}{}{}</svg>\n",
        width, height, id_, id_, content(description()), axes(), doubt(), bars(), deadline());
  }

 private:
  std::string description() const {
    const LatencyHistogram& histogram = record_.histogram;
    std::string text =
        fmt::format("Latencies of {}: {} measured, fastest {}, slowest {}", visible(record_.kind),
                    histogram.count(), readable(histogram.minimum()), readable(histogram.maximum()));
    if (record_.deadline > Duration::zero()) text += ", deadline " + deadline_text(record_.deadline);
    if (histogram.count() > 0) text += ", uncertainty " + readable(histogram.widest());
    return text + ".";
  }

  double plot_right() const { return record_.histogram.overflow() > 0 ? right - overflow_room : right; }

  double x(Duration time) const { return x_of(decades(time)); }

  double x_of(double decade) const {
    const double share = (decade - first_decade_) / (last_decade_ - first_decade_);
    return left + std::clamp(share, 0.0, 1.0) * (plot_right() - left);
  }

  /// The height of a bar; anything above zero shows.
  double bar_height(std::uint64_t count) const {
    if (count == 0) return 0;
    return std::max(2.0, static_cast<double>(count) / static_cast<double>(most_) * (bottom - top));
  }

  std::string axes() const {
    std::string text = line("axis", left, bottom, right, bottom) + line("axis", left, top, right, top);
    text += label("end", left - 5, bottom, "0") + label("end", left - 5, top + 4, std::to_string(most_));
    const int count = static_cast<int>(last_decade_ - first_decade_) + 1;
    const int step = count > 6 ? 2 : 1;
    for (int i = 0; i < count; ++i) {
      const double decade = first_decade_ + i;
      text += line("axis", x_of(decade), bottom, x_of(decade), bottom + 4);
      if (i % step != 0) continue;
      const Duration time(std::llround(std::pow(10.0, decade)));
      const char* anchor = i == 0 ? "start" : x_of(decade) > right - 18 ? "end" : "middle";
      text += label(anchor, i == 0 ? x_of(decade) - 6 : x_of(decade), bottom + 17, deadline_text(time));
    }
    text += label("middle", (left + right) / 2, bottom + 36, "time to the end of the reply, logarithmic");
    return text;
  }

  std::string bars() const {
    std::string text;
    if (const std::uint64_t below = record_.histogram.underflow(); below > 0)
      text += bar(left, 5, below, "bar");
    for (const Bucket& bucket : buckets_) {
      if (bucket.count == 0) continue;
      const double from = x(bucket.from);
      text += bar(from, std::max(1.0, x(bucket.to) - from - 0.5), bucket.count,
                  is_late(bucket, record_) ? "bar late" : "bar");
    }
    if (const std::uint64_t beyond = record_.histogram.overflow(); beyond > 0) {
      text += bar(right - 12, 10, beyond, "bar late");
      text += label("end", right, bottom - bar_height(beyond) - 5, fmt::format("{} > 100 s", beyond));
    }
    return text;
  }

  /// Where the measurement cannot tell whether the deadline was met.
  std::string doubt() const {
    const Duration uncertainty = record_.histogram.widest();
    if (record_.deadline <= Duration::zero() || uncertainty <= Duration::zero()) return {};
    const double from = x(record_.deadline);
    const double to = x(record_.deadline + uncertainty);
    return fmt::format("<rect class=\"doubt\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\"/>\n", from,
                       top, std::max(3.0, to - from), bottom - top);
  }

  std::string deadline() const {
    if (record_.deadline <= Duration::zero()) return {};
    const double at = x(record_.deadline);
    const char* anchor = at > width / 2 ? "end" : "start";
    return line("deadline", at, top - 4, at, bottom) +
           fmt::format(
               "<text class=\"deadline-label\" text-anchor=\"{}\" x=\"{:.1f}\" y=\"{}\">deadline {}</text>\n",
               anchor, at, top - 9, deadline_text(record_.deadline));
  }

  std::string bar(double from, double wide, std::uint64_t count, std::string_view style) const {
    const double tall = bar_height(count);
    return fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
                       style, from, bottom - tall, wide, tall);
  }

  static std::string line(std::string_view style, double x1, double y1, double x2, double y2) {
    return fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
                       style, x1, y1, x2, y2);
  }

  static std::string label(std::string_view anchor, double at, double y, std::string_view text) {
    return fmt::format("<text text-anchor=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", anchor, at, y,
                       content(text));
  }

  const LatencyRecord& record_;
  std::string_view id_;
  std::vector<Bucket> buckets_;
  double first_decade_ = 0;
  double last_decade_ = 1;
  std::uint64_t most_ = 1;
};

}  // namespace

std::string chart_of(const LatencyRecord& record, std::string_view id) {
  return Chart(record, id).draw();
}

}  // namespace rig::report
