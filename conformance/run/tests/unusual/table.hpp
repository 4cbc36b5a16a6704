#pragma once
/// The unusual players: who they are, and what has to become of them.

#include <string>
#include <vector>

namespace conformance::unusual {

enum class Verdict {
  certified,     ///< without reservations
  reservations,  ///< certified with reservations: a state is never reached with it
  right,         ///< certified, with or without them: whether a state is reached is a matter of the seed
  wrong,         ///< not conformant
};

struct Row {
  std::string contest;
  std::string traits;  ///< what follows `unusual:`
  Verdict expected = Verdict::right;
  std::string what;  ///< in words: `answers after 0.99 s`
  /// A wrong one breaks this mandatory requirement; several with `|` where it depends on the game which is
  /// seen first; `any` where it breaks whatever it is asked for; `=` and several with `+`, in their order,
  /// where it breaks these and no others.
  std::string requirement = {};
  std::vector<std::string> options = {};  ///< of certify: `--board`, `8`
  /// A wrong one that is wrong once in a long game, if that: it is enough that one of two seeds sees it.
  bool not_at_every_seed = false;
};

const std::vector<Row>& table();

}  // namespace conformance::unusual
