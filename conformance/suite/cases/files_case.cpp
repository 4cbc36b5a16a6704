#include "conformance/suite/cases/files_case.hpp"

#include <fmt/format.h>

#include "conformance/suite/parts/evidence.hpp"
#include "conformance/suite/parts/wrong_kinds.hpp"

namespace conformance {

using rig::dut::Exchange;
using rig::protocol::FileStyle;
using rig::protocol::Seat;

void FilesCase::lay_out_files(const FileStyle& style) {
  if (session().files() == nullptr) throw NotApplicable{"this contest is not played over files"};
  matches().spelling().lay_out(style);
}

bool FilesCase::plays_with(const FileStyle& style) {
  constexpr int a_few_turns = 4;  // in which a player that can read its files always has a placement
  lay_out_files(style);
  const auto other = opponent("random");
  for (const Seat& seat : contest().seats) {
    const GameReport game = play(seat, *other, {a_few_turns, {}});
    if (!game.sound || game.passes > 0 || game.late_passes > 0) return false;
  }
  return true;
}

bool FilesCase::places_first(const FileStyle& style, const Seat& seat) {
  return matches().spelling().places_first(style, seat);
}

bool FilesCase::expect_no_answer(Aspect aspect, const rig::FileRequest& request, rig::Duration span,
                                 const std::string& what) {
  return conclude(aspect, !session().files()->provokes(request, span), "it answered " + what,
                  answer_in_silence);
}

const rig::dut::FileTrace* FilesCase::last_files() {
  const auto& last = exchanges().last();
  return last && last->files ? &*last->files : nullptr;
}

void FilesCase::ask_after_its_pass(Aspect aspect) {
  const Exchange exchange = ask(rig::protocol::asks_after({}));
  // Late: its deadline tells, and whether it would place is not seen.
  if (counts_as_pass(contest(), exchange)) return;
  const std::string pass = contest().new_game(contest().seats.front())->pass().text;
  const bool again = exchange.replied() && exchange.reply.value.text == pass;
  if (again) return passed(aspect);
  const std::string did =
      exchange.replied() ? "it played " + exchange.reply.value.text : "there was no answer that can be read";
  failed(aspect, fmt::format("asked again after its pass, {}", did),
         {.evidence = evidence_of(contest(), exchange), .kind = "no pass after its pass"});
}

}  // namespace conformance
