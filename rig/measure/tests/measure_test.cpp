#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "rig/base/random.hpp"
#include "rig/measure/histogram.hpp"
#include "rig/measure/verdict.hpp"

namespace rig {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::array all_verdicts = {Verdict::not_run,      Verdict::not_applicable, Verdict::pass,
                                     Verdict::inconclusive, Verdict::fail,           Verdict::error};

Latency exactly(Duration time) {
  return {time, time};
}

/// What the guarded decision means, by looking at every moment of the interval.
Verdict judged_moment_by_moment(Latency latency, Duration deadline) {
  bool some_met = false;
  bool some_missed = false;
  for (Duration moment = latency.shortest; moment <= latency.longest; ++moment) {
    (moment <= deadline ? some_met : some_missed) = true;
  }
  if (some_met && some_missed) return Verdict::inconclusive;
  return some_missed ? Verdict::fail : Verdict::pass;
}

std::uint64_t sum_of(const LatencyHistogram& histogram) {
  std::uint64_t sum = histogram.underflow() + histogram.overflow();
  for (const Bucket& bucket : histogram.buckets()) sum += bucket.count;
  return sum;
}

/// Times spread evenly over the decades from 10 ns to 1000 s: below, inside and beyond the buckets.
std::vector<Duration> times_of_all_sizes(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  std::vector<Duration> times;
  for (std::size_t i = 0; i < count; ++i) {
    const double decade = 1.0 + 11.0 * random.below(1000001) / 1e6;
    times.emplace_back(std::llround(std::pow(10.0, decade)));
  }
  return times;
}

LatencyHistogram histogram_of(const std::vector<Duration>& times) {
  LatencyHistogram histogram;
  for (const Duration time : times) histogram.add(exactly(time));
  return histogram;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(verdicts)

BOOST_AUTO_TEST_CASE(of_every_interval_around_a_deadline_follow_from_its_moments) {
  for (const Duration deadline : {Duration(0), Duration(10), Duration(seconds(1))}) {
    for (Duration shortest = deadline - Duration(6); shortest <= deadline + Duration(6); ++shortest) {
      for (Duration longest = shortest; longest <= deadline + Duration(7); ++longest) {
        const Verdict verdict = judge({shortest, longest}, deadline);
        BOOST_TEST(to_string(verdict) == to_string(judged_moment_by_moment({shortest, longest}, deadline)),
                   "[" << shortest.count() << ", " << longest.count() << "] against " << deadline.count());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(of_a_latency_of_exactly_the_deadline_are_pass) {
  BOOST_TEST((judge(exactly(seconds(1)), seconds(1)) == Verdict::pass));
  BOOST_TEST((judge(exactly(seconds(1) + Duration(1)), seconds(1)) == Verdict::fail));
}

BOOST_AUTO_TEST_CASE(only_worsen) {
  // From the least to the worst; whichever stands further right wins.
  for (std::size_t a = 0; a < all_verdicts.size(); ++a) {
    for (std::size_t b = 0; b < all_verdicts.size(); ++b) {
      BOOST_TEST(to_string(worse(all_verdicts[a], all_verdicts[b])) ==
                 to_string(all_verdicts[std::max(a, b)]));
    }
  }
}

// Reports and transcripts of other days hold them.
BOOST_AUTO_TEST_CASE(have_words_that_never_change) {
  constexpr std::array<std::string_view, 6> words = {"not run",      "not applicable", "pass",
                                                     "inconclusive", "fail",           "error"};
  for (std::size_t i = 0; i < words.size(); ++i) BOOST_TEST(to_string(all_verdicts[i]) == words[i]);
}

BOOST_AUTO_TEST_CASE(have_a_word_each_that_leads_back) {
  for (const Verdict verdict : all_verdicts) {
    BOOST_TEST((verdict_from(to_string(verdict)) == verdict), to_string(verdict));
  }
  for (const std::string_view word : {"", "Pass", "passed", "not_run", "?"}) {
    BOOST_TEST(!verdict_from(word).has_value(), word);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(histogram)

BOOST_AUTO_TEST_CASE(is_all_zero_when_empty) {
  const LatencyHistogram empty;
  BOOST_TEST(empty.count() == 0U);
  BOOST_TEST(empty.minimum().count() == 0);
  BOOST_TEST(empty.maximum().count() == 0);
  BOOST_TEST(empty.quantile(0.5).count() == 0);
  BOOST_TEST(empty.buckets().empty());
}

BOOST_AUTO_TEST_CASE(keeps_the_extremes_exactly) {
  LatencyHistogram histogram;
  for (const int nanoseconds : {123457, 1234567, 234568}) histogram.add(exactly(Duration(nanoseconds)));
  BOOST_TEST(histogram.minimum().count() == 123457);
  BOOST_TEST(histogram.maximum().count() == 1234567);
  BOOST_TEST(histogram.quantile(1.0).count() == 1234567);
}

BOOST_AUTO_TEST_CASE(counts_a_sample_by_its_longest_end) {
  LatencyHistogram histogram;
  histogram.add({milliseconds(1), milliseconds(500)});
  BOOST_TEST(histogram.minimum().count() == 500000000);
  BOOST_TEST(histogram.maximum().count() == 500000000);
  BOOST_TEST(histogram.quantile(0.5).count() == 500000000);
  BOOST_REQUIRE(histogram.buckets().size() == 1U);
  BOOST_TEST(histogram.buckets()[0].from.count() <= 500000000);
  BOOST_TEST(histogram.buckets()[0].to.count() > 500000000);
}

BOOST_AUTO_TEST_CASE(remembers_the_largest_uncertainty) {
  LatencyHistogram histogram;
  histogram.add({milliseconds(1), milliseconds(3)});
  histogram.add({milliseconds(5), milliseconds(6)});
  BOOST_TEST(histogram.widest().count() == 2000000);
}

BOOST_AUTO_TEST_CASE(drops_no_sample_beyond_the_last_bucket) {
  LatencyHistogram histogram;
  histogram.add(exactly(seconds(99)));
  histogram.add(exactly(seconds(100)));
  histogram.add(exactly(seconds(101)));
  histogram.add(exactly(Duration::max()));
  BOOST_TEST(histogram.count() == 4U);
  BOOST_TEST(histogram.overflow() >= 2U);
  BOOST_TEST(sum_of(histogram) == 4U);
  BOOST_TEST(histogram.maximum().count() == Duration::max().count());
  BOOST_TEST(histogram.quantile(1.0).count() == Duration::max().count());
}

BOOST_AUTO_TEST_CASE(drops_no_sample_below_the_first_bucket) {
  LatencyHistogram histogram;
  for (const int nanoseconds : {-5, 0, 1, 99, 101}) histogram.add(exactly(Duration(nanoseconds)));
  BOOST_TEST(histogram.underflow() == 4U);
  BOOST_TEST(sum_of(histogram) == 5U);
  BOOST_TEST(histogram.minimum().count() == -5);
}

BOOST_AUTO_TEST_CASE(counts_every_sample_once_whatever_its_size) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Duration> times = times_of_all_sizes(seed, 500);
    const LatencyHistogram histogram = histogram_of(times);
    BOOST_TEST(histogram.count() == times.size());
    BOOST_TEST(sum_of(histogram) == times.size());
    BOOST_TEST((histogram.minimum() == *std::min_element(times.begin(), times.end())));
    BOOST_TEST((histogram.maximum() == *std::max_element(times.begin(), times.end())));
  }
}

BOOST_AUTO_TEST_CASE(gives_no_quantile_under_the_true_one) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::vector<Duration> times = times_of_all_sizes(seed, 1 + 37 * seed);
    const LatencyHistogram histogram = histogram_of(times);
    std::sort(times.begin(), times.end());
    for (const double q : {0.0, 0.001, 0.1, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0}) {
      const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(times.size())));
      const Duration truth = times[std::max<std::size_t>(rank, 1) - 1];
      const Duration told = histogram.quantile(q);
      BOOST_TEST(told.count() >= truth.count(), "q " << q << ", seed " << seed);
      BOOST_TEST(told.count() <= histogram.maximum().count(), "q " << q << ", seed " << seed);
    }
  }
}

BOOST_AUTO_TEST_CASE(gives_quantiles_within_one_bucket_of_the_true_ones) {
  // A bucket is 10^(1/20) wide, so that a quantile is at most 12.3 % too long.
  std::vector<Duration> times;
  for (int i = 1; i <= 1000; ++i) times.emplace_back(milliseconds(i));
  const LatencyHistogram histogram = histogram_of(times);
  for (const int per_mille : {1, 10, 100, 500, 900, 990}) {
    const double truth = 1e6 * per_mille;
    BOOST_TEST(static_cast<double>(histogram.quantile(per_mille / 1000.0).count()) <= truth * 1.123 + 1e6);
  }
}

BOOST_AUTO_TEST_CASE(lists_empty_buckets_between_two_samples) {
  LatencyHistogram histogram;
  histogram.add(exactly(milliseconds(2)));
  histogram.add(exactly(milliseconds(200)));
  const std::vector<Bucket> buckets = histogram.buckets();
  BOOST_REQUIRE(buckets.size() == 41U);  // two decades of 20, and one
  BOOST_TEST(buckets.front().count == 1U);
  BOOST_TEST(buckets.back().count == 1U);
  for (std::size_t i = 1; i < buckets.size(); ++i) {
    BOOST_TEST(buckets[i].from.count() == buckets[i - 1].to.count());
  }
}

BOOST_AUTO_TEST_CASE(added_to_another_counts_as_if_it_had_seen_all) {
  const std::vector<Duration> times = times_of_all_sizes(7, 400);
  const auto middle = times.begin() + 150;
  LatencyHistogram both = histogram_of({times.begin(), middle});
  both.add(histogram_of({middle, times.end()}));
  both.add(LatencyHistogram());
  const LatencyHistogram whole = histogram_of(times);
  BOOST_TEST(both.count() == whole.count());
  BOOST_TEST((both.minimum() == whole.minimum()));
  BOOST_TEST((both.maximum() == whole.maximum()));
  for (const double q : {0.1, 0.5, 0.99}) BOOST_TEST((both.quantile(q) == whole.quantile(q)), q);
}

BOOST_AUTO_TEST_CASE(comes_back_as_it_was_written_down) {
  const LatencyHistogram whole = histogram_of(times_of_all_sizes(3, 400));
  WrittenHistogram written{whole.minimum(),   whole.maximum(),  whole.widest(),
                           whole.underflow(), whole.overflow(), whole.buckets()};
  const auto back = LatencyHistogram::from(written);
  BOOST_REQUIRE(back.has_value());
  BOOST_TEST(back->count() == whole.count());
  BOOST_TEST(sum_of(*back) == sum_of(whole));
  for (const double q : {0.0, 0.1, 0.5, 0.99, 1.0}) BOOST_TEST((back->quantile(q) == whole.quantile(q)), q);
  ++written.buckets.front().to;
  BOOST_TEST(!LatencyHistogram::from(written).has_value());
}

BOOST_AUTO_TEST_CASE(is_independent_of_its_copy) {
  LatencyHistogram original;
  original.add(exactly(milliseconds(2)));
  LatencyHistogram copy = original;
  copy.add(exactly(seconds(200)));
  BOOST_TEST(original.count() == 1U);
  BOOST_TEST(original.overflow() == 0U);
  BOOST_TEST(copy.count() == 2U);
  BOOST_TEST(copy.overflow() == 1U);
  BOOST_TEST((copy.minimum() == milliseconds(2)));
  original = copy;
  BOOST_TEST(sum_of(original) == 2U);
  BOOST_TEST((original.maximum() == seconds(200)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig
