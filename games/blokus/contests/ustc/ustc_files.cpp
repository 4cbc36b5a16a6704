#include "games/blokus/contests/ustc/ustc_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <map>
#include <set>

#include "games/blokus/contests/ustc/ustc_game.hpp"
#include "rig/base/bytes.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"

namespace rig::protocol {

namespace {

constexpr std::string_view no_cells = "-1 -1";

/// What kind of wrong it is to break the clause behind an aspect, in the words that all contests share.
std::string kind_of(const std::string& aspect) {
  static const std::map<std::string, std::string, std::less<>> kinds = {
      {"message.format", "malformed message"},
      {"message.flag", "wrong flag"},
      {"message.colour", "wrong colour"},
      {"message.id", "id of another piece"},
      {"message.whole", "message seen half written"},
      {"message.lines", "lines too many"},
      {"message.line-ends", "line ends with CR LF"},
      {"message.host-file", "host's file changed"},
      {"process.ended", "program ended in the game"},
  };
  const auto found = kinds.find(aspect);
  return found == kinds.end() ? std::string() : found->second;
}

std::string shown(std::string_view text) {
  return quoted(to_bytes(text));
}

/// A file line by line, as text: CR LF ends a line as LF does. A line that has no newline yet is the last.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  /// Whether any line so far had a CR at its end.
  bool carriage_returns() const { return carriage_returns_; }

  std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    const std::size_t end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (!line.ends_with('\r')) return line;
    carriage_returns_ = true;
    line.remove_suffix(1);
    return line;
  }

 private:
  std::string_view rest_;
  bool carriage_returns_ = false;
};

int lines_in(std::string_view text) {
  Lines lines(text);
  int count = 0;
  while (lines.next()) ++count;
  return count;
}

