/// What a DUT's name says of the DUT: the row of its scheme.

#include <boost/test/unit_test.hpp>
#include <string>

#include "rig/base/errors.hpp"
#include "rig/dut/dut.hpp"

namespace rig::dut {

namespace {

struct Row {
  const char* name;
  const char* opening;
  ClockKind clock;
  /// A letter for each that it is: `o` opened once, `s` settles, `d` plays on disk, `p` starts a program, `c`
  /// runs code of others, `r` recorded.
  const char* capabilities;
  const char* far_end;
};

const Row rows[] = {
    {"rtl:rook?fault=late", "building the model rook", ClockKind::simulated, "sc", "RTL in simulated time"},
    {"rtl:my.toml", "building the model my.toml", ClockKind::simulated, "sc", "RTL in simulated time"},
    {"serial:/dev/x", "opening /dev/x", ClockKind::monotonic, "os", "a board on a serial port"},
    {"exec:./a ?b", "starting ./a ?b", ClockKind::monotonic, "pc", "a program over pipes"},
    {"pty:./a {port}", "starting ./a {port}", ClockKind::monotonic, "pc", "a program on a pseudo-terminal"},
    {"tcp:a:1", "opening a:1", ClockKind::monotonic, "os", "a board or a program over TCP"},
    {"tcp-listen:1", "waiting for a connection on 1", ClockKind::monotonic, "os",
     "a board or a program over TCP"},
    {"labgrid:a.yaml", "opening a.yaml", ClockKind::monotonic, "os", "a board that labgrid names"},
    {"files:./a", "starting ./a", ClockKind::monotonic, "dpc",
     "a program that is started for each move, over files"},
    {"guifiles:./a", "starting ./a", ClockKind::monotonic, "dpc",
     "a program that plays whole games, over files"},
    {"builtin:chess?team=A", "opening chess", ClockKind::virtual_time, "",
     "a player of the rig's own, in virtual time"},
    {"transcript:a?b", "opening a?b", ClockKind::virtual_time, "r", ""},
};

std::string capabilities_of(const DutName& name) {
  std::string letters;
  if (opens_once(name)) letters += 'o';
  if (settles(name)) letters += 's';
  if (plays_on_disk(name)) letters += 'd';
  if (starts_a_program(name)) letters += 'p';
  if (runs_code_of_others(name)) letters += 'c';
  if (is_recorded(name)) letters += 'r';
  return letters;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(the_name_of_a_dut)

BOOST_AUTO_TEST_CASE(says_what_it_can) {
  for (const Row& row : rows) {
    BOOST_TEST_CONTEXT(row.name) {
      const DutName name = parse_dut_name(row.name);
      BOOST_TEST(name.text == row.name);
      BOOST_TEST((clock_of(name) == row.clock));
      BOOST_TEST(keeps_own_time(name) == (row.clock != ClockKind::monotonic));
      BOOST_TEST(is_simulated(name) == (row.clock == ClockKind::simulated));
      BOOST_TEST(capabilities_of(name) == row.capabilities);
      BOOST_TEST(opening_text(name) == row.opening);
      BOOST_TEST(kind_of_far_end(row.name) == row.far_end);
    }
  }
}

BOOST_AUTO_TEST_CASE(keeps_its_settings_apart) {
  const DutName name = parse_dut_name("builtin:chess?fault=late&team=A");
  BOOST_TEST(name.target == "chess");
  BOOST_TEST((name.settings == std::map<std::string, std::string>{{"fault", "late"}, {"team", "A"}}));
  const DutName design = with_power_on(with_power_on(parse_dut_name("rtl:rook"), "zero"), "1");
  BOOST_TEST(design.text == "rtl:rook?power_on=zero&power_on=1");
  BOOST_TEST(design.settings.at("power_on") == "1");
}

BOOST_AUTO_TEST_CASE(is_refused_where_it_means_nothing) {
  for (const char* const name : {"rook", "rlt:rook", "rtl:", "rtl:rook?falt=late", "rtl:rook?fault="})
    BOOST_CHECK_THROW(parse_dut_name(name), UsageError);
  BOOST_TEST(kind_of_far_end("rlt:rook").empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::dut
