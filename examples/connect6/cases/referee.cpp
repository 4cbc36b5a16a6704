/// Connect6: how games end that nobody loses by a breach. The host looks for six in a row after each stone.

#include <string>
#include <vector>

#include "../icfpt2011.hpp"
#include "conformance/referee/referee_case.hpp"
#include "conformance/suite/suite.hpp"
#include "rig/player/opponent.hpp"

namespace conformance {

namespace {

using rig::host::Duty;
using rig::protocol::Move;
using rig::protocol::Result;
using rig::protocol::Seat;

using Moves = std::vector<std::string>;

class EndingCase : public RefereeCase {
 protected:
  void add(const std::string& what, const Moves& moves) {
    const Seat first = beginners().front();
    Line line(contest(), first);
    for (const std::string& move : moves) line.play({move});
    scenarios_.push_back(line.over() ? Scenario{what, first, line.turns()}
                                     : ended(what, first, line, About::moves));
  }

  /// A game in which neither makes six. Nothing is added where none was found.
  void add_full_board() {
    constexpr int tries = 20;
    const Seat first = beginners().front();
    const auto player = rig::player::new_opponent(contest().game, "fills-board", random());
    for (int i = 0; i < tries; ++i) {
      Line line(contest(), first);
      while (!line.over()) line.play(player->choose(*line.ruling));
      if (line.ruling->result().state != Result::State::draw) continue;
      scenarios_.push_back({"a game that fills the board", first, line.turns()});
      return;
    }
  }

  void play_all(Aspect subject) {
    needs(Duty::rules);
    if (scenarios_.empty())
      throw NotApplicable{"no such game was found", rig::report::Unassessed::reservation};
    play(subject, scenarios_);
  }

 private:
  std::vector<Scenario> scenarios_;
};

/// Dark has five in row 10, light has nothing, and it is dark's turn.
const Moves five_of_dark = {"1010", "01010103", "10091008", "01050107", "10071006", "01090111"};
/// Light has five in column 2, dark has nothing, and it is light's turn.
const Moves five_of_light = {"1010", "02020302", "01010103", "04020502", "01050107", "06021919", "01090111"};

Moves with(Moves moves, const std::string& last) {
  moves.push_back(last);
  return moves;
}

}  // namespace

CONFORMANCE_CASE_OF(EndingCase, RefereeEnding, ByTheFirstStone,
                    "ends the game with the first stone that wins",
                    Checks{.subject = connect6::referee_first_stone}) {
  add("dark wins by one stone, and sends no other", with(five_of_dark, "1011"));
  add("dark wins by its first stone, and sends another", with(five_of_dark, "10051212"));
  add("dark wins by its first stone, and sends one on a taken crossing", with(five_of_dark, "10111010"));
  add("light wins by one stone, and sends no other", with(five_of_light, "0702"));
  add("light wins by its first stone, and sends one off the board", with(five_of_light, "07022020"));
  play_all(connect6::referee_first_stone);
}

CONFORMANCE_CASE_OF(EndingCase, RefereeEnding, BySixInEachDirection, "finds six in a row in each direction",
                    Checks{.subject = connect6::referee_six, .also = {"referee.result"}}) {
  add("six in a row, by the second stone", with(five_of_dark, "12121011"));
  add("six in a column, by the second stone", with(five_of_light, "12120702"));
  add("six in a diagonal that falls",
      {"1010", "01010103", "11111212", "01050107", "13131414", "01090111", "0909"});
  add("six in a diagonal that rises",
      {"1010", "01010103", "11091208", "01050107", "13071406", "01090111", "0911"});
  add("six in the corner", {"1010", "19191819", "01010103", "17191619", "01050107", "15191419"});
  play_all(connect6::referee_six);
}

CONFORMANCE_CASE_OF(EndingCase, RefereeEnding, BySevenAndNotByFive,
                    "takes more than six for a win, and five for none",
                    Checks{.subject = connect6::referee_long_row, .also = {"referee.result"}}) {
  add("seven in a row",
      {"1010", "01010103", "10091008", "01050107", "10121013", "01090113", "10141818", "01150117", "1011"});
  add("five in a row, and the game goes on", with(five_of_dark, "12121412"));
  add("six that go around the edge, and the game goes on",
      {"1010", "01180119", "05050506", "02010202", "08080909", "02030204"});
  play_all(connect6::referee_long_row);
}

CONFORMANCE_CASE_OF(EndingCase, RefereeEnding, WithAFullBoard, "announces a full board as a tie",
                    Checks{.subject = connect6::referee_full_board}) {
  add_full_board();
  play_all(connect6::referee_full_board);
}

}  // namespace conformance
