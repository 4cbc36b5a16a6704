#include "rig/arbiter/tournament/state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>

#include "rig/base/errors.hpp"
#include "rig/base/span.hpp"
#include "rig/base/visible.hpp"

namespace rig::arbiter::tournament {

namespace {

constexpr std::array<std::string_view, 3> outcome_words = {"first", "draw", "second"};
constexpr std::array<std::string_view, 9> decisions = {"void",  "forfeit", "override", "withdraw", "retry",
                                                       "pause", "resume",  "day",      "extend"};

/// One entry, and what it says.
class Said {
 public:
  explicit Said(const Entry& entry) : entry_(entry) {}

  std::string text(const char* key) const {
    const auto value = entry_.find(key);
    if (value == entry_.end() || !value->is_string()) refuse(key, "a text");
    return value->get<std::string>();
  }
  std::int64_t number(const char* key) const {
    const auto value = entry_.find(key);
    if (value == entry_.end() || !value->is_number_integer()) refuse(key, "a whole number");
    return value->get<std::int64_t>();
  }
  Result::Outcome outcome() const {
    const auto outcome = outcome_from(text("outcome"));
    if (!outcome) refuse("outcome", "first, draw, second");
    return *outcome;
  }
  [[noreturn]] void refuse(const char* key, const char* allowed) const {
    const auto value = entry_.find(key);
    throw UsageError(fmt::format("Entry {} of the journal: \"{}\" is {}; allowed: {}.",
                                 visible(entry_.value("number", Entry()).dump()), key,
                                 value == entry_.end() ? "missing" : visible(value->dump()), allowed));
  }

 private:
  const Entry& entry_;
};

/// Its failures count no more: it has a result, or is to have another.
void forget_failures(State& state, const std::string& game) {
  state.failures.erase(game);
  state.of_the_rig.erase(game);
}

/// A game that came to its end, in whichever way.
void settle(State& state, const std::string& game, const Result& result) {
  state.results[game] = result;
  state.under_way.erase(game);
  forget_failures(state, game);
}

void fail(State& state, const std::string& game, bool of_the_rig) {
  state.under_way.erase(game);
  state.failures[game] += 1;
  if (of_the_rig) state.of_the_rig[game] += 1;
}

/// No game is held back any more for what the rig did.
void forgive(State& state) {
  for (const auto& [game, times] : state.of_the_rig) {
    if ((state.failures[game] -= times) <= 0) state.failures.erase(game);
  }
  state.of_the_rig.clear();
}

/// Refuses a decision that is not the organiser's, or counted already.
void accept(State& state, const Entry& entry, const Plan& plan) {
  const std::string what = visible(entry.at("entry").get<std::string>());
  if (!plan.key.empty() && !is_signed_by(PublicKey::from_hex(plan.key), entry))
    throw UsageError(
        fmt::format("The decision \"{}\" is not signed with the organiser's key, {}.", what, plan.key));
  if (!state.decisions.insert(hash_of_decision(entry)).second)
    throw UsageError(fmt::format("The decision \"{}\" was taken in before.", what));
}

}  // namespace

std::string_view to_string(Result::Outcome outcome) {
  return outcome_words.at(static_cast<std::size_t>(outcome));
}

std::optional<Result::Outcome> outcome_from(std::string_view word) {
  const auto* found = std::find(outcome_words.begin(), outcome_words.end(), word);
  if (found == outcome_words.end()) return std::nullopt;
  return static_cast<Result::Outcome>(found - outcome_words.begin());
}

bool is_decision(std::string_view entry) {
  return std::find(decisions.begin(), decisions.end(), entry) != decisions.end();
}

Result::Outcome lost_by(bool first) {
  return first ? Result::Outcome::second_won : Result::Outcome::first_won;
}

std::optional<Result::Outcome> given_away(const std::string& first, const std::string& second,
                                          const State& state) {
  const bool is_first_gone = state.withdrawn.contains(first);
  const bool is_second_gone = state.withdrawn.contains(second);
  if (is_first_gone && is_second_gone) return Result::Outcome::drawn;
  if (is_first_gone || is_second_gone) return lost_by(is_first_gone);
  return std::nullopt;
}

std::string text_of(const Entry& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Entry places_of(const Plan& plan, const Step& step) {
  Entry places = Entry::array();
  for (const Place& place : step.places)
    places.push_back(
        {{"rank", place.rank}, {"team", plan.entrants.at(place.entrant).team}, {"reason", place.reason}});
  return places;
}

void State::apply(const Entry& entry, const Plan& plan) {
  const Said said(entry);
  const std::string what = said.text("entry");
  if (is_decision(what)) accept(*this, entry, plan);
  if (what == "started") {
    under_way[said.text("game")] = {static_cast<std::uint64_t>(said.number("number")), said.text("date")};
    if (day_began.empty()) day_began = said.text("date");
  } else if (what == "game") {
    settle(*this, said.text("game"), {said.outcome(), static_cast<int>(said.number("moves")), false});
  } else if (what == "forfeited" || what == "forfeit" || what == "override") {
    settle(*this, said.text("game"), {said.outcome(), 0, true});
  } else if (what == "broken-off") {
    under_way.erase(said.text("game"));
  } else if (what == "no-result" || what == "rig-error") {
    fail(*this, said.text("game"), what == "rig-error");
  } else if (what == "stopped") {
    stopped[said.text("bench")] = said.text("why");
  } else if (what == "retry") {
    stopped.erase(said.text("bench"));
    forgive(*this);
  } else if (what == "void") {
    results.erase(said.text("game"));
    voided[said.text("game")] += 1;
    forget_failures(*this, said.text("game"));
  } else if (what == "withdraw") {
    withdrawn.insert(plan.entrants.at(plan.entrant_named(said.text("team"))).team);
  } else if (what == "pause") {
    paused = true;
  } else if (what == "resume") {
    paused = false;
  } else if (what == "day") {
    day_began.clear();
    longer = Duration{};
  } else if (what == "extend") {
    const auto span = span_from(said.text("span"));
    if (!span) said.refuse("span", "a time, as 15m");
    longer += *span;
  } else if (what != "begin" && what != "end") {
    said.refuse("entry", "what state.hpp lists");
  }
  if (what == "end" || is_decision(what)) ended = what == "end";
}

std::optional<std::int64_t> seconds_of_date(const std::string& date) {
  std::tm parts{};
  const char* end = ::strptime(date.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  return static_cast<std::int64_t>(::timegm(&parts));
}

}  // namespace rig::arbiter::tournament
