#include "rig/arbiter/series/match_json.hpp"

#include <nlohmann/json.hpp>
#include <utility>

namespace rig::arbiter {

using nlohmann::ordered_json;
using protocol::Player;

namespace {

const char* side_of(const SeriesGame& one, Player player) {
  return player == one.first ? "first" : "second";
}

ordered_json nanoseconds(const std::optional<Latency>& took) {
  if (!took) return nullptr;
  return {{"shortest_ns", took->shortest.count()}, {"longest_ns", took->longest.count()}};
}

ordered_json json_of(const SeriesGame& one, const Breach& breach, const ClauseOf& clause_of, Player player) {
  return {{"side", side_of(one, player)},
          {"kind", to_string(breach.kind)},
          {"clause", clause_of(breach.aspect)},
          {"words", breach.words}};
}

ordered_json json_of_loss(const SeriesGame& one, const ClauseOf& clause_of) {
  if (!one.game.loss) return nullptr;
  ordered_json loss = json_of(one, one.game.loss->breach, clause_of, one.game.loss->player);
  if (!one.game.loss->refused.text.empty()) loss["refused"] = one.game.loss->refused.text;
  return loss;
}

ordered_json json_of(const SeriesGame& one, const Remark& remark, const ClauseOf& clause_of) {
  return {{"ply", remark.ply},
          {"side", side_of(one, remark.player)},
          {"clause", clause_of(remark.note.aspect)},
          {"words", remark.note.words}};
}

ordered_json json_of_no_result(const SeriesGame& one, const ClauseOf& clause_of) {
  return one.game.no_result ? json_of(one, *one.game.no_result, clause_of) : ordered_json(nullptr);
}

ordered_json json_of(const SeriesGame& one, const ClauseOf& clause_of) {
  const GameReport& game = one.game;
  const std::size_t first = index_of(one.first);
  const std::size_t second = 1 - first;
  ordered_json plies = ordered_json::array();
  for (const Ply& ply : game.plies) {
    plies.push_back(
        {{"side", side_of(one, ply.player)}, {"move", ply.move.text}, {"took", nanoseconds(ply.took)}});
  }
  ordered_json remarks = ordered_json::array();
  for (const Remark& remark : game.remarks) remarks.push_back(json_of(one, remark, clause_of));
  const auto both = [&](const auto& of) { return ordered_json{of.at(first), of.at(second)}; };
  return {{"number", one.number},
          {"seats", {game.seats[first].name, game.seats[second].name}},
          {"begins", game.seats[first].moves_first ? "first" : "second"},
          {"teams", both(game.teams)},
          {"result", to_string(one.outcome())},
          {"ending", ending_of(game)},
          {"loss", json_of_loss(one, clause_of)},
          {"no_result", json_of_no_result(one, clause_of)},
          {"score", both(game.result.score)},
          {"squares_left", both(game.result.squares_left)},
          {"time_used_ns",
           {time_used(game, one.first).count(), time_used(game, protocol::other(one.first)).count()}},
          {"opening_plies", game.opening_plies},
          {"plies", plies},
          {"remarks", remarks},
          {"replayed", one.replayed}};
}

ordered_json json_of(const Tally& tally) {
  return {{"won", tally.won}, {"drawn", tally.drawn}, {"lost", tally.lost}};
}

ordered_json json_of(const std::optional<double>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json json_of(const Standings& standings) {
  ordered_json endings = ordered_json::object();
  for (const auto& [ending, tally] : standings.by_ending) endings[ending] = json_of(tally);
  const Elo elo = elo_of(standings.tally);
  ordered_json table = json_of(standings.tally);
  table["no_result"] = standings.without_result;
  table["points"] = standings.tally.points();
  table["different_games"] = standings.different;
  table["mean_plies"] = standings.mean_plies;
  table["elo"] = {{"difference", json_of(elo.difference)}, {"error_95_percent", json_of(elo.error)}};
  table["endings"] = endings;
  return table;
}

ordered_json json_of(const std::optional<Sprt>& test) {
  if (!test) return nullptr;
  return {{"elo0", test->between.elo0}, {"elo1", test->between.elo1},
          {"llr", test->llr},           {"lower", test->lower},
          {"upper", test->upper},       {"accepted", to_string(test->decision())}};
}

std::string text_of(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace

MatchJson::MatchJson(const protocol::Contest& contest, const MatchIdentity& match,
                     const std::array<std::string, 2>& descriptions, ClauseOf clause_of, Write write)
    : clause_of_(std::move(clause_of)), write_(std::move(write)) {
  ordered_json settings = ordered_json::object();
  for (const protocol::Setting& setting : contest.settings) settings[setting.name] = setting.value;
  ordered_json head = {{"match", 1}, {"contest", contest.name}, {"title", contest.title}};
  if (contest.chooses_board) head["board"] = contest.board;
  head["settings"] = settings;
  head["seed"] = match.seed;
  head["time_margin_ns"] = match.time_margin.count();
  head["first"] = {{"dut", match.names[0]}, {"description", descriptions[0]}};
  head["second"] = {{"dut", match.names[1]}, {"description", descriptions[1]}};
  std::string text = text_of(head);
  text.pop_back();  // its brace: the games stand in it too
  write_(text + ",\n\"games\":[");
}

void MatchJson::add(const SeriesGame& game) {
  write_((has_games_ ? ",\n" : "\n") + text_of(json_of(game, clause_of_)));
  has_games_ = true;
}

void MatchJson::end(const Standings& standings, const std::optional<Sprt>& test, bool interrupted) {
  const ordered_json tail = {
      {"table", json_of(standings)}, {"sprt", json_of(test)}, {"interrupted", interrupted}};
  write_("\n],\n" + text_of(tail).substr(1) + "\n");
}

}  // namespace rig::arbiter
