/// How the files of a case's games are spelled. A contest's text and its real host can write a word in two
/// ways. A DUT may insist on one of them, so each case sees first which it reads, and lays out its games in
/// those, in turn.

#include <algorithm>

#include "conformance/case.hpp"

namespace conformance {

using rig::contest::FileStyle;
using rig::contest::Move;
using rig::contest::Request;
using rig::contest::Seat;
using rig::contest::Spelling;
using rig::match::Exchange;
using rig::match::Game;

bool Case::places_first(const FileStyle& style, const Seat& seat) {
  session_->files()->set_style(style);
  count("probes");
  Game game(contest(), seat);
  if (!game.dut_to_move()) game.play(game.ruling().pass());
  std::optional<Exchange> exchange;
  for (const Request& request : game.requests()) exchange = ask_unjudged(request);
  if (!exchange->replied()) return false;
  const Move move{exchange->reply.value.text};
  return !game.ruling().is_pass(move) && game.ruling().judge(move).legal;
}

/// Those in which it places a first piece; both where it does so in neither, which games will tell.
std::vector<Spelling> Case::spellings_it_reads() {
  const std::vector<Spelling> both = {Spelling::text, Spelling::platform};
  const auto second = std::find_if(contest().seats.begin(), contest().seats.end(),
                                   [](const Seat& seat) { return !seat.moves_first; });
  std::vector<Spelling> understood;
  for (const Spelling spelling : both) {
    if (environment_->silence.patience().lost()) return both;  // games will tell
    if (places_first({.header = spelling, .pass = spelling}, *second)) understood.push_back(spelling);
  }
  return understood.empty() ? both : understood;
}

/// In turn, so that each seat has each spelling in four games; which comes first is the case's own draw.
void Case::spell_next_game() {
  if (!contest().two_spellings || session_->files() == nullptr) return;
  if (spellings_.empty()) spellings_ = spellings_it_reads();
  const std::size_t drawn = random_for("spelling").below(2);
  const std::size_t turn = drawn + games_spelled_ + games_spelled_ / 2;
  FileStyle style = style_;
  style.header = style.pass = spellings_[turn % spellings_.size()];
  session_->files()->set_style(style);
  count(style.header == Spelling::text ? "games spelled as in the text" : "games spelled as by the platform");
  ++games_spelled_;
}

}  // namespace conformance
