#include "rig/tools/match_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "rig/base/readable.hpp"
#include "rig/game/game.hpp"

namespace rig {

using arbiter::GameReport;
using arbiter::index_of;
using arbiter::SeriesGame;
using arbiter::Standings;
using arbiter::Table;
using arbiter::Tally;
using protocol::Player;

namespace {

constexpr std::array<const char*, 2> side_names = {"first", "second"};

std::string name_of(const SeriesGame& one, Player player) {
  return side_names[player == one.first ? 0 : 1];
}

std::string words_of(SeriesGame::Outcome outcome) {
  switch (outcome) {
    case SeriesGame::Outcome::first_won: return "first won";
    case SeriesGame::Outcome::drawn: return "draw";
    case SeriesGame::Outcome::second_won: return "second won";
    case SeriesGame::Outcome::none: return "no result";
  }
  return "?";
}

std::string with_clause(const std::string& words, const Clause& clause) {
  return clause.id.empty() ? words : fmt::format("{} ({})", words, clause.id);
}

/// `2.00 ms`, or `0 s` for a player that takes none.
std::string clock_of(const GameReport& game, Player player) {
  const Duration used = time_used(game, player);
  return used == Duration::zero() ? "0 s" : readable(used);
}

std::string told_when(int ply) {
  return ply == 0 ? " in the handshake" : fmt::format(" on ply {}", ply);
}

std::string told(const Clause& clause) {
  return clause.id.empty() ? "" : fmt::format("        {}: {}\n", clause.id, clause.text);
}

std::string told_loss(const SeriesGame& one, const FindClause& find) {
  const arbiter::Loss& loss = *one.game.loss;
  return fmt::format("        {} lost by {}{}: {}\n", name_of(one, loss.player), to_string(loss.breach.kind),
                     told_when(loss.ply), loss.breach.words) +
         told(find(loss.breach.aspect));
}

std::string told_no_result(const SeriesGame& one, const FindClause& find) {
  if (one.game.interrupted)
    return fmt::format("        not played to its end: {}\n", one.game.no_result->note.words);
  const arbiter::Remark& why = *one.game.no_result;
  return fmt::format("        no result: {} was late{}, but the machine may be the reason: {}\n",
                     name_of(one, why.player), told_when(why.ply), why.note.words) +
         told(find(why.note.aspect));
}

std::string signed_number(double value) {
  return fmt::format("{:+.1f}", value);
}

std::string told_elo(const Tally& tally) {
  const arbiter::Elo elo = elo_of(tally);
  if (!elo.difference) return "Elo difference without bound: all points went to one side\n";
  const std::string error = elo.error ? fmt::format("{:.1f}", *elo.error) : "without bound";
  return fmt::format("Elo difference {} +/- {} (95 %), above 0: first is stronger\n",
                     signed_number(*elo.difference), error);
}

}  // namespace

LiveBoard::LiveBoard(std::ostream& out, Screen screen, const protocol::Contest& contest,
                     const std::array<std::string, 2>& names)
    : out_(out),
      screen_(screen),
      contest_(contest),
      notation_(*game::game_of(contest).notation),
      names_(names) {}

void LiveBoard::announce(int number, int of, Player first) {
  number_ = number;
  of_ = of;
  first_ = first;
}

void LiveBoard::asked(const Table& table) {
  draw(table);
}

void LiveBoard::game_ended(const Table& table) {
  draw(table);
}

/// `> second  exec:./player  Black  1.02 s`
std::string LiveBoard::line_of(const Table& table, std::size_t side) const {
  const Player player = side == 0 ? first_ : other(first_);
  const GameReport& game = table.report();
  const bool thinks = !table.over() && table.to_move() == player;
  return fmt::format("{} {:<6}  {}  {}  {}\n", thinks ? '>' : ' ', side_names[side], names_[side],
                     game.seats[index_of(player)].name, clock_of(game, player));
}

void LiveBoard::draw(const Table& table) {
  constexpr const char* clear_screen = "\033[H\033[2J";
  if (screen_ == Screen::terminal) out_ << clear_screen;
  const GameReport& game = table.report();
  out_ << fmt::format("{}  game {} of {}\n", contest_.name, number_, of_) << line_of(table, 0)
       << line_of(table, 1);
  if (!game.plies.empty()) {
    const arbiter::Ply& last = game.plies.back();
    const std::string effect = notation_.effect(table.ruling());
    out_ << fmt::format("ply {}: {} played {}{}{}\n", game.plies.size(),
                        side_names[last.player == first_ ? 0 : 1], last.move.text,
                        last.took ? fmt::format(" after {}", readable(last.took->longest)) : "",
                        effect.empty() ? "" : ", tiles " + effect);
  }
  out_ << drawn(notation_.after_last_move(table.ruling(), table.last_move())) << "\n" << std::flush;
}

std::string told(const SeriesGame& one, const FindClause& find) {
  constexpr std::size_t remarks_told = 5;
  const GameReport& game = one.game;
  const std::size_t first = index_of(one.first);
  const std::string score =
      game.result.score == std::array<int, 2>{}
          ? ""
          : fmt::format(", score {} : {}", game.result.score[first], game.result.score[1 - first]);
  const std::string opening =
      game.opening_plies == 0 ? "" : fmt::format(" ({} of the opening)", game.opening_plies);
  std::string text =
      fmt::format("game {}  {}: {}, {}{}, {} plies{}, time used {} : {}\n", one.number,
                  game.seats[first].name, words_of(one.outcome()), ending_of(game), score, game.plies.size(),
                  opening, clock_of(game, one.first), clock_of(game, other(one.first)));
  if (game.loss) text += told_loss(one, find);
  if (game.no_result) text += told_no_result(one, find);
  for (std::size_t i = 0; i < std::min(remarks_told, game.remarks.size()); ++i) {
    const arbiter::Remark& remark = game.remarks[i];
    const std::string when = remark.ply == 0 ? "before the game" : fmt::format("ply {}", remark.ply);
    text += fmt::format("        noticed: {}, {}: {}\n", name_of(one, remark.player), when,
                        with_clause(remark.note.words, find(remark.note.aspect)));
  }
  for (const arbiter::Note& note : game.of_idle)
    text += fmt::format("        noticed: a board that does not play: {}\n",
                        with_clause(note.words, find(note.aspect)));
  if (game.remarks.size() > remarks_told)
    text += fmt::format("        … and {} more (--json has all)\n", game.remarks.size() - remarks_told);
  return text;
}

std::string told(const Standings& standings) {
  const Tally& tally = standings.tally;
  std::size_t widest = 6;
  for (const auto& [ending, of] : standings.by_ending) widest = std::max(widest, ending.size());
  std::string text = fmt::format("\n{:<{}}   won  drawn   lost\n", "ending", widest);
  const auto row = [&](const std::string& name, const Tally& of) {
    text += fmt::format("{:<{}} {:>5}  {:>5}  {:>5}\n", name, widest, of.won, of.drawn, of.lost);
  };
  for (const auto& [ending, of] : standings.by_ending) row(ending, of);
  row("all", tally);
  text +=
      fmt::format("\npoints {:.1f} : {:.1f} in {} game{}, {} of them different, mean length {:.1f} plies\n",
                  tally.points(), tally.games() - tally.points(), tally.games(),
                  tally.games() == 1 ? "" : "s", standings.different, standings.mean_plies);
  if (tally.games() > 0) text += told_elo(tally);
  if (standings.different < tally.games())
    text += "(the error assumes independent games: repeated games add nothing)\n";
  return text;
}

std::string told_without_result(const Standings& standings, int interrupted) {
  const int without_result = standings.without_result - interrupted;
  const int games = standings.tally.games() + without_result;
  return fmt::format(
      "no result in {} of {} games, which count nowhere: this machine was too busy to judge a late "
      "reply.\nPlay again when it has less to do.\n",
      without_result, games);
}

std::string told_replays(int number, const std::vector<std::string>& reasons) {
  std::string text;
  for (const std::string& why : reasons) text += fmt::format("game {} is played again: {}\n", number, why);
  return text;
}

std::string told(const arbiter::Sprt& test) {
  using Decision = arbiter::Sprt::Decision;
  const Decision decision = test.decision();
  const double likelier = decision == Decision::elo0 ? test.between.elo0 : test.between.elo1;
  const std::string outcome = decision == Decision::none
                                  ? "not decided"
                                  : fmt::format("decided: the difference is rather {:g}", likelier);
  return fmt::format("SPRT of Elo differences {:g} and {:g}: LLR {:.2f} ({:.2f} to {:.2f}), {}\n",
                     test.between.elo0, test.between.elo1, test.llr, test.lower, test.upper, outcome);
}

}  // namespace rig
