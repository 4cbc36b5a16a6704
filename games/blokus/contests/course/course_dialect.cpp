/// The dialect of `course`: what a host puts into the three files, and what it keeps of an answer.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "games/blokus/contests/course/course.hpp"
#include "games/blokus/contests/course/course_files.hpp"
#include "games/blokus/contests/course/course_player_files.hpp"
#include "games/blokus/contests/course/course_reading.hpp"
#include "rig/base/errors.hpp"

namespace rig::protocol {

namespace {

using course_text::Board;
using course_text::LoggedStep;
using Unchanged = CourseSettings::Unchanged;

// a game

/// The host keeps the files as texts: what a program wrote stays as it wrote it. The board and the pieces
/// left, its own and the other player's, lie in the folder that the style asks for, the log always at the
/// top, where the text has programs look for it (`../StepLog.txt`). A style with a final newline gives one to
/// the board, which real programs leave so; none is known that leaves one in another file.
class CourseFiles final : public GameFiles {
 public:
  CourseFiles(char colour, FileStyle style, Unchanged unchanged)
      : colour_(colour), style_(std::move(style)), unchanged_(unchanged) {
    kept_.board = course_text::write_board({}, style_.final_newline);
    kept_.left = left_at_the_start(colour);
    kept_.others_left = left_at_the_start(course_text::other_colour(colour));
  }

  FileRequest ask(const Request& request) override {
    if (answered_) kept_ = *std::exchange(answered_, std::nullopt);
    if (!request.told().text.empty()) enter(course_text::other_colour(colour_), request.told());
    FileRequest asked;
    asked.files = {{board_path(), kept_.board},
                   {left_path(colour_), kept_.left},
                   {left_path(course_text::other_colour(colour_)), kept_.others_left},
                   {course_text::log_name, log()}};
    asked.arguments = {std::string(course_text::name_of(colour_)), "../" + board_path(),
                       "../" + left_path(colour_), std::string("../") + course_text::log_name};
    if (style_.read_only_records) asked.read_only = {course_text::log_name};
    return asked;
  }

  /// A program that is started for each move answers by ending: its files alone say nothing.
  bool whole(const Files&) const override { return false; }

  FileAnswer read(const FileOutcome& outcome) override {
    answered_.reset();
    const course_text::Asked asked{.colour = colour_,
                                   .board_path = board_path(),
                                   .left_path = left_path(colour_),
                                   .others_path = left_path(course_text::other_colour(colour_)),
                                   .board = kept_.board,
                                   .left = kept_.left,
                                   .others = kept_.others_left,
                                   .log = log()};
    FileAnswer answer = course_text::read_answer(asked, outcome, unchanged_);
    if (!answer.stands()) return answer;
    answered_ = kept_;
    answered_->log.push_back({colour_, as_logged(*answer.move)});
    answered_->board = outcome.files.at(board_path());
    answered_->left = outcome.files.at(left_path(colour_));
    return answer;
  }

  void discard() override { answered_.reset(); }

  void begin_after(const std::vector<PlayedMove>& moves) override {
    for (const PlayedMove& one : moves)
      enter(one.player == Player::one ? course_text::red : course_text::blue, one.move);
  }

 private:
  struct Kept {
    std::string board;
    std::string left;
    std::string others_left;
    std::vector<LoggedStep> log;
  };

  std::string in_folder(const std::string& name) const {
    return style_.folder.empty() ? name : style_.folder + "/" + name;
  }
  std::string board_path() const { return in_folder(course_text::board_name); }
  std::string left_path(char colour) const {
    return in_folder(fmt::format("LeftPattern_{}.txt", course_text::name_of(colour)));
  }
  std::string log() const { return course_text::write_step_log(kept_.log); }

  std::string left_at_the_start(char colour) const {
    const std::string header = style_.header == Spelling::text
                                   ? fmt::format("Player = E2498000{}", colour == 'R' ? 0 : 1)
                                   : fmt::format("player = {}20140610", colour);
    return course_text::write_left_pattern({header, {course_text::all_pieces()}, false});
  }

