/// Boards on real wires: every way to reach one, and what becomes of a run when the far end is killed,
/// unplugged, floods, is silent, or is somebody else's.

#include <fcntl.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <atomic>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "conformance/run/tests/real_time.hpp"
#include "conformance/run/tests/wires.hpp"
#include "rig/base/descriptor.hpp"
#include "rig/link/terminal/pseudo_terminal.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using rig::in_one_line;
using namespace conformance::testing_programs;
using namespace std::chrono_literals;
using nlohmann::json;
namespace data = boost::unit_test::data;

namespace {

const std::string player = BLOKUS_PLAYER;

constexpr const char* first_cases =
    "Handshake.AnswersWithTeamCode,FirstMove.WhenItBegins,Termination.StaysSilent";
constexpr const char* short_trax_cases =
    "Handshake.AnswersWithTeamCode,FirstMove.WhenItBegins,WholeGame.AgainstWinner";
constexpr const char* first_case = "Handshake.AnswersWithTeamCode";

/// Certify on what stands at `dut`, a case or two.
Outcome certify(const std::string& dut, const std::string& filter, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"--contest", "icfpt2014", "--dut", dut, "--filter", filter, "--reports", ""});
  return run(CERTIFY, more);
}

/// A serial device that this test plays the board behind.
struct Board {
  TemporaryFolder folder;
  rig::PseudoTerminal terminal = rig::open_pseudo_terminal();
  std::string dut = "serial:" + terminal.path;
};

/// The reply time is the player's to choose, the deadline the contest's: one second.
std::vector<Way> ways_with_think(int milliseconds) {
  const std::string think = std::to_string(milliseconds);
  return {
      {"exec", {}, "exec:" + player + " --stdio --think " + think},
      {"pty", {}, "pty:" + player + " --pty {port} --think " + think},
      {"tcp", {player, "--tcp", "0", "--think", think}, "tcp:127.0.0.1:{tcp}"},
      {"tcp-listen",
       {"/bin/sh", "-c",
        "until " + player + " --think " + think + " --tcp 127.0.0.1:{free}; do sleep 0.1; done"},
       "tcp-listen:127.0.0.1:{free}"},
      {"serial", {player, "--pty", "{board}", "--think", think}, "serial:{board}"},
      {"serial, through libserialport",
       {player, "--pty", "{board}", "--think", think},
       "serial:/dev/../../..{board}",
       true},
  };
}

}  // namespace

BOOST_DATA_TEST_CASE(a_good_board_passes, data::make(all_ways()), way) {
  const std::optional<Outcome> outcome = told_over(0, way, {"--filter", first_cases});
  if (!outcome) return;
  BOOST_TEST(outcome->status == 0, outcome->output);
  const bool has_a_wire = std::string(way.name).starts_with("serial");
  BOOST_TEST(contains(in_one_line(outcome->output), "against the board's bit rate: ") == has_a_wire,
             outcome->output);
}

BOOST_DATA_TEST_CASE(a_good_trax_board_passes, data::make(trax_ways()), way) {
  const std::optional<Outcome> outcome = told_over(0, way, {"--filter", short_trax_cases});
  if (outcome) BOOST_TEST(outcome->status == 0, outcome->output);
}

BOOST_DATA_TEST_CASE(a_reply_after_half_a_second_passes, data::make(ways_with_think(500)), way) {
  const std::optional<Outcome> outcome = told_over(0, way, {"--filter", first_case});
  if (outcome) BOOST_TEST(outcome->status == 0, outcome->output);
}

BOOST_DATA_TEST_CASE(a_reply_after_one_and_a_half_fails, data::make(ways_with_think(1500)), way) {
  const std::optional<Outcome> outcome = told_over(1, way, {"--filter", first_case});
  if (!outcome) return;
  BOOST_TEST(outcome->status == 1, outcome->output);
  BOOST_TEST(contains(outcome->output, "was answered after "), outcome->output);
}

