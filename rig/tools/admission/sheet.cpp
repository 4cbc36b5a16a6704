#include "rig/tools/admission/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/markup.hpp"
#include "rig/tools/tournament/site/frame.hpp"

namespace rig::admission {

using report::content;
using report::html::badge;
using report::html::code;
using report::html::facts;
using report::html::pair;
using report::html::section;

namespace {

/// So many clauses are named with their text: with more the sheet is no single page.
constexpr std::size_t most_clauses = 12;

class Sheet {
 public:
  Sheet(const Admission& admission, const std::string& folder) : admission_(admission), folder_(folder) {}

  std::string write() const {
    const std::string title =
        admission_.run && !admission_.run->title.empty() ? admission_.run->title : admission_.contest;
    return tournament::page({.title = fmt::format("{}: {}", admission_.team, to_string(admission_.status)),
                             .kicker = fmt::format("{} · {}", content(title), content(admission_.date)),
                             .heading = admission_.team,
                             .header = verdict() + navigation(),
                             .body = who() + clauses() + entry_test(),
                             .up = "../",
                             .what = "admission"});
  }

 private:
  std::string verdict() const {
    std::string why;
    for (const std::string& reason : admission_.reasons) why += fmt::format("<p>{}</p>\n", content(reason));
    return fmt::format("<div class=\"verdict {}\"><strong>{}</strong>\n{}</div>\n",
                       style_of(admission_.status), to_string(admission_.status), why);
  }

  bool has(const std::string& file) const { return std::filesystem::is_regular_file(folder_ + "/" + file); }

  std::string navigation() const {
    static constexpr std::pair<const char*, const char*> files[] = {
        {"reports/report.html", "Report"},
        {"reports/transcript.jsonl", "Evidence"},
        {"entry-test.txt", "Games of the entry test"},
        {"entry-test.json", "Entry test as JSON"},
        {admission_file, "Admission as JSON"}};
    std::vector<std::pair<std::string, std::string>> links = {{"../index.html", "All boards"}};
    for (const auto& [file, name] : files) {
      if (has(file)) links.emplace_back(file, name);
    }
    return tournament::navigation(links);
  }

  std::string who() const {
    std::vector<std::pair<std::string, std::string>> rows;
    const auto add = [&](const char* name, const std::string& html) {
      if (!html.empty()) rows.emplace_back(name, html);
    };
    const auto coded = [](const std::string& text) { return text.empty() ? text : code(text); };
    const CertifiedRun run = admission_.run.value_or(CertifiedRun{});
    add("Team", "<strong>" + content(admission_.team) + "</strong>");
    add("Team code", coded(admission_.code));
    add("Contest", code(admission_.contest));
    add("Device under test",
        coded(admission_.dut) + (run.far_end.empty() ? "" : " (" + content(run.far_end) + ")"));
    add("Names itself", names(run));
    std::string device;
    for (const auto& [name, value] : run.device) device += pair(name, value);
    add("Identified by", device);
    add("SHA-256 of the bitstream", coded(run.bitstream));
    add("Certificate", content(run.headline));
    add("Taken from", coded(admission_.certificate));
    add("Had to be signed with", coded(admission_.key));
    add("Signed by", coded(run.signed_by));
    add("Seed", coded(run.seed));
    add("Tested by", run.version.empty() ? "" : pair("rig", run.version) + commit(run));
    add("Tested at", content(run.started));
    add("Admitted by", content(admission_.version));
    add("SHA-256 of the evidence", coded(run.transcript_sha256));
    return section("who", "Who and what", facts("The team, its device and its certificate", rows));
  }

  static std::string commit(const CertifiedRun& run) {
    return run.commit.empty() ? std::string() : pair("commit", run.commit);
  }

  static std::string names(const CertifiedRun& run) {
    std::string text;
    for (const std::string& name : run.names) text += (text.empty() ? "" : ", ") + code(name);
    return text;
  }

  /// Mandatory ones first, failed ones before those that are open.
  std::vector<const Clause*> unmet() const {
    std::vector<const Clause*> list;
    if (!admission_.run) return list;
    for (const Clause& one : admission_.run->clauses) {
      if (is_unmet(one)) list.push_back(&one);
    }
    const auto rank = [](const Clause* one) {
      return std::pair(one->level == "mandatory"     ? 0
                       : one->level == "recommended" ? 1
                                                     : 2,
                       -static_cast<int>(verdict_of(*one)));
    };
    std::stable_sort(list.begin(), list.end(),
                     [&](const Clause* one, const Clause* other) { return rank(one) < rank(other); });
    return list;
  }

  std::string clauses() const {
    if (!admission_.run) return {};
    const std::vector<const Clause*> list = unmet();
    if (list.empty())
      return section("clauses", "Clauses that are not met", "<p>None of those that were assessed.</p>\n");
    std::string rows;
    std::string more;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Clause& one = *list[i];
      if (i >= most_clauses) {
        more += (more.empty() ? "" : ", ") + content(one.id);
        continue;
      }
      const std::string why =
          one.reason.empty() ? "" : fmt::format("<span class=\"muted\">{}</span>", content(one.reason));
      rows += fmt::format("<tr>{}{}{}{}</tr>\n", tournament::row_heading(content(one.id)),
                          tournament::cell(content(one.text) + why), tournament::cell(content(one.level)),
                          tournament::cell(badge(verdict_of(one), one.verdict)));
    }
    if (!more.empty()) more = fmt::format("<p>Also not met: {}.</p>\n", more);
    return section("clauses", "Clauses that are not met",
                   tournament::table("Clauses that the device fails or that are left open",
                                     {{"Requirement"}, {"Clause"}, {"Level"}, {"Verdict"}}, rows) +
                       more);
  }

  std::string entry_test() const {
    if (!admission_.entry_test) return {};
    const EntryTest& test = *admission_.entry_test;
    std::string rows;
    for (const EntryGame& one : test.games)
      rows += fmt::format("<tr>{}{}{}{}</tr>\n", tournament::number(std::to_string(one.number)),
                          tournament::row_heading(content(one.seat)), tournament::cell(content(one.result)),
                          tournament::cell(content(one.ending)));
    const std::string table = tournament::table("Games against the simple player of the contest",
                                                {{"Game", true}, {"Seat"}, {"Result"}, {"Ending"}}, rows);
    return section("entry-test", fmt::format("Entry test: {}", to_string(test.status)),
                   table.empty() ? "<p>No game was played.</p>\n" : table);
  }

  const Admission& admission_;
  const std::string& folder_;
};

}  // namespace

std::string_view style_of(Status status) {
  switch (status) {
    case Status::admitted: return "pass";
    case Status::not_admitted: return "fail";
    case Status::cannot_tell: return "unsure";
  }
  return "unsure";
}

Verdict verdict_of(const Clause& clause) {
  return verdict_from(clause.verdict).value_or(Verdict::not_run);
}

std::string sheet(const Admission& admission, const std::string& folder) {
  return Sheet(admission, folder).write();
}

}  // namespace rig::admission
