/// docs/extending.md, followed: a contest of a page, a catalogue of three clauses, and a case that asks it.

#include "conformance/suite/tests/toy_contest.hpp"

#include <gtest/gtest.h>

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <map>

#include "conformance/suite/suite.hpp"
#include "rig/dut/game.hpp"
#include "rig/link/callback/callback_link.hpp"

using namespace conformance;
using namespace rig;

namespace {

constexpr const char* catalogue_text = R"(
[[requirement]]
id = "TOY-1"
text = "\"?\" is answered within 100 ms."
source = "docs/extending.md"
level = "mandatory"
aspect = "hello.deadline"

[[requirement]]
id = "TOY-2"
text = "The board answers each \"?\", however often it is asked."
source = "docs/extending.md"
level = "mandatory"
aspect = "hello.repeated"

[[requirement]]
id = "TOY-3"
text = "Nobody takes more matches than lie there."
source = "docs/extending.md"
level = "mandatory"
aspect = "move.range"
)";

/// A board that always takes two.
class GreedyBoard final : public Device {
 public:
  explicit GreedyBoard(bool answers_again) : answers_again_(answers_again) {}
  void power_on() override { asked_ = 0; }
  std::vector<Action> receive(std::uint8_t byte) override {
    if (byte == '?') {
      if (++asked_ > 1 && !answers_again_) return {};
      return {{std::chrono::milliseconds(3), SendByte{'!'}}, {std::chrono::milliseconds(3), SendByte{'G'}}};
    }
    if (byte == '.') return {};
    return {{std::chrono::milliseconds(3), SendByte{'2'}}};
  }

 private:
  bool answers_again_;
  int asked_ = 0;
};

std::unique_ptr<Link> board(bool answers_again = true) {
  return make_callback_link({"builtin:greedy", "", toy_contest().baud, {}},
                            std::make_unique<GreedyBoard>(answers_again));
}

}  // namespace

CONFORMANCE_CASE(Toy, AnswersAgain, "answers each handshake", Checks{.subject = "TOY-1", .also = {"TOY-2"}}) {
  for (int i = 0; i < 3; ++i) {
    const bool answered = greet();
    if (i > 0 && !conclude("hello.repeated", answered, "the handshake was not answered again")) return;
  }
  passed("hello.repeated");
}

namespace {

std::map<std::string, report::CaseRecord> run_on(Link& link) {
  const protocol::Contest toy = toy_contest();
  const Catalogue catalogue = parse_catalogue(catalogue_text, "toy");
  RunOptions options;
  options.contest = "toy";
  std::map<std::string, report::CaseRecord> records;
  Environment environment{options,
                          toy,
                          catalogue,
                          [&](const std::string&) { return WayToDut{link}; },
                          [](const std::string&) {},
                          [&](const report::CaseRecord& record) { records[record.id] = record; },
                          {}};
  run_cases({"Toy.AnswersAgain"}, environment);
  return records;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_game_of_five_matches_is_ruled) {
  const protocol::Contest toy = toy_contest();
  const auto link = board();
  const auto session = dut::new_session(*link, toy);
  session->reset();
  BOOST_TEST(session->ask(toy.hello).reply.value.text == "G");
  dut::Game game(toy, toy.seats.front());
  const auto take_turn = [&] {
    const dut::Exchange exchange = session->ask(game.requests().back());
    BOOST_TEST_REQUIRE(exchange.replied());
    game.play({exchange.reply.value.text});
  };
  take_turn();       // two of five
  game.play({"2"});  // one is left
  BOOST_TEST(game.ruling().judge({"2"}).rule == "range");
  take_turn();  // and it takes two
  BOOST_TEST(game.over());
  BOOST_TEST((game.ruling().result().state == protocol::Result::State::two_won));
}

BOOST_AUTO_TEST_CASE(a_case_of_the_suite_runs_on_it_and_can_fail) {
  int argc = 1;
  char name[] = "toy_contest_test";
  char* argv[] = {name, nullptr};
  testing::InitGoogleTest(&argc, argv);
  const auto faulty = board(false);
  const auto records = run_on(*faulty);
  BOOST_TEST_REQUIRE(records.contains("Toy.AnswersAgain"));
  BOOST_TEST((records.at("Toy.AnswersAgain").verdict == Verdict::fail));
  BOOST_TEST((records.at("Toy.AnswersAgain").requirements.at("TOY-2").worst == Verdict::fail));
}

BOOST_AUTO_TEST_CASE(the_page_of_the_contest_has_fewer_than_100_lines) {
  std::ifstream page(RIG_SOURCE_DIR "/conformance/suite/tests/toy_contest.cpp");
  int lines = 0;
  for (std::string line; std::getline(page, line);) ++lines;
  BOOST_TEST(lines > 50);
  BOOST_TEST(lines < 100);
}
