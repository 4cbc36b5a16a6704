#include "rig/tools/tournament/site/standings.hpp"

#include <fmt/format.h>

#include "rig/report/html/markup.hpp"
#include "rig/tools/tournament/site/frame.hpp"

namespace rig::tournament {

using arbiter::tournament::Plan;
using arbiter::tournament::Standing;
using arbiter::tournament::Step;
using arbiter::tournament::Table;
using report::content;

namespace {

std::string table_of(const Plan& plan, const Table& one) {
  std::string rows;
  int place = 0;
  for (const Standing& line : one.lines)
    rows += fmt::format("<tr>{}{}{}{}{}{}{}{}</tr>\n", number(std::to_string(++place)),
                        row_heading(content(plan.entrants.at(line.entrant).team)),
                        number(std::to_string(line.played)), number(std::to_string(line.won)),
                        number(std::to_string(line.drawn)), number(std::to_string(line.lost)),
                        number(fmt::format("{:g}", line.points)),
                        number(line.mean_moves ? fmt::format("{:.1f}", *line.mean_moves) : "–"));
  return table(one.stage,
               {{"Place", true},
                {"Team"},
                {"Played", true},
                {"Won", true},
                {"Drawn", true},
                {"Lost", true},
                {"Points", true},
                {"Moves", true}},
               rows);
}

}  // namespace

std::string order_of(const Plan& plan, const Step& step) {
  std::string rows;
  for (const auto& place : step.places)
    rows +=
        fmt::format("<tr>{}{}{}</tr>\n", number(std::to_string(place.rank)),
                    row_heading(content(plan.entrants.at(place.entrant).team)), cell(content(place.reason)));
  return table("The final order", {{"Place", true}, {"Team"}, {"Reason"}}, rows);
}

std::string standings_of(const Plan& plan, const Step& step) {
  std::string text;
  for (auto one = step.tables.rbegin(); one != step.tables.rend(); ++one) text += table_of(plan, *one);
  return text;
}

}  // namespace rig::tournament
