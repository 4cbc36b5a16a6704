#pragma once
/// What the parts of a case share: the way to the DUT, what is drawn, and where the match stands.

#include <optional>
#include <string>

#include "conformance/suite/environment.hpp"
#include "conformance/suite/parts/game_report.hpp"
#include "rig/base/random.hpp"
#include "rig/dut/game.hpp"
#include "rig/dut/session.hpp"

namespace conformance {

/// A generator for each purpose within a case, all from the case's seed.
class Draws {
 public:
  explicit Draws(std::uint64_t seed = 0) : seed_(seed) {}
  rig::Random of(const std::string& purpose) const;
  /// The case is run again: from here on everything is drawn anew.
  void next_round() { ++round_; }
  int round() const { return round_; }

 private:
  std::uint64_t seed_;
  int round_ = 0;
};

/// The game that is being played.
struct InPlay {
  const rig::dut::Game& game;
  const GameLog& log;
  rig::protocol::Move wrong{};  ///< the DUT's reply that broke a rule, and lost it
};

struct Standing {
  Environment& environment;
  const rig::protocol::Contest& contest;  ///< on the board that this case is played on
  rig::dut::Session& session;
  const Draws& draws;

  bool since_power_on = false;  ///< whether the case knows of one
  int games = 0;                ///< since power-on
  int requests = 0;             ///< since power-on, other than the handshake
  bool match_open = false;      ///< a game was begun and not played to its end
  bool gone = false;            ///< the far end hung up: nothing more to say to it
  InPlay* in_play = nullptr;    ///< null: between games

  const RunOptions& options() const { return environment.options; }
  /// Whether the rig itself can bring the DUT to its power-on state.
  bool resets_itself() const { return session.info().can_reset && !session.info().resets_by_hand; }
  /// The deadline of the contest for this request, as this run scales it.
  rig::Duration deadline_of(const rig::protocol::Request& request) const;

  /// Where in which game this is; nothing between games.
  std::optional<rig::report::Scene> scene() const;
  /// A game at this point. `wrong` is a reply of the DUT's that broke a rule.
  rig::report::Scene scene_of(const rig::protocol::Seat& seat, const std::vector<rig::protocol::Move>& moves,
                              const rig::protocol::Move& wrong = {}) const;
  /// How the DUT was started, for whoever wants to do it again. `start` is of a program over files, or null.
  KeptStart started(const std::string& case_id, const std::shared_ptr<const rig::FileStart>& start) const;
};

}  // namespace conformance
