/// Contests in files: forty that are broken, each refused with file, line and word; and what right ones come
/// to.

#include "rig/protocol/contest_file.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "conformance/suite/catalogue.hpp"
#include "conformance/suite/faults.hpp"
#include "conformance/suite/options.hpp"
#include "conformance/suite/texts.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/tests/contains.hpp"

using namespace conformance;
using rig::saying;
using rig::UsageError;
using rig::protocol::Contest;
using rig::protocol::find_contest;
using rig::protocol::learn_contest;

namespace {

/// What a file has to begin with: three lines.
std::string head(const std::string& inherits) {
  return "name = \"mine\"\ntitle = \"Mine\"\ninherits = \"" + inherits + "\"\n";
}

struct Broken {
  std::string text;
  std::string line;  ///< what the error says of the place
  std::string word;  ///< and of what is wrong there
};
std::ostream& operator<<(std::ostream& out, const Broken& broken) {
  return out << broken.word;
}

const std::string duo = head("icfpt2014");
const std::string trax = head("heart-trax");

const std::vector<Broken> broken_files = {
    // the file as a whole
    {"", "line 1", "inherits is missing"},
    {"name = ", "line 1", "end-of-file"},
    {duo + "name = \"again\"\n", "line 4", "name"},
    {duo + "bitrate = 9600\n", "line 4", "Did you mean \"bit-rate\""},
    {duo + "[limit]\n", "line 4", "Did you mean \"limits\""},
    {"title = \"x\"\ninherits = \"icfpt2014\"\n", "line 1", "name is missing"},
    {"name = \"mine\"\ninherits = \"icfpt2014\"\n", "line 1", "title is missing"},
    {"name = \"Mine!\"\ntitle = \"x\"\ninherits = \"icfpt2014\"\n", "line 1", "small letters"},
    {"name = \"course\"\ntitle = \"x\"\ninherits = \"icfpt2014\"\n", "line 1",
     "no contest of this program has"},
    {"name = \"mine\"\ntitle = \"x\"\ninherits = \"icfpt2041\"\n", "line 3", "Did you mean \"icfpt2014\""},
    {"name = \"mine\"\ntitle = \"x\"\ninherits = 2014\n", "line 3", "inherits"},
    // common keys
    {duo + "bit-rate = 100\n", "line 4", "from 300 to"},
    {duo + "bit-rate = \"fast\"\n", "line 4", "a whole number"},
    {duo + "greets = 1\n", "line 4", "true or false"},
    {duo + "next-match = \"soon\"\n", "line 4", "specified, unspecified, after-a-start"},
    {duo + "seats = [\"first on (5,5)\"]\n", "line 4", "opposite"},
    {duo + "stand-by = true\n", "line 4", "there is no such request"},
    {duo + "limits = 3\n", "line 4", "a table, [limits]"},
    {duo + "[limits]\nmove = 0\n", "line 5", "limits.move"},
    {duo + "[limits]\nmoves = 1\n", "line 5", "Did you mean \"limits.move\""},
    {duo + "[team]\nshortest = 1\nlongest = 3\n", "line 6", "no line end ends a team code"},
    {duo + "[team]\nshortest = 0\nlongest = 3\n", "line 5", "from 1 to 64"},
    {duo + "greets = false\n[team]\nwords = \"x\"\n", "line 5", "there is no greeting"},
    {head("course") + "[limits]\nmove = 1\n", "line 4", "what is said in course is fixed"},
    // the tables of families
    {trax + "[four-letters]\nhello = \"0\"\n", "line 4", "four-letters"},
    {duo + "[four-letters]\nhello = \"00\"\n", "line 5", "one character"},
    {duo + "[four-letters]\nfirst = \"2Z\"\n", "line 5", "\"2X\""},
    {duo + "[four-letters]\nmoves = [\"4XXXXX\"]\n", "line 5", "four or eight letters"},
    {duo + "[four-letters]\nend = \"0\"\n", "line 5", "begin differently"},
    {duo + "[four-letters]\nsecond-opens = \"blind\"\n", "line 4", "two moves"},
    {trax + "[trax-lines]\nhello = \"-W\"\n", "line 5", "not -W, -B or --"},
    {trax + "[trax-lines]\nboard = 5\n", "line 5", "8 and more"},
    // settings
    {duo + "[settings.time]\nusual = \"1\"\n", "line 4", "settings.time.sets is missing"},
    {duo + "[settings.time]\nsets = [\"limits.move\"]\nusual = \"soon\"\n", "line 6", "a number of seconds"},
    {duo + "[settings.rate]\nsets = [\"bit-rate\"]\nvalues = [\"9600\", \"9\"]\nwhat = \"x\"\n", "line 4",
     "settings.rate.values has \"9\": bit-rate is 9"},
    // clauses and faults
    {duo + "[clauses]\nleft_out = [\"LINE-99\"]\n", "line 5", "LINE-99"},
    {duo + "[clauses.differs]\nINIT-1 = { level = \"must\" }\n", "line 5", "mandatory, recommended"},
    {duo + "[clauses.sources]\nINITS = \"x\"\n", "line 5", "Did you mean \"clauses.sources.INIT\""},
    {duo + "[[clauses.requirement]]\nid = \"OTHER-1\"\n", "line 5", "begins with \"MINE"},
    {duo + "[faults]\nleft_out = [\"latte\"]\n", "line 5", "Did you mean \"late\""},
    {duo + "[faults.differs]\nlate = { requirement = \"MINE-MOVE-77\" }\n", "line 5",
     "a clause of this contest"},
    {duo + "[referee.clauses]\nlevel = \"x\"\n", "line 5", "referee.clauses.level"},
};

std::string written(const std::string& name, const std::string& text) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / name;
  rig::write_whole(path.string(), text);
  return path.string();
}

