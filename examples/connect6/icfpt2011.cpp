#include "icfpt2011.hpp"

#include <algorithm>

#include "ruling.hpp"

namespace connect6 {

using namespace rig::protocol;
using namespace std::chrono_literals;
using rig::Bytes, rig::ByteView, rig::to_bytes, rig::to_text;

namespace {

bool is_digit(std::uint8_t byte) {
  return byte >= '0' && byte <= '9';
}

/// `D`: you are dark and begin. `L` and a stone: you are light, and dark has begun so. Eight digits: the
/// opponent's two stones. Nothing ends a message or a game; 1 s for each turn.
///
/// A host writes `L` and each stone as a block by itself and thinks between them. So a board that was told
/// `L` has not been asked for anything yet.
class Dialect final : public ByteDialect {
 public:
  Bytes encode(const Request& request) const override {
    if (request.kind == RequestKind::hello || request.kind == RequestKind::end) return {};
    return to_bytes(request.start + request.told().text);
  }
  Bytes encode(const Reply& reply) const override { return to_bytes(reply.text); }

  Parsed<Request> parse_request(ByteView bytes) const override {
    if (bytes.empty()) return {};
    if (bytes[0] == 'D') return {ParseState::complete, 1, {}, {RequestKind::first, "D", {}}};
    const std::size_t begin = bytes[0] == 'L' ? 1 : 0;
    const std::size_t length = begin + (begin == 1 ? letters_a_stone : letters_a_turn);
    for (std::size_t i = begin; i < std::min(length, bytes.size()); ++i) {
      if (!is_digit(bytes[i]))
        return {ParseState::malformed, i, i == 0 ? "D, L or a digit expected" : "a digit expected", {}};
    }
    if (bytes.size() < length) return {};
    const Move told{to_text(bytes.subspan(begin, length - begin))};
    if (begin == 1) return {ParseState::complete, length, {}, {RequestKind::second, "L", {told}}};
    return {ParseState::complete, length, {}, {RequestKind::move, {}, {told}}};
  }

  /// One stone answers `D`. Elsewhere one is enough where it wins, so that more may follow.
  Parsed<Reply> parse_reply(const Request& request, ByteView bytes) const override {
    const auto reply = [&](std::size_t length) {
      return Parsed<Reply>{ParseState::complete, length, {}, {ReplyKind::move, to_text(bytes.first(length))}};
    };
    if (expects(request).kind == ReplyKind::silence)
      return {ParseState::complete, 0, {}, {ReplyKind::silence, {}}};
    if (request.kind == RequestKind::first && bytes.size() >= letters_a_stone) return reply(letters_a_stone);
    if (bytes.size() >= letters_a_turn) return reply(letters_a_turn);
    if (bytes.size() != letters_a_stone) return {};
    Parsed<Reply> stone = reply(letters_a_stone);
    stone.may_go_on = true;
    return stone;
  }

  bool pauses_after(ByteView beginning) const override {
    if (beginning.empty()) return false;
    return beginning[0] == 'L' ? beginning.size() == 1 : beginning.size() == letters_a_stone;
  }

  Expectation expects(const Request& request) const override {
    const bool asks = request.kind != RequestKind::hello && request.kind != RequestKind::end;
    return asks ? Expectation{ReplyKind::move, 1s} : Expectation{ReplyKind::silence, 0s};
  }

  std::string label(const Request& request) const override {
    switch (request.kind) {
      case RequestKind::first: return "D";
      case RequestKind::second: return "LRRCC";
      default: return "RRCCRRCC";
    }
  }
};

}  // namespace

Contest icfpt2011() {
  Contest contest;
  contest.name = "icfpt2011";
  contest.title = "ICFPT 2011 design competition: Connect6 over RS-232";
  contest.game = "connect6";
  contest.baud = 115200;
  contest.dialect = std::make_shared<Dialect>();
  contest.seats = {{"dark", true, Player::one, "D"}, {"light", false, Player::two, "L"}};
  contest.new_game = [](const Seat& first) { return new_game(first.player); };
  contest.next_match = NextMatch::after_a_start;
  contest.greets = false;
  contest.team = {.words = "a name", .shortest = 0, .longest = 0};
  contest.codes = crossings;
  return contest;
}

}  // namespace connect6
