/// Devices that mean harm: each gets a verdict in bounded time and space, its evidence can be judged again,
/// and nothing of it is left.

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "conformance/run/tests/programs.hpp"
#include "rig/tests/contains.hpp"

using namespace conformance::testing_programs;
using rig::contains;
namespace data = boost::unit_test::data;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

namespace {

constexpr std::uintmax_t kibibyte = 1024;

std::string hostile(const std::string& how) {
  return std::string("exec:") + EXEC_FIXTURES + "/hostile " + how;
}

/// The same program in a folder of its own, where it may write.
std::string hostile_in(const TemporaryFolder& folder, const std::string& how) {
  fs::copy_file(std::string(EXEC_FIXTURES) + "/hostile", folder.file("hostile"),
                fs::copy_options::skip_existing);
  return "exec:" + folder.file("hostile") + ' ' + how;
}

/// One case that a device without any sense comes through quickly.
struct Trial {
  std::string contest = "icfpt2014";
  std::string filter = "Handshake.AnswersWithTeamCode";
  Words more = {};
};

/// A run with its evidence in a folder of its own.
class Run {
 public:
  Run(const std::string& dut, const Trial& trial) {
    Words words = {"--contest",       trial.contest, "--dut", dut,         "--filter",
                   trial.filter,      "--seed",      "5",     "--reports", folder_.file("reports"),
                   "--timeout-scale", "0.2"};
    words.insert(words.end(), trial.more.begin(), trial.more.end());
    outcome_ = run(CERTIFY, words);
  }

  const Outcome& outcome() const { return outcome_; }
  std::string file(const std::string& name) const {
    const fs::path reports = folder_.file("reports");
    return (fs::directory_iterator(reports)->path() / name).string();
  }
  nlohmann::json report() const { return nlohmann::json::parse(content_of(file("report.json"))); }

  /// The same verdicts, from what was recorded.
  void expect_the_same_again() const {
    const Outcome again = run(RIG, {"verify", fs::path(file("report.json")).parent_path().string()});
    BOOST_TEST(again.status == 0, again.output);
  }

 private:
  TemporaryFolder folder_;
  Outcome outcome_;
};

struct Row {
  std::string how;
  int status;                 ///< of certify
  std::string told;           ///< somewhere in what it says
  std::uintmax_t most = 400;  ///< KiB of transcript; what is measured stands in docs/robustness.md
  Trial trial = {};
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.how;
}

const std::vector<Row> rows = {
    {"nul", 1, "1024 bytes came within"},
    {"gigabyte", 1, "1024 bytes came within"},
    {"line", 1, "Handshake.AnswersWithTeamCode", 400, {"heart-trax"}},
    {"error", 1, R"("0" was not answered)", 40},
};

/// What a server of the test's own does with each connection.
enum class Treatment { never_accepted, reset_after_a_byte, half_closed };

class Server {
 public:
  explicit Server(Treatment treatment) : listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    BOOST_REQUIRE(bind(listener_, reinterpret_cast<sockaddr*>(&address), length) == 0);  // NOLINT
    BOOST_REQUIRE(listen(listener_, 8) == 0);
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &length);  // NOLINT
    port_ = ntohs(address.sin_port);
    if (treatment != Treatment::never_accepted)
      thread_ = std::thread([this, treatment] { serve(treatment); });
  }
  ~Server() {
    shutdown(listener_, SHUT_RDWR);
    if (thread_.joinable()) thread_.join();
    close(listener_);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::string dut() const { return "tcp:127.0.0.1:" + std::to_string(port_); }

 private:
  void serve(Treatment treatment) const {
    for (int client = -1; (client = accept(listener_, nullptr, nullptr)) >= 0; close(client)) {
      if (treatment == Treatment::half_closed) shutdown(client, SHUT_WR);
      char byte = 0;
      if (read(client, &byte, 1) != 1 || treatment != Treatment::reset_after_a_byte) continue;
      const linger at_once{1, 0};
      setsockopt(client, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }
  }

  int listener_;
  int port_ = 0;
  std::thread thread_;
};

}  // namespace

BOOST_DATA_TEST_CASE(one_that_never_stops_is_not_conformant_and_its_evidence_stays_small, data::make(rows),
                     row) {
  const Run run(hostile(row.how), row.trial);
  BOOST_TEST(run.outcome().status == row.status, run.outcome().output);
  BOOST_TEST(contains(run.outcome().output, row.told), run.outcome().output);
  const std::uintmax_t size = fs::file_size(run.file("transcript.jsonl"));
  BOOST_TEST(size < row.most * kibibyte);
  BOOST_TEST_MESSAGE(row.how << ": transcript of " << size << " bytes");
  run.expect_the_same_again();
}

BOOST_AUTO_TEST_CASE(four_hundred_processes_in_sessions_of_their_own_are_gone_with_the_run) {
  const TemporaryFolder folder;
  const std::string life = folder.file("life");
  const Run run(hostile_in(folder, "forks " + life + " 200"), {});
  BOOST_TEST(run.outcome().status != 2, run.outcome().output);  // it may be late: that is its own affair
  const int file = open(life.c_str(), O_RDWR | O_CLOEXEC);
  BOOST_TEST_REQUIRE(file >= 0);
  BOOST_TEST(flock(file, LOCK_EX | LOCK_NB) == 0);
  close(file);
}

