#pragma once
/// Runs a tournament: which game begins when, what its end comes to, and every step of it into the journal.
/// It knows no process and no far end: games are played at a Desk.

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rig/arbiter/tournament/journal.hpp"
#include "rig/arbiter/tournament/plan.hpp"
#include "rig/arbiter/tournament/state.hpp"

namespace rig::arbiter::tournament {

/// A game that is to be played now.
struct Order {
  Fixture fixture;
  std::uint64_t started = 0;  ///< the number of its entry in the journal
  std::uint64_t seed = 1;     ///< of power-on states and opponents
  std::vector<Entrant> idle;  ///< boards at the same benches, which do not play
  std::string evidence;       ///< where it goes, seen from the tournament's folder
};

/// How a game came to its end.
struct Ended {
  enum class How { played, no_result, rig_error };
  std::string game;
  How how = How::played;
  Result result;                  ///< of one that was played
  std::string why;                ///< no result, or what failed
  std::optional<Entrant> at;      ///< at whose far end the rig failed, where that is known
  Entry facts = Entry::object();  ///< for the journal: `ending`, `score`, …
};

/// Where games are played.
class Desk {
 public:
  virtual ~Desk() = default;
  virtual void begin(const Order& order) = 0;
  /// The next game that ends within `most`. Nothing: none did, or the user wants to stop.
  virtual std::optional<Ended> wait(Duration most) = 0;
  /// Whether the user wants to stop.
  virtual bool interrupted() const = 0;
};

/// What became of the tournament for now.
enum class Standstill {
  over,         ///< it has its places
  interrupted,  ///< by the user
  paused,       ///< by the organiser
  day_is_over,  ///< its games took all the time that the policy gives
  stuck,        ///< what is left waits for a bench that stopped, or for a decision
  elsewhere     ///< what is left was given away and is played by others
};

/// Who looks on.
class Spectator {
 public:
  virtual ~Spectator() = default;
  virtual void said(const std::string& sentence) { static_cast<void>(sentence); }
  /// An entry is in the journal; `state` has taken it in.
  virtual void noted(const Entry& entry, const State& state) {
    static_cast<void>(entry);
    static_cast<void>(state);
  }
  /// What the format says now.
  virtual void stands(const Step& step, const State& state) {
    static_cast<void>(step);
    static_cast<void>(state);
  }
  /// Some time has passed: while games are on, this comes twice a second.
  virtual void passed() {}
};

/// A tournament in its folder: `journal.jsonl`, `games/` with their evidence, `decisions/` for those that are
/// handed in while it runs, `orders/` with games that are played elsewhere (`000012.json`). Whoever makes one
/// has the Hold of the folder.
class Tournament {
 public:
  /// Opens the journal; an empty one begins with the plan, and with the version of `program`. UsageError
  /// where the folder is another plan's.
  Tournament(const Plan& plan, std::string folder, const std::string& program, Spectator& spectator);

  /// Plays until it is over or cannot go on.
  Standstill run(Desk& desk);

  /// Begins every game that can be begun, whatever its bench does: for a farm, which plays them elsewhere.
  /// How many.
  std::size_t give(Desk& desk);

  /// Takes in how a game ended that was given away with this entry; one that was taken in before is left out.
  void take(std::uint64_t started, const Ended& ended);

  /// Enters a decision (state.hpp). UsageError where it means nothing here.
  void decide(const Entry& decision);

  Step step() const { return format_->next(state_.results); }
  const State& state() const { return state_; }

 private:
  void take_in(const Entry& entry);
  void note(const std::string& what, const Entry& facts);
  void break_off_what_was_under_way();
  void take_decisions();
  void expect_meaning(const Entry& decision) const;
  void look_again();
  bool give_away();
  std::optional<Standstill> reason_to_stop(const Desk& desk) const;
  bool day_is_over() const;
  bool is_given_away(const Begun& begun) const;
  bool may_begin(const Fixture& fixture) const;
  bool is_held(const Fixture& fixture) const;
  std::set<std::string> benches_of(const Fixture& fixture) const;
  std::size_t at_once() const;
  void begin_games(Desk& desk);
  Standstill standstill() const;
  std::uint64_t seed_of(const Fixture& fixture) const;
  void begin(const Fixture& fixture, Desk& desk);
  void end(const Ended& ended);
  void give_up(const Fixture& fixture, const Ended& ended);

  const Plan& plan_;
  std::string folder_;
  Spectator& spectator_;
  std::unique_ptr<Format> format_;
  State state_;
  std::unique_ptr<Journal> journal_;
  std::list<Fixture> to_play_;    // as the format said when it was last asked
  bool is_over_ = false;          // … and whether it asks for no game any more
  bool is_stale_ = true;          // it has to be asked again
  bool has_ended_since_ = false;  // a game has, since it was asked
  std::set<std::string> busy_;    // benches
  std::map<std::string, Fixture> playing_;
};

/// Where a game that began with this entry is given to whoever plays it elsewhere.
std::string order_file(const std::string& folder, std::uint64_t started);

/// Hands a decision to the tournament that runs in this folder: it takes it in before the next game. The
/// file, which is gone when that has happened, or has become `FILE.refused` with the reason in it.
std::string hand_in(const std::string& folder, const Entry& decision);

}  // namespace rig::arbiter::tournament
