#pragma once
/// What every case for a referee stands on: the program under test, the contest, scripted games, and words
/// for what it expects.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/referee/deviations.hpp"
#include "conformance/referee/host/play.hpp"
#include "conformance/referee/recorded.hpp"
#include "conformance/referee/scenario.hpp"
#include "conformance/suite/environment.hpp"
#include "conformance/suite/frame.hpp"
#include "conformance/suite/parts/findings.hpp"
#include "conformance/suite/parts/standing.hpp"

namespace conformance {

struct CaseEntry;

/// Runs of a referee that go on at once: they mostly wait.
inline constexpr std::size_t side_by_side = 4;

/// What the host made of a game, in a few words.
std::string words_on(const rig::host::Played& played);

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
  const rig::protocol::Contest& contest() const { return contest_; }
  const rig::host::Description& referee() const { return environment_->referee->description; }
  rig::Random& random() { return random_; }
  /// The time for a move, and for the handshake.
  rig::Duration limit() const;
  rig::Duration hello_limit() const;
  /// The seats of the players that can begin: where the contest has two such, and the description says how.
  /// NotApplicable where there is none.
  std::vector<rig::protocol::Seat> beginners() const;

  /// NotApplicable where the referee leaves this out by its description, or where nothing would tell how it
  /// did it.
  void needs(rig::host::Duty duty) const;
  /// Whether the contest has a clause on this.
  bool has_clause(Aspect aspect) const;
  /// The scenario of a line, played on to an early end by the rules where it is not over or, where the
  /// referee judges none, ended by a silence of the next player.
  Scenario ended(const std::string& what, const rig::protocol::Seat& first, const Line& line,
                 About about = About::messages) const;
  /// The same, lost by an illegal move of the next player where it is not over.
  Scenario lost(const std::string& what, const rig::protocol::Seat& first, const Line& line,
                About about = About::messages) const;

  // what a case does
  /// Plays a scenario and judges it: `subject` is what its last turn is about.
  rig::host::Played play(Aspect subject, const Scenario& scenario);
  /// The same with several, side by side; returns what was seen, in their order. A referee with which the
  /// first does not come off is not tried with the others: the case breaks off. A referee that plays many
  /// games plays them in runs of several; what goes wrong in a later game of a run and not in the same game
  /// played alone is a finding of `referee.next`.
  /// Of a host that plays one of its boards itself, only what the other board decides alone; NotApplicable
  /// where that is nothing.
  std::vector<rig::host::Played> play(Aspect subject, const std::vector<Scenario>& wanted);

  /// The same in one run of a referee that plays many games, the first alone where none has come off yet. A
  /// referee that ends before the last of them has a finding of this aspect.
  void play_in_one_run(Aspect subject, const std::vector<Scenario>& scenarios);

  // what a case says
  void passed(Aspect aspect) { findings_->passed(aspect); }
  /// What a case has concluded from several games, of which one is shown.
  void found(rig::Verdict verdict, Aspect aspect, const std::string& summary, const rig::host::Played& shown,
             const std::string& kind);
  void measured(rig::report::Measurement measurement);
  /// What a referee did of which the text says nothing: a line of the report's table of measurements.
  void tell(const std::string& name, const std::string& what);

 private:
  std::vector<Scenario> playable(std::vector<Scenario> scenarios);
  std::vector<rig::host::Played> start(const std::vector<ExpectedGame>& expected_games,
                                       const std::vector<Scenario>& scenarios, std::size_t from,
                                       std::size_t count);
  rig::host::GameOrder order_of(const Scenario& scenario, const ExpectedGame& expected) const;
  void note_that_it_was_played(const Scenario& scenario, const rig::host::Played& played);
  std::vector<Deviation> deviations_in(Aspect subject, const Scenario& scenario, const ExpectedGame& expected,
                                       const rig::host::Played& played) const;
  void judge(Aspect subject, const Scenario& scenario, const ExpectedGame& expected,
             const rig::host::Played& played);
  void judge_later_game(Aspect subject, const Scenario& scenario, const ExpectedGame& expected,
                        const rig::host::Played& played);
  void find(const std::vector<Deviation>& wrong, const Scenario& scenario, const ExpectedGame& expected,
            const rig::host::Played& played);
  void pass_what_was_seen(const Scenario& scenario, const ExpectedGame& expected, Rest rest);
  void record(const OrderedGame& game, const rig::host::Played& played) const;
  void run_and_close();
  void note_whether_it_plays();
  void look_at_the_board() const;

  const CaseEntry* entry_ = nullptr;
  Environment* environment_ = nullptr;
  rig::protocol::Contest contest_;
  rig::Random random_{0};
  std::optional<Findings> findings_;
  std::size_t runs_at_once_ = side_by_side;
  bool came_off_ = false;   ///< any game of this case
  bool failed_to_ = false;  ///< … and one that did not
};

}  // namespace conformance
