#include "rig/tools/match.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "conformance/suite/catalogue.hpp"
#include "rig/arbiter/far_ends.hpp"
#include "rig/arbiter/house.hpp"
#include "rig/arbiter/pairing.hpp"
#include "rig/arbiter/series/match_json.hpp"
#include "rig/arbiter/series/openings.hpp"
#include "rig/arbiter/series/series.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/interruption.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/text.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/game/examples.hpp"
#include "rig/live/match_page.hpp"
#include "rig/live/server.hpp"
#include "rig/protocol/settings.hpp"
#include "rig/tools/games_in_order.hpp"
#include "rig/tools/match_request.hpp"
#include "rig/tools/match_view.hpp"

namespace rig {

namespace {

using arbiter::SeriesGame;
using protocol::Contest;

/// Of a match in which the machine was too busy to judge a late reply, or that was interrupted.
constexpr int status_undecided = 3;

/// How long a sequential test may go on where no number of games is chosen.
constexpr int most_games = 1'000'000;

/// A file that is being written while the match goes on; none where its name is empty.
class Output {
 public:
  explicit Output(const std::string& path) : path_(path) {
    if (path.empty()) return;
    file_.open(path, std::ios::binary | std::ios::trunc);
    if (!file_) throw UsageError(fmt::format("Cannot write {}.", path));
  }
  bool wanted() const { return !path_.empty(); }
  void add(const std::string& text) {
    if (path_.empty()) return;
    file_ << text << std::flush;
    if (!file_) throw RigError(fmt::format("Cannot write {}.", path_));
  }

 private:
  std::string path_;
  std::ofstream file_;
};

/// What a side is called; from 2 on: one that does not play.
std::string word_of(std::size_t side) {
  if (side > 1) return fmt::format("stand-by {}", side - 1);
  return side == 0 ? "first" : "second";
}

/// With what each game begins.
class Openings {
 public:
  Openings(const Contest& contest, const MatchRequest& request) : contest_(contest), seed_(request.seed) {
    const std::string& text = request.openings;
    if (text.empty()) return;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, plies_);
    if (error == std::errc() && rest == end) {
      constexpr int most = 1000;
      if (plies_ < 1 || plies_ > most)
        throw UsageError(fmt::format("--openings {}: the number of plies is from 1 to {}.", text, most));
      static_cast<void>(of_game(1));
      return;
    }
    plies_ = 0;
    read_ = arbiter::read_openings(contest, content_of_ordinary_file(text), text);
  }

  arbiter::Opening of_game(int number) const {
    const int opening = arbiter::opening_in_game(contest_, number);
    if (!read_.empty()) return read_[static_cast<std::size_t>(opening - 1) % read_.size()];
    if (plies_ == 0) return {};
    return arbiter::draw_opening(contest_, plies_,
                                 Random(derive_seed(seed_, fmt::format("opening {}", opening))));
  }

 private:
  const Contest& contest_;
  std::uint64_t seed_;
  int plies_ = 0;
  std::vector<arbiter::Opening> read_;
};

/// Begins each attempt at a game in the transcript.
class TranscriptMarks final : public arbiter::Watcher {
 public:
  TranscriptMarks(Output& transcript, int number) : transcript_(transcript), number_(number) {}
  void game_opens() override { transcript_.add(fmt::format("{{\"game\":{}}}\n", number_)); }

 private:
  Output& transcript_;
  int number_;
};

/// Far ends of its own, for games at the same time as those of others.
struct Worker {
  Worker(arbiter::FarEnds opened, const Contest& contest, const arbiter::Policy& policy,
         const std::function<arbiter::Sides(const arbiter::FarEnds&)>& open)
      : ends(std::move(opened)),
        pairing(
            contest, [this, open] { return open(ends); }, policy) {}

