#include "rig/tools/tournament/site/ledger.hpp"

#include <fmt/format.h>

#include "rig/arbiter/tournament/state.hpp"
#include "rig/tools/tournament/words.hpp"

namespace rig::tournament {

using arbiter::tournament::Entry;
using arbiter::tournament::text_of;

namespace {

std::int64_t number_of(const Entry& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

bool ends_a_game(const std::string& what) {
  for (const char* one :
       {"game", "no-result", "broken-off", "rig-error", "forfeited", "forfeit", "override"}) {
    if (what == one) return true;
  }
  return false;
}

}  // namespace

std::string page_of(const GameLine& line) {
  return line.evidence.empty() || line.started == 0 ? std::string()
                                                    : fmt::format("games/{:06}.html", line.started);
}

std::string words_of_ending(const GameLine& line) {
  if (line.loss.empty()) return line.ending;
  const bool says_all = line.loss.starts_with(line.ending);
  return says_all ? line.loss : line.ending + "; " + line.loss;
}

const GameLine* Ledger::take(const Entry& entry) {
  entries_ = static_cast<std::uint64_t>(number_of(entry, "number"));
  date_ = text_of(entry, "date");
  const std::string what = text_of(entry, "entry");
  if (what == "started")
    pairings_[text_of(entry, "game")] = {text_of(entry, "stage"), text_of(entry, "first"),
                                         text_of(entry, "second")};
  if (arbiter::tournament::is_decision(what)) decide(entry);
  return ends_a_game(what) ? &add(entry) : nullptr;
}

const Pairing* Ledger::pairing(const std::string& game) const {
  const auto found = pairings_.find(game);
  return found == pairings_.end() ? nullptr : &found->second;
}

GameLine& Ledger::add(const Entry& entry) {
  GameLine line;
  line.game = text_of(entry, "game");
  line.how = text_of(entry, "entry");
  line.date = date_;
  line.started = static_cast<std::uint64_t>(number_of(entry, "started"));
  line.outcome = text_of(entry, "outcome");
  line.moves = static_cast<int>(number_of(entry, "moves"));
  line.ending = text_of(entry, "ending");
  line.loss = text_of(entry, "loss");
  line.why = text_of(entry, line.how == "forfeit" || line.how == "override" ? "reason" : "why");
  line.evidence = text_of(entry, "evidence");
  line.sha256 = text_of(entry, "sha256");
  line.counts = !line.outcome.empty();
  if (pairing(line.game) == nullptr) {
    if (const auto known = pairing_of_(line.game)) pairings_[line.game] = *known;
  }
  if (const Pairing* known = pairing(line.game)) line.pairing = *known;
  if (const auto before = counting_.find(line.game); line.counts && before != counting_.end()) {
    const GameLine& played = lines_[before->second];  // its page and evidence stay those of the game
    line.started = played.started;
    line.evidence = played.evidence;
    line.sha256 = played.sha256;
    undo(line.game, "decided otherwise: " + line.why);
  }
  if (line.counts) counting_[line.game] = lines_.size();
  return lines_.emplace_back(std::move(line));
}

void Ledger::decide(const Entry& entry) {
  decisions_.push_back("Decided by the organiser: " + words_of_decision(entry));
  if (text_of(entry, "entry") == "void") undo(text_of(entry, "game"), "void: " + text_of(entry, "reason"));
}

void Ledger::undo(const std::string& game, const std::string& why) {
  const auto found = counting_.find(game);
  if (found == counting_.end()) return;
  lines_[found->second].counts = false;
  lines_[found->second].undone = why;
  counting_.erase(found);
}

}  // namespace rig::tournament
