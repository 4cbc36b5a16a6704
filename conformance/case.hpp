#pragma once
/// What every case stands on: a session with the DUT, the contest, a generator of its own, and words for what
/// it expects. A case reads as the clause reads; all plumbing is here.
///
/// What a case sees is named by its *aspect* (`hello.deadline`); the contest's catalogue binds an aspect to a
/// requirement, so that one case serves every contest that has it.

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/catalogue.hpp"
#include "conformance/kept.hpp"
#include "conformance/options.hpp"
#include "conformance/silence.hpp"
#include "rig/base/random.hpp"
#include "rig/contest/contest.hpp"
#include "rig/contest/hints.hpp"
#include "rig/match/game.hpp"
#include "rig/match/session.hpp"
#include "rig/measure/uart_timing.hpp"
#include "rig/player/opponent.hpp"
#include "rig/report/record.hpp"

namespace conformance {

struct CaseEntry;

/// What a case is given to speak with its DUT.
struct WayToDut {
  rig::FarEnd& far_end;
  std::optional<Silence> silence{};  ///< in a replay: what the recorded run knew when this case began
};

/// What a process that runs cases gives them.
struct Environment {
  RunOptions options;
  const rig::contest::Contest& contest;
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

/// What a game that went wrong says about the DUT, where an earlier game or a disturbance may be the cause.
enum class Blame {
  unknown,     ///< nothing came before it, or the DUT cannot be brought to its power-on state to find out
  own_clause,  ///< the same game, begun from power-on, goes wrong as well
  left_over,   ///< … goes right: it was state left over from before, and is recorded as that
};

/// How a game went, as far as cases ask.
struct GameReport {
  bool misplayed = false;  ///< a reply was illegal or missing (late ones count only against their deadline)
  Blame blame = Blame::unknown;
  int moves = 0;          ///< of the DUT's own, in time, passes not among them
  int needless = 0;       ///< passes of the DUT's although it had a move
  bool sound = true;      ///< every reply of the DUT was right
  bool finished = false;  ///< played to its end by the rules
  int dut_turns = 0;
  int forced_passes = 0;  ///< the DUT had no move, and passed
  int asked_again = 0;    ///< … and was asked again after that
  int late_passes = 0;    ///< late answers that counted as a pass
  int passes = 0;         ///< the DUT's, late answers not among them
  bool won = false;       ///< by the contest's count, where the game is finished
  bool lost = false;
  int opponents_passes = 0;
  std::map<std::string, int> features;  ///< of the DUT's moves, as the ruling names them: `last-tile`
  std::map<std::string, int> opponents_features;  ///< of the opponent's, where the DUT has answered them
  /// The move of the opponent's that ended the game, if one did, and what was remarkable about it. The DUT
  /// has not been told.
  std::optional<rig::contest::Move> untold;
  std::vector<std::string> untold_features;
  rig::contest::Ruling::Extent extent;  ///< of the board at the end, where it grows
  bool stopped_at_capacity = false;     ///< the board of the DUT, by its own description, reaches no further
};

/// How much of a game to play.
struct GamePlan {
  int dut_turns = 1000;         ///< stop after so many replies of the DUT
  rig::match::Spacing spacing;  ///< between the bytes of requests
  /// Stop when the board reaches so far in one of the directions; 0: it may grow on.
  rig::contest::Ruling::Extent far_enough{};
  /// What is done while the opponent thinks, before each request that tells a move of its. False: it went
  /// wrong, and the game is given up.
  std::function<bool()> meanwhile{};
};

/// What shows a finding: the exchange, the board, and what else there is to say.
struct Proof {
  std::optional<rig::report::Evidence> evidence{};
  std::optional<rig::contest::BoardPicture> board{};
  std::vector<std::string> details{};
  std::string kind{};  ///< what kind of wrong: findings of one requirement and one kind are told once
  std::vector<std::string> hints{};
  std::optional<rig::report::Scene> scene{};      ///< empty: that of the game being played
  std::shared_ptr<const rig::FileStart> start{};  ///< of the program, where it is one over files
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
  /// The contest of the run, on the board that this case is played on.
  const rig::contest::Contest& contest() const { return *contest_; }
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
  /// Asks without judging anything.
  rig::match::Exchange ask_unjudged(const rig::contest::Request& request);
  /// The same with several requests in one send; all but the last call for silence.
  rig::match::Exchange ask_together(const std::vector<rig::contest::Request>& requests);
  /// The handshake that precedes a match. False: it was not answered properly, and the case should end.
  bool greet();
  /// Tells the DUT that the game is over.
  void say_end();
  /// The end of a match that another follows: tells the DUT and, where a hard reset between matches was
  /// declared, does it.
  void end_match();
  /// Listens for a span of link time and expects nothing, under this aspect.
  bool expect_silence(const std::string& aspect, rig::Duration span);
  /// The same, but the board is not started anew even where the rig would do so between matches (it is where
  /// that was declared).
  void end_match_without_reset();
  /// Plays a game (or the first turns of one), the handshake and the end not included. Every reply is
  /// judged.
  GameReport play(const rig::contest::Seat& seat, rig::player::Opponent& opponent, const GamePlan& plan = {});
  /// `--games` games in every seat against this opponent, handshake and end included; stops at the first
  /// that goes wrong.
  void play_in_every_seat(const std::string& opponent_name);
  /// How far the DUT's board reaches by its own description, or as it was declared (`--capacity`): a fact of
  /// the link, `rig::fact_columns` or `rig::fact_rows`. Nothing: it does not say.
  std::optional<int> capacity(const char* fact) const;
  /// Turns of the DUT, each of two plies, another number each time: by default 10 to 20 plies.
  int deep_in_a_game(int least = 5);
  /// In each seat begins games, and in their midst one in `next`: that one is played rightly.
  void interrupt_games(const std::string& aspect, const rig::contest::Seat& next);
  /// How many different codes (tile and rotation) of the opponents the DUT has answered with a tile of its
  /// own in this seat, of `contest().codes`.
  std::size_t codes_answered(const rig::contest::Seat& seat) const;
  /// Brings the DUT to its power-on state; NotApplicable when the link cannot.
  void hard_reset();

