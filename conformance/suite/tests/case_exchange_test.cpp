/// Exchanges of a case, against devices that do one odd thing.

#include <algorithm>
#include <utility>

#include "conformance/suite/tests/toy_case.hpp"
#include "rig/base/crypto/sha256.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;
using rig::Event;
using rig::Verdict;

BOOST_AUTO_TEST_SUITE(an_exchange)

BOOST_AUTO_TEST_CASE(without_a_reply_has_the_hints_of_its_link) {
  const auto link = odd(mute());
  link->suggest("its output may be buffered");
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) { toy.greet(); });
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST(record.findings.front().hints == Strings{"its output may be buffered"},
             boost::test_tools::per_element());
}

// A program that needs 2.1 s to start: "0" is given up after 2 s, and "9" is sent.
BOOST_AUTO_TEST_CASE(whose_reply_comes_after_the_end_of_the_match_was_late_and_the_end_not_answered) {
  for (const bool right : {true, false}) {
    const auto link = script([right](const std::string& heard) {
      return heard == "0" ? rig::text_after(2100ms, right ? "1AA" : "?") : std::vector<Action>();
    });
    const auto record = run(link, {.checks = {.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-TERM-1"}}},
                            [](Toy& toy) { toy.greet(); });
    const auto of_the_end =
        std::count_if(record.findings.begin(), record.findings.end(),
                      [](const auto& one) { return one.requirement == "ICFPT14-TERM-1"; });
    BOOST_TEST(of_the_end == (right ? 0 : 1));
    if (!right) continue;
    BOOST_TEST(record.findings.back().requirement == "ICFPT14-INIT-1");
    BOOST_TEST(record.findings.back().summary.starts_with("\"0\" was answered after 2.1"),
               record.findings.back().summary);
  }
}

BOOST_AUTO_TEST_CASE(suggests_another_protocol_only_in_a_case_that_failed) {
  const Stage stage{.checks = {"ICFPT14-INIT-2"}, .changes = [](rig::protocol::Contest& contest) {
                      contest.hints = [](std::span<const rig::protocol::Heard>) {
                        return Strings{"like another"};
                      };
                    }};
  for (const bool fails : {false, true}) {
    const auto link = changed([](std::uint8_t request, std::vector<Action>& answer) {
      if (request == '0') answer.insert(answer.begin(), {1ms, rig::SendByte{'\r'}});  // that is but a remark
    });
    const auto record = run(link, stage, [&](Toy& toy) {
      toy.greet();
      if (fails) toy.failed("hello.format", "a made-up failure");
    });
    BOOST_TEST_REQUIRE(!record.findings.empty());
    BOOST_TEST(record.findings.front().requirement == "ICFPT14-CODE-3");
    BOOST_TEST(record.findings.front().hints.size() == (fails ? 1U : 0U));
  }
}

BOOST_AUTO_TEST_CASE(has_hints_of_the_protocol_where_it_failed_and_the_contest_knows_any) {
  for (const bool knows : {true, false}) {
    const Stage stage{.checks = {"ICFPT14-INIT-1"}, .changes = [knows](rig::protocol::Contest& contest) {
                        contest.hints = nullptr;
                        if (!knows) return;
                        contest.hints = [](std::span<const rig::protocol::Heard>) {
                          return Strings{"like another"};
                        };
                      }};
    const auto record = run(mute(), stage, [](Toy& toy) {
      toy.found(Verdict::inconclusive, "hello.format", "a made-up doubt",
                {.evidence = rig::report::Evidence{}});
      toy.greet();
      throw BrokenOff{};
    });
    BOOST_TEST((record.verdict == Verdict::fail));
    BOOST_TEST_REQUIRE(record.findings.size() == 2U);
    BOOST_TEST(record.findings[0].hints.empty());
    BOOST_TEST(record.findings[1].hints.size() == (knows ? 1U : 0U));
  }
}

/// A wire on which nobody looks.
class NoEdges : public rig::WireControl {
 public:
  void set_bit_rate_offset(std::int32_t) override {}
  void set_gap_between_bytes(rig::Duration) override {}
  rig::Sent glitch(rig::Duration, rig::Duration) override { return {}; }
  rig::Sent send_break(rig::Duration) override { return {}; }
  rig::Sent send_with_framing_error(std::uint8_t) override { return {}; }
  void watch_line() override {}
  std::vector<rig::LineEdge> take_edges() override { return {}; }
};

BOOST_AUTO_TEST_CASE(is_heard_with_what_came_after_it_where_hints_are_sought) {
  std::vector<rig::protocol::Heard> all;
  const Stage stage{.checks = {"ICFPT14-INIT-1"}, .changes = [&](rig::protocol::Contest& contest) {
                      contest.hints = [&](std::span<const rig::protocol::Heard> heard) {
                        all.assign(heard.begin(), heard.end());
                        return Strings();
                      };
                    }};
  const auto link = script([](const std::string& heard) {
    if (heard == "0") return rig::text_after(1ms, "1AA") + rig::text_after(1500us, "x");
    return heard == "9" ? rig::text_after(1ms, "y") : std::vector<Action>();
  });
  run(link, stage, [](Toy& toy) {
    toy.greet();
    toy.say_end();
    toy.failed("hello.format", "a made-up failure");
    throw BrokenOff{};
  });
  BOOST_TEST_REQUIRE(all.size() == 2U);
  BOOST_TEST((all[0].request.kind == rig::protocol::RequestKind::hello));
  BOOST_TEST(all[0].answer == "1AA");
  BOOST_TEST(all[0].afterwards == "x");
  BOOST_TEST((all[1].request.kind == rig::protocol::RequestKind::end));
  BOOST_TEST(all[1].answer == "y");
}

/// A reply is known by its bytes, or by the hash of more than 64.
BOOST_AUTO_TEST_CASE(is_known_by_what_was_asked_or_by_the_hash_of_much) {
  for (const std::size_t ends : {63U, 64U}) {
    const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [&](Toy& toy) {
      std::vector<rig::protocol::Request> requests(ends, *toy.contest().end);
      requests.push_back(toy.contest().hello);
      toy.ask_together(requests);
      throw BrokenOff{};
    });
    BOOST_TEST_REQUIRE(record.samples.size() == 1U);
    std::string digits;
    for (std::size_t i = 0; i < ends; ++i) digits += "39";
    const std::string hash = "sha256:" + rig::sha256_hex(rig::to_bytes(std::string(ends, '9') + "0"));
    BOOST_TEST(record.samples.front().request == (ends == 63 ? digits + "30" : hash));
  }
}

BOOST_AUTO_TEST_CASE(is_as_long_as_its_bytes_took_on_a_real_wire_alone) {
  for (const bool has_wire : {false, true}) {
    for (const rig::ClockKind clock :
         {rig::ClockKind::virtual_time, rig::ClockKind::simulated, rig::ClockKind::monotonic}) {
      const auto link = odd(good_player());
      if (has_wire) link->carry_bits(std::make_unique<NoEdges>());
      link->tells_time_by(clock);
      const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, greets_alone);
      BOOST_TEST_REQUIRE(record.samples.size() == 1U);
      const bool is_real = has_wire && clock == rig::ClockKind::monotonic;
      BOOST_TEST(record.samples.front().span.has_value() == is_real);
    }
  }
}

