#include "rig/report/console/console_causes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "rig/base/visible.hpp"
#include "rig/report/board.hpp"
#include "rig/report/digest.hpp"
#include "rig/report/rtl/shown.hpp"

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

void print_detail(Page& page, const std::string& detail) {
  const std::string shown = visible(detail, Newlines::kept);
  for (std::size_t at = 0; at <= shown.size();) {
    const std::size_t end = std::min(shown.find('\n', at), shown.size());
    page.line(end == at ? "" : "    " + page.detail(shown.substr(at, end - at), 4));
    at = end + 1;
  }
}

/// The part of a board around its move that fits into so many lines; the caption and the names of the columns
/// stay.
std::vector<std::string> around_the_move(std::vector<std::string> board, std::size_t lines) {
  constexpr std::size_t heads = 2;
  if (board.size() <= std::max(lines, heads + 2)) return board;
  const auto move = std::find_if(board.begin() + heads, board.end(), [](const std::string& line) {
    return line.find_first_of("*[") != std::string::npos;
  });
  const std::size_t rows = std::max(lines, heads + 3) - heads - 2;  // one line each for what is left out
  const auto at = static_cast<std::size_t>(move == board.end() ? 0 : move - board.begin());
  const std::size_t first = std::clamp(at - std::min(at, rows / 2), heads, board.size() - rows);
  std::vector<std::string> part(board.begin(), board.begin() + heads);
  const std::string gap = "… (the whole board is in the report)";
  if (first > heads) part.push_back(gap);
  part.insert(part.end(), board.begin() + static_cast<std::ptrdiff_t>(first),
              board.begin() + static_cast<std::ptrdiff_t>(first + rows));
  if (first + rows < board.size()) part.push_back(gap);
  return part;
}

void print_story(Page& page, Finding finding, std::size_t lines_of_board) {
  const auto board = std::exchange(finding.board, std::nullopt);
  for (const std::string& detail : story_of(finding)) print_detail(page, detail);
  if (!board) return;
  for (const std::string& line : around_the_move(lines_of(*board), lines_of_board)) print_detail(page, line);
}

/// A command stands on a line of its own, however long it is: to be copied.
void print_command(Page& page, std::string_view label, const std::string& command) {
  if (!command.empty()) page.line(fmt::format("    {}: {}", label, visible(command)));
}

/// All moves of a game, or the last ones of a long game.
std::string moves_of(const Scene& scene) {
  constexpr std::size_t most = 60;
  if (scene.moves.size() <= most) return joined(scene.moves, " ");
  const std::vector<std::string> last(scene.moves.end() - most, scene.moves.end());
  return fmt::format("({} before these: see the report) {}", scene.moves.size() - most, joined(last, " "));
}

void print_scene(Page& page, const Scene& scene) {
  constexpr std::size_t pastes = 4000;  // bytes that a terminal takes as one line
  print_labelled(page, "moves", moves_of(scene));
  if (scene.check.size() <= pastes) {
    print_command(page, "check", scene.check);
  } else {
    print_labelled(page, "check", "too long for a line; it is in the report");
  }
  for (const std::string& command : scene.commands) print_command(page, "started", command);
  print_labelled(page, "kept in", scene.folder);
}

void print_in_full(Page& page, const Cause& cause, const RunRecord& run, std::size_t lines_of_board) {
  const Finding& finding = cause.finding;
  print_sentence(page, cause);
  std::string place = finding.scene ? place_of(*finding.scene) : "";
  if (const std::string& board = cause.in_case->board; !board.empty())
    place += (place.empty() ? "on " : ", on ") + visible(board);
  print_labelled(page, "in", cause.in_case->id + (place.empty() ? "" : ", " + place));
  const bool has_reason = cause.in_case->verdict == cause.verdict && cause.verdict != Verdict::fail;
  if (has_reason && cause.in_case->reason != finding.summary) print_labelled(page, "", cause.in_case->reason);
  const std::string* const clause = clause_of(finding, run);
  if (clause != nullptr) {
    print_labelled(
        page, "clause",
        (cause.level == Level::mandatory ? "" : fmt::format("({}) ", to_string(cause.level))) + *clause);
  }
  print_story(page, finding, lines_of_board);
  if (finding.scene) print_scene(page, *finding.scene);
  for (const std::string& hint : finding.hints)
    page.line("    " + page.wrapped("hint: " + visible(hint), 4, 10));
  for (const auto& [name, text] : waveform_in_words(*cause.in_case, run)) print_labelled(page, name, text);
  if (cause.in_case->waveform) print_command(page, "open", cause.in_case->waveform->command);
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

/// A cause in full, in no more than so many lines if its board can be made to fit.
std::string told_in_full(const Page& page, const Cause& cause, const RunRecord& run, std::size_t lines) {
  const auto told = [&](std::size_t lines_of_board) {
    return printed_like(page, [&](Page& own) { print_in_full(own, cause, run, lines_of_board); });
  };
  constexpr std::size_t least = 12;
  const std::size_t board = cause.finding.board ? lines_of(*cause.finding.board).size() : 0;
  std::string text = told(board);
  const std::size_t length = lines_in(text);
  if (length <= lines) return text;
  return told(std::max(least, board - std::min(board, length - lines)));
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
    needed -= lines_in(briefly[i]);    // now only of those that come after it
    constexpr std::size_t enough = 8;  // lines for the others
    const std::size_t taken = used + 1 + std::min(needed, enough);
    std::string text = '\n' + told_in_full(page, causes[i], run, lines - std::min(lines, taken));
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