  arbiter::FarEnds ends;
  arbiter::Pairing pairing;
};

class Match {
 public:
  Match(const MatchRequest& request, MatchParts& parts)
      : request_(request),
        parts_(parts),
        page_(protocol::find_contest(
            request.contest, {.board = request.board, .named = protocol::named_settings(request.set)})),
        contest_(parts.contest(page_)),
        catalogue_(conformance::load_catalogue(contest_.name)),
        identity_{contest_.name,       request.board, protocol::named_settings(request.set),
                  players_of(request), request.seed,  request.policy.time_margin},
        games_(number_of_games()) {
    check_request(request, contest_);
    openings_.emplace(contest_, request);
    record_ = std::make_unique<Output>(request.record);
    transcript_ = std::make_unique<Output>(request.transcript);
    json_ = std::make_unique<Output>(request.json);
  }

  int play() {
    open();  // may take long, and there is nothing to keep yet: a signal ends it
    interruption_.emplace();
    announce();
    try {
      play_in_order(plan(), [this](int number, arbiter::GameOutcome outcome) {
        return take(number, std::move(outcome));
      });
    } catch (...) {
      sum_up();  // what was played before stands
      throw;
    }
    sum_up();
    const arbiter::Standings standings = series_.standings();
    if (standings.without_result > interrupted_) std::cout << told_without_result(standings, interrupted_);
    if (Interruption::noted()) std::cout << "interrupted: what was not played by then is missing\n";
    if (request_.admission) return admit(standings);
    return standings.without_result > 0 || Interruption::noted() ? status_undecided : 0;
  }

 private:
  int number_of_games() const {
    if (request_.admission) return static_cast<int>(contest_.seats.size());
    return request_.games.value_or(request_.sprt.empty() ? 1 : most_games);
  }

  /// A game that was not won is enough to know.
  int admit(const arbiter::Standings& standings) const {
    const int won = standings.tally.won;
    const bool is_admitted = won == games_;
    const bool is_undecided = !is_admitted && won == standings.tally.games();
    std::cout << fmt::format("{}: {} of {} games won against the contest's simple player\n",
                             is_admitted    ? "admitted"
                             : is_undecided ? "not decided"
                                            : "not admitted",
                             won, games_);
    if (is_undecided) return status_undecided;
    return is_admitted ? 0 : 1;
  }

  /// What is written of the match is not for its players.
  Sandbox sandbox() const {
    Sandbox sandbox;
    sandbox.wish = sandboxing_from(request_.sandbox);
    sandbox.shown.assign(request_.sandbox_shows.begin(), request_.sandbox_shows.end());
    for (const std::string& file : files_of(request_)) sandbox.hidden.emplace_back(file);
    return sandbox;
  }

  /// Whether games are to end.
  bool is_over() const { return over_ || Interruption::noted(); }

  arbiter::FarEnds far_ends(int worker) {
    arbiter::FarEnds ends{
        .contest = page_, .names = identity_.names, .idle = request_.idle, .seed = request_.seed};
    if (worker > 0) ends.seed = derive_seed(request_.seed, fmt::format("worker {}", worker + 1));
    ends.sandbox = sandbox();
    ends.stop = [this] { return is_over(); };
    ends.side_of = [this](std::unique_ptr<FarEnd> far_end) {
      const arbiter::SideOptions options = side_options(request_.policy, far_end->info().name);
      return parts_.side_over(std::move(far_end), contest_, options);
    };
    ends.say = [](const std::string& text) { std::cerr << "rig: " << text << "\n"; };
    if (transcript_->wanted()) {
      ends.record = [this](std::size_t side, const std::string& operation) {
        transcript_->add(fmt::format("[\"{}\",{}]\n", word_of(side), operation));
      };
    }
    return ends;
  }

  arbiter::Sides open_sides(const arbiter::FarEnds& ends) {
    arbiter::Sides sides = open_all(ends);
    for (auto& side : sides.players) side = parts_.player(std::move(side));
    for (auto& side : sides.idle) side = parts_.stand_by(std::move(side));
    if (idle_.empty()) {
      for (const auto& side : sides.idle) idle_.push_back(side->description());
    }
    return sides;
  }

