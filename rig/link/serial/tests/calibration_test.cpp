#include "rig/link/serial/calibration.hpp"

#include <poll.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "rig/link/serial/serial_link.hpp"
#include "rig/link/serial/tests/fake_driver.hpp"
#include "rig/link/serial/tests/fake_system.hpp"
#include "rig/link/terminal/pseudo_terminal.hpp"
#include "rig/link/tests/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::microseconds;
using std::chrono::milliseconds;

/// A serial port, for libserialport too, with something at its far end that makes of each byte another.
class Echo {
 public:
  explicit Echo(std::function<std::uint8_t(std::uint8_t)> reply = [](std::uint8_t byte) { return byte; })
      : terminal_(open_pseudo_terminal()), reply_(std::move(reply)) {
    terminal_.slave.close();
    std::filesystem::create_symlink(terminal_.path, folder_ / "port");
    fake_driver() = {};
    thread_ = std::thread([this] { echo(); });
    setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);
  }
  ~Echo() {
    unsetenv("XDG_STATE_HOME");
    stop_ = true;
    thread_.join();
  }
  Echo(const Echo&) = delete;
  Echo& operator=(const Echo&) = delete;

  std::unique_ptr<StreamLink> open(Calibrating calibrated) const {
    SerialOptions options;
    options.device = device();
    options.reset.settle = milliseconds(1);
    options.calibrated = calibrated;
    return open_serial(options);
  }
  std::string device() const { return "/dev/../../.." + (folder_ / "port").string(); }
  std::filesystem::path kept() const { return calibration_file(adapter_name(device())).value(); }

 private:
  void echo() {
    while (!stop_) {
      pollfd watched{terminal_.master.number(), POLLIN, 0};
      std::uint8_t byte = 0;
      if (poll(&watched, 1, 20) != 1 || read(terminal_.master.number(), &byte, 1) != 1) {
        sleep(milliseconds(1));
        continue;
      }
      byte = reply_(byte);
      while (!stop_ && write(terminal_.master.number(), &byte, 1) != 1) sleep(milliseconds(1));
    }
  }

  PseudoTerminal terminal_;
  TemporaryFolder folder_;
  std::function<std::uint8_t(std::uint8_t)> reply_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

Calibration sample() {
  Calibration one;
  one.adapter = "usb:0403:6001:A5";
  one.date = "2026-05-01T12:00:00Z";
  one.latency_timer = "1 ms";
  one.baud = 115200;
  one.trips = 500;
  one.shortest = microseconds(900);
  one.median = microseconds(1100);
  one.p99 = microseconds(1900);
  one.longest = microseconds(2300);
  one.held_back = microseconds(2200);
  one.slowest_baud = 115100.5;
  one.fastest_baud = 115210;
  return one;
}

BOOST_AUTO_TEST_CASE(what_was_measured_is_kept_and_told_by_later_links) {
  const Echo echo;
  BOOST_TEST(echo.open(Calibrating::before)->info().facts.at("calibration") == "none (rig calibrate)");
  const Duration assumed = echo.open(Calibrating::before)->info().hold_back;

  Calibration measured = calibrate(*echo.open(Calibrating::now), {.trips = 20, .seed = 3}, 115200);
  BOOST_TEST(measured.trips == 20);
  BOOST_TEST(measured.baud == 115200U);
  BOOST_TEST((Duration::zero() < measured.shortest && measured.shortest <= measured.median));
  BOOST_TEST((measured.median <= measured.p99 && measured.p99 <= measured.longest));
  BOOST_TEST((measured.held_back < measured.longest));
  BOOST_TEST((measured.slowest_baud > 0 && measured.slowest_baud <= measured.fastest_baud));

  measured.adapter = adapter_name(echo.device());
  measured.date = "2026-05-01T12:00:00Z";
  measured.held_back = milliseconds(3);
  write_calibration(echo.kept(), measured);
  const auto link = echo.open(Calibrating::before);
  BOOST_TEST(link->info().facts.at("calibration") ==
             "of 2026-05-01T12:00:00Z: 20 round trips of a byte, held back by at most 3.00 ms");
  BOOST_TEST((link->info().hold_back == milliseconds(6)));
  BOOST_TEST((link->info().uncertainty >= milliseconds(6)));
  BOOST_TEST((assumed == milliseconds(16)));
}

