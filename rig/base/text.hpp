#pragma once
/// Small things that are done with texts: matching, quoting, replacing, comparing.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rig {

/// Whether `name` matches `pattern`, where `*` stands for any run of characters and `?` for one.
bool matches_glob(std::string_view name, std::string_view pattern);

/// A word as a shell takes it: bare where that is safe, else between single quotes.
std::string shell_quoted(const std::string& word);

/// The ASCII letters as small ones.
std::string lower_case(std::string text);

/// Puts `other` in place of `word` wherever that stands in `text`.
void replace_all(std::string& text, std::string_view word, std::string_view other);

/// Where two texts differ, line by line: `line 5: "a" became "b"`, `line 6 "c" is new`, `line 7 "d" is gone`,
/// a missing or added newline at the end too. Beyond `most` lines: how many more there are.
std::vector<std::string> line_changes(std::string_view before, std::string_view after, std::size_t most = 8);

}  // namespace rig
