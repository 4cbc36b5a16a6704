#include "rig/protocol/hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace rig::protocol {

namespace {

/// How a DUT might write what it means.
struct Mistake {
  const char* words;
  std::function<Move(const Ruling&, const Move&)> meant;  ///< what it means by a move that it has written
};

const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> known = {
      {"legal with rows and columns swapped",
       [](const Ruling& ruling, const Move& move) { return ruling.with_rows_and_columns_swapped(move); }},
      {"legal if counted one lower: does it count from 1, and the contest from 0, or one too many?",
       [](const Ruling& ruling, const Move& move) { return ruling.shifted(move, -1); }},
      {"legal if counted one higher: does it count from 0, and the contest from 1, or one too few?",
       [](const Ruling& ruling, const Move& move) { return ruling.shifted(move, 1); }},
  };
  return known;
}

/// Whether the whole game so far is legal when the DUT's moves are read so.
bool explains(const Mistake& mistake, const Contest& contest, const IllegalReply& wrong) {
  const auto ruling =
      contest.new_game(wrong.seat.moves_first ? wrong.seat : seat_opposite(contest, wrong.seat));
  const auto is_played = [&](const Move& move) {
    const bool of_the_dut = ruling->to_move() == wrong.seat.player && !ruling->is_pass(move);
    const Move meant = of_the_dut ? mistake.meant(*ruling, move) : move;
    if (meant.text.empty() || !ruling->judge(meant).legal) return false;
    ruling->play(meant);
    return true;
  };
  return std::all_of(wrong.moves.begin(), wrong.moves.end(), is_played) && is_played(wrong.reply);
}

}  // namespace

std::vector<std::string> hints_on(const Contest& contest, std::span<const IllegalReply> replies) {
  std::vector<std::string> hints;
  const bool enough = replies.size() > 1 || (replies.size() == 1 && replies.front().moves.empty());
  if (!enough) return hints;
  for (const Mistake& mistake : mistakes()) {
    const bool all = std::all_of(replies.begin(), replies.end(), [&](const IllegalReply& wrong) {
      return explains(mistake, contest, wrong);
    });
    if (!all) continue;
    const std::string which = replies.size() == 1
                                  ? std::string("this reply")
                                  : fmt::format("each illegal reply of this case ({})", replies.size());
    hints.push_back(fmt::format("{} would be {}", which, mistake.words));
  }
  return hints;
}

}  // namespace rig::protocol
