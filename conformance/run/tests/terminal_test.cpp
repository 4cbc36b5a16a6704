/// What certify shows on a real terminal, and how much it prints of a board with one defect.

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "conformance/run/tests/programs.hpp"

using namespace conformance::testing_programs;

namespace {

/// All that certify writes to a terminal of so many columns, colours left out.
std::string shown_on_a_terminal(unsigned short width, const std::string& dut) {
  int terminal = -1;
  const winsize size{24, width, 0, 0};
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
  BOOST_TEST_REQUIRE(child >= 0);
  if (child == 0) {
    ::setenv("TERM", "xterm", 1);
    ::setenv("LC_ALL", "C.UTF-8", 1);
    ::unsetenv("NO_COLOR");
    ::execl(CERTIFY, "certify", "--contest", "icfpt2014", "--dut", dut.c_str(), "--seed", "7", "--reports",
            "", nullptr);
    ::_exit(127);
  }
  std::string text;
  std::array<char, 4096> piece{};
  for (ssize_t got = 0; (got = ::read(terminal, piece.data(), piece.size())) > 0;)
    text.append(piece.data(), static_cast<std::size_t>(got));
  ::close(terminal);
  ::waitpid(child, nullptr, 0);
  return std::regex_replace(text, std::regex("\x1b\\[[0-9;]*m"), "");
}

/// The pieces between two occurrences of `between`.
std::vector<std::string> split(const std::string& text, const std::string& between) {
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(between, at), text.size());
    pieces.push_back(text.substr(at, end - at));
    at = end + between.size();
  }
  return pieces;
}

std::size_t columns(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char one) { return (one & 0xc0) != 0x80; }));
}

}  // namespace

BOOST_DATA_TEST_CASE(a_terminal_is_filled_and_nothing_on_it_is_garbled,
                     boost::unit_test::data::make({40, 80, 120, 200}), width) {
  const std::string text =
      shown_on_a_terminal(static_cast<unsigned short>(width), "builtin:blokus?fault=overlap");
  const auto limit = static_cast<std::size_t>(width);
  std::size_t rewritten = 0;
  for (const std::string& line : split(text, "\r\n")) {
    const std::vector<std::string> states =
        split(line, "\r\x1b[K");  // the progress line, then what replaced it
    rewritten += states.size() - 1;
    for (const std::string& state : states) {
      const bool to_be_copied = state.starts_with("    again: ") || state.starts_with("    check: ");
      BOOST_TEST((columns(state) <= limit || to_be_copied), state);
      BOOST_TEST(state.find_first_of("\r\x1b") == std::string::npos, state);
    }
    BOOST_TEST(states.back().find(" of 43, ") == std::string::npos, line);  // no progress line stays
  }
  BOOST_TEST(rewritten >= 43U);  // at least once for each case
  BOOST_TEST(text.find("  0 s: opening blokus") == 0U);
}

BOOST_DATA_TEST_CASE(one_defect_takes_at_most_120_lines,
                     boost::unit_test::data::make({"icfpt2014 blokus overlap", "icfpt2014 blokus late",
                                                   "icfpt2014 blokus hello-once", "icfpt2014 blokus no-pass",
                                                   "heart-trax trax forced-once",
                                                   "heart-trax trax three-ends", "aut-trax trax cascade-of-8",
                                                   "course blokus two-pieces", "ustc blokus wrong-flag"}),
                     names) {
  std::istringstream words(names);
  std::string contest;
  std::string player;
  std::string fault;
  words >> contest >> player >> fault;
  const TemporaryFolder folder;
  const Outcome outcome =
      run(CERTIFY, {"--contest", contest, "--dut", "builtin:" + player + "?fault=" + fault, "--seed", "7",
                    "--reports", folder.file("reports")});
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(std::count(outcome.output.begin(), outcome.output.end(), '\n') <= 120, outcome.output);
}
