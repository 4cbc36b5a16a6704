#include "games/blokus/contests/course/course_reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "games/blokus/contests/course/course_files.hpp"

namespace rig::protocol::course_text {

namespace {

using blokus::Square;
using Unchanged = CourseSettings::Unchanged;

constexpr const char* board_gone_error = "BlokusFileNotExistedError";
constexpr const char* board_format_error = "BlokusBoardFormatError";
constexpr const char* board_difference_error = "BlokusBoardDifferenceError";
constexpr const char* left_gone_error = "LeftPatternFileNotExistedError";
constexpr const char* left_format_error = "LeftPatternFormatError";
constexpr const char* left_difference_error = "LeftPatternDifferenceError";

constexpr const char* no_ending = "no ending by itself";
constexpr const char* record_changed = "host's record changed";
constexpr const char* others_file_changed = "other player's file changed";
constexpr const char* newline_added = "newline at the end of a file";

constexpr int status_placed = 0;
constexpr int status_pass = 1;

std::string cell_name(const Square& cell) {
  return fmt::format("line {}, column {}", cell.y, cell.x);
}

std::string names_of(const std::vector<Square>& cells) {
  constexpr std::size_t shown = 8;
  std::string text;
  for (std::size_t i = 0; i < cells.size() && i < shown; ++i) {
    text += fmt::format("{}{}-{}", i == 0 ? "" : ", ", cells[i].y, cells[i].x);
  }
  return cells.size() > shown ? text + fmt::format(" and {} more", cells.size() - shown) : text;
}

/// As an irregularity has them.
template <typename Cells>
std::vector<std::pair<int, int>> places_of(const Cells& cells) {
  std::vector<std::pair<int, int>> places;
  places.reserve(std::size(cells));
  for (const Square& cell : cells) places.emplace_back(cell.y, cell.x);
  return places;
}

std::string colour_words(char letter) {
  return letter == nobody ? "free" : std::string(name_of(letter));
}

// what is new on the board

/// Whether these cells are one piece that goes on at the opposite edge of the board: in the same line, in the
/// next one, or in the same column.
bool is_wrapped(const std::vector<Square>& cells) {
  if (cells.size() > blokus::largest_tile) return false;
  const auto piece = [&](const auto& moved) {
    std::vector<Square> unwrapped;
    std::transform(cells.begin(), cells.end(), std::back_inserter(unwrapped), moved);
    return blokus::placement_from_cells(unwrapped).has_value();
  };
  constexpr int near = blokus::largest_tile - 1;  // from an edge, at the most
  constexpr int board = size;
  const auto left = [](const Square& cell) { return cell.x <= near; };
  return piece([&](Square cell) {
           return left(cell) ? Square{cell.x + board, cell.y} : cell;
         }) ||
         piece([&](Square cell) {
           return left(cell) ? Square{cell.x + board, cell.y - 1} : cell;
         }) ||
         piece([&](Square cell) {
           return cell.y <= near ? Square{cell.x, cell.y + board} : cell;
         });
}

/// Why cells that were added in one turn are no placement.
std::string no_piece(const std::vector<Square>& cells) {
  if (is_wrapped(cells))
    return "a piece that goes on at the opposite edge of the board, allowed is one that fits on it";
  const std::vector<std::vector<Square>> groups = islands(cells);
  const bool all_pieces = std::all_of(groups.begin(), groups.end(), [](const auto& group) {
    return blokus::placement_from_cells(group).has_value();
  });
  if (all_pieces) return fmt::format("{} pieces, allowed is one", groups.size());
  return "a shape that is no piece, allowed is one of the 21";
}

/// One answer as it is being read, aspect by aspect.
class Reading {
 public:
  Reading(const Asked& asked, const FileOutcome& outcome, Unchanged unchanged)
      : asked_(asked),
        outcome_(outcome),
        unchanged_(unchanged),
        board_before_(course_text::read_board(asked.board).value.value()),
        left_before_(course_text::read_left_pattern(asked.left).value.value()) {}

  FileAnswer read();

 private:
  struct Placed {
    blokus::Placement placement;
    int number = 0;
  };

  const std::string* file(const std::string& path) const {
    const auto found = outcome_.files.find(path);
    return found == outcome_.files.end() ? nullptr : &found->second;
  }
  /// `kind`: as `Irregularity` has it.
  Irregularity& wrong(const std::string& aspect, const std::string& name, const std::string& kind,
                      const std::string& what, bool voids = true) {
    return answer_.irregularities.emplace_back(Irregularity{aspect, name, what, voids, kind});
  }
  void right(const char* aspect) { answer_.kept.emplace_back(aspect); }

