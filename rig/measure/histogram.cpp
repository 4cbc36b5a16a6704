#include "rig/measure/histogram.hpp"

#include <algorithm>
#include <boost/histogram.hpp>
#include <cmath>

namespace rig {

namespace bh = boost::histogram;

namespace {

constexpr double lowest_ns = 1e2;
constexpr double highest_ns = 1e11;
constexpr unsigned bucket_count = 9 * 20;

using LogAxis = bh::axis::regular<double, bh::axis::transform::log>;

auto empty_counts() {
  return bh::make_histogram(LogAxis(bucket_count, lowest_ns, highest_ns));
}

Duration nanoseconds(double value) {
  return Duration(std::llround(value));
}

}  // namespace

struct LatencyHistogram::Counts {
  decltype(empty_counts()) cells = empty_counts();

  std::uint64_t at(int bucket) const { return static_cast<std::uint64_t>(cells.at(bucket)); }
  Duration lower_end(int bucket) const { return nanoseconds(cells.axis().bin(bucket).lower()); }
  Duration upper_end(int bucket) const { return nanoseconds(cells.axis().bin(bucket).upper()); }
};

LatencyHistogram::LatencyHistogram() : counts_(std::make_unique<Counts>()) {}
LatencyHistogram::LatencyHistogram(const LatencyHistogram& other)
    : counts_(std::make_unique<Counts>(*other.counts_)),
      count_(other.count_),
      minimum_(other.minimum_),
      maximum_(other.maximum_),
      widest_(other.widest_) {}
LatencyHistogram& LatencyHistogram::operator=(const LatencyHistogram& other) {
  if (this != &other) *this = LatencyHistogram(other);
  return *this;
}
LatencyHistogram::LatencyHistogram(LatencyHistogram&&) noexcept = default;
LatencyHistogram& LatencyHistogram::operator=(LatencyHistogram&&) noexcept = default;
LatencyHistogram::~LatencyHistogram() = default;

void LatencyHistogram::add(Latency sample) {
  counts_->cells(static_cast<double>(std::max(sample.longest, Duration(0)).count()));
  minimum_ = count_ == 0 ? sample.longest : std::min(minimum_, sample.longest);
  maximum_ = count_ == 0 ? sample.longest : std::max(maximum_, sample.longest);
  widest_ = std::max(widest_, sample.longest - sample.shortest);
  ++count_;
}

void LatencyHistogram::add(const LatencyHistogram& other) {
  if (other.count_ == 0) return;
  counts_->cells += other.counts_->cells;
  minimum_ = count_ == 0 ? other.minimum_ : std::min(minimum_, other.minimum_);
  maximum_ = count_ == 0 ? other.maximum_ : std::max(maximum_, other.maximum_);
  widest_ = std::max(widest_, other.widest_);
  count_ += other.count_;
}

std::optional<LatencyHistogram> LatencyHistogram::from(const WrittenHistogram& written) {
  LatencyHistogram histogram;
  Counts& counts = *histogram.counts_;
  const auto set = [&](int cell, std::uint64_t count) {
    counts.cells.at(cell) = static_cast<double>(count);
    histogram.count_ += count;
  };
  set(-1, written.underflow);
  set(static_cast<int>(bucket_count), written.overflow);
  for (const Bucket& bucket : written.buckets) {
    const auto middle = static_cast<double>((bucket.from + (bucket.to - bucket.from) / 2).count());
    const int cell = counts.cells.axis().index(middle);
    if (cell < 0 || cell >= static_cast<int>(bucket_count) || counts.lower_end(cell) != bucket.from ||
        counts.upper_end(cell) != bucket.to)
      return std::nullopt;
    set(cell, bucket.count);
  }
  histogram.minimum_ = written.minimum;
  histogram.maximum_ = written.maximum;
  histogram.widest_ = written.widest;
  return histogram;
}

std::uint64_t LatencyHistogram::underflow() const {
  return counts_->at(-1);
}

std::uint64_t LatencyHistogram::overflow() const {
  return counts_->at(static_cast<int>(bucket_count));
}

Duration LatencyHistogram::quantile(double q) const {
  if (count_ == 0) return Duration::zero();
  const auto rank =
      static_cast<std::uint64_t>(std::ceil(std::clamp(q, 0.0, 1.0) * static_cast<double>(count_)));
  std::uint64_t seen = underflow();
  if (seen >= std::max<std::uint64_t>(rank, 1)) return std::min(maximum_, counts_->lower_end(0));
  for (int i = 0; i < static_cast<int>(bucket_count); ++i) {
    seen += counts_->at(i);
    if (seen >= std::max<std::uint64_t>(rank, 1)) return std::min(maximum_, counts_->upper_end(i));
  }
  return maximum_;
}

std::vector<Bucket> LatencyHistogram::buckets() const {
  int first = -1;
  int last = -1;
  for (int i = 0; i < static_cast<int>(bucket_count); ++i) {
    if (counts_->at(i) == 0) continue;
    if (first < 0) first = i;
    last = i;
  }
  std::vector<Bucket> bars;
  for (int i = first; first >= 0 && i <= last; ++i) {
    bars.push_back({counts_->lower_end(i), counts_->upper_end(i), counts_->at(i)});
  }
  return bars;
}

}  // namespace rig
