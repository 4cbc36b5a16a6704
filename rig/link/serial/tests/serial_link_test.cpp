#include "rig/link/serial/serial_link.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <optional>

#include "rig/base/whole_file.hpp"
#include "rig/link/serial/port.hpp"
#include "rig/link/serial/tests/fake_driver.hpp"
#include "rig/link/terminal/pseudo_terminal.hpp"
#include "rig/link/tests/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// The board's end of a line, and a name for the other under which libserialport takes it: it wants `/dev/`
/// in front and a symbolic link.
class Adapter {
 public:
  Adapter() : terminal_(open_pseudo_terminal()) {
    terminal_.slave.close();
    std::filesystem::create_symlink(terminal_.path, folder_ / "port");
    fake_driver() = {};
  }

  std::string device() const { return "/dev/../../.." + (folder_ / "port").string(); }
  const std::string& terminal() const { return terminal_.path; }

  void says(std::string_view text) const {
    BOOST_REQUIRE(write(terminal_.master.number(), text.data(), text.size()) ==
                  static_cast<ssize_t>(text.size()));
  }
  std::string hears(std::size_t count) const {
    std::string text(count, '\0');
    std::size_t got = 0;
    comes_true([&] {
      const ssize_t more = read(terminal_.master.number(), text.data() + got, count - got);
      if (more > 0) got += static_cast<std::size_t>(more);
      return got == count;
    });
    text.resize(got);
    return text;
  }
  void is_unplugged() { terminal_.master.close(); }
  /// It comes back as another.
  void is_plugged_again() {
    std::filesystem::remove(folder_ / "port");
    terminal_ = open_pseudo_terminal();
    terminal_.slave.close();
    std::filesystem::create_symlink(terminal_.path, folder_ / "port");
  }
  void has_no_name() const { std::filesystem::remove(folder_ / "port"); }

 private:
  PseudoTerminal terminal_;
  TemporaryFolder folder_;
};

std::unique_ptr<StreamLink> open_link(const std::string& device,
                                      ResetBy::Method reset = ResetBy::Method::none) {
  SerialOptions options;
  options.device = device;
  options.reset.method = reset;
  options.reset.settle = milliseconds(20);
  return open_serial(options);
}

std::string refusal_of(const std::string& device) {
  return message_of<LinkLost>([&device] { open_link(device); });
}

std::string fact(const Link& link, const std::string& name) {
  const auto found = link.info().facts.find(name);
  return found != link.info().facts.end() ? found->second : "(no such fact)";
}

/// Runs `work` as a user who may do nothing. Only root can.
bool as_nobody(const std::function<bool()>& work) {
  const int status = in_a_process(
      [&work] {
        constexpr id_t nobody = 65534;
        if (setgroups(0, nullptr) != 0 || setgid(nobody) != 0 || setuid(nobody) != 0) _exit(9);
        return work();
      },
      [](pid_t) {});
  BOOST_TEST_REQUIRE(WIFEXITED(status));
  BOOST_TEST_REQUIRE(WEXITSTATUS(status) != 9, "the user could not be changed");
  return WEXITSTATUS(status) == 0;
}

struct NeedsRoot {
  boost::test_tools::assertion_result operator()(boost::unit_test::test_unit_id) const {
    boost::test_tools::assertion_result root(geteuid() == 0);
    root.message() << "only root can become nobody";
    return root;
  }
};

/// A process that has a port open until it is ended.
class Holder {
 public:
  explicit Holder(const std::string& device) {
    std::array<int, 2> ends{};
    BOOST_REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0);
    process_ = fork();
    if (process_ == 0) {
      try {
        const auto link = open_link(device);
        if (write(ends[1], "o", 1) == 1) {
          for (;;) pause();
        }
      } catch (...) {
      }
      _exit(1);
    }
    close(ends[1]);
    char opened = 0;
    const ssize_t count = read(ends[0], &opened, 1);
    close(ends[0]);
    BOOST_REQUIRE_MESSAGE(count == 1, "another process could not open the port");
  }
  ~Holder() { end(); }
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;

  pid_t process() const { return process_; }
  void end() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = -1;
  }

 private:
  pid_t process_ = -1;
};

