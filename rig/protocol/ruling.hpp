#pragma once
/// A ruling: a contest's rules over an oracle, in the contest's own notation. Who may do what, and who has
/// won. Pure; knows no wire and no clock.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rig/base/random.hpp"
#include "rig/protocol/dialect.hpp"
#include "rig/protocol/exposure.hpp"
#include "rig/protocol/picture.hpp"

namespace rig::protocol {

/// The two players as the contest numbers them: who owns a square, or a colour.
/// Not who moves first.
enum class Player { one, two };

constexpr Player other(Player player) {
  return player == Player::one ? Player::two : Player::one;
}

/// How the kind of what a player overlooked ends: `forced overlooked`.
inline constexpr const char* overlooked_kind = " overlooked";

/// Whether a move may be played and, if not, the first rule that it breaks.
struct Judgement {
  bool legal = true;
  std::string rule;         ///< the contest's word for the broken rule: `used`, `occupied`, `edge`, …
  std::string explanation;  ///< one sentence for people: which tile, which square, what is wrong
  /// What kind of wrong it is, in words that hold for every such move and in every contest: `occupied
  /// square`.
  std::string kind{};
  /// What of the opponent's last move the player seems to have overlooked. Nothing where that is not known.
  struct Overlooked {
    std::string feature;      ///< a word of `Ruling::features`: `forced`
    std::string explanation;  ///< what shows it: that the square was filled by a forced tile
  };
  std::optional<Overlooked> overlooked{};
};

struct Result {
  enum class State { open, one_won, two_won, draw };
  State state = State::open;
  std::array<int, 2>
      squares_left{};          ///< where tiles are placed: squares of those that were not, player one and two
  std::array<int, 2> score{};  ///< by the contest's count, bonus included
  std::string why;             ///< `both passed`, `player 2 broke a rule: corner`
};

class Ruling {
 public:
  virtual ~Ruling() = default;

  virtual Player to_move() const = 0;
  /// Every legal move in the contest's notation, sorted, synonyms included (but not those that only name the
  /// parts of a move in another order); empty when the player must pass or the game is over.
  virtual std::vector<Move> legal_moves() const = 0;
  /// One of the legal moves, each as likely. There is one. A game with many of them draws it without listing
  /// them.
  virtual Move any_legal_move(Random& random) const {
    const std::vector<Move> legal = legal_moves();
    return legal[random.below(static_cast<std::uint32_t>(legal.size()))];
  }
  virtual bool must_pass() const = 0;
  /// The pass in this contest's notation; empty where there is none.
  virtual Move pass() const = 0;
  bool is_pass(const Move& move) const { return !move.text.empty() && move == pass(); }
  virtual Judgement judge(const Move& move) const = 0;
  /// How many rules an illegal move breaks: 1 where `judge` names the only one, so that who overlooks that
  /// one must take the move. By default 1.
  virtual int rules_broken(const Move& move) const {
    static_cast<void>(move);
    return 1;
  }
  /// The rules that a legal move for the player to move keeps, in the words of `Judgement::rule`.
  virtual std::vector<std::string> rules() const = 0;
  /// What there is about a legal move that cases look for, in words of the contest's game: `edge` (it touches
  /// the other colour edge to edge), `last-tile`, `bonus`. Nothing, by default.
  virtual std::vector<std::string> features(const Move& move) const {
    static_cast<void>(move);
    return {};
  }
  /// What of the contest's notation the move uses, for counting which of all there is were sent: `a7`, tile
  /// and rotation. Empty: nothing is counted.
  virtual std::string code_of(const Move& move) const {
    static_cast<void>(move);
    return {};
  }
  /// The codes of a move that has several, as one that lays two stones; by default that of `code_of`, if any.
  virtual std::vector<std::string> codes_of(const Move& move) const {
    const std::string code = code_of(move);
    return code.empty() ? std::vector<std::string>() : std::vector{code};
  }
  /// The codes that the other player can no longer send in this game once this move is played. By default
  /// none.
  virtual std::vector<std::string> codes_closed_by(const Move& move) const {
    static_cast<void>(move);
    return {};
  }
  /// For the player to move: one for each code of the opponent's moves, in the order of play. Left
  /// out is an opening that it was not told in its turn. None when the game is over, where the player has
  /// passed for good, and where the contest has no codes.
  virtual std::vector<Exposure> exposures() const { return {}; }
  /// The same move as a player would write it that takes rows for columns, or that counts both from another
  /// number: `by` more than the contest. Empty: the notation has no such move.
  virtual Move with_rows_and_columns_swapped(const Move& move) const {
    static_cast<void>(move);
    return {};
  }
  virtual Move shifted(const Move& move, int by) const {
    static_cast<void>(move), static_cast<void>(by);
    return {};
  }
  /// Plays for the player to move. An illegal move ends the game: its player loses at once.
  virtual void play(const Move& move) = 0;
  /// The player loses for a reason other than a move: no reply in time, a hang-up.
  virtual void forfeit(Player loser, const std::string& why) = 0;
  virtual Result result() const = 0;
  /// Plies played so far; the next is ply() + 1.
  virtual int ply() const = 0;
  /// How far the board reaches, where it grows with the game: columns and rows. Nothing where it is fixed.
  struct Extent {
    int columns = 0;
    int rows = 0;
  };
  virtual Extent extent() const { return {}; }
  /// The board now; a legal or illegal `marked` move shown on it where it can be.
  virtual BoardPicture picture(const Move& marked) const = 0;
  /// The same as text.
  std::string draw(const Move& marked) const { return drawn(picture(marked)); }
  virtual std::unique_ptr<Ruling> clone() const = 0;
};

}  // namespace rig::protocol
