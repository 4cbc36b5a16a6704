/// A transcript, judged again without its DUT, gives the same table of verdicts.

#define BOOST_TEST_MODULE replay
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "conformance/tests/programs.hpp"

using namespace conformance::testing_programs;
using nlohmann::json;

namespace {

const std::string player = std::string("exec:") + BLOKUS_PLAYER + " --stdio";

struct Subject {
  std::string dut;
  std::string filter;
  std::string contest = "icfpt2014";
  std::vector<std::string> settings = {};
};

std::ostream& operator<<(std::ostream& out, const Subject& subject) {
  return out << subject.contest << ": " << subject.dut;
}

const std::vector<std::string> board_8 = {"--board", "8"};

const Subject subjects[] = {
    {"builtin:blokus", "*"},
    {"builtin:blokus?fault=late", "*"},
    {"builtin:blokus?fault=own-edge", "*"},
    {"builtin:blokus?fault=extra-byte", "*"},
    {"builtin:blokus?fault=hang-up", "*"},
    {"builtin:blokus?fault=no-pass", "*"},
    {"builtin:blokus?fault=new-name-each-game", "Handshake.*,FirstMove.*"},
    {"builtin:blokus?fault=talks-when-idle", "Patience.*"},
    {"rtl:blokus_duo", "*"},
    {"rtl:blokus_duo?fault=fast-bits", "Line.*"},
    {"rtl:blokus_duo?fault=no-stop-check", "Line.*"},
    {"rtl:blokus_duo?fault=byte-after-9", "Handshake.*,Termination.*"},
    {"rtl:blokus_duo?fault=used-tile", "WholeGame.*"},
    {player, "Handshake.*,FirstMove.*,WholeGame.*,Pass.*"},
    {player + " --fault own-edge", "Handshake.*,SecondMove.*,WholeGame.AgainstRandom"},
    {player + " --fault hang-up", "WholeGame.AgainstRandom"},
    {"builtin:trax", "*", "heart-trax"},
    {"builtin:trax?fault=names-not-shifted", "WholeGame.*,Role.*", "heart-trax"},
    {"rtl:trax", "Handshake.*,Line.*,Over.NoReplyAfterBoth", "heart-trax"},
    {"builtin:trax", "*", "aut-trax", board_8},
    {"builtin:trax?fault=beyond-board", "WholeGame.*,Over.*", "aut-trax", board_8},
    {"rtl:trax", "Handshake.*,Over.*", "aut-trax", board_8},
    {"builtin:blokus", "*", "course"},
    {"builtin:blokus?fault=late", "*", "course"},
    {"builtin:blokus?fault=two-pieces", "*", "course"},
    {std::string("files:") + BLOKUS_COURSE, "Files.*,Program.*", "course"},
    {std::string("files:") + BLOKUS_COURSE + " --fault leaves-child", "Program.*", "course"},
    {"builtin:blokus", "*", "ustc", {"--board", "20"}},
    {std::string("guifiles:") + BLOKUS_USTC, "Messages.KeepTheirForm", "ustc"},
};

/// What must be equal: verdicts, requirements, findings, measurements.
json table_of(const json& report) {
  json table = json::object();
  for (const json& one : report.at("cases")) {
    for (const char* part :
         {"verdict", "reason", "requirements", "findings", "samples", "measurements", "shmoo", "counts"}) {
      table[one.at("id").get<std::string>()][part] = one.at(part);
    }
  }
  for (const json& requirement : report.at("requirements")) {
    table[requirement.at("id").get<std::string>()] = requirement.at("verdict");
  }
  return table;
}

json certify(std::vector<std::string> words, const TemporaryFolder& folder, Outcome& outcome) {
  words.insert(words.end(), {"--reports", "", "--quiet", "--json", folder.file("report.json")});
  outcome = run(CERTIFY, words);
  BOOST_TEST_REQUIRE(!content_of(folder.file("report.json")).empty(), outcome.output);
  return json::parse(content_of(folder.file("report.json")));
}

}  // namespace

