/// `rig ports`, on made-up machines, and the rules for their devices.

#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "conformance/run/tests/programs.hpp"
#include "conformance/run/tests/said.hpp"
#include "rig/link/serial/tests/fake_system.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;
using rig::testing::FakeSystem;

namespace {

/// `rig ports` on a made-up machine; its folder is written DIR.
Outcome ports(const FakeSystem& system, std::vector<std::string> words = {}) {
  words.insert(words.begin(), {"ports", "--root", system.root().string()});
  Outcome outcome = run(RIG, words);
  const std::string folder = system.root().string();
  for (std::size_t at; (at = outcome.output.find(folder)) != std::string::npos;) {
    outcome.output.replace(at, folder.size(), "DIR");
  }
  return outcome;
}

/// An FTDI cable that somebody uses, a board with USB of its own, a port of the machine's own.
void set_up_bench(FakeSystem& system) {
  system.usb_serial({.name = "ttyUSB0",
                     .serial = "A50285BI",
                     .product_name = "FT232R USB UART",
                     .latency_timer = "16",
                     .socket = "1-1"});
  system.cdc_acm(
      {.name = "ttyACM0", .vendor = "2e8a", .product = "000a", .product_name = "Pico", .socket = "1-2"});
  system.uart("ttyS0", "4", "serial");
  system.uart("ttyS1", "0", "serial8250");
  system.process(4321, "picocom", {system.device("ttyUSB0")});
}

}  // namespace

BOOST_AUTO_TEST_CASE(ports_lists_the_serial_devices_in_columns) {
  FakeSystem system;
  set_up_bench(system);
  const Outcome outcome = ports(system);
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(outcome.output.starts_with("DEVICE  "), outcome.output);
  BOOST_TEST(
      contains(
          outcome.output,
          "  USB:VID:PID:SERIAL      DRIVER    LATENCY  HELD BY         PRODUCT\n"
          "DIR/dev/ttyACM0  usb:2e8a:000a           cdc_acm   -        -               Pico\n"
          "DIR/dev/ttyS0    -                       serial    -        -               -\n"
          "DIR/dev/ttyUSB0  usb:0403:6001:A50285BI  ftdi_sio  16 ms    picocom (4321)  FT232R USB UART\n"),
      outcome.output);
}

BOOST_AUTO_TEST_CASE(ports_hints_at_what_could_be_better) {
  FakeSystem system;
  set_up_bench(system);
  const std::string quiet = ports(system).output;
  BOOST_TEST(contains(quiet, "hint: DIR/dev/ttyUSB0: the adapter may hold a byte back for 16 ms"), quiet);
  BOOST_TEST(!contains(quiet, "ModemManager"), quiet);
  system.process(812, "ModemManager");
  system.udev_says("ttyUSB0", "E:ID_MM_PORT_IGNORE=1");
  std::filesystem::remove(system.device("ttyACM0"));
  std::filesystem::permissions(system.device("ttyS0"), std::filesystem::perms::none);
  const std::string loud = ports(system).output;
  BOOST_TEST(contains(loud, "hint: ModemManager runs (process 812)"), loud);
  BOOST_TEST(contains(loud, "plugged in: DIR/dev/ttyACM0; sudo scripts/install-udev-rules"), loud);
  BOOST_TEST(contains(loud, "hint: DIR/dev/ttyACM0: the kernel has this device, but the name is not there"),
             loud);
  // Root may open what nobody may.
  const bool denied = access(system.device("ttyS0").c_str(), R_OK | W_OK) != 0;
  BOOST_TEST(contains(loud, "hint: DIR/dev/ttyS0: permission denied; it belongs to group ") == denied, loud);
}

BOOST_AUTO_TEST_CASE(ports_says_when_there_is_no_serial_device) {
  FakeSystem system;
  const Outcome outcome = ports(system);
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(outcome.output.starts_with("No serial device was found.\nhint: is the adapter plugged in?"),
             outcome.output);
  BOOST_TEST(ports(system, {"--json"}).output.starts_with("[]\n"));
}

BOOST_AUTO_TEST_CASE(ports_gives_a_program_json) {
  FakeSystem system;
  set_up_bench(system);
  system.usb_serial({.name = "ttyUSB1", .serial = "caf\xe9", .latency_timer = "1", .socket = "1-3"});
  std::filesystem::remove(system.device("ttyACM0"));
  const std::string output = ports(system, {"--json"}).output;
  const auto list = nlohmann::json::parse(output.substr(0, output.find("\n]") + 2));
  BOOST_REQUIRE(list.size() == 4U);
  BOOST_TEST(list[0]["access"] == "missing");
  BOOST_TEST(list[1]["device"] == "DIR/dev/ttyS0");
  BOOST_TEST(!list[1].contains("usb"));
  const nlohmann::json& ftdi = list[2];
  BOOST_TEST(ftdi["name"] == "usb:0403:6001:A50285BI");
  BOOST_TEST(ftdi["usb"]["vendor"] == "0403");
  BOOST_TEST(ftdi["usb"]["socket"] == "1-1");
  BOOST_TEST(ftdi["latency_timer_ms"] == 16);
  BOOST_TEST(ftdi["holders"] == nlohmann::json::parse(R"([{"pid": 4321, "program": "picocom"}])"));
}

BOOST_AUTO_TEST_CASE(ports_resolves_a_name) {
  FakeSystem system;
  set_up_bench(system);
  const Outcome found = ports(system, {"usb:0403:6001:A50285BI"});
  BOOST_TEST(found.status == 0);
  BOOST_TEST(found.output == "DIR/dev/ttyUSB0\n");
  ended_saying(ports(system, {"usb:1a86:7523"}), 2, "There are:\n  usb:2e8a:000a  DIR/dev/ttyACM0  Pico");
  BOOST_TEST(ports(system, {"usb:1a86"}).status == 2);
}

BOOST_AUTO_TEST_CASE(ports_refuses_a_root_that_is_none) {
  ended_saying(run(RIG, {"ports", "--root", "/no/such/folder"}), 2, "/no/such/folder holds no sys/class/tty");
}

BOOST_AUTO_TEST_CASE(the_udev_rules_are_shown_and_copied) {
  const std::string script = RIG_SOURCE_DIR "/scripts/install-udev-rules";
  const std::string rules = content_of(RIG_SOURCE_DIR "/scripts/udev/60-contest-rig.rules");
  BOOST_TEST(run(script, {"--print"}).output == rules);
  const TemporaryFolder folder;
  const Outcome copied = run(script, {"--to", folder.file("image/rules.d")});
  BOOST_TEST(copied.status == 0, copied.output);
  BOOST_TEST(content_of(folder.file("image/rules.d/60-contest-rig.rules")) == rules);
  BOOST_TEST(run(script, {"--to"}).status == 2);
  ended_saying(run(script, {"--pirnt"}), 2, "Known: --print");
  if (geteuid() == 0) return;
  ended_saying(run(script, {}), 3, "sudo scripts/install-udev-rules");
}
