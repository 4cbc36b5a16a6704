/// A tournament holds its entrants against what was admitted: what differs is refused by name.

#include "rig/tools/admission/still_admitted.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>

#include "conformance/run/tests/programs.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/tools/admission/admission.hpp"

using namespace conformance::testing_programs;
using nlohmann::json;
using rig::admission::Comparison;
namespace fs = std::filesystem;
namespace data = boost::unit_test::data;
namespace plans = rig::arbiter::tournament;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void write(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

/// A certified program of the team Rook with a bitstream, and the plan that it enters.
struct Entry {
  Entry() {
    write(program(), "the program\n");
    write(bitstream(), "the bitstream\n");
    write(reports() + "/transcript.jsonl", "the evidence\n");
    report = {
        {"program", "contest-rig"},
        {"exit_status", 0},
        {"gate", nullptr},
        {"headline", "certified"},
        {"partial", json::array()},
        {"interrupted", false},
        {"contest", {{"name", "icfpt2014"}, {"title", "A contest"}}},
        {"team_name", "Rook"},
        {"dut", {{"name", dut()}, {"link_facts", json::array()}}},
        {"settings", {{{"name", "team"}, {"value", "123"}}}},
        {"identity",
         {{{"name", "program " + program()}, {"value", rig::sha256_file(program())}},
          {{"name", "bitstream"}, {"value", rig::sha256_file(bitstream())}}}},
        {"evidence", {{"sha256", rig::sha256_file(reports() + "/transcript.jsonl")}}},
        {"cases", json::array()},
        {"requirements", json::array()},
    };
  }

  std::string program() const { return folder.file("player"); }
  std::string bitstream() const { return folder.file("rook.bit"); }
  std::string reports() const { return folder.file("admission/reports"); }
  std::string dut() const { return "exec:" + program() + " --stdio"; }

  void write_report() const { write(reports() + "/report.json", report.dump()); }
  /// An admission around the report.
  void write_admission(rig::admission::Status status) const {
    rig::admission::Admission admission;
    admission.team = "Rook";
    admission.status = status;
    admission.report_sha256 = rig::sha256_file(reports() + "/report.json");
    write(folder.file("admission/admission.json"), to_json(admission));
  }

  plans::Plan plan() const {
    plans::Plan made = plans::plan_from(
        "contest = \"icfpt2014\"\n[format]\nname = \"round-robin\"\n[[entrant]]\nteam = \"Bishop\"\n"
        "dut = \"opponent:random\"\n[[entrant]]\nteam = \"Rook\"\ndut = \"opponent:random\"\n",
        "plan.toml", "");
    made.entrants[1] = entrant;
    return made;
  }
  Comparison compare() const { return rig::admission::compare_with_admissions(plan()); }

  TemporaryFolder folder;
  json report;
  plans::EntrantPlan entrant{.team = "Rook",
                             .code = "123",
                             .dut = dut(),
                             .bench = {},
                             .certificate = reports(),
                             .bitstream = bitstream()};
};

struct Difference {
  std::string what;
  std::function<void(Entry&)> make;  ///< before the report is written
  std::string refused;
};
std::ostream& operator<<(std::ostream& out, const Difference& one) {
  return out << one.what;
}

void be_a_board(Entry& one, const std::string& dut) {
  one.entrant.dut = dut;
  one.report["dut"]["name"] = dut;
  one.report["identity"].erase(0);
}

void have_sources(Entry& one, const std::string& hash) {
  one.report["dut"]["link_facts"] = {{{"name", "source_hash"}, {"value", hash}}};
}

const std::vector<Difference> differences = {
    {"another team", [](Entry& one) { one.report["team_name"] = "Knight"; },
     "Rook: team: admitted was \"Knight\", there is \"Rook\" now."},
    {"another contest", [](Entry& one) { one.report["contest"]["name"] = "heart-trax"; },
     "contest: admitted was \"heart-trax\", there is \"icfpt2014\" now."},
    {"another device", [](Entry& one) { one.entrant.dut = "tcp:localhost:1"; },
     "there is \"tcp:localhost:1\" now."},
    {"another code", [](Entry& one) { one.entrant.code = "124"; },
     "team code: admitted was \"123\", there is \"124\" now."},
    {"another code than it answered",
     [](Entry& one) {
       one.report["settings"] = json::array();
       one.report["cases"] = {{{"team", "\"1234\""}}};
     },
     "team code: admitted was \"1234\", there is \"123\" now."},
    {"not conformant",
     [](Entry& one) {
       one.report["exit_status"] = 1;
       one.report["headline"] = "not conformant";
     },
     "certifies nothing: not conformant."},
    {"not conformant, excused by a gate",
     [](Entry& one) {
       one.report["gate"] = {{"exit_status_without", 1}};
     },
     "certifies nothing"},
    {"a partial run", [](Entry& one) { one.report["partial"] = {"--filter X"}; }, "certifies nothing"},
    {"an interrupted run", [](Entry& one) { one.report["interrupted"] = true; }, "certifies nothing"},
    {"another program", [](Entry& one) { write(one.program(), "another program\n"); },
     "player: admitted was \""},
    {"no program", [](Entry& one) { fs::remove(one.program()); }, "and there is no such file now."},
    {"another bitstream", [](Entry& one) { write(one.bitstream(), "another\n"); },
     "rook.bit, SHA-256: admitted was \""},
    {"no bitstream any more", [](Entry& one) { fs::remove(one.bitstream()); }, "rook.bit"},
    {"a bitstream that was not named", [](Entry& one) { one.report["identity"].erase(1); },
     "admitted was a board of which none was named"},
    {"other evidence", [](Entry& one) { write(one.reports() + "/transcript.jsonl", "other\n"); },
     "transcript.jsonl is not the evidence of its report"},
    {"a design of other sources",
     [](Entry& one) {
       be_a_board(one, "rtl:blokus_duo");
       have_sources(one, "0123");
     },
     "sources: admitted was \"0123\", there is \""},
    {"a design that cannot be built",
     [](Entry& one) {
       be_a_board(one, "rtl:bishop");
       have_sources(one, "0123");
     },
     "Unknown model \"bishop\""},
    {"a report of something else", [](Entry& one) { one.report["program"] = "chess"; },
     "it is no report of certify"},
    {"no folder", [](Entry& one) { one.entrant.certificate = "/nowhere"; }, "Rook: /nowhere/"},
};

struct Untold {
  std::string what;
  std::function<void(Entry&)> make;
  std::string said;
};
std::ostream& operator<<(std::ostream& out, const Untold& one) {
  return out << one.what;
}

const std::vector<Untold> untold = {
    {"a board over TCP", [](Entry& one) { be_a_board(one, "tcp:localhost:1"); },
     "only its name was compared"},
    {"an adapter that is not plugged in",
     [](Entry& one) {
       be_a_board(one, "serial:usb:0403:6001:NONE");
       one.report["dut"]["link_facts"] = {{{"name", "usb"}, {"value", "0403:6001 FT232R NONE"}}};
     },
     "usb was \"0403:6001 FT232R NONE\" at its admission, and cannot be checked now."},
    {"a bitstream that the plan does not name", [](Entry& one) { one.entrant.bitstream = ""; },
     "the plan names no bitstream"},
    {"a code that was not asked for", [](Entry& one) { one.report["settings"] = json::array(); },
     "shows in the first game"},
    {"a player of another rig",
     [](Entry& one) {
       be_a_board(one, "builtin:blokus");
       one.report["identity"].push_back({{"name", "commit"}, {"value", "0123"}});
     },
     "admitted was that of commit 0123"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(still_admitted)

BOOST_AUTO_TEST_CASE(who_is_as_admitted_enters_without_a_word) {
  const Entry entry;
  entry.write_report();
  const Comparison found = entry.compare();
  BOOST_TEST(found.refused.empty());
  BOOST_TEST(found.said.empty());
}

BOOST_DATA_TEST_CASE(what_differs_is_refused_by_name, data::make(differences), one) {
  Entry entry;
  one.make(entry);
  entry.write_report();
  const Comparison found = entry.compare();
  BOOST_TEST_REQUIRE(found.refused.size() == 1U);
  BOOST_TEST(found.refused[0].starts_with("Rook: "), found.refused[0]);
  BOOST_TEST(contains(found.refused[0], one.refused), found.refused[0]);
}

BOOST_DATA_TEST_CASE(what_cannot_be_told_again_is_said, data::make(untold), one) {
  Entry entry;
  one.make(entry);
  entry.write_report();
  const Comparison found = entry.compare();
  BOOST_TEST(found.refused.empty(), (found.refused.empty() ? "" : found.refused[0]));
  BOOST_TEST_REQUIRE(found.said.size() == 1U);
  BOOST_TEST(contains(found.said[0], one.said), found.said[0]);
}

BOOST_AUTO_TEST_CASE(a_code_that_it_answered_is_as_good_as_one_that_was_asked_for) {
  Entry entry;
  entry.report["settings"] = json::array();
  entry.report["cases"] = {{{"team", "\"123\""}}, {{"team", nullptr}}};
  entry.write_report();
  BOOST_TEST(entry.compare().refused.empty());
  BOOST_TEST(entry.compare().said.empty());
}

BOOST_AUTO_TEST_CASE(who_has_no_certificate_is_not_looked_at) {
  Entry entry;
  entry.entrant.certificate.clear();
  BOOST_TEST(entry.compare().refused.empty());
}

BOOST_AUTO_TEST_CASE(an_admission_is_a_certificate_and_says_which_report_it_was) {
  Entry entry;
  entry.entrant.certificate = entry.folder.file("admission");
  entry.write_report();
  entry.write_admission(rig::admission::Status::admitted);
  BOOST_TEST(entry.compare().refused.empty());
  entry.report["headline"] = "certified, and changed afterwards";
  entry.write_report();
  const Comparison changed = entry.compare();
  BOOST_TEST_REQUIRE(changed.refused.size() == 1U);
  BOOST_TEST(contains(changed.refused[0], "is not the report of the admission"), changed.refused[0]);
  entry.write_admission(rig::admission::Status::cannot_tell);
  const Comparison open = entry.compare();
  BOOST_TEST_REQUIRE(open.refused.size() == 1U);
  BOOST_TEST(contains(open.refused[0], "says: cannot tell."), open.refused[0]);
}

BOOST_AUTO_TEST_CASE(a_tournament_begins_and_goes_on_only_with_who_was_admitted) {
  const TemporaryFolder folder;
  const std::string event = folder.file("event");
  for (const auto& [team, dut] :
       {std::pair("Rook", "builtin:blokus"), std::pair("Pawn", "builtin:blokus?team=42")}) {
    const Outcome made = run(RIG, {"admit", "--event", event, "--contest", "icfpt2014", "--team", team,
                                   "--dut", dut, "--seed", "7", "--", "--quiet"});
    BOOST_TEST_REQUIRE(made.status == 0, made.output);
  }
  const std::string plan = folder.file("open.toml");
  const auto play = [&](const std::string& pawn) {
    write(
        plan,
        "contest = \"icfpt2014\"\n[format]\nname = \"round-robin\"\ngames = 1\n[[entrant]]\nteam = \"Rook\"\n"
        "dut = \"builtin:blokus\"\ncertificate = \"event/Rook\"\n[[entrant]]\nteam = \"Pawn\"\ndut = \"" +
            pawn + "\"\ncertificate = \"event/Pawn\"\n");
    return run(RIG, {"tournament", plan});
  };
  const Outcome other = play("builtin:blokus?fault=late");
  BOOST_TEST(other.status == 2, other.output);
  BOOST_TEST(contains(other.output, "Not as admitted, so nothing is played:\n  Pawn: device: admitted was"),
             other.output);
  BOOST_TEST(!fs::exists(folder.file("open.tournament")));
  const Outcome good = play("builtin:blokus?team=42");
  BOOST_TEST(good.status == 0, good.output);
  const std::string journal = content_of(folder.file("open.tournament/journal.jsonl"));
  fs::remove_all(event + "/Pawn");
  const Outcome again = play("builtin:blokus?team=42");
  BOOST_TEST(again.status == 2, again.output);
  BOOST_TEST(content_of(folder.file("open.tournament/journal.jsonl")) == journal);
}

BOOST_AUTO_TEST_SUITE_END()
