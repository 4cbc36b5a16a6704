#pragma once
/// What GoogleTest runs: a case for a board, or one for a referee.

#include <gtest/gtest.h>

namespace conformance {

struct CaseEntry;
struct Environment;

class Frame : public testing::Test {
 public:
  /// Connects the case to its run, before GoogleTest calls it.
  virtual void attach(const CaseEntry& entry, Environment& environment) = 0;
};

}  // namespace conformance
