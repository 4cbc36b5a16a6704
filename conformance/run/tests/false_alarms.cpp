#include "conformance/run/tests/false_alarms.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "conformance/run/tests/programs.hpp"

namespace conformance::testing_programs {

using nlohmann::json;

namespace {

/// Why a case may have nothing to say of a good player, however many seeds there are.
const std::vector<std::string> lasting_reasons = {
    "this link has no wire to disturb or to measure",
    "this link transfers bytes, not bits",
    "the board's description gives it a limited playing area",
    "the board's description gives it fewer columns than have names of two letters",
    "no hard reset was declared",
};

/// How many runs came to each requirement, and why the others did not.
struct Reached {
  std::map<std::string, int> runs;
  std::map<std::string, std::set<std::string>> reasons;
  /// By `CASE on REQUIREMENT`: in how many runs the case came to what it cites.
  std::map<std::string, int> by_case;
  std::map<std::string, std::set<std::string>> reasons_by_case;

  bool ruled_out(const std::string& requirement) const { return lasting(reasons.at(requirement)); }

  static bool lasting(const std::set<std::string>& why) {
    return std::any_of(lasting_reasons.begin(), lasting_reasons.end(), [&](const std::string& one) {
      return std::any_of(why.begin(), why.end(),
                         [&](const std::string& reason) { return reason.starts_with(one); });
    });
  }
};

std::string in_words(const Good& good, std::optional<int> board) {
  return std::string(good.contest) + (board ? " --board " + std::to_string(*board) : "") + " on " + good.dut;
}

/// The report of one run, which is a certificate.
json certify(const Good& good, std::optional<int> board, int seed) {
  const TemporaryFolder folder;
  std::vector<std::string> words = {
      "--contest", good.contest, "--dut",     good.dut, "--seed", std::to_string(seed),      "--jobs",
      "2",         "--quiet",    "--reports", "",       "--json", folder.file("report.json")};
  if (board) words.insert(words.end(), {"--board", std::to_string(*board)});
  const Outcome outcome = run(CERTIFY, words);
  BOOST_TEST(outcome.status == 0, in_words(good, board) << ", seed " << seed << ":\n" << outcome.output);
  const std::string report = content_of(folder.file("report.json"));
  BOOST_TEST_REQUIRE(!report.empty(), outcome.output);
  return json::parse(report);
}

void add(const json& report, Reached& reached) {
  for (const json& requirement : report.at("requirements")) {
    if (!requirement.at("testable").get<bool>()) continue;
    const std::string id = requirement.at("id");
    reached.runs[id] += requirement.at("verdict") == "pass" ? 1 : 0;
    const auto& citing = requirement.at("cases");
    for (const json& one : report.at("cases")) {
      if (std::find(citing.begin(), citing.end(), one.at("id")) != citing.end())
        reached.reasons[id].insert(one.at("reason").get<std::string>());
    }
  }
  for (const json& one : report.at("cases")) {
    for (const json& cited : one.at("requirements")) {
      const std::string key = one.at("id").get<std::string>() + " on " + cited.at("id").get<std::string>();
      reached.by_case[key] += cited.at("worst") == "pass" ? 1 : 0;
      reached.reasons_by_case[key].insert(cited.at("why").get<std::string>());
    }
  }
}

}  // namespace

void certify_seeds(const Good& good, int seeds) {
  Reached reached;
  for (int seed = 1; seed <= seeds; ++seed) {
    std::optional<int> board;
    if (!good.boards.empty()) board = good.boards[static_cast<std::size_t>(seed - 1) % good.boards.size()];
    const json report = certify(good, board, seed);
    for (const json& requirement : report.at("requirements")) {
      BOOST_TEST(requirement.at("verdict") != "fail",
                 in_words(good, board) << ", seed " << seed << ": " << requirement.at("id"));
    }
    add(report, reached);
  }
  for (const std::string& id : good.by_every_seed)
    BOOST_TEST(reached.runs.at(id) == seeds, id << " was not reached by every seed");
  for (const auto& [key, runs] : reached.by_case) {
    const bool ruled_out = Reached::lasting(reached.reasons_by_case.at(key));
    BOOST_TEST((runs > 0 || ruled_out), in_words(good, {}) << ": " << key << ": never came to what it cites");
  }
  for (const auto& [id, runs] : reached.runs) {
    if (runs < seeds) BOOST_TEST_MESSAGE(good.dut << ": " << id << " in " << runs << " of " << seeds);
    BOOST_TEST((runs > 0 || reached.ruled_out(id)), in_words(good, {}) << ": " << id << " was never reached");
  }
}

}  // namespace conformance::testing_programs
