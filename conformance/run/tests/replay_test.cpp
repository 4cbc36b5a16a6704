/// A transcript, judged again without its DUT, gives the same table of verdicts.

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "conformance/run/tests/chained_lines.hpp"
#include "conformance/run/tests/programs.hpp"

using namespace conformance::testing_programs;
using nlohmann::json;

namespace {

const std::string player = std::string("exec:") + BLOKUS_PLAYER + " --stdio";

struct Subject {
  std::string dut;
  std::string filter;
  std::string contest = "icfpt2014";
  std::vector<std::string> settings = {};
};

std::ostream& operator<<(std::ostream& out, const Subject& subject) {
  return out << subject.contest << ": " << subject.dut;
}

const std::vector<std::string> board_8 = {"--board", "8"};

const Subject subjects[] = {
    {"builtin:blokus", "*"},
    {"builtin:blokus?fault=late", "*"},
    {"builtin:blokus?fault=own-edge", "*"},
    {"builtin:blokus?fault=extra-byte", "*"},
    {"builtin:blokus?fault=hang-up", "*"},
    {"builtin:blokus?fault=no-pass", "*"},
    {"builtin:blokus?fault=new-name-each-game", "Handshake.*,FirstMove.*"},
    {"builtin:blokus?fault=talks-when-idle", "Patience.*"},
    {"rtl:blokus_duo", "Handshake.*,FirstMove.*,Rematch.*,Line.*"},
    {"rtl:blokus_duo?fault=fast-bits", "Line.*"},
    {"rtl:blokus_duo?fault=no-stop-check", "Line.*"},
    {"rtl:blokus_duo?fault=byte-after-9", "Handshake.*,Termination.*"},
    {"rtl:blokus_duo?fault=used-tile", "WholeGame.*"},
    {player, "Handshake.*,FirstMove.*,Pass.ByTheOpponent"},
    {player + " --fault own-edge", "Handshake.*,SecondMove.*,WholeGame.AgainstRandom"},
    {player + " --fault hang-up", "WholeGame.AgainstRandom"},
    {"exec:sleep 1000", "Handshake.*,FirstMove.*"},  // silent: patience ends, and cases are not run
    {"exec:tail -f", "Handshake.*"},                 // it reads, and what it says stays in its buffer
    {"builtin:trax?fault=names-not-shifted", "WholeGame.*,Role.*", "heart-trax"},
    {"rtl:trax", "Handshake.*,Line.*,Over.NoReplyAfterBoth", "heart-trax"},
    {"builtin:trax?fault=beyond-board", "WholeGame.*,Over.*", "aut-trax", board_8},
    {"rtl:trax", "Handshake.*,Over.*", "aut-trax", board_8},
    {"builtin:blokus", "*", "course"},
    {"builtin:blokus?fault=two-pieces", "*", "course"},
    {std::string("files:") + BLOKUS_COURSE, "Files.*,Program.*", "course"},
    {std::string("files:") + BLOKUS_COURSE + " --fault leaves-child", "Program.*", "course"},
    {std::string("guifiles:") + BLOKUS_USTC, "Messages.KeepTheirForm", "ustc"},
};

/// Minutes, of computing or in real time.
const Subject long_subjects[] = {
    {"rtl:blokus_duo", "*"},
    {player, "Handshake.*,FirstMove.*,WholeGame.*,Pass.*"},
    {"builtin:trax", "*", "heart-trax"},
    {"builtin:trax", "*", "aut-trax", board_8},
    {"builtin:blokus?fault=late", "*", "course"},
    {"builtin:blokus", "*", "ustc", {"--board", "20"}},
};

/// What must be equal: verdicts, requirements, findings, measurements. How a program was started, and where
/// its files are kept, is a matter of the machine on which it ran: no transcript has it.
json table_of(json report) {
  json table = json::object();
  for (json& one : report.at("cases")) {
    for (json& finding : one.at("findings")) {
      json& scene = finding.at("scene");
      if (scene.is_null()) continue;
      scene["commands"] = scene["folder"] = nullptr;
      if (scene.at("moves").empty() && scene.at("game") == 0 && scene.at("seat") == json("")) scene = nullptr;
    }
    for (const char* part :
         {"verdict", "reason", "requirements", "findings", "samples", "measurements", "shmoo", "counts"}) {
      table[one.at("id").get<std::string>()][part] = one.at(part);
    }
  }
  for (const json& requirement : report.at("requirements")) {
    table[requirement.at("id").get<std::string>()] = requirement.at("verdict");
  }
  return table;
}

json certify(std::vector<std::string> words, const TemporaryFolder& folder, Outcome& outcome) {
  words.insert(words.end(), {"--reports", "", "--quiet", "--json", folder.file("report.json")});
  outcome = run(CERTIFY, words);
  BOOST_TEST_REQUIRE(!content_of(folder.file("report.json")).empty(), outcome.output);
  return json::parse(content_of(folder.file("report.json")));
}

void check_replay_of(const Subject& subject) {
  const TemporaryFolder folder;
  Outcome live_run;
  Outcome replayed_run;
  std::vector<std::string> words = {"--contest",    subject.contest,       "--dut",  subject.dut,
                                    "--filter",     subject.filter,        "--seed", "21",
                                    "--transcript", folder.file("t.jsonl")};
  words.insert(words.end(), subject.settings.begin(), subject.settings.end());
  const json live = certify(words, folder, live_run);
  const json replayed = certify({"--dut", "transcript:" + folder.file("t.jsonl")}, folder, replayed_run);
  BOOST_TEST(replayed_run.status == live_run.status, replayed_run.output);
  BOOST_TEST((table_of(replayed) == table_of(live)), json::diff(table_of(live), table_of(replayed)).dump(1));
}

}  // namespace

