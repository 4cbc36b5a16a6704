/// Players that nobody would write and that are right are certified; players with slips that no table of
/// faults has are not. The table is unusual/table.cpp.

#include <fmt/format.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "conformance/tests/programs.hpp"
#include "conformance/tests/unusual/table.hpp"
#include "rig/base/random.hpp"

using namespace conformance;
using namespace conformance::testing_programs;
using conformance::unusual::Row;
using conformance::unusual::Verdict;
using nlohmann::json;

namespace {

struct Seen {
  std::string headline;
  std::vector<std::string> broken;  ///< mandatory requirements
  std::vector<std::string> open;    ///< mandatory, and neither passed nor broken
  std::string output;
};

Seen certify(const Row& row, int seed) {
  const TemporaryFolder folder;
  std::vector<std::string> words = {"--contest",
                                    row.contest,
                                    "--dut",
                                    "unusual:" + row.traits,
                                    "--seed",
                                    std::to_string(seed),
                                    "--jobs",
                                    "2",
                                    "--quiet",
                                    "--reports",
                                    "",
                                    "--json",
                                    folder.file("report.json")};
  words.insert(words.end(), row.options.begin(), row.options.end());
  const Outcome outcome = run(CERTIFY_UNUSUAL_PLAYERS, words);
  const std::string text = content_of(folder.file("report.json"));
  BOOST_TEST_REQUIRE(!text.empty(), row.traits << ":\n" << outcome.output);
  const json report = json::parse(text);
  std::string headline = report.at("headline");
  if (report.at("exit_status") == 0 && report.at("partial").empty())
    headline = report.at("reservations").empty() ? "certified" : "certified with reservations";
  Seen seen{std::move(headline), {}, {}, outcome.output};
  for (const json& requirement : report.at("requirements")) {
    if (requirement.at("level") != "mandatory" || !requirement.at("testable").get<bool>()) continue;
    const std::string verdict = requirement.at("verdict");
    const std::string id = requirement.at("id");
    if (verdict == "fail") seen.broken.push_back(id);
    if (verdict != "fail" && verdict != "pass") seen.open.push_back(id);
  }
  return seen;
}

bool holds(const Row& row, const Seen& seen) {
  constexpr const char* reserved = "certified with reservations";
  switch (row.expected) {
    case Verdict::certified: return seen.headline == "certified";
    case Verdict::reservations: return seen.headline == reserved;
    case Verdict::right: return seen.headline == "certified" || seen.headline == reserved;
    case Verdict::wrong: break;
  }
  if (seen.headline != "not conformant" || seen.broken.empty()) return false;
  return row.requirement == "any" ||
         std::any_of(seen.broken.begin(), seen.broken.end(), [&](const std::string& id) {
           return ('|' + row.requirement + '|').find('|' + id + '|') != std::string::npos;
         });
}

std::string in_words(Verdict verdict) {
  switch (verdict) {
    case Verdict::certified: return "certified";
    case Verdict::reservations: return "certified with reservations";
    case Verdict::right: return "certified, perhaps with reservations";
    case Verdict::wrong: return "not conformant";
  }
  return "?";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += ' ' + word;
  return text.empty() ? " -" : text;
}

/// Runs on players that are wrong by chance, and those that did not see it.
struct ByChance {
  int runs = 0;
  int unseen = 0;
};

void check(const Row& row, int seed, ByChance& by_chance) {
  const Seen seen = certify(row, seed);
  const bool good = holds(row, seen);
  by_chance.runs += row.by_chance ? 1 : 0;
  by_chance.unseen += row.by_chance && !good ? 1 : 0;
  fmt::print("{} {:<9} {} seed {} {}\n    {} -> {}; broken:{}; open:{}\n", good ? "ok " : "NOT", row.contest,
             row.expected == Verdict::wrong ? "wrong" : "right", seed, row.traits, row.what, seen.headline,
             joined(seen.broken), joined(seen.open));
  std::fflush(stdout);
  BOOST_TEST(
      (good || row.by_chance),
      "--contest " << row.contest << " --dut 'unusual:" << row.traits << "' --seed " << seed << " ("
                   << row.what << "): expected "
                   << in_words(row.expected) + (row.requirement.empty() ? "" : " by ") + row.requirement
                   << ", found " << seen.headline << " by" << joined(seen.broken) << "\n"
                   << seen.output);
}

/// `NAME=VALUE` among the words after `--`.
std::string argument(const std::string& name, const std::string& usual) {
  const auto& suite = boost::unit_test::framework::master_test_suite();
  for (int i = 1; i < suite.argc; ++i) {
    const std::string word = suite.argv[i];
    if (word.rfind(name + "=", 0) == 0) return word.substr(name.size() + 1);
  }
  return usual;
}

/// Some of them, of each contest right and wrong ones.
std::vector<Row> sample(std::uint64_t seed, std::size_t most) {
  std::vector<Row> rows = unusual::table();
  rig::Random random(rig::derive_seed(seed, "sample of unusual players"));
  random.shuffle(std::span(rows));
  std::map<std::pair<std::string, bool>, int> taken;
  std::vector<Row> chosen;
  for (int round = 1; chosen.size() < most; ++round) {
    for (const Row& row : rows) {
      int& count = taken[{row.contest, row.expected == Verdict::wrong}];
      if (count >= round || chosen.size() >= most) continue;
      const bool known = std::any_of(chosen.begin(), chosen.end(), [&](const Row& one) {
        return one.contest == row.contest && one.traits == row.traits;
      });
      if (known) continue;
      ++count;
      chosen.push_back(row);
    }
  }
  return chosen;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_table_holds_what_it_is_for) {
  int right = 0;
  int wrong = 0;
  std::set<std::pair<std::string, std::string>> known;
  for (const Row& row : unusual::table()) {
    (row.expected == Verdict::wrong ? wrong : right) += 1;
    BOOST_TEST(known.insert({row.contest, row.traits}).second, row.traits << " is there twice");
    BOOST_TEST((row.expected == Verdict::wrong) == !row.requirement.empty(), row.traits);
  }
  BOOST_TEST(right >= 40);
  BOOST_TEST(wrong >= 40);
}

BOOST_AUTO_TEST_CASE(a_sample_of_them) {
  constexpr std::size_t rows = 12;
  ByChance by_chance;
  for (const Row& row : sample(1, rows)) check(row, 1, by_chance);
}

/// All, or what is asked for after `--`: `contest=course`, `seed=3`, `traits=order=smallest`.
BOOST_AUTO_TEST_CASE(all_of_them, *boost::unit_test::disabled()) {
  const std::string contest = argument("contest", "");
  const std::string traits = argument("traits", "");
  std::vector<int> seeds = {1, 2};
  if (const std::string seed = argument("seed", ""); !seed.empty()) seeds = {std::stoi(seed)};
  ByChance by_chance;
  for (const int seed : seeds) {
    for (const Row& row : unusual::table()) {
      if ((contest.empty() || row.contest == contest) && (traits.empty() || row.traits == traits))
        check(row, seed, by_chance);
    }
  }
  BOOST_TEST(5 * by_chance.unseen <= by_chance.runs,
             by_chance.unseen << " of " << by_chance.runs << " went unseen");
}

/// Whatever a board likes to play, each code is sent where it has two moves to answer it.
BOOST_AUTO_TEST_CASE(every_code_is_answered_by_players_of_every_taste) {
  for (const std::string taste : {"order=smallest", "order=largest&seed=3", "seed=9"}) {
    const Outcome outcome =
        run(CERTIFY_UNUSUAL_PLAYERS,
            {"--contest", "icfpt2014", "--dut", "unusual:" + taste, "--seed", "3", "--filter",
             "WholeGame.AgainstEveryCode,WholeGame.TwentyInARow", "--reports", ""});
    BOOST_TEST(outcome.output.find("2: 2 pass") != std::string::npos, taste << ":\n" << outcome.output);
  }
}

/// The reference players stand in the way of an opponent that lays all its tiles; one that gives up does not.
BOOST_AUTO_TEST_CASE(the_others_last_tile_is_reached_against_a_player_that_gives_up) {
  const TemporaryFolder folder;
  const auto ended_by_it = [&](const std::string& dut) {
    const Outcome outcome = run(CERTIFY_UNUSUAL_PLAYERS, {"--contest", "icfpt2014", "--dut", dut, "--seed",
                                                          "1", "--filter", "Termination.InPlaceOfAMove",
                                                          "--reports", "", "--json", folder.file("r.json")});
    BOOST_TEST(outcome.output.find("1: 1 pass") != std::string::npos, outcome.output);
    return content_of(folder.file("r.json")).find("games-ended-by-last-tile") != std::string::npos;
  };
  BOOST_TEST(ended_by_it("unusual:gives-up-from=3"));
  BOOST_TEST(!ended_by_it("builtin:blokus"));
}
