#include "rig/report/html/html_exhibits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "rig/base/visible.hpp"
#include "rig/report/board.hpp"
#include "rig/report/digest.hpp"
#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/markup.hpp"

namespace rig::report::html {

namespace {

std::string bytes_text(ByteView bytes, const Evidence& of) {
  return bytes.empty() ? "nothing" : code(shown(bytes, of));
}

std::string exchange(const Evidence& one) {
  std::vector<std::pair<std::string, std::string>> rows;
  const auto add = [&](const char* name, std::string html) { rows.emplace_back(name, std::move(html)); };
  if (!one.expected.empty()) add("Expected", content(one.expected));
  if (!one.sent.empty()) add("Sent", bytes_text(one.sent, one));
  add("Received", bytes_text(one.received, one));
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

std::string board(const protocol::BoardPicture& one, std::string_view id, const ShownGame& game) {
  const std::string words = words_of(one);
  const bool paths = one.kind == protocol::BoardPicture::Kind::paths;
  std::string legend = paths ? "White paths are broad and edged, red ones narrow"
                             : "1 and 2 are the squares of the two players";
  if (!words.empty()) legend += ", hatched is the move";
  const bool waits = std::any_of(one.cells.begin(), one.cells.end(), [](const std::string& row) {
    return row.find(protocol::BoardPicture::start) != std::string::npos;
  });
  if (waits) legend += ", S is a start square that a first tile must still cover";
  return fmt::format(
      "<figure class=\"position{}\">\n{}<figcaption>{}{}<span "
      "class=\"muted\">{}.</span></figcaption>\n</figure>\n",
      paths ? " tiles" : "", game.boards.size() > 1 ? game_player(game, {}) : svg_of(one, id),
      content(one.caption), words.empty() ? ". " : ": " + content(words) + ". ", legend);
}

/// `game 3 since power-on; seat: first`; empty where neither is known.
std::string place_of(const Scene& one) {
  std::string text = one.game > 0 ? fmt::format("game {} since power-on", one.game) : "";
  if (!one.seat.empty()) text += (text.empty() ? "seat: " : "; seat: ") + one.seat;
  return text;
}

std::string codes_of(std::span<const std::string> moves) {
  std::string text;
  for (const std::string& move : moves) text += (text.empty() ? "" : " ") + code(move);
  return text;
}

/// What is opened on a screen and stays closed on paper.
std::string folded(std::string_view summary, const std::string& html) {
  return fmt::format("<details>\n<summary>{}{}</summary>\n{}</details>\n", summary, not_printed, html);
}

/// All moves, or the last of a long game before all.
std::string moves_text(const std::vector<std::string>& moves) {
  constexpr std::size_t most = 60;
  if (moves.size() <= most) return codes_of(moves);
  return fmt::format("the last {}: {}{}", most, codes_of(std::span(moves).last(most)),
                     folded("All moves", "<p>" + codes_of(moves) + "</p>\n"));
}

std::string replay_of(const std::string& check) {
  constexpr std::size_t longest = 400;
  if (check.empty()) return {};
  if (check.size() > longest) return folded("Replay these moves", command(check));
  return "<p class=\"muted again\">Replay these moves:</p>\n" + command(check);
}

std::string scene(const Scene& one) {
  std::vector<std::pair<std::string, std::string>> rows;
  const std::string place = place_of(one);
  if (!place.empty()) rows.emplace_back("When", content(place));
  if (!one.moves.empty())
    rows.emplace_back(fmt::format("{} move{} so far", one.moves.size(), one.moves.size() == 1 ? "" : "s"),
                      moves_text(one.moves));
  if (!one.folder.empty()) rows.emplace_back("Files kept in", code(one.folder));
  std::string text =
      rows.empty() ? "" : "<div class=\"scene\">\n" + facts("When it was seen", rows) + "</div>\n";
  text += replay_of(one.check);
  if (!one.commands.empty()) text += "<p class=\"muted again\">The DUT was started by:</p>\n";
  for (const std::string& line : one.commands) text += command(line);
  return text;
}

/// What a code says: `a7` and `19/H,R` are a tile and how it lies.
struct CodeParts {
  std::string tile;
  std::string lies;
  bool letters = false;  ///< of a notation in which each tile has all ways to lie: `a0` to `u7`
};

std::optional<CodeParts> parts_of(const std::string& count) {
  constexpr std::string_view family = "code ";
  if (!count.starts_with(family)) return std::nullopt;
  const std::string code = count.substr(family.size());
  const std::size_t bar = code.find('/');
  if (bar != std::string::npos) return CodeParts{code.substr(0, bar), code.substr(bar + 1), false};
  return code.size() == 2 ? std::optional(CodeParts{code.substr(0, 1), code.substr(1), true}) : std::nullopt;
}

/// Numbers by their value, words by their letters.
bool in_order(const std::string& one, const std::string& other) {
  return one.size() != other.size() ? one.size() < other.size() : one < other;
}
using InOrder = decltype(&in_order);

/// How often each code was sent: by tile, then by how it lay.
struct CodeCounts {
  std::map<std::string, std::map<std::string, std::uint64_t>> of_tile;
  std::set<std::string, InOrder> tiles{in_order};
  std::set<std::string, InOrder> ways{in_order};
  std::size_t kinds = 0;
};

CodeCounts counted_codes(const RunRecord& run) {
  CodeCounts counts;
  bool letters = false;
  for (const CaseRecord& one : run.cases) {
    for (const auto& [name, count] : one.counts) {
      const std::optional<CodeParts> code = parts_of(name);
      if (!code) continue;
      letters = letters || code->letters;
      std::uint64_t& sent = counts.of_tile[code->tile][code->lies];
      counts.kinds += sent == 0 ? 1 : 0;
      sent += count;
      counts.tiles.insert(code->tile);
      counts.ways.insert(code->lies);
    }
  }
  if (letters) {  // those never sent are shown, too
    for (const char tile : std::string_view("abcdefghijklmnopqrstu")) counts.tiles.emplace(1, tile);
    for (const char way : std::string_view("01234567")) counts.ways.emplace(1, way);
  }
  return counts;
}

std::string code_row(const std::string& way, const CodeCounts& counts, bool all_exist) {
  std::string text = fmt::format("<tr><th scope=\"row\">{}</th>", way.empty() ? "as drawn" : content(way));
  for (const std::string& tile : counts.tiles) {
    const auto ways = counts.of_tile.find(tile);
    const bool sent = ways != counts.of_tile.end() && ways->second.contains(way);
    if (sent) {
      text += fmt::format("<td>{}</td>", ways->second.at(way));
    } else {
      text += all_exist ? "<td class=\"never\">0</td>" : "<td></td>";
    }
  }
  return text + "</tr>\n";
}

}  // namespace

std::string exhibits(const Finding& one, std::string_view id, const ShownGame& game) {
  std::string details;
  for (const std::string& detail : one.details) details += detail + '\n';
  std::string text;
  for (const std::string& hint : one.hints)
    text += fmt::format("<p class=\"hint\"><strong>Hint:</strong> {}</p>\n", content(hint));
  if (one.evidence || one.board) {
    text += "<div class=\"proof\">\n";
    if (one.evidence) text += "<div>\n" + exchange(*one.evidence) + times(*one.evidence) + "</div>\n";
    if (one.board) text += board(*one.board, id, game);
    text += "</div>\n";
  }
  if (!details.empty()) text += fmt::format("<pre tabindex=\"0\">{}</pre>\n", content(details));
  if (one.scene) text += scene(*one.scene);
  return text;
}

std::string finding(const Finding& one, std::string_view id) {
  const std::string requirement =
      one.requirement.empty() ? "" : fmt::format("<strong>{}</strong> ", content(one.requirement));
  return fmt::format("<div class=\"finding\">\n<p>{} {}{}</p>\n{}</div>\n", badge(one.verdict), requirement,
                     content(one.summary), exhibits(one, id));
}

std::string codes_sent(const RunRecord& run) {
  const CodeCounts counts = counted_codes(run);
  if (counts.kinds == 0) return {};
  const bool all_exist = counts.tiles.size() * counts.ways.size() == run.codes;  // each tile in each way
  std::string head = "<th scope=\"col\">rotation</th>";
  for (const std::string& tile : counts.tiles)
    head += fmt::format("<th scope=\"col\">{}</th>", content(tile));
  std::string rows;
  for (const std::string& way : counts.ways) rows += code_row(way, counts, all_exist);
  const std::string words = fmt::format(
      "<p>{} of {} codes (a tile in a rotation) were sent to the device as moves of its opponent.</p>\n",
      counts.kinds, run.codes);
  return words +
         scroll_box(
             "How often each code was sent",
             fmt::format("<table class=\"codes\">\n<caption>How often each code was sent: tiles across, "
                         "rotations down</caption>\n<thead>\n<tr>{}</tr>\n</thead>\n<tbody>\n{}</tbody>\n"
                         "</table>\n",
                         head, rows));
}

}  // namespace rig::report::html
