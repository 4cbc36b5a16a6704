/// Evidence before it is whole: parts that somebody forges before they are gathered, and a transcript that
/// somebody changes while its run goes on.

#include <fmt/format.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "conformance/run/tests/programs.hpp"
#include "rig/link/transcript/chain.hpp"

using namespace conformance::testing_programs;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

constexpr const char* good = "builtin:blokus";
constexpr const char* late = "builtin:blokus?fault=late";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// Runs in two parts, each in a folder of its own.
class Farm {
 public:
  void run_parts(const std::string& place, const std::string& dut) const {
    for (const char* part : {"1", "2"}) {
      const Outcome outcome = certify(place, dut, {"--part", part});
      BOOST_TEST_REQUIRE(outcome.status == 0, outcome.output);
    }
  }
  Outcome gather(const std::string& place, const std::string& dut) const {
    return certify(place, dut, {"--reports", folder_.file("reports")});
  }
  bool has_reports() const {
    const auto entries = fs::recursive_directory_iterator(folder_.file("reports"));
    return std::any_of(begin(entries), end(entries),
                       [](const auto& entry) { return entry.path().filename() == "report.json"; });
  }

  std::string file(const std::string& place, int part, const std::string& name) const {
    return folder_.file(fmt::format("{}/part-{}-of-2/{}", place, part, name));
  }
  json records(const std::string& place, int part) const {
    return json::parse(content_of(file(place, part, "part.json")));
  }
  void put_records(const std::string& place, int part, const json& all) const {
    write(file(place, part, "part.json"), all.dump());
  }

 private:
  Outcome certify(const std::string& place, const std::string& dut, const Words& more) const {
    Words words = {"--contest",
                   "icfpt2014",
                   "--dut",
                   dut,
                   "--seed",
                   "7",
                   "--jobs",
                   "2",
                   "--filter",
                   "Handshake.*,FirstMove.*",
                   "--quiet",
                   "--parts",
                   folder_.file(place)};
    words.insert(words.end(), more.begin(), more.end());
    return run(CERTIFY, words);
  }

  TemporaryFolder folder_;
};

/// A case that fails: in which part, and which of its records.
struct FailedCase {
  int part = 0;
  std::string record;  // as a JSON pointer
  std::string id;
};

FailedCase failed_case(const Farm& farm, const std::string& place) {
  for (const int part : {1, 2}) {
    const json records = farm.records(place, part).at("records");
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (records[i].at("verdict") == "fail")
        return {part, fmt::format("/records/{}", i), records[i].at("id").get<std::string>()};
    }
  }
  throw std::runtime_error("no case fails");
}

/// A transcript without the operations of a case, and with a chain that fits.
std::string without_case(const std::string& text, const std::string& id) {
  std::vector<std::string> lines;
  std::istringstream all(text);
  bool skips = false;
  for (std::string line; std::getline(all, line);) {
    const auto parts = rig::split_chained(line);
    if (!parts) continue;  // the last line
    const json value = json::parse(parts->line);
    if (value.is_object()) skips = value.value("case", "") == id;
    if (!skips) lines.push_back(parts->line);
  }
  return rig::chained_text(lines);
}

std::string head_of(const std::string& chained) {
  return json::parse(chained.substr(chained.rfind('\n', chained.size() - 2) + 1)).at("head");
}

/// Waits until a case has ended, for a minute at most. The text of the transcript by then.
std::string wait_for_a_case(const std::string& unfinished) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (std::chrono::steady_clock::now() < until) {
    std::string text = fs::exists(unfinished) ? content_of(unfinished) : std::string();
    if (contains(text, "{\"ended\"")) return text;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  throw std::runtime_error("no case has ended");
}

}  // namespace

BOOST_AUTO_TEST_CASE(parts_that_nobody_forged_are_gathered) {
  const Farm farm;
  farm.run_parts("bad", late);
  BOOST_TEST(farm.gather("bad", late).status == 1);
  const std::string program = std::string("exec:") + BLOKUS_PLAYER + " --stdio";
  farm.run_parts("program", program);
  const Outcome gathered = farm.gather("program", program);
  BOOST_TEST(gathered.status == 0, gathered.output);
}

BOOST_AUTO_TEST_CASE(records_of_a_good_run_in_place_of_a_bad_one_are_refused) {
  const Farm farm;
  farm.run_parts("good", good);
  farm.run_parts("bad", late);
  for (const int part : {1, 2}) {
    json forged = farm.records("good", part);
    forged["head"] = farm.records("bad", part).at("head");
    farm.put_records("bad", part, forged);
  }
  const Outcome outcome = farm.gather("bad", late);
  BOOST_TEST(outcome.status == 2, outcome.output);
  BOOST_TEST(contains(outcome.output, "-of-2/part.json: the record of FirstMove."), outcome.output);
  BOOST_TEST(contains(outcome.output, " contradicts the transcript beside it, at /"), outcome.output);
  BOOST_TEST(!farm.has_reports());
}

