#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/markup.hpp"
#include "rig/report/html/page.hpp"
#include "rig/tools/admission/event.hpp"
#include "rig/tools/admission/sheet.hpp"
#include "rig/tools/tournament/site/frame.hpp"

namespace rig::admission {

using report::attribute;
using report::content;
using report::html::section;
using tournament::cell;
using tournament::link;
using tournament::row_heading;

namespace {

/// Behind that of a tournament's site.
constexpr std::string_view style = R"css(
body:has(.matrix) > * { max-width: none; }
.sortable thead button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer;
  text-align: inherit; text-decoration: underline dotted; text-underline-offset: .2em; }
.sortable [aria-sort=ascending] button::after { content: " ▲"; }
.sortable [aria-sort=descending] button::after { content: " ▼"; }
.matrix { width: auto; }
.scroll .matrix td { min-width: 0; padding: 0; text-align: center; border-left: 1px solid var(--line); }
.scroll .matrix td.status { padding: .3rem .5rem; }
.matrix thead th { vertical-align: bottom; }
.matrix thead th.clause { writing-mode: vertical-rl; padding: .5rem .3rem; white-space: nowrap; }
.matrix td > a, .matrix td > .mark { display: block; min-width: 1.7rem; padding: .3rem .2rem; font-weight: 650;
  text-decoration: none; }
.matrix td > a { color: inherit; }
.matrix td.pass { background: var(--pass-tint); } .matrix td.fail { background: var(--fail-tint); }
.matrix td.unsure { background: var(--unsure-tint); } .matrix td.error { background: var(--error-tint); }
.matrix td.none { background: var(--none-tint); }
.matrix tbody th { position: sticky; left: 0; background: var(--card); }
.scroll .matrix tbody th { min-width: 7rem; max-width: 14rem; }
@media print {
  .sortable thead button { text-decoration: none; }
  .scroll .sortable td, .scroll .sortable tbody th:not(.number), .scroll .matrix tbody th { min-width: 0; }
  .sortable td, .sortable th { overflow-wrap: anywhere; padding: .16rem .3rem; }
  .matrix .status { display: none; }
  .matrix { width: 100%; table-layout: fixed; }
  .matrix thead th:first-child { width: 14%; }
  .matrix thead th.clause { font-size: .55rem; padding: .2rem 0; }
  .matrix td > a, .matrix td > .mark { min-width: 0; padding: .1rem 0; font-size: .7rem; }
  .matrix td { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
)css";

constexpr std::string_view script = R"js("use strict";
// Headings of tables sort their rows; pressed again, the other way round. Without it the order is that of the teams.
(() => {
  const key = (row, column) => row.cells[column].dataset.key ?? row.cells[column].textContent.trim();
  const order = new Intl.Collator(undefined, { numeric: true });
  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows);
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const back = head.getAttribute("aria-sort") === "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", back ? "descending" : "ascending");
        rows.sort((one, other) => (back ? -1 : 1) * order.compare(key(one, column), key(other, column)));
        body.append(...rows);
      });
    });
  }
})();
)js";

/// A folder's name within a link; it cannot be taken for a scheme.
std::string url_of(const std::string& folder) {
  std::string url = "./";
  for (const char one : folder) {
    const auto byte = static_cast<unsigned char>(one);
    const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 || one == '-' || one == '_' || one == '.');
    url += plain ? std::string(1, one) : fmt::format("%{:02X}", byte);
  }
  return url;
}

std::string report_of(const Entrant& entrant) {
  return fmt::format("{}/{}/report.html", url_of(entrant.folder), reports_folder);
}

/// By which a table is sorted: what asks for attention comes first.
int key_of(Status status) {
  return status == Status::not_admitted ? 0 : status == Status::cannot_tell ? 1 : 2;
}

int key_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::fail: return 0;
    case Verdict::error: return 1;
    case Verdict::inconclusive: return 2;
    case Verdict::not_run: return 3;
    case Verdict::not_applicable: return 4;
    case Verdict::pass: return 5;
  }
  return 6;
}

constexpr int key_of_nothing = 6;

std::string badge(Status status) {
  return fmt::format("<span class=\"badge {}\">{}</span>", admission::style_of(status), to_string(status));
}

std::string status_cell(Status status) {
  return fmt::format("<td class=\"status\" data-key=\"{}\">{}</td>", key_of(status), badge(status));
}