BOOST_AUTO_TEST_CASE(a_file_without_end_is_cut_off_and_told) {
  const TemporaryFolder folder;
  const Run run(hostile_in(folder, "fills-disk " + folder.file("filled")), {});
  BOOST_TEST(run.outcome().status == 1, run.outcome().output);
  BOOST_TEST(contains(run.outcome().output, "SIGXFSZ"), run.outcome().output);
}

/// From its first start on, which is before the run; though they lie in its own folder.
BOOST_AUTO_TEST_CASE(a_program_finds_none_of_the_runs_files_where_the_report_says_so) {
  const TemporaryFolder folder;
  const std::string reports = folder.file("reports");
  const Outcome outcome = run(
      CERTIFY, {"--contest", "icfpt2014", "--dut", hostile_in(folder, "looks " + reports), "--filter",
                "Handshake.AnswersWithTeamCode", "--reports", reports, "--json", folder.file("report.json")});
  BOOST_TEST(outcome.status == 0, outcome.output);
  const nlohmann::json report = nlohmann::json::parse(content_of(folder.file("report.json")));
  std::string sandbox;
  for (const nlohmann::json& fact : report.at("identity"))
    if (fact.at("name") == "sandbox") sandbox = fact.at("value");
  std::string code;
  for (const nlohmann::json& one : report.at("cases"))
    if (one.at("team").is_string()) code = one.at("team");
  BOOST_TEST(contains(code, "NO") == sandbox.starts_with("bubblewrap"), sandbox);
}

/// A design that takes what is not its own when it is powered on, as far as it can.
BOOST_AUTO_TEST_CASE(a_design_that_may_start_programs_reaches_nothing_from_its_sandbox) {
  const TemporaryFolder folder;
  fs::create_directories(folder.file("design"));
  std::ofstream(folder.file("organiser.key")) << "secret";
  const std::string fixtures = RIG_SOURCE_DIR "/fixtures/rtl/";
  fs::copy_file(fixtures + "serial.sv", folder.file("design/serial.sv"));
  std::string design = content_of(fixtures + "echo.sv");
  design.insert(design.rfind("endmodule"),
                fmt::format("initial $system(\"cat {} > {}\");\n", folder.file("organiser.key"),
                            folder.file("design/loot")));
  std::ofstream(folder.file("design/echo.sv")) << design;
  std::ofstream(folder.file("design/echo.toml"))
      << "allow = [\"$system\"]\n" + content_of(fixtures + "echo.toml");
  const auto certify = [&](const std::string& wish) {
    fs::remove(folder.file("design/loot"));
    return run(CERTIFY,
               {"--contest", "icfpt2014", "--dut", "rtl:" + folder.file("design/echo.toml"), "--filter",
                "Handshake.AnswersWithTeamCode", "--reports", folder.file("reports"), "--sandbox", wish},
               {std::string("XDG_CACHE_HOME=") + EXEC_FIXTURES + "/../../dut_cache"});
  };
  const Outcome caged = certify("require");
  if (contains(caged.output, "No sandbox can be had on this machine")) {
    std::cout << "could not tell: " << caged.output;
    return;
  }
  BOOST_TEST(caged.status == 1, caged.output);  // it echoes, and is no player
  BOOST_TEST(!fs::exists(folder.file("design/loot")), caged.output);
  const Outcome free = certify("off");
  BOOST_TEST(content_of(folder.file("design/loot")) == "secret", free.output);
}

/// As on a machine without bubblewrap.
BOOST_AUTO_TEST_CASE(without_a_sandbox_auto_says_so_and_require_refuses) {
  const TemporaryFolder folder;
  const auto certify = [&](const std::string& wish) {
    return run(CERTIFY,
               {"--contest", "icfpt2014", "--dut", hostile_in(folder, "looks /nowhere"), "--filter",
                "Handshake.AnswersWithTeamCode", "--reports", folder.file("reports"), "--sandbox", wish},
               {"PATH=" + folder.file("empty")});
  };
  const Outcome automatic = certify("auto");
  BOOST_TEST(automatic.status == 0, automatic.output);
  BOOST_TEST(contains(automatic.output, "none: bubblewrap is not installed"), automatic.output);
  const Outcome required = certify("require");
  BOOST_TEST(required.status == 3, required.output);
  BOOST_TEST(contains(required.output, "No sandbox can be had on this machine: bubblewrap is not installed"),
             required.output);
  const Outcome off = certify("off");
  BOOST_TEST(off.status == 0, off.output);
  BOOST_TEST(contains(off.output, "none: switched off"), off.output);
}

BOOST_AUTO_TEST_CASE(one_at_which_nobody_is_and_one_that_cuts_the_line_are_told_apart) {
  const std::pair<Treatment, const char*> treatments[] = {
      {Treatment::never_accepted, R"("0" was not answered)"},
      {Treatment::reset_after_a_byte, "reset the connection"},
      {Treatment::half_closed, "closed the connection"},
  };
  for (const auto& [treatment, told] : treatments) {
    const Server server(treatment);
    const Run run(server.dut(), {});
    BOOST_TEST(run.outcome().status == 1, run.outcome().output);
    BOOST_TEST(contains(run.outcome().output, told), run.outcome().output);
    run.expect_the_same_again();
  }
}

BOOST_AUTO_TEST_CASE(a_device_at_another_speed_is_told_its_speed) {
  const Run run(std::string("pty:") + EXEC_FIXTURES + "/sets_rate 9600 {port}", {"icfpt2014", "Handshake.*"});
  BOOST_TEST(run.outcome().status == 1, run.outcome().output);
  BOOST_TEST(contains(run.outcome().output, "9600"), run.outcome().output);
}
