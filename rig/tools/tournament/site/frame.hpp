#pragma once
/// What every page of a site is made of, of a tournament or of its admissions. What is said to be HTML goes
/// in as it is; all other text is escaped here.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rig::tournament {

struct Frame {
  std::string title;   ///< of the window
  std::string kicker;  ///< above the heading
  std::string heading;
  std::string header{};             ///< HTML below the heading
  std::string body{};               ///< HTML
  std::string up{};                 ///< the way to the site's folder: empty or `../`
  std::string what = "tournament";  ///< that it is about, at its foot
};

/// A whole page. It asks for nothing but `style.css` and `site.js` of the site.
std::string page(const Frame& frame);

/// A link within the tournament's folder; `target` has no scheme and does not begin with a slash.
std::string link(std::string_view target, std::string_view text);

/// Links to other pages, each a target and its text.
std::string navigation(const std::vector<std::pair<std::string, std::string>>& targets);

/// A list of sentences; empty: there are none.
std::string list(const std::vector<std::string>& sentences);

/// A heading of a table's columns.
struct Column {
  std::string_view name;
  bool is_number = false;
};

/// A table in a box that scrolls sideways; `rows` is HTML. Empty where they are.
std::string table(std::string_view caption, const std::vector<Column>& columns, std::string_view rows);

/// `<td>` around HTML, and one of a number.
std::string cell(std::string_view html);
std::string number(std::string_view html);
std::string row_heading(std::string_view html);

/// The style sheet and the script of all pages.
std::string site_style();
std::string site_script();

}  // namespace rig::tournament
