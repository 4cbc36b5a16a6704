#include "rig/report/console/console_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "rig/base/readable.hpp"
#include "rig/base/visible.hpp"
#include "rig/report/digest.hpp"
#include "rig/report/gate/cycles.hpp"

namespace rig::report {

namespace {

/// A bar of up to `width` columns in eighths of a column; anything above zero shows.
std::string bar(std::uint64_t count, std::uint64_t most, std::size_t width) {
  static constexpr std::string_view eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (count == 0) return {};
  const double share = static_cast<double>(count) / static_cast<double>(most);
  const auto parts =
      std::max<std::size_t>(1, static_cast<std::size_t>(share * static_cast<double>(width * 8)));
  return repeated("█", parts / 8) + std::string(eighths[parts % 8]);
}

void print_summary_of_latencies(Page& page, const LatencyHistogram& histogram) {
  std::string text = fmt::format("p50 ≤ {}   p99 ≤ {}   max {}   uncertainty {}",
                                 readable(histogram.quantile(0.5)), readable(histogram.quantile(0.99)),
                                 readable(histogram.maximum()), readable(histogram.widest()));
  if (histogram.overflow() > 0) text += fmt::format("   overflow {}", histogram.overflow());
  if (histogram.underflow() > 0) text += fmt::format("   underflow {}", histogram.underflow());
  page.line("    " + page.wrapped(text, 4, 4));
}

/// Beside the seconds, where the DUT is a simulated design.
void print_cycles(Page& page, const RunRecord& run, const LatencyRecord& record) {
  if (const std::optional<CycleSummary> cycles = cycles_of_kind(run, record.kind))
    page.line("    " + page.wrapped("in clock cycles: " + summary_text(*cycles), 4, 4));
}

void print_histogram(Page& page, const LatencyRecord& record) {
  const std::vector<Bucket> rows = merged(record.histogram.buckets(), 12, record.deadline);
  std::uint64_t most = std::max(record.histogram.overflow(), record.histogram.underflow());
  for (const Bucket& row : rows) most = std::max(most, row.count);
  const std::size_t bar_width = page.width() - 38;
  const auto print_row = [&](const std::string& label, std::uint64_t count, std::string_view code) {
    const std::string drawn = bar(count, most, bar_width);
    const std::string filler(bar_width - columns(drawn), ' ');
    page.line(fmt::format("    {:>21} │{}{} {:>8}", label, page.painted(drawn, code), filler, count));
  };
  bool marked = record.deadline <= Duration::zero();
  const auto mark_deadline = [&](std::string_view where = "") {
    if (marked) return;
    marked = true;
    const std::string label = "deadline " + deadline_text(record.deadline);
    const std::string rule = std::string(where) + repeated("┄", bar_width + 9 - columns(where));
    page.line(page.painted(fmt::format("    {:>21} ┼{}", label, rule), "33"));
  };
  page.line();
  const std::string kind = cut(visible(record.kind), page.width() / 2);
  page.line(fmt::format("  {}  {} {}", page.painted(kind, bold), record.histogram.count(),
                        record.histogram.count() == 1 ? "reply" : "replies"));
  if (record.histogram.underflow() > 0) print_row("below 100 ns", record.histogram.underflow(), "36");
  for (const Bucket& row : rows) {
    if (row.from >= record.deadline) mark_deadline();
    const std::string label = fmt::format("{} – {}", readable(row.from), readable(row.to));
    print_row(label, row.count, is_late(row, record) ? "31" : "36");
    if (row.to > record.deadline) mark_deadline("┄ within the row above ");
  }
  mark_deadline();
  if (record.histogram.overflow() > 0) print_row("beyond 100 s", record.histogram.overflow(), "31");
  print_summary_of_latencies(page, record.histogram);
}

/// What it was held against stands behind the value, or below it where it does not fit.
void print_measurements_of(Page& page, const CaseRecord& record) {
  std::size_t name_width = 0;
  std::size_t value_width = 0;
  std::size_t limit_width = 0;
  for (const Measurement& one : record.measurements) {
    name_width = std::max(name_width, columns(visible(one.name)));
    value_width = std::max(value_width, columns(visible(one.value)));
    limit_width = std::max(limit_width, columns(visible(one.limit)));
  }
  name_width = std::min(name_width, page.width() / 3);
  const std::size_t indent = 6 + name_width;
  const bool one_line = indent + value_width + 2 + limit_width <= page.width();
  page.line("  " + page.wrapped(visible(record.id), 2, 4));
  for (const Measurement& one : record.measurements) {
    const std::string_view sign = one.verdict ? mark(*one.verdict) : " ";
    const std::string value = visible(one.value);
    std::string text = page.wrapped(value, indent, indent);
    if (one_line && !one.limit.empty()) text = padded(value, value_width) + "  " + visible(one.limit);
    page.line(fmt::format("  {} {}  {}", one.verdict ? page.painted(sign, colour_of(*one.verdict)) : " ",
                          padded(visible(one.name), name_width), text));
    if (!one_line && !one.limit.empty())
      page.line("        " + page.wrapped("compared with " + visible(one.limit), 8, 8));
  }
}

/// As many columns of cells side by side as the page is wide, then the next ones below.
void print_shmoo(Page& page, const CaseRecord& record) {
  const Shmoo& shmoo = *record.shmoo;
  std::size_t row_width = columns(visible(shmoo.down));
  std::size_t cell_width = 1;
  for (const std::string& row : shmoo.rows) row_width = std::max(row_width, columns(visible(row)));
  for (const std::string& column : shmoo.columns) cell_width = std::max(cell_width, columns(visible(column)));
  row_width = std::min(row_width, page.width() / 3);
  cell_width = std::min(cell_width, page.width() / 3) + 1;
  const std::size_t at_once = (page.width() - 4 - row_width) / cell_width;
  page.line("  " + page.wrapped(visible(record.id) + ": " + visible(shmoo.title), 2, 4));
  for (std::size_t from = 0; from < shmoo.columns.size(); from += at_once) {
    const std::size_t to = std::min(from + at_once, shmoo.columns.size());
    std::string heads;
    for (std::size_t i = from; i < to; ++i) {
      const std::string head = cut(visible(shmoo.columns[i]), cell_width - 1);
      heads += std::string(cell_width - columns(head), ' ') + head;
    }
    page.line(fmt::format("    {} {}", std::string(row_width, ' '),
                          cut(visible(shmoo.across), page.width() - 5 - row_width)));
    page.line(fmt::format("    {}{}", padded(visible(shmoo.down), row_width), heads));
    for (std::size_t row = 0; row < shmoo.rows.size(); ++row) {
      std::string cells;
      for (std::size_t i = from; i < to; ++i) {
        const bool answered = shmoo.cells[row][i] == Shmoo::answered;
        cells += std::string(cell_width - 1, ' ') + page.painted(answered ? "■" : "·", answered ? "32" : dim);
      }
      page.line(fmt::format("    {}{}", padded(visible(shmoo.rows[row]), row_width), cells));
    }
  }
  page.line("    ■ answered rightly   · not");
}

void print_measurements(Page& page, const RunRecord& run) {
  bool any = false;
  for (const CaseRecord& one : run.cases) {
    if (one.measurements.empty() && !one.shmoo) continue;
    if (!std::exchange(any, true)) page.heading("Measurements");
    page.line();
    if (!one.measurements.empty()) print_measurements_of(page, one);
    if (!one.measurements.empty() && one.shmoo) page.line();
    if (one.shmoo) print_shmoo(page, one);
  }
}

void print_requirements(Page& page, const RunRecord& run) {
  std::size_t id_width = 0;
  for (const RequirementRecord& one : run.requirements)
    id_width = std::min(std::max(id_width, columns(visible(one.id))), page.width() / 3);
  if (run.requirements.empty()) return;
  page.heading("Requirements");
  for (const RequirementRecord& one : run.requirements) {
    if (!one.testable) continue;
    const std::string level = one.level == Level::mandatory ? "" : fmt::format("({}) ", to_string(one.level));
    const std::size_t used = 2 + 2 + id_width + 2 + 14 + 2;
    const std::size_t room = page.width() - std::min(page.width(), used);
    page.line(fmt::format("  {} {}  {}  {}", page.painted(mark(one.verdict), colour_of(one.verdict)),
                          padded(visible(one.id), id_width),
                          page.painted(padded(assessment(one), 14), colour_of(one.verdict)),
                          cut(level + (one.reason.empty() ? visible(one.text) : visible(one.reason)), room)));
  }
}

void print_not_testable(Page& page, const RunRecord& run) {
  bool any = false;
  for (const RequirementRecord& one : run.requirements) {
    if (one.testable) continue;
    if (!any) page.heading("Not testable");
    any = true;
    page.entry(visible(one.id), one.why_not_testable, 0);
  }
}

/// Cases with the same reason stand together.
void print_not_applicable(Page& page, const RunRecord& run) {
  std::vector<std::pair<std::string, std::vector<std::string>>> by_reason;
  for (const CaseRecord& one : run.cases) {
    if (one.verdict != Verdict::not_applicable) continue;
    auto place = std::find_if(by_reason.begin(), by_reason.end(),
                              [&](const auto& entry) { return entry.first == one.reason; });
    if (place == by_reason.end()) place = by_reason.insert(by_reason.end(), {one.reason, {}});
    place->second.push_back(visible(one.id));
  }
  if (by_reason.empty()) return;
  page.heading("Not applicable");
  for (const auto& [reason, ids] : by_reason) {
    page.line("  – " + page.wrapped(reason.empty() ? "no reason was given" : visible(reason), 4, 4));
    page.line("    " + page.painted(page.wrapped(joined(ids, ", "), 4, 4), dim));
  }
}

void print_coverage(Page& page, const RunRecord& run) {
  const std::vector<std::string> coverage = coverage_of(run);
  if (coverage.empty()) return;
  page.heading("What was done");
  page.line("  " + page.wrapped(visible(joined(coverage, ", ")), 2, 2));
}

/// `4XXXX  3065 replies  p50 ≤ 631 us  p99 ≤ 1.63 ms  max 1.63 ms / 1 s`
void print_latency_briefly(Page& page, const LatencyRecord& record) {
  const LatencyHistogram& times = record.histogram;
  std::string text =
      fmt::format("{}  {} {}  p50 ≤ {}  p99 ≤ {}  max {}", cut(visible(record.kind), page.width() / 3),
                  times.count(), times.count() == 1 ? "reply" : "replies", readable(times.quantile(0.5)),
                  readable(times.quantile(0.99)), readable(times.maximum()));
  if (record.deadline > Duration::zero()) text += " / " + deadline_text(record.deadline);
  page.line("  " + page.painted(mark(record.verdict), colour_of(record.verdict)) + ' ' +
            page.wrapped(text, 4, 4));
}

/// One line for each kind of request, and where replies were late the picture of the first of those.
void print_latencies_briefly(Page& page, const RunRecord& run) {
  for (const LatencyRecord& record : run.latencies) {
    print_latency_briefly(page, record);
    print_cycles(page, run, record);
  }
  const auto late = std::find_if(run.latencies.begin(), run.latencies.end(), [](const LatencyRecord& record) {
    return record.deadline > Duration::zero() && record.histogram.maximum() > record.deadline;
  });
  if (late != run.latencies.end()) print_histogram(page, *late);
}

/// Only what was not as it should be.
void print_measurements_briefly(Page& page, const RunRecord& run) {
  bool any = false;
  for (CaseRecord one : run.cases) {
    std::erase_if(one.measurements, [](const Measurement& each) {
      return each.verdict.value_or(Verdict::pass) == Verdict::pass;
    });
    if (one.measurements.empty()) continue;
    if (!std::exchange(any, true)) page.heading("Measurements");
    print_measurements_of(page, one);
  }
}

/// A line for each requirement that did not hold, the first dozen; the others are counted.
void print_requirements_briefly(Page& page, const RunRecord& run) {
  std::map<std::string, std::size_t> others;
  RunRecord wrong;
  for (const RequirementRecord& one : run.requirements) {
    const bool has_line = wrong.requirements.size() < 12;
    if (one.testable && one.verdict >= Verdict::inconclusive && has_line) {
      wrong.requirements.push_back(one);
    } else {
      ++others[one.testable ? std::string(assessment(one)) : "not testable"];
    }
  }
  print_requirements(page, wrong);
  if (wrong.requirements.empty() && !others.empty()) page.heading("Requirements");
  std::vector<std::string> words;
  words.reserve(others.size());
  for (const auto& [verdict, count] : others) words.push_back(fmt::format("{} {}", count, verdict));
  std::reverse(words.begin(), words.end());  // those that passed first
  if (!words.empty()) page.line("  " + page.wrapped("others: " + joined(words, ", "), 2, 2));
}

}  // namespace

void print_tables(Page& page, const RunRecord& run) {
  if (!run.latencies.empty()) page.heading("Latency");
  for (const LatencyRecord& record : run.latencies) {
    print_histogram(page, record);
    print_cycles(page, run, record);
  }
  print_measurements(page, run);
  print_requirements(page, run);
  print_not_testable(page, run);
  print_not_applicable(page, run);
  print_coverage(page, run);
}

void print_tables_briefly(Page& page, const RunRecord& run) {
  if (!run.latencies.empty()) page.heading("Latency");
  print_latencies_briefly(page, run);
  print_measurements_briefly(page, run);
  print_requirements_briefly(page, run);
}

}  // namespace rig::report
