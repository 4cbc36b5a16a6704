/// `course` from the side of a player's program: what has to lie before it, and how it answers.

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "games/blokus/contests/course/course.hpp"
#include "games/blokus/contests/course/course_files.hpp"
#include "games/blokus/contests/course/course_player_files.hpp"
#include "games/blokus/contests/course/course_reading.hpp"
#include "rig/base/bytes.hpp"

namespace rig::protocol {

namespace {

using blokus::Square;
using course_text::Board;
using course_text::LeftPattern;
using course_text::LoggedStep;
using course_text::PiecesLeft;

constexpr int placed = 0;
constexpr int passed = 1;
constexpr int neither = 3;

blokus::Cells cells_of_step(const course_text::Step& step) {
  return blokus::cells_of(blokus::placement_of(course_text::code_of(step)));
}

/// The files as the turns so far have left them.
struct Expected {
  Board board;
  std::array<std::vector<PiecesLeft>, 2> left = {std::vector{course_text::all_pieces()},
                                                 std::vector{course_text::all_pieces()}};
  struct Line {
    LoggedStep step;
    bool optional = false;  ///< it stands for an answer that came too late
  };
  std::vector<Line> log;
};

char colour_of(Player player) {
  return player == Player::one ? course_text::red : course_text::blue;
}

Expected after(const std::vector<TurnTaken>& taken) {
  Expected expected;
  for (const TurnTaken& turn : taken) {
    const char colour = colour_of(turn.player);
    expected.log.push_back({{colour, turn.move}, turn.late});
    const auto step = course_text::parse_step(turn.move.text);
    if (!step) continue;
    for (const Square& cell : cells_of_step(*step)) expected.board.set(cell.y, cell.x, colour);
    auto& rows = expected.left[turn.player == Player::one ? 0 : 1];
    rows.push_back(rows.back());
    rows.back()[static_cast<std::size_t>(step->pattern.number) - 1] = false;
  }
  return expected;
}

bool same_step(const LoggedStep& a, const LoggedStep& b) {
  if (a.colour != b.colour) return false;
  if (course_text::is_pass(a.move.text) || course_text::is_pass(b.move.text))
    return course_text::is_pass(a.move.text) && course_text::is_pass(b.move.text);
  const auto one = course_text::parse_step(a.move.text);
  const auto other = course_text::parse_step(b.move.text);
  return one && other &&
         blokus::placement_of(course_text::code_of(*one)) ==
             blokus::placement_of(course_text::code_of(*other));
}

class CoursePlayer final : public PlayerFiles {
 public:
  explicit CoursePlayer(char colour) : colour_(colour) {}

  bool is_asked(const FilesFound&) const override { return true; }

  std::vector<Misplaced> misplaced(const FilesFound& found,
                                   const std::vector<TurnTaken>& taken) const override {
    std::vector<Misplaced> wrong;
    const Expected expected = after(taken);
    look_at_arguments(found, wrong);
    if (!wrong.empty()) return wrong;
    look_at_board(found, expected, wrong);
    look_at_left(found, left_path(found), colour_, "referee.left-file", expected, wrong);
    look_at_left(found, others_path(found), course_text::other_colour(colour_), "referee.others-left",
                 expected, wrong);
    look_at_log(found, expected, wrong);
    return wrong;
  }

  std::vector<Misplaced> altered(const Files& left, const FilesFound& found) const override {
    std::vector<Misplaced> wrong;
    if (found.arguments.size() != 4) return wrong;
    const auto first_line = [](const std::string& text) { return text.substr(0, text.find('\n')); };
    const std::string* was = named(left, left_path(found));
    const std::string* is = file(found, left_path(found));
    if (was != nullptr && is != nullptr && first_line(*was) != first_line(*is))
      wrong.push_back({"referee.left-file",
                       fmt::format("{}: line 1 is {}; in the call before it was {}", found.arguments[2],
                                   quoted(to_bytes(first_line(*is))), quoted(to_bytes(first_line(*was)))),
                       "another header"});
    const std::string* notes = named(left, notes_path(found));
    const std::string* kept = file(found, notes_path(found));
    if (notes != nullptr && (kept == nullptr || *kept != *notes))
      wrong.push_back({"referee.own-files",
                       fmt::format("{}, which the program made for itself, {} at its next call",
                                   notes_path(found), kept == nullptr ? "was gone" : "had another content"),
                       "the program's own file"});
    return wrong;
  }

