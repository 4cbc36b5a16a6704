/// An organiser's log of runs: lines are added, and each other change is found.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "rig/base/bytes.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/report/run_log.hpp"
#include "rig/tests/contains.hpp"

namespace rig::report {

namespace fs = std::filesystem;
namespace data = boost::unit_test::data;
using nlohmann::json;

namespace {

LogFacts begin_of(const std::string& run) {
  return {{"event", "begin"},  {"run", run},  {"date", "2026-11-20T14:05:59Z"},
          {"team", "Rook"},    {"label", ""}, {"contest", "icfpt2014"},
          {"dut", "exec:./p"}, {"seed", "7"}, {"commit", "0123"}};
}

LogFacts end_of(const std::string& run, const std::string& verdict) {
  return {{"event", "end"},
          {"run", run},
          {"date", "2026-11-20T14:06:59Z"},
          {"verdict", verdict},
          {"head", std::string(64, 'a')}};
}

const PrivateKey& organiser() {
  static const PrivateKey key = PrivateKey::generate();
  return key;
}

/// A log in a folder of its own: a run that failed, one that never ended, and one that passed.
class Log {
 public:
  Log() {
    std::string name = (fs::temp_directory_path() / "rig-log-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    append(begin_of("1"));
    append(end_of("1", "not conformant"));
    append(begin_of("2"));
    append(begin_of("3"));
    append(end_of("3", "certified"));
  }
  ~Log() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  std::string path() const { return (folder_ / "runs.log").string(); }
  void append(const LogFacts& facts, const PrivateKey& key = organiser()) const {
    append_to_log(path(), key, facts);
  }
  std::string text() const { return content_of_file(path()).value(); }
  void write(const std::string& text) const { write_whole(path(), text); }
  LogReading read() const { return read_log(text(), path()); }

 private:
  fs::path folder_;
};

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string text_of(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// Whoever has no key changes this fact.
std::string with(const std::string& line, const char* name, const std::string& value) {
  json whole = json::parse(line);
  whole[name] = value;
  return whole.dump();
}

/// A line signed anew, after the one `before` it.
std::string signed_anew(const std::string& line, const std::string& before, const PrivateKey& key) {
  json whole = json::parse(line);
  whole.erase("signature");
  whole["previous"] = before.empty() ? std::string(64, '0') : sha256_hex(to_bytes(before));
  whole["key"] = key.public_key().hex();
  whole["signature"] = key.sign(whole.dump());
  return whole.dump();
}

void sign_all_anew(Lines& lines, const PrivateKey& key) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    lines[i] = signed_anew(lines[i], i == 0 ? "" : lines[i - 1], key);
}

/// The chain made anew by somebody without the key.
void chain_anew(Lines& lines) {
  for (std::size_t i = 1; i < lines.size(); ++i)
    lines[i] = with(lines[i], "previous", sha256_hex(to_bytes(lines[i - 1])));
}

struct Forgery {
  const char* name;
  int line;  ///< where it is found
  const char* refused;
  std::function<void(Lines&)> forge;
};

std::ostream& operator<<(std::ostream& out, const Forgery& forgery) {
  return out << forgery.name;
}

const std::vector<Forgery> forgeries = {
    {"a better verdict", 2, "its signature is not that of the key",
     [](Lines& all) { all[1] = with(all[1], "verdict", "certified"); }},
    {"another team", 1, "its signature is not that of the key",
     [](Lines& all) { all[0] = with(all[0], "team", "Knight"); }},
    {"an earlier date", 4, "its signature is not that of the key",
     [](Lines& all) { all[3] = with(all[3], "date", "2026-11-19T14:05:59Z"); }},
    {"the head of other evidence", 5, "its signature is not that of the key",
     [](Lines& all) { all[4] = with(all[4], "head", std::string(64, 'b')); }},
    {"a fact more", 1, "its signature is not that of the key",
     [](Lines& all) { all[0] = with(all[0], "remark", "a trial"); }},
    {"the first line removed", 1, "it follows a line whose hash is",
     [](Lines& all) { all.erase(all.begin()); }},
    {"a run removed", 1, "it follows a line whose hash is",
     [](Lines& all) { all.erase(all.begin(), all.begin() + 2); }},
    {"a begin removed", 3, "it follows a line whose hash is", [](Lines& all) { all.erase(all.begin() + 2); }},
    {"a begin removed, chained anew", 3, "its signature is not that of the key",
     [](Lines& all) {
       all.erase(all.begin() + 2);
       chain_anew(all);
     }},
    {"two lines changed about", 3, "it follows a line whose hash is",
     [](Lines& all) { std::swap(all[2], all[3]); }},
    {"a line twice", 3, "it follows a line whose hash is",
     [](Lines& all) { all.insert(all.begin() + 1, all[1]); }},
    {"the log twice", 6, "it follows a line whose hash is",
     [](Lines& all) {
       const Lines once = all;
       all.insert(all.end(), once.begin(), once.end());
     }},
    {"a line of a stranger", 6, "it is signed with the key",
     [](Lines& all) {
       all.push_back(signed_anew(with(all[1], "run", "2"), all.back(), PrivateKey::generate()));
     }},
    {"a stranger's signature", 2, "its signature is not that of the key",
     [](Lines& all) {
       const std::string other = signed_anew(all[1], all[0], PrivateKey::generate());
       all[1] = with(all[1], "signature", json::parse(other).at("signature").get<std::string>());
     }},
    {"no signature", 2, "\"signature\" is missing",
     [](Lines& all) {
       json whole = json::parse(all[1]);
       whole.erase("signature");
       all[1] = whole.dump();
     }},
    {"no key", 1, "is no public Ed25519 key", [](Lines& all) { all[0] = with(all[0], "key", ""); }},
    {"another event", 1, "\"event\" is \"remark\"",
     [](Lines& all) { all[0] = with(all[0], "event", "remark"); }},
    {"an end of no run", 6, "no run 9 is under way",
     [](Lines& all) { all.push_back(signed_anew(with(all[1], "run", "9"), all.back(), organiser())); }},
    {"a second end", 6, "no run 1 is under way",
     [](Lines& all) { all.push_back(signed_anew(with(all[1], "verdict", "x"), all.back(), organiser())); }},
    {"a second begin", 6, "the run 1 began before",
     [](Lines& all) { all.push_back(signed_anew(all[0], all.back(), organiser())); }},
    {"an empty line", 2, "allowed is a JSON object of texts",
     [](Lines& all) { all.insert(all.begin() + 1, ""); }},
    {"other words", 2, "allowed is a JSON object of texts", [](Lines& all) { all[1] = "\x1b[2J"; }},
    {"a number", 2, "allowed is a JSON object of texts",
     [](Lines& all) {
       json whole = json::parse(all[1]);
       whole["run"] = 1;
       all[1] = whole.dump();
     }},
    {"another spelling", 2, "it is not written as certify --log writes it",
     [](Lines& all) { all[1] += " "; }},
    {"a fact twice", 2, "it is not written as certify --log writes it",
     [](Lines& all) { all[1].insert(1, "\"verdict\":\"certified\","); }},
};

}  // namespace

BOOST_AUTO_TEST_CASE(lines_are_read_as_they_were_added) {
  const Log log;
  const LogReading reading = log.read();
  BOOST_TEST(reading.fault == "");
  BOOST_TEST_REQUIRE(reading.entries.size() == 5U);
  BOOST_TEST(reading.entries[1].facts.at("verdict") == "not conformant");
  BOOST_TEST(reading.entries[4].facts.at("previous") == reading.entries[3].hash);
  BOOST_TEST(reading.entries[4].hash == sha256_hex(to_bytes(lines_of(log.text()).back())));
  BOOST_TEST(read_log("", "runs.log").fault == "");
}

BOOST_DATA_TEST_CASE(each_change_is_found_at_its_line, data::make(forgeries), forgery) {
  const Log log;
  Lines lines = lines_of(log.text());
  forgery.forge(lines);
  log.write(text_of(lines));
  const LogReading reading = log.read();
  BOOST_TEST(contains(reading.fault, fmt::format("line {}: ", forgery.line)), reading.fault);
  BOOST_TEST(contains(reading.fault, forgery.refused), reading.fault);
  BOOST_TEST(!contains(reading.fault, "\x1b"), "an escape reaches the terminal");
  BOOST_TEST(reading.entries.size() == static_cast<std::size_t>(forgery.line - 1));
  BOOST_CHECK_THROW(log.append(begin_of("4")), UsageError);  // nor does it go on
  BOOST_TEST(log.text() == text_of(lines));
}

BOOST_AUTO_TEST_CASE(each_changed_byte_is_found) {
  const Log log;
  const std::string whole = log.text();
  for (std::size_t at = 0; at < whole.size(); at += 7) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    BOOST_TEST(read_log(changed, "runs.log").fault != "", "byte " << at);
  }
}

/// Whoever has another key can make a whole log: it is another one.
BOOST_AUTO_TEST_CASE(a_log_made_anew_by_a_stranger_has_the_strangers_key) {
  const Log log;
  Lines lines = lines_of(log.text());
  lines[1] = with(lines[1], "verdict", "certified");
  const PrivateKey stranger = PrivateKey::generate();
  sign_all_anew(lines, stranger);
  log.write(text_of(lines));
  const LogReading reading = log.read();
  BOOST_TEST(reading.fault == "");
  BOOST_TEST(reading.entries.front().facts.at("key") == stranger.public_key().hex());
  BOOST_CHECK_EXCEPTION(log.append(begin_of("4")), UsageError, [](const UsageError& error) {
    return contains(error.what(), "is kept with the key");
  });
}

/// It is told, and not mended: what was to stand there is for a person to find out.
BOOST_AUTO_TEST_CASE(a_line_without_an_end_is_told_and_nothing_is_added) {
  const Log log;
  const std::string whole = log.text();
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  for (const std::size_t size : {last + 1, whole.size() - 1}) {
    log.write(whole.substr(0, size));
    const LogReading reading = log.read();
    BOOST_TEST(contains(reading.fault, "line 5: the line does not end"), reading.fault);
    BOOST_TEST(contains(reading.fault, fmt::format("truncate -s {}", last)), reading.fault);
    BOOST_CHECK_THROW(log.append(begin_of("4")), UsageError);
    BOOST_TEST(log.text() == whole.substr(0, size));
  }
}

BOOST_AUTO_TEST_CASE(whoever_adds_a_line_waits_for_the_others) {
  const Log log;
  std::vector<std::thread> writers;
  for (int i = 10; i < 30; ++i) writers.emplace_back([&log, i] { log.append(begin_of(std::to_string(i))); });
  for (std::thread& writer : writers) writer.join();
  BOOST_TEST(log.read().fault == "");
  BOOST_TEST(log.read().entries.size() == 25U);
}

BOOST_AUTO_TEST_CASE(texts_that_are_no_utf8_are_written_all_the_same) {
  const Log log;
  LogFacts facts = begin_of("4");
  facts["team"] = "R\xffok";
  log.append(facts);
  BOOST_TEST(log.read().fault == "");
}

BOOST_AUTO_TEST_CASE(what_is_no_ordinary_file_is_no_log) {
  BOOST_CHECK_THROW(append_to_log("/dev/null", organiser(), begin_of("1")), UsageError);
  BOOST_CHECK_THROW(append_to_log("/nowhere/runs.log", organiser(), begin_of("1")), UsageError);
  BOOST_CHECK_THROW(append_to_log(fs::temp_directory_path().string(), organiser(), begin_of("1")),
                    UsageError);
}

}  // namespace rig::report
