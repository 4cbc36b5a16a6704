#include "rig/tools/play/play.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <utility>

#include "conformance/suite/catalogue.hpp"
#include "rig/arbiter/pairing.hpp"
#include "rig/arbiter/policy.hpp"
#include "rig/arbiter/series/game_record.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/interruption.hpp"
#include "rig/base/visible.hpp"
#include "rig/dut/dut.hpp"
#include "rig/game/examples.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/protocol/settings.hpp"
#include "rig/tools/play/browser.hpp"
#include "rig/tools/play/replay.hpp"
#include "rig/tools/play/terminal.hpp"

namespace rig {

namespace {

using arbiter::GameReport;
using arbiter::Table;
using play::Wish;
using play::Wished;
using protocol::Contest;
using protocol::Move;
using protocol::NextMatch;

/// Keeps how a game stands: one that is given up has no report of its own.
class Keeper final : public arbiter::Watcher {
 public:
  void game_opens() override { report_ = {}; }
  void asked(const Table& table) override { report_ = table.report(); }
  void game_ended(const Table& table) override { report_ = table.report(); }
  const GameReport& report() const { return report_; }

 private:
  GameReport report_;
};

/// Reports a board that answers otherwise than before.
class DifferenceReporter final : public arbiter::Watcher {
 public:
  DifferenceReporter(play::Replay& replay, play::Place& place) : replay_(replay), place_(place) {}
  void moved(const Table&) override { report(); }
  void game_ended(const Table&) override { report(); }

 private:
  void report() {
    const std::string difference = replay_.take_difference();
    if (!difference.empty()) place_.say(difference);
  }

  play::Replay& replay_;
  play::Place& place_;
};

class PlayedGames {
 public:
  PlayedGames(const PlayRequest& request, const Contest& contest)
      : request_(request), contest_(contest), catalogue_(conformance::load_catalogue(contest.name)) {
    if (request.record.empty()) return;
    std::error_code none;
    if (!request.force && std::filesystem::is_regular_file(request.record, none) &&
        std::filesystem::file_size(request.record, none) > 0)
      throw UsageError(fmt::format("{} is there already, of another match perhaps: --force overwrites it.",
                                   request.record));
    file_.open(request.record, std::ios::binary | std::ios::trunc);
    if (!file_) throw UsageError(fmt::format("--record: {} cannot be written.", request.record));
  }

  /// A game without a move is none.
  void add(GameReport game, protocol::Player person) {
    if (request_.record.empty() || game.plies.empty()) return;
    if (game.result.state == protocol::Result::State::open && !game.no_result) {
      game.interrupted = true;
      game.no_result =
          arbiter::Remark{static_cast<int>(game.plies.size()) + 1, person, {"", "the person gave it up"}};
    }
    const arbiter::MatchIdentity identity{contest_.name,
                                          request_.board,
                                          protocol::named_settings(request_.set),
                                          {"person", request_.dut},
                                          request_.seed,
                                          {}};
    const arbiter::SeriesGame one{++number_, person, std::move(game), {}};
    file_ << record_of(identity, one, [this](const std::string& aspect) {
      const conformance::Requirement* requirement = catalogue_.by_aspect(aspect);
      return requirement == nullptr ? std::string() : requirement->id;
    }) << std::flush;
    if (!file_) throw RigError(fmt::format("Cannot write {}.", request_.record));
  }

 private:
  const PlayRequest& request_;
  const Contest& contest_;
  conformance::Catalogue catalogue_;
  std::ofstream file_;
  int number_ = 0;
};

class Play {
 public:
  explicit Play(const PlayRequest& request)
      : request_(request),
        contest_(protocol::find_contest(
            request.contest, {.board = request.board, .named = protocol::named_settings(request.set)})),
        seat_(seat_of_person()),
        address_(live::address_from(request.live_at, "--live")),
        games_(request, contest_) {
    open_board();
    open_place();
  }

  int run() {
    person_ = play::person_at(*place_, replay_);
    for (;;) {
      const Wish wish = play_one_or_keep();
      if (wish == Wish::undo) {
        take_back();
      } else {
        games_.add(keeper_.report(), seat_.player);
        if (wish == Wish::quit) return 0;
        replay_.begin({});
        ++number_;
      }
    }
  }

 private:
  const protocol::Seat& seat_of_person() const {
    const std::size_t seats = contest_.seats.size();
    if (request_.seat < 1 || static_cast<std::size_t>(request_.seat) > seats)
      throw UsageError(
          fmt::format("--seat {}: {} has the seats 1 to {}.", request_.seat, contest_.name, seats));
    return contest_.seats[static_cast<std::size_t>(request_.seat) - 1];
  }

