#pragma once
/// Whether two conditions differ in how often something happens, by Fisher's exact test. Pure.

namespace rig {

/// Of so many trials under one condition, how many showed it.
struct Occurrences {
  unsigned count = 0;
  unsigned trials = 0;
};

/// The chance, 0..1, that at least so many of the suspect's trials show it if the condition makes no
/// difference: one-sided, given how many trials of both together showed it.
double chance_of_at_least(Occurrences suspect, Occurrences usual);

/// What the trials so far say of the condition.
enum class Difference {
  none,     ///< it happens no more often under the suspect condition, or hardly
  unclear,  ///< more trials may tell
  shown,    ///< chance explains it in one of a thousand experiments at most
};

/// `last`: there will be no more trials. Before that only a suspect that shows it no more often than usual is
/// let go; at the end also one that chance explains in one of a hundred experiments.
Difference difference(Occurrences suspect, Occurrences usual, bool last);

}  // namespace rig
