/// The rules of Connect6 against a slow reference, the ruling, the dialect and the reference board.

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>
#include <set>

#include "../icfpt2011.hpp"
#include "../opponents.hpp"
#include "../player.hpp"
#include "../rows.hpp"
#include "../ruling.hpp"
#include "rig/dut/game.hpp"
#include "rig/dut/session.hpp"
#include "rig/link/callback/callback_link.hpp"

using namespace connect6;
using namespace rig::protocol;
using namespace std::chrono_literals;

namespace {

/// The rules again, as plainly as they can be said: stones by row and column, and each row looked at by
/// walking along it from each crossing.
class SlowBoard {
 public:
  void lay(const Crossing& at, Player player) { stones_[{at.row, at.column}] = player; }
  bool taken(const Crossing& at) const { return stones_.contains({at.row, at.column}); }
  bool has_won(Player player) const {
    for (int row = 1; row <= 19; ++row) {
      for (int column = 1; column <= 19; ++column) {
        if (six_from(row, column, 0, 1, player) || six_from(row, column, 1, 0, player) ||
            six_from(row, column, 1, 1, player) || six_from(row, column, 1, -1, player))
          return true;
      }
    }
    return false;
  }

 private:
  bool six_from(int row, int column, int down, int right, Player player) const {
    for (int i = 0; i < 6; ++i) {
      const auto stone = stones_.find({row + i * down, column + i * right});
      if (stone == stones_.end() || stone->second != player) return false;
    }
    return true;
  }