BOOST_DATA_TEST_CASE(a_replay_gives_the_same_verdicts, boost::unit_test::data::make(subjects), subject) {
  check_replay_of(subject);
}

BOOST_DATA_TEST_CASE(a_replay_of_many_games_gives_the_same_verdicts,
                     boost::unit_test::data::make(long_subjects), subject) {
  check_replay_of(subject);
}

BOOST_AUTO_TEST_CASE(a_changed_byte_in_a_transcript_is_an_error_at_that_byte) {
  const TemporaryFolder folder;
  Outcome outcome;
  certify({"--contest", "icfpt2014", "--dut", "builtin:blokus", "--filter", "FirstMove.WhenItBegins",
           "--transcript", folder.file("t.jsonl")},
          folder, outcome);
  std::string text = content_of(folder.file("t.jsonl"));
  const std::string request = "[\"send\",\"3241\"";  // 2A
  BOOST_TEST_REQUIRE(text.find(request) != std::string::npos);
  text.replace(text.find(request), request.size(), "[\"send\",\"3245\"");
  std::ofstream(folder.file("t.jsonl")) << text;
  const Outcome refused = run(CERTIFY, {"--dut", "transcript:" + folder.file("t.jsonl"), "--reports", ""});
  BOOST_TEST(refused.status == 2, refused.output);
  const auto line_number =
      1 + std::count(text.begin(),
                     text.begin() + static_cast<std::ptrdiff_t>(text.find("[\"send\",\"3245\"")), '\n');
  BOOST_TEST(
      refused.output.find("line " + std::to_string(line_number) + ": the chain breaks") != std::string::npos,
      refused.output);
  // One who makes the chain anew has a transcript of a suite that asks otherwise.
  write_chained(folder.file("t.jsonl"), unchained(text));
  const json report = certify({"--dut", "transcript:" + folder.file("t.jsonl")}, folder, outcome);
  BOOST_TEST(outcome.status == 3, outcome.output);
  BOOST_TEST(report.at("cases").at(0).at("verdict") == "error");
  BOOST_TEST(report.at("cases").at(0).at("reason").get<std::string>().find("at byte 2 of a request") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_transcript_that_is_cut_off_is_an_error_of_the_case_it_cuts) {
  const TemporaryFolder folder;
  Outcome outcome;
  certify({"--contest", "icfpt2014", "--dut", "builtin:blokus", "--filter", "Handshake.*", "--transcript",
           folder.file("t.jsonl")},
          folder, outcome);
  const std::string text = content_of(folder.file("t.jsonl"));
  std::ofstream(folder.file("t.jsonl")) << text.substr(0, text.rfind('\n', text.size() - 2) + 1);
  const Outcome refused = run(CERTIFY, {"--dut", "transcript:" + folder.file("t.jsonl"), "--reports", ""});
  BOOST_TEST(refused.status == 2, refused.output);
  BOOST_TEST(refused.output.find("with the head of the chain, is missing") != std::string::npos,
             refused.output);
  std::vector<std::string> lines = unchained(text);
  lines.pop_back();
  write_chained(folder.file("t.jsonl"), lines);
  const json report = certify({"--dut", "transcript:" + folder.file("t.jsonl")}, folder, outcome);
  BOOST_TEST(outcome.status == 3, outcome.output);
  std::size_t errors = 0;
  for (const json& one : report.at("cases")) errors += one.at("verdict") == "error" ? 1U : 0U;
  BOOST_TEST(errors == 1);
}

BOOST_AUTO_TEST_CASE(options_that_contradict_the_transcript_are_refused) {
  const TemporaryFolder folder;
  Outcome outcome;
  certify({"--contest", "icfpt2014", "--dut", "builtin:blokus", "--filter", "Handshake.*", "--seed", "4",
           "--team", "RD", "--transcript", folder.file("t.jsonl")},
          folder, outcome);
  const auto replay = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"--dut", "transcript:" + folder.file("t.jsonl"), "--reports", ""});
    return run(CERTIFY, words);
  };
  BOOST_TEST(replay({"--transcript", folder.file("t.jsonl")}).status == 2);
  struct Contradiction {
    std::vector<std::string> words;
    std::string said;
  };
  for (const auto& [words, said] : std::vector<Contradiction>{
           {{"--contest", "aut-trax"}, "with --contest icfpt2014"},
           {{"--seed", "5"}, "with --seed 4"},
           {{"--board", "8"}, "without --board"},
           {{"--set", "tie=draw"}, "without --set"},
           {{"--capacity", "40"}, "without --capacity"},
           {{"--games", "3"}, "with --games 1"},
           {{"--team", "XY"}, "with --team RD"},
           {{"--team", ""}, "with --team RD"},
           {{"--reset", "dtr"}, "with --reset none"},
           {{"--settle", "2"}, "without --settle"},
           {{"--declared-reset"}, "without --declared-reset"},
           {{"--timeout-scale", "2"}, "with --timeout-scale 1"},
       }) {
    const Outcome refused = replay(words);
    BOOST_TEST(refused.status == 2, words[0]);
    BOOST_TEST(refused.output.find("was recorded " + said + ";") != std::string::npos, refused.output);
  }
  const Outcome same = replay({"--contest", "icfpt2014", "--seed", "4", "--games", "1", "--team", "RD",
                               "--reset", "none", "--timeout-scale", "1.0", "--declared-reset=no"});
  BOOST_TEST(same.status == outcome.status, same.output);
}

