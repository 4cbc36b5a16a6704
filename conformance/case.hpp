#pragma once
/// What every case stands on: a session with the DUT, the contest, a generator of its own, and words for what
/// it expects. A case reads as the clause reads; all plumbing is here.
///
/// What a case sees is named by its *aspect* (`hello.deadline`); the contest's catalogue binds an aspect to a
/// requirement, so that one case serves every contest that has it.

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/catalogue.hpp"
#include "conformance/options.hpp"
#include "rig/base/random.hpp"
#include "rig/contest/contest.hpp"
#include "rig/match/game.hpp"
#include "rig/match/session.hpp"
#include "rig/player/opponent.hpp"
#include "rig/report/record.hpp"

namespace conformance {

struct CaseEntry;

/// What a process that runs cases gives them.
struct Environment {
  RunOptions options;
  const rig::contest::Contest& contest;
  const Catalogue& catalogue;
  /// The link for one case; called once per case, at its start.
  std::function<rig::Link&(const std::string& case_id)> open_link;
  std::function<void(const std::string& case_id)> begin;       ///< a case begins
  std::function<void(const rig::report::CaseRecord&)> finish;  ///< a case has its record
  std::string lost;  ///< why there is no way to the DUT any more: the cases that are left are not run
};

/// Thrown by a case that cannot be run on this link or in this contest; the reason goes into the report.
struct NotApplicable {
  std::string why;
};

/// How a game went, as far as cases ask.
struct GameReport {
  bool misplayed = false;  ///< a reply was illegal or missing (late ones are laid at their deadline alone)
  bool sound = true;       ///< every reply of the DUT was right
  bool finished = false;   ///< played to its end by the rules
  int dut_turns = 0;
  int forced_passes = 0;  ///< the DUT had no move, and passed
  int asked_again = 0;    ///< … and was asked again after that
  int opponents_passes = 0;
};

/// How much of a game to play.
struct GamePlan {
  int dut_turns = 1000;         ///< stop after so many replies of the DUT
  rig::match::Spacing spacing;  ///< between the bytes of requests
};

class Case : public testing::Test {
 public:
  /// Connects the case to its run, before GoogleTest calls it.
  void attach(const CaseEntry& entry, Environment& environment);

  /// Called by GoogleTest: runs the case, turns every way in which it can end into a verdict.
  void TestBody() final;

 protected:
  /// The case itself.
  virtual void run() = 0;

  // what a case has
  rig::match::Session& session() { return *session_; }
  const rig::contest::Contest& contest() const { return environment_->contest; }
  const RunOptions& options() const { return environment_->options; }
  rig::Random& random() { return random_; }
  /// A generator of its own for one purpose within the case.
  rig::Random random_for(const std::string& purpose) const;
  std::unique_ptr<rig::player::Opponent> opponent(const std::string& name);
  /// The deadline of the contest for this request, as this run scales it.
  rig::Duration deadline_of(const rig::contest::Request& request) const;

  // what a case does
  /// Asks; checks what holds for every exchange (framing, nothing unasked, deadline, form) and measures.
  rig::match::Exchange ask(const rig::contest::Request& request, rig::match::Spacing spacing = {});
  /// The hand-shake that precedes a match. False: it was not answered properly, and the case should end.
  bool greet();
  /// Tells the DUT that the game is over.
  void say_end();
  /// The end of a match that another follows: tells the DUT and, where a hard reset between matches was
  /// declared, does it.
  void end_match();
  /// Listens for a span of link time and expects nothing, under this aspect.
  bool expect_silence(const std::string& aspect, rig::Duration span);
  /// Plays a game (or the first turns of one), the hand-shake and the end not included. Every reply is
  /// judged.
  GameReport play(const rig::contest::Seat& seat, rig::player::Opponent& opponent, const GamePlan& plan = {});
  /// `--games` games in every seat against this opponent, hand-shake and end included; stops at the first
  /// that goes wrong.
  void play_in_every_seat(const std::string& opponent_name);
  /// How many different codes (tile and rotation) the opponents of this case have sent, of `codes_in_all`.
  std::size_t codes_sent() const;
  static constexpr std::size_t codes_in_all = 168;
  /// Brings the DUT to its power-on state; NotApplicable when the link cannot.
  void hard_reset();

  // what a case says
  void passed(const std::string& aspect);
  void failed(const std::string& aspect, const std::string& summary, std::vector<std::string> details = {});
  void found(rig::Verdict verdict, const std::string& aspect, const std::string& summary,
             std::vector<std::string> details = {});
  /// The state that the clause is about never came about: not applicable (not reached, N tries).
  void not_reached(const std::string& aspect, int tries);
  /// Whether something on a mandatory requirement has gone wrong so far.
  bool sound() const { return sound_; }
  /// The case's subject: passes when `holds`, fails with the summary otherwise.
  void conclude(const std::string& aspect, bool holds, const std::string& summary);
  /// The same by a game: passes when it was sound, fails when it was misplayed; a reply that was only late is
  /// laid at its deadline.
  void conclude(const std::string& aspect, const GameReport& game, const std::string& summary);
  /// From here on, what goes wrong is laid at this aspect wherever its requirement binds less than the one
  /// broken: a board that only fails a recommended clause must not fail mandatory ones by it.
  void lay_blame_on(const std::string& aspect) { blame_ = aspect; }
  void count(const std::string& what, std::uint64_t times = 1) { record_.counts[what] += times; }

 private:
  void start();
  void resynchronise();
  void judge_health();
  void taint(const std::string& why);
  void close_record();
  void error(const std::string& what);

  void check_unasked(const rig::match::Exchange& exchange);
  void check_line(const rig::match::Exchange& exchange);
  void check_silent_answer(const rig::match::Exchange& exchange);
  void check_reply_came(const rig::match::Exchange& exchange);
  void check_team_code(const rig::match::Exchange& exchange);
  void stray(const std::vector<rig::Byte>& bytes, const std::string& when);

  bool judge_reply(const rig::match::Exchange& exchange, const rig::match::Game& game, GameReport& report);
  void judge_absence(const rig::match::Exchange& exchange, const rig::match::Game& game);
  void judge_pass(const rig::match::Exchange& exchange, const rig::match::Game& game, GameReport& report);
  void count_code(const rig::match::Game& game);
  void pass_legality(const rig::match::Game& game);

  std::vector<std::string> evidence(const rig::match::Exchange& exchange) const;

  const CaseEntry* entry_ = nullptr;
  Environment* environment_ = nullptr;
  std::unique_ptr<rig::match::Session> session_;
  rig::Random random_{0};
  rig::report::CaseRecord record_;
  bool sound_ = true;
  bool gone_ = false;                                  // the far end hung up: nothing more to say to it
  std::string last_reply_aspect_ = "silence.unasked";  // whom a stray byte is laid at
  std::string blame_;
  bool match_open_ = false;      // a game was begun and not played to its end
  bool dut_has_passed_ = false;  // in the game being played
};

}  // namespace conformance
