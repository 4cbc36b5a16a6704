#include "games/blokus/convert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <vector>

#include "games/blokus/contests/blokus_game.hpp"
#include "games/blokus/contests/course/course_files.hpp"
#include "rig/base/errors.hpp"

namespace rig::blokus {

namespace {

/// A text, and what messages call it.
struct Input {
  std::string text;
  std::string name;
};

namespace course_text = protocol::course_text;
using protocol::BlokusGame;
using protocol::Contest;
using protocol::Judgement;
using protocol::Move;
using protocol::Player;
using protocol::Result;
using protocol::Ruling;

/// A move as it was found, for messages.
struct Found {
  const Input& input;
  std::size_t line = 1;
  std::size_t ply = 1;
  std::string move;

  [[noreturn]] void refuse(const std::string& why) const {
    throw UsageError(fmt::format("{}, line {}: ply {}, {}: {}.", input.name, line, ply, move, why));
  }
};

/// A game of one of the two contests, in which a refused move is an error.
class Table {
 public:
  /// `first` begins.
  Table(const Contest& contest, Player first) : contest_(contest.name) {
    const auto seat =
        std::find_if(contest.seats.begin(), contest.seats.end(),
                     [&](const protocol::Seat& one) { return one.moves_first && one.player == first; });
    game_ = contest.new_game(*seat);
  }

  Player to_move() const { return game_->to_move(); }
  const BlokusGame& rules() const { return dynamic_cast<const BlokusGame&>(*game_); }

  void play(const Move& move, const Found& found) {
    const Result result = game_->result();
    if (result.state != Result::State::open)
      found.refuse(fmt::format("by the rules of {} the game is over ({})", contest_, result.why));
    const Judgement judgement = game_->judge(move);
    if (!judgement.legal) {
      found.refuse(fmt::format("illegal in {} ({}): {}", contest_, judgement.rule, judgement.explanation));
    }
    game_->play(move);
  }

 private:
  std::string contest_;
  std::unique_ptr<Ruling> game_;
};

/// Where moves are codes a player is who starts on (5,5) or on (a,a): who begins is told by the first tile.
Player beginner(const std::optional<Code>& first) {
  if (!first) return Player::one;
  const Cells cells = cells_of(placement_of(*first));
  const bool covers_the_other = std::find(cells.begin(), cells.end(), Square{10, 10}) != cells.end();
  return covers_the_other ? Player::two : Player::one;
}

std::string colour_name(Player in_course) {
  return in_course == Player::one ? "Red" : "Blue";
}

std::string codes_of_step_log(const Input& input, const Contest& with_log, const Contest& with_codes) {
  const auto log = course_text::read_step_log(input.text);
  if (!log.value) throw UsageError(fmt::format("{}: {}.", input.name, log.why));
  if (log.value->empty()) return {};
  Table course(with_log, Player::one);
  const Player first = beginner(course.rules().read(log.value->front().move));
  Table duo(with_codes, first);
  std::string codes;
  for (std::size_t i = 0; i < log.value->size(); ++i) {
    const course_text::LoggedStep& step = (*log.value)[i];
    const Found found{input, i + 1, i + 1, step.move.text};
    const Player colour = step.colour == course_text::red ? Player::one : Player::two;
    const bool playing = course.to_move() == colour;
    const std::optional<Code> code = course.rules().read(step.move);
    if (!playing) found.refuse(fmt::format("it is not {}'s turn", colour_name(colour)));
    course.play(step.move, found);
    const auto play = [&](const Move& move) {
      duo.play(move, found);
      codes += move.text + "\n";
    };
    const Player in_duo = colour == Player::one ? first : protocol::other(first);
    if (duo.to_move() != in_duo) play(duo.rules().pass());  // of a colour that has passed permanently
    play(code ? duo.rules().write(*code) : duo.rules().pass());
  }
  return codes;
}

/// A word of a text, and the line in which it stands.
struct Word {
  std::string text;
  std::size_t line = 1;
};

std::vector<Word> words_of(const std::string& text) {
  std::vector<Word> words;
  std::size_t line = 1;
  bool inside = false;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank && !inside) words.push_back({"", line});
    if (!blank) words.back().text += c;
    inside = !blank;
    if (c == '\n') ++line;
  }
  return words;
}

std::string step_log_of_codes(const Input& input, const Contest& with_codes, const Contest& with_log) {
  const std::vector<Word> words = words_of(input.text);
  if (words.empty()) return {};
  const Player first = beginner(parse_code(words.front().text));
  Table duo(with_codes, first);
  Table course(with_log, Player::one);
  std::vector<course_text::LoggedStep> log;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Found found{input, words[i].line, i + 1, words[i].text};
    const Player colour = duo.to_move() == first ? Player::one : Player::two;
    duo.play({words[i].text}, found);
    const std::optional<Code> code = duo.rules().read({words[i].text});
    if (course.to_move() != colour) {
      if (!code) continue;  // it has passed permanently
      found.refuse(fmt::format("illegal in {} (passed): {} has passed and places nothing any more",
                               with_log.name, colour_name(colour)));
    }
    const Move step = code ? course.rules().write(*code) : course.rules().pass();
    course.play(step, found);
    log.push_back({colour == Player::one ? course_text::red : course_text::blue, step});
  }
  return course_text::write_step_log(log);
}

/// Whether the host keeps its games as a step log; else they are codes.
bool keeps_log(const Contest& contest) {
  return contest.per_move;
}

std::string converted(const Contest& from, const Contest& to, const std::string& text,
                      const std::string& file) {
  if (keeps_log(from) == keeps_log(to)) {
    const std::string both = from.name == to.name ? from.name : from.name + " and " + to.name;
    throw UsageError(fmt::format("--from and --to are both {}: there is nothing to convert.", both));
  }
  const Input input{text, file};
  return keeps_log(from) ? codes_of_step_log(input, from, to) : step_log_of_codes(input, from, to);
}

}  // namespace

game::Converter converter() {
  return {.contests = {"icfpt2014", "course", "icfpt2013"}, .convert = converted};
}

}  // namespace rig::blokus
