#include "rig/contest/icfpt2014.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rig/base/errors.hpp"
#include "rig/contest/blokus_ruling.hpp"

namespace rig::contest {

namespace {

using namespace std::chrono_literals;

constexpr Duration reply_limit = 1s;           // "in 1 sec", items 1 to 5
constexpr Duration silence_after_end = 250ms;  // the text gives none; a quarter of the reply limit
constexpr std::size_t code_length = 4;         // "a simple four-letter code"
constexpr std::size_t hello_reply_length = 3;  // "1XX"

bool is_line_end(std::uint8_t byte) {
  return byte == '\r' || byte == '\n';
}

std::string found(ByteView bytes, std::size_t at, std::string_view expected) {
  return fmt::format("byte {} is {}, expected {}", at + 1, quoted(bytes.subspan(at, 1)), expected);
}

/// Table 1 of the text: the first byte says what a request is and how long.
class Icfpt2014Dialect final : public Dialect {
 public:
  Bytes encode(const Request& request) const override {
    switch (request.kind) {
      case RequestKind::hello: return to_bytes("0");
      case RequestKind::first: return to_bytes("2" + request.start);
      case RequestKind::second: return to_bytes("3" + request.start + request.move.text);
      case RequestKind::move: return to_bytes("4" + request.move.text);
      case RequestKind::end: return to_bytes("9");
      case RequestKind::stand_by: break;
    }
    throw RigError("icfpt2014 has no request for a board that does not play.");
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
    switch (bytes[0]) {
      case '0': return {ParseState::complete, 1, {}, {RequestKind::hello, {}, {}}};
      case '9': return {ParseState::complete, 1, {}, {RequestKind::end, {}, {}}};
      case '2': return parse_start(bytes, RequestKind::first);
      case '3': return parse_start(bytes, RequestKind::second);
      case '4':
        if (bytes.size() < 1 + code_length) return {};
        return {ParseState::complete,
                1 + code_length,
                {},
                {RequestKind::move, {}, {to_text(bytes.subspan(1, code_length))}}};
      default: return {ParseState::malformed, 0, found(bytes, 0, "one of 0 2 3 4 9"), {}};
    }
  }

  Parsed<Reply> parse_reply(ReplyKind kind, ByteView bytes) const override {
    if (kind == ReplyKind::silence) return {ParseState::complete, 0, {}, {kind, {}}};
    const std::size_t wanted = kind == ReplyKind::team_code ? hello_reply_length : code_length;
    Parsed<Reply> parsed;
    std::string letters;
    for (std::size_t at = 0; at < bytes.size() && letters.size() < wanted; ++at) {
      if (is_line_end(bytes[at])) {  // the contest's host drops CR and LF anywhere
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
      case RequestKind::hello: return {ReplyKind::team_code, reply_limit};
      case RequestKind::end: return {ReplyKind::silence, silence_after_end};
      default: return {ReplyKind::move, reply_limit};
    }
  }

  std::string label(const Request& request) const override {
    switch (request.kind) {
      case RequestKind::hello: return "0";
      case RequestKind::first: return "2X";
      case RequestKind::second: return "3XYYYY";
      case RequestKind::move: return "4XXXX";
      case RequestKind::end: return "9";
      case RequestKind::stand_by: break;
    }
    return "?";
  }

 private:
  /// `25`, `2A`, `35XXXX`, `3AXXXX`: an upper-case A, though coordinates are lower case.
  static Parsed<Request> parse_start(ByteView bytes, RequestKind kind) {
    if (bytes.size() < 2) return {};
    if (bytes[1] != '5' && bytes[1] != 'A')
      return {ParseState::malformed, 1, found(bytes, 1, "\"5\" or \"A\""), {}};
    const std::string start(1, static_cast<char>(bytes[1]));
    if (kind == RequestKind::first) return {ParseState::complete, 2, {}, {kind, start, {}}};
    if (bytes.size() < 2 + code_length) return {};
    return {
        ParseState::complete, 2 + code_length, {}, {kind, start, {to_text(bytes.subspan(2, code_length))}}};
  }
};

/// In 2013 both boards were asked for their first tile with `25` or `2A`, later moves were told with `3XXXX`,
/// and `4` told two of them. Such a board passes when a `3` asks it for its first tile, and then takes what
/// is left of the request for a hand-shake; or it waits for four letters more after a `4XXXX`.
std::vector<std::string> hints_of(std::span<const Heard> heard) {
  bool passes_first_tile = false;
  bool names_itself_after_it = false;
  bool begins = false;
  int moves = 0;
  int moves_unanswered = 0;
  for (const Heard& one : heard) {
    const bool passed = one.request.kind == RequestKind::second && one.answer == blokus::pass_code;
    passes_first_tile = passes_first_tile || passed;
    names_itself_after_it = names_itself_after_it || (passed && one.afterwards.starts_with('1') &&
                                                      one.afterwards.size() == hello_reply_length);
    begins = begins || (one.request.kind == RequestKind::first && one.answer.size() == code_length);
    moves += one.request.kind == RequestKind::move ? 1 : 0;
    moves_unanswered += one.request.kind == RequestKind::move && one.answer.empty() ? 1 : 0;
  }
  const bool waits_for_two_moves = begins && moves > 0 && moves == moves_unanswered;
  if (!names_itself_after_it && !(passes_first_tile && waits_for_two_moves)) return {};
  return {
      "this looks like the 2013 protocol, in which 25 or 2A asks each board for its first tile, 3XXXX tells "
      "a "
      "later move and 4XXXXYYYY two of them"};
}

}  // namespace

Contest icfpt2014() {
  Contest contest;
  contest.name = "icfpt2014";
  contest.title = "ICFPT 2014 design contest: Blokus Duo over RS-232";
  contest.game = "blokus";
  contest.baud = 115200;
  contest.dialect = std::make_shared<Icfpt2014Dialect>();
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
  contest.hints = hints_of;
  return contest;
}

}  // namespace rig::contest
