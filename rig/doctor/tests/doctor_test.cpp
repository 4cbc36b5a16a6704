/// Mistakes of a first day, made in a right design: each is named in the first two lines.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "conformance/run/tests/programs.hpp"
#include "rig/base/whole_file.hpp"

using namespace conformance::testing_programs;

namespace {

/// One text in place of another.
struct Edit {
  std::string was;
  std::string is;
};

struct Mistake {
  const char* name;
  std::vector<Edit> source;       ///< in tang_nano.v
  std::vector<Edit> description;  ///< in tang_nano.toml
  std::vector<std::string> told;  ///< in the first two lines
  bool mended = false;            ///< --fix makes a right board of it
};

std::ostream& operator<<(std::ostream& out, const Mistake& mistake) {
  return out << mistake.name;
}

const Edit no_reset = {"[reset]\npin = \"sys_rst_n\"\nactive = 0\ncycles = 16\n", ""};
const std::string reset_line = "[uart]\n";

const Mistake mistakes[] = {
    {"clock of 50 MHz", {}, {{"hz = 27_000_000", "hz = 50_000_000"}}, {"clock.hz", "27 MHz"}, true},
    {"clock of 12 MHz", {}, {{"hz = 27_000_000", "hz = 12_000_000"}}, {"clock.hz", "27 MHz"}, true},
    {"bit rate of the description", {}, {{"115200", "9600"}}, {"uart.baud", "baud = 115200"}, true},
    {"reset of the other level", {}, {{"active = 0", "active = 1"}}, {"reset.active", "active low"}, true},
    {"reset is not named", {}, {no_reset}, {"sys_rst_n", "[reset], not in [ties]"}, true},
    {"reset is tied high",
     {},
     {no_reset, {reset_line, "[ties]\nsys_rst_n = 1\n\n[uart]\n"}},
     {"sys_rst_n", "[reset]"},
     true},
    {"reset is tied low",
     {},
     {no_reset, {reset_line, "[ties]\nsys_rst_n = 0\n\n[uart]\n"}},
     {"sys_rst_n", "[reset]"},
     true},
    {"rx and tx exchanged",
     {},
     {{"rx = \"uart_rx\"", "rx = \"uart_tx\""}, {"\ntx = \"uart_tx\"", "\ntx = \"uart_rx\""}},
     {"exchanged"},
     true},
    {"tx inverted", {{"uart_tx = tx_data[0]", "uart_tx = ~tx_data[0]"}}, {}, {"uart_tx is inverted"}},
    {"rx inverted", {{"{rx[1:0], uart_rx}", "{rx[1:0], ~uart_rx}"}}, {}, {"uart_rx is inverted"}},
    {"both lines inverted",
     {{"uart_tx = tx_data[0]", "uart_tx = ~tx_data[0]"}, {"{rx[1:0], uart_rx}", "{rx[1:0], ~uart_rx}"}},
     {},
     {"uart_rx and uart_tx are inverted"}},
    {"9600 bit/s",
     {{"BIT = 234", "BIT = 2813"},
      {"reg  [8:0] rx_wait", "reg  [12:0] rx_wait"},
      {"reg [7:0] tx_wait", "reg [12:0] tx_wait"},
      {"rx_wait <= 116", "rx_wait <= 1406"},
      {"rx_wait <= 233", "rx_wait <= 2812"}},
     {},
     {"9600 bit/s", "115200"}},
    {"sends at 230400 bit/s", {{"BIT = 234", "BIT = 117"}}, {}, {"listens at 115200", "sends at 2307"}},
    {"the most significant bit is sent first",
     {{"{1'b1, text[31:24], 1'b0}",
       "{1'b1, text[24], text[25], text[26], text[27], text[28], text[29], text[30], text[31], 1'b0}"}},
     {},
     {"most significant bit goes first"}},
    {"the most significant bit is read first",
     {{"{rx[1], rx_data[7:1]}", "{rx_data[6:0], rx[1]}"}},
     {},
     {"most significant bit goes first"}},
    {"even parity is sent",
     {{"tx_data <= {1'b1, text[31:24], 1'b0}", "tx_data <= {^text[31:24], text[31:24], 1'b0}"},
      {"tx_bit  <= 10;", "tx_bit  <= 11;"}},
     {},
     {"even parity"}},
    {"two stop bits are wanted",
     {{"rx_bit  <= 10;", "rx_bit  <= 11;"},
      {"10:      if (rx[1]) rx_bit <= 0;", "11:      if (rx[1]) rx_bit <= 0;\n\t\t\t\t2:       ;"}},
     {},
     {"two stop bits"}},
    {"needs two seconds",
     {{"input  wire       sys_rst_n,", "input  wire       rst_pin,"},
      {"localparam BIT",
       "reg [26:0] por = 0;\nalways @(posedge sys_clk) if (por != 54000000) por <= por + 1;\n"
       "wire sys_rst_n = rst_pin & (por == 54000000);\nlocalparam BIT"}},
     {{"sys_rst_n", "rst_pin"}},
     {"from power-on", "settle"},
     true},
    {"a button holds the reset",
     {{"input  wire       sys_rst_n,", "input  wire       rst_pin,\n\tinput wire btn,"},
      {"localparam BIT", "wire sys_rst_n = rst_pin & btn;\nlocalparam BIT"}},
     {{"sys_rst_n", "rst_pin"}, {reset_line, "[ties]\nbtn = 0\n\n[uart]\n"}},
     {"ties.btn = 0", "reset"},
     true},
    {"a switch chooses the other mode",
     {{"input  wire       uart_rx,", "input  wire       uart_rx,\n\tinput wire [3:0] mode,"},
      {"uart_tx = tx_data[0]", "uart_tx = tx_data[0] | ~mode[2]"}},
     {{reset_line, "[ties]\nmode = 1\n\n[uart]\n"}},
     {"ties.mode = 1", "with 5"},
     true},
    {"tx is constant", {{"uart_tx = tx_data[0]", "uart_tx = 1'b1"}}, {}, {"cannot be built"}},
};

struct Mutant {
  std::string dut;
  std::string contest;
  std::string told;
};

std::ostream& operator<<(std::ostream& out, const Mutant& mutant) {
  return out << mutant.dut;
}

const Mutant mutants[] = {
    {"rtl:blokus_duo?fault=half-rate", "icfpt2014", "listens at 115200 bit/s and sends at 57"},
    {"rtl:blokus_duo?fault=double-rate", "icfpt2014", "listens at 115200 bit/s and sends at 230"},
    {"rtl:blokus_duo?fault=two-stop-bits", "icfpt2014", "needs two stop bits"},
    {"rtl:blokus_duo?fault=fast-bits", "icfpt2014", "bit rate is +4.0 % off"},
    {"rtl:blokus_duo?fault=forgets-reset", "icfpt2014", "Registers that nothing resets"},
    {"rtl:blokus_duo?fault=late-hello", "icfpt2014", "comes too late"},
    {"rtl:trax", "aut-trax", "speaks heart-trax, not aut-trax"},
};

void edit(std::string& text, const std::vector<Edit>& edits) {
  for (const Edit& one : edits) {
    std::size_t at = text.find(one.was);
    if (at == std::string::npos) throw std::runtime_error("no such text: " + one.was);
    text.replace(at, one.was.size(), one.is);
  }
}

/// Of what is no progress of a build.
std::string first_two_lines(const std::string& text) {
  std::string found;
  std::istringstream in(text);
  int lines = 0;
  for (std::string line; lines < 2 && std::getline(in, line);) {
    if (line.starts_with("building ") || line.starts_with("built ")) continue;
    found += line + '\n';
    ++lines;
  }
  return found;
}

Outcome doctor(const std::vector<std::string>& words) {
  std::vector<std::string> all = {"doctor", "--contest", "icfpt2014"};
  all.insert(all.end(), words.begin(), words.end());
  return run(RIG, all, {CACHE, COMPILER});
}

}  // namespace