BOOST_AUTO_TEST_CASE(may_be_followed_by_another_after_a_program_for_each_move_has_crashed) {
  const auto record =
      run(course_program("crashes-after-writing"), {"course", {"COURSE-EXIT-2"}}, [](Toy& toy) {
        BOOST_TEST(!toy.plays(1).sound);
        toy.count("goes on", toy.greet() ? 1 : 0);
      });
  BOOST_TEST(times(record, "goes on") == 1U);
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST_REQUIRE(record.findings.front().scene.has_value());
  BOOST_TEST(record.findings.front().scene->game == 0);  // each move is another process: there is no power-on
}

/// A board whose first name comes in two parts, the second when a host without patience has stopped waiting;
/// later ones come at once.
std::unique_ptr<rig::Link> late_at_first(const std::string& in_time, const std::string& late) {
  return script([=, asked = 0](const std::string& heard) mutable {
    if (heard.back() != '0') return std::vector<Action>();
    if (asked++ > 0) return rig::text_after(1ms, "1AA");
    return rig::text_after(10ms, in_time) + rig::text_after(1000300us, late);
  });
}

BOOST_AUTO_TEST_CASE(that_was_answered_in_part_leaves_the_rest_as_a_stray) {
  const Stage stage{.checks = {"ICFPT14-INIT-1"}, .silence = impatient()};
  const auto twice = [](Toy& toy) { toy.greet(), toy.greet(); };
  const char* stray = "2 bytes came after \"0\" had got no complete reply";
  BOOST_TEST(tells(run(late_at_first("1", "AA"), stage, twice), stray));
  const auto whole = run(late_at_first("", "1AA"), stage, twice);
  BOOST_TEST(std::none_of(whole.findings.begin(), whole.findings.end(), [](const auto& finding) {
    return finding.summary.find("bytes came") != std::string::npos;
  }));
}