  // files, where the contest is played over them
  /// How the files of the next games are laid out; NotApplicable where the DUT is spoken to in bytes.
  void lay_out_files(const rig::contest::FileStyle& style);
  /// Plays a few turns in each seat with files laid out so, always against the same moves: whether all went
  /// well, and nothing was passed.
  bool plays_with(const rig::contest::FileStyle& style);
  /// Puts files in place in which there is nothing to answer; fails under this aspect when they are.
  bool expect_no_answer(const std::string& aspect, const rig::FileRequest& request, rig::Duration span,
                        const std::string& what);
  /// What went over files in the last exchange; null where nothing did.
  const rig::match::FileTrace* last_files() const;
  /// How often a message was answered while it was half written.
  int early_answers() const { return early_answers_; }
  /// Whether the DUT answers with a placement, in time, when its first move in `seat` is asked for with files
  /// laid out so; where it is second, the other has passed. Nothing else is found by it.
  bool places_first(const rig::contest::FileStyle& style, const rig::contest::Seat& seat);
  /// Asks a player that has passed permanently once more: it passes again. What it did is laid at the aspect.
  void ask_after_its_pass(const std::string& aspect);

  // bytes, and the wire, where the link has one
  /// What the session can do in bytes; NotApplicable where it is over files.
  rig::match::ByteCapability& bytes();
  /// What it can do to the wire; NotApplicable where the link has none.
  rig::match::WireCapability& wire();
  /// So many bits at the contest's rate.
  rig::Duration bits(double count) const;
  /// The host's bit rate, in percent away from nominal, until the next reset.
  void set_host_rate(double percent);
  /// Begins a match and does something to the wire: nothing is said to it, and the next request is
  /// understood, which begins after a silence or at once. False: it went wrong, and the case should end.
  bool recovers_from(const std::string& what, const std::function<rig::Sent(rig::WireControl&)>& disturbance,
                     rig::match::Spacing spacing = {});
  /// Plays a few turns and watches the line: what its edges tell of the DUT's transmitter.
  rig::UartTiming watch_transmitter();
  /// Where the DUT's device tells to which rate it was set: fails under this aspect, and tells so, when that
  /// is not the contest's.
  bool set_to_another_rate(const std::string& aspect);
  /// Holds the rate of the DUT's transmitter against a limit in percent, and reports it.
  void judge_rate(const std::string& aspect, const rig::UartTiming& line, double limit);
  /// Reports what else the line tells of the transmitter.
  void report_stop_bits_and_gaps(const rig::UartTiming& line);
  /// From power-on (where the link can): does the DUT answer the handshake and the first request of a game
  /// rightly at this host rate and spacing? For probing beyond what a clause asks: nothing is found by it.
  bool opens_a_game(double host_rate, rig::match::Spacing spacing);
  /// From the nominal rate by `step` up to `limit`, in percent: the last host rate at which a game opens.
  double last_good_host_rate(double step, double limit);
  /// Sends these requests glued, without waiting for a reply to the first, and reports what came.
  void report_answer(const std::vector<rig::contest::Request>& requests);
  /// Ends probing: nominal rate, and the DUT ready for the handshake.
  void begin_anew();

