#include "games/blokus/players/ustc/ustc_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "games/blokus/contests/ustc/ustc.hpp"
#include "games/blokus/contests/ustc/ustc_files.hpp"
#include "games/blokus/players/blokus_player.hpp"
#include "games/blokus/players/illegal_placements.hpp"
#include "games/blokus/players/ustc/ustc_faults.hpp"
#include "rig/base/errors.hpp"

namespace rig::player {

namespace {

using namespace std::chrono_literals;
using blokus::Broken;
using blokus::Placement;
using blokus::Position;
using protocol::UstcColourLine;
using protocol::UstcFileReading;
using protocol::UstcFlag;
using protocol::UstcMessage;

constexpr int players = 2;

/// The numbers that the contest `course` gives to the pieces with our ids 1 to 21.
constexpr std::array<int, blokus::tile_count> ids_of_course = {1,  2,  4,  3,  9,  6,  7,  5,  8,  21, 18,
                                                               19, 10, 11, 20, 12, 13, 14, 15, 16, 17};

void check(const UstcDeviceOptions& options) {
  if (options.player < 0 || options.player > players) {
    throw UsageError(fmt::format("--player {}: allowed are 1 and 2.", options.player));
  }
  // Looks at both words, whichever board it will be.
  const protocol::UstcSquares squares{options.starts, options.corners};
  protocol::ustc_variant(protocol::ustc_small_board, squares);
  protocol::ustc_variant(protocol::ustc_large_board, squares);
  if (options.board != 0) protocol::ustc_variant(options.board, squares);
}

class UstcDevice final : public FileDevice {
 public:
  explicit UstcDevice(const UstcDeviceOptions& options)
      : options_(options), slip_(slip_named(ustc_device_faults(), options.fault)) {
    check(options);
    new_game();
  }

  void new_game() override {
    board_ = options_.board;
    player_ = options_.player;
    position_.reset();
    last_count_ = -1;
    given_up_.clear();
    own_text_.clear();
    early_.reset();
    turns_ = 0;
  }

  Run act(const Files& files, const std::vector<std::string>&) override {
    const std::string* text = host_text(files);
    if (text == nullptr || *text == own_text_ || does("no-move")) return {};
    const std::optional<UstcMessage> message = news_in(*text);
    if (!message) return {};
    const bool gave_up = message->flag == UstcFlag::not_moved && position_.has_value();
    enter(*message);
    if (gave_up && does("ignores-resent")) return {};
    if (gave_up && does("dies-after-opponent-gives-up")) return ending(1);
    ++turns_;
    if (does("crash")) return crash();
    return early_ ? catch_up() : answer();
  }

 private:
  /// Whether that is what it does wrong, and now is when.
  bool does(std::string_view what) const { return slip_.is(what, {turns_}); }

  // Reading

  const std::string* host_text(const Files& files) {
    for (int player = 1; player <= players; ++player) {
      if (player_ != 0 && player != player_) continue;
      const auto file = files.find(protocol::ustc_host_file(player));
      if (file == files.end()) continue;
      player_ = player;
      return &file->second;
    }
    return nullptr;
  }

  UstcFileReading reading_of(const std::string& text) {
    if (board_ == 0) {
      const bool colour = protocol::read_ustc_message(text, UstcColourLine::fourth).message.has_value();
      UstcFileReading small = protocol::read_ustc_message(text, UstcColourLine::none);
      if (!colour && !small.message) return small;
      board_ = colour ? protocol::ustc_large_board : protocol::ustc_small_board;
    }
    return protocol::read_ustc_message(text, large() ? UstcColourLine::fourth : UstcColourLine::none);
  }

  /// What the host's file says, unless it was seen before or is not whole.
  std::optional<UstcMessage> news_in(const std::string& text) {
    const UstcFileReading reading = reading_of(text);
    if (!reading.message) {
      const bool takes_it = does("takes-half-message") && !text.empty();
      return takes_it ? std::optional<UstcMessage>(UstcMessage{}) : std::nullopt;
    }
    if (is_news(*reading.message)) return reading.message;
    if (!does("answers-stale")) return std::nullopt;
    return UstcMessage{};
  }

  bool is_news(const UstcMessage& message) {
    if (message.flag == UstcFlag::gives_up) return false;
    if (message.flag == UstcFlag::not_moved) {
      if (message.number <= last_count_) return false;
      last_count_ = message.number;
      return true;
    }
    const std::optional<blokus::Tile> piece = protocol::ustc_piece(message.number);
    if (!piece) return false;
    return !position_ || position_->tiles_left(colour_told(message)).contains(*piece);
  }

  int colour_told(const UstcMessage& message) const {
    const auto names = protocol::ustc_colours();
    const auto named = std::find(names.begin(), names.end(), message.colour);
    return named == names.end() ? players - player_ : static_cast<int>(named - names.begin());
  }

  bool large() const { return board_ == protocol::ustc_large_board; }

  /// The opponent's turn, as far as the message tells one: the first message to the player that begins does
  /// not.
  void enter(const UstcMessage& message) {
    if (!position_) {
      if (board_ == 0) board_ = protocol::ustc_small_board;
      position_.emplace(protocol::ustc_variant(board_, {options_.starts, options_.corners}));
      if (player_ == 1) return;
    }
    const std::optional<Placement> placement = protocol::placement_of({message.number, message.cells});
    if (message.flag == UstcFlag::placed && placement && position_->judge(*placement) == Broken::none) {
      position_->play(*placement);
    } else {
      position_->pass();
    }
  }

  // Choosing

  Run answer() {
    const int colour = position_->to_move();
    if (const std::optional<Placement> wrong = choose_wrong()) {
      position_->pass();
      return send(placed(*wrong, colour));
    }
    if (does("one-colour-only") && large() && colour >= players) return play_first_colour();
    if (does("play-after-giving-up")) return give_up_and_play_on(colour);
    const std::optional<Placement> placement = choose_placement(*position_);
    if (given_up_.contains(colour) || !placement) return give_up(colour);
    position_->play(*placement);
    Run run = send(placed(*placement, colour));
    if (does("answers-early")) answer_early(run);
    return run;
  }

  std::optional<Placement> choose_wrong() const {
    if (does("break-board")) return placement_breaking(*position_, Broken::occupied, Over::the_edge);
    const std::optional<Broken> rule = rule_broken_by(slip_.does());
    return rule && does(slip_.does()) ? placement_breaking(*position_, *rule) : std::nullopt;
  }

  Run give_up(int colour) {
    given_up_.insert(colour);
    position_->pass();
    if (does("silent-when-stuck")) return {};
    const bool wrong = does("flag-1-for-giving-up");
    return send({{}, 0, wrong ? UstcFlag::placed : UstcFlag::gives_up, name_of(colour)});
  }

  /// On the small board nobody asks again: it places unasked.
  Run give_up_and_play_on(int colour) {
    position_->pass();
    Run run = send({{}, 0, UstcFlag::gives_up, name_of(colour)});
    if (large()) return run;
    position_->pass();
    if (const std::optional<Placement> placement = choose_placement(*position_)) {
      write(run, placed(*placement, colour), options_.think + unasked_after);
      position_->play(*placement);
    }
    return run;
  }

  /// In the turn of its second colour: a piece of the first one.
  Run play_first_colour() {
    const int turn = position_->to_move();
    const int first = turn - players;
    while (position_->to_move() != first) position_->pass();
    const std::optional<Placement> placement = choose_placement(*position_);
    if (placement) position_->play(*placement);
    while (position_->to_move() != turn) position_->pass();
    position_->pass();
    if (!placement) return send({{}, 0, UstcFlag::gives_up, name_of(first)});
    return send(placed(*placement, first));
  }

  /// Its next move, as if the opponent did nothing meanwhile.
  void answer_early(Run& run) {
    Position guess = *position_;
    guess.pass();
    early_ = choose_placement(guess);
    if (early_) write(run, placed(*early_, guess.to_move()), options_.think + unasked_after);
  }

  /// The answer lies in its file already; what remains is the one after it.
  Run catch_up() {
    const std::optional<Placement> written = std::exchange(early_, std::nullopt);
    if (position_->judge(*written) != Broken::none) return {};
    position_->play(*written);
    Run run;
    answer_early(run);
    return run;
  }

  // Writing

  static constexpr Duration unasked_after = 100ms;

  std::string name_of(int colour) const {
    if (!large()) return {};
    return std::string(protocol::ustc_colours()[static_cast<std::size_t>(colour)]);
  }

  UstcMessage placed(const Placement& placement, int colour) const {
    const protocol::UstcMove move = protocol::ustc_move(placement);
    return {move.cells, move.id, UstcFlag::placed, name_of(colour)};
  }

  UstcMessage as_written(UstcMessage message) const {
    if (does("wrong-colour") && large()) {
      message.colour = name_of((colour_told(message) + players) % blokus::max_colours);
    }
    if (message.cells.empty()) return message;
    if (does("wrong-flag")) message.flag = UstcFlag::not_moved;
    if (does("wrong-id")) message.number = message.number % blokus::tile_count + 1;
    if (does("own-ids")) message.number = ids_of_course[static_cast<std::size_t>(message.number - 1)];
    for (blokus::Square& cell : message.cells) {
      if (does("rows-and-columns-swapped")) std::swap(cell.x, cell.y);
      if (does("one-based")) cell = {cell.x + 1, cell.y + 1};
    }
    return message;
  }

  std::string text_of(const UstcMessage& message) const {
    std::string text = protocol::to_string(as_written(message));
    if (does("four-lines")) text += "\n0";
    if (does("cr-lf")) {
      for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
        text.insert(at, 1, '\r');
    }
    if (does("two-lines")) text.erase(text.rfind('\n'));
    if (does("commas")) {
      std::replace(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find('\n')), ' ', ',');
    }
    if (does("doubled-blanks")) {
      for (std::size_t at = text.find(' '); at < text.find('\n'); at = text.find(' ', at + 2))
        text.insert(at, 1, ' ');
    }
    return text;
  }

  Run send(const UstcMessage& message) {
    Run run;
    write(run, message, thinking_time());
    if (does("writes-host-file")) {
      own_text_ = text_of(message);
      run.writes.push_back({thinking_time(), protocol::ustc_host_file(player_), own_text_, true});
    }
    return run;
  }

  void write(Run& run, const UstcMessage& message, Duration after) const {
    const std::string text = text_of(message);
    const std::string file = protocol::ustc_player_file(player_);
    if (does("writes-in-place-slowly")) {
      constexpr int pieces = 6;
      constexpr Duration pause = 50ms;
      for (int piece = 0; piece < pieces; ++piece) {
        const std::size_t length = text.size() * static_cast<std::size_t>(piece) / pieces;
        run.writes.push_back({after + piece * pause, file, text.substr(0, length), false});
      }
      after += pieces * pause;
    }
    run.writes.push_back({after, file, text, true});
  }

  Duration thinking_time() const { return does("take") ? slip_.time() : options_.think; }

  Run ending(int status) const {
    Run run;
    run.ends = options_.think;
    run.exit_status = status;
    return run;
  }

  Run crash() const {
    Run run = ending(0);
    run.killed_by = "signal 11 (SIGSEGV)";
    run.standard_error = "blokus-ustc: crashes in its third move, as it was told to\n";
    return run;
  }

  UstcDeviceOptions options_;
  Slip slip_;
  int board_ = 0;   // 0: not known yet
  int player_ = 0;  // 0: not known yet
  std::optional<Position> position_;
  int last_count_ = -1;             // of a message without a placement
  std::set<int> given_up_;          // its own colours
  std::string own_text_;            // what it wrote into the host's file
  std::optional<Placement> early_;  // written, and not asked for yet
  int turns_ = 0;                   // its own in this game
};

}  // namespace

std::unique_ptr<FileDevice> new_ustc_device(const UstcDeviceOptions& options) {
  return std::make_unique<UstcDevice>(options);
}

}  // namespace rig::player
