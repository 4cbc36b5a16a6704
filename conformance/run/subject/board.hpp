#pragma once
/// A board, or several equal ones, and whatever plays like one: a program, a design.

#include "conformance/run/subject/subject.hpp"

namespace conformance {

class BoardUnderTest : public Subject {
 public:
  using Subject::Subject;

  std::string name() const override { return run_.line.options.dut; }
  void look(const Catalogue& catalogue, RunListener& listener) override;
  void begin(const std::string& kept, RunListener& listener) override;
  void judge(const Catalogue& catalogue) override;
  void explain(RunListener& listener) override;

 private:
  /// Opens it once.
  virtual void open(RunListener& listener);
};

}  // namespace conformance
