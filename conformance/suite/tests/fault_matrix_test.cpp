/// Every case can fail: each row of faults/CONTEST.toml of its game is run on each DUT it names, and must be
/// caught by the case it names, under the requirement it names, with the words it names. A crash is not a
/// catch.

#include <fmt/format.h>

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "conformance/run/tests/programs.hpp"
#include "conformance/suite/faults.hpp"
#include "games/blokus/players/blokus_player.hpp"
#include "games/trax/players/trax_player.hpp"
#include "rig/protocol/contest.hpp"

using namespace conformance;
using namespace conformance::testing_programs;
using nlohmann::json;

namespace {

struct Row {
  std::string contest;
  Fault fault;
  std::string dut;
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.contest << " on " << row.dut << "?fault=" << row.fault.name;
}

/// The rows on DUTs of this scheme.
std::vector<Row> rows(const std::string& scheme) {
  std::vector<Row> all;
  for (const rig::protocol::Contest& contest : rig::protocol::contests()) {
    for (const Fault& fault : faults_that_show(contest.name)) {
      for (const std::string& dut : fault.duts) {
        if (dut.starts_with(scheme)) all.push_back({contest.name, fault, dut});
      }
    }
  }
  return all;
}

/// The killer alone, on the faulty DUT.
json run_killer(const Row& row, const TemporaryFolder& folder, Outcome& outcome) {
  std::vector<std::string> words = {"--contest",
                                    row.contest,
                                    "--dut",
                                    fmt::format("{}?fault={}", row.dut, row.fault.name),
                                    "--seed",
                                    "7",
                                    "--reports",
                                    "",
                                    "--quiet",
                                    "--filter",
                                    row.fault.killer,
                                    "--json",
                                    folder.file("report.json")};
  if (row.fault.board) words.insert(words.end(), {"--board", std::to_string(*row.fault.board)});
  outcome = run(CERTIFY, words);
  return json::parse(content_of(folder.file("report.json")));
}

bool caught(const json& report, const Row& row) {
  for (const json& finding : report.at("cases").at(0).at("findings")) {
    if (finding.at("verdict") == "fail" && finding.at("requirement") == row.fault.requirement &&
        finding.at("summary").get<std::string>().find(row.fault.finding) != std::string::npos) {
      return true;
    }
  }
  return false;
}

void check_row(const Row& row) {
  const TemporaryFolder folder;
  Outcome outcome;
  const json report = run_killer(row, folder, outcome);
  BOOST_REQUIRE_EQUAL(report.at("cases").size(), 1);
  BOOST_TEST(report.at("cases").at(0).at("verdict") != "error", outcome.output);
  BOOST_TEST(caught(report, row), row << " was not caught by " << row.fault.killer << " as \""
                                      << row.fault.finding << "\":\n"
                                      << outcome.output);
}

}  // namespace

BOOST_DATA_TEST_CASE(builtin_faults_are_caught_for_the_named_reason,
                     boost::unit_test::data::make(rows("builtin:")), row) {
  check_row(row);
}

BOOST_DATA_TEST_CASE(rtl_faults_are_caught_for_the_named_reason, boost::unit_test::data::make(rows("rtl:")),
                     row) {
  check_row(row);
}

BOOST_AUTO_TEST_CASE(a_reply_just_in_time_is_no_fault) {
  // 979 ms and four bytes on the line: whole after less than 0.98 s.
  const Outcome outcome = run(CERTIFY, {"--contest", "icfpt2014", "--dut", "builtin:blokus?think=979",
                                        "--seed", "7", "--reports", "", "--quiet"});
  BOOST_TEST(outcome.status == 0, outcome.output);
}

BOOST_AUTO_TEST_CASE(every_fault_of_the_reference_players_stands_in_the_table) {
  const auto check = [](const std::string& contest, const std::string& dut, const auto& faults) {
    const std::vector<Fault>& table = fault_table(contest);
    for (const auto& known : faults) {
      const bool listed = std::any_of(table.begin(), table.end(), [&](const Fault& fault) {
        return fault.name == known.name &&
               std::find(fault.duts.begin(), fault.duts.end(), dut) != fault.duts.end();
      });
      BOOST_TEST(listed, known.name << " is not in faults/" << contest << ".toml for " << dut);
    }
  };
  for (const char* contest : {"icfpt2014", "icfpt2013"})
    check(contest, "builtin:blokus", rig::player::blokus_device_faults(contest));
  for (const char* contest : {"heart-trax", "aut-trax", "trax-jp"})
    check(contest, "builtin:trax", rig::player::trax_device_faults(contest));
}
