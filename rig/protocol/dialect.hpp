#pragma once
/// A dialect: how a contest's requests and replies are written, as bytes or in files. Pure. Here stand what
/// both have, and the dialect of bytes; that of files is in file_dialect.hpp.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "rig/base/bytes.hpp"
#include "rig/base/time.hpp"

namespace rig::protocol {

/// A move or a pass, in the contest's own notation: `53e0`, `0000`, `@0+`.
struct Move {
  std::string text;
  friend bool operator==(const Move&, const Move&) = default;
  friend auto operator<=>(const Move&, const Move&) = default;  // NOLINT(modernize-use-nullptr)
};

enum class RequestKind {
  hello,     ///< who are you: `0`, `?`
  first,     ///< you begin: `25`, `2A`, `-W`
  second,    ///< you are second: `35XXXX` with the opponent's move; `-B` without one
  move,      ///< what the opponent has moved, and your turn: `4XXXX`
  end,       ///< the game is over: `9`
  stand_by,  ///< a game that you do not play: `--`
};

/// What the host asks for, in the contest's terms.
struct Request {
  RequestKind kind = RequestKind::hello;
  std::string start;  ///< the start square as the contest writes it (`5`, `A`); empty where there is none
  std::vector<Move> moves{};  ///< the opponent's that it tells, in order

  /// The last move that it tells; empty where it tells none.
  Move told() const { return moves.empty() ? Move{} : moves.back(); }
  friend bool operator==(const Request&, const Request&) = default;
};

enum class ReplyKind { silence, team_code, move };

/// What a DUT answers, in the contest's terms: a team code or a move.
struct Reply {
  ReplyKind kind = ReplyKind::move;
  std::string text;  ///< `AA`, `53e0`
  friend bool operator==(const Reply&, const Reply&) = default;
};

/// What must follow a request.
struct Expectation {
  ReplyKind kind = ReplyKind::silence;
  Duration deadline{};  ///< from the end of the request to the last byte; for silence: how long it must hold
};

/// How far a parser got with the bytes so far.
enum class ParseState {
  more,       ///< a beginning; more bytes are needed
  complete,   ///< `length` bytes make a whole
  malformed,  ///< the byte at `length` cannot stand there
};

template <typename T>
struct Parsed {
  ParseState state = ParseState::more;
  std::size_t length = 0;  ///< complete: bytes consumed; malformed: position of the offending byte
  std::string why;         ///< malformed: expected and found
  T value{};               ///< complete: what was said
  bool decorated = false;  ///< bytes were dropped that the contest's hosts drop (CR, LF)
  bool may_go_on = false;  ///< complete: more bytes would make another whole; whoever reads waits for them
};

class ByteDialect;
class FileDialect;

/// What every dialect can say of a request.
class Dialect {
 public:
  virtual ~Dialect() = default;

  /// What the DUT is sent, or, over files, what people see in place of that: a command line, or the text of a
  /// message.
  virtual Bytes encode(const Request& request) const = 0;
  /// The reply, or the silence, that `request` calls for, with its deadline.
  virtual Expectation expects(const Request& request) const = 0;
  /// The kind of request as the contest's own table writes it: `0`, `2X`, `3XYYYY`, `4XXXX`, `9`.
  virtual std::string label(const Request& request) const = 0;

  /// Null: the contest is played over files.
  virtual const ByteDialect* bytes() const { return nullptr; }
  /// Null: the contest is played in bytes.
  virtual const FileDialect* files() const { return nullptr; }
};

/// The dialect of a contest in bytes. A mirror: it encodes and parses both directions, so that the same page
/// serves a host that speaks to a DUT, a reference player that answers, and the suite for a referee under
/// test.
class ByteDialect : public Dialect {
 public:
  const ByteDialect* bytes() const final { return this; }

  using Dialect::encode;
  virtual Bytes encode(const Reply& reply) const = 0;
  /// The first request in `bytes`.
  virtual Parsed<Request> parse_request(ByteView bytes) const = 0;
  /// The reply in `bytes` to this request: of the kind that it calls for, and as long as such a reply is
  /// where it has no end of its own. Content is judged elsewhere: `zzzz` parses as a move. A reply that is
  /// whole but may be longer is `complete` and `may_go_on`.
  virtual Parsed<Reply> parse_reply(const Request& request, ByteView bytes) const = 0;
  /// Whether the contest's hosts may pause after these bytes, which begin a request: they send it in blocks,
  /// as far apart as their limit for a turn. By default they do not.
  virtual bool pauses_after(ByteView beginning) const {
    static_cast<void>(beginning);
    return false;
  }
  /// Whether the contest's hosts drop this byte wherever it comes.
  virtual bool host_drops(std::uint8_t byte) const {
    static_cast<void>(byte);
    return false;
  }
};

}  // namespace rig::protocol
