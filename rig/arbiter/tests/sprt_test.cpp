/// The sequential test, against values that were worked out apart from this code.

#include "rig/arbiter/series/sprt.hpp"

#include <boost/test/unit_test.hpp>
#include <vector>

namespace rig::arbiter {
namespace {

using Decision = Sprt::Decision;

BOOST_AUTO_TEST_SUITE(sprt, *boost::unit_test::tolerance(1e-4))

/// By a search (Python) for the likeliest shares of won, drawn and lost with the score of each hypothesis.
BOOST_AUTO_TEST_CASE(the_ratio_is_that_of_the_likeliest_shares) {
  struct Row {
    Tally tally;
    Hypotheses between;
    double llr;
  };
  const std::vector<Row> rows = {
      {{60, 20, 20}, {0, 10}, 1.38982},      {{20, 20, 60}, {0, 10}, -1.48819},
      {{133, 200, 67}, {0, 5}, 1.82096},     {{501, 0, 499}, {0, 5}, -0.07477},
      {{501, 300, 520}, {-5, 0}, -0.17680},  {{10, 0, 0}, {0, 10}, 0.28368},
      {{3000, 4000, 2800}, {0, 5}, 3.14895}, {{0, 0, 0}, {0, 10}, 0},
  };
  for (const Row& row : rows) BOOST_TEST(sprt_of(row.tally, row.between).llr == row.llr);
}

BOOST_AUTO_TEST_CASE(it_decides_at_the_bounds_of_five_percent) {
  const Sprt open = sprt_of({133, 200, 67}, {0, 5});
  BOOST_TEST(open.upper == 2.94444);
  BOOST_TEST(open.lower == -2.94444);
  BOOST_TEST((open.decision() == Decision::none));
  BOOST_TEST((sprt_of({3000, 4000, 2800}, {0, 5}).decision() == Decision::elo1));
  BOOST_TEST((sprt_of({2800, 4000, 3000}, {0, 5}).decision() == Decision::elo0));
}

BOOST_AUTO_TEST_CASE(a_ratio_at_a_bound_decides) {
  const auto decision = [](double llr) { return Sprt{{0, 5}, llr, -2.5, 2.5}.decision(); };
  BOOST_TEST((decision(2.5) == Decision::elo1));
  BOOST_TEST((decision(2.4) == Decision::none));
  BOOST_TEST((decision(-2.4) == Decision::none));
  BOOST_TEST((decision(-2.5) == Decision::elo0));
}

BOOST_AUTO_TEST_CASE(one_side_that_wins_all_is_decided_in_the_end) {
  BOOST_TEST((sprt_of({10, 0, 0}, {0, 50}).decision() == Decision::none));
  BOOST_TEST((sprt_of({100, 0, 0}, {0, 50}).decision() == Decision::elo1));
  BOOST_TEST((sprt_of({0, 0, 100}, {0, 50}).decision() == Decision::elo0));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter
