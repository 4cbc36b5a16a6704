/// Referees that try to reach what is not theirs. With a sandbox none does; without one each does.

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "conformance/referee/host/play.hpp"
#include "conformance/referee/host/tests/short_game.hpp"
#include "rig/link/tests/organiser.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tests/contains.hpp"

using namespace rig::host;
using rig::contains;
using rig::Sandboxing;
using rig::testing::fixture;
using rig::testing::Organiser;
namespace data = boost::unit_test::data;

namespace {

struct Attack {
  std::string way;
  std::string argument;
};
std::ostream& operator<<(std::ostream& out, const Attack& attack) {
  return out << attack.way << ' ' << attack.argument;
}

const std::vector<Attack> attacks = {
    {"reads", "{}/keys/organiser.key"}, {"reads", "{}/other/engine.py"},
    {"reads", "{}/home/.ssh/id"},       {"reads", "{}/reports/report.json"},
    {"reads-environment", "{pid}"},     {"reads-through-a-link", "{}/keys/organiser.key"},
    {"reaches-process", "{pid}"},       {"connects-to-socket", "{}/keys/socket"},
    {"finds-memory", "{key}"},          {"writes", "{}/reports/new"},
    {"removes", "{}/other/engine.py"},
};

bool is_hurt(Organiser& organiser, const Attack& attack, Sandboxing wish) {
  Description referee = read_description(RIG_SOURCE_DIR "/fixtures/referees/blokus-host.toml");
  referee.command = {(organiser / "team/attacker").string(), attack.way,
                     "at:" + organiser.filled(attack.argument)};
  referee.directory = organiser / "team";
  Host host{referee, rig::protocol::find_contest("icfpt2014")};
  host.sandbox.wish = wish;
  const Played game = play(host, {short_game()}, 1).front();
  BOOST_TEST((game.ending == Ending::exited), game.how);
  const bool has_written = attack.way == "writes" || attack.way == "removes";
  return has_written ? organiser.is_changed() : contains(game.output, "1");
}

}  // namespace

BOOST_DATA_TEST_CASE(in_a_sandbox_a_referee_reaches_nothing_of_others, data::make(attacks), attack) {
  if (!rig::why_no_sandbox().empty()) {
    std::cout << "could not tell: no sandbox can be had here: " << rig::why_no_sandbox() << "\n";
    return;
  }
  Organiser organiser(fixture("attacker"));
  BOOST_TEST(!is_hurt(organiser, attack, Sandboxing::required));
}

BOOST_DATA_TEST_CASE(without_one_a_referee_does, data::make(attacks), attack) {
  Organiser organiser(fixture("attacker"));
  BOOST_TEST(is_hurt(organiser, attack, Sandboxing::off));
}
