#include "rig/tools/tournament/site/site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "rig/base/whole_file.hpp"
#include "rig/tools/tournament/game_file.hpp"
#include "rig/tools/tournament/site/frame.hpp"
#include "rig/tools/tournament/site/game_page.hpp"
#include "rig/tools/tournament/site/overview.hpp"

namespace rig::tournament {

using arbiter::tournament::Entry;
using arbiter::tournament::Fixture;
using arbiter::tournament::Plan;
using arbiter::tournament::State;
using arbiter::tournament::Step;

namespace {

constexpr auto shortest_pause = std::chrono::seconds(1);
/// Of what an overview took to write: so it takes a tenth of the time at most, however large it is.
constexpr int pauses_per_overview = 10;

Pairing pairing_of(const Fixture& fixture, const Plan& plan) {
  return {fixture.stage, plan.entrants.at(fixture.first).team, plan.entrants.at(fixture.second).team};
}

std::optional<Pairing> pairing_in(const Step& step, const std::string& game, const Plan& plan) {
  for (const Fixture& fixture : step.to_play) {
    if (fixture.id == game) return pairing_of(fixture, plan);
  }
  return std::nullopt;
}

}  // namespace

Site::Site(const Plan& plan, std::string folder, Setup setup)
    : plan_(plan),
      folder_(std::move(folder)),
      setup_(std::move(setup)),
      ledger_([this](const std::string& game) { return pairing_in_format(game); }) {}

void Site::noted(const Entry& entry, const State&) {
  guarded([&] {
    if (entry.at("number") == ledger_.entries() + 1) {
      take(entry, Pages::written);
    } else {
      catch_up(Pages::kept);
    }
    if (entry.at("entry") == "end") write_as_it_stands();
  });
}

void Site::stands(const Step& step, const State&) {
  guarded([&] {
    if (ledger_.entries() == 0) catch_up(Pages::kept);
    step_ = step;
    is_behind_ = true;
    write_when_due();
  });
}

void Site::passed() {
  guarded([this] { write_when_due(); });
}

void Site::finish() {
  guarded([this] {
    catch_up(Pages::kept);
    write_as_it_stands();
  });
}

void Site::catch_up(Pages pages) {
  arbiter::tournament::read_journal(folder_ + "/journal.jsonl", [&](const Entry& entry) {
    if (entry.at("number") > ledger_.entries()) take(entry, pages);
  });
}

void Site::take(const Entry& entry, Pages pages) {
  const GameLine* line = ledger_.take(entry);
  state_.apply(entry, plan_);
  is_behind_ = true;
  const bool was_played = line != nullptr && (line->how == "game" || line->how == "no-result");
  if (was_played && !page_of(*line).empty()) write_page(*line, pages);
}

void Site::write_page(const GameLine& line, Pages pages) const {
  const std::string path = fmt::format("{}/site/{}", folder_, page_of(line));
  if (pages == Pages::kept && std::filesystem::exists(path)) return;
  write_whole(path, made_page(line));
}

std::string Site::made_page(const GameLine& line) const {
  try {
    const std::string path = folder_ + "/" + line.evidence;
    return game_page(plan_.title, line, read_game_file(content_of_ordinary_file(path), line.evidence));
  } catch (const std::exception& error) {
    return page_without_board(plan_.title, line, error.what());
  }
}

void Site::write_when_due() {
  if (is_behind_ && step_ && setup_.now() >= next_) write_overview();
}

/// As the format has it now.
void Site::write_as_it_stands() {
  step_ = format_of(plan_)->next(state_.results);
  write_overview();
}

void Site::write_overview() {
  const Moment begin = setup_.now();
  next_ = begin + shortest_pause;  // for one that fails, too
  const std::string site = folder_ + "/site/";
  const Overview overview{plan_, ledger_, *step_, state_};
  if (!std::filesystem::exists(site + "index.html")) {
    write_whole(site + "style.css", site_style());
    write_whole(site + "site.js", site_script());
  }
  write_whole(site + "results.csv", results_csv(overview));
  write_whole(site + "results.json", results_json(overview));
  write_whole(site + "games.html", games_page(overview));
  write_whole(site + "cross.html", cross_page(overview));
  write_whole(site + "index.html", index_page(overview));
  is_behind_ = has_complained_ = false;
  const Moment end = setup_.now();
  next_ = end + std::max<Moment::duration>(shortest_pause, pauses_per_overview * (end - begin));
}

/// A site that cannot be written must not stop the tournament.
void Site::guarded(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    if (!std::exchange(has_complained_, true) && setup_.say)
      setup_.say(fmt::format("The site is not up to date: {}", error.what()));
  }
}

/// Who would play a game that was decided before it began.
std::optional<Pairing> Site::pairing_in_format(const std::string& game) const {
  if (step_) {
    if (auto known = pairing_in(*step_, game, plan_)) return known;
  }
  auto results = state_.results;
  results.erase(game);
  return pairing_in(format_of(plan_)->next(results), game, plan_);
}

void write_site(const Plan& plan, const std::string& folder) {
  Site site(plan, folder, {});
  write_whole(folder + "/site/style.css", site_style());
  write_whole(folder + "/site/site.js", site_script());
  site.catch_up(Site::Pages::written);
  site.write_as_it_stands();
}

}  // namespace rig::tournament
