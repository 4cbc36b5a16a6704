/// The format `swiss`: in each round neighbours in the standings meet who have not met yet (Monrad).

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "rig/arbiter/tournament/bracket.hpp"
#include "rig/arbiter/tournament/make.hpp"
#include "rig/arbiter/tournament/matching.hpp"

namespace rig::arbiter::tournament {

namespace {

struct SwissPlan {
  int rounds = 1;
  bool by_lot = true;
  int games = 1;
  Points points = Points::matches;
  double bye = 2;
  std::vector<TieBreak> ties;
  Forfeits forfeits = Forfeits::left_out;
};

/// One entrant's past.
struct Past {
  std::size_t number = 0;    ///< its place in the draw, which orders equals
  std::vector<int> seats{};  ///< for each match: 1 named first, -1 named second
  int byes = 0;

  int balance() const {
    int sum = 0;
    for (const int seat : seats) sum += seat;
    return sum;
  }
};

class SwissRun {
 public:
  SwissRun(Progress& progress, const SwissPlan& plan)
      : progress_(progress),
        plan_(plan),
        all_(progress.everybody()),
        past_(all_.size()),
        met_(all_.size(), std::vector<char>(all_.size(), 0)),
        record_(progress.field(), all_, plan.points) {}

  void play() {
    if (all_.size() < 2) return progress_.place_only_entrant();
    draw();
    const Ranking ranking{"swiss", "swiss", plan_.ties};
    while (round_ < plan_.rounds && record_.over()) play_round();
    show_table(progress_, record_, ranking);
    if (record_.over()) progress_.place(rank(progress_, record_, all_, ranking));
  }

 private:
  using Pairs = std::vector<std::pair<Entrant, Entrant>>;

  void draw() {
    std::vector<Entrant> order = all_;
    if (plan_.by_lot) {
      order = progress_.drawn(all_, "draw swiss");
      progress_.say(fmt::format("Equals are in this order, drawn by lot (seed {}): {}.",
                                progress_.field().seed, progress_.names(order)));
    }
    for (std::size_t i = 0; i < order.size(); ++i) past_[order[i]].number = i;
  }

  void play_round() {
    ++round_;
    const std::string stage = fmt::format("swiss, round {}", round_);
    int board = 0;
    for (const auto& [better, other] : pairs_of_round(stage)) {
      ++board;
      const bool swapped = !better_is_first(better, other, board);
      const Entrant first = swapped ? other : better;
      const Entrant second = swapped ? better : other;
      met_[first][second] = met_[second][first] = 1;
      past_[first].seats.push_back(1);
      past_[second].seats.push_back(-1);
      record_.add(play_match(progress_,
                             {match_id(fmt::format("swiss/round-{}", round_), first, second), stage, first,
                              second, round_, plan_.forfeits},
                             plan_.games));
    }
  }

  std::vector<Entrant> in_order() const {
    std::vector<Entrant> order = all_;
    std::sort(order.begin(), order.end(), [this](Entrant a, Entrant b) {
      const double points = record_.of(a).points - record_.of(b).points;
      return points != 0 ? points > 0 : past_[a].number < past_[b].number;
    });
    return order;
  }

  /// Who meets in this round, the better placed of each pair first; the bye, where there is one, is given.
  Pairs pairs_of_round(const std::string& stage) {
    const std::vector<Entrant> order = in_order();
    if (order.size() % 2 == 0) return with_repetitions(stage, order, new_pairs(order));
    const std::vector<Entrant> byes = for_a_bye(order);
    Entrant bye = byes.front();
    Pairs pairs = new_pairs(without(order, bye));
    for (const Entrant above : byes) {
      if (2 * pairs.size() + 1 == order.size()) break;
      Pairs others = new_pairs(without(order, above));
      if (others.size() <= pairs.size()) continue;
      bye = above;
      pairs = std::move(others);
    }
    give_bye(stage, bye);
    return with_repetitions(stage, without(order, bye), std::move(pairs));
  }

  /// Those with the fewest byes, the last one first.
  std::vector<Entrant> for_a_bye(const std::vector<Entrant>& order) const {
    int fewest = past_[order.front()].byes;
    for (const Entrant entrant : order) fewest = std::min(fewest, past_[entrant].byes);
    std::vector<Entrant> byes(order.rbegin(), order.rend());
    std::erase_if(byes, [&](Entrant entrant) { return past_[entrant].byes > fewest; });
    return byes;
  }

  static std::vector<Entrant> without(std::vector<Entrant> order, Entrant one) {
    std::erase(order, one);
    return order;
  }

  void give_bye(const std::string& stage, Entrant entrant) {
    ++past_[entrant].byes;
    record_.add_bye(entrant, plan_.bye);
    progress_.say(fmt::format("{}: bye for {}.", stage, progress_.name(entrant)));
  }