BOOST_DATA_TEST_CASE(names_the_mistake, mistakes, mistake) {
  const TemporaryFolder folder;
  std::string source = rig::content_of_ordinary_file(DUTS "/tang_nano/tang_nano.v");
  std::string description = rig::content_of_ordinary_file(DUTS "/tang_nano/tang_nano.toml");
  edit(source, mistake.source);
  edit(description, mistake.description);
  rig::write_whole(folder.file("tang_nano.v"), source);
  rig::write_whole(folder.file("tang_nano.toml"), description);
  const std::string dut = "rtl:" + folder.file("tang_nano.toml");
  const Outcome told = doctor({dut, "--fix"});
  BOOST_TEST_CONTEXT(told.output) {
    BOOST_TEST(told.status == 1);
    for (const std::string& word : mistake.told)
      BOOST_TEST((first_two_lines(told.output).find(word) != std::string::npos), word);
    const bool changed = rig::content_of_ordinary_file(folder.file("tang_nano.toml")) != description;
    BOOST_TEST(changed == mistake.mended);
    BOOST_TEST(std::filesystem::exists(folder.file("tang_nano.toml.before")) == mistake.mended);
  }
  if (!mistake.mended) return;
  const Outcome after = doctor({dut});
  BOOST_TEST(after.status == 0, after.output);
}