BOOST_AUTO_TEST_CASE(a_record_that_was_changed_in_one_place_is_refused_with_it) {
  const Farm farm;
  farm.run_parts("bad", late);
  const FailedCase failed = failed_case(farm, "bad");
  const json records = farm.records("bad", failed.part);
  const json record = records.at(json::json_pointer(failed.record));
  BOOST_TEST_REQUIRE(!record.at("samples").empty());
  const std::vector<std::pair<std::string, json>> changes = {
      {"/verdict", "pass"},
      {"/verdict", "not applicable"},
      {"/reason", "another one"},
      {"/findings", json::array()},
      {"/requirements/0/passes", 99},
      {"/samples/0/longest_ns", record.at("samples")[0].at("longest_ns").get<std::int64_t>() + 1},
      {"/seed", "8"},
      {"/team", "XX"}};
  for (const auto& [place, value] : changes) {
    json changed = records;
    changed[json::json_pointer(failed.record + place)] = value;
    farm.put_records("bad", failed.part, changed);
    const Outcome outcome = farm.gather("bad", late);
    BOOST_TEST(outcome.status == 2, place << ": " << outcome.output);
    BOOST_TEST(
        contains(outcome.output, fmt::format("part-{}-of-2/part.json: the record of {} contradicts the "
                                             "transcript beside it, at {}",
                                             failed.part, failed.id, place.substr(0, place.find('/', 1)))),
        outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(records_that_are_nested_deeply_are_refused) {
  const Farm farm;
  farm.run_parts("bad", late);
  const std::string text = farm.records("bad", 1).dump();
  write(farm.file("bad", 1, "part.json"), text.substr(0, text.size() - 1) + ",\"more\":" +
                                              std::string(100'000, '[') + std::string(100'000, ']') + "}");
  const Outcome outcome = farm.gather("bad", late);
  BOOST_TEST(outcome.status == 2, outcome.output);
  BOOST_TEST(contains(outcome.output, "part-1-of-2/part.json is no record of a part: JSON is nested 33 deep"),
             outcome.output);
}

BOOST_AUTO_TEST_CASE(a_record_of_a_case_without_operations_is_refused) {
  const Farm farm;
  farm.run_parts("bad", late);
  const FailedCase failed = failed_case(farm, "bad");
  const std::string transcript = farm.file("bad", failed.part, "transcript.jsonl");
  const std::string shorter = without_case(content_of(transcript), failed.id);
  write(transcript, shorter);
  json records = farm.records("bad", failed.part);
  records["head"] = head_of(shorter);
  records[json::json_pointer(failed.record + "/verdict")] = "pass";
  farm.put_records("bad", failed.part, records);
  const Outcome outcome = farm.gather("bad", late);
  BOOST_TEST(outcome.status == 2, outcome.output);
  BOOST_TEST(contains(outcome.output, fmt::format("the record of {} says \"pass\", and the transcript beside "
                                                  "it has no operations of that case",
                                                  failed.id)),
             outcome.output);
}

/// An error of the rig stands in no transcript; who invents one gains no certificate.
BOOST_AUTO_TEST_CASE(an_error_in_place_of_each_failure_is_no_certificate) {
  const Farm farm;
  farm.run_parts("bad", late);
  for (const int part : {1, 2}) {
    json all = farm.records("bad", part);
    for (json& record : all.at("records")) {
      if (record.at("verdict") != "fail") continue;
      record["verdict"] = "error";
      record["findings"] = json::array();
    }
    farm.put_records("bad", part, all);
  }
  const Outcome outcome = farm.gather("bad", late);
  BOOST_TEST(outcome.status == 3, outcome.output);
}

BOOST_AUTO_TEST_CASE(a_transcript_that_was_changed_during_its_run_is_neither_finished_nor_signed) {
  const TemporaryFolder folder;
  BOOST_TEST_REQUIRE(run(RIG, {"keygen", folder.file("organiser")}).status == 0);
  const std::string transcript = folder.file("transcript.jsonl");
  const std::string unfinished = transcript + ".unfinished";
  // In real time it takes seconds.
  Running certify(CERTIFY,
                  {"--contest", "icfpt2014", "--dut", std::string("exec:") + BLOKUS_PLAYER + " --stdio",
                   "--filter", "Handshake.*", "--jobs", "1", "--reports", "", "--transcript", transcript,
                   "--json", folder.file("report.json"), "--sign"},
                  {"RIG_SIGNING_KEY=" + folder.file("organiser.key")});
  const std::string text = wait_for_a_case(unfinished);
  const std::string operation = "[\"send\",\"";
  const std::size_t at = text.find(operation) + operation.size();
  std::fstream file(unfinished, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(at));
  file.put(text.at(at) == '0' ? '1' : '0');
  file.close();
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');

  const Outcome outcome = certify.wait();
  BOOST_TEST(outcome.status == 3, outcome.output);
  const std::string errors = json::parse(content_of(folder.file("report.json"))).at("errors").dump();
  BOOST_TEST(contains(errors, fmt::format("{}, line {}: somebody has changed", unfinished, line)), errors);
  BOOST_TEST(!fs::exists(transcript));
  BOOST_TEST(!fs::exists(transcript + ".signature"));
  BOOST_TEST(fs::exists(unfinished));
}