/// As certify takes it.
std::string told(const std::string& path) {
  RunOptions options;
  for (const RunOption& option : run_options()) {
    if (option.name == "contest") option.parse(options, {path});
  }
  return options.contest;
}

}  // namespace

BOOST_AUTO_TEST_CASE(there_are_forty_broken_files) {
  BOOST_TEST(broken_files.size() >= 40U);
}

BOOST_DATA_TEST_CASE(a_broken_file_is_refused_by_file_line_and_word,
                     boost::unit_test::data::make(broken_files), broken) {
  static int number = 0;
  std::string text = broken.text;  // each has a name of its own, so that none stands in the way of another
  rig::replace_all(text, "\"mine\"", "\"mine" + std::to_string(++number) + "\"");
  const std::string path = written("broken-contest-" + std::to_string(number) + ".toml", text);
  BOOST_CHECK_EXCEPTION(told(path), UsageError, saying({path, broken.line, broken.word}));
  std::filesystem::remove(path);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_there_is_refused_by_its_name) {
  BOOST_CHECK_EXCEPTION(find_contest("/nowhere/mine.toml"), UsageError, saying({"/nowhere/mine.toml"}));
}

BOOST_AUTO_TEST_CASE(what_a_file_does_not_say_is_as_it_is_inherited) {
  const Contest& plain =
      learn_contest("plain.toml", "name = \"plain\"\ntitle = \"Plain\"\ninherits = \"icfpt2014\"\n");
  const Contest& base = find_contest("icfpt2014");
  BOOST_TEST(rig::protocol::differences(plain, base).empty());
  BOOST_TEST(plain.title == "Plain");
  BOOST_TEST((plain.hints != nullptr));
  const Catalogue own = load_catalogue("plain");
  BOOST_TEST(own.all().size() == load_catalogue("icfpt2014").all().size());
  BOOST_TEST((own.by_id("PLAIN-INIT-1") != nullptr));
  BOOST_TEST(has_clauses("plain-referee"));
  for (const Fault& fault : fault_table("plain")) BOOST_TEST(fault.not_applicable.empty(), fault.name);
}

BOOST_AUTO_TEST_CASE(what_it_says_is_spoken) {
  const Contest& other = learn_contest(
      "other.toml",
      "name = \"other\"\ntitle = \"Other\"\ninherits = \"icfpt2014\"\nbit-rate = 9600\n[limits]\nmove = 2.5\n"
      "[team]\nshortest = 4\nlongest = 4\n[four-letters]\nhello = \"?\"\nanswer = \"OK\"\nend = \"\"\n");
  const auto& dialect = *other.dialect->bytes();
  BOOST_TEST(other.baud == 9600U);
  BOOST_TEST(rig::to_text(dialect.encode(other.hello)) == "?");
  BOOST_TEST((dialect.expects({rig::protocol::RequestKind::move, {}, {}}).deadline ==
              std::chrono::milliseconds(2500)));
  BOOST_TEST(
      (dialect.expects({rig::protocol::RequestKind::first, {}, {}}).deadline == std::chrono::seconds(1)));
  BOOST_TEST(dialect.parse_reply(other.hello, rig::to_bytes("OKTEAM")).value.text == "TEAM");
  BOOST_TEST(
      (dialect.parse_reply(other.hello, rig::to_bytes("1")).state == rig::protocol::ParseState::malformed));
  BOOST_TEST(!other.end.has_value());
  BOOST_TEST(rig::protocol::differences(other, find_contest("icfpt2014")).size() >= 6U);
  BOOST_TEST(rig::protocol::contest_hash(other) != rig::protocol::contest_hash(find_contest("icfpt2014")));
}

