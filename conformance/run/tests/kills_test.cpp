/// A run that is killed at any moment, finds no space on its disk, or no memory: its reports are whole or
/// absent, its transcript can be read up to the last whole case, and nothing of it lives on. `kills_test --
/// KILLS STEPS SEED`: how many kills, how many sizes of a disk; the seed is printed.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>
#include <set>
#include <thread>

#include "conformance/run/tests/programs.hpp"
#include "rig/tests/contains.hpp"

using namespace conformance::testing_programs;
using rig::contains;
using rig::in_one_line;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

namespace {

/// The n-th number after `--` on the command line.
unsigned given(int n, unsigned otherwise) {
  const auto& suite = boost::unit_test::framework::master_test_suite();
  return n < suite.argc ? static_cast<unsigned>(std::stoul(suite.argv[n])) : otherwise;
}

unsigned kills() {
  return given(1, 8);
}
unsigned steps() {
  return given(2, 6);
}

/// One generator for the whole test.
std::mt19937& draws() {
  static std::mt19937 generator = [] {
    const unsigned seed = given(3, std::random_device{}());
    std::cout << "seed of the kills: " << seed << '\n';
    return std::mt19937(seed);
  }();
  return generator;
}

unsigned draw(unsigned below) {
  return static_cast<unsigned>(draws()() % below);
}

/// The place of a run, which holds nothing else.
class Place {
 public:
  Place() {
    fs::create_directory(temporary());
    fs::create_directory(reports());
  }

  std::string temporary() const { return folder_.file("temporary"); }
  std::string reports() const { return folder_.file("reports"); }
  std::string transcript() const { return reports() + "/transcript.jsonl"; }
  std::string unfinished() const { return transcript() + ".unfinished"; }
  std::string file(const std::string& name) const { return folder_.file(name); }
  Words environment() const { return {"TMPDIR=" + temporary()}; }

  /// A run of which each case ends soon, with all of its files in one folder.
  Words words(const std::string& contest, const std::string& dut) const {
    return {"--contest",       contest,
            "--dut",           dut,
            "--seed",          "5",
            "--team-name",     "Rook",
            "--timeout-scale", "0.1",
            "--filter",        "Handshake.*,FirstMove.*",
            "--reports",       "",
            "--transcript",    transcript(),
            "--json",          reports() + "/report.json",
            "--junit",         reports() + "/junit.xml",
            "--html",          reports() + "/report.html"};
  }

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(reports())) names.push_back(entry.path().filename());
    return names;
  }

 private:
  TemporaryFolder folder_;
};

void expect_whole_or_absent(const Place& place) {
  if (fs::exists(place.reports() + "/report.json"))
    BOOST_TEST(nlohmann::json::accept(content_of(place.reports() + "/report.json")));
  const auto ends_in = [&](const std::string& name, const std::string& end) {
    const std::string path = place.reports() + "/" + name;
    if (fs::exists(path)) BOOST_TEST(content_of(path).ends_with(end), path);
  };
  ends_in("junit.xml", "</testsuites>\n");
  ends_in("report.html", "</html>\n");
}

void expect_no_temporary(const Place& place) {
  for (const std::string& name : place.files())
    BOOST_TEST(!name.starts_with(".rig-report"), "a temporary file is left: " + name);
  BOOST_TEST(fs::is_empty(place.temporary()));
}

/// Whether a transcript is there that can be judged again; one without a whole case says so.
bool expect_readable(const std::string& transcript, const Place& place) {
  if (!fs::exists(transcript) || fs::file_size(transcript) == 0) return false;
  const Outcome replay =
      run(CERTIFY, {"--dut", "transcript:" + transcript, "--reports", ""}, place.environment());
  BOOST_TEST(replay.status != 2, replay.output);
  return true;
}

/// More than its first line, which is written a moment before its occasion.
bool has_a_case(const std::string& transcript) {
  const std::string text = content_of(transcript);
  return std::count(text.begin(), text.end(), '\n') > 1;
}

bool is_locked(const std::string& path) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  const bool locked = flock(file, LOCK_EX | LOCK_NB) != 0;
  close(file);
  return locked;
}

/// Waits for what comes within a bounded time.
template <typename It>
bool comes(It&& it) {
  for (int i = 0; i < 1000; ++i) {
    if (it()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// How long such a run takes when nobody kills it.
std::chrono::milliseconds whole_time(const std::string& contest, const std::string& dut) {
  const Place place;
  const auto begun = std::chrono::steady_clock::now();
  run(CERTIFY, place.words(contest, dut), place.environment());
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun);
}

/// Certify, under a limit, as a shell sets it.
Outcome run_limited(const std::string& limit, const Words& words, const Place& place) {
  std::string line = limit + " && exec " + CERTIFY;
  for (const std::string& word : words) line += " '" + word + "'";
  return run("/bin/sh", {"-c", line}, place.environment());
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_run_that_is_killed_at_any_moment_leaves_whole_files_and_nothing_that_lives) {
  const TemporaryFolder folder;
  const std::string life = folder.file("life");
  const std::pair<std::string, std::string> subjects[] = {
      {"icfpt2014", std::string("exec:") + EXEC_FIXTURES + "/hostile forks " + life + " 2"},
      {"icfpt2014", "builtin:blokus"},
      {"course", std::string("files:") + BLOKUS_COURSE},
  };
  std::map<int, int> left;
  for (const auto& [contest, dut] : subjects) {
    const auto whole = static_cast<unsigned>(whole_time(contest, dut).count());
    for (unsigned i = 0; i < kills() / 3 + 1; ++i) {
      const Place place;
      const int signal = std::array{SIGKILL, SIGTERM, SIGINT}[draw(3)];
      const std::chrono::milliseconds moment(draw(whole + whole / 8 + 1));
      BOOST_TEST_CONTEXT(fmt::format("{} on {} after {} ms", strsignal(signal), dut, moment.count())) {
        Running certify(CERTIFY, place.words(contest, dut), place.environment());
        std::this_thread::sleep_for(moment);
        kill(certify.pid(), signal);
        certify.wait();
        BOOST_TEST(comes([&] { return !is_locked(life); }));
        expect_whole_or_absent(place);
        const bool went_on = expect_readable(place.unfinished(), place);
        const bool ended = expect_readable(place.transcript(), place);
        if (went_on && has_a_case(place.unfinished()))
          BOOST_TEST(fs::exists(place.unfinished() + ".occasion"));
        if (signal != SIGKILL) expect_no_temporary(place);
        left[ended ? 2 : went_on ? 1 : 0]++;
        run(CERTIFY,
            {"--contest", "course", "--dut", std::string("files:") + BLOKUS_COURSE, "--filter",
             "FirstMove.WhenItBegins", "--reports", "", "--json", place.reports() + "/next.json"},
            place.environment());
        expect_no_temporary(place);  // what a SIGKILL left, the next run has removed
      }
    }
  }
  std::cout << fmt::format("no transcript yet {}, unfinished {}, whole {}\n", left[0], left[1], left[2]);
}

BOOST_AUTO_TEST_CASE(a_killed_run_says_whose_it_was) {
  const Place place;
  {
    Running certify(CERTIFY, place.words("icfpt2014", std::string("exec:") + EXEC_FIXTURES + "/never_reads"),
                    place.environment());
    BOOST_REQUIRE(comes([&] { return contains(content_of(place.unfinished()), "{\"ended\""); }));
    kill(certify.pid(), SIGKILL);
    certify.wait();
  }
  const Outcome replay = run(CERTIFY, {"--dut", "transcript:" + place.unfinished(), "--reports", "", "--json",
                                       place.file("replay.json")});
  BOOST_TEST(replay.status != 2, replay.output);
  BOOST_TEST(contains(content_of(place.file("replay.json")), "Rook"));
  const auto occasion = nlohmann::json::parse(content_of(place.unfinished() + ".occasion"));
  BOOST_TEST(occasion.at("facts").contains("started"));
  BOOST_TEST(!occasion.at("facts").contains("ended"));
  // That of another run does not fit.
  std::ofstream(place.unfinished() + ".occasion") << std::regex_replace(
      content_of(place.unfinished() + ".occasion"), std::regex("\"head\": \"...."), "\"head\": \"0000");
  BOOST_TEST(run(CERTIFY, {"--dut", "transcript:" + place.unfinished(), "--reports", ""}).status == 2);
}

/// The smallest files that may be written come first; in the end all of them fit.
BOOST_AUTO_TEST_CASE(a_disk_that_is_full_at_any_write_is_told_and_leaves_no_half_file) {
  const Place whole;
  const auto words = [](const Place& place) { return place.words("icfpt2014", "builtin:blokus"); };
  BOOST_TEST_REQUIRE(run(CERTIFY, words(whole), whole.environment()).status == 0);
  std::uintmax_t largest = 0;
  for (const std::string& name : whole.files())
    largest = std::max(largest, fs::file_size(whole.reports() + "/" + name));
  int refused = 0;
  for (unsigned step = 0; step <= steps(); ++step) {
    const Place place;
    constexpr unsigned block = 512;  // in which a shell counts
    const auto blocks = static_cast<unsigned>(largest * step / steps() / block + (step == steps() ? 8 : 0));
    const Outcome outcome = run_limited(fmt::format("ulimit -f {}", blocks), words(place), place);
    BOOST_TEST_CONTEXT(fmt::format("{} blocks", blocks)) {
      BOOST_TEST((outcome.status == 3 || outcome.status == 0), outcome.output);
      BOOST_TEST((outcome.status == 0 || contains(in_one_line(outcome.output), "File too large")),
                 outcome.output);
      expect_whole_or_absent(place);
      expect_no_temporary(place);
      expect_readable(place.unfinished(), place);
      expect_readable(place.transcript(), place);
      if (outcome.status == 3) ++refused;
      if (step == steps()) BOOST_TEST(outcome.status == 0, outcome.output);
    }
  }
  BOOST_TEST(refused > 0);
}

/// A real disk that is full: a file system in memory, in a mount namespace of the test's own. In the end all
/// fits.
BOOST_AUTO_TEST_CASE(a_full_file_system_is_told_and_leaves_no_half_file) {
  const std::string mount = "mount -t tmpfs -o size=";
  if (run("/usr/bin/unshare", {"-Urm", "sh", "-c", mount + "64k none /mnt"}).status != 0) {
    BOOST_TEST_MESSAGE("skipped: no file system may be mounted here");
    return;
  }
  const auto words = [](const Place& place) { return place.words("icfpt2014", "builtin:blokus"); };
  const Place whole;
  BOOST_TEST_REQUIRE(run(CERTIFY, words(whole), whole.environment()).status == 0);
  std::uintmax_t all = 0;
  for (const std::string& name : whole.files()) all += fs::file_size(whole.reports() + "/" + name);
  constexpr std::uintmax_t page = 4;  // KiB
  const std::uintmax_t pages =
      2 * (all / 1024 / page + whole.files().size());  // a file is whole before it replaces one
  unsigned refused = 0;
  for (unsigned step = 1; step <= steps(); ++step) {
    const Place place;
    const std::string size = std::to_string(page * std::max<std::uintmax_t>(pages * step / steps(), 4));
    std::string line = mount + size + "k none '" + place.reports() + "' && '" + CERTIFY + "'";
    for (const std::string& word : words(place)) line += " '" + word + "'";
    line += "; status=$?; mkdir '" + place.file("kept") + "'; cp -a '" + place.reports() + "/.' '" +
            place.file("kept") + "'; exit $status";
    const Outcome outcome = run("/usr/bin/unshare", {"-Urm", "sh", "-c", line}, place.environment());
    BOOST_TEST_CONTEXT(size + " KiB") {
      const bool told = contains(in_one_line(outcome.output), "No space left on device");
      BOOST_TEST((outcome.status == 0 || (outcome.status == 3 && told)), outcome.output);
      refused += outcome.status == 3 ? 1U : 0U;
      if (step == steps()) BOOST_TEST(outcome.status == 0, outcome.output);
      fs::copy(place.file("kept"), place.reports(), fs::copy_options::recursive);
      expect_whole_or_absent(place);
      expect_no_temporary(place);
      expect_readable(place.unfinished(), place);
      expect_readable(place.transcript(), place);
      BOOST_TEST(!(fs::exists(place.transcript()) && fs::exists(place.unfinished())));
    }
  }
  BOOST_TEST(refused > 0U);
}

// AddressSanitizer takes more address space than that before main().
#if !defined(__SANITIZE_ADDRESS__)
BOOST_AUTO_TEST_CASE(a_run_without_memory_ends_with_a_word) {
  // Without room for the program itself the kernel kills it before it can say a word.
  const std::uintmax_t program = fs::file_size(CERTIFY) / 1024;
  for (unsigned step = 0; step < steps(); ++step) {
    const Place place;
    const std::uintmax_t kibibytes = program + std::uintmax_t{step + 1} * 16384;
    const Outcome outcome = run_limited(fmt::format("ulimit -c 0; ulimit -v {}", kibibytes),
                                        place.words("icfpt2014", "builtin:blokus"), place);
    BOOST_TEST_CONTEXT(fmt::format("{} KiB", kibibytes)) {
      BOOST_TEST((outcome.status == 0 || outcome.status == 3 || outcome.status == 127), outcome.output);
      BOOST_TEST(!outcome.output.empty());
      expect_whole_or_absent(place);
    }
  }
}
#endif

/// The wall clock says when something was, for people, and nothing else: its jumps reach no verdict.
BOOST_AUTO_TEST_CASE(one_function_reads_the_wall_clock_and_few_call_it) {
  const std::regex clock(
      "system_clock|gettimeofday|CLOCK_REALTIME|std::time\\(|[^_a-z]time\\((NULL|nullptr|0)");
  std::set<std::string> readers;
  std::set<std::string> callers;
  for (const char* const folder : {"rig", "conformance"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(RIG_SOURCE_DIR) / folder)) {
      const std::string path = fs::relative(entry.path(), RIG_SOURCE_DIR).string();
      const bool is_code = path.ends_with(".cpp") || path.ends_with(".hpp");
      if (!is_code || contains(path, "tests/")) continue;
      const std::string code = content_of(entry.path());
      if (std::regex_search(code, clock)) readers.insert(path);
      if (contains(code, "wall_clock.hpp") && path != "rig/base/wall_clock.cpp") callers.insert(path);
    }
  }
  BOOST_TEST(readers == std::set<std::string>{"rig/base/wall_clock.cpp"}, boost::test_tools::per_element());
  // When a run began and ended, the same for a log of runs, whether a known failure has expired, when an
  // adapter was measured, when a team was admitted, when a tournament's games were and what is left of its
  // day.
  const std::set<std::string> allowed = {
      "conformance/run/certification.cpp",   "conformance/run/gate/gate.cpp",
      "conformance/run/logged_run.cpp",      "conformance/run/subject/subject.cpp",
      "rig/arbiter/tournament/journal.cpp",  "rig/arbiter/tournament/runner.cpp",
      "rig/tools/admission/admit.cpp",       "rig/tools/serial/calibrate.cpp",
      "rig/tools/tournament/tournament.cpp", "rig/tools/tournament/view.cpp"};
  BOOST_TEST(callers == allowed, boost::test_tools::per_element());
}
