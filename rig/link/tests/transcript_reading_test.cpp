/// Which files are transcripts, and where and why all others are refused.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "rig/base/errors.hpp"
#include "rig/link/tests/transcript_fixtures.hpp"
#include "rig/link/transcript/chain.hpp"
#include "rig/link/transcript/occasion.hpp"
#include "rig/link/transcript/transcript.hpp"

namespace rig::report {
namespace {

namespace data = boost::unit_test::data;
using namespace rig::testing;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(files)

BOOST_AUTO_TEST_CASE(keep_names_that_are_no_utf8) {
  TranscriptHeader header = some_header();
  header.dut = "exec:" + no_utf8;
  header.partial = {no_utf8};
  header.options["team"] = no_utf8;
  LinkInfo info = board()->info();
  info.name = header.dut;
  info.facts["command"] = no_utf8;
  const TemporaryFile file(to_text({header, {{"Some.Case", {segment_line("Some.Case", header, info)}}}}));
  const Transcript read = read_transcript(file.path());
  BOOST_TEST(read.header.dut == header.dut);
  BOOST_TEST((read.header.partial == header.partial));
  BOOST_TEST((read.header.options == header.options));
  const LinkInfo kept = link_in_segment_line(read.segments.at("Some.Case").front());
  BOOST_TEST(kept.name == info.name);
  BOOST_TEST((kept.facts == info.facts));
}

BOOST_AUTO_TEST_CASE(without_a_case_are_well_formed) {
  const TemporaryFile file(to_text({some_header(), {}}));
  BOOST_TEST(read_transcript(file.path()).segments.empty());
}

BOOST_AUTO_TEST_CASE(that_are_missing_or_empty_are_refused_by_name) {
  expect_refused("", "empty");
  const TemporaryFile missing;
  BOOST_CHECK_EXCEPTION(read_transcript(missing.path()), UsageError, saying({missing.path()}));
}

BOOST_AUTO_TEST_CASE(that_never_end_or_are_nested_deeply_are_refused) {
  const TemporaryFile file;
  std::filesystem::create_symlink("/dev/zero", file.path());
  BOOST_CHECK_EXCEPTION(read_transcript(file.path()), UsageError, saying({file.path(), "found a device"}));
  const std::string occasion = occasion_path(file.path());
  std::filesystem::create_symlink("/dev/zero", occasion);
  BOOST_CHECK_EXCEPTION(read_occasion(file.path(), ""), UsageError, saying({occasion, "found a device"}));
  expect_refused("{\"transcript\": " + std::string(1'000'000, '['), "line 1", "nested 33 deep");
}

/// A file that is refused, and the line at which.
struct Refused {
  std::string what;
  std::vector<std::string> lines;
  int line;
};
std::ostream& operator<<(std::ostream& out, const Refused& refused) {
  return out << refused.what;
}

LinkInfo some_link() {
  LinkInfo info;
  info.name = "builtin:blokus?fault=late";
  info.has_wire = true;
  info.facts = {{"clock_hz", "50000000"}};
  return info;
}
const std::string case_line = segment_line("Some.Case", some_run, some_link());
const std::string header_line = [] {
  const std::string text = to_text({some_header(), {{"Some.Case", {case_line}}}});
  return split_chained(text.substr(0, text.find('\n'))).value().line;
}();
const std::string note_line = R"(["note","n"])";

std::string header_without(const std::string& key) {
  nlohmann::json header = nlohmann::json::parse(header_line);
  header.erase(key);
  return header.dump();
}
std::string header_with(const std::string& key, const nlohmann::json& value) {
  nlohmann::json header = nlohmann::json::parse(header_line);
  header[key] = value;
  return header.dump();
}

const std::vector<Refused> refused_files = {
    {"an empty first line", {"", header_line}, 1},
    {"no JSON", {"hello"}, 1},
    {"half a header", {header_line.substr(0, 40)}, 1},
    {"a header that is a list", {"[1]"}, 1},
    {"no version", {header_without("transcript")}, 1},
    {"an earlier version", {header_with("transcript", 1)}, 1},
    {"a later version", {header_with("transcript", 4)}, 1},
    {"a version that is a word", {header_with("transcript", "1")}, 1},
    {"no contest", {header_without("contest")}, 1},
    {"an empty contest", {header_with("contest", "")}, 1},
    {"no plan", {header_without("plan")}, 1},
    {"a seed that is a word", {header_with("seed", "7")}, 1},
    {"an option that is a number", {header_with("options", {{"games", 2}})}, 1},
    {"a case where the header should be", {case_line}, 1},
    {"an operation before a case", {header_line, note_line}, 2},
    {"a case without a name", {header_line, R"({"link":{}})"}, 2},
    {"a case that is half there", {header_line, case_line.substr(0, 30)}, 2},
    {"a case whose name is a number", {header_line, R"({"case":5})"}, 2},
    {"an operation that is half there", {header_line, case_line, note_line, R"(["note","n)"}, 4},
    {"an operation that is no list", {header_line, case_line, "\"note\"", note_line}, 3},
    {"an operation without a name", {header_line, case_line, "[]", note_line}, 3},
    {"an empty line among the operations", {header_line, case_line, "", note_line}, 3},
    {"a second header", {header_line, case_line, note_line, header_line}, 4},
    {"an unknown key in the header", {header_with("verdict", "certified"), case_line}, 1},
    {"a program that is a number", {header_with("program", 1), case_line}, 1},
    {"a seed below zero", {header_with("seed", -1), case_line}, 1},
    {"a seed with a fraction", {header_with("seed", 1.5), case_line}, 1},
    {"no links", {header_without("links"), case_line}, 1},
    {"a plan with a case twice", {header_with("plan", {"Some.Case", "Some.Case"}), case_line}, 1},
};
BOOST_DATA_TEST_CASE(that_are_malformed_are_refused_at_their_line, data::make(refused_files), refused) {
  expect_refused(chained_text(refused.lines), "line " + std::to_string(refused.line));
}

/// A line that no recording writes, and what is said of it.
struct Impossible {
  std::string line;
  std::string said;
};
std::ostream& operator<<(std::ostream& out, const Impossible& impossible) {
  return out << impossible.line;
}
const std::vector<Impossible> impossible_lines = {
    {R"(["receive",[5,5],"byte",99999,[1,1],[2,2]])", "99999"},
    {R"(["receive",[5,5],"byte",256,[1,1],[2,2]])", "from 0 to 255"},
    {R"(["receive",[5,5],"byte",-1,[1,1],[2,2]])", "from 0 to 255"},
    {R"(["receive",[5,5],"byte",49.5,[1,1],[2,2]])", "49.5"},
    {R"(["receive",[5,5],"byte",49.0,[1,1],[2,2]])", "49.0"},
    {R"(["receive",[5,5],"byte",true,[1,1],[2,2]])", "true"},
    {R"(["receive",[5,5],"byte","1",[1,1],[2,2]])", "\"1\""},
    {R"(["receive",[5,5],"byte",49,[3,1],[4,4]])", "[3,1] ends before it begins"},
    {R"(["receive",[5,5],"byte",49,[3,3],[2,2]])", "time goes backwards"},
    {R"(["receive",[6,5],"byte",49,[1,1],[2,2]])", "[6,5] ends before it begins"},
    {R"(["receive",[5,5],"byte",49,[1,1],[2,9223372036854775807]])", "out of range"},
    {R"(["receive",[5,5],"byte",49,[-9223372036854775808,1],[2,2]])", "out of range"},
    {R"(["receive",[5,5],"byte",49,[-1152921504606846977,1],[2,2]])", "out of range"},
    {R"(["receive",[5,5],"byte",49,[1,1],[2,18446744073709551615]])", "18446744073709551615"},
    {R"(["receive",[5,5],"byte",49,[1,1,1],[2,2]])", "4/2"},
    {R"(["receive",[5,5],"byte",49,[1,1],[2,2],"more"])", "\"6\" is not allowed here"},
    {R"(["receive",[5,5],"framing",300,[1,1]])", "300"},
    {R"(["receive",[5,5],"smoke",[1,1]])", "smoke"},
    {R"(["receive",[5,5],"timeout"])", "index"},
    {R"(["send","32",[1,1],[5,5],[4,4]])", "time goes backwards"},
    {R"(["send","3",[1,1],[4,4],[5,5]])", "no bytes in hex"},
    {R"(["send","3G",[1,1],[4,4],[5,5]])", "no bytes in hex"},
    {R"(["send","3A",[1,1],[4,4],[5,5]])", "where a recording has \"3a\""},
    {R"(["health",-1,0,0,0,0])", "below zero"},
    {R"(["health",1,0,0,0,4294967296])", "4294967296"},
    {R"(["health",9223372036854775807,0,0,0,0])", "out of range"},
    {R"(["reset",1,[1,1],""])", "boolean"},
    {R"(["reseed",-1])", "-1"},
    {R"(["rate",-1])", "-1"},
    {R"(["hints","text"])", "array"},
    {R"(["hints",[]])", "without a text"},
    {R"(["wire","gap",-5])", "below zero"},
    {R"(["wire","bit-rate",2147483648])", "2147483648"},
    {R"(["wire","smoke"])", "smoke"},
    {R"(["wire","framing",256,[1,1],[2,2]])", "256"},
    {R"(["wire","break",7,[3,3],[2,2]])", "time goes backwards"},
    {R"(["wire","edges",[[5,5,0],[4,4,1]]])", "time goes backwards"},
    {R"(["wire","edges",[[5,5,2]]])", "level"},
    {R"(["smoke"])", "smoke"},
    {R"(["note",{"hex":"41"}])", "\"A\""},
    {R"(["note",{"hex":"ff","why":"x"}])", "why"},
};
BOOST_DATA_TEST_CASE(that_hold_what_no_recording_writes_are_refused, data::make(impossible_lines),
                     impossible) {
  expect_refused(chained_text({header_line, case_line, note_line, impossible.line}), "line 4",
                 impossible.said);
}

BOOST_AUTO_TEST_CASE(in_which_time_goes_backwards_are_refused_at_the_later_line) {
  const auto refuses = [](const std::string& before, const std::string& after) {
    expect_refused(chained_text({header_line, case_line, before, note_line, after}), "line 5",
                   "time goes backwards");
    // Of two links each has a time of its own.
    const std::string other = segment_line("Other.Case", some_run, some_link());
    const TemporaryFile apart(
        to_text({some_header(), {{"Some.Case", {case_line, before}}, {"Other.Case", {other, after}}}}));
    BOOST_CHECK_NO_THROW(read_transcript(apart.path()));
  };
  const std::string byte = R"(["receive",[90,90],"byte",49,[10,10],[20,20]])";
  refuses(byte, R"(["receive",[90,90],"byte",49,[1,1],[9,9]])");
  refuses(byte, R"(["receive",[90,90],"break",0,[9,9]])");
  refuses(byte, R"(["receive",[90,90],"hang-up","",[9,9]])");
  const std::string sent = R"(["send","32",[1,1],[10,10],[20,20]])";
  refuses(sent, R"(["send","32",[1,1],[8,8],[9,9]])");
  refuses(sent, R"(["wire","glitch",1,2,[9,9],[9,9]])");
  refuses(R"(["reset",true,[10,10],""])", R"(["reset",true,[9,9],""])");
  refuses(R"(["wire","edges",[[10,10,0]]])", R"(["wire","edges",[[9,9,1]]])");
}

BOOST_AUTO_TEST_CASE(in_which_instants_only_overlap_are_read) {
  const TemporaryFile file(chained_text(
      {header_line, case_line, R"(["send","32",[1,1],[10,30],[20,40]])",
       R"(["receive",[90,90],"byte",49,[5,25],[15,35]])", R"(["receive",[90,90],"byte",49,[4,24],[14,34]])",
       R"(["receive",[90,90],"hang-up","",[13,13]])", R"(["receive",[90,90],"timeout",[90,90]])",
       R"(["receive",[90,90],"byte",49,[30,80],[40,80]])"}));
  BOOST_CHECK_NO_THROW(read_transcript(file.path()));
}

std::string case_with(const std::string& pointer, const nlohmann::json& value) {
  nlohmann::json line = nlohmann::json::parse(case_line);
  line[nlohmann::json::json_pointer(pointer)] = value;
  return line.dump();
}

/// A segment's first line in which one fact was changed: refused, with both values.
struct Contradiction {
  std::string pointer;
  nlohmann::json value;
  std::string recorded;
};
std::ostream& operator<<(std::ostream& out, const Contradiction& one) {
  return out << one.pointer;
}
std::string shown(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}
const std::vector<Contradiction> contradictions = {
    {"/program", "9.9.9", "0.1.0"},
    {"/contest", "aut-trax", "icfpt2014"},
    {"/dut", "rtl:other", "builtin:blokus?fault=late"},
    {"/seed", 7, "18446744073709551615"},
    {"/link/name", "rtl:other", "builtin:blokus?fault=late"},
    {"/link/description", "another board", "\"\""},
    {"/link/clock", "simulated", "monotonic"},
    {"/link/can_reset", true, "false"},
    {"/link/resets_by_hand", true, "false"},
    {"/link/has_wire", false, "true"},
    {"/link/hold_back_ns", 5, "0"},
    {"/link/uncertainty_ns", 5, "0"},
    {"/link/facts/clock_hz", "1", "50000000"},
};
BOOST_DATA_TEST_CASE(whose_segment_contradicts_the_header_are_refused_with_both_values,
                     data::make(contradictions), one) {
  expect_refused(chained_text({header_line, case_with(one.pointer, one.value), note_line}), "line 2",
                 one.pointer.substr(1), shown(one.value), one.recorded, "line 1");
}

BOOST_DATA_TEST_CASE(whose_header_contradicts_the_segments_are_refused_with_both_values,
                     data::make(contradictions), one) {
  nlohmann::json header = nlohmann::json::parse(header_line);
  const bool of_link = one.pointer.starts_with("/link");
  const std::string place = of_link ? "/links/0" + one.pointer.substr(5) : one.pointer;
  header[nlohmann::json::json_pointer(place)] = one.value;
  expect_refused(chained_text({header.dump(), case_line, note_line}), shown(one.value), one.recorded);
}

BOOST_AUTO_TEST_CASE(whose_links_are_more_than_an_opening_apart_are_refused) {
  LinkInfo slower = some_link();
  slower.hold_back = 5ms;
  slower.uncertainty = 6ms;
  slower.facts["hold-back"] = "measured again";
  LinkInfo other = slower;
  other.facts["clock_hz"] = "1";
  LinkInfo simulated = some_link();
  simulated.clock_kind = ClockKind::simulated;
  LinkInfo slower_simulated = slower;
  slower_simulated.clock_kind = ClockKind::simulated;
  const auto played_on = [](const LinkInfo& one, const LinkInfo& two) {
    return to_text({some_header(),
                    {{"Some.Case", {segment_line("Some.Case", some_run, one)}},
                     {"Other.Case", {segment_line("Other.Case", some_run, two)}}}});
  };
  BOOST_CHECK_NO_THROW(read_transcript(TemporaryFile(played_on(some_link(), slower)).path()));
  expect_refused(played_on(some_link(), other), "line 1", "links/1/facts/clock_hz", "\"1\"", "50000000");
  // Only in real time does an opening measure.
  expect_refused(played_on(simulated, slower_simulated), "line 1", "links/1");
}

BOOST_AUTO_TEST_CASE(whose_header_contradicts_itself_or_the_list_of_segments_are_refused) {
  const auto refuses = [](const std::vector<std::string>& lines, const auto&... parts) {
    expect_refused(chained_text(lines), parts...);
  };
  nlohmann::json options = {{"contest", "aut-trax"}};
  refuses({header_with("options", options), case_line}, "line 1", "\"icfpt2014\"", "\"aut-trax\"", "options");
  options = {{"dut", "rtl:other"}};
  refuses({header_with("options", options), case_line}, "line 1", "\"rtl:other\"", "options/dut");
  options = {{"seed", "5"}};
  refuses({header_with("options", options), case_line}, "line 1", "18446744073709551615", "options/seed");
  refuses({header_line, case_line, note_line, case_line}, "line 4", "Some.Case", "line 2");
  refuses({header_line, segment_line("Third.Case", some_run, some_link())}, "line 2", "Third.Case", "plan");
  refuses({header_line}, "line 1", "no case was played on the link");
  refuses({header_with("links", nlohmann::json::array()), case_line}, "line 2", "line 1 lists none");
  refuses({header_line, case_with("/verdict", "pass")}, "line 2", "\"verdict\" is not allowed here");
  refuses({header_line, case_with("/link/verdict", "pass")}, "line 2", "verdict");
  std::string twice = case_line;
  twice.insert(1, R"("seed":1,)");
  refuses({header_line, twice}, "line 2", "\"seed\" appears twice");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::report
