#include "games/blokus/players/course/course_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/contests/course/course.hpp"
#include "games/blokus/contests/course/course_files.hpp"
#include "games/blokus/players/blokus_player.hpp"
#include "games/blokus/players/course/course_faults.hpp"
#include "games/blokus/players/illegal_placements.hpp"
#include "rig/base/errors.hpp"

namespace rig::player {

namespace {

using namespace std::chrono_literals;
using namespace protocol::course_text;
using blokus::Placement;
using blokus::Position;
using blokus::Square;
using blokus::TileSet;

constexpr int placed_status = 0;
constexpr int pass_status = 1;

int number_of_colour(char colour) {
  return colour == red ? 0 : 1;
}

Position empty_board() {
  const auto game = protocol::new_course_game();
  return dynamic_cast<const protocol::BlokusRuling&>(*game).position();
}

void give_turn_to(char colour, Position& position) {
  if (position.to_move() != number_of_colour(colour)) position.pass();
}

/// The same board as a position of the Blokus engine, `colour` to move. Pieces of one colour never touch by
/// their sides, so what hangs together is one piece. Nothing: some of it is none.
std::optional<Position> position_of(const Board& board, char colour) {
  Position position = empty_board();
  for (const char owner : {red, blue}) {
    for (const std::vector<Square>& piece : islands(cells_with(owner, board))) {
      const std::optional<Placement> placement = blokus::placement_from_cells(piece);
      if (!placement) return std::nullopt;
      give_turn_to(owner, position);
      if (!position.tiles_left(position.to_move()).contains(blokus::tile_of(placement->orientation)))
        return std::nullopt;
      position.play(*placement);
    }
  }
  give_turn_to(colour, position);
  return position;
}

Board board_of(const Position& position) {
  Board board;
  for (int row = 1; row <= size; ++row) {
    for (int column = 1; column <= size; ++column) {
      const std::optional<int> owner = position.owner_at(column, row);
      if (owner) board.set(row, column, *owner == 0 ? red : blue);
    }
  }
  return board;
}

TileSet tiles_of(const PiecesLeft& left) {
  TileSet tiles;
  for (int number = 1; number <= pieces; ++number) {
    if (left[static_cast<std::size_t>(number) - 1]) tiles.add(protocol::course_text::tile_of(number));
  }
  return tiles;
}

/// What the program reads before it thinks.
struct View {
  char colour = red;
  std::string board_path;
  std::string left_path;
  std::string log_path;
  std::string board_text;
  std::string left_text;
  std::string log_text;
  LeftPattern left;
  std::vector<LoggedStep> log;
  Position position = empty_board();  ///< as it believes it to be, itself to move

  /// Its turn in the game, from 1: each one before has left a row.
  int turn() const { return static_cast<int>(left.rows.size()); }
  bool has_passed() const { return has_passed(colour); }
  bool other_has_passed() const { return has_passed(other_colour(colour)); }

 private:
  bool has_passed(char whose) const {
    return std::any_of(log.begin(), log.end(), [&](const LoggedStep& step) {
      return step.colour == whose && is_pass(step.move.text);
    });
  }
};

/// What it wants to do.
struct Turn {
  std::vector<Square> cells;  ///< empty: it passes
  char letter = red;          ///< of these cells
  std::vector<int> numbers;   ///< entries of its row to turn 0
};

class CourseDevice final : public FileDevice {
 public:
  explicit CourseDevice(const CourseDeviceOptions& options)
      : slip_(slip_named(course_device_faults(), options.fault)), think_(options.think) {}

  void new_game() override {}

  void write_protected(const std::set<std::string>& names) override { protected_ = names; }

  Run act(const Files& files, const std::vector<std::string>& arguments) override {
    if (does("never-ends")) return {};
    Run run;
    run.ends = thinking_time();
    if (does("fills-disk")) {
      run.killed_by = "signal 25 (SIGXFSZ)";
      return run;
    }
    if (paths_are_damaged(arguments)) {
      run.killed_by = "signal 11 (SIGSEGV)";
      return run;
    }
    std::string trouble;
    const std::optional<View> view = look(files, arguments, trouble);
    run.standard_error = trouble;
    if (view && does("slows-down")) run.ends = view->turn() * 600ms;
    const bool log_is_shut = does("opens-log-to-write") && view && protected_.contains(view->log_path);
    const bool trips = view && does("trips-over-pass") && view->other_has_passed();
    if (log_is_shut || trips || (view && meets_another_spelling(*view))) {
      run.killed_by = "signal 11 (SIGSEGV)";
      return run;
    }
    const Turn turn = view ? decide(*view) : Turn{};
    run.exit_status = turn.cells.empty() ? pass_status : placed_status;
    if (does("status-inverted")) run.exit_status = pass_status - run.exit_status;
    if (view) write(*view, turn, run);
    if (does("leaves-child")) run.leaves_running = 1;
    if (does("crashes-after-writing") && !turn.cells.empty()) run.killed_by = "signal 11 (SIGSEGV)";
    return run;
  }

