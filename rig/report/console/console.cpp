#include "rig/report/console/console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ostream>
#include <sstream>
#include <utility>
#include <vector>

#include "rig/base/readable.hpp"
#include "rig/base/visible.hpp"
#include "rig/report/causes.hpp"
#include "rig/report/console/console_causes.hpp"
#include "rig/report/console/console_tables.hpp"
#include "rig/report/console/terminal.hpp"
#include "rig/report/digest.hpp"
#include "rig/report/gate/gate_console.hpp"
#include "rig/report/gate/judging.hpp"
#include "rig/report/html/page.hpp"
#include "rig/report/rtl/print.hpp"

namespace rig::report {

namespace {

/// A console of a run that failed is no longer, unless its cases alone are.
constexpr std::size_t lines_of_a_failing_run = 118;

bool decide(When when, bool automatic) {
  return when == When::always || (when == When::automatic && automatic);
}

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

/// A case that passed as a whole, though a lesser requirement failed in it: the worst of such findings.
const Finding* remark_on(const CaseRecord& record) {
  if (record.verdict >= Verdict::inconclusive || record.findings.empty()) return nullptr;
  const Finding* const worst = worst_first(record.findings).front();
  return worst->verdict >= Verdict::inconclusive ? worst : nullptr;
}

/// The line of a case.
void print_case(Page& page, const CaseRecord& record) {
  const std::string latency = latency_text(record);
  const std::size_t usual_tail = 15;
  const std::size_t tail = latency.empty() ? 0 : std::max(columns(latency) + 2, usual_tail);
  const std::size_t room = page.width() - 2 - tail;
  const std::size_t id_column =
      std::min<std::size_t>((page.width() - 2 - usual_tail) / 2 + 1, 40);  // 32 of 80
  const std::size_t id_width = std::min(room, std::max(id_column, columns(visible(record.id))));
  const std::size_t left = room > id_width + 1 ? room - id_width - 1 : 0;
  std::string text = padded(visible(record.id), id_width);
  if (left > 0) text += ' ' + description(record, left);
  if (tail > 0) text += std::string(tail - columns(latency), ' ') + latency;
  text.erase(text.find_last_not_of(' ') + 1);
  const bool remark = remark_on(record) != nullptr;
  const std::string_view sign = remark ? mark_of_a_remark : mark(record.verdict);
  page.line(page.painted(sign, colour_of(remark ? Verdict::inconclusive : record.verdict)) + ' ' + text);
}

/// The finding that tells what is wrong with a case, the most binding of the worst; where none does, its
/// reason.
Finding worst_of(const CaseRecord& record, const std::map<std::string, Level>& levels) {
  std::vector<const Finding*> findings = worst_first(record.findings);
  const auto place = [&](const Finding* one) {
    const auto known = levels.find(one->requirement);
    return std::pair(-static_cast<int>(one->verdict),
                     known == levels.end() ? Level::mandatory : known->second);
  };
  std::stable_sort(findings.begin(), findings.end(),
                   [&](const Finding* a, const Finding* b) { return place(a) < place(b); });
  const bool told_by_reason = findings.empty() || findings.front()->verdict < record.verdict;
  if (!findings.empty() && (!told_by_reason || record.reason.empty())) return *findings.front();
  Finding own;
  own.verdict = record.verdict;
  own.summary = record.reason;
  return own;
}

void print_headline(Page& page, const RunRecord& run) {
  static constexpr std::string_view colours[] = {"1;32", "1;31", bold, "1;33"};
  const auto colour = [](int status) { return colours[static_cast<std::size_t>(status)]; };
  page.line(page.painted(headline(run), colour(exit_status_without_gate(run))));
  if (run.gate) page.line(page.painted(page.wrapped(gate_line(run), 0, 2), colour(exit_status(run))));
}

void print_end_quietly(Page& page, const RunRecord& run, const std::vector<std::string>& reports) {
  for (const std::string& error : run.errors) page.entry("error", error, 0);
  for (const std::string& one : reservation_texts(run)) page.entry("reservation", one, 0);
  print_objections(page, run);
  print_headline(page, run);
  if (exit_status(run) == 0) return;
  for (const std::string& report : reports) page.entry("report", report, 0);
}

/// Empty: it has no such fact.
std::string fact_of_identity(const RunRecord& run, std::string_view name) {
  for (const Setting& fact : run.identity) {
    if (fact.name == name) return fact.value;
  }
  return {};
}

/// Where the seed comes from, if from a text.
std::string derived_from(const RunRecord& run) {
  const std::string text = fact_of_identity(run, "seed-from");
  return text.empty() ? std::string() : fmt::format(" (derived from \"{}\")", visible(text));
}

/// How well time was known, where it was measured and not simulated.
std::string timing_text(const RunRecord& run) {
  const auto fact = [&](const char* name, const char* format) {
    const auto found = run.link_facts.find(name);
    return found == run.link_facts.end() ? std::string() : fmt::format(fmt::runtime(format), found->second);
  };
  return fmt::format("time stamps are accurate to {}; the link delays a byte by at most {}{}{}{}",
                     readable(run.uncertainty), readable(run.hold_back), fact("hold-back", " ({})"),
                     fact("calibration", "; calibration {}"),
                     fact(fact_wire_drift, "; against the board's bit rate: {}"));
}

/// Why the simulation has to evaluate the clocks of each wait; empty if it need not.
std::string why_waits_cost(const RunRecord& run) {
  const auto skip = run.link_facts.find("skip");
  const bool skips = skip == run.link_facts.end() || skip->second == "on" || skip->second == "off: as asked";
  return skips ? std::string() : skip->second;
}

/// In Hz; 0: the DUT is no simulation, or it was not run again.
std::uint64_t simulated_clock(const RunRecord& run) {
  const auto found = run.link_facts.find("clock_hz");
  if (run.clock != "simulated" || run.replay || found == run.link_facts.end()) return 0;
  std::uint64_t clock_hz = 0;
  std::from_chars(found->second.data(), found->second.data() + found->second.size(), clock_hz);
  return clock_hz;
}

/// How long the run took, and of a simulation how much time it simulated meanwhile.
std::string duration_text(const RunRecord& run) {
  if (run.gathered) return readable(run.wall_time) + ", to gather what had been run";
  Duration simulated{};
  for (const CaseRecord& one : run.cases) simulated += one.link_time;
  const std::string speed = speed_text(simulated_clock(run), simulated, run.wall_time);
  if (speed.empty()) return readable(run.wall_time);
  return fmt::format("{}; simulated {}: {}", readable(run.wall_time), readable(simulated), speed);
}

void print_closing(Page& page, const RunRecord& run, const std::vector<std::string>& reports) {
  print_gate(page, run);
  page.line();
  for (const std::string& error : run.errors) page.entry("error", error, 8);
  if (run.interrupted) page.entry("note", "the run was interrupted; what had not ended was not run", 8);
  for (const std::string& why : run.partial) page.entry("partial", why, 8);
  for (const std::string& one : reservation_texts(run)) page.entry("reservation", one, 8);
  for (const std::string& one : power_on_texts(run)) page.entry("hint", one, 8);
  for (const std::string& one : silence_texts(run)) page.entry("hint", one, 8);
  for (const std::string& report : reports) page.entry("report", report, 8);
  if (!run.transcript_path.empty()) page.entry("evidence", run.transcript_path, 8);
  if (!run.signed_by.empty())
    page.entry("signed", (run.replay ? "by its own account, with the key " : "with the key ") + run.signed_by,
               8);
  std::vector<std::string> tally;
  for (const auto& [verdict, count] : tally_of(run)) {
    tally.insert(tally.begin(), fmt::format("{} {}", count, to_string(verdict)));
  }
  page.entry("cases", tally.empty() ? "none" : fmt::format("{}: {}", run.cases.size(), joined(tally, ", ")),
             8);
  if (run.clock == "monotonic" && run.role == "dut") page.entry("timing", timing_text(run), 8);
  if (const std::string why = why_waits_cost(run); !why.empty()) page.entry("skip", why, 8);
  if (const std::string sandbox = fact_of_identity(run, "sandbox"); !sandbox.empty())
    page.entry("sandbox", visible(sandbox), 8);
  page.entry("took", duration_text(run), 8);
  page.line();
}

}  // namespace

Console::Console(std::ostream& out, ConsoleOptions options)
    : out_(out),
      options_(std::move(options)),
      colour_(decide(options_.colour, wants_colour(out))),
      progress_(!options_.quiet && decide(options_.progress, obeys_escapes(out))),
      utf8_(shows_utf8(out)) {
  if (!options_.now) options_.now = [] { return std::chrono::steady_clock::now().time_since_epoch(); };
  begun_ = options_.now();
}

Console::~Console() {
  erase_progress();
  out_.flush();
}

std::size_t Console::width() const {
  return options_.width == 0 ? columns_of_terminal(out_) : std::max<std::size_t>(options_.width, 40);
}

/// Everything but the progress line is written here.
template <typename Print>
void Console::print(Print print_on) {
  std::ostringstream text;
  Page page(text, colour_ ? Colour::ansi : Colour::none, width());
  print_on(page);
  erase_progress();
  out_ << (utf8_ ? std::string(text.view()) : in_ascii(text.view()));
  lines_ += lines_in(text.view());
  show_progress();
  out_.flush();
}

void Console::doing(const std::string& what) {
  const std::lock_guard lock(mutex_);
  now_.doing = what;
  refresh_progress();
}

void Console::begin(const RunRecord& run, std::size_t planned) {
  const std::lock_guard lock(mutex_);
  now_.doing.clear();
  now_.planned = planned;
  now_.ended = 0;
  now_.clock_hz = simulated_clock(run);
  for (const RequirementRecord& one : run.requirements) levels_[one.id] = one.level;
  testing_since_ = options_.now();
  if (options_.quiet) return;
  print([&](Page& page) {
    const std::string title = visible(run.contest_title.empty() ? run.contest : run.contest_title);
    page.line(page.painted(page.wrapped(title, 0, 2), bold));
    const std::size_t names = run.label.empty() ? 4 : 5;  // the width of the longest
    if (!run.team_name.empty()) page.entry("team", run.team_name, names);
    if (!run.label.empty()) page.entry("label", run.label, names);
    if (!run.dut.empty()) page.entry(run.role, run.dut, names);
    if (run.replay)
      page.entry("replay",
                 fmt::format("of {}, recorded by contest-rig {}; the dut itself was not run",
                             run.replay->path, run.replay->program_version),
                 names);
    if (run.replay && !run.replay->chained)
      page.entry("note", "the transcript is not chained: nothing shows whether it was changed", names);
    if (!run.link_description.empty()) page.entry("link", run.link_description, names);
    page.entry("seed", std::to_string(run.seed) + derived_from(run), names);
    for (const std::string& why : run.partial) page.entry("partial, not a certificate:", why, names);
    page.line();
  });
}

void Console::case_begins(const std::string& id) {
  const std::lock_guard lock(mutex_);
  now_.running.push_back(id);
  refresh_progress();
}

void Console::case_ended(const CaseRecord& record) {
  const std::lock_guard lock(mutex_);
  ++now_.ended;
  std::erase(now_.running, record.id);
  print([&](Page& page) {
    if (options_.quiet) return print_quietly(page, record);
    print_case(page, record);
    tell_what_is_new(page, record);
  });
}

void Console::simulated(Duration time) {
  const std::lock_guard lock(mutex_);
  now_.simulated += time;
}

/// `✗ Pass.WhenItMust  CHESS-PASS-1: no reply where it must pass  again: certify …`
void Console::print_quietly(Page& page, const CaseRecord& record) const {
  if (record.verdict < Verdict::inconclusive) return;
  constexpr std::size_t room = 72;  // columns of the sentence
  page.line(fmt::format("{} {}  {}{}", page.painted(mark(record.verdict), colour_of(record.verdict)),
                        visible(record.id), cut(sentence_of(worst_of(record, levels_)), room),
                        record.again.empty() ? "" : "  again: " + visible(record.again)));
}

/// What is wrong with the case, unless a case before it was told the same.
void Console::tell_what_is_new(Page& page, const CaseRecord& record) {
  const Finding* const remark = remark_on(record);
  if (record.verdict < Verdict::inconclusive && remark == nullptr) return;
  const Finding wrong = remark != nullptr ? *remark : worst_of(record, levels_);
  if (wrong.summary.empty() || !told_.insert({wrong.requirement, kind_of(wrong)}).second) return;
  const std::string text = remark != nullptr ? "remark: " + sentence_of(wrong) : visible(wrong.summary);
  page.line("    " + page.painted(cut(text, page.width() - 4), colour_of(wrong.verdict)));
}

void Console::say(const std::string& text) {
  const std::lock_guard lock(mutex_);
  print([&](Page& page) { page.entry("…", text, 0); });
}

void Console::tick() {
  const std::lock_guard lock(mutex_);
  refresh_progress();
}

void Console::summary(const RunRecord& run, const std::vector<std::string>& reports) {
  const std::lock_guard lock(mutex_);
  now_ = {};  // nothing is under way any more
  if (options_.quiet) {
    print([&](Page& page) { print_end_quietly(page, run, reports); });
    return;
  }
  const bool wrong = !causes_of(run).empty();
  const auto closing = [&](Page& page) { print_closing(page, run, reports); };
  if (!wrong) {
    print([&](Page& page) {
      print_tables(page, run);
      print_rtl_coverage(page, run);
    });
  } else {
    const std::size_t others = lines_on_page([&](Page& page) {
      print_tables_briefly(page, run);
      closing(page);
    });
    const std::size_t taken = lines_ + others + 1;
    print([&](Page& page) {
      print_causes(page, run, lines_of_a_failing_run - std::min(taken, lines_of_a_failing_run));
      print_tables_briefly(page, run);
      print_rtl_coverage(page, run);
    });
  }
  print(closing);
  print([&](Page& page) { print_headline(page, run); });
}

template <typename Print>
std::size_t Console::lines_on_page(Print print_on) const {
  std::ostringstream text;
  Page page(text, Colour::none, width());
  print_on(page);
  return lines_in(text.view());
}

void Console::erase_progress() {
  if (shown_.empty()) return;
  // A terminal that has become narrower meanwhile shows the line in several rows.
  const std::size_t rows = progress_ && options_.width == 0 ? (columns(shown_) - 1) / width() : 0;
  if (rows > 0) out_ << fmt::format("\r\x1b[{}A\x1b[J", rows);
  out_ << "\r\x1b[K";
  shown_.clear();
}

void Console::show_progress() {
  if (!progress_) return;
  shown_ = utf8_ ? progress_text() : in_ascii(progress_text());
  out_ << shown_ << std::flush;
}

void Console::refresh_progress() {
  if (!progress_ || progress_text() == shown_) return;
  erase_progress();
  show_progress();
}

/// One column stays free: some terminals go on to the next line when the last one is written.
std::string Console::progress_text() const {
  Progress now = now_;
  const Duration time = options_.now();
  now.elapsed = time - begun_;
  now.testing = time - testing_since_;
  return progress_line(now, width() - 1);
}

}  // namespace rig::report
