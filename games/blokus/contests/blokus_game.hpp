#pragma once
/// What every contest over the Blokus oracle shares: whose turn it is, what is legal and why not, how a game
/// ends and how it is counted. A contest's own class adds its notation.

#include <optional>
#include <string>
#include <vector>

#include "games/blokus/contests/blokus_ruling.hpp"

namespace rig::protocol {

/// Where the contests' rules of one game differ.
struct BlokusTerms {
  enum class Pass {
    for_a_turn,       ///< who passed may place again when the turn comes back
    for_good,         ///< a colour that passed is never asked again; the game ends when all have passed
    again_and_again,  ///< the same, but it is asked in each of its turns, and must pass again
  };
  enum class FirstRound {
    must_place,  ///< a pass before every colour has had its first turn breaks the rule `pass`
    may_pass,
  };
  enum class Count {
    squares_left,  ///< minus the squares of tiles not placed; +15 for none left, +20 if the last had one
    squares_left_alone,  ///< minus the squares of tiles not placed
    cells,               ///< squares covered
    cells_and_bonus,     ///< squares covered, +15 for all of them, +20 if the last tile had one square
  };
  enum class Tie {
    draw,
    second,  ///< player two has won, where player one is always the first to move
  };
  Pass pass = Pass::for_a_turn;
  FirstRound first_round = FirstRound::must_place;
  Count count = Count::squares_left;  ///< more is better; with several colours a player, their sum
  Tie tie = Tie::draw;
};

class BlokusGame : public BlokusRuling {
 public:
  const blokus::Position& position() const override { return position_; }

  /// The code that this text stands for, on the board or off it; nothing for a text that is no move.
  virtual std::optional<blokus::Code> read(const Move& move) const = 0;
  using BlokusRuling::write;

  /// The player whose turn it really is: with `Pass::for_good`, never one that passed while the other plays.
  Player to_move() const override { return player_of(position_.to_move()); }
  /// Turns really taken; those of colours that passed permanently are not counted, though the oracle sees a
  /// pass for each of them.
  int ply() const override { return ply_; }
  std::vector<Move> legal_moves() const override;
  bool must_pass() const override;
  Judgement judge(const Move& move) const override;
  int rules_broken(const Move& move) const override;
  std::vector<std::string> rules() const override;
  std::vector<std::string> features(const Move& move) const override;
  Move with_rows_and_columns_swapped(const Move& move) const override;
  Move shifted(const Move& move, int by) const override;
  std::vector<Exposure> exposures() const override;
  void play(const Move& move) override;
  void forfeit(Player loser, const std::string& why) override;
  Result result() const override;
  BoardPicture picture(const Move& marked) const override;

 protected:
  /// `first`: the colour that moves first.
  BlokusGame(const blokus::Variant& variant, int first, const BlokusTerms& terms);

  /// Whether a text is the pass; more texts than pass() may be.
  virtual bool reads_as_pass(const Move& move) const { return is_pass(move); }
  /// One sentence without its full stop: why `read` takes this for no move.
  virtual std::string malformed(const Move& move) const = 0;
  /// Names as the contest has them; a coordinate may lie off the board.
  virtual std::string square_name(const blokus::Square& square) const = 0;
  virtual std::string column_name(int x) const = 0;
  virtual std::string row_name(int y) const = 0;
  virtual std::string tile_name(blokus::Tile tile) const = 0;  ///< `tile a`, `pattern19`, `piece 18`

  /// Who plays a colour: the players alternate.
  virtual Player player_of(int colour) const { return colour % 2 == 0 ? Player::one : Player::two; }
  /// The letter of a colour's squares in a picture.
  virtual char letter_of(int colour) const {
    return player_of(colour) == Player::one ? BoardPicture::one : BoardPicture::two;
  }
  /// Whether the game has ended by itself.
  virtual bool over() const;
  /// Why it has.
  virtual std::string ending() const;

  /// Ended, by itself or by a forfeit.
  bool finished() const { return loser_.has_value() || over(); }
  /// Whether a colour is out of the game because it passed once.
  bool passed_for_good(int colour) const { return ((passed_ >> colour) & 1U) != 0; }
  const BlokusTerms& terms() const { return terms_; }

 private:
  /// A turn of the oracle: a tile or a pass.
  struct Turn {
    std::optional<blokus::Code> code;
    Player by = Player::one;
    std::string name;  ///< `code_of` the move
  };

  static void take(const Turn& turn, blokus::Position& position);
  blokus::Position position_without(std::size_t turn) const;
  void take_turn(Turn turn);
  char letter_on(const blokus::Square& square) const;
  bool on_board(const blokus::Square& square) const;
  bool lies_on_board(const blokus::Code& code) const;
  void mark(const blokus::Cells& cells, BoardPicture& picture) const;
  void skip_those_who_passed();
  int score_of(int colour) const;
  Result::State winner(const Result& counted) const;
  Judgement judge_pass() const;
  std::string explain(blokus::Broken broken, const blokus::Code& code) const;
  std::string not_free(const blokus::Cells& cells, const std::string& tile) const;
  std::string edge_contact(const blokus::Cells& cells) const;
  std::string start_squares() const;

  blokus::Position start_;
  blokus::Position position_;
  std::vector<Turn> turns_;
  BlokusTerms terms_;
  int ply_ = 0;
  unsigned passed_ = 0;  // colours out of the game, a bit each
  std::optional<Player> loser_;
  std::string why_;
};

}  // namespace rig::protocol
