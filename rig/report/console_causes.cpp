#include "rig/report/console_causes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "rig/report/digest.hpp"
#include "rig/report/visible.hpp"

namespace rig::report {

namespace {

/// `A.B, C.D and 9 more`
std::string some_of(const std::vector<std::string>& ids) {
  constexpr std::size_t most = 6;
  std::vector<std::string> named(ids.begin(), ids.begin() + std::min<std::ptrdiff_t>(most, std::ssize(ids)));
  const std::string text = visible(joined(named, ", "));
  return ids.size() <= most ? text : fmt::format("{} and {} more", text, ids.size() - most);
}

std::string also_in(const std::vector<std::string>& ids) {
  if (ids.size() == 1) return "also in " + visible(ids.front());
  return fmt::format("also in {} cases: {}", ids.size(), some_of(ids));
}

/// `game 3 since power-on, first on (5,5)`
std::string place_of(const Scene& scene) {
  std::vector<std::string> words;
  if (scene.game > 0) words.push_back(fmt::format("game {} since power-on", scene.game));
  if (!scene.seat.empty()) words.push_back(visible(scene.seat));
  return joined(words, ", ");
}

const std::string* clause_of(const Finding& finding, const RunRecord& run) {
  for (const RequirementRecord& one : run.requirements) {
    if (one.id == finding.requirement) return &one.text;
  }
  return nullptr;
}

void print_sentence(Page& page, const Cause& cause) {
  page.line("  " + page.painted(mark(cause.verdict), colour_of(cause.verdict)) + ' ' +
            page.wrapped(sentence_of(cause.finding), 4, 4));
}

/// Words under a label of ten columns, as evidence has them.
void print_labelled(Page& page, std::string_view label, std::string_view text) {
  if (!text.empty()) page.line("    " + page.detail(padded(label, 10) + visible(text), 4));
}

void print_story(Page& page, const Finding& finding) {
  for (const std::string& detail : story_of(finding)) {
    const std::string shown = visible(detail, Newlines::kept);
    for (std::size_t at = 0; at <= shown.size();) {
      const std::size_t end = std::min(shown.find('\n', at), shown.size());
      page.line("    " + page.detail(shown.substr(at, end - at), 4));
      at = end + 1;
    }
  }
}

/// A command stands on a line of its own, however long it is: to be copied.
void print_command(Page& page, std::string_view label, const std::string& command) {
  if (!command.empty()) page.line(fmt::format("    {}: {}", label, visible(command)));
}

void print_scene(Page& page, const Scene& scene) {
  print_labelled(page, "moves", joined(scene.moves, " "));
  print_command(page, "check", scene.check);
  for (const std::string& command : scene.commands) print_command(page, "started", command);
  print_labelled(page, "kept in", scene.folder);
}

void print_in_full(Page& page, const Cause& cause, const RunRecord& run) {
  const Finding& finding = cause.finding;
  print_sentence(page, cause);
  const std::string place = finding.scene ? place_of(*finding.scene) : "";
  print_labelled(page, "in", cause.in_case->id + (place.empty() ? "" : ", " + place));
  const bool has_reason = cause.in_case->verdict == cause.verdict && cause.verdict != Verdict::fail;
  if (has_reason && cause.in_case->reason != finding.summary) print_labelled(page, "", cause.in_case->reason);
  const std::string* const clause = clause_of(finding, run);
  if (clause != nullptr) {
    print_labelled(
        page, "clause",
        (cause.level == Level::mandatory ? "" : fmt::format("({}) ", to_string(cause.level))) + *clause);
  }
  print_story(page, finding);
  if (finding.scene) print_scene(page, *finding.scene);
  for (const std::string& hint : finding.hints)
    page.line("    " + page.wrapped("hint: " + visible(hint), 4, 10));
  print_command(page, "again", cause.in_case->again);
  if (!cause.also_in.empty()) page.line("    " + page.wrapped(also_in(cause.also_in), 4, 4));
}

void print_briefly(Page& page, const Cause& cause) {
  print_sentence(page, cause);
  const std::size_t others = cause.also_in.size();
  const std::string more =
      others == 0 ? "" : fmt::format(" and {} more {}", others, others == 1 ? "case" : "cases");
  page.line("    " + page.painted(cut("in " + visible(cause.in_case->id) + more, page.width() - 4), dim));
}

/// What `print` puts on a page like this one.
template <typename Print>
std::string printed_like(const Page& page, Print print) {
  std::ostringstream text;
  Page own = page.onto(text);
  print(own);
  return text.str();
}

std::size_t lines_in(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

std::string sentence_of(const Finding& finding) {
  return (finding.requirement.empty() ? "" : visible(finding.requirement) + ": ") + visible(finding.summary);
}

void print_causes(Page& page, const RunRecord& run, std::size_t lines) {
  const std::vector<Cause> causes = causes_of(run);
  if (causes.empty()) return;
  std::vector<std::string> briefly;
  std::size_t needed = 2;  // the heading
  for (const Cause& cause : causes) {
    briefly.push_back(printed_like(page, [&](Page& own) { print_briefly(own, cause); }));
    needed += lines_in(briefly.back());
  }
  page.heading("What went wrong, the likely cause first");
  std::size_t used = 2;
  bool after_full = false;
  for (std::size_t i = 0; i < causes.size(); ++i) {
    std::string text = '\n' + printed_like(page, [&](Page& own) { print_in_full(own, causes[i], run); });
    needed -= lines_in(briefly[i]);  // now only of those that come after it
    const bool in_full = i == 0 || used + lines_in(text) + needed <= lines;
    if (!in_full) text = (after_full ? "\n" : "") + briefly[i];
    if (!in_full && i > 1 && used + lines_in(text) + 1 > lines) {
      page.line(fmt::format("  and {} more", causes.size() - i));
      return;
    }
    after_full = in_full;
    used += lines_in(text);
    page.line(std::string_view(text).substr(0, text.size() - 1));
  }
}

}  // namespace rig::report
