#include "rig/tools/match.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "conformance/suite/catalogue.hpp"
#include "rig/arbiter/far_ends.hpp"
#include "rig/arbiter/house.hpp"
#include "rig/arbiter/series/match_json.hpp"
#include "rig/arbiter/series/series.hpp"
#include "rig/base/errors.hpp"
#include "rig/game/examples.hpp"
#include "rig/protocol/settings.hpp"
#include "rig/tools/match_view.hpp"

namespace rig {

namespace {

using arbiter::SeriesGame;
using protocol::Contest;

/// Of a match in which the machine was too busy to judge a late reply.
constexpr int status_undecided = 3;

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

std::string contests_that_admit_by_games() {
  std::string names;
  for (const Contest& contest : protocol::contests()) {
    if (contest.admits_by_games) names += (names.empty() ? "" : ", ") + contest.name;
  }
  return names;
}

Duration duration_of(double seconds) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
}

class Match {
 public:
  Match(const MatchRequest& request, MatchParts& parts)
      : request_(request),
        parts_(parts),
        page_(protocol::find_contest(
            request.contest, {.board = request.board, .named = protocol::named_settings(request.set)})),
        contest_(parts.contest(page_)),
        catalogue_(conformance::load_catalogue(contest_.name)),
        identity_{contest_.name, request.board, protocol::named_settings(request.set), names(), request.seed},
        games_(request.admission ? static_cast<int>(contest_.seats.size()) : request.games.value_or(1)) {
    check();
    record_ = std::make_unique<Output>(request.record);
    transcript_ = std::make_unique<Output>(request.transcript);
    json_ = std::make_unique<Output>(request.json);
  }

  int play() {
    open();
    announce();
    try {
      for (int number = 1; number <= games_; ++number) play_game(number);
    } catch (const RigError&) {
      sum_up();  // what was played before the rig failed stands
      throw;
    }
    sum_up();
    const arbiter::Standings standings = series_.standings();
    if (standings.without_result > 0) std::cout << told_without_result(standings);
    if (request_.admission) return admit(standings);
    return standings.without_result > 0 ? status_undecided : 0;
  }

 private:
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

  std::array<std::string, 2> names() const {
    if (request_.admission) return {request_.dut, "opponent:simple"};
    return {request_.first, request_.second};
  }

  void check() const {
    if (request_.admission) {
      if (!contest_.admits_by_games)
        throw UsageError(fmt::format("{} has no admission test by games. Contests that have: {}.",
                                     contest_.name, contests_that_admit_by_games()));
      if (request_.dut.empty() || !request_.first.empty() || !request_.second.empty())
        throw UsageError("--admission is of one player: --dut NAME, without --first and --second.");
      if (request_.games) throw UsageError("--admission is four games: --games is not allowed here.");
      if (request_.seat != 1) throw UsageError("--admission is of all seats: --seat is not allowed here.");
    } else {
      if (!request_.dut.empty())
        throw UsageError("--dut belongs to --admission; a match has --first and --second.");
      if (request_.first.empty() || request_.second.empty())
        throw UsageError("Say who plays: --first NAME and --second NAME.");
    }
    check_seat();
    arbiter::check_sides(contest_, identity_.names, request_.idle);
  }

  void check_seat() const {
    const int seats = static_cast<int>(contest_.seats.size());
    if (request_.seat <= seats) return;
    throw UsageError(fmt::format("--seat {}: {} has {} seats.", request_.seat, contest_.name, seats));
  }

  /// What is written of the match is not for its players.
  Sandbox sandbox() const {
    Sandbox sandbox;
    sandbox.wish = sandboxing_from(request_.sandbox);
    sandbox.shown.assign(request_.sandbox_shows.begin(), request_.sandbox_shows.end());
    for (const std::string& file : {request_.record, request_.transcript, request_.json}) {
      if (!file.empty()) sandbox.hidden.emplace_back(file);
    }
    return sandbox;
  }

