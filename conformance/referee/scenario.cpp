#include "conformance/referee/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "conformance/referee/clauses.hpp"
#include "conformance/referee/file_course.hpp"
#include "rig/base/errors.hpp"

namespace conformance {

using rig::Bytes;
using rig::contest::Contest;
using rig::contest::Move;
using rig::contest::Player;
using rig::contest::ReplyKind;
using rig::contest::Request;
using rig::contest::Result;
using rig::contest::Seat;
using rig::host::Answer;

namespace {

constexpr std::array<Player, 2> players = {Player::one, Player::two};

/// Plays a scenario as a host should.
class Hosting {
 public:
  Hosting(const Contest& contest, const Scenario& scenario)
      : contest_(contest), scenario_(scenario), ruling_(contest.new_game(scenario.first)) {
    seats_[index_of(scenario.first.player)] = scenario.first;
    const Seat& second = rig::contest::seat_opposite(contest, scenario.first);
    seats_[index_of(second.player)] = second;
  }

  Course course() {
    course_.pass = ruling_->pass().text;
    for (const Player player : players) greet(player);
    if (course_.loser || (handshake_is_open() && scenario_.turns.empty())) return finish();
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
    if (contest_.greets) course_.requests[own].push_back(contest_.hello);
    course_.scripts[own].hello = other ? *other : Answer::at_once(usual_hello(contest_, player));
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
    course_.scripts[own].moves.push_back(turn.said ? *turn.said : usual_answer(turn));
    course_.board = ruling_->picture(turn.move);
    if (last && scenario_.fate == Fate::left_to_host) return;
    if (last && scenario_.fate != Fate::by_the_rules) {
      if (turn.said && turn.said->pieces.empty() && !turn.said->hangs_up)
        course_.ends_by = Aspect("referee.silence");
      return lose(mover);
    }
    course_.last = {mover, turn.move};
    if (last) course_.ends_by = clause_of_end(*ruling_, turn.move);
    if (!ruling_->judge(turn.move).legal) {
      if (!last) throw rig::RigError(fmt::format("\"{}\": {} is illegal.", scenario_.what, turn.move.text));
      return lose(mover);
    }
    play(mover, turn.move);
  }

  /// Whoever is asked first in the next game says what is no move in any contest.
  void lose_the_next() {
    for (rig::host::BoardScript& script : course_.scripts)
      script.moves.push_back(Answer::at_once(written(contest_, {"!!!!"})));
  }

  Answer usual_answer(const ScriptedTurn& turn) const {
    if (turn.manner.silent) return Answer::silence();
    return Answer::after(turn.manner.after, written(contest_, turn.move));
  }

  void add(Player player, const std::vector<Request>& requests) {
    auto& all = course_.requests[index_of(player)];
    all.insert(all.end(), requests.begin(), requests.end());
  }

  void play(Player mover, const Move& move) {
    rig::contest::Turn& own = turns_[index_of(mover)];
    ++own.number;
    own.news = false;
    rig::contest::Turn& others = turns_[index_of(rig::contest::other(mover))];
    others.opponents.push_back(move);
    others.news = true;
    ruling_->play(move);
  }

  void lose(Player player) {
    if (course_.loser) return;
    course_.loser = player;
    course_.fate = scenario_.fate == Fate::by_the_rules ? Fate::lost_by_form : scenario_.fate;
    ruling_->forfeit(player, "");
  }

  Course finish() {
    for (const std::size_t player : {0U, 1U}) {
      if (scenario_.messages[player]) course_.requests[player] = *scenario_.messages[player];
    }
    course_.result = ruling_->result();
    return std::move(course_);
  }

