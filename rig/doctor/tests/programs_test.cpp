/// Mistakes of a first day in programs, made in a right one: each is named in the first two lines.

#include <signal.h>
#include <sys/stat.h>

#include <array>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "conformance/run/tests/programs.hpp"
#include "rig/base/text.hpp"
#include "rig/base/whole_file.hpp"

using namespace conformance::testing_programs;

namespace {

/// A program that answers the handshake and each request for a move.
const std::string player =
    "#!/usr/bin/python3\n"
    "import os, sys, time\n"
    "def read(count):\n"
    "    return os.read(0, count)\n"
    "def answer(reply):\n"
    "    os.write(1, reply)\n"
    "# begin\n"
    "while True:\n"
    "    kind = read(1)\n"
    "    if not kind:\n"
    "        break\n"
    "    if kind == b'0':\n"
    "        answer(b'1AB')\n"
    "    elif kind in b'234':\n"
    "        read({b'2': 1, b'3': 5, b'4': 4}[kind])\n"
    "        answer(b'53e0')\n";

const std::string on_a_device =
    "#!/usr/bin/python3\n"
    "import os, sys, termios, time, tty\n"
    "port = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)\n"
    "# set\n"
    "while True:\n"
    "    if os.read(port, 1) == b'0':\n"
    "        os.write(port, b'1AB')\n"
    "        continue\n"
    "    os.read(port, 1)\n"
    "    os.write(port, b'53e0')\n";

const std::string on_a_socket =
    "#!/usr/bin/python3\n"
    "import socket, sys\n"
    "server = socket.create_server(('127.0.0.1', int(sys.argv[1])))\n"
    "print('listening', flush=True)\n"
    "while True:\n"
    "    client = server.accept()[0]\n"
    "    # begin\n"
    "    while True:\n"
    "        kind = client.recv(1)\n"
    "        if not kind:\n"
    "            break\n"
    "        if kind == b'0':\n"
    "            client.sendall(b'1AB')\n"
    "        elif kind == b'2':\n"
    "            client.recv(1)\n"
    "            client.sendall(b'53e0')\n";

/// One text in place of another.
struct Edit {
  std::string was;
  std::string is;
};

struct Mistake {
  const char* name;
  std::vector<Edit> edits;        ///< of the player
  std::vector<std::string> told;  ///< in the first two lines
  std::string dut = "exec:{}";    ///< `{}`: the player's file
  int mode = 0755;
};

std::ostream& operator<<(std::ostream& out, const Mistake& mistake) {
  return out << mistake.name;
}

const std::string hello = "        answer(b'1AB')\n";
const std::string begin = "# begin\n";

const std::vector<Mistake> mistakes = {
    {"its name has a slip", {}, {"There is no file", "Did you mean"}, "exec:{}y"},
    {"no such program", {}, {"no program blokus-engine-of-mine in PATH"}, "exec:blokus-engine-of-mine"},
    {"a tilde", {}, {"~ by your home"}, "exec:~/no-such-player.py"},
    {"a folder", {}, {"is a folder"}, "exec:/usr/bin"},
    {"may not be executed", {}, {"may not be executed", "chmod +x", "python3 -u"}, "exec:{}", 0644},
    {"line ends of Windows", {{"python3\n", "python3\r\n"}}, {"CR LF", "sed -i"}},
    {"no such interpreter",
     {{"/usr/bin/python3", "/opt/python4/bin/python4"}},
     {"interpreter", "/opt/python4/bin/python4"}},
    {"no such interpreter by env",
     {{"/usr/bin/python3", "/usr/bin/env python4"}},
     {"interpreter", "python4"}},
    {"no first line", {{"#!/usr/bin/python3\n", ""}}, {"names its interpreter", "python3 -u"}},
    {"a program for Windows", {{"#!/usr", "MZ\x90!/usr"}}, {"a program for Windows"}},
    {"an archive of Java", {{"#!/usr", "PK\x03\x04"}}, {"an archive", "java -jar"}},
    {"its script is not there", {}, {"There is no file", "engine.py"}, "exec:/usr/bin/python3 {}.engine.py"},
    {"ends at once",
     {{begin, "sys.exit('usage: player PORT')\n"}},
     {"ends by itself", "usage: player PORT", "arguments"}},
    {"lacks a module", {{"import os", "import os, no_such_module"}}, {"ends by itself", "no_such_module"}},
    {"crashes at its first request",
     {{hello, "        os.kill(os.getpid(), 11)\n"}},
     {"ends when it is asked", "SIGSEGV"}},
    {"says hello first",
     {{begin, "answer(b'Blokus engine 1.0\\n')\n"}},
     {"sends before it is asked", "standard error"}},
    {"its reply stands in debug output",
     {{hello, "        answer(b'got a 0, my code is 1AB')\n"}},
     {"Your reply, \"1AB\", is mixed with other output", "standard error"}},
    {"keeps its reply in a buffer",
     {{"    os.write(1, reply)", "    sys.stdout.write(reply.decode())"}},
     {"stays in a buffer", "python3 -u"}},
    {"flushes at the end of a line alone",
     {{"    os.write(1, reply)", "    print(reply.decode(), end='')"},
      {begin, "sys.stdout.reconfigure(line_buffering=True)\n"}},
     {"buffer", "does not help"}},
    {"reads lines",
     {{"    return os.read(0, count)", "    return sys.stdin.readline().strip().encode()"}},
     {"end of a line", "byte by byte"}},
    {"reads all input first",
     {{begin, "text = sys.stdin.read()\n"},
      {"    kind = read(1)", "    kind, text = text[:1].encode(), text[1:]"}},
     {"only when the input ends"}},
    {"answers on standard error", {{"os.write(1, reply)", "os.write(2, reply)"}}, {"goes to standard error"}},
    {"sends back what it hears",
     {{"        answer(b'1AB')", "        answer(b'0')"}},
     {"What was sent comes back"}},
    {"sends back what it hears, and answers",
     {{"        answer(b'1AB')", "        answer(b'01AB')"}},
     {"What was sent comes back"}},
    {"needs two seconds to start", {{begin, "time.sleep(2)\n"}}, {"from its start", "--settle"}},
    {"answers late", {{hello, "        time.sleep(1.5); answer(b'1AB')\n"}}, {"comes too late", "1.00 s"}},
    {"answers in drops",
     {{hello, "        for one in b'1AB': time.sleep(0.1); answer(bytes([one])); time.sleep(0.5)\n"}},
     {"incomplete", "alone"}},
    {"speaks Trax",
     {{"kind == b'0'", "kind == b'?'"}, {"answer(b'1AB')", "answer(b'XY\\n')"}},
     {"speaks heart-trax, not icfpt2014"}},
    {"answers too much", {{"b'1AB'", "b'1ABC'"}}, {"More than the reply", "\"C\""}},
    {"answers a code without the digit", {{"b'1AB'", "b'AB'"}}, {"no reply of the contest", "\"AB\""}},
    {"knows the handshake alone", {{"kind in b'234'", "kind in b'x'"}}, {"first move, \"25\", is not"}},
    {"ends after the handshake",
     {{hello, hello + "        break\n"}},
     {"ends when it is asked for its first move"}},
    {"says what it plays",
     {{"answer(b'53e0')", "answer(b'I play 53e0')"}},
     {"no move of the contest", "I play 53e0"}},
    {"never opens its device, and ends", {}, {"{port}"}, "pty:{} {port}"},
    {"never opens its device, and waits",
     {{"# begin\n", "time.sleep(30)\n"}},
     {"did not open its serial device", "{port}"},
     "pty:{} {port}"},
};

const std::vector<Mistake> mistakes_with_devices = {
    {"another bit rate",
     {{"# set",
       "mode = termios.tcgetattr(port); mode[4] = mode[5] = termios.B9600; termios.tcsetattr(port, 0, "
       "mode)"}},
     {"sets its device to 9600 bit/s"}},
    {"a device in line mode",
     {{"# set",
       "mode = termios.tcgetattr(port); mode[3] |= termios.ICANON; termios.tcsetattr(port, 0, mode)"}},
     {"end of a line", "cfmakeraw"}},
    {"a device that echoes",
     {{"# set", "mode = termios.tcgetattr(port); mode[3] |= termios.ECHO; termios.tcsetattr(port, 0, mode)"}},
     {"What was sent comes back", "cfmakeraw"}},
};

/// A file of the player with these edits; it stands in a folder of its own.
class Player {
 public:
  Player(std::string text, const std::vector<Edit>& edits, int mode = 0755) {
    for (const Edit& one : edits) {
      const std::size_t at = text.find(one.was);
      if (at == std::string::npos) throw std::runtime_error("no such text: " + one.was);
      text.replace(at, one.was.size(), one.is);
    }
    rig::write_whole(file(), text);
    ::chmod(file().c_str(), static_cast<mode_t>(mode));
  }
  std::string file() const { return folder_.file("player.py"); }

 private:
  TemporaryFolder folder_;
};

std::string first_two_lines(const std::string& text) {
  std::istringstream in(text);
  std::string first;
  std::string second;
  std::getline(in, first);
  std::getline(in, second);
  return first + '\n' + second + '\n';
}

Outcome doctor(const std::string& dut, const std::string& contest = "icfpt2014") {
  return run(RIG, {"doctor", dut, "--contest", contest}, {"PYTHONUNBUFFERED="});
}

void expect_told(const Outcome& outcome, const std::vector<std::string>& words) {
  BOOST_TEST_CONTEXT(outcome.output) {
    BOOST_TEST(outcome.status == 1);
    for (const std::string& word : words)
      BOOST_TEST((first_two_lines(outcome.output).find(word) != std::string::npos), word);
  }
}

void expect_right(const Outcome& outcome) {
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(outcome.output.starts_with("nothing is wrong"), outcome.output);
}

}  // namespace

BOOST_DATA_TEST_CASE(names_the_mistake_of_a_program, mistakes, mistake) {
  const Player made(player, mistake.edits, mistake.mode);
  std::string dut = mistake.dut;
  rig::replace_all(dut, "{}", made.file());
  expect_told(doctor(dut), mistake.told);
}

BOOST_DATA_TEST_CASE(names_the_mistake_of_a_program_on_a_device, mistakes_with_devices, mistake) {
  const Player made(on_a_device, mistake.edits);
  expect_told(doctor("pty:" + made.file() + " {port}"), mistake.told);
}

