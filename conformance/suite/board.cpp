#include "conformance/suite/board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "conformance/suite/registry.hpp"

namespace conformance {

using rig::Duration;
using rig::Verdict;
using rig::dut::Exchange;
using rig::dut::Spacing;
using rig::player::Opponent;
using rig::protocol::Request;
using rig::protocol::Seat;
using rig::report::Unassessed;

namespace {

/// Where a case stands, for its findings.
class SettingOfCase final : public Findings::Setting {
 public:
  SettingOfCase(const Standing& standing, std::string case_id)
      : standing_(standing), case_id_(std::move(case_id)) {}

  std::optional<rig::report::Scene> scene() const override { return standing_.scene(); }
  KeptStart started(const std::shared_ptr<const rig::FileStart>& start) const override {
    return standing_.started(case_id_, start);
  }
  void went_wrong(std::optional<rig::Duration> at) override { standing_.environment.support.went_wrong(at); }

 private:
  const Standing& standing_;
  std::string case_id_;
};

}  // namespace

// how a case begins

void Board::attach(const CaseEntry& entry, Environment& environment) {
  entry_ = &entry;
  environment_ = &environment;
  begin_record();
  contest_ = &contest_on(entry.board, environment, draws_.of("board"));
}

void Board::begin_record() {
  rig::report::CaseRecord record;
  record.id = entry_->id();
  record.title = entry_->title;
  record.seed = rig::derive_seed(options().seed, record.id);
  for (const std::string& id : cited_by(*entry_, environment_->catalogue)) record.requirements[id];
  random_ = rig::Random(record.seed);
  draws_ = Draws(record.seed);
  findings_.emplace(options(), environment_->catalogue, std::move(record));
}

void Board::open() {
  const WayToDut way = environment_->support.open(findings_->record().id);
  if (contest_ != &environment_->contest) count(fmt::format("board of {}", contest().board));
  if (way.silence) environment_->silence = *way.silence;
  rig::dut::SessionOptions how{options().timeout_scale};
  how.patience = &environment_->silence.patience();
  // A DUT that takes longer for its first reply after a start is taken to be silent.
  constexpr Duration longest_start = std::chrono::seconds(5);
  if (way.far_end.info().clock_kind == rig::ClockKind::monotonic) how.start_patience = longest_start;
  if (const auto note = environment_->silence.note()) way.far_end.note(*note);
  session_ = rig::dut::new_session(way.far_end, contest(), how);
  way.far_end.reseed(draws_.of("power-on").next());
  begin_parts();
  standing().since_power_on = session_->begin().done;
  session_->health();  // what was noticed before is of another case
}

void Board::begin_parts() {
  parts_.emplace(*environment_, contest(), *session_, draws_, *findings_);
  findings_->set(std::make_unique<SettingOfCase>(standing(), findings_->record().id));
}

void Board::begin_again() {
  begin_record();
  begin_parts();
}

// what it has

rig::dut::ByteCapability& Board::bytes() {
  if (session_->bytes() == nullptr) throw NotApplicable{"this contest is played over files"};
  return *session_->bytes();
}

const rig::protocol::Request& Board::end_of_game() const {
  if (!contest().end) throw NotApplicable{"no request of this contest says that a game is over"};
  return *contest().end;
}

std::unique_ptr<Opponent> Board::opponent(const std::string& name) const {
  return rig::player::new_opponent(contest().game, name, draws_.of("opponent " + name));
}

Duration Board::deadline_of(const Request& request) const {
  return parts_->standing.deadline_of(request);
}

rig::report::Scene Board::scene_of(const Seat& seat, const std::vector<rig::protocol::Move>& moves,
                                   const rig::protocol::Move& wrong) const {
  return parts_->standing.scene_of(seat, moves, wrong);
}

// what is done with it

Exchange Board::ask(const Request& request, Spacing spacing) {
  return exchanges().ask(request, spacing);
}

Exchange Board::ask_together(const std::vector<Request>& requests) {
  bytes();  // files have no such thing
  return exchanges().ask_together(requests);
}

GameReport Board::play(const Seat& seat, Opponent& opponent, const GamePlan& plan) {
  return matches().play(seat, opponent, plan);
}

void Board::play_in_every_seat(const std::string& opponent_name) {
  play_in_drawn_seats(opponent_name, contest().seats.size());
}

void Board::play_in_drawn_seats(const std::string& opponent_name, std::size_t count) {
  const auto other = opponent(opponent_name);
  for (int game = 0; game < options().games; ++game) {
    for (const Seat& seat : drawn_seats(count)) {
      if (!greet()) return;
      if (!play(seat, *other).sound) return;
      end_match();
    }
  }
}

std::vector<Seat> Board::seats_that(bool move_first) const {
  std::vector<Seat> found;
  std::copy_if(contest().seats.begin(), contest().seats.end(), std::back_inserter(found),
               [&](const Seat& seat) { return seat.moves_first == move_first; });
  return found;
}

std::vector<Seat> Board::drawn_seats(std::size_t count) {
  std::vector<Seat> left = contest().seats;
  if (count >= left.size()) return left;
  random_.shuffle(std::span(left));
  std::vector<Seat> drawn;
  while (!left.empty() && drawn.size() < count) {
    auto next = std::find_if(left.begin(), left.end(), [&](const Seat& seat) {
      return drawn.empty() || seat.moves_first != drawn.back().moves_first;
    });
    if (next == left.end()) next = left.begin();
    drawn.push_back(*next);
    left.erase(next);
  }
  return drawn;
}

int Board::deep_in_a_game(int least) {
  constexpr std::uint32_t different = 6;
  return least + static_cast<int>(random_.below(different));
}

void Board::interrupt_games(Aspect aspect, const Seat& next) {
  constexpr int a_few_turns = 4;
  const auto other = opponent("long-games");
  for (const Seat& seat : contest().seats) {
    if (!greet()) return;
    constexpr int very_deep = 12;
    const bool last = &seat == &contest().seats.back();
    const std::vector<int> depths =
        last ? std::vector{deep_in_a_game(very_deep)} : std::vector{a_few_turns, 1, deep_in_a_game()};
    for (const int turns : depths) {
      if (!play(seat, *other, {turns, {}}).sound) return;
      lay_blame_on(aspect);
      const GameReport anew = play(next, *other, {a_few_turns, {}});
      conclude(aspect, anew,
               fmt::format("the game ({}) that was begun in the middle of another went wrong", next.name));
      lay_no_blame();
      if (!anew.sound) return;
    }
    end_match();
  }
}

// what is said of it

std::string Board::clause(Aspect aspect) const {
  const Requirement* const requirement = findings_->requirement(aspect);
  return requirement == nullptr ? std::string() : requirement->id;
}

void Board::failed(Aspect aspect, const std::string& summary, Proof proof) {
  findings_->failed(aspect, summary, std::move(proof));
}

void Board::found(Verdict verdict, Aspect aspect, const std::string& summary, Proof proof) {
  findings_->found(verdict, aspect, summary, std::move(proof));
}

void Board::not_applicable(Aspect aspect, const std::string& why, Unassessed unassessed) {
  findings_->not_applicable(aspect, why, unassessed);
}

bool Board::conclude(Aspect aspect, bool holds, const std::string& summary, const std::string& kind) {
  return findings_->conclude(aspect, holds, summary, kind);
}

bool Board::conclude(Aspect aspect, const rig::dut::Overheard& heard, const std::string& after_what) {
  return findings_->conclude(aspect, heard, after_what);
}

void Board::conclude(Aspect aspect, const GameReport& game, const std::string& summary) {
  findings_->conclude(aspect, game, summary);
}

void Board::measured(rig::report::Measurement measurement) {
  findings_->record().measurements.push_back(std::move(measurement));
}

}  // namespace conformance
