/// What a DUT's name says of the DUT: the row of its scheme.

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "rig/base/errors.hpp"
#include "rig/dut/dut.hpp"
#include "rig/tests/contains.hpp"

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
    {"exec:./a ?b", "starting ./a ?b", ClockKind::monotonic, "spc", "a program over pipes"},
    {"pty:./a {port}", "starting ./a {port}", ClockKind::monotonic, "spc", "a program on a pseudo-terminal"},
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

BOOST_AUTO_TEST_SUITE(what_was_typed)

namespace {

/// What is said of a name, as a run opens it: it is parsed, checked, and opened.
std::string said_of(const std::string& typed) {
  try {
    const DutName name = parse_dut_name(typed);
    check_dut(name, {});
    if (is_simulated(name)) open_traced_model(name, {protocol::Contest{}, 0, {}, {}});
  } catch (const UsageError& error) {
    return error.what();
  }
  return "nothing";
}

/// A folder of a team, in which these names are typed.
class TeamFolder {
 public:
  TeamFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "rig-test-XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(name.data()) != nullptr);
    folder_ = name;
    for (const char* folder : {"src", "empty", "reports/run", "my_run"})
      std::filesystem::create_directories(folder_ / folder);
    for (const char* file : {"my_board.toml", "src/x.v", "engine", "reports/run/transcript.jsonl",
                             "reports/run/report.json", "my_run/transcript.jsonl"})
      std::ofstream(folder_ / file) << "\n";
    std::filesystem::current_path(folder_);
  }
  ~TeamFolder() {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
  std::filesystem::path folder_;
};

struct Guess {
  const char* typed;
  const char* said;
};

const Guess guesses[] = {
    {"/dev/ttyUSB0", "does not say how to reach it. Did you mean serial:/dev/ttyUSB0?"},
    {"ttyACM1", "Did you mean serial:/dev/ttyACM1?"},
    {"serial:ttyNONE7", "There is no device ttyNONE7. Did you mean serial:/dev/ttyNONE7?"},
    {"usb:0403:6001", "Did you mean serial:usb:0403:6001?"},
    {"COM3", "COM3 is the name of a port on Windows"},
    {"serial:COM12", "here it is one like serial:/dev/ttyUSB0. `rig ports` lists"},
    {"serial:/dev/ttyNONE7", "nothing"},
    {"my_board.toml", "Did you mean rtl:my_board.toml? A referee is named by --referee my_board.toml."},
    {"my_board", "Did you mean rtl:my_board.toml?"},
    {"rtl:my_board", "is no model. Did you mean rtl:my_board.toml?"},
    {"rtl:x.v", "is no model. A design is tested by its description: rig new-dut . writes one"},
    {"src/x.sv", "rig new-dut src writes one from the sources, and --dut rtl:FILE.toml uses it."},
    {"rtl:src", "rig new-dut src writes one"},
    {"src/", "rig new-dut src/ writes one"},
    {"my.qsf", "rig new-dut . writes one"},
    {"transcript:reports", "is no transcript. Did you mean transcript:reports/run/transcript.jsonl?"},
    {"transcript:my_run", "Did you mean transcript:my_run/transcript.jsonl?"},
    {"transcript:empty", "empty is a folder, and a transcript is a file"},
    {"transcript:reports/run/report.json", "Did you mean transcript:reports/run/transcript.jsonl?"},
    {"reports/run/report.json", "Did you mean transcript:reports/run/transcript.jsonl?"},
    {"my_run", "Did you mean transcript:my_run/transcript.jsonl?"},
    {"old.jsonl", "Did you mean transcript:old.jsonl?"},
    {"./engine", "Did you mean exec:./engine?"},
    {"engine", "Did you mean exec:./engine?"},
    {"./engine --stdio", "Did you mean 'exec:./engine --stdio'?"},
    {"python3 player.py", "Did you mean 'exec:python3 player.py'?"},
    {"localhost:7000", "Did you mean tcp:localhost:7000?"},
    {"EXEC:./engine", "Unknown kind of link \"EXEC\". Did you mean \"exec\"?"},
    {"serail:/dev/x", "Unknown kind of link \"serail\". Did you mean \"serial\"?"},
    {"rook", "does not say how to reach it, as in "},
    {"rtl:rook", "Unknown model \"rook\"."},
    {"transcript:old.jsonl", "nothing"},
    {"rtl:none.toml", "There is no file \"none.toml\"."},
};

}  // namespace

BOOST_AUTO_TEST_CASE(is_guessed_at) {
  const TeamFolder here;
  for (const Guess& guess : guesses) {
    const std::string said = said_of(guess.typed);
    BOOST_TEST(contains(said, guess.said), guess.typed << ": " << said);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::dut
