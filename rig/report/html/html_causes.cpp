#include "rig/report/html/html_causes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "rig/report/digest.hpp"
#include "rig/report/html/html_exhibits.hpp"
#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/markup.hpp"
#include "rig/report/rtl/shown.hpp"

namespace rig::report::html {

namespace {

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// `fail`, `fail (recommended)`, `remark`.
std::string word_of(const Cause& cause) {
  if (cause.verdict < Verdict::inconclusive) return "remark";
  const std::string_view verdict = to_string(cause.verdict);
  return cause.level == Level::mandatory ? std::string(verdict)
                                         : fmt::format("{} ({})", verdict, to_string(cause.level));
}

std::string sentence_of(const Cause& cause) {
  return content(cause.finding.summary.empty() ? "no reason was given" : cause.finding.summary);
}

/// Whether a finding was put together with this cause.
bool belongs(const Finding& finding, const Cause& cause) {
  return finding.requirement == cause.requirement && kind_of(finding) == kind_of(cause.finding);
}

bool shows_in(const CaseRecord& one, const Cause& cause) {
  return cause.in_case == &one ||
         std::find(cause.also_in.begin(), cause.also_in.end(), one.id) != cause.also_in.end();
}

std::string again(const CaseRecord& one) {
  return one.again.empty() ? "" : "<p class=\"muted again\">Run this case again:</p>\n" + command(one.again);
}

const RequirementRecord* requirement_of(const RunRecord& run, const std::string& id) {
  const auto found = std::find_if(run.requirements.begin(), run.requirements.end(),
                                  [&](const RequirementRecord& one) { return one.id == id; });
  return found == run.requirements.end() ? nullptr : &*found;
}

std::string link_to(std::size_t index, const std::string& html) {
  return fmt::format("<a href=\"#cause-{}\">{}</a>", index + 1, html);
}

}  // namespace

CauseCards::CauseCards(const RunRecord& run, GameOf game_of)
    : run_(run), game_of_(std::move(game_of)), causes_(causes_of(run)) {}

std::string CauseCards::contents() const {
  constexpr std::size_t longest = 8;
  std::string items;
  for (std::size_t i = 0; i < std::min(causes_.size(), longest); ++i) {
    const Cause& cause = causes_[i];
    const std::string name = cause.requirement.empty() ? cause.in_case->id : cause.requirement;
    items += fmt::format("<li>{} {} {} <span class=\"muted\">{}</span></li>\n",
                         badge(cause.verdict, word_of(cause)), link_to(i, content(name)), sentence_of(cause),
                         counted(1 + cause.also_in.size(), "case"));
  }
  if (causes_.size() > longest)
    items += fmt::format("<li>{}</li>\n", link_to(longest, counted(causes_.size() - longest, "more cause")));
  return items.empty() ? "" : "<ol class=\"contents\">\n" + items + "</ol>\n";
}

std::string CauseCards::cards() const {
  std::string text;
  std::size_t boards = 0;
  for (std::size_t i = 0; i < causes_.size(); ++i) text += card(i, boards);
  return text;
}

const Cause* CauseCards::first_of(const std::string& requirement) const {
  const auto found = std::find_if(causes_.begin(), causes_.end(),
                                  [&](const Cause& one) { return one.requirement == requirement; });
  return found == causes_.end() ? nullptr : &*found;
}

std::string CauseCards::id_of_first(const Cause& cause) const {
  if (first_of(cause.requirement) != &cause) return {};
  return fmt::format(" id=\"{}\"", attribute(evidence_id(cause.requirement)));
}

std::string CauseCards::card(std::size_t index, std::size_t& boards) const {
  constexpr std::size_t printed_in_full = 3;
  const bool later = index >= printed_in_full;
  const Cause& cause = causes_[index];
  const CaseRecord& one = *cause.in_case;
  const std::string name = cause.requirement.empty() ? ""
                                                     : fmt::format("<span{}>{}</span> ", id_of_first(cause),
                                                                   content(cause.requirement));
  std::string text =
      fmt::format("<article class=\"card{}\" id=\"cause-{}\">\n<h3>{} {}{}</h3>\n", later ? " later" : "",
                  index + 1, badge(cause.verdict, word_of(cause)), name, sentence_of(cause));
  if (const RequirementRecord* const clause = requirement_of(run_, cause.requirement))
    text += fmt::format("<p class=\"muted\">The clause: {}</p>\n", content(clause->text));
  text += fmt::format("<p class=\"muted\">Seen in {}{}: {}</p>\n", link_to_case(run_, one.id),
                      one.board.empty() ? "" : " on " + code(one.board), content(one.title));
  const bool explained = cause.verdict == Verdict::error || cause.verdict == Verdict::inconclusive;
  if (explained && !one.reason.empty() && one.reason != cause.finding.summary)
    text += fmt::format("<p>{}</p>\n", content(one.reason));
  constexpr std::size_t most_games = 8;  // a game is as long as the rest of its card
  const ShownGame game = game_of_ && index < most_games ? game_of_(cause.finding) : ShownGame{};
  text += exhibits(cause.finding, fmt::format("board-{}", ++boards), game);
  text += waveform(one, run_);
  text += again(one);
  if (later) text += "<p class=\"printed muted\">Its evidence is in report.html, not printed.</p>\n";
  return text + others(cause, boards) + "</article>\n";
}

std::string CauseCards::others(const Cause& cause, std::size_t& boards) const {
  std::string links;
  for (const std::string& id : cause.also_in)
    links += fmt::format("{}{}", links.empty() ? "" : ", ", link_to_case(run_, id));
  std::string text;
  if (!links.empty())
    text +=
        fmt::format("<p class=\"also\">Also in {}: {}</p>\n", counted(cause.also_in.size(), "case"), links);
  std::string folded;
  for (const CaseRecord& one : run_.cases) {
    if (!shows_in(one, cause)) continue;
    std::string findings;
    bool told = &one != cause.in_case;
    for (const Finding* found : worst_first(one.findings)) {
      if (!belongs(*found, cause)) continue;
      const bool is_the_one = !told && found->summary == cause.finding.summary;
      told = told || is_the_one;
      if (!is_the_one) findings += finding(*found, fmt::format("board-{}", ++boards));
    }
    if (&one != cause.in_case) findings += (one.waveform ? waveform(one, run_) : "") + again(one);
    if (!findings.empty()) folded += fmt::format("<h4>{}</h4>\n{}", link_to_case(run_, one.id), findings);
  }
  if (folded.empty()) return text;
  return text + fmt::format("<details>\n<summary>{} of this cause{}</summary>\n{}</details>\n",
                            counted(cause.count - 1, "more finding"), not_printed, folded);
}

std::string CauseCards::link_from_requirement(const std::string& id, const std::string& html) const {
  const Cause* const cause = first_of(id);
  return cause == nullptr ? html : link_to(static_cast<std::size_t>(cause - causes_.data()), html);
}

std::string CauseCards::link_from_case(const CaseRecord& one, const std::string& html) const {
  for (std::size_t i = 0; i < causes_.size(); ++i) {
    if (shows_in(one, causes_[i])) return link_to(i, html);
  }
  return html;
}

}  // namespace rig::report::html
