#include "rig/link/paced/serve.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <fstream>
#include <mutex>
#include <optional>

#include "rig/link/callback/callback_link.hpp"
#include "rig/link/tcp/sockets.hpp"
#include "rig/link/terminal/pseudo_terminal.hpp"
#include "rig/link/tests/link_test_tools.hpp"
#include "rig/link/tests/slow_link.hpp"
#include "rig/tests/scripted_device.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::uint32_t baud = 115200;

std::unique_ptr<Link> board(ScriptedDevice::Script script, std::uint32_t rate = baud) {
  return make_callback_link({"board", "", rate, {}}, std::make_unique<ScriptedDevice>(std::move(script)));
}

std::unique_ptr<Link> echo() {
  return board([](const std::string& heard) { return text_after({}, heard); });
}

/// Answers each byte with how many it has heard since it was started.
class Counter final : public Device {
 public:
  void power_on() override { count_ = 0; }
  std::vector<Action> receive(std::uint8_t) override {
    return {{Duration::zero(), SendByte{static_cast<std::uint8_t>('0' + ++count_)}}};
  }

 private:
  int count_ = 0;
};

/// serve() in a thread, ended as by Ctrl-C.
class Serving {
 public:
  Serving(std::unique_ptr<Link> link, std::unique_ptr<FarSide> far_side,
          NewProgram new_program = NewProgram::goes_on)
      : board_(std::move(link)), far_side_(std::move(far_side)), where_(far_side_->where()) {
    thread_ = std::thread([this, new_program] {
      const auto say = [this](const std::string& text) {
        const std::lock_guard lock(mutex_);
        said_.push_back(text);
      };
      report_ = serve(board_, *far_side_, stop_, say, new_program);
      far_side_.reset();
    });
  }
  ~Serving() { interrupted(); }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  const std::string& where() const { return where_; }
  std::vector<std::string> said() {
    const std::lock_guard lock(mutex_);
    return said_;
  }
  ServeReport interrupted() {
    if (!thread_.joinable()) return report_;
    kill(getpid(), SIGTERM);  // blocked in every thread: it waits to be read
    thread_.join();
    const timespec at_once{};
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigtimedwait(&signals, nullptr, &at_once);
    return report_;
  }
  ServeReport ended() {
    thread_.join();
    return report_;
  }

 private:
  StopSignals stop_;
  PacedLink board_;
  std::unique_ptr<FarSide> far_side_;
  std::string where_;
  std::mutex mutex_;
  std::vector<std::string> said_;
  ServeReport report_;
  std::thread thread_;
};

/// A host program, talking through a descriptor.
struct Program {
  Descriptor line;

  static Program on_terminal(const std::filesystem::path& path) {
    Program program{Descriptor(open(path.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK))};
    BOOST_REQUIRE_MESSAGE(program.line.is_open(), "the device cannot be opened");
    return program;
  }
  static Program on_tcp(const std::string& port) { return {connect_to("127.0.0.1", port, seconds(30))}; }