BOOST_AUTO_TEST_CASE(names_the_mistake_of_a_binary) {
  const TemporaryFolder folder;
  const std::string own = rig::content_of_ordinary_file("/bin/true");
  const std::string loader = "/lib64/ld-linux-x86-64.so.2";
  std::string other = own;
  other[18] = '\xf3';  // RISC-V
  std::string lost = own;
  const std::vector<std::pair<std::string, std::string>> rows = {{other, "is a program for RISC-V"}};
  for (const auto& [content, told] : rows) {
    rig::write_whole(folder.file("engine"), content);
    ::chmod(folder.file("engine").c_str(), 0755);
    expect_told(doctor("exec:" + folder.file("engine")), {told});
  }
  const std::size_t at = lost.find(loader);
  if (at == std::string::npos) return;  // of another machine than this test knows
  lost[at + loader.size() - 1] = '9';
  rig::write_whole(folder.file("engine"), lost);
  ::chmod(folder.file("engine").c_str(), 0755);
  expect_told(doctor("exec:" + folder.file("engine")), {"needs the loader /lib64/ld-linux-x86-64.so.9"});
}

BOOST_AUTO_TEST_CASE(names_the_mistake_behind_a_connection) {
  const std::string port = std::to_string(free_tcp_port());
  expect_told(doctor("tcp:127.0.0.1:" + port), {"127.0.0.1:" + port, "Start the program that listens"});
  {
    const Player client(
        on_a_socket,
        {{"server = socket.create_server(('127.0.0.1', int(sys.argv[1])))",
          "import time\nwhile True:\n    try: socket.create_connection(('127.0.0.1', int(sys.argv[1])))\n"
          "    except OSError: pass\n    time.sleep(0.2)"}});
    const Running running("/usr/bin/python3", {client.file(), port});
    expect_told(doctor("tcp:127.0.0.1:" + port), {"does not listen there", "tcp-listen:" + port});
    ::kill(running.pid(), SIGKILL);
  }
  const std::vector<std::pair<std::vector<Edit>, std::string>> rows = {
      {{{"# begin", "client.sendall(b'SSH-2.0-OpenSSH\\r\\n')"}}, "sends before it is asked"},
      {{{"kind == b'0'", "kind == b'?'"}, {"b'1AB'", "b'XY\\n'"}}, "speaks heart-trax"},
      {{{"client.sendall(b'1AB')", "client.sendall(b'0')"}}, "What was sent comes back"},
  };
  for (const auto& [edits, told] : rows) {
    const std::string own_port = std::to_string(free_tcp_port());
    const Player server(on_a_socket, edits);
    Running running("/usr/bin/python3", {server.file(), own_port});
    BOOST_TEST(running.wait_for("listening"));
    expect_told(doctor("tcp:127.0.0.1:" + own_port), {told});
    ::kill(running.pid(), SIGKILL);
  }
}