  /// Whether the two have been named first, or second, twice more often than the other way.
  bool both_are_due(Entrant a, Entrant b) const {
    if (plan_.games % 2 == 0) return false;
    const int one = past_[a].balance();
    const int other = past_[b].balance();
    return std::abs(one) >= 2 && std::abs(other) >= 2 && (one > 0) == (other > 0);
  }

  /// Pairs that have not met, of all entrants where that is possible.
  Pairs new_pairs(const std::vector<Entrant>& order) const {
    const auto not_met = [&](std::size_t i, std::size_t j) { return met_[order[i]][order[j]] == 0; };
    Pairing pairing = pair_neighbours(order.size(), [&](std::size_t i, std::size_t j) {
      return not_met(i, j) && !both_are_due(order[i], order[j]);
    });
    if (!pairing.left.empty()) pairing = pair_neighbours(order.size(), not_met);
    Pairs pairs;
    for (const auto& [i, j] : pairing.pairs) pairs.emplace_back(order[i], order[j]);
    return pairs;
  }

  /// … and those who are left meet again, which is said.
  Pairs with_repetitions(const std::string& stage, const std::vector<Entrant>& order, Pairs pairs) {
    std::vector<Entrant> left = order;
    for (const auto& pair : pairs)
      std::erase_if(left, [&](Entrant one) { return one == pair.first || one == pair.second; });
    for (std::size_t i = 0; i + 1 < left.size(); i += 2) {
      pairs.emplace_back(left[i], left[i + 1]);
      progress_.say(fmt::format("{}: no pairing without a repetition exists; {} and {} meet again.", stage,
                                progress_.name(left[i]), progress_.name(left[i + 1])));
    }
    return pairs;
  }

  /// Who has been named first less often is; else who was not at the last difference; else in turn by boards.
  bool better_is_first(Entrant better, Entrant other, int board) const {
    const Past& one = past_[better];
    const Past& two = past_[other];
    if (one.balance() != two.balance()) return one.balance() < two.balance();
    const std::size_t common = std::min(one.seats.size(), two.seats.size());
    for (std::size_t back = 1; back <= common; ++back) {
      const int last_one = one.seats[one.seats.size() - back];
      const int last_two = two.seats[two.seats.size() - back];
      if (last_one != last_two) return last_one < last_two;
    }
    if (!one.seats.empty()) return one.seats.back() < 0;
    return board % 2 == 1;
  }

  Progress& progress_;
  const SwissPlan& plan_;
  const std::vector<Entrant> all_;
  std::vector<Past> past_;
  std::vector<std::vector<char>> met_;
  Record record_;
  int round_ = 0;
};

int rounds_of_bracket(std::size_t entrants) {
  int rounds = 0;
  for (std::size_t size = bracket_size(entrants); size > 1; size /= 2) ++rounds;
  return rounds;
}

double points_of_bye(const Chosen& chosen, const SwissPlan& plan) {
  if (chosen.is("bye", "loss")) return 0;
  const double won = plan.points == Points::games ? plan.games : 2;
  return chosen.is("bye", "win") ? won : won / 2;
}

class SwissFormat : public Format {
 public:
  SwissFormat(const Chosen& chosen, Field field) : field_(std::move(field)) {
    plan_.by_lot = chosen.is("draw", "lot");
    plan_.games = chosen.games("games", field_);
    plan_.points = chosen.points();
    plan_.bye = points_of_bye(chosen, plan_);
    plan_.ties = chosen.ties("ties");
    plan_.forfeits = chosen.forfeits();
    plan_.rounds = rounds(chosen);
  }

  Step next(const Results& results) const override {
    Progress progress(field_, results);
    SwissRun(progress, plan_).play();
    return progress.finish();
  }

 private:
  /// No more than there are without a repetition.
  int rounds(const Chosen& chosen) const {
    const std::size_t entrants = field_.names.size();
    if (chosen.is("rounds", "auto")) return rounds_of_bracket(entrants);
    const int most = static_cast<int>(entrants % 2 == 0 ? entrants - 1 : entrants);
    if (entrants > 1 && chosen.number("rounds") > most)
      chosen.refuse("rounds",
                    fmt::format("auto, or a number from 1 to {}, where no two of {} entrants meet twice",
                                most, entrants));
    return chosen.number("rounds");
  }

  Field field_;
  SwissPlan plan_;
};

}  // namespace

std::unique_ptr<Format> make_swiss(const Chosen& chosen, const Field& field) {
  return std::make_unique<SwissFormat>(chosen, field);
}

}  // namespace rig::arbiter::tournament
