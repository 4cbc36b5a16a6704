#pragma once
/// A tournament as a static site, in `FOLDER/site`: pages that work from a memory stick, without a network.
/// Copied with the whole folder, their links to the evidence work too.
///
///     index.html              order or standings, schedule, what was said
///     games.html, cross.html  all games; who made how many points against whom
///     games/000012.html       one game, move by move; written once, when it has ended
///     results.csv, .json      the results that count
///     style.css, site.js
///
/// `?projector` on the first page and on that of a game: large, dark, without controls; it goes through what
/// there is by itself.

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "rig/arbiter/tournament/runner.hpp"
#include "rig/tools/tournament/site/ledger.hpp"

namespace rig::tournament {

/// Writes the site while the tournament goes on: each file whole or not at all. What cannot be written is
/// said once, and holds up nothing.
class Site final : public arbiter::tournament::Spectator {
 public:
  using Moment = std::chrono::steady_clock::time_point;
  struct Setup {
    std::function<void(const std::string& sentence)> say;
    std::function<Moment()> now = std::chrono::steady_clock::now;
  };

  Site(const arbiter::tournament::Plan& plan, std::string folder, Setup setup);
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;
  ~Site() override = default;

  /// The states that are handed in are not looked at: it makes its own from the journal, which it reads by
  /// itself from where its knowledge ends.
  void noted(const arbiter::tournament::Entry& entry, const arbiter::tournament::State& state) override;
  void stands(const arbiter::tournament::Step& step, const arbiter::tournament::State& state) override;
  void passed() override;

  /// Writes what is still to be written. For the end of a tournament, and of one that was stopped.
  void finish();

 private:
  friend void write_site(const arbiter::tournament::Plan& plan, const std::string& folder);
  /// What becomes of a page that is there.
  enum class Pages { kept, written };
  void catch_up(Pages pages);
  void take(const arbiter::tournament::Entry& entry, Pages pages);
  void write_page(const GameLine& line, Pages pages) const;
  std::string made_page(const GameLine& line) const;
  void write_when_due();
  void write_overview();
  void write_as_it_stands();
  void guarded(const std::function<void()>& action);
  std::optional<Pairing> pairing_in_format(const std::string& game) const;

  const arbiter::tournament::Plan& plan_;
  std::string folder_;
  Setup setup_;
  Ledger ledger_;
  arbiter::tournament::State state_;
  std::optional<arbiter::tournament::Step> step_;
  bool is_behind_ = false;       // the overview is
  Moment next_{};                // no overview before this
  bool has_complained_ = false;  // since the overview was last written
};

/// Writes the whole site anew, from journal and evidence. RigError where it cannot be written, UsageError
/// where the journal is none of this plan.
void write_site(const arbiter::tournament::Plan& plan, const std::string& folder);

}  // namespace rig::tournament
