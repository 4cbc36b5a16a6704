#include "games/trax/contests/trax_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "games/trax/contests/trax_ruling.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/toml_section.hpp"
#include "rig/protocol/contest_file.hpp"

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
  /// Of the contest its limits, the answer to its greeting and whether there is `--` count.
  TraxLines(TraxGreeting greeting, const Contest& contest)
      : greeting_(std::move(greeting)),
        limits_(contest.limits),
        team_(contest.team),
        greets_(contest.greets),
        stand_by_(contest.stand_by) {}

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
    const std::size_t longest = kind != ReplyKind::team_code ? greeting_.longest_move
                                : team_.exact.empty()        ? team_.longest
                                                             : team_.exact.size();
    const Line line = line_in(bytes);
    if (line.letters > longest) {
      const std::size_t at = line.begin + longest;
      return {ParseState::malformed, at, found(bytes, at, "LF: the line is too long"), {}};
    }
    if (!line.ended) return {};
    if (line.letters == 0) return {ParseState::malformed, 0, found(bytes, 0, "a line that is not empty"), {}};
    const std::string text = to_text(bytes.subspan(line.begin, line.letters));
    if (kind == ReplyKind::team_code && !team_.exact.empty() && text != team_.exact)
      return {ParseState::malformed, 0, found(bytes, 0, quoted(to_bytes(team_.exact))), {}};
    if (kind == ReplyKind::team_code && line.letters < team_.shortest) {
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
      case RequestKind::hello: return {ReplyKind::team_code, limits_.hello};
      case RequestKind::first: return {ReplyKind::move, limits_.first};
      case RequestKind::move: return {ReplyKind::move, limits_.move};
      default: return {ReplyKind::silence, std::min(limits_.move, limits_.silence)};
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
      case RequestKind::hello:
        if (greets_) return greeting_.line(request);
        break;
      case RequestKind::first: return "-W";
      case RequestKind::second: return "-B";
      case RequestKind::move: return request.told().text;
      case RequestKind::stand_by:
        if (stand_by_) return "--";
        break;
      case RequestKind::end: break;
    }
    throw RigError("This contest has no line for such a request.");
  }

  std::optional<Request> request_in(const std::string& line) const {
    if (line == "-W") return Request{RequestKind::first, "W", {}};
    if (line == "-B") return Request{RequestKind::second, "B", {}};
    if (line == "--" && stand_by_) return Request{RequestKind::stand_by, {}, {}};
    if (std::optional<Request> hello = greets_ ? greeting_.read(line) : std::nullopt) return hello;
    const bool begins_as_a_move = !line.empty() && line[0] >= '@' && line[0] <= 'Z';
    if (!begins_as_a_move) return std::nullopt;
    return Request{RequestKind::move, {}, {{line}}};
  }

  TraxGreeting greeting_;
  Limits limits_;
  TeamText team_;
  bool greets_;
  bool stand_by_;
};

/// The game of Trax that is played.
std::unique_ptr<Ruling> new_game_of(const TraxGreeting& greeting, int board) {
  const bool short_names = greeting.longest_move < TraxGreeting::longest_of_all;
  return new_trax_game({.lines = greeting.lines_win,
                        .board = board,
                        .name_length = short_names ? static_cast<int>(greeting.longest_move) : 0});
}

// the table in a file

constexpr int shortest_move = 3;   // `@0+`
constexpr int smallest_limit = 8;  // of a game with a limit
constexpr int largest_board = 1'000;

/// A word that is neither a role nor a move, without blanks.
bool is_greeting(const std::string& word) {
  constexpr std::size_t longest = 16;
  const bool printable = std::all_of(word.begin(), word.end(), [](char c) { return c > ' ' && c <= '~'; });
  const bool taken = word == "-W" || word == "-B" || word == "--" || (word[0] >= '@' && word[0] <= 'Z');
  return printable && !taken && word.size() <= longest;
}

