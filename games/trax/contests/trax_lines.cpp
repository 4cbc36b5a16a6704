#include "games/trax/contests/trax_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rig/base/errors.hpp"

namespace rig::protocol {

namespace {

using namespace std::chrono_literals;

constexpr Duration longest_silence = 250ms;  // role commands call for silence; the texts give no span

/// The length of the line at the front of `bytes`, without its LF; nothing when none has come yet.
std::optional<std::size_t> line_length(ByteView bytes) {
  const auto end = std::find(bytes.begin(), bytes.end(), '\n');
  if (end == bytes.end()) return std::nullopt;
  return static_cast<std::size_t>(end - bytes.begin());
}

std::string found(ByteView bytes, std::size_t at, std::string_view expected) {
  return fmt::format("byte {} is {}, expected {}", at + 1, quoted(bytes.subspan(at, 1)), expected);
}

class TraxLines final : public ByteDialect {
 public:
  explicit TraxLines(TraxGreeting greeting) : greeting_(std::move(greeting)) {}

  Bytes encode(const Request& request) const override { return to_bytes(text_of(request) + '\n'); }

  Bytes encode(const Reply& reply) const override {
    if (reply.kind == ReplyKind::silence) return {};
    return to_bytes(reply.text + '\n');
  }

  Parsed<Request> parse_request(ByteView bytes) const override {
    const std::optional<std::size_t> length = line_length(bytes);
    if (!length) return {};
    std::string line = to_text(bytes.first(*length));
    const bool decorated = line.ends_with('\r');
    if (decorated) line.pop_back();
    if (const std::optional<Request> request = request_in(line))
      return {ParseState::complete, *length + 1, {}, *request, decorated};
    return {ParseState::malformed, *length, fmt::format("\"{}\" is no command", line), {}};
  }

  Parsed<Reply> parse_reply(const Request& request, ByteView bytes) const override {
    const ReplyKind kind = expects(request).kind;
    if (kind == ReplyKind::silence) return {ParseState::complete, 0, {}, {kind, {}}};
    const std::size_t longest =
        kind == ReplyKind::team_code ? greeting_.longest_reply : greeting_.longest_move;
    const Line line = line_in(bytes);
    if (line.letters > longest) {
      const std::size_t at = line.begin + longest;
      return {ParseState::malformed, at, found(bytes, at, "LF: the line is too long"), {}};
    }
    if (!line.ended) return {};
    if (line.letters == 0) return {ParseState::malformed, 0, found(bytes, 0, "a line that is not empty"), {}};
    const std::string text = to_text(bytes.subspan(line.begin, line.letters));
    if (kind == ReplyKind::team_code && !greeting_.exact_reply.empty() && text != greeting_.exact_reply)
      return {ParseState::malformed, 0, found(bytes, 0, quoted(to_bytes(greeting_.exact_reply))), {}};
    if (kind == ReplyKind::team_code && line.letters < greeting_.shortest_reply) {
      const std::size_t at = line.begin + line.letters;
      return {ParseState::malformed, at, found(bytes, at, "a character: the line is too short"), {}};
    }
    return {ParseState::complete, line.length, {}, {kind, text}, line.decorated};
  }

  bool host_drops(std::uint8_t byte) const override {
    return greeting_.line_end == TraxGreeting::LineEnd::cr_or_lf && ends_line(byte);
  }

  Expectation expects(const Request& request) const override {
    switch (request.kind) {
      case RequestKind::hello: return {ReplyKind::team_code, greeting_.reply_limit};
      case RequestKind::first:
      case RequestKind::move: return {ReplyKind::move, greeting_.reply_limit};
      default: return {ReplyKind::silence, std::min(greeting_.reply_limit, longest_silence)};
    }
  }

  std::string label(const Request& request) const override {
    switch (request.kind) {
      case RequestKind::hello: return greeting_.label;
      case RequestKind::first: return "-W";
      case RequestKind::second: return "-B";
      case RequestKind::stand_by: return "--";
      case RequestKind::move: return "move";
      case RequestKind::end: break;
    }
    return "?";
  }

 private:
  static bool ends_line(std::uint8_t byte) { return byte == '\r' || byte == '\n'; }

  /// A line at the front of some bytes, as the hosts read it.
  struct Line {
    std::size_t begin = 0;
    std::size_t letters = 0;
    std::size_t length = 0;  ///< with what comes before and after its letters
    bool ended = false;
    bool decorated = false;  ///< by something else than an LF behind it
  };

  Line line_in(ByteView bytes) const {
    Line line;
    if (greeting_.line_end == TraxGreeting::LineEnd::lf) {
      const std::size_t length = line_length(bytes).value_or(bytes.size());
      line.ended = length < bytes.size();
      line.decorated = length > 0 && bytes[length - 1] == '\r';
      line.letters = line.decorated ? length - 1 : length;
      line.length = length + 1;
      return line;
    }
    const auto first = std::find_if_not(bytes.begin(), bytes.end(), ends_line);
    const auto end = std::find_if(first, bytes.end(), ends_line);
    line.begin = static_cast<std::size_t>(first - bytes.begin());
    line.letters = static_cast<std::size_t>(end - first);
    line.length = line.begin + line.letters + 1;
    line.ended = end != bytes.end();
    line.decorated = line.begin > 0 || (line.ended && bytes[line.length - 1] == '\r');
    return line;
  }

  std::string text_of(const Request& request) const {
    switch (request.kind) {
      case RequestKind::hello: return greeting_.line(request);
      case RequestKind::first: return "-W";
      case RequestKind::second: return "-B";
      case RequestKind::move: return request.told().text;
      case RequestKind::stand_by:
        if (greeting_.stand_by) return "--";
        break;
      case RequestKind::end: break;
    }
    throw RigError("This contest has no line for such a request.");
  }

  std::optional<Request> request_in(const std::string& line) const {
    if (line == "-W") return Request{RequestKind::first, "W", {}};
    if (line == "-B") return Request{RequestKind::second, "B", {}};
    if (line == "--" && greeting_.stand_by) return Request{RequestKind::stand_by, {}, {}};
    if (std::optional<Request> hello = greeting_.read(line)) return hello;
    const bool begins_as_a_move = !line.empty() && line[0] >= '@' && line[0] <= 'Z';
    if (!begins_as_a_move) return std::nullopt;
    return Request{RequestKind::move, {}, {{line}}};
  }

  TraxGreeting greeting_;
};

}  // namespace

TraxGreeting greeting_by(const std::string& word, std::size_t shortest, std::size_t longest) {
  TraxGreeting greeting;
  greeting.label = word;
  greeting.line = [word](const Request&) { return word; };
  greeting.read = [word](std::string_view line) -> std::optional<Request> {
    if (line != word) return std::nullopt;
    return Request{RequestKind::hello, {}, {}};
  };
  greeting.shortest_reply = shortest;
  greeting.longest_reply = longest;
  return greeting;
}

Contest trax_contest(const TraxGreeting& greeting) {
  Contest contest;
  contest.dialect = std::make_shared<TraxLines>(greeting);
  contest.stand_by = greeting.stand_by;
  contest.game = "trax";
  contest.seats = {
      {"White", true, Player::one, "W"},
      {"Black", false, Player::two, "B"},
  };
  contest.requests = [](const Seat& seat, const Turn& turn) -> std::vector<Request> {
    if (turn.number > 0) return {asks_after(turn.told())};
    if (seat.moves_first) return {{RequestKind::first, seat.start, {}}};
    return {{RequestKind::second, seat.start, {}}, asks_after(turn.told())};
  };
  return contest;
}

}  // namespace rig::protocol