  bool board_as_before() const { return board_.value == board_before_; }
  bool left_as_before() const {
    return left_.value && left_.value->header == left_before_.header &&
           left_.value->rows == left_before_.rows;
  }

  void read_ending();
  void read_log();
  void read_others_left();
  bool read_files();
  void read_pass();
  void read_nothing_done();
  void read_placement();
  void read_status_of_placement();
  bool board_is_well_formed();
  std::optional<Placed> read_board_difference();
  void read_others_pieces();
  std::optional<std::string> changed_cell() const;
  std::vector<Square> changed_cells() const;
  bool left_is_well_formed();
  void read_final_newline();
  std::optional<int> read_left_difference();
  void read_agreement(const Placed& placed, int turned);

  const Asked& asked_;
  const FileOutcome& outcome_;
  Unchanged unchanged_;
  Board board_before_;
  LeftPattern left_before_;
  ReadAs<Board> board_;
  ReadAs<LeftPattern> left_;
  FileAnswer answer_;
};

FileAnswer Reading::read() {
  if (outcome_.timed_out) return answer_;
  read_ending();
  read_log();
  read_others_left();
  if (!read_files()) return answer_;
  const bool nothing_placed = board_as_before() || (!board_.value && left_as_before());
  if (outcome_.exit_status == status_pass && nothing_placed) {
    read_pass();
  } else if (!board_as_before() || !left_as_before()) {
    read_placement();
  } else if (outcome_.exit_status) {
    read_nothing_done();
  }
  return answer_;
}

/// It ends by itself, and nothing of it lives on.
void Reading::read_ending() {
  if (outcome_.hung_up) {
    wrong("exit.ended", "", no_ending,
          fmt::format("The program did not end by itself with status 0 or 1: {}.", outcome_.hung_up->how));
  } else if (!outcome_.exit_status) {
    wrong("exit.ended", "", no_ending,
          "The program did not end; allowed is to end by itself with status 0 or 1.");
  } else {
    right("exit.ended");
  }
  if (outcome_.left_running > 0) {
    wrong("process.left", "", "processes left behind",
          fmt::format("{} of the program's processes kept running after it had ended; none may.",
                      outcome_.left_running),
          false);
  } else {
    right("process.left");
  }
}

/// "但是此檔案將由助教的程式管理": the log is the host's.
void Reading::read_log() {
  const std::string* const log = file(log_name);
  if (log == nullptr) {
    wrong("log.untouched", "", record_changed,
          "StepLog.txt is gone; it belongs to the host, and a program must not write to it.");
  } else if (*log != asked_.log) {
    const auto differ = std::mismatch(log->begin(), log->end(), asked_.log.begin(), asked_.log.end());
    wrong("log.untouched", "", record_changed,
          fmt::format("StepLog.txt was changed in line {}: found {} bytes, allowed are the {} that the host "
                      "wrote, unchanged.",
                      1 + std::count(log->begin(), differ.first, '\n'), log->size(), asked_.log.size()));
  } else {
    right("log.untouched");
  }
}

/// "任意修改棋盤目前狀態檔案或是剩餘拼圖檔案意圖影響棋局公平性者直接判定落敗": each player writes its own
/// file.
void Reading::read_others_left() {
  const std::string* const now = file(asked_.others_path);
  if (now == nullptr) {
    wrong("left.others", left_gone_error, others_file_changed,
          fmt::format("{} is gone; it belongs to the other player, and a program must not change it.",
                      asked_.others_path));
    return;
  }
  if (*now != asked_.others && *now != asked_.others + "\n") {
    const auto differ = std::mismatch(now->begin(), now->end(), asked_.others.begin(), asked_.others.end());
    wrong("left.others", read_left_pattern(*now).value ? left_difference_error : left_format_error,
          others_file_changed,
          fmt::format("{} was changed in line {}; it belongs to the other player, and a program must not "
                      "change it.",
                      asked_.others_path, 1 + std::count(now->begin(), differ.first, '\n')));
    return;
  }
  right("left.others");
  if (*now == asked_.others) return;
  wrong("left.newline", "", newline_added,
        fmt::format("A line feed was added at the end of {}; the contest's file ends without one.",
                    asked_.others_path),
        false);
}

bool Reading::read_files() {
  const std::string* const board = file(asked_.board_path);
  const std::string* const left = file(asked_.left_path);
  const auto gone = [&](const std::string& path, const char* name) {
    wrong("file.exists", name, "file gone",
          fmt::format("{} is gone; the program was given its path to update it.", path));
  };
  if (board == nullptr) gone(asked_.board_path, board_gone_error);
  if (left == nullptr) gone(asked_.left_path, left_gone_error);
  if (board == nullptr || left == nullptr) return false;
  right("file.exists");
  board_ = course_text::read_board(*board);
  left_ = course_text::read_left_pattern(*left);
  return true;
}

/// Status 1, and nothing new on the board. The platform takes a file that is written anew with the same cells
/// or rows for what it is, a pass.
void Reading::read_pass() {
  answer_.move = Move{std::string(pass)};
  right("exit.status");
  if (!board_.value) {
    board_is_well_formed();
    return;
  }
  if (!left_as_before()) {
    wrong(
        "pass.untouched", left_.value ? left_difference_error : left_format_error, "file changed by a pass",
        fmt::format("{} was changed although the exit status, 1, says pass; a pass must leave the cells and "
                    "the rows unchanged.",
                    asked_.left_path))
        .on_the_board = true;
    return;
  }
  right("pass.untouched");
  const bool board_rewritten = *file(asked_.board_path) != asked_.board;
  if (!board_rewritten && *file(asked_.left_path) == asked_.left) {
    right("pass.bytes");
    return;
  }
  wrong("pass.bytes", "", "file written anew by a pass",
        fmt::format("{} was rewritten, with the same content and other bytes, although the exit status, 1, "
                    "says pass.",
                    board_rewritten ? asked_.board_path : asked_.left_path),
        false);
}

/// The program ended by itself, and neither placed anything nor passed.
void Reading::read_nothing_done() {
  const bool loses = unchanged_ == Unchanged::loss;
  wrong(
      "exit.status", loses ? board_difference_error : "", "nothing placed and no pass said",
      fmt::format("The exit status is {} and nothing was written; it must be 0 with a placement written, or "
                  "1 for a pass{}.",
                  outcome_.exit_status.value(), loses ? "" : " (this host counts it as a pass)"),
      loses);
  if (!loses) answer_.move = Move{std::string(pass)};
}

void Reading::read_status_of_placement() {
  if (!outcome_.exit_status) return;  // that it did not end by itself has been told
  if (*outcome_.exit_status == status_placed) {
    right("exit.status");
  } else {
    wrong("exit.status", "", "wrong exit status",
          fmt::format("The exit status is {} although a placement was written; allowed is 0 (1 says pass).",
                      *outcome_.exit_status),
          false);
  }
}

void Reading::read_placement() {
  read_status_of_placement();
  std::optional<Placed> placed;
  std::optional<int> turned;
  if (board_is_well_formed()) {
    read_others_pieces();
    placed = read_board_difference();
  }
  if (left_is_well_formed()) {
    read_final_newline();
    turned = read_left_difference();
  }
  if (placed) answer_.move = Move{to_string(step_of(blokus::first_code(placed->placement)))};
  if (placed && turned) read_agreement(*placed, *turned);
}

bool Reading::board_is_well_formed() {
  if (board_.value) {
    right("board.format");
  } else {
    wrong("board.format", board_format_error, "malformed board",
          fmt::format("{}: {}.", asked_.board_path, board_.why));
  }
  return board_.value.has_value();
}

/// The first cell that changed as none may.
std::optional<std::string> Reading::changed_cell() const {
  for (int row = 1; row <= size; ++row) {
    for (int column = 1; column <= size; ++column) {
      const char was = board_before_.at(row, column);
      const char is = board_.value->at(row, column);
      if (was == is || (was == nobody && is == asked_.colour)) continue;
      return fmt::format("{} was {} and is {} now; only free cells may become {}", cell_name({column, row}),
                         colour_words(was), colour_words(is), colour_words(asked_.colour));
    }
  }
  return std::nullopt;
}

std::vector<Square> Reading::changed_cells() const {
  std::vector<Square> changed;
  for (int row = 1; row <= size; ++row) {
    for (int column = 1; column <= size; ++column) {
      if (board_before_.at(row, column) != board_.value->at(row, column)) changed.push_back({column, row});
    }
  }
  return changed;
}

std::optional<Reading::Placed> Reading::read_board_difference() {
  const std::vector<Square> added = changed_cells();
  const auto differs = [&](const char* kind, const std::string& what) {
    Irregularity& wrong_board = wrong("board.difference", board_difference_error, kind,
                                      fmt::format("{}: {}.", asked_.board_path, what));
    wrong_board.squares = places_of(added);
    wrong_board.on_the_board = true;
    return std::nullopt;
  };
  if (const std::optional<std::string> changed = changed_cell())
    return differs("square overwritten", *changed);
  if (added.empty())
    return differs("nothing added to the board", "no cell was added, allowed are those of one piece");
  const std::optional<blokus::Placement> placement = blokus::placement_from_cells(added);
  if (!placement)
    return differs("cells of no piece",
                   fmt::format("the cells added ({}) are {}", names_of(added), no_piece(added)));
  right("board.difference");
  return Placed{*placement, number_of(blokus::tile_of(placement->orientation))};
}

/// A program that lays the steps of the log anew, and reads one of the other's wrongly, moves that piece.
void Reading::read_others_pieces() {
  const char theirs = other_colour(asked_.colour);
  std::vector<Square> gone;
  std::vector<Square> added;
  for (const Square& cell : changed_cells()) {
    if (board_before_.at(cell.y, cell.x) == theirs) gone.push_back(cell);
    if (board_.value->at(cell.y, cell.x) == theirs) added.push_back(cell);
  }
  if (gone.empty() || added.empty()) return;
  Irregularity& moved = wrong("opponent.codes", "", misread_move,
                              fmt::format("{}: a piece of the other was moved, from {} to {}.",
                                          asked_.board_path, names_of(gone), names_of(added)));
  moved.squares = places_of(added);
  moved.on_the_board = true;
}

/// The form of the file, and that all that stood there still does.
bool Reading::left_is_well_formed() {
  const auto malformed = [&](const std::string& what) {
    wrong("left.format", left_format_error, "malformed left patterns",
          fmt::format("{}: {}.", asked_.left_path, what));
    return false;
  };
  if (!left_.value) return malformed(left_.why);
  const LeftPattern& after = *left_.value;
  if (after.header != left_before_.header) {
    return malformed(fmt::format("line 1 was {} and is {} now; allowed is to append a row",
                                 quoted(to_bytes(left_before_.header)), quoted(to_bytes(after.header))));
  }
  for (std::size_t row = 0; row < left_before_.rows.size(); ++row) {
    if (row < after.rows.size() && after.rows[row] == left_before_.rows[row]) continue;
    return malformed(fmt::format("line {} was {} and is {} now; allowed is to append a row", row + 2,
                                 write_row(left_before_.rows[row]),
                                 row < after.rows.size() ? write_row(after.rows[row]) : "gone"));
  }
  right("left.format");
  return true;
}

void Reading::read_final_newline() {
  if (!left_.value->final_newline) {
    right("left.newline");
    return;
  }
  wrong("left.newline", left_format_error, newline_added,
        fmt::format("{}: line {} ends with a line feed; the contest's file ends without one.",
                    asked_.left_path, left_.value->rows.size() + 1),
        false);
}

/// The number of the one piece that the one new row says was placed.
std::optional<int> Reading::read_left_difference() {
  const auto differs = [&](const std::string& what) {
    wrong("left.difference", left_difference_error, "wrong change of the left patterns",
          fmt::format("{}: {}.", asked_.left_path, what));
    return std::nullopt;
  };
  const LeftPattern& after = *left_.value;
  const std::size_t rows = after.rows.size() - left_before_.rows.size();
  if (rows != 1) {
    return differs(
        fmt::format("{} rows were appended, allowed is one", rows == 0 ? "no" : std::to_string(rows)));
  }
  const std::size_t line = after.rows.size() + 1;
  std::vector<int> turned;
  for (std::size_t i = 0; i < pieces; ++i) {
    const bool was = left_before_.rows.back()[i];
    const bool is = after.rows.back()[i];
    if (was && !is) turned.push_back(static_cast<int>(i) + 1);
    if (was || !is) continue;
    return differs(fmt::format("line {}: entry {} was 0 and is 1 now; an entry may only change from 1 to 0",
                               line, i + 1));
  }
  if (turned.size() != 1) {
    return differs(fmt::format("line {}: {} entries became 0{}; exactly one must", line,
                               turned.empty() ? "no" : std::to_string(turned.size()),
                               turned.empty() ? "" : fmt::format(" ({})", fmt::join(turned, ", "))));
  }
  right("left.difference");
  return turned.front();
}

void Reading::read_agreement(const Placed& placed, int turned) {
  if (turned == placed.number) {
    right("left.agrees");
    return;
  }
  Irregularity& disagrees =
      wrong("left.agrees", left_difference_error, "another piece than the one placed",
            fmt::format("{}, line {}: entry {} was turned 0, but the piece that was placed is number {}.",
                        asked_.left_path, left_.value->rows.size() + 1, turned, placed.number));
  disagrees.squares = places_of(blokus::cells_of(placed.placement));
  disagrees.on_the_board = true;
}

}  // namespace

FileAnswer read_answer(const Asked& asked, const FileOutcome& outcome, Unchanged unchanged) {
  return Reading(asked, outcome, unchanged).read();
}

}  // namespace rig::protocol::course_text
