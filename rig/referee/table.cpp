#include "rig/referee/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "rig/game/blokus/tiles.hpp"

namespace rig::referee {

using contest::Contest;
using contest::Judgement;
using contest::Move;
using contest::Player;
using contest::Request;
using contest::Result;
using contest::Seat;
using contest::Turn;

std::string ending_of(const GameReport& game) {
  return game.loss ? std::string(to_string(game.loss->breach.kind)) : game.result.why;
}

Duration time_used(const GameReport& game, Player player) {
  Duration used{};
  for (const Ply& ply : game.plies) {
    if (ply.player == player && ply.took) used += ply.took->longest;
  }
  return used;
}

Table::Table(const Contest& contest, const Seat& seat, Fault fault, const std::vector<GameReport>& before)
    : contest_(contest), fault_(fault) {
  for (const GameReport& game : before) {
    if (fault == Fault::keeps_moves) {
      for (const Ply& ply : game.plies) moves_before_.insert(ply.move);
    }
    for (const std::size_t player : {0U, 1U}) scores_before_[player] += game.result.score[player];
  }
  const Seat& other = contest::seat_opposite(contest, seat);
  report_.seats[index_of(seat.player)] = seat;
  report_.seats[index_of(other.player)] = other;
  ruling_ = contest.new_game(seat.moves_first ? seat : other);
  const bool of_the_limit = fault == Fault::forgets_limit || fault == Fault::forgets_limit_of_rows;
  if (of_the_limit && contest.board != 0)
    without_limit_ = contest.with({.board = 0, .named = {}}).new_game(seat.moves_first ? seat : other);
  report_.result = ruling_->result();
}

std::vector<Request> Table::opening(Player player) const {
  const Seat& seat = report_.seats[index_of(player)];
  if (seat.moves_first) return {};
  std::vector<Request> requests = contest_.requests(seat, Turn{});
  requests.pop_back();  // that one asks for its move
  return requests;
}

Request Table::request() const {
  const std::size_t mover = index_of(to_move());
  return spoiled(contest_.requests(report_.seats[mover], turns_[mover]).back());
}

/// The request as a defect has it.
Request Table::spoiled(Request request) const {
  using enum Fault;
  if (fault_ == wrong_square && !request.start.empty()) request.start = request.start == "5" ? "A" : "5";
  if (fault_ == lower_case_square && request.start == "A") request.start = "a";
  const std::size_t mover = index_of(to_move());
  const bool of_second = !report_.seats[mover].moves_first && turns_[mover].number == 0;
  if (fault_ == second_as_move && of_second) return {contest::RequestKind::move, "", turns_[mover].opponents};
  if (request.moves.empty()) return request;
  if (fault_ == last_move_alone) request.moves.erase(request.moves.begin(), request.moves.end() - 1);
  if (fault_ == two_moves_swapped) std::swap(request.moves.front(), request.moves.back());
  std::string& told = request.moves.back().text;
  const bool is_pass = ruling_->is_pass({told});
  if (fault_ == alters_pass && is_pass) told = "1111";
  if (fault_ == forwards_altered && !is_pass) told.back() = static_cast<char>(told.back() ^ 1);
  if (fault_ == forwards_upper_case) {
    for (char& letter : told) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  return request;
}

void Table::greeted(Player player, const Answer& answer) {
  note(player, answer.notes);
  if (over()) return;
  if (answer.breach) return lose(player, *answer.breach);
  report_.teams[index_of(player)] = answer.text;
}

void Table::answered(const Answer& answer) {
  const Player player = to_move();
  note(player, answer.notes);
  if (answer.breach && forgives(fault_, answer.breach->aspect)) return play(ruling_->pass(), std::nullopt);
  if (answer.breach) return lose(player, *answer.breach);
  if (answer.kind == Answer::Kind::late_pass) return play(ruling_->pass(), std::nullopt);
  const Move move{answer.text};
  const Judgement judgement = ruling_->judge(move);
  if (accepts_wrongly(move, judgement)) return play_in_place_of(move, answer.took);
  if (!judgement.legal || refuses(move)) {
    return lose(player,
                {LossKind::illegal_move, "move." + judgement.rule,
                 fmt::format("{}: {}", move.text, judgement.explanation)},
                move);
  }
  play(move, answer.took);
}

/// Whether a defect takes this move, which may be illegal, for a legal one.
bool Table::accepts_wrongly(const Move& move, const Judgement& judgement) const {
  if (fault_ == Fault::accepts_first_backslash && move.text == "@0\\" && report_.plies.empty()) return true;
  if (fault_ == Fault::accepts_on_forced && judgement.overlooked) return true;
  if (without_limit_ && !judgement.legal && without_limit_->judge(move).legal)
    return fault_ == Fault::forgets_limit || ruling_->extent().columns < contest_.board;
  return accepts(fault_, judgement.kind) || (judgement.kind == "malformed move" && reads_it_otherwise(move));
}

/// Whether a defect reads a malformed move as the legal one that was meant.
bool Table::reads_it_otherwise(const Move& move) const {
  std::string text = move.text;
  if (fault_ == Fault::accepts_other_case) {
    const bool capitals = contest_.codes == 0;  // names of columns
    for (char& letter : text) {
      const auto value = static_cast<unsigned char>(letter);
      letter = static_cast<char>(capitals ? std::toupper(value) : std::tolower(value));
    }
  }
  const std::size_t row = text.find('0');
  if (fault_ == Fault::accepts_leading_zero && row != std::string::npos) text.erase(row, 1);
  return text != move.text && ruling_->judge({text}).legal;
}

/// Whether a defect has it refuse this legal move.
bool Table::refuses(const Move& move) const {
  if (fault_ == Fault::none) return false;
  if (moves_before_.contains(move)) return true;
  const std::vector<std::string> all = ruling_->features(move);
  const auto has = [&](const char* feature) {
    return std::find(all.begin(), all.end(), feature) != all.end();
  };
  if (fault_ == Fault::refuses_beside_forced) return has("beside-forced");
  if (fault_ == Fault::refuses_past_az)
    return has("column-past-az") || has("column-past-zz") || has("three-digit-row");
  constexpr int byte = 127;
  const contest::Ruling::Extent tiles = ruling_->extent();
  if (fault_ == Fault::refuses_past_a_byte) return tiles.columns > byte || tiles.rows > byte;
  if (fault_ == Fault::refuses_shifted) return has_shifted_;
  if (fault_ == Fault::refuses_backslash) return move.text.ends_with('\\');
  constexpr std::size_t letters = 4;
  if (ruling_->is_pass(move)) return false;
  const std::string code = ruling_->code_of(move);  // its end says how the tile is turned
  if (fault_ == Fault::refuses_turned) return code.ends_with('R') || code.ends_with('1');
  if (fault_ != Fault::refuses_contact && move.text.size() != letters) return false;
  switch (fault_) {
    case Fault::refuses_odd_rotation: return (move.text.back() - '0') % 2 == 1;
    case Fault::refuses_contact: return has("edge");
    case Fault::refuses_last_column: return move.text[0] == 'e' || move.text[1] == 'e';
    case Fault::corner_too_early: return turns_[index_of(to_move())].number == 0;
    default: return false;
  }
}

/// A defect takes an illegal move for a legal one; the board of the rules gets another in its place.
void Table::play_in_place_of(const Move& move, const std::optional<Latency>& took) {
  const Player player = to_move();
  tell_turns(move);
  const std::vector<Move> legal = ruling_->legal_moves();
  ruling_->play(legal.empty() ? ruling_->pass() : legal.front());
  report_.result = ruling_->result();
  report_.plies.push_back({player, move, took});
}

/// What a defect makes of a game that the rules have ended.
void Table::misjudge_the_end() {
  using enum Fault;
  Result& result = report_.result;
  constexpr int bonus = 15;
  constexpr int large_bonus = 20;
  if (result.state == Result::State::open) return;
  if (fault_ == draw_to_first && result.state == Result::State::draw) result.state = Result::State::one_won;
  const bool is_tie = result.squares_left[0] == result.squares_left[1];
  if (fault_ == tie_to_first && is_tie && result.state == Result::State::two_won)
    result.state = Result::State::one_won;
  if (fault_ == most_left_wins && result.state != Result::State::draw)
    result.state = result.state == Result::State::one_won ? Result::State::two_won : Result::State::one_won;
  for (const std::size_t player : {0U, 1U}) {
    int& score = result.score[player];
    if (fault_ == score_off_by_one) --score;
    if (fault_ == adds_up_scores) score += scores_before_[player];
    if (result.squares_left[player] > 0) continue;
    const int squares = score >= blokus::all_squares ? blokus::all_squares : 0;  // where these are counted
    if (fault_ == bonus_always_20 && score == squares + bonus) score = squares + large_bonus;
    if (fault_ == no_bonus) score = squares;
  }
  if (fault_ == scores_swapped) std::swap(result.score[0], result.score[1]);
}

/// What a defect makes of a game that a path of somebody's colour has won, or might have.
void Table::misjudge_the_win(const std::vector<std::string>& features) {
  using enum Fault;
  using State = Result::State;
  const auto has = [&](const char* feature) {
    return std::find(features.begin(), features.end(), feature) != features.end();
  };
  Result& result = report_.result;
  const Player mover = contest::other(to_move());
  const State for_mover = mover == Player::one ? State::one_won : State::two_won;
  const State for_other = mover == Player::one ? State::two_won : State::one_won;
  if (fault_ == loop_not_seen && result.why == "loop") result.state = State::open;
  if (fault_ == line_not_seen && result.why == "line") result.state = State::open;
  if (fault_ == loop_to_mover && result.why == "loop") result.state = for_mover;
  if (fault_ == others_line_not_seen && result.why == "line" && result.state == for_other)
    result.state = State::open;
  if (fault_ == line_of_seven && is_a_row_of_seven()) result.state = for_mover;
  if (fault_ == goes_on_when_stuck && result.why == "path") result.state = State::open;
  if (fault_ == counts_line && has("line")) result.state = for_mover;
  if (fault_ == double_win_to_other && has("both-win")) result.state = for_other;
  if (fault_ == shortest_path_wins && result.why == "path" && result.state != State::draw)
    result.state = result.state == State::one_won ? State::two_won : State::one_won;
}

/// Straight tiles alone, in one row or column.
bool Table::is_a_row_of_seven() const {
  constexpr int seven = 7;
  const contest::Ruling::Extent tiles = ruling_->extent();
  const bool in_line =
      std::min(tiles.columns, tiles.rows) == 1 && std::max(tiles.columns, tiles.rows) == seven;
  const auto is_straight = [](const Ply& ply) { return ply.move.text.ends_with('+'); };
  return in_line && std::all_of(report_.plies.begin(), report_.plies.end(), is_straight);
}

void Table::play(const Move& move, const std::optional<Latency>& took) {
  const Player player = to_move();
  const std::vector<std::string> features =
      fault_ == Fault::none ? std::vector<std::string>() : ruling_->features(move);
  has_shifted_ = std::find(features.begin(), features.end(), "grows-left") != features.end();
  if (without_limit_) without_limit_->play(move);
  const bool one_pass_ends = fault_ == Fault::ends_at_first_pass && ruling_->is_pass(move);
  tell_turns(move);
  ruling_->play(move);
  if (one_pass_ends && ruling_->result().state == Result::State::open) ruling_->play(ruling_->pass());
  report_.result = ruling_->result();
  if (fault_ == Fault::forgets_second_pass && ruling_->is_pass(move))
    report_.result.state = Result::State::open;
  const std::array<int, 2>& left = report_.result.squares_left;
  if (fault_ == Fault::asks_after_last_tile && (left[0] == 0 || left[1] == 0))
    report_.result.state = Result::State::open;
  misjudge_the_end();
  misjudge_the_win(features);
  report_.plies.push_back({player, move, took});
}

void Table::tell_turns(const Move& move) {
  const Player player = to_move();
  Turn& own = turns_[index_of(player)];
  ++own.number;
  own.news = false;
  Turn& others = turns_[index_of(contest::other(player))];
  others.opponents.push_back(move);
  others.news = true;
}

void Table::break_off(const std::string& why) {
  report_.result.state = Result::State::draw;
  report_.result.why = why;
}

void Table::note(Player player, const std::vector<Note>& notes) {
  for (const Note& note : notes) report_.remarks.push_back({next_ply(player), player, note});
}

void Table::note_of_idle(const std::vector<Note>& notes) {
  report_.of_idle.insert(report_.of_idle.end(), notes.begin(), notes.end());
}

void Table::lose(Player player, const Breach& breach, const Move& refused) {
  ruling_->forfeit(fault_ == Fault::wrong_loser ? contest::other(player) : player, breach.words);
  report_.result = ruling_->result();
  report_.loss =
      Loss{fault_ == Fault::wrong_loser ? contest::other(player) : player, breach, next_ply(player), refused};
}

/// 0 while a player has not answered the handshake.
int Table::next_ply(Player player) const {
  const bool greeted = !contest_.greets || !report_.teams[index_of(player)].empty();
  return greeted ? static_cast<int>(report_.plies.size()) + 1 : 0;
}

}  // namespace rig::referee