void read_table(const FamilyTable& told, TraxGreeting& greeting) {
  const Section table(*told.table, told.file, "trax-lines.",
                      {"hello", "end", "line-end", "longest-move", "lines-win", "board"});
  for (const char* key : {"hello", "board"}) {
    if (greeting.by_size && table.find(key) != nullptr)
      table.refuse(*table.find(key), key,
                   "left out: the host greets by the size of the board that it chooses");
  }
  if (table.find("hello") != nullptr) {
    const std::string word = table.text("hello");
    if (!is_greeting(word))
      table.refuse(*table.find("hello"), "hello",
                   "up to 16 characters that are no move, no blank and not -W, -B or --");
    const TraxGreeting by_word = greeting_by(word);
    greeting.label = by_word.label;
    greeting.line = by_word.line;
    greeting.read = by_word.read;
  }
  if (table.find("end") != nullptr) greeting.ends_by_b = table.one_of("end", {"-B", "none"}) == "-B";
  if (table.find("line-end") != nullptr)
    greeting.line_end = table.one_of("line-end", {"LF", "CR or LF"}) == "LF"
                            ? TraxGreeting::LineEnd::lf
                            : TraxGreeting::LineEnd::cr_or_lf;
  if (table.find("longest-move") != nullptr)
    greeting.longest_move =
        static_cast<std::size_t>(table.whole("longest-move", shortest_move, TraxGreeting::longest_of_all));
  if (table.find("lines-win") != nullptr) greeting.lines_win = table.flag("lines-win");
  if (table.find("board") != nullptr) {
    const auto board = static_cast<int>(table.whole("board", 0, largest_board));
    if (board != 0 && board < smallest_limit)
      table.refuse(*table.find("board"), "board", "0 (no limit), or 8 and more");
    greeting.board = board;
  }
}

std::vector<std::pair<std::string, std::string>> lines_of_table(const TraxGreeting& greeting, bool greets) {
  std::vector<std::pair<std::string, std::string>> lines;
  if (greets) lines.emplace_back("hello", '"' + greeting.label + '"');
  lines.emplace_back("end", greeting.ends_by_b ? "\"-B\"" : "\"none\"");
  lines.emplace_back("line-end", greeting.line_end == TraxGreeting::LineEnd::lf ? "\"LF\"" : "\"CR or LF\"");
  lines.emplace_back("longest-move", std::to_string(greeting.longest_move));
  lines.emplace_back("lines-win", greeting.lines_win ? "true" : "false");
  if (!greeting.by_size) lines.emplace_back("board", std::to_string(greeting.board));
  return lines;
}

void speak(Contest& contest, TraxGreeting greeting, const FamilyTable* told) {
  if (told != nullptr && told->table != nullptr) read_table(*told, greeting);
  contest.dialect = std::make_shared<TraxLines>(greeting, contest);
  const int board = greeting.by_size ? contest.board : greeting.board;
  contest.endless = board == 0;
  contest.new_game = [greeting, board](const Seat&) { return new_game_of(greeting, board); };
  contest.end.reset();
  if (greeting.ends_by_b) contest.end = Request{RequestKind::second, "B", {}};
  contest.family.table = "trax-lines";
  contest.family.lines = lines_of_table(greeting, contest.greets);
  contest.family.apply = [greeting](Contest& next, const FamilyTable* table) {
    speak(next, greeting, table);
  };
}

}  // namespace

TraxGreeting greeting_by(const std::string& word) {
  TraxGreeting greeting;
  greeting.label = word;
  greeting.line = [word](const Request&) { return word; };
  greeting.read = [word](std::string_view line) -> std::optional<Request> {
    if (line != word) return std::nullopt;
    return Request{RequestKind::hello, {}, {}};
  };
  return greeting;
}

Contest trax_contest(const TraxGreeting& greeting, Contest page, Duration reply_limit) {
  page.game = "trax";
  page.limits = {reply_limit, reply_limit, {}, reply_limit, longest_silence};
  page.seats = {
      {"White", true, Player::one, "W"},
      {"Black", false, Player::two, "B"},
  };
  page.requests = [](const Seat& seat, const Turn& turn) -> std::vector<Request> {
    if (turn.number > 0) return {asks_after(turn.told())};
    if (seat.moves_first) return {{RequestKind::first, seat.start, {}}};
    return {{RequestKind::second, seat.start, {}}, asks_after(turn.told())};
  };
  speak(page, greeting, nullptr);
  return page;
}

}  // namespace rig::protocol
