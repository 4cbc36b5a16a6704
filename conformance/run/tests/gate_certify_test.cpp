/// The gate as a user runs it: two revisions of a simulated board that differ by a clock, players in virtual
/// time, known failures; and `--version` of every tool.

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "conformance/run/tests/programs.hpp"
#include "rig/base/program/version.hpp"
#include "rig/tests/contains.hpp"

using namespace conformance::testing_programs;
using nlohmann::json;
using rig::contains;
using Words = std::vector<std::string>;

namespace {

Outcome certify(Words arguments) {
  arguments.insert(arguments.begin(), {"--contest", "icfpt2014", "--reports", ""});
  return run(CERTIFY, arguments, {"CONTEST_RIG_MODELS=" FIXTURE_MODELS, "NO_COLOR=1"});
}

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
}

const Words handshakes = {"--filter", "Handshake.AnswersEachTime,Handshake.AnswersWithTeamCode"};
const Words own_edge = {
    "--dut", "builtin:blokus?fault=own-edge", "--filter", "WholeGame.AgainstRandom", "--seed", "1"};

std::string known(const std::string& name, const std::string& until = "9999-12-31") {
  return "[[failure]]\n" + name + "\nreason = \"our issue 12\"\nuntil = " + until + "\n";
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_clock_more_fails_the_gate_and_no_change_passes_it) {
  const TemporaryFolder folder;
  const std::string old = folder.file("old.json");
  const Words hello = Words{"--dut", "rtl:hello"} + handshakes;
  const Words slower = Words{"--dut", "rtl:hello_slower"} + handshakes;
  const Outcome first = certify(hello + Words{"--seed", "5", "--json", old});
  BOOST_TEST_REQUIRE(first.status == 0, first.output);
  BOOST_TEST(contains(first.output, "in clock cycles: min "));

  const Outcome same = certify(hello + Words{"--baseline", old});
  BOOST_TEST(same.status == 0, same.output);
  BOOST_TEST(contains(same.output, "\ngate passed\n"), same.output);
  BOOST_TEST(contains(same.output, "0 slower, 0 faster"), same.output);

  const std::string now = folder.file("now.json");
  const Outcome later = certify(slower + Words{"--baseline", old, "--json", now});
  BOOST_TEST(later.status == 1, later.output);
  BOOST_TEST(contains(later.output, "gate failed: "), later.output);
  const json gate = json::parse(content_of(now)).at("gate");
  const json& comparison = gate.at("comparison");
  BOOST_TEST(comparison.at("unit") == "cycles");
  BOOST_TEST(comparison.at("divergences").empty());
  BOOST_TEST_REQUIRE(!comparison.at("rises").empty());
  for (const json& rise : comparison.at("rises"))
    BOOST_TEST(rise.at("now").get<int>() - rise.at("then").get<int>() == 1, rise.dump());
  BOOST_TEST(comparison.at("rises").size() == comparison.at("compared").get<std::size_t>());
  BOOST_TEST(gate.at("exit_status_without") == 0);

  BOOST_TEST(certify(slower + Words{"--baseline", old, "--allow", "0.1%"}).status == 0);
  const Outcome faster = certify(hello + Words{"--baseline", now});
  BOOST_TEST(faster.status == 0, faster.output);
  BOOST_TEST(contains(faster.output, " replies: -1 cycle; "), faster.output);
}

BOOST_AUTO_TEST_CASE(a_baseline_gives_the_seed_and_a_contradiction_is_refused) {
  const TemporaryFolder folder;
  const std::string old = folder.file("old.json");
  const Words games = {"--dut", "builtin:blokus", "--filter", "WholeGame.AgainstRandom"};
  BOOST_TEST_REQUIRE(certify(games + Words{"--seed", "77", "--json", old}).status == 0);
  const std::string now = folder.file("now.json");
  BOOST_TEST(certify(games + Words{"--baseline", old, "--json", now}).status == 0);
  const json report = json::parse(content_of(now));
  BOOST_TEST(report.at("seed") == "77");
  BOOST_TEST(report.at("gate").at("comparison").at("unit") == "ns");
  BOOST_TEST(report.at("gate").at("comparison").at("compared").get<int>() > 20);

  const auto refused = [&](const Words& more, const std::string& why) {
    const Outcome one = certify(games + more);
    BOOST_TEST(one.status == 2, one.output);
    BOOST_TEST(contains(one.output, why), one.output);
  };
  refused({"--baseline", old, "--seed", "78"}, "is 77, and this run's is 78");
  refused({"--baseline", folder.file("none.json")}, "cannot be read");
  refused({"--allow", "1%"}, "--baseline");
  refused({"--baseline", old, "--allow", "1"}, "allowed is a percentage from 0% to 1000%");
  refused({"--baseline", old, "--list"}, "--baseline cannot be combined with --list: a list is no run");
  refused({"--annotate", "gitbub"}, "Did you mean \"github\"?");
  const Outcome other = run(CERTIFY, {"--contest", "heart-trax", "--dut", "builtin:trax", "--baseline", old});
  BOOST_TEST(other.status == 2);
  BOOST_TEST(contains(other.output, "is icfpt2014, and this run's is heart-trax"), other.output);
}

