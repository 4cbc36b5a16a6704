#include "rig/report/html_exhibits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "rig/report/board.hpp"
#include "rig/report/digest.hpp"
#include "rig/report/html_parts.hpp"
#include "rig/report/markup.hpp"
#include "rig/report/visible.hpp"

namespace rig::report::html {

namespace {

std::string bytes_text(ByteView bytes) {
  return bytes.empty() ? "nothing" : code(hex_and_ascii(bytes));
}

std::string exchange(const Evidence& one) {
  std::vector<std::pair<std::string, std::string>> rows;
  const auto add = [&](const char* name, std::string html) { rows.emplace_back(name, std::move(html)); };
  if (!one.expected.empty()) add("Expected", content(one.expected));
  if (!one.sent.empty()) add("Sent", bytes_text(one.sent));
  add("Received", bytes_text(one.received));
  if (one.latency) add("Whole after", content(latency_text(*one.latency)));
  if (one.latency && one.deadline > Duration::zero()) add("Deadline", deadline_text(one.deadline));
  if (!one.ending.empty()) add("Then", content(one.ending));
  return facts("Expected and received", rows);
}

std::string times(const Evidence& one) {
  const std::size_t count = std::min(one.times.size(), one.received.size());
  if (count == 0) return {};
  std::string text =
      "<table class=\"bytes\">\n<caption>Byte by byte</caption>\n<thead>\n<tr>"
      "<th scope=\"col\">Byte</th><th scope=\"col\">Hex</th><th scope=\"col\">ASCII</th>"
      "<th scope=\"col\">Ended</th></tr>\n</thead>\n<tbody>\n";
  for (std::size_t i = 0; i < count; ++i) {
    text += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td></tr>\n", i + 1,
                        code(fmt::format("{:02x}", one.received[i])),
                        code(quoted(ByteView(&one.received[i], 1))), content(moment_text(one.times[i])));
  }
  text += "</tbody>\n</table>\n";
  if (count < one.received.size())
    text += fmt::format("<p class=\"muted\">{} bytes came in all.</p>\n", one.received.size());
  return text;
}

std::string board(const contest::BoardPicture& one, std::string_view id) {
  const std::string words = words_of(one);
  const bool paths = one.kind == contest::BoardPicture::Kind::paths;
  std::string legend = paths ? "White paths are broad and edged, red ones narrow"
                             : "1 and 2 are the squares of the two players";
  if (!words.empty()) legend += ", hatched is the move";
  const bool waits = std::any_of(one.cells.begin(), one.cells.end(), [](const std::string& row) {
    return row.find(contest::BoardPicture::start) != std::string::npos;
  });
  if (waits) legend += ", S is a start square that a first tile must still cover";
  return fmt::format(
      "<figure class=\"position{}\">\n{}<figcaption>{}{}<span "
      "class=\"muted\">{}.</span></figcaption>\n</figure>\n",
      paths ? " tiles" : "", svg_of(one, id), content(one.caption),
      words.empty() ? ". " : ": " + content(words) + ". ", legend);
}

constexpr std::string_view tiles = "abcdefghijklmnopqrstu";
constexpr std::string_view rotations = "01234567";
using CodeCounts = std::array<std::array<std::uint64_t, tiles.size()>, rotations.size()>;

/// How often each code was sent; the number of codes that ever were comes second.
std::pair<CodeCounts, std::size_t> counted_codes(const RunRecord& run) {
  CodeCounts counts{};
  for (const CaseRecord& one : run.cases) {
    for (const auto& [name, count] : one.counts) {
      if (!name.starts_with("code ") || name.size() != 7) continue;
      const std::size_t tile = tiles.find(name[5]);
      const std::size_t rotation = rotations.find(name[6]);
      if (tile < tiles.size() && rotation < rotations.size()) counts[rotation][tile] += count;
    }
  }
  std::size_t kinds = 0;
  for (const auto& row : counts) {
    kinds += row.size() - static_cast<std::size_t>(std::count(row.begin(), row.end(), 0));
  }
  return {counts, kinds};
}

std::string code_row(char rotation, const std::array<std::uint64_t, tiles.size()>& counts) {
  std::string text = fmt::format("<tr><th scope=\"row\">{}</th>", rotation);
  for (const std::uint64_t count : counts)
    text += count == 0 ? "<td class=\"never\">0</td>" : fmt::format("<td>{}</td>", count);
  return text + "</tr>\n";
}

}  // namespace

std::string finding(const Finding& one, std::string_view id) {
  std::string details;
  for (const std::string& detail : one.details) details += detail + '\n';
  const std::string requirement =
      one.requirement.empty() ? "" : fmt::format("<strong>{}</strong> ", content(one.requirement));
  std::string text = fmt::format("<div class=\"finding\">\n<p>{} {}{}</p>\n", badge(one.verdict), requirement,
                                 content(one.summary));
  if (one.evidence || one.board) {
    text += "<div class=\"proof\">\n";
    if (one.evidence) text += "<div>\n" + exchange(*one.evidence) + times(*one.evidence) + "</div>\n";
    if (one.board) text += board(*one.board, id);
    text += "</div>\n";
  }
  if (!details.empty()) text += fmt::format("<pre tabindex=\"0\">{}</pre>\n", content(details));
  return text + "</div>\n";
}

std::string codes_sent(const RunRecord& run) {
  const auto [counts, kinds] = counted_codes(run);
  if (kinds == 0) return {};
  const std::size_t all = tiles.size() * rotations.size();
  std::string head = "<th scope=\"col\">rotation</th>";
  for (const char tile : tiles) head += fmt::format("<th scope=\"col\">{}</th>", tile);
  std::string rows;
  for (std::size_t rotation = 0; rotation < rotations.size(); ++rotation)
    rows += code_row(rotations[rotation], counts[rotation]);
  const std::string words = fmt::format(
      "<p>{} of {} codes (a tile in a rotation) were sent to the device as moves of its opponent.</p>\n",
      kinds, all);
  return words +
         scroll_box(
             "How often each code was sent",
             fmt::format("<table class=\"codes\">\n<caption>How often each code was sent: tiles across, "
                         "rotations down</caption>\n<thead>\n<tr>{}</tr>\n</thead>\n<tbody>\n{}</tbody>\n"
                         "</table>\n",
                         head, rows));
}

}  // namespace rig::report::html
