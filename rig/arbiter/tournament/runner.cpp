#include "rig/arbiter/tournament/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "rig/base/bytes.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/json_depth.hpp"
#include "rig/base/random.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/visible.hpp"
#include "rig/base/wall_clock.hpp"
#include "rig/base/whole_file.hpp"

namespace rig::arbiter::tournament {

namespace fs = std::filesystem;

namespace {

/// How long a decision that is handed in may lie before it is looked at.
constexpr Duration look_for_decisions = std::chrono::milliseconds(500);

Entry beginning(const Plan& plan, const std::string& program) {
  return {{"tournament", 1},   {"title", plan.title}, {"contest", plan.contest_name},
          {"seed", plan.seed}, {"program", program},  {"plan", plan.text}};
}

void expect_among(const std::string& what, const std::string& value, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), value) == known.end())
    throw UsageError(unknown_value(what, value, known));
}

}  // namespace

Tournament::Tournament(const Plan& plan, std::string folder, const std::string& program, Spectator& spectator)
    : plan_(plan), folder_(std::move(folder)), spectator_(spectator), format_(format_of(plan)) {
  fs::create_directories(fs::path(folder_) / "games");
  fs::create_directories(fs::path(folder_) / "decisions");
  journal_ = std::make_unique<Journal>(folder_ + "/journal.jsonl", [this](const Entry& entry) {
    if (entry.at("entry") == "begin" && text_of(entry, "plan") != plan_.text)
      throw UsageError(
          fmt::format("{} holds a tournament of another plan, \"{}\". A plan must not change once a "
                      "tournament has begun; "
                      "what may change is a decision (--withdraw, --extend).",
                      folder_, visible(text_of(entry, "title"))));
    take_in(entry);
  });
  if (journal_->torn() > 0)
    spectator_.said(
        fmt::format("The journal ended in half an entry ({} bytes), which was cut off: it was "
                    "being written when the machine or the rig stopped.",
                    journal_->torn()));
  if (journal_->lines() == 0) note("begin", beginning(plan_, program));
  break_off_what_was_under_way();
}

void Tournament::take_in(const Entry& entry) {
  state_.apply(entry, plan_);
}

void Tournament::note(const std::string& what, const Entry& facts) {
  const Entry entry = journal_->append(what, facts);
  take_in(entry);
  spectator_.noted(entry, state_);
}

void Tournament::break_off_what_was_under_way() {
  const std::map<std::string, Begun> broken = state_.under_way;
  for (const auto& [game, begun] : broken) {
    if (is_given_away(begun)) continue;
    note("broken-off", {{"game", game}, {"started", begun.started}});
    spectator_.said(
        fmt::format("{} was being played when the tournament stopped: it is played again.", game));
  }
}

/// It is played elsewhere, and goes on.
bool Tournament::is_given_away(const Begun& begun) const {
  return fs::exists(order_file(folder_, begun.started));
}

std::size_t Tournament::give(Desk& desk) {
  take_decisions();
  look_again();
  const std::list<Fixture> now = to_play_;
  std::size_t given = 0;
  for (const Fixture& fixture : now) {
    if (is_held(fixture)) continue;
    begin(fixture, desk);
    given += 1;
  }
  return given;
}

void Tournament::take(std::uint64_t started, const Ended& ended) {
  const Step now = step();
  const auto fixture = std::find_if(now.to_play.begin(), now.to_play.end(),
                                    [&](const Fixture& one) { return one.id == ended.game; });
  const auto begun = state_.under_way.find(ended.game);
  if (begun == state_.under_way.end() || begun->second.started != started) return;
  if (fixture == now.to_play.end()) {  // decided meanwhile, or no longer asked for
    note("broken-off", {{"game", ended.game}, {"started", started}});
    return;
  }
  playing_[ended.game] = *fixture;
  end(ended);
}

Standstill Tournament::run(Desk& desk) {
  for (;;) {
    take_decisions();
    if (is_stale_ || (has_ended_since_ && playing_.empty())) look_again();
    if (is_over_ && playing_.empty()) break;
    const std::optional<Standstill> stop = reason_to_stop(desk);
    if (!stop) begin_games(desk);
    if (playing_.empty()) return stop.value_or(standstill());
    if (!stop && has_ended_since_ && playing_.size() < at_once()) {
      look_again();
      begin_games(desk);
    }
    if (const std::optional<Ended> ended = desk.wait(look_for_decisions)) end(*ended);
    spectator_.passed();
  }
  if (!state_.ended) note("end", {{"places", places_of(plan_, step())}});
  return Standstill::over;
}

/// Why nothing can begin.
Standstill Tournament::standstill() const {
  return to_play_.empty() ? Standstill::elsewhere : Standstill::stuck;
}

std::optional<Standstill> Tournament::reason_to_stop(const Desk& desk) const {
  if (desk.interrupted()) return Standstill::interrupted;
  if (state_.paused) return Standstill::paused;
  if (day_is_over()) return Standstill::day_is_over;
  return std::nullopt;
}

/// What the format asks for now. Asked seldom: it looks at all results.
void Tournament::look_again() {
  for (;;) {
    const Step now = step();
    is_stale_ = has_ended_since_ = false;
    is_over_ = now.to_play.empty();
    to_play_.assign(now.to_play.begin(), now.to_play.end());
    std::erase_if(to_play_, [this](const Fixture& one) { return state_.under_way.contains(one.id); });
    const bool has_given_away = give_away();
    if (has_given_away) continue;
    spectator_.stands(now, state_);
    return;
  }
}

/// Games of a team that has withdrawn are not played. Whether there were any.
bool Tournament::give_away() {
  bool any = false;
  for (const Fixture& fixture : to_play_) {
    const std::string& first = plan_.entrants.at(fixture.first).team;
    const std::string& second = plan_.entrants.at(fixture.second).team;
    const auto outcome = given_away(first, second, state_);
    if (!outcome) continue;
    any = true;
    note("forfeited", {{"game", fixture.id},
                       {"first", first},
                       {"second", second},
                       {"outcome", to_string(*outcome)},
                       {"why", "a team has withdrawn"}});
  }
  return any;
}

std::size_t Tournament::at_once() const {
  if (plan_.policy.at_once > 0) return static_cast<std::size_t>(plan_.policy.at_once);
  return std::max<std::size_t>(plan_.benches.size(), 1);
}

bool Tournament::day_is_over() const {
  if (!plan_.policy.day || state_.day_began.empty()) return false;
  const auto began = seconds_of_date(state_.day_began);
  const auto now = seconds_of_date(utc_now());
  return began && now && std::chrono::seconds(*now - *began) >= *plan_.policy.day + state_.longer;
}

std::set<std::string> Tournament::benches_of(const Fixture& fixture) const {
  return {plan_.bench_of(fixture.first), plan_.bench_of(fixture.second)};
}

bool Tournament::may_begin(const Fixture& fixture) const {
  const std::set<std::string> benches = benches_of(fixture);
  return !is_held(fixture) && std::none_of(benches.begin(), benches.end(), [this](const std::string& bench) {
    return busy_.contains(bench);
  });
}

/// It waits for the organiser.
bool Tournament::is_held(const Fixture& fixture) const {
  const auto failures = state_.failures.find(fixture.id);
  if (failures != state_.failures.end() && failures->second > plan_.policy.games.replays) return true;
  const std::set<std::string> benches = benches_of(fixture);
  return std::any_of(benches.begin(), benches.end(),
                     [this](const std::string& bench) { return state_.stopped.contains(bench); });
}

void Tournament::begin_games(Desk& desk) {
  for (auto fixture = to_play_.begin(); fixture != to_play_.end() && playing_.size() < at_once();) {
    if (!may_begin(*fixture)) {
      ++fixture;
      continue;
    }
    begin(*fixture, desk);
    fixture = to_play_.erase(fixture);
  }
}

/// A game that was broken off is the same when it is played anew; one that the organiser took back is
/// another.
std::uint64_t Tournament::seed_of(const Fixture& fixture) const {
  const auto voided = state_.voided.find(fixture.id);
  const std::string again = voided == state_.voided.end() ? "" : fmt::format(" {}", voided->second);
  return derive_seed(plan_.seed, "game " + fixture.id + again);
}

void Tournament::begin(const Fixture& fixture, Desk& desk) {
  const std::uint64_t seed = seed_of(fixture);
  note("started", {{"game", fixture.id},
                   {"stage", fixture.stage},
                   {"first", plan_.entrants[fixture.first].team},
                   {"second", plan_.entrants[fixture.second].team},
                   {"seat", fixture.seat},
                   {"seed", seed}});
  const std::uint64_t started = journal_->lines();
  Order order{.fixture = fixture,
              .started = started,
              .seed = seed,
              .idle = {},
              .evidence = fmt::format("games/{:06}.jsonl", started)};
  const std::set<std::string> benches = benches_of(fixture);
  for (Entrant one = 0; plan_.contest->stand_by && one < plan_.entrants.size(); ++one) {
    if (one != fixture.first && one != fixture.second && benches.contains(plan_.entrants[one].bench))
      order.idle.push_back(one);
  }
  busy_.insert(benches.begin(), benches.end());
  playing_[fixture.id] = fixture;
  desk.begin(order);
}

