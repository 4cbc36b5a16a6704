#include "rig/report/gate/gate_console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "rig/base/visible.hpp"
#include "rig/report/gate/judging.hpp"

namespace rig::report {

namespace {

/// So many of a list have a line; the others are counted, and stand in report.json.
constexpr std::size_t most_told = 6;

void print_list(Page& page, const char* label, const std::vector<std::string>& ids) {
  if (!ids.empty()) page.entry(label, joined(ids, ", "), 13);
}

void print_more(Page& page, std::size_t count) {
  if (count > most_told) page.line(fmt::format("    … and {} more, in report.json", count - most_told));
}

void print_comparison(Page& page, const Comparison& comparison) {
  page.heading("Against the baseline");
  const std::string when = comparison.started.empty() ? "" : " of " + comparison.started;
  page.entry("baseline", visible(comparison.path) + when, 13);
  for (const std::string& note : comparison.notes) page.entry("note", note, 13);
  print_list(page, "new failures", comparison.newly_failing);
  print_list(page, "fixed", comparison.fixed);
  print_list(page, "still failing", comparison.still_failing);
  if (comparison.unit.empty()) return page.entry("latencies", "not compared: " + comparison.why_not, 13);
  page.entry("latencies", latency_line(comparison), 13);
  const std::size_t rises = comparison.shift ? 0 : comparison.rises.size();
  for (std::size_t i = 0; i < std::min(most_told, rises); ++i) {
    const LatencyRise& rise = comparison.rises[i];
    const std::string text =
        fmt::format("{} exchange {}, \"{}\": {} {}, and {} before (+{})", rise.case_id, rise.exchange,
                    rise.kind, rise.now, comparison.unit, rise.then, rise.now - rise.then);
    page.line("  " + page.painted("✗", colour_of(Verdict::fail)) + ' ' + page.wrapped(visible(text), 4, 4));
  }
  print_more(page, rises);
  for (std::size_t i = 0; i < std::min(most_told, comparison.divergences.size()); ++i) {
    const Divergence& one = comparison.divergences[i];
    page.line("  ≠ " + page.wrapped(visible(fmt::format("{} diverges at exchange {}: {}", one.case_id,
                                                        one.exchange, one.what)),
                                    4, 4));
  }
  print_more(page, comparison.divergences.size());
}

void print_known(Page& page, const std::vector<KnownFailure>& all) {
  if (all.empty()) return;
  page.heading("Expected failures");
  for (const KnownFailure& known : all) {
    const bool red = known.outcome == KnownOutcome::passed || known.outcome == KnownOutcome::not_assessed;
    const std::string text = fmt::format("{}  {}, expected until {}: {}", known.name(),
                                         to_string(known.outcome), known.until, known.reason);
    page.line("  " + page.painted(red ? "✗" : "·", red ? colour_of(Verdict::fail) : dim) + ' ' +
              page.wrapped(visible(text), 4, 4));
  }
}

}  // namespace

void print_gate(Page& page, const RunRecord& run) {
  if (!run.gate) return;
  if (run.gate->comparison) print_comparison(page, *run.gate->comparison);
  print_known(page, run.gate->known);
}

void print_objections(Page& page, const RunRecord& run) {
  for (const Objection& objection : objections(run)) page.entry("gate", objection.what, 0);
}

}  // namespace rig::report
