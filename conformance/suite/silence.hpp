#pragma once
/// What a process that runs cases knows of a DUT that does not answer: how patiently it is waited for, and
/// when it is asked no more. Beyond the first few cases a silent DUT costs time and shows nothing new.

#include <optional>
#include <string>

#include "rig/dut/patience.hpp"

namespace conformance {

/// Why cases are not run any more.
inline constexpr const char* does_not_answer = "the DUT does not answer";

class Silence {
 public:
  /// After so many cases in a row in which what opens a match got no answer …
  static constexpr int cases_at_most = 3;
  /// … or two, once they waited so long for it.
  static constexpr int cases_of_long_waiting = 2;
  static constexpr rig::Duration long_waiting = std::chrono::seconds(60);

  rig::dut::Patience& patience() { return patience_; }
  const rig::dut::Patience& patience() const { return patience_; }

  /// Whether the DUT is not asked any more.
  bool is_given_up() const {
    return cases_ >= cases_at_most || (cases_ >= cases_of_long_waiting && waited_ >= long_waiting);
  }

  /// A case has ended whose opening requests were never answered; they were waited for this long in all.
  void case_unanswered(rig::Duration waited) {
    ++cases_;
    waited_ += waited;
  }
  /// A case has ended in which the DUT answered an opening request.
  void case_answered() { cases_ = 0, waited_ = {}; }

  /// What the evidence of a case keeps of it, so that its replay waits and gives up alike. Nothing while
  /// there is nothing to tell.
  std::optional<std::string> note() const;
  /// The inverse; nothing for any other text.
  static std::optional<Silence> from_note(const std::string& note);

  friend bool operator==(const Silence&, const Silence&) = default;

 private:
  rig::dut::Patience patience_;
  int cases_ = 0;  // in a row
  rig::Duration waited_{};
};

}  // namespace conformance
