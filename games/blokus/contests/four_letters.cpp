#include "games/blokus/contests/four_letters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/contests/duo_game.hpp"
#include "rig/base/errors.hpp"

namespace rig::protocol {

namespace {

using namespace std::chrono_literals;

constexpr Duration silence_after_end = 250ms;  // nobody gives one; a quarter of the usual reply limit
constexpr std::size_t hello_reply_length = 3;  // "1XX"

bool is_line_end(std::uint8_t byte) {
  return byte == '\r' || byte == '\n';
}

std::string found(ByteView bytes, std::size_t at, std::string_view expected) {
  return fmt::format("byte {} is {}, expected {}", at + 1, quoted(bytes.subspan(at, 1)), expected);
}

bool names_a_square(const MoveRequest& row) {
  return row.square == MoveRequest::Square::named;
}

/// The first byte says what a request is and how long.
class FourLetterDialect final : public ByteDialect {
 public:
  explicit FourLetterDialect(FourLetters protocol) : protocol_(std::move(protocol)) {}

  Bytes encode(const Request& request) const override {
    if (request.kind == RequestKind::hello) return to_bytes("0");
    if (request.kind == RequestKind::end) return to_bytes("9");
    std::string text = row_of(request).digit + request.start;
    for (const Move& move : request.moves) text += move.text;
    return to_bytes(text);
  }

  Bytes encode(const Reply& reply) const override {
    switch (reply.kind) {
      case ReplyKind::team_code: return to_bytes("1" + reply.text);
      case ReplyKind::move: return to_bytes(reply.text);
      case ReplyKind::silence: break;
    }
    return {};
  }

  Parsed<Request> parse_request(ByteView bytes) const override {
    if (bytes.empty()) return {};
    if (bytes[0] == '0') return {ParseState::complete, 1, {}, {RequestKind::hello, {}, {}}};
    if (bytes[0] == '9') return {ParseState::complete, 1, {}, {RequestKind::end, {}, {}}};
    for (const MoveRequest& row : protocol_.requests) {
      if (bytes[0] == static_cast<std::uint8_t>(row.digit)) return parse_row(row, bytes);
    }
    return {ParseState::malformed, 0, found(bytes, 0, "one of " + digits()), {}};
  }

  Parsed<Reply> parse_reply(const Request& request, ByteView bytes) const override {
    const ReplyKind kind = expects(request).kind;
    if (kind == ReplyKind::silence) return {ParseState::complete, 0, {}, {kind, {}}};
    const std::size_t wanted = kind == ReplyKind::team_code ? hello_reply_length : four_letters;
    Parsed<Reply> parsed;
    std::string letters;
    for (std::size_t at = 0; at < bytes.size() && letters.size() < wanted; ++at) {
      if (is_line_end(bytes[at])) {  // the hosts drop CR and LF anywhere
        parsed.decorated = true;
        continue;
      }
      if (kind == ReplyKind::team_code && letters.empty() && bytes[at] != '1') {
        return {ParseState::malformed, at, found(bytes, at, "\"1\""), {}};
      }
      letters += static_cast<char>(bytes[at]);
      parsed.length = at + 1;
    }
    if (letters.size() < wanted) return {ParseState::more, 0, {}, {}, parsed.decorated};
    parsed.state = ParseState::complete;
    parsed.value = {kind, kind == ReplyKind::team_code ? letters.substr(1) : letters};
    return parsed;
  }

  bool host_drops(std::uint8_t byte) const override { return is_line_end(byte); }

  Expectation expects(const Request& request) const override {
    switch (request.kind) {
      case RequestKind::hello: return {ReplyKind::team_code, protocol_.hello_limit};
      case RequestKind::end: return {ReplyKind::silence, silence_after_end};
      default: return {ReplyKind::move, protocol_.reply_limit};
    }
  }

  std::string label(const Request& request) const override {
    switch (request.kind) {
      case RequestKind::hello: return "0";
      case RequestKind::end: return "9";
      case RequestKind::stand_by: return "?";
      default: return row_of(request).label;
    }
  }

 private:
  /// The row that tells as many moves; where there is none, the first of its kind.
  const MoveRequest& row_of(const Request& request) const {
    const MoveRequest* found = nullptr;
    for (const MoveRequest& row : protocol_.requests) {
      if (row.kind != request.kind) continue;
      if (row.moves == request.moves.size()) return row;
      if (found == nullptr) found = &row;
    }
    if (found == nullptr) throw RigError("This contest has no such request.");
    return *found;
  }

  /// The first bytes that a request may have: `0 2 3 4 9`.
  std::string digits() const {
    std::string text = "0";
    for (const MoveRequest& row : protocol_.requests) text += std::string(" ") + row.digit;
    return text + " 9";
  }

  /// `25`, `2A`, `35XXXX`: an upper-case A, though coordinates are lower case.
  static Parsed<Request> parse_row(const MoveRequest& row, ByteView bytes) {
    Request request{row.kind, {}, {}};
    std::size_t length = 1;
    if (names_a_square(row)) {
      if (bytes.size() < 2) return {};
      if (bytes[1] != '5' && bytes[1] != 'A')
        return {ParseState::malformed, 1, found(bytes, 1, "\"5\" or \"A\""), {}};
      request.start = static_cast<char>(bytes[1]);
      length = 2;
    }
    if (bytes.size() < length + row.moves * four_letters) return {};
    for (std::size_t move = 0; move < row.moves; ++move) {
      request.moves.push_back({to_text(bytes.subspan(length, four_letters))});
      length += four_letters;
    }
    return {ParseState::complete, length, {}, request};
  }

  FourLetters protocol_;
};

}  // namespace

Contest blokus_duo_over_serial(const FourLetters& protocol) {
  Contest contest;
  contest.game = "blokus";
  contest.baud = 115200;
  contest.dialect = std::make_shared<FourLetterDialect>(protocol);
  contest.seats = {
      {"first on (5,5)", true, Player::one, "5"},
      {"first on (a,a)", true, Player::two, "A"},
      {"second on (5,5)", false, Player::one, "5"},
      {"second on (a,a)", false, Player::two, "A"},
  };
  contest.new_game = [](const Seat& first) { return new_blokus_duo(first.player); };
  contest.hello = {RequestKind::hello, {}, {}};
  contest.end = {RequestKind::end, {}, {}};
  contest.codes = std::size_t{blokus::tile_count} * blokus::rotation_count;
  return contest;
}

}  // namespace rig::protocol
