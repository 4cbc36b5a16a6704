#include "rig/player/blokus_player.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/contest/icfpt2014.hpp"

namespace rig::player {

using blokus::Broken;
using blokus::Code;
using blokus::Placement;
using blokus::Position;
using contest::ParseState;
using contest::Request;
using contest::RequestKind;

std::optional<Placement> choose_placement(const Position& position) {
  constexpr int per_square = 40;  // a square placed is worth this many placements gained
  std::optional<Placement> best;
  int best_mark = std::numeric_limits<int>::min();
  position.for_each_placement([&](Placement placement) {
    Position after = position;
    after.play(placement);
    const int theirs = static_cast<int>(after.count_placements());
    after.pass();
    const int mine = static_cast<int>(after.count_placements());
    const int mark = per_square * blokus::tile_size(blokus::tile_of(placement.orientation)) + mine - theirs;
    if (mark > best_mark) {
      best = placement;
      best_mark = mark;
    }
  });
  return best;
}

namespace {

using namespace std::chrono_literals;

enum class Fault {
  none,
  wrong_digit,
  short_hello,
  hello_once,
  lower_case_2a,
  byte_after_9,
  late,
  drip,
  extra_byte,
  early_byte,
  crlf,
  board_not_cleared,
  tiles_not_cleared,
  used_tile,
  overlap,
  off_board,
  own_edge,
  no_corner,
  wrong_start,
  pass_on_ply_2,
  pass_with_moves,
  no_pass,
  silent_after_pass,
  deaf_to_pass,
  hang_up,
  loses_after_9,
};

struct FaultEntry {
  Fault fault;
  DeviceFault text;
};

const std::vector<FaultEntry>& fault_entries() {
  static const std::vector<FaultEntry> entries = {
      {Fault::wrong_digit, {"wrong-digit", "answers \"0\" with 2XX in place of 1XX"}},
      {Fault::short_hello, {"short-hello", "answers \"0\" with two bytes"}},
      {Fault::hello_once, {"hello-once", "answers \"0\" only once per power-up"}},
      {Fault::lower_case_2a,
       {"lower-case-2a", "compares the start square with a lower-case a: deaf to 2A and 3A"}},
      {Fault::byte_after_9, {"byte-after-9", "acknowledges \"9\" with a byte"}},
      {Fault::late, {"late", "sends each move 1.02 s after the request"}},
      {Fault::drip, {"drip", "begins each move in time and drips it: the last byte comes after 1.2 s"}},
      {Fault::extra_byte, {"extra-byte", "sends a fifth byte after each move"}},
      {Fault::early_byte, {"early-byte", "sends a byte while the request is still coming in"}},
      {Fault::crlf, {"crlf", "ends each reply with CR LF"}},
      {Fault::board_not_cleared, {"board-not-cleared", "plays a rematch on the board of the game before"}},
      {Fault::tiles_not_cleared,
       {"tiles-not-cleared", "plays a rematch with the tiles left from the game before"}},
      {Fault::used_tile, {"used-tile", "places a tile a second time on its third move"}},
      {Fault::overlap, {"overlap", "covers an occupied square on its third move"}},
      {Fault::off_board, {"off-board", "places a tile over the edge of the board on its third move"}},
      {Fault::own_edge, {"own-edge", "places its third tile edge to edge with its own colour"}},
      {Fault::no_corner, {"no-corner", "places its third tile without corner contact"}},
      {Fault::wrong_start, {"wrong-start", "covers the other start square with its first tile"}},
      {Fault::pass_on_ply_2, {"pass-on-ply-2", "passes when asked for its first move as second player"}},
      {Fault::pass_with_moves, {"pass-with-moves", "passes on its fifth turn although it could move"}},
      {Fault::no_pass, {"no-pass", "is silent when it must pass"}},
      {Fault::silent_after_pass, {"silent-after-pass", "is silent when asked again after its own pass"}},
      {Fault::deaf_to_pass, {"deaf-to-pass", "is silent after the opponent's pass"}},
      {Fault::hang_up, {"hang-up", "goes away in the middle of its third move"}},
      {Fault::loses_after_9, {"loses-after-9", "is busy after \"9\" and loses the byte that follows it"}},
  };
  return entries;
}

Fault fault_named(const std::string& name) {
  if (name.empty()) return Fault::none;
  std::vector<std::string> names;
  for (const FaultEntry& entry : fault_entries()) {
    if (entry.text.name == name) return entry.fault;
    names.push_back(entry.text.name);
  }
  throw UsageError(unknown_value("fault", name, names));
}

/// The first code, in reading order, by which the player to move breaks exactly this rule.
std::optional<Code> breaking(const Position& position, Broken wanted, bool off_the_board = false) {
  for (int y = 1; y <= position.size(); ++y) {
    for (int x = 1; x <= position.size(); ++x) {
      for (int tile = 0; tile < blokus::tile_count; ++tile) {
        for (int rotation = 0; rotation < blokus::rotation_count; ++rotation) {
          const Code code{x, y, static_cast<blokus::Tile>(tile), rotation};
          if (position.judge(code) != wanted) continue;
          if (wanted != Broken::occupied) return code;
          const blokus::Cells cells = blokus::cells_of(blokus::placement_of(code));
          const bool over_the_edge = std::any_of(cells.begin(), cells.end(), [&](const blokus::Square& cell) {
            return cell.x < 1 || cell.y < 1 || cell.x > position.size() || cell.y > position.size();
          });
          if (over_the_edge == off_the_board) return code;
        }
      }
    }
  }
  return std::nullopt;
}

class BlokusDevice final : public Device {
 public:
  explicit BlokusDevice(const BlokusDeviceOptions& options)
      : options_(options), fault_(fault_named(options.fault)), contest_(contest::icfpt2014()) {}

