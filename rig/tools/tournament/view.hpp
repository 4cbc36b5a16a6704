#pragma once
/// What `rig tournament` shows in a terminal.

#include <iosfwd>
#include <string>

#include "rig/arbiter/tournament/runner.hpp"

namespace rig::tournament {

/// Tells each game as it ends, and what the format says.
class Terminal final : public arbiter::tournament::Spectator {
 public:
  explicit Terminal(std::ostream& out) : out_(out) {}

  void said(const std::string& sentence) override;
  void noted(const arbiter::tournament::Entry& entry, const arbiter::tournament::State& state) override;
  void stands(const arbiter::tournament::Step& step, const arbiter::tournament::State& state) override;

 private:
  std::ostream& out_;
  std::size_t sentences_ = 0;  // of the format's, that were told
};

/// What an entry of the journal says to people, on one line; empty: nothing. `state` has taken it in.
std::string line_of(const arbiter::tournament::Entry& entry, const arbiter::tournament::State& state);

/// Tables, the next games, benches that have stopped, the time that is left of the day, the places.
std::string status_text(const arbiter::tournament::Plan& plan, const arbiter::tournament::Step& step,
                        const arbiter::tournament::State& state);

/// The table of one stage.
std::string table_text(const arbiter::tournament::Plan& plan, const arbiter::tournament::Table& table);

/// The final order, with its reasons.
std::string places_text(const arbiter::tournament::Plan& plan, const arbiter::tournament::Step& step);

}  // namespace rig::tournament
