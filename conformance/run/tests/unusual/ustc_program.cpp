/// A program that plays ustc, from the page and the platform's examples: it lives for a whole game, reads its
/// host's file and writes its own.

#include <algorithm>
#include <array>
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

constexpr int small = 14;
constexpr int large = 20;
constexpr std::array<const char*, 4> colour_names = {"blue", "yellow", "red", "green"};

struct Message {
  std::vector<Spot> cells;
  int number = 0;
  int flag = 0;
  std::string colour;
};

/// Nothing: it is not whole yet.
std::optional<Message> read_message(const std::string& text, bool with_colour) {
  std::istringstream stream(text);
  std::string cells;
  Message message;
  if (!std::getline(stream, cells) || !(stream >> message.number >> message.flag)) return std::nullopt;
  std::istringstream numbers(cells);
  Spot spot;
  while (numbers >> spot.row >> spot.column) {
    if (spot.row >= 0) message.cells.push_back(spot);
  }
  if (!with_colour) return message;
  stream >> message.colour;
  const bool known =
      std::find(colour_names.begin(), colour_names.end(), message.colour) != colour_names.end();
  return known ? std::optional(message) : std::nullopt;
}

class UstcProgram final : public rig::FileDevice {
 public:
  explicit UstcProgram(const Traits& traits)
      : traits_(traits),
        taste_(traits),
        slip_(traits, {"late",       "silence",    "crash",    "flag-0",      "wrong-id", "edge",
                       "corner",     "taken",      "used",     "off-board",   "start",    "write-host",
                       "two-blanks", "commas",     "twice",    "forget",      "overlook", "give-up",
                       "no-cells",   "five-cells", "negative", "other-colour"}),
        size_(traits.number("board", small)),
        delay_(traits.time("delay", 2ms)),
        cells_(traits.word("cells", "drawn", {"drawn", "backwards", "shuffled"})),
        blank_(traits.word("trailing-blank", "yes", {"yes", "no"})),
        newline_(traits.yes("newline")),
        more_lines_(traits.yes("more-lines")),
        line_end_(traits.word("line-end", "lf", {"lf", "crlf"})),
        writes_(traits.word("writes", "once", {"once", "unlinks", "in-pieces", "empties"})),
        first_note_(traits.yes("says-not-moved")),
        gives_up_from_(traits.number("gives-up-from", 0)),
        overlooks_(traits.number("overlooks", 0)),
        one_set_(traits.yes("one-set-of-pieces")) {}

  void new_game() override {
    taste_ = Taste(traits_);
    land_ = Land(size_);
    last_text_.clear();
    last_count_ = -1;
    player_ = 0;
    moves_ = 0;
    turn_ = 0;
    gave_up_.clear();
    for (std::set<int>& left : left_) {
      left.clear();
      for (int piece = 0; piece < piece_count; ++piece) left.insert(piece);
    }
  }

  Run act(const Files& files, const std::vector<std::string>&) override {
    const std::string text = host_text(files);
    if (text.empty() || text == last_text_) return {};
    const std::optional<Message> message = read_message(text, size_ == large);
    if (!message || !is_news(*message)) return {};
    last_text_ = text;
    enter(*message);
    return answer();
  }

 private:
  std::string host_text(const Files& files) {
    for (int player = 1; player <= 2; ++player) {
      const auto file = files.find(host_file(player));
      if (file == files.end()) continue;
      player_ = player;
      return file->second;
    }
    return {};
  }

  static std::string host_file(int player) { return "GUI" + std::to_string(player) + "Data.txt"; }

  bool is_news(const Message& message) {
    if (message.flag == 0) {
      if (message.number <= last_count_) return false;
      last_count_ = message.number;
    }
    return true;
  }

  char letter(int colour) const { return static_cast<char>('a' + colour); }
  int colours() const { return size_ == large ? 4 : 2; }
  int own_colour() const { return turn_ % colours(); }

  std::set<Spot> starts() const {
    static const std::array<Spot, 4> of_colours = {{{19, 0}, {19, 19}, {0, 19}, {0, 0}}};
    const auto colour = static_cast<std::size_t>(own_colour());
    if (size_ == large) return {of_colours[colour]};
    return {colour == 0 ? Spot{4, 4} : Spot{9, 9}};
  }

  Moment moment() const { return {moves_, 1, player_ == 1 ? "first" : "second", {}}; }

  /// Whoever begins is told of no turn.
  void enter(const Message& message) {
    if (moves_ == 0 && player_ == 1) return;
    const Moment moment{moves_ + 1, 1, {}, {}};
    const bool overlooked = slip_.is("overlook", moment) || (overlooks_ != 0 && overlooks_ == message.number);
    if (slip_.is("forget", moment)) land_ = Land(size_);
    if (!overlooked) land_.put(message.cells, letter(own_colour()));
    ++turn_;
  }

