/// How long a host gives, found against hosts that are two numbers: what they give, and what they are late
/// by.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <ostream>
#include <string>

#include "conformance/referee/limit_search.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Duration;
using rig::Verdict;

namespace {

constexpr Duration limit = 1s;

/// What becomes of a reply that is due then, at this try (from 0).
using Host = std::function<LimitProbe(Duration due, int tried)>;

Host giving(Duration given, Duration width = 4ms) {
  return [=](Duration due, int) { return LimitProbe{due, {due, due + width}, {}, due + width / 2 <= given}; };
}

/// The machine keeps the host from running at this try.
Host starved_at(int bad_try, Duration doubt, const Host& host) {
  return [=](Duration due, int tried) {
    LimitProbe probe = host(due, tried);
    if (tried == bad_try) probe = {due, probe.took, doubt, !probe.accepted};
    return probe;
  };
}

struct Row {
  std::string name;
  Host host;
  Verdict in_time;
  Verdict late;
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.name;
}

LimitSearch searched(const Host& host, int& tried) {
  LimitSearch search(limit, 150ms, 3);
  for (auto dues = search.next(); !dues.empty(); dues = search.next()) {
    for (const Duration due : dues) search.add(host(due, tried++));
    BOOST_REQUIRE(tried < 20);
  }
  return search;
}

const std::vector<Row> rows = {
    {"1 s", giving(1s), Verdict::pass, Verdict::pass},
    {"0.995 s", giving(995ms), Verdict::pass, Verdict::pass},
    {"1.005 s", giving(1005ms), Verdict::pass, Verdict::pass},
    {"0.9 s", giving(900ms), Verdict::fail, Verdict::pass},
    {"0.97 s", giving(970ms), Verdict::fail, Verdict::pass},
    {"0.98 s, which only a refinement sees", giving(980ms), Verdict::fail, Verdict::pass},
    {"0.5 s", giving(500ms), Verdict::fail, Verdict::pass},
    {"1.1 s", giving(1100ms), Verdict::pass, Verdict::fail},
    {"never refuses", giving(1h), Verdict::pass, Verdict::fail},
    {"0.9 s, measured by 300 ms", giving(900ms, 300ms), Verdict::inconclusive, Verdict::pass},
    {"1 s, refused once for the machine", starved_at(0, 200ms, giving(1s)), Verdict::pass, Verdict::pass},
    {"1 s, accepted once for the machine", starved_at(1, 200ms, giving(1s)), Verdict::pass, Verdict::pass},
    {"1 s, refused once for no reason", starved_at(0, 0ms, giving(1s)), Verdict::inconclusive, Verdict::pass},
    {"1 s, refused twice for no reason", starved_at(2, 0ms, starved_at(0, 0ms, giving(1s))),
     Verdict::inconclusive, Verdict::pass},
};

}  // namespace

BOOST_DATA_TEST_CASE(a_host_is_judged_by_what_it_gives, boost::unit_test::data::make(rows), row) {
  int tried = 0;
  const LimitSearch search = searched(row.host, tried);
  BOOST_TEST((search.in_time() == row.in_time), static_cast<int>(search.in_time()));
  BOOST_TEST((search.late() == row.late), static_cast<int>(search.late()));
  BOOST_TEST(tried <= 12, tried);
}

BOOST_AUTO_TEST_CASE(what_a_host_gives_lies_between_what_it_accepted_and_what_it_refused) {
  int tried = 0;
  const LimitSearch right = searched(giving(1s), tried);
  BOOST_TEST(tried == 5);
  BOOST_TEST((*right.latest_accepted() <= 1s && *right.earliest_refused() >= 1s));
  BOOST_TEST((*right.earliest_refused() - *right.latest_accepted() < 12ms));
  const LimitSearch wrong = searched(giving(900ms), tried);
  BOOST_TEST((*wrong.latest_accepted() > 880ms && *wrong.earliest_refused() < 920ms));
}
