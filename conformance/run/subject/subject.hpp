#pragma once
/// What a run is about: a board, a referee, or the recording of either. As it is, it is something that is run
/// here, case by case.

#include <string>

#include "conformance/run/listener.hpp"
#include "conformance/run/run_state.hpp"
#include "conformance/suite/catalogue.hpp"

namespace conformance {

class Subject {
 public:
  explicit Subject(RunState& run) : run_(run) {}
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
  virtual ~Subject() = default;

  // before the run, in this order

  /// UsageError where it cannot be tested as the command line asks.
  virtual void check() {}
  /// Puts those of the chosen cases into the plan that it can run.
  virtual void plan_cases();
  /// Its name, for the record.
  virtual std::string name() const = 0;
  /// Looks at it before any worker does, so that what the user mistyped is reported as such. The record gets
  /// how it presents itself, the plan its number of workers.
  virtual void look(const Catalogue& catalogue, RunListener& listener) = 0;
  /// The plan is made. `kept`: a folder for the files with which a failing move runs again; empty: none.
  virtual void begin(const std::string& /*kept*/, RunListener& /*listener*/) {}

  // the run

  /// The evidence that the run makes. `path`: where its outcome has it.
  virtual rig::TranscriptWriter begin_evidence(const std::string& path);
  virtual RunResult run_cases(RunListener& listener);

  // after it

  /// All that was under test is gone.
  virtual void note_end();
  /// What the cases show together, before the requirements have their verdicts.
  virtual void judge(const Catalogue& /*catalogue*/) {}
  /// A hint at why it has failed, once they have them.
  virtual void explain(RunListener& /*listener*/) {}

 protected:
  RunState& run_;  // NOLINT(cppcoreguidelines-non-private-member-variables-in-classes)
};

}  // namespace conformance
