#include "conformance/referee/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "rig/base/errors.hpp"

namespace conformance {

using rig::Bytes;
using rig::protocol::Contest;
using rig::protocol::Move;
using rig::protocol::Player;
using rig::protocol::ReplyKind;
using rig::protocol::Result;
using rig::protocol::Seat;

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

Line random_line(const Contest& contest, const Seat& first, rig::Random& random, int plies) {
  Line line(contest, first);
  for (int ply = 0; ply < plies && !line.over(); ++ply) {
    if (line.ruling->must_pass()) {
      line.play(line.ruling->pass());
      continue;
    }
    line.play(line.ruling->any_legal_move(random));
  }
  return line;
}

Line open_line(const Contest& contest, const Seat& first, rig::Random& random, int plies) {
  constexpr int tries = 200;
  Line line(contest, first);
  for (int i = 0; i < tries && static_cast<int>(line.moves.size()) < plies; ++i) {
    Line longer(line);
    longer.play(longer.ruling->must_pass() ? longer.ruling->pass() : longer.ruling->any_legal_move(random));
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
  while (!before.ruling->judge(before.ruling->pass()).legal)
    before.play(before.ruling->any_legal_move(random));
  for (;;) {
    Line rest(before);
    while (!rest.over()) rest.play(rest.ruling->pass());
    const bool is_draw = rest.ruling->result().state == Result::State::draw;
    if (!is_draw || before.ruling->must_pass()) return rest;
    before.play(before.ruling->any_legal_move(random));
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
    while (!rest.over() && rest.moves.size() < longest) rest.play(rest.ruling->any_legal_move(random));
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