BOOST_AUTO_TEST_CASE(another_board_than_that_of_the_transcript_is_refused) {
  const TemporaryFolder folder;
  Outcome outcome;
  certify({"--contest", "aut-trax", "--board", "8", "--dut", "builtin:trax", "--filter", "FirstMove.*",
           "--transcript", folder.file("t.jsonl")},
          folder, outcome);
  const auto replay = [&](const std::string& board) {
    return run(CERTIFY, {"--dut", "transcript:" + folder.file("t.jsonl"), "--reports", "", "--board", board});
  };
  const Outcome other = replay("20");
  BOOST_TEST(other.status == 2, other.output);
  BOOST_TEST(other.output.find("recorded with --board 8") != std::string::npos, other.output);
  const Outcome same = replay("8");
  BOOST_TEST(same.status == 0, same.output);
}

namespace {

/// A whole recorded run of one short selection, line by line, to be changed, chained anew and judged again.
class Recording {
 public:
  Recording(const std::string& contest, const std::string& dut, const std::string& filter) {
    recorded_ = run(CERTIFY, {"--contest", contest, "--dut", dut, "--filter", filter, "--seed", "3",
                              "--reports", "", "--quiet", "--transcript", path()});
    lines = unchained(content_of(path()));
    BOOST_TEST_REQUIRE(lines.size() > 3, recorded_.output);
  }

  std::string path() const { return folder_->file("t.jsonl"); }
  const Outcome& recorded() const { return recorded_; }

  /// Changes one value of a line.
  void change(std::size_t line, const std::string& pointer, const json& value) {
    json whole = json::parse(lines.at(line));
    whole[json::json_pointer(pointer)] = value;
    lines.at(line) = whole.dump();
  }
  void change_header(const std::string& pointer, const json& value) { change(0, pointer, value); }
  /// Changes what stands in every segment.
  void change_segments(const std::string& pointer, const json& value) {
    for (std::size_t i = 1; i < lines.size(); ++i) {
      if (lines[i].front() == '{') change(i, pointer, value);
    }
  }

