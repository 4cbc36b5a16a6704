#pragma once
/// A DUT may pass although it could move. But what the text says makes no difference may make none: the games
/// before, how long the other thinks, how the bytes of a request are spaced. A DUT that passes needlessly by
/// one of these has lost its game, or kept one that it should have cleared.

#include <optional>
#include <set>
#include <string>

#include "conformance/suite/parts/trials.hpp"
#include "rig/measure/exact_test.hpp"

namespace conformance {

class NeedlessPasses {
 public:
  NeedlessPasses(Standing& standing, Findings& findings, Exchanges& exchanges, Trials& trials)
      : at_(standing), findings_(findings), exchanges_(exchanges), trials_(trials) {}

  /// Called after each game. One that goes with a condition and has a needless pass, where a plain one of
  /// this case had none, is followed by games of both kinds, the more the less clear it is. A difference
  /// fails the clause of the condition, an unclear one leaves it inconclusive. Each condition is tried once
  /// in a case, and only in cases that cite its clause.
  void judge(const GamePlan& plan, const GameLog& log, const GameReport& report);

 private:
  /// What is otherwise than in a plain game, which is the first since power-on.
  struct Condition {
    Aspect aspect;     ///< whose clause says that it makes no difference
    std::string goes;  ///< `in games after the first since power-on`
    std::string usual;
    rig::dut::Spacing spacing{};
    rig::Duration thought{};
    bool after_another = false;
  };

  std::optional<Condition> condition_of(const GamePlan& plan) const;
  bool may_try(const Condition& condition) const;
  void compare(const Condition& condition, const GameLog& log, const GameLog& before);
  void play_more(const Condition& condition, const GameLog& log, const GameLog& before, unsigned games);
  bool passes(const Condition& condition, const GameLog& log, unsigned game);
  void begin(bool from_power_on);
  std::string counted(const Condition& condition) const;

  Standing& at_;
  Findings& findings_;
  Exchanges& exchanges_;
  Trials& trials_;
  std::optional<GameLog> before_;  // the game before the last
  bool plain_game_had_one_ = false;
  std::set<std::string> tried_;  // aspects
  rig::Occurrences suspect_;
  rig::Occurrences usual_;
};

}  // namespace conformance
