#include "rig/tools/tournament/words.hpp"

#include "rig/arbiter/tournament/state.hpp"

namespace rig::tournament {

using arbiter::tournament::Entry;
using arbiter::tournament::text_of;

std::string words_of_decision(const Entry& entry) {
  std::string text = text_of(entry, "entry");
  for (const char* key : {"game", "team", "bench", "outcome", "span"}) {
    if (const std::string value = text_of(entry, key); !value.empty()) text += " " + value;
  }
  const std::string reason = text_of(entry, "reason");
  return reason.empty() ? text : text + ": " + reason;
}

std::string_view score_of(std::string_view outcome) {
  if (outcome == "first") return "1:0";
  if (outcome == "second") return "0:1";
  return outcome == "draw" ? "½:½" : "";
}

}  // namespace rig::tournament
