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

namespace {

class Verification {
 public:
  Verification(const Plan& plan, const std::string& folder) : plan_(plan), folder_(folder) {}

  int run() {
    const auto reading =
        read_journal(folder_ + "/journal.jsonl", [this](const Entry& entry) { take(entry); });
    if (reading.torn > 0)
      std::cout << fmt::format("The journal ends in half an entry ({} bytes), which does not count.\n",
                               reading.torn);
    const auto step = format_of(plan_)->next(state_.results);
    check_places(step);
    std::cout << fmt::format("{} entries, {} games judged again, {} decisions, {} differences\n",
                             reading.lines, games_, decisions_, differences_);
    std::cout << fmt::format("head {}\n", reading.head);
    return differences_ == 0 ? 0 : 1;
  }

 private:
  void take(const Entry& entry) {
    const std::string what = entry.at("entry");
    if (what == "begin" && entry.value("plan", "") != plan_.text) differs("the journal is of another plan");
    state_.apply(entry, plan_);
    if (arbiter::tournament::is_decision(what)) decisions_ += 1;
    if (what == "started") started_[entry.value("game", "")] = entry;
    if (what == "end") places_ = entry.value("places", Entry::array());
    if (what == "game") judge(entry);
  }

  void judge(const Entry& entry) {
    games_ += 1;
    const std::string game = entry.value("game", "");
    try {
      const std::string why = why_not(entry, game);
      if (!why.empty()) differs(fmt::format("{}: {}", visible(game), why));
    } catch (const std::exception& error) {
      differs(fmt::format("{}: {}", visible(game), error.what()));
    }
  }

  /// What contradicts the evidence of a game; empty: nothing does.
  std::string why_not(const Entry& entry, const std::string& game) const {
    const std::string path = folder_ + "/" + entry.value("evidence", "");
    const std::string text = content_of_ordinary_file(path);
    if (sha256_hex(to_bytes(text)) != entry.value("sha256", ""))
      return fmt::format("{} is not the file that the journal names: its hash differs", path);
    const tournament::GameFile file = tournament::read_game_file(text, path);
    if (const std::string why = why_of_another_game(file.identity, game); !why.empty()) return why;
    const arbiter::SeriesGame played = tournament::play_back(file);
    const std::string record =
        record_of(tournament::match_of(file.identity), played, tournament::clauses_of(file.identity.contest));
    if (record != file.record) return "its evidence, judged again, gives another record";
    const std::string outcome(arbiter::to_string(played.outcome()));
    if (outcome != entry.value("outcome", ""))
      return fmt::format("judged again it is {}, and the journal has {}", outcome,
                         visible(entry.value("outcome", "")));
    return {};
  }

  std::string why_of_another_game(const tournament::GameIdentity& identity, const std::string& game) const {
    const auto started = started_.find(game);
    if (started == started_.end()) return "it ended and had not begun";
    if (identity.game != game) return fmt::format("its evidence is of {}", visible(identity.game));
    const Entry& begun = started->second;
    if (identity.teams[0] != begun.value("first", "") || identity.teams[1] != begun.value("second", ""))
      return "its evidence is of other teams";
    for (const std::size_t side : {0U, 1U}) {
      const auto& entrant = plan_.entrants.at(plan_.entrant_named(identity.teams.at(side)));
      if (entrant.dut != identity.duts.at(side)) return "its evidence is of another DUT than the plan names";
    }
    if (identity.contest != plan_.contest_name || identity.board != plan_.board || identity.set != plan_.set)
      return "its evidence is of another contest or other settings";
    return {};
  }

  void check_places(const arbiter::tournament::Step& step) {
    if (places_.is_null()) {
      std::cout << "It is not over.\n";
      return;
    }
    Entry again = Entry::array();
    for (const auto& place : step.places)
      again.push_back(
          {{"rank", place.rank}, {"team", plan_.entrants.at(place.entrant).team}, {"reason", place.reason}});
    if (again != places_) differs("the final order does not follow from the games");
    std::cout << tournament::places_text(plan_, step);
  }

  void differs(const std::string& why) {
    differences_ += 1;
    std::cout << "differs: " << why << "\n";
  }

  const Plan& plan_;
  const std::string& folder_;
  State state_;
  std::map<std::string, Entry> started_;
  Entry places_;
  int games_ = 0;
  int decisions_ = 0;
  int differences_ = 0;
};

}  // namespace

int verify_tournament(const Plan& plan, const std::string& folder) {
  return Verification(plan, folder).run();
}

}  // namespace rig