const Clause* clause_of(const Entrant& entrant, const std::string& id) {
  if (!entrant.admission.run) return nullptr;
  const std::vector<Clause>& all = entrant.admission.run->clauses;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Clause& one) { return one.id == id; });
  return found == all.end() ? nullptr : &*found;
}

/// A verdict as a mark, which leads to its evidence.
std::string verdict_cell(const Entrant& entrant, const std::string& id) {
  const Clause* const clause = clause_of(entrant, id);
  if (clause == nullptr)
    return fmt::format("<td data-key=\"{}\"><span class=\"aside\">not in its report</span></td>",
                       key_of_nothing);
  const Verdict verdict = verdict_of(*clause);
  const std::string mark = fmt::format("<span aria-hidden=\"true\">{}</span><span class=\"aside\">{}</span>",
                                       report::mark(verdict), content(clause->verdict));
  const std::string title = attribute(fmt::format("{}, {}: {}", entrant.admission.team, id, clause->verdict));
  const std::string inside =
      entrant.has_report ? fmt::format("<a href=\"{}#{}\" title=\"{}\">{}</a>", attribute(report_of(entrant)),
                                       attribute(report::html::evidence_id(id)), title, mark)
                         : fmt::format("<span class=\"mark\" title=\"{}\">{}</span>", title, mark);
  return fmt::format("<td class=\"{0}\" data-key=\"{1}\">{2}</td>", report::html::style_of(verdict),
                     key_of(verdict), inside);
}

/// The boards of one contest, with all clauses that one of their reports has.
struct Group {
  std::string contest;
  std::vector<const Entrant*> entrants;
  std::vector<const Clause*> clauses;

  void add_clauses(const Entrant& entrant) {
    if (!entrant.admission.run) return;
    for (const Clause& one : entrant.admission.run->clauses) {
      const bool is_known = std::any_of(clauses.begin(), clauses.end(),
                                        [&](const Clause* other) { return other->id == one.id; });
      if (!is_known) clauses.push_back(&one);
    }
  }
};

std::vector<Group> groups_of(const Event& event) {
  std::map<std::string, Group> by_contest;
  for (const Entrant& entrant : event.entrants) {
    Group& group = by_contest[entrant.admission.contest];
    group.contest = entrant.admission.contest;
    group.entrants.push_back(&entrant);
    group.add_clauses(entrant);
  }
  std::vector<Group> groups;
  groups.reserve(by_contest.size());
  for (auto& [contest, group] : by_contest) groups.push_back(std::move(group));
  return groups;
}

std::string sortable(std::string_view caption, std::string_view classes, const std::string& head,
                     const std::string& rows) {
  if (rows.empty()) return {};
  return report::html::scroll_box(
      caption,
      fmt::format("<table class=\"sortable {}\">\n<caption>{}</caption>\n<thead>\n<tr>{}</tr>\n</thead>\n"
                  "<tbody>\n{}</tbody>\n</table>\n",
                  classes, content(caption), head, rows));
}

std::string head_cell(std::string_view name) {
  return fmt::format("<th scope=\"col\">{}</th>", content(name));
}

std::string team_cell(const Entrant& entrant) {
  return row_heading(link(url_of(entrant.folder) + "/index.html", entrant.admission.team));
}

std::string certificate_cell(const Entrant& entrant) {
  const Admission& one = entrant.admission;
  if (!one.run) return cell("no report");
  return cell(entrant.has_report ? link(report_of(entrant), one.run->headline) : content(one.run->headline));
}

std::string team_row(const Entrant& entrant) {
  const Admission& one = entrant.admission;
  const std::string test = one.entry_test
                               ? fmt::format("<td data-key=\"{}\">{}</td>", key_of(one.entry_test->status),
                                             badge(one.entry_test->status))
                               : fmt::format("<td data-key=\"{}\">none</td>", key_of_nothing);
  return fmt::format("<tr>{}{}{}{}{}{}{}</tr>\n", team_cell(entrant), status_cell(one.status),
                     cell(content(one.contest)), certificate_cell(entrant), test,
                     cell(report::html::code(one.dut)), cell(content(one.date)));
}

std::string teams_section(const Event& event) {
  std::string head;
  for (const char* name : {"Team", "Status", "Contest", "Certificate", "Entry test", "Device", "Date"})
    head += head_cell(name);
  std::string rows;
  for (const Entrant& entrant : event.entrants) rows += team_row(entrant);
  return section("teams", "Teams", sortable("Teams, with status and certificate", "teams", head, rows));
}

