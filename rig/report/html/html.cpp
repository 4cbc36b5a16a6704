#include "rig/report/html/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "rig/base/readable.hpp"
#include "rig/base/visible.hpp"
#include "rig/report/digest.hpp"
#include "rig/report/gate/cycles.hpp"
#include "rig/report/gate/gate_html.hpp"
#include "rig/report/gate/judging.hpp"
#include "rig/report/html/chart.hpp"
#include "rig/report/html/html_causes.hpp"
#include "rig/report/html/html_certificate.hpp"
#include "rig/report/html/html_exhibits.hpp"
#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/html_style.hpp"
#include "rig/report/html/markup.hpp"
#include "rig/report/html/page_script.hpp"
#include "rig/report/rtl/shown.hpp"

namespace rig::report {

using html::badge;
using html::case_id;
using html::cell;
using html::code;
using html::facts;
using html::link_to_case;
using html::pair;
using html::part;
using html::section;
using html::wide_table;
using html::wide_table_end;

namespace {

class Document {
 public:
  Document(const RunRecord& run, const GameOf& game_of) : run_(run), causes_(run, game_of) {}

  std::string write() const {
    const std::string title = run_.contest_title.empty() ? run_.contest : run_.contest_title;
    const std::string parts = sections();
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'; script-src {9}; "
        "img-src data:\">\n<link rel=\"icon\" href=\"data:,\">\n"
        "<title>{0}: {1}</title>\n<style>{2}</style>\n</head>\n<body>\n<header>\n"
        "<p class=\"kicker\">contest-rig {3} · {8}</p>\n<h1>{4}</h1>\n{5}</header>\n<main>\n"
        "{6}</main>\n{7}<script>{10}</script>\n</body>\n</html>\n",
        content(headline(run_)), content(run_.dut), html_style, content(run_.program_version),
        content(title.empty() ? "Run without a contest" : title),
        verdict() + causes_.contents() + html::certificate(run_) + notes() + navigation(parts) + filter(),
        parts, footer(), html::is_certificate(run_) ? "certificate of conformance" : "conformance report",
        html::page_script_source(), html::page_script());
  }

 private:
  std::string sections() const {
    return attention() + requirements() + latencies() + measurements() + not_applicable() + not_testable() +
           html::gate(run_) + coverage() + html::rtl_coverage(run_) + cases() + tested() + evidence() +
           link() + proofs();
  }

  /// Links to the parts that are there.
  static std::string navigation(const std::string& parts) {
    static constexpr std::pair<std::string_view, std::string_view> names[] = {
        {"attention", "What went wrong"},
        {"requirements", "Requirements"},
        {"latencies", "Latencies"},
        {"measurements", "Measurements"},
        {"not-applicable", "Not applicable"},
        {"not-testable", "Not testable"},
        {"gate", "Gate"},
        {"coverage", "What was done"},
        {"rtl-coverage", "The design's lines"},
        {"cases", "Cases"},
        {"tested", "How it was tested"},
        {"evidence", "Evidence"},
        {"link", "Link"},
        {"proofs", "How cases can fail"},
    };
    std::string links;
    for (const auto& [id, name] : names) {
      if (parts.find(fmt::format("<h2 id=\"{}\"", id)) != std::string::npos)
        links += fmt::format("<a href=\"#{}\">{}</a>\n", id, name);
    }
    return links.empty()
               ? links
               : fmt::format("<nav class=\"pages\" aria-label=\"On this page\">\n{}</nav>\n", links);
  }

  /// The script shows it.
  std::string filter() const {
    if (run_.cases.empty() && run_.requirements.empty()) return {};
    return "<form class=\"filter\" role=\"search\" hidden=\"\">\n"
           "<label>Show entries with <input type=\"search\"></label>\n"
           "<label><input type=\"checkbox\"> only what did not "
           "pass</label>\n<output></output>\n</form>\n";
  }

