#pragma once
/// What every case for a referee stands on: the program under test, the contest, scripted games, and words
/// for what it expects.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/environment.hpp"
#include "conformance/frame.hpp"
#include "conformance/parts/findings.hpp"
#include "conformance/parts/standing.hpp"
#include "conformance/referee/scenario.hpp"
#include "rig/host/play.hpp"

namespace conformance {

struct CaseEntry;

class RefereeCase : public Frame {
 public:
  void attach(const CaseEntry& entry, Environment& environment) final;
  /// Called by GoogleTest: runs the case, turns every way in which it can end into a verdict.
  void TestBody() final;

 protected:
  /// The case itself.
  virtual void run() = 0;

  // what a case has
  /// The contest of the run, on the board that this case is played on; without a handshake where the referee
  /// leaves that out.
  const rig::contest::Contest& contest() const { return contest_; }
  const rig::host::Description& referee() const { return environment_->referee->description; }
  rig::Random& random() { return random_; }
  /// The time for a move, and for the handshake.
  rig::Duration limit() const;
  rig::Duration hello_limit() const;
  /// The seats of the players that can begin: where the contest has two such, and the description says how.
  /// NotApplicable where there is none.
  std::vector<rig::contest::Seat> beginners() const;

  /// NotApplicable where the referee leaves this out by its description, or where nothing would tell how it
  /// did it.
  void needs(rig::host::Duty duty) const;
  /// The scenario of a line that is not over, ended by the next player: by an illegal move or, where the
  /// referee judges none, by silence. A line that is over ends as it is.
  Scenario ended(const std::string& what, const rig::contest::Seat& first, const Line& line) const;

  // what a case does
  /// Plays a scenario and judges it: `subject` is what its last turn is about.
  rig::host::Played play(Aspect subject, const Scenario& scenario);
  /// The same with several, side by side; returns what was seen, in their order. A referee with which the
  /// first does not come off is not tried with the others: the case breaks off.
  std::vector<rig::host::Played> play(Aspect subject, const std::vector<Scenario>& scenarios);

  // what a case says
  void passed(Aspect aspect) { findings_->passed(aspect); }
  void measured(rig::report::Measurement measurement);
  /// What a referee did of which the text says nothing: a line of the report's table of measurements.
  void tell(const std::string& name, const std::string& what);

 private:
  std::vector<rig::host::Played> start(const std::vector<Course>& courses,
                                       const std::vector<Scenario>& scenarios, std::size_t from,
                                       std::size_t count);
  void judge(Aspect subject, const Scenario& scenario, const Course& course, const rig::host::Played& played);
  std::string doubt_about(const Course& course, const rig::host::Played& played) const;
  void pass_what_was_seen(const Scenario& scenario, const Course& course);
  void record(const OrderedGame& game, const rig::host::Played& played) const;
  void record(const rig::host::Call& call, std::size_t player, const rig::Instant& began) const;
  void run_and_close();
  void note_whether_it_plays();
  void look_at_the_board() const;

  const CaseEntry* entry_ = nullptr;
  Environment* environment_ = nullptr;
  rig::contest::Contest contest_;
  rig::Random random_{0};
  std::optional<Findings> findings_;
  bool came_off_ = false;   ///< any game of this case
  bool failed_to_ = false;  ///< … and one that did not
};

}  // namespace conformance
