#pragma once
/// What every case for a board stands on: how it begins, and how each way in which it can end becomes a
/// verdict. Its words are those of its board.

#include <gtest/gtest.h>

#include <vector>

#include "conformance/suite/board.hpp"
#include "conformance/suite/frame.hpp"

namespace conformance {

class Case : public Frame, public Board {
 public:
  /// Connects the case to its run, before GoogleTest calls it.
  void attach(const CaseEntry& entry, Environment& environment) override;

  /// Called by GoogleTest: runs the case, turns every way in which it can end into a verdict.
  void TestBody() final;

 protected:
  /// The case itself.
  virtual void run() = 0;

 private:
  void run_to_its_end();
  std::vector<rig::report::Finding> late_alone();
  rig::Health repeat_if_late_under_load();
  bool run_again();
  void resynchronise();
  void close();
  void judge_health(const rig::Health& health);
  void explain(const rig::Health& health);
  void add_hints();
};

}  // namespace conformance
