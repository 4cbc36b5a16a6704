#include "games/blokus/players/illegal_placements.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace rig::player {

using blokus::Broken;
using blokus::Placement;
using blokus::Position;
using blokus::Square;

std::optional<Broken> rule_broken_by(std::string_view deed) {
  static const std::map<std::string_view, Broken> rules = {{"break-used", Broken::used},
                                                           {"break-occupied", Broken::occupied},
                                                           {"break-edge", Broken::edge},
                                                           {"break-corner", Broken::corner},
                                                           {"break-start", Broken::start}};
  const auto found = rules.find(deed);
  return found == rules.end() ? std::nullopt : std::optional(found->second);
}

bool lies_off(const Square& cell, const Position& position) {
  return cell.x < 1 || cell.y < 1 || cell.x > position.size() || cell.y > position.size();
}

bool on_free_squares(const Placement& placement, const Position& position) {
  const blokus::Cells cells = blokus::cells_of(placement);
  return std::all_of(cells.begin(), cells.end(), [&](const Square& cell) {
    return !lies_off(cell, position) && !position.owner_at(cell.x, cell.y);
  });
}

namespace {

/// The first placement, line by line, for which `wanted` holds; cells may lie off the board.
std::optional<Placement> first_that(const Position& position,
                                    const std::function<bool(const Placement&)>& wanted) {
  for (int y = 1; y <= position.size(); ++y) {
    for (int x = 1; x <= position.size(); ++x) {
      for (unsigned orientation = 0; orientation < blokus::orientation_count; ++orientation) {
        const Placement placement{static_cast<blokus::Orientation>(orientation), static_cast<std::int8_t>(x),
                                  static_cast<std::int8_t>(y)};
        if (wanted(placement)) return placement;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Placement> placement_breaking(const Position& position, Broken rule, Over over) {
  return first_that(position, [&](const Placement& placement) {
    if (position.judge(placement) != rule) return false;
    if (rule != Broken::occupied) return true;
    const blokus::Cells cells = blokus::cells_of(placement);
    const bool off =
        std::any_of(cells.begin(), cells.end(), [&](const Square& cell) { return lies_off(cell, position); });
    return off == (over == Over::the_edge);
  });
}

std::optional<Placement> placement_once_more(const Position& position) {
  const int own = position.to_move();
  return first_that(position, [&](const Placement& placement) {
    if (position.judge(placement) != Broken::used) return false;
    if (!on_free_squares(placement, position)) return false;
    const blokus::Cells cells = blokus::cells_of(placement);
    const bool corner = std::any_of(cells.begin(), cells.end(), [&](const Square& cell) {
      return position.owner_at(cell.x - 1, cell.y - 1) == own ||
             position.owner_at(cell.x + 1, cell.y - 1) == own ||
             position.owner_at(cell.x - 1, cell.y + 1) == own ||
             position.owner_at(cell.x + 1, cell.y + 1) == own;
    });
    return corner && position.contacts(cells, own) == 0;
  });
}

std::optional<Placement> placement_over_the_other(const Position& position) {
  const int own = position.to_move();
  return first_that(position, [&](const Placement& placement) {
    if (position.judge(placement) != Broken::occupied) return false;
    const blokus::Cells cells = blokus::cells_of(placement);
    const bool on_board = std::none_of(cells.begin(), cells.end(),
                                       [&](const Square& cell) { return lies_off(cell, position); });
    const auto owned = [&](int colour) {
      return std::any_of(cells.begin(), cells.end(),
                         [&](const Square& cell) { return position.owner_at(cell.x, cell.y) == colour; });
    };
    return on_board && owned(1 - own) && !owned(own);
  });
}

std::optional<Placement> placement_over_the_edge(const Position& position) {
  return first_that(position, [&](const Placement& placement) {
    if (!position.tiles_left(position.to_move()).contains(blokus::tile_of(placement.orientation)))
      return false;
    const blokus::Cells cells = blokus::cells_of(placement);
    const bool beyond =
        std::any_of(cells.begin(), cells.end(), [&](const Square& cell) { return cell.x > position.size(); });
    const std::vector<Square> kept = wrapped(placement, position.size());
    return beyond && std::all_of(kept.begin(), kept.end(), [&](const Square& cell) {
             return !lies_off(cell, position) && !position.owner_at(cell.x, cell.y);
           });
  });
}

std::vector<Square> wrapped(const Placement& placement, int size) {
  std::vector<Square> cells;
  for (const Square& cell : blokus::cells_of(placement))
    cells.push_back(cell.x > size ? Square{cell.x - size, cell.y + 1} : cell);
  return cells;
}

}  // namespace rig::player