  std::string verdict() const {
    static constexpr std::string_view styles[] = {"pass", "fail", "unsure", "unsure"};
    static constexpr std::string_view meanings[] = {
        "Every mandatory requirement that was assessed passed.",
        "At least one mandatory requirement failed.",
        "",
        "No mandatory requirement failed, but the run cannot vouch for the device.",
    };
    const auto status = static_cast<std::size_t>(exit_status_without_gate(run_));
    const std::string_view meaning =
        standing_of(run_) == Standing::with_reservations
            ? "Every mandatory requirement that was assessed passed; what is named is left open."
            : meanings[status];
    return fmt::format("<div class=\"verdict {}\">\n<strong>{}</strong>\n<p>{} {}</p>\n</div>\n",
                       styles[status], content(headline(run_)), meaning, tally_of_requirements());
  }

  std::string tally_of_requirements() const {
    std::map<std::string_view, std::size_t> tally;
    std::size_t mandatory = 0;
    for (const RequirementRecord& one : run_.requirements) {
      if (!one.testable || one.level != Level::mandatory) continue;
      ++mandatory;
      ++tally[assessment(one)];
    }
    std::string text;
    for (const auto& [word, count] : tally)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, word);
    return mandatory == 0 ? "" : fmt::format("Mandatory requirements: {} ({}).", mandatory, text);
  }

  std::string notes() const {
    std::string text;
    const std::vector<std::string> open = reservation_texts(run_);
    if (!open.empty()) text += note("Reservations: what this certificate leaves open.", open);
    const std::vector<std::string> power_on = power_on_texts(run_);
    if (!power_on.empty()) text += note("Hint: what registers hold at power-on decides.", power_on);
    const std::vector<std::string> silence = silence_texts(run_);
    if (!silence.empty()) text += note("Hint: why nothing was answered.", silence);
    if (run_.replay)
      text += note("This is a replay: an earlier run was judged again, the device itself was not run.",
                   replay_notes(*run_.replay));
    if (!run_.partial.empty()) text += note("This is a partial run, not a certificate.", run_.partial);
    if (run_.interrupted) text += note("The run was interrupted. What had not ended was not run.", {});
    if (!run_.errors.empty()) text += note("The run as a whole met errors.", run_.errors);
    return text;
  }

  static std::vector<std::string> replay_notes(const ReplayRecord& replay) {
    std::vector<std::string> notes = {"transcript " + replay.path,
                                      "recorded by contest-rig " + replay.program_version};
    if (!replay.chained)
      notes.emplace_back("the transcript is not chained: nothing shows whether it was changed");
    if (!replay.dated) notes.emplace_back("when, where and of whom it was recorded is not kept beside it");
    return notes;
  }

  static std::string note(std::string_view sentence, const std::vector<std::string>& items) {
    std::string list;
    for (const std::string& item : items) list += fmt::format("<li>{}</li>\n", content(item));
    if (!list.empty()) list = "<ul>\n" + list + "</ul>\n";
    return fmt::format("<div class=\"note\"><strong>{}</strong>\n{}</div>\n", content(sentence), list);
  }

  /// How it was tested; what was tested stands in the certificate.
  std::string tested() const {
    std::vector<std::pair<std::string, std::string>> rows;
    const auto add = [&](const std::string& name, std::string html) {
      rows.emplace_back(name, std::move(html));
    };
    add("Time", pair("clock", run_.clock) + pair("uncertainty of a time stamp", readable(run_.uncertainty)) +
                    pair("hold-back of the link", readable(run_.hold_back)));
    std::string settings;
    for (const Setting& setting : run_.settings) {
      if (!setting.value.empty()) settings += pair(setting.name, setting.value);
    }
    if (!settings.empty()) add("Settings", settings);
    add("Took", readable(run_.wall_time));
    if (!run_.command.empty()) add("Command", code(run_.command));
    return part("tested", "How it was tested", facts("Time, and the settings of this run", rows));
  }