  void open() {
    begin_transcript();
    const int workers = std::min(request_.concurrency, games_);
    for (int worker = 0; worker < workers; ++worker) {
      workers_.push_back(
          std::make_unique<Worker>(far_ends(worker), contest_, request_.policy,
                                   [this](const arbiter::FarEnds& ends) { return open_sides(ends); }));
      workers_.back()->pairing.open();
    }
    if (json_->wanted())
      document_.emplace(contest_, identity_, descriptions(), clause_of(),
                        [this](const std::string& text) { json_->add(text); });
  }

  void begin_transcript() {
    if (!transcript_->wanted()) return;
    const nlohmann::ordered_json head = {{"match_transcript", 1},
                                         {"contest", contest_.name},
                                         {"first", identity_.names[0]},
                                         {"second", identity_.names[1]},
                                         {"seed", request_.seed}};
    transcript_->add(head.dump() + "\n");
  }

  const std::array<std::string, 2>& descriptions() const { return workers_.front()->pairing.descriptions(); }

  void announce() {
    std::cout << contest_.title << "\n";
    for (const std::size_t side : {0U, 1U})
      std::cout << fmt::format("  {:<9} {}  ({})\n", word_of(side), identity_.names[side],
                               descriptions()[side]);
    for (std::size_t i = 0; i < idle_.size(); ++i)
      std::cout << fmt::format("  {:<9} {}  ({})\n", "stand-by", request_.idle[i], idle_[i]);
    for (const protocol::Setting& setting : contest_.settings)
      std::cout << fmt::format("  {:<9} {}\n", setting.name, setting.value);
    if (contest_.chooses_board) std::cout << fmt::format("  {:<9} {}\n", "board", contest_.board);
    if (request_.policy.time_margin > Duration::zero())
      std::cout << fmt::format("  {:<9} {}: not the contest's own deadlines\n", "margin",
                               readable(request_.policy.time_margin));
    std::cout << fmt::format("  {:<9} {}\n\n", "seed", request_.seed) << std::flush;
    serve_page();
    if (!request_.live) return;
    const auto screen = isatty(STDOUT_FILENO) != 0 ? LiveBoard::Screen::terminal : LiveBoard::Screen::plain;
    live_ = std::make_unique<LiveBoard>(std::cout, screen, contest_, identity_.names);
  }

  /// Where one is wanted, for all who open its address.
  void serve_page() {
    if (request_.live_at.empty()) return;
    live_page_.emplace(hub_, contest_, identity_.names);
    server_.emplace(live::address_from(request_.live_at, "--live"), hub_, contest_.title);
    std::cout << fmt::format("  {:<9} {}\n\n", "live", server_->url()) << std::flush;
  }

  GamesInOrder plan() {
    GamesInOrder plan;
    plan.games = games_;
    plan.stop = [this] { return is_over(); };
    plan.finish = [this] { over_ = true; };
    for (const auto& worker : workers_)
      plan.workers.emplace_back(
          [this, pairing = &worker->pairing](int number) { return play_game(*pairing, number); });
    return plan;
  }

  const protocol::Seat& seat_of(int number) const {
    return arbiter::seat_in_game(contest_, number + request_.seat - 1);
  }

  /// In the thread of a worker, where there are several.
  arbiter::GameOutcome play_game(arbiter::Pairing& pairing, int number) {
    const protocol::Seat& seat = seat_of(number);
    TranscriptMarks marks(*transcript_, number);
    std::vector<arbiter::Watcher*> watchers = {&marks};
    if (live_) {
      live_->announce(number, games_, seat.player);
      watchers.push_back(live_.get());
    }
    if (live_page_) {
      live_page_->announce(number, games_, seat.player);
      watchers.push_back(&*live_page_);
    }
    return pairing.play(seat, watchers, openings_->of_game(number));
  }

  /// Whether the match goes on.
  bool take(int number, arbiter::GameOutcome outcome) {
    std::cout << told_replays(number, outcome.replayed) << std::flush;
    if (!outcome.report) throw RigError(outcome.error);
    if (outcome.interrupted()) ++interrupted_;
    const SeriesGame one{number, seat_of(number).player, std::move(*outcome.report),
                         std::move(outcome.replayed)};
    const std::string words = told(one, [this](const std::string& aspect) { return clause(aspect); });
    std::cout << words << std::flush;
    if (live_page_) live_page_->tell_result(words.substr(0, words.find('\n')));
    if (record_->wanted()) record_->add(record_of(identity_, one, clause_of()));
    if (document_) document_->add(one);
    series_.add(one);
    const std::optional<arbiter::Sprt> test = sprt();
    return !test || test->decision() == arbiter::Sprt::Decision::none;
  }

  std::optional<arbiter::Sprt> sprt() const {
    if (request_.sprt.empty()) return std::nullopt;
    return sprt_of(series_.standings().tally, {request_.sprt[0], request_.sprt[1]});
  }

  void sum_up() {
    const arbiter::Standings standings = series_.standings();
    if (standings.tally.games() + standings.without_result > 1 && !request_.admission)
      std::cout << told(standings) << std::flush;
    const std::optional<arbiter::Sprt> test = sprt();
    if (test) std::cout << told(*test) << std::flush;
    if (document_) document_->end(standings, test, Interruption::noted());
    if (live_page_) live_page_->tell_standings(told(standings));
    hub_.close();
  }

  /// A move that is no piece of that number stands under the clause of the number, where numbers are told.
  Clause clause(const std::string& aspect) const {
    const conformance::Requirement* requirement = catalogue_.by_aspect(aspect);
    const bool is_of_a_number = aspect == "move.shape" || aspect == "move.malformed";
    if (requirement == nullptr && is_of_a_number) requirement = catalogue_.by_aspect("message.id");
    return requirement == nullptr ? Clause{} : Clause{requirement->id, requirement->text};
  }

  arbiter::ClauseOf clause_of() const {
    return [this](const std::string& aspect) { return clause(aspect).id; };
  }

  const MatchRequest& request_;
  MatchParts& parts_;
  const Contest& page_;
  Contest contest_;  // as its referee has it
  conformance::Catalogue catalogue_;
  arbiter::MatchIdentity identity_;
  int games_;
  std::optional<Interruption> interruption_;  // since the players are there
  std::atomic<bool> over_ = false;            // no more games are wanted
  std::optional<Openings> openings_;
  std::unique_ptr<Output> record_;
  std::unique_ptr<Output> transcript_;
  std::unique_ptr<Output> json_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::string> idle_;  // what those are that do not play
  std::unique_ptr<LiveBoard> live_;
  live::Hub hub_;
  std::optional<live::MatchPage> live_page_;
  std::optional<live::Server> server_;
  std::optional<arbiter::MatchJson> document_;  // where it is wanted
  arbiter::Series series_;
  int interrupted_ = 0;  // games
};

}  // namespace

std::string match_help() {
  const auto contests_with_simple_player = [] {
    std::vector<std::string> names;
    for (const protocol::Contest& contest : protocol::contests()) {
      if (arbiter::simple_player(contest) != nullptr) names.push_back(contest.name);
    }
    return names.empty() ? "" : fmt::format(" ({})", fmt::join(names, ", "));
  };
  return "A player is a DUT as certify names it (rtl:NAME, serial:DEVICE, exec:COMMAND, builtin:NAME, …), "
         "or\n"
         "opponent:NAME, one of the rig's own without a link: random, largest, winner, …; simple is the\n"
         "contest's own simple player" +
         contests_with_simple_player() +
         ". The seats change from game to game.\n"
         "Exit status: 0 the match was played, whoever won it; with --admission 1: not admitted; 3 a game "
         "has\n"
         "no result, as this machine kept a late player's program waiting, or the rig itself failed, or the "
         "match\n"
         "was interrupted.\n\n"
         "Examples:\n"
         "  rig check games.txt --game 1\n" +
         game::examples_for("match");
}

int play_match(const MatchRequest& request) {
  MatchParts parts;
  return play_match(request, parts);
}

int play_match(const MatchRequest& request, MatchParts& parts) {
  return Match(request, parts).play();
}

}  // namespace rig
