#include "games/trax/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "games/trax/contests/trax_ruling.hpp"

namespace rig::trax {

namespace {

using protocol::Ruling;

class TraxNotation final : public game::Notation {
 public:
  std::string effect(const Ruling& ruling) const override {
    std::string text;
    for (const trax::Laid& laid : position_of(ruling).last_turn()) {
      text += fmt::format("{}{}:{}", text.empty() ? "" : " ", to_string(laid.cell), edges(laid.tile));
    }
    return text;
  }

  std::string result(const Ruling& ruling) const override {
    std::string text = fmt::format("result {}", word_of(ruling.result().state, "white", "red"));
    const trax::Result standing = position_of(ruling).result();
    if (standing.state == trax::Result::State::open) return text;  // it goes on, or was lost otherwise
    if (standing.by != trax::Result::By::path) return fmt::format("{} {}", text, word_of_end(standing.by));
    return fmt::format("{} path {} {}", text, standing.white_path, standing.red_path);
  }

  /// With the empty cells around the tiles where the ruling's view has room for all, else without them.
  std::string board(const Ruling& ruling) const override {
    const trax::Position& position = position_of(ruling);
    const protocol::BoardPicture picture = ruling.picture({});
    const int around = position.ply() == 0 ? 1 : 2;
    const bool whole = std::cmp_equal(picture.columns.size(), position.width() + around) &&
                       std::cmp_equal(picture.rows.size(), position.height() + around);
    return whole ? drawn(picture) : draw(position);
  }

  Afterwards afterwards() const override { return Afterwards::judged; }

  /// Cells are named anew after a move that made the box grow: what was laid is looked up by its new name.
  protocol::BoardPicture after_last_move(const Ruling& ruling, const protocol::Move&) const override {
    protocol::BoardPicture picture = ruling.picture({});
    for (const trax::Laid& laid : position_of(ruling).last_turn()) {
      const std::size_t column = place_of(picture.columns, trax::column_name(laid.cell.column));
      const std::size_t row = place_of(picture.rows, std::to_string(laid.cell.row));
      if (column < picture.columns.size() && row < picture.rows.size())
        picture.marks[row][column] = protocol::BoardPicture::marked;
    }
    return picture;
  }

 private:
  /// Beyond the end: the picture does not show it.
  static std::size_t place_of(const std::vector<std::string>& names, const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  }

  static const trax::Position& position_of(const Ruling& ruling) {
    return dynamic_cast<const protocol::TraxRuling&>(ruling).position();
  }

  static std::string_view word_of_end(trax::Result::By by) {
    return by == trax::Result::By::loop_and_line ? "loop+line" : to_string(by);
  }
};

}  // namespace

std::shared_ptr<const game::Notation> notation() {
  return std::make_shared<TraxNotation>();
}

}  // namespace rig::trax