  void says(std::string_view text) const {
    BOOST_REQUIRE(write(line.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  /// As much as comes, up to `count` bytes or the end.
  std::string hears(std::size_t count) const {
    std::string text(count, '\0');
    std::size_t got = 0;
    while (got < count) {
      pollfd watched{line.number(), POLLIN, 0};
      if (poll(&watched, 1, 30'000) != 1) break;
      const ssize_t more = read(line.number(), text.data() + got, count - got);
      if (more <= 0) break;
      got += static_cast<std::size_t>(more);
    }
    text.resize(got);
    return text;
  }
  bool is_at_its_end() const {
    char byte = 0;
    pollfd watched{line.number(), POLLIN, 0};
    return poll(&watched, 1, 30'000) == 1 && read(line.number(), &byte, 1) == 0;
  }
};

std::string free_port() {
  return std::to_string(port_of(listen_on("127.0.0.1", "0")));
}

std::string all_values() {
  std::string all;
  for (int value = 0; value < 256; ++value) all.push_back(static_cast<char>(value));
  return all;
}

BOOST_AUTO_TEST_SUITE(on_a_terminal)

BOOST_AUTO_TEST_CASE(bytes_of_every_value_go_both_ways_and_are_counted) {
  const TemporaryFolder folder;
  Serving serving(echo(), far_side_on_terminal((folder / "board").string()));
  BOOST_TEST(serving.where().starts_with((folder / "board").string() + " (/dev/pts/"), serving.where());
  const Program program = Program::on_terminal(folder / "board");
  program.says(all_values());
  BOOST_TEST((program.hears(256) == all_values()));
  const ServeReport report = serving.interrupted();
  BOOST_TEST(report.ending == "interrupted");
  BOOST_TEST(!report.board_hung_up);
  BOOST_TEST(report.bytes_in == 256U);
  BOOST_TEST(report.bytes_out == 256U);
}

BOOST_AUTO_TEST_CASE(bytes_take_their_time_on_the_wire) {
  const TemporaryFolder folder;
  Serving serving(board([](const std::string& heard) {
                    return heard.size() == 9 ? text_after({}, "1") : std::vector<Action>{};
                  }),
                  far_side_on_terminal((folder / "board").string()));
  const Program program = Program::on_terminal(folder / "board");
  const Instant before = now();
  program.says("012345678");
  BOOST_TEST(program.hears(1) == "1");
  BOOST_TEST((now().earliest - before.earliest >= microseconds(781 + 86)));
}

BOOST_AUTO_TEST_CASE(programs_come_and_go) {
  const TemporaryFolder folder;
  Serving serving(echo(), far_side_on_terminal((folder / "board").string()));
  for (const char* word : {"1", "2", "3"}) {
    const Program program = Program::on_terminal(folder / "board");
    program.says(word);
    BOOST_TEST(program.hears(1) == word);
  }
}

BOOST_AUTO_TEST_CASE(a_program_that_does_not_read_loses_bytes_and_holds_up_nobody) {
  constexpr std::size_t many = 60'000;
  const TemporaryFolder folder;
  const auto answer = [](const std::string& heard) {
    return text_after({}, heard == "0" ? std::string(many, 'a') : "z");
  };
  Serving serving(board(answer, 10'000'000), far_side_on_terminal((folder / "board").string()));
  const Program program = Program::on_terminal(folder / "board");
  program.says("0");
  sleep(milliseconds(300));
  BOOST_TEST(comes_true([&program] {
               program.says("1");  // whose answer is lost too as long as the device is full
               std::array<char, 8192> block{};
               const ssize_t count = read(program.line.number(), block.data(), block.size());
               return count > 0 &&
                      std::string_view(block.data(), static_cast<std::size_t>(count)).ends_with('z');
             }),
             "the server has stopped");
  BOOST_TEST(serving.interrupted().bytes_out > many);
}

BOOST_AUTO_TEST_CASE(a_signal_ends_it_and_takes_its_name_away) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    const TemporaryFolder folder;
    const auto path = folder / "board";
    const auto work = [&path] {
      const StopSignals stop;
      PacedLink paced(echo());
      const auto far_side = far_side_on_terminal(path.string());
      return serve(paced, *far_side, stop, [](const std::string&) {}).ending == "interrupted";
    };
    const int status = in_a_process(work, [&](pid_t server) {
      BOOST_TEST(comes_true([&path] { return std::filesystem::is_symlink(path); }));
      kill(server, signal);
    });
    BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 0), "signal " << signal);
    BOOST_TEST(!std::filesystem::is_symlink(path));
  }
}

/// A name whose server was killed; gives what it stood for.
std::string leave_name_behind(const std::filesystem::path& path) {
  in_a_process(
      [&path] {
        const auto far_side = far_side_on_terminal(path.string());
        for (;;) pause();
        return true;
      },
      [&path](pid_t server) {
        BOOST_TEST(comes_true([&path] { return std::filesystem::is_symlink(path); }));
        kill(server, SIGKILL);
      });
  return std::filesystem::read_symlink(path).string();
}

BOOST_AUTO_TEST_CASE(a_name_left_by_a_killed_server_is_taken_over) {
  const TemporaryFolder folder;
  const auto path = folder / "board";
  leave_name_behind(path);
  {
    Serving serving(echo(), far_side_on_terminal(path.string()));
    const Program program = Program::on_terminal(path);
    program.says("1");
    BOOST_TEST(program.hears(1) == "1");
  }
  BOOST_TEST(!std::filesystem::is_symlink(path));
}

BOOST_AUTO_TEST_CASE(a_name_that_leads_to_a_terminal_of_somebody_else_is_refused_and_that_left_alone) {
  const TemporaryFolder folder;
  const std::string path = (folder / "board").string();
  const std::string left = leave_name_behind(path);
  std::vector<Descriptor> masters;
  std::vector<Descriptor> slaves;
  for (int i = 0; i < 20; ++i) {  // somebody opens a window, which gets the number of the killed server's
    const int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    BOOST_REQUIRE((master >= 0 && unlockpt(master) == 0));
    masters.emplace_back(master);
    std::array<char, 64> name{};
    BOOST_REQUIRE(ptsname_r(master, name.data(), name.size()) == 0);
    slaves.emplace_back(open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (left == name.data()) break;
  }
  BOOST_TEST(message_of<UsageError>([&path] { far_side_on_terminal(path); }) ==
             "--pty " + path + ": this leads to " + left +
                 ", which exists. Is it served already? If not, remove it.");
  for (const Descriptor& slave : slaves) {
    termios settings{};
    BOOST_TEST(tcgetattr(slave.number(), &settings) == 0);
    BOOST_TEST((settings.c_lflag & ICANON) != 0U, "a terminal of somebody else was made raw");
  }
}

BOOST_AUTO_TEST_CASE(a_name_that_another_one_serves_is_refused) {
  const TemporaryFolder folder;
  const std::string path = (folder / "board").string();
  Serving serving(echo(), far_side_on_terminal(path));
  BOOST_TEST(
      contains(message_of<UsageError>([&path] { far_side_on_terminal(path); }), "Is it served already?"));
  const Program program = Program::on_terminal(path);
  program.says("1");
  BOOST_TEST(program.hears(1) == "1");
}

BOOST_AUTO_TEST_CASE(a_device_that_exists_is_used_and_left_in_place) {
  PseudoTerminal terminal = open_pseudo_terminal();  // as socat makes a pair of them
  terminal.slave.close();
  Serving serving(echo(), far_side_on_terminal(terminal.path));
  BOOST_TEST(serving.where() == terminal.path);
  const Program program{std::move(terminal.master)};
  program.says("1");
  BOOST_TEST(program.hears(1) == "1");
  serving.interrupted();
  BOOST_TEST(std::filesystem::exists(terminal.path));
}

BOOST_AUTO_TEST_CASE(a_device_whose_other_side_goes_ends_it) {
  PseudoTerminal terminal = open_pseudo_terminal();
  Serving serving(echo(), far_side_on_terminal(terminal.path));
  terminal.slave.close();
  terminal.master.close();
  BOOST_TEST(serving.ended().ending == "the program closed its side");
}

BOOST_AUTO_TEST_CASE(a_name_that_stands_for_something_else_is_refused) {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "precious";
  std::filesystem::create_directory(folder / "folder");
  std::filesystem::create_symlink(folder / "file", folder / "link");
  BOOST_CHECK_THROW(far_side_on_terminal((folder / "link").string()), UsageError);
  for (const char* name : {"file", "folder"}) {
    BOOST_TEST(message_of<UsageError>([&] { far_side_on_terminal((folder / name).string()); }) ==
               "--pty " + (folder / name).string() + ": this is no serial device.");
  }
  BOOST_TEST(std::filesystem::file_size(folder / "file") == 8U);
  const std::string nowhere = (folder / "no-folder/board").string();
  BOOST_TEST(message_of<UsageError>([&] { far_side_on_terminal(nowhere); }) ==
             "--pty " + nowhere + ": there is no such folder.");
  BOOST_CHECK_THROW(far_side_on_terminal("/dev/null"), std::runtime_error);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(on_a_port)

BOOST_AUTO_TEST_CASE(bytes_go_both_ways_and_clients_come_and_go) {
  Serving serving(echo(), far_side_on_tcp("0"));
  BOOST_TEST_REQUIRE(serving.where().starts_with("port "), serving.where());
  const std::string port = serving.where().substr(5);
  for (const char* word : {"1", "2", "3"}) {
    const Program program = Program::on_tcp(port);
    program.says(word);
    BOOST_TEST(program.hears(1) == word);
  }
  BOOST_TEST(serving.interrupted().bytes_in == 3U);
}

BOOST_AUTO_TEST_CASE(another_client_finds_the_board_as_it_is_or_started_anew) {
  const auto heard_by_another = [](NewProgram new_program) {
    const std::string port = free_port();
    Serving serving(make_callback_link({"board", "", baud, {}}, std::make_unique<Counter>()),
                    far_side_on_tcp(port), new_program);
    for (const char* text : {"a", "b"}) {
      const Program program = Program::on_tcp(port);
      program.says(text);
      std::string answer = program.hears(1);
      if (*text == 'b') return answer;
      BOOST_TEST(answer == "1");
    }
    return std::string();
  };
  BOOST_TEST(heard_by_another(NewProgram::goes_on) == "2");
  BOOST_TEST(heard_by_another(NewProgram::starts_anew) == "1");
}

BOOST_AUTO_TEST_CASE(a_second_client_is_told_and_does_not_disturb_the_first) {
  const std::string port = free_port();
  Serving serving(echo(), far_side_on_tcp(port));
  const Program first = Program::on_tcp(port);
  first.says("1");
  BOOST_TEST(first.hears(1) == "1");
  {
    const Program second = Program::on_tcp(port);
    BOOST_TEST(second.hears(100) == "Port already in use\r\n");
    BOOST_TEST(second.is_at_its_end());
  }
  first.says("2");
  BOOST_TEST(first.hears(1) == "2");
}

BOOST_AUTO_TEST_CASE(a_client_that_breaks_off_in_the_middle_harms_nobody) {
  const std::string port = free_port();
  Serving serving(
      board([](const std::string& heard) { return text_after({}, std::string(500, heard.back())); }),
      far_side_on_tcp(port));
  for (int i = 0; i < 3; ++i) {
    Program program = Program::on_tcp(port);
    program.says("a");
    BOOST_TEST(program.hears(1) == "a");
    const linger at_once{1, 0};
    setsockopt(program.line.number(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  }
  sleep(milliseconds(100));
  const Program next = Program::on_tcp(port);
  next.says("b");
  std::string heard;
  while (heard.empty() || heard.back() != 'b') {
    const std::string more = next.hears(1);
    BOOST_TEST_REQUIRE(more.size() == 1U, "the server has stopped");
    heard += more;
  }
}

BOOST_AUTO_TEST_CASE(of_another_program_is_connected_to_and_its_end_ends_it) {
  const Descriptor listener = listen_on("127.0.0.1", "0");
  const std::string address = "127.0.0.1:" + std::to_string(port_of(listener));
  Serving serving(echo(), far_side_on_tcp(address));
  BOOST_TEST(serving.where() == address);
  Descriptor accepted;
  BOOST_TEST(comes_true([&] {
    accepted = accept_from(listener);
    return accepted.is_open();
  }));
  Program program{std::move(accepted)};
  program.says("1");
  BOOST_TEST(program.hears(1) == "1");
  program.line.close();
  const ServeReport report = serving.ended();
  BOOST_TEST(report.ending == "the program closed its side");
  BOOST_TEST(!report.board_hung_up);
}

BOOST_AUTO_TEST_CASE(that_is_taken_or_malformed_is_refused) {
  const Descriptor taken = listen_on("127.0.0.1", "0");
  BOOST_CHECK_THROW(far_side_on_tcp(std::to_string(port_of(taken))), LinkLost);
  BOOST_CHECK_THROW(far_side_on_tcp("127.0.0.1:" + free_port()), LinkLost);
  BOOST_CHECK_THROW(far_side_on_tcp("board"), UsageError);
  BOOST_CHECK_THROW(far_side_on_tcp("board:0"), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(the_board)

BOOST_AUTO_TEST_CASE(that_hangs_up_ends_it_after_its_last_bytes) {
  const TemporaryFolder folder;
  Serving serving(board([](const std::string&) {
                    return text_after({}, "1") + std::vector<Action>{{milliseconds(5), HangUp{}}};
                  }),
                  far_side_on_terminal((folder / "board").string()));
  const Program program = Program::on_terminal(folder / "board");
  program.says("0");
  sleep(milliseconds(100));
  BOOST_TEST(program.hears(1) == "1", "what was not read yet was lost");
  const ServeReport report = serving.ended();
  BOOST_TEST(report.board_hung_up);
  BOOST_TEST(report.ending == "closed the line");
  BOOST_TEST(report.bytes_out == 1U);
}

BOOST_AUTO_TEST_CASE(that_cannot_keep_up_is_told_of_again_only_when_it_got_worse) {
  const TemporaryFolder folder;
  Serving serving(std::make_unique<SlowLink>(3, std::deque<SlowLink::Planned>{}),
                  far_side_on_terminal((folder / "board").string()));
  BOOST_TEST(comes_true([&serving] { return serving.said().size() >= 2; }));
  const std::vector<std::string> said = serving.said();
  BOOST_TEST(contains(said[0], "the board cannot keep up: "), said[0]);
  BOOST_TEST(said.size() < 12U);
  BOOST_TEST((serving.interrupted().longest_lag >= milliseconds(200)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig
