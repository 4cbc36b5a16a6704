// Where the evidence for a requirement stands in the page, for links from elsewhere.
#include <boost/test/unit_test.hpp>

#include "rig/report/html/html.hpp"
#include "rig/report/html/html_parts.hpp"
#include "rig/report/tests/markup_reader.hpp"
#include "rig/report/tests/sample_runs.hpp"
#include "rig/tests/contains.hpp"

namespace rig::report {

namespace {

/// The elements with this id.
std::vector<const Element*> with_id(const Element& page, const std::string& id) {
  std::vector<const Element*> found;
  for (const char* name : {"tr", "span", "article"}) {
    for (const Element* one : page.all(name)) {
      if (one->attribute("id") == id) found.push_back(one);
    }
  }
  return found;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(report_evidence)

BOOST_AUTO_TEST_CASE(each_requirement_has_one_place_of_evidence) {
  for (const samples::NamedRun& named : samples::all_runs()) {
    const Element page = read_markup(to_html(named.run));
    for (const RequirementRecord& one : named.run.requirements) {
      if (!one.testable) continue;
      BOOST_TEST(with_id(page, html::evidence_id(one.id)).size() == 1U, named.name << ", " << one.id);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_failed_has_it_at_its_cause_and_the_rest_at_its_line) {
  const Element page = read_markup(to_html(samples::failing_run()));
  std::size_t causes = 0;
  for (const Element* card : page.all("article")) causes += card->first("h3").all("span").size() > 1 ? 1 : 0;
  BOOST_TEST_REQUIRE(causes > 0U);
  std::size_t at_causes = 0;
  std::size_t at_lines = 0;
  for (const Element* one : page.all("span"))
    at_causes += one->attribute("id").starts_with("evidence-") ? 1 : 0;
  for (const Element* one : page.all("tr")) at_lines += one->attribute("id").starts_with("evidence-") ? 1 : 0;
  BOOST_TEST(at_causes > 0U);
  BOOST_TEST(at_lines > 0U);
}

BOOST_AUTO_TEST_CASE(what_is_not_seen_of_vhdl_is_said_with_waveforms_and_coverage) {
  RunRecord run = samples::full_run();
  for (const char* sentence :
       {"fields of records are bits of a vector", "because GHDL makes gates of them"}) {
    run.link_facts.erase("ghdl");
    BOOST_TEST(!contains(to_html(run), sentence));
    run.link_facts["ghdl"] = "GHDL 2.0.0";
    BOOST_TEST(contains(to_html(run), sentence), sentence);
  }
}

BOOST_AUTO_TEST_CASE(an_id_has_no_blanks) {
  BOOST_TEST(html::evidence_id("MY CLAUSE\t1") == "evidence-MY-CLAUSE-1");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::report
