/// Descriptions that are mended: nothing but the lines that are named changes.

#include "rig/doctor/rtl/description.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>

#include "conformance/run/tests/programs.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/toml_file.hpp"
#include "rig/base/whole_file.hpp"

using namespace rig::doctor;

namespace {

struct Row {
  const char* name;
  std::string text;
  std::vector<Change> changes;
  std::string wanted;
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.name;
}

const Row rows[] = {
    {"a value, its comment stays",
     "[clock]\nhz = 50_000_000  # X1\npin = \"clk\"\n",
     {{"clock", "hz", "27_000_000"}},
     "[clock]\nhz = 27_000_000  # X1\npin = \"clk\"\n"},
    {"a line goes, and its table with it",
     "name = \"a\"\n[ties]\nrst = 1\n",
     {{"ties", "rst", ""}},
     "name = \"a\"\n"},
    {"another line of the table stays",
     "[ties]\nrst = 1\nsw = 0\n",
     {{"ties", "rst", ""}},
     "[ties]\nsw = 0\n"},
    {"a key in quotes", "[ties]\n\"KEY[1]\" = 1\n", {{"ties", "KEY[1]", "0"}}, "[ties]\n\"KEY[1]\" = 0\n"},
    {"a new table",
     "name = \"a\"\n",
     {{"reset", "pin", "\"rst\""}},
     "name = \"a\"\n\n[reset]\npin = \"rst\"\n"},
    {"the first of several clocks",
     "[[clock]]\nhz = 1\n[[clock]]\nhz = 2\n",
     {{"clock", "hz", "3"}},
     "[[clock]]\nhz = 3\n[[clock]]\nhz = 2\n"},
};

}  // namespace

BOOST_DATA_TEST_CASE(lines_are_changed, rows, row) {
  BOOST_TEST(changed_text(row.text, "a.toml", row.changes) == row.wanted);
}

BOOST_AUTO_TEST_CASE(what_is_in_line_is_left_alone) {
  const Change change{"clock", "hz", "3"};
  BOOST_CHECK_THROW(changed_text("clock = { hz = 1 }\n", "a.toml", {&change, 1}), rig::UsageError);
}

BOOST_AUTO_TEST_CASE(what_is_inherited_is_known) {
  const conformance::testing_programs::TemporaryFolder folder;
  rig::write_whole(folder.file("a.toml"),
                   "sources = [\"a.v\"]\n[clock]\nhz = 5\npin = \"c\"\n[ties]\nsw = 3\ngpio = \"z\"\n");
  rig::write_whole(folder.file("b.toml"), "inherits = \"a.toml\"\n[clock]\nhz = 6\n");
  rig::write_whole(folder.file("a.v"), "parameter HZ = 25_000_000; // 115200\n");
  const Description description(folder.file("b.toml"));
  BOOST_TEST(description.number("clock", "hz").value() == 6);
  BOOST_TEST(description.text("clock", "pin").value() == "c");
  BOOST_TEST(description.ties().size() == 1U);
  BOOST_TEST(description.mentions(25'000'000));
  BOOST_TEST(!description.mentions(5'000'000));
  BOOST_TEST(!description.mentions(11'520));
}

BOOST_AUTO_TEST_CASE(what_is_written_elsewhere_names_the_same_files) {
  const conformance::testing_programs::TemporaryFolder folder;
  rig::write_whole(folder.file("a.toml"),
                   "sources = [\"a.v\", \"rig:uart/uart_rx.sv\"]\n[libraries]\nparts = [\"rtl/b.vhd\"]\n");
  const Description description(folder.file("a.toml"));
  BOOST_TEST(description.sources().size() == 3U);
  description.write(folder.file("c.toml"), {});
  const auto written = rig::parse_toml(rig::content_of_file(folder.file("c.toml")).value(), "c.toml");
  BOOST_TEST(written["sources"][0].value_or("") == folder.file("a.v"));
  BOOST_TEST(written["sources"][1].value_or("") == "rig:uart/uart_rx.sv");
  BOOST_TEST(written["libraries"]["parts"][0].value_or("") == folder.file("rtl/b.vhd"));
}
