#pragma once
/// A referee under test. It lives in real time, and so do its boards: its games are played one by one.

#include "conformance/referee/host/description.hpp"
#include "conformance/run/subject/subject.hpp"

namespace conformance {

class RefereeUnderTest final : public Subject {
 public:
  using Subject::Subject;

  void check() override;
  std::string name() const override { return run_.line.options.referee; }
  /// Reads the description, so that what is wrong in it is reported as such.
  void look(const Catalogue& catalogue, RunListener& listener) override;
};

/// Puts into the record how a referee presents itself.
void note_referee(const rig::host::Description& referee, rig::report::RunRecord& record);

}  // namespace conformance
