#pragma once
/// All admissions of an event on one page: every board and every clause. It works from a memory stick,
/// without a network.
///
///     FOLDER/index.html               the page
///     FOLDER/event.csv, event.json    the same for other programs
///     FOLDER/style.css, site.js       of this page and of all sheets
///     FOLDER/TEAM/                    the admission of a team

#include <string>
#include <vector>

#include "rig/tools/admission/admission.hpp"

namespace rig::admission {

struct Entrant {
  std::string folder;  ///< its name in that of the event
  Admission admission;
  bool has_report = false;  ///< whether there is a page to link to
};

struct Event {
  std::vector<Entrant> entrants;     ///< by their teams' names
  std::vector<std::string> missing;  ///< what cannot be read: sentences
};

/// The admissions in a folder. UsageError when there is no such folder.
Event read_event(const std::string& folder);

std::string event_page(const Event& event);
std::string event_csv(const Event& event);
std::string event_json(const Event& event);

/// The style sheet and the script of all its pages.
std::string event_style();
std::string_view event_script();

/// Reads the event and writes all of these; several processes take turns. UsageError, RigError.
void write_event(const std::string& folder);

}  // namespace rig::admission
