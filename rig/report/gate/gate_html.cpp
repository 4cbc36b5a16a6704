#include "rig/report/gate/gate_html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "rig/report/gate/judging.hpp"
#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/markup.hpp"

namespace rig::report::html {

namespace {

/// So many rows of a table; the rest is counted, and stands in report.json.
constexpr std::size_t most_rows = 50;

std::string row(const std::string& head, const std::vector<std::string>& cells) {
  std::string text = fmt::format("<tr role=\"row\"><th scope=\"row\" role=\"rowheader\">{}</th>", head);
  for (const std::string& one : cells) text += cell(one);
  return text + "</tr>\n";
}

std::string ids(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& one : all) text += (text.empty() ? "" : ", ") + content(one);
  return text.empty() ? "none" : text;
}

std::string table(std::string_view caption, const std::vector<std::string_view>& headings,
                  const std::vector<std::string>& rows) {
  if (rows.empty()) return {};
  std::string body;
  for (std::size_t i = 0; i < std::min(rows.size(), most_rows); ++i) body += rows[i];
  std::string rest;
  if (rows.size() > most_rows)
    rest = fmt::format("<p>… and {} more, in report.json</p>\n", rows.size() - most_rows);
  return wide_table("results", caption, headings) + body + std::string(wide_table_end) + rest;
}

std::string comparison_of(const RunRecord& run, const Comparison& one) {
  std::vector<std::pair<std::string, std::string>> rows = {
      {"Baseline", code(one.path) + (one.started.empty() ? "" : " of " + content(one.started))}};
  for (const std::string& note : one.notes) rows.emplace_back("Note", content(note));
  rows.emplace_back("New failures", ids(one.newly_failing));
  rows.emplace_back("Fixed", ids(one.fixed));
  rows.emplace_back("Still failing", ids(one.still_failing));
  rows.emplace_back("Latencies",
                    one.unit.empty() ? "not compared: " + content(one.why_not) : content(latency_line(one)));
  std::vector<std::string> rises;
  for (const LatencyRise& rise : one.shift ? std::vector<LatencyRise>() : one.rises)
    rises.push_back(
        row(link_to_case(run, rise.case_id), {std::to_string(rise.exchange), code(rise.kind),
                                              std::to_string(rise.then), std::to_string(rise.now)}));
  std::vector<std::string> divergences;
  for (const Divergence& divergence : one.divergences)
    divergences.push_back(row(link_to_case(run, divergence.case_id),
                              {std::to_string(divergence.exchange), content(divergence.what)}));
  return facts("Held against an earlier run", rows) +
         table("Replies that took longer than is allowed, in " + one.unit,
               {"Case", "Exchange", "Request", "Before", "Now"}, rises) +
         table("Where cases went another way; nothing of them is compared after that",
               {"Case", "Exchange", "What differs"}, divergences);
}

std::string known_failures(const RunRecord& run) {
  std::vector<std::string> rows;
  for (const KnownFailure& known : run.gate->known)
    rows.push_back(row(known.case_id.empty() ? content(known.requirement) : link_to_case(run, known.case_id),
                       {std::string(to_string(known.outcome)), content(known.until), content(known.reason)}));
  return table("Failures that were expected", {"What", "Outcome", "Until", "Reason"}, rows);
}

}  // namespace

std::string gate(const RunRecord& run) {
  if (!run.gate) return {};
  std::string body = "<p><strong>" + content(gate_line(run)) + "</strong></p>\n";
  if (run.gate->comparison) body += comparison_of(run, *run.gate->comparison);
  return section("gate", "The gate", body + known_failures(run));
}

}  // namespace rig::report::html
