/// The list of serial devices, who holds them, and the names by which they are found.

#include <fcntl.h>
#include <grp.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <csignal>

#include "rig/base/errors.hpp"
#include "rig/link/serial/devices.hpp"
#include "rig/link/serial/permission.hpp"
#include "rig/link/serial/tests/fake_system.hpp"
#include "rig/tests/contains.hpp"

namespace data = boost::unit_test::data;
using rig::contains;
using rig::DeviceAccess;
using rig::Holder;
using rig::SerialDevice;
using rig::testing::FakeSystem;
using rig::testing::FakeUsbPort;

namespace {

std::vector<SerialDevice> list(const FakeSystem& system) {
  return rig::list_serial_devices(rig::system_under(system.root()));
}

std::string resolve(const FakeSystem& system, const std::string& name) {
  return rig::resolve_serial_name(name, rig::system_under(system.root()));
}

std::string refusal(const FakeSystem& system, const std::string& name) {
  try {
    return "resolved to " + resolve(system, name);
  } catch (const rig::UsageError& error) {
    return error.what();
  }
}

/// Names of the devices' files, in order.
std::string names(const std::vector<SerialDevice>& devices) {
  std::string all;
  for (const SerialDevice& device : devices) {
    all += (all.empty() ? "" : " ") + std::filesystem::path(device.path).filename().string();
  }
  return all;
}

/// A lab bench: two FTDI cables that differ in nothing, one with a serial number, a two-channel FTDI, a
/// CP210x without serial number, a board with USB of its own.
void set_up_bench(FakeSystem& system) {
  system.usb_serial({.name = "ttyUSB0",
                     .serial = "A50285BI",
                     .product_name = "FT232R USB UART",
                     .latency_timer = "16",
                     .socket = "1-1"});
  system.usb_serial({.name = "ttyUSB1",
                     .product = "6015",
                     .product_name = "FT231X",
                     .latency_timer = "1",
                     .socket = "1-2"});
  system.usb_serial({.name = "ttyUSB2",
                     .product = "6015",
                     .product_name = "FT231X",
                     .latency_timer = "1",
                     .socket = "1-3"});
  for (const char* channel : {"00", "01"}) {
    system.usb_serial({.name = std::string("ttyUSB1") + channel[1],
                       .product = "6010",
                       .serial = "210292",
                       .product_name = "Digilent USB Device",
                       .latency_timer = "16",
                       .socket = "1-4.2",
                       .interface = channel});
  }
  system.usb_serial({.name = "ttyUSB3",
                     .driver = "cp210x",
                     .vendor = "10c4",
                     .product = "ea60",
                     .product_name = "CP2102 USB to UART Bridge Controller",
                     .socket = "1-5"});
  system.cdc_acm({.name = "ttyACM0",
                  .vendor = "2E8A",
                  .product = "000A",
                  .serial = "E66:138/1",
                  .product_name = "Pico",
                  .socket = "1-6"});
}

/// A pseudo-terminal, with its second side open or not.
class Pty {
 public:
  Pty() : master_(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
    BOOST_REQUIRE(master_ >= 0);
    BOOST_REQUIRE(grantpt(master_) == 0 && unlockpt(master_) == 0);
    path_ = ptsname(master_);
  }
  ~Pty() {
    close_device();
    close(master_);
  }
  Pty(const Pty&) = delete;
  Pty& operator=(const Pty&) = delete;

  const std::string& path() const { return path_; }
  void open_device() {
    device_ = open(path_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);
    BOOST_REQUIRE(device_ >= 0);
  }
  void close_device() {
    if (device_ >= 0) close(device_);
    device_ = -1;
  }

