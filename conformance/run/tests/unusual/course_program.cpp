/// A program that plays course, from the text: it is started for each move and knows what its files say.

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <sstream>
#include <utility>

#include "conformance/run/tests/unusual/land.hpp"
#include "conformance/run/tests/unusual/players.hpp"
#include "rig/player/slip.hpp"

namespace conformance::unusual {

namespace {

using namespace std::chrono_literals;
using rig::Duration;
using rig::Files;
using rig::player::Moment;
using rig::player::Slip;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> cut(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

/// What it was told, read.
struct Told {
  char own = 'R';
  std::string board_path;
  std::string left_path;
  std::string log_path;
  Land land{14};
  std::string board_text;
  std::string left_text;
  std::string log_text;
  std::vector<std::string> rows;  ///< of the pieces left, `1` and `0`
  std::string header;
  bool has_passed = false;
  int turn() const { return static_cast<int>(rows.size()); }
};

struct Change {
  std::optional<Laid> laid;
  std::string row;
};

class CourseProgram final : public rig::FileDevice {
 public:
  explicit CourseProgram(const Traits& traits)
      : traits_(traits),
        taste_(traits),
        slip_(traits,
              {"late",        "crash",        "never-end",    "two-rows",    "no-row",     "wrong-entry",
               "status",      "place-with-1", "unchanged",    "edge",        "corner",     "taken",
               "used",        "start",        "change-other", "erase-other", "erase-own",  "no-comma",
               "short-board", "old-row",      "drop-header",  "write-log",   "remove-log", "forge-left",
               "remove-left", "pass",         "status-2"}),
        delay_(traits.time("delay", 2ms)),
        start_(traits.word("start", "any", {"any", "5", "10"})),
        writes_(traits.word("writes", "board-first",
                            {"board-first", "left-first", "unlinks", "in-pieces", "twice", "beside"})),
        newline_(traits.word("board-newline", "no", {"no", "yes", "as-found"})),
        on_a_pass_(traits.word("on-a-pass", "nothing",
                               {"nothing", "rewrites", "rewrites-with-newline", "rewrites-both"})),
        header_(traits.word("header", "any", {"any", "text", "scanned"})),
        pass_word_(traits.word("pass-word", "any", {"any", "text", "unread"})),
        notes_(traits.yes("keeps-notes")),
        talks_(traits.yes("talks")),
        stubborn_start_(traits.yes("stubborn-start")),
        gives_up_from_(traits.number("gives-up-from", 0)),
        overlooks_(traits.number("overlooks", 0)),
        overlooks_column_(traits.number("overlooks-column", 0)) {}

  void new_game() override { taste_ = Taste(traits_); }

  Run act(const Files& files, const std::vector<std::string>& arguments) override {
    Run run;
    run.ends = delay_;
    const std::optional<Told> told = read(files, arguments);
    if (!told) {
      run.killed_by = "signal 6 (SIGABRT)";
      return run;
    }
    if (talks_) run.standard_error = "thinking about " + arguments[1] + "\n";
    const Moment moment{told->turn(), 1, arguments[0], {}};
    if (slip_.is("never-end", moment)) return {};
    if (slip_.is("late", moment)) run.ends = 6s;
    if (slip_.is("crash", moment)) {
      run.killed_by = "signal 11 (SIGSEGV)";
      return run;
    }
    const Change change = decide(*told, moment);
    run.exit_status = change.laid ? 0 : 1;
    if (change.laid && slip_.is("place-with-1", moment)) run.exit_status = 1;
    if (!change.laid && slip_.is("status", moment)) run.exit_status = 0;
    if (!change.laid && slip_.is("status-2", moment)) run.exit_status = 2;
    if (change.laid && slip_.is("unchanged", moment)) return run;
    write(*told, change, moment, run);
    return run;
  }

 private:
  // reading

  std::optional<Told> read(const Files& files, const std::vector<std::string>& arguments) const {
    if (arguments.size() != 4) return std::nullopt;
    Told told;
    told.own = arguments[0] == "Blue" ? 'B' : 'R';
    told.board_path = arguments[1];
    told.left_path = arguments[2];
    told.log_path = arguments[3];
    for (const std::string& path : {told.board_path, told.left_path, told.log_path}) {
      if (!files.contains(path)) return std::nullopt;
    }
    told.board_text = files.at(told.board_path);
    read_board(told.board_text, told);
    told.left_text = files.at(told.left_path);
    told.log_text = files.at(told.log_path);
    if (!read_left(told) || !read_log(told)) return std::nullopt;
    return told;
  }

  void read_board(const std::string& text, Told& told) const {
    int row = 0;
    for (const std::string& line : lines_of(text)) {
      int column = 0;
      for (const std::string& cell : cut(line, ',')) {
        if (cell == "R" || cell == "B") told.land.put({{row, column}}, cell.front());
        ++column;
      }
      ++row;
    }
    overlook(told);
  }

  /// A slip: the other's pieces of one kind, or its cells in one column, are not seen.
  void overlook(Told& told) const {
    const char other = told.own == 'R' ? 'B' : 'R';
    if (overlooks_column_ != 0) {
      for (int row = 0; row < told.land.size(); ++row) {
        const Spot spot{row, overlooks_column_ - 1};
        if (told.land.at(spot) == other) told.land.put({spot}, Land::nobody);
      }
    }
    if (overlooks_ == 0) return;
    std::set<Spot> seen;
    for (int row = 0; row < told.land.size(); ++row) {
      for (int column = 0; column < told.land.size(); ++column) {
        std::vector<Spot> island;
        gather({row, column}, other, told.land, seen, island);
        const std::optional<int> piece = piece_of(island);
        if (piece && course_number(*piece) == overlooks_) told.land.put(island, Land::nobody);
      }
    }
  }

  static void gather(Spot at, char owner, const Land& land, std::set<Spot>& seen, std::vector<Spot>& island) {
    if (land.at(at) != owner || !seen.insert(at).second) return;
    island.push_back(at);
    for (const Spot step : {Spot{-1, 0}, Spot{0, 1}, Spot{1, 0}, Spot{0, -1}})
      gather({at.row + step.row, at.column + step.column}, owner, land, seen, island);
  }

  bool read_left(Told& told) const {
    const std::vector<std::string> lines = lines_of(told.left_text);
    if (lines.size() < 2) return false;
    told.header = lines.front();
    if (header_ == "text" && told.header.rfind("Player = ", 0) != 0) return false;
    int number = 0;
    if (header_ == "scanned" && std::sscanf(told.header.c_str(), "Player = E%d", &number) != 1) return false;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      std::string row;
      std::copy_if(lines[i].begin(), lines[i].end(), std::back_inserter(row),
                   [](char c) { return c == '0' || c == '1'; });
      if (!row.empty()) told.rows.push_back(row);
    }
    return !told.rows.empty() && told.rows.back().size() == piece_count;
  }

  bool read_log(Told& told) const {
    if (pass_word_ == "unread") return true;
    for (const std::string& line : lines_of(told.log_text)) {
      const std::vector<std::string> parts = cut(line, ' ');
      constexpr std::size_t of_a_pass = 5;  // `6 = B ^ PASS`
      if (parts.size() < of_a_pass) return false;
      const bool pattern = parts[4].rfind("pattern", 0) == 0;
      if (!pattern && parts[4] != "PASS" && (pass_word_ == "text" || parts[4] != "Pass")) return false;
      if (!pattern && parts[2] == std::string(1, told.own)) told.has_passed = true;
    }
    return true;
  }

  // deciding

  std::set<Spot> starts(const Told& told) const {
    std::set<Spot> all;
    if (start_ != "10") all.insert({4, 4});
    if (start_ != "5") all.insert({9, 9});
    if (stubborn_start_) return {told.own == 'R' ? Spot{4, 4} : Spot{9, 9}};
    const bool none_free =
        std::none_of(all.begin(), all.end(), [&](Spot spot) { return told.land.at(spot) == Land::nobody; });
    if (none_free) all = {{4, 4}, {9, 9}};
    return all;
  }

  Change decide(const Told& told, const Moment& moment) {
    Change change;
    change.row = told.rows.back();
    if (told.has_passed || slip_.is("pass", moment)) return change;
    if (gives_up_from_ != 0 && told.turn() >= gives_up_from_) return change;
    std::set<int> left;
    for (int piece = 0; piece < piece_count; ++piece) {
      if (entry(change.row, piece) == '1') left.insert(piece);
    }
    change.laid = choose_wrong(told, left, moment);
    if (!change.laid) change.laid = taste_.choose(told.land, told.own, starts(told), left);
    if (change.laid) entry(change.row, change.laid->piece) = '0';
    if (change.laid && slip_.is("wrong-entry", moment)) std::reverse(change.row.begin(), change.row.end());
    return change;
  }

  static char& entry(std::string& row, int piece) {
    return row[static_cast<std::size_t>(course_number(piece)) - 1];
  }

  std::optional<Laid> choose_wrong(const Told& told, const std::set<int>& left, const Moment& moment) {
    static const std::array<std::pair<const char*, Breach>, 5> breaches = {{{"edge", Breach::edge},
                                                                            {"corner", Breach::corner},
                                                                            {"taken", Breach::taken},
                                                                            {"used", Breach::used},
                                                                            {"start", Breach::start}}};
    for (const auto& [name, breach] : breaches) {
      if (slip_.is(name, moment)) return taste_.choose_wrong(breach, told.land, told.own, starts(told), left);
    }
    return std::nullopt;
  }

  // writing

  std::string next_board(const Told& told, const Change& change, const Moment& moment) const {
    std::vector<std::string> lines = lines_of(told.board_text);
    const auto set = [&](Spot spot, char letter) {
      lines[static_cast<std::size_t>(spot.row)][2 * static_cast<std::size_t>(spot.column)] = letter;
    };
    const auto first_of = [&](char owner) -> std::optional<Spot> {
      for (int row = 0; row < told.land.size(); ++row) {
        for (int column = 0; column < told.land.size(); ++column) {
          if (told.land.at({row, column}) == owner) return Spot{row, column};
        }
      }
      return std::nullopt;
    };
    if (change.laid) {
      for (const Spot& cell : change.laid->cells()) set(cell, told.own);
    }
    const char other = told.own == 'R' ? 'B' : 'R';
    if (slip_.is("change-other", moment)) {
      if (const auto spot = first_of(other)) set(*spot, told.own);
    }
    if (slip_.is("erase-other", moment)) {
      if (const auto spot = first_of(other)) set(*spot, 'N');
    }
    if (slip_.is("erase-own", moment)) {
      if (const auto spot = first_of(told.own)) set(*spot, 'N');
    }
    if (slip_.is("no-comma", moment)) lines.back().erase(1, 1);
    if (slip_.is("short-board", moment)) lines.pop_back();
    std::string text;
    for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
    const bool had_newline = told.board_text.ends_with('\n');
    const bool newline = newline_ == "yes" || (newline_ == "as-found" && had_newline) ||
                         (!change.laid && on_a_pass_ == "rewrites-with-newline");
    return text + (newline ? "\n" : "");
  }

  static std::string row_text(const std::string& row) {
    std::string text = "\n[";
    for (const char digit : row) {
      if (text.size() > 2) text += ',';
      text += digit;
    }
    return text + "]";
  }

  std::string next_left(const Told& told, const Change& change, const Moment& moment) const {
    std::string text = told.left_text;
    if (slip_.is("old-row", moment) && !text.empty()) text[text.find('1', text.find('['))] = '0';
    if (slip_.is("drop-header", moment)) text.erase(0, text.find('\n') + 1);
    if (change.laid && !slip_.is("no-row", moment)) text += row_text(change.row);
    if (slip_.is("two-rows", moment)) text += row_text(change.row);
    return text;
  }

  void put(Run& run, const std::string& path, const std::string& text) const {
    const Duration at = *run.ends;
    if (writes_ == "unlinks") run.writes.push_back({at, path, std::nullopt, true});
    if (writes_ == "beside") {
      run.writes.push_back({at, "next.tmp", text, true});
      run.writes.push_back({at, path, text, true});
      run.writes.push_back({at, "next.tmp", std::nullopt, true});
      return;
    }
    if (writes_ == "in-pieces") {
      for (const std::size_t part : {std::size_t{0}, text.size() / 3, text.size() / 2})
        run.writes.push_back({at, path, text.substr(0, part), false});
    }
    if (writes_ == "twice") run.writes.push_back({at, path, text, true});
    run.writes.push_back({at, path, text, true});
  }

  void write(const Told& told, const Change& change, const Moment& moment, Run& run) const {
    const bool rewrites = change.laid || on_a_pass_ != "nothing" || slip_touches_a_pass(moment);
    std::vector<std::pair<std::string, std::string>> texts;
    if (rewrites) texts.emplace_back(told.board_path, next_board(told, change, moment));
    if (change.laid || on_a_pass_ == "rewrites-both" || slip_touches_a_pass(moment))
      texts.emplace_back(told.left_path, next_left(told, change, moment));
    if (writes_ == "left-first") std::reverse(texts.begin(), texts.end());
    for (const auto& [path, text] : texts) put(run, path, text);
    if (notes_) run.writes.push_back({*run.ends, "notes.txt", told.log_text + "\nseen", true});
    const Duration at = *run.ends;
    if (slip_.is("write-log", moment))
      run.writes.push_back({at, told.log_path, told.log_text + "\nseen", true});
    if (slip_.is("remove-log", moment)) run.writes.push_back({at, told.log_path, std::nullopt, true});
    if (slip_.is("remove-left", moment)) run.writes.push_back({at, told.left_path, std::nullopt, true});
    if (slip_.is("forge-left", moment))
      run.writes.push_back(
          {at, others_left(told), "Player = E00000000\n[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]", true});
  }

  bool slip_touches_a_pass(const Moment& moment) const {
    return slip_.is("erase-other", moment) || slip_.is("old-row", moment) || slip_.is("two-rows", moment);
  }

  /// `LeftPattern_Blue.txt` beside its own `LeftPattern_Red.txt`.
  static std::string others_left(const Told& told) {
    std::string path = told.left_path;
    const std::string mine = told.own == 'R' ? "Red" : "Blue";
    const std::size_t at = path.rfind(mine);
    if (at != std::string::npos) path.replace(at, mine.size(), told.own == 'R' ? "Blue" : "Red");
    return path;
  }

  Traits traits_;
  Taste taste_;
  Slip slip_;
  Duration delay_;
  std::string start_;
  std::string writes_;
  std::string newline_;    // at the end of the board
  std::string on_a_pass_;  // what it writes
  std::string header_;     // `text`: it insists on the text's spelling; `scanned`: and on its number
  std::string pass_word_;
  bool notes_;  // it writes a file of its own
  bool talks_;  // on standard error
  bool stubborn_start_;
  int gives_up_from_;
  int overlooks_;
  int overlooks_column_;
};

}  // namespace

std::unique_ptr<rig::FileDevice> new_course_program(const Traits& traits) {
  return std::make_unique<CourseProgram>(traits);
}

}  // namespace conformance::unusual