  // what a case says
  /// The id of the requirement behind an aspect; empty where this contest has none.
  std::string clause(const std::string& aspect) const;
  void passed(const std::string& aspect);
  void failed(const std::string& aspect, const std::string& summary, Proof proof = {});
  void found(rig::Verdict verdict, const std::string& aspect, const std::string& summary, Proof proof = {});
  /// The state that the clause is about never came about: not applicable (not reached, N tries). A clause
  /// that a case cites and did not come to is not reached too, after the case has been run some more times.
  void not_reached(const std::string& aspect, int tries);
  /// This link or this game has no such thing; or the board states that it lacks it, which is a reservation.
  void not_applicable(const std::string& aspect, const std::string& why,
                      rig::report::Unassessed unassessed = rig::report::Unassessed::ruled_out);
  /// Whether this case has found anything about it, good or bad.
  bool looked_at(const std::string& aspect) const;
  /// Whether something on a mandatory requirement has gone wrong so far.
  bool sound() const { return sound_; }
  /// The case's subject: passes when `holds`, fails with the summary otherwise. Tells whether it held.
  /// Without a kind of its own it is a consequence of what was found just before it.
  bool conclude(const std::string& aspect, bool holds, const std::string& summary,
                const std::string& kind = {});
  /// The same by a silence that was to hold after something.
  bool conclude(const std::string& aspect, const rig::match::Overheard& heard, const std::string& after_what);
  /// The same by a game: passes when it was sound, fails when it was misplayed; a reply that was only late is
  /// laid at its deadline.
  void conclude(const std::string& aspect, const GameReport& game, const std::string& summary);
  /// From here on, a game or a handshake that goes wrong is attributed to this aspect if the same goes right
  /// from power-on, where nothing came before it. Where the DUT cannot be brought to power-on, and for single
  /// requests: if the aspect's requirement is less binding than the one violated. Empty: no longer.
  void lay_blame_on(const std::string& aspect);
  /// A game at this point, for a finding: `wrong` is a reply of the DUT's that broke a rule.
  rig::report::Scene scene_of(const rig::contest::Seat& seat, const std::vector<rig::contest::Move>& moves,
                              const rig::contest::Move& wrong = {}) const;
  void count(const std::string& what, std::uint64_t times = 1) { record_.counts[what] += times; }
  /// A line of the report's table of measurements.
  void measured(rig::report::Measurement measurement) {
    record_.measurements.push_back(std::move(measurement));
  }
  void show(rig::report::Shmoo shmoo) { record_.shmoo = std::move(shmoo); }

