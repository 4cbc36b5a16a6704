#pragma once
/// certify on the first contest, and what its reports say.

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "conformance/run/tests/programs.hpp"

namespace conformance::testing_programs {

using Words = std::vector<std::string>;

inline Outcome certify(Words words) {
  words.insert(words.begin(), {"--contest", "icfpt2014", "--reports", ""});
  return run(CERTIFY, words);
}

inline nlohmann::json report_of(Words words, int* status = nullptr) {
  const TemporaryFolder folder;
  words.insert(words.end(), {"--quiet", "--json", folder.file("report.json")});
  const Outcome outcome = certify(words);
  if (status != nullptr) *status = outcome.status;
  BOOST_TEST_REQUIRE(!content_of(folder.file("report.json")).empty(), outcome.output);
  return nlohmann::json::parse(content_of(folder.file("report.json")));
}

}  // namespace conformance::testing_programs