  std::map<std::pair<int, int>, Player> stones_;
};

std::unique_ptr<Ruling> game_after(const std::vector<std::string>& moves) {
  auto game = new_game(Player::one);
  for (const std::string& move : moves) game->play({move});
  return game;
}

std::unique_ptr<rig::player::Opponent> opponent_of(std::string_view name, std::uint64_t seed) {
  return rig::player::new_opponent("connect6", name, rig::Random(seed));
}

/// Dark has five in row 10, columns 6 to 10, and it is dark's turn.
std::unique_ptr<Ruling> five_of_dark() {
  return game_after({"1010", "01010103", "10091008", "01050107", "10071006", "01090111"});
}

std::unique_ptr<rig::dut::Session> session_with(const Contest& contest, std::unique_ptr<rig::Link>& link,
                                                const DeviceOptions& options = {}) {
  link = rig::make_callback_link({"builtin:connect6", "", contest.baud, {}}, new_device(options));
  auto session = rig::dut::new_session(*link, contest);
  session->reset();
  return session;
}

const Dialect& dialect() {
  static const Contest contest = icfpt2011();
  return *contest.dialect;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rules)

BOOST_AUTO_TEST_CASE(games_by_chance_go_as_the_slow_board_has_them) {
  rig::Random random(2011);
  std::map<Result::State, int> ends;
  for (int game = 0; game < 40; ++game) {
    const auto ruling = new_game(game % 2 == 0 ? Player::one : Player::two);
    SlowBoard slow;
    int stones = 0;
    while (ruling->result().state == Result::State::open) {
      const Player mover = ruling->to_move();
      const Move move = ruling->any_legal_move(random);
      BOOST_TEST_REQUIRE(ruling->judge(move).legal);
      bool won = false;
      for (const Crossing& stone : stones_of(move)) {
        BOOST_TEST_REQUIRE(!won);
        BOOST_TEST_REQUIRE(!slow.taken(stone));
        slow.lay(stone, mover);
        ++stones;
        won = slow.has_won(mover);
      }
      ruling->play(move);
      const auto state = ruling->result().state;
      BOOST_TEST_REQUIRE(
          (state == (mover == Player::one ? Result::State::one_won : Result::State::two_won)) == won);
      BOOST_TEST_REQUIRE((state == Result::State::draw) == (!won && stones == 361));
    }
    ++ends[ruling->result().state];
  }
  BOOST_TEST(ends[Result::State::one_won] > 5);
  BOOST_TEST(ends[Result::State::two_won] > 5);
}

BOOST_AUTO_TEST_CASE(each_direction_wins_from_six_on_and_seven_win_too) {
  for (const auto& [down, right] : {std::pair(0, 1), std::pair(1, 0), std::pair(1, 1), std::pair(1, -1)}) {
    Position position;
    for (int i = 0; i < 6; ++i) {
      if (i != 2) position.put({7 + i * down, 9 + i * right}, Player::two);
    }
    const Crossing gap{7 + 2 * down, 9 + 2 * right};
    BOOST_TEST(position.row_with(gap, Player::two) == 6);
    BOOST_TEST(!position.would_win(gap, Player::one));
    position.put({7 - down, 9 - right}, Player::two);
    BOOST_TEST(position.row_with(gap, Player::two) == 7);
    position.put(gap, Player::two);
    BOOST_TEST((position.winner() == Player::two));
  }
}

BOOST_AUTO_TEST_CASE(rows_do_not_go_around_the_edge) {
  Position position;
  for (const int column : {17, 18, 19}) position.put({4, column}, Player::one);
  for (const int column : {1, 2}) position.put({5, column}, Player::one);
  BOOST_TEST(position.row_with({5, 3}, Player::one) == 3);
}

BOOST_AUTO_TEST_CASE(turns_are_counted_with_their_stones_in_either_order) {
  BOOST_TEST(perft(Position(), 0) == 1U);
  BOOST_TEST(perft(Position(), 1) == 361U);
  BOOST_TEST(perft(Position(), 2) == 361U * (360U * 359U / 2U));
  BOOST_TEST(game_after({"1010"})->legal_moves().size() == 360U * 359U / 2U);
}

BOOST_AUTO_TEST_CASE(legal_moves_are_legal_and_a_stone_that_wins_stands_alone) {
  const auto game = five_of_dark();
  const std::vector<Move> legal = game->legal_moves();
  BOOST_TEST(std::is_sorted(legal.begin(), legal.end()));
  std::set<std::string> alone;
  for (const Move& move : legal) {
    BOOST_TEST_REQUIRE(game->judge(move).legal);
    if (move.text.size() == 4) alone.insert(move.text);
  }
  BOOST_TEST((alone == std::set<std::string>{"1005", "1011"}));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(a_turn)

BOOST_AUTO_TEST_CASE(is_one_stone_for_dark_at_first_and_two_from_then_on) {
  BOOST_TEST(game_after({})->judge({"1010"}).legal);
  BOOST_TEST(game_after({})->judge({"10100909"}).rule == "stones");
  BOOST_TEST(game_after({"1010"})->judge({"0909"}).rule == "stones");
  BOOST_TEST(game_after({"1010"})->judge({"09091111"}).legal);
  BOOST_TEST(game_after({"1010"})->judge({"11110909"}).legal);
}

BOOST_AUTO_TEST_CASE(breaks_a_rule_in_each_way) {
  const auto game = game_after({"1010", "09091111"});
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"10101212", "occupied"},  {"12121111", "occupied"},     {"12121212", "occupied"},
      {"20011212", "range"},     {"12120001", "range"},        {"12120120", "range"},
      {"1 121313", "malformed"}, {"12121A13", "malformed"},    {"121213", "malformed"},
      {"", "malformed"},         {"121213131414", "malformed"}};
  for (const auto& [text, rule] : wrong) BOOST_TEST(game->judge({text}).rule == rule, text);
  BOOST_TEST(game->judge({"12120001"}).kind == "square off the board");
  BOOST_TEST(game->rules_broken({"20011010"}) == 2);
  game->play({"12121212"});
  BOOST_TEST((game->result().state == Result::State::two_won));
}

BOOST_AUTO_TEST_CASE(ends_with_the_first_stone_that_wins_whatever_follows) {
  for (const char* text : {"1011", "10111919", "10111010", "1005zzzz"}) {
    const auto game = five_of_dark();
    BOOST_TEST(game->judge({text}).legal);
    game->play({text});
    BOOST_TEST((game->result().state == Result::State::one_won));
  }
  BOOST_TEST(five_of_dark()->judge({"1012"}).rule == "stones");
}

