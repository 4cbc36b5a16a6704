#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/visible.hpp"
#include "rig/report/digest.hpp"
#include "rig/report/gate/judging.hpp"
#include "rig/report/json.hpp"
#include "rig/report/tests/sample_runs.hpp"
#include "rig/tests/contains.hpp"

namespace rig::report {

namespace {

bool same(const Tally& a, const Tally& b) {
  return a.passes == b.passes && a.worst == b.worst;
}

bool same(const std::optional<Evidence>& a, const std::optional<Evidence>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->expected == b->expected && a->sent == b->sent && a->received == b->received &&
         a->times == b->times && a->latency == b->latency && a->deadline == b->deadline &&
         a->ending == b->ending && a->texts == b->texts;
}

bool same(const std::optional<protocol::BoardPicture>& a, const std::optional<protocol::BoardPicture>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->caption == b->caption && a->move == b->move && a->columns == b->columns && a->rows == b->rows &&
         a->cells == b->cells && a->marks == b->marks && a->off_board == b->off_board && a->kind == b->kind;
}

bool same(const std::optional<Scene>& a, const std::optional<Scene>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->game == b->game && a->seat == b->seat && a->moves == b->moves && a->check == b->check &&
         a->commands == b->commands && a->folder == b->folder;
}

bool same(const Finding& a, const Finding& b) {
  return a.verdict == b.verdict && a.requirement == b.requirement && a.summary == b.summary &&
         a.details == b.details && same(a.evidence, b.evidence) && same(a.board, b.board) &&
         a.kind == b.kind && same(a.scene, b.scene) && a.hints == b.hints;
}

bool same(const Sample& a, const Sample& b) {
  return a.kind == b.kind && a.deadline == b.deadline && a.latency == b.latency && a.request == b.request &&
         a.reply == b.reply && a.span == b.span;
}

bool same(const Measurement& a, const Measurement& b) {
  return a.name == b.name && a.value == b.value && a.limit == b.limit && a.verdict == b.verdict;
}

template <typename T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const T& x, const T& y) { return same(x, y); });
}

bool same(const std::map<std::string, Tally>& a, const std::map<std::string, Tally>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && same(x.second, y.second);
  });
}

bool same(const LatencyHistogram& a, const LatencyHistogram& b) {
  const auto same_bucket = [](const Bucket& x, const Bucket& y) {
    return x.from == y.from && x.to == y.to && x.count == y.count;
  };
  const std::vector<Bucket> one = a.buckets();
  const std::vector<Bucket> other = b.buckets();
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), same_bucket) &&
         a.count() == b.count() && a.minimum() == b.minimum() && a.maximum() == b.maximum() &&
         a.widest() == b.widest() && a.underflow() == b.underflow() && a.overflow() == b.overflow();
}

bool same(const std::map<std::string, CountedSamples>& a, const std::map<std::string, CountedSamples>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.deadline == y.second.deadline &&
           same(x.second.histogram, y.second.histogram) && x.second.verdict == y.second.verdict &&
           same(x.second.worst, y.second.worst);
  });
}

bool same(const Shmoo& a, const Shmoo& b) {
  return a.title == b.title && a.across == b.across && a.columns == b.columns && a.down == b.down &&
         a.rows == b.rows && a.cells == b.cells;
}

