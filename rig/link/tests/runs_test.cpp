/// A flood in a transcript: one line for many bytes, and nothing of it lost.

#include "rig/link/transcript/runs.hpp"

#include <boost/test/unit_test.hpp>

#include "rig/base/errors.hpp"
#include "rig/link/link.hpp"
#include "rig/link/transcript/times.hpp"
#include "rig/link/transcript/transcript.hpp"
#include "rig/tests/contains.hpp"

namespace rig {
namespace {

using Lines = std::vector<std::string>;

std::string byte_line(int value, const std::string& at = "[10,12]") {
  return R"(["receive",[100,100],"byte",)" + std::to_string(value) + "," + at + "," + at + "]";
}

/// As many bytes that came together, counting up.
Lines together(std::size_t count, const std::string& at = "[10,12]") {
  Lines lines;
  for (std::size_t i = 0; i < count; ++i) lines.push_back(byte_line(static_cast<int>(i % 256), at));
  return lines;
}

Lines joined(const Lines& lines) {
  Lines told;
  RunsOfBytes runs([&](const std::string& line) { told.push_back(line); });
  for (const std::string& line : lines) runs.add(line);
  runs.end();
  return told;
}

Lines operator+(Lines first, const Lines& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(runs)

BOOST_AUTO_TEST_CASE(lines_of_sends_and_receives_tell_when_they_had_ended) {
  const std::pair<const char*, std::optional<Duration>> lines[] = {
      {R"(["send","30",[1,2],[3,4],[5,6]])", Duration(6)},
      {R"(["receive",[9,9],"byte",49,[7,8],[8,9]])", Duration(9)},
      {R"(["receive",[20,21],"timeout",[20,21]])", Duration(21)},
      {R"(["reset",true,[5,6],"a note"])", std::nullopt},
      {R"(["health",0,0,0,0,0,0,0])", std::nullopt},
      {R"(["receive",[20,21],"timeout",[20)", std::nullopt},
      {R"({"case":"Handshake.AnswersEachTime"})", std::nullopt},
      {"", std::nullopt},
  };
  for (const auto& [line, end] : lines) BOOST_TEST((end_of_operation(line) == end), line);
}

BOOST_AUTO_TEST_CASE(an_answer_keeps_a_line_for_each_byte) {
  const Lines answer = Lines{R"(["send","30",[1,1],[2,2],[3,3]])"} + together(RunsOfBytes::told_each);
  BOOST_TEST(joined(answer) == answer, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_flood_has_one_line_for_what_came_together_and_is_whole_again) {
  const Lines flood = together(1000) + together(1000, "[20,30]") + Lines{R"(["note","end"])"} + together(200);
  const Lines told = joined(flood);
  BOOST_TEST(told.size() == 3 * (RunsOfBytes::told_each + 1) + 1);
  BOOST_TEST(told[RunsOfBytes::told_each].starts_with(R"(["receive",[100,100],"bytes","404142)"));
  BOOST_TEST(told[RunsOfBytes::told_each].ends_with(R"(",[10,12],[10,12]])"));
  BOOST_TEST(expand_runs(told) == flood, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_line_ends_with_its_longest_run) {
  const Lines flood = together(RunsOfBytes::told_each + 2 * RunsOfBytes::longest + 1);
  const Lines told = joined(flood);
  BOOST_TEST(told.size() == RunsOfBytes::told_each + 3);
  BOOST_TEST((expand_runs(told) == flood));
}

BOOST_AUTO_TEST_CASE(a_segment_that_ends_in_a_flood_is_whole) {
  Lines told;
  RunsOfBytes segments([&](const std::string& line) { told.push_back(line); });
  for (const std::string& line : together(100)) segments.add(line);
  segments.end();
  const Lines first = told;
  told.clear();
  for (const std::string& line : together(100)) segments.add(line);
  segments.end();
  BOOST_TEST(told == first, boost::test_tools::per_element());
  BOOST_TEST(expand_runs(told).size() == 100U);
}

/// What is played back are single bytes again, and a suite that does something else among them is refused.
BOOST_AUTO_TEST_CASE(a_flood_plays_back_byte_by_byte) {
  LinkInfo info;
  info.name = "exec:floods";
  const Lines segment = Lines{segment_line("Some.Case", {"0.1.0", "icfpt2014", "exec:floods", 1}, info)} +
                        joined(together(300));
  const std::unique_ptr<Link> link = link_of(replay(Medium::bytes, "Some.Case", segment));
  const Instant until = Instant::exactly(link->info().clock, Duration(100));
  for (int i = 0; i < 299; ++i) {
    const Event event = link->receive(until);
    const Byte* const byte = std::get_if<Byte>(&event);
    BOOST_TEST_REQUIRE(byte != nullptr);
    BOOST_TEST(byte->value == i % 256);
    BOOST_TEST(byte->last_bit.latest.count() == 12);
  }
  BOOST_CHECK_EXCEPTION(link->reset(), RigError, [](const RigError& error) {
    return contains(error.what(), R"(recorded "receive", the suite does "reset")");
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig
