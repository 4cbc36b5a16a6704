#include "rig/tools/tournament/tournament.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iostream>
#include <thread>

#include "rig/arbiter/tournament/runner.hpp"
#include "rig/base/crypto/ed25519.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/password.hpp"
#include "rig/base/program/version.hpp"
#include "rig/base/wall_clock.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/live/hub.hpp"
#include "rig/live/server.hpp"
#include "rig/tools/admission/still_admitted.hpp"
#include "rig/tools/tournament/desk.hpp"
#include "rig/tools/tournament/farm.hpp"
#include "rig/tools/tournament/live_page.hpp"
#include "rig/tools/tournament/site/site.hpp"
#include "rig/tools/tournament/spectators.hpp"
#include "rig/tools/tournament/verify_tournament.hpp"
#include "rig/tools/tournament/view.hpp"

namespace rig {

namespace fs = std::filesystem;

using arbiter::tournament::Entry;
using arbiter::tournament::Hold;
using arbiter::tournament::Plan;
using arbiter::tournament::read_journal;
using arbiter::tournament::sign_decision;
using arbiter::tournament::Standstill;
using arbiter::tournament::Tournament;
using namespace std::chrono_literals;

namespace {

constexpr int status_not_over = 3;

/// How long a running tournament may take to notice a decision.
constexpr auto patience_for_a_decision = 10s;

std::string folder_of(const TournamentRequest& request) {
  if (!request.folder.empty()) return request.folder;
  return fs::path(request.plan).replace_extension().string() + ".tournament";
}

/// The decision that the command line makes; a null: none.
Entry decision_of(const TournamentRequest& request) {
  std::vector<Entry> made;
  const auto make = [&made](const char* what) -> Entry& { return made.emplace_back(Entry{{"entry", what}}); };
  if (!request.void_game.empty()) make("void")["game"] = request.void_game;
  if (!request.forfeit_game.empty()) {
    Entry& one = make("forfeit");
    one["game"] = request.forfeit_game;
    one["team"] = request.team;
  }
  if (!request.override_game.empty()) {
    Entry& one = make("override");
    one["game"] = request.override_game;
    one["outcome"] = request.outcome;
  }
  if (!request.withdraw.empty()) make("withdraw")["team"] = request.withdraw;
  if (!request.retry.empty()) make("retry")["bench"] = request.retry;
  if (!request.extend.empty()) make("extend")["span"] = request.extend;
  if (request.pause) make("pause");
  if (request.resume) make("resume");
  if (request.new_day) make("day");
  if (made.empty()) return {};
  if (made.size() > 1)
    throw UsageError(
        "One decision at a time: --void, --forfeit, --override, --withdraw, --retry, --extend, "
        "--pause, --resume, --new-day.");
  Entry decision = made.front();
  decision["reason"] = request.reason;
  decision["given"] = utc_now();
  return decision;
}

void expect_only_with(bool given, const char* option, bool allowed, const char* where) {
  if (given && !allowed) throw UsageError(fmt::format("{} belongs to {}.", option, where));
}

void check(const TournamentRequest& request) {
  expect_only_with(!request.team.empty(), "--team", !request.forfeit_game.empty(), "--forfeit");
  expect_only_with(!request.outcome.empty(), "--outcome", !request.override_game.empty(), "--override");
  if (!request.forfeit_game.empty() && request.team.empty())
    throw UsageError("--forfeit: say which team loses the game: --team NAME.");
  if (!request.override_game.empty() && request.outcome.empty())
    throw UsageError("--override: say what it is: --outcome first, draw or second.");
  const int asked = int{request.status} + int{request.verify} + int{request.site} + int{request.give} +
                    int{!request.work.empty()};
  if (asked > 1) throw UsageError("--status, --verify, --site, --give and --work exclude each other.");
}

/// A page is for who looks on while games are played.
void check_live(const TournamentRequest& request, bool plays) {
  if (request.live.empty()) return;
  static_cast<void>(live::address_from(request.live, "--live"));
  expect_only_with(true, "--live", plays, "a tournament that is played");
}

/// What belongs to a decision is not given without one, and a decision is all that is asked then.
void check(const TournamentRequest& request, bool decides) {
  expect_only_with(!request.reason.empty(), "--reason", decides, "a decision");
  expect_only_with(!request.key.empty(), "--key", decides, "a decision");
  expect_only_with(!request.password_file.empty(), "--password-file", !request.key.empty(), "--key");
  const std::pair<const char*, bool> others[] = {{"--status", request.status},
                                                 {"--verify", request.verify},
                                                 {"--site", request.site},
                                                 {"--give", request.give},
                                                 {"--work", !request.work.empty()}};
  for (const auto& [option, given] : others) {
    if (given && decides) throw UsageError(fmt::format("{}: a decision is entered by itself.", option));
  }
}

class Command {
 public:
  explicit Command(const TournamentRequest& request)
      : request_(request),
        folder_(folder_of(request)),
        plan_(arbiter::tournament::plan_from(content_of_ordinary_file(request.plan), request.plan,
                                             fs::path(request.plan).parent_path().string())) {}

  int run() {
    check(request_);
    const Entry decision = decision_of(request_);
    check(request_, !decision.is_null());
    const bool is_of_what_there_is =
        request_.status || request_.verify || request_.site || !request_.work.empty() || !decision.is_null();
    check_live(request_, !is_of_what_there_is && !request_.give);
    if (is_of_what_there_is && !fs::exists(folder_ + "/journal.jsonl"))
      throw UsageError(fmt::format("{} holds no tournament: there is no journal.jsonl in it.", folder_));
    if (request_.verify) return verify_tournament(plan_, folder_);
    if (request_.status) return status();
    if (request_.site) return write_site();
    if (request_.give) return give();
    if (!request_.work.empty()) return work();
    return decision.is_null() ? play() : decide(decision);
  }

 private:
  /// Of a tournament that may be going on: it is only read.
  int status() const {
    arbiter::tournament::State state;
    read_journal(folder_ + "/journal.jsonl", [&](const Entry& entry) { state.apply(entry, plan_); });
    std::cout << tournament::status_text(plan_, format_of(plan_)->next(state.results), state);
    if (Hold::is_taken(folder_)) std::cout << fmt::format("It goes on: {}.\n", Hold::holder(folder_));
    return 0;
  }

  /// Takes in what was played elsewhere, and gives away what can be played now. A script asks again and
  /// again: 0 while there is something to play; then as `play`.
  int give() const {
    return run_games([this](Tournament& games) -> std::optional<int> {
      tournament::gather_games(games, plan_, folder_);
      const std::size_t waiting = tournament::give_games(games, plan_, folder_, request_.sandbox);
      if (waiting == 0) return std::nullopt;
      std::cout << fmt::format("{} games wait in {}/orders for --work.\n", waiting, folder_);
      return 0;
    });
  }

  int work() const {
    std::cout << fmt::format("{} games played.\n", tournament::work_off(folder_, request_.work));
    return 0;
  }

  Hold hold() const {
    std::optional<Hold> hold = Hold::take(folder_);
    if (!hold)
      throw UsageError(fmt::format("{} is held by {}: one tournament is run by one process.", folder_,
                                   Hold::holder(folder_)));
    return std::move(*hold);
  }

  int write_site() const {
    const Hold held = hold();
    tournament::write_site(plan_, folder_);
    std::cout << fmt::format("{}/site/index.html\n", folder_);
    return 0;
  }

  tournament::Site new_site() const {
    return {plan_, folder_, {.say = [](const std::string& sentence) { std::cerr << sentence << std::endl; }}};
  }

  int play() const {
    return run_games([](Tournament&) { return std::nullopt; });
  }

  /// Plays, unless `before` says that something else was done.
  int run_games(const std::function<std::optional<int>(Tournament&)>& before) const {
    admission::expect_as_admitted(plan_);
    fs::create_directories(folder_);
    const Hold held = hold();
    tournament::Terminal terminal(std::cout);
    tournament::Site site = new_site();
    live::Hub hub;
    std::optional<tournament::LivePage> page;
    std::optional<live::Server> server;
    std::vector<arbiter::tournament::Spectator*> all = {&terminal, &site};
    if (!request_.live.empty()) {
      all.push_back(&page.emplace(hub, plan_));
      server.emplace(live::address_from(request_.live, "--live"), hub, plan_.title);
      std::cout << fmt::format("live: {}\n", server->url()) << std::flush;
    }
    tournament::Spectators spectators(std::move(all));
    Tournament games(plan_, folder_, version_text("rig"), spectators);
    if (const std::optional<int> done = before(games)) {
      site.finish();
      return *done;
    }
    tournament::ProcessDesk desk({.plan = plan_, .folder = folder_, .sandbox = request_.sandbox});
    const Standstill standstill = games.run(desk);
    site.finish();
    return conclude(games, standstill);
  }

  int conclude(const Tournament& games, Standstill standstill) const {
    const auto step = games.step();
    std::cout << "\n";
    for (const auto& table : step.tables) std::cout << tournament::table_text(plan_, table) << "\n";
    if (standstill == Standstill::over) {
      std::cout << "The final order\n" << tournament::places_text(plan_, step);
      return 0;
    }
    std::cout << why(standstill, games.state());
    return status_not_over;
  }

  std::string why(Standstill standstill, const arbiter::tournament::State& state) const {
    const std::string again = "The same command continues it.\n";
    switch (standstill) {
      case Standstill::over: break;
      case Standstill::interrupted: return "Interrupted. " + again;
      case Standstill::paused: return "Paused by the organiser: --resume goes on.\n";
      case Standstill::day_is_over:
        return "The day is over: --extend SPAN makes it longer, --new-day begins the next one.\n";
      case Standstill::elsewhere:
        return fmt::format("What is left waits in {}/orders: --work plays it, --give reads the results.\n",
                           folder_);
      case Standstill::stuck: {
        std::string text = "What is left waits for the organiser.\n";
        for (const auto& [bench, reason] : state.stopped)
          text += fmt::format("  The bench {} has stopped: {}\n", bench, reason);
        for (const auto& [game, failures] : state.failures) {
          if (failures > plan_.policy.games.replays)
            text += fmt::format("  {} came to no result {} times.\n", game, failures);
        }
        return text +
               "Mend it and enter --retry BENCH, or decide: --void, --forfeit, --override, --withdraw.\n";
      }
    }
    return {};
  }

  int decide(Entry decision) {
    if (decision.at("entry") == "forfeit") decision["outcome"] = outcome_of_forfeit(decision);
    if (!request_.key.empty()) {
      const PrivateKey key = PrivateKey::from_file(request_.key, password_of_key(request_.password_file));
      sign_decision(decision, key);
    }
    if (const std::optional<Hold> hold = Hold::take(folder_)) {
      tournament::Terminal terminal(std::cout);
      tournament::Site site = new_site();
      tournament::Spectators spectators({&terminal, &site});
      Tournament(plan_, folder_, version_text("rig"), spectators).decide(decision);
      site.finish();
      return 0;
    }
    return hand_in_and_wait(decision);
  }

  /// Which of the two loses.
  std::string outcome_of_forfeit(const Entry& decision) const {
    const std::string game = decision.at("game");
    const auto loser = plan_.entrant_named(decision.at("team").get<std::string>());
    arbiter::tournament::State state;
    std::map<std::string, std::array<std::string, 2>> players;
    read_journal(folder_ + "/journal.jsonl", [&](const Entry& entry) {
      state.apply(entry, plan_);
      if (entry.at("entry") == "started" && entry.at("game") == game)
        players[game] = {entry.at("first").get<std::string>(), entry.at("second").get<std::string>()};
    });
    for (const auto& fixture : format_of(plan_)->next(state.results).to_play) {
      if (fixture.id == game)
        players[game] = {plan_.entrants[fixture.first].team, plan_.entrants[fixture.second].team};
    }
    if (!players.contains(game)) throw UsageError(fmt::format("--forfeit: there is no game {} now.", game));
    const auto& teams = players[game];
    const std::string& team = plan_.entrants[loser].team;
    if (team != teams[0] && team != teams[1])
      throw UsageError(
          fmt::format("--team: {} does not play {}; allowed: {}, {}.", team, game, teams[0], teams[1]));
    return std::string(to_string(arbiter::tournament::lost_by(team == teams[0])));
  }

  int hand_in_and_wait(const Entry& decision) const {
    const std::string path = arbiter::tournament::hand_in(folder_, decision);
    const auto end = std::chrono::steady_clock::now() + patience_for_a_decision;
    while (fs::exists(path) && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(100ms);
    if (const auto refused = content_of_file(path + ".refused")) throw UsageError(*refused);
    if (fs::exists(path)) {
      std::cout << fmt::format("Handed in; {} has not taken it in yet.\n", Hold::holder(folder_));
    } else {
      std::cout << "Taken in by the tournament that is being run.\n";
    }
    return 0;
  }

  const TournamentRequest& request_;
  std::string folder_;
  Plan plan_;
};

}  // namespace

std::string tournament_help() {
  return "Plays the tournament of a plan, or continues it if it was stopped.\n"
         "Everything about it is in one folder: journal.jsonl, games/ with the evidence of each game,\n"
         "site/ to look at in a browser (site/index.html?projector for a hall).\n"
         "A decision may be entered while it is played, from another terminal.\n"
         "Exit status: 0 it is over, or what was asked is done; 3 it is not over, and says why.\n";
}

int run_tournament(const TournamentRequest& request) {
  return Command(request).run();
}

}  // namespace rig
