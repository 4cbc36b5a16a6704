#pragma once
/// What a run reports while it goes on, and what it asks of whoever started it.

#include <string>

#include "conformance/suite/environment.hpp"
#include "rig/base/time.hpp"
#include "rig/report/record.hpp"

namespace conformance {

/// Whoever listens overrides what concerns it. As it is it hears of nothing, and lets each case begin.
class RunListener {
 public:
  RunListener() = default;
  RunListener(const RunListener&) = delete;
  RunListener& operator=(const RunListener&) = delete;
  virtual ~RunListener() = default;

  /// Something to tell the user.
  virtual void say(const std::string& /*what*/) {}
  /// What is done before the run goes on; empty: that is done.
  virtual void doing(const std::string& /*what*/) {}
  /// The clock of a simulated DUT went on by so much, while cases run.
  virtual void simulated(rig::Duration /*by*/) {}
  /// Asked before each case, while no case of its worker runs, where the plan says so.
  virtual Admission may_begin(const std::string& /*case_id*/) { return Admission::go; }
  virtual void begins(const std::string& /*case_id*/) {}
  /// A line of the transcript of a case that has begun, as soon as the plan wants it.
  virtual void noted(const std::string& /*case_id*/, const std::string& /*line*/) {}
  /// A case has its record. Cases end in any order.
  virtual void ended(const rig::report::CaseRecord& /*record*/) {}
  /// Whether an ended case counts as one of the failures after which a run stops.
  virtual bool fails(const rig::report::CaseRecord& /*record*/) { return false; }
};

}  // namespace conformance
