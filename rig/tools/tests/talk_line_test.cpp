/// Lines that a person types to a board: what each asks for, and what is refused with which sentence.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <variant>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/random.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tools/talk/line.hpp"

namespace rig::talk {

using namespace std::chrono_literals;
using protocol::Contest;
using protocol::find_contest;
using protocol::RequestKind;
namespace data = boost::unit_test::data;

namespace {

/// What the line sends to a board of this contest.
std::string sent(const std::string& contest, const std::string& line) {
  const Contest& page = find_contest(contest);
  const Command command = read_line(page, line);
  if (const auto* send = std::get_if<Send>(&command)) return to_text(send->bytes);
  const auto* ask = std::get_if<Ask>(&command);
  return ask == nullptr ? "(no request)" : to_text(page.dialect->encode(ask->request));
}

std::string refusal(const std::string& contest, const std::string& line) {
  try {
    static_cast<void>(read_line(find_contest(contest), line));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "(taken)";
}

struct Row {
  const char* contest;
  const char* line;
  const char* says;
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.contest << ": " << row.line;
}

const std::vector<Row> requests = {
    {"icfpt2014", "hello", "0"},
    {"icfpt2014", "  hello\t\r", "0"},
    {"icfpt2014", "first 5", "25"},
    {"icfpt2014", "first a", "2A"},
    {"icfpt2014", "second a 53e0", "3A53e0"},
    {"icfpt2014", "move 53e0", "453e0"},
    {"icfpt2014", "move zzzz", "4zzzz"},  // wrong ones, too
    {"icfpt2014", "end", "9"},
    {"icfpt2013", "move 53e0 a8e0", "453e0a8e0"},
    {"heart-trax", "first", "-W\n"},
    {"heart-trax", "first w", "-W\n"},
    {"heart-trax", "second", "-B\n"},
    {"heart-trax", "move @0+", "@0+\n"},
    {"heart-trax", "stand-by", "--\n"},
    {"icfpt2014", R"(bytes \x30\x0a)", "0\n"},
    {"icfpt2014", R"(bytes 2 5 \x0D)", "25\r"},
    {"icfpt2014", R"(bytes "2 5" \t\\\")", "2 5\t\\\""},
    {"icfpt2014", R"("0\n")", "0\n"},
    {"icfpt2014", "# hello", "(no request)"},
    {"icfpt2014", "", "(no request)"},
};

const std::vector<Row> wrong_lines = {
    {"icfpt2014", "helo", "Unknown word \"helo\". Did you mean \"hello\"?"},
    {"icfpt2014", "hello 5", "hello: found \"5\" behind it, allowed is nothing."},
    {"icfpt2014", "first", "first: found \"\", allowed is a start square: 5, A."},
    {"icfpt2014", "second 53e0", "second: found \"53e0\", allowed is a start square: 5, A."},
    {"icfpt2014", "stand-by", "Unknown word \"stand-by\""},
    {"icfpt2014", "\"0", "bytes: a quote is missing at the end."},
    {"icfpt2014", "bytes", "bytes: found 0 of them, allowed are 1 to 4096."},
    {"icfpt2014", R"(bytes \xz0)", R"(bytes: found "z" behind \x, allowed are two digits 0-9, a-f.)"},
    {"icfpt2014", R"(bytes \x3)", R"(bytes: \x needs two digits, as \x30.)"},
    {"icfpt2014", R"(bytes \q)", R"(bytes: found "\q", allowed behind a backslash)"},
    {"icfpt2014", "listen", "listen: found \"\", allowed is a time from 1ns to 600s"},
    {"icfpt2014", "listen 601s", "listen: found \"601s\", allowed is a time from 1ns to 600s"},
    {"icfpt2014", "listen 5", "listen: found \"5\""},
    {"icfpt2014", "glitch -3us", "glitch: found \"-3us\", allowed is a time from 1ns to 1s"},
    {"icfpt2014", "glitch nans", "glitch: found \"nans\""},
    {"icfpt2014", "rate 2", "rate: found \"2\", allowed is a share from -10% to +10%"},
    {"icfpt2014", "rate 11%", "rate: found \"11%\""},
    {"icfpt2014", "save", "save: the name of a file is missing."},
    {"course", "listen 1s", "Unknown word \"listen\""},  // files say nothing by themselves
    {"course", "\"0\"", "Unknown word"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(talk_lines)

BOOST_DATA_TEST_CASE(say_requests_in_the_words_of_the_contest, data::make(requests), row) {
  BOOST_TEST(sent(row.contest, row.line) == row.says);
}

BOOST_DATA_TEST_CASE(are_refused_with_what_is_allowed, data::make(wrong_lines), row) {
  const std::string why = refusal(row.contest, row.line);
  BOOST_TEST(why.starts_with(row.says), why);
}

BOOST_AUTO_TEST_CASE(tell_times_and_rates_in_their_units) {
  const Contest& contest = find_contest("icfpt2014");
  BOOST_TEST((std::get<Glitch>(read_line(contest, "glitch 3us")).width == 3us));
  BOOST_TEST((std::get<Glitch>(read_line(contest, "glitch 250 ns")).width == 250ns));
  BOOST_TEST((std::get<Listen>(read_line(contest, "listen 1.5ms")).span == 1500us));
  BOOST_TEST((std::get<Listen>(read_line(contest, "listen 600s")).span == 600s));
  BOOST_TEST(std::get<Rate>(read_line(contest, "rate +2%")).parts_per_million == 20'000);
  BOOST_TEST(std::get<Rate>(read_line(contest, "rate -1.5 %")).parts_per_million == -15'000);
  BOOST_TEST(std::get<Rate>(read_line(contest, "rate 300ppm")).parts_per_million == 300);
  BOOST_TEST(std::get<Save>(read_line(contest, "save a file ")).file == "a file");
}

BOOST_AUTO_TEST_CASE(hold_moves_with_blanks_between_semicolons) {
  const Contest& contest = find_contest("course");
  const Command command = read_line(contest, "move pattern19() ^ 5-5; PASS");
  const std::vector<protocol::Move> moves = std::get<Ask>(command).request.moves;
  BOOST_REQUIRE(moves.size() == 2U);
  BOOST_TEST(moves[0].text == "pattern19() ^ 5-5");
  BOOST_TEST(moves[1].text == "PASS");
}

/// Help names every word, and every word that it names is one.
BOOST_AUTO_TEST_CASE(are_listed_by_the_help_of_their_contest) {
  for (const Contest& contest : protocol::contests()) {
    const std::string text = help_text(contest);
    BOOST_TEST(contains(text, "  hello ") == contest.greets);
    BOOST_TEST(contains(text, "  stand-by ") == contest.stand_by);
    BOOST_TEST(contains(text, "  bytes ") == (contest.medium() == Medium::bytes));
  }
  BOOST_TEST(contains(help_text(find_contest("icfpt2014")), "  first 5|A "));
}

/// Whatever is typed is a command, or is refused as the user's mistake.
BOOST_AUTO_TEST_CASE(may_be_anything) {
  const std::vector<std::string> pieces = {"hello", "first", "second", "move",   "end",    "bytes", "\"",
                                           "\\x",   "\\",    "rate",   "glitch", "listen", " ",     "5",
                                           "A",     "+",     "-",      "%",      "1e999",  "us",    "nan",
                                           ";",     "\x80",  "\t",     "ppm",    "53e0",   "#"};
  Random random(7);
  for (const Contest& contest : protocol::contests()) {
    for (int i = 0; i < 3000; ++i) {
      std::string line;
      for (std::uint32_t left = random.below(6); left > 0; --left)
        line += pieces[random.below(static_cast<std::uint32_t>(pieces.size()))] +
                (random.below(2) == 0 ? " " : "");
      try {
        static_cast<void>(read_line(contest, line));
      } catch (const UsageError&) {
        continue;
      } catch (const std::exception& error) {
        BOOST_ERROR(contest.name << ": " << line << ": " << error.what());
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::talk
