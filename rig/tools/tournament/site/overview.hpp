#pragma once
/// The pages of a tournament as a whole, and its results for other programs.

#include <string>

#include "rig/arbiter/tournament/format.hpp"
#include "rig/arbiter/tournament/plan.hpp"
#include "rig/arbiter/tournament/state.hpp"
#include "rig/tools/tournament/site/ledger.hpp"

namespace rig::tournament {

/// What they are made from.
struct Overview {
  const arbiter::tournament::Plan& plan;
  const Ledger& ledger;
  const arbiter::tournament::Step& step;
  const arbiter::tournament::State& state;
};

/// Order or standings, what is on and next at which bench, what was said, the latest games.
std::string index_page(const Overview& overview);

/// How many points each team has made against each other one.
std::string cross_page(const Overview& overview);

/// All games, the latest first.
std::string games_page(const Overview& overview);

/// The results that count, a line each: CSV as RFC 4180 has it, with a heading. A text that a spreadsheet
/// would take for a formula stands behind an apostrophe.
std::string results_csv(const Overview& overview);

/// The same as JSON, with the tables and the final order.
std::string results_json(const Overview& overview);

}  // namespace rig::tournament
