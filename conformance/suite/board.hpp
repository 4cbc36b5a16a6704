#pragma once
/// The DUT of one case, and the words for it: what it is asked, and what is said of its answers. A case reads
/// as the clause reads; the parts that do the work stand in conformance/suite/parts.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/suite/environment.hpp"
#include "conformance/suite/parts/matches.hpp"
#include "rig/base/random.hpp"
#include "rig/player/opponent.hpp"

namespace conformance {

struct CaseEntry;

class Board {
 public:
  // what it has
  rig::dut::Session& session() { return *session_; }
  /// What the session can do in bytes; NotApplicable where it is over files.
  rig::dut::ByteCapability& bytes();
  /// What tells the DUT that a game is over; NotApplicable where the contest has no such request.
  const rig::protocol::Request& end_of_game() const;
  /// The contest of the run, on the board that this case is played on.
  const rig::protocol::Contest& contest() const { return *contest_; }
  const RunOptions& options() const { return environment_->options; }
  rig::Random& random() { return random_; }
  std::unique_ptr<rig::player::Opponent> opponent(const std::string& name) const;
  /// The deadline of the contest for this request, as this run scales it.
  rig::Duration deadline_of(const rig::protocol::Request& request) const;

  // its parts, for whoever adds words of their own
  Standing& standing() { return parts_->standing; }
  Findings& findings() { return *findings_; }
  Exchanges& exchanges() { return parts_->exchanges; }
  Matches& matches() { return parts_->matches; }

  // what is done with it
  /// Asks; checks what holds for every exchange (framing, nothing unasked, deadline, form) and measures.
  rig::dut::Exchange ask(const rig::protocol::Request& request, rig::dut::Spacing spacing = {});
  /// The same with several requests in one send; all but the last call for silence.
  rig::dut::Exchange ask_together(const std::vector<rig::protocol::Request>& requests);
  /// The handshake that precedes a match. False: it was not answered properly, and the case should end.
  bool greet() { return matches().greet(); }
  /// Tells the DUT that the game is over.
  void say_end() { matches().say_end(); }
  /// The end of a match that another follows: tells the DUT and, where a hard reset between matches was
  /// declared, does it.
  void end_match() { matches().end_match(); }
  /// The same, but the board is not started anew even where the rig would do so between matches (it is where
  /// that was declared).
  void end_match_without_reset() { matches().end_match_without_reset(); }
  /// Listens for a span of link time and expects nothing, under this aspect.
  bool expect_silence(Aspect aspect, rig::Duration span) { return exchanges().expect_silence(aspect, span); }
  /// Plays a game (or the first turns of one), the handshake and the end not included. Every reply is
  /// judged.
  GameReport play(const rig::protocol::Seat& seat, rig::player::Opponent& opponent,
                  const GamePlan& plan = {});
  /// `--games` games in every seat against this opponent, handshake and end included; stops at the first
  /// that goes wrong.
  void play_in_every_seat(const std::string& opponent_name);
  /// The same in so many of the seats, which are drawn anew for each of the `--games`.
  void play_in_drawn_seats(const std::string& opponent_name, std::size_t count);
  /// The seats that move first, or those that do not.
  std::vector<rig::protocol::Seat> seats_that(bool move_first) const;
  /// So many of the seats, in a drawn order; all, as they stand, where there are no more. Of two neighbours
  /// drawn one begins and one does not.
  std::vector<rig::protocol::Seat> drawn_seats(std::size_t count);
  /// How far the DUT's board reaches by its own description, or as it was declared (`--capacity`): a fact of
  /// the link, `rig::fact_columns` or `rig::fact_rows`. Nothing: it does not say.
  std::optional<int> capacity(const char* fact) { return matches().capacity(fact); }
  /// Turns of the DUT, each of two plies, another number each time: by default 10 to 20 plies.
  int deep_in_a_game(int least = 5);
  /// In each seat begins games, and in their midst one in `next`: that one is played rightly.
  void interrupt_games(Aspect aspect, const rig::protocol::Seat& next);
  /// Brings the DUT to its power-on state; NotApplicable when the link cannot.
  void hard_reset() { exchanges().hard_reset(); }