BOOST_AUTO_TEST_CASE(what_comes_back_otherwise_is_no_echo) {
  const Echo echo([](std::uint8_t byte) { return static_cast<std::uint8_t>(byte + 1); });
  const auto link = echo.open(Calibrating::now);
  const std::string why = message_of<RigError>([&] { calibrate(*link, {.trips = 20, .seed = 3}, 115200); });
  BOOST_TEST(contains(why, " and sent back "), why);
  BOOST_TEST(contains(why, "A wire from TX to RX"), why);
}

BOOST_AUTO_TEST_CASE(a_known_bound_is_widened_and_an_assumed_one_gives_way) {
  const Calibration one = sample();
  const auto hold_back = [&](Duration stated, bool known) {
    return apply_calibration(one, stated, known, 115200, "1 ms").hold_back;
  };
  BOOST_TEST((hold_back(milliseconds(2), true) == microseconds(2200)));
  BOOST_TEST((hold_back(milliseconds(5), true) == milliseconds(5)));
  BOOST_TEST((hold_back(milliseconds(16), false) == microseconds(4400)));
}

BOOST_AUTO_TEST_CASE(a_calibration_of_another_setting_is_not_used_and_that_is_said) {
  const Calibration one = sample();
  const Calibrated rate = apply_calibration(one, milliseconds(16), false, 9600, "1 ms");
  BOOST_TEST((rate.hold_back == milliseconds(16)));
  BOOST_TEST(rate.text == "of 2026-05-01T12:00:00Z, not used: that was at 115200 baud");
  const Calibrated timer = apply_calibration(one, milliseconds(17), true, 115200, "16 ms");
  BOOST_TEST((timer.hold_back == milliseconds(17)));
  BOOST_TEST(timer.text == "of 2026-05-01T12:00:00Z, not used: the latency timer was 1 ms");
}

BOOST_AUTO_TEST_CASE(a_file_is_read_as_it_was_written) {
  const TemporaryFolder folder;
  const auto file = folder / "deep/one.json";
  BOOST_TEST(!read_calibration(file).has_value());
  write_calibration(file, sample());
  BOOST_TEST((read_calibration(file) == sample()));
}

BOOST_AUTO_TEST_CASE(a_damaged_file_is_refused_with_key_value_and_what_is_allowed) {
  const TemporaryFolder folder;
  const auto file = folder / "one.json";
  const auto refusal = [&](const std::string& from, const std::string& to) {
    write_calibration(file, sample());
    std::string text;
    {
      std::ifstream in(file);
      text.assign(std::istreambuf_iterator<char>(in), {});
    }
    const std::size_t at = text.find(from);
    BOOST_TEST_REQUIRE(at != std::string::npos);
    std::ofstream(file) << text.replace(at, from.size(), to);
    return message_of<UsageError>([&] { read_calibration(file); });
  };
  BOOST_TEST(refusal("2200000", "-1") ==
             file.string() +
                 ": held_back_ns is -1; allowed: a whole number from 0 to 4000000000. `rig calibrate` "
                 "writes the file again.");
  BOOST_TEST(contains(refusal("\"date\"", "\"day\""), "date is missing; allowed: a text."));
  BOOST_TEST(contains(refusal("115200", "\"fast\""), "baud is \"fast\"; allowed: a whole number"));
  BOOST_TEST(contains(refusal("{", "["), "its content is no JSON object"));
}

BOOST_AUTO_TEST_CASE(an_adapter_is_known_by_its_ids_wherever_it_is_plugged_in) {
  FakeSystem system;
  system.usb_serial({.name = "ttyUSB3", .serial = "A5"});
  const std::string name = adapter_name(system.device("ttyUSB3"), system_under(system.root()));
  BOOST_TEST(name == "usb:0403:6001:A5");
  const Echo echo;
  BOOST_TEST(calibration_file(name)->filename() == "usb-0403-6001-A5.json");
  BOOST_TEST(adapter_name(echo.device()) == "pseudo-terminal");
}

}  // namespace
}  // namespace rig