 private:
  bool may_begin();
  void start();
  void run_to_its_end();
  bool run_again();
  bool opens_a_match(const rig::contest::Request& request) const;
  void refuse_if_given_up(const rig::contest::Request& request) const;
  void note_opening(const rig::match::Exchange& exchange);
  bool nobody_answers() const;
  void leave_unasked();
  void release_held();
  void settle_silence();
  void resynchronise();
  void judge_health();
  void explain(const rig::Health& health);
  void add_reason(const std::string& why);
  void taint(const std::string& why, const std::function<bool(const rig::report::Finding&)>& stands);
  void close_record();
  void leave_open(const std::string& requirement, const std::string& why, rig::report::Unassessed unassessed);
  void error(const std::string& what);
  void tell_start(rig::report::Finding& finding, const std::shared_ptr<const rig::FileStart>& start);
  void commit(rig::Verdict verdict, const Requirement& requirement, const std::string& summary, Proof proof);
  std::optional<rig::report::Scene> scene_now() const;
  rig::contest::BoardPicture board_with(const rig::contest::Irregularity& what) const;
  void note_heard(const rig::match::Exchange& exchange);
  void add_hints();

  // what earlier games may be to blame for
  struct Held {
    const Requirement* requirement;
    std::string summary;
    Proof proof;
  };
  /// A game as it was played: every move of both players, in order, and how many turns the DUT was asked for.
  struct GameLog {
    rig::contest::Seat seat;
    rig::match::Spacing spacing;
    std::vector<rig::contest::Move> moves;
    int dut_turns = 0;
  };
  /// How a game went that was played again to find out what is to blame: nothing is found by it.
  struct Trial {
    bool wrong = false;
    bool same = true;  ///< the DUT replied as it did before
    int needless = 0;
  };
  static constexpr int games_of_each = 6;  ///< first and later ones, to find out when a DUT passes
  std::string blamed_aspect() const { return blame_.empty() ? "end.rematch" : blame_; }
  bool can_try_from_power_on() const;
  bool something_came_before(int games) const;
  GameReport play_once(const rig::contest::Seat& seat, rig::player::Opponent& opponent, const GamePlan& plan,
                       GameLog& log);
  bool is_binding(const Requirement& requirement) const;
  const Requirement& attributed(const Requirement& requirement) const;
  void tell_left_over(const std::string& words = {});
  bool in_order(const rig::match::Exchange& exchange) const;
  Blame settle(const std::function<bool()>& goes_wrong_from_power_on, const std::string& what,
               const std::string& blamed);
  bool goes_wrong_from_power_on(const GameLog& log);
  void judge_needless_passes(const rig::contest::Seat& seat, const GameReport& report);
  bool passes_in_later_games_alone(const rig::contest::Seat& seat);
  bool hello_from_power_on();
  bool greets_in_trial();
  Trial try_game(const GameLog& log, rig::player::Opponent& other, rig::Random* vary);
  rig::match::Exchange ask_in_trial(const rig::contest::Request& request, rig::match::Spacing spacing);

  void check(const rig::match::Exchange& exchange, rig::match::Spacing spacing);
  void check_unasked(const rig::match::Exchange& exchange, rig::match::Spacing spacing);
  void check_line(const rig::match::Exchange& exchange);
  void check_files(const rig::match::Exchange& exchange);
  void check_silent_answer(const rig::match::Exchange& exchange);
  void check_reply_came(const rig::match::Exchange& exchange);
  std::vector<std::string> hints_of_its_program(const rig::match::Exchange& exchange);
  std::vector<std::string> hints_of_its_line(const rig::match::Exchange& exchange);
  void check_team_code(const rig::match::Exchange& exchange);
  void check_same_team(const rig::match::Exchange& exchange);
  bool dropped_by_hosts(const std::vector<rig::Byte>& bytes) const;
  static std::string why_not_whole(const rig::match::Exchange& exchange);
  std::string after_what() const;
  void silent(const std::string& aspect);
  void came_alive();
  std::string aspect_of_hang_up(const std::string& aspect) const;
  void stray(const std::vector<rig::Byte>& bytes, const std::string& when);
  std::optional<rig::contest::Reply> probe(const rig::contest::Request& request, rig::match::Spacing spacing);
  rig::Duration patience_of_a_probe(const rig::contest::Request& request) const;

  void spell_next_game();
  std::vector<rig::contest::Spelling> spellings_it_reads();

