/// The good reference players pass every case on the links that keep their own time, over many seeds, without
/// one false alarm. Each state that a DUT need not reach (it must pass, it is asked again) is reached with
/// them.

#define BOOST_TEST_MODULE no_false_alarm
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "conformance/tests/programs.hpp"

using namespace conformance::testing_programs;
using nlohmann::json;

namespace {

void certify_seeds(const std::string& dut, int first_seed, int last_seed) {
  for (int seed = first_seed; seed <= last_seed; ++seed) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run(CERTIFY, {"--contest", "icfpt2014", "--dut", dut, "--seed", std::to_string(seed), "--jobs", "4",
                      "--quiet", "--reports", "", "--json", folder.file("report.json")});
    BOOST_TEST(outcome.status == 0, dut << ", seed " << seed << ":\n" << outcome.output);
    const json report = json::parse(content_of(folder.file("report.json")));
    for (const json& requirement : report.at("requirements")) {
      const std::string id = requirement.at("id");
      if (id == "ICFPT14-PASS-1" || id == "ICFPT14-PASS-5") {
        BOOST_TEST(requirement.at("verdict") == "pass",
                   dut << ", seed " << seed << ": " << id << " was not reached");
      }
      BOOST_TEST(requirement.at("verdict") != "fail", dut << ", seed " << seed << ": " << id);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_builtin_player_is_never_accused) {
  certify_seeds("builtin:blokus", 1, 40);
}

BOOST_AUTO_TEST_CASE(the_rtl_player_is_never_accused) {
  certify_seeds("rtl:blokus_duo", 1, 20);
}
