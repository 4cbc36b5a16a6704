#pragma once
/// A run on a live page: its cases as they go, the first failure, the game that is being played, the last
/// requests and replies, and how long replies took. It hears what the parent of the run hears.

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "conformance/run/live/followed_case.hpp"
#include "rig/live/hub.hpp"
#include "rig/report/record.hpp"

namespace conformance::live {

class RunPage {
 public:
  /// `hub` and `contest` outlive it. `record`: what is known of the run before its first case; `planned`: the
  /// number of its cases.
  RunPage(rig::live::Hub& hub, const rig::protocol::Contest& contest, const rig::report::RunRecord& record,
          std::size_t planned);

  void begins(const std::string& case_id, const std::string& title);
  /// A line of the transcript of a case that has begun. Of cases that run side by side one is followed.
  void heard(const std::string& case_id, const std::string& line);
  /// The record of a case is whole.
  void ended(const rig::report::CaseRecord& one);
  /// All cases have run, and the run has come to this verdict.
  void concluded(const std::string& verdict);

 private:
  void show_head(const std::string& verdict);
  void show_case(const std::string& case_id, std::string html);
  void show_failure(const rig::report::CaseRecord& one);
  void show_latencies(const rig::report::CaseRecord& one);
  void show_now();

  rig::live::Hub& hub_;
  const rig::protocol::Contest& contest_;
  std::string about_;  // the run, as HTML
  std::size_t planned_;
  std::map<rig::Verdict, std::size_t> ended_;
  std::map<std::string, std::size_t> numbers_;  // of the cases, in the order in which they began
  bool has_failed_ = false;
  std::map<std::string, rig::report::LatencyRecord> latencies_;  // by kind of request
  std::string followed_;                                         // the case; empty: none
  std::optional<FollowedCase> follows_;
};

}  // namespace conformance::live