BOOST_AUTO_TEST_CASE(that_is_answered_after_the_host_has_stopped_waiting_leaves_a_stray) {
  const auto link = script([](const std::string& heard) {
    return heard == "0" ? rig::text_after(2000300us, "1AA") : std::vector<Action>();
  });
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
    toy.greet();
    toy.say_end();
    throw BrokenOff{};
  });
  BOOST_TEST(tells(record, "3 bytes came after \"0\" had got no complete reply"));
}

BOOST_AUTO_TEST_CASE(that_is_answered_too_late_is_a_sign_of_life) {
  Silence before = impatient();
  for (int i = 1; i < Silence::cases_at_most; ++i) before.case_unanswered(1s);
  const auto greets_and_ends = [](Toy& toy) { toy.greet(), toy.say_end(); };
  Silence afterwards;
  const Stage stage{.checks = {"ICFPT14-INIT-1"}, .silence = before, .afterwards = &afterwards};
  run(late_at_first("", "1AA"), stage, greets_and_ends);
  BOOST_TEST(!afterwards.is_given_up());
  const auto silent = run(mute(), stage, greets_and_ends);
  BOOST_TEST(afterwards.is_given_up());
  BOOST_TEST(times(silent, "exchanges") == 2U);
}

BOOST_AUTO_TEST_CASE(of_several_requests_at_once_may_open_a_match) {
  Silence before;
  for (int i = 1; i < Silence::cases_at_most; ++i) before.case_unanswered(1s);
  Silence afterwards;
  run(mute(), {.checks = {"ICFPT14-INIT-1"}, .silence = before, .afterwards = &afterwards}, [](Toy& toy) {
    const rig::protocol::Contest& contest = toy.contest();
    toy.ask_together({*contest.end, contest.hello});
    throw BrokenOff{};
  });
  BOOST_TEST(afterwards.is_given_up());
}

/// One byte 0x55 at nominal rate after each reply.
class EdgesOfAByte final : public NoEdges {
 public:
  explicit EdgesOfAByte(const rig::Link& link) : link_(link) {}
  std::vector<rig::LineEdge> take_edges() override {
    constexpr int bits = 10;
    std::vector<rig::LineEdge> edges;
    edges.reserve(bits);
    for (int bit = 0; bit < bits; ++bit)
      edges.push_back({rig::Instant::exactly(link_.info().clock, bit * 8681ns), bit % 2 == 1});
    return edges;
  }

 private:
  const rig::Link& link_;
};

BOOST_AUTO_TEST_CASE(on_a_line_that_is_watched_leaves_its_edges) {
  const auto link = odd(good_player());
  link->carry_bits(std::make_unique<EdgesOfAByte>(*link));
  WatchingToy toy;
  try_to_run(*link, {.checks = {"ICFPT14-INIT-1"}}, toy);
  BOOST_TEST(toy.frames == 4U);  // a handshake and three turns
}

BOOST_AUTO_TEST_CASE(in_which_a_stop_bit_is_bad_does_not_pass_for_its_good_bytes) {
  const auto link = odd(good_player(), [done = false](const Event& event) mutable {
    const auto* const byte = std::get_if<rig::Byte>(&event);
    if (byte == nullptr || std::exchange(done, true)) return std::vector{event};
    return std::vector<Event>{event, error_at(event)};
  });
  const auto record = run(link, {.checks = {"ICFPT14-LINE-2"}}, greets_alone);
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-LINE-2"}, boost::test_tools::per_element());
  BOOST_TEST(record.requirements.at("ICFPT14-LINE-2").passes == 0U);
}