  const Contest& contest_;
  const Scenario& scenario_;
  std::unique_ptr<rig::contest::Ruling> ruling_;
  std::array<Seat, 2> seats_;
  std::array<rig::contest::Turn, 2> turns_;
  Course course_;
};

}  // namespace

Course course_of(const Contest& contest, const Scenario& scenario) {
  if (contest.dialect->files() != nullptr) return file_course_of(contest, scenario);
  return Hosting(contest, scenario).course();
}

Bytes hello_of(const Contest& contest, const std::string& name) {
  return contest.dialect->bytes()->encode(
      {ReplyKind::team_code, contest.team.exact.empty() ? name : contest.team.exact});
}

Bytes usual_hello(const Contest& contest, Player player) {
  return hello_of(contest, player == Player::one ? "P1" : "P2");
}

Bytes written(const Contest& contest, const Move& move) {
  return contest.dialect->bytes()->encode({ReplyKind::move, move.text});
}

Line::Line(const Contest& contest, const Seat& first)
    : ruling(contest.new_game(first)), files(contest.dialect->files() != nullptr) {}

Line::Line(const Line& other) : ruling(other.ruling->clone()), moves(other.moves), files(other.files) {}

bool Line::over() const {
  return ruling->result().state != Result::State::open;
}

void Line::play(const Move& move) {
  ruling->play(move);
  moves.push_back(move);
}

void Line::pass_to_the_end() {
  while (!over()) play(ruling->pass());
}

std::vector<ScriptedTurn> Line::turns() const {
  std::vector<ScriptedTurn> turns;
  for (const Move& move : moves) turns.push_back({move});
  return turns;
}

namespace {

Move one_of(const Line& line, rig::Random& random) {
  const std::vector<Move> legal = line.ruling->legal_moves();
  return legal[random.below(static_cast<std::uint32_t>(legal.size()))];
}

}  // namespace

Line random_line(const Contest& contest, const Seat& first, rig::Random& random, int plies) {
  Line line(contest, first);
  for (int ply = 0; ply < plies && !line.over(); ++ply) {
    if (line.ruling->must_pass()) {
      line.play(line.ruling->pass());
      continue;
    }
    line.play(one_of(line, random));
  }
  return line;
}

Line open_line(const Contest& contest, const Seat& first, rig::Random& random, int plies) {
  constexpr int tries = 200;
  Line line(contest, first);
  for (int i = 0; i < tries && static_cast<int>(line.moves.size()) < plies; ++i) {
    Line longer(line);
    longer.play(longer.ruling->must_pass() ? longer.ruling->pass() : one_of(longer, random));
    if (!longer.over()) line = std::move(longer);
  }
  if (static_cast<int>(line.moves.size()) < plies)
    throw rig::RigError(fmt::format("No game of {} plies without an end was found.", plies));
  return line;
}

Move losing_move(const Line& line) {
  for (auto move = line.moves.rbegin(); move != line.moves.rend(); ++move) {
    if (!line.ruling->judge(*move).legal) return *move;
  }
  throw rig::RigError("No move of this game is illegal when it is repeated.");
}

namespace {

/// Both pass, and again after another move where that were a draw.
Line passed_out(const Line& line, rig::Random& random) {
  Line before(line);
  while (!before.ruling->judge(before.ruling->pass()).legal) before.play(one_of(before, random));
  for (;;) {
    Line rest(before);
    while (!rest.over()) rest.play(rest.ruling->pass());
    const bool is_draw = rest.ruling->result().state == Result::State::draw;
    if (!is_draw || before.ruling->must_pass()) return rest;
    before.play(one_of(before, random));
    if (before.over()) return before;
  }
}

/// The shortest of several games by chance that go on from here to a win; the line itself: none was found.
Line won_soon(const Line& line, rig::Random& random) {
  constexpr int games = 60;
  std::size_t longest = line.moves.size() + 16;
  Line shortest(line);
  for (int game = 0; game < games; ++game) {
    Line rest(line);
    while (!rest.over() && rest.moves.size() < longest) rest.play(one_of(rest, random));
    if (!rest.over()) continue;
    longest = rest.moves.size() - 1;
    shortest = std::move(rest);
  }
  return shortest;
}

/// The same for the same line, whatever else the case has drawn.
rig::Random random_of(const Line& line) {
  std::string moves;
  for (const Move& move : line.moves) moves += move.text + ' ';
  return rig::Random(rig::derive_seed(line.moves.size(), moves));
}

}  // namespace

Scenario ended(const std::string& what, const Seat& first, const Line& line) {
  if (line.over() || line.files) return lost(what, first, line);
  rig::Random random = random_of(line);
  const bool passes = !line.ruling->pass().text.empty();
  return lost(what, first, passes ? passed_out(line, random) : won_soon(line, random));
}

/// Over files a move that is repeated leaves them as they are: there both pass.
Scenario lost(const std::string& what, const Seat& first, const Line& line) {
  Scenario scenario{what, first, line.turns()};
  scenario.about = About::moves;
  if (line.files) {
    Line rest(line);
    while (!rest.over()) rest.play(rest.ruling->pass());
    scenario.turns = rest.turns();
    return scenario;
  }
  if (!line.over()) scenario.turns.push_back({losing_move(line)});
  return scenario;
}

}  // namespace conformance
