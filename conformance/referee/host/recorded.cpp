#include "conformance/referee/host/recorded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <nlohmann/json.hpp>

#include "conformance/referee/host/program/recorded_calls.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/transcript/lines.hpp"

namespace rig::host {

using nlohmann::json;
using transcript_lines::Unreadable;
using Kind = Happening::Kind;

namespace {

constexpr const char* hangs_up = "hangs up";

constexpr std::array<std::pair<Kind, const char*>, 5> kinds = {{{Kind::request, "request"},
                                                                {Kind::noise, "noise"},
                                                                {Kind::said, "said"},
                                                                {Kind::hung_up, "hung up"},
                                                                {Kind::closed, "closed"}}};

constexpr std::array<std::pair<Ending, const char*>, 7> endings = {{{Ending::exited, "exited"},
                                                                    {Ending::was_ended, "was ended"},
                                                                    {Ending::hung, "hung"},
                                                                    {Ending::died, "died"},
                                                                    {Ending::flooded, "flooded"},
                                                                    {Ending::never_came, "never came"},
                                                                    {Ending::went_on, "went on"}}};

template <typename Value, std::size_t count>
const char* word_of(const std::array<std::pair<Value, const char*>, count>& table, Value value) {
  return std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.first == value; })
      ->second;
}

template <typename Value, std::size_t count>
Value value_of(const std::array<std::pair<Value, const char*>, count>& table, const json& word) {
  for (const auto& [value, text] : table) {
    if (word == text) return value;
  }
  throw Unreadable(fmt::format("{} is unknown here", word.dump()));
}

/// `board 3` is that of a board that does not play.
std::string name_of_board(std::size_t number) {
  return fmt::format("board {}", number + 1);
}

json text_of(const Bytes& bytes) {
  return transcript_lines::text_to_json(to_text(bytes));
}

json to_json(const Answer& answer) {
  json pieces = json::array();
  for (const Piece& piece : answer.pieces) pieces.push_back({piece.after.count(), text_of(piece.bytes)});
  if (answer.hangs_up) pieces.push_back({hangs_up, answer.hang_up_after.count()});
  return pieces;
}

json to_json(const BoardScript& script) {
  json moves = json::array();
  for (const Answer& answer : script.moves) moves.push_back(to_json(answer));
  return {{"hello", to_json(script.hello)}, {"moves", moves}};
}

/// What the boards are to say, or the programs to do.
json plan_of(const GameOrder& order) {
  if (order.programs) return transcript_lines::texts_to_json(order.programs->plan());
  json scripts = json::array({to_json(order.scripts[0]), to_json(order.scripts[1])});
  if (order.idle) scripts.push_back(to_json(*order.idle));
  return scripts;
}

json game_line(const std::string& what, std::size_t beginner, const json& plan) {
  return json::array({"game", transcript_lines::text_to_json(what), beginner + 1, plan});
}

json order_to_json(const std::string& what, const GameOrder& order) {
  return game_line(what, order.beginner, plan_of(order));
}

json end_to_json(const Played& played) {
  json end = {{"ending", word_of(endings, played.ending)},
              {"how", transcript_lines::text_to_json(played.how)},
              {"status", played.status ? json(*played.status) : json()},
              {"output", transcript_lines::text_to_json(played.output)},
              {"behind", {played.boards[0].behind.count(), played.boards[1].behind.count()}},
              {"starved", played.starved.count()},
              {"took", played.took.count()}};
  if (played.number > 0) end["game"] = played.number + 1;
  if (played.is_cut_short) end["cut short"] = true;
  if (played.names_changed) end["names changed"] = true;
  return end;
}

Answer answer_from(const json& pieces) {
  Answer answer;
  for (const json& piece : pieces.get<json::array_t>()) {
    if (answer.hangs_up) throw Unreadable("a board says something after it has hung up");
    if (piece.at(0) == hangs_up) {
      answer.hangs_up = true;
      answer.hang_up_after = transcript_lines::length_from(piece.at(1), "a delay");
    } else {
      answer.pieces.push_back({transcript_lines::length_from(piece.at(0), "a delay"),
                               to_bytes(transcript_lines::text_from(piece.at(1)))});
    }
  }
  return answer;
}

BoardScript script_from(const json& value) {
  BoardScript script;
  script.hello = answer_from(value.at("hello"));
  for (const json& answer : value.at("moves").get<json::array_t>())
    script.moves.push_back(answer_from(answer));
  return script;
}