 private:
  /// Whether that is what it does wrong, whenever it does.
  bool does(std::string_view what) const { return slip_.does() == what; }
  /// Whether it does so in this turn.
  bool does(std::string_view what, const View& view) const { return slip_.is(what, {view.turn()}); }

  Duration thinking_time() const { return does("take") ? slip_.time() : think_; }

  /// Whether a path does not survive how the program keeps it.
  bool paths_are_damaged(const std::vector<std::string>& arguments) const {
    constexpr std::size_t room = 63;
    return std::any_of(arguments.begin(), arguments.end(), [&](const std::string& path) {
      if (does("splits-paths")) return path.find(' ') != std::string::npos;
      return does("short-paths") && path.size() > room;
    });
  }

  /// Whether a word is not spelled as the program knows it.
  bool meets_another_spelling(const View& view) const {
    const auto logged = [&](std::string_view word) {
      return std::any_of(view.log.begin(), view.log.end(),
                         [&](const LoggedStep& step) { return step.move.text == word; });
    };
    const char first = view.left.header.front();
    if (does("platform-spelling-only")) return first == 'P' || logged(pass);
    if (does("text-pass-only")) return logged(platforms_pass);
    return does("text-spelling-only") && (first == 'p' || logged(platforms_pass));
  }

  // reading

  std::optional<View> look(const Files& files, const std::vector<std::string>& arguments,
                           std::string& trouble) const {
    constexpr std::size_t words = 4;
    const bool colour = arguments.size() == words && (arguments[0] == "Red" || arguments[0] == "Blue");
    if (!colour) {
      trouble = "usage: Red|Blue BOARD LEFTPATTERN STEPLOG\n";
      return std::nullopt;
    }
    View view;
    view.colour = arguments[0] == "Red" ? red : blue;
    view.board_path = arguments[1];
    view.left_path = arguments[2];
    view.log_path = arguments[3];
    const auto text = [&](const std::string& path) {
      const auto found = files.find(path);
      return found == files.end() ? std::string() : found->second;
    };
    const ReadAs<Board> board = read_board(text(view.board_path));
    const ReadAs<LeftPattern> left = read_left_pattern(text(view.left_path));
    view.board_text = text(view.board_path);
    view.left_text = text(view.left_path);
    view.log_text = text(view.log_path);
    view.log = read_step_log(view.log_text).value.value_or(std::vector<LoggedStep>{});
    if (!board.value) trouble += view.board_path + ": " + board.why + "\n";
    if (!left.value) trouble += view.left_path + ": " + left.why + "\n";
    if (!board.value || !left.value || misses_last_line(text(view.board_path))) return std::nullopt;
    view.left = *left.value;
    const std::optional<Position> position =
        believes_the_log() ? position_by_log(view) : position_of(*board.value, view.colour);
    if (!position) {
      trouble += view.board_path + ": holds what is no piece\n";
      return std::nullopt;
    }
    view.position = *position;
    return view;
  }

  bool misses_last_line(const std::string& board) const {
    return (does("needs-newline") && !board.ends_with('\n')) ||
           (does("fails-with-newline") && board.ends_with('\n'));
  }

  bool believes_the_log() const {
    return does("flips-after-rotation") || does("turns-the-wrong-way") || does("first-cell-as-corner");
  }

  /// A step as a program with a defect in its tables takes it.
  Placement as_understood(const Step& step) const {
    Pattern pattern = step.pattern;
    const bool wrong_way = does("turns-the-wrong-way");
    const bool flips_last = does("flips-after-rotation") && pattern.flipped;
    if (wrong_way || flips_last)
      pattern.turns = (4 - pattern.turns) % 4;  // to turn first is to turn back later
    Placement placement = blokus::placement_of(code_of(Step{pattern, step.row, step.column}));
    if (does("first-cell-as-corner")) placement.x = static_cast<std::int8_t>(step.column);
    return placement;
  }

