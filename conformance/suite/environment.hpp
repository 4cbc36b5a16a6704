#pragma once
/// What a process that runs cases gives each of them, and the ways in which a case may end early.

#include <optional>
#include <set>
#include <string>

#include "conformance/suite/catalogue.hpp"
#include "conformance/suite/kept.hpp"
#include "conformance/suite/options.hpp"
#include "conformance/suite/silence.hpp"
#include "rig/base/errors.hpp"
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

/// Whether a case begins.
enum class Admission {
  go,
  skip,  ///< this one is left out
  stop,  ///< nor does any after it
};

/// What cases ask of the process that runs them, and report to it. As it is there is no DUT, each case may
/// begin, and nobody is told.
class CaseSupport {
 public:
  CaseSupport() = default;
  CaseSupport(const CaseSupport&) = delete;
  CaseSupport& operator=(const CaseSupport&) = delete;
  virtual ~CaseSupport() = default;

  /// Asked before a case begins.
  virtual Admission may_begin(const std::string& /*case_id*/) { return Admission::go; }
  virtual void begins(const std::string& /*case_id*/) {}
  /// The way to the DUT for one case; asked once per case, at its start.
  virtual WayToDut open(const std::string& /*case_id*/) {
    throw rig::RigError("There is no DUT in this run.");
  }
  /// A case finds that something failed, and when on the link's clock, where that is known.
  virtual void went_wrong(std::optional<rig::Duration> /*at*/) {}
  /// The transcript of a replay is not one of these cases: the run ends, with this reason.
  virtual void refuse(const std::string& /*why*/) {}
  /// A line of the case's transcript.
  virtual void note(const std::string& /*line*/) {}
  /// A case has its record.
  virtual void ended(const rig::report::CaseRecord& /*record*/) {}
};

/// What a process that runs cases gives them.
struct Environment {
  RunOptions options;
  const rig::protocol::Contest& contest;
  const Catalogue& catalogue;
  CaseSupport& support;
  /// Why there is no way to the DUT or the referee any more: the cases that are left are not run.
  std::string lost{};
  Silence silence{};
  bool stopped = false;  ///< no further case begins
  KeptStarts kept{};
  std::set<std::string> left_out{};  ///< cases that are not to run, though others are
  std::size_t ended = 0;             ///< cases that have their record
  bool game_was_begun = false;       ///< any with the DUT, in this process
  // of a run on a referee
  const rig::host::Host* referee = nullptr;
  RecordedReferee* recorded = nullptr;  ///< in a replay: its games are taken from there, and none is played
  std::string plays_no_game{};          ///< why the referee is not tried any more; empty: it is
  int cases_without_a_game = 0;
  bool a_game_came_off = false;  ///< any, in this run

  /// Whether this case begins, as far as its process is concerned; it is asked once.
  bool admits(const std::string& case_id) {
    const Admission answer = stopped ? Admission::stop : support.may_begin(case_id);
    stopped = answer == Admission::stop;
    if (answer == Admission::skip) left_out.insert(case_id);
    return answer == Admission::go;
  }
  /// A case has its record.
  void finish(const rig::report::CaseRecord& record) {
    ++ended;
    support.ended(record);
  }
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
