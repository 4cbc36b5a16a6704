/// The exact test, against figures worked out by hand and by counting.

#include "rig/measure/exact_test.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>

using rig::chance_of_at_least;
using rig::Difference;
using rig::difference;
using rig::Occurrences;

namespace {

double ways(unsigned chosen, unsigned of) {
  double product = 1;
  for (unsigned i = 0; i < chosen; ++i) product *= static_cast<double>(of - i) / (i + 1);
  return chosen > of ? 0 : product;
}

/// By adding up every way to deal out what happened.
double counted(Occurrences suspect, Occurrences usual) {
  const unsigned shown = suspect.count + usual.count;
  double sum = 0;
  for (unsigned i = suspect.count; i <= shown && i <= suspect.trials; ++i)
    sum += ways(i, suspect.trials) * ways(shown - i, usual.trials);
  return sum / ways(shown, suspect.trials + usual.trials);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exact_test)

BOOST_AUTO_TEST_CASE(of_all_against_none_is_one_way_of_all) {
  BOOST_TEST(chance_of_at_least({8, 8}, {0, 8}) == 1.0 / 12870, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(agrees_with_counting) {
  for (unsigned trials : {1U, 3U, 8U, 16U}) {
    for (unsigned suspect = 0; suspect <= trials; ++suspect) {
      for (unsigned usual = 0; usual <= trials; ++usual) {
        const double chance = chance_of_at_least({suspect, trials}, {usual, trials});
        BOOST_TEST(std::abs(chance - counted({suspect, trials}, {usual, trials})) < 1e-9,
                   suspect << " and " << usual << " of " << trials << ": " << chance);
      }
    }
  }
}

struct Row {
  Occurrences suspect;
  Occurrences usual;
  bool last;
  Difference found;
};

BOOST_AUTO_TEST_CASE(decides_by_the_chance_and_by_whether_there_may_be_more) {
  for (const Row& row : {
           Row{{8, 8}, {0, 8}, false, Difference::shown},
           Row{{7, 8}, {0, 8}, false, Difference::shown},
           Row{{6, 8}, {0, 8}, false, Difference::unclear},
           Row{{1, 8}, {0, 8}, false, Difference::unclear},
           Row{{0, 8}, {0, 8}, false, Difference::none},
           Row{{8, 8}, {8, 8}, false, Difference::none},
           Row{{3, 8}, {3, 8}, false, Difference::none},
           Row{{4, 8}, {3, 8}, false, Difference::unclear},
           Row{{10, 32}, {0, 32}, true, Difference::shown},
           Row{{8, 32}, {0, 32}, true, Difference::unclear},
           Row{{6, 32}, {0, 32}, true, Difference::none},
           Row{{32, 32}, {31, 32}, true, Difference::none},
       })
    BOOST_TEST((difference(row.suspect, row.usual, row.last) == row.found),
               row.suspect.count << " and " << row.usual.count << " of " << row.suspect.trials);
}

BOOST_AUTO_TEST_SUITE_END()
