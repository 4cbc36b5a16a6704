/// The ruling of icfpt2014: what it calls illegal and why, how a game ends and what it counts, also of games
/// that the contest's own host refereed.

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/contests/duo_game.hpp"
#include "rig/base/random.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/protocol/tests/contest_fixtures.hpp"
#include "rig/tests/asking.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tests/printers.hpp"

namespace rig::protocol {

namespace {

namespace data = boost::unit_test::data;

struct Judged {
  std::string before;
  std::string move;
  std::string rule;     ///< empty: legal
  std::string because;  ///< stands in the explanation
};
std::ostream& operator<<(std::ostream& out, const Judged& judged) {
  return out << judged.move << " after \"" << judged.before << "\"";
}

// "First matching test wins": each move breaks the rule named and, where it says so, later ones as well.
const std::vector<Judged> judgements = {
    {"", "53e0", "", ""},
    {"", "53E0", "malformed", "\"53E0\" is no four-letter code"},
    {"", "53e8", "malformed", "\"53e8\""},
    {"", "53v0", "malformed", "\"53v0\""},
    {"", "f3e0", "malformed", "\"f3e0\""},
    {"", "0001", "malformed", "\"0001\""},
    {"", "53e", "malformed", "\"53e\""},
    {"", "53e00", "malformed", "\"53e00\""},
    {"", "", "malformed", "\"\""},
    {"", "5\r3e", "malformed", "\"5\\r3e\""},
    {"", "00a0", "occupied", "lies off the board, at (0,0)"},
    {"", "00b4", "occupied", "lies off the board, at (0,<0)"},
    {"", "00b2", "occupied", "lies off the board, at (<0,0)"},
    {"", "05a0", "occupied", "lies off the board, at (0,5)"},
    {"", "50b0", "occupied", "lies off the board, at (5,0)"},
    {"", "e5b6", "occupied", "lies off the board, at (f,5)"},
    {"", "eeb0", "occupied", "lies off the board, at (e,f)"},  // its other cell is the last square
    {"", "5ej0", "occupied", "lies off the board"},            // and start
    {"", "88a0", "start", "start square (5,5)"},
    {"53e0", "55a0", "occupied", "(5,5)"},  // and start
    {"53e0", "55b0", "occupied", "(5,5) is occupied"},
    {"53e0", "66a0", "start", "start square (a,a)"},
    {"", "0000", "pass", "ply 1"},
    {"53e0", "0000", "pass", "ply 2"},
    {"53e0 a8e0", "0000", "", ""},
    {table_2, "00e0", "used", "tile e"},                 // and off the board
    {table_2, "53e0", "used", "tile e"},                 // and occupied
    {table_2, "64k0", "used", "tile k"},                 // and edge
    {table_2, "c1e0", "used", "tile e"},                 // and corner
    {table_2, "81b2", "occupied", "(7,1) is occupied"},  // its first such cell; and corner
    {table_2, "6eb0", "occupied", "off the board, at (6,f)"},
    {table_2, "11b0", "occupied", "(1,1) is occupied"},
    {table_2, "95b0", "occupied", "(9,5) is occupied"},
    {"55a0 aaa0", "53b0", "edge", "square (5,4) lies edge to edge with (5,5) of its own colour"},
    {"55a0 aaa0", "65b6", "edge", "square (6,5) lies edge to edge with (5,5) of its own colour"},
    {"55a0 aaa0", "56b0", "edge", "square (5,6) lies edge to edge with (5,5) of its own colour"},
    {"55a0 aaa0", "45b2", "edge", "square (4,5) lies edge to edge with (5,5) of its own colour"},
    // Of two neighbours the one above is named, or else the one to the right.
    {"55a0 aaa0 76d1 0000", "65b4", "edge", "square (6,5) lies edge to edge with (7,5) of its own colour"},
    {"55a0 aaa0 67d1 0000", "56b2", "edge", "square (5,6) lies edge to edge with (5,5) of its own colour"},
    {table_2, "64b0", "edge", "edge to edge"},  // though a corner touches as well
    {table_2, "c1b0", "corner", "tile b touches no corner"},
    {table_2, "66b0", "", ""},
    {table_2, "0000", "", ""},
};

BOOST_AUTO_TEST_SUITE(ruling)

BOOST_DATA_TEST_CASE(names_the_first_rule_broken, data::make(judgements), judged) {
  const auto game = after(judged.before);
  const Judgement judgement = game->judge({judged.move});
  BOOST_TEST(judgement.legal == judged.rule.empty());
  BOOST_TEST(judgement.rule == judged.rule, game->draw({judged.move}));
  BOOST_TEST(contains(judgement.explanation, judged.because), judgement.explanation);
  BOOST_TEST(judgement.explanation.empty() == judgement.legal);
}

BOOST_DATA_TEST_CASE(makes_the_other_player_win_when_a_rule_is_broken, data::make(judgements), judged) {
  const auto game = after(judged.before);
  const Player mover = game->to_move();
  const Result before = game->result();
  game->play({judged.move});
  if (judged.rule.empty()) {
    BOOST_TEST(game->result().state == Result::State::open);
    BOOST_TEST(game->to_move() == other(mover));
    return;
  }
  const Result result = game->result();
  BOOST_TEST(result.state == (mover == Player::one ? Result::State::two_won : Result::State::one_won));
  BOOST_TEST(contains(result.why, mover == Player::one ? "player 1" : "player 2"), result.why);
  BOOST_TEST(contains(result.why, judged.rule), result.why);
  BOOST_TEST((result.squares_left == before.squares_left));
  BOOST_TEST(game->legal_moves().empty());
  BOOST_TEST(!game->must_pass());
}

BOOST_DATA_TEST_CASE(forfeits_by_name, data::make({Player::one, Player::two}), loser) {
  for (const std::string& before : {std::string(), std::string("53e0"), table_2}) {
    const auto game = after(before);
    game->forfeit(loser, "no reply in 1 s");
    BOOST_TEST(game->result().state ==
               (loser == Player::one ? Result::State::two_won : Result::State::one_won));
    BOOST_TEST(game->result().why == "no reply in 1 s");
    BOOST_TEST(game->legal_moves().empty());
    BOOST_TEST(!game->must_pass());
  }
}

BOOST_AUTO_TEST_CASE(counts_squares_and_scores) {
  const auto game = after(table_2);
  BOOST_TEST(game->result().state == Result::State::open);
  BOOST_TEST((game->result().squares_left == std::array<int, 2>{79, 78}));
  BOOST_TEST((game->result().score == std::array<int, 2>{-79, -78}));
  BOOST_TEST(game->ply() == 6);
  BOOST_TEST(game->pass().text == "0000");
}

BOOST_AUTO_TEST_CASE(ends_after_two_passes_in_a_row_only) {
  const auto game = after(table_2);
  game->play(game->pass());
  BOOST_TEST(game->result().state == Result::State::open);
  game->play(game->legal_moves().front());
  game->play(game->pass());
  BOOST_TEST(game->result().state == Result::State::open);
  const std::array<int, 2> left = game->result().squares_left;
  game->play(game->pass());
  const Result result = game->result();
  BOOST_TEST(result.state != Result::State::open);
  BOOST_TEST(result.why == "both passed");
  BOOST_TEST((result.squares_left == left));
  BOOST_TEST((result.state == Result::State::one_won) == (left[0] < left[1]));
  BOOST_TEST(game->legal_moves().empty());
}

BOOST_AUTO_TEST_CASE(knows_a_draw) {
  const auto game = after("53e0 a8e0 0000 0000");
  BOOST_TEST(game->result().state == Result::State::draw);
}

BOOST_AUTO_TEST_CASE(gives_the_game_to_whoever_has_fewer_squares_left) {
  BOOST_TEST(after("53e0 a8e0 21k7 0000 0000")->result().state == Result::State::one_won);
  BOOST_TEST(after("53e0 a8e0 0000 94j0 0000 0000")->result().state == Result::State::two_won);
  BOOST_TEST(after("a8e0 53e0 94j0 0000 0000", Player::two)->result().state == Result::State::two_won);
}

BOOST_AUTO_TEST_CASE(ends_with_the_last_tile_though_the_other_had_just_passed) {
  Random random(1);
  std::unique_ptr<Ruling> game;
  for (int tries = 0; tries < 1000; ++tries) {
    game = after("53e0 a8e0");
    while (game->result().state == Result::State::open) {
      const std::vector<Move> legal = game->legal_moves();
      const bool idle = game->to_move() == Player::two || legal.empty();
      game->play(idle ? game->pass() : legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    if (game->result().squares_left[0] == 0) break;
  }
  const Result result = game->result();
  BOOST_REQUIRE(result.squares_left[0] == 0);
  BOOST_TEST(result.state == Result::State::one_won);
  BOOST_TEST(result.why == "all tiles placed");
}

BOOST_AUTO_TEST_CASE(gives_a_bonus_only_when_the_last_tile_is_placed) {
  const auto game = after(
      "53e0 a8e0 32k4 0000 66r2 0000 37s6 0000 88u0 0000 6bf3 0000 9dh4 0000 a6d6 0000 cej3 0000 c4i0 0000 "
      "3ct0 0000 5ec6 0000 e3m5 0000 d7p3 0000 1eb6 0000 c9n7 0000 82q5 0000 15g5 0000 49l7 0000 cco6 0000");
  BOOST_TEST(game->result().squares_left[0] == 1);
  BOOST_TEST(game->result().score[0] == -1);
  game->play({"61a5"});
  BOOST_TEST(game->result().score[0] == 20);
}

BOOST_AUTO_TEST_CASE(lists_what_it_judges_legal_sorted_and_once) {
  const std::vector<Move> codes = all_codes();
  Random random(2014);
  for (const int plies : {0, 1, 2, 5, 9, 14, 20, 26}) {
    const auto game = wander(random, plies);
    const std::vector<Move> legal = game->legal_moves();
    BOOST_TEST(std::is_sorted(legal.begin(), legal.end()));
    BOOST_TEST((std::adjacent_find(legal.begin(), legal.end()) == legal.end()));
    if (game->result().state != Result::State::open) continue;
    std::vector<Move> judged_legal;
    for (const Move& move : codes) {
      if (move != game->pass() && game->judge(move).legal) judged_legal.push_back(move);
    }
    std::sort(judged_legal.begin(), judged_legal.end());
    BOOST_TEST((legal == judged_legal), "after " << plies << " plies: " << legal.size() << " listed, "
                                                 << judged_legal.size() << " judged legal");
  }
  BOOST_TEST(new_blokus_duo(Player::one)->legal_moves().size() == 712U);  // the known perft
}

BOOST_AUTO_TEST_CASE(must_pass_exactly_when_nothing_is_legal) {
  Random random(7);
  int forced = 0;
  for (int game = 0; game < 30; ++game) {
    auto ruling = wander(random, 2);
    while (ruling->result().state == Result::State::open) {
      const std::vector<Move> legal = ruling->legal_moves();
      BOOST_TEST(ruling->must_pass() == legal.empty());
      forced += legal.empty() ? 1 : 0;
      ruling->play(legal.empty() ? ruling->pass()
                                 : legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    BOOST_TEST(!ruling->must_pass());  // the game is over
    BOOST_TEST(ruling->legal_moves().empty());
  }
  BOOST_TEST(forced > 0);
}

BOOST_DATA_TEST_CASE(counts_a_broken_rule_wherever_it_names_one, data::make(judgements), judged) {
  const auto game = after(judged.before);
  const bool is_tile = judged.rule != "malformed" && judged.rule != "pass" && judged.move != "0000";
  if (is_tile) BOOST_TEST((game->rules_broken({judged.move}) == 0) == judged.rule.empty());
}

BOOST_AUTO_TEST_CASE(counts_the_rules_that_a_move_breaks) {
  const std::vector<std::pair<std::string, int>> moves = {
      {"64b0", 1},  // beside its own, a corner of its own touched as well
      {"c1b0", 1},  // far from its own
      {"95b0", 2},  // on the other's, far from its own
      {"6eb0", 2},  // off the board, far from its own
      {"61a0", 2},  // on its own, used before
  };
  for (const auto& [move, broken] : moves) BOOST_TEST(after(table_2)->rules_broken({move}) == broken, move);
  BOOST_TEST(after("")->rules_broken({"11a0"}) == 1);  // not on the start square
  BOOST_TEST(after("")->rules_broken({"01a0"}) == 2);  // … nor on the board
}

BOOST_AUTO_TEST_CASE(names_the_rules_that_a_first_and_a_later_tile_keep) {
  using Names = std::vector<std::string>;
  BOOST_TEST((after("")->rules() == Names{"malformed", "used", "occupied", "edge", "pass", "start"}));
  BOOST_TEST(
      (after("53e0 a8e0")->rules() == Names{"malformed", "used", "occupied", "edge", "pass", "corner"}));
}

BOOST_AUTO_TEST_CASE(clones_go_their_own_ways) {
  const auto game = after(table_2);
  const std::string board = game->draw({});
  const auto copy = game->clone();
  BOOST_TEST(copy->draw({}) == board);
  BOOST_TEST((copy->legal_moves() == game->legal_moves()));
  copy->play({"66b0"});
  BOOST_TEST(copy->ply() == 7);
  BOOST_TEST(game->ply() == 6);
  BOOST_TEST(game->draw({}) == board);
  copy->forfeit(Player::two, "");
  BOOST_TEST(game->result().state == Result::State::open);
  const auto lost = copy->clone();
  BOOST_TEST(lost->result().state == Result::State::one_won);
}

// Games that the contest's own host refereed, through the dialect and the ruling: the same end, the same
// score.
BOOST_AUTO_TEST_CASE(ends_recorded_games_as_the_contests_host_did) {
  std::ifstream file(RIG_SOURCE_DIR "/games/blokus/fixtures/host_games.json");
  const nlohmann::json games = nlohmann::json::parse(file).at("games");
  int all_placed = 0;
  for (const nlohmann::json& recorded : games) {
    BOOST_TEST_CONTEXT(recorded.at("what").get<std::string>()) {
      const auto game = new_blokus_duo(recorded.at("first") == 1 ? Player::one : Player::two);
      std::array<Bytes, 2> waiting;
      for (const nlohmann::json& reply : recorded.at("replies")) {
        if (game->result().state != Result::State::open) break;
        Bytes& sent = waiting.at(game->to_move() == Player::one ? 0 : 1);
        if (reply.is_string()) {
          const Bytes more_bytes = to_bytes(reply.get<std::string>());
          sent.insert(sent.end(), more_bytes.begin(), more_bytes.end());
        }
        const Parsed<Reply> parsed = dialect().parse_reply(asking(ReplyKind::move), sent);
        if (parsed.state != ParseState::complete) {
          game->forfeit(game->to_move(), "timeout");
          break;
        }
        sent.erase(sent.begin(), sent.begin() + static_cast<std::ptrdiff_t>(parsed.length));
        game->play({parsed.value.text});
      }
      const auto ends = recorded.at("ends").get<std::string>();
      if (ends == "timeout" && game->result().state == Result::State::open)
        game->forfeit(game->to_move(), ends);
      const Result result = game->result();
      BOOST_TEST(result.state != Result::State::open);
      BOOST_TEST((result.squares_left == recorded.at("left").get<std::array<int, 2>>()));
      BOOST_TEST((result.score == recorded.at("score").get<std::array<int, 2>>()));
      if (ends == "none") {
        const bool placed_all = std::min(result.squares_left[0], result.squares_left[1]) == 0;
        all_placed += placed_all ? 1 : 0;
        BOOST_TEST(result.why == (placed_all ? "all tiles placed" : "both passed"));
        BOOST_TEST((result.state == Result::State::one_won) ==
                   (result.squares_left[0] < result.squares_left[1]));
      } else {
        BOOST_TEST(contains(result.why, ends), result.why);
        BOOST_TEST(result.state ==
                   (game->to_move() == Player::one ? Result::State::two_won : Result::State::one_won));
      }
    }
  }
  BOOST_TEST(games.size() >= 50U);
  BOOST_TEST(all_placed >= 4);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::protocol
