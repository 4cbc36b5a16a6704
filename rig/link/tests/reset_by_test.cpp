#include "rig/link/reset/reset_by.hpp"

#include <boost/test/unit_test.hpp>

#include "rig/link/tests/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::milliseconds;
using Method = ResetBy::Method;

ResetBy by_command(const std::string& command) {
  return parse_reset("command:" + command);
}

std::string failure_of(const std::string& command) {
  return message_of<RigError>([&command] { perform_reset(by_command(command)); });
}

BOOST_AUTO_TEST_CASE(every_way_is_read_and_written) {
  for (const auto& [word, method] :
       {std::pair{"none", Method::none}, std::pair{"dtr", Method::dtr}, std::pair{"rts", Method::rts},
        std::pair{"ask", Method::ask}, std::pair{"command:./power-cycle 'port 3'", Method::command},
        std::pair{"power:uhubctl -a cycle -p 2", Method::power}}) {
    const ResetBy reset = parse_reset(word);
    BOOST_TEST((reset.method == method));
    BOOST_TEST(to_string(reset) == word);
  }
  BOOST_TEST(parse_reset("command:./power-cycle 'port 3'").command == "./power-cycle 'port 3'");
}

BOOST_AUTO_TEST_CASE(what_is_no_way_is_refused_with_the_known_ones) {
  for (const std::string word :
       {"", "DTR", "dtr ", " dtr", "button", "command", "Command:true", "power", "no"}) {
    const std::string message = message_of<UsageError>([&word] { parse_reset(word); });
    BOOST_TEST(message.starts_with("--reset: "), message);
    BOOST_TEST(contains(message, "dtr, rts, command:…, power:…, ask, reconnect, none"), message);
  }
}

BOOST_AUTO_TEST_CASE(a_command_that_cannot_be_cut_into_words_is_refused_before_anything_runs) {
  for (const char* command : {"", " ", "a | b", "a; b", "a 'b"}) {
    BOOST_CHECK_THROW(by_command(command), UsageError);
  }
  const std::string message = message_of<UsageError>([] { by_command(""); });
  BOOST_TEST(!contains(message, "exec:"), message);
}

BOOST_AUTO_TEST_CASE(a_command_that_succeeds_has_reset_the_board_which_then_settles) {
  const TemporaryFolder folder;
  ResetBy reset = by_command("touch " + (folder / "done").string());
  reset.settle = milliseconds(70);
  const Restart done = perform_reset(reset);
  BOOST_TEST(std::filesystem::exists(folder / "done"));
  BOOST_TEST(done.power_on);
  BOOST_TEST((done.settle == milliseconds(70)));
  BOOST_TEST(!done.new_stream);
  BOOST_TEST(done.note == "reset by \"touch " + (folder / "done").string() + "\"");
}

BOOST_AUTO_TEST_CASE(a_command_that_fails_is_an_error_of_the_rig_with_its_last_words) {
  BOOST_TEST(failure_of("false") == "The reset command \"false\" exited with status 1.");
  BOOST_TEST(
      failure_of("sh -c 'echo trying; echo no such relay >&2; exit 3'") ==
      "The reset command \"sh -c 'echo trying; echo no such relay >&2; exit 3'\" exited with status 3; "
      "its standard error: \"trying\" … \"no such relay\".");
  BOOST_TEST(contains(failure_of("sh -c 'kill -9 $$'"), "killed by signal 9 (SIGKILL)"));
}

BOOST_AUTO_TEST_CASE(a_command_that_is_not_there_is_an_error_of_the_rig) {
  BOOST_TEST(failure_of("/nowhere/power-cycle 3") ==
             "The program /nowhere/power-cycle cannot be started: No such file or directory.");
}

