/// Evidence that somebody has changed: each change is found, and a forger comes no further; what nobody
/// changed is what it was.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "conformance/run/tests/chained_lines.hpp"
#include "conformance/run/tests/evidence_fixtures.hpp"
#include "conformance/run/tests/programs.hpp"
#include "conformance/run/tests/said.hpp"
#include "rig/link/transcript/chain.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

/// Moves replies that came later than a second into time, and all that follows with them. How many it moved.
int move_late_replies(std::vector<std::string>& lines) {
  constexpr std::int64_t deadline = 1'000'000'000;
  constexpr std::int64_t earlier = 500'000'000;
  const auto moved = [](json& instant, std::int64_t by) {
    for (json& bound : instant) bound = bound.get<std::int64_t>() - by;
  };
  int count = 0;
  std::int64_t shift = 0;
  std::int64_t shift_of_request = 0;
  std::int64_t asked = 0;
  for (std::string& line : lines) {
    json op = json::parse(line);
    if (op.is_object()) {
      shift = shift_of_request = 0;  // a case, with a time of its own
      continue;
    }
    const bool byte = op[0] == "receive" && op[2] == "byte";
    if (byte && op[4][0].get<std::int64_t>() > asked + deadline && shift == shift_of_request) {
      shift += earlier;
      ++count;
    }
    for (std::size_t i = 1; i < op.size(); ++i) {
      const bool is_instant = op[i].is_array() && op[i].size() == 2 && op[i][0].is_number();
      if (is_instant) moved(op[i], byte && i == 1 ? shift_of_request : shift);
    }
    if (op[0] == "send") {
      asked = op[4][1].get<std::int64_t>() + shift;
      shift_of_request = shift;
    }
    line = op.dump();
  }
  return count;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_of_300_changed_bytes_is_found) {
  const Office office;
  const Outcome made = office.certify(
      "run", "builtin:blokus", {"--filter", "Handshake.AnswersWithTeamCode", "--seed", "7"}, "organiser.key");
  BOOST_TEST_REQUIRE(made.status == 0, made.output);
  const Words key = {"--key", office.key("organiser") + ".pub"};
  BOOST_TEST_REQUIRE(office.verify("run", key).status == 0);
  const std::vector<std::string> names = {"transcript.jsonl",
                                          "transcript.jsonl.occasion",
                                          "transcript.jsonl.signature",
                                          "report.json",
                                          "junit.xml",
                                          "report.html"};
  std::mt19937_64 random(300);  // the same positions in each run
  for (int i = 0; i < 300; ++i) {
    const std::string& name = names[static_cast<std::size_t>(i) % names.size()];
    const std::string path = office.file("run/" + name);
    const std::string whole = content_of(path);
    std::string changed = whole;
    const std::size_t at = random() % whole.size();
    changed[at] = static_cast<char>(changed[at] ^ static_cast<char>(1U << random() % 8));
    write(path, changed);
    const Outcome outcome = office.verify("run", key);
    BOOST_TEST(outcome.status == 1, name << ", byte " << at << ": " << outcome.output);
    BOOST_TEST(contains(outcome.output, name), outcome.output);
    if (name == "transcript.jsonl") {
      const auto line = 1 + std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(at), '\n');
      BOOST_TEST(contains(outcome.output, "line " + std::to_string(line) + ":"),
                 "byte " << at << ", line " << line << ": " << outcome.output);
    }
    write(path, whole);
  }
  BOOST_TEST(office.verify("run", key).status == 0);
}

/// Without a signature, what the transcript does not bear out is found all the same.
BOOST_AUTO_TEST_CASE(a_report_that_says_otherwise_than_its_transcript_is_found) {
  const Office office;
  office.certify("run", late, {"--filter", "FirstMove.WhenItBegins", "--seed", "3"});
  BOOST_TEST_REQUIRE(office.verify("run").status == 0);
  const json report = office.report("run");
  const auto refused = [&](const std::string& pointer, const json& value) {
    json changed = report;
    changed[json::json_pointer(pointer)] = value;
    write(office.file("run/report.json"), changed.dump());
    ended_saying(office.verify("run"), 1, pointer);
  };
  refused("/headline", "certified: a player of the rig's own, in virtual time");
  refused("/exit_status", 0);
  refused("/cases/0/verdict", "pass");
  refused("/cases/0/findings", json::array());
  refused("/requirements/0/verdict", "fail");
  refused("/seed", "4");
  refused("/dut/name", "builtin:blokus");
  refused("/team_name", "Rook");
  refused("/identity/0/value", "9.9");
  refused("/started", "2031-05-04T09:30:00Z");
  refused("/evidence/sha256", "");
  refused("/evidence/head", "");
}

/// Runs that end otherwise than well are what they were, too.
BOOST_AUTO_TEST_CASE(runs_that_fail_or_stop_are_consistent_with_their_transcripts) {
  const Office office;
  for (const Words& words : {Words{"--filter", "Handshake.*,FirstMove.*,Pass.*"},
                             Words{"--filter", "Handshake.*,FirstMove.*,Pass.*", "--fail-fast"},
                             Words{"--filter", "FirstMove.*", "--timeout-scale", "2", "--strict"}}) {
    office.certify("run", late, words);
    const Outcome outcome = office.verify("run");
    BOOST_TEST(outcome.status == 0, words.back() << ": " << outcome.output);
  }
  office.certify("silent", std::string("exec:") + BLOKUS_PLAYER + " --stdio --fault hang-up",
                 {"--filter", "Handshake.*,FirstMove.WhenItBegins"});
  const Outcome silent = office.verify("silent");
  BOOST_TEST(silent.status == 0, silent.output);
}

