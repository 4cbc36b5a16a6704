#pragma once
/// Tests in real time on a machine that may be busy with other things. What such a test could not tell it
/// tries again, and in the end skips with the reason: never red for what the machine did, never green without
/// a verdict.
///
/// The program ends with status 77, which CTest counts as skipped, when a test of it was skipped and none has
/// failed.

#include <chrono>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "conformance/run/tests/programs.hpp"

namespace conformance::testing_programs {

/// What the machine did since a moment: for how long, in all, somebody had to wait for a processor.
class MachineWatch {
 public:
  MachineWatch();
  /// The share of the time since then in which at least one thread waited to run; nothing: this kernel does
  /// not tell.
  std::optional<double> busy_share() const;
  /// Whether that was more than a test in real time can be asked to bear.
  bool was_busy() const;
  std::chrono::steady_clock::duration passed() const;

 private:
  std::chrono::steady_clock::time_point begun_;
  std::optional<double> waited_;  ///< seconds, since the machine was started
};

/// How a run of certify could not tell: why, or nothing where it told. Pure. It could not when instants were
/// all that was uncertain (exit status 3), or when all that it found wrong is that a reply was late or
/// missing while the machine was busy: a player that runs beside certify may have been starved, or a host,
/// which is given up after such cases. What is found after a late reply may follow from it: in its case,
/// and in later ones of a board that is not started anew for each. An illegal move or a wrong byte before
/// that always tells, but for what does not change an exit status of 3.
std::optional<std::string> why_it_could_not_tell(const nlohmann::json& report, int status,
                                                 bool machine_was_busy);

/// Runs certify by `attempt`, which has it write its JSON report to `report`, until its exit status is
/// `expected` or it tells something else, three times at most. 3 is expected where nothing but
/// recommendations fail: a run that found something inconclusive is repeated all the same. Nothing: it could
/// not tell, and the test is booked as skipped.
std::optional<Outcome> told(int expected, const std::string& report, const std::function<Outcome()>& attempt);

/// The same, until `as_expected` holds.
std::optional<Outcome> told_when(const std::function<bool(const Outcome&)>& as_expected,
                                 const std::string& report, const std::function<Outcome()>& attempt);

/// Whether no more than `limit` has passed since `watch` was made. What passes on a busy machine is booked as
/// skipped.
bool was_quick(const MachineWatch& watch, std::chrono::seconds limit);

/// Books the test that runs now as skipped.
void skip(const std::string& why);

}  // namespace conformance::testing_programs
