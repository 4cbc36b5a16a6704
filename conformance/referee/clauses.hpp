#pragma once
/// Which clause on a referee a move is about, by which it ends the game.

#include <optional>
#include <string_view>

#include "conformance/suite/catalogue.hpp"
#include "rig/protocol/ruling.hpp"

namespace conformance {

/// The kind of wrong (`Judgement::kind`) that a referee must see by this clause; empty: none.
std::string_view breach_of(Aspect aspect);

/// The clause by which this move ends the game: of the rule that it breaks; else of the way to win or to end
/// it. Nothing: it does not end it.
std::optional<Aspect> clause_of_end(const rig::protocol::Ruling& before, const rig::protocol::Move& move);

}  // namespace conformance