  /// What finds no room on its board is left out.
  std::optional<Position> position_by_log(const View& view) const {
    Position position = empty_board();
    for (const LoggedStep& logged : view.log) {
      const std::optional<Step> step = parse_step(logged.move.text);
      if (!step) continue;
      const Placement placement = as_understood(*step);
      give_turn_to(logged.colour, position);
      const bool left =
          position.tiles_left(position.to_move()).contains(blokus::tile_of(placement.orientation));
      if (left && on_free_squares(placement, position)) position.play(placement);
    }
    give_turn_to(view.colour, position);
    return position;
  }

  // deciding

  Turn decide(const View& view) const {
    if (does("last-step-misread")) return turn_by_the_last_step(view);
    if (passes_of_its_own(view)) return {};
    if (const std::optional<Turn> wrong = wrong_placement(view)) return *wrong;
    const std::optional<Placement> placement = choose(view);
    if (!placement) return stuck(view);
    Turn turn = turn_with(*placement, view.colour);
    if (does("two-pieces")) add_another(view, *placement, turn);
    if (does("entry-18-as-17") && turn.numbers[0] == 18) turn.numbers = {17};
    return turn;
  }

  bool passes_of_its_own(const View& view) const {
    constexpr int fourth = 4;
    if (does("places-after-passing")) return view.turn() == fourth && !view.has_passed();
    return view.has_passed() || does("pass", view);
  }

  static Turn turn_with(const Placement& placement, char letter) {
    const blokus::Cells cells = blokus::cells_of(placement);
    return {{cells.begin(), cells.end()}, letter, {number_of(blokus::tile_of(placement.orientation))}};
  }

  /// By the engine's own play where the file of its pieces left and the board agree; else the largest piece
  /// that both still have.
  std::optional<Placement> choose(const View& view) const {
    const TileSet allowed = tiles_of(view.left.rows.back());
    const TileSet by_board = view.position.tiles_left(view.position.to_move());
    if (does("entry-18-as-17")) {
      const auto piece_18 = protocol::course_text::tile_of(18);
      const std::optional<Placement> early =
          largest_of(view, [&](blokus::Tile tile) { return tile == piece_18; });
      if (early) return early;
    }
    if (allowed == by_board) return choose_placement(view.position);
    return largest_of(view, [&](blokus::Tile tile) { return allowed.contains(tile); });
  }

  template <typename Wanted>
  static std::optional<Placement> largest_of(const View& view, const Wanted& wanted) {
    std::optional<Placement> best;
    const auto cells = [](const Placement& placement) {
      return blokus::tile_size(blokus::tile_of(placement.orientation));
    };
    view.position.for_each_placement([&](const Placement& placement) {
      if (!wanted(blokus::tile_of(placement.orientation))) return;
      if (!best || cells(placement) > cells(*best)) best = placement;
    });
    return best;
  }

  /// No placement is legal.
  Turn stuck(const View& view) const {
    if (!does("places-when-stuck")) return {};
    std::optional<Placement> wrong = placement_breaking(view.position, blokus::Broken::corner);
    if (!wrong) wrong = placement_breaking(view.position, blokus::Broken::edge);
    return wrong ? turn_with(*wrong, view.colour) : Turn{};
  }

  void add_another(const View& view, const Placement& first, Turn& turn) const {
    Position after = view.position.after(first);
    give_turn_to(view.colour, after);
    const std::optional<Placement> second = choose_placement(after);
    if (!second) return;
    const Turn more = turn_with(*second, view.colour);
    turn.cells.insert(turn.cells.end(), more.cells.begin(), more.cells.end());
    turn.numbers.push_back(more.numbers[0]);
  }

  /// Only whole lines count; whoever did not play the last of them is to move.
  static Turn turn_by_the_last_step(const View& view) {
    const std::size_t end = view.log_text.rfind('\n');
    const std::string seen = end == std::string::npos ? std::string() : view.log_text.substr(0, end);
    const auto steps = read_step_log(seen).value;
    const char colour = !steps || steps->empty() ? red : other_colour(steps->back().colour);
    Position position = view.position;
    give_turn_to(colour, position);
    const std::optional<Placement> placement = choose_placement(position);
    return placement ? turn_with(*placement, colour) : Turn{};
  }

