#pragma once
/// What the tests of `course` share: its page, and a game's files as its host lays them and a good program
/// leaves them.

#include <cstddef>
#include <memory>
#include <string>

#include "games/blokus/contests/course/course_files.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::protocol {

inline const Contest& page() {
  return find_contest("course");
}

inline const std::string opening = "pattern19() ^ 5-5";
inline const std::string first_row = "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]";

struct Table {
  explicit Table(const FileStyle& style = {}, std::size_t seat = 0, const Contest& contest = page())
      : files(contest.dialect->files()->new_game(contest.seats[seat], style)) {}

  FileRequest begin() { return files->ask({RequestKind::first, "Red", {}}); }
  FileRequest answer(const std::string& opponents) {
    return files->ask({RequestKind::move, "", {{opponents}}});
  }

  std::unique_ptr<GameFiles> files;
};

inline FileOutcome left_as_asked(const FileRequest& request, int status) {
  FileOutcome outcome;
  outcome.files = request.files;
  outcome.exit_status = status;
  return outcome;
}

/// What a good program leaves that places `step`.
inline FileOutcome placed(const FileRequest& request, const std::string& step, int status = 0) {
  const auto file = [&](std::size_t argument) { return request.arguments[argument].substr(3); };
  const course_text::Step wanted = course_text::parse_step(step).value();
  FileOutcome outcome = left_as_asked(request, status);
  std::string& board = outcome.files[file(1)];
  auto cells = course_text::read_board(board).value.value();
  for (const auto& cell : blokus::cells_of(blokus::placement_of(course_text::code_of(wanted))))
    cells.set(cell.y, cell.x, request.arguments[0][0]);
  board = course_text::write_board(cells, true);
  std::string& left = outcome.files[file(2)];
  course_text::PiecesLeft row = course_text::read_left_pattern(left).value->rows.back();
  row[static_cast<std::size_t>(wanted.pattern.number) - 1] = false;
  left += "\n" + course_text::write_row(row);
  return outcome;
}

}  // namespace rig::protocol
