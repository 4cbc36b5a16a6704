#pragma once
/// The reports of a run, and its verdict.

#include <optional>
#include <string>
#include <vector>

#include "conformance/run/listener.hpp"
#include "conformance/run/outcome/outcome.hpp"
#include "conformance/run/run_state.hpp"
#include "conformance/run/subject/subject.hpp"
#include "rig/base/crypto/ed25519.hpp"
#include "rig/report/console/console.hpp"

namespace conformance {

class Report final : public Outcome {
 public:
  Report(RunState& run, Subject& subject, rig::report::Console& console, RunListener& listener)
      : run_(run), subject_(subject), console_(console), listener_(listener) {}

  std::string transcript_path() const override;
  std::string folder(const std::string& name) const override;
  int conclude(const RunResult& result, rig::TranscriptWriter& transcript) override;

 private:
  void gather(const RunResult& result);
  std::string note_stop(const RunResult& result);
  void judge();
  void write_all(rig::TranscriptWriter& transcript);
  void open_key();
  void write_page(const std::string& path);
  template <typename F>
  void attempt(F&& write_one);

  RunState& run_;
  Subject& subject_;
  rig::report::Console& console_;
  RunListener& listener_;
  std::vector<std::string> written_;    // reports for people
  std::optional<rig::PrivateKey> key_;  // when nothing under test runs any more
};

}  // namespace conformance