  std::vector<Aspect> looked_at() const override {
    return {"referee.arguments",   "referee.board-file", "referee.left-file",
            "referee.others-left", "referee.log-file",   "referee.log-place"};
  }

  FileReply answer(const FilesFound& found, const Move& move) override {
    FileReply reply;
    const auto files = read(found);
    const auto step = course_text::parse_step(move.text);
    if (!step) {
      reply.exit_status = passed;
    } else if (!files) {
      reply.impossible = "its files cannot be read";
      reply.exit_status = passed;
    } else {
      Board board = files->board;
      place(board, *step);
      LeftPattern left = files->left;
      append_row(left, step->pattern.number);
      reply = written(found, board, left, placed);
    }
    return reply;
  }

  FileReply answer(const FilesFound& found, const Move& move, const std::string& trick) override {
    FileReply reply = answer(found, move);
    const auto files = read(found);
    const auto step = course_text::parse_step(move.text);
    if (!files || !step) return reply;
    Board board = files->board;
    place(board, *step);
    LeftPattern left = files->left;
    append_row(left, step->pattern.number);
    const std::string others = others_path(found);
    if (trick == "alters-board" || trick == "takes-over") {
      const auto theirs = course_text::cells_with(course_text::other_colour(colour_), board);
      if (theirs.empty()) return cannot(reply, "no square of the other player's is on the board");
      board.set(theirs.front().y, theirs.front().x, trick == "takes-over" ? colour_ : course_text::nobody);
    } else if (trick == "lifts-own") {
      const auto own = course_text::cells_with(colour_, files->board);
      if (own.empty()) return cannot(reply, "no square of its own is on the board");
      board.set(own.front().y, own.front().x, course_text::nobody);
    } else if (trick == "two-pieces" || trick == "plants") {
      const Square lone = far_from_all(board);
      board.set(lone.y, lone.x, trick == "plants" ? course_text::other_colour(colour_) : colour_);
    } else if (trick == "two-moves") {
      const auto more = another_piece(board, left);
      if (!more) return cannot(reply, "there is no room for another piece");
      place(board, *more);
      left.rows.back()[static_cast<std::size_t>(more->pattern.number) - 1] = false;
    } else if (trick == "crosses-out-two") {
      const auto other = std::find(left.rows.back().begin(), left.rows.back().end(), true);
      if (other == left.rows.back().end()) return cannot(reply, "there is no other piece left");
      *other = false;
    } else if (trick == "takes-back") {
      left.rows.back() = course_text::all_pieces();
    } else if (trick == "keeps-notes") {
      reply.writes.emplace_back(
          notes_path(found), fmt::format("after {} steps of its own: {}\n", left.rows.size() - 1, move.text));
      return reply;
    } else if (trick == "dies") {
      return {.signal = SIGKILL};
    } else if (trick == "unchanged") {
      return {.exit_status = placed};
    }
    reply = written(found, board, left,
                    trick == "status-1"   ? passed
                    : trick == "status-3" ? neither
                                          : placed);
    std::string& board_text = reply.writes[0].second;
    std::string& left_text = reply.writes[1].second;
    if (trick == "board-symbol") {
      const std::size_t free = board_text.find(course_text::nobody);
      board_text[free == std::string::npos ? 0 : free] = 'X';
    }
    if (trick == "short-board") board_text.erase(board_text.rfind('\n', board_text.size() - 2));
    if (trick == "row-symbol") left_text[left_text.rfind('[') + 1] = '2';
    if (trick == "short-row") left_text.replace(left_text.rfind('['), 3, "[");
    if (trick == "no-row") reply.writes.pop_back();
    if (trick == "removes-board" || trick == "removes-left") {
      const std::size_t gone = trick == "removes-board" ? 0 : 1;
      reply.removes = {reply.writes[gone].first};
      reply.writes.erase(reply.writes.begin() + static_cast<std::ptrdiff_t>(gone));
    }
    if (trick == "others-left") alter_others(found, others, reply);
    if (trick == "alters-log") reply.writes.emplace_back(log_path(found), "1 = R ^ PASS");
    return reply;
  }

