#include "games/blokus/contests/four_letters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "games/blokus/contests/blokus_ruling.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/toml_section.hpp"
#include "rig/protocol/contest_file.hpp"

namespace rig::protocol {

namespace {

using namespace std::chrono_literals;

constexpr Duration silence_after_end = 250ms;  // nobody gives one; a quarter of the usual reply limit

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
  /// Of the contest its limits, its greeting and the length of a team code count.
  FourLetterDialect(FourLetters protocol, const Contest& contest)
      : protocol_(std::move(protocol)), limits_(contest.limits), code_length_(contest.team.longest) {
    if (!contest.greets) protocol_.hello.clear();
  }

  Bytes encode(const Request& request) const override {
    if (request.kind == RequestKind::hello) return to_bytes(there(protocol_.hello));
    if (request.kind == RequestKind::end) return to_bytes(there(protocol_.end));
    std::string text = row_of(request).digit + request.start;
    for (const Move& move : request.moves) text += move.text;
    return to_bytes(text);
  }

  Bytes encode(const Reply& reply) const override {
    switch (reply.kind) {
      case ReplyKind::team_code: return to_bytes(protocol_.answer + reply.text);
      case ReplyKind::move: return to_bytes(reply.text);
      case ReplyKind::silence: break;
    }
    return {};
  }

  Parsed<Request> parse_request(ByteView bytes) const override {
    if (bytes.empty()) return {};
    if (is(protocol_.hello, bytes[0])) return {ParseState::complete, 1, {}, {RequestKind::hello, {}, {}}};
    if (is(protocol_.end, bytes[0])) return {ParseState::complete, 1, {}, {RequestKind::end, {}, {}}};
    for (const MoveRequest& row : protocol_.requests) {
      if (bytes[0] == static_cast<std::uint8_t>(row.digit)) return parse_row(row, bytes);
    }
    return {ParseState::malformed, 0, found(bytes, 0, "one of " + digits()), {}};
  }

  Parsed<Reply> parse_reply(const Request& request, ByteView bytes) const override {
    const ReplyKind kind = expects(request).kind;
    if (kind == ReplyKind::silence) return {ParseState::complete, 0, {}, {kind, {}}};
    const std::string& head = protocol_.answer;
    const std::size_t wanted = kind == ReplyKind::team_code ? head.size() + code_length_ : four_letters;
    Parsed<Reply> parsed;
    std::string letters;
    for (std::size_t at = 0; at < bytes.size() && letters.size() < wanted; ++at) {
      if (is_line_end(bytes[at])) {  // the hosts drop CR and LF anywhere
        parsed.decorated = true;
        continue;
      }
      const std::size_t place = letters.size();
      if (kind == ReplyKind::team_code && place < head.size() && !is(head.substr(place, 1), bytes[at])) {
        return {ParseState::malformed, at, found(bytes, at, fmt::format("\"{}\"", head[place])), {}};
      }
      letters += static_cast<char>(bytes[at]);
      parsed.length = at + 1;
    }
    if (letters.size() < wanted) return {ParseState::more, 0, {}, {}, parsed.decorated};
    parsed.state = ParseState::complete;
    parsed.value = {kind, kind == ReplyKind::team_code ? letters.substr(head.size()) : letters};
    return parsed;
  }

  bool host_drops(std::uint8_t byte) const override { return is_line_end(byte); }

  Expectation expects(const Request& request) const override {
    switch (request.kind) {
      case RequestKind::hello: return {ReplyKind::team_code, limits_.hello};
      case RequestKind::end: return {ReplyKind::silence, limits_.silence};
      case RequestKind::first: return {ReplyKind::move, limits_.first};
      case RequestKind::second: return {ReplyKind::move, limits_.second};
      default: return {ReplyKind::move, limits_.move};
    }
  }

