/// Connect6: games that end where random play seldom ends them.

#include <algorithm>
#include <string>
#include <vector>

#include "../icfpt2011.hpp"
#include "conformance/suite/suite.hpp"

using namespace conformance;

namespace {

bool has(const std::vector<std::string>& features, const std::string& one) {
  return std::find(features.begin(), features.end(), one) != features.end();
}

/// A game in every seat that the opponent should end in this way: after its end the board is silent.
class EndCase : public Case {
 protected:
  void play_to_the_end(Aspect aspect, const std::string& opponent_name, const std::string& feature) {
    constexpr int tries = 6;
    int games = 0;
    const auto other = opponent(opponent_name);
    for (const rig::protocol::Seat& seat : contest().seats) {
      for (int i = 0; i < tries; ++i, ++games) {
        if (!greet()) return;
        const GameReport game = play(seat, *other);
        if (!game.sound) return;
        const bool came_to_it = has(game.untold_features, feature) || game.features.contains(feature);
        if (game.finished && came_to_it) {
          conclude(aspect, expect_silence("silence.unasked", deadline_of(rig::protocol::asks_after({}))),
                   "it was not silent after the end of the game");
        }
        end_match();
        if (came_to_it) break;
      }
    }
    not_reached(aspect, games);
  }
};

}  // namespace

// "Dark or light wins, in the middle of a turn too": the host stops at once, whoever laid the stone.
CONFORMANCE_CASE_OF(EndCase, WholeGame, EndedByAFirstStone,
                    "is silent after a game that the first stone of a turn has ended",
                    Checks{.subject = connect6::ends_by_first_stone,
                           .also = {"silence.unasked", "game.whole", connect6::number_of_stones,
                                    "move.occupied"},
                           .exchanges = 60}) {
  play_to_the_end(connect6::ends_by_first_stone, "wins-by-first", "first-stone");
}

// Six or more: seven are six as well.
CONFORMANCE_CASE_OF(EndCase, WholeGame, EndedByALongRow,
                    "is silent after a game that seven in a row have ended",
                    Checks{.subject = connect6::ends_by_long_row,
                           .also = {"silence.unasked", "game.whole"},
                           .exchanges = 60}) {
  play_to_the_end(connect6::ends_by_long_row, "long-rows", "long-row");
}

// 361 = 1 + 2 x 180: the last turn is whole, and the game is a tie.
CONFORMANCE_CASE_OF(EndCase, WholeGame, UntilTheBoardIsFull, "plays on until the board is full",
                    Checks{.subject = connect6::full_board,
                           .also = {"silence.unasked", "game.whole", "move.occupied", "move.deadline"},
                           .exchanges = 360}) {
  play_to_the_end(connect6::full_board, "fills-board", "full-board");
}

// Row and column 01 and 19 are on the board.
CONFORMANCE_CASE(WholeGame, AlongTheBorder, "plays on among stones on the edges and in the corners",
                 Checks{.subject = connect6::opponents_border,
                        .also = {"move.occupied", "move.range"},
                        .exchanges = 120}) {
  play_in_every_seat("border");
}
