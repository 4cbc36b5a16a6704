/// The hand-shake that begins a match.

#include "conformance/suite.hpp"

using namespace conformance;
using namespace std::chrono_literals;

// "Host sends "0" to both boards. FPGA boards should response "1XX" (XX is the pre-assigned team code) in 1
// sec."
CONFORMANCE_CASE(Handshake, AnswersWithTeamCode, "answers \"0\" with its team code, in time",
                 Checks{"ICFPT14-INIT-1", "ICFPT14-INIT-2", "ICFPT14-INIT-3"}) {
  greet();
  expect_silence("hello.format", 20ms);
}

// What the registers of a board hold when its power comes on differs each time.
CONFORMANCE_CASE(Handshake, AfterEachPowerOn, "answers the first \"0\" after each of many power-ons",
                 Checks{"ICFPT14-INIT-1"}) {
  const int times = session().info().resets_by_hand ? 1 : 16;
  for (int i = 1; i <= times; ++i) {
    hard_reset();
    if (greet()) continue;
    failed("hello.deadline", "the first \"0\" was not answered after power-on " + std::to_string(i) + " of " +
                                 std::to_string(times));
    return;
  }
}

// "0" may repeat without "9": a host that lost a board's answer asks again.
CONFORMANCE_CASE(Handshake, AnswersEachTime,
                 "answers each \"0\", with the same code, however often it is asked",
                 Checks{"ICFPT14-INIT-4"}) {
  constexpr int times = 5;
  std::string code;
  for (int i = 0; i < times; ++i) {
    if (i == 1) lay_blame_on("hello.repeated");
    const rig::match::Exchange hello = ask(contest().hello);
    if (!hello.replied()) {
      failed("hello.repeated", "\"0\" was answered the first time and not when it was repeated");
      return;
    }
    if (code.empty()) code = hello.reply.value.text;
    conclude("hello.repeated", hello.reply.value.text == code,
             "the team code changed between two answers to \"0\"");
  }
}

// Every byte of a board is a response (Table 1): it says nothing at power-up, and nothing more than its
// answer.
CONFORMANCE_CASE(Handshake, SaysNothingUnasked, "says nothing unless it is asked", Checks{"ICFPT14-INIT-5"}) {
  const rig::Duration one_deadline = deadline_of(contest().hello);
  expect_silence("silence.unasked", one_deadline);
  if (!greet()) return;
  expect_silence("silence.unasked", one_deadline);
}
