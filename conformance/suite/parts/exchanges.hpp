#pragma once
/// Judging exchanges: what holds for each of them whatever is asked (framing, nothing unasked, the deadline,
/// the form of a reply), and what is known by now of a DUT that speaks or does not.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/suite/parts/findings.hpp"
#include "conformance/suite/parts/standing.hpp"
#include "rig/protocol/hints.hpp"

namespace conformance {

class Exchanges {
 public:
  Exchanges(Standing& standing, Findings& findings) : at_(standing), findings_(findings) {}

  /// Asks, checks and measures. NotAsked where the DUT is not asked any more.
  rig::dut::Exchange ask(const rig::protocol::Request& request, rig::dut::Spacing spacing = {});
  /// Asks without judging anything.
  rig::dut::Exchange ask_unjudged(const rig::protocol::Request& request);
  /// Several requests in one send, where the DUT is spoken to in bytes; all but the last call for silence.
  rig::dut::Exchange ask_together(const std::vector<rig::protocol::Request>& requests);
  /// Listens for a span of link time and expects nothing, under this aspect.
  bool expect_silence(Aspect aspect, rig::Duration span);
  /// What may still come after the last reply is expected not to.
  bool expect_nothing_more(rig::Duration span) { return expect_silence(last_reply_aspect_, span); }
  /// Brings the DUT to its power-on state; NotApplicable when the link cannot.
  void hard_reset();
  /// What comes next comes after nothing.
  void forget_last() { last_.reset(); }

  /// The last exchange that was judged; nothing since power-on.
  const std::optional<rig::dut::Exchange>& last() const { return last_; }
  /// What was asked and answered, for hints.
  const std::vector<rig::protocol::Heard>& heard() const { return heard_; }
  /// How often a message was answered while it was half written.
  int early_answers() const { return early_answers_; }
  /// Whether the DUT has replied in this case: its silences mean something.
  bool is_alive() const { return alive_; }

  /// What opens a match was asked in this case, and nothing has come, nor for some time before: to go on
  /// costs time and shows nothing.
  bool nobody_answers() const;
  /// Tells those who run cases whether the DUT has answered in this one.
  void settle_silence();

  /// From here on the edges of each reply are kept, where there is a wire.
  void watch_line();
  /// Those that were kept; the line is watched no more.
  std::vector<std::vector<rig::LineEdge>> watched();

 private:
  void refuse_if_given_up(const rig::protocol::Request& request) const;
  bool opens_a_match(const rig::protocol::Request& request) const;
  void note_opening(const rig::dut::Exchange& exchange);
  void note_heard(const rig::dut::Exchange& exchange);

  void check(const rig::dut::Exchange& exchange, rig::dut::Spacing spacing);
  void check_unasked(const rig::dut::Exchange& exchange, rig::dut::Spacing spacing);
  void check_line(const rig::dut::Exchange& exchange);
  void check_files(const rig::dut::Exchange& exchange);
  void check_silent_answer(const rig::dut::Exchange& exchange);
  bool answers_the_one_before(const rig::dut::Exchange& exchange) const;
  void report_late_answer(const rig::dut::Exchange& exchange);
  void check_reply_came(const rig::dut::Exchange& exchange);
  std::optional<rig::ReplySpan> span_on_the_wire(const rig::dut::Exchange& exchange) const;
  void judge_time(const rig::dut::Exchange& exchange);
  void tell_absence(const rig::dut::Exchange& exchange);
  void check_team_code(const rig::dut::Exchange& exchange);
  void check_same_team(const rig::dut::Exchange& exchange);

  void silent(Aspect aspect);
  void came_alive();
  void stray(const std::vector<rig::Byte>& bytes, const std::string& when);
  std::string after_what() const;
  Aspect aspect_of_hang_up(Aspect aspect) const;
  rig::report::Evidence evidence(const rig::dut::Exchange& exchange) const;
  std::vector<std::string> hints_of_its_program(const rig::dut::Exchange& exchange) const;
  std::vector<std::string> hints_of_its_line(const rig::dut::Exchange& exchange);

  Standing& at_;
  Findings& findings_;
  /// What became of the requests that open a match, in this case.
  struct {
    bool asked = false;
    bool answered = false;  // by anything at all
    rig::Duration waited{};
  } opening_;
  bool alive_ = false;
  std::vector<Aspect> silences_;                  // that were kept before it spoke
  Aspect last_reply_aspect_ = "silence.unasked";  // that a stray byte counts against
  std::optional<rig::dut::Exchange> last_;        // what a byte that nobody asked for came after
  std::vector<rig::protocol::Heard> heard_;
  std::set<std::string> irregular_;  // aspects of files that were found broken
  int early_answers_ = 0;
  bool watching_ = false;
  std::vector<std::vector<rig::LineEdge>> edges_;
  bool hint_sought_ = false;  // why nothing can be read on its line
};

}  // namespace conformance