std::string_view without_blanks_after(std::string_view line) {
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

/// Numbers with single blanks between them; nothing for anything else.
std::optional<std::vector<int>> numbers_in(std::string_view line) {
  line = without_blanks_after(line);
  std::vector<int> numbers;
  while (!line.empty()) {
    const std::optional<int> number = take_number(line);
    if (!number || (!line.empty() && line.front() != ' ')) return std::nullopt;
    numbers.push_back(*number);
    if (!line.empty()) line.remove_prefix(1);
  }
  return numbers;
}

UstcFileReading faulty(std::string aspect, std::string what) {
  return {std::nullopt, UstcFault{std::move(aspect), std::move(what)}, 0};
}

/// Reads the lines of one message in turn.
class MessageReader {
 public:
  MessageReader(std::string_view text, UstcColourLine colour_line)
      : lines_(text), colour_line_(colour_line), count_(lines_in(text)) {}

  UstcFileReading read() {
    const bool whole = read_cells() && read_number() && read_flag() && read_colour();
    reading_.lines = count_;
    reading_.carriage_returns = lines_.carriage_returns();
    if (whole) reading_.message = message_;
    return reading_;
  }

 private:
  bool read_cells() {
    const auto line = next("1", "the cells");
    if (!line) return false;
    const auto numbers = numbers_in(*line);
    if (!numbers || numbers->empty() || numbers->size() % 2 != 0) {
      return refuse("message.format",
                    fmt::format("line 1 is {}, allowed are the rows and columns of cells with single blanks "
                                "between them (\"4 4 4 5 5 5\") and \"-1 -1\"",
                                shown(*line)));
    }
    if (without_blanks_after(*line) == no_cells) return true;
    for (std::size_t i = 0; i < numbers->size(); i += 2) {
      message_.cells.push_back({(*numbers)[i + 1] + 1, (*numbers)[i] + 1});
    }
    return true;
  }

  bool read_number() {
    const auto line = next("2", "the piece's id");
    if (!line) return false;
    const auto numbers = numbers_in(*line);
    if (!numbers || numbers->size() != 1)
      return refuse("message.format", fmt::format("line 2 is {}, allowed is one number", shown(*line)));
    message_.number = numbers->front();
    return true;
  }

  bool read_flag() {
    const auto line = next("3", "the flag");
    if (!line) return false;
    const auto numbers = numbers_in(*line);
    if (!numbers || numbers->size() != 1)
      return refuse("message.format", fmt::format("line 3 is {}, allowed is one number", shown(*line)));
    if (numbers->front() < 0 || numbers->front() > 2) {
      return refuse(
          "message.flag",
          fmt::format("line 3 is {}, allowed are 0 (not moved), 1 (placed) and 2 (gives up)", shown(*line)));
    }
    message_.flag = static_cast<UstcFlag>(numbers->front());
    return true;
  }

  bool read_colour() {
    if (colour_line_ == UstcColourLine::none) return true;
    const auto line = next("4", "the colour");
    if (!line) return false;
    const std::string_view word = without_blanks_after(*line);
    const auto known = ustc_colours();
    if (std::find(known.begin(), known.end(), word) == known.end()) {
      return refuse("message.colour",
                    fmt::format("line 4 is {}, allowed are blue, yellow, red and green", shown(*line)));
    }
    message_.colour = word;
    return true;
  }

  std::optional<std::string_view> next(std::string_view number, std::string_view what) {
    const auto line = lines_.next();
    if (!line) {
      refuse("message.format", fmt::format("line {} ({}) is missing: there {} {}", number, what,
                                           count_ == 1 ? "is" : "are", lines_there()));
    }
    return line;
  }

  std::string lines_there() const {
    return count_ == 0 ? "none" : count_ == 1 ? "only one line" : fmt::format("only {} lines", count_);
  }

  bool refuse(std::string aspect, std::string what) {
    reading_ = faulty(std::move(aspect), std::move(what));
    return false;
  }

  Lines lines_;
  UstcColourLine colour_line_;
  int count_;
  UstcMessage message_;
  UstcFileReading reading_;
};

/// What the host keeps of one game.
class UstcFiles final : public GameFiles {
 public:
  UstcFiles(int board, int player, const FileStyle& style)
      : player_(player),
        colour_line_(board == ustc_large_board ? UstcColourLine::fourth : UstcColourLine::none),
        final_newline_(style.final_newline) {}

  FileRequest ask(const Request& request) override {
    const UstcMessage message = message_for(request);
    ++asked_;
    told_ = to_string(message) + (final_newline_ ? "\n" : "");
    FileRequest files;
    files.files[ustc_host_file(player_)] = told_;
    files.watched.insert(ustc_player_file(player_));
    return files;
  }

  bool whole(const Files& files) const override {
    const std::string* text = answer_in(files);
    if (text == nullptr || *text == seen_) return false;
    const UstcFileReading reading = read_ustc_message(*text, colour_line_);
    if (reading.fault) return is_beyond_mending(*text);
    return reading.message->flag != UstcFlag::not_moved;
  }

  FileAnswer read(const FileOutcome& outcome) override {
    FileAnswer answer;
    look_at_host_file(outcome.files, answer);
    look_at_process(outcome, answer);
    const std::string* text = answer_in(outcome.files);
    const bool news = text != nullptr && *text != seen_;
    if (!news) return answer;  // who has written nothing has kept nothing
    const UstcFileReading reading = read_ustc_message(*text, colour_line_);
    seen_ = *text;
    look_at_lines(reading, answer);
    look_at_line_ends(reading, answer);
    look_at_writing(outcome, answer);
    if (reading.fault) {
      blame(answer, reading.fault->aspect, reading.fault->what);
    } else {
      looked_at_.insert({"message.format", "message.flag"});
      look_at_message(*reading.message, answer);
    }
    if (outcome.timed_out) answer.move.reset();
    keep(answer);
    return answer;
  }

  /// What came too late lies in the player's own file, which is its own; it is not taken for the next answer.
  void discard() override {}

 private:
  static constexpr int colours_of_a_player = 2;

  /// Whether a message is wrong whatever its writer may still add: its ended lines are, with any lines that
  /// it lacks.
  bool is_beyond_mending(std::string_view text) const {
    constexpr std::array<std::string_view, 4> good_lines = {"-1 -1\n", "1\n", "1\n", "blue\n"};
    std::string message(text.substr(0, text.rfind('\n') + 1));
    for (auto line = static_cast<std::size_t>(lines_in(message)); line < good_lines.size(); ++line)
      message += good_lines[line];
    return read_ustc_message(message, colour_line_).fault.has_value();
  }

  const std::string* answer_in(const Files& files) const {
    const auto file = files.find(ustc_player_file(player_));
    return file == files.end() ? nullptr : &file->second;
  }

  /// The nth turn of a player on the large board, from 0: its two colours in turn.
  static std::string colour_of(int player, int turn) {
    const int colour = player - 1 + colours_of_a_player * (turn % colours_of_a_player);
    return std::string(ustc_colours()[static_cast<std::size_t>(colour)]);
  }

  /// Whose turn the message tells: the opponent's last one; before the first turn of all, that one.
  std::string colour_told(const Request& request) const {
    if (colour_line_ == UstcColourLine::none) return {};
    if (request.kind == RequestKind::first) return colour_of(1, 0);
    return player_ == 1 ? colour_of(2, asked_ - 1) : colour_of(1, asked_);
  }

  UstcMessage message_for(const Request& request) const {
    const std::string colour = colour_told(request);
    switch (request.kind) {
      case RequestKind::first: return {{}, 0, UstcFlag::not_moved, colour};
      case RequestKind::second:
      case RequestKind::move: break;
      default: throw RigError("ustc has no message for a player that is not to move.");
    }
    const bool no_new_move = request.told().text.empty();  // it has given up before
    if (no_new_move || request.told().text == ustc_pass) return {{}, asked_ + 1, UstcFlag::not_moved, colour};
    const UstcReading move = parse_ustc_move(request.told().text);
    if (!move.move)
      throw RigError(
          fmt::format("A ustc player cannot be sent {}: {}.", shown(request.told().text), move.why));
    return {move.move->cells, move.move->id, UstcFlag::placed, colour};
  }

  void blame(FileAnswer& answer, std::string aspect, std::string what, bool voids = true) const {
    const std::string kind = kind_of(aspect);
    answer.irregularities.push_back(
        {std::move(aspect), "", fmt::format("{}: {}.", ustc_player_file(player_), what), voids, kind});
  }

  void look_at_host_file(const Files& files, FileAnswer& answer) {
    looked_at_.insert("message.host-file");
    const std::string name = ustc_host_file(player_);
    const auto file = files.find(name);
    if (file != files.end() && file->second == told_) return;
    const std::string now = file == files.end() ? "is gone" : "is now " + shown(file->second);
    answer.irregularities.push_back(
        {"message.host-file", "",
         fmt::format("{}, which the host alone writes, {}; the host wrote {}.", name, now, shown(told_)),
         false, kind_of("message.host-file")});
  }

  void look_at_process(const FileOutcome& outcome, FileAnswer& answer) {
    looked_at_.insert("process.ended");
    if (!outcome.hung_up || outcome.timed_out) return;
    answer.irregularities.push_back(
        {"process.ended", "",
         fmt::format("The program ended in the middle of the game ({}); it must run to the end of the game.",
                     outcome.hung_up->how),
         false, kind_of("process.ended")});
  }

  /// Hosts look every 0.1 s, and take what they see.
  void look_at_writing(const FileOutcome& outcome, FileAnswer& answer) {
    constexpr auto between_looks = std::chrono::milliseconds(100);
    looked_at_.insert("message.whole");
    if (outcome.half_written < between_looks) return;
    blame(
        answer, "message.whole",
        fmt::format("the message was seen half written for {}; a host that looks every {} could take a part "
                    "of it for the whole",
                    readable(outcome.half_written), readable(between_looks)),
        false);
  }

  void look_at_lines(const UstcFileReading& reading, FileAnswer& answer) {
    looked_at_.insert("message.lines");
    const int wanted = colour_line_ == UstcColourLine::none ? 3 : 4;
    if (reading.lines <= wanted) return;
    blame(
        answer, "message.lines",
        fmt::format("there are {} lines; a message has {}, and hosts read no further", reading.lines, wanted),
        false);
  }

  void look_at_line_ends(const UstcFileReading& reading, FileAnswer& answer) {
    looked_at_.insert("message.line-ends");
    if (!reading.carriage_returns) return;
    blame(answer, "message.line-ends",
          "lines end with CR LF, but the platform's files have LF; its judge accepts both", false);
  }

  void look_at_message(const UstcMessage& message, FileAnswer& answer) {
    if (colour_line_ == UstcColourLine::fourth) look_at_colour(message, answer);
    if (message.flag == UstcFlag::not_moved) {
      blame(answer, "message.flag", "line 3 is 0 (not moved); it must be 1 for a placement, or 2 to give up");
    } else if (message.flag == UstcFlag::gives_up) {
      answer.move = Move{std::string(ustc_pass)};
      if (!message.cells.empty() || message.number != 0) {
        blame(answer, "message.format",
              "a player that gives up (flag 2) must write \"-1 -1\" in line 1 and 0 in line 2", false);
      }
    } else if (message.cells.empty()) {
      blame(answer, "message.flag",
            "line 3 is 1 (placed) and line 1 names no cell; to give up, line 3 must be 2");
    } else {
      answer.move = Move{to_string(UstcMove{message.number, message.cells})};
      look_at_id(message, answer);
    }
  }

  void look_at_colour(const UstcMessage& message, FileAnswer& answer) {
    looked_at_.insert("message.colour");
    const std::string wanted = colour_of(player_, asked_ - 1);
    if (message.colour == wanted) return;
    blame(answer, "message.colour",
          fmt::format("line 4 is {}, and it is the turn of {}", shown(message.colour), wanted));
  }

  /// The placement is judged as it is: whatever the id is worth.
  void look_at_id(const UstcMessage& message, FileAnswer& answer) {
    looked_at_.insert("message.id");
    const std::optional<blokus::Tile> piece = ustc_piece(message.number);
    if (!piece) {
      blame(answer, "message.id", fmt::format("line 2 is {}, allowed are 1 to 21", message.number), false);
      return;
    }
    const std::optional<blokus::Placement> placement = placement_of(UstcMove{message.number, message.cells});
    if (!placement) return;  // no piece at all: that is a matter of the rules
    const blokus::Tile formed = blokus::tile_of(placement->orientation);
    if (formed == *piece) return;
    blame(answer, "message.id",
          fmt::format("line 2 is {} ({}), and the cells form piece {} ({})", message.number,
                      ustc_piece_name(*piece), ustc_id(formed), ustc_piece_name(formed)),
          false);
    Irregularity& told = answer.irregularities.back();
    for (const blokus::Square& cell : message.cells) told.squares.emplace_back(cell.y, cell.x);
    told.on_the_board = true;
  }

  /// What was looked at and found in order.
  void keep(FileAnswer& answer) {
    for (const std::string& aspect : looked_at_) {
      const bool broken = std::any_of(answer.irregularities.begin(), answer.irregularities.end(),
                                      [&](const Irregularity& one) { return one.aspect == aspect; });
      if (!broken) answer.kept.push_back(aspect);
    }
    looked_at_.clear();
  }

  int player_;
  UstcColourLine colour_line_;
  bool final_newline_;
  int asked_ = 0;                    // messages so far
  std::string told_;                 // the last of them
  std::string seen_;                 // the player's file when it was last read
  std::set<std::string> looked_at_;  // aspects, in the answer at hand
};

}  // namespace

std::string ustc_host_file(int player) {
  return fmt::format("GUI{}Data.txt", player);
}

std::string ustc_player_file(int player) {
  return fmt::format("Player{}Data.txt", player);
}

std::string to_string(const UstcMessage& message) {
  std::string text;
  for (const blokus::Square& cell : message.cells) text += fmt::format("{} {} ", cell.y - 1, cell.x - 1);
  if (message.cells.empty()) text = no_cells;
  text += fmt::format("\n{}\n{}", message.number, static_cast<int>(message.flag));
  if (!message.colour.empty()) text += "\n" + message.colour;
  return text;
}

UstcFileReading read_ustc_message(std::string_view text, UstcColourLine colour_line) {
  return MessageReader(text, colour_line).read();
}

std::unique_ptr<GameFiles> new_ustc_files(int board, int player, const FileStyle& style) {
  return std::make_unique<UstcFiles>(board, player, style);
}

}  // namespace rig::protocol
