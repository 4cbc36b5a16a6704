#include "rig/measure/exact_test.hpp"

#include <boost/math/distributions/hypergeometric.hpp>

namespace rig {

double chance_of_at_least(Occurrences suspect, Occurrences usual) {
  if (suspect.count == 0) return 1;
  const unsigned shown = suspect.count + usual.count;
  const boost::math::hypergeometric_distribution<double> by_chance(shown, suspect.trials,
                                                                   suspect.trials + usual.trials);
  const unsigned fewest = shown > usual.trials ? shown - usual.trials : 0;
  if (suspect.count <= fewest) return 1;
  return boost::math::cdf(boost::math::complement(by_chance, suspect.count - 1));
}

Difference difference(Occurrences suspect, Occurrences usual, bool last) {
  constexpr double significant = 0.001;
  constexpr double explained = 0.01;
  constexpr double no_more_often = 0.5;
  const double chance = chance_of_at_least(suspect, usual);
  if (chance <= significant) return Difference::shown;
  return chance > (last ? explained : no_more_often) ? Difference::none : Difference::unclear;
}

}  // namespace rig
