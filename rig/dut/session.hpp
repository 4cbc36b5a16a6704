#pragma once
/// A session: the conversation with one DUT, in the contest's terms. One request and what came back is an
/// exchange. Moves, passes, deadlines and rematches are tested against this interface, whatever carries it.

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rig/dut/patience.hpp"
#include "rig/link/events.hpp"
#include "rig/link/far_end.hpp"
#include "rig/protocol/contest.hpp"

namespace rig {
class Link;
class WireControl;
}  // namespace rig

namespace rig::dut {

/// More bytes than this in one answer or one silence are a flood: the host stops listening.
inline constexpr std::size_t flood = 1024;

/// What went over files in one exchange.
struct FileTrace {
  FileRequest request;
  FileOutcome outcome;
  protocol::FileAnswer answer;
  bool unasked = false;  ///< what it writes had changed before it was asked
  bool silent = false;   ///< its time was up, and it had written nothing at all
};

/// One request by the host and what came back.
struct Exchange {
  protocol::Request request;
  std::string label;               ///< the kind of request as the contest writes it: `4XXXX`
  protocol::Expectation expected;  ///< with the deadline as this run scales it
  Bytes request_bytes;
  Sent sent;
  std::vector<Byte> unasked;  ///< came before the request's first bit: they belong to the exchange before
  std::vector<Byte> bytes;    ///< came in answer, in order, until the reply was whole or patience ended
  std::size_t early =
      0;  ///< how many of `bytes` surely began before the middle of the request's last stop bit, as the
          ///< host sent it and as the fastest board that is allowed reckons it from that byte's start bit
  std::vector<LineError> line_errors;
  std::optional<HungUp> hung_up;
  protocol::Parsed<protocol::Reply> reply;
  std::optional<Latency>
      latency;           ///< end of the request to the end of the reply's last byte; nothing: not whole
  Duration waited{};     ///< how long the host listened after the request
  bool hurried = false;  ///< the deadline alone was waited for, because nothing had come for so long
  std::optional<FileTrace> files;  ///< where the session is over files; there are no `bytes` then

  /// A whole reply of the kind asked for has come (in time or not, right or wrong).
  bool replied() const {
    return expected.kind != protocol::ReplyKind::silence && reply.state == protocol::ParseState::complete;
  }
  Bytes received() const;
};

/// What came while nothing was asked.
struct Overheard {
  std::vector<Byte> bytes;
  std::vector<LineError> line_errors;
  std::optional<HungUp> hung_up;
  Duration listened{};
  bool silent() const { return bytes.empty() && line_errors.empty() && !hung_up; }
};

/// When a request begins, after what came before it.
enum class Begin {
  after_a_pause,         ///< the host's turnaround after the end of the last reply
  in_the_last_stop_bit,  ///< half a bit before that end, or as soon after it as the link can: full duplex
};

/// How a request goes out.
struct Spacing {
  /// Idle time between the end of a byte and the begin of the next. Over files: a message lies there half
  /// written for so long.
  Duration gap{};
  Begin begin = Begin::after_a_pause;
  /// In bytes: idle time before the next block of a request that hosts send in blocks
  /// (ByteDialect::pauses_after).
  Duration block{};
};

/// What a session can do beyond asking, where it is in bytes.
class ByteCapability {
 public:
  virtual ~ByteCapability() = default;

  /// The link beneath, for cases about bytes on a wire.
  virtual Link& link() = 0;

  /// As Session::ask, with several requests in one send, without a gap between them. The exchange is the last
  /// one's; its bytes are all of them. RigError when there is none, or when one before the last calls for a
  /// reply.
  virtual Exchange ask_together(std::span<const protocol::Request> requests, Spacing spacing = {}) = 0;

  /// Sends requests, each to the end of the one before, and waits for nothing: listen() tells what comes.
  virtual Sent tell(std::span<const protocol::Request> requests, Spacing spacing = {}) = 0;
};

/// What it can do besides, where those bytes are bits on a wire.
class WireCapability {
 public:
  virtual ~WireCapability() = default;

  /// The wire beneath, for what a session need not know of.
  virtual WireControl& control() = 0;

  /// The host's bit rate away from nominal, in parts per million, until it is changed or reset().
  virtual void set_host_rate(std::int32_t parts_per_million) = 0;

  /// Does something to the wire, at once; nothing is sent before it has ended.
  virtual Sent disturb(const std::function<Sent(WireControl&)>& how) = 0;
};

/// What a session can do beyond asking, where it is over files.
class FileCapability {
 public:
  virtual ~FileCapability() = default;

  /// How the files of the next games are laid out.
  virtual void set_style(const protocol::FileStyle& style) = 0;

  /// A game begins for a player in `seat`, after these moves of both: GameFiles::begin_after.
  virtual void begin_game_after(const protocol::Seat& seat,
                                const std::vector<protocol::PlayedMove>& moves) = 0;

  /// Puts files in place and watches for `span`, expecting nothing. Whether those that are watched have
  /// changed.
  virtual bool provokes(const FileRequest& request, Duration span) = 0;
};

/// The conversation with one DUT. Who needs more than to ask it and to listen asks what this session can do.
class Session {
 public:
  virtual ~Session() = default;

  virtual const LinkInfo& info() const = 0;
  /// Null: it is over files.
  virtual ByteCapability* bytes() { return nullptr; }
  /// Null: there is no wire to disturb or to measure.
  virtual WireCapability* wire() { return nullptr; }
  /// Null: it is in bytes.
  virtual FileCapability* files() { return nullptr; }

  /// Sends a request and waits for its reply: until it is whole, or its deadline has passed and the session's
  /// patience ends. A request that calls for silence is listened to for its span.
  virtual Exchange ask(const protocol::Request& request, Spacing spacing = {}) = 0;

  /// Listens without asking. Files say nothing by themselves: what a program changes is found when it is
  /// asked next.
  virtual Overheard listen(Duration span) = 0;

  /// A new case begins: power-on state where the link brings it by itself, else what came before is dropped.
  virtual Outcome begin() = 0;

  /// Stalls of the rig and errors that its driver counted since this was last asked.
  virtual Health health() = 0;

  /// Power-on state, where the link can.
  virtual Outcome reset() = 0;

  /// Link time between the first and the last thing that happened.
  virtual Duration elapsed() const = 0;
};

struct SessionOptions {
  double timeout_scale = 1.0;  ///< stretches every deadline
  Duration turnaround =
      std::chrono::milliseconds(1);  ///< the host's pause between a reply and its next request
  Patience* patience = nullptr;      ///< of the run, which must outlive the session; null: one of its own
  Duration time_margin{};            ///< added to every deadline of a reply
  /// In bytes: how long the reply to the first request after a start is waited for at least, while the DUT
  /// has left no request unanswered. So a slow start is one late reply, and not the answer to a later
  /// request.
  Duration start_patience{};

  /// A deadline of the contest, as this session has it.
  Duration scaled(Duration time) const;
};

/// A session with what is at this far end. Over files each game has a folder of its own. `far_end` and
/// `contest` must outlive it. RigError when the one is in bytes and the other over files.
std::unique_ptr<Session> new_session(FarEnd& far_end, const protocol::Contest& contest,
                                     SessionOptions options = {});

}  // namespace rig::dut
