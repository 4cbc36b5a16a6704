#pragma once
/// A DUT that lives in real time, as the doctor speaks to it: a program, a port, a connection.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rig/dut/dut.hpp"
#include "rig/link/events.hpp"
#include "rig/link/exec/sandbox/sandbox.hpp"
#include "rig/link/link.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::doctor {

/// What came after a request.
struct Answer {
  Bytes bytes;
  Duration after{};  ///< from the end of the request to the last byte
};

/// What was said and heard from a start on.
struct Conversation {
  std::string refused;  ///< why it could not begin; empty: it did
  Bytes unasked;        ///< came before the first request
  std::vector<Answer> answers;
  LineErrorCounts line;  ///< what its driver counted
  std::string ending;    ///< how it hung up; empty: it did not
  std::vector<std::string> hints;
  std::optional<std::uint32_t> rate;  ///< to which it set its device

  /// To the last request; empty: nothing.
  Bytes last() const { return answers.empty() ? Bytes() : answers.back().bytes; }
};

/// How it is tried.
struct Attempt {
  Duration before = std::chrono::milliseconds(300);  ///< from its start to the first request
  Duration window{};                                 ///< for which an answer is waited for
  std::string command{};                             ///< in place of its own; empty: its own
  std::uint32_t baud = 0;                            ///< of the port; 0: the contest's
  bool anew = false;                                 ///< what stays open is closed first, and opened again
};

/// See the head of this file.
class Interview {
 public:
  /// `settle`: for which it is left alone after each start, besides.
  Interview(const dut::DutName& name, const protocol::Contest& contest, Sandbox sandbox, Duration settle);

  const dut::DutName& name() const { return name_; }
  const protocol::Contest& contest() const { return contest_; }
  const protocol::Request& request() const { return request_; }
  /// The first request, in quotes.
  std::string asked() const;
  /// How long the contest gives for its reply.
  Duration deadline() const;
  /// The words of its command. Those of a program alone; UsageError as split_command().
  std::vector<std::string> words() const;

  /// Says these, each after the answer to the one before. A program is started for it; to a board or a
  /// connection it is the next thing that is said.
  Conversation speak(const std::vector<Bytes>& requests, const Attempt& attempt);
  /// The first request, until its deadline; asked once.
  const Conversation& first();
  /// Whether that was answered as it should be, in time.
  bool answers();
  /// What its link tells of itself, by name. Empty where it cannot be opened.
  const std::map<std::string, std::string>& facts();
  /// Whether any byte came, in whichever conversation.
  bool has_sent() const { return has_sent_; }
  /// Whether the answer to the first request in this conversation is the contest's.
  bool is_reply(const Conversation& heard) const;

 private:
  std::unique_ptr<FarEnd> open(const Attempt& attempt) const;

  dut::DutName name_;
  const protocol::Contest& contest_;
  Sandbox sandbox_;
  Duration settle_;
  protocol::Request request_;
  std::unique_ptr<FarEnd> kept_;  ///< what may be opened only once
  std::optional<Conversation> first_;
  std::map<std::string, std::string> facts_;
  bool has_sent_ = false;
};

}  // namespace rig::doctor
