#include "rig/tools/play/words.hpp"

#include <fmt/format.h>

#include <array>

namespace rig::play {

std::string words_on_the_end(const arbiter::GameReport& game, protocol::Player person,
                             const std::string& board) {
  using State = protocol::Result::State;
  const State state = game.result.state;
  const bool person_won = state == (person == protocol::Player::one ? State::one_won : State::two_won);
  const std::string who = state == State::draw || state == State::open
                              ? (state == State::draw ? "a draw" : "no result")
                              : (person_won ? "you won" : board + " won");
  std::string text = fmt::format("The game is over: {}, {}", who, arbiter::ending_of(game));
  if (game.result.score != std::array<int, 2>{}) {
    const std::size_t own = arbiter::index_of(person);
    text += fmt::format(", score {} : {}", game.result.score[own], game.result.score[1 - own]);
  }
  if (game.loss) text += ": " + game.loss->breach.words;
  if (game.no_result) text += ": " + game.no_result->note.words;
  return text;
}

}  // namespace rig::play
