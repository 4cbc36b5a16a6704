#include "conformance/run/live/run_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "rig/base/readable.hpp"
#include "rig/base/visible.hpp"
#include "rig/report/board.hpp"
#include "rig/report/html/chart.hpp"
#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/markup.hpp"

namespace conformance::live {

using rig::Duration;
using rig::Verdict;
using rig::report::CaseRecord;
using rig::report::content;
using rig::report::LatencyRecord;

namespace {

namespace html = rig::report::html;

/// The longest reply of a case, and its deadline; empty: none was measured.
std::string slowest_of(const CaseRecord& one) {
  const auto slowest =
      std::max_element(one.samples.begin(), one.samples.end(),
                       [](const auto& a, const auto& b) { return a.latency.longest < b.latency.longest; });
  if (slowest == one.samples.end()) return {};
  std::string text = rig::readable(slowest->latency.longest);
  if (slowest->deadline > Duration::zero()) text += " / " + rig::deadline_text(slowest->deadline);
  return text;
}

std::string line_of(const std::string& mark, const std::string& id, const std::string& title,
                    const std::string& beside) {
  return fmt::format("<p class=\"case\">{} {} {} <span class=\"muted\">{}</span></p>\n", mark,
                     html::case_id(id), content(title), content(beside));
}

std::string figure(const std::string& svg, const std::string& caption) {
  return fmt::format("<figure class=\"position\">\n{}<figcaption>{}</figcaption>\n</figure>\n", svg,
                     content(caption));
}

std::string picture(const rig::protocol::BoardPicture& board, const char* id) {
  return figure(rig::report::svg_of(board, id), board.caption);
}

std::string time_of(const ShownExchange& one) {
  if (one.took) return rig::readable(one.took->longest);
  if (one.waits) return "waits";
  return one.deadline > Duration::zero() ? "no whole reply" : "";
}

std::string row_of(const ShownExchange& one) {
  const bool late = one.took && one.deadline > Duration::zero() && one.took->shortest > one.deadline;
  return fmt::format(
      "<tr><td><code>{}</code></td><td><code>{}</code></td><td class=\"number\">{}{}</td>"
      "<td class=\"number\">{}</td></tr>\n",
      content(one.request), content(one.reply), content(time_of(one)), late ? " (late)" : "",
      one.deadline > Duration::zero() ? content(rig::deadline_text(one.deadline)) : "");
}

std::string table_of(const std::deque<ShownExchange>& exchanges) {
  std::string rows;
  for (auto one = exchanges.rbegin(); one != exchanges.rend(); ++one) rows += row_of(*one);
  return html::scroll_box(
      "Requests and replies",
      "<table class=\"exchanges\">\n<caption>The last requests, the newest first</caption>\n<thead>\n"
      "<tr><th scope=\"col\">Request</th><th scope=\"col\">Reply</th>"
      "<th scope=\"col\" class=\"number\">Time</th><th scope=\"col\" class=\"number\">Deadline</th></tr>\n"
      "</thead>\n<tbody>\n" +
          rows + "</tbody>\n</table>\n");
}

/// Empty where the game is none by the rules of the contest as this run has them.
std::string game_on_page(const rig::protocol::Contest& contest, const std::optional<ShownMoves>& game) {
  if (!game) return {};
  try {
    const auto [board, refused] = position_of(contest, *game);
    if (refused) return picture(board, "board-now");
    return figure(rig::report::svg_of_game({board}, "The board now"), board.caption);
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace

RunPage::RunPage(rig::live::Hub& hub, const rig::protocol::Contest& contest,
                 const rig::report::RunRecord& record, std::size_t planned)
    : hub_(hub), contest_(contest), planned_(planned) {
  about_ = fmt::format("<p>{} of {}, seed {}</p>\n", html::code(record.dut), content(record.contest_title),
                       record.seed);
  show_head({});
  hub_.show("now", std::string());
  hub_.show("failure", std::string());
  hub_.show("latencies", std::string());
  hub_.show("cases/head", std::string("<h2>Cases</h2>\n"));
}

void RunPage::show_head(const std::string& verdict) {
  std::size_t ended = 0;
  for (const auto& [one, count] : ended_) ended += count;
  hub_.show("head", [about = about_, counts = ended_, ended, planned = planned_, verdict] {
    std::string text = fmt::format("<p>{} of {} cases have ended", ended, planned);
    for (const auto& [one, count] : counts) text += fmt::format(" {} {}", html::badge(one), count);
    text += "</p>\n";
    if (!verdict.empty()) text += fmt::format("<p><strong>{}</strong></p>\n", content(verdict));
    return about + text;
  });
}

void RunPage::show_case(const std::string& case_id, std::string html) {
  const std::size_t number = numbers_.try_emplace(case_id, numbers_.size() + 1).first->second;
  hub_.show(fmt::format("cases/{}", number), std::move(html));
}

void RunPage::begins(const std::string& case_id, const std::string& title) {
  show_case(case_id, line_of(html::badge(Verdict::not_run, "running"), case_id, title, {}));
  if (!followed_.empty()) return;
  followed_ = case_id;
  follows_.emplace(contest_);
}

void RunPage::heard(const std::string& case_id, const std::string& line) {
  if (case_id == followed_ && follows_ && follows_->hear(line)) show_now();
}

void RunPage::show_now() {
  hub_.show("now", [&contest = contest_, id = followed_, exchanges = follows_->exchanges(),
                    game = follows_->game()] {
    return html::section("now", "Now: " + id, game_on_page(contest, game) + table_of(exchanges));
  });
}

void RunPage::ended(const CaseRecord& one) {
  ++ended_[one.verdict];
  show_case(one.id, line_of(html::badge(one.verdict), one.id, one.title, slowest_of(one)));
  show_head({});
  if (one.verdict == Verdict::fail && !has_failed_) show_failure(one);
  show_latencies(one);
  if (one.id == followed_) followed_.clear();
}

void RunPage::show_failure(const CaseRecord& one) {
  const auto worst = std::find_if(one.findings.begin(), one.findings.end(),
                                  [](const auto& finding) { return finding.verdict == Verdict::fail; });
  if (worst == one.findings.end()) return;
  has_failed_ = true;
  hub_.show("failure", [id = one.id, title = one.title, finding = *worst, again = one.again] {
    std::string body =
        fmt::format("<p>{} {} {}</p>\n<p>{} {}</p>\n", html::badge(Verdict::fail), html::case_id(id),
                    content(title), html::code(finding.requirement), content(finding.summary));
    for (const std::string& detail : finding.details) body += fmt::format("<p>{}</p>\n", content(detail));
    if (finding.board) body += picture(*finding.board, "board-of-failure");
    if (!again.empty()) body += fmt::format("<p>{}</p>\n", html::command(again));
    return html::section("failure", "The first failure", body);
  });
}

void RunPage::show_latencies(const CaseRecord& one) {
  for (const rig::report::Sample& sample : one.samples) {
    LatencyRecord& all = latencies_.try_emplace(sample.kind).first->second;
    all.kind = sample.kind;
    all.deadline = sample.deadline;
    all.histogram.add(sample.latency);
  }
  for (const auto& [kind, more] : one.more_samples) {
    LatencyRecord& all = latencies_.try_emplace(kind).first->second;
    all.kind = kind;
    all.deadline = more.deadline;
    all.histogram.add(more.histogram);
  }
  if (one.samples.empty() && one.more_samples.empty()) return;
  hub_.show("latencies", [latencies = latencies_] {
    std::string charts;
    for (const auto& [kind, all] : latencies)
      charts += fmt::format("<figure class=\"card\">\n<h3>Request {}</h3>\n{}</figure>\n", html::code(kind),
                            rig::report::chart_of(all, fmt::format("chart-{}", charts.size())));
    return html::section("latencies", "Times of replies", "<div class=\"charts\">\n" + charts + "</div>\n");
  });
}

void RunPage::concluded(const std::string& verdict) {
  show_head(verdict);
}

}  // namespace conformance::live
