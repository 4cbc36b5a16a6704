#include "games/trax/cases/referee_games.hpp"

#include <array>
#include <iterator>
#include <sstream>

namespace conformance {

namespace {

constexpr auto loops = std::to_array<TraxGame>({
    {"player 1 closes a loop of player 1: 4 tiles", "@0/ A0\\ @1/"},
    {"player 1 closes a loop of player 1: 4 tiles, by forced tiles alone", "@0/ B1\\ @1/ C2\\ B0\\ C4/ A3/"},
    {"player 1 closes a loop of player 1: 6 tiles", "@0+ B1+ @1+ A0/ A3\\"},
    {"player 1 closes a loop of player 1: 6 tiles, by forced tiles alone", "@0+ A2\\ @2\\ B0/ C3/ D3+ D2/"},
    {"player 1 closes a loop of player 1: 8 tiles, a ring", "@0/ B1\\ B0/ C2+ D2+ D1+ E1\\"},
    {"player 1 closes a loop of player 1: 8 tiles, side by side", "@0+ @1/ @1/ B2+ C0\\"},
    {"player 1 closes a loop of player 1: 10 tiles", "@0+ B1+ A0\\ B1+ A3\\ @1\\ B0+"},
    {"player 1 closes a loop of player 1: 10 tiles, by forced tiles alone",
     "@0+ A2\\ A3+ B1\\ @2+ @2+ D2\\ C0\\ A2+"},
    {"player 1 closes a loop of player 2: 4 tiles", "@0/ A2\\ B2/"},
    {"player 1 closes a loop of player 2: 4 tiles, by forced tiles alone", "@0+ B1\\ C1+ C2/ C3\\ C4/ A3/"},
    {"player 1 closes a loop of player 2: 6 tiles", "@0+ A2/ B1/ A0+ @1/"},
    {"player 1 closes a loop of player 2: 6 tiles, by forced tiles alone", "@0/ A2\\ B1+ @2\\ B3/ D1\\ C3\\"},
    {"player 1 closes a loop of player 2: 8 tiles, a ring", "@0+ B1/ @1+ @1\\ B0+ D3+ D1\\"},
    {"player 1 closes a loop of player 2: 8 tiles, side by side", "@0/ @1+ B0+ A3\\ C2/"},
    {"player 1 closes a loop of player 2: 10 tiles", "@0/ B1+ B2\\ C2\\ @1+ D3+ E3/"},
    {"player 1 closes a loop of player 2: 10 tiles, by forced tiles alone", "@0+ B1+ B0/ @2\\ C0/ D2+ B1/"},
    {"player 2 closes a loop of player 1: 4 tiles", "@0/ @1\\ C1\\ A0/"},
    {"player 2 closes a loop of player 1: 4 tiles, by forced tiles alone", "@0/ A2/ @2\\ B0\\ @3+ A2/"},
    {"player 2 closes a loop of player 1: 6 tiles", "@0+ B1+ A2\\ A0/"},
    {"player 2 closes a loop of player 1: 6 tiles, by forced tiles alone", "@0+ A0\\ @1/ @1\\ C3/ A2/"},
    {"player 2 closes a loop of player 1: 8 tiles, a ring", "@0+ A0+ B2+ A3\\ B1+ A0/"},
    {"player 2 closes a loop of player 1: 8 tiles, side by side", "@0/ B1/ A2/ @2+ D2+ C3+"},
    {"player 2 closes a loop of player 1: 10 tiles", "@0+ B1\\ C1\\ A2+ B0\\ A4\\"},
    {"player 2 closes a loop of player 1: 10 tiles, by forced tiles alone",
     "@0/ A2/ B1+ B3+ C1+ D1/ B0/ D3+"},
    {"player 2 closes a loop of player 2: 4 tiles", "@0/ B1\\ @1\\ C2/"},
    {"player 2 closes a loop of player 2: 4 tiles, by forced tiles alone", "@0/ B1\\ C1/ C2+ C3\\ B3\\"},
    {"player 2 closes a loop of player 2: 6 tiles", "@0+ @1/ C1\\ B2+"},
    {"player 2 closes a loop of player 2: 6 tiles, by forced tiles alone", "@0/ A2\\ A0\\ B3+ C3/ B1/"},
    {"player 2 closes a loop of player 2: 8 tiles, a ring", "@0+ B1+ B0+ @2\\ A1/ D1\\"},
    {"player 2 closes a loop of player 2: 8 tiles, side by side", "@0/ B1\\ B2\\ B3+ A2+ C3/"},
    {"player 2 closes a loop of player 2: 10 tiles", "@0+ B1+ A2\\ @2\\ D1\\ C3/"},
    {"player 2 closes a loop of player 2: 10 tiles, by forced tiles alone",
     "@0+ A2\\ @1+ C2+ B3\\ D1+ @1/ B3\\"},
    {"player 1 closes a loop by a forced tile, after seven moves", "@0+ @1\\ C1\\ D1+ B0\\ B0/ D2+"},
});

constexpr auto lines = std::to_array<TraxGame>({
    {"player 1 completes a line of player 1 from left to right, its ends in one row",
     "@0/ B1\\ B0\\ C2/ D2\\ @1\\ E1\\ @2/ F3\\ @1\\ @2/"},
    {"player 1 completes a line of player 1 from left to right, its ends in one row, by forced tiles alone",
     "@0/ B1/ C1\\ A0+ @1\\ B3+ @1\\ E3\\ E1+ B3+ @1\\ G2/ @3/"},
    {"player 1 completes a line of player 1 from left to right, its ends in two rows",
     "@0/ A0/ B2\\ @1\\ D1/ @2/ @1\\ G1+ @2/"},
    {"player 1 completes a line of player 1 from left to right, its ends in two rows, by forced tiles alone",
     "@0/ @1+ C1/ @1+ @1/ F1/ A2/ E0+ G1/ F3+ H1+ @3+ I2/"},
    {"player 1 completes a line of player 1 from top to bottom, its ends in one column",
     "@0+ A0+ A0+ A0\\ A0/ A6+ @2\\ B0+ B8+"},
    {"player 1 completes a line of player 1 from top to bottom, its ends in one column, by forced tiles "
     "alone",
     "@0/ B1+ B2/ B0+ @2/ C0+ C0\\ B5/ C0/ B1/ A1+ B7+ A0+"},
    {"player 1 completes a line of player 1 from top to bottom, its ends in two columns",
     "@0+ A2+ B1/ A3+ A4+ B0/ B0+ A7+ A8+"},
    {"player 1 completes a line of player 1 from top to bottom, its ends in two columns, by forced tiles "
     "alone",
     "@0/ A0\\ A3/ B1\\ A4+ A5+ C2/ C0/ A7+ C0\\ A1\\"},
    {"player 1 completes a line of player 2 from left to right, its ends in one row",
     "@0/ A0+ B1+ @2/ D1+ @1\\ @2/ @1\\ @1+"},
    {"player 1 completes a line of player 2 from left to right, its ends in one row, by forced tiles alone",
     "@0/ @1\\ A2\\ B3+ @2\\ D1/ E2+ F2+ A3\\ A1+ G2+ @1+ A3\\"},
    {"player 1 completes a line of player 2 from left to right, its ends in two rows",
     "@0+ A2\\ @1+ C2\\ @1+ E1/ F2\\ G2+ @1+"},
    {"player 1 completes a line of player 2 from left to right, its ends in two rows, by forced tiles alone",
     "@0+ @1\\ A0\\ C2+ B0/ @2+ @3/ F3+ E1/ @3/ A2+ G1/ C1\\ A1/ H1/"},
    {"player 1 completes a line of player 2 from top to bottom, its ends in one column",
     "@0/ A2+ A0\\ @2/ C2/ B4+ B5+ B0+ A1+ B0+ B8+"},
    {"player 1 completes a line of player 2 from top to bottom, its ends in one column, by forced tiles "
     "alone",
     "@0/ A0/ @2+ B0+ C2+ A0+ C2+ C1/ A5+ C0\\ A7\\ B7\\ A8/ C8/ C9\\ A10/ C11\\ B12+ A1\\"},
    {"player 1 completes a line of player 2 from top to bottom, its ends in two columns",
     "@0+ A0\\ B2\\ @1+ A0+ B4+ B5\\ A4/ B6+ B7+ B8+"},
    {"player 1 completes a line of player 2 from top to bottom, its ends in two columns, by forced tiles "
     "alone",
     "@0/ A2/ A3\\ @2\\ B4/ C2+ C0\\ C0/ C5+ B7+ C0/ C7+ A3/ A8/ A2/"},
    {"player 2 completes a line of player 1 from left to right, its ends in one row",
     "@0/ @1+ C1+ C0\\ C3\\ D2/ A3+ E3\\ @1+ @1\\ H2/ A2+"},
    {"player 2 completes a line of player 1 from left to right, its ends in one row, by forced tiles alone",
     "@0/ @1\\ B2+ B0/ C3+ D2+ A3+ @3/ F2+ @3/ B1/ @1\\"},
    {"player 2 completes a line of player 1 from left to right, its ends in two rows",
     "@0+ @1\\ B2/ C1/ @2/ @1\\ D0/ F2+ @2+ G1+ H2+ H1+"},
    {"player 2 completes a line of player 1 from top to bottom, its ends in one column",
     "@0+ A0+ A0+ A0+ @1\\ A3\\ B5+ A0\\ B0/ B8+"},
    {"player 2 completes a line of player 1 from top to bottom, its ends in one column, by forced tiles "
     "alone",
     "@0+ A0/ A0\\ B1\\ A4/ A5+ A6/ @1\\ C0/ A5/ C6\\ A0+"},
    {"player 2 completes a line of player 1 from top to bottom, its ends in two columns",
     "@0+ A0+ @2/ B3+ B0+ B5/ @5+ A6+ A7+ A8+"},
    {"player 2 completes a line of player 1 from top to bottom, its ends in two columns, by forced tiles "
     "alone",
     "@0+ A0+ A3+ @3+ C1+ C0+ C3+ A5\\ B6/ C5+ A7+ A8/ B7+ C8\\"},
    {"player 2 completes a line of player 2 from left to right, its ends in one row",
     "@0/ @1\\ A2\\ A3+ @3/ D1+ @1\\ @2/ G1+ @1\\"},
    {"player 2 completes a line of player 2 from left to right, its ends in one row, by forced tiles alone",
     "@0+ B1+ B0+ @2+ @2\\ C3\\ A3+ C1+ E3\\ @3+ B1\\ @2+ @2+ H1+"},
    {"player 2 completes a line of player 2 from left to right, its ends in two rows",
     "@0+ A0/ A0/ @2+ C2\\ D1/ E1+ F1+ @2+ H1+"},
    {"player 2 completes a line of player 2 from left to right, its ends in two rows, by forced tiles alone",
     "@0+ @1+ C1+ @1+ D2\\ E1+ F2+ G2\\ F3/ F1+ G1+ H3/"},
    {"player 2 completes a line of player 2 from top to bottom, its ends in one column",
     "@0/ A2+ A0/ A4+ B1+ B0+ A1\\ A6+ A0\\ A0+"},
    {"player 2 completes a line of player 2 from top to bottom, its ends in two columns",
     "@0/ @1+ A2+ A3+ A4+ A5+ B2\\ A6+ A7+ B0/"},
});

constexpr auto both_by_loops = std::to_array<TraxGame>({
    {"player 2 closes a loop, and a loop of player 1", "@0/ A0\\ A0/ @1\\ @1/ B2/"},
    {"player 2 closes a loop, and a loop by forced tiles alone of player 1", "@0+ A0/ A0\\ @3/ @3\\ B1/"},
    {"player 2 closes a loop by forced tiles alone, and a loop of player 1", "@0+ A2\\ A3/ @1\\ @1/ A2\\"},
    {"player 2 closes a loop by forced tiles alone, and a loop by forced tiles alone of player 1",
     "@0/ B1+ @1/ B0\\ @2\\ B3/ @2\\ @2/ D4\\ E0\\ E0\\ D1\\"},
    {"player 1 closes a loop, and a loop of player 2", "@0+ B1\\ @1\\ D1/ B0\\ B0/ C2/"},
    {"player 1 closes a loop, and a loop by forced tiles alone of player 2",
     "@0/ B1/ A2\\ A3/ @1\\ @1/ B3\\"},
    {"player 1 closes a loop by forced tiles alone, and a loop of player 2",
     "@0/ A0\\ B2\\ C2/ A3/ A0/ B1\\"},
    {"player 1 closes a loop by forced tiles alone, and a loop by forced tiles alone of player 2",
     "@0/ B1+ B2/ C2/ @1/ C0+ A3\\ @3\\ E1/ D0+ D0\\ F3/ A3\\"},
});

constexpr auto both_by_lines = std::to_array<TraxGame>({
    {"player 2 completes a line, and a loop of player 1",
     "@0+ B1+ A0+ C2+ D2\\ B3/ C1\\ @1+ E1+ D0\\ F3\\ G2/ G4\\ G1/ A4/ H3\\"},
    {"player 2 completes a line, and a loop by forced tiles alone of player 1",
     "@0+ B1/ @1+ C2+ C0/ C0+ A4+ @4\\ E2/ B2+ @4+ G3/ H3/ G1/ @4/ C1\\ A3/ A2+"},
    {"player 2 completes a line by forced tiles alone, and a loop of player 1",
     "@0+ @1+ A0\\ B3+ @1\\ A0+ D4\\ @3+ @2/ B4/ @3+ F1/ G2/ H4/"},
    {"player 2 completes a loop, and a line of player 1",
     "@0/ A2+ B1/ C1+ B0\\ @2+ E2+ A1/ C4\\ F2/ F1/ G1+ B4/ D4+ H1+ A3+"},
    {"player 2 completes a loop, and a line by forced tiles alone of player 1",
     "@0+ A2+ A3/ @1\\ C2+ A0\\ B5/ A5+ C1/ A6+ @5+ A2+ B7+ D0\\"},
    {"player 2 completes a loop by forced tiles alone, and a line of player 1",
     "@0/ @1+ C1\\ @1+ B2+ D0/ E2+ B4\\ A3+ @3+ F3\\ G3/ H3+ H2+ F4\\ E4/"},
    {"player 1 completes a line, and a loop of player 2",
     "@0+ B1+ B2\\ A0\\ C2/ D3+ C4/ C5+ A4+ D6+ A0\\ C2\\ C1/ C7+ B0/"},
    {"player 1 completes a line, and a loop by forced tiles alone of player 2",
     "@0/ B1+ A0\\ A3/ C2\\ @2+ C4\\ D4+ D5\\ D1/ B0\\ C0/ D8/ A2+ B7/"},
    {"player 1 completes a line by forced tiles alone, and a loop of player 2",
     "@0/ A0/ B2\\ @1\\ A0\\ @2\\ @3+ @3+ B1/ A1\\ F1/ @3/ H1\\"},
    {"player 1 completes a line by forced tiles alone, and a loop by forced tiles alone of player 2",
     "@0/ B1\\ @1\\ @1\\ A2\\ B0+ D3+ @2+ F3+ B4+ @2+ H3+ F4/ H4+ D4+"},
    {"player 1 completes a loop, and a line of player 2",
     "@0/ @1/ C1\\ A0+ B3+ B0\\ @4/ E3\\ E2\\ F3+ G3+ A2\\ @3/"},
    {"player 1 completes a loop, and a line by forced tiles alone of player 2",
     "@0+ B1/ B0/ @2+ D2\\ E1/ A3+ E3/ F3+ @2+ E0+ G1/ H1\\"},
    {"player 1 completes a loop by forced tiles alone, and a line of player 2",
     "@0/ A0\\ A0+ @3+ A1+ B0/ B5\\ C4/ C0/ @4+ A3\\ D0\\ A3\\ A2/ C8\\ A1\\ B8\\ A0+ A8/ A10/ B11+ D1\\ "
     "C1+"},
});

}  // namespace

std::vector<std::string> moves_of(const TraxGame& game) {
  std::istringstream moves(game.moves);
  return {std::istream_iterator<std::string>(moves), {}};
}

std::span<const TraxGame> loop_games() {
  return loops;
}

std::span<const TraxGame> line_games() {
  return lines;
}

std::span<const TraxGame> games_of_two_loops() {
  return both_by_loops;
}

std::span<const TraxGame> games_of_two_wins_with_lines() {
  return both_by_lines;
}

}  // namespace conformance