/// What a board says to the requests that come, by its script.
class Speaker {
 public:
  Speaker(const protocol::ByteDialect& dialect, BoardScript script)
      : dialect_(dialect), script_(std::move(script)) {}

  void hears(const protocol::Request& request) {
    const protocol::ReplyKind kind = dialect_.expects(request).kind;
    if (kind == protocol::ReplyKind::team_code) {
      take(script_.hello);
    } else if (kind != protocol::ReplyKind::silence && moves_ < script_.moves.size()) {
      take(script_.moves[moves_++]);
    }
  }

  void expect(const Happening& one) {
    const bool due = !due_.empty() && due_.front() == one.bytes;
    if (!due)
      throw Unreadable(fmt::format("the board {} {}, which its script does not have here",
                                   one.kind == Kind::said ? "says" : "hangs up", quoted(one.bytes)));
    due_.pop_front();
  }

 private:
  void take(const Answer& answer) {
    for (const Piece& piece : answer.pieces) due_.push_back(piece.bytes);
    if (answer.hangs_up) due_.push_back({});
  }

  const protocol::ByteDialect& dialect_;
  BoardScript script_;
  std::size_t moves_ = 0;
  std::deque<Bytes> due_;  // empty bytes: it hangs up
};

/// Reads the lines of a segment, one after the other.
class RecordReading {
 public:
  RecordReading(const protocol::Contest& contest, const Signs& signs)
      : dialect_(contest.dialect->bytes()), signs_(signs) {}

  void take(const std::string& text, std::size_t number) {
    const json line = json::parse(text);
    if (!line.is_array() || line.empty()) throw Unreadable("this is no line of a game");
    const std::string kind = line.at(0).get<std::string>();
    if (kind == "game") return begin(line, text, number);
    if (!is_open_) throw Unreadable(fmt::format("\"{}\" stands before the beginning of a game", kind));
    if (kind == "ended") return end(line, text);
    if (dialect_ == nullptr) return calls_.take(line, text, number);
    for (std::size_t board = 0; board < speakers_.size(); ++board) {
      if (kind == name_of_board(board)) return happens(line, text, board);
    }
    throw Unreadable(fmt::format("\"{}\" is unknown here", kind));
  }

  std::vector<RecordedGame> games() {
    if (is_open_) throw Unreadable("its last game has no end");
    return std::move(games_);
  }

 private:
  void begin(const json& line, const std::string& text, std::size_t number) {
    if (is_open_) throw Unreadable("a game begins before the one before has ended");
    RecordedGame game;
    game.line = number;
    game.what = transcript_lines::text_from(line.at(1));
    const std::size_t beginner =
        transcript_lines::whole_number<std::uint8_t>(line.at(2), "the player that begins") - 1U;
    if (beginner > 1) throw Unreadable("the player that begins is 1 or 2");
    game.played.command = transcript_lines::texts_from(line.at(4));
    game.played.began = Instant{monotonic_domain(), {}, {}};
    json written = game_line(game.what, beginner, read_plan(line.at(3)));
    game.order = written.dump();
    written.push_back(transcript_lines::texts_to_json(game.played.command));
    expect_written_so(text, written);
    if (speakers_.size() > game.played.boards.size()) game.played.idle.emplace();
    games_.push_back(std::move(game));
    is_open_ = true;
  }

  /// As it is written again.
  json read_plan(const json& plan) {
    speakers_.clear();
    if (dialect_ == nullptr) return transcript_lines::texts_to_json(transcript_lines::texts_from(plan));
    json written = json::array();
    for (std::size_t board = 0; board < boards_in(plan); ++board) {
      const BoardScript script = script_from(plan.at(board));
      written.push_back(to_json(script));
      speakers_.emplace_back(*dialect_, script);
    }
    return written;
  }
  /// Two that play, and perhaps one that does not.
  static std::size_t boards_in(const json& plan) { return plan.size() > 2 ? 3 : 2; }

