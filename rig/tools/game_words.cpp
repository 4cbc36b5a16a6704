#include "rig/tools/game_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/contest/blokus/blokus_ruling.hpp"
#include "rig/contest/trax/trax_ruling.hpp"

namespace rig {

namespace {

using contest::Contest;
using contest::Result;
using contest::Ruling;

class BlokusWords final : public GameWords {
 public:
  std::string count(const Ruling& ruling) const override {
    const std::size_t codes = ruling.legal_moves().size();
    const auto& position = dynamic_cast<const contest::BlokusRuling&>(ruling).position();
    return fmt::format("placements {} codes {}", codes == 0 ? 0 : position.count_placements(), codes);
  }

  std::string effect(const Ruling&) const override { return {}; }

  std::string result(const Ruling& ruling) const override {
    const Result result = ruling.result();
    return fmt::format("result {} squares {} {} score {} {}", word_of(result.state), result.squares_left[0],
                       result.squares_left[1], result.score[0], result.score[1]);
  }

  std::string board(const Ruling& ruling) const override { return ruling.draw({}); }

  Afterwards afterwards() const override { return Afterwards::refused; }

  contest::BoardPicture after_last_move(const Ruling& ruling, const contest::Move& last) const override {
    return ruling.picture(ruling.is_pass(last) ? contest::Move{} : last);
  }

 private:
  static std::string_view word_of(Result::State state) {
    switch (state) {
      case Result::State::open: return "open";
      case Result::State::one_won: return "first";
      case Result::State::two_won: return "second";
      case Result::State::draw: return "draw";
    }
    return "?";
  }
};

class TraxWords final : public GameWords {
 public:
  std::string count(const Ruling& ruling) const override {
    return fmt::format("moves {}", ruling.legal_moves().size());
  }

  std::string effect(const Ruling& ruling) const override {
    std::string text;
    for (const trax::Laid& laid : position_of(ruling).last_turn()) {
      text += fmt::format("{}{}:{}", text.empty() ? "" : " ", to_string(laid.cell), edges(laid.tile));
    }
    return text;
  }

  std::string result(const Ruling& ruling) const override {
    std::string text = fmt::format("result {}", word_of(ruling.result().state));
    const trax::Result standing = position_of(ruling).result();
    if (standing.state == trax::Result::State::open) return text;  // it goes on, or was lost otherwise
    if (standing.by != trax::Result::By::path) return fmt::format("{} {}", text, word_of(standing.by));
    return fmt::format("{} path {} {}", text, standing.white_path, standing.red_path);
  }

  /// With the empty cells around the tiles where the ruling's view has room for all, else without them.
  std::string board(const Ruling& ruling) const override {
    const trax::Position& position = position_of(ruling);
    const contest::BoardPicture picture = ruling.picture({});
    const int around = position.ply() == 0 ? 1 : 2;
    const bool whole = std::cmp_equal(picture.columns.size(), position.width() + around) &&
                       std::cmp_equal(picture.rows.size(), position.height() + around);
    return whole ? drawn(picture) : draw(position);
  }

  Afterwards afterwards() const override { return Afterwards::judged; }

  /// Cells are named anew after a move that made the box grow: what was laid is looked up by its new name.
  contest::BoardPicture after_last_move(const Ruling& ruling, const contest::Move&) const override {
    contest::BoardPicture picture = ruling.picture({});
    for (const trax::Laid& laid : position_of(ruling).last_turn()) {
      const std::size_t column = place_of(picture.columns, trax::column_name(laid.cell.column));
      const std::size_t row = place_of(picture.rows, std::to_string(laid.cell.row));
      if (column < picture.columns.size() && row < picture.rows.size())
        picture.marks[row][column] = contest::BoardPicture::marked;
    }
    return picture;
  }

 private:
  /// Beyond the end: the picture does not show it.
  static std::size_t place_of(const std::vector<std::string>& names, const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  }

  static const trax::Position& position_of(const Ruling& ruling) {
    return dynamic_cast<const contest::TraxRuling&>(ruling).position();
  }

  static std::string_view word_of(Result::State state) {
    switch (state) {
      case Result::State::open: return "open";
      case Result::State::one_won: return "white";
      case Result::State::two_won: return "red";
      case Result::State::draw: return "draw";
    }
    return "?";
  }

  static std::string_view word_of(trax::Result::By by) {
    return by == trax::Result::By::loop_and_line ? "loop+line" : to_string(by);
  }
};

}  // namespace

const GameWords& words_of_game(const Contest& contest) {
  static const BlokusWords blokus;
  static const TraxWords trax;
  if (contest.game == "blokus") return blokus;
  if (contest.game == "trax") return trax;
  throw UsageError(fmt::format("The game of {} ({}) is unknown to this tool.", contest.name, contest.game));
}

}  // namespace rig
