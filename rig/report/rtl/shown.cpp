#include "rig/report/rtl/shown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "rig/base/visible.hpp"
#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/markup.hpp"
#include "rig/report/rtl/print.hpp"

namespace rig::report {

namespace {

constexpr std::size_t longest_list = 8;  // on the console

/// As exactly as GTKWave shows it.
std::string milliseconds(Duration time) {
  constexpr double nanoseconds = 1e6;
  return fmt::format("{:.6f} ms", static_cast<double>(time.count()) / nanoseconds);
}

/// The design has parts in VHDL.
bool has_vhdl(const RunRecord& run) {
  return run.link_facts.contains("ghdl");
}

constexpr const char* vhdl_in_coverage =
    "VHDL: its ports, signals and variables are counted, at the lines that declare them; its statements are "
    "not, "
    "because GHDL makes gates of them.";
constexpr const char* vhdl_in_waveforms =
    "VHDL: ports, signals and variables have their names; states are numbers, and fields of records are bits "
    "of "
    "a vector.";

std::string piece_in_words(const RtlCoverage::Unreached& piece) {
  return fmt::format("{}:{} ({})", std::filesystem::path(piece.file).filename().string(), piece.lines,
                     piece.what);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> waveform_in_words(const CaseRecord& one,
                                                                   const RunRecord& run) {
  std::vector<std::pair<std::string, std::string>> lines;
  if (!one.waveform) {
    const bool would_help = one.verdict == Verdict::fail && run.clock == "simulated" && !run.replay;
    if (would_help) lines.emplace_back("waveform", "the next command with --wave fail writes one");
    return lines;
  }
  const WaveformRecord& wave = *one.waveform;
  if (!wave.file.empty())
    lines.emplace_back("waveform", fmt::format("{}, from {} to {} after power-on", wave.file,
                                               milliseconds(wave.from), milliseconds(wave.until)));
  if (wave.failure) lines.emplace_back("failure", "at " + milliseconds(*wave.failure) + " in it");
  for (const std::string& note : wave.notes) lines.emplace_back("note", note);
  if (!wave.file.empty() && has_vhdl(run)) lines.emplace_back("note", vhdl_in_waveforms);
  if (!wave.error.empty()) lines.emplace_back("error", wave.error);
  return lines;
}

std::string coverage_in_words(const RtlCoverage& coverage) {
  return fmt::format("{} of {} blocks, {} of {} toggles", coverage.blocks_reached, coverage.blocks,
                     coverage.toggles_reached, coverage.toggles);
}

void print_rtl_coverage(Page& page, const RunRecord& run) {
  if (!run.rtl_coverage) return;
  const RtlCoverage& coverage = *run.rtl_coverage;
  page.heading("The design's own lines");
  page.line("  " +
            page.wrapped(fmt::format("reached: {}: {}", coverage_in_words(coverage), visible(coverage.file)),
                         2, 11));
  const std::size_t shown = std::min(coverage.unreached.size(), longest_list);
  for (std::size_t i = 0; i < shown; ++i)
    page.line((i == 0 ? "  by no case: " : "              ") +
              page.wrapped(visible(piece_in_words(coverage.unreached[i])), 14, 14));
  if (shown < coverage.unreached.size())
    page.line(fmt::format("              and {} more", coverage.unreached.size() - shown));
  if (has_vhdl(run)) page.line("  " + page.wrapped(vhdl_in_coverage, 2, 2));
}

namespace html {

std::string waveform(const CaseRecord& one, const RunRecord& run) {
  std::string text;
  for (const auto& [name, what] : waveform_in_words(one, run))
    text += fmt::format("<p class=\"muted\">{}: {}</p>\n", content(name), content(what));
  const bool opens = one.waveform && !one.waveform->command.empty();
  if (opens) text += "<p class=\"muted again\">Look at it:</p>\n" + command(one.waveform->command);
  return text;
}

std::string rtl_coverage(const RunRecord& run) {
  if (!run.rtl_coverage) return {};
  const RtlCoverage& coverage = *run.rtl_coverage;
  std::string rows;
  for (const RtlCoverage::Unreached& piece : coverage.unreached)
    rows += fmt::format("<tr role=\"row\">{}{}{}</tr>\n", cell(code(piece.file)),
                        cell(content(piece.lines), "number"), cell(content(piece.what)));
  std::string text = fmt::format("<p>All cases together reached {}. In lcov's format: {}</p>\n",
                                 coverage_in_words(coverage), code(coverage.file));
  if (!rows.empty())
    text += wide_table("unreached", "RTL that no case reached", {"File", "Lines", "What"}) + rows +
            std::string(wide_table_end);
  if (has_vhdl(run)) text += fmt::format("<p>{}</p>\n", content(vhdl_in_coverage));
  return part("rtl-coverage", "The design's own lines", text);
}

}  // namespace html

}  // namespace rig::report