  /// A step as this host's log has it.
  Move as_logged(const Move& move) const {
    if (!course_text::is_pass(move.text)) return move;
    return {std::string(style_.pass == Spelling::text ? course_text::pass : course_text::platforms_pass)};
  }

  void enter(char colour, const Move& move);

  char colour_;
  FileStyle style_;
  Unchanged unchanged_;
  Kept kept_;
  std::optional<Kept> answered_;  // what to keep if the answer that was read last counts
};

/// A step that its player has not written goes into the board, that player's pieces left and the log. A pass
/// is logged once: it is for good.
void CourseFiles::enter(char colour, const Move& move) {
  if (course_text::is_pass(move.text)) {
    const bool passed = std::any_of(kept_.log.begin(), kept_.log.end(), [&](const LoggedStep& step) {
      return step.colour == colour && course_text::is_pass(step.move.text);
    });
    if (!passed) kept_.log.push_back({colour, as_logged(move)});
    return;
  }
  const std::optional<course_text::Step> step = course_text::parse_step(move.text);
  if (!step) throw RigError(fmt::format("course cannot write the move {}.", quoted(to_bytes(move.text))));
  Board board = course_text::read_board(kept_.board).value.value();
  for (const blokus::Square& cell : blokus::cells_of(blokus::placement_of(course_text::code_of(*step)))) {
    if (!Board::has(cell.y, cell.x) || board.at(cell.y, cell.x) != course_text::nobody) {
      throw RigError(fmt::format("course cannot write the move {}: {} is not free.", move.text,
                                 fmt::format("{}-{}", cell.y, cell.x)));
    }
    board.set(cell.y, cell.x, colour);
  }
  kept_.board = course_text::write_board(board, style_.final_newline);
  std::string& text = colour == colour_ ? kept_.left : kept_.others_left;
  course_text::LeftPattern left = course_text::read_left_pattern(text).value.value();
  left.rows.push_back(left.rows.back());
  left.rows.back()[static_cast<std::size_t>(step->pattern.number) - 1] = false;
  text = course_text::write_left_pattern(left);
  kept_.log.push_back({colour, {course_text::to_string(*step)}});
}

// the dialect

class CourseDialect final : public FileDialect {
 public:
  CourseDialect(Duration time, Unchanged unchanged) : time_(time), unchanged_(unchanged) {}

  std::unique_ptr<GameFiles> new_game(const Seat& seat, const FileStyle& style) const override {
    return std::make_unique<CourseFiles>(seat.player == Player::one ? course_text::red : course_text::blue,
                                         style, unchanged_);
  }

  std::unique_ptr<PlayerFiles> new_player(const Seat& seat) const override {
    return new_course_player(seat.player);
  }
  std::vector<Trick> tricks() const override { return course_tricks(); }

  /// What a person sees in place of bytes: the words of the command, or the step that was entered.
  Bytes encode(const Request& request) const override {
    const std::string step = request.told().text.empty() ? "" : "after " + request.told().text;
    switch (request.kind) {
      case RequestKind::first: return to_bytes(command(request.start));
      case RequestKind::second: return to_bytes(command(request.start) + " " + step);
      case RequestKind::move: return to_bytes(step.empty() ? "again" : step);
      default: break;
    }
    throw RigError("course has no request but for a move.");
  }

  Expectation expects(const Request&) const override { return {ReplyKind::move, time_}; }

  std::string label(const Request& request) const override {
    switch (request.kind) {
      case RequestKind::first: return "Red's first move";
      case RequestKind::second: return "Blue's first move";
      case RequestKind::move: return "move";
      default: return "?";
    }
  }

 private:
  static std::string command(const std::string& colour) {
    return fmt::format("{} {} LeftPattern_{}.txt {}", colour, course_text::board_name, colour,
                       course_text::log_name);
  }

  Duration time_;
  Unchanged unchanged_;
};

}  // namespace

std::shared_ptr<const FileDialect> course_dialect(Duration time, Unchanged unchanged) {
  return std::make_shared<CourseDialect>(time, unchanged);
}

}  // namespace rig::protocol