void Tournament::end(const Ended& ended) {
  const Fixture fixture = playing_.at(ended.game);
  playing_.erase(ended.game);
  for (const std::string& bench : benches_of(fixture)) busy_.erase(bench);
  Entry facts{{"game", ended.game}, {"started", state_.under_way.at(ended.game).started}};
  has_ended_since_ = true;
  if (ended.how == Ended::How::played) {
    facts["outcome"] = to_string(ended.result.outcome);
    facts["moves"] = ended.result.moves;
    facts.update(ended.facts);
    note("game", facts);
    return;
  }
  facts["why"] = ended.why;
  if (ended.at) facts["at"] = plan_.entrants.at(*ended.at).team;
  facts.update(ended.facts);
  note(ended.how == Ended::How::no_result ? "no-result" : "rig-error", facts);
  to_play_.push_front(fixture);
  if (state_.failures[ended.game] > plan_.policy.games.replays) give_up(fixture, ended);
}

/// It came to no result too often. Where the rig failed, whoever it failed at plays no more until that is
/// mended.
void Tournament::give_up(const Fixture& fixture, const Ended& ended) {
  if (ended.how == Ended::How::no_result) {
    spectator_.said(
        fmt::format("{} ({}) came to no result {} times: decide it (--forfeit, --override), or "
                    "let it be played again (--void).",
                    fixture.id, plan_.match_of(fixture), plan_.policy.games.replays + 1));
    return;
  }
  std::set<std::string> benches = benches_of(fixture);
  if (ended.at) benches = {plan_.bench_of(*ended.at)};
  for (const std::string& bench : benches) {
    note("stopped", {{"bench", bench}, {"why", ended.why}});
    spectator_.said(fmt::format("The bench {} has stopped: {} The others play on; --retry '{}' continues it.",
                                bench, ended.why, bench));
  }
}

void Tournament::decide(const Entry& decision) {
  expect_meaning(decision);
  Entry facts = decision;
  State trial = state_;  // what cannot be taken in must not come into the journal
  Entry whole = decision;
  whole["number"] = journal_->lines() + 1;
  whole["date"] = utc_now();
  trial.apply(whole, plan_);
  facts.erase("entry");
  note(text_of(decision, "entry"), facts);
  is_stale_ = true;
}

/// Refuses a decision about what there is not.
void Tournament::expect_meaning(const Entry& decision) const {
  const std::string what = text_of(decision, "entry");
  if (!is_decision(what)) throw UsageError(fmt::format("\"{}\" is no decision.", visible(what)));
  const bool needs_a_reason = what == "void" || what == "forfeit" || what == "override" || what == "withdraw";
  if (needs_a_reason && text_of(decision, "reason").empty())
    throw UsageError(fmt::format("{}: a decision needs a reason.", what));
  if (what == "retry") {
    if (state_.stopped.empty()) throw UsageError("retry: no bench has stopped.");
    std::vector<std::string> benches;
    for (const auto& [bench, why] : state_.stopped) benches.push_back(bench);
    expect_among("stopped bench", text_of(decision, "bench"), benches);
  }
  if (what != "void" && what != "forfeit" && what != "override") return;
  const std::string game = text_of(decision, "game");
  if (playing_.contains(game))
    throw UsageError(fmt::format("{} is being played: decide it when it has ended.", game));
  std::vector<std::string> games;
  for (const auto& [id, result] : state_.results) games.push_back(id);
  for (const Fixture& fixture : step().to_play) games.push_back(fixture.id);
  expect_among("game", game, games);
}

void Tournament::take_decisions() {
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(fs::path(folder_) / "decisions")) {
    if (file.path().extension() == ".json") files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    try {
      const std::string text = content_of_ordinary_file(file);
      const Entry decision = why_too_deep(text).empty() ? Entry::parse(text, nullptr, false) : Entry();
      if (!decision.is_object()) throw UsageError("It is no JSON object.");
      decide(decision);
    } catch (const UsageError& error) {
      spectator_.said(fmt::format("{}: {}", file.filename().string(), error.what()));
      write_whole(file.string() + ".refused", std::string(error.what()) + "\n");
    }
    fs::remove(file);
  }
}

std::string order_file(const std::string& folder, std::uint64_t started) {
  return fmt::format("{}/orders/{:06}.json", folder, started);
}

std::string hand_in(const std::string& folder, const Entry& decision) {
  const std::string text = decision.dump();
  std::string path = fmt::format("{}/decisions/{}-{}.json", folder, text_of(decision, "given"),
                                 sha256_hex(to_bytes(text)).substr(0, 12));
  write_whole(path, text);
  return path;
}

}  // namespace rig::arbiter::tournament
