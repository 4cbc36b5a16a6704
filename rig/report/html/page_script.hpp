#pragma once
/// The script of a report's page.

#include <string>

namespace rig::report::html {

/// Games move by move, a filter for long lists, and parts that are folded on a narrow screen. Without it
/// all of the page is there, unfolded.
std::string page_script();

/// The source of `page_script` in a Content-Security-Policy: its SHA-256. Nothing else runs on the page.
std::string page_script_source();

}  // namespace rig::report::html