BOOST_AUTO_TEST_SUITE(opening)

BOOST_AUTO_TEST_CASE(talks_through_libserialport) {
  const Adapter adapter;
  const auto link = open_link(adapter.device());
  send(*link, "0");
  BOOST_TEST(adapter.hears(1) == "0");
  adapter.says("1AA");
  BOOST_TEST(take(*link, 3) == "1AA");
}

BOOST_AUTO_TEST_CASE(every_byte_value_goes_both_ways) {
  const Adapter adapter;
  const auto link = open_link(adapter.device());
  std::string all;
  for (int value = 0; value < 256; ++value) all.push_back(static_cast<char>(value));
  send(*link, all);
  BOOST_TEST((adapter.hears(256) == all));
  adapter.says(all);
  BOOST_TEST((take(*link, 256) == all));
}

BOOST_AUTO_TEST_CASE(tells_what_it_has_set_up) {
  const Adapter adapter;
  const auto link = open_link(adapter.device());
  BOOST_TEST(link->info().name == "serial:" + adapter.device());
  BOOST_TEST(link->info().description == "serial port " + adapter.device() + ", 115200 8N1");
  BOOST_TEST(!link->info().can_reset);
  BOOST_TEST(fact(*link, "device") == adapter.device());
  BOOST_TEST(fact(*link, "rate") == "115200 baud");
  BOOST_TEST(fact(*link, "reset") == "none");
  BOOST_TEST(fact(*link, "error counts") == "kept by the driver");
  BOOST_TEST((link->info().hold_back > Duration::zero()), "an adapter that tells nothing is not trusted");
}

BOOST_AUTO_TEST_CASE(a_byte_takes_its_time_on_the_wire) {
  const Adapter adapter;
  const auto link = open_link(adapter.device());
  const Sent sent = send(*link, "012345678");
  BOOST_TEST((sent.last_bit.earliest - sent.first_bit.earliest >= std::chrono::microseconds(781)));
}

