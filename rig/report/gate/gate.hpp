#pragma once
/// What a run is held against beside the clauses: an earlier run, and the failures that its team knows of.
/// Both are about a change of the DUT and say nothing of whether it is conformant.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rig::report {

/// What became of a failure that was expected.
enum class KnownOutcome {
  failed,          ///< as expected: it does not count
  passed,          ///< it is not needed any more: it has to go
  could_not_tell,  ///< an error or an inconclusive measurement
  not_assessed,    ///< a whole run came to no verdict on it
  left_out,        ///< the run was narrowed to cases that do not decide it
  expired,         ///< its day is over: it is an ordinary clause again
};
std::string_view to_string(KnownOutcome outcome);

/// A failure that the team knows of, by a case or by a requirement.
struct KnownFailure {
  std::string case_id;      ///< empty: it is named by its requirement
  std::string requirement;  ///< empty: it is named by its case
  std::string reason;
  std::string until;  ///< the last day on which it counts: `2031-05-04`
  std::string file;   ///< where it stands
  std::uint32_t line = 0;
  KnownOutcome outcome = KnownOutcome::not_assessed;

  const std::string& name() const { return case_id.empty() ? requirement : case_id; }
};

/// A reply that took longer than in the earlier run, in the comparison's unit.
struct LatencyRise {
  std::string case_id;
  std::size_t exchange = 0;  ///< of the measured ones of its case, from 1
  std::string kind;          ///< of request
  std::string request;       ///< in hexadecimal
  std::int64_t then = 0;
  std::int64_t now = 0;
};

/// Where a case went another way than in the earlier run; nothing after it is compared.
struct Divergence {
  std::string case_id;
  std::size_t exchange = 0;  ///< of the measured ones of its case, from 1
  std::string what;          ///< a sentence with both
};

/// A run held against an earlier one.
struct Comparison {
  std::string path;                ///< of the earlier run's report
  std::string started;             ///< when that run was; empty: not known
  std::string allowed;             ///< by how much a reply may be slower: `0%`
  std::string unit;                ///< of latencies: `cycles`, `ns`; empty: they were not compared
  std::string why_not;             ///< that
  std::vector<std::string> notes;  ///< what else differs between the runs, a sentence each
  std::uint64_t compared = 0;      ///< exchanges
  std::uint64_t slower = 0;        ///< of these, whether allowed or not
  std::uint64_t faster = 0;
  std::optional<std::int64_t> shift;  ///< by so much all of several replies are slower; empty: not alike
  std::vector<LatencyRise> rises;     ///< beyond what is allowed
  std::vector<Divergence> divergences;
  std::vector<std::string> newly_failing;  ///< requirements
  std::vector<std::string> fixed;
  std::vector<std::string> still_failing;
};

/// Both; either may be missing.
struct Gate {
  std::optional<Comparison> comparison;
  std::vector<KnownFailure> known;
};

}  // namespace rig::report
