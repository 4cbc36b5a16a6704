#include "conformance/referee/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "rig/contest/blokus/blokus_game.hpp"

namespace conformance {

using rig::Random;
using rig::contest::Contest;
using rig::contest::Move;
using rig::contest::Ruling;
using rig::contest::Seat;

namespace {

constexpr int tries = 40;

char one_of(std::string_view letters, Random& random) {
  return letters[random.below(static_cast<std::uint32_t>(letters.size()))];
}

/// Four letters.
std::string code_by_chance(Random& random) {
  constexpr std::string_view coordinates = "0123456789abcde";
  constexpr std::string_view tiles = "abcdefghijklmnopqrstu";
  constexpr std::string_view rotations = "01234567";
  return {one_of(coordinates, random), one_of(coordinates, random), one_of(tiles, random),
          one_of(rotations, random)};
}

/// A column's letters, `@` for 0.
std::string column_name(int column) {
  if (column == 0) return "@";
  constexpr int letters = 26;
  std::string name;
  for (; column > 0; column = (column - 1) / letters)
    name.insert(name.begin(), static_cast<char>('A' + (column - 1) % letters));
  return name;
}

/// Column, row, symbol.
std::string tile_by_chance(const Ruling& ruling, Random& random) {
  const Ruling::Extent extent = ruling.extent();
  const auto up_to = [&](int most) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(most) + 1));
  };
  return column_name(up_to(extent.columns + 2)) + std::to_string(up_to(extent.rows + 2)) +
         one_of("+/\\", random);
}

/// Any placement, on the board or off it, as the contest writes it.
std::string placement_by_chance(const rig::contest::BlokusRuling& ruling, Random& random) {
  const auto up_to = [&](int most) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(most) + 1));
  };
  const int size = ruling.position().size();
  const rig::blokus::Code code{up_to(size + 1), up_to(size + 1),
                               static_cast<rig::blokus::Tile>(up_to(rig::blokus::tile_count - 1)),
                               up_to(rig::blokus::rotation_count - 1)};
  return ruling.write(code).text;
}

/// Whether a board on which a program has written this placement shows what is wrong with it: all of it is
/// new, or it lies on a square of another colour.
bool shows_on_a_board(const Ruling& ruling, const Move& move, const std::string& kind) {
  const auto* game = dynamic_cast<const rig::contest::BlokusGame*>(&ruling);
  const auto code = game == nullptr ? std::nullopt : game->read(move);
  if (!code) return true;
  const int size = game->position().size();
  int own = 0;
  int others = 0;
  for (const rig::blokus::Square& cell : rig::blokus::cells_of(rig::blokus::placement_of(*code))) {
    if (cell.x < 1 || cell.y < 1 || cell.x > size || cell.y > size) continue;
    const auto owner = game->position().owner_at(cell.x, cell.y);
    if (owner) ++(*owner == game->position().to_move() ? own : others);
  }
  return kind == "occupied square" ? others > 0 : own + others == 0;
}

/// Where a code of four letters may go wrong by one: behind the last column and row, tile and rotation.
constexpr std::array<std::pair<std::size_t, char>, 4> beyond_the_last = {
    {{0, 'f'}, {1, 'f'}, {2, 'v'}, {3, '8'}}};

/// The letter at this place as a capital, or as none.
std::string with_other_case(std::string text, std::size_t at) {
  constexpr char other_case = 'a' - 'A';
  text[at] = static_cast<char>(text[at] ^ other_case);
  return text;
}

/// A legal move with one letter changed, as somebody might write it: in the other case, a digit eight too
/// high, or any. Who reads it as it was meant takes it.
std::string misspelt(std::string text, Random& random) {
  const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
  char& letter = text[at];
  const bool is_letter = std::isalpha(static_cast<unsigned char>(letter)) != 0;
  if (random.below(3) == 0) {
    letter = one_of("!?xyzvf89 ", random);
  } else if (is_letter) {
    return with_other_case(text, at);
  } else if (letter == '0' || letter == '1') {
    letter = static_cast<char>(letter + 8);
  }
  return text;
}

}  // namespace

