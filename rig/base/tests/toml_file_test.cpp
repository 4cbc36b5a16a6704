/// TOML of strangers: what is right is read, and what would hurt the parser is refused first, at its line.

#include "rig/base/toml_file.hpp"

#include <fmt/format.h>

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ctime>
#include <string>

#include "rig/base/errors.hpp"
#include "rig/tests/contains.hpp"

namespace rig {

namespace data = boost::unit_test::data;

namespace {

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

/// `a.a.a`, of so many parts.
std::string dotted(std::size_t parts) {
  return "a" + repeated(".a", parts - 1);
}

/// Empty: it was read.
std::string refusal_of(const std::string& text) {
  try {
    parse_toml(text, "some.toml");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

struct Row {
  std::string what;
  std::string text;
  std::string refusal = {};
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.what;
}

const std::string too_deep = "found what is nested 33 deep; allowed: at most 32.";
const std::string too_many = "found 10001 keys, tables, lists and items of lists; allowed: at most 10000.";

const std::vector<Row> hostile = {
    {"40,000 dotted keys", "\n" + dotted(40'000) + " = 1\n", "line 2: " + too_deep},
    {"dotted keys with blanks and quotes", "a" + repeated(" . \"a\"", 40'000) + " = 1\n",
     "line 1: " + too_deep},
    {"a deep header", "x = 1\n[" + dotted(40'000) + "]\n", "line 2: " + too_deep},
    {"a deep header of a list", "[[" + dotted(40'000) + "]]\n", "line 1: " + too_deep},
    {"a key below a header", "[" + dotted(20) + "]\n" + dotted(13) + " = 1\n", "line 2: " + too_deep},
    {"a key behind a header", "[a]" + dotted(32) + " = 1\n", "line 1: " + too_deep},
    {"nested lists", "a = " + repeated("[", 40'000) + repeated("]", 40'000), "line 1: " + too_deep},
    {"nested tables", "a = " + repeated("{ a = ", 40'000) + "1" + repeated("}", 40'000),
     "line 1: " + too_deep},
    {"lists of tables, over many lines", "a = " + repeated("[\n{ a = ", 40'000), "line 12: " + too_deep},
    {"a dotted key in a table of a list", "a = [1, { b = 2, " + dotted(30) + " = 3 }]\n",
     "line 1: " + too_deep},
    {"behind a string that ends in quotes", "a = \"\"\"x\\\"\"\"\"\"\"\n" + dotted(33) + " = 1\n",
     "line 2: " + too_deep},
    {"behind a string of two lines", "a = '''\n\\'''\n" + dotted(33) + " = 1\n", "line 3: " + too_deep},
    {"behind a line that goes on", "a = \"\"\"\\\n  b\"\"\"\n" + dotted(33) + " = 1\n",
     "line 3: " + too_deep},
    {"behind empty strings", "a = [\"\", '', \"\"\"\"\"\", '''''']\n" + dotted(33) + " = 1\n",
     "line 2: " + too_deep},
    {"behind a mark of byte order", "\xEF\xBB\xBF[" + dotted(33) + "]\n", "line 1: " + too_deep},
    {"with the line ends of DOS", "a = 1 # '\r\n" + dotted(33) + " = 1\r\n", "line 2: " + too_deep},
    {"numbers in a list", "a = [" + repeated("1,", 200'000) + "]\n", "line 1: " + too_many},
    {"empty tables in a list", "a = [" + repeated("{},\n", 100'000) + "]\n", "line 5000: " + too_many},
    {"more than a MiB", "# " + repeated("x", std::size_t{1} << 20U),
     "some.toml: found 1048578 bytes; allowed: at most 1048576."},
    {"no TOML", "a = 1\nb = [\n", "some.toml, line "},
    {"curly quotes", "a = 1\nb = \u201Cx\u201D\n",
     "type. It has curly quotes; TOML has straight ones: \" or '."},
    {"curly single quotes", "b = \u2018x\u2019\n", "It has curly quotes"},
    {"a path of Windows", "b = [\"src\\x.v\"]\n", "a backslash begins an escape; write paths with /."},
    {"a blank that does not break", "a\u00A0= 1\n", "write an ordinary one."},
    {"a slip in another line", "a = '\\'\nb = ?\n", "could not determine value type."},
    {"UTF-16",
     std::string("\xFF\xFE"
                 "a\0=\0",
                 6),
     "some.toml: found text in UTF-16; allowed: UTF-8."},
    {"no TOML, and deep behind that", "a = ?\nb = 1\n", "some.toml, line 1: "},
};

std::string many_tables() {
  std::string text;
  for (int i = 0; text.size() < largest_toml - 100; ++i) text += fmt::format("[t{}]\n", i);
  return text;
}

const std::vector<Row> right = {
    {"nothing", ""},
    {"behind a mark of byte order", "\xEF\xBB\xBF# x\na = 1\n"},
    {"a key of 32 parts", dotted(32) + " = 3.5\n"},
    {"32 deep in all ways", "[a.b]\nc.d = [{ e.f = [1.5, 2.5] }, {}]\n" + dotted(29) + " = { }\n"},
    {"a list that is long, and one behind it", "a = [" + repeated("1.5, ", 5000) + "]\nb = [[1.5], [2.5]]\n"},
    {"brackets, dots and quotes in strings",
     "a = \"" + repeated("[{.\\\"", 100) + "\"\nb = '" + repeated("[{.\"", 100) + "'\nc = \"\"\"\n" +
         repeated("[{.\"\"\n\\\"\"\"", 100) + "\"\"\"\nd = '''" + repeated("[{.''\n", 100) + "'''\n"},
    {"strings that end in a backslash or a quote",
     "a = 'C:\\'\nb = \"\\\\\"\nc = '''x'''''\nd = \"\"\"\"\"\"\n"},
    {"brackets and quotes in comments",
     "a = 1 # " + repeated("[{.'\"", 100) + "\n# " + repeated("[", 100) + "\nb = 2\n"},
    {"comments in a list", "a = [ # ]]\n  1, # [[[\n  2,\n]\nb = 1\n"},
    {"dots in a quoted key", "\"" + repeated("a.", 100) + "\" = 1\n['" + repeated("b.", 100) + "']\n"},
    {"dots in dates and numbers", "a = 2031-05-04T07:32:00.999\nb = [" + repeated("1.5, ", 100) + "]\n"},
    {"a value behind each of many headers", repeated("[[a.b]]\nc = 1.5\n", 3000)},
};

}  // namespace

BOOST_DATA_TEST_CASE(what_would_hurt_the_parser_is_refused_at_its_line, data::make(hostile), row) {
  const std::string refusal = refusal_of(row.text);
  BOOST_TEST(contains(refusal, row.refusal), "it says: " << refusal);
}

BOOST_DATA_TEST_CASE(what_is_right_is_read, data::make(right), row) {
  BOOST_TEST(refusal_of(row.text) == "");
}

BOOST_AUTO_TEST_CASE(as_many_tables_as_fit_are_refused_at_once_and_all_that_are_allowed_are_read_soon) {
  const std::string tables = many_tables();
  const std::clock_t begin = std::clock();
  BOOST_TEST(contains(refusal_of(tables), too_many));
  const std::clock_t refused_at = std::clock();
  std::string allowed;
  for (std::size_t i = 0; i < most_in_toml; ++i) allowed += fmt::format("[t{}]\n", i);
  BOOST_TEST(refusal_of(allowed) == "");
  BOOST_TEST(refused_at - begin < CLOCKS_PER_SEC / 10);
  BOOST_TEST(std::clock() - refused_at < 2 * CLOCKS_PER_SEC);
}

}  // namespace rig