  Run answer() {
    ++moves_;
    const Moment now = moment();
    const int colour = own_colour();
    Run run;
    Duration after = slip_.is("late", now) ? 33s : delay_;
    if (slip_.is("crash", now)) {
      run.ends = after;
      run.killed_by = "signal 11 (SIGSEGV)";
      return run;
    }
    const std::optional<Laid> laid = choose(now);
    if (laid) {
      land_.put(laid->cells(), letter(colour));
      left(colour).erase(laid->piece);
    } else {
      gave_up_.insert(colour);
    }
    ++turn_;
    if (slip_.is("silence", now)) return run;
    const std::string text = written(laid, colour, now);
    if (first_note_) put(run, after / 2, "-1 -1\n0\n0" + colour_line(colour));
    put(run, after, text);
    if (slip_.is("twice", now)) put(run, after + 300ms, written(laid, colour, now) + "\n");
    if (slip_.is("write-host", now)) run.writes.push_back({after, host_file(player_), text, true});
    return run;
  }

  std::set<int>& left(int colour) { return left_[one_set_ ? 0U : static_cast<std::size_t>(colour)]; }

  std::optional<Laid> choose(const Moment& now) {
    const int colour = own_colour();
    if (gives_up_from_ != 0 && moves_ >= gives_up_from_) return std::nullopt;
    if (gave_up_.contains(colour) || slip_.is("give-up", now)) return std::nullopt;
    static const std::array<std::pair<const char*, Breach>, 6> breaches = {{{"edge", Breach::edge},
                                                                            {"corner", Breach::corner},
                                                                            {"taken", Breach::taken},
                                                                            {"used", Breach::used},
                                                                            {"off-board", Breach::off_board},
                                                                            {"start", Breach::start}}};
    for (const auto& [name, breach] : breaches) {
      if (!slip_.is(name, now)) continue;
      if (const auto wrong = taste_.choose_wrong(breach, land_, letter(colour), starts(), left(colour)))
        return wrong;
    }
    return taste_.choose(land_, letter(colour), starts(), left(colour));
  }

  std::string colour_line(int colour) const {
    return size_ == large ? std::string("\n") + colour_names[static_cast<std::size_t>(colour)] : "";
  }

  std::string written(const std::optional<Laid>& laid, int colour, const Moment& now) {
    std::string text;
    int id = 0;
    if (laid) {
      std::vector<Spot> cells = laid->cells();
      if (cells_ == "backwards") std::reverse(cells.begin(), cells.end());
      if (cells_ == "shuffled") taste_.random().shuffle(std::span(cells));
      if (slip_.is("five-cells", now)) cells.resize(5, cells.back());
      for (const Spot& cell : cells) {
        const char* const between = slip_.is("two-blanks", now) ? "  " : slip_.is("commas", now) ? "," : " ";
        text += (text.empty() ? "" : between) + std::to_string(cell.row) + between +
                std::to_string(slip_.is("negative", now) ? -cell.column : cell.column);
      }
      if (blank_ == "yes") text += ' ';
      id = laid->piece + 1;
      if (slip_.is("wrong-id", now)) id = id % piece_count + 1;
    }
    if (!laid || slip_.is("no-cells", now)) text = "-1 -1";
    const int flag = slip_.is("flag-0", now) ? 0 : laid ? 1 : 2;
    text += "\n" + std::to_string(id) + "\n" + std::to_string(flag);
    if (slip_.is("other-colour", now)) colour = (colour + 2) % 4;
    text += colour_line(colour);
    if (more_lines_) text += "\n-1 -1\n0";
    if (newline_) text += '\n';
    if (line_end_ == "crlf") {
      for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
        text.insert(at, 1, '\r');
    }
    return text;
  }

  void put(Run& run, Duration after, const std::string& text) const {
    const std::string file = "Player" + std::to_string(player_) + "Data.txt";
    if (writes_ == "unlinks") run.writes.push_back({after, file, std::nullopt, true});
    if (writes_ == "empties") run.writes.push_back({after, file, "", true});
    if (writes_ == "in-pieces") {
      for (int part = 0; part < 3; ++part) {
        run.writes.push_back(
            {after, file, text.substr(0, text.size() * static_cast<std::size_t>(part) / 3), false});
        after += 10ms;
      }
    }
    run.writes.push_back({after, file, text, true});
  }

  Traits traits_;
  Taste taste_;
  Slip slip_;
  int size_;
  Duration delay_;
  std::string cells_;  // their order
  std::string blank_;
  bool newline_;
  bool more_lines_;
  std::string line_end_;
  std::string writes_;
  bool first_note_;  // it writes flag 0 while it thinks
  int gives_up_from_;
  int overlooks_;
  bool one_set_;

  Land land_;
  std::array<std::set<int>, 4> left_;
  std::string last_text_;
  int last_count_ = -1;
  int player_ = 0;
  int moves_ = 0;
  int turn_ = 0;  // of all colours
  std::set<int> gave_up_;
};

}  // namespace

std::unique_ptr<rig::FileDevice> new_ustc_program(const Traits& traits) {
  return std::make_unique<UstcProgram>(traits);
}

}  // namespace conformance::unusual
