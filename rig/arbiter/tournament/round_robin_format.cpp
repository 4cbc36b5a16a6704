/// The format `round-robin`.

#include "rig/arbiter/tournament/make.hpp"
#include "rig/arbiter/tournament/round_robin.hpp"

namespace rig::arbiter::tournament {

namespace {

class RoundRobinFormat : public Format {
 public:
  RoundRobinFormat(const Chosen& chosen, Field field) : field_(std::move(field)), ties_(chosen.ties("ties")) {
    plan_.id = "round-robin";
    plan_.stage = "round robin";
    plan_.meetings = chosen.is("meetings", "double") ? Meetings::both_ways : Meetings::single;
    plan_.games = chosen.games("games", field_);
    plan_.points = chosen.points();
    plan_.forfeits = chosen.forfeits();
  }

  Step next(const Results& results) const override {
    Progress progress(field_, results);
    const std::vector<Entrant> all = progress.everybody();
    const Record record = play_round_robin(progress, plan_, all);
    const Ranking ranking{plan_.id, plan_.stage, ties_};
    show_table(progress, record, ranking);
    if (record.over()) progress.place(rank(progress, record, all, ranking));
    return progress.finish();
  }

 private:
  Field field_;
  std::vector<TieBreak> ties_;
  RoundRobin plan_;
};

}  // namespace

std::unique_ptr<Format> make_round_robin(const Chosen& chosen, const Field& field) {
  return std::make_unique<RoundRobinFormat>(chosen, field);
}

}  // namespace rig::arbiter::tournament
