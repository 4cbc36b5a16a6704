#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "rig/tools/tournament/site/csv.hpp"
#include "rig/tools/tournament/site/overview.hpp"

namespace rig::tournament {

using Json = nlohmann::ordered_json;

namespace {

Json json_of(const GameLine& line) {
  const auto or_null = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  return {{"game", line.game},
          {"stage", line.pairing.stage},
          {"first", line.pairing.first},
          {"second", line.pairing.second},
          {"outcome", line.outcome},
          {"moves", line.moves},
          {"ending", or_null(line.ending)},
          {"loss", or_null(line.loss)},
          {"entry", line.how},
          {"why", or_null(line.why)},
          {"date", line.date},
          {"page", or_null(page_of(line))},
          {"evidence", or_null(line.evidence)},
          {"sha256", or_null(line.sha256)}};
}

Json json_of(const arbiter::tournament::Table& table, const arbiter::tournament::Plan& plan) {
  Json lines = Json::array();
  for (const auto& line : table.lines)
    lines.push_back({{"team", plan.entrants.at(line.entrant).team},
                     {"played", line.played},
                     {"won", line.won},
                     {"drawn", line.drawn},
                     {"lost", line.lost},
                     {"points", line.points},
                     {"mean_moves", line.mean_moves ? Json(*line.mean_moves) : Json()}});
  return {{"stage", table.stage}, {"lines", lines}};
}

}  // namespace

std::string results_csv(const Overview& overview) {
  std::string text =
      "game,stage,first,second,outcome,moves,ending,loss,entry,why,date,page,evidence,sha256\r\n";
  for (const GameLine& line : overview.ledger.lines()) {
    if (!line.counts) continue;
    const std::vector<std::string> cells = {line.game,          line.pairing.stage,
                                            line.pairing.first, line.pairing.second,
                                            line.outcome,       std::to_string(line.moves),
                                            line.ending,        line.loss,
                                            line.how,           line.why,
                                            line.date,          page_of(line),
                                            line.evidence,      line.sha256};
    text += csv_row(cells);
  }
  return text;
}

/// A game a line, put together as text: of many thousand games a JSON document would take a hundred
/// megabytes.
std::string results_json(const Overview& overview) {
  const auto& plan = overview.plan;
  const auto dump = [](const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  Json tables = Json::array();
  for (const auto& table : overview.step.tables) tables.push_back(json_of(table, plan));
  Json places = Json::array();
  for (const auto& place : overview.step.places)
    places.push_back(
        {{"rank", place.rank}, {"team", plan.entrants.at(place.entrant).team}, {"reason", place.reason}});
  const Json head{{"tournament_results", 1},
                  {"title", plan.title},
                  {"contest", plan.contest_name},
                  {"format", plan.format_name},
                  {"seed", plan.seed},
                  {"date", overview.ledger.date()},
                  {"entries", overview.ledger.entries()},
                  {"places", places},
                  {"tables", tables},
                  {"said", overview.step.said}};
  std::string text = "{";
  for (const auto& [key, value] : head.items()) text += dump(key) + ":" + dump(value) + ",\n";
  text += "\"games\":[";
  bool is_first = true;
  for (const GameLine& line : overview.ledger.lines()) {
    if (!line.counts) continue;
    text += (is_first ? "\n" : ",\n") + dump(json_of(line));
    is_first = false;
  }
  return text + "]}\n";
}

}  // namespace rig::tournament