  bool binds(const std::string& aspect) const;
  bool judge_reply(const rig::match::Exchange& exchange, const rig::match::Game& game, GameReport& report);
  void judge_absence(const rig::match::Exchange& exchange, const rig::match::Game& game);
  std::optional<rig::Verdict> counts_as_pass(const rig::match::Exchange& exchange) const;
  void judge_pass(const rig::match::Exchange& exchange, const rig::match::Game& game, GameReport& report);
  bool reaches_capacity(const rig::contest::Ruling& ruling) const;
  void judge_opening(const std::string& rule);
  void note_features(const rig::match::Game& game, const rig::contest::Move& move, GameReport& report);
  std::set<std::string> features_before() const;
  void count_code(const rig::match::Game& game);
  void note_code(const rig::match::Game& game);
  void pass_legality(const rig::match::Game& game);

  void judge_illegal(const rig::match::Exchange& exchange, const rig::match::Game& game,
                     const rig::contest::Judgement& judgement);
  rig::report::Evidence evidence(const rig::match::Exchange& exchange) const;
  rig::report::Evidence evidence(const std::vector<rig::Byte>& unasked) const;

  const CaseEntry* entry_ = nullptr;
  Environment* environment_ = nullptr;
  const rig::contest::Contest* contest_ = nullptr;
  std::unique_ptr<rig::match::Session> session_;
  rig::Random random_{0};
  rig::report::CaseRecord record_;
  bool sound_ = true;
  int round_ = 0;  // how often the case was run again because a clause was not reached
  /// What became of the requests that open a match, in this case.
  struct {
    bool asked = false;
    bool answered = false;  // by anything at all
    rig::Duration waited{};
  } opening_;
  bool alive_ = false;                     // the DUT has replied in this case: its silences mean something
  std::vector<std::string> silences_;      // that were kept before it did
  std::optional<std::vector<Held>> held_;  // findings that wait until it is known what is to blame
  /// Found to be left over from before and not told yet: the aspect it is attributed to, and what was seen.
  std::optional<std::pair<std::string, Held>> left_over_;
  bool since_power_on_ = false;  // whether the case knows of one
  int games_since_power_on_ = 0;
  int requests_since_power_on_ = 0;  // other than the handshake
  int needless_from_power_on_ = 0;   // passes in games that were the first after power-on
  bool needless_judged_ = false;
  bool gone_ = false;                                  // the far end hung up: nothing more to say to it
  std::string last_reply_aspect_ = "silence.unasked";  // whom a stray byte is laid at
  std::vector<std::string> hints_;                     // about the program, from the last exchange
  std::shared_ptr<const rig::FileStart> start_;        // of the last exchange
  std::optional<rig::match::Exchange> last_;           // what a byte that nobody asked for came after
  std::string blame_;
  bool match_open_ = false;                    // a game was begun and not played to its end
  const rig::match::Game* playing_ = nullptr;  // the game being played
  const GameLog* log_ = nullptr;               // … and its moves
  rig::contest::Move wrong_;                   // the DUT's reply that broke a rule, and lost it
  std::string last_kind_;                      // of what was found last, whose consequence the next may be
  std::vector<rig::contest::Heard> heard_;
  std::vector<rig::contest::IllegalReply> illegal_;
  std::set<std::string> kinds_of_illegal_;
  std::vector<std::string> opponents_features_;  // of its last move
  std::vector<std::string> own_features_;        // of the DUT's last move in this game
  bool dut_has_passed_ = false;                  // in the game being played
  bool too_late_ = false;                        // an answer came too late, and counted as a pass
  bool passed_permanently_ = false;              // though it could have moved, or because it came too late
  int early_answers_ = 0;
  rig::contest::FileStyle style_;  // of the files, but for their spelling
  std::vector<rig::contest::Spelling>
      spellings_;  // in which games are laid out in turn; empty: not known yet
  std::size_t games_spelled_ = 0;
  std::map<std::string, std::set<std::string>> codes_answered_;  // by seat
  std::set<std::string> irregular_;                              // aspects of files that were found broken
  bool watching_ = false;
  std::vector<std::vector<rig::LineEdge>> reply_edges_;
  bool hint_sought_ = false;  // why nothing can be read on its line
};

}  // namespace conformance
