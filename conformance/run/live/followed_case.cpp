#include "conformance/run/live/followed_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>

#include "rig/base/visible.hpp"
#include "rig/game/game.hpp"
#include "rig/game/notation.hpp"
#include "rig/link/transcript/lines.hpp"

namespace conformance::live {

using nlohmann::json;
using rig::Bytes;
using rig::ByteView;
using rig::Duration;
using rig::Instant;
using rig::protocol::ByteDialect;
using rig::protocol::Contest;
using rig::protocol::Parsed;
using rig::protocol::ParseState;
using rig::protocol::Player;
using rig::protocol::Reply;
using rig::protocol::ReplyKind;
using rig::protocol::Request;
using rig::protocol::RequestKind;
using rig::protocol::Seat;

namespace {

/// More bytes than any request or reply has.
constexpr std::size_t longest_kept = 4096;
constexpr std::size_t longest_shown = 64;

Bytes bytes_from_hex(const json& hex) {
  const std::string text = rig::transcript_lines::from_hex(hex.get<std::string>());
  return {text.begin(), text.end()};
}

/// Of [earliest, latest]. A case has one clock.
Instant instant_from(const json& written) {
  return {{}, Duration(written.at(0).get<Duration::rep>()), Duration(written.at(1).get<Duration::rep>())};
}

std::string text_of(ByteView bytes) {
  std::string text(bytes.begin(),
                   bytes.begin() + static_cast<std::ptrdiff_t>(std::min(bytes.size(), longest_shown)));
  text = rig::visible(text);
  return bytes.size() > longest_shown ? text + "…" : text;
}

ShownPosition shown(rig::protocol::BoardPicture board, std::string caption, bool refused) {
  board.caption = std::move(caption);
  return {std::move(board), refused};
}

}  // namespace

ShownPosition position_of(const Contest& contest, const ShownMoves& game) {
  const std::unique_ptr<rig::protocol::Ruling> ruling = contest.new_game(game.first);
  const rig::game::Notation& notation = *rig::game::game_of(contest).notation;
  rig::protocol::Move last;
  std::size_t number = 0;
  std::string words = "before the first move";
  for (const auto& [player, text] : game.moves) {
    const rig::protocol::Move move{text};
    const bool in_turn =
        ruling->result().state == rig::protocol::Result::State::open && ruling->to_move() == player;
    const std::string caption =
        fmt::format("move {} by the {}: {}", ++number, player == game.own ? "device" : "host", text);
    if (!in_turn || !ruling->judge(move).legal)
      return shown(ruling->picture(move), caption + ", against the rules", true);
    ruling->play(move);
    last = move;
    words = caption;
  }
  return shown(notation.after_last_move(*ruling, last), words, false);
}

bool FollowedCase::hear(const std::string& line) {
  try {
    const json op = json::parse(line);
    if (!op.is_array() || op.empty() || !op[0].is_string()) return false;
    const std::string& name = op[0].get_ref<const std::string&>();
    if (name == "send") return sent(bytes_from_hex(op.at(1)), instant_from(op.at(4)));
    if (name == "reset") {
      close();
      game_.reset();
      return true;
    }
    if (name != "receive") return false;
    const std::string& what = op.at(2).get_ref<const std::string&>();
    if (what == "byte") {
      const std::uint8_t value = op.at(3).get<std::uint8_t>();
      return received({&value, 1}, instant_from(op.at(5)));
    }
    if (what == "bytes") return received(bytes_from_hex(op.at(3)), instant_from(op.at(5)));
    if (what == "timeout") return waited(instant_from(op.at(3)));
    return false;
  } catch (const std::exception&) {
    return false;  // the record is read elsewhere, by who says what is wrong with it
  }
}

void FollowedCase::add(ShownExchange exchange) {
  exchanges_.push_back(std::move(exchange));
  if (exchanges_.size() > most_exchanges) exchanges_.pop_front();
}

/// A host may send a request in blocks, or two of them at once.
bool FollowedCase::sent(ByteView bytes, const Instant& at) {
  const ByteDialect* const dialect = contest_.dialect->bytes();
  close();
  sending_.insert(sending_.end(), bytes.begin(), bytes.end());
  while (dialect != nullptr && !sending_.empty()) {
    const Parsed<Request> parsed = dialect->parse_request(sending_);
    if (parsed.state == ParseState::more && sending_.size() < longest_kept) return true;
    if (parsed.state != ParseState::complete || parsed.length == 0) break;
    open(parsed.value, ByteView(sending_).first(parsed.length), at);
    sending_.erase(sending_.begin(), sending_.begin() + static_cast<std::ptrdiff_t>(parsed.length));
  }
  if (!sending_.empty()) add({text_of(sending_), {}, {}, {}, true});
  sending_.clear();
  return true;
}

void FollowedCase::open(const Request& request, ByteView bytes, const Instant& at) {
  close();
  asked_ = request;
  asked_at_ = at;
  const rig::protocol::Expectation expected = contest_.dialect->expects(request);
  add({text_of(bytes), {}, expected.kind == ReplyKind::silence ? Duration{} : expected.deadline, {}, true});
  if (request.kind == RequestKind::first || request.kind == RequestKind::second) begin_game(request);
  if (request.kind == RequestKind::hello) game_.reset();
  if (!game_) return;
  for (const rig::protocol::Move& move : request.moves)
    note_move(rig::protocol::other(game_->own), move.text);
}

/// What came to the last request is all that will.
void FollowedCase::close() {
  if (!exchanges_.empty()) exchanges_.back().waits = false;
  asked_.reset();
  answer_.clear();
}

bool FollowedCase::received(ByteView bytes, const Instant& at) {
  if (exchanges_.empty() || answer_.size() >= longest_kept) return false;
  answer_.insert(answer_.end(), bytes.begin(), bytes.end());
  ShownExchange& shown = exchanges_.back();
  shown.reply = text_of(answer_);
  if (!asked_) return true;
  const Parsed<Reply> parsed = contest_.dialect->bytes()->parse_reply(*asked_, answer_);
  if (parsed.state != ParseState::complete) return true;
  shown.took = rig::between(asked_at_, at);
  if (parsed.may_go_on) return true;
  shown.waits = false;
  if (game_ && parsed.value.kind == ReplyKind::move) note_move(game_->own, parsed.value.text);
  asked_.reset();
  return true;
}

bool FollowedCase::waited(const Instant& until) {
  if (exchanges_.empty() || !exchanges_.back().waits || !asked_) return false;
  if (until.latest < asked_at_.latest + exchanges_.back().deadline) return false;
  if (exchanges_.back().took && game_) {  // it might have gone on, and did not
    const Parsed<Reply> parsed = contest_.dialect->bytes()->parse_reply(*asked_, answer_);
    if (parsed.value.kind == ReplyKind::move) note_move(game_->own, parsed.value.text);
    asked_.reset();
  }
  exchanges_.back().waits = false;
  return true;
}

void FollowedCase::begin_game(const Request& request) {
  game_.reset();
  const bool begins = request.kind == RequestKind::first;
  const auto seat = std::find_if(contest_.seats.begin(), contest_.seats.end(), [&](const Seat& one) {
    return one.moves_first == begins && (request.start.empty() || one.start == request.start);
  });
  if (seat == contest_.seats.end()) return;
  game_ = ShownMoves{seat->moves_first ? *seat : rig::protocol::seat_opposite(contest_, *seat), seat->player};
}

void FollowedCase::note_move(Player player, const std::string& move) {
  if (game_->moves.size() >= most_moves) {
    game_.reset();
  } else {
    game_->moves.emplace_back(player, move);
  }
}

}  // namespace conformance::live
