#include "rig/tools/tournament/verify_tournament.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <vector>

#include "rig/arbiter/tournament/runner.hpp"
#include "rig/base/bytes.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/visible.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/tools/tournament/game_file.hpp"
#include "rig/tools/tournament/view.hpp"

namespace rig {

using arbiter::tournament::Entry;
using arbiter::tournament::Plan;
using arbiter::tournament::read_journal;
using arbiter::tournament::State;
using arbiter::tournament::text_of;

namespace {

class Verification {
 public:
  Verification(const Plan& plan, const std::string& folder) : plan_(plan), folder_(folder) {}

  int run() {
    std::string head;
    try {
      const auto reading =
          read_journal(folder_ + "/journal.jsonl", [this](const Entry& entry) { take(entry); });
      head = reading.head;
      entries_ = reading.lines;
      if (reading.torn > 0)
        std::cout << fmt::format("The journal ends in half an entry ({} bytes), which does not count.\n",
                                 reading.torn);
      follow_the_format();
    } catch (const UsageError& error) {
      differs(error.what());  // what stands behind that place cannot be believed
    }
    std::cout << fmt::format("{} entries, {} games judged again, {} decisions, {} differences\n", entries_,
                             games_, decisions_, differences_);
    if (!head.empty()) std::cout << fmt::format("head {}\n", head);
    return differences_ == 0 ? 0 : 1;
  }

 private:
  void take(const Entry& entry) {
    const std::string what = entry.at("entry");
    const std::string game = text_of(entry, "game");
    if (what == "begin" && text_of(entry, "plan") != plan_.text) differs("the journal is of another plan");
    if (what == "forfeited") judge_forfeit(entry);
    state_.apply(entry, plan_);
    if (arbiter::tournament::is_decision(what)) decisions_ += 1;
    if (what == "started" || what == "forfeited") begun_[game] = entry;
    if (what == "end") places_ = entry.value("places", Entry::array());
    if (what == "game") judge(entry);
  }

  /// A game is given away only where a team has withdrawn.
  void judge_forfeit(const Entry& entry) {
    const auto outcome = given_away(text_of(entry, "first"), text_of(entry, "second"), state_);
    if (!outcome || to_string(*outcome) != text_of(entry, "outcome"))
      differs(fmt::format("{}: it was forfeited, and by who has withdrawn it is not",
                          visible(text_of(entry, "game"))));
  }

  void judge(const Entry& entry) {
    games_ += 1;
    const std::string game = text_of(entry, "game");
    try {
      const std::string why = why_not(entry, game);
      if (!why.empty()) differs(fmt::format("{}: {}", visible(game), why));
    } catch (const std::exception& error) {
      differs(fmt::format("{}: {}", visible(game), error.what()));
    }
  }

  /// What contradicts the evidence of a game; empty: nothing does.
  std::string why_not(const Entry& entry, const std::string& game) const {
    const std::string path = folder_ + "/" + text_of(entry, "evidence");
    const std::string text = content_of_ordinary_file(path);
    if (sha256_hex(to_bytes(text)) != text_of(entry, "sha256"))
      return fmt::format("{} is not the file that the journal names: its hash differs", path);
    const tournament::GameFile file = tournament::read_game_file(text, path);
    if (std::string why = why_of_another_game(file.identity, game); !why.empty()) return why;
    const arbiter::SeriesGame played = tournament::play_back(file);
    if (record_of(tournament::match_of(file.identity), played, clause_of_) != file.record)
      return "its evidence, judged again, gives another record";
    if (played.outcome() == arbiter::SeriesGame::Outcome::none) return "judged again, it has no result";
    const auto result = tournament::result_of(played);
    const std::string now = fmt::format("{} in {} moves", to_string(result.outcome), result.moves);
    const std::string then =
        fmt::format("{} in {} moves", text_of(entry, "outcome"), entry.value("moves", Entry()).dump());
    if (now != then) return fmt::format("judged again it is {}, and the journal has {}", now, visible(then));
    return {};
  }

  std::string why_of_another_game(const tournament::GameIdentity& identity, const std::string& game) const {
    const auto found = begun_.find(game);
    if (found == begun_.end()) return "it ended and had not begun";
    const Entry& begun = found->second;
    if (identity.game != game) return fmt::format("its evidence is of {}", visible(identity.game));
    if (identity.teams[0] != text_of(begun, "first") || identity.teams[1] != text_of(begun, "second"))
      return "its evidence is of other teams";
    if (begun.value("seat", Entry()) != identity.seat || begun.value("seed", Entry()) != identity.seed)
      return "its evidence is of another seat or seed";
    for (const std::size_t side : {0U, 1U}) {
      const auto& entrant = plan_.entrants.at(plan_.entrant_named(identity.teams.at(side)));
      if (entrant.dut != identity.duts.at(side)) return "its evidence is of another DUT than the plan names";
    }
    if (identity.contest != plan_.contest_name || identity.board != plan_.board || identity.set != plan_.set)
      return "its evidence is of another contest or other settings";
    const arbiter::Policy& policy = plan_.policy.games;
    if (identity.policy.settle != policy.settle || identity.policy.grace != policy.grace ||
        identity.policy.most_plies != policy.most_plies)
      return "its evidence is of another policy";
    return {};
  }

  /// Goes the way of the tournament again: each game is asked for with these teams in this seat, by the
  /// results before it; and the order at the end follows from them.
  void follow_the_format() {
    const auto format = format_of(plan_);
    arbiter::tournament::Results so_far;
    for (;;) {
      const arbiter::tournament::Step step = format->next(so_far);
      const std::size_t before = so_far.size();
      for (const auto& fixture : step.to_play) {
        const auto result = state_.results.find(fixture.id);
        if (result == state_.results.end()) continue;
        so_far.insert(*result);
        hold_against(fixture);
      }
      if (so_far.size() == before) return check_places(step);
    }
  }

  void hold_against(const arbiter::tournament::Fixture& fixture) {
    const auto found = begun_.find(fixture.id);
    if (found == begun_.end()) return;  // decided before it began
    const Entry& begun = found->second;
    const bool is_it = text_of(begun, "first") == plan_.entrants.at(fixture.first).team &&
                       text_of(begun, "second") == plan_.entrants.at(fixture.second).team &&
                       begun.value("seat", fixture.seat) == fixture.seat;
    if (!is_it) differs(fmt::format("{}: the format asks for other teams or another seat", fixture.id));
  }

  void check_places(const arbiter::tournament::Step& step) {
    if (places_.is_null()) {
      std::cout << "It is not over.\n";
      return;
    }
    if (places_of(plan_, step) != places_) differs("the final order does not follow from the games");
    std::cout << tournament::places_text(plan_, step);
  }

  void differs(const std::string& why) {
    differences_ += 1;
    std::cout << "differs: " << why << "\n";
  }

  const Plan& plan_;
  const std::string& folder_;
  State state_;
  arbiter::ClauseOf clause_of_ = tournament::clauses_of(plan_.contest_name);
  std::map<std::string, Entry> begun_;  // by game: the entry that began it last, or gave it away
  Entry places_;
  std::uint64_t entries_ = 0;
  int games_ = 0;
  int decisions_ = 0;
  int differences_ = 0;
};

}  // namespace

int verify_tournament(const Plan& plan, const std::string& folder) {
  return Verification(plan, folder).run();
}

}  // namespace rig
