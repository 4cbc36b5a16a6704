#include "rig/report/gate/cycles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

namespace rig::report {

std::optional<std::uint64_t> clock_of_design(const RunRecord& run) {
  const auto fact = run.link_facts.find("clock_hz");
  if (run.clock != "simulated" || fact == run.link_facts.end()) return std::nullopt;
  const std::string& text = fact->second;
  std::uint64_t hz = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), hz);
  const bool read = problem == std::errc() && end == text.data() + text.size();
  return read && hz > 0 ? std::optional(hz) : std::nullopt;
}

/// The longest time is that of one period more, rounded up by less than 2 ns.
std::int64_t cycles_in(Latency latency, std::uint64_t hz) {
  constexpr std::uint64_t second = 1'000'000'000;
  const auto ns = static_cast<std::uint64_t>(std::max(latency.longest, Duration::zero()).count());
  const std::uint64_t periods = ns / second * hz + ns % second * hz / second;
  return static_cast<std::int64_t>(periods) - (periods > 0 ? 1 : 0);
}

namespace {

/// Upper bounds, as the quantiles of a histogram are; the least and the most are those of a reply.
CycleSummary cycles_of(const LatencyHistogram& histogram, std::uint64_t hz) {
  const auto in_cycles = [&](Duration time) { return cycles_in({time, time}, hz); };
  return {in_cycles(histogram.minimum()), in_cycles(histogram.quantile(0.5)),
          in_cycles(histogram.quantile(0.9)), in_cycles(histogram.quantile(0.99)),
          in_cycles(histogram.maximum())};
}

}  // namespace

std::optional<CycleSummary> cycles_of_kind(const RunRecord& run, const std::string& kind) {
  const std::optional<std::uint64_t> hz = clock_of_design(run);
  if (!hz) return std::nullopt;
  std::vector<std::int64_t> all;
  LatencyHistogram histogram;
  bool is_whole = true;  // every reply was kept
  for (const CaseRecord& one : run.cases) {
    for (const Sample& sample : one.samples) {
      if (sample.kind != kind) continue;
      all.push_back(cycles_in(sample.latency, *hz));
      histogram.add(sample.latency);
    }
    const auto more = one.more_samples.find(kind);
    if (more == one.more_samples.end()) continue;
    histogram.add(more->second.histogram);
    is_whole = false;
  }
  if (!is_whole) return cycles_of(histogram, *hz);
  if (all.empty()) return std::nullopt;
  std::sort(all.begin(), all.end());
  const auto quantile = [&](std::size_t percent) { return all[(all.size() * percent + 99) / 100 - 1]; };
  return CycleSummary{all.front(), quantile(50), quantile(90), quantile(99), all.back()};
}

std::string summary_text(const CycleSummary& cycles) {
  return fmt::format("min {}   p50 {}   p99 {}   max {}", cycles.least, cycles.p50, cycles.p99, cycles.most);
}

}  // namespace rig::report
