/// What the console writes to a terminal: its width, its colours, its progress line, and nothing that it
/// obeys.

#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "rig/base/visible.hpp"
#include "rig/report/console/console.hpp"
#include "rig/report/console/terminal.hpp"
#include "rig/report/tests/console_fixtures.hpp"
#include "rig/report/tests/sample_runs.hpp"
#include "rig/tests/contains.hpp"

namespace rig::report {

namespace {

/// A line that is to be copied, and therefore in one piece.
bool is_command(const std::string& line) {
  return line.starts_with("    again: ") || line.starts_with("    check: ") ||
         line.starts_with("    started: ");
}

/// What a child writes that has a terminal of so many columns for its standard output.
template <typename Play>
std::string on_a_terminal(std::size_t width, Play play) {
  int terminal = -1;
  const winsize size{24, static_cast<unsigned short>(width), 0, 0};
  std::cout.flush();  // what the tests have said so far
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
  BOOST_REQUIRE(child >= 0);
  if (child == 0) {
    ::setenv("TERM", "xterm", 1);
    ::setenv("LC_ALL", "C.UTF-8", 1);
    ::setenv("COLUMNS", "33", 1);  // which does not count
    ::unsetenv("NO_COLOR");
    play();
    std::cout.flush();
    ::_exit(0);
  }
  std::string text;
  std::array<char, 4096> piece{};
  for (ssize_t got = 0; (got = ::read(terminal, piece.data(), piece.size())) > 0;) {
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  ::close(terminal);
  ::waitpid(child, nullptr, 0);
  return text;
}

std::string shown_on_a_terminal(const char* no_color, const char* term = "xterm") {
  return on_a_terminal(80, [&] {
    ::setenv("TERM", term, 1);
    if (no_color != nullptr) ::setenv("NO_COLOR", no_color, 1);
    Console console(std::cout);
    console.begin(RunRecord{}, 2);
    console.case_ended(a_handshake(Verdict::pass));
  });
}

/// With this as LC_ALL, LC_CTYPE and LANG; null: it is not set.
std::string shown_in_locale(const char* all, const char* ctype, const char* lang) {
  return on_a_terminal(80, [&] {
    for (const auto& [name, value] : {std::pair{"LC_ALL", all}, {"LC_CTYPE", ctype}, {"LANG", lang}}) {
      if (value == nullptr) ::unsetenv(name);
      if (value != nullptr) ::setenv(name, value, 1);
    }
    Console console(std::cout);
    console.begin(RunRecord{}, 2);
    console.case_ended(a_handshake(Verdict::pass));
    console.summary(samples::failing_run());
  });
}

void make_terminal(unsigned short width) {
  const winsize size{24, width, 0, 0};
  ::ioctl(STDOUT_FILENO, TIOCSWINSZ, &size);
}

/// The text without colours; anything else that begins with an escape stays.
std::string without_colours(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find_first_not_of("0123456789;", at + 2);
    const bool colour = text.compare(at, 2, "\x1b[") == 0 && end != std::string::npos && text[end] == 'm';
    if (colour) {
      at = end + 1;
    } else {
      plain += text[at++];
    }
  }
  return plain;
}

/// What stands on a screen of unlimited width after all that was written: lines are rewritten and erased.
std::vector<std::string> screen_after(const std::string& text) {
  std::vector<std::string> screen(1);
  bool rewrite = false;
  const std::string plain = without_colours(text);
  for (std::size_t at = 0; at < plain.size(); ++at) {
    if (plain.compare(at, 3, "\x1b[K") == 0) {
      screen.back().clear();
      rewrite = false;
      at += 2;
    } else if (plain[at] == '\n') {
      screen.emplace_back();
      rewrite = false;
    } else if (plain[at] == '\r') {
      rewrite = true;
    } else {
      BOOST_TEST_REQUIRE(!(rewrite && !screen.back().empty()), "garbled: " << screen.back());
      screen.back() += plain[at];
    }
  }
  return screen;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(console)

BOOST_AUTO_TEST_CASE(lets_nothing_from_the_record_reach_the_terminal_as_a_command) {
  for (const std::string& text : {shown(samples::hostile_run()),
                                  without_colours(shown(samples::hostile_run(), {.colour = When::always}))}) {
    BOOST_TEST(is_utf8(text));
    for (const char one : text) {
      const auto byte = static_cast<unsigned char>(one);
      BOOST_TEST((one == '\n' || (byte >= 0x20 && byte != 0x7f)), static_cast<int>(byte));
    }
  }
}

BOOST_AUTO_TEST_CASE(colours_only_when_told_to_or_on_a_terminal) {
  const std::string coloured = shown(samples::failing_run(), {.colour = When::always});
  BOOST_TEST(contains(coloured, "\x1b[31m✗\x1b[0m"));
  BOOST_TEST(without_colours(coloured) == shown(samples::failing_run()));
  BOOST_TEST(!contains(shown(samples::failing_run()), "\x1b"));
  BOOST_TEST(contains(shown_on_a_terminal(nullptr), "\x1b[32m✓"));
  BOOST_TEST(contains(shown_on_a_terminal(""), "\x1b[32m✓"));
}

BOOST_AUTO_TEST_CASE(heeds_no_color) {
  BOOST_TEST(!contains(shown_on_a_terminal("1"), "\x1b[32m"));
}

BOOST_AUTO_TEST_CASE(writes_nothing_that_a_dumb_terminal_would_show_as_letters) {
  BOOST_TEST(!contains(shown_on_a_terminal(nullptr, "dumb"), "\x1b"));
  BOOST_TEST(!contains(shown_on_a_terminal(nullptr, "dumb"), " of 2"));
}

BOOST_AUTO_TEST_CASE(shows_progress_only_on_a_terminal_and_erases_it) {
  BOOST_TEST(contains(shown_on_a_terminal(nullptr), "  1 of 2, "));
  BOOST_TEST(!contains(shown(samples::certified_run()), " of 5"));
  const std::string text =
      shown(samples::certified_run(), {.progress = When::always, .now = [] { return Duration::zero(); }});
  BOOST_TEST(contains(text, "  0 of 5, 0 s\r\x1b[K✓ Handshake"));
  BOOST_TEST(contains(text, "  4 of 5, 0 s\r\x1b[K"));
  BOOST_TEST(!contains(text, "5 of 5"));
}

BOOST_AUTO_TEST_CASE(tells_what_is_done_before_the_first_case_and_which_cases_run) {
  Duration clock{};
  std::ostringstream out;
  const auto last = [&] { return out.str().substr(out.str().find_last_of("K\n") + 1); };
  Console console(out, {.progress = When::always, .now = [&] { return clock; }});
  console.doing("building the model blokus_duo");
  BOOST_TEST(out.str() == "  0 s: building the model blokus_duo");
  clock = std::chrono::seconds(7);
  console.tick();
  BOOST_TEST(last() == "  7 s: building the model blokus_duo");
  const std::size_t written = out.str().size();
  console.tick();
  BOOST_TEST(out.str().size() == written);  // nothing new
  console.begin(RunRecord{}, 3);
  console.case_begins("Pass.WhenItMust");
  console.case_begins("Handshake.AnswersWithTeamCode");
  BOOST_TEST(last() == "  0 of 3, 7 s: Pass.WhenItMust, Handshake.AnswersWithTeamCode");
  console.case_ended(a_handshake(Verdict::pass));
  BOOST_TEST(last() == "  1 of 3, 7 s: Pass.WhenItMust");
  console.doing("opening /dev/ttyUSB0");
  BOOST_TEST(last() == "  1 of 3, 7 s: opening /dev/ttyUSB0");
  console.doing("");
  console.summary(RunRecord{});
  BOOST_TEST(!contains(out.str().substr(out.str().rfind("\x1b[K")), "of 3"));
}

BOOST_AUTO_TEST_CASE(leaves_no_progress_line_behind) {
  std::ostringstream out;
  {
    Console console(out, {.progress = When::always});
    console.doing("opening /dev/ttyUSB0");
  }
  BOOST_TEST(out.str().ends_with("\r\x1b[K"));
}

/// All of it, or all but a last word that no line would hold beside its label.
bool fits(const std::string& line, std::size_t width) {
  const std::size_t blank = line.rfind(' ');
  const std::size_t word = columns(line.substr(blank == std::string::npos ? 0 : blank + 1));
  constexpr std::size_t most_indented = 14;
  return columns(line) <= width || word + most_indented > width;
}

BOOST_AUTO_TEST_CASE(fills_the_width_of_its_terminal_and_garbles_nothing) {
  for (const std::size_t width : {40U, 80U, 120U, 200U}) {
    const std::string text = on_a_terminal(width, [] {
      Console console(std::cout);
      const RunRecord run = samples::failing_run();
      console.doing("building the model that has a long name, longer than a narrow terminal is wide");
      console.begin(run, run.cases.size());
      for (const CaseRecord& one : run.cases) {
        console.case_begins(one.id);
        console.tick();
        console.case_ended(one);
      }
      console.summary(run);
    });
    std::size_t longest = 0;
    for (const std::string& line : screen_after(text)) {
      if (is_command(line)) continue;
      longest = std::max(longest, columns(line));
      BOOST_TEST(fits(line, width), width << ": " << line);
      BOOST_TEST(!contains(line, "\x1b"), line);
      BOOST_TEST(!contains(line, " of 7"), line);
    }
    BOOST_TEST(longest > width / 2 + 10, longest << " of " << width);
    const std::string progress = without_colours(text.substr(0, text.find("\r\x1b[K")));
    BOOST_TEST(columns(progress) < width, progress);
    BOOST_TEST(contains(progress, "building the model"), progress);
  }
}

BOOST_AUTO_TEST_CASE(is_ascii_where_the_locale_of_the_terminal_has_no_utf_8) {
  const auto is_ascii = [](const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](unsigned char one) { return one < 0x80; });
  };
  const std::string plain = shown_in_locale(nullptr, nullptr, nullptr);
  BOOST_TEST(is_ascii(plain), plain);
  BOOST_TEST(contains(without_colours(plain), "+ Handshake."), plain);
  BOOST_TEST(contains(without_colours(plain), "x ICFPT14-"), plain);
  BOOST_TEST(is_ascii(shown_in_locale("C", "de_DE.UTF-8", "de_DE.UTF-8")));
  BOOST_TEST(is_ascii(shown_in_locale(nullptr, "POSIX", "de_DE.UTF-8")));
  BOOST_TEST(contains(shown_in_locale(nullptr, nullptr, "de_DE.utf8"), "✓"));
  BOOST_TEST(contains(shown_in_locale("C.UTF-8", "C", "C"), "✓"));
  BOOST_TEST(rig::report::in_ascii("█▍ ≤ é “x” 漢 \xf0\x9f\x8e\xb2") == "#= < ? \"x\" ? ?");
}

BOOST_AUTO_TEST_CASE(follows_its_terminal_when_that_is_made_wider_or_narrower) {
  const std::string text = on_a_terminal(120, [] {
    Console console(std::cout, {.colour = When::never, .progress = When::never});
    console.case_ended(a_handshake(Verdict::pass));
    make_terminal(60);
    console.case_ended(a_handshake(Verdict::pass));
    make_terminal(1);
    console.case_ended(a_handshake(Verdict::pass));
    make_terminal(1000);
    console.case_ended(a_handshake(Verdict::pass));
  });
  std::vector<std::size_t> widths;
  for (std::string line : lines_of(text)) {
    std::erase(line, '\r');
    widths.push_back(columns(line));
  }
  const std::vector<std::size_t> expected = {120, 60, 40, 200};
  BOOST_TEST(widths == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(keeps_every_line_but_commands_to_be_copied_within_the_width) {
  for (const std::size_t width : {60U, 80U, 120U}) {
    for (const auto& [name, run] : samples::all_runs()) {
      for (const std::string& line : lines_of(shown(run, {.width = width}))) {
        BOOST_TEST((fits(line, width) || is_command(line)), name << " at " << width << ": " << line);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::report