std::string matrix(const Group& group) {
  if (group.clauses.empty()) return {};
  std::string head = head_cell("Team") + "<th scope=\"col\" class=\"status\">Status</th>";
  for (const Clause* clause : group.clauses)
    head += fmt::format("<th scope=\"col\" class=\"clause\"><abbr title=\"{}\">{}</abbr></th>",
                        attribute(clause->text), content(clause->id));
  std::string rows;
  for (const Entrant* entrant : group.entrants) {
    rows += "<tr>" + team_cell(*entrant) + status_cell(entrant->admission.status);
    for (const Clause* clause : group.clauses) rows += verdict_cell(*entrant, clause->id);
    rows += "</tr>\n";
  }
  return sortable(
      fmt::format("All boards and all clauses of {}; each verdict leads to its evidence", group.contest),
      "matrix", head, rows);
}

std::string clause_row(const Group& group, const Clause& clause) {
  std::size_t passed = 0;
  std::size_t failed = 0;
  for (const Entrant* entrant : group.entrants) {
    const Clause* const one = clause_of(*entrant, clause.id);
    passed += one != nullptr && one->verdict == "pass" ? 1 : 0;
    failed += one != nullptr && one->verdict == "fail" ? 1 : 0;
  }
  return fmt::format("<tr>{}{}{}{}{}</tr>\n", row_heading(content(clause.id)), cell(content(clause.text)),
                     cell(content(clause.level)), tournament::number(std::to_string(passed)),
                     tournament::number(std::to_string(failed)));
}

std::string clauses_table(const Group& group) {
  std::string rows;
  for (const Clause* clause : group.clauses) rows += clause_row(group, *clause);
  const std::string head =
      head_cell("Requirement") + head_cell("Clause") + head_cell("Level") +
      "<th scope=\"col\" class=\"number\">Passed</th><th scope=\"col\" class=\"number\">Failed</th>";
  return sortable(fmt::format("The clauses of {}, and how many boards passed and failed each", group.contest),
                  "clause-list", head, rows);
}

std::string legend() {
  std::string text;
  for (const auto& [verdict, word] :
       {std::pair(Verdict::pass, "pass"), std::pair(Verdict::fail, "fail"),
        std::pair(Verdict::inconclusive, "inconclusive"), std::pair(Verdict::error, "error of the rig"),
        std::pair(Verdict::not_applicable, "not applicable"), std::pair(Verdict::not_run, "not assessed")})
    text += fmt::format("<span class=\"pair\">{} {}</span>\n", report::mark(verdict), word);
  return "<p class=\"muted\">" + text + "</p>\n";
}

std::string summary(const Event& event) {
  const auto admitted = static_cast<std::size_t>(
      std::count_if(event.entrants.begin(), event.entrants.end(),
                    [](const Entrant& one) { return one.admission.status == Status::admitted; }));
  const bool all = admitted == event.entrants.size() && event.missing.empty() && admitted > 0;
  return fmt::format("<div class=\"verdict {}\"><strong>{} of {} boards are admitted</strong></div>\n",
                     all ? "pass" : "unsure", admitted, event.entrants.size());
}

std::string last_date(const Event& event) {
  std::string last;
  for (const Entrant& one : event.entrants) last = std::max(last, one.admission.date);
  return last.empty() ? "nobody yet" : last;
}

}  // namespace

std::string event_page(const Event& event) {
  std::string body = teams_section(event);
  std::size_t number = 0;
  for (const Group& group : groups_of(event)) {
    ++number;
    const std::string boards = matrix(group);
    body += section(fmt::format("boards-{}", number), "All boards, all clauses: " + group.contest,
                    boards.empty() ? boards : boards + legend());
    body +=
        section(fmt::format("clauses-{}", number), "The clauses of " + group.contest, clauses_table(group));
  }
  body += section("missing", "What cannot be read", tournament::list(event.missing));
  return tournament::page({.title = "Admissions",
                           .kicker = content(last_date(event)),
                           .heading = "Admissions",
                           .header = summary(event) + tournament::navigation({{"event.csv", "As CSV"},
                                                                              {"event.json", "As JSON"}}),
                           .body = body,
                           .what = "admission"});
}

std::string event_style() {
  return tournament::site_style() + std::string(style);
}

std::string_view event_script() {
  return script;
}

}  // namespace rig::admission
