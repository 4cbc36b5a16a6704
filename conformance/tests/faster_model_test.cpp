/// When a run on RTL has its model built again, and what it says of that. The builder is a script.

#include "conformance/faster_model.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/link/rtl/find_model.hpp"
#include "rig/tests/contains.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::contains;

namespace {

namespace fs = std::filesystem;

/// One run, whose builder does as this script does.
class Run {
 public:
  explicit Run(const std::string& script) : folder_(fs::temp_directory_path() / "faster_model_test-XXXXXX") {
    std::string name = folder_.string();
    folder_ = mkdtemp(name.data());
    const fs::path file = folder_ / "build_model";
    std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(file, fs::perms::owner_all);
    setenv("CONTEST_RIG_BUILD_MODEL", file.c_str(), 1);
  }
  ~Run() {
    unsetenv("CONTEST_RIG_BUILD_MODEL");
    fs::remove_all(folder_);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  FasterModel model{[this](const std::string& transcript) {
                      transcripts.push_back(transcript);
                      if (fails) throw rig::RigError("there is no room");
                      return std::make_unique<rig::FasterBuild>(
                          rig::find_model({"echo", false, false, {RIG_FIXTURE_MODELS}}), transcript);
                    },
                    [this](const std::string& sentence) { said.push_back(sentence); }};
  std::vector<std::string> transcripts;
  std::vector<std::string> said;
  bool fails = false;

  /// As workers ask, until there is a model or something was said.
  std::string wait() {
    for (;;) {
      std::string path = model.model();
      if (!path.empty() || !said.empty()) return path;
      std::this_thread::sleep_for(5ms);
    }
  }

 private:
  fs::path folder_;
};

const std::string echo = RIG_FIXTURE_MODELS "/echo.so";

}  // namespace

BOOST_AUTO_TEST_CASE(a_run_of_less_than_two_minutes_keeps_its_model) {
  Run run("exit 3");
  run.model.takes(119s);
  BOOST_TEST(run.model.model().empty());
  BOOST_TEST(run.transcripts.empty());
}

BOOST_AUTO_TEST_CASE(a_longer_one_has_it_built_again_once_with_what_was_said_case_by_case) {
  Run run("echo '" + echo + "'; echo 95.2 160.4");
  run.model.heard("A", "{\"case\":\"A\"}");
  run.model.heard("B", "{\"case\":\"B\"}");
  run.model.heard("A", "[\"send\"]");
  run.model.takes(2min);
  run.model.takes(20min);
  run.model.heard("A", "late");
  const std::vector<std::string> expected = {"{\"case\":\"A\"}\n[\"send\"]\n{\"case\":\"B\"}\n"};
  BOOST_TEST(run.transcripts == expected, boost::test_tools::per_element());
  BOOST_TEST(run.wait() == echo);
  BOOST_TEST(run.model.model() == echo);
  BOOST_TEST_REQUIRE(run.said.size() == 1U);
  BOOST_TEST(run.said[0] ==
             "the model was built again with its own profile: 95.2 -> 160 Mcycles/s from the next case on");
}

BOOST_AUTO_TEST_CASE(a_model_that_is_hardly_faster_is_not_taken) {
  Run run("echo '" + echo + "'; echo 100 104");
  run.model.takes(5min);
  std::string taken;
  for (int i = 0; i < 100 && taken.empty(); ++i) {
    taken = run.model.model();
    std::this_thread::sleep_for(5ms);
  }
  BOOST_TEST(taken.empty());
  BOOST_TEST(run.said.empty());
}

BOOST_AUTO_TEST_CASE(a_build_that_fails_is_told_once_and_the_run_goes_on) {
  Run run("echo 'g++ was not found' >&2; exit 3");
  run.model.takes(5min);
  BOOST_TEST(run.wait().empty());
  run.model.takes(5min);
  BOOST_TEST(run.model.model().empty());
  BOOST_TEST_REQUIRE(run.said.size() == 1U);
  BOOST_TEST(contains(run.said[0], "goes on as it is: g++ was not found"));
}

BOOST_AUTO_TEST_CASE(a_build_that_cannot_begin_is_told_once_and_the_run_goes_on) {
  Run run("");
  run.fails = true;
  run.model.takes(5min);
  run.model.takes(5min);
  BOOST_TEST(run.model.model().empty());
  BOOST_TEST_REQUIRE(run.said.size() == 1U);
  BOOST_TEST(contains(run.said[0], "there is no room"));
}

BOOST_AUTO_TEST_CASE(only_a_simulation_that_shows_nothing_of_its_design_has_its_model_built_again) {
  const auto has_one = [](const std::string& dut, const std::function<void(CommandLine&)>& change = {}) {
    CommandLine line;
    line.options.dut = dut;
    if (change) change(line);
    rig::report::RunRecord record;
    record.link_facts["source_hash"] = "abc";
    const auto say = [](const std::string&) {};
    return faster_model_for(line, rig::contest::find_contest("icfpt2014"), record, say).has_value();
  };
  BOOST_TEST(has_one("rtl:echo"));
  BOOST_TEST(!has_one("builtin:blokus"));
  BOOST_TEST(!has_one("rtl:echo?trace=wave.fst"));
  BOOST_TEST(!has_one("rtl:echo", [](CommandLine& line) { line.plain_model = true; }));
  BOOST_TEST(!has_one("rtl:echo", [](CommandLine& line) { line.coverage = true; }));
  BOOST_TEST(!has_one("rtl:echo", [](CommandLine& line) { line.budget = 15min; }));
}
