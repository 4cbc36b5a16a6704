#include "rig/tools/play/terminal.hpp"

#include <fmt/format.h>

#include <array>
#include <istream>
#include <ostream>
#include <utility>
#include <vector>

#include "rig/base/readable.hpp"
#include "rig/base/visible.hpp"
#include "rig/game/game.hpp"
#include "rig/report/board.hpp"
#include "rig/tools/play/words.hpp"

namespace rig::play {

using arbiter::Table;
using protocol::Judgement;
using protocol::Move;
using protocol::Player;
using protocol::Ruling;

namespace {

constexpr std::size_t most_listed = 60;

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

}  // namespace

Terminal::Terminal(const protocol::Contest& contest, std::string board, const Replay& replay, WhyNot why_not,
                   std::istream& in, std::ostream& out, Typing typing)
    : contest_(contest),
      notation_(*game::game_of(contest).notation),
      board_(std::move(board)),
      replay_(replay),
      why_not_(std::move(why_not)),
      in_(in),
      out_(out),
      typing_(typing) {}

void Terminal::begin(const protocol::Seat& seat, int) {
  seat_ = seat;
  if (replay_.length() > 0) return;
  out_ << fmt::format("You are {}; help lists what can be typed.\n", seat.name) << std::flush;
}

std::string Terminal::name_of(Player player) const {
  return player == seat_.player ? "you" : visible(board_);
}

void Terminal::draw(const Table& table, const std::string& caption) {
  protocol::BoardPicture board = notation_.after_last_move(table.ruling(), table.last_move());
  board.caption = caption;
  for (const std::string& row : report::lines_of(board)) out_ << row << "\n";
}

bool Terminal::is_replayed(const Table& table) const {
  return table.report().plies.size() < replay_.length();
}

void Terminal::asked(const Table& table) {
  if (is_replayed(table) || table.to_move() != seat_.player) return;
  draw(table, fmt::format("Move {} is yours", table.report().plies.size() + 1));
  if (table.ruling().must_pass())
    out_ << fmt::format("You have no legal move: pass ({}).\n", table.ruling().pass().text);
  out_ << std::flush;
}

void Terminal::moved(const Table& table) {
  const arbiter::Ply& last = table.report().plies.back();
  if (table.report().plies.size() <= replay_.length()) return;
  out_ << fmt::format("{}. {} played {}{}\n", table.report().plies.size(), name_of(last.player),
                      visible(last.move.text), last.took ? " after " + readable(last.took->longest) : "")
       << std::flush;
}

void Terminal::game_ended(const Table& table) {
  draw(table, "The last position");
  out_ << visible(words_on_the_end(table.report(), seat_.player, board_)) << ".\n" << std::flush;
}

std::string Terminal::line() {
  if (typing_ == Typing::by_a_person) out_ << "> " << std::flush;
  std::string text;
  if (!std::getline(in_, text)) throw Wished(Wish::quit);
  text = trimmed(text);
  if (typing_ == Typing::by_a_script && !text.empty()) out_ << "> " << visible(text) << "\n";
  return text;
}

bool Terminal::wishes(const std::string& line) {
  constexpr std::array<std::pair<const char*, Wish>, 3> words = {
      {{"undo", Wish::undo}, {"new", Wish::new_game}, {"quit", Wish::quit}}};
  for (const auto& [word, wish] : words) {
    if (line != word) continue;
    const std::string why = why_not_(wish);
    if (why.empty()) throw Wished(wish);
    say(why);
    return true;
  }
  return false;
}

/// A move of the contest's is one before it is a word.
Move Terminal::move(const Ruling& ruling) {
  for (;;) {
    const std::string text = line();
    if (text.empty()) continue;
    Move move = text == "pass" ? ruling.pass() : Move{text};
    const Judgement judgement = ruling.judge(move);
    if (judgement.legal) return move;
    if (wishes(text)) continue;
    if (text == "help") {
      help();
    } else if (text == "moves" || text.starts_with("moves ")) {
      list_moves(ruling, trimmed(text.substr(5)));
    } else {
      out_ << fmt::format("{} is not legal ({}): {}\n", visible(text), judgement.rule,
                          visible(judgement.explanation))
           << std::flush;
    }
  }
}

Wish Terminal::afterwards() {
  out_ << "undo, new or quit?\n" << std::flush;
  try {
    for (;;) {
      const std::string text = line();
      if (!wishes(text) && !text.empty())
        out_ << fmt::format("The game is over: found \"{}\", allowed are undo, new, quit.\n", visible(text));
    }
  } catch (const Wished& wished) {
    return wished.wish();
  }
}

void Terminal::say(const std::string& sentence) {
  out_ << visible(sentence) << "\n" << std::flush;
}

void Terminal::list_moves(const Ruling& ruling, const std::string& part) {
  std::vector<std::string> found;
  for (const Move& move : ruling.legal_moves()) {
    if (move.text.find(part) != std::string::npos) found.push_back(move.text);
  }
  out_ << (part.empty() ? notation_.count(ruling)
                        : fmt::format("{} moves with \"{}\"", found.size(), visible(part)))
       << "\n";
  if (found.size() > most_listed) {
    out_ << "moves TEXT lists those that hold TEXT.\n";
  } else {
    for (const std::string& one : found) out_ << "  " << one << "\n";
  }
  out_ << std::flush;
}

void Terminal::help() {
  out_
      << fmt::format(
             "  a move        as {} writes it\n"
             "  pass          where that is legal\n"
             "  moves [TEXT]  counts the legal moves; lists those that hold TEXT, or all where they are few\n"
             "  undo          takes your last move back: the game is played again up to it\n"
             "  new           begins another game\n"
             "  quit          ends; so does the end of the input\n",
             contest_.name)
      << std::flush;
}

}  // namespace rig::play
