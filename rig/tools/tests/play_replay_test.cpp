/// A game that is played again up to a move that was taken back.

#include <boost/test/unit_test.hpp>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "rig/tests/contains.hpp"
#include "rig/tools/play/replay.hpp"

namespace rig::play {

using arbiter::Answer;
using protocol::Move;

namespace {

/// A board that answers these, one after the other.
class Scripted final : public arbiter::Side {
 public:
  explicit Scripted(std::deque<Answer> answers) : answers_(std::move(answers)) {}
  std::string description() const override { return "scripted"; }
  void begin() override {}
  Answer greet() override { return {}; }
  void tell(const protocol::Request&) override {}
  std::vector<arbiter::Note> end() override { return {}; }
  Answer ask(const protocol::Request&, const protocol::Ruling&) override {
    Answer answer = answers_.front();
    answers_.pop_front();
    return answer;
  }

 private:
  std::deque<Answer> answers_;
};

/// A person who plays one move, and counts how often that was asked for.
class OneMove final : public Place {
 public:
  void begin(const protocol::Seat&, int) override {}
  arbiter::Watcher& watcher() override { return watcher_; }
  Move move(const protocol::Ruling&) override {
    ++asked;
    return {"61a0"};
  }
  Wish afterwards() override { return Wish::quit; }
  void say(const std::string&) override {}
  int asked = 0;

 private:
  arbiter::Watcher watcher_;
};

Answer answering(const std::string& text) {
  return {Answer::Kind::reply, text, {}, {}, {}, {}};
}

/// A game in which both have moved once, as they did before.
struct Fixture {
  Fixture() : ruling(contest.new_game(contest.seats.front())) { replay.begin({{"53e0"}, {"a8e0"}}); }

  const protocol::Contest& contest = protocol::find_contest("icfpt2014");
  std::unique_ptr<protocol::Ruling> ruling;
  Replay replay;
  OneMove place;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(replay, Fixture)

BOOST_AUTO_TEST_CASE(asks_the_person_for_new_moves_alone) {
  const auto person = person_at(place, replay);
  BOOST_TEST(person->ask({}, *ruling).text == "53e0");
  BOOST_TEST(place.asked == 0);
  ruling->play({"53e0"});
  ruling->play({"a8e0"});
  BOOST_TEST(person->ask({}, *ruling).text == "61a0");
  BOOST_TEST(place.asked == 1);
}

BOOST_AUTO_TEST_CASE(goes_on_where_the_board_answers_as_before) {
  const auto board =
      replaying(std::make_unique<Scripted>(std::deque{answering("a8e0"), answering("71b3")}), replay);
  ruling->play({"53e0"});
  BOOST_TEST(board->ask({}, *ruling).text == "a8e0");
  ruling->play({"a8e0"});
  BOOST_TEST(board->ask({}, *ruling).text == "71b3");  // new, and compared with nothing
  BOOST_TEST(replay.take_difference() == "");
  BOOST_TEST(replay.length() == 2U);
}

BOOST_AUTO_TEST_CASE(ends_where_the_board_answers_otherwise) {
  replay.begin({{"53e0"}, {"a8e0"}, {"61a0"}, {"94j0"}});
  const auto board = replaying(std::make_unique<Scripted>(std::deque{answering("a9u0")}), replay);
  const auto person = person_at(place, replay);
  ruling->play({"53e0"});
  BOOST_TEST(board->ask({}, *ruling).text == "a9u0");
  BOOST_TEST(replay.take_difference() ==
             "In move 2 the board answered a9u0 this time, and a8e0 before. The game goes on from there.");
  BOOST_TEST(replay.take_difference() == "");
  ruling->play({"a9u0"});
  static_cast<void>(person->ask({}, *ruling));
  BOOST_TEST(place.asked == 1);  // the old move answered another one
}

BOOST_AUTO_TEST_CASE(ends_where_the_board_does_not_answer) {
  Answer late;
  late.breach = arbiter::Breach{arbiter::LossKind::time_out, "move.deadline", "nothing came"};
  const auto board = replaying(std::make_unique<Scripted>(std::deque{late}), replay);
  ruling->play({"53e0"});
  static_cast<void>(board->ask({}, *ruling));
  BOOST_TEST(contains(replay.take_difference(),
                      "the board answered nothing that counts this time, and a8e0 before"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::play
