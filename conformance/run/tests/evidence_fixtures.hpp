#pragma once
/// Runs that are made and signed, and what a test changes in them.

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "conformance/run/tests/programs.hpp"

namespace conformance::testing_programs {

using Words = std::vector<std::string>;

/// A DUT that fails.
inline constexpr const char* late = "builtin:blokus?fault=late";

inline void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// A folder with a pair of keys, in which runs are made and signed.
class Office {
 public:
  Office() { BOOST_TEST_REQUIRE(run(RIG, {"keygen", key("organiser")}).status == 0); }

  std::string file(const std::string& name) const { return folder_.file(name); }
  std::string key(const std::string& name) const { return folder_.file(name); }

  /// A run whose reports lie in a folder of this name; signed with the key of this name, if one is told.
  Outcome certify(const std::string& place, const std::string& dut, Words more,
                  const std::string& signer = {}) const {
    std::filesystem::create_directories(file(place));
    more.insert(more.begin(), {"--contest", "icfpt2014", "--dut", dut, "--reports", "", "--quiet", "--json",
                               file(place + "/report.json"), "--junit", file(place + "/junit.xml"), "--html",
                               file(place + "/report.html"), "--transcript", transcript(place)});
    if (signer.empty()) return run(CERTIFY, more);
    more.insert(more.begin(), {"RIG_SIGNING_KEY=" + key(signer), CERTIFY, "--sign"});
    return run("/usr/bin/env", more);
  }
  std::string transcript(const std::string& place) const { return file(place + "/transcript.jsonl"); }

  Outcome verify(const std::string& place, Words more = {}) const {
    more.insert(more.begin(), {"verify", file(place)});
    return run(RIG, more);
  }
  nlohmann::json report(const std::string& place) const {
    return nlohmann::json::parse(content_of(file(place + "/report.json")));
  }

  void copy(const std::string& from, const std::string& to) const {
    std::filesystem::remove_all(file(to));
    std::filesystem::copy(file(from), file(to), std::filesystem::copy_options::recursive);
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace conformance::testing_programs