 private:
  int master_;
  int device_ = -1;
  std::string path_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(an_ftdi_adapter_is_listed_with_all_that_is_known_of_it) {
  FakeSystem system;
  set_up_bench(system);
  const SerialDevice device = list(system).at(1);
  BOOST_TEST(device.path == system.device("ttyUSB0"));
  BOOST_TEST(device.driver == "ftdi_sio");
  BOOST_REQUIRE(device.usb.has_value());
  BOOST_TEST(device.usb->vendor == 0x0403);
  BOOST_TEST(device.usb->product == 0x6001);
  BOOST_TEST(device.usb->serial == "A50285BI");
  BOOST_TEST(device.usb->product_name == "FT232R USB UART");
  BOOST_TEST(device.usb->manufacturer == "Maker");
  BOOST_TEST(device.usb->socket == "1-1");
  BOOST_TEST(device.latency_timer_ms.value_or(-1) == 16);
  BOOST_TEST(device.holders.empty());
  BOOST_TEST((device.access == DeviceAccess::granted));
}

BOOST_AUTO_TEST_CASE(devices_are_sorted_as_a_person_counts) {
  FakeSystem system;
  set_up_bench(system);
  BOOST_TEST(names(list(system)) == "ttyACM0 ttyUSB0 ttyUSB1 ttyUSB2 ttyUSB3 ttyUSB10 ttyUSB11");
}

BOOST_AUTO_TEST_CASE(what_an_adapter_lacks_is_left_empty) {
  FakeSystem system;
  set_up_bench(system);
  const std::vector<SerialDevice> devices = list(system);
  const SerialDevice& bridge = devices.at(4);
  BOOST_TEST(bridge.driver == "cp210x");
  BOOST_TEST(bridge.usb.value().serial == "");
  BOOST_TEST(!bridge.latency_timer_ms.has_value());
  const SerialDevice& board = devices.at(0);
  BOOST_TEST(board.driver == "cdc_acm");
  BOOST_TEST(board.usb.value().vendor == 0x2e8a);
  BOOST_TEST(!board.latency_timer_ms.has_value());
}

BOOST_AUTO_TEST_CASE(only_ports_with_hardware_behind_them_are_listed) {
  FakeSystem system;
  system.uart("ttyS0", "4", "serial");
  system.uart("ttyS1", "0", "serial8250");
  system.uart("ttyS2", "4", "serial", true);
  system.uart("ttyAMA0", "32", "uart-pl011");
  system.virtual_terminal("tty1");
  system.virtual_terminal("ptmx");
  const std::vector<SerialDevice> devices = list(system);
  BOOST_TEST(names(devices) == "ttyAMA0 ttyS0 ttyS2");
  BOOST_TEST(devices.at(0).driver == "uart-pl011");
  BOOST_TEST(devices.at(1).driver == "serial");
  BOOST_TEST(devices.at(2).driver == "serial");
  BOOST_TEST(!devices.at(1).usb.has_value());
}

BOOST_AUTO_TEST_CASE(a_machine_without_devices_has_none_and_one_without_sysfs_is_an_error) {
  FakeSystem system;
  BOOST_TEST(list(system).empty());
  BOOST_CHECK_THROW(rig::list_serial_devices(rig::system_under(system.root() / "nowhere")), rig::RigError);
}

BOOST_AUTO_TEST_CASE(this_machine_can_be_listed) {
  BOOST_CHECK_NO_THROW(rig::list_serial_devices());
}

BOOST_AUTO_TEST_CASE(control_characters_of_an_adapter_do_not_reach_the_terminal) {
  FakeSystem system;
  system.usb_serial(
      {.name = "ttyUSB0", .serial = "A\x1b[2J", .product_name = "two\nlines\x7f", .socket = "1-1"});
  const SerialDevice device = list(system).at(0);
  BOOST_TEST(device.usb->serial == "A?[2J");
  BOOST_TEST(device.usb->product_name == "two?lines?");
  BOOST_TEST(resolve(system, "usb:0403:6001:A?[2J") == system.device("ttyUSB0"));
}

BOOST_AUTO_TEST_CASE(a_device_whose_name_is_not_there_is_missing) {
  FakeSystem system;
  set_up_bench(system);
  std::filesystem::remove(system.device("ttyUSB0"));
  BOOST_TEST((list(system).at(1).access == DeviceAccess::missing));
}

BOOST_AUTO_TEST_CASE(a_device_that_may_not_be_opened_is_denied) {
  FakeSystem system;
  set_up_bench(system);
  std::filesystem::permissions(system.device("ttyUSB0"), std::filesystem::perms::none);
  // Root may do everything: it looks as somebody who may not.
  const pid_t child = fork();
  if (child == 0) {
    constexpr uid_t nobody = 65534;
    const bool lowered =
        geteuid() != 0 || (setgroups(0, nullptr) == 0 && setgid(nobody) == 0 && setuid(nobody) == 0);
    _exit(lowered && list(system).at(1).access == DeviceAccess::denied ? 0 : 1);
  }
  int status = -1;
  BOOST_REQUIRE(waitpid(child, &status, 0) == child);
  BOOST_TEST(status == 0);
}

BOOST_AUTO_TEST_CASE(udev_tells_whether_modem_manager_keeps_away) {
  FakeSystem system;
  set_up_bench(system);
  system.udev_says("ttyUSB0", "I:123\nE:ID_MM_PORT_IGNORE=1");
  system.udev_says("ttyUSB1", "E:ID_MM_PORT_IGNORE=0");
  const std::vector<SerialDevice> devices = list(system);
  BOOST_TEST(!devices.at(0).modem_manager_ignores);
  BOOST_TEST(devices.at(1).modem_manager_ignores);
  BOOST_TEST(!devices.at(2).modem_manager_ignores);
}

// Holders

BOOST_AUTO_TEST_CASE(holders_are_named_with_process_and_program) {
  FakeSystem system;
  set_up_bench(system);
  system.process(4321, "screen",
                 {"/dev/null", "pipe:[77]", system.device("ttyUSB0"), system.device("ttyUSB0")});
  system.process(812, "ModemManager", {system.device("ttyUSB3"), system.device("ttyUSB0")});
  system.process(5, "a-program-with-", {system.device("ttyUSB1")},
                 std::string("/usr/bin/a-program-with-a-long-name") + '\0' + "/dev/x");
  system.process(6, "other-name-here", {system.device("ttyUSB2")}, "/usr/bin/python3");
  const std::vector<SerialDevice> devices = list(system);
  BOOST_TEST((devices.at(1).holders == std::vector<Holder>{{812, "ModemManager"}, {4321, "screen"}}));
  BOOST_TEST((devices.at(2).holders == std::vector<Holder>{{5, "a-program-with-a-long-name"}}));
  BOOST_TEST((devices.at(3).holders == std::vector<Holder>{{6, "other-name-here"}}));
  BOOST_TEST((devices.at(4).holders == std::vector<Holder>{{812, "ModemManager"}}));
  BOOST_TEST(rig::find_process("ModemManager", rig::system_under(system.root())).value_or(0) == 812);
  BOOST_TEST(!rig::find_process("ModemManag", rig::system_under(system.root())).has_value());
}

BOOST_AUTO_TEST_CASE(a_pty_is_held_by_who_has_its_device_side_open) {
  Pty pty;
  Pty other;
  other.open_device();
  BOOST_TEST(rig::holders_of(pty.path()).empty());
  pty.open_device();
  const std::vector<Holder> held = rig::holders_of(pty.path());
  BOOST_REQUIRE(held.size() == 1U);
  BOOST_TEST(held[0].pid == getpid());
  BOOST_TEST(held[0].program == "serial_devices_test");
  pty.close_device();
  BOOST_TEST(rig::holders_of(pty.path()).empty());
}

BOOST_AUTO_TEST_CASE(every_process_that_has_it_open_is_a_holder_by_any_name) {
  FakeSystem system;
  Pty pty;
  pty.open_device();
  const std::filesystem::path alias = system.root() / "my-board";
  std::filesystem::create_symlink(pty.path(), alias);
  const pid_t child = fork();
  if (child == 0) {
    for (;;) pause();
  }
  const std::vector<Holder> held = rig::holders_of(alias);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  BOOST_REQUIRE(held.size() == 2U);
  BOOST_TEST(std::min(held[0].pid, held[1].pid) == std::min(getpid(), child));
  BOOST_TEST(std::max(held[0].pid, held[1].pid) == std::max(getpid(), child));
}

BOOST_AUTO_TEST_CASE(a_device_that_does_not_exist_has_no_holders) {
  BOOST_TEST(rig::holders_of("/dev/no-such-device").empty());
}

// Names

BOOST_AUTO_TEST_CASE(a_usb_name_finds_its_device) {
  FakeSystem system;
  set_up_bench(system);
  const std::vector<std::pair<std::string, std::string>> table = {
      {"usb:0403:6001", "ttyUSB0"},
      {"usb:0403:6001:A50285BI", "ttyUSB0"},
      {"usb:0403:6001:A50285BI/0", "ttyUSB0"},
      {"usb:0403:6010:210292/0", "ttyUSB10"},
      {"usb:0403:6010:210292/1", "ttyUSB11"},
      {"usb:0403:6010/1", "ttyUSB11"},
      {"usb:10c4:ea60", "ttyUSB3"},
      {"usb:10C4:EA60", "ttyUSB3"},
      {"usb:2e8a:000a", "ttyACM0"},
      {"usb:2E8A:000a:E66:138/1", "ttyACM0"},
      {"usb:2E8A:000a:E66:138/1/0", "ttyACM0"},
  };
  for (const auto& [name, device] : table) {
    BOOST_TEST_CONTEXT(name) {
      BOOST_TEST(resolve(system, name) == system.device(device));
    }
  }
}

BOOST_AUTO_TEST_CASE(every_other_name_is_given_back_unchanged) {
  FakeSystem system;
  for (const std::string name :
       {"/dev/ttyUSB0", "ttyUSB0", "/dev/serial/by-id/usb-FTDI-if00", "", "usb", "usbx:1"}) {
    BOOST_TEST(resolve(system, name) == name);
  }
}

BOOST_AUTO_TEST_CASE(lasting_names_lead_back_to_their_devices) {
  FakeSystem system;
  set_up_bench(system);
  system.uart("ttyS0", "4", "serial");
  const std::vector<SerialDevice> devices = list(system);
  std::vector<std::string> found;
  found.reserve(devices.size());
  for (const SerialDevice& device : devices) found.push_back(rig::lasting_name(device, devices));
  const std::vector<std::string> expected = {
      "usb:2e8a:000a:E66:138/1", system.device("ttyS0"), "usb:0403:6001:A50285BI", "usb:0403:6015",
      "usb:0403:6015",           "usb:10c4:ea60",        "usb:0403:6010:210292/0", "usb:0403:6010:210292/1"};
  BOOST_TEST(found == expected, boost::test_tools::per_element());
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (found[i] == "usb:0403:6015") continue;
    BOOST_TEST(resolve(system, found[i]) == devices[i].path);
  }
}

BOOST_AUTO_TEST_CASE(an_ambiguous_name_lists_those_that_bear_it) {
  FakeSystem system;
  set_up_bench(system);
  const std::string alike = refusal(system, "usb:0403:6015");
  BOOST_TEST(contains(alike, "more than one adapter"), alike);
  BOOST_TEST(contains(alike, "/dev/serial/by-path"), alike);
  BOOST_TEST(contains(alike, system.device("ttyUSB1") + "  FT231X (socket 1-2)"), alike);
  BOOST_TEST(contains(alike, system.device("ttyUSB2") + "  FT231X (socket 1-3)"), alike);
  BOOST_TEST(!contains(alike, "ttyUSB0"), alike);
  const std::string channels = refusal(system, "usb:0403:6010:210292");
  BOOST_TEST(contains(channels, "usb:0403:6010:210292/0  " + system.device("ttyUSB10")), channels);
  BOOST_TEST(contains(channels, "usb:0403:6010:210292/1  " + system.device("ttyUSB11")), channels);
}

BOOST_AUTO_TEST_CASE(of_two_adapters_with_equal_ids_the_serial_number_decides) {
  FakeSystem system;
  system.usb_serial({.name = "ttyUSB0", .serial = "ONE", .socket = "1-1"});
  system.usb_serial({.name = "ttyUSB1", .serial = "TWO", .socket = "1-2"});
  BOOST_TEST(resolve(system, "usb:0403:6001:TWO") == system.device("ttyUSB1"));
  const std::string both = refusal(system, "usb:0403:6001");
  BOOST_TEST(contains(both, "usb:0403:6001:ONE"), both);
  BOOST_TEST(contains(both, "usb:0403:6001:TWO"), both);
}

BOOST_AUTO_TEST_CASE(an_adapter_that_is_not_there_is_told_from_those_that_are) {
  FakeSystem system;
  BOOST_TEST(contains(refusal(system, "usb:0403:6001"), "There is no USB serial adapter at all."));
  set_up_bench(system);
  system.uart("ttyS0", "4", "serial");
  for (const std::string name :
       {"usb:1a86:7523", "usb:0403:6001:a50285bi", "usb:0403:6001/1", "usb:0403:6001:X/0"}) {
    const std::string why = refusal(system, name);
    BOOST_TEST(contains(why, "no such adapter is plugged in. There are:"), why);
    BOOST_TEST(contains(why, "usb:0403:6001:A50285BI  " + system.device("ttyUSB0")), why);
    BOOST_TEST(!contains(why, "ttyS0"), why);
  }
}

BOOST_DATA_TEST_CASE(a_malformed_name_is_answered_with_how_one_looks,
                     data::make({"usb:",
                                 "usb::",
                                 "usb:0403",
                                 "usb:0403:",
                                 "usb:403:6001",
                                 "usb:0403:601",
                                 "usb:00403:6001",
                                 "usb:0x0403:6001",
                                 "usb:0403:0x6001",
                                 "usb:04g3:6001",
                                 "usb:0403:600z",
                                 "usb: 403:6001",
                                 "usb:+403:6001",
                                 "usb:-403:6001",
                                 "usb:0403:6001:",
                                 "usb:0403:6001:/1",
                                 "usb:0403:6001/",
                                 "usb:0403:6001/x",
                                 "usb:0403:6001/256",
                                 "usb:0403:6001/-1",
                                 "usb:0403/1",
                                 "usb:0403:/1",
                                 "usb:A50285BI",
                                 "usb:0403 6001"}),
                     name) {
  FakeSystem system;
  set_up_bench(system);
  const std::string why = refusal(system, name);
  BOOST_TEST(contains(why, std::string("\"") + name + "\""), why);
  BOOST_TEST(contains(why, "usb:VID:PID[:SERIAL][/INTERFACE]"), why);
}

// Permission

BOOST_AUTO_TEST_CASE(permission_advice_says_what_helps) {
  const rig::DeviceClaim stranger = {.group = "dialout", .group_may_use = true, .user = "ada"};
  BOOST_TEST(
      rig::permission_advice("/dev/ttyUSB0", stranger) ==
      "/dev/ttyUSB0: permission denied; it belongs to group dialout: sudo usermod -aG dialout ada, then log "
      "in again");
  rig::DeviceClaim joined = stranger;
  joined.user_is_member = true;
  BOOST_TEST(
      contains(rig::permission_advice("/dev/ttyUSB0", joined), "since this session began: log in again"));
  rig::DeviceClaim inside = joined;
  inside.session_has_it = true;
  BOOST_TEST(contains(rig::permission_advice("/dev/ttyUSB0", inside), "container"));
  rig::DeviceClaim closed = stranger;
  closed.group_may_use = false;
  BOOST_TEST(contains(rig::permission_advice("/dev/ttyUSB0", closed), "install-udev-rules"));
  rig::DeviceClaim roots = stranger;
  roots.group = "root";
  roots.group_is_root = true;
  BOOST_TEST(!contains(rig::permission_advice("/dev/ttyS0", roots), "usermod"));
  BOOST_TEST(contains(rig::permission_advice("/dev/ttyS0", roots), "sudo chmod a+rw /dev/ttyS0"));
}

BOOST_AUTO_TEST_CASE(permission_advice_names_the_group_of_the_file) {
  FakeSystem system;
  system.uart("ttyS0", "4", "serial");
  const struct group* own = getgrgid(getegid());
  const std::string name = own != nullptr ? own->gr_name : std::to_string(getegid());
  BOOST_REQUIRE(chown(system.device("ttyS0").c_str(), geteuid(), getegid()) == 0);
  BOOST_TEST(contains(rig::permission_advice(system.device("ttyS0")), "it belongs to group " + name));
  BOOST_TEST(rig::permission_advice("/dev/no-such-device") == "/dev/no-such-device: permission denied");
}