BOOST_AUTO_TEST_CASE(faults_that_cannot_show_say_why) {
  learn_contest(
      "mute.toml",
      "name = \"mute\"\ntitle = \"Mute\"\ninherits = \"heart-trax\"\ngreets = false\nstand-by = false\n"
      "[clauses]\nleft_out = [\"LINE-12\"]\n");
  std::map<std::string, std::string> reasons;
  for (const Fault& fault : fault_table("mute")) reasons[fault.name] = fault.not_applicable;
  BOOST_TEST(reasons.at("late-name") == "there is no handshake");
  BOOST_TEST(reasons.at("answers-stand-by") == "there is no \"--\"");
  BOOST_TEST(reasons.at("late").empty());
}

BOOST_AUTO_TEST_CASE(a_setting_sets_the_keys_that_it_names) {
  const std::string text =
      "name = \"timed\"\ntitle = \"Timed\"\ninherits = \"icfpt2014\"\n[settings.time]\nsets = "
      "[\"limits.move\"]\n"
      "usual = \"3\"\n[settings.rate]\nsets = [\"bit-rate\"]\nvalues = [\"9600\", \"4800\"]\nwhat = \"bits "
      "per second\"\n";
  learn_contest("timed.toml", text);
  const auto limit = [](const Contest& contest) {
    return contest.dialect->expects({rig::protocol::RequestKind::move, {}, {}}).deadline;
  };
  BOOST_TEST((limit(find_contest("timed")) == std::chrono::seconds(3)));
  BOOST_TEST(find_contest("timed").baud == 9600U);
  const Contest& chosen = find_contest("timed", {{}, {{"time", "0.5"}, {"rate", "4800"}}});
  BOOST_TEST((limit(chosen) == std::chrono::milliseconds(500)));
  BOOST_TEST(chosen.baud == 4800U);
  BOOST_CHECK_EXCEPTION(find_contest("timed", {{}, {{"time", "soon"}}}), UsageError, saying({"--set time"}));
  BOOST_CHECK_EXCEPTION(find_contest("timed", {{}, {{"rate", "1"}}}), UsageError, saying({"--set rate"}));
}

BOOST_AUTO_TEST_CASE(two_files_of_one_name_are_refused_and_the_same_one_is_not) {
  const std::string text = "name = \"twin\"\ntitle = \"Twin\"\ninherits = \"icfpt2014\"\n";
  const Contest& one = learn_contest("one.toml", text);
  BOOST_TEST(&learn_contest("two.toml", text) == &one);
  BOOST_CHECK_EXCEPTION(learn_contest("two.toml", text + "admission = false\n"), UsageError,
                        saying({"two.toml, line 1", "one.toml"}));
}

BOOST_AUTO_TEST_CASE(a_run_carries_the_file_to_workers_and_replays) {
  const std::string text =
      "name = \"carried\"\ntitle = \"Carried\"\ninherits = \"icfpt2014\"\nbit-rate = 9600\n";
  const std::string path = written("carried-contest.toml", text);
  RunOptions options;
  options.contest = told(path);
  std::filesystem::remove(path);
  const std::map<std::string, std::string> words = to_words(options);
  BOOST_TEST(words.at("contest") == "carried");
  BOOST_TEST(words.at("contest-text") == text);
  BOOST_TEST(rig::contains(on_command_line(options), "--contest " + path));
  BOOST_TEST((to_words(options_from_words(words)) == words));
  std::map<std::string, std::string> elsewhere = words;
  elsewhere["contest"] = "afar";
  elsewhere["contest-text"] =
      "name = \"afar\"\ntitle = \"Afar\"\ninherits = \"icfpt2014\"\nbit-rate = 4800\n";
  BOOST_TEST(contest_of(options_from_words(elsewhere)).baud == 4800U);
}

BOOST_AUTO_TEST_CASE(the_contests_that_come_in_files_have_at_most_sixty_lines) {
  int described = 0;
  for (const Contest& contest : rig::protocol::contests()) {
    if (contest.file == nullptr) continue;
    ++described;
    const std::string& text = contest.file->text;
    BOOST_TEST(std::count(text.begin(), text.end(), '\n') <= 60, contest.name);
  }
  BOOST_TEST(described >= 6);
}