  void open() {
    arbiter::FarEnds ends{
        .contest = page_, .names = identity_.names, .idle = request_.idle, .seed = request_.seed};
    ends.sandbox = sandbox();
    ends.side_of = [this](std::unique_ptr<FarEnd> far_end) {
      return parts_.side_over(std::move(far_end), contest_, duration_of(request_.settle_seconds));
    };
    ends.say = [](const std::string& text) { std::cerr << "rig: " << text << "\n"; };
    if (transcript_->wanted()) {
      transcript_->add(nlohmann::ordered_json{{"match_transcript", 1},
                                              {"contest", contest_.name},
                                              {"first", identity_.names[0]},
                                              {"second", identity_.names[1]},
                                              {"seed", request_.seed}}
                           .dump() +
                       "\n");
      ends.record = [this](std::size_t side, const std::string& operation) {
        transcript_->add(fmt::format("[\"{}\",{}]\n", word_of(side), operation));
      };
    }
    sides_ = open_sides(ends);
    idle_ = open_idle_sides(ends);
    for (auto& side : sides_) side = parts_.player(std::move(side));
    for (auto& side : idle_) side = parts_.stand_by(std::move(side));
    for (const std::size_t side : {0U, 1U}) descriptions_[side] = sides_[side]->description();
    if (json_->wanted())
      document_.emplace(contest_, identity_, descriptions_, clause_of(),
                        [this](const std::string& text) { json_->add(text); });
  }

  void announce() {
    std::cout << contest_.title << "\n";
    for (const std::size_t side : {0U, 1U})
      std::cout << fmt::format("  {:<9} {}  ({})\n", word_of(side), identity_.names[side],
                               descriptions_[side]);
    for (std::size_t i = 0; i < idle_.size(); ++i)
      std::cout << fmt::format("  {:<9} {}  ({})\n", "stand-by", request_.idle[i], idle_[i]->description());
    for (const protocol::Setting& setting : contest_.settings)
      std::cout << fmt::format("  {:<9} {}\n", setting.name, setting.value);
    if (contest_.chooses_board) std::cout << fmt::format("  {:<9} {}\n", "board", contest_.board);
    std::cout << fmt::format("  {:<9} {}\n\n", "seed", request_.seed) << std::flush;
    if (!request_.live) return;
    const auto screen = isatty(STDOUT_FILENO) != 0 ? LiveBoard::Screen::terminal : LiveBoard::Screen::plain;
    live_ = std::make_unique<LiveBoard>(std::cout, screen, contest_, identity_.names);
  }

  void sum_up() {
    const arbiter::Standings standings = series_.standings();
    if (standings.tally.games() + standings.without_result > 1 && !request_.admission)
      std::cout << told(standings) << std::flush;
    if (document_) document_->end(standings);
  }

  void play_game(int number) {
    const protocol::Seat& seat = arbiter::seat_in_game(contest_, number + request_.seat - 1);
    transcript_->add(fmt::format("{{\"game\":{}}}\n", number));
    std::vector<arbiter::Watcher*> watchers;
    if (live_) {
      live_->announce(number, games_, seat.player);
      watchers.push_back(live_.get());
    }
    std::vector<arbiter::Side*> idle;
    for (const auto& side : idle_) idle.push_back(side.get());
    SeriesGame one{
        number, seat.player,
        arbiter::play_game(contest_, seat, *sides_[0], *sides_[1], watchers, {request_.most_plies}, idle)};
    std::cout << told(one, [this](const std::string& aspect) { return clause(aspect); }) << std::flush;
    if (record_->wanted()) record_->add(record_of(identity_, one, clause_of()));
    if (document_) document_->add(one);
    series_.add(one);
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
  std::unique_ptr<Output> record_;
  std::unique_ptr<Output> transcript_;
  std::unique_ptr<Output> json_;
  std::array<std::unique_ptr<arbiter::Side>, 2> sides_;
  std::vector<std::unique_ptr<arbiter::Side>> idle_;
  std::array<std::string, 2> descriptions_;
  std::unique_ptr<LiveBoard> live_;
  std::optional<arbiter::MatchJson> document_;  // where it is wanted
  arbiter::Series series_;
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
         "no result, as this machine kept a late player's program waiting, or the rig itself failed.\n\n"
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