BOOST_AUTO_TEST_CASE(a_run_made_anew_is_the_same_case_by_case) {
  const Office office;
  office.certify("run", "rtl:blokus_duo",
                 {"--filter", "Handshake.*,FirstMove.WhenItBegins", "--seed", "9", "--jobs", "3"});
  ended_saying(office.verify("run", {"--again"}), 0, " cases are the same, byte for byte");

  // A run that was stopped is compared as far as it came.
  office.certify("stopped", late,
                 {"--filter", "Handshake.*,FirstMove.*,Deadline.*", "--fail-fast", "--jobs", "2"});
  const Outcome stopped = office.verify("stopped", {"--again"});
  BOOST_TEST(stopped.status == 0, stopped.output);
  // Another design under the same name is found.
  const std::string text = content_of(office.transcript("run"));
  std::vector<std::string> lines = unchained(text);
  for (std::string& line : lines) {
    const std::size_t hash = line.find("\"source_hash\":\"");
    if (hash == std::string::npos) continue;
    char& digit = line[hash + 15];
    digit = digit == '0' ? '1' : '0';
  }
  fs::create_directories(office.file("design"));
  write(office.transcript("design"), rig::chained_text(lines));
  ended_saying(office.verify("design", {"--again"}), 1, "link/facts/source_hash was");

  office.certify("real", std::string("exec:") + BLOKUS_PLAYER + " --stdio",
                 {"--filter", "Handshake.AnswersWithTeamCode"});
  ended_saying(office.verify("real", {"--again"}), 2, "lives in real time");
}

/// What the project's first evidence could not withstand: late replies are moved into time, and the record is
/// made whole again in each way that a forger has.
BOOST_AUTO_TEST_CASE(late_replies_that_were_moved_into_time_do_not_pass) {
  const Office office;
  const Words key = {"--key", office.key("organiser") + ".pub"};
  const Outcome made =
      office.certify("run", late, {"--filter", "FirstMove.*", "--seed", "3"}, "organiser.key");
  BOOST_TEST_REQUIRE(made.status == 1, made.output);
  std::vector<std::string> lines = unchained(content_of(office.transcript("run")));
  BOOST_TEST_REQUIRE(move_late_replies(lines) >= 8);
  const std::string chained = rig::chained_text(lines);

  // The links left as they were.
  office.copy("run", "careless");
  std::istringstream before(content_of(office.transcript("run")));
  std::string careless;
  std::size_t i = 0;
  for (std::string line; std::getline(before, line); ++i) {
    const auto parts = rig::split_chained(line);
    careless += parts ? lines[i].substr(0, lines[i].size() - 1) + line.substr(parts->line.size() - 1) : line;
    careless += '\n';
  }
  write(office.transcript("careless"), careless);
  ended_saying(run(CERTIFY, {"--dut", "transcript:" + office.transcript("careless"), "--reports", ""}), 2,
               "the chain breaks");
  BOOST_TEST(office.verify("careless").status == 1);

  // The chain made anew, the occasion with it, and the report from the replay: it passes as a replay alone …
  office.copy("run", "careful");
  write(office.transcript("careful"), chained);
  json occasion = json::parse(content_of(office.transcript("careful") + ".occasion"));
  const std::string last = chained.substr(chained.rfind('\n', chained.size() - 2) + 1);
  occasion["head"] = json::parse(last).at("head");
  write(office.transcript("careful") + ".occasion", occasion.dump(2) + "\n");
  ended_saying(run(CERTIFY, {"--dut", "transcript:" + office.transcript("careful"), "--reports", "", "--json",
                             office.file("careful/report.json")}),
               0, "(replay)");
  // … and neither with the signature of the run, nor without one, nor run again.
  ended_saying(office.verify("careful", key), 1, "transcript.jsonl: its SHA-256 is");
  fs::remove(office.transcript("careful") + ".signature");
  BOOST_TEST(office.verify("careful").status == 1);
  occasion["facts"].erase("signed-by");
  write(office.transcript("careful") + ".occasion", occasion.dump(2) + "\n");
  BOOST_TEST(office.verify("careful", key).status == 1);
  fs::remove(office.file("careful/report.json"));
  ended_saying(office.verify("careful", {"--again"}), 1, "run again, FirstMove.WhenItBegins: operation ");

  // A key of the forger's own is not the organiser's.
  BOOST_TEST_REQUIRE(run(RIG, {"keygen", office.key("forger")}).status == 0);
  office.certify("own", "builtin:blokus", {"--filter", "FirstMove.*"}, "forger.key");
  BOOST_TEST(office.verify("own", key).status == 1);

  // As of the time before there was a chain: it can be replayed, and says so.
  json header = json::parse(lines[0]);
  header["transcript"] = 2;
  header.erase("identity");
  lines[0] = header.dump();
  std::string old;
  for (const std::string& line : lines) old += line + '\n';
  fs::create_directories(office.file("old"));
  write(office.transcript("old"), old);
  const Outcome replayed = run(CERTIFY, {"--dut", "transcript:" + office.transcript("old"), "--reports", ""});
  BOOST_TEST(contains(replayed.output, "not chained: nothing shows whether it was changed"), replayed.output);
  ended_saying(office.verify("old"), 3, "is not chained");
}