BOOST_DATA_TEST_CASE(a_replay_gives_the_same_verdicts, boost::unit_test::data::make(subjects), subject) {
  const TemporaryFolder folder;
  Outcome live_run;
  Outcome replayed_run;
  std::vector<std::string> words = {"--contest",    subject.contest,       "--dut",  subject.dut,
                                    "--filter",     subject.filter,        "--seed", "21",
                                    "--transcript", folder.file("t.jsonl")};
  words.insert(words.end(), subject.settings.begin(), subject.settings.end());
  const json live = certify(words, folder, live_run);
  const json replayed = certify({"--dut", "transcript:" + folder.file("t.jsonl")}, folder, replayed_run);
  BOOST_TEST(replayed_run.status == live_run.status, replayed_run.output);
  BOOST_TEST((table_of(replayed) == table_of(live)), json::diff(table_of(live), table_of(replayed)).dump(1));
}

BOOST_AUTO_TEST_CASE(a_changed_byte_in_a_transcript_is_an_error_at_that_byte) {
  const TemporaryFolder folder;
  Outcome outcome;
  certify({"--contest", "icfpt2014", "--dut", "builtin:blokus", "--filter", "FirstMove.WhenItBegins",
           "--transcript", folder.file("t.jsonl")},
          folder, outcome);
  std::string text = content_of(folder.file("t.jsonl"));
  const std::string request = "[\"send\",\"3241\"";  // 2A
  BOOST_TEST_REQUIRE(text.find(request) != std::string::npos);
  text.replace(text.find(request), request.size(), "[\"send\",\"3245\"");
  std::ofstream(folder.file("t.jsonl")) << text;
  const json report = certify({"--dut", "transcript:" + folder.file("t.jsonl")}, folder, outcome);
  BOOST_TEST(outcome.status == 3, outcome.output);
  BOOST_TEST(report.at("cases").at(0).at("verdict") == "error");
  BOOST_TEST(report.at("cases").at(0).at("reason").get<std::string>().find("at byte 2 of a request") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_transcript_that_is_cut_off_is_an_error_of_the_case_it_cuts) {
  const TemporaryFolder folder;
  Outcome outcome;
  certify({"--contest", "icfpt2014", "--dut", "builtin:blokus", "--filter", "Handshake.*", "--transcript",
           folder.file("t.jsonl")},
          folder, outcome);
  const std::string text = content_of(folder.file("t.jsonl"));
  std::ofstream(folder.file("t.jsonl")) << text.substr(0, text.rfind('\n', text.size() - 2) + 1);
  const json report = certify({"--dut", "transcript:" + folder.file("t.jsonl")}, folder, outcome);
  BOOST_TEST(outcome.status == 3, outcome.output);
  std::size_t errors = 0;
  for (const json& one : report.at("cases")) errors += one.at("verdict") == "error" ? 1U : 0U;
  BOOST_TEST(errors == 1);
}

BOOST_AUTO_TEST_CASE(options_that_contradict_the_transcript_are_refused) {
  const TemporaryFolder folder;
  Outcome outcome;
  certify({"--contest", "icfpt2014", "--dut", "builtin:blokus", "--filter", "Handshake.*", "--seed", "4",
           "--transcript", folder.file("t.jsonl")},
          folder, outcome);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"--transcript", folder.file("t.jsonl")},
                                             {"--seed", "5"},
                                             {"--games", "3"},
                                             {"--team", "XY"},
                                             {"--declared-reset"},
                                             {"--timeout-scale", "2"}}) {
    std::vector<std::string> line = {"--dut", "transcript:" + folder.file("t.jsonl"), "--reports", ""};
    line.insert(line.end(), words.begin(), words.end());
    BOOST_TEST(run(CERTIFY, line).status == 2, words[0]);
  }
}

BOOST_AUTO_TEST_CASE(another_board_than_that_of_the_transcript_is_refused) {
  const TemporaryFolder folder;
  Outcome outcome;
  certify({"--contest", "aut-trax", "--board", "8", "--dut", "builtin:trax", "--filter", "FirstMove.*",
           "--transcript", folder.file("t.jsonl")},
          folder, outcome);
  const auto replay = [&](const std::string& board) {
    return run(CERTIFY, {"--dut", "transcript:" + folder.file("t.jsonl"), "--reports", "", "--board", board});
  };
  const Outcome other = replay("20");
  BOOST_TEST(other.status == 2, other.output);
  BOOST_TEST(other.output.find("recorded with --board 8") != std::string::npos, other.output);
  const Outcome same = replay("8");
  BOOST_TEST(same.status == 0, same.output);
}
