#pragma once
/// The clauses and the faults that stand in the file of a contest: where they stand, and whether they are
/// sound. Whoever wrote the file gets to know the line.

#include <toml++/toml.h>

#include <string>
#include <vector>

#include "conformance/suite/texts.hpp"

namespace conformance {

/// The keys of a table, sorted.
std::vector<std::string> keys_of(const toml::table& table);

/// `[clauses]`, or `[referee.clauses]`; null: there is none.
const toml::table* clauses_in(const toml::table& document, const DescribedTexts& texts);
/// `[faults]`, or `[referee.faults]`; null: there is none.
const toml::table* faults_in(const toml::table& document, const DescribedTexts& texts);

/// What the ids of a contest begin with: as the table says, or else its name in capitals.
std::string prefix_in(const toml::table& clauses, const std::string& contest);

/// UsageError, with file, line, key, what was found and what is allowed, where the clauses do not fit those
/// that are inherited.
void check_clauses(const toml::table& clauses, const DescribedTexts& texts,
                   const std::vector<std::string>& inherited);

/// The same for faults: `own` are the ids of the contest's clauses, `known` the names of those that it
/// inherits.
void check_faults(const toml::table& faults, const DescribedTexts& texts, const std::vector<std::string>& own,
                  const std::vector<std::string>& known);

}  // namespace conformance
