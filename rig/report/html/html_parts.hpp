#pragma once
/// The pieces that the HTML page is made of. What is said to be HTML goes in as it is; all other text is
/// escaped here.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rig/measure/verdict.hpp"
#include "rig/report/record.hpp"

namespace rig::report::html {

/// The style of what shows a verdict: pass, fail, unsure, error, none.
std::string_view style_of(Verdict verdict);

/// A coloured word for a verdict; the colour says nothing that the word does not.
std::string badge(Verdict verdict, std::string_view word);
std::string badge(Verdict verdict);

std::string code(std::string_view text);

/// A command that wraps between its words; an option is not torn from its dashes.
std::string command(std::string_view text);

/// A table of names and values. The values are HTML.
std::string facts(std::string_view caption, const std::vector<std::pair<std::string, std::string>>& rows);

/// A section with its heading; nothing when the body, which is HTML, is empty.
std::string section(std::string_view id, std::string_view heading, std::string_view body);

/// The same, and it can be folded away by its heading.
std::string part(std::string_view id, std::string_view heading, std::string_view body);

/// A name and a value within a line of them.
std::string pair(std::string_view name, std::string_view value);

/// A case's id, which may break after its dot.
std::string case_id(std::string_view id);

/// A case's id, linked to the line of the case in the table of all; no link where no such case was planned.
std::string link_to_case(const RunRecord& run, const std::string& id);

/// As above, around a text of HTML.
std::string link_to_case(const RunRecord& run, const std::string& id, const std::string& html);

/// The id of the one place where the evidence for a requirement stands: its first cause, or its line among
/// all requirements. What links from elsewhere leads there: `report.html#evidence-…`.
std::string evidence_id(std::string_view requirement);

/// Said on paper of what is folded: it is on the screen.
inline constexpr std::string_view not_printed =
    "<span class=\"printed\"> (in report.html, not printed)</span>";

/// The opening of a table that becomes a list of blocks on a narrow screen; the roles keep it a table there
/// too.
std::string wide_table(std::string_view style, std::string_view caption,
                       const std::vector<std::string_view>& headings);
inline constexpr std::string_view wide_table_end = "</tbody>\n</table>\n";

/// A cell of such a table; its content is HTML.
std::string cell(std::string_view html, std::string_view style = "");

/// A box that scrolls sideways where its content, which is HTML, is wider than the page.
std::string scroll_box(std::string_view label, std::string_view html);

}  // namespace rig::report::html