BOOST_AUTO_TEST_CASE(over_files_does_not_bring_back_a_program_that_has_gone) {
  for (const bool is_asked_again : {false, true}) {
    OddProgram program(ustc_program(),
                       [done = false](const auto& request, rig::FileOutcome& outcome) mutable {
                         if (std::exchange(done, true)) return;
                         outcome.files = request.files;
                         outcome.hung_up = rig::HungUp{"crashed", outcome.answered};
                       });
    const auto record = run(program, {"ustc", {"USTC-MSG-1"}}, [&](Toy& toy) {
      toy.plays(1);
      if (is_asked_again) toy.plays(1);
      toy.expect_silence("process.ended", 1ms);
      toy.count("there", toy.greet() ? 1 : 0);
      throw BrokenOff{};
    });
    BOOST_TEST(times(record, "there") == 0U, is_asked_again);
  }
}

BOOST_AUTO_TEST_CASE(with_a_name_passes_each_time) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-3"}}, [](Toy& toy) { toy.greet(); });
  BOOST_TEST(record.requirements.at("ICFPT14-INIT-3").passes == 2U);  // and at the end of the case
}

BOOST_AUTO_TEST_CASE(with_a_name_passes_for_its_form_and_without_a_line_end) {
  const Stage stage{.checks = {"ICFPT14-INIT-2", {"ICFPT14-CODE-3"}}};
  const auto record = run(good_player(), stage, greets_alone);
  BOOST_TEST(record.requirements.at("ICFPT14-INIT-2").passes == 1U);
  BOOST_TEST(record.requirements.at("ICFPT14-CODE-3").passes == 1U);
}

BOOST_AUTO_TEST_CASE(with_the_name_that_was_assigned_passes) {
  const auto link = script([](const std::string& heard) {
    return heard.ends_with('0') ? rig::text_after(1ms, "1AA") : std::vector<Action>();
  });
  Stage stage{.checks = {"ICFPT14-INIT-3"}};
  stage.team = "AA";
  const auto record = run(link, stage, [](Toy& toy) { toy.greet(); });
  BOOST_TEST(record.findings.empty());
  BOOST_TEST(record.team.value_or("") == "\"AA\"");
}

/// It names itself otherwise each time.
std::unique_ptr<rig::Link> changes_its_name() {
  return script([names = 0](const std::string& heard) mutable {
    if (!heard.ends_with('0')) return std::vector<Action>();
    return rig::text_after(1ms, "1A" + std::string(1, static_cast<char>('A' + names++)));
  });
}

BOOST_AUTO_TEST_CASE(with_a_name_is_held_against_the_name_before_where_the_contest_assigns_any) {
  for (const std::size_t longest : {0U, 1U, 2U}) {
    const Stage stage{.checks = {"ICFPT14-INIT-6"},
                      .changes = [&](rig::protocol::Contest& contest) { contest.team.longest = longest; }};
    const auto greets_twice = [](Toy& toy) {
      toy.greet();
      toy.greet();
      throw BrokenOff{};
    };
    BOOST_TEST(failed_on(run(changes_its_name(), stage, greets_twice)).empty() == (longest == 0));
    const auto alike = run(good_player(), stage, greets_twice);
    BOOST_TEST(alike.requirements.at("ICFPT14-INIT-6").passes == (longest == 0 ? 0U : 1U));
  }
}

BOOST_AUTO_TEST_CASE(with_another_name_is_nobody_elses_fault) {
  const auto record = run(changes_its_name(), {.checks = {"ICFPT14-INIT-6"}}, [](Toy& toy) {
    toy.greet();
    toy.lay_blame_on("line.host-rate");
    toy.ask(toy.contest().hello);
    toy.failed("hello.format", "a made-up failure");
    throw BrokenOff{};
  });
  const Strings ids = {"ICFPT14-INIT-6", "ICFPT14-LINE-5"};
  BOOST_TEST(failed_on(record) == ids, boost::test_tools::per_element());
}

