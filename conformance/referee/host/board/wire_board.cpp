#include "conformance/referee/host/board/wire_board.hpp"

#include <algorithm>
#include <cerrno>
#include <deque>
#include <utility>

#include "conformance/referee/host/board/plug.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig::host {

using protocol::ParseState;
using protocol::ReplyKind;
using protocol::Request;
using protocol::RequestKind;

namespace {

/// More bytes than this to one board in one game are a flood.
constexpr std::size_t most_bytes = std::size_t{64} * 1024;

class WireBoard final : public ScriptedBoard {
 public:
  explicit WireBoard(WireBoardParts parts)
      : plug_(parts.description, parts.board, std::move(parts.streams), parts.sandboxed),
        dialect_(*parts.contest.dialect->bytes()),
        plays_on_(parts.description.games == Games::many),
        is_told_when_to_end_(parts.description.is_told_how_many),
        scripts_(std::move(parts.scripts)),
        asked_(parts.asked) {}

  const std::string& place() const override { return plug_.place(); }
  void let_be_reached(Sandbox& sandbox) const override { plug_.let_be_reached(sandbox); }
  bool is_there() const override { return plug_.connected() || hung_up() || game() > 0; }
  void add_descriptors(std::vector<pollfd>& watched) const override {
    const int descriptor = plug_.connected() ? plug_.line() : plug_.waiting();
    if (descriptor >= 0) watched.push_back({descriptor, POLLIN, 0});
  }
  bool step(Duration empty_at) override {
    act();
    bool any = false;
    if (!plug_.connected() && (!hung_up() || is_another_game_left())) any = plug_.connect();
    any = read_input(empty_at) || any;
    act();
    return any;
  }
  std::vector<BoardLog> take_logs() override {
    if (!inbox_.empty() && !is_block(inbox_)) note_noise(inbox_at_);
    return std::move(logs_);
  }
  std::size_t game() const override { return logs_.size() - 1; }
  bool is_asked_for_more() const override { return is_asked_for_more_; }

  /// When it has something to do next; nothing: it waits for the referee.
  std::optional<Duration> next_due() const override {
    if (deeds_.empty()) return std::nullopt;
    return deeds_.front().due;
  }

  /// Reads what is there. Whether anything was. Bytes came after `empty_at`.
  bool read_input(Duration empty_at) override {
    bool any = false;
    Bytes block(4096);
    while (plug_.connected() && !is_asked_for_more_) {
      const ssize_t got = plug_.read(block);
      if (got < 0 && errno == EINTR) continue;
      if (got == 0 || (got < 0 && errno != EAGAIN)) close_line(empty_at);
      if (got <= 0) break;
      any = true;
      const Instant at = monotonic_interval(empty_at, monotonic_now());
      inbox_.insert(inbox_.end(), block.begin(), block.begin() + got);
      inbox_at_ = at;
      understand(at);
      if (flooded()) break;
    }
    return any;
  }

  bool flooded() const override { return log().received.size() + inbox_.size() > most_bytes; }

 private:
  struct Deed {
    Duration due;
    Duration heard_late;  ///< by how much the request may have come before it was read
    Bytes bytes;
    bool hangs_up = false;
    Reply reply = Reply::goes_on;
  };

  BoardLog& log() { return logs_.back(); }
  const BoardLog& log() const { return logs_.back(); }
  bool is_another_game_left() const { return game() + 1 < scripts_.size(); }

  bool hung_up() const {
    const std::vector<Happening>& all = log().happenings;
    return std::any_of(all.begin(), all.end(), [](const Happening& one) {
      return one.kind == Happening::Kind::hung_up || one.kind == Happening::Kind::closed;
    });
  }

  /// Does what is due.
  void act() {
    while (!deeds_.empty() && deeds_.front().due <= monotonic_now()) {
      const Deed deed = std::move(deeds_.front());
      deeds_.pop_front();
      if (!plug_.connected()) continue;
      const Duration before = monotonic_now();
      log().behind = std::max(log().behind, before - deed.due + deed.heard_late);
      if (deed.hangs_up) {
        plug_.hang_up();
      } else {
        plug_.write(deed.bytes, deed.reply);
      }
      const Instant at = monotonic_interval(before, monotonic_now());
      log().happenings.push_back(
          {deed.hangs_up ? Happening::Kind::hung_up : Happening::Kind::said, at, deed.bytes, {}});
    }
  }

  /// The referee has closed its end.
  void close_line(Duration open_at) {
    const Instant at = monotonic_interval(open_at, monotonic_now());
    plug_.hang_up();
    log().happenings.push_back({Happening::Kind::closed, at, {}, {}});
  }

  void understand(const Instant& at) {
    while (!inbox_.empty()) {
      const protocol::Parsed<Request> parsed = dialect_.parse_request(inbox_);
      if (parsed.state == ParseState::more) return;
      if (parsed.state == ParseState::malformed) return note_noise(at);
      if (begins_another(parsed.value) && !take_next_game()) return;
      note_beginning_or_end(parsed.value);
      const auto end = inbox_.begin() + static_cast<std::ptrdiff_t>(parsed.length);
      log().received.insert(log().received.end(), inbox_.begin(), end);
      log().happenings.push_back({Happening::Kind::request, at, Bytes(inbox_.begin(), end), parsed.value});
      log().behind = std::max(log().behind, at.latest - at.earliest);
      inbox_.erase(inbox_.begin(), end);
      schedule(parsed.value, at);
    }
  }

  /// The first block of a request: the game may end before the next one is sent.
  bool is_block(ByteView bytes) const {
    return dialect_.pauses_after(bytes) && dialect_.parse_request(bytes).state == ParseState::more;
  }

  void note_noise(const Instant& at) {
    log().received.insert(log().received.end(), inbox_.begin(), inbox_.end());
    log().happenings.push_back({Happening::Kind::noise, at, std::move(inbox_), {}});
    inbox_.clear();
  }

  /// Whether a request is the first of a new game: one with which games begin, after this one was ended or a
  /// move of it was asked for.
  bool begins_another(const Request& request) const {
    if (!plays_on_) return false;
    const bool goes_on = asked_[game()] > 0;
    if (request.kind == RequestKind::hello) return (is_greeted_ || is_seated_) && (has_ended_ || goes_on);
    return gives_seat(request) && (has_ended_ || (is_seated_ && goes_on));
  }

  static bool gives_seat(const Request& request) {
    return request.kind == RequestKind::first || request.kind == RequestKind::second;
  }

  void note_beginning_or_end(const Request& request) {
    is_greeted_ = is_greeted_ || request.kind == RequestKind::hello;
    is_seated_ = is_seated_ || gives_seat(request);
    has_ended_ = has_ended_ || request.kind == RequestKind::end;
  }

  /// False: there is none, and what comes is not listened to any more. A referee that was told how many games
  /// there are, and goes on, does so in its last one.
  bool take_next_game() {
    if (!is_another_game_left()) {
      is_asked_for_more_ = !is_told_when_to_end_;
      if (is_asked_for_more_) inbox_.clear();
      return is_told_when_to_end_;
    }
    logs_.emplace_back();
    deeds_.clear();
    moves_made_ = 0;
    is_greeted_ = is_seated_ = has_ended_ = false;
    return true;
  }

  void schedule(const Request& request, const Instant& at) {
    const ReplyKind kind = dialect_.expects(request).kind;
    if (kind == ReplyKind::silence) return;
    const BoardScript& script = scripts_[game()];
    if (kind == ReplyKind::team_code) return schedule(script.hello, at);
    ++asked_[game()];
    if (moves_made_ < script.moves.size()) schedule(script.moves[moves_made_++], at);
  }

  void schedule(const Answer& answer, const Instant& at) {
    const Duration heard_late = at.latest - at.earliest;
    Duration due = at.latest;
    for (const Piece& piece : answer.pieces) {
      due += piece.after;
      deeds_.push_back({due, heard_late, piece.bytes});
    }
    if (!answer.pieces.empty()) deeds_.back().reply = Reply::ends;
    if (answer.hangs_up) deeds_.push_back({due + answer.hang_up_after, heard_late, {}, true});
  }

  Plug plug_;
  const protocol::ByteDialect& dialect_;
  bool plays_on_;
  bool is_told_when_to_end_;
  std::vector<BoardScript> scripts_;
  MovesAsked& asked_;
  std::vector<BoardLog> logs_ = std::vector<BoardLog>(1);
  Bytes inbox_;
  Instant inbox_at_{};
  std::deque<Deed> deeds_;
  std::size_t moves_made_ = 0;
  bool is_greeted_ = false;  // in this game
  bool is_seated_ = false;
  bool has_ended_ = false;  // a request has said so
  bool is_asked_for_more_ = false;
};

}  // namespace

std::unique_ptr<ScriptedBoard> new_wire_board(WireBoardParts parts) {
  return std::make_unique<WireBoard>(std::move(parts));
}

}  // namespace rig::host