  /// Linked, group by group: `WholeGame: AgainstRandom, AgainstBlocker; Deadline: EveryReply`.
  std::string cases_of(const RequirementRecord& requirement) const {
    std::string list;
    std::string_view group;
    for (const std::string& id : requirement.cases) {
      const bool opens = group != group_of(id);
      if (opens) list += fmt::format("{}{}: ", list.empty() ? "" : "; ", content(group_of(id)));
      list += (opens ? "" : ", ") + link_to_case(run_, id, content(name_of(id)));
      group = group_of(id);
    }
    return list.empty() ? list : fmt::format("<span class=\"muted cases\">{}</span>", list);
  }

  std::string requirements() const {
    std::string rows;
    for (const RequirementRecord& one : run_.requirements) {
      if (!one.testable) continue;
      const std::string id =
          causes_.explain(one.id) ? "" : fmt::format(" id=\"{}\"", attribute(html::evidence_id(one.id)));
      rows +=
          fmt::format("<tr role=\"row\"{}><th scope=\"row\" role=\"rowheader\">{}</th>", id, content(one.id));
      const std::string why = one.reason.empty() ? ""
                                                 : fmt::format("<span class=\"muted\">{}: {}</span>",
                                                               assessment(one), content(one.reason));
      rows += cell(fmt::format("{}{}<span class=\"muted source\">{}</span>{}", content(one.text), why,
                               content(one.source), cases_of(one)));
      rows += cell(to_string(one.level), "level") +
              cell(causes_.link_from_requirement(one.id, badge(one.verdict, assessment(one))), "level") +
              "</tr>\n";
    }
    if (rows.empty()) return {};
    return part(
        "requirements", "Requirements",
        wide_table("clauses", "Each clause that can be tested, with what all cases together found of it",
                   {"Requirement", "Clause", "Level", "Verdict"}) +
            rows + std::string(wide_table_end));
  }

  std::string attention() const {
    return section("attention", "What went wrong, the likely cause first", causes_.cards());
  }

  std::string latencies() const {
    std::string text;
    for (std::size_t i = 0; i < run_.latencies.size(); ++i) text += latency(run_.latencies[i], i);
    if (text.empty()) return {};
    return part(
        "latencies", "Latencies",
        "<p class=\"muted\">One chart for each kind of request: how many replies took how long. A reply "
        "counts with "
        "the longest time that it may have taken. The dashed line is the deadline; the band behind it is "
        "what "
        "the uncertainty of the time stamps leaves open, drawn wide enough to be seen. p50 and p99 are upper "
        "bounds.</p>\n"
        "<div class=\"charts\">\n" +
            text + "</div>\n");
  }