 private:
  struct Read {
    Board board;
    LeftPattern left;
  };

  static std::string path_of(const FilesFound& found, std::size_t argument) {
    return (std::filesystem::path(found.directory) / found.arguments.at(argument))
        .lexically_normal()
        .string();
  }
  static std::string board_path(const FilesFound& found) { return path_of(found, 1); }
  static std::string left_path(const FilesFound& found) { return path_of(found, 2); }
  static std::string log_path(const FilesFound& found) { return path_of(found, 3); }
  /// A file of its own, where it runs.
  std::string notes_path(const FilesFound& found) const {
    return (std::filesystem::path(found.directory) /
            fmt::format("notes-of-{}.txt", course_text::name_of(colour_)))
        .string();
  }
  std::string others_path(const FilesFound& found) const {
    return std::filesystem::path(left_path(found))
        .replace_filename(
            fmt::format("LeftPattern_{}.txt", course_text::name_of(course_text::other_colour(colour_))))
        .string();
  }

  static const std::string* file(const FilesFound& found, const std::string& path) {
    const auto one = found.files.find(path);
    return one == found.files.end() ? nullptr : &one->second;
  }

  /// The file of that name, wherever its folder was then.
  static const std::string* named(const Files& files, const std::filesystem::path& path) {
    const auto one = std::find_if(files.begin(), files.end(), [&](const auto& entry) {
      return std::filesystem::path(entry.first).filename() == path.filename();
    });
    return one == files.end() ? nullptr : &one->second;
  }

  std::optional<Read> read(const FilesFound& found) const {
    if (found.arguments.size() != 4) return std::nullopt;
    const std::string* board = file(found, board_path(found));
    const std::string* left = file(found, left_path(found));
    if (board == nullptr || left == nullptr) return std::nullopt;
    const auto cells = course_text::read_board(*board);
    const auto rows = course_text::read_left_pattern(*left);
    if (!cells.value || !rows.value) return std::nullopt;
    return Read{*cells.value, *rows.value};
  }

  void place(Board& board, const course_text::Step& step) const {
    for (const Square& cell : cells_of_step(step)) {
      if (Board::has(cell.y, cell.x)) board.set(cell.y, cell.x, colour_);
    }
  }

  static FileReply cannot(FileReply reply, const std::string& why) {
    reply.impossible = why;
    return reply;
  }

  static void append_row(LeftPattern& left, int piece) {
    left.rows.push_back(left.rows.back());
    left.rows.back()[static_cast<std::size_t>(piece) - 1] = false;
  }

  /// A piece that could be placed on this board in a turn of its own.
  std::optional<course_text::Step> another_piece(const Board& board, const LeftPattern& left) const {
    for (int number = 1; number <= course_text::pieces; ++number) {
      if (!left.rows.back()[static_cast<std::size_t>(number) - 1]) continue;
      for (int y = 1; y <= course_text::size; ++y) {
        for (int x = 1; x <= course_text::size; ++x) {
          const course_text::Step step{{number}, y, x};
          if (fits(board, cells_of_step(step))) return step;
        }
      }
    }
    return std::nullopt;
  }

  bool fits(const Board& board, const blokus::Cells& cells) const {
    const auto is_own = [&](int y, int x) { return Board::has(y, x) && board.at(y, x) == colour_; };
    bool touches = false;
    for (const auto& [x, y] : cells) {
      if (!Board::has(y, x) || board.at(y, x) != course_text::nobody) return false;
      if (is_own(y, x + 1) || is_own(y, x - 1) || is_own(y + 1, x) || is_own(y - 1, x)) return false;
      touches = touches || is_own(y + 1, x + 1) || is_own(y + 1, x - 1) || is_own(y - 1, x + 1) ||
                is_own(y - 1, x - 1);
    }
    return touches;
  }