BOOST_AUTO_TEST_CASE(names_the_mistake_of_a_program_over_files) {
  expect_right(doctor(std::string("files:") + BLOKUS_COURSE, "course"));
  expect_told(doctor("files:/bin/true", "course"), {"nothing was written", "form of the files"});
  expect_told(doctor("files:/bin/sh -c 'echo no licence >&2; exit 3'", "course"), {"no licence"});
  expect_told(doctor("files:/bin/sh -c 'kill -9 $$'", "course"), {"SIGKILL"});
  const Player with_cr("#!/usr/bin/python3\r\n", {});
  expect_told(doctor("files:" + with_cr.file(), "course"), {"CR"});
  BOOST_TEST(doctor("exec:/bin/true", "course").status == 2);
}

/// The last letters of any word could be a team code there.
BOOST_AUTO_TEST_CASE(words_on_standard_error_are_no_reply) {
  const Player silent(player, {{"kind == b'0'", "kind == b'?'"},
                               {"answer(b'1AB')", "os.write(2, b'I was asked for: AB\\n')"}});
  expect_told(doctor("exec:" + silent.file(), "heart-trax"), {"no cause was found"});
}

BOOST_AUTO_TEST_CASE(of_a_right_program_nothing_is_told) {
  const Player right(player, {});
  expect_right(doctor("exec:" + right.file()));
  expect_right(doctor("exec:/usr/bin/python3 -u " + right.file()));
  const Player deviced(on_a_device, {});
  expect_right(doctor("pty:" + deviced.file() + " {port}"));
  const std::string port = std::to_string(free_tcp_port());
  const Player server(on_a_socket, {});
  Running running("/usr/bin/python3", {server.file(), port});
  BOOST_TEST(running.wait_for("listening"));
  expect_right(doctor("tcp:127.0.0.1:" + port));
  ::kill(running.pid(), SIGKILL);
}

BOOST_AUTO_TEST_CASE(of_the_projects_programs_nothing_is_told) {
  for (const auto& [program, contest] : {std::pair{BLOKUS_PLAYER, "icfpt2014"},
                                         {BLOKUS_PLAYER, "icfpt2013"},
                                         {TRAX_PLAYER, "heart-trax"},
                                         {TRAX_PLAYER, "trax-jp"}})
    expect_right(doctor(std::string("exec:") + program + " --stdio --contest " + contest, contest));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_looked_at_says_why) {
  const Player right(player, {});
  BOOST_TEST(run(RIG, {"doctor", "exec:" + right.file()}).status == 2);  // which contest?
  BOOST_TEST(doctor("tcp:127.0.0.1:9", "course").status == 2);
  BOOST_TEST(doctor("transcript:x.jsonl").status == 2);
  BOOST_TEST(run(RIG, {"doctor", "exec:" + right.file(), "--contest", "icfpt2014", "--fix"}).status == 2);
  BOOST_TEST(
      run(RIG, {"doctor", "exec:" + right.file(), "--contest", "icfpt2014", "--sandbox", "x"}).status == 2);
}
