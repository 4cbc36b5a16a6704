/// A whole contest on a page, the worked example of docs/extending.md.
#include "conformance/suite/tests/toy_contest.hpp"

#include <array>

using namespace rig::protocol;
using namespace std::chrono_literals;
using rig::Bytes, rig::ByteView, rig::to_bytes, rig::to_text;

namespace {

/// `?` is answered with `!` and a letter; `f` asks for the first move, `1` and `2` tell the other's move and
/// ask for the next; a move is `1` or `2`. `.` ends a game. 100 ms for everything.
class ToyDialect final : public ByteDialect {
 public:
  Bytes encode(const Request& request) const override {
    if (request.kind == RequestKind::hello) return {'?'};
    if (request.kind == RequestKind::first) return {'f'};
    return request.kind == RequestKind::end ? Bytes{'.'} : to_bytes(request.told().text);
  }
  Bytes encode(const Reply& reply) const override {
    return to_bytes(reply.kind == ReplyKind::team_code ? "!" + reply.text : reply.text);
  }
  Parsed<Request> parse_request(ByteView bytes) const override {
    if (bytes.empty()) return {};
    constexpr std::array kinds = {RequestKind::hello, RequestKind::first, RequestKind::end, RequestKind::move,
                                  RequestKind::move};
    const std::string text(1, static_cast<char>(bytes[0]));
    const std::size_t kind = std::string("?f.12").find(text);
    if (kind == std::string::npos) return {ParseState::malformed, 0, "?, f, ., 1 or 2 expected", {}};
    std::vector<Move> moves(kind > 2 ? 1 : 0, Move{text});
    return {ParseState::complete, 1, {}, {kinds.at(kind), {}, moves}};
  }
  Parsed<Reply> parse_reply(ReplyKind kind, ByteView bytes) const override {
    const std::size_t length = kind == ReplyKind::team_code ? 2 : 1;
    if (!bytes.empty() && length == 2 && bytes[0] != '!') return {ParseState::malformed, 0, "! expected", {}};
    if (bytes.size() < length) return {};
    return {ParseState::complete, length, {}, {kind, to_text(bytes.subspan(length - 1, 1))}};
  }
  Expectation expects(const Request& request) const override {
    if (request.kind == RequestKind::end) return {ReplyKind::silence, 20ms};
    return {request.kind == RequestKind::hello ? ReplyKind::team_code : ReplyKind::move, 100ms};
  }
  std::string label(const Request& request) const override { return to_text(encode(request)); }
};

class ToyRuling final : public Ruling {
 public:
  explicit ToyRuling(Player first) : to_move_(first) {}
  Player to_move() const override { return to_move_; }
  std::vector<Move> legal_moves() const override {
    if (matches_ > 1) return {{"1"}, {"2"}};
    return matches_ == 1 ? std::vector<Move>{{"1"}} : std::vector<Move>();
  }
  bool must_pass() const override { return false; }
  Move pass() const override { return {}; }
  Judgement judge(const Move& move) const override {
    if (move.text != "1" && move.text != "2") return {false, "malformed", "a move is 1 or 2"};
    return {std::stoi(move.text) <= matches_, "range", "so many are not left"};
  }
  std::vector<std::string> rules() const override { return {"malformed", "range"}; }
  void play(const Move& move) override {
    if (!judge(move).legal) return forfeit(to_move_, "an illegal move");
    matches_ -= std::stoi(move.text);
    ++ply_;
    if (matches_ == 0) winner_ = to_move_;
    to_move_ = other(to_move_);
  }
  void forfeit(Player loser, const std::string&) override { winner_ = other(loser); }
  Result result() const override {
    if (!winner_) return {};
    return {*winner_ == Player::one ? Result::State::one_won : Result::State::two_won, {}, {}, {}};
  }
  int ply() const override { return ply_; }
  BoardPicture picture(const Move&) const override { return {}; }
  std::unique_ptr<Ruling> clone() const override { return std::make_unique<ToyRuling>(*this); }

 private:
  Player to_move_;
  std::optional<Player> winner_;
  int matches_ = 5;
  int ply_ = 0;
};

}  // namespace

Contest toy_contest() {
  Contest contest;
  contest.name = "toy";
  contest.title = "Five matches";
  contest.game = "matches";
  contest.baud = 9600;
  contest.dialect = std::make_shared<ToyDialect>();
  contest.seats = {{"first", true, Player::one, {}}};
  contest.new_game = [](const Seat& first) { return std::make_unique<ToyRuling>(first.player); };
  contest.hello = {RequestKind::hello, {}, {}};
  contest.end = {RequestKind::end, {}, {}};
  return contest;
}
