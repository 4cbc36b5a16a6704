#include "rig/report/console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "rig/base/text.hpp"
#include "rig/report/digest.hpp"
#include "rig/report/visible.hpp"

namespace rig::report {

namespace {

bool is_terminal(const std::ostream& out) {
  if (&out == &std::cout) return ::isatty(STDOUT_FILENO) == 1;
  if (&out == &std::cerr || &out == &std::clog) return ::isatty(STDERR_FILENO) == 1;
  return false;
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool decide(When when, bool automatic) {
  return when == When::always || (when == When::automatic && automatic);
}

std::string_view mark(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass: return "✓";
    case Verdict::fail: return "✗";
    case Verdict::inconclusive: return "?";
    case Verdict::error: return "!";
    case Verdict::not_applicable: return "–";
    case Verdict::not_run: return "·";
  }
  return " ";
}

constexpr std::string_view bold = "1";
constexpr std::string_view dim = "2";

std::string_view colour_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass: return "32";
    case Verdict::fail: return "31";
    case Verdict::inconclusive: return "33";
    case Verdict::error: return "35";
    default: return dim;
  }
}

std::string repeated(std::string_view unit, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += unit;
  return text;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : std::string(between)) + word;
  return text;
}

/// A bar of up to `width` columns in eighths of a column; anything above zero shows.
std::string bar(std::uint64_t count, std::uint64_t most, std::size_t width) {
  static constexpr std::string_view eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (count == 0) return {};
  const double share = static_cast<double>(count) / static_cast<double>(most);
  const auto parts =
      std::max<std::size_t>(1, static_cast<std::size_t>(share * static_cast<double>(width * 8)));
  return repeated("█", parts / 8) + std::string(eighths[parts % 8]);
}

/// How many bytes of UTF-8 text fill so many columns.
std::size_t bytes_of(std::string_view text, std::size_t width) {
  std::size_t bytes = 0;
  for (std::size_t column = 0; bytes < text.size(); ++bytes) {
    const bool begins = (static_cast<unsigned char>(text[bytes]) & 0xc0U) != 0x80U;
    if (begins && column++ == width) break;
  }
  return bytes;
}

/// Everything that is printed goes through here: colours, widths, wrapping.
class Page {
 public:
  Page(std::ostream& out, bool colour, std::size_t width) : out_(out), colour_(colour), width_(width) {}

  std::string painted(std::string_view text, std::string_view code) const {
    if (!colour_ || text.empty()) return std::string(text);
    return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
  }

  void line(std::string_view text = "") { out_ << text << '\n'; }

  void heading(std::string_view text) {
    line();
    line(painted(text, bold));
  }

  /// A sentence, broken between words, and within a word that is wider than a line; lines after the first
  /// begin with `indent` blanks. Whoever has written `first` columns already says so.
  std::string wrapped(std::string_view text, std::size_t first, std::size_t indent) const {
    std::string result;
    std::size_t column = first;
    const auto break_line = [&] {
      result += '\n' + std::string(indent, ' ');
      column = indent;
    };
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      std::string_view word = text.substr(at, end - at);
      const bool begins = column == first && result.empty();
      if (!begins && column + 1 + columns(word) > width_) {
        break_line();
      } else if (!begins) {
        result += ' ';
        ++column;
      }
      while (column + columns(word) > width_) {
        const std::size_t fits = bytes_of(word, width_ - std::min(column, width_));
        result += word.substr(0, fits);
        word.remove_prefix(fits);
        break_line();
      }
      result += word;
      column += columns(word);
      at = end + 1;
    }
    return result;
  }

  /// A line of evidence: as it is where it fits, else wrapped below its text.
  std::string detail(std::string_view text, std::size_t indent) const {
    if (indent + columns(text) <= width_) return std::string(text);
    constexpr std::size_t label = 10;  // `received  `
    const bool labelled = text.size() > label && text.substr(label - 2, 2) == "  ";
    const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
    const std::size_t lead = std::min(labelled ? std::max(blanks, label) : blanks, width_ / 3);
    return std::string(text.substr(0, lead)) +
           wrapped(text.substr(lead), indent + lead, indent + (labelled ? label : lead));
  }

  /// `label  text`, wrapped below the text; a long label stands on a line of its own.
  void entry(std::string_view label, std::string_view text, std::size_t label_width) {
    const std::size_t indent = std::max(label_width, columns(label)) + 4;
    if (indent > width_ / 2) {
      line("  " + wrapped(label, 2, 4));
      line("    " + wrapped(visible(text), 4, 4));
      return;
    }
    line(fmt::format("  {}  {}", padded(label, indent - 4), wrapped(visible(text), indent, indent)));
  }

  std::size_t width() const { return width_; }

 private:
  std::ostream& out_;
  bool colour_;
  std::size_t width_;
};

