#define BOOST_TEST_MODULE report
#include <boost/test/unit_test.hpp>

#include <string>

#include "rig/base/errors.hpp"
#include "rig/report/json.hpp"
#include "rig/tests/sample_runs.hpp"

namespace rig::report {

namespace {

bool same(const Tally& a, const Tally& b) {
  return a.passes == b.passes && a.worst == b.worst;
}

bool same(const Finding& a, const Finding& b) {
  return a.verdict == b.verdict && a.requirement == b.requirement && a.summary == b.summary &&
         a.details == b.details;
}

bool same(const Sample& a, const Sample& b) {
  return a.kind == b.kind && a.deadline == b.deadline && a.latency == b.latency;
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

void check_equal(const CaseRecord& a, const CaseRecord& b) {
  BOOST_TEST(a.id == b.id);
  BOOST_TEST(a.title == b.title);
  BOOST_TEST(to_string(a.verdict) == to_string(b.verdict));
  BOOST_TEST(a.reason == b.reason);
  BOOST_TEST(same(a.requirements, b.requirements));
  BOOST_TEST(same(a.findings, b.findings));
  BOOST_TEST(same(a.samples, b.samples));
  BOOST_TEST((a.counts == b.counts));
  BOOST_TEST(a.seed == b.seed);
  BOOST_TEST(a.link_time.count() == b.link_time.count());
  BOOST_TEST(a.wall_time.count() == b.wall_time.count());
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

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
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
    {"text for a time", R"("deadline_ns":1000000000)", R"("deadline_ns":"1 s")", "samples[0].deadline_ns"},
    {"fraction for a time", R"("deadline_ns":1000000000)", R"("deadline_ns":0.5)", "samples[0].deadline_ns"},
    {"time beyond 64 bits", R"("deadline_ns":1000000000)", R"("deadline_ns":9223372036854775808)",
     "samples[0].deadline_ns"},
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

}  // namespace rig::report
