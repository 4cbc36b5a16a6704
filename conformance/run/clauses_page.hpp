#pragma once
/// `certify --requirements --markdown`: the page docs/clauses.md. For each clause of a contest's text the
/// cases that check it, with links to their source, and the faults that break it.

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "rig/protocol/contest.hpp"

namespace conformance {

/// A table for each of these contests, and one for its referee where there are clauses on it. Links are
/// relative to the folder `docs/`.
void write_clauses_page(std::ostream& out, const std::vector<rig::protocol::Contest>& contests);

/// A text as it reads in a cell of a Markdown table: nothing in it is markup.
std::string in_table_cell(std::string_view text);

}  // namespace conformance