std::string latency_text(const CaseRecord& record) {
  const Sample* sample = tightest(record);
  if (sample == nullptr) return {};
  if (sample->deadline <= Duration::zero()) return readable(sample->latency.longest);
  return fmt::format("{} / {}", readable(sample->latency.longest), deadline_text(sample->deadline));
}

/// What stands between the id and the latency: the title and, if they fit, the requirements.
std::string description(const CaseRecord& record, std::size_t room) {
  if (record.verdict == Verdict::not_applicable)
    return padded("not applicable: " + visible(record.reason), room);
  if (record.verdict == Verdict::not_run) return padded("not run", room);
  std::string text = visible(record.title);
  std::string ids;
  for (const auto& [id, tally] : record.requirements) ids += (ids.empty() ? "" : ", ") + visible(id);
  if (!ids.empty() && columns(text) + columns(ids) + 4 <= room) text += "  [" + ids + ']';
  return padded(text, room);
}

void print_case(Page& page, const CaseRecord& record) {
  const std::string latency = latency_text(record);
  const std::size_t usual_tail = 15;
  const std::size_t tail = latency.empty() ? 0 : std::max(columns(latency) + 2, usual_tail);
  const std::size_t room = page.width() - 2 - tail;
  const std::size_t id_column = (page.width() - 2 - usual_tail) / 2 + 1;  // 32 of 80
  const std::size_t id_width = std::min(room, std::max(id_column, columns(visible(record.id))));
  const std::size_t left = room > id_width + 1 ? room - id_width - 1 : 0;
  std::string text = padded(visible(record.id), id_width);
  if (left > 0) text += ' ' + description(record, left);
  if (tail > 0) text += std::string(tail - columns(latency), ' ') + latency;
  text.erase(text.find_last_not_of(' ') + 1);
  page.line(page.painted(mark(record.verdict), colour_of(record.verdict)) + ' ' + text);
  if (record.verdict < Verdict::inconclusive) return;
  const std::string wrong = cut(visible(complaint(record)), page.width() - 4);
  if (!wrong.empty()) page.line("    " + page.painted(wrong, colour_of(record.verdict)));
}

/// A case that passed, and the lesser requirement that failed in it.
void print_remark(Page& page, const CaseRecord& record) {
  print_case(page, record);
  for (const Finding* finding : worst_first(record.findings)) {
    if (finding->verdict != Verdict::fail) continue;
    const std::string text = finding->requirement + ": " + finding->summary;
    page.line("    " + page.painted(cut(visible(text), page.width() - 4), colour_of(finding->verdict)));
    return;
  }
}