  /// A placement that breaks one rule, where the defect is one of placing and the turn is that of the defect.
  std::optional<Turn> wrong_placement(const View& view) const {
    std::optional<Placement> wrong;
    if (does("wrap-around", view)) return over_the_edge(view);
    if (does("repeat-piece", view)) wrong = placement_once_more(view.position);
    if (does("cover-other", view)) wrong = placement_over_the_other(view.position);
    const std::optional<blokus::Broken> rule = rule_broken_by(slip_.does());
    if (rule && does(slip_.does(), view)) wrong = placement_breaking(view.position, *rule);
    if (!wrong) return std::nullopt;
    Turn turn = turn_with(*wrong, view.colour);
    if (does("repeat-piece")) turn.numbers.clear();  // its entry is 0 already
    return turn;
  }

  static std::optional<Turn> over_the_edge(const View& view) {
    const std::optional<Placement> over = placement_over_the_edge(view.position);
    if (!over) return std::nullopt;
    Turn turn = turn_with(*over, view.colour);
    turn.cells = wrapped(*over, size);
    return turn;
  }

  // writing

  void write(const View& view, const Turn& turn, Run& run) const {
    if (does("forges-others-left")) put(run, others_path(view), nothing_left());
    if (turn.cells.empty()) {
      if (does("pass-rewrites"))
        put(run, view.board_path, write_board(board_of(view.position), !view.board_text.ends_with('\n')));
      if (does("pass-writes"))
        put(run, view.left_path, view.left_text + "\n" + write_row(view.left.rows.back()));
      return;
    }
    const bool own_files = does("ignores-paths");
    const std::string left_name = fmt::format("LeftPattern_{}.txt", name_of(view.colour));
    if (does("removes-board")) {
      run.writes.push_back({thinking_time(), view.board_path, std::nullopt});
    } else if (!does("row-without-board"))
      put(run, own_files ? "BlokusBoard.txt" : view.board_path, board_text(view, turn));
    if (!does("board-without-row")) put(run, own_files ? left_name : view.left_path, left_text(view, turn));
    if (does("rewrites-log")) put(run, view.log_path, log_text(view, turn));
  }

  /// Where the other player's pieces left lie: beside its own.
  static std::string others_path(const View& view) {
    const std::string_view own = name_of(view.colour);
    std::string path = view.left_path;
    const std::size_t at = path.rfind(own);
    return at == std::string::npos ? path : path.replace(at, own.size(), name_of(other_colour(view.colour)));
  }

  static std::string nothing_left() {
    return write_left_pattern({"Player = E24980000", {all_pieces(), PiecesLeft{}}, false});
  }

  void put(Run& run, const std::string& path, const std::string& text) const {
    run.writes.push_back({thinking_time(), path, text});
  }

  /// With a line feed at the end, as programs write it that print line by line.
  std::string board_text(const View& view, const Turn& turn) const {
    Board board = board_of(view.position);
    for (const Square& cell : turn.cells) board.set(cell.y, cell.x, turn.letter);
    std::string text = write_board(board, true);
    if (!does("crlf-board")) return text;
    std::string with_returns;
    for (const char letter : text)
      with_returns += letter == '\n' ? std::string("\r\n") : std::string(1, letter);
    return with_returns;
  }

  std::string left_text(const View& view, const Turn& turn) const {
    PiecesLeft left = view.left.rows.back();
    for (const int number : turn.numbers) left[static_cast<std::size_t>(number) - 1] = false;
    std::string row = write_row(left);
    if (does("twenty-entries")) row.erase(row.size() - 3, 2);
    if (does("truncates-left-pattern")) return "\n" + row;
    const std::string gap = view.left.final_newline ? "" : "\n";
    const std::string whole = view.left_text + gap + row + (does("left-newline") ? "\n" : "");
    return does("loses-header") ? whole.substr(whole.find('\n') + 1) : whole;
  }

  static std::string log_text(const View& view, const Turn& turn) {
    std::vector<LoggedStep> log = view.log;
    const std::optional<Placement> placement = blokus::placement_from_cells(turn.cells);
    log.push_back({view.colour, {placement ? to_string(step_of(blokus::first_code(*placement))) : ""}});
    return write_step_log(log);
  }

  Slip slip_;
  std::set<std::string> protected_;  // files that it may not write
  Duration think_;
};

}  // namespace

std::unique_ptr<FileDevice> new_course_device(const CourseDeviceOptions& options) {
  return std::make_unique<CourseDevice>(options);
}

}  // namespace rig::player