BOOST_AUTO_TEST_CASE(what_was_said_before_opening_is_not_heard) {
  const Adapter adapter;
  const Descriptor keeps_it(open(adapter.terminal().c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  make_raw(keeps_it.number());
  adapter.says("old");
  const auto link = open_link(adapter.device());
  BOOST_TEST(is_silent(*link, milliseconds(20)));
}

BOOST_AUTO_TEST_CASE(a_rate_that_the_driver_does_not_do_is_refused_with_both_rates) {
  const Adapter adapter;
  fake_driver().only_rate = 9600;
  BOOST_TEST(refusal_of(adapter.device()) ==
             adapter.device() +
                 " runs at 9600 baud where 115200 was asked: its driver or chip cannot do that rate.");
}

BOOST_AUTO_TEST_CASE(a_rate_that_is_a_little_off_is_taken_and_told) {
  const Adapter adapter;
  fake_driver().only_rate = 115384;
  BOOST_TEST(fact(*open_link(adapter.device()), "rate") == "115384 baud");
}

BOOST_AUTO_TEST_CASE(low_latency_is_asked_for_and_the_answer_told) {
  using LowLatency = FakeDriver::LowLatency;
  const Adapter adapter;
  {
    const auto link = open_link(adapter.device());
    BOOST_TEST(fact(*link, "low latency") == "set");
    BOOST_TEST(fake_driver().low_latency_is_set);
  }
  fake_driver().low_latency = LowLatency::refused;
  BOOST_TEST(fact(*open_link(adapter.device()), "low latency") ==
             "refused by the driver: Operation not permitted");
  fake_driver().low_latency = LowLatency::ignored;
  fake_driver().low_latency_is_set = false;
  BOOST_TEST(fact(*open_link(adapter.device()), "low latency") == "ignored by the driver");
  fake_driver().low_latency = LowLatency::not_offered;
  BOOST_TEST(fact(*open_link(adapter.device()), "low latency") == "not offered by the driver");
}

BOOST_AUTO_TEST_CASE(low_latency_is_left_as_it_was_found) {
  const Adapter adapter;
  for (const bool found : {false, true}) {
    fake_driver().low_latency_is_set = found;
    open_link(adapter.device());
    BOOST_TEST(fake_driver().low_latency_is_set == found);
  }
  fake_driver().low_latency_is_set = false;
  fake_driver().only_rate = 9600;
  refusal_of(adapter.device());
  BOOST_TEST(!fake_driver().low_latency_is_set);
}

BOOST_AUTO_TEST_CASE(no_program_that_is_started_gets_the_port) {
  const Adapter adapter;
  const auto link = open_link(adapter.device());
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    if (std::filesystem::read_symlink(entry.path(), gone) != adapter.terminal()) continue;
    ++found;
    const int number = std::stoi(entry.path().filename().string());
    BOOST_TEST((fcntl(number, F_GETFD) & FD_CLOEXEC) != 0);
    BOOST_TEST((fcntl(number, F_GETFL) & O_NONBLOCK) != 0);
  }
  BOOST_TEST(found >= 1);
}

BOOST_AUTO_TEST_CASE(opening_and_closing_leaves_no_descriptor_and_no_thread) {
  const Adapter adapter;
  const auto descriptors = open_descriptors();
  const auto threads = running_threads();
  for (int i = 0; i < 3; ++i) open_link(adapter.device());
  fake_driver().only_rate = 9600;
  refusal_of(adapter.device());
  BOOST_TEST(open_descriptors() == descriptors);
  BOOST_TEST(running_threads() == threads);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(refusing)

BOOST_AUTO_TEST_CASE(a_device_that_is_not_there_comes_with_the_way_to_list_them) {
  BOOST_TEST(refusal_of("/dev/ttyNONE7") ==
             "There is no device /dev/ttyNONE7. `rig ports` lists the serial devices.");
}

BOOST_AUTO_TEST_CASE(what_is_no_terminal_is_no_serial_device_whoever_has_it_open) {
  const TemporaryFolder folder;
  const std::string file = (folder / "file").string();
  const Descriptor made(open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
  for (const std::string& device : {std::string("/dev/null"), std::string("/dev/zero"), file}) {
    BOOST_TEST(refusal_of(device) == device + " is no serial device.");
  }
}

BOOST_AUTO_TEST_CASE(a_second_opener_in_this_process_is_refused_and_does_not_harm_the_first) {
  const Adapter adapter;
  const auto link = open_link(adapter.device());
  fake_driver().modem_lines.clear();
  BOOST_TEST(refusal_of(adapter.device()) == adapter.device() + " is in use by another program.");
  BOOST_TEST(fake_driver().modem_lines.empty(), "the refused one has touched the modem lines");
  adapter.says("1");
  BOOST_TEST(expect_byte(*link).value == '1');
}

BOOST_AUTO_TEST_CASE(another_process_that_has_it_is_named_and_its_death_frees_the_port) {
  const Adapter adapter;
  const Descriptor terminal(open(adapter.terminal().c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  Holder holder(adapter.device());
  for (const std::string& name : {adapter.device(), adapter.terminal()}) {
    const std::string refusal = refusal_of(name);
    BOOST_TEST(contains(refusal, " is in use by "), refusal);
    BOOST_TEST(contains(refusal, fmt::format("(process {})", holder.process())), refusal);
  }
  holder.end();
  ioctl(terminal.number(), TIOCNXCL);  // that of a serial port ends with its last holder
  const auto link = open_link(adapter.device());
  adapter.says("1");
  BOOST_TEST(expect_byte(*link).value == '1');
}

BOOST_AUTO_TEST_CASE(a_user_without_the_right_gets_the_advice, *boost::unit_test::precondition(NeedsRoot{})) {
  const Adapter adapter;
  const struct group* group = getgrnam("dialout");
  BOOST_TEST_REQUIRE(group != nullptr);
  BOOST_REQUIRE(chown(adapter.terminal().c_str(), 0, group->gr_gid) == 0);
  BOOST_REQUIRE(chmod(adapter.terminal().c_str(), 0660) == 0);
  BOOST_TEST(as_nobody([&adapter] {
    return refusal_of(adapter.device()) ==
           adapter.device() +
               ": permission denied; it belongs to group dialout: sudo usermod -aG dialout nobody, then log "
               "in again.";
  }));
}

BOOST_AUTO_TEST_CASE(a_port_that_is_had_alone_is_busy_for_a_user_without_locks,
                     *boost::unit_test::precondition(NeedsRoot{})) {
  const Adapter adapter;
  BOOST_REQUIRE(chmod(adapter.terminal().c_str(), 0666) == 0);
  BOOST_TEST(as_nobody([&adapter] { return open(adapter.terminal().c_str(), O_RDWR | O_NOCTTY) >= 0; }));
  for (const std::string& name : {adapter.device(), adapter.terminal()}) {
    const auto link = open_link(name);
    BOOST_TEST(as_nobody([&adapter] {
                 return open(adapter.terminal().c_str(), O_RDWR | O_NOCTTY) < 0 && errno == EBUSY;
               }),
               "whoever ignores locks can open " << name << " too");
    BOOST_TEST(as_nobody([&name] { return contains(refusal_of(name), " is in use by "); }));
  }
  BOOST_TEST(as_nobody([&adapter] { return open(adapter.terminal().c_str(), O_RDWR | O_NOCTTY) >= 0; }),
             "nobody can open it after it was given back");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(errors_of_the_line)

BOOST_AUTO_TEST_CASE(come_as_differences_since_they_were_last_asked_for) {
  const Adapter adapter;
  fake_driver().counted = {7, 7, 7, 7};
  const auto link = open_link(adapter.device());
  BOOST_TEST((link->health().line == LineErrorCounts{}), "errors before the opening are nobody's");
  fake_driver().counted = {10, 9, 8, 7};
  BOOST_TEST((link->health().line == LineErrorCounts{3, 2, 1, 0}));
  BOOST_TEST((link->health().line == LineErrorCounts{}));
  fake_driver().counted.overruns += 2;
  fake_driver().lost_in_buffer += 4;
  BOOST_TEST((link->health().line == LineErrorCounts{0, 0, 0, 6}));
}

BOOST_AUTO_TEST_CASE(are_none_where_the_driver_does_not_count) {
  const Adapter adapter;
  fake_driver().counts_errors = false;
  fake_driver().counted = {3, 3, 3, 3};
  const auto link = open_link(adapter.device());
  BOOST_TEST(fact(*link, "error counts") == "not kept by the driver");
  BOOST_TEST((link->health().line == LineErrorCounts{}));
}

BOOST_AUTO_TEST_CASE(are_none_when_the_driver_stops_counting) {
  const Adapter adapter;
  const auto link = open_link(adapter.device());
  fake_driver().counted = {5, 0, 0, 0};
  BOOST_TEST((link->health().line == LineErrorCounts{5, 0, 0, 0}));
  fake_driver().counts_errors = false;  // the adapter was unplugged
  const LineErrorCounts after = link->health().line;
  BOOST_TEST((after == LineErrorCounts{}), after.framing << " framing errors after an unplug");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(resetting)

void expect_pulse(ResetBy::Method method, const std::string& line) {
  const Adapter adapter;
  const auto link = open_link(adapter.device(), method);
  BOOST_TEST(link->info().can_reset);
  fake_driver().modem_lines.clear();
  const Outcome outcome = link->reset();
  const auto& seen = fake_driver().modem_lines;
  BOOST_TEST_REQUIRE(seen.size() == 2U);
  BOOST_TEST(seen[0].first == line + " off");
  BOOST_TEST(seen[1].first == line + " on");
  BOOST_TEST((seen[1].second - seen[0].second >= milliseconds(100)));
  BOOST_TEST((outcome.ready.earliest - seen[1].second >= milliseconds(20)),
             "the board had no time to settle");
  BOOST_TEST(outcome.done);
  BOOST_TEST(outcome.note == "a pulse on " + line);
}

BOOST_AUTO_TEST_CASE(by_dtr_is_a_pulse_on_dtr_alone) {
  expect_pulse(ResetBy::Method::dtr, "DTR");
}

BOOST_AUTO_TEST_CASE(by_rts_is_a_pulse_on_rts_alone) {
  expect_pulse(ResetBy::Method::rts, "RTS");
}

BOOST_AUTO_TEST_CASE(drops_what_the_board_had_said_before) {
  const Adapter adapter;
  const auto link = open_link(adapter.device(), ResetBy::Method::dtr);
  adapter.says("ab");
  BOOST_TEST(expect_byte(*link).value == 'a');
  adapter.says("cd");
  link->reset();
  BOOST_TEST(is_silent(*link, milliseconds(50)));
  adapter.says("e");
  BOOST_TEST(expect_byte(*link).value == 'e');
}

BOOST_AUTO_TEST_CASE(by_a_program_drops_what_the_board_had_said_before) {
  const Adapter adapter;
  SerialOptions options;
  options.device = adapter.device();
  options.reset = parse_reset("command:true");
  const auto link = open_serial(options);
  adapter.says("ab");
  BOOST_TEST(expect_byte(*link).value == 'a');
  adapter.says("cd");
  BOOST_TEST(link->reset().done);
  BOOST_TEST(is_silent(*link, milliseconds(50)));
}

BOOST_AUTO_TEST_CASE(by_its_power_waits_for_the_adapter_which_comes_back_as_another) {
  Adapter adapter;
  const TemporaryFolder folder;
  SerialOptions options;
  options.device = adapter.device();
  options.reset = parse_reset("power:flock -n " + adapter.terminal() + " true");  // the port is let go before
  options.reset.settle = milliseconds(20);
  options.reset.program = "sh -c 'echo loaded >>" + (folder / "log").string() + "'";
  const auto link = open_serial(options);
  BOOST_TEST(link->info().can_reset);
  BOOST_TEST(fact(*link, "programmer printed") == "nothing");
  adapter.says("a");
  BOOST_TEST(expect_byte(*link).value == 'a');
  adapter.has_no_name();
  std::thread hand([&adapter] {
    sleep(milliseconds(300));
    adapter.is_unplugged();
    adapter.is_plugged_again();
  });
  const Outcome outcome = link->reset();
  hand.join();
  BOOST_TEST(outcome.done);
  BOOST_TEST(outcome.note == "power taken and given by \"" + options.reset.command + "\", configured by \"" +
                                 options.reset.program + "\"");
  BOOST_TEST(content_of_ordinary_file(folder / "log") == "loaded\nloaded\n");
  adapter.says("b");
  BOOST_TEST(expect_byte(*link).value == 'b');
  send(*link, "0");
  BOOST_TEST(adapter.hears(1) == "0");
}

BOOST_AUTO_TEST_CASE(by_nothing_leaves_the_board_alone_and_drops_what_was_said) {
  const Adapter adapter;
  const auto link = open_link(adapter.device());
  fake_driver().modem_lines.clear();
  adapter.says("ab");
  BOOST_TEST(expect_byte(*link).value == 'a');
  BOOST_TEST(!link->reset().done);
  BOOST_TEST(is_silent(*link, milliseconds(50)));
  BOOST_TEST(fake_driver().modem_lines.empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(vanishing)

constexpr Duration hardly_any = milliseconds(200);

BOOST_AUTO_TEST_CASE(of_the_adapter_is_told_at_once_and_every_time_without_spinning) {
  for (const bool direct : {false, true}) {
    Adapter adapter;
    const auto link = open_link(direct ? adapter.terminal() : adapter.device());
    adapter.says("1");
    BOOST_TEST(expect_byte(*link).value == '1');
    adapter.is_unplugged();
    const Instant begin = now();
    const Duration used = processor_time();
    for (int i = 0; i < 3; ++i) {
      const std::string lost = message_of<LinkLost>([&link] { link->receive(soon()); });
      BOOST_TEST(contains(lost, "vanished"), lost);
      BOOST_TEST(contains(lost, "unplugged?"), lost);
    }
    BOOST_TEST((now().earliest - begin.earliest < seconds(15)), "it was waited for");
    BOOST_TEST((processor_time() - used < hardly_any));
    BOOST_CHECK_THROW(send(*link, "0"), LinkLost);
    BOOST_CHECK_THROW(link->reset(), LinkLost);
  }
}

BOOST_AUTO_TEST_CASE(while_the_rig_waits_ends_the_wait_and_does_not_spin) {
  for (const bool direct : {false, true}) {
    Adapter adapter;
    const auto link = open_link(direct ? adapter.terminal() : adapter.device());
    std::thread puller([&adapter] {
      sleep(milliseconds(100));
      adapter.is_unplugged();
    });
    const Instant begin = now();
    const Duration used = processor_time();
    BOOST_CHECK_THROW(link->receive(soon()), LinkLost);
    puller.join();
    BOOST_TEST((now().earliest - begin.earliest < seconds(15)), "it was waited for");
    BOOST_TEST((processor_time() - used < hardly_any));
  }
}

BOOST_AUTO_TEST_CASE(is_the_same_where_the_driver_refuses_a_write_first) {
  for (const int error : {ENODEV, ENXIO, EIO}) {
    Adapter adapter;
    const auto link = open_link(adapter.device());
    adapter.says("1");
    fake_driver().write_error = error;
    send(*link, "0");
    adapter.is_unplugged();
    BOOST_TEST(expect_byte(*link).value == '1');
    const std::string lost = message_of<LinkLost>([&link] { link->receive(soon()); });
    BOOST_TEST(contains(lost, "vanished"), lost);
  }
}

BOOST_AUTO_TEST_CASE(comes_after_the_last_bytes) {
  Adapter adapter;
  const auto link = open_link(adapter.device());
  adapter.says("12");
  BOOST_TEST(expect_byte(*link).value == '1');  // the other one has been read with it
  adapter.is_unplugged();
  BOOST_TEST(expect_byte(*link).value == '2');
  BOOST_CHECK_THROW(link->receive(soon()), LinkLost);
}

BOOST_AUTO_TEST_CASE(does_not_keep_a_silent_port_busy) {
  const Adapter adapter;
  const auto link = open_link(adapter.device());
  const Duration used = processor_time();
  BOOST_TEST(is_silent(*link, milliseconds(500)));
  BOOST_TEST((processor_time() - used < hardly_any));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(a_terminal_without_libserialport)

BOOST_AUTO_TEST_CASE(talks_both_ways_at_no_bit_rate) {
  const Adapter adapter;
  const auto link = open_link(adapter.terminal());
  send(*link, "0");
  BOOST_TEST(adapter.hears(1) == "0");
  adapter.says("1AA");
  const Byte first = expect_byte(*link);
  BOOST_TEST((first.first_bit == first.last_bit));
  BOOST_TEST(take(*link, 2) == "AA");
  BOOST_TEST(link->info().description == "serial port " + adapter.terminal() + ", a pseudo-terminal");
  BOOST_TEST((link->health().line == LineErrorCounts{}));
}

BOOST_AUTO_TEST_CASE(has_no_modem_lines_and_says_so) {
  const Adapter adapter;
  for (const auto& [method, name, line] :
       {std::tuple{ResetBy::Method::dtr, "dtr", "DTR"}, std::tuple{ResetBy::Method::rts, "rts", "RTS"}}) {
    const std::string refusal =
        message_of<RigError>([&, wanted = method] { open_link(adapter.terminal(), wanted)->reset(); });
    BOOST_TEST(refusal ==
               fmt::format("{} is a pseudo-terminal and has no {} line: --reset {} does nothing there.",
                           adapter.terminal(), line, name));
  }
}

BOOST_AUTO_TEST_CASE(is_had_alone) {
  const Adapter adapter;
  const auto link = open_link(adapter.terminal());
  BOOST_TEST(refusal_of(adapter.terminal()) == adapter.terminal() + " is in use by another program.");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig
