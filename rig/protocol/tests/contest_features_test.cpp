/// What the ruling of icfpt2014 tells of moves beside whether they are legal: what they touch, what they show
/// of how earlier ones were read, how else they could have been meant, and how the board looks with them.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/contests/duo_game.hpp"
#include "rig/base/random.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/protocol/tests/contest_fixtures.hpp"
#include "rig/tests/printers.hpp"

namespace rig::protocol {

namespace {

BOOST_AUTO_TEST_SUITE(ruling)

BOOST_AUTO_TEST_CASE(writes_a_placement_as_a_code_that_means_it) {
  Random random(3);
  const auto game = wander(random, 6);
  const auto& blokus = dynamic_cast<const BlokusRuling&>(*game);
  blokus.position().for_each_placement([&](const blokus::Placement& placement) {
    const Move move = blokus.write(placement);
    const auto read = blokus::parse_code(move.text);
    BOOST_TEST_REQUIRE(read.has_value(), move);
    BOOST_TEST((blokus::placement_of(*read) == placement), move);
  });
}

bool has(const std::vector<std::string>& features, const std::string& feature) {
  return std::find(features.begin(), features.end(), feature) != features.end();
}

BOOST_AUTO_TEST_CASE(sees_edge_contact_with_the_other_colour) {
  Random random(4);
  int with = 0;
  int without = 0;
  for (const int plies : {2, 5, 10, 17}) {
    const auto game = wander(random, plies);
    const blokus::Position& position = dynamic_cast<const BlokusRuling&>(*game).position();
    const int other = 1 - position.to_move();
    for (const Move& move : game->legal_moves()) {
      bool touches = false;
      for (const blokus::Square& cell :
           blokus::cells_of(blokus::placement_of(*blokus::parse_code(move.text)))) {
        touches = touches || position.owner_at(cell.x, cell.y - 1) == other ||
                  position.owner_at(cell.x, cell.y + 1) == other ||
                  position.owner_at(cell.x - 1, cell.y) == other ||
                  position.owner_at(cell.x + 1, cell.y) == other;
      }
      BOOST_TEST(has(game->features(move), "edge") == touches, move << " after " << plies << " plies");
      ++(touches ? with : without);
    }
  }
  BOOST_TEST(with > 100);
  BOOST_TEST(without > 100);
}

BOOST_AUTO_TEST_CASE(counts_each_side_against_the_other_colour) {
  const auto game = after("53e0");
  const blokus::Position& position = dynamic_cast<const BlokusRuling&>(*game).position();
  const auto contacts = [&](const char* code, int colour) {
    return position.contacts(blokus::cells_of(blokus::placement_of(*blokus::parse_code(code))), colour);
  };
  int squares = 0;
  int sides = 0;  // of what lies there: each is counted from the free square beside it
  for (int y = 1; y <= 14; ++y) {
    for (int x = 1; x <= 14; ++x) {
      squares += position.owner_at(x, y) == 0 ? 1 : 0;
      const std::string monomino = blokus::to_string(blokus::Code{x, y, blokus::Tile{0}, 0});
      BOOST_TEST(contacts(monomino.c_str(), 1) == 0);
      if (!position.owner_at(x, y)) sides += contacts(monomino.c_str(), 0);
    }
  }
  BOOST_TEST(squares == 4);
  BOOST_TEST(sides == 10);  // four in a row
}

BOOST_AUTO_TEST_CASE(tells_tile_and_rotation_of_a_move) {
  const auto game = after("53e0");
  BOOST_TEST(game->code_of({"a8c5"}) == "c5");
  BOOST_TEST(game->code_of({"0000"}).empty());
  BOOST_TEST(game->code_of({"a8c"}).empty());
  BOOST_TEST(game->code_of({"a8c55"}).empty());
}

using CellSet = std::set<std::pair<int, int>>;

CellSet cells_of(const std::string& code) {
  CellSet cells;
  for (const blokus::Square& cell : blokus::cells_of(blokus::placement_of(*blokus::parse_code(code))))
    cells.emplace(cell.x, cell.y);
  return cells;
}

/// The placements of the player to move that look legal to it if it takes the cells of `really` for free and
/// those of `read` for taken: each place is tried.
std::set<CellSet> look_legal(const blokus::Position& position, const CellSet& really, const CellSet& read) {
  const int own = position.to_move();
  const auto looks_free = [&](const blokus::Square& cell) {
    const bool on_board =
        cell.x >= 1 && cell.x <= position.size() && cell.y >= 1 && cell.y <= position.size();
    if (!on_board || read.contains({cell.x, cell.y})) return false;
    return !position.owner_at(cell.x, cell.y) || really.contains({cell.x, cell.y});
  };
  std::set<CellSet> found;
  for (int tile = 0; tile < blokus::tile_count; ++tile) {
    if (!position.tiles_left(own).contains(blokus::Tile(tile))) continue;
    for (int rotation = 0; rotation < blokus::rotation_count; ++rotation) {
      for (int x = 1; x <= position.size(); ++x) {
        for (int y = 1; y <= position.size(); ++y) {
          const blokus::Cells cells =
              blokus::cells_of(blokus::placement_of({x, y, blokus::Tile(tile), rotation}));
          if (!std::all_of(cells.begin(), cells.end(), looks_free)) continue;
          CellSet covered;
          const bool fits = position.contacts(cells, own) == 0;
          bool touches = false;
          for (const blokus::Square& cell : cells) {
            touches = touches || (position.first_tile_ahead(own) && position.starts(own).contains(cell));
            for (const int dx : {-1, 1}) {
              for (const int dy : {-1, 1})
                touches = touches || position.owner_at(cell.x + dx, cell.y + dy) == own;
            }
            covered.emplace(cell.x, cell.y);
          }
          if (fits && touches) found.insert(std::move(covered));
        }
      }
    }
  }
  return found;
}

/// What a tile can be taken for: nothing, and then itself in the seven other rotations, each other set once.
std::vector<CellSet> misreadings_of(const std::string& code) {
  std::vector<CellSet> found = {{}};
  for (const char rotation : {'0', '1', '2', '3', '4', '5', '6', '7'}) {
    const CellSet cells = cells_of(code.substr(0, 3) + rotation);
    if (cells != cells_of(code) && std::find(found.begin(), found.end(), cells) == found.end())
      found.push_back(cells);
  }
  return found;
}

// Random games to their ends, some of whose turns are looked at: also such in which the player must pass.
BOOST_AUTO_TEST_CASE(tells_how_much_a_move_will_show_of_how_each_earlier_one_was_read) {
  Random random(2026);
  double most_if_overlooked = 0;
  double most_if_turned = 0;
  bool shows_by_a_pass = false;
  for (const Seat& seat : page().seats) {
    const auto game = page().new_game(seat);
    const blokus::Position& position = dynamic_cast<const BlokusRuling&>(*game).position();
    std::map<Player, std::vector<std::string>> placed;
    while (game->result().state == Result::State::open) {
      const std::vector<Exposure> found = game->exposures();
      const std::vector<std::string>& theirs = placed[other(game->to_move())];
      BOOST_REQUIRE_EQUAL(found.size(), theirs.size());
      const bool looks = game->ply() % 9 == 0 || game->must_pass();
      const std::set<CellSet> legal = looks ? look_legal(position, {}, {}) : std::set<CellSet>();
      for (std::size_t i = 0; looks && i < found.size(); ++i) {
        BOOST_TEST(found[i].code == theirs[i].substr(2));
        const std::vector<CellSet> misreadings = misreadings_of(theirs[i]);
        BOOST_REQUIRE_EQUAL(found[i].shares.size(), misreadings.size());
        for (std::size_t j = 0; j < misreadings.size(); ++j) {
          const std::set<CellSet> looking_legal = look_legal(position, cells_of(theirs[i]), misreadings[j]);
          const auto wrong = std::count_if(looking_legal.begin(), looking_legal.end(),
                                           [&](const CellSet& one) { return !legal.contains(one); });
          const double share = found[i].shares[j];
          BOOST_TEST(share >= 0.0);
          BOOST_TEST(std::abs(share * static_cast<double>(looking_legal.size()) -
                              static_cast<double>(wrong)) < 1e-6);
          double& most = j == 0 ? most_if_overlooked : most_if_turned;
          most = std::max(most, share);
          shows_by_a_pass = shows_by_a_pass || (game->must_pass() && share == 1.0);
        }
      }
      const std::vector<Move> list = game->legal_moves();
      if (list.empty()) {
        game->play(game->pass());
        continue;
      }
      const Move& move = list[random.below(static_cast<std::uint32_t>(list.size()))];
      placed[game->to_move()].push_back(move.text);
      game->play(move);
    }
    BOOST_TEST(game->exposures().empty());
  }
  BOOST_TEST(most_if_overlooked > 0.1);
  BOOST_TEST(most_if_turned > 0.1);
  BOOST_TEST(shows_by_a_pass);
}

BOOST_AUTO_TEST_CASE(counts_no_pass_among_what_a_move_will_show_and_nothing_once_the_game_is_lost) {
  const auto game = page().new_game(page().seats.front());
  for (const char* move : {"55u0", "aau0", "0000"}) game->play({move});
  BOOST_TEST(game->exposures().size() == 1U);
  game->forfeit(Player::one, "");
  BOOST_TEST(game->exposures().empty());
}

BOOST_AUTO_TEST_CASE(leaves_an_opening_out_of_what_a_move_will_show_where_it_was_told_late) {
  const auto exposures_of_the_second = [](DuoTerms::SecondOpens opens) {
    const auto game = new_blokus_duo(Player::one, {.second_opens = opens});
    game->play({"55u0"});
    game->play({"aau0"});
    game->play(game->legal_moves().front());
    return game->exposures().size();
  };
  BOOST_TEST(exposures_of_the_second(DuoTerms::SecondOpens::told) == 2U);
  BOOST_TEST(exposures_of_the_second(DuoTerms::SecondOpens::blind) == 1U);
}

BOOST_AUTO_TEST_CASE(reads_a_move_otherwise_for_hints) {
  const auto game = after("");
  BOOST_TEST(game->with_rows_and_columns_swapped({"53e0"}).text == "35e0");
  BOOST_TEST(game->with_rows_and_columns_swapped({"zzzz"}).text.empty());
  BOOST_TEST(game->shifted({"53e0"}, 1).text == "64e0");
  BOOST_TEST(game->shifted({"53e0"}, -1).text == "42e0");
  for (const std::string corner : {"11e0", "18e0", "81e0"})
    BOOST_TEST(game->shifted({corner}, -1).text.empty(), corner);
  for (const std::string corner : {"eee0", "e8e0", "8ee0"})
    BOOST_TEST(game->shifted({corner}, 1).text.empty(), corner);
}

BOOST_AUTO_TEST_CASE(sees_nothing_in_a_move_that_is_not_legal) {
  const auto game = after("53e0 a8e0");
  BOOST_TEST(game->features({"zzzz"}).empty());
  BOOST_TEST(game->features({"0000"}).empty());
  BOOST_TEST(game->features({"a8a0"}).empty());  // on a square of the other's
  BOOST_TEST(game->features({"a7b0"}).empty());  // beside the other's, and at no corner of its own
}

BOOST_AUTO_TEST_CASE(sees_the_last_tile_and_the_bonus) {
  Random random(3);
  int last_tiles = 0;
  int bonuses = 0;
  for (int tries = 0; tries < 2000 && (bonuses == 0 || last_tiles == bonuses); ++tries) {
    auto game = after("53e0 a8e0");
    int placed = 1;
    while (game->result().state == Result::State::open) {
      std::vector<Move> legal = game->legal_moves();
      if (game->to_move() == Player::two || legal.empty()) {
        game->play(game->pass());
        continue;
      }
      const bool keeps_the_monomino = tries % 2 == 0;
      std::stable_partition(legal.begin(), legal.end(),
                            [&](const Move& move) { return (move.text[2] != 'a') == keeps_the_monomino; });
      const auto wanted = std::partition_point(legal.begin(), legal.end(), [&](const Move& move) {
        return (move.text[2] != 'a') == keeps_the_monomino;
      });
      const auto choices = static_cast<std::uint32_t>(wanted == legal.begin() ? legal.end() - legal.begin()
                                                                              : wanted - legal.begin());
      const Move move = legal[random.below(choices)];
      const std::vector<std::string> features = game->features(move);
      BOOST_TEST(has(features, "last-tile") == (placed == 20), move << " as tile " << placed + 1);
      BOOST_TEST(has(features, "bonus") == (placed == 20 && move.text[2] == 'a'), move);
      if (placed == 20 && move.text[2] == 'a') BOOST_TEST(game->result().score[0] == -1);  // no bonus yet
      last_tiles += placed == 20 ? 1 : 0;
      bonuses += placed == 20 && move.text[2] == 'a' ? 1 : 0;
      game->play(move);
      ++placed;
    }
  }
  BOOST_TEST(bonuses > 0);
  BOOST_TEST(last_tiles > bonuses);
}

std::size_t stars(const std::string& board) {
  return static_cast<std::size_t>(std::count(board.begin(), board.end(), '*'));
}

BOOST_AUTO_TEST_CASE(draws_the_board_and_marks_the_offending_move) {
  const auto game = after(table_2);
  const std::string plain = game->draw({});
  BOOST_TEST(stars(plain) == 0U);
  BOOST_TEST(std::count(plain.begin(), plain.end(), '1') - 2 == 89 - 79);  // two more name column and row 1
  BOOST_TEST(stars(game->draw({"64b0"})) == 2U);
  BOOST_TEST(stars(game->draw({"c5e0"})) == 4U);  // a tile used before is drawn all the same
  BOOST_TEST(stars(game->draw({"6eb0"})) == 1U);  // its other cell lies off the board
  BOOST_TEST(stars(game->draw({"00a0"})) == 0U);
  BOOST_TEST(game->draw({"zzzz"}) == plain);
  BOOST_TEST(game->draw({"0000"}) == plain);
  const std::vector<std::string> rows = [&] {
    std::istringstream in(game->draw({"64b0"}));
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }();
  BOOST_TEST(rows.at(4).at(12) == '*', game->draw({"64b0"}));  // row 4, column 6
}

BOOST_AUTO_TEST_CASE(pictures_the_board_as_the_oracle_draws_it) {
  Random random(14);
  for (const int plies : {0, 1, 2, 9, 22}) {
    const auto game = wander(random, plies);
    BOOST_TEST(drawn(game->picture({})) == blokus::draw(dynamic_cast<const BlokusRuling&>(*game).position()));
  }
}

BOOST_AUTO_TEST_CASE(pictures_what_lies_under_a_marked_move_and_what_of_it_is_off_the_board) {
  const auto game = after("53e0");
  const BoardPicture over = game->picture({"53e0"});
  BOOST_TEST(over.move == "53e0");
  std::size_t marked = 0;
  for (std::size_t row = 0; row < over.marks.size(); ++row) {
    for (std::size_t column = 0; column < over.marks[row].size(); ++column) {
      if (over.marks[row][column] != BoardPicture::marked) continue;
      ++marked;
      BOOST_TEST(over.cells[row][column] == BoardPicture::one);
    }
  }
  BOOST_TEST(marked == 4U);
  const auto off_board_of = [&](const char* code) { return game->picture({code}).off_board; };
  BOOST_TEST((off_board_of("11a0").empty() && off_board_of("eea0").empty()));  // corners of the board
  BOOST_TEST((off_board_of("1ea0").empty() && off_board_of("e1a0").empty()));
  const auto all_off = [&](const std::string& where) {
    std::set<std::string> squares;
    for (char rotation = '0'; rotation <= '7'; ++rotation) {
      for (const std::string& square : off_board_of((where + 'b' + rotation).c_str())) squares.insert(square);
    }
    return squares;
  };
  BOOST_TEST((all_off("ec") == std::set<std::string>{"(f,c)"}));
  BOOST_TEST((all_off("1c") == std::set<std::string>{"(0,c)"}));
  BOOST_TEST((all_off("ce") == std::set<std::string>{"(c,f)"}));
  BOOST_TEST((all_off("c1") == std::set<std::string>{"(c,0)"}));
  BOOST_TEST(off_board_of("0ea0") == std::vector<std::string>{"(0,e)"});
  BOOST_TEST(game->picture({"e1c1"}).off_board.size() + stars(game->draw({"e1c1"})) == 3U);
  const BoardPicture beyond = game->picture({"6eb0"});
  BOOST_REQUIRE(beyond.off_board.size() == 1U);
  BOOST_TEST(beyond.off_board[0] == "(6,f)");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::protocol