BOOST_AUTO_TEST_CASE(a_known_failure_is_no_red_and_no_certificate_and_one_that_passes_is_red) {
  const TemporaryFolder folder;
  const std::string file = folder.file("known.toml");
  const std::string junit = folder.file("junit.xml");
  const Words expecting = {"--expect", file, "--junit", junit};
  BOOST_TEST(certify(own_edge).status == 1);

  write(file, known("case = \"WholeGame.AgainstRandom\""));
  const Outcome expected = certify(own_edge + expecting);
  BOOST_TEST(expected.status == 0, expected.output);
  BOOST_TEST(contains(expected.output, "\nnot conformant (partial, not a certificate)\n"), expected.output);
  BOOST_TEST(contains(expected.output, "gate passed: 1 failure was expected"), expected.output);
  BOOST_TEST(!contains(expected.output, "certified"), expected.output);
  BOOST_TEST(contains(content_of(junit), "<skipped type=\"expected failure\""));
  BOOST_TEST(!contains(content_of(junit), "<failure"));

  write(file, known("case = \"WholeGame.AgainstRandom\"", "2020-01-31"));
  BOOST_TEST(certify(own_edge + expecting).status == 1);  // its day is over

  write(file, known("case = \"WholeGame.AgainstRandom\""));
  Words good = own_edge;
  good[1] = "builtin:blokus";
  const Outcome passes = certify(good + expecting + Words{"--annotate", "github"});
  BOOST_TEST(passes.status == 1, passes.output);
  BOOST_TEST(contains(passes.output, "gate failed: 1 expected failure passed"), passes.output);
  BOOST_TEST(contains(passes.output, "\n::error file=" + file + ",line=1,title=Expected "), passes.output);
  BOOST_TEST(contains(content_of(junit), "<failure type=\"gate\""));

  write(file, known("requirement = \"ICFPT14-EGDE-1\""));
  const Outcome unknown = certify(own_edge + expecting);
  BOOST_TEST(unknown.status == 2, unknown.output);
  BOOST_TEST(contains(unknown.output, file + ", line 1: requirement is \"ICFPT14-EGDE-1\""), unknown.output);
}

BOOST_AUTO_TEST_CASE(every_tool_says_its_version_and_commit) {
  for (const auto& [name, path] :
       std::vector<std::pair<std::string, std::string>>{{"certify", CERTIFY},
                                                        {"rig", RIG},
                                                        {"blokus-player", BLOKUS_PLAYER},
                                                        {"trax-player", TRAX_PLAYER},
                                                        {"blokus-course", BLOKUS_COURSE},
                                                        {"blokus-ustc", BLOKUS_USTC},
                                                        {"rig-supervisor", SUPERVISOR},
                                                        {"rig-scripted-program", SCRIPTED_PROGRAM}}) {
    const Outcome said = run(path, {"--version"});
    BOOST_TEST(said.status == 0, name);
    BOOST_TEST(said.output == rig::version_text(name) + "\n", name);
    const std::regex form(
        name +
        R"( \d+\.\d+\.\d+ \((commit [0-9a-f]{40}(, with changes that were not committed)?|not built in a checkout)\)\n)");
    BOOST_TEST(std::regex_match(said.output, form), said.output);
  }
  const Outcome script = run(RIG_SOURCE_DIR "/rtl_models/build_model", {"--version"});
  BOOST_TEST(script.status == 0);
  const std::regex form(
      R"(build_model \d+\.\d+\.\d+ \((commit [0-9a-f]{40}(, with changes that were not committed)?|not in a checkout)\)\n)");
  BOOST_TEST(std::regex_match(script.output, form), script.output);
}