BOOST_AUTO_TEST_CASE(a_player_that_is_killed_fails_and_its_device_is_no_excuse) {
  const Outcome outcome = certify("pty:/bin/sh -c 'exec 3<>\"$0\"; kill -KILL $$' {port}", first_case);
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(contains(outcome.output, "killed by signal 9"), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_player_that_closes_its_connection_fails_and_when_it_stays_away_the_rest_is_not_run) {
  const TemporaryFolder folder;
  Running board(player, {"--tcp", "0", "--fault", "hang-up"});
  BOOST_TEST_REQUIRE(board.wait_for("\n"));
  const std::string port = board.output().substr(board.output().rfind(' ') + 1,
                                                 board.output().rfind('\n') - board.output().rfind(' ') - 1);
  const Outcome outcome = certify("tcp:127.0.0.1:" + port, "SecondMove.*,WholeGame.AgainstRandom,Pass.*",
                                  {"--json", folder.file("report.json")});
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(contains(outcome.output, "closed the connection"), outcome.output);
  BOOST_TEST(contains(outcome.output, "cannot be reached"), outcome.output);
  BOOST_TEST(contains(outcome.output, "not run"), outcome.output);
}

BOOST_AUTO_TEST_CASE(an_adapter_that_is_unplugged_is_an_error_and_what_was_measured_is_kept) {
  const TemporaryFolder folder;
  Running board(player, {"--pty", folder.file("board"), "--think", "5"});
  BOOST_TEST_REQUIRE(board.wait_for("\n"));
  Running certify(CERTIFY,
                  {"--contest", "icfpt2014", "--dut", "serial:" + folder.file("board"), "--reports", "",
                   "--json", folder.file("report.json"), "--transcript", folder.file("t.jsonl")});
  BOOST_TEST_REQUIRE(certify.wait_for("✓ FirstMove.WhenItBegins"));
  kill(board.pid(), SIGKILL);
  const MachineWatch unplugged;
  const Outcome outcome = certify.wait();
  BOOST_TEST(was_quick(unplugged, 5s));
  BOOST_TEST(outcome.status == 3, outcome.output);
  BOOST_TEST(contains(outcome.output, "vanished"), outcome.output);
  BOOST_TEST(!contains(outcome.output, " fail"), outcome.output);
  const json report = json::parse(content_of(folder.file("report.json")));
  BOOST_TEST(report.at("cases").at(0).at("verdict") == "pass");
  BOOST_TEST(!content_of(folder.file("t.jsonl")).empty());
}

// A pseudo-terminal carries bytes whatever rate a program sets; a wire would not.
BOOST_AUTO_TEST_CASE(a_program_that_sets_its_device_to_another_rate_fails) {
  const auto run_at = [](const std::string& rate) {
    return certify("pty:" EXEC_FIXTURES "/sets_rate " + rate + " {port}", "Line.TransmitterBitRate");
  };
  for (const std::string rate : {"9600", "38400", "230400"}) {
    const Outcome outcome = run_at(rate);
    BOOST_TEST(outcome.status == 1, outcome.output);
    const std::string words = in_one_line(outcome.output);
    const std::string told = "ICFPT14-LINE-3: the program has set its serial device to " + rate +
                             " baud; the line of icfpt2014 runs at 115200";
    BOOST_TEST(contains(words, told), words);
  }
  for (const std::string rate : {"115200", "none", "0"}) {
    const Outcome outcome = run_at(rate);
    BOOST_TEST(outcome.status != 1, outcome.output);
    BOOST_TEST(contains(outcome.output, "not applicable"), outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(a_silent_board_fails_within_a_second_of_the_deadline) {
  const Board board;
  const TemporaryFolder folder;
  const Outcome outcome = certify(board.dut, first_case, {"--json", folder.file("report.json")});
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(contains(outcome.output, "\"0\" was not answered within 1.00 s"), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_flooding_board_fails_soon) {
  const Board board;
  std::atomic<bool> stop = false;
  std::thread flood([&] {
    const std::string block(256, 'x');
    while (!stop) {
      if (write(board.terminal.master.number(), block.data(), block.size()) < 0)
        std::this_thread::sleep_for(1ms);
    }
  });
  const MachineWatch watch;
  const Outcome outcome = certify(board.dut, first_case);
  stop = true;
  flood.join();
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(was_quick(watch, 10s));
  BOOST_TEST(outcome.output.size() < 100'000);
}

BOOST_AUTO_TEST_CASE(a_device_in_use_is_an_error_that_names_the_holder) {
  const TemporaryFolder folder;
  Running board(player, {"--pty", folder.file("board"), "--think", "20"});
  BOOST_TEST_REQUIRE(board.wait_for("\n"));
  const std::string dut = "serial:" + folder.file("board");
  const rig::Descriptor terminal(open(folder.file("board").c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  Running first(CERTIFY, {"--contest", "icfpt2014", "--dut", dut, "--reports", ""});
  BOOST_TEST_REQUIRE(first.wait_for("✓ Handshake.AnswersWithTeamCode"));
  const Outcome second = certify(dut, first_case);
  BOOST_TEST(second.status == 3, second.output);
  BOOST_TEST(contains(second.output, "in use by"), second.output);
  const std::string words = in_one_line(second.output);
  BOOST_TEST(contains(words, "certify (process "), words);
  kill(first.pid(), SIGKILL);  // its worker dies with it, and the lock with that
  first.wait();
  ioctl(terminal.number(), TIOCNXCL);  // that of a serial port ends with its last holder
  Outcome third = certify(dut, first_case);
  for (int tries = 0; tries < 100 && contains(third.output, "in use by"); ++tries) {
    std::this_thread::sleep_for(100ms);  // on a busy machine the worker is still about to die
    third = certify(dut, first_case);
  }
  BOOST_TEST(third.status == 0, third.output);
}

/// Certify on a player that thinks so long; its worker is stopped for a while after its first case.
Outcome stopped_for(std::chrono::milliseconds time, const std::string& think, const std::string& filter,
                    const std::string& json_file) {
  Running certify(CERTIFY, {"--contest", "icfpt2014", "--dut", "exec:" + player + " --stdio --think " + think,
                            "--reports", "", "--json", json_file, "--filter", filter});
  if (!certify.wait_for("✓ Handshake.AnswersWithTeamCode")) return certify.wait();
  std::this_thread::sleep_for(300ms);
  for (const int worker : children_of(certify.pid())) {
    kill(worker, SIGSTOP);
    std::this_thread::sleep_for(time);
    kill(worker, SIGCONT);
  }
  return certify.wait();
}

BOOST_AUTO_TEST_CASE(a_rig_that_was_stopped_takes_no_reply_for_late_and_passes_what_was_in_time_at_any_rate) {
  const TemporaryFolder folder;
  const std::string json_file = folder.file("report.json");
  const auto outcome = told(0, json_file, [&] {
    return stopped_for(500ms, "20", "Handshake.AnswersWithTeamCode,WholeGame.AgainstRandom", json_file);
  });
  if (outcome) BOOST_TEST(outcome->status == 0, outcome->output);
}

BOOST_AUTO_TEST_CASE(a_rig_that_was_stopped_cannot_tell_what_may_have_been_late) {
  const TemporaryFolder folder;
  const Outcome outcome = stopped_for(1500ms, "600", "Handshake.AnswersWithTeamCode,FirstMove.WhenItBegins",
                                      folder.file("report.json"));
  BOOST_TEST(outcome.status == 3, outcome.output);
  BOOST_TEST(contains(outcome.output, "the rig itself stalled for"), outcome.output);
  const json report = json::parse(content_of(folder.file("report.json")));
  BOOST_TEST(report.at("cases").at(1).at("verdict") == "inconclusive");
}

BOOST_AUTO_TEST_CASE(an_illegal_move_is_one_though_the_rig_was_stopped) {
  const TemporaryFolder folder;
  const Outcome outcome =
      stopped_for(500ms, "20 --fault own-edge", "Handshake.AnswersWithTeamCode,WholeGame.AgainstRandom",
                  folder.file("report.json"));
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(contains(outcome.output, "ICFPT14-EDGE-1"), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_board_is_reset_by_a_command_before_each_case) {
  const TemporaryFolder folder;
  Running board(player, {"--tcp", "0"});
  BOOST_TEST_REQUIRE(board.wait_for("\n"));
  const std::string line = board.output().substr(0, board.output().find('\n'));
  const std::string dut = "tcp:127.0.0.1:" + line.substr(line.rfind(' ') + 1);
  const std::string command = "command:sh -c 'echo reset >>\"$0\"' " + folder.file("resets");
  const Outcome outcome = certify(dut, "Handshake.Answers*", {"--reset", command, "--settle", "0"});
  BOOST_TEST(outcome.status == 0, outcome.output);
  const std::string resets = content_of(folder.file("resets"));
  BOOST_TEST(std::count(resets.begin(), resets.end(), '\n') == 2);
  const Outcome broken = certify(dut, first_case, {"--reset", "command:sh -c 'echo no power; exit 4'"});
  BOOST_TEST(broken.status == 3, broken.output);
  BOOST_TEST(contains(broken.output, "no power"), broken.output);
}

BOOST_AUTO_TEST_CASE(a_person_is_asked_to_reset_only_where_a_case_cannot_do_without) {
  const TemporaryFolder folder;
  Running board(player, {"--pty", folder.file("board")});
  BOOST_TEST_REQUIRE(board.wait_for("\n"));
  const std::string certify_ =
      std::string(CERTIFY) +
      " --contest icfpt2014 --reports '' --settle 0 --reset ask --dut serial:" + folder.file("board") +
      " --json " + folder.file("report.json");
  const auto passes = [&](const std::string& line) {
    return told(0, folder.file("report.json"), [&] { return run("/bin/sh", {"-c", line}); });
  };
  if (const auto not_needed = passes(certify_ + " --filter 'Handshake.Answers*' </dev/null"))
    BOOST_TEST(not_needed->status == 0, not_needed->output);
  const std::string declared = certify_ + " --declared-reset --filter Rematch.AfterDeclaredReset";
  if (const auto done = passes("yes '' | " + declared)) {
    BOOST_TEST(done->status == 0, done->output);
    BOOST_TEST(contains(done->output, "Reset the board, then press Enter."), done->output);
  }
  const Outcome nobody = run("/bin/sh", {"-c", declared + " </dev/null"});
  BOOST_TEST(nobody.status == 3, nobody.output);
  BOOST_TEST(contains(nobody.output, "Nobody confirmed"), nobody.output);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_meant_is_refused) {
  const auto refused = [](const std::string& dut, const std::vector<std::string>& more,
                          const std::string& why) {
    std::vector<std::string> arguments = {"--contest", "icfpt2014", "--reports", "", "--dut", dut};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run(CERTIFY, arguments);
    BOOST_TEST(outcome.status == 2, outcome.output);
    BOOST_TEST(contains(outcome.output, why), outcome.output);
  };
  refused("tcp:localhost", {}, "HOST:PORT");
  refused("tcp:localhost:99999", {}, "from 1 to 65535");
  refused("tcp-listen:", {}, "is incomplete");
  refused("pty:some-player", {}, "{port}");
  refused("serial:usb:zz", {}, "usb:");
  refused("tcp:localhost:7000", {"--reset", "dtr"}, "cannot be reset in this way");
  refused("exec:true", {"--reset", "ask"}, "started again for each case");
  refused("serial:/dev/ttyUSB0", {"--reset", "rst"}, "rts");
  refused("serial:/dev/null", {"--jobs", "2"}, "one board");
  refused("builtin:blokus", {"--settle", "2"}, "no board to reset");
  refused("serial:/dev/ttyNOWHERE", {}, "There is no device /dev/ttyNOWHERE. `rig ports` lists the serial");
  refused("serial:usb:1234:5678:none", {}, "no such adapter is plugged in");
  refused("builtin:blokus", {"--fault-matrix", "-", "--filter", "Pass.*"}, "runs every case");
  refused("builtin:blokus", {"--fault-matrix", "-", "--json", "x.json"}, "no other report");
}

BOOST_AUTO_TEST_CASE(a_device_that_cannot_be_opened_is_an_error) {
  const Outcome outcome = certify("serial:/dev/null", "Handshake.*");
  BOOST_TEST(outcome.status == 3, outcome.output);
  BOOST_TEST(contains(outcome.output, "/dev/null is no serial device"), outcome.output);
  BOOST_TEST(contains(outcome.output, "not run"), outcome.output);
}