bool same(const std::optional<Shmoo>& a, const std::optional<Shmoo>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

bool same(const std::optional<WaveformRecord>& a, const std::optional<WaveformRecord>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->file == b->file && a->command == b->command && a->from == b->from && a->until == b->until &&
         a->failure == b->failure && a->notes == b->notes && a->error == b->error;
}

void check_equal(const CaseRecord& a, const CaseRecord& b) {
  BOOST_TEST(a.id == b.id);
  BOOST_TEST(a.title == b.title);
  BOOST_TEST(to_string(a.verdict) == to_string(b.verdict));
  BOOST_TEST(a.reason == b.reason);
  BOOST_TEST(same(a.requirements, b.requirements));
  BOOST_TEST(same(a.findings, b.findings));
  BOOST_TEST(same(a.samples, b.samples));
  BOOST_TEST(same(a.more_samples, b.more_samples));
  BOOST_TEST(same(a.measurements, b.measurements));
  BOOST_TEST(same(a.shmoo, b.shmoo));
  BOOST_TEST(same(a.waveform, b.waveform));
  BOOST_TEST((a.counts == b.counts));
  BOOST_TEST(a.seed == b.seed);
  BOOST_TEST(a.link_time.count() == b.link_time.count());
  BOOST_TEST(a.wall_time.count() == b.wall_time.count());
  BOOST_TEST(a.board == b.board);
  BOOST_TEST((a.team == b.team));
  BOOST_TEST(a.again == b.again);
}

std::string reason_for_refusing(std::string_view line) {
  try {
    case_from_json(line);
  } catch (const RigError& refused) {
    return refused.what();
  }
  return "(not refused)";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(case_lines)

BOOST_AUTO_TEST_CASE(bring_every_field_and_byte_back) {
  const CaseRecord record = samples::full_case();
  check_equal(case_from_json(to_json(record)), record);
  check_equal(case_from_json(to_json(CaseRecord{})), CaseRecord{});
}

BOOST_AUTO_TEST_CASE(stay_on_one_line) {
  BOOST_TEST(!contains(to_json(samples::full_case()), "\n"));
}

BOOST_AUTO_TEST_CASE(are_refused_when_cut_anywhere) {
  const std::string line = to_json(samples::full_case());
  for (std::size_t length = 0; length < line.size(); ++length) {
    BOOST_TEST(contains(reason_for_refusing(line.substr(0, length)), "cut short"), "cut at " << length);
  }
}

BOOST_AUTO_TEST_CASE(are_refused_when_bytes_follow) {
  BOOST_TEST(contains(reason_for_refusing(to_json(CaseRecord{}) + "{}"), "no JSON at byte"));
}

struct Damage {
  const char* what;
  const char* old_text;
  const char* new_text;
  const char* named;
};

const Damage damages[] = {
    {"field missing", R"("title":)", R"("tittle":)", "title is missing"},
    {"unknown verdict", R"("verdict":"inconclusive")", R"("verdict":"maybe")", "verdict is \"maybe\""},
    {"number for a text", R"("id":"Moves.AreLegal")", R"("id":7)", "id is no object"},
    {"cell that is none", R"("-++")", R"("-?+")", "shmoo.cells"},
    {"row too short", R"("-++")", R"("-+")", "shmoo.cells"},
    {"row too few", R"("-++",)", "", "shmoo.cells"},
    {"half a byte", R"("sent":"00ff")", R"("sent":"00f")", "findings[0].evidence.sent"},
    {"neither true nor false", R"("texts":false)", R"("texts":0)", "findings[0].evidence.texts"},
    {"square of nobody", R"("cells":[".1")", R"("cells":[".3")", "findings[0].board.cells"},
    {"board of no kind", R"("kind":"squares")", R"("kind":"cubes")", "findings[0].board.kind is \"cubes\""},
    {"square among paths", R"("cells":["a."])", R"("cells":["1."])", "findings[2].board.cells"},
    {"path among squares", R"("cells":[".1")", R"("cells":[".a")", "findings[0].board.cells"},
    {"mark that is none", R"("marks":["*.")", R"("marks":["x.")", "findings[0].board.marks"},
    {"board too low", R"("marks":["*.",)", R"("marks":[)", "findings[0].board.marks"},
    {"no verdict", R"("verdict":"pass")", R"("verdict":"passed")", "measurements[0].verdict"},
    {"text for a time", R"("deadline_ns":1000000000)", R"("deadline_ns":"1 s")", "samples[0].deadline_ns"},
    {"fraction for a time", R"("deadline_ns":1000000000)", R"("deadline_ns":0.5)", "samples[0].deadline_ns"},
    {"time beyond 64 bits", R"("deadline_ns":1000000000)", R"("deadline_ns":9223372036854775808)",
     "samples[0].deadline_ns"},
    {"time out of range", R"("deadline_ns":1000000000)", R"("deadline_ns":4611686018427387904)",
     "samples[0].deadline_ns is out of range"},
    {"time out of range below", R"("deadline_ns":1000000000)", R"("deadline_ns":-9223372036854775808)",
     "samples[0].deadline_ns is out of range"},
    {"negative count", R"("passes":3)", R"("passes":-3)", "requirements[0].passes"},
    {"object for an array", R"("details":[])", R"("details":{})", "findings[1].details is no array"},
    {"seed that is no number", R"("seed":"1)", R"("seed":"x)", "seed is no decimal text"},
    {"bytes that are no hex", R"({"bytes":"41)", R"({"bytes":"4g)", "requirements[2].id.bytes"},
    {"requirement twice", R"("id":"A-2")", R"("id":"A-1")", "requirements[1] appears twice"},
};

BOOST_AUTO_TEST_CASE(say_which_field_is_wrong) {
  for (const Damage& damage : damages) {
    std::string line = to_json(samples::full_case());
    const std::size_t at = line.find(damage.old_text);
    BOOST_REQUIRE_MESSAGE(at != std::string::npos, damage.what);
    line.replace(at, std::string_view(damage.old_text).size(), damage.new_text);
    const std::string reason = reason_for_refusing(line);
    BOOST_TEST(contains(reason, damage.named), damage.what << ": " << reason);
  }
}

BOOST_AUTO_TEST_CASE(are_refused_when_no_object) {
  BOOST_TEST(contains(reason_for_refusing("[]"), "the line is no object"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(evidence)

BOOST_AUTO_TEST_CASE(tells_a_time_as_sharply_as_it_is_known) {
  BOOST_TEST(latency_text({Duration(912000), Duration(912300)}) == "912 us");
  BOOST_TEST(latency_text({Duration(111920000), Duration(112000000)}) == "112 ms ± 40.0 us");
  BOOST_TEST(latency_text({Duration(900000000), Duration(1100000000)}) == "900 ms to 1.10 s");
}

BOOST_AUTO_TEST_CASE(tells_a_byte_before_the_end_of_the_request_from_one_after_it) {
  BOOST_TEST(moment_text({Duration(912000), Duration(912000)}) == "912 us after the request");
  BOOST_TEST(moment_text({Duration(0), Duration(0)}) == "0 s after the request");
  BOOST_TEST(moment_text({Duration(-173611), Duration(-173611)}) == "174 us before the end of the request");
}

BOOST_AUTO_TEST_CASE(is_told_in_order_with_the_board_last) {
  const std::vector<std::string> story = story_of(samples::full_case().findings[0]);
  BOOST_REQUIRE(story.size() == 6U + 3U + 5U);  // the exchange, the details, the board
  BOOST_TEST(story[0] == "expected  a \xff move");
  BOOST_TEST(story[1] == "sent      00 ff  \"\\x00\\xff\"");
  BOOST_TEST(story[5] == "          then: ended");
}

BOOST_AUTO_TEST_CASE(of_files_is_told_as_text) {
  Finding finding;
  Evidence& evidence = finding.evidence.emplace();
  evidence.sent = to_bytes("4 4 \n1\n1");
  evidence.received = to_bytes("exit status 0");
  evidence.texts = true;
  const std::vector<std::string> story = story_of(finding);
  BOOST_REQUIRE(story.size() == 2U);
  BOOST_TEST(story[0] == "sent      \"4 4 \\n1\\n1\"");
  BOOST_TEST(story[1] == "received  \"exit status 0\"");
  evidence.received.clear();
  BOOST_TEST(story_of(finding)[1] == "received  (nothing)");
  CaseRecord record;
  record.findings = {finding};
  BOOST_TEST(case_from_json(to_json(record)).findings[0].evidence->texts);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(verdict_on_a_run)

namespace {

RequirementRecord requirement(const std::string& id, Verdict verdict, Level level = Level::mandatory) {
  RequirementRecord one;
  one.id = id;
  one.level = level;
  one.verdict = verdict;
  return one;
}

CaseRecord ended(const std::string& id, Verdict verdict) {
  CaseRecord one;
  one.id = id;
  one.verdict = verdict;
  return one;
}

RunRecord run_with(std::vector<RequirementRecord> requirements) {
  RunRecord run;
  run.requirements = std::move(requirements);
  return run;
}

Verdict concluded(std::initializer_list<Verdict> worst_of_each_case) {
  RunRecord run = run_with({requirement("A", Verdict::error)});
  for (const Verdict worst : worst_of_each_case) {
    run.cases.push_back(ended("Some.Case", worst));
    run.cases.back().requirements["A"].worst = worst;
  }
  conclude(run);
  return run.requirements[0].verdict;
}

}  // namespace

BOOST_AUTO_TEST_CASE(is_certified_when_every_assessed_requirement_passed) {
  const RunRecord run =
      run_with({requirement("A", Verdict::pass), requirement("B", Verdict::not_applicable)});
  BOOST_TEST(exit_status(run) == 0);
  BOOST_TEST(headline(run) == "certified");
}

BOOST_AUTO_TEST_CASE(says_what_was_certified) {
  RunRecord run = run_with({requirement("A", Verdict::pass)});
  run.far_end = "a board on a serial port";
  BOOST_TEST(headline(run) == "certified: a board on a serial port");
}

namespace {

/// Two mandatory requirements, one of which no case came to.
RunRecord run_with_a_gap(Unassessed unassessed) {
  RunRecord run = run_with({requirement("A", Verdict::not_run), requirement("B", Verdict::not_run)});
  run.cases = {ended("Some.Case", Verdict::pass), ended("Other.Case", Verdict::not_applicable)};
  run.cases[0].requirements["A"] = {1, Verdict::pass};
  run.cases[1].requirements["B"] = {0, Verdict::not_applicable, "not reached, 24 tries", unassessed};
  conclude(run);
  return run;
}

}  // namespace

BOOST_AUTO_TEST_CASE(is_certified_with_reservations_when_a_state_was_not_reached) {
  RunRecord run = run_with_a_gap(Unassessed::reservation);
  BOOST_TEST((standing_of(run) == Standing::with_reservations));
  BOOST_TEST(headline(run) == "certified with reservations on B");
  BOOST_TEST(exit_status(run) == 0);
  BOOST_TEST(run.requirements[1].reason == "not reached, 24 tries");
  run.strict = true;
  BOOST_TEST(exit_status(run) == 3);
  run.requirements[0].verdict = Verdict::fail;
  BOOST_TEST(exit_status(run) == 1);
}

BOOST_AUTO_TEST_CASE(has_no_reservation_on_what_the_link_or_the_game_lacks) {
  const RunRecord run = run_with_a_gap(Unassessed::ruled_out);
  BOOST_TEST((standing_of(run) == Standing::certified));
  BOOST_TEST(run.requirements[1].reason == "not reached, 24 tries");
  RunRecord partial = run_with_a_gap(Unassessed::reservation);
  partial.partial = {"--filter"};
  BOOST_TEST(headline(partial) == "all that was run passed (partial, not a certificate)");
}

BOOST_AUTO_TEST_CASE(has_no_reservation_on_what_is_not_mandatory_or_was_reached_elsewhere) {
  RunRecord run = run_with_a_gap(Unassessed::reservation);
  run.requirements[1].level = Level::recommended;
  conclude(run);
  BOOST_TEST((standing_of(run) == Standing::certified));
  run = run_with_a_gap(Unassessed::reservation);
  run.cases[0].requirements["B"] = {1, Verdict::pass};
  conclude(run);
  BOOST_TEST((standing_of(run) == Standing::certified));
  BOOST_TEST(run.requirements[1].reason.empty());
}

BOOST_AUTO_TEST_CASE(is_not_conformant_when_one_failed) {
  const RunRecord run = run_with({requirement("A", Verdict::pass), requirement("B", Verdict::fail)});
  BOOST_TEST(exit_status(run) == 1);
  BOOST_TEST(headline(run) == "not conformant");
}

BOOST_AUTO_TEST_CASE(is_not_conformant_whatever_else_could_not_be_told) {
  RunRecord run = run_with({requirement("A", Verdict::error), requirement("B", Verdict::inconclusive),
                            requirement("C", Verdict::fail)});
  run.interrupted = true;
  run.errors = {"a worker died"};
  run.cases = {ended("Some.Case", Verdict::not_run), ended("Other.Case", Verdict::error)};
  BOOST_TEST(exit_status(run) == 1);
}

BOOST_AUTO_TEST_CASE(cannot_be_told_when_a_requirement_could_not) {
  for (const Verdict verdict : {Verdict::error, Verdict::inconclusive}) {
    const RunRecord run = run_with({requirement("A", Verdict::pass), requirement("B", verdict)});
    BOOST_TEST(exit_status(run) == 3, to_string(verdict));
    BOOST_TEST(headline(run) == "could not tell");
  }
}

BOOST_AUTO_TEST_CASE(cannot_be_told_when_a_case_met_an_error_or_was_not_run) {
  for (const Verdict verdict : {Verdict::error, Verdict::not_run}) {
    RunRecord run = run_with({requirement("A", Verdict::pass)});
    run.cases = {ended("Some.Case", verdict)};
    BOOST_TEST(exit_status(run) == 3, to_string(verdict));
  }
}

BOOST_AUTO_TEST_CASE(cannot_be_told_when_it_was_interrupted_or_met_errors) {
  RunRecord interrupted = run_with({requirement("A", Verdict::pass)});
  interrupted.interrupted = true;
  BOOST_TEST(exit_status(interrupted) == 3);
  RunRecord failing = run_with({requirement("A", Verdict::pass)});
  failing.errors = {"a report could not be written"};
  BOOST_TEST(exit_status(failing) == 3);
}

BOOST_AUTO_TEST_CASE(cannot_be_told_when_nothing_mandatory_was_assessed) {
  BOOST_TEST(exit_status(RunRecord{}) == 3);
  BOOST_TEST(exit_status(run_with({requirement("A", Verdict::not_applicable)})) == 3);
  BOOST_TEST(exit_status(run_with({requirement("A", Verdict::pass, Level::recommended)})) == 3);
}

BOOST_AUTO_TEST_CASE(is_not_moved_by_what_is_not_mandatory) {
  for (const Level level : {Level::recommended, Level::informational}) {
    for (const Verdict verdict : {Verdict::fail, Verdict::inconclusive}) {
      const RunRecord run = run_with({requirement("A", Verdict::pass), requirement("B", verdict, level)});
      BOOST_TEST(exit_status(run) == 0, to_string(level) << " " << to_string(verdict));
    }
  }
}

BOOST_AUTO_TEST_CASE(is_not_moved_by_what_cannot_be_tested) {
  RunRecord run = run_with({requirement("A", Verdict::pass), requirement("B", Verdict::fail)});
  run.requirements[1].testable = false;
  BOOST_TEST(exit_status(run) == 0);
}

BOOST_AUTO_TEST_CASE(of_a_partial_run_is_no_certificate) {
  RunRecord run = run_with({requirement("A", Verdict::pass)});
  run.partial = {"--filter"};
  BOOST_TEST(headline(run) == "all that was run passed (partial, not a certificate)");
  run.requirements[0].verdict = Verdict::fail;
  BOOST_TEST(headline(run) == "not conformant (partial, not a certificate)");
  run.requirements[0].verdict = Verdict::error;
  BOOST_TEST(headline(run) == "could not tell (partial, not a certificate)");
}

BOOST_AUTO_TEST_CASE(takes_the_worst_that_any_case_found_of_a_requirement) {
  BOOST_TEST((concluded({Verdict::pass, Verdict::pass}) == Verdict::pass));
  BOOST_TEST((concluded({Verdict::pass, Verdict::not_applicable}) == Verdict::pass));
  BOOST_TEST((concluded({Verdict::not_run, Verdict::pass}) == Verdict::pass));
  BOOST_TEST((concluded({Verdict::fail, Verdict::pass}) == Verdict::fail));
  BOOST_TEST((concluded({Verdict::inconclusive, Verdict::pass}) == Verdict::inconclusive));
  BOOST_TEST((concluded({Verdict::fail, Verdict::error}) == Verdict::error));
  BOOST_TEST((concluded({Verdict::not_applicable}) == Verdict::not_applicable));
  BOOST_TEST((concluded({}) == Verdict::not_run));
}

BOOST_AUTO_TEST_CASE(gathers_every_sample_by_kind_of_request) {
  RunRecord run;
  run.cases = {ended("Some.Case", Verdict::pass), ended("Other.Case", Verdict::pass)};
  run.cases[0].samples = {{"4XXXX", Duration(10), {Duration(1000), Duration(1001)}}, {"0", Duration(20), {}}};
  run.cases[1].samples = {{"4XXXX", Duration(10), {Duration(5000), Duration(5000)}}};
  conclude(run);
  conclude(run);  // again changes nothing
  BOOST_REQUIRE(run.latencies.size() == 2U);
  BOOST_TEST(run.latencies[0].kind == "0");
  BOOST_TEST(run.latencies[1].kind == "4XXXX");
  BOOST_TEST(run.latencies[1].deadline.count() == 10);
  BOOST_TEST(run.latencies[1].histogram.count() == 2U);
  BOOST_TEST(run.latencies[1].histogram.maximum().count() == 5000);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(visible_text)

BOOST_AUTO_TEST_CASE(keeps_what_a_person_can_read) {
  const std::string text = "plain, \"quoted\" <b>&, äöü, ✓, 漢, 😀";
  BOOST_TEST(visible(text) == text);
}

BOOST_AUTO_TEST_CASE(shows_what_a_terminal_would_obey) {
  BOOST_TEST(visible("\x1b[2J\x07\x7f\r\t") == "\\x1b[2J\\x07\\x7f\\r\\t");
  BOOST_TEST(visible("\xc2\x9b"
                     "31m") == "\\u{009b}31m");
  BOOST_TEST(visible("\xe2\x80\xae") == "\\u{202e}");
}

BOOST_AUTO_TEST_CASE(shows_or_keeps_newlines_as_asked) {
  BOOST_TEST(visible("a\nb") == "a\\nb");
  BOOST_TEST(visible("a\nb", Newlines::kept) == "a\nb");
}

BOOST_AUTO_TEST_CASE(is_utf8_whatever_came_in) {
  // Stray and missing continuations, overlong forms, surrogates, beyond Unicode.
  for (const std::string_view wrong : {"\x80", "\xc3", "\xc3(", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
                                       "\xf0\x80\x80\xaf", "\xf4\x90\x80\x80", "\xff", "\xf0\x9f\x98"}) {
    BOOST_TEST(!is_utf8(wrong), visible(wrong));
    BOOST_TEST(is_utf8(visible(wrong)), visible(wrong));
    BOOST_TEST(visible(wrong).starts_with("\\x"), visible(wrong));
  }
  for (int lead = 0; lead < 256; ++lead) {
    for (int next = 0; next < 256; ++next) {
      const std::string bytes = {static_cast<char>(lead), static_cast<char>(next)};
      BOOST_TEST(is_utf8(visible(bytes)), lead << " " << next);
    }
  }
}

BOOST_AUTO_TEST_CASE(is_cut_by_characters_and_not_by_bytes) {
  BOOST_TEST(cut("äöü", 3) == "äöü");
  BOOST_TEST(cut("äöüß", 3) == "äö…");
  BOOST_TEST(cut("abc", 1) == "…");
  BOOST_TEST(cut("abc", 0).empty());
  BOOST_TEST(columns("äö…") == 3U);
  BOOST_TEST(padded("ä", 3) == "ä  ");
}

BOOST_AUTO_TEST_CASE(of_a_deadline_claims_no_precision) {
  using namespace std::chrono_literals;
  BOOST_TEST(deadline_text(1s) == "1 s");
  BOOST_TEST(deadline_text(10s) == "10 s");
  BOOST_TEST(deadline_text(100s) == "100 s");
  BOOST_TEST(deadline_text(1500ms) == "1.5 s");
  BOOST_TEST(deadline_text(100ms) == "100 ms");
  BOOST_TEST(deadline_text(0s) == "0 s");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(merged_buckets)

namespace {

/// 10^(decade + i/20) for each edge: the shape of a real histogram.
std::vector<Bucket> some_buckets(std::size_t count) {
  LatencyHistogram histogram;
  histogram.add({Duration(1000100), Duration(1000100)});
  const auto last =
      static_cast<Duration::rep>(1.0001e6 * std::pow(10.0, static_cast<double>(count - 1) / 20.0));
  histogram.add({Duration(last), Duration(last)});
  return histogram.buckets();
}

}  // namespace

BOOST_AUTO_TEST_CASE(keep_every_sample_and_stay_within_the_rows) {
  for (std::size_t count = 2; count <= 90; ++count) {
    const std::vector<Bucket> buckets = some_buckets(count);
    BOOST_REQUIRE(buckets.size() == count);
    for (const std::size_t rows : {2U, 3U, 12U}) {
      const std::vector<Bucket> result = merged(buckets, rows, std::chrono::seconds(1));
      BOOST_TEST(result.size() <= rows);
      BOOST_TEST((result.front().from == buckets.front().from && result.back().to == buckets.back().to));
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < result.size(); ++i) {
        sum += result[i].count;
        if (i > 0) BOOST_TEST((result[i].from == result[i - 1].to));
      }
      BOOST_TEST(sum == 2U);
    }
  }
}

BOOST_AUTO_TEST_CASE(begin_a_row_at_the_deadline) {
  const std::vector<Bucket> buckets = some_buckets(80);
  for (const std::size_t edge : {5U, 20U, 33U, 60U, 79U}) {
    const std::vector<Bucket> result = merged(buckets, 12, buckets[edge].from);
    const bool begins = std::any_of(result.begin(), result.end(),
                                    [&](const Bucket& row) { return row.from == buckets[edge].from; });
    BOOST_TEST(begins, "deadline at bucket " << edge);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::report
