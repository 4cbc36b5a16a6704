#include "games/trax/contests/aut_trax.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/trax/contests/trax_lines.hpp"
#include "rig/base/errors.hpp"

namespace rig::protocol {

namespace {

using namespace std::chrono_literals;

constexpr int smallest_board = 8;          // "8 <= n < infinity"
constexpr std::size_t longest_number = 9;  // digits that a host of this family may send

TraxGreeting greeting_by_size() {
  TraxGreeting greeting;
  greeting.label = "N";
  greeting.line = [](const Request& hello) { return hello.start; };
  greeting.read = [](std::string_view line) -> std::optional<Request> {
    const bool number = !line.empty() && line.size() <= longest_number &&
                        std::all_of(line.begin(), line.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!number) return std::nullopt;
    return Request{RequestKind::hello, std::string(line), {}};
  };
  greeting.by_size = true;
  greeting.lines_win = false;
  return greeting;
}

}  // namespace

Contest aut_trax(int board) {
  if (board != 0 && board < smallest_board)
    throw UsageError(fmt::format("aut-trax has no board of {}: allowed are 0 (no limit) and {} or more.",
                                 board, smallest_board));
  Contest contest;
  contest.name = "aut-trax";
  contest.title = "AUT FPGA challenge: Trax over RS-232";
  contest.baud = 9600;
  contest.board = board;
  contest.chooses_board = true;
  contest.with = [](const ContestSettings& chosen) { return aut_trax(chosen.board.value()); };
  contest.smallest_limit = smallest_board;
  contest.team = {.words = "\"R\"", .shortest = 0, .longest = 0, .exact = "R"};
  contest.hello = {RequestKind::hello, std::to_string(board), {}};
  contest.next_match = NextMatch::unspecified;  // the text knows one game, and no end of it
  return trax_contest(greeting_by_size(), contest, 10s);
}

}  // namespace rig::protocol
