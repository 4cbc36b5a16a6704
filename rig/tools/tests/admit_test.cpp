/// rig admit, as an organiser runs it: what becomes of a board, and what is kept of it.

#include "rig/tools/admission/admission.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

#include "conformance/run/tests/programs.hpp"
#include "rig/base/descriptor.hpp"
#include "rig/report/tests/markup_reader.hpp"
#include "rig/tools/admission/event.hpp"

using namespace conformance::testing_programs;
using nlohmann::json;
using rig::admission::Status;
using rig::report::Element;
using rig::report::read_markup;
namespace fs = std::filesystem;
namespace data = boost::unit_test::data;

namespace {

using Words = std::vector<std::string>;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void write(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

/// A folder with the admissions of an event.
struct Desk {
  std::string event() const { return folder.file("event"); }
  std::string file(const std::string& name) const { return event() + "/" + name; }
  json read(const std::string& name) const { return json::parse(content_of(file(name))); }

  Outcome admit(Words words, const Words& options = {}) const {
    words.insert(words.begin(), {"admit", "--event", event()});
    if (!options.empty()) words.emplace_back("--");
    words.insert(words.end(), options.begin(), options.end());
    return run(RIG, words);
  }
  Outcome admit_rook(const std::string& dut = "builtin:blokus", const Words& options = {"--quiet"},
                     const Words& more = {}) const {
    Words words = {"--contest", "icfpt2014", "--team", "Rook", "--dut", dut, "--seed", "7"};
    words.insert(words.end(), more.begin(), more.end());
    return admit(words, options);
  }

  TemporaryFolder folder;
};

/// Of a board that was certified for another event.
struct Certified : Desk {
  Certified() {
    const Outcome made = admit_rook();
    BOOST_TEST_REQUIRE(made.status == 0, made.output);
    fs::rename(file("Rook/reports"), reports());
    fs::remove_all(event());
  }
  std::string reports() const { return folder.file("reports"); }
  Outcome admit_certificate(const std::string& team = "Rook", const Words& more = {}) const {
    Words words = {"--contest", "icfpt2014", "--team", team, "--certificate", reports()};
    words.insert(words.end(), more.begin(), more.end());
    return admit(words);
  }
};

struct End {
  std::string what;
  std::string dut;
  Words options;
  int status;
  std::string reason;
};
std::ostream& operator<<(std::ostream& out, const End& one) {
  return out << one.what;
}

const std::vector<End> ends = {
    {"a good board", "builtin:blokus", {"--quiet"}, 0, "Rook: admitted"},
    {"a wrong board", "builtin:blokus?fault=own-edge", {"--quiet"}, 1, "Its report says: not conformant."},
    {"one that loses",
     "builtin:blokus?fault=own-edge",
     {"--quiet"},
     1,
     "0 of 4 games of the entry test were won."},
    {"a part of the run",
     "builtin:blokus",
     {"--filter", "Handshake.*"},
     1,
     "so it is no certificate: --filter Handshake.*."},
    {"a board that is not there", "tcp:127.0.0.1:1", {"--quiet"}, 3, "The entry test was not played"},
};

struct Mistake {
  Words words;
  Words options;
  std::string said;
};
std::ostream& operator<<(std::ostream& out, const Mistake& one) {
  return out << one.said;
}

const Words rook = {"--contest", "icfpt2014", "--team", "Rook"};
Words rook_with(const Words& more) {
  Words words = rook;
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const std::vector<Mistake> mistakes = {
    {{"--team", "Rook"}, {}, "--contest: say it"},
    {{"--contest", "icfpt2014", "--dut", "builtin:blokus"}, {}, "--team: say it"},
    {rook, {}, "--dut DUT, or --certificate REPORTS"},
    {rook_with({"--dut", "buitlin:blokus"}), {}, "Did you mean \"builtin\"?"},
    {rook_with({"--dut", "builtin:blokus", "--key", "x.pub"}), {}, "--key belongs to --certificate"},
    {rook_with({"--certificate", "/nowhere"}), {}, "--certificate /nowhere: allowed is the folder"},
    {rook_with({"--dut", "builtin:blokus"}), {"--json", "x"}, "--json behind --"},
    {rook_with({"--dut", "builtin:blokus"}), {"--team=9"}, "--team behind --"},
    {rook_with({"--dut", "builtin:blokus"}), {"--gmaes", "2"}, "Did you mean \"--games\"?"},
    {rook_with({"--dut", "builtin:blokus", "--certificat", "x"}), {}, "Did you mean \"--certificate\"?"},
};

/// Files of an event, for its page alone.
rig::admission::Entrant entrant(const std::string& team, const std::string& verdict) {
  rig::admission::Entrant one;
  one.folder = rig::admission::folder_of_team(team);
  one.admission.team = team;
  one.admission.contest = "chess";
  one.admission.run.emplace();
  one.admission.run->clauses.push_back({.id = "C-1",
                                        .text = "=a <clause>",
                                        .level = "mandatory",
                                        .verdict = verdict,
                                        .reason = {},
                                        .open = false});
  one.has_report = true;
  return one;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(admit)

BOOST_DATA_TEST_CASE(a_board_ends_as_certify_and_its_games_say, data::make(ends), one) {
  const Desk desk;
  const Outcome outcome = desk.admit_rook(one.dut, one.options);
  BOOST_TEST(outcome.status == one.status, outcome.output);
  BOOST_TEST(contains(outcome.output, one.reason), outcome.output);
  const json kept = desk.read("Rook/admission.json");
  BOOST_TEST(rig::admission::exit_status(rig::admission::read_admission(desk.file("Rook")).status) ==
             one.status);
  BOOST_TEST(kept.at("reasons").empty() == (one.status == 0));
  BOOST_TEST(desk.read("event.json").at("teams").at(0).at("status") == kept.at("status"));
  const Element sheet = read_markup(content_of(desk.file("Rook/index.html")));
  BOOST_TEST(contains(sheet.first("main").whole_text, one.dut));
}

BOOST_AUTO_TEST_CASE(the_entry_test_is_that_of_the_contest_and_is_kept) {
  const Desk desk;
  BOOST_TEST(desk.admit_rook().status == 0);
  const json test = desk.read("Rook/admission.json").at("entry_test");
  BOOST_TEST(test.at("status") == "admitted");
  BOOST_TEST(test.at("games").size() == 4U);
  BOOST_TEST(desk.read("Rook/entry-test.json").at("seed") == 7);
  BOOST_TEST(contains(content_of(desk.file("Rook/entry-test.txt")), "[Seed \"7\"]"));
  const Outcome other = desk.admit(
      {"--contest", "heart-trax", "--team", "Lattice", "--dut", "builtin:trax", "--seed", "7"}, {"--quiet"});
  BOOST_TEST(other.status == 0, other.output);
  BOOST_TEST(desk.read("Lattice/admission.json").at("entry_test").is_null());
}

BOOST_DATA_TEST_CASE(a_mistake_is_said_and_leaves_nothing, data::make(mistakes), one) {
  const Desk desk;
  const Outcome outcome = desk.admit(one.words, one.options);
  BOOST_TEST(outcome.status == 2, outcome.output);
  BOOST_TEST(contains(outcome.output, one.said), outcome.output);
  BOOST_TEST(!fs::exists(desk.file("Rook")));
}

BOOST_AUTO_TEST_CASE(an_admission_is_replaced_only_with_force_and_by_a_whole_one) {
  const Desk desk;
  BOOST_TEST(desk.admit_rook().status == 0);
  const std::string before = content_of(desk.file("Rook/admission.json"));
  const Outcome again = desk.admit_rook("builtin:blokus?fault=own-edge");
  BOOST_TEST(again.status == 2, again.output);
  BOOST_TEST(contains(again.output, "--force replaces it"), again.output);
  const Outcome refused = desk.admit_rook("builtin:blokus?fault=own-edge", {"--gmaes", "2"}, {"--force"});
  BOOST_TEST(refused.status == 2, refused.output);
  BOOST_TEST(content_of(desk.file("Rook/admission.json")) == before);
  BOOST_TEST(fs::exists(desk.file("Rook/reports/report.html")));
  const Outcome forced = desk.admit_rook("builtin:blokus?fault=own-edge", {"--quiet"}, {"--force"});
  BOOST_TEST(forced.status == 1, forced.output);
  BOOST_TEST(desk.read("Rook/admission.json").at("status") == "not admitted");
  BOOST_TEST(!fs::exists(desk.file("Rook.before")));
}

/// What a kill leaves: half of the new one, and the old one beside it.
BOOST_AUTO_TEST_CASE(an_admission_that_was_killed_loses_nothing_of_the_one_before) {
  const Desk desk;
  BOOST_TEST(desk.admit_rook().status == 0);
  const std::string before = content_of(desk.file("Rook/admission.json"));
  fs::rename(desk.file("Rook"), desk.file("Rook.before"));
  write(desk.file("Rook/reports/transcript.jsonl.unfinished"), "half");
  BOOST_TEST(run(RIG, {"admit", "--event", desk.event()}).status == 0);
  BOOST_TEST(desk.read("event.json").at("teams").empty());
  const Outcome refused = desk.admit_rook("builtin:blokus", {"--gmaes", "2"}, {"--force"});
  BOOST_TEST(refused.status == 2, refused.output);
  BOOST_TEST(content_of(desk.file("Rook/admission.json")) == before);
  BOOST_TEST(!fs::exists(desk.file("Rook/reports/transcript.jsonl.unfinished")));
}

/// The new one was complete, and the old one half removed.
BOOST_AUTO_TEST_CASE(an_admission_that_was_killed_at_its_end_is_kept) {
  const Desk desk;
  BOOST_TEST(desk.admit_rook().status == 0);
  const std::string before = content_of(desk.file("Rook/admission.json"));
  write(desk.file("Rook.before/reports/report.html"), "half");
  const Outcome refused = desk.admit_rook("builtin:blokus", {"--gmaes", "2"}, {"--force"});
  BOOST_TEST(refused.status == 2, refused.output);
  BOOST_TEST(content_of(desk.file("Rook/admission.json")) == before);
  BOOST_TEST(!fs::exists(desk.file("Rook.before")));
}

BOOST_AUTO_TEST_CASE(force_replaces_no_folder_of_something_else) {
  const Desk desk;
  write(desk.file("Rook/thesis.txt"), "years of work");
  const Outcome outcome = desk.admit_rook("builtin:blokus", {"--quiet"}, {"--force"});
  BOOST_TEST(outcome.status == 2, outcome.output);
  BOOST_TEST(contains(outcome.output, "holds no admission"), outcome.output);
  BOOST_TEST(content_of(desk.file("Rook/thesis.txt")) == "years of work");
}

BOOST_AUTO_TEST_CASE(a_certificate_is_verified_and_kept) {
  const Certified desk;
  const Outcome outcome = desk.admit_certificate();
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "matches the replayed transcript"), outcome.output);
  BOOST_TEST(contains(outcome.output, "admitted: 4 of 4 games won"), outcome.output);
  BOOST_TEST(fs::exists(desk.file("Rook/reports/transcript.jsonl.occasion")));
  BOOST_TEST(desk.read("Rook/admission.json").at("dut") == "builtin:blokus");
}

BOOST_AUTO_TEST_CASE(a_certificate_of_somebody_else_is_refused_and_its_clauses_are_not_shown) {
  const Certified desk;
  BOOST_TEST(desk.admit_certificate("Knight").status == 1);
  BOOST_TEST(desk.read("Knight/admission.json").at("run").is_null());
  BOOST_TEST(desk.admit_certificate("Rook", {"--dut", "builtin:blokus?team=9"}).status == 1);
  const Outcome code = desk.admit_certificate("Rook", {"--code", "123", "--force"});
  BOOST_TEST(code.status == 1, code.output);
  BOOST_TEST(contains(code.output, "is not of a board that answers with the code 123"), code.output);
  BOOST_TEST(desk.admit_certificate("Rook", {"--code", "RD", "--force"}).status == 0);
}

BOOST_AUTO_TEST_CASE(a_changed_certificate_is_refused) {
  const Certified desk;
  json report = json::parse(content_of(desk.reports() + "/report.json"));
  report["requirements"][0]["verdict"] = "fail";
  write(desk.reports() + "/report.json", report.dump());
  const Outcome outcome = desk.admit_certificate();
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(contains(outcome.output, "The certificate was refused"), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_certificate_has_to_be_signed_with_the_key_that_is_named) {
  const Certified desk;
  const std::string key = desk.folder.file("organiser");
  BOOST_TEST(run(RIG, {"keygen", key}).status == 0);
  const Words named = {"--key", key + ".pub"};
  BOOST_TEST(desk.admit_certificate("Rook", named).status == 1);
  BOOST_TEST(run(RIG, {"sign", desk.reports(), "--key", key + ".key"}).status == 0);
  const Outcome outcome = desk.admit_certificate("Rook", {"--key", key + ".pub", "--force"});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(desk.read("Rook/admission.json").at("key").get<std::string>().size() == 64U);
}

BOOST_AUTO_TEST_CASE(a_link_in_a_certificate_is_not_followed) {
  const Certified desk;
  write(desk.folder.file("secret"), "of the organiser");
  fs::create_symlink(desk.folder.file("secret"), desk.reports() + "/waves.txt");
  BOOST_TEST(desk.admit_certificate().status == 0);
  BOOST_TEST(!fs::exists(fs::symlink_status(desk.file("Rook/reports/waves.txt"))));
  BOOST_TEST(!fs::exists(desk.file("Rook/secret")));
}

BOOST_AUTO_TEST_CASE(a_certificate_with_a_link_in_place_of_its_report_is_refused) {
  for (const char* name : {"report.json", "transcript.jsonl"}) {
    const Certified desk;
    fs::rename(desk.reports() + "/" + name, desk.folder.file(name));
    fs::create_symlink(desk.folder.file(name), desk.reports() + "/" + name);
    const Outcome outcome = desk.admit_certificate();
    BOOST_TEST(outcome.status == 2, outcome.output);
    BOOST_TEST(contains(outcome.output, fmt::format("with its {}, which is no link", name)), outcome.output);
    BOOST_TEST(!fs::exists(desk.file("Rook")));
  }
}

BOOST_AUTO_TEST_CASE(an_event_within_the_certificate_is_refused) {
  const Certified desk;
  const Outcome outcome = run(RIG, {"admit", "--event", desk.reports() + "/day", "--contest", "icfpt2014",
                                    "--team", "Rook", "--certificate", desk.reports()});
  BOOST_TEST(outcome.status == 2, outcome.output);
  BOOST_TEST(contains(outcome.output, "would lie in it"), outcome.output);
  BOOST_TEST(!fs::exists(desk.reports() + "/day"));
}

BOOST_AUTO_TEST_CASE(the_page_alone_names_what_it_cannot_read) {
  const Desk desk;
  write(desk.file("Bishop/admission.json"), "{");
  write(desk.file("Queen/admission.json"), R"({"admission": 1, "team": "Queen"})");
  const Outcome outcome = run(RIG, {"admit", "--event", desk.event()});
  BOOST_TEST(outcome.status == 0, outcome.output);
  const std::string page = content_of(desk.file("index.html"));
  BOOST_TEST(contains(page, "Bishop/admission.json"));
  BOOST_TEST(contains(page, "Queen/admission.json"));
  BOOST_TEST(desk.read("event.json").at("missing").size() == 2U);
  const Outcome nowhere = run(RIG, {"admit", "--event", desk.folder.file("nowhere")});
  BOOST_TEST(nowhere.status == 2, nowhere.output);
}

BOOST_AUTO_TEST_CASE(two_tables_of_one_event_take_turns_at_its_page) {
  const Desk desk;
  fs::create_directories(desk.event());
  rig::Descriptor other(::open(desk.event().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  BOOST_TEST_REQUIRE(::flock(other.number(), LOCK_EX) == 0);
  Running waiting(RIG, {"admit", "--event", desk.event()});
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  BOOST_TEST(!fs::exists(desk.file("index.html")));
  other.close();
  BOOST_TEST(waiting.wait().status == 0);
  BOOST_TEST(fs::exists(desk.file("index.html")));
}

BOOST_AUTO_TEST_CASE(each_verdict_leads_to_its_evidence) {
  rig::admission::Event event;
  event.entrants = {entrant("Rook", "pass"), entrant("<b>", "fail")};
  event.entrants[1].folder = "java script:x";
  const Element page = read_markup(rig::admission::event_page(event));
  std::vector<std::string> ways;
  for (const Element* link : page.all("a")) {
    if (contains(link->attribute("href"), "#")) ways.push_back(link->attribute("href"));
  }
  const std::vector<std::string> expected = {"./Rook/reports/report.html#evidence-C-1",
                                             "./java%20script%3Ax/reports/report.html#evidence-C-1"};
  BOOST_TEST(ways == expected, boost::test_tools::per_element());
  BOOST_TEST(page.all("b").empty());
}

BOOST_AUTO_TEST_CASE(a_spreadsheet_computes_nothing) {
  rig::admission::Event event;
  event.entrants = {entrant("=1+1", "fail")};
  const std::string csv = rig::admission::event_csv(event);
  BOOST_TEST(contains(csv, "\"'=1+1\""));
  BOOST_TEST(contains(csv, "\"C-1\",\"mandatory\",\"fail\",\"'=a <clause>\"\r\n"));
}

BOOST_AUTO_TEST_CASE(folders_of_teams_are_plain_words_and_differ) {
  using rig::admission::folder_of_team;
  BOOST_TEST(folder_of_team("Rook-2") == "Rook-2");
  const Words hostile = {"",    "..", "../../etc",  "a/b",   "a b",
                         "a:b", "-x", "index.html", "مرحبا", std::string(200, 'W')};
  std::set<std::string> folders;
  for (const std::string& team : hostile) {
    const std::string folder = folder_of_team(team);
    folders.insert(folder);
    BOOST_TEST(folder.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") ==
                   std::string::npos,
               folder);
    BOOST_TEST((!folder.empty() && folder.front() != '-' && folder.size() < 100), folder);
  }
  BOOST_TEST(folders.size() == hostile.size());
}

BOOST_AUTO_TEST_CASE(not_admitted_is_said_before_what_cannot_be_told) {
  using rig::admission::worse;
  BOOST_TEST((worse(Status::admitted, Status::admitted) == Status::admitted));
  BOOST_TEST((worse(Status::admitted, Status::cannot_tell) == Status::cannot_tell));
  BOOST_TEST((worse(Status::not_admitted, Status::cannot_tell) == Status::not_admitted));
  BOOST_TEST((worse(Status::cannot_tell, Status::not_admitted) == Status::not_admitted));
}

BOOST_AUTO_TEST_SUITE_END()
