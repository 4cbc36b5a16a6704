// Running a tournament: what is played when, what comes into the journal, and what a stop at any moment
// leaves.
#include <boost/test/unit_test.hpp>
#include <fstream>

#include "rig/arbiter/tests/tournament_tools.hpp"
#include "rig/base/errors.hpp"

using namespace rig::arbiter::tournament;
using namespace std::chrono_literals;
using rig::UsageError;

namespace {

const std::string round_robin = "name = \"round-robin\"";
const std::string pools = "name = \"pools\"";

/// Plays it to its end, undisturbed.
std::string undisturbed(const Plan& plan) {
  const Folder folder;
  Ears ears;
  Tournament tournament(plan, folder.path(), "test", ears);
  TestDesk desk(folder.path());
  BOOST_REQUIRE(tournament.run(desk) == Standstill::over);
  return order_of(tournament.step());
}

std::vector<std::string> entries_of(const Folder& folder) {
  std::vector<std::string> entries;
  read_journal(folder.journal(), [&](const Entry& entry) { entries.push_back(entry.at("entry")); });
  return entries;
}

/// Runs `tournament` where decisions are entered while it is not running.
Entry decision(const std::string& what, const Entry& facts) {
  static int number = 0;
  Entry entry{{"entry", what}, {"reason", "a test"}, {"given", std::to_string(++number)}};
  for (const auto& [key, value] : facts.items()) entry[key] = value;
  return entry;
}

bool says(const UsageError& error, const std::string& part) {
  return std::string(error.what()).find(part) != std::string::npos;
}

/// What one who lost the process at this length of the journal finds.
void cut(const Folder& folder, std::uintmax_t length) {
  std::filesystem::resize_file(folder.journal(), length);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_round_robin_is_played_to_its_places) {
  const Plan plan = plan_from(plan_text(4, round_robin), "plan.toml", "");
  const Folder folder;
  Ears ears;
  Tournament tournament(plan, folder.path(), "test", ears);
  TestDesk desk(folder.path());
  BOOST_TEST((tournament.run(desk) == Standstill::over));
  BOOST_TEST(desk.begun.size() == 12U);  // six pairs, both seats
  BOOST_TEST(tournament.step().places.size() == 4U);
  BOOST_TEST(entries_of(folder).back() == "end");
  BOOST_TEST(desk.most_at_once == 1U);
}

BOOST_AUTO_TEST_CASE(it_is_opened_again_when_it_is_over) {
  const Plan plan = plan_from(plan_text(3, round_robin), "plan.toml", "");
  const Folder folder;
  Ears ears;
  TestDesk desk(folder.path());
  BOOST_TEST((Tournament(plan, folder.path(), "test", ears).run(desk) == Standstill::over));
  const auto games = desk.begun.size();
  BOOST_TEST((Tournament(plan, folder.path(), "test", ears).run(desk) == Standstill::over));
  BOOST_TEST(desk.begun.size() == games);
}

BOOST_AUTO_TEST_CASE(a_bench_has_one_game_at_a_time) {
  std::string text =
      "contest = \"heart-trax\"\n[policy]\nat_once = 8\n[[bench]]\nname = \"left\"\n[[bench]]\n"
      "name = \"right\"\n[format]\nname = \"round-robin\"\n";
  for (const char* team : {"A", "B", "C", "D", "E", "F"}) {
    const bool left = team < std::string("D");
    text += std::string("[[entrant]]\nteam = \"") + team + "\"\ndut = \"opponent:random\"\nbench = \"" +
            (left ? "left" : "right") + "\"\n";
  }
  const Plan plan = plan_from(text, "plan.toml", "");
  const Folder folder;
  Ears ears;
  Tournament tournament(plan, folder.path(), "test", ears);
  std::vector<Order> on;
  class Watched final : public TestDesk {
   public:
    using TestDesk::TestDesk;
    std::map<std::string, std::set<std::string>> on;
    const Plan* plan = nullptr;
    void begin(const Order& order) override {
      std::set<std::string> benches{plan->bench_of(order.fixture.first),
                                    plan->bench_of(order.fixture.second)};
      for (const auto& [game, others] : on) {
        for (const std::string& bench : benches)
          BOOST_TEST(!others.contains(bench), game << " is at " << bench);
      }
      on[order.fixture.id] = benches;
      // whoever else is at these benches does not play, and is told so
      for (const Entrant idle : order.idle) BOOST_TEST(benches.contains(plan->bench_of(idle)));
      BOOST_TEST(order.idle.size() == (benches.size() == 1 ? 1U : 4U));
      TestDesk::begin(order);
    }
  } desk(folder.path());
  desk.plan = &plan;
  desk.on_ended = [&](const Order& order) { desk.on.erase(order.fixture.id); };
  BOOST_TEST((tournament.run(desk) == Standstill::over));
  BOOST_TEST(desk.most_at_once == 2U);
}

BOOST_AUTO_TEST_CASE(an_error_of_the_rig_stops_a_bench_and_others_play_on) {
  const Plan plan =
      plan_from(plan_text(4, round_robin, "[policy]\nreplays = 1\nat_once = 2\n"), "plan.toml", "");
  const Folder folder;
  Ears ears;
  Tournament tournament(plan, folder.path(), "test", ears);
  TestDesk desk(folder.path());
  bool is_unplugged = true;
  desk.ends = [&](const Order& order) -> std::optional<Ended> {
    const bool has_t2 = order.fixture.first == 1 || order.fixture.second == 1;
    if (!is_unplugged || !has_t2) return std::nullopt;
    return failed(order, "the adapter is gone", 1);
  };
  BOOST_TEST((tournament.run(desk) == Standstill::stuck));
  BOOST_TEST(tournament.state().stopped.contains("of T2"));
  BOOST_TEST(tournament.state().results.size() == 6U);  // T1, T3, T4 among each other
  BOOST_TEST(ears.has_heard("the adapter is gone"));
  is_unplugged = false;
  tournament.decide(decision("retry", {{"bench", "of T2"}}));
  BOOST_TEST((tournament.run(desk) == Standstill::over));
  BOOST_TEST(order_of(tournament.step()) == undisturbed(plan));
}

BOOST_AUTO_TEST_CASE(a_game_without_a_result_is_played_again_and_then_waits_for_a_decision) {
  const Plan plan = plan_from(plan_text(3, round_robin, "[policy]\nreplays = 2\n"), "plan.toml", "");
  const Folder folder;
  Ears ears;
  Tournament tournament(plan, folder.path(), "test", ears);
  TestDesk desk(folder.path());
  std::string never;
  int tries = 0;
  desk.ends = [&](const Order& order) -> std::optional<Ended> {
    if (never.empty()) never = order.fixture.id;
    if (order.fixture.id != never) return std::nullopt;
    tries += 1;
    return Ended{.game = never,
                 .how = Ended::How::no_result,
                 .result = {},
                 .why = "a busy machine",
                 .at = std::nullopt,
                 .facts = Entry::object()};
  };
  BOOST_TEST((tournament.run(desk) == Standstill::stuck));
  BOOST_TEST(tries == 3);
  BOOST_TEST(tournament.state().stopped.empty());
  tournament.decide(decision("override", {{"game", never}, {"outcome", "draw"}}));
  BOOST_TEST((tournament.run(desk) == Standstill::over));
  BOOST_TEST(tries == 3);
}

BOOST_AUTO_TEST_CASE(who_withdraws_loses_what_is_left) {
  const Plan plan = plan_from(plan_text(4, round_robin), "plan.toml", "");
  const Folder folder;
  Ears ears;
  Tournament tournament(plan, folder.path(), "test", ears);
  TestDesk desk(folder.path());
  tournament.decide(decision("withdraw", {{"team", "T3"}}));
  BOOST_TEST((tournament.run(desk) == Standstill::over));
  BOOST_TEST(desk.begun.size() == 6U);
  for (const Order& order : desk.begun) BOOST_TEST((order.fixture.first != 2 && order.fixture.second != 2));
  BOOST_TEST(tournament.step().places.back().entrant == 2U);
}

BOOST_AUTO_TEST_CASE(decisions_about_what_there_is_not_are_refused_and_leave_the_journal_as_it_is) {
  const Plan plan = plan_from(plan_text(3, round_robin), "plan.toml", "");
  const Folder folder;
  Ears ears;
  Tournament tournament(plan, folder.path(), "test", ears);
  struct Row {
    std::string what;
    Entry facts;
    std::string said;
  };
  const std::vector<Row> rows = {
      {"void", {{"game", "nonsense"}}, "nonsense"},
      {"override", {{"game", "nonsense"}, {"outcome", "first"}}, "nonsense"},
      {"withdraw", {{"team", "T9"}}, "T9"},
      {"retry", {{"bench", "of T1"}}, "no bench has stopped"},
      {"extend", {{"span", "soon"}}, "soon"},
      {"game", {{"game", "x"}}, "no decision"},
      {"void", {{"game", tournament.step().to_play.front().id}, {"reason", ""}}, "reason"},
      {"override", {{"game", tournament.step().to_play.front().id}, {"outcome", "won"}}, "won"},
  };
  for (const Row& row : rows) {
    BOOST_CHECK_EXCEPTION(tournament.decide(decision(row.what, row.facts)), UsageError,
                          [&](const UsageError& error) { return says(error, row.said); });
  }
  BOOST_TEST(entries_of(folder).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_decision_that_is_handed_in_is_taken_in_once) {
  const Plan plan = plan_from(plan_text(3, round_robin), "plan.toml", "");
  const Folder folder;
  Ears ears;
  Tournament tournament(plan, folder.path(), "test", ears);
  TestDesk desk(folder.path());
  std::string first;
  const Entry pause = decision("pause", Entry::object());
  desk.on_ended = [&](const Order& order) {
    if (first.empty()) hand_in(folder.path(), pause);
    first = order.fixture.id;
  };
  BOOST_TEST((tournament.run(desk) == Standstill::paused));
  BOOST_TEST(desk.begun.size() == 1U);
  tournament.decide(decision("resume", Entry::object()));
  const std::string again = hand_in(folder.path(), pause);  // who stops between the entry and the file's end
  BOOST_TEST((tournament.run(desk) == Standstill::over));
  BOOST_TEST(std::filesystem::exists(again + ".refused"));
}

BOOST_AUTO_TEST_CASE(where_the_organiser_has_a_key_other_decisions_are_refused) {
  const Folder folder;
  const rig::PrivateKey key = rig::PrivateKey::generate();
  const rig::PrivateKey other = rig::PrivateKey::generate();
  rig::write_whole(folder.path() + "/organiser.pub", key.public_pem());
  const Plan plan =
      plan_from(plan_text(3, round_robin, "key = \"organiser.pub\"\n"), "plan.toml", folder.path());
  Ears ears;
  Tournament tournament(plan, folder.path(), "test", ears);
  Entry withdraw = decision("withdraw", {{"team", "T1"}});
  BOOST_CHECK_THROW(tournament.decide(withdraw), UsageError);
  sign_decision(withdraw, other);
  BOOST_CHECK_THROW(tournament.decide(withdraw), UsageError);
  sign_decision(withdraw, key);
  tournament.decide(withdraw);
  BOOST_TEST(tournament.state().withdrawn.contains("T1"));
  BOOST_CHECK_THROW(tournament.decide(withdraw), UsageError);  // once
}

BOOST_AUTO_TEST_CASE(a_day_ends_and_is_extended) {
  const Plan plan = plan_from(plan_text(3, round_robin, "[policy]\nday = \"0s\"\n"), "plan.toml", "");
  const Folder folder;
  Ears ears;
  Tournament tournament(plan, folder.path(), "test", ears);
  TestDesk desk(folder.path());
  BOOST_TEST((tournament.run(desk) == Standstill::day_is_over));
  BOOST_TEST(desk.begun.size() == 1U);  // with it the day began
  tournament.decide(decision("extend", {{"span", "1h"}}));
  BOOST_TEST((tournament.run(desk) == Standstill::over));
}

// The last game of a day may end after it: then the tournament is over, and so it stays.
BOOST_AUTO_TEST_CASE(a_tournament_whose_day_has_ended_is_over_when_its_games_are) {
  const Plan plan =
      plan_from(plan_text(2, round_robin, "[policy]\nday = \"0s\"\nat_once = 2\n"), "plan.toml", "");
  const Folder folder;
  Ears ears;
  Tournament tournament(plan, folder.path(), "test", ears);
  TestDesk desk(folder.path());
  BOOST_TEST((tournament.run(desk) == Standstill::day_is_over));
  tournament.decide(decision("day", Entry::object()));
  BOOST_TEST((tournament.run(desk) == Standstill::over));  // its second and last game
  BOOST_TEST((tournament.run(desk) == Standstill::over));
  tournament.decide(decision("pause", Entry::object()));
  BOOST_TEST((tournament.run(desk) == Standstill::over));
}

BOOST_AUTO_TEST_CASE(a_bench_that_plays_again_leaves_other_games_held) {
  const Plan plan =
      plan_from(plan_text(4, round_robin, "[policy]\nreplays = 0\nat_once = 2\n"), "plan.toml", "");
  const Folder folder;
  Ears ears;
  Tournament tournament(plan, folder.path(), "test", ears);
  TestDesk desk(folder.path());
  std::string undecided;
  bool is_unplugged = true;
  desk.ends = [&](const Order& order) -> std::optional<Ended> {
    if (order.fixture.first == 1 || order.fixture.second == 1) {
      if (is_unplugged) return failed(order, "the adapter is gone", 1);
      return std::nullopt;
    }
    if (undecided.empty()) undecided = order.fixture.id;
    if (order.fixture.id != undecided) return std::nullopt;
    Ended ended = failed(order, "a busy machine", std::nullopt);
    ended.how = Ended::How::no_result;
    return ended;
  };
  BOOST_TEST((tournament.run(desk) == Standstill::stuck));
  is_unplugged = false;
  const auto times = [&] {
    return std::count_if(desk.begun.begin(), desk.begun.end(),
                         [&](const Order& order) { return order.fixture.id == undecided; });
  };
  tournament.decide(decision("retry", {{"bench", "of T2"}}));
  BOOST_TEST((tournament.run(desk) == Standstill::stuck));
  BOOST_TEST(times() == 1);  // it waits for its own decision
  BOOST_TEST(tournament.state().results.size() == 11U);
}

BOOST_AUTO_TEST_CASE(a_tournament_whose_games_are_played_elsewhere_is_not_over) {
  const Plan plan = plan_from(plan_text(3, round_robin), "plan.toml", "");
  const Folder folder;
  Ears ears;
  TestDesk elsewhere(folder.path());
  {
    Tournament tournament(plan, folder.path(), "test", ears);
    BOOST_TEST(tournament.give(elsewhere) == 6U);
    for (const Order& order : elsewhere.begun)
      rig::write_whole(order_file(folder.path(), order.started), "{}");
  }
  Tournament tournament(plan, folder.path(), "test", ears);
  TestDesk here(folder.path());
  BOOST_TEST((tournament.run(here) == Standstill::elsewhere));
  BOOST_TEST(here.begun.empty());
  for (const Order& order : elsewhere.begun) {
    const Ended ended = elsewhere.wait(1s).value();
    tournament.take(order.started + 100, ended);  // of another time
    BOOST_TEST(!tournament.state().results.contains(order.fixture.id));
    tournament.take(order.started, ended);
    tournament.take(order.started, ended);  // who was stopped before the order was removed asks again
    BOOST_TEST(tournament.state().results.contains(order.fixture.id));
  }
  BOOST_TEST((tournament.run(here) == Standstill::over));
  BOOST_TEST(order_of(tournament.step()) == undisturbed(plan));
}

BOOST_AUTO_TEST_CASE(a_folder_has_one_holder_and_one_plan) {
  const Plan plan = plan_from(plan_text(3, round_robin), "plan.toml", "");
  const Plan other = plan_from(plan_text(4, round_robin), "other.toml", "");
  const Folder folder;
  Ears ears;
  const auto hold = Hold::take(folder.path());
  BOOST_TEST(hold.has_value());
  BOOST_TEST(!Hold::take(folder.path()).has_value());
  BOOST_TEST(Hold::holder(folder.path()).find("process ") == 0U);
  { Tournament tournament(plan, folder.path(), "test", ears); }
  BOOST_CHECK_THROW(Tournament(other, folder.path(), "test", ears), UsageError);
}

BOOST_AUTO_TEST_CASE(an_interrupted_game_is_played_anew) {
  const Plan plan = plan_from(plan_text(3, round_robin), "plan.toml", "");
  const Folder folder;
  Ears ears;
  struct Broken : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  {
    Tournament tournament(plan, folder.path(), "test", ears);
    TestDesk desk(folder.path());
    desk.on_ended = [](const Order& order) {
      if (order.started > 4) throw Broken("the power is gone");
    };
    BOOST_CHECK_THROW(tournament.run(desk), Broken);
  }
  Tournament tournament(plan, folder.path(), "test", ears);
  BOOST_TEST(ears.has_heard("is played again"));
  TestDesk desk(folder.path());
  BOOST_TEST((tournament.run(desk) == Standstill::over));
  BOOST_TEST(order_of(tournament.step()) == undisturbed(plan));
}

BOOST_AUTO_TEST_CASE(whatever_is_left_of_the_journal_it_ends_in_the_same_places) {
  const Plan plan = plan_from(plan_text(8, pools), "plan.toml", "");
  const std::string wanted = undisturbed(plan);
  const Folder whole;
  Ears ears;
  TestDesk first(whole.path());
  BOOST_TEST((Tournament(plan, whole.path(), "test", ears).run(first) == Standstill::over));
  const std::string journal = rig::content_of_ordinary_file(whole.journal());
  rig::Random random(1);
  for (int trial = 0; trial < 60; ++trial) {
    const Folder folder;
    rig::write_whole(folder.journal(), journal);
    const auto length = random.below(static_cast<std::uint32_t>(journal.size()) + 1);
    cut(folder, length);
    Tournament tournament(plan, folder.path(), "test", ears);
    TestDesk desk(folder.path());
    BOOST_TEST((tournament.run(desk) == Standstill::over));
    BOOST_TEST(order_of(tournament.step()) == wanted, "cut at byte " << length);
  }
}

BOOST_AUTO_TEST_CASE(an_entry_that_was_changed_is_found) {
  const Plan plan = plan_from(plan_text(3, round_robin), "plan.toml", "");
  const Folder folder;
  Ears ears;
  TestDesk desk(folder.path());
  BOOST_TEST((Tournament(plan, folder.path(), "test", ears).run(desk) == Standstill::over));
  const std::string journal = rig::content_of_ordinary_file(folder.journal());
  rig::Random random(2);
  const auto last_line = journal.rfind('\n', journal.size() - 2);
  for (int trial = 0; trial < 60; ++trial) {
    std::string changed = journal;
    const auto at = random.below(static_cast<std::uint32_t>(last_line));
    changed[at] = changed[at] == 'x' ? 'y' : 'x';
    rig::write_whole(folder.journal(), changed);
    BOOST_CHECK_THROW(read_journal(folder.journal(), [](const Entry&) {}), UsageError);
  }
}