  std::string label(const Request& request) const override {
    switch (request.kind) {
      case RequestKind::hello: return protocol_.hello;
      case RequestKind::end: return protocol_.end;
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
    std::string text = protocol_.hello;
    for (const MoveRequest& row : protocol_.requests)
      text += std::string(text.empty() ? "" : " ") + row.digit;
    return text + (protocol_.end.empty() ? "" : " ") + protocol_.end;
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

  static bool is(std::string_view text, std::uint8_t byte) {
    return text.size() == 1 && static_cast<std::uint8_t>(text[0]) == byte;
  }

  static const std::string& there(const std::string& text) {
    if (text.empty()) throw RigError("This contest has no such request.");
    return text;
  }

  FourLetters protocol_;
  Limits limits_;
  std::size_t code_length_;
};

/// As most contests ask.
bool opens_blind(const FourLetters& protocol) {
  return protocol.terms.second_opens == DuoTerms::SecondOpens::blind;
}

/// Each player is asked for its first tile by its own square alone: the second lays it without having seen
/// the other's, and is told two moves in its next turn.
std::vector<Request> requests_in_the_blind(const Seat& seat, const Turn& turn) {
  if (turn.number == 0) return {{RequestKind::first, seat.start, {}}};
  if (turn.number == 1 && !seat.moves_first) return {{RequestKind::move, {}, turn.opponents}};
  return {asks_after(turn.told())};
}

// the table in a file

/// A request as the table writes it: a digit, `X` for the square, four `X` or `Y` for each move.
std::optional<MoveRequest> request_in(RequestKind kind, const std::string& text) {
  const bool square = kind != RequestKind::move;
  const std::size_t head = square ? 2 : 1;
  const bool whole = text.size() >= head && (text.size() - head) % four_letters == 0;
  if (!whole || text.find_first_not_of("XY", 1) != std::string::npos) return std::nullopt;
  return MoveRequest{kind, text[0], square ? MoveRequest::Square::named : MoveRequest::Square::unnamed,
                     (text.size() - head) / four_letters, text};
}

std::string in_quotes(const std::string& text) {
  return '"' + text + '"';
}

/// Reads what a file says of the protocol.
class TableReader {
 public:
  TableReader(const FamilyTable& told, FourLetters& protocol, const Contest& contest)
      : table_(*told.table, told.file, "four-letters.",
               {"hello", "answer", "end", "first", "second", "moves", "second-opens", "bonus"}),
        protocol_(protocol),
        contest_(contest) {}

  void read() {
    read_byte("hello", protocol_.hello, "one character");
    read_byte("end", protocol_.end, "one character, or nothing");
    if (const toml::node* node = table_.find("answer")) {
      const auto text = node->value_exact<std::string>();
      if (!text || text->size() > 8 || !is_printable(*text))
        table_.refuse(*node, "answer", "up to 8 printable characters before the team code");
      protocol_.answer = *text;
    }
    if (table_.find("bonus") != nullptr)
      protocol_.terms.bonus = table_.one_of("bonus", {"counts", "none"}) == "counts" ? DuoTerms::Bonus::counts
                                                                                     : DuoTerms::Bonus::none;
    if (table_.find("second-opens") != nullptr)
      protocol_.terms.second_opens = table_.one_of("second-opens", {"told", "blind"}) == "told"
                                         ? DuoTerms::SecondOpens::told
                                         : DuoTerms::SecondOpens::blind;
    read_requests("first", RequestKind::first, "a digit and X, the square: \"2X\"", {0});
    read_requests("second", RequestKind::second, "a digit, X, and four letters: \"3XYYYY\"", {1});
    read_requests("moves", RequestKind::move, "requests of four or eight letters behind a digit: [\"4XXXX\"]",
                  {1, 2});
    check_whole();
    check_digits();
  }

 private:
  static bool is_printable(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
  }

  void read_byte(const char* key, std::string& byte, const char* allowed) {
    const toml::node* node = table_.find(key);
    if (node == nullptr) return;
    const auto text = node->value_exact<std::string>();
    const bool may_be_empty = std::string_view(key) == "end";
    if (!text || text->size() > 1 || (text->empty() && !may_be_empty) || !is_printable(*text))
      table_.refuse(*node, key, allowed);
    byte = *text;
  }

  /// All of one kind take the place of those before.
  void read_requests(const char* key, RequestKind kind, const char* allowed,
                     const std::vector<std::size_t>& moves) {
    const toml::node* node = table_.find(key);
    if (node == nullptr) return;
    std::vector<MoveRequest> read;
    std::vector<std::string> texts;
    if (kind == RequestKind::move)
      texts = table_.texts(key);
    else
      texts.push_back(table_.text(key));
    for (const std::string& text : texts) {
      const std::optional<MoveRequest> one = request_in(kind, text);
      if (!one || std::find(moves.begin(), moves.end(), one->moves) == moves.end() || !is_printable(text))
        table_.refuse(*node, key, allowed);
      read.push_back(*one);
    }
    if (read.empty()) table_.refuse(*node, key, allowed);
    std::erase_if(protocol_.requests, [&](const MoveRequest& row) { return row.kind == kind; });
    protocol_.requests.insert(protocol_.requests.end(), read.begin(), read.end());
  }

  bool has(RequestKind kind, std::size_t moves) const {
    return std::any_of(protocol_.requests.begin(), protocol_.requests.end(),
                       [&](const MoveRequest& row) { return row.kind == kind && row.moves == moves; });
  }

  /// Every turn has its request.
  void check_whole() {
    const bool blind = opens_blind(protocol_);
    if (blind && table_.find("second") != nullptr)
      table_.refuse(*table_.find("second"), "second", "left out where second-opens is \"blind\"");
    if (blind) {
      std::erase_if(protocol_.requests,
                    [](const MoveRequest& row) { return row.kind == RequestKind::second; });
    } else if (!has(RequestKind::second, 1)) {
      table_.refuse_missing("second", "a digit, X, and four letters: \"3XYYYY\"");
    }
    if (!has(RequestKind::move, 1)) refuse_moves("a list with a request of one move: \"4XXXX\"");
    if (blind && !has(RequestKind::move, 2))
      refuse_moves("a list with a request of two moves where second-opens is \"blind\": \"4XXXXYYYY\"");
  }

  [[noreturn]] void refuse_moves(const std::string& allowed) const {
    if (const toml::node* node = table_.find("moves")) table_.refuse(*node, "moves", allowed);
    table_.refuse_missing("moves", allowed);
  }

  /// The first byte says what a request is.
  void check_digits() {
    std::string seen;
    const auto see = [&](const char* key, char digit) {
      if (seen.find(digit) == std::string::npos) {
        seen += digit;
        return;
      }
      const std::string allowed = fmt::format("requests that begin differently; \"{}\" begins two", digit);
      if (const toml::node* node = table_.find(key)) table_.refuse(*node, key, allowed);
      table_.refuse_missing(key, allowed);
    };
    for (const MoveRequest& row : protocol_.requests)
      see(row.kind == RequestKind::first    ? "first"
          : row.kind == RequestKind::second ? "second"
                                            : "moves",
          row.digit);
    if (contest_.greets) see("hello", protocol_.hello[0]);
    if (!protocol_.end.empty()) see("end", protocol_.end[0]);
  }

  Section table_;
  FourLetters& protocol_;
  const Contest& contest_;
};

/// What the table has to say for this protocol.
std::vector<std::pair<std::string, std::string>> lines_of_table(const FourLetters& protocol, bool greets) {
  std::vector<std::pair<std::string, std::string>> lines;
  if (greets) lines = {{"hello", in_quotes(protocol.hello)}, {"answer", in_quotes(protocol.answer)}};
  lines.emplace_back("end", in_quotes(protocol.end));
  std::string moves;
  for (const MoveRequest& row : protocol.requests) {
    if (row.kind == RequestKind::move) moves += (moves.empty() ? "" : ", ") + in_quotes(row.label);
    if (row.kind == RequestKind::first) lines.emplace_back("first", in_quotes(row.label));
    if (row.kind == RequestKind::second) lines.emplace_back("second", in_quotes(row.label));
  }
  lines.emplace_back("moves", '[' + moves + ']');
  lines.emplace_back("second-opens", opens_blind(protocol) ? "\"blind\"" : "\"told\"");
  lines.emplace_back("bonus", protocol.terms.bonus == DuoTerms::Bonus::none ? "\"none\"" : "\"counts\"");
  return lines;
}

/// What the common keys say has to be possible without line ends.
void check(const Contest& contest, const FamilyTable& told) {
  const TeamText& team = contest.team;
  if (contest.stand_by) told.refuse("stand-by", "true", "false, there is no such request");
  if (!team.exact.empty()) told.refuse("team.exact", in_quotes(team.exact), "left out");
  if (contest.greets && team.shortest != team.longest)
    told.refuse("team.longest", fmt::format("{}", team.longest),
                fmt::format("{}, as shortest is: no line end ends a team code", team.shortest));
}

void speak(Contest& contest, FourLetters protocol, const FamilyTable* told) {
  if (told != nullptr) check(contest, *told);
  if (told != nullptr && told->table != nullptr) {
    TableReader(*told, protocol, contest).read();
    contest.hints = nullptr;  // they are about the protocol that was inherited
  }
  contest.dialect = std::make_shared<FourLetterDialect>(protocol, contest);
  contest.new_game = [terms = protocol.terms](const Seat& first) {
    return new_blokus_duo(first.player, terms);
  };
  contest.requests = opens_blind(protocol) ? requests_in_the_blind : usual_requests;
  contest.end.reset();
  if (!protocol.end.empty()) contest.end = {RequestKind::end, {}, {}};
  contest.family.table = "four-letters";
  contest.family.lines = lines_of_table(protocol, contest.greets);
  contest.family.apply = [protocol](Contest& next, const FamilyTable* table) {
    speak(next, protocol, table);
  };
}

}  // namespace

Contest blokus_duo_over_serial(const FourLetters& protocol) {
  Contest contest;
  contest.game = "blokus";
  contest.baud = 115200;
  contest.seats = {
      {"first on (5,5)", true, Player::one, "5"},
      {"first on (a,a)", true, Player::two, "A"},
      {"second on (5,5)", false, Player::one, "5"},
      {"second on (a,a)", false, Player::two, "A"},
  };
  contest.hello = {RequestKind::hello, {}, {}};
  contest.codes = std::size_t{blokus::tile_count} * blokus::rotation_count;
  contest.limits = {protocol.hello_limit, protocol.reply_limit, protocol.reply_limit, protocol.reply_limit,
                    silence_after_end};
  speak(contest, protocol, nullptr);
  return contest;
}

}  // namespace rig::protocol