  Outcome replay() const {
    write_chained(path(), lines);
    return run(CERTIFY, {"--dut", "transcript:" + path(), "--reports", ""});
  }

  std::vector<std::string> lines;

 private:
  std::shared_ptr<TemporaryFolder> folder_ = std::make_shared<TemporaryFolder>();
  Outcome recorded_;
};

/// Exit 2, with the file, the line and all of these.
void refused(const Recording& recording, const std::vector<std::string>& said) {
  const Outcome outcome = recording.replay();
  BOOST_TEST(outcome.status == 2, outcome.output);
  BOOST_TEST(outcome.output.find(recording.path()) != std::string::npos, outcome.output);
  for (const std::string& part : said)
    BOOST_TEST(outcome.output.find(part) != std::string::npos,
               "\"" << part << "\" is missing: " << outcome.output);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_fact_changed_in_the_header_of_a_transcript_is_refused) {
  const Recording whole("icfpt2014", "rtl:blokus_duo", "Handshake.AnswersWithTeamCode");
  BOOST_TEST_REQUIRE(whole.replay().status == whole.recorded().status);
  struct Change {
    std::string pointer;
    json value;
    std::vector<std::string> said;
  };
  const std::vector<Change> changes = {
      {"/contest", "aut-trax", {"line 1", "\"aut-trax\"", "\"icfpt2014\""}},
      {"/dut", "serial:/dev/ttyUSB0", {"line 1", "serial:/dev/ttyUSB0", "rtl:blokus_duo"}},
      {"/seed", 4, {"line 1", "\"4\"", "\"3\""}},
      {"/program", "9.9.9", {"line 2", "\"program\"", "9.9.9"}},
      {"/options/contest", "aut-trax", {"line 1", "\"aut-trax\"", "\"icfpt2014\""}},
      {"/options/dut", "rtl:trax", {"line 1", "rtl:trax", "rtl:blokus_duo"}},
      {"/options/seed", "4", {"line 1", "\"4\"", "\"3\""}},
      {"/options/games", "02", {"line 1", "games", "\"02\"", "\"2\""}},
      {"/options/declared-reset", "perhaps", {"line 1", "declared-reset", "perhaps"}},
      {"/options/unheard-of", "1", {"line 1", "unheard-of"}},
      {"/links/0/facts/clock_hz", "1", {"line 2", "clock_hz", "\"1\""}},
      {"/links/0/facts/source_hash", "0", {"line 2", "source_hash", "\"0\""}},
      {"/links/0/description", "a board", {"line 2", "description", "a board"}},
      {"/plan/1", "Role.Standby", {"line 1", "Role.Standby", "icfpt2014"}},
  };
  for (const Change& change : changes) {
    BOOST_TEST_CONTEXT(change.pointer) {
      Recording changed = whole;
      changed.change_header(change.pointer, change.value);
      refused(changed, change.said);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_fact_changed_in_a_segment_of_a_transcript_is_refused) {
  const Recording whole("icfpt2014", "rtl:blokus_duo", "Handshake.AnswersWithTeamCode");
  for (const char* pointer : {"/program", "/contest", "/dut", "/link/name", "/link/description",
                              "/link/facts/clock_hz", "/link/facts/source_hash"}) {
    BOOST_TEST_CONTEXT(pointer) {
      Recording changed = whole;
      changed.change(1, pointer, "something else");
      refused(changed, {"line 2", std::string(pointer).substr(1), "something else", "line 1"});
    }
  }
  Recording changed = whole;
  changed.change(1, "/seed", 4);
  refused(changed, {"line 2", "seed", "4", "3"});
}

/// Whoever changes a name wherever it stands still has a link that is of something else.
BOOST_AUTO_TEST_CASE(a_name_changed_everywhere_in_a_transcript_contradicts_the_link) {
  const Recording whole("icfpt2014", "rtl:blokus_duo", "Handshake.AnswersWithTeamCode");
  const auto renamed = [&](const std::string& fact, const json& value, const json& option) {
    Recording changed = whole;
    changed.change_header("/" + fact, value);
    changed.change_header("/options/" + fact, option);
    changed.change_segments("/" + fact, value);
    return changed;
  };
  refused(renamed("dut", "rtl:trax", "rtl:trax"), {"rtl:trax", "rtl:blokus_duo"});
  refused(renamed("dut", "rtl:blokus_duo?fault=late", "rtl:blokus_duo?fault=late"), {"fault"});
  refused(renamed("dut", "builtin:blokus", "builtin:blokus"), {"virtual time", "simulated time"});
  refused(renamed("dut", "serial:/dev/ttyUSB0", "serial:/dev/ttyUSB0"), {"real time", "simulated time"});
  refused(renamed("dut", "transcript:t.jsonl", "transcript:t.jsonl"), {"itself a transcript"});
  refused(renamed("dut", "blokus", "blokus"), {"line 1", "blokus"});
  refused(renamed("seed", 4, "4"), {"\"seed\"", "\"3\"", "\"4\""});
  refused(renamed("contest", "aut-trax", "aut-trax"), {"aut-trax"});
  refused(renamed("contest", "chess", "chess"), {"line 1", "chess"});

  Recording builtin("icfpt2014", "builtin:blokus", "Handshake.AnswersWithTeamCode");
  builtin.change_header("/dut", "builtin:blokus?fault=late");
  builtin.change_header("/options/dut", "builtin:blokus?fault=late");
  builtin.change_segments("/dut", "builtin:blokus?fault=late");
  refused(builtin, {"builtin:blokus?fault=late", "its link is named \"builtin:blokus\""});
}

BOOST_AUTO_TEST_CASE(a_byte_that_is_no_byte_is_a_broken_file_and_no_fault_of_the_board) {
  Recording recording("icfpt2014", "builtin:blokus", "Handshake.AnswersWithTeamCode");
  for (std::size_t i = 1; i < recording.lines.size(); ++i) {
    const json line = json::parse(recording.lines[i]);
    if (!line.is_array() || line.size() < 4 || line[2] != "byte") continue;
    recording.change(i, "/3", 99999);
    return refused(recording, {"line " + std::to_string(i + 1), "99999", "from 0 to 255"});
  }
  BOOST_FAIL("no byte was recorded");
}

BOOST_AUTO_TEST_CASE(the_report_of_a_replay_names_what_was_recorded_and_says_that_it_is_a_replay) {
  const Recording recording("icfpt2014", "rtl:blokus_duo", "Handshake.AnswersWithTeamCode");
  const TemporaryFolder folder;
  const Outcome replayed =
      run(CERTIFY, {"--dut", "transcript:" + recording.path(), "--reports", "", "--json",
                    folder.file("r.json"), "--junit", folder.file("r.xml"), "--html", folder.file("r.html")});
  const json report = json::parse(content_of(folder.file("r.json")));
  BOOST_TEST(report.at("dut").at("name") == "rtl:blokus_duo");
  BOOST_TEST(report.at("dut").at("link_facts").size() > 5U);
  BOOST_TEST(report.at("replay").at("path") == recording.path());
  BOOST_TEST(report.at("replay").at("program_version") == report.at("program_version"));
  BOOST_TEST(report.at("headline").get<std::string>().find("(replay)") != std::string::npos);
  for (const std::string& text :
       {replayed.output, content_of(folder.file("r.xml")), content_of(folder.file("r.html"))}) {
    BOOST_TEST(text.find("rtl:blokus_duo") != std::string::npos, text);
    BOOST_TEST(text.find("replay") != std::string::npos, text);
  }
}

BOOST_AUTO_TEST_CASE(a_run_is_repeated_in_the_contest_that_was_recorded) {
  const Recording recording("icfpt2014", "builtin:blokus", "Handshake.AnswersWithTeamCode");
  const TemporaryFolder folder;
  const auto repeat = [&](const std::string& contest) {
    return run(CERTIFY, {"--dut", "transcript:" + recording.path(), "--again", "--contest", contest,
                         "--transcript", folder.file("t.jsonl"), "--quiet"});
  };
  const Outcome other = repeat("aut-trax");
  BOOST_TEST(other.status == 2, other.output);
  BOOST_TEST(other.output.find("recorded with --contest icfpt2014") != std::string::npos, other.output);
  const Outcome same = repeat("icfpt2014");
  BOOST_TEST(same.status == recording.recorded().status, same.output);
}
