#include "conformance/referee/expected_file_game.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rig/base/errors.hpp"

namespace conformance {

using rig::host::Deed;
using rig::host::DeedKind;
using rig::host::Sight;
using rig::protocol::Contest;
using rig::protocol::FileReply;
using rig::protocol::Move;
using rig::protocol::Player;
using rig::protocol::PlayerFiles;
using rig::protocol::Result;

namespace {

/// Plays a scenario as a host should.
class FileHosting {
 public:
  FileHosting(const Contest& contest, const Scenario& scenario)
      : contest_(contest), scenario_(scenario), ruling_(contest.new_game(scenario.first)) {}

  ExpectedGame expected() {
    for (std::size_t i = 0; i < scenario_.turns.size(); ++i) {
      if (over()) throw rig::RigError(fmt::format("\"{}\" goes on after its end.", scenario_.what));
      turn(scenario_.turns[i], i + 1 == scenario_.turns.size());
    }
    if (!over() && scenario_.fate != Fate::left_to_host)
      throw rig::RigError(fmt::format("\"{}\" has no end.", scenario_.what));
    expected_.result = ruling_->result();
    return std::move(expected_);
  }

 private:
  bool over() const { return ruling_->result().state != Result::State::open; }

  void turn(const ScriptedTurn& turn, bool last) {
    const Player mover = ruling_->to_move();
    const bool counts = ruling_->judge(turn.move).legal && (!last || scenario_.fate == Fate::by_the_rules);
    const bool may_be_left_out = !contest_.per_move && ruling_->must_pass();
    expected_.steps.push_back({mover, taken_, turn.move, turn.manner, counts, may_be_left_out});
    expected_.board = ruling_->picture(turn.move);
    if (last && scenario_.fate == Fate::left_to_host) return;
    if (last && scenario_.fate == Fate::lost_by_time && contest_.late_is_pass)
      return pass_for_lateness(mover);
    const bool loses = last && scenario_.fate != Fate::by_the_rules;
    if (!loses && ruling_->judge(turn.move).legal) return take({mover, turn.move});
    if (!last) throw rig::RigError(fmt::format("\"{}\": {} is illegal.", scenario_.what, turn.move.text));
    expected_.loser = mover;
    expected_.fate = loses ? scenario_.fate : Fate::lost_by_form;
    ruling_->forfeit(mover, "");
  }

  void take(const rig::protocol::TurnTaken& turn) {
    taken_.push_back(turn);
    ruling_->play(turn.move);
  }

  /// The game goes on; whoever is asked then passes.
  void pass_for_lateness(Player mover) {
    take({mover, ruling_->pass(), true});
    while (!over()) {
      expected_.steps.push_back({ruling_->to_move(), taken_, ruling_->pass(), {}});
      take({ruling_->to_move(), ruling_->pass()});
    }
  }

  const Contest& contest_;
  const Scenario& scenario_;
  std::unique_ptr<rig::protocol::Ruling> ruling_;
  std::vector<rig::protocol::TurnTaken> taken_;
  ExpectedGame expected_;
};

class Programs final : public rig::host::PlayersPrograms {
 public:
  Programs(const Contest& contest, std::vector<FileStep> steps, rig::Duration patience)
      : contest_(contest),
        pass_(contest.new_game(seat_of(contest, Player::one))->pass()),
        steps_(std::move(steps)),
        patience_(patience) {
    for (const Player player : {Player::one, Player::two})
      players_[index_of(player)] = contest.dialect->files()->new_player(seat_of(contest, player));
  }

  std::vector<Deed> answer(std::size_t player, const Sight& sight) override {
    PlayerFiles& files = *players_[player];
    if (contest_.per_move ? !sight.first : !files.is_asked(sight.found)) return {};
    while (next_ < steps_.size() && steps_[next_].may_be_left_out && index_of(steps_[next_].player) != player)
      ++next_;
    const bool in_turn = next_ < steps_.size() && index_of(steps_[next_].player) == player;
    if (!in_turn) return deeds(files.answer(sight.found, pass_), {});
    const FileStep& step = steps_[next_++];
    waits_ = !step.counts || (waits_ && !contest_.per_move);  // who asks again has done with the one before
    const FileReply reply = step.manner.trick.empty()
                                ? files.answer(sight.found, step.move)
                                : files.answer(sight.found, step.move, step.manner.trick);
    if (step.manner.silent) return deeds({}, {});  // it looks, and that is all
    return deeds(reply, step.manner.after);
  }

  rig::Duration awaited() const override { return waits_ ? patience_ : rig::Duration::zero(); }

  std::vector<std::string> plan() const override {
    std::vector<std::string> lines;
    for (const FileStep& step : steps_) lines.push_back(words_on(step));
    return lines;
  }

 private:
  static std::string words_on(const FileStep& step) {
    std::string words = fmt::format("player {}: {}", index_of(step.player) + 1, step.move.text);
    if (!step.manner.trick.empty()) words += ", " + step.manner.trick;
    if (step.manner.after > rig::Duration::zero())
      words += fmt::format(", after {} ns", step.manner.after.count());
    if (step.manner.silent) words += ", never";
    return words;
  }

  /// A program that lives on writes files whole, as its host may look at any time.
  std::vector<Deed> deeds(const FileReply& reply, rig::Duration after) const {
    std::vector<Deed> deeds;
    for (const std::string& path : reply.removes) deeds.push_back({DeedKind::remove, after, path, {}, 0});
    for (const auto& [path, content] : reply.writes)
      deeds.push_back({contest_.per_move ? DeedKind::write : DeedKind::replace, after, path, content, 0});
    deeds.push_back({DeedKind::look, after, {}, {}, 0});
    if (reply.exit_status) deeds.push_back({DeedKind::exit, after, {}, {}, *reply.exit_status});
    if (reply.signal) deeds.push_back({DeedKind::signal, after, {}, {}, *reply.signal});
    return deeds;
  }

  const Contest& contest_;
  Move pass_;
  std::vector<FileStep> steps_;
  rig::Duration patience_;
  std::array<std::unique_ptr<PlayerFiles>, 2> players_;
  std::size_t next_ = 0;
  bool waits_ = false;  ///< the referee may, for an answer that counts
};

}  // namespace

ExpectedGame expected_file_game(const Contest& contest, const Scenario& scenario) {
  return FileHosting(contest, scenario).expected();
}

std::shared_ptr<rig::host::PlayersPrograms> programs_for(const Contest& contest, std::vector<FileStep> steps,
                                                         rig::Duration patience) {
  return std::make_shared<Programs>(contest, std::move(steps), patience);
}

const rig::protocol::Seat& seat_of(const Contest& contest, Player player) {
  const auto seat = std::find_if(contest.seats.begin(), contest.seats.end(),
                                 [&](const rig::protocol::Seat& one) { return one.player == player; });
  if (seat == contest.seats.end())
    throw rig::RigError(fmt::format("{} has no seat of a player.", contest.name));
  return *seat;
}

}  // namespace conformance
