#include "games/trax/players/trax_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "games/trax/contests/trax_ruling.hpp"
#include "games/trax/players/trax_belief.hpp"
#include "games/trax/players/trax_choice.hpp"
#include "games/trax/players/trax_faults.hpp"
#include "games/trax/players/trax_illegal_moves.hpp"
#include "games/trax/players/trax_scout.hpp"
#include "games/trax/players/trax_spelling.hpp"
#include "games/trax/rules/path_across.hpp"
#include "rig/base/errors.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::player {

using protocol::ParseState;
using protocol::Request;
using protocol::RequestKind;
using trax::Move;
using trax::Position;

namespace {

using namespace std::chrono_literals;

/// Whether the device that does this has a board of its own making.
bool has_wrong_rules(std::string_view does) {
  return does == "cascade-of-8" || does == "no-forced-play" || does == "forced-once" ||
         does == "three-ends" || does == "wrong-colouring";
}

/// By which rules the contest plays, before its host has named a board.
trax::Rules rules_of(const protocol::Contest& contest) {
  const auto game = contest.new_game(contest.seats.front());
  return dynamic_cast<const protocol::TraxRuling&>(*game).position().rules();
}

class TraxDevice final : public Device {
 public:
  explicit TraxDevice(const TraxDeviceOptions& options)
      : options_(options),
        contest_(options.resolved ? *options.resolved : protocol::find_contest(options.contest)),
        slip_(slip_named(trax_device_faults(contest_), options.fault)),
        rules_(rules_of(contest_)),
        greets_by_name_(contest_.greets && contest_.team.longest > 0),
        limit_(contest_.dialect->expects({RequestKind::first, {}, {}}).deadline) {}

  void power_on() override {
    ++power_ons_;
    pending_.clear();
    overlong_ = false;
    deaf_ = false;
    line_ended_ = false;
    glued_ = false;
    stand_by_ = false;
    position_.reset();
    belief_.reset();
    board_ = 0;
    now_ = {};
    believes_over_ = false;
    previous_.clear();
  }

  void after_gap(Duration idle) override {
    glued_ = false;
    idle_ = idle;
    if (does("forgets-when-idle") && idle >= limit_ / 2 && now_.move > 0) position_.reset();
  }

  std::vector<Action> receive(std::uint8_t byte) override {
    const bool glued = std::exchange(glued_, true);
    const bool after_a_line = std::exchange(line_ended_, byte == '\n');
    if (does("loses-glued") && glued && after_a_line) return {};
    if (deaf_) return {};
    if (byte != '\n') return take_letter(byte);
    pending_.push_back(byte);
    const Bytes line = std::exchange(pending_, {});
    if (std::exchange(overlong_, false)) return {};
    return take_line(line);
  }

 private:
  /// Whether that is what it does wrong, and now is when.
  bool does(std::string_view what) const { return slip_.is(what, now_); }

  // lines

  std::vector<Action> take_letter(std::uint8_t byte) {
    constexpr std::size_t longest = 64;  // no command is; dropped up to its LF
    if (pending_.size() < longest) {
      pending_.push_back(byte);
    } else {
      overlong_ = true;
    }
    const bool comes_early = does("early-byte") && pending_.size() == 2 && pending_[0] != '-';
    return comes_early ? spell("?", Duration::zero()) : std::vector<Action>{};
  }

  std::vector<Action> take_line(ByteView line) {
    const protocol::Parsed<Request> parsed = contest_.dialect->bytes()->parse_request(line);
    deaf_ = does("cr-kills") && line.size() >= 2 && line[line.size() - 2] == '\r';
    if (deaf_) return {};
    if (parsed.state != ParseState::complete) return take_nonsense();
    const Request& request = parsed.value;
    switch (request.kind) {
      case RequestKind::hello: return greet(request);
      case RequestKind::first:
      case RequestKind::second: return begin_game(request.kind);
      case RequestKind::stand_by: return stand_by();
      case RequestKind::move: return take_move(request.told().text);
      case RequestKind::end: break;
    }
    return {};
  }

  std::vector<Action> take_nonsense() const {
    if (!does("dies-on-illegal") || stand_by_) return {};
    return {{options_.think, HangUp{}}};
  }

  // handshakes and beginnings

  std::vector<Action> greet(const Request& request) {
    if (stand_by_ && !does("name-in-stand-by")) return {};
    if (does("dies-at-question")) return {{options_.think, HangUp{}}};
    if (!request.start.empty() && !set_board(request.start)) return {};
    if (does("no-r") || (does("deaf-to-name-in-game") && mid_game())) return {};
    std::string text = greets_by_name_ ? *options_.team_name : "R";
    if (does("new-name-each-game")) text.back() = one_of_many(now_.game);
    if (does("new-name-each-power-on")) text.back() = one_of_many(power_ons_);
    if (does("name-too-long")) text.resize(contest_.team.longest + 1, '!');
    if (does("code-of-one")) text.resize(1);
    if (does("unprintable-name")) text.front() = '\x01';
    if (does("wrong-r")) text = "OK";
    if (does("r-twice")) text += "\nR";
    return spell(text + (does("name-without-lf") ? "" : line_end()),
                 does("late-name") ? limit_ + 20ms : options_.think);
  }

  static char one_of_many(int number) { return static_cast<char>('a' + number % 26); }

  bool mid_game() const { return !stand_by_ && position_ && position_->ply() > 0 && !position_->over(); }

  /// A handshake that tells the board. False for a board that the game does not have.
  bool set_board(const std::string& digits) {
    constexpr int smallest = 8;
    int board = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), board);
    if (board != 0 && board < smallest) return false;
    board_ = board;
    if (clings_to_its_game()) return true;
    position_.reset();
    belief_.reset();
    return true;
  }

  /// Whether a handshake leaves the game in progress as it is.
  bool clings_to_its_game() const {
    return does("state-kept") || does("second-w-ignored") || does("mid-game-b-ignored");
  }

  std::vector<Action> begin_game(RequestKind kind) {
    const char* ignored = kind == RequestKind::first ? "second-w-ignored" : "mid-game-b-ignored";
    if (mid_game() && does(ignored)) return {};
    stand_by_ = false;
    now_ = {0, now_.game + 1, kind == RequestKind::first ? "white" : "red", {}};
    believes_over_ = false;
    if (does("state-kept") && position_ && position_->ply() > 0) {
      if (!belief_) belief_.emplace(slip_.does(), *position_);
    } else {
      set_up();
    }
    if (kind == RequestKind::first) return send_move(choose());
    return does("answers-b") ? spell("@0/" + line_end(), options_.think) : std::vector<Action>{};
  }

  void set_up() {
    trax::Rules rules = rules_;
    rules.lines = rules.lines || does("line-counted");
    rules.board = board_;
    position_.emplace(rules);
    belief_.reset();
    grown_left_ = 0;
    grown_up_ = 0;
    if (has_wrong_rules(slip_.does())) shadow_.emplace(slip_.does(), board_);
  }

  std::vector<Action> stand_by() {
    if (does("talks-in-stand-by")) return begin_game(RequestKind::second);
    if (does("woken-by-stand-by") && stand_by_) return begin_game(RequestKind::second);
    stand_by_ = true;
    position_.reset();
    belief_.reset();
    if (!does("answers-stand-by")) return {};
    return spell("--" + line_end(), options_.think);
  }

  // turns

  std::vector<Action> take_move(const std::string& text) {
    if (stand_by_ || !position_ || believes_over_) return {};
    now_.seen = text;
    const std::optional<Move> move = understood(does("reads-four") ? text.substr(0, 4) : text);
    if (!move || !play(*move)) return refuse();
    if (over()) return answer_after_the_end();
    constexpr int high = 200;
    if (does("silent-past-row-200") && position_->height() > high) return {};
    if (believes_in_a_line_of_seven()) believes_over_ = true;
    if (believes_over_) return {};
    return send_move(choose());
  }

  std::optional<Move> understood(const std::string& text) const {
    std::optional<Move> move = misread(text, slip_.does());
    if (move && does("first-elsewhere") && position_->ply() == 0) move->column = move->row = 0;
    return move;
  }

  /// What it does about a move that it takes for illegal.
  std::vector<Action> refuse() {
    if (does("answers-illegal") && !over()) return send_move(choose());
    return over() ? std::vector<Action>{} : take_nonsense();
  }

  bool over() const { return !belief_ && position_->over(); }

  std::vector<Action> answer_after_the_end() {
    const trax::Result result = position_->result();
    const bool loop = result.white_loop || result.red_loop;
    const bool line = result.white_line || result.red_line;
    if (does("plays-on-when-stuck") && !loop && !line) return spell("@0+" + line_end(), options_.think);
    const bool plays_on = (does("plays-on-after-loop") && loop) || (does("plays-on-after-line") && line);
    if (!plays_on) return {};
    belief_.emplace(slip_.does(), *position_);
    return send_move(choose());
  }

  /// On the board as it believes it to be. False, and nothing has changed, when it takes it for illegal.
  bool play(Move move) {
    if (belief_) return belief_->play(move);
    const bool legal = position_->judge(move).legal();
    if (shadow_ && shadow_->play(move) != legal) {
      belief_ = std::exchange(shadow_, std::nullopt);
      return !legal;
    }
    if (!legal) return false;
    grown_left_ += position_->ply() > 0 && move.column == 0 ? 1 : 0;
    grown_up_ += position_->ply() > 0 && move.row == 0 ? 1 : 0;
    position_->play(move);
    if (shadow_ && !shadow_->agrees_with(*position_)) belief_ = std::exchange(shadow_, std::nullopt);
    return true;
  }

  bool believes_in_a_line_of_seven() const {
    const bool all = does("line-at-7");
    return ((all || does("seven-columns")) && has_short_line(*position_, trax::Across::columns)) ||
           ((all || does("seven-rows")) && has_short_line(*position_, trax::Across::rows));
  }

  // its own moves

  /// What it sends as its move, without the LF; empty: silence. Keeps the board in step with what is sent.
  std::string choose() {
    ++now_.move;
    if (const std::optional<std::string> opening = wrong_opening()) return *opening;
    if (!belief_) {
      if (const std::optional<Move> wrong = illegal_move(*position_, slip_, now_, board_)) {
        if (does("three-ends")) play(*wrong);
        return written(*wrong);
      }
    }
    const std::optional<Move> move = belief_ ? belief_->choose() : choose_right();
    if (!move) return {};
    std::string text = written(*move);
    play(*move);
    return text;
  }

  std::string written(Move move) const { return miswritten(move, slip_.does(), {grown_left_, grown_up_}); }

  /// What it opens with in place of a first move.
  std::optional<std::string> wrong_opening() {
    if (belief_ || position_->ply() > 0) return std::nullopt;
    if (!does("first-backslash") && !does("first-elsewhere")) return std::nullopt;
    play({0, 0, trax::Symbol::plus});
    return does("first-backslash") ? "@0\\" : "A1+";
  }

  std::optional<Move> choose_right() {
    if (does("two-lines")) return choose_by([](const Prospect& turn) { return turn.forced; });
    if (does("line-at-7")) return choose_line();
    if (does("beyond-board") && board_ != 0)
      return choose_by([&](const Prospect& turn) { return turn.move.column > position_->width() ? 1 : 0; });
    return choose_move(*position_);
  }

  /// The move with the highest mark of those after which the game goes on.
  template <typename Mark>
  std::optional<Move> choose_by(Mark&& mark) const {
    Scout scout(*position_);
    std::optional<Prospect> best;
    for (const Prospect& turn : scout.turns()) {
      if (turn.ending != Prospect::Ending::open) continue;
      if (!best || mark(turn) > mark(*best)) best = turn;
    }
    return best ? best->move : choose_move(*position_);
  }

  /// A line of seven, if it can make one: then it believes that it has won.
  std::optional<Move> choose_line() {
    for (const Move& move : position_->legal_moves()) {
      position_->play(move);
      believes_over_ = believes_in_a_line_of_seven();
      position_->undo();
      if (believes_over_) return move;
    }
    return choose_move(*position_);
  }

  // replies

  std::string line_end() const {
    if (does("cr-alone")) return "\r";
    return does("cr-lf") ? "\r\n" : "\n";
  }

  /// The tiles that its last move forced, a line each.
  std::string forced_tiles() const {
    std::string lines;
    const std::vector<trax::Laid> laid = position_->last_turn();
    for (std::size_t i = 1; i < laid.size(); ++i) {
      const trax::Laid& tile = laid[i];
      lines +=
          trax::to_string(Move{tile.cell.column, tile.cell.row, trax::symbol_of(tile.tile)}) + line_end();
    }
    return lines;
  }

  std::vector<Action> send_move(std::string text) {
    if (text.empty() || does("silence")) return {};
    if (does("one-behind")) {
      std::swap(text, previous_);
      if (text.empty()) text = previous_;
    }
    if (does("repeats-when-idle")) {
      if (idle_ >= limit_ * 9 / 10 && now_.move > 1) text = previous_;
      previous_ = text;
    }
    if (does("late-lf")) return with_late_end(text);
    if (does("padded")) text.resize(std::max<std::size_t>(text.size(), 6), ' ');
    if (does("lf-before")) text.insert(0, "\n");
    if (!does("no-lf")) text += line_end();
    if (does("two-lines")) text += forced_tiles();
    std::vector<Action> actions = spell(text, thinking_time());
    if (does("talks-when-idle")) actions.push_back({options_.think + limit_ * 6 / 10, SendByte{'?'}, true});
    if (does("drip")) {
      for (std::size_t i = 0; i < actions.size(); ++i)
        actions[i].after += static_cast<int>(i) * limit_ * 2 / 5;
    }
    return actions;
  }

  /// How long it thinks about this move.
  Duration thinking_time() const {
    if (does("late")) return limit_ + 20ms;
    if (does("slows-down")) return options_.think + now_.move * limit_ * 15 / 100;
    return options_.think;
  }

  std::vector<Action> with_late_end(const std::string& text) const {
    std::vector<Action> actions = spell(text, limit_ - 10ms);
    actions.push_back({limit_ + 10ms, SendByte{'\n'}});
    return actions;
  }

  static std::vector<Action> spell(const std::string& text, Duration after) {
    std::vector<Action> actions;
    for (const char letter : text) actions.push_back({after, SendByte{static_cast<std::uint8_t>(letter)}});
    return actions;
  }

  TraxDeviceOptions options_;
  protocol::Contest contest_;
  Slip slip_;
  Moment now_;           // as far as the device has read
  trax::Rules rules_;    // of the contest
  bool greets_by_name_;  // else by R
  Duration limit_;       // for a move
  Bytes pending_;        // of a line that is not whole yet
  bool overlong_ = false;
  bool deaf_ = false;
  bool line_ended_ = false;  // the last byte was an LF
  bool glued_ = false;       // the next byte follows the last one without a gap
  bool stand_by_ = false;
  int board_ = 0;                     // as the handshake has it
  std::optional<Position> position_;  // none: no game has begun
  std::optional<TraxBelief> shadow_;  // beside the position, until a wrong rule tells
  std::optional<TraxBelief> belief_;  // in place of the position, once it is wrong
  int grown_left_ = 0;
  int grown_up_ = 0;
  int power_ons_ = 0;
  Duration idle_{};  // before the line
  bool believes_over_ = false;
  std::string previous_;
};

}  // namespace

std::unique_ptr<Device> new_trax_device(const TraxDeviceOptions& options) {
  TraxDeviceOptions named = options;
  const protocol::TeamText& team =
      (options.resolved ? *options.resolved : protocol::find_contest(options.contest)).team;
  const std::string usual = "reference rig";
  const std::string& name =
      named.team_name ? *named.team_name : named.team_name.emplace(usual.substr(0, team.longest));
  const bool printable = std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
  const bool fits = name.size() >= team.shortest && name.size() <= team.longest;
  if (team.longest > 0 && (!fits || !printable)) {
    throw UsageError(fmt::format("The team name \"{}\" is none: {} to {} printable characters are allowed.",
                                 name, team.shortest, team.longest));
  }
  return std::make_unique<TraxDevice>(named);
}

}  // namespace rig::player