BOOST_AUTO_TEST_CASE(an_oscillator_that_is_divided_wrongly_is_named_and_the_description_left_alone) {
  const TemporaryFolder folder;
  std::string source = rig::content_of_ordinary_file(DUTS "/upduino/upduino.v");
  std::string description = rig::content_of_ordinary_file(DUTS "/upduino/upduino.toml");
  edit(source, {{"0b10", "0b01"}});
  edit(description, std::vector<Edit>(5, {"../icebreaker", DUTS "/icebreaker"}));
  rig::write_whole(folder.file("upduino.v"), source);
  rig::write_whole(folder.file("upduino.toml"), description);
  const Outcome told = doctor({"rtl:" + folder.file("upduino.toml"), "--fix"});
  BOOST_TEST_CONTEXT(told.output) {
    BOOST_TEST(told.status == 1);
    for (const char* word : {"made for 12 MHz", "24 MHz of its oscillator", "208 clocks per bit"})
      BOOST_TEST((first_two_lines(told.output).find(word) != std::string::npos), word);
    BOOST_TEST(rig::content_of_ordinary_file(folder.file("upduino.toml")) == description);
  }
}

BOOST_DATA_TEST_CASE(an_echo_is_named, boost::unit_test::data::make({"two_clocks", "vhdl_echo"}), board) {
  const Outcome told = doctor({std::string("rtl:" DUTS "/") + board + "/" + board + ".toml"});
  BOOST_TEST(told.status == 1);
  BOOST_TEST((first_two_lines(told.output).find("sends back what it receives") != std::string::npos),
             told.output);
}

BOOST_DATA_TEST_CASE(of_a_right_board_nothing_is_told,
                     boost::unit_test::data::make({"de1", "genesys2", "icebreaker", "tang_nano", "ulx3s",
                                                   "upduino"}),
                     board) {
  const Outcome told = doctor({std::string("rtl:" DUTS "/") + board + "/" + board + ".toml"});
  BOOST_TEST(told.status == 0);
  BOOST_TEST(first_two_lines(told.output).starts_with("nothing is wrong"), told.output);
}

BOOST_DATA_TEST_CASE(names_the_fault_of_a_player, mutants, mutant) {
  const Outcome told = run(RIG, {"doctor", mutant.dut, "--contest", mutant.contest}, {CACHE, COMPILER});
  BOOST_TEST(told.status == 1);
  BOOST_TEST((first_two_lines(told.output).find(mutant.told) != std::string::npos), told.output);
}

BOOST_AUTO_TEST_CASE(of_the_projects_players_nothing_is_told) {
  BOOST_TEST(doctor({"rtl:blokus_duo"}).status == 0);
  BOOST_TEST(run(RIG, {"doctor", "rtl:trax", "--contest", "heart-trax"}).status == 0);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_looked_at_is_refused) {
  BOOST_TEST(doctor({"builtin:blokus"}).status == 2);
  BOOST_TEST(doctor({"rtl:blokus_duo", "--fix"}).status == 2);
  BOOST_TEST(doctor({"rtl:nowhere.toml"}).status == 2);
  BOOST_TEST(run(RIG, {"doctor", "rtl:blokus_duo", "--contest", "course"}).status == 2);
}