BOOST_AUTO_TEST_CASE(a_command_gets_no_input_and_what_it_leaves_running_is_killed) {
  BOOST_TEST(perform_reset(by_command("cat")).power_on, "it has waited for input");
  const LifeLock life;
  const std::string left = fixture("leaves_grandchild " + life.path() + " stay");
  BOOST_TEST(perform_reset(by_command("sh -c '" + left + " & sleep 0.3'")).power_on);
  BOOST_TEST(!life.somebody_lives());
}

BOOST_AUTO_TEST_CASE(a_command_may_say_very_much) {
  BOOST_TEST(perform_reset(by_command("sh -c 'head -c 3000000 /dev/zero'")).power_on);
}

BOOST_AUTO_TEST_CASE(a_person_is_asked_and_may_refuse) {
  ResetBy reset = parse_reset("ask");
  BOOST_TEST(message_of<RigError>([&reset] { perform_reset(reset); }) ==
             "Nobody is there to be asked for a reset of the board.");
  std::string asked;
  reset.ask = [&asked](const std::string& what) { asked = what; };
  const Restart done = perform_reset(reset);
  BOOST_TEST(done.power_on);
  BOOST_TEST(done.note == "reset by hand");
  BOOST_TEST((done.settle == reset.settle_time()));
  BOOST_TEST(asked == "Reset the board, then press Enter.");
  reset.ask = [](const std::string&) { throw RigError("The person went home."); };
  BOOST_TEST(message_of<RigError>([&reset] { perform_reset(reset); }) == "The person went home.");
}

BOOST_AUTO_TEST_CASE(a_power_cycle_is_told_as_such) {
  const Restart done = perform_reset(parse_reset("power:true"));
  BOOST_TEST(done.power_on);
  BOOST_TEST(done.note == "power taken and given by \"true\"");
  BOOST_TEST(message_of<RigError>([] { perform_reset(parse_reset("power:false")); }) ==
             "The power cycle \"false\" exited with status 1.");
}

BOOST_AUTO_TEST_CASE(what_the_programmer_printed_is_kept_as_a_terminal_would_show_it) {
  ResetBy reset;
  BOOST_TEST(load_bitstream(reset).empty());
  reset.program = "printf 'Load\\r  50%%\\r 100%%\\r\\n\\nDone \"top\"\\n'";
  const auto facts = load_bitstream(reset);
  BOOST_TEST(facts.at("programmer printed") == "\" 100%\", \"Done \\\"top\\\"\"");
  BOOST_TEST(facts.at("configured by").starts_with('"' + reset.program + "\", in "));
  reset.program = "seq 1 30";
  BOOST_TEST(load_bitstream(reset).at("programmer printed").starts_with("\"11\", \"12\""));
  reset.program = "true";
  BOOST_TEST(load_bitstream(reset).at("programmer printed") == "nothing");
  reset.program = "sh -c 'echo no cable >&2; exit 1'";
  BOOST_TEST(message_of<RigError>([&reset] { load_bitstream(reset); }) ==
             "The programmer \"sh -c 'echo no cable >&2; exit 1'\" exited with status 1; its standard error: "
             "\"no cable\".");
}

BOOST_AUTO_TEST_CASE(the_board_is_configured_again_after_its_power_alone) {
  const TemporaryFolder folder;
  for (const char* way : {"command:true", "ask", "power:true"}) {
    ResetBy reset = parse_reset(way);
    reset.program = "touch " + (folder / "done").string();
    Restart done;
    load_bitstream_again(reset, done);
    const bool by_power = reset.method == Method::power;
    BOOST_TEST(std::filesystem::exists(folder / "done") == by_power, way);
    BOOST_TEST(done.note == (by_power ? ", configured by \"" + reset.program + "\"" : ""));
  }
}

BOOST_AUTO_TEST_CASE(what_only_a_port_can_do_is_not_claimed) {
  for (const char* word : {"none", "dtr", "rts"}) {
    const Restart done = perform_reset(parse_reset(word));
    BOOST_TEST(!done.power_on);
    BOOST_TEST(done.note == "this link does not reset the board");
  }
}

}  // namespace
}  // namespace rig
