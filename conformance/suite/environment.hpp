#pragma once
/// What a process that runs cases gives each of them, and the ways in which a case may end early.

#include <functional>
#include <set>
#include <string>

#include "conformance/suite/catalogue.hpp"
#include "conformance/suite/kept.hpp"
#include "conformance/suite/options.hpp"
#include "conformance/suite/silence.hpp"
#include "rig/dut/session.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/report/record.hpp"

namespace rig::host {
struct Host;
}

namespace conformance {

class RecordedReferee;

/// What a case is given to speak with its DUT.
struct WayToDut {
  rig::FarEnd& far_end;
  std::optional<Silence> silence{};  ///< in a replay: what the recorded run knew when this case began
};

/// What a process that runs cases gives them.
struct Environment {
  RunOptions options;
  const rig::protocol::Contest& contest;
  const Catalogue& catalogue;
  /// The way to the DUT for one case; called once per case, at its start.
  std::function<WayToDut(const std::string& case_id)> open;
  std::function<void(const std::string& case_id)> begin;       ///< a case begins
  std::function<void(const rig::report::CaseRecord&)> finish;  ///< a case has its record
  std::string lost;  ///< why there is no way to the DUT any more: the cases that are left are not run
  Silence silence{};
  /// Asked before a case begins, where a run may be stopped early; empty: every case may. Once not, none may.
  std::function<bool(const std::string& case_id)> may_begin{};
  bool stopped = false;
  KeptStarts kept{};
  /// Called when a case finds that something failed; may be empty.
  std::function<void(std::optional<rig::Duration>)> went_wrong{};
  std::set<std::string> left_out{};  ///< cases that `may_begin` was asked about, and that are not to run
  // of a run on a referee
  const rig::host::Host* referee = nullptr;
  RecordedReferee* recorded = nullptr;  ///< in a replay: its games are taken from there, and none is played
  /// The transcript of a replay is not one of these cases: the run ends, with this reason.
  std::function<void(const std::string& why)> refuse{};
  std::function<void(const std::string& line)> note{};  ///< a line of the case's transcript
  std::string plays_no_game{};  ///< why the referee is not tried any more; empty: it is
  int cases_without_a_game = 0;
  bool a_game_came_off = false;  ///< any, in this run
};

/// Thrown by a case that cannot be run on this link or in this contest; the reason goes into the report. It
/// is a reservation on a certificate where the board itself states that it lacks what the contest asks for.
struct NotApplicable {
  std::string why;
  rig::report::Unassessed unassessed = rig::report::Unassessed::ruled_out;
};

/// Thrown where a case would ask a DUT that is not asked any more: the case is not run.
struct NotAsked {};

/// Thrown where a case need not go on, because the DUT answers nothing in it.
struct BrokenOff {};

}  // namespace conformance