  void open_board() {
    const dut::DutName name = dut::parse_dut_name(request_.dut);
    const ResetBy reset = parse_reset(request_.reset);
    dut::check_dut(name, reset);
    dut::require_present(name);
    dut::OpenOptions options{
        .contest = contest_, .seed = request_.seed, .reset = reset, .say = [](const auto& text) {
          std::cerr << "rig: " << text << "\n";
        }};
    options.sandbox.wish = sandboxing_from(request_.sandbox);
    options.sandbox.shown.assign(request_.sandbox_shows.begin(), request_.sandbox_shows.end());
    if (!request_.record.empty()) options.sandbox.hidden.emplace_back(request_.record);
    std::unique_ptr<FarEnd> far_end = dut::open_dut(name, options);
    starts_anew_ =
        contest_.medium() == Medium::files || (far_end->info().can_reset && !far_end->info().resets_by_hand);
    arbiter::Policy policy;
    if (starts_anew_) policy.restart = arbiter::Restart::each_game;
    board_ = play::replaying(
        arbiter::side_over(std::move(far_end), contest_, arbiter::side_options(policy, request_.dut)),
        replay_);
  }

  void open_place() {
    std::cout << contest_.title << "\n"
              << fmt::format("  {:<9} {}  ({})\n", "board", request_.dut, visible(board_->description()))
              << std::flush;
    const play::WhyNot why = [this](Wish wish) { return why_not(wish); };
    if (request_.terminal) {
      const auto typing = isatty(STDIN_FILENO) != 0 ? play::Typing::by_a_person : play::Typing::by_a_script;
      place_ =
          std::make_unique<play::Terminal>(contest_, request_.dut, replay_, why, std::cin, std::cout, typing);
      return;
    }
    interruption_.emplace();
    auto page = std::make_unique<play::Browser>(contest_, request_.dut, address_, why);
    std::cout << fmt::format("  {:<9} {}\n  {:<9} Ctrl-C\n", "page", page->url(), "end") << std::flush;
    place_ = std::move(page);
  }

  /// What was played before the rig failed stands.
  Wish play_one_or_keep() {
    try {
      return play_one();
    } catch (const RigError&) {
      games_.add(keeper_.report(), seat_.player);
      throw;
    }
  }

  /// What the person wants when the game has ended, or in the middle of it.
  Wish play_one() {
    place_->begin(seat_, number_);
    DifferenceReporter differences(replay_, *place_);
    try {
      play_game(contest_, seat_, *person_, *board_, {&keeper_, &differences, &place_->watcher()});
    } catch (const Wished& wished) {
      static_cast<void>(board_->end());
      return wished.wish();
    }
    return place_->afterwards();
  }

  /// The moves before the person's last one are made again.
  void take_back() {
    const std::vector<arbiter::Ply>& plies = keeper_.report().plies;
    const auto last = std::find_if(plies.rbegin(), plies.rend(),
                                   [&](const arbiter::Ply& ply) { return ply.player == seat_.player; });
    std::vector<Move> moves;
    for (auto ply = plies.begin(); ply + 1 < last.base(); ++ply) moves.push_back(ply->move);
    replay_.begin(std::move(moves));
  }

  std::string why_not(Wish wish) const {
    const bool plays_again = starts_anew_ || contest_.next_match == NextMatch::specified;
    if (wish == Wish::quit) return {};
    if (!plays_again)
      return fmt::format(
          "{} cannot be started again from here, and {} has no other way to a next game: see --reset.",
          request_.dut, contest_.name);
    const std::vector<arbiter::Ply>& plies = keeper_.report().plies;
    const bool has_moved = std::any_of(plies.begin(), plies.end(),
                                       [&](const arbiter::Ply& ply) { return ply.player == seat_.player; });
    return wish == Wish::new_game || has_moved ? ""
                                               : "There is nothing to take back: you have not moved yet.";
  }

  const PlayRequest& request_;
  const Contest& contest_;
  const protocol::Seat& seat_;
  live::Address address_;
  PlayedGames games_;
  play::Replay replay_;
  Keeper keeper_;
  std::optional<Interruption> interruption_;  // where a page is served
  std::unique_ptr<play::Place> place_;
  std::unique_ptr<arbiter::Side> board_;
  std::unique_ptr<arbiter::Side> person_;
  bool starts_anew_ = false;
  int number_ = 1;  // of the game that is on
};

}  // namespace

std::string play_help() {
  return "The board is any that certify tests. You play on a page, whose address is printed: a square is "
         "clicked,\n"
         "and one of the legal moves there. Whoever has the address can play; without its token one looks "
         "on. At\n"
         "--terminal the board is drawn, and moves are typed. You have no clock; the board has that of the\n"
         "contest. undo plays the game again up to your last move, with a board that is started again. Exit\n"
         "status: 0 at the end, whoever won; 3 the board cannot be reached.\n\n"
         "Examples:\n" +
         game::with_examples(
             "  rig play --dut rtl:{model} --contest {contest}\n"
             "  rig play --dut 'exec:./engine' --contest {contest} --live 8080 --seat 2\n"
             "  rig play --dut serial:/dev/ttyUSB0 --contest {contest} --terminal\n");
}

int play_against_dut(const PlayRequest& request) {
  return Play(request).run();
}

}  // namespace rig
