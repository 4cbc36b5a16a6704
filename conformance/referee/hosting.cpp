/// How a scenario must go, in the hands of a host that makes no mistake.

#include <fmt/format.h>

#include <memory>

#include "conformance/referee/clauses.hpp"
#include "conformance/referee/expected_file_game.hpp"
#include "conformance/referee/scenario.hpp"
#include "rig/base/errors.hpp"

namespace conformance {

using rig::host::Answer;
using rig::protocol::Contest;
using rig::protocol::Move;
using rig::protocol::Player;
using rig::protocol::Request;
using rig::protocol::Result;
using rig::protocol::Seat;

namespace {

constexpr std::array<Player, 2> players = {Player::one, Player::two};

/// Plays a scenario as a host should.
class Hosting {
 public:
  Hosting(const Contest& contest, const Scenario& scenario)
      : contest_(contest), scenario_(scenario), ruling_(contest.new_game(scenario.first)) {
    seats_[index_of(scenario.first.player)] = scenario.first;
    const Seat& second = rig::protocol::seat_opposite(contest, scenario.first);
    seats_[index_of(second.player)] = second;
  }

  ExpectedGame expected() {
    expected_.pass = ruling_->pass().text;
    for (const Player player : players) greet(player);
    if (expected_.loser || (handshake_is_open() && scenario_.turns.empty())) return finish();
    for (const Player player : players) open(player);
    for (std::size_t i = 0; i < scenario_.turns.size(); ++i) {
      if (over()) throw rig::RigError(fmt::format("\"{}\" goes on after its end.", scenario_.what));
      turn(scenario_.turns[i], i + 1 == scenario_.turns.size());
    }
    if (scenario_.next_match) lose_the_next();
    const bool open_on_purpose = scenario_.fate == Fate::left_to_host;
    if (!over() && !open_on_purpose) throw rig::RigError(fmt::format("\"{}\" has no end.", scenario_.what));
    return finish();
  }

 private:
  bool over() const { return ruling_->result().state != Result::State::open; }

  bool handshake_is_open() const {
    return scenario_.fate == Fate::left_to_host && (scenario_.hello[0] || scenario_.hello[1]);
  }

  void greet(Player player) {
    const std::size_t own = index_of(player);
    const std::optional<Answer>& other = scenario_.hello[own];
    if (contest_.greets) expected_.requests[own].push_back(contest_.hello);
    expected_.scripts[own].hello = other ? *other : Answer::at_once(usual_hello(contest_, player));
    if (other && scenario_.fate != Fate::left_to_host && scenario_.fate != Fate::by_the_rules) lose(player);
  }

  /// The role of a player that waits.
  void open(Player player) {
    const Seat& seat = seats_[index_of(player)];
    if (seat.moves_first) return;
    std::vector<Request> requests = contest_.requests(seat, {});
    requests.pop_back();
    add(player, requests);
  }

  void turn(const ScriptedTurn& turn, bool last) {
    const Player mover = ruling_->to_move();
    const std::size_t own = index_of(mover);
    add(mover, {contest_.requests(seats_[own], turns_[own]).back()});
    expected_.scripts[own].moves.push_back(turn.said ? *turn.said : usual_answer(turn));
    expected_.board = ruling_->picture(turn.move);
    if (last && scenario_.fate == Fate::left_to_host) return;
    if (last && scenario_.fate != Fate::by_the_rules) {
      if (turn.said && turn.said->pieces.empty() && !turn.said->hangs_up)
        expected_.ends_by = Aspect("referee.silence");
      return lose(mover);
    }
    expected_.last = {mover, turn.move};
    if (last) expected_.ends_by = clause_of_end(*ruling_, turn.move);
    if (!ruling_->judge(turn.move).legal) {
      if (!last) throw rig::RigError(fmt::format("\"{}\": {} is illegal.", scenario_.what, turn.move.text));
      return lose(mover);
    }
    play(mover, turn.move);
  }

  /// Whoever is asked first in the next game says what is no move in any contest.
  void lose_the_next() {
    for (rig::host::BoardScript& script : expected_.scripts)
      script.moves.push_back(Answer::at_once(written(contest_, {"!!!!"})));
  }

  Answer usual_answer(const ScriptedTurn& turn) const {
    if (turn.manner.silent) return Answer::silence();
    return Answer::after(turn.manner.after, written(contest_, turn.move));
  }

  void add(Player player, const std::vector<Request>& requests) {
    auto& all = expected_.requests[index_of(player)];
    all.insert(all.end(), requests.begin(), requests.end());
  }

  void play(Player mover, const Move& move) {
    rig::protocol::Turn& own = turns_[index_of(mover)];
    ++own.number;
    own.news = false;
    rig::protocol::Turn& others = turns_[index_of(rig::protocol::other(mover))];
    others.opponents.push_back(move);
    others.news = true;
    ruling_->play(move);
  }

  void lose(Player player) {
    if (expected_.loser) return;
    expected_.loser = player;
    expected_.fate = scenario_.fate == Fate::by_the_rules ? Fate::lost_by_form : scenario_.fate;
    ruling_->forfeit(player, "");
  }

  ExpectedGame finish() {
    for (const std::size_t player : {0U, 1U}) {
      if (scenario_.messages[player]) expected_.requests[player] = *scenario_.messages[player];
    }
    expected_.result = ruling_->result();
    return std::move(expected_);
  }

  const Contest& contest_;
  const Scenario& scenario_;
  std::unique_ptr<rig::protocol::Ruling> ruling_;
  std::array<Seat, 2> seats_;
  std::array<rig::protocol::Turn, 2> turns_;
  ExpectedGame expected_;
};

}  // namespace

ExpectedGame expected_game(const Contest& contest, const Scenario& scenario) {
  if (contest.dialect->files() != nullptr) return expected_file_game(contest, scenario);
  return Hosting(contest, scenario).expected();
}

}  // namespace conformance