/// The kinds that findings are put together by.
BOOST_AUTO_TEST_CASE(that_goes_wrong_has_a_kind) {
  const auto kind_of_answer = [](const std::string& answer, const std::string& team = {}) {
    const auto link = script([=](const std::string& heard) {
      return heard.ends_with('0') ? rig::text_after(1ms, answer) : std::vector<Action>();
    });
    Stage stage{.checks = {"ICFPT14-INIT-3"}};
    stage.team = team;
    const auto record = run(link, stage, greets_alone);
    BOOST_TEST_REQUIRE(!record.findings.empty());
    return record.findings.front().kind;
  };
  BOOST_TEST(kind_of_answer("2AA") == "malformed reply");
  BOOST_TEST(kind_of_answer("1A\x7f") == "team code that is not printable");
  BOOST_TEST(kind_of_answer("1AA", "BB") == "another team code");
}

BOOST_AUTO_TEST_CASE(that_was_answered_whole_leaves_the_rest_as_a_stray_after_the_reply) {
  const auto link = script([](const std::string& heard) {
    return heard == "0" ? rig::text_after(1ms, "1AA") + rig::text_after(1500us, "x") : std::vector<Action>();
  });
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
    toy.greet();
    toy.greet();
    throw BrokenOff{};
  });
  BOOST_TEST(tells(record, "one byte came after the complete reply: \"x\""));
}

BOOST_AUTO_TEST_CASE(shows_what_is_no_byte_only_where_the_link_has_bits) {
  const auto bytes_alone = run(good_player(), {.checks = {"ICFPT14-LINE-2"}}, [](Toy& toy) { toy.greet(); });
  BOOST_TEST(bytes_alone.requirements.at("ICFPT14-LINE-2").why ==
             "this link transfers bytes, not bits: framing cannot be seen");
  const auto link = odd(good_player(), [done = false](const Event& event) mutable {
    if (std::exchange(done, true)) return std::vector{event};
    rig::LineError error = error_at(event);
    error.kind = rig::LineError::Kind::line_break;
    return std::vector<Event>{error, event};
  });
  const auto record = run(link, {.checks = {"ICFPT14-LINE-2"}}, greets_alone);
  BOOST_TEST(tells(record, "a break: the line was held low for longer than a byte"));
}

BOOST_AUTO_TEST_CASE(with_a_name_that_cannot_be_printed_fails) {
  for (const auto& [name, fails] :
       {std::pair("A~", false), std::pair("A!", false), std::pair("A\x7f", true), std::pair("A ", true)}) {
    const auto link = script([name = name](const std::string& heard) {
      return heard.ends_with('0') ? rig::text_after(1ms, std::string("1") + name) : std::vector<Action>();
    });
    const auto record = run(link, {.checks = {"ICFPT14-INIT-3"}}, [](Toy& toy) { toy.greet(); });
    BOOST_TEST(tells(record, "the team code \"A") == fails, name);
  }
}

BOOST_AUTO_TEST_CASE(over_files_is_counted_when_half_a_message_was_answered) {
  for (const auto& [fault, early] : {std::pair("takes-half-message", true), std::pair("", false)}) {
    const auto record = run(ustc_program(fault), {"ustc", {"USTC-MSG-1"}}, [](Toy& toy) {
      for (const auto& seat : toy.contest().seats)
        toy.play(seat, *toy.opponent("random"), {4, {.gap = 500ms}});
      toy.count("early", toy.early_answers() > 0 ? 1 : 0);
    });
    BOOST_TEST(times(record, "early") == (early ? 1U : 0U), fault);
  }
}

BOOST_AUTO_TEST_CASE(over_files_is_counted_once_for_each_message) {
  const auto record = run(ustc_program("takes-half-message"), {"ustc", {"USTC-MSG-1"}}, [](Toy& toy) {
    toy.play(toy.contest().seats.front(), *toy.opponent("random"), {1, {.gap = 500ms}});
    toy.count("early", static_cast<std::uint64_t>(toy.early_answers()));
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "early") == 1U);
}

BOOST_AUTO_TEST_CASE(over_files_shows_no_board_outside_of_a_game) {
  const auto record = run(course_program("two-pieces"), {"course", {"COURSE-BOARD-2"}}, [](Toy& toy) {
    toy.ask({rig::protocol::RequestKind::first, "Red", {}});
    throw BrokenOff{};
  });
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST(!record.findings.front().board.has_value());
}

BOOST_AUTO_TEST_SUITE_END()
