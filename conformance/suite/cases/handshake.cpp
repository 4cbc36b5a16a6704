/// The handshake that begins a match.

#include "conformance/suite/cases/amounts.hpp"
#include "conformance/suite/suite.hpp"

using namespace conformance;
using namespace std::chrono_literals;

// Who are you: a board answers in the form that the contest asks for, in time.
CONFORMANCE_CASE(Handshake, AnswersWithTeamCode, "answers the handshake as its contest asks, in time",
                 Checks{.subject = "hello.format",
                        .also = {"hello.deadline", "hello.answered", "hello.team", "reply.line-end"},
                        .exchanges = 5}) {
  greet();
  expect_silence("hello.format", 20ms);
}

// What the registers of a board hold when its power comes on differs each time.
CONFORMANCE_CASE(Handshake, AfterEachPowerOn, "answers the first handshake after each of many power-ons",
                 Checks{.subject = "hello.deadline", .also = {"hello.answered"}, .exchanges = 15}) {
  const int times = session().info().resets_by_hand ? 1 : 16;
  for (int i = 1; i <= times; ++i) {
    hard_reset();
    if (greet()) continue;
    const auto& hello = exchanges().last();
    if (hello && hello->bytes.empty())
      failed("hello.deadline", "the first handshake was not answered after power-on " + std::to_string(i) +
                                   " of " + std::to_string(times));
    return;
  }
}

// A host that lost a board's answer asks again.
CONFORMANCE_CASE(Handshake, AnswersEachTime, "answers each handshake alike, however often it is asked",
                 Checks{.subject = "hello.repeated", .exchanges = 5}) {
  constexpr int times = 5;
  std::string code;
  for (int i = 0; i < times; ++i) {
    if (i == 1) lay_blame_on("hello.repeated");
    const rig::dut::Exchange hello = ask(contest().hello);
    if (!hello.replied()) {
      if (i > 0) failed("hello.repeated", "it was answered the first time, but not when it was repeated");
      return;
    }
    if (code.empty()) code = hello.reply.value.text;
    conclude("hello.repeated", hello.reply.value.text == code,
             "the answer to the handshake changed when it was repeated", "answer that changes");
  }
}

// A board has one name, whatever was played and however often its power came on.
CONFORMANCE_CASE(Handshake, SameNameInEveryMatch, "gives the same name in every match",
                 Checks{.subject = "hello.same", .exchanges = 10}) {
  constexpr int matches = 3;
  const auto other = opponent("random");
  for (int match = 0; match < matches; ++match) {
    if (!greet()) return;
    if (!play(contest().seats.front(), *other, {1, {}}).sound) return;
    end_match_without_reset();
  }
  if (session().info().can_reset && !session().info().resets_by_hand) hard_reset();
  greet();
}

// Every byte of a board is a response: it says nothing at power-up, and nothing more than its answer.
CONFORMANCE_CASE(Handshake, SaysNothingUnasked, "says nothing unless it is asked",
                 Checks{.subject = "silence.unasked", .exchanges = 5}) {
  const rig::Duration one_deadline = deadline_of(first_request(contest()));
  expect_silence("silence.unasked", one_deadline);
  if (!greet()) return;
  if (!contest().greets) {
    const auto other = opponent("random");
    if (!play(contest().seats.front(), *other, {first_reply_only, {}}).sound) return;
  }
  expect_silence("silence.unasked", one_deadline);
}
