// The turn of a person on a page: which moves are offered, where, and how what was said is escaped.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <set>
#include <string>

#include "rig/live/turn_page.hpp"
#include "rig/tests/contains.hpp"

namespace rig::live {

using namespace std::chrono_literals;
using protocol::Contest;
using protocol::find_contest;
using protocol::Ruling;

namespace {

std::unique_ptr<Ruling> after(const Contest& contest, const std::vector<std::string>& moves) {
  std::unique_ptr<Ruling> ruling = contest.new_game(contest.seats.front());
  for (const std::string& move : moves) ruling->play({move});
  return ruling;
}

const Offer& offer_of(const std::vector<Offer>& offers, const std::string& text) {
  const auto found =
      std::find_if(offers.begin(), offers.end(), [&](const Offer& offer) { return offer.text == text; });
  BOOST_REQUIRE_MESSAGE(found != offers.end(), text << " is not offered");
  return *found;
}

/// What the newest state of a part shows.
std::string html_of(const Hub& hub, const std::string& part) {
  std::uint64_t seen = 0;
  for (const Hub::Change& change : hub.changes(seen, 0ms)) {
    if (change.name == part) return change.part->html();
  }
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(turn_page)

BOOST_AUTO_TEST_CASE(offers_each_move_at_all_squares_that_it_covers) {
  const auto ruling = after(find_contest("icfpt2014"), {});
  const std::vector<Offer> offers = offers_in(*ruling, ruling->picture({}));
  // An upright bar of four from (5,2) to (5,5): 14 squares in a row.
  BOOST_TEST(offer_of(offers, "53e0").cells == (std::vector<std::size_t>{18, 32, 46, 60}),
             boost::test_tools::per_element());
  std::set<std::vector<std::size_t>> different;
  for (const Offer& offer : offers) {
    BOOST_TEST((std::find(offer.cells.begin(), offer.cells.end(), 60U) != offer.cells.end()), offer.text);
    different.insert(offer.cells);
  }
  BOOST_TEST(offers.size() == 414U);  // placements, not the 712 codes for them
  BOOST_TEST(different.size() == offers.size());
  BOOST_TEST(offers.front().cells.size() == 5U);  // the largest tiles first
  BOOST_TEST(offers.back().text == "55a0");
}

BOOST_AUTO_TEST_CASE(offers_moves_of_one_place_that_differ) {
  const auto ruling = after(find_contest("heart-trax"), {"@0+"});
  const std::vector<Offer> offers = offers_in(*ruling, ruling->picture({}));
  BOOST_TEST(offers.size() == ruling->legal_moves().size());
  BOOST_TEST(offer_of(offers, "A0+").cells == offer_of(offers, "A0/").cells,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(shows_whose_turn_it_is_and_escapes_what_is_said) {
  Hub hub;
  const Contest& contest = find_contest("icfpt2014");
  TurnPage page(hub, contest);
  page.offer(after(contest, {}), {});
  const std::string turn = html_of(hub, "turn");
  BOOST_TEST(contains(turn, "Move 1 is yours."), turn);
  BOOST_TEST(contains(turn, "[&quot;53e0&quot;,[18,32,46,60]]"));
  BOOST_TEST(!contains(turn, "Pass ("), "a pass is offered that is not legal");
  page.show(after(contest, {"53e0"}), {"53e0"}, "exec:<b> is to move.");
  BOOST_TEST(contains(html_of(hub, "turn"), "exec:&lt;b&gt; is to move."));
  BOOST_TEST(contains(html_of(hub, "turn"), "data-offers=\"[]\""));
  page.say("It said <script>.");
  BOOST_TEST(html_of(hub, "said") == "<p role=\"status\">It said &lt;script&gt;.</p>\n");
}

BOOST_AUTO_TEST_CASE(shows_what_a_move_would_do) {
  Hub hub;
  const Contest& contest = find_contest("heart-trax");
  TurnPage page(hub, contest);
  page.look(after(contest, {"@0+"}), {"A0/"});
  BOOST_TEST(contains(html_of(hub, "look"), "After A0/:"));
  BOOST_TEST(contains(html_of(hub, "look"), "<svg class=\"board tiles\""));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::live
