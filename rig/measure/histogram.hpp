#pragma once
/// Latencies of one kind of request, counted so that no sample is lost: what lies beyond the last bucket
/// stands in the overflow count, and the extremes are kept exactly.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "rig/base/time.hpp"

namespace rig {

/// A bar of the histogram: samples in [from, to).
struct Bucket {
  Duration from{};
  Duration to{};
  std::uint64_t count = 0;
};

/// A histogram as it was written down: what its members of these names say.
struct WrittenHistogram {
  Duration minimum{};
  Duration maximum{};
  Duration widest{};
  std::uint64_t underflow = 0;
  std::uint64_t overflow = 0;
  std::vector<Bucket> buckets;
};

/// Logarithmic buckets, 20 to the decade, from 100 ns to 100 s. A sample is an interval and is counted by
/// its longest end: a histogram never flatters the DUT.
class LatencyHistogram {
 public:
  LatencyHistogram();
  LatencyHistogram(const LatencyHistogram& other);
  LatencyHistogram& operator=(const LatencyHistogram& other);
  LatencyHistogram(LatencyHistogram&&) noexcept;
  LatencyHistogram& operator=(LatencyHistogram&&) noexcept;
  ~LatencyHistogram();

  void add(Latency sample);
  /// All that another has counted.
  void add(const LatencyHistogram& other);

  /// Nothing: a bucket is none of this histogram's.
  static std::optional<LatencyHistogram> from(const WrittenHistogram& written);

  std::uint64_t count() const { return count_; }
  std::uint64_t underflow() const;               ///< samples below the first bucket
  std::uint64_t overflow() const;                ///< samples beyond the last bucket
  Duration minimum() const { return minimum_; }  ///< exact; zero when empty
  Duration maximum() const { return maximum_; }  ///< exact; zero when empty
  Duration widest() const { return widest_; }    ///< the largest uncertainty of a sample (longest - shortest)

  /// An upper bound of the q-quantile (0 <= q <= 1): the upper end of its bucket, never more than the
  /// maximum. Zero when empty.
  Duration quantile(double q) const;

  /// The buckets from the first to the last that holds a sample; empty ones between are kept.
  std::vector<Bucket> buckets() const;

 private:
  struct Counts;
  std::unique_ptr<Counts> counts_;
  std::uint64_t count_ = 0;
  Duration minimum_{};
  Duration maximum_{};
  Duration widest_{};
};

}  // namespace rig
