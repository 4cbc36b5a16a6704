#include "games/blokus/players/blokus_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "games/blokus/players/blokus_faults.hpp"
#include "games/blokus/players/illegal_placements.hpp"
#include "rig/base/errors.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::player {

using blokus::Broken;
using blokus::Code;
using blokus::Placement;
using blokus::Position;
using protocol::ParseState;
using protocol::Request;
using protocol::RequestKind;

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

/// The first code, in reading order, by which the player to move breaks exactly this rule.
std::optional<Code> breaking(const Position& position, Broken wanted, Over over = Over::the_squares) {
  for (int y = 1; y <= position.size(); ++y) {
    for (int x = 1; x <= position.size(); ++x) {
      for (int tile = 0; tile < blokus::tile_count; ++tile) {
        for (int rotation = 0; rotation < blokus::rotation_count; ++rotation) {
          const Code code{x, y, static_cast<blokus::Tile>(tile), rotation};
          if (position.judge(code) != wanted) continue;
          if (wanted != Broken::occupied) return code;
          const blokus::Cells cells = blokus::cells_of(blokus::placement_of(code));
          const bool off = std::any_of(cells.begin(), cells.end(),
                                       [&](const blokus::Square& cell) { return lies_off(cell, position); });
          if (off == (over == Over::the_edge)) return code;
        }
      }
    }
  }
  return std::nullopt;
}

class BlokusDevice final : public Device {
 public:
  explicit BlokusDevice(const BlokusDeviceOptions& options)
      : options_(options),
        contest_(options.resolved ? *options.resolved : protocol::find_contest(options.contest)),
        slip_(slip_named(blokus_device_faults(contest_), options.fault)) {
    if (contest_.game != "blokus" || contest_.medium() == Medium::files)
      throw UsageError("The player of Blokus Duo does not speak " + contest_.name + ".");
    const std::size_t length = contest_.team.longest;
    std::string& code = options_.team_code;
    while (options.team_code.empty() && code.size() < length) code += code.size() % 2 == 0 ? 'R' : 'D';
    if (contest_.greets && code.size() != length)
      throw UsageError(fmt::format("The team code \"{}\" has {} characters; a team code of {} has {}.", code,
                                   code.size(), contest_.name, length));
    limit_ = contest_.dialect->expects(protocol::asks_after({contest_pass()})).deadline;
  }

  void power_on() override {
    ++power_ons_;
    pending_.clear();
    loses_next_ = false;
    position_.reset();
    hellos_ = 0;
    now_ = {};
    passed_ = false;
    previous_.clear();
    old_tiles_.reset();
    idle_ = {};
  }

  void after_gap(Duration idle) override {
    idle_ = idle;
    if (does("forgets-when-idle") && idle >= 500ms && now_.move > 0) position_.reset();
  }

  std::vector<Action> receive(std::uint8_t byte) override {
    if (std::exchange(loses_next_, false)) return {};
    pending_.push_back(byte);
    std::vector<Action> actions;
    if (does("early-byte") && pending_.size() == 2 && tells_a_later_move(pending_[0])) {
      actions.push_back({Duration::zero(), SendByte{'?'}});
    }
    if (misreads_request()) return take_misread_request();
    const protocol::Parsed<Request> parsed = contest_.dialect->bytes()->parse_request(pending_);
    if (parsed.state == ParseState::malformed) pending_.clear();
    if (parsed.state != ParseState::complete) return actions;
    pending_.clear();
    std::vector<Action> reply = answer(parsed.value);
    actions.insert(actions.end(), reply.begin(), reply.end());
    return actions;
  }

 private:
  /// Whether that is what it does wrong, and now is when.
  bool does(std::string_view what) const { return slip_.is(what, now_); }

  bool tells_a_later_move(std::uint8_t digit) const {
    return digit == contest_.dialect->encode(protocol::asks_after({contest_pass()})).front();
  }

  bool misreads_request() const {
    if (does("three-as-four")) return pending_.front() == '3';
    if (does("one-move-of-two")) return pending_.front() == '4';
    return does("waits-for-eight") && pending_.front() == '4';
  }

  std::vector<Action> take_misread_request() {
    const std::size_t letters = does("waits-for-eight") ? 8 : 4;
    if (pending_.size() < 1 + letters) return {};
    const protocol::Move move{to_text(pending_).substr(1, 4)};
    pending_.clear();
    if (!position_) position_.emplace(blokus::duo(), 1 - mine_);
    return take_turn({&move, 1});
  }

  std::vector<Action> answer(const Request& request) {
    switch (request.kind) {
      case RequestKind::hello: return say_hello();
      case RequestKind::first:
      case RequestKind::second: return begin_game(request);
      case RequestKind::move: return take_turn(request.moves);
      case RequestKind::end: return end_game();
      case RequestKind::stand_by: break;
    }
    return {};
  }

  std::vector<Action> say_hello() {
    if (does("hello-once") && hellos_ > 0) return {};
    ++hellos_;
    std::string text =
        to_text(contest_.dialect->bytes()->encode({protocol::ReplyKind::team_code, options_.team_code}));
    if (does("new-name-each-game")) text.back() = one_of_many(now_.game);
    if (does("new-name-each-power-on")) text.back() = one_of_many(power_ons_);
    if (does("wrong-digit")) text[0] = '2';
    if (does("unprintable-team")) text = "1\x01\x02";
    if (does("short-hello")) text.pop_back();
    if (does("crlf")) text += "\r\n";
    if (does("late-hello")) return spell(text, contest_.dialect->expects(contest_.hello).deadline + 20ms);
    return spell(text, options_.think);
  }

  static char one_of_many(int number) { return static_cast<char>('a' + number % 26); }

  std::vector<Action> end_game() {
    loses_next_ = does("loses-after-9");
    if (!does("byte-after-9")) return {};
    return spell("9", options_.think);
  }

  std::vector<Action> begin_game(const Request& request) {
    if (does("lower-case-2a") && request.start == "A") return {};
    const int mine = request.start == "5" ? 0 : 1;
    const int first = request.moves.empty() ? mine : 1 - mine;
    const bool keeps_old_board = does("board-not-cleared") && position_;
    if (does("tiles-not-cleared") && position_) old_tiles_ = position_->tiles_left(mine_);
    if (!keeps_old_board) position_.emplace(blokus::duo(), first);
    mine_ = mine;
    now_ = {0, now_.game + 1, (first != mine ? "second" : "first") + request.start,
            request.moves.empty() ? std::string() : request.told().text};
    first_tile_.reset();
    passed_ = false;
    if (does("silence")) return {};
    if (first != mine) play_theirs(request.told());
    if (first != mine && does("pass-on-ply-2")) return send_move(contest_pass());
    if (does("pass-on-2a") && request.start == "A") return send_move(contest_pass());
    return send_move(choose());
  }

  std::vector<Action> take_turn(std::span<const protocol::Move> told) {
    if (!position_ || told.empty()) return {};
    now_.seen = told.back().text;
    if (told.size() > 1) learn_who_began(told.front());
    const protocol::Move& theirs = told.back();
    if (does("refuses-contact") && touches_mine(theirs)) return {};
    play_theirs(does("second-of-two-lost") && told.size() > 1 ? protocol::Move{contest_pass()} : theirs);
    if (does("silence")) return {};
    if (does("die")) return {{options_.think, HangUp{}}};
    if (does("silent-after-pass") && passed_) return {};
    return send_move(choose());
  }

  /// Two moves are told to who was asked for its first tile when the other had begun already: the game is
  /// played anew up to here.
  void learn_who_began(const protocol::Move& opening) {
    position_.emplace(blokus::duo(), 1 - mine_);
    now_.seat = mine_ == 1 ? "secondA" : "second5";
    play_theirs(does("first-of-two-lost") ? protocol::Move{contest_pass()} : opening);
    play_or_pass(does("own-tile-lost") ? std::nullopt : first_tile_);
  }

  bool touches_mine(const protocol::Move& theirs) const {
    const std::optional<Code> code = blokus::parse_code(theirs.text);
    if (!code) return false;
    return position_->contacts(blokus::cells_of(blokus::placement_of(*code)), mine_) > 0;
  }

  /// The opponent's code as a board with a defect in its tables takes it.
  std::optional<Code> as_understood(std::optional<Code> code) const {
    if (!code) return code;
    const Moment reading{now_.move, now_.game, now_.seat, blokus::to_string(*code)};
    if (slip_.is("misread-rotation", reading)) code->rotation = 4;
    if (does("mirrored") && code->rotation % 2 == 1) code->rotation = blokus::rotation_count - code->rotation;
    if (does("synonyms") && !(blokus::first_code(blokus::placement_of(*code)) == *code)) return std::nullopt;
    if (slip_.is("misread-row", reading)) ++code->y;
    return code;
  }

  void play_theirs(const protocol::Move& theirs) {
    play_or_pass(as_understood(blokus::parse_code(theirs.text)));
  }

  /// A host may send anything; the oracle may not.
  void play_or_pass(const std::optional<Code>& code) {
    if (code && position_->judge(*code) == Broken::none) {
      position_->play(*code);
    } else {
      position_->pass();
    }
  }

  static std::string contest_pass() { return std::string(blokus::pass_code); }

  /// The code to send; empty: silence. Keeps the position in step with what is sent.
  std::string choose() {
    ++now_.move;
    if (const std::optional<Code> wrong = choose_wrong()) return blokus::to_string(*wrong);
    const std::optional<Placement> placement = choose_right();
    const bool passes = !placement || does("pass");
    if (passes) {
      position_->pass();
      passed_ = true;
      return !placement && does("no-pass") ? std::string() : contest_pass();
    }
    choices_ = static_cast<int>(position_->count_placements());
    position_->play(*placement);
    if (now_.move == 1) first_tile_ = blokus::first_code(*placement);
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
    if (!slip_.now(now_)) return std::nullopt;
    const std::string& what = slip_.does();
    const int size = position_->size();
    if (what == "break-board") return breaking(*position_, Broken::occupied, Over::the_edge);
    if (what == "over-left") return over_the_edge([](const blokus::Square& cell) { return cell.x < 1; });
    if (what == "over-right") return over_the_edge([=](const blokus::Square& cell) { return cell.x > size; });
    if (what == "over-top") return over_the_edge([](const blokus::Square& cell) { return cell.y < 1; });
    if (what == "over-bottom")
      return over_the_edge([=](const blokus::Square& cell) { return cell.y > size; });
    if (what == "wrap-around") return wrapped();
    const std::optional<Broken> rule = rule_broken_by(what);
    return rule ? breaking(*position_, *rule) : std::nullopt;
  }

  template <typename IsOver>
  bool is_over(const Code& code, const IsOver& over) const {
    const blokus::Cells cells = blokus::cells_of(blokus::placement_of(code));
    const bool some = std::any_of(cells.begin(), cells.end(), over);
    const bool no_other = std::all_of(cells.begin(), cells.end(), [&](const blokus::Square& cell) {
      return over(cell) || (!lies_off(cell, *position_) && !position_->owner_at(cell.x, cell.y));
    });
    return some && no_other;
  }

  /// The first code with cells beyond one edge, its others on free squares.
  template <typename IsOver>
  std::optional<Code> over_the_edge(const IsOver& over) const {
    for (int y = 1; y <= position_->size(); ++y) {
      for (int x = 1; x <= position_->size(); ++x) {
        for (int tile = 0; tile < blokus::tile_count; ++tile) {
          const Code code{x, y, static_cast<blokus::Tile>(tile), 0};
          if (position_->tiles_left(mine_).contains(code.tile) && is_over(code, over)) return code;
        }
      }
    }
    return std::nullopt;
  }

  /// The same at the right edge, where what is beyond finds room at the left of the next line.
  std::optional<Code> wrapped() const {
    const int size = position_->size();
    return over_the_edge([&](const blokus::Square& cell) {
      const bool room = cell.y >= 2 && cell.y < size && !position_->owner_at(cell.x - size, cell.y + 1);
      return cell.x > size && room;
    });
  }

  /// How long it thinks about this move.
  Duration thinking_time() const {
    if (does("slows-down")) return options_.think + now_.move * 150ms;
    if (does("slow-when-many")) return options_.think + choices_ * 2ms;
    return options_.think;
  }

  std::vector<Action> send_move(std::string code) {
    if (code.empty()) return {};
    if (does("repeats-when-idle")) {
      if (idle_ >= 900ms && !previous_.empty()) code = previous_;
      previous_ = code;
    }
    if (does("one-behind")) {
      std::swap(code, previous_);
      if (code.empty()) code = previous_;
    }
    if (does("answers-twice")) code += code;
    if (does("half-reply")) code = {code[0], code[2]};
    if (does("noise")) code = '~' + code + '~';
    if (does("talks-after-last-tile") && position_->tiles_left(mine_).empty()) code += contest_pass();
    if (does("crlf")) code += "\r\n";
    if (does("extra-byte")) code += '0';
    if (does("late")) return spell(code, limit_ + 20ms);
    std::vector<Action> actions = spell(code, thinking_time());
    if (does("drip")) {
      for (std::size_t i = 0; i < actions.size(); ++i)
        actions[i].after += static_cast<int>(i) * limit_ * 2 / 5;
    }
    if (does("talks-when-idle")) say_unless_asked("?", 600ms, actions);
    if (does("passes-when-idle")) say_unless_asked(contest_pass(), 700ms, actions);
    if (does("hang-up")) {
      actions.resize(2);
      actions.push_back({options_.think + 1ms, HangUp{}});
    }
    return actions;
  }

  void say_unless_asked(const std::string& text, Duration idle, std::vector<Action>& actions) const {
    for (Action& action : spell(text, options_.think + idle)) {
      action.unless_asked = true;
      actions.push_back(action);
    }
  }

  static std::vector<Action> spell(const std::string& text, Duration after) {
    std::vector<Action> actions;
    for (const char letter : text) actions.push_back({after, SendByte{static_cast<std::uint8_t>(letter)}});
    return actions;
  }

  BlokusDeviceOptions options_;
  protocol::Contest contest_;
  Slip slip_;
  Duration limit_{};  // of a move
  Moment now_;        // as far as the device has read
  Bytes pending_;     // of a request that is not whole yet
  std::optional<Position> position_;
  int mine_ = 0;
  std::optional<Code> first_tile_;  // its own in this game
  int hellos_ = 0;
  int power_ons_ = 0;
  Duration idle_{};  // before the request
  int choices_ = 0;  // before its last move
  std::string previous_;
  bool passed_ = false;
  bool loses_next_ = false;
  std::optional<blokus::TileSet> old_tiles_;
};

}  // namespace

std::unique_ptr<Device> new_blokus_device(const BlokusDeviceOptions& options) {
  return std::make_unique<BlokusDevice>(options);
}

}  // namespace rig::player