void print_summary_of_latencies(Page& page, const LatencyHistogram& histogram) {
  std::string text = fmt::format("p50 ≤ {}   p99 ≤ {}   max {}   uncertainty {}",
                                 readable(histogram.quantile(0.5)), readable(histogram.quantile(0.99)),
                                 readable(histogram.maximum()), readable(histogram.widest()));
  if (histogram.overflow() > 0) text += fmt::format("   overflow {}", histogram.overflow());
  if (histogram.underflow() > 0) text += fmt::format("   underflow {}", histogram.underflow());
  page.line("    " + page.wrapped(text, 4, 4));
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
      page.line("        " + page.wrapped("held against " + visible(one.limit), 8, 8));
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

void print_finding(Page& page, const Finding& finding) {
  const std::string id = finding.requirement.empty() ? "" : visible(finding.requirement) + ": ";
  const std::string text = page.wrapped(id + visible(finding.summary), 6, 6);
  page.line("    " + page.painted(mark(finding.verdict), colour_of(finding.verdict)) + ' ' + text);
  for (const std::string& detail : story_of(finding)) {
    const std::string shown = visible(detail, Newlines::kept);
    for (std::size_t at = 0; at <= shown.size();) {
      const std::size_t end = std::min(shown.find('\n', at), shown.size());
      page.line("        " + page.detail(shown.substr(at, end - at), 8));
      at = end + 1;
    }
  }
}

void print_attention(Page& page, const RunRecord& run) {
  const std::vector<const CaseRecord*> cases = to_attend(run);
  if (cases.empty()) return;
  page.heading("What went wrong, worst first");
  for (const CaseRecord* one : cases) {
    page.line();
    const std::string verdict = ending_of(*one, run);
    const std::string id =
        cut(visible(one->id), page.width() - std::min(page.width() / 2, columns(verdict) + 6));
    page.line(fmt::format("  {} {}  {}", page.painted(mark(one->verdict), colour_of(one->verdict)),
                          page.painted(id, bold), verdict));
    if (!one->reason.empty()) page.line("    " + page.wrapped(visible(one->reason), 4, 4));
    for (const Finding* finding : worst_first(one->findings)) print_finding(page, *finding);
    if (!one->again.empty()) page.line("    again: " + visible(one->again));
  }
}

void print_coverage(Page& page, const RunRecord& run) {
  const std::vector<std::string> coverage = coverage_of(run);
  if (coverage.empty()) return;
  page.heading("What was done");
  page.line("  " + page.wrapped(visible(joined(coverage, ", ")), 2, 2));
}

/// How well time was known, where it was measured and not simulated.
std::string timing_text(const RunRecord& run) {
  const auto how = run.link_facts.find("hold-back");
  return fmt::format("instants are known to {}; the link holds a byte back by at most {}{}",
                     readable(run.uncertainty), readable(run.hold_back),
                     how == run.link_facts.end() ? "" : " (" + how->second + ")");
}

void print_closing(Page& page, const RunRecord& run, std::string_view colour) {
  page.line();
  for (const std::string& error : run.errors) page.entry("error", error, 8);
  if (run.interrupted) page.entry("note", "the run was interrupted; what had not ended was not run", 8);
  for (const std::string& why : run.partial) page.entry("partial", why, 8);
  for (const RequirementRecord* one : reservations(run)) page.entry("reservation", reservation_text(*one), 8);
  if (!run.transcript_path.empty()) page.entry("evidence", run.transcript_path, 8);
  std::vector<std::string> tally;
  for (const auto& [verdict, count] : tally_of(run)) {
    tally.insert(tally.begin(), fmt::format("{} {}", count, to_string(verdict)));
  }
  page.entry("cases", tally.empty() ? "none" : fmt::format("{}: {}", run.cases.size(), joined(tally, ", ")),
             8);
  if (run.clock == "monotonic") page.entry("timing", timing_text(run), 8);
  page.entry("took", readable(run.wall_time), 8);
  page.line();
  page.line(page.painted(headline(run), colour));
}

}  // namespace

