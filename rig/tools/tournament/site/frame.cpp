#include "rig/tools/tournament/site/frame.hpp"

#include <fmt/format.h>

#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/markup.hpp"

namespace rig::tournament {

using report::attribute;
using report::content;

std::string page(const Frame& frame) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self' file:; "
      "script-src 'self' file:; img-src data:\">\n<link rel=\"icon\" href=\"data:,\">\n"
      "<title>{0}</title>\n<link rel=\"stylesheet\" href=\"{5}style.css\">\n"
      "<script src=\"{5}site.js\" defer=\"\"></script>\n</head>\n<body>\n<header>\n"
      "<p class=\"kicker\">{1}</p>\n<h1>{2}</h1>\n{3}</header>\n<main>\n{4}</main>\n"
      "<footer><p>contest-rig · {6}</p></footer>\n</body>\n</html>\n",
      content(frame.title), frame.kicker, content(frame.heading), frame.header, frame.body, frame.up,
      content(frame.what));
}

std::string link(std::string_view target, std::string_view text) {
  return fmt::format("<a href=\"{}\">{}</a>", attribute(target), content(text));
}

std::string navigation(const std::vector<std::pair<std::string, std::string>>& targets) {
  std::string text = "<nav aria-label=\"Pages\" class=\"pages\">\n";
  for (const auto& [target, name] : targets) text += link(target, name) + "\n";
  return text + "</nav>\n";
}

std::string list(const std::vector<std::string>& sentences) {
  if (sentences.empty()) return {};
  std::string text = "<ul class=\"list\">\n";
  for (const std::string& one : sentences) text += fmt::format("<li>{}</li>\n", content(one));
  return text + "</ul>\n";
}

std::string table(std::string_view caption, const std::vector<Column>& columns, std::string_view rows) {
  if (rows.empty()) return {};
  std::string text = fmt::format("<table>\n<caption>{}</caption>\n<thead>\n<tr>", content(caption));
  for (const Column& column : columns)
    text += fmt::format("<th scope=\"col\"{}>{}</th>", column.is_number ? " class=\"number\"" : "",
                        content(column.name));
  return report::html::scroll_box(
      caption, fmt::format("{}</tr>\n</thead>\n<tbody>\n{}</tbody>\n</table>\n", text, rows));
}

std::string cell(std::string_view html) {
  return fmt::format("<td>{}</td>", html);
}

std::string number(std::string_view html) {
  return fmt::format("<td class=\"number\">{}</td>", html);
}

std::string row_heading(std::string_view html) {
  return fmt::format("<th scope=\"row\">{}</th>", html);
}

}  // namespace rig::tournament