std::vector<Move> moves_by_chance(const Contest& contest, const Ruling& ruling, Random& random) {
  constexpr int most = 3000;
  constexpr int one_misspelt_in = 20;
  const std::vector<Move> legal = ruling.legal_moves();
  std::vector<Move> moves;
  const auto* blokus = dynamic_cast<const rig::contest::BlokusRuling*>(&ruling);
  for (int i = 0; i < most && blokus != nullptr && contest.dialect->files() != nullptr; ++i) {
    std::string text = placement_by_chance(*blokus, random);
    const std::size_t id_end = text.find(':');
    if (i % one_misspelt_in == 0 && id_end != std::string::npos)
      text = (text.starts_with("3:") ? "4" : "3") + text.substr(id_end);  // another piece than its cells are
    moves.push_back({text});
  }
  if (!moves.empty()) return moves;
  for (int i = 0; i < most; ++i) {
    std::string text = contest.codes > 0 ? code_by_chance(random) : tile_by_chance(ruling, random);
    if (i % one_misspelt_in == 0 && !legal.empty())
      text = misspelt(legal[random.below(static_cast<std::uint32_t>(legal.size()))].text, random);
    moves.push_back({text});
  }
  return moves;
}

std::vector<Move> misspellings(const Contest& contest, const Ruling& ruling, const Move& move) {
  const std::string& text = move.text;
  std::vector<std::string> all;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::isalpha(static_cast<unsigned char>(text[i])) != 0) all.push_back(with_other_case(text, i));
  }
  if (contest.codes > 0) {
    for (const auto& [at, letter] : beyond_the_last) all.emplace_back(text).replace(at, 1, 1, letter);
  } else {
    const std::size_t row = text.find_first_of("0123456789");
    const std::size_t symbol = text.size() - 1;
    all.insert(all.end(), {text.substr(0, row) + "0" + text.substr(row), text + "0", text + text, " " + text,
                           text + " ", text.substr(row), text.substr(0, symbol),
                           text.substr(0, row) + text.back(), text.substr(0, symbol) + "|",
                           text.substr(row, symbol - row) + text.substr(0, row) + text.back()});
  }
  std::vector<Move> moves;
  for (const std::string& one : all) {
    if (ruling.judge({one}).kind == "malformed move") moves.push_back({one});
  }
  return moves;
}

std::string player_at(const Seat& first, int ply) {
  const bool is_one = (first.player == rig::contest::Player::one) == (ply % 2 == 1);
  return is_one ? "player 1" : "player 2";
}

std::optional<Scenario> breaking(const Contest& contest, const Seat& first, const std::string& kind, int ply,
                                 Random& random) {
  std::optional<Scenario> with_others;  // where it breaks other rules, too
  for (int i = 0; i < tries; ++i) {
    const Line line = open_line(contest, first, random, ply - 1);
    if (line.ruling->must_pass()) continue;
    std::vector<Move> candidates = {line.ruling->pass()};
    if (candidates.front().text.empty()) candidates.clear();
    const std::vector<Move> more = moves_by_chance(contest, *line.ruling, random);
    candidates.insert(candidates.end(), more.begin(), more.end());
    for (const Move& move : candidates) {
      const rig::contest::Judgement judgement = line.ruling->judge(move);
      if (judgement.legal || judgement.kind != kind) continue;
      if (line.files && !shows_on_a_board(*line.ruling, move, kind)) continue;
      const std::string what = fmt::format("{} says {} on ply {}: {}", player_at(first, ply), move.text, ply,
                                           judgement.explanation);
      Scenario scenario{what, first, line.turns()};
      scenario.turns.push_back({move});
      if (line.ruling->rules_broken(move) == 1) return scenario;
      with_others = scenario;
    }
  }
  return with_others;
}

std::optional<Scenario> featuring(const Contest& contest, const Seat& first, const std::string& feature,
                                  Random& random) {
  constexpr int longest = 60;
  for (int i = 0; i < tries; ++i) {
    Line line(contest, first);
    for (int ply = 1; ply <= longest && !line.over() && !line.ruling->must_pass(); ++ply) {
      std::vector<Move> legal = line.ruling->legal_moves();
      random.shuffle(std::span(legal));
      legal.resize(std::min<std::size_t>(legal.size(), 200));
      const auto found = std::find_if(legal.begin(), legal.end(), [&](const Move& move) {
        const std::vector<std::string> features = line.ruling->features(move);
        return std::find(features.begin(), features.end(), feature) != features.end();
      });
      if (found == legal.end()) {
        line.play(legal.front());
        continue;
      }
      line.play(*found);
      return ended(
          fmt::format("{} says {} on ply {}, which is legal", player_at(first, ply), found->text, ply), first,
          line);
    }
  }
  return std::nullopt;
}

}  // namespace conformance