  void power_on() override {
    pending_.clear();
    loses_next_ = false;
    position_.reset();
    hellos_ = 0;
    turns_ = 0;
    passed_ = false;
    old_tiles_.reset();
  }

  std::vector<Action> receive(std::uint8_t byte) override {
    if (std::exchange(loses_next_, false)) return {};
    pending_.push_back(byte);
    std::vector<Action> actions;
    if (fault_ == Fault::early_byte && pending_.size() == 2 && pending_[0] == '4') {
      actions.push_back({Duration::zero(), SendByte{'?'}});
    }
    const contest::Parsed<Request> parsed = contest_.dialect->parse_request(pending_);
    if (parsed.state == ParseState::malformed) pending_.clear();
    if (parsed.state != ParseState::complete) return actions;
    pending_.clear();
    std::vector<Action> reply = answer(parsed.value);
    actions.insert(actions.end(), reply.begin(), reply.end());
    return actions;
  }

 private:
  std::vector<Action> answer(const Request& request) {
    switch (request.kind) {
      case RequestKind::hello: return say_hello();
      case RequestKind::first:
      case RequestKind::second: return begin_game(request);
      case RequestKind::move: return take_turn(request.move);
      case RequestKind::end: return end_game();
      case RequestKind::stand_by: break;
    }
    return {};
  }

  std::vector<Action> say_hello() {
    if (fault_ == Fault::hello_once && hellos_ > 0) return {};
    ++hellos_;
    std::string text = "1" + options_.team_code;
    if (fault_ == Fault::wrong_digit) text[0] = '2';
    if (fault_ == Fault::short_hello) text.pop_back();
    if (fault_ == Fault::crlf) text += "\r\n";
    return spell(text, options_.think);
  }

  std::vector<Action> end_game() {
    loses_next_ = fault_ == Fault::loses_after_9;
    if (fault_ != Fault::byte_after_9) return {};
    return spell("9", options_.think);
  }

  std::vector<Action> begin_game(const Request& request) {
    if (fault_ == Fault::lower_case_2a && request.start == "A") return {};
    const int mine = request.start == "5" ? 0 : 1;
    const int first = request.kind == RequestKind::first ? mine : 1 - mine;
    const bool keeps_old_board = fault_ == Fault::board_not_cleared && position_;
    if (fault_ == Fault::tiles_not_cleared && position_) old_tiles_ = position_->tiles_left(mine_);
    if (!keeps_old_board) position_.emplace(blokus::duo(), first);
    mine_ = mine;
    turns_ = 0;
    passed_ = false;
    if (request.kind == RequestKind::second) play_theirs(request.move);
    if (request.kind == RequestKind::second && fault_ == Fault::pass_on_ply_2)
      return send_move(contest_pass());
    return send_move(choose());
  }

  std::vector<Action> take_turn(const contest::Move& theirs) {
    if (!position_) return {};
    play_theirs(theirs);
    if (fault_ == Fault::deaf_to_pass && theirs.text == blokus::pass_code) return {};
    if (fault_ == Fault::silent_after_pass && passed_) return {};
    return send_move(choose());
  }

  void play_theirs(const contest::Move& theirs) {
    const std::optional<Code> code = blokus::parse_code(theirs.text);
    if (code && position_->judge(*code) == Broken::none) {  // a host may send anything; the oracle may not
      position_->play(*code);
    } else {
      position_->pass();
    }
  }

  static std::string contest_pass() { return std::string(blokus::pass_code); }

  /// The code to send; empty: silence. Keeps the position in step with what is sent.
  std::string choose() {
    ++turns_;
    if (const std::optional<Code> wrong = choose_wrong()) return blokus::to_string(*wrong);
    const std::optional<Placement> placement = choose_right();
    const bool passes = !placement || (fault_ == Fault::pass_with_moves && turns_ == 5);
    if (passes) {
      position_->pass();
      passed_ = true;
      return !placement && fault_ == Fault::no_pass ? std::string() : contest_pass();
    }
    position_->play(*placement);
    return blokus::to_string(blokus::first_code(*placement));
  }

  std::optional<Placement> choose_right() const {
    if (!old_tiles_) return choose_placement(*position_);
    std::optional<Placement> allowed;
    position_->for_each_placement([&](Placement placement) {
      if (!allowed && old_tiles_->contains(blokus::tile_of(placement.orientation))) allowed = placement;
    });
    return allowed;
  }

  std::optional<Code> choose_wrong() const {
    if (fault_ == Fault::wrong_start && turns_ == 1) return breaking(*position_, Broken::start);
    if (turns_ != 3) return std::nullopt;
    switch (fault_) {
      case Fault::used_tile: return breaking(*position_, Broken::used);
      case Fault::overlap: return breaking(*position_, Broken::occupied);
      case Fault::off_board: return breaking(*position_, Broken::occupied, true);
      case Fault::own_edge: return breaking(*position_, Broken::edge);
      case Fault::no_corner: return breaking(*position_, Broken::corner);
      default: return std::nullopt;
    }
  }

  std::vector<Action> send_move(std::string code) {
    if (code.empty()) return {};
    if (fault_ == Fault::crlf) code += "\r\n";
    if (fault_ == Fault::extra_byte) code += '0';
    if (fault_ == Fault::late) return spell(code, 1020ms);
    std::vector<Action> actions = spell(code, options_.think);
    if (fault_ == Fault::drip) {
      for (std::size_t i = 0; i < actions.size(); ++i) actions[i].after += static_cast<int>(i) * 400ms;
    }
    if (fault_ == Fault::hang_up && turns_ == 3) {
      actions.resize(2);
      actions.push_back({options_.think + 1ms, HangUp{}});
    }
    return actions;
  }

  static std::vector<Action> spell(const std::string& text, Duration after) {
    std::vector<Action> actions;
    for (const char letter : text) actions.push_back({after, SendByte{static_cast<std::uint8_t>(letter)}});
    return actions;
  }

  BlokusDeviceOptions options_;
  Fault fault_;
  contest::Contest contest_;
  Bytes pending_;  // of a request that is not whole yet
  std::optional<Position> position_;
  int mine_ = 0;
  int turns_ = 0;  // of this device in this game
  int hellos_ = 0;
  bool passed_ = false;
  bool loses_next_ = false;
  std::optional<blokus::TileSet> old_tiles_;
};

}  // namespace

const std::vector<DeviceFault>& blokus_device_faults() {
  static const std::vector<DeviceFault> faults = [] {
    std::vector<DeviceFault> texts;
    for (const FaultEntry& entry : fault_entries()) texts.push_back(entry.text);
    return texts;
  }();
  return faults;
}

std::unique_ptr<Device> new_blokus_device(const BlokusDeviceOptions& options) {
  return std::make_unique<BlokusDevice>(options);
}

}  // namespace rig::player