  /// A free square with nothing around it.
  static Square far_from_all(const Board& board) {
    for (int y = 1; y <= course_text::size; ++y) {
      for (int x = 1; x <= course_text::size; ++x) {
        bool alone = true;
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) {
            alone = alone && (!Board::has(y + dy, x + dx) || board.at(y + dy, x + dx) == course_text::nobody);
          }
        }
        if (alone) return {x, y};
      }
    }
    return {1, 1};
  }

  /// The board with the end that it had; a row more.
  FileReply written(const FilesFound& found, const Board& board, const LeftPattern& left, int status) const {
    const bool newline = file(found, board_path(found))->ends_with('\n');
    return {.writes = {{board_path(found), course_text::write_board(board, newline)},
                       {left_path(found), course_text::write_left_pattern(left)}},
            .exit_status = status};
  }

  static void alter_others(const FilesFound& found, const std::string& path, FileReply& reply) {
    const std::string* text = file(found, path);
    const std::size_t last = text == nullptr ? std::string::npos : text->rfind('1');
    if (last == std::string::npos) {
      reply.impossible = "the other player's left pattern is not there";
      return;
    }
    std::string altered = *text;
    altered[last] = '0';
    reply.writes.emplace_back(path, altered);
  }

  void look_at_arguments(const FilesFound& found, std::vector<Misplaced>& wrong) const {
    const auto add = [&](const std::string& what) {
      wrong.push_back({"referee.arguments", what, "wrong arguments"});
    };
    const std::string colour(course_text::name_of(colour_));
    if (found.arguments.size() != 4)
      return add(fmt::format("it was started with {} arguments in place of {} BOARD LEFTPATTERN STEPLOG",
                             found.arguments.size(), colour));
    if (found.arguments[0] != colour)
      return add(fmt::format("it was started as \"{}\", and it plays {}", found.arguments[0], colour));
    for (const std::size_t argument : {1U, 2U, 3U}) {
      if (file(found, path_of(found, argument)) == nullptr)
        add(fmt::format("argument {} is {}, and there is no such file", argument + 1,
                        found.arguments[argument]));
    }
  }

  static void look_at_board(const FilesFound& found, const Expected& expected,
                            std::vector<Misplaced>& wrong) {
    const std::string name = found.arguments[1];
    const auto read = course_text::read_board(*file(found, board_path(found)));
    if (!read.value) {
      wrong.push_back({"referee.board-file", fmt::format("{}: {}", name, read.why), "malformed board"});
      return;
    }
    for (int y = 1; y <= course_text::size; ++y) {
      for (int x = 1; x <= course_text::size; ++x) {
        const char is = read.value->at(y, x);
        const char has_to_be = expected.board.at(y, x);
        if (is == has_to_be) continue;
        wrong.push_back({"referee.board-file",
                         fmt::format("{}: line {}, column {} is {}; after {} steps it is {}", name, y, x, is,
                                     expected.log.size(), has_to_be),
                         "wrong board"});
        return;
      }
    }
  }

  static void look_at_left(const FilesFound& found, const std::string& path, char colour, Aspect aspect,
                           const Expected& expected, std::vector<Misplaced>& wrong) {
    const std::string name = std::filesystem::path(path).filename().string();
    const std::string* text = file(found, path);
    if (text == nullptr) {
      wrong.push_back({aspect, name + " does not lie beside the board", "file missing"});
      return;
    }
    const auto read = course_text::read_left_pattern(*text);
    if (!read.value) {
      wrong.push_back({aspect, fmt::format("{}: {}", name, read.why), "malformed left pattern"});
      return;
    }
    const auto& rows = expected.left[colour == course_text::red ? 0 : 1];
    if (read.value->rows == rows) return;
    if (read.value->rows.size() != rows.size()) {
      wrong.push_back({aspect,
                       fmt::format("{}: it has {} rows; after {} placements it has {}", name,
                                   read.value->rows.size(), rows.size() - 1, rows.size()),
                       "wrong left pattern"});
      return;
    }
    const auto differs = std::mismatch(rows.begin(), rows.end(), read.value->rows.begin());
    wrong.push_back(
        {aspect,
         fmt::format("{}: row {} is {}; it is {}", name, differs.first - rows.begin() + 1,
                     course_text::write_row(*differs.second), course_text::write_row(*differs.first)),
         "wrong left pattern"});
  }

