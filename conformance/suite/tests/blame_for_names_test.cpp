/// What is to blame for a name that does not come, or comes otherwise, after a game or another name.

#include <functional>
#include <utility>

#include "conformance/suite/tests/toy_case.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;

BOOST_AUTO_TEST_SUITE(the_blame)

/// A Trax player that answers its name in a game's wake by what `odd` makes of the answer, once.
std::unique_ptr<rig::Link> odd_between_games(std::function<void(std::vector<Action>&)> odd) {
  return changed_trax([odd = std::move(odd), played = false, done = false](
                          std::uint8_t request, std::vector<Action>& answer) mutable {
    played = played || request == 'W';
    const bool is_name = answer.size() > 10;  // a move is shorter
    if (is_name && played && !std::exchange(done, true)) odd(answer);
  });
}

const Checks name_checks = {"HEART-NAME-1", {"HEART-NAME-6"}};

BOOST_AUTO_TEST_CASE(for_no_name_between_games_is_its_own_clauses) {
  for (const bool can_reset : {true, false}) {
    const auto link = odd(odd_between_games([](std::vector<Action>& answer) { answer.clear(); }));
    if (!can_reset) link->cannot_be_reset();
    const auto record = run(link, {"heart-trax", name_checks}, [&](Toy& toy) {
      toy.greet();
      toy.plays(1);
      BOOST_TEST(toy.greet() == can_reset);  // from power-on it was asked once more
      toy.failed("hello.answered", "a made-up failure");
    });
    // Where it cannot be tried from power-on, its deadline is no less binding than the clause between games.
    const Strings sought = {"HEART-NAME-1", "HEART-NAME-6"};
    const Strings found = {"HEART-NAME-6", "HEART-NAME-4", "HEART-NAME-1"};
    BOOST_TEST(failed_on(record) == (can_reset ? sought : found), boost::test_tools::per_element());
    BOOST_TEST(times(record, "trials") == (can_reset ? 1U : 0U));
  }
}

BOOST_AUTO_TEST_CASE(for_no_name_is_asked_again_only_where_the_name_came_from_power_on) {
  const auto link = odd(odd_between_games([](std::vector<Action>& answer) { answer.clear(); }));
  link->cannot_be_reset();
  const auto record = run(link, {"heart-trax", name_checks}, [](Toy& toy) {
    toy.greet();
    toy.plays(1);
    toy.greet();
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "exchanges") == 3U);
}

BOOST_AUTO_TEST_CASE(for_a_wrong_name_between_games_is_found_without_asking_again) {
  const auto exchanges = [](std::function<void(std::vector<Action>&)> oddity) {
    const auto link = odd_between_games(std::move(oddity));
    const auto record = run(link, {"heart-trax", {"HEART-NAME-1"}}, [](Toy& toy) {
      toy.greet();
      toy.plays(1);
      toy.greet();
    });
    const Strings ids = failed_on(record);
    return std::pair(times(record, "exchanges"), ids.empty() ? "none" : ids.front());
  };
  const auto [right, nothing] = exchanges([](std::vector<Action>&) {});
  const auto [empty, blamed] =
      exchanges([](std::vector<Action>& answer) { answer = rig::text_after(1ms, "\n"); });
  BOOST_TEST(empty == right + 1);  // the trial from power-on
  BOOST_TEST(nothing == "none");
  BOOST_TEST(blamed == "HEART-ROLE-2");
}

BOOST_AUTO_TEST_CASE(for_no_name_is_the_handshakes_own_where_nothing_but_names_was_asked) {
  const auto link = changed_trax([names = 0](std::uint8_t, std::vector<Action>& answer) mutable {
    constexpr std::size_t longest_move = 10;
    if (answer.size() > longest_move && ++names == 2) answer.clear();
  });
  const auto record = run(link, {"heart-trax", name_checks}, [](Toy& toy) {
    toy.greet();
    toy.greet();
    throw BrokenOff{};
  });
  const Strings ids = {"HEART-NAME-1", "HEART-NAME-4"};
  BOOST_TEST(failed_on(record) == ids, boost::test_tools::per_element());
  BOOST_TEST(times(record, "trials") == 0U);
}

/// A contest whose name between games binds less than its form and its deadline.
constexpr const char* names_between_games = R"(
[[requirement]]
id = "X-1"
text = "The name comes in time."
source = "a test"
level = "mandatory"
aspect = "hello.deadline"
[[requirement]]
id = "X-2"
text = "The name comes between games too."
source = "a test"
level = "recommended"
aspect = "hello.between-games"
[[requirement]]
id = "X-3"
text = "The name is a line."
source = "a test"
level = "mandatory"
aspect = "hello.format"
)";

BOOST_AUTO_TEST_CASE(for_no_name_between_games_binds_as_that_clause_does_and_for_a_wrong_one_more) {
  const auto front = [](std::function<void(std::vector<Action>&)> oddity) {
    const auto link = odd(odd_between_games(std::move(oddity)));
    link->cannot_be_reset();
    const Stage stage{.contest = "heart-trax", .checks = {"X-1"}, .catalogue = names_between_games};
    const auto record = run(link, stage, [](Toy& toy) {
      toy.greet();
      toy.plays(1);
      toy.greet();
      throw BrokenOff{};
    });
    const Strings ids = failed_on(record);
    return ids.empty() ? "none" : ids.front();
  };
  BOOST_TEST(front([](std::vector<Action>& answer) { answer.clear(); }) == "X-2");
  BOOST_TEST(front([](std::vector<Action>& answer) { answer = rig::text_after(1ms, "\n"); }) == "X-3");
}

BOOST_AUTO_TEST_CASE(for_another_name_in_a_second_match_is_not_sought) {
  const auto link = changed([names = 0](std::uint8_t request, std::vector<Action>& answer) mutable {
    const bool is_name = request == '0' && answer.size() == 3;
    if (is_name && ++names == 2) answer.back().what = rig::SendByte{'~'};
  });
  const auto record = run(link, {.checks = {"ICFPT14-INIT-6", {"ICFPT14-TERM-2"}}}, [](Toy& toy) {
    toy.greet();
    toy.plays(1);
    toy.say_end();
    toy.greet();
    throw BrokenOff{};
  });
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-INIT-6"}, boost::test_tools::per_element());
  BOOST_TEST(times(record, "trials") == 0U);
}

BOOST_AUTO_TEST_CASE(is_told_in_the_words_of_the_case) {
  rig::player::BlokusDeviceOptions options;
  options.fault = "hello-once";
  const auto record =
      run(link_to(rig::player::new_blokus_device(options)), {.checks = {"ICFPT14-TERM-2"}}, [](Toy& toy) {
        toy.greet();
        toy.plays(1);
        toy.conclude("end.rematch", toy.greet(), "no second name");
        throw BrokenOff{};
      });
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST(record.findings.front().requirement == "ICFPT14-TERM-2");
  BOOST_TEST(record.findings.front().summary.starts_with("no second name: "),
             record.findings.front().summary);
}

BOOST_AUTO_TEST_SUITE_END()