  // what is said of it
  /// The id of the requirement behind an aspect; empty where this contest has none.
  std::string clause(Aspect aspect) const;
  void passed(Aspect aspect) { findings_->passed(aspect); }
  void failed(Aspect aspect, const std::string& summary, Proof proof = {});
  void found(rig::Verdict verdict, Aspect aspect, const std::string& summary, Proof proof = {});
  /// The state that the clause is about never came about: not applicable (not reached, N tries). A clause
  /// that a case cites and did not come to is not reached too, after the case has been run some more times.
  void not_reached(Aspect aspect, int tries) { findings_->not_reached(aspect, tries); }
  /// This link or this game has no such thing; or the board states that it lacks it, which is a reservation.
  void not_applicable(Aspect aspect, const std::string& why,
                      rig::report::Unassessed unassessed = rig::report::Unassessed::ruled_out);
  /// Whether this case has found anything about it, good or bad.
  bool looked_at(Aspect aspect) const { return findings_->looked_at(aspect); }
  /// Whether nothing on a mandatory requirement has gone wrong so far.
  bool sound() const { return findings_->sound(); }
  /// The case's subject: passes when `holds`, fails with the summary otherwise. Tells whether it held.
  /// Without a kind of its own it is a consequence of what was found just before it.
  bool conclude(Aspect aspect, bool holds, const std::string& summary, const std::string& kind = {});
  /// The same by a silence that was to hold after something.
  bool conclude(Aspect aspect, const rig::dut::Overheard& heard, const std::string& after_what);
  /// The same by a game: passes when it was sound, fails when it was misplayed; a reply that was only late
  /// counts only against its deadline.
  void conclude(Aspect aspect, const GameReport& game, const std::string& summary);
  /// From here on, a game or a handshake that goes wrong is attributed to this aspect if the same goes right
  /// from power-on, where nothing came before it. Where the DUT cannot be brought to power-on, and for single
  /// requests: if the aspect's requirement is less binding than the one violated.
  void lay_blame_on(Aspect aspect) { findings_->lay_blame_on(aspect); }
  /// … no longer.
  void lay_no_blame() { findings_->lay_blame_on(std::nullopt); }
  /// A game at this point, for a finding: `wrong` is a reply of the DUT's that broke a rule.
  rig::report::Scene scene_of(const rig::protocol::Seat& seat, const std::vector<rig::protocol::Move>& moves,
                              const rig::protocol::Move& wrong = {}) const;
  void count(const std::string& what, std::uint64_t times = 1) { findings_->count(what, times); }
  /// A line of the report's table of measurements.
  void measured(rig::report::Measurement measurement);
  void show(rig::report::Shmoo shmoo) { findings_->record().shmoo = std::move(shmoo); }

 protected:
  // for the case that it belongs to

  /// Begins the record of this case.
  void attach(const CaseEntry& entry, Environment& environment);
  /// Opens the way to the DUT.
  void open();
  bool is_open() const { return parts_.has_value(); }
  /// The case is run again from its beginning: nothing was found, and everything is drawn as before.
  void begin_again();
  Environment& environment() { return *environment_; }
  Draws& draws() { return draws_; }

 private:
  /// What there is once the way to the DUT is open.
  struct Parts {
    Parts(Environment& environment, const rig::protocol::Contest& contest, rig::dut::Session& session,
          const Draws& draws, Findings& findings)
        : standing{environment, contest, session, draws},
          exchanges(standing, findings),
          matches(standing, findings, exchanges) {}

    Standing standing;
    Exchanges exchanges;
    Matches matches;
  };

  void begin_record();
  void begin_parts();

  const CaseEntry* entry_ = nullptr;
  Environment* environment_ = nullptr;
  const rig::protocol::Contest* contest_ = nullptr;
  std::unique_ptr<rig::dut::Session> session_;
  Draws draws_;
  rig::Random random_{0};
  std::optional<Findings> findings_;
  std::optional<Parts> parts_;  // empty before the way to the DUT is open
};

}  // namespace conformance
