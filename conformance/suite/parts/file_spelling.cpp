#include "conformance/suite/parts/file_spelling.hpp"

#include <algorithm>

namespace conformance {

using rig::dut::Exchange;
using rig::dut::Game;
using rig::protocol::FileStyle;
using rig::protocol::Move;
using rig::protocol::Request;
using rig::protocol::Seat;
using rig::protocol::Spelling;

void FileSpelling::lay_out(const FileStyle& style) {
  style_ = style;
  at_.session.files()->set_style(style);
}

bool FileSpelling::places_first(const FileStyle& style, const Seat& seat) {
  at_.session.files()->set_style(style);
  findings_.count("probes");
  Game game(at_.contest, seat);
  if (!game.dut_to_move()) game.play(game.ruling().pass());
  std::optional<Exchange> exchange;
  for (const Request& request : game.requests()) exchange = exchanges_.ask_unjudged(request);
  if (!exchange->replied()) return false;
  const Move move{exchange->reply.value.text};
  return !game.ruling().is_pass(move) && game.ruling().judge(move).legal;
}

/// Those in which it places a first piece; both where it does so in neither, which games will tell.
std::vector<Spelling> FileSpelling::spellings_it_reads() {
  std::vector<Spelling> both = {Spelling::text, Spelling::platform};
  const auto second = std::find_if(at_.contest.seats.begin(), at_.contest.seats.end(),
                                   [](const Seat& seat) { return !seat.moves_first; });
  std::vector<Spelling> understood;
  for (const Spelling spelling : both) {
    if (at_.environment.silence.patience().lost()) return both;  // games will tell
    if (places_first({.header = spelling, .pass = spelling}, *second)) understood.push_back(spelling);
  }
  return understood.empty() ? both : understood;
}

void FileSpelling::spell_next_game() {
  if (!at_.contest.two_spellings || at_.session.files() == nullptr) return;
  if (spellings_.empty()) spellings_ = spellings_it_reads();
  const std::size_t drawn = at_.draws.of("spelling").below(2);
  const std::size_t turn = drawn + games_ + games_ / 2;
  FileStyle style = style_;
  style.header = style.pass = spellings_[turn % spellings_.size()];
  at_.session.files()->set_style(style);
  const bool as_in_the_text = style.header == Spelling::text;
  findings_.count(as_in_the_text ? "games spelled as in the text" : "games spelled as by the platform");
  ++games_;
}

}  // namespace conformance