  std::string latency(const LatencyRecord& one, std::size_t index) const {
    const LatencyHistogram& histogram = one.histogram;
    std::string numbers;
    const auto add = [&](std::string_view name, std::string_view value) {
      numbers += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, value);
    };
    add("replies", std::to_string(histogram.count()));
    add("max", readable(histogram.maximum()));
    add("p50 ≤", readable(histogram.quantile(0.5)));
    add("p99 ≤", readable(histogram.quantile(0.99)));
    add("deadline", one.deadline > Duration::zero() ? deadline_text(one.deadline) : "none");
    add("uncertainty", readable(histogram.widest()));
    if (const std::optional<CycleSummary> cycles = cycles_of_kind(run_, one.kind))
      numbers += fmt::format("<dt class=\"wide\">in clock cycles</dt><dd class=\"wide\">{}</dd>\n",
                             summary_text(*cycles));
    if (histogram.overflow() > 0) add("beyond 100 s", std::to_string(histogram.overflow()));
    if (histogram.underflow() > 0) add("below 100 ns", std::to_string(histogram.underflow()));
    return fmt::format(
        "<figure class=\"card\">\n<h3>Request {}</h3>\n{}<figcaption><dl>\n{}</dl></figcaption>\n</figure>\n",
        code(one.kind), chart_of(one, fmt::format("chart-{}", index)), numbers);
  }

  std::string measurements() const {
    std::string rows;
    std::string shmoos;
    for (const CaseRecord& one : run_.cases) {
      for (const Measurement& measurement : one.measurements) rows += row_of(one, measurement);
      if (one.shmoo) shmoos += shmoo(*one.shmoo, one);
    }
    if (!rows.empty()) {
      rows =
          wide_table("results", "What was measured beside latencies; without a verdict it is only reported",
                     {"Measured", "Value", "Held against", "Verdict", "Case"}) +
          rows + std::string(wide_table_end);
    }
    return part("measurements", "Measurements", rows + shmoos);
  }

  std::string row_of(const CaseRecord& record, const Measurement& one) const {
    return fmt::format("<tr role=\"row\"><th scope=\"row\" role=\"rowheader\">{}</th>", content(one.name)) +
           cell(content(one.value)) + cell(content(one.limit)) +
           cell(one.verdict ? badge(*one.verdict) : "reported", "level") +
           cell(link_to_case(run_, record.id)) + "</tr>\n";
  }

  std::string shmoo(const Shmoo& field, const CaseRecord& record) const {
    std::string head = fmt::format("<th scope=\"col\">{}</th>", content(field.down));
    for (const std::string& column : field.columns)
      head += fmt::format("<th scope=\"col\">{}</th>", content(column));
    std::string rows;
    for (std::size_t row = 0; row < field.rows.size(); ++row) {
      rows += fmt::format("<tr><th scope=\"row\">{}</th>", content(field.rows[row]));
      for (const char one : field.cells[row]) {
        rows += one == Shmoo::answered ? "<td class=\"yes\">■<span class=\"aside\">answered</span></td>"
                                       : "<td class=\"no\">·<span class=\"aside\">not answered</span></td>";
      }
      rows += "</tr>\n";
    }
    return fmt::format(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{0}\">\n<table class=\"shmoo\">\n"
        "<caption>{1}: {0}, tried at each {2} (across) and {3} (down). ■ answered rightly, · not. It is only "
        "reported.</caption>\n<thead>\n<tr>{4}</tr>\n</thead>\n<tbody>\n{5}</tbody>\n</table>\n</div>\n",
        attribute(field.title), link_to_case(run_, record.id), content(field.across), content(field.down),
        head, rows);
  }

  /// By reason, in the order in which the reasons come up: many cases have the same one.
  std::string not_applicable() const {
    std::vector<std::pair<std::string, std::string>> by_reason;
    for (const CaseRecord& one : run_.cases) {
      if (one.verdict != Verdict::not_applicable) continue;
      auto place = std::find_if(by_reason.begin(), by_reason.end(),
                                [&](const auto& entry) { return entry.first == one.reason; });
      if (place == by_reason.end()) place = by_reason.insert(by_reason.end(), {one.reason, ""});
      place->second += (place->second.empty() ? "" : ", ") + link_to_case(run_, one.id);
    }
    std::string rows;
    for (const auto& [reason, cases] : by_reason) {
      rows += fmt::format("<li><strong>{}</strong><br>{}</li>\n",
                          reason.empty() ? "no reason was given" : content(reason), cases);
    }
    return rows.empty() ? ""
                        : part("not-applicable", "Not applicable, and why",
                               "<ul class=\"list\">\n" + rows + "</ul>\n");
  }

  std::string not_testable() const {
    std::string rows;
    for (const RequirementRecord& one : run_.requirements) {
      if (one.testable) continue;
      rows += fmt::format(
          "<li><strong>{}</strong> {}<br>Not testable: {} <span class=\"muted\">({})</span></li>\n",
          content(one.id), content(one.text), content(one.why_not_testable), content(one.source));
    }
    return rows.empty() ? ""
                        : part("not-testable", "Clauses that no test can decide",
                               "<ul class=\"list\">\n" + rows + "</ul>\n");
  }

  std::string coverage() const {
    std::string rows;
    for (const std::string& words : coverage_of(run_))
      rows += fmt::format("<span class=\"pair\">{}</span>\n", content(words));
    if (rows.empty()) return {};
    return part("coverage", "What was done", "<p>" + rows + "</p>\n" + html::codes_sent(run_));
  }

  std::string cases() const {
    std::string rows;
    for (std::size_t i = 0; i < run_.cases.size(); ++i) {
      const CaseRecord& one = run_.cases[i];
      const Sample* sample = tightest(one);
      rows += fmt::format("<tr role=\"row\" id=\"case-{}\"><th scope=\"row\" role=\"rowheader\">{}</th>", i,
                          case_id(one.id));
      rows += cell(content(one.title) + reason_of(one)) + cell(ended(one), "level");
      rows += cell(sample == nullptr ? "" : worst_latency(*sample), "number");
      rows += "</tr>\n";
    }
    if (rows.empty()) return {};
    return part("cases", "All cases",
                wide_table("results",
                           "In the suite's order; the latency is the one that came nearest to its deadline",
                           {"Case", "What it checks", "Verdict", "Latency / deadline"}) +
                    rows + std::string(wide_table_end));
  }

  /// Why a case could not tell, or was not run; what is not applicable has a list of its own.
  static std::string reason_of(const CaseRecord& one) {
    const bool asks_for_one = one.verdict == Verdict::not_run || one.verdict >= Verdict::inconclusive;
    return asks_for_one && !one.reason.empty()
               ? fmt::format("<span class=\"muted\">{}</span>", content(one.reason))
               : "";
  }

  /// How a case ended, with a link to what went wrong in it.
  std::string ended(const CaseRecord& one) const {
    return causes_.link_from_case(one, badge(one.verdict, ending_of(one, run_)));
  }

  static std::string worst_latency(const Sample& sample) {
    if (sample.deadline <= Duration::zero()) return readable(sample.latency.longest);
    return fmt::format("{} / {}", readable(sample.latency.longest), deadline_text(sample.deadline));
  }

  std::string evidence() const {
    std::string text = "<p>No transcript was kept.</p>\n";
    if (!run_.transcript_path.empty()) {
      text = facts("The transcript holds every operation of this run, with its times",
                   {{"Transcript", code(run_.transcript_path)}, {"SHA-256", code(run_.transcript_sha256)}});
    }
    return part("evidence", "Evidence", text);
  }

  std::string link() const {
    std::vector<std::pair<std::string, std::string>> rows;
    for (const auto& [name, value] : run_.link_facts) rows.emplace_back(name, content(value));
    return rows.empty() ? "" : part("link", "The link", facts("What the link reported", rows));
  }

  /// The matrix of cases and faults, from the side of the cases.
  std::string proofs() const {
    std::string rows;
    for (const CaseRecord& one : run_.cases) {
      const auto known = run_.faults_caught.find(one.id);
      if (known == run_.faults_caught.end()) continue;
      std::string names;
      for (const std::string& fault : known->second) names += (names.empty() ? "" : ", ") + content(fault);
      rows += fmt::format("<tr role=\"row\"><th scope=\"row\" role=\"rowheader\">{}</th>", case_id(one.id));
      rows += cell(std::to_string(known->second.size()), "number") + cell(names) + "</tr>\n";
    }
    if (rows.empty()) return {};
    return part("proofs", "How each case is known to be able to fail",
                wide_table("matrix", "Boards with deliberate faults, and which of them each case catches",
                           {"Case", "Faults", "Which"}) +
                    rows + std::string(wide_table_end));
  }

  std::string footer() const {
    return fmt::format(
        "<footer>\n<p class=\"printed\">Not printed, but in report.html: the sources of the clauses and "
        "which "
        "cases check each; what was found again of a cause; how often each code was sent; what the link "
        "reported; how each case is known to be able to fail.</p>\n"
        "contest-rig {} · exit status {}</footer>\n",
        content(run_.program_version), exit_status(run_));
  }

  const RunRecord& run_;
  html::CauseCards causes_;
};

}  // namespace

std::string to_html(const RunRecord& run, const GameOf& game_of) {
  return Document(run, game_of).write();
}

}  // namespace rig::report