BOOST_AUTO_TEST_CASE(tells_what_is_remarkable_about_it) {
  const auto features = [](const Ruling& game, const std::string& text) {
    const auto all = game.features({text});
    return std::set<std::string>(all.begin(), all.end());
  };
  BOOST_TEST(features(*game_after({"1010"}), "01190202").contains("border"));
  BOOST_TEST(!features(*game_after({"1010"}), "02180202").contains("border"));
  BOOST_TEST(features(*five_of_dark(), "1011").contains("first-stone"));
  BOOST_TEST(!features(*five_of_dark(), "12121011").contains("first-stone"));
  const auto gap = game_after(
      {"1010", "01010103", "10091008", "01050107", "10121013", "01090113", "10141818", "01150117"});
  BOOST_TEST(features(*gap, "1011").contains("long-row"));
  BOOST_TEST(
      features(*game_after({"1010", "01010103", "10091008", "01050107"}), "10071006").contains("five"));
}

BOOST_AUTO_TEST_CASE(has_the_code_of_each_of_its_stones) {
  const auto game = game_after({"1010", "09091111"});
  BOOST_TEST((game->codes_of({"01190203"}) == std::vector<std::string>{"0119", "0203"}));
  BOOST_TEST((game->codes_closed_by({"01190203"}) == std::vector<std::string>{"0119", "0203"}));
  const auto exposures = game->exposures();
  BOOST_TEST_REQUIRE(exposures.size() == 2U);
  BOOST_TEST(exposures.front().code == "0909");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(the_dialect)

BOOST_AUTO_TEST_CASE(has_requests_of_fixed_length) {
  const ByteDialect& bytes = *dialect().bytes();
  const auto parsed = [&](std::string_view text) { return bytes.parse_request(rig::to_bytes(text)); };
  BOOST_TEST((parsed("D").value.kind == RequestKind::first));
  BOOST_TEST((parsed("L").state == ParseState::more));
  BOOST_TEST((parsed("L101").state == ParseState::more));
  BOOST_TEST((parsed("L1010").value.kind == RequestKind::second));
  BOOST_TEST(parsed("L1010").value.told().text == "1010");
  BOOST_TEST((parsed("1010").state == ParseState::more));
  BOOST_TEST(parsed("10101111").value.told().text == "10101111");
  BOOST_TEST(parsed("101011110").length == 8U);
  BOOST_TEST((parsed("x").state == ParseState::malformed));
  BOOST_TEST(parsed("10a").length == 2U);
  BOOST_TEST(bytes.pauses_after(rig::to_bytes("L")));
  BOOST_TEST(bytes.pauses_after(rig::to_bytes("1010")));
  BOOST_TEST(!bytes.pauses_after(rig::to_bytes("L1")));
  BOOST_TEST(!bytes.pauses_after(rig::to_bytes("10101")));
}

BOOST_AUTO_TEST_CASE(has_replies_of_one_stone_that_may_go_on_but_for_darks_first) {
  const ByteDialect& bytes = *dialect().bytes();
  const Request first{RequestKind::first, "D", {}};
  const Request later = asks_after({"10101111"});
  BOOST_TEST((bytes.parse_reply(first, rig::to_bytes("1010")).state == ParseState::complete));
  BOOST_TEST(!bytes.parse_reply(first, rig::to_bytes("1010")).may_go_on);
  BOOST_TEST(bytes.parse_reply(later, rig::to_bytes("1010")).may_go_on);
  BOOST_TEST((bytes.parse_reply(later, rig::to_bytes("10101")).state == ParseState::more));
  BOOST_TEST(bytes.parse_reply(later, rig::to_bytes("10101111")).value.text == "10101111");
  BOOST_TEST((dialect().expects(later).deadline == 1s));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(the_board)

BOOST_AUTO_TEST_CASE(plays_whole_games_by_the_rules_against_every_opponent) {
  const Contest contest = icfpt2011();
  std::map<Result::State, int> ends;
  int by_one_stone = 0;
  for (const auto& kind : opponents()) {
    for (const Seat& seat : contest.seats) {
      std::unique_ptr<rig::Link> link;
      const auto session = session_with(contest, link);
      const auto opponent = kind.make(rig::Random(7));
      rig::dut::Game game(contest, seat);
      while (!game.over()) {
        if (!game.dut_to_move()) {
          const Move move = opponent->choose(game.ruling());
          BOOST_TEST_REQUIRE(game.ruling().judge(move).legal, kind.kind.name << " " << move.text);
          game.play(move);
          continue;
        }
        const auto exchange = session->ask(game.requests().back());
        BOOST_TEST_REQUIRE(exchange.replied());
        const Move move{exchange.reply.value.text};
        BOOST_TEST_REQUIRE(game.ruling().judge(move).legal, kind.kind.name << " " << move.text);
        if (move.text.size() == 4 && game.ruling().ply() > 0) ++by_one_stone;
        game.play(move);
      }
      ++ends[game.ruling().result().state];
    }
  }
  BOOST_TEST(ends[Result::State::draw] > 0);
  BOOST_TEST(by_one_stone > 0);
}

/// The features of the last move that `one` made against `other`, from either seat.
std::set<std::string> ends_of(std::string_view one, std::string_view other, std::uint64_t seed) {
  std::set<std::string> found;
  for (const Player side : {Player::one, Player::two}) {
    const auto game = new_game(Player::one);
    const auto mine = opponent_of(one, seed);
    const auto theirs = opponent_of(other, seed + 1);
    std::vector<std::string> last;
    while (game->result().state == Result::State::open) {
      const bool is_mine = game->to_move() == side;
      const Move move = (is_mine ? mine : theirs)->choose(*game);
      if (is_mine) last = game->features(move);
      game->play(move);
    }
    found.insert(last.begin(), last.end());
  }
  return found;
}

BOOST_AUTO_TEST_CASE(has_opponents_who_reach_what_they_are_named_after) {
  for (const auto& [name, feature] : {std::pair{"wins-by-first", "first-stone"}, {"long-rows", "long-row"}}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
      BOOST_TEST(ends_of(name, "random", seed).contains(feature), name << ", seed " << seed);
  }
  for (const char* other : {"random", "long-games"})
    BOOST_TEST(ends_of("fills-board", other, 1).contains("full-board"), "against " << other);
}

BOOST_AUTO_TEST_CASE(has_an_opponent_who_begins_in_the_corners_and_goes_on_along_the_edges) {
  const auto game = game_after({"1010"});
  const auto border = opponent_of("border", 1);
  std::vector<std::string> stones;
  for (const char* const elsewhere : {"09121413", "15030708", "06051109"}) {
    const Move move = border->choose(*game);
    for (const std::string& stone : game->codes_of(move)) stones.push_back(stone);
    BOOST_TEST(game->features(move) == std::vector<std::string>{"border"}, boost::test_tools::per_element());
    game->play(move);
    game->play({elsewhere});
  }
  BOOST_TEST_REQUIRE(stones.size() == 6U);
  BOOST_TEST((std::set(stones.begin(), stones.begin() + 4) ==
              std::set<std::string>{"0101", "0119", "1901", "1919"}));
}

BOOST_AUTO_TEST_CASE(waits_for_the_second_block_of_a_request) {
  const Contest contest = icfpt2011();
  std::unique_ptr<rig::Link> link;
  const auto session = session_with(contest, link);
  rig::dut::Game game(contest, contest.seats.back());
  game.play({"1010"});
  const auto exchange = session->ask(game.requests().back(), {.block = 900ms});
  BOOST_TEST(exchange.replied());
  BOOST_TEST(exchange.early == 0U);
  BOOST_TEST((rig::between(exchange.sent.first_bit, exchange.sent.last_bit).shortest > 900ms));
}

BOOST_AUTO_TEST_SUITE_END()