  void happens(const json& line, const std::string& text, std::size_t number) {
    Happening one;
    one.kind = value_of(kinds, line.at(1));
    one.bytes = to_bytes(transcript_lines::text_from(line.at(2)));
    one.at = transcript_lines::instant_from(line.at(3), monotonic_domain());
    if (line.size() > 4) one.starved = transcript_lines::length_from(line.at(4), "a time");
    json written = {line.at(0), line.at(1), text_of(one.bytes), transcript_lines::to_json(one.at)};
    if (line.size() > 4) written.push_back(one.starved.count());
    expect_written_so(text, written);
    Played& played = games_.back().played;
    BoardLog& board = number < played.boards.size() ? played.boards[number] : *played.idle;
    if (!board.happenings.empty() && surely_before(one.at, board.happenings.back().at))
      throw Unreadable("time goes backwards");
    if (one.kind == Kind::request || one.kind == Kind::noise)
      board.received.insert(board.received.end(), one.bytes.begin(), one.bytes.end());
    if (one.kind == Kind::request) understand(one, number);
    if (one.kind == Kind::said || one.kind == Kind::hung_up) speakers_[number].expect(one);
    board.happenings.push_back(std::move(one));
  }

  void understand(Happening& one, std::size_t number) {
    const protocol::Parsed<protocol::Request> parsed = dialect_->parse_request(one.bytes);
    if (parsed.state != protocol::ParseState::complete || parsed.length != one.bytes.size())
      throw Unreadable(fmt::format("{} is no request of this contest", quoted(one.bytes)));
    one.request = parsed.value;
    speakers_[number].hears(parsed.value);
  }

  void end(const json& line, const std::string& text) {
    Played& played = games_.back().played;
    const json& end = line.at(1);
    played.ending = value_of(endings, end.at("ending"));
    played.how = transcript_lines::text_from(end.at("how"));
    played.output = transcript_lines::text_from(end.at("output"));
    if (!end.at("status").is_null())
      played.status = transcript_lines::whole_number<std::uint8_t>(end.at("status"), "an exit status");
    for (const std::size_t player : {0U, 1U})
      played.boards[player].behind = transcript_lines::length_from(end.at("behind").at(player), "a time");
    played.starved = transcript_lines::length_from(end.at("starved"), "a time");
    played.took = transcript_lines::length_from(end.at("took"), "a time");
    if (end.contains("game"))
      played.number =
          transcript_lines::whole_number<std::uint8_t>(end.at("game"), "the number of a game") - 1U;
    played.is_cut_short = end.contains("cut short");
    played.names_changed = end.contains("names changed");
    expect_written_so(text, {"ended", end_to_json(played)});
    played.announced = read_announcement(signs_, played.output, played.status, teams_of(played, dialect_));
    if (played.names_changed) played.announced = with_players_swapped(played.announced);
    games_.back().calls = calls_.give_to(played);
    is_open_ = false;
  }

  const protocol::ByteDialect* dialect_;  ///< null: it is played over files
  const Signs& signs_;
  CallsReading calls_;
  std::vector<RecordedGame> games_;
  std::vector<Speaker> speakers_;
  bool is_open_ = false;
};

}  // namespace

std::string line_of_order(const std::string& what, const GameOrder& order) {
  return order_to_json(what, order).dump();
}

std::vector<std::string> lines_of(const std::string& what, const GameOrder& order, const Played& played) {
  json first = order_to_json(what, order);
  first.push_back(transcript_lines::texts_to_json(played.command));
  std::vector<std::string> lines = {first.dump()};
  for (std::size_t number = 0; number < (order.idle ? 3U : 2U); ++number) {
    const BoardLog& board = number < played.boards.size() ? played.boards[number] : *played.idle;
    for (const Happening& one : board.happenings) {
      const auto since = [&](Duration at) { return (at - played.began.earliest).count(); };
      json line = {name_of_board(number),
                   word_of(kinds, one.kind),
                   text_of(one.bytes),
                   {since(one.at.earliest), since(one.at.latest)}};
      if (one.starved > Duration::zero()) line.push_back(one.starved.count());
      lines.push_back(line.dump());
    }
  }
  for (std::string& line : lines_of_calls(played)) lines.push_back(std::move(line));
  lines.push_back(json{"ended", end_to_json(played)}.dump());
  return lines;
}

std::vector<RecordedGame> read_games(const Excerpt& excerpt, const protocol::Contest& contest,
                                     const Signs& signs) {
  RecordReading reading(contest, signs);
  std::size_t number = excerpt.first;
  try {
    for (const std::string& line : excerpt.lines) {
      reading.take(line, number);
      ++number;
    }
    return reading.games();
  } catch (const std::exception& error) {
    throw UsageError(fmt::format("{}, line {}: {}.", excerpt.file, number, error.what()));
  }
}

}  // namespace rig::host