Console::Console(std::ostream& out, ConsoleOptions options)
    : out_(out),
      options_(std::move(options)),
      colour_(decide(options_.colour,
                     is_terminal(out) && environment("NO_COLOR").empty() && environment("TERM") != "dumb")),
      progress_(!options_.quiet &&
                decide(options_.progress, is_terminal(out) && environment("TERM") != "dumb")) {
  options_.width = std::max<std::size_t>(options_.width, 40);
  if (!options_.now) options_.now = [] { return std::chrono::steady_clock::now().time_since_epoch(); };
}

void Console::begin(const RunRecord& run, std::size_t planned) {
  planned_ = planned;
  ended_ = 0;
  begun_ = options_.now();
  if (options_.quiet) return;
  Page page(out_, colour_, options_.width);
  const std::string title = visible(run.contest_title.empty() ? run.contest : run.contest_title);
  page.line(page.painted(page.wrapped(title, 0, 2), bold));
  if (!run.dut.empty()) page.entry("dut", run.dut, 4);
  if (run.replay)
    page.entry("replay",
               fmt::format("of {}, recorded by contest-rig {}; the dut itself was not run", run.replay->path,
                           run.replay->program_version),
               4);
  if (!run.link_description.empty()) page.entry("link", run.link_description, 4);
  page.entry("seed", std::to_string(run.seed), 4);
  for (const std::string& why : run.partial) page.entry("partial, not a certificate:", why, 4);
  page.line();
  show_progress();
}

void Console::case_ended(const CaseRecord& record) {
  ++ended_;
  if (options_.quiet && record.verdict < Verdict::inconclusive) return;
  erase_progress();
  Page page(out_, colour_, options_.width);
  print_case(page, record);
  show_progress();
  out_.flush();
}

void Console::say(const std::string& text) {
  erase_progress();
  Page page(out_, colour_, options_.width);
  page.entry("…", text, 0);
  show_progress();
  out_.flush();
}

void Console::summary(const RunRecord& run) {
  erase_progress();
  Page page(out_, colour_, options_.width);
  static constexpr std::string_view colours[] = {"1;32", "1;31", bold, "1;33"};
  const std::string_view colour = colours[static_cast<std::size_t>(exit_status(run))];
  if (options_.quiet) {
    for (const std::string& error : run.errors) page.entry("error", error, 0);
    for (const RequirementRecord* one : reservations(run))
      page.entry("reservation", reservation_text(*one), 0);
    for (const CaseRecord* one : to_attend(run)) {  // those with a worse verdict were told when they ended
      if (one->verdict < Verdict::inconclusive) print_remark(page, *one);
    }
    page.line(page.painted(headline(run), colour));
    out_.flush();
    return;
  }
  if (!run.latencies.empty()) page.heading("Latency");
  for (const LatencyRecord& record : run.latencies) print_histogram(page, record);
  print_measurements(page, run);
  print_requirements(page, run);
  print_not_testable(page, run);
  print_not_applicable(page, run);
  print_coverage(page, run);
  print_attention(page, run);
  print_closing(page, run, colour);
  out_.flush();
}

void Console::erase_progress() {
  if (progress_shown_) out_ << "\r\x1b[K";
  progress_shown_ = false;
}

void Console::show_progress() {
  if (!progress_ || ended_ >= planned_) return;
  out_ << fmt::format("  {} of {}{}", ended_, planned_, time_left()) << std::flush;
  progress_shown_ = true;
}

/// As if the cases that are left took as long as those that have ended; nothing below a second.
std::string Console::time_left() const {
  if (ended_ == 0) return {};
  const double per_case =
      static_cast<double>((options_.now() - begun_).count()) / static_cast<double>(ended_);
  const double seconds = per_case * static_cast<double>(planned_ - ended_) / 1e9;
  if (seconds < 1) return {};
  if (seconds < 10) return fmt::format(", about {:.0f} s left", seconds);
  if (seconds < 57.5) return fmt::format(", about {:.0f} s left", 5 * std::round(seconds / 5));
  return fmt::format(", about {:.0f} min left", std::max(1.0, std::round(seconds / 60)));
}

}  // namespace rig::report
