/// The format `knock-out`.

#include <fmt/format.h>

#include "rig/arbiter/tournament/bracket.hpp"
#include "rig/arbiter/tournament/make.hpp"

namespace rig::arbiter::tournament {

namespace {

class KnockOutFormat : public Format {
 public:
  KnockOutFormat(const Chosen& chosen, Field field)
      : field_(std::move(field)), by_lot_(chosen.is("draw", "lot")) {
    plan_.id = "knock-out";
    plan_.stage = "knock-out";
    plan_.games = chosen.games("games", field_);
    plan_.replays = chosen.number("replays");
    plan_.third = chosen.is("third_place", "yes") ? ThirdPlace::played : ThirdPlace::shared;
    plan_.forfeits = chosen.forfeits();
  }

  Step next(const Results& results) const override {
    Progress progress(field_, results);
    std::vector<Entrant> seeds = progress.everybody();
    if (by_lot_ && seeds.size() > 1) {
      seeds = progress.drawn(seeds, "draw knock-out");
      progress.say(fmt::format("Seeds, drawn by lot (seed {}): {}.", field_.seed, progress.names(seeds)));
    }
    if (const auto ranked = play_bracket(progress, plan_, seeds)) progress.place(*ranked);
    return progress.finish();
  }

 private:
  Field field_;
  bool by_lot_;
  Bracket plan_;
};

}  // namespace

std::unique_ptr<Format> make_knock_out(const Chosen& chosen, const Field& field) {
  return std::make_unique<KnockOutFormat>(chosen, field);
}

}  // namespace rig::arbiter::tournament
