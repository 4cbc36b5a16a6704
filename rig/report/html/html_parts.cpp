#include "rig/report/html/html_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "rig/report/html/markup.hpp"

namespace rig::report::html {

std::string_view style_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass: return "pass";
    case Verdict::fail: return "fail";
    case Verdict::inconclusive: return "unsure";
    case Verdict::error: return "error";
    default: return "none";
  }
}

std::string badge(Verdict verdict, std::string_view word) {
  const bool remark = verdict < Verdict::inconclusive && word.ends_with("remark");
  if (remark) return fmt::format("<span class=\"badge pass remark\">{}</span>", content(word));
  return fmt::format("<span class=\"badge {}\">{}</span>", style_of(verdict), content(word));
}

std::string badge(Verdict verdict) {
  return badge(verdict, to_string(verdict));
}

std::string code(std::string_view text) {
  return fmt::format("<code>{}</code>", content(text));
}

std::string command(std::string_view text) {
  std::string words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = content(text.substr(at, end - at));
    words += word.starts_with('-') ? fmt::format("<span class=\"option\">{}</span>", word) : word;
    if (end < text.size()) words += ' ';
    at = end + 1;
  }
  return fmt::format("<pre class=\"command\">{}</pre>\n", words);
}

std::string facts(std::string_view caption, const std::vector<std::pair<std::string, std::string>>& rows) {
  std::string text =
      fmt::format("<table class=\"facts\">\n<caption>{}</caption>\n<tbody>\n", content(caption));
  for (const auto& [name, value] : rows) {
    text += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", content(name), value);
  }
  return text + "</tbody>\n</table>\n";
}

std::string section(std::string_view id, std::string_view heading, std::string_view body) {
  if (body.empty()) return {};
  return fmt::format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n{2}</section>\n", id,
                     content(heading), body);
}

std::string part(std::string_view id, std::string_view heading, std::string_view body) {
  if (body.empty()) return {};
  return fmt::format(
      "<section aria-labelledby=\"{0}\">\n<details class=\"part\" open=\"\">\n"
      "<summary><h2 id=\"{0}\">{1}</h2></summary>\n{2}</details>\n</section>\n",
      id, content(heading), body);
}

std::string pair(std::string_view name, std::string_view value) {
  return fmt::format("<span class=\"pair\"><span class=\"muted\">{}</span> {}</span>\n", content(name),
                     content(value));
}

std::string case_id(std::string_view id) {
  const std::string safe = content(id);
  const std::size_t dot = safe.find('.');
  return dot == std::string::npos ? safe : safe.substr(0, dot + 1) + "<wbr>" + safe.substr(dot + 1);
}

std::string link_to_case(const RunRecord& run, const std::string& id) {
  return link_to_case(run, id, case_id(id));
}

std::string link_to_case(const RunRecord& run, const std::string& id, const std::string& html) {
  for (std::size_t i = 0; i < run.cases.size(); ++i) {
    if (run.cases[i].id == id) return fmt::format("<a href=\"#case-{}\">{}</a>", i, html);
  }
  return html;
}

std::string evidence_id(std::string_view requirement) {
  std::string id = "evidence-" + std::string(requirement);
  std::replace_if(
      id.begin(), id.end(), [](unsigned char c) { return std::isspace(c) != 0; }, '-');
  return id;
}

std::string wide_table(std::string_view style, std::string_view caption,
                       const std::vector<std::string_view>& headings) {
  std::string text = fmt::format(
      "<table class=\"wide {}\" role=\"table\">\n<caption>{}</caption>\n<thead role=\"rowgroup\">\n<tr "
      "role=\"row\">",
      style, content(caption));
  for (const std::string_view heading : headings) {
    text += fmt::format("<th scope=\"col\" role=\"columnheader\">{}</th>", content(heading));
  }
  return text + "</tr>\n</thead>\n<tbody role=\"rowgroup\">\n";
}

std::string cell(std::string_view html, std::string_view style) {
  const std::string attribute = style.empty() ? "" : fmt::format(" class=\"{}\"", style);
  return fmt::format("<td role=\"cell\"{}>{}</td>", attribute, html);
}

std::string scroll_box(std::string_view label, std::string_view html) {
  return fmt::format("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">\n{}</div>\n",
                     attribute(label), html);
}

}  // namespace rig::report::html