  /// The end of its last line is not the text's to say.
  static void look_at_log(const FilesFound& found, const Expected& expected, std::vector<Misplaced>& wrong) {
    const std::string name = found.arguments[3];
    std::string text = *file(found, log_path(found));
    const std::string* above =
        file(found, (std::filesystem::path(found.directory).parent_path() / course_text::log_name).string());
    if (above == nullptr || *above != text) {
      wrong.push_back({"referee.log-place",
                       fmt::format("the step log is {}, and ../{} from where the program runs {}", name,
                                   course_text::log_name, above == nullptr ? "is not there" : "is another"),
                       "step log elsewhere"});
    }
    if (text.ends_with('\n')) text.pop_back();
    const auto read = course_text::read_step_log(text);
    if (!read.value) {
      wrong.push_back({"referee.log-file", fmt::format("{}: {}", name, read.why), "malformed step log"});
      return;
    }
    std::size_t at = 0;
    for (const Expected::Line& line : expected.log) {
      const bool there = at < read.value->size() && same_step((*read.value)[at], line.step);
      if (there) ++at;
      if (there || line.optional) continue;
      const std::string is = at < read.value->size() ? fmt::format("{} ^ {}", (*read.value)[at].colour,
                                                                   (*read.value)[at].move.text)
                                                     : "missing";
      wrong.push_back({"referee.log-file",
                       fmt::format("{}: line {} is {}; it is {} ^ {}", name, at + 1, is, line.step.colour,
                                   line.step.move.text),
                       "wrong step log"});
      return;
    }
    if (at < read.value->size())
      wrong.push_back(
          {"referee.log-file",
           fmt::format("{}: it has {} lines after {} steps", name, read.value->size(), expected.log.size()),
           "wrong step log"});
  }

  char colour_;
};

}  // namespace

std::unique_ptr<PlayerFiles> new_course_player(Player player) {
  return std::make_unique<CoursePlayer>(colour_of(player));
}

std::vector<Trick> course_tricks() {
  constexpr bool loses = true;
  constexpr bool left_to_host = false;
  return {
      {"alters-board", "frees a square of the other player's", "referee.tampering", loses, 2},
      {"takes-over", "makes a square of the other player's its own", "referee.tampering", loses, 2},
      {"lifts-own", "frees a square of its own that was placed before", "referee.tampering", loses, 3},
      {"plants", "places a square of the other player's", "referee.tampering", loses, 1},
      {"crosses-out-two", "crosses out a piece that it has not placed", "referee.tampering", loses, 1},
      {"takes-back", "takes back the pieces that it has placed", "referee.tampering", loses, 3},
      {"two-pieces", "places a square more", "referee.one-piece", loses, 1},
      {"two-moves", "places two pieces and crosses out both", "referee.one-piece", loses, 1},
      {"removes-board", "removes the board's file", "referee.file-gone", loses, 1},
      {"removes-left", "removes the file of its pieces left", "referee.file-gone", loses, 1},
      {"board-symbol", "writes a letter on the board that has no meaning", "referee.file-format", loses, 1},
      {"short-board", "writes a board of 13 lines", "referee.file-format", loses, 1},
      {"row-symbol", "writes a row with a 2 in it", "referee.file-format", loses, 1},
      {"short-row", "writes a row of 20 entries", "referee.file-format", loses, 1},
      {"no-row", "places a piece and crosses out none", "referee.missing-row", loses, 1},
      {"others-left", "crosses out a piece of the other player's", "referee.others-tampering", loses, 1},
      {"alters-log", "rewrites the step log", "referee.log-tampering", left_to_host, 1},
      {"status-1", "places a piece and exits with status 1", "referee.status", left_to_host, 1},
      {"status-3", "places a piece and exits with status 3", "referee.status", left_to_host, 1},
      {"keeps-notes", "keeps a file of its own", "referee.own-files", left_to_host, 1},
      {"unchanged", "changes no file and exits with status 0", "referee.status", left_to_host, 3},
      {"dies", "is killed by a signal", "referee.dies", left_to_host, 3},
  };
}

}  // namespace rig::protocol
