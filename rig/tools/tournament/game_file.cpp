#include "rig/tools/tournament/game_file.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "conformance/suite/catalogue.hpp"
#include "rig/arbiter/house.hpp"
#include "rig/arbiter/referee.hpp"
#include "rig/arbiter/side.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/json_depth.hpp"
#include "rig/link/transcript/lines.hpp"
#include "rig/link/transcript/transcript.hpp"
#include "rig/protocol/contest_file.hpp"
#include "rig/protocol/settings.hpp"

namespace rig::tournament {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::array<const char*, 2> sides = {"first", "second"};

/// Reads a file line by line.
class Lines {
 public:
  Lines(const std::string& text, const std::string& path) : text_(text), path_(path) {}

  bool next(std::string& line) {
    if (at_ >= text_.size()) return false;
    const std::size_t end = text_.find('\n', at_);
    number_ += 1;
    if (end == std::string::npos) refuse("the line does not end");
    line = text_.substr(at_, end - at_);
    at_ = end + 1;
    return true;
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw UsageError(fmt::format("{}, line {}: {}.", path_, number_, why));
  }

 private:
  const std::string& text_;
  const std::string& path_;
  std::size_t at_ = 0;
  int number_ = 0;
};

/// `["first", VALUE]`: VALUE as it stands there, where the line is of that side.
std::optional<std::string> value_of(const std::string& line, const std::string& side) {
  const std::string begin = fmt::format("[\"{}\",", side);
  if (!line.starts_with(begin) || !line.ends_with(']')) return std::nullopt;
  return line.substr(begin.size(), line.size() - begin.size() - 1);
}

}  // namespace

Json to_json(const GameIdentity& identity) {
  Json line = {{"game", identity.game},
               {"contest", identity.contest},
               {"board", identity.board ? Json(*identity.board) : Json()},
               {"set", identity.set},
               {"teams", identity.teams},
               {"duts", identity.duts},
               {"seat", identity.seat},
               {"seed", identity.seed},
               {"settle", identity.policy.settle.count()},  // ns
               {"grace", identity.policy.grace.count()},
               {"plies", identity.policy.most_plies}};
  // A contest that a user's file describes goes with its games, whole.
  if (const protocol::Contest* contest = protocol::learned_contest(identity.contest))
    line["contest_file"] = protocol::carried_words(*contest);
  return line;
}

GameIdentity identity_from(const Json& line) {
  GameIdentity identity;
  identity.game = line.at("game");
  if (line.contains("contest_file")) protocol::learn_carried(line.at("contest_file"));
  identity.contest = line.at("contest");
  if (!line.at("board").is_null()) identity.board = line.at("board").get<int>();
  identity.set = line.at("set").get<std::map<std::string, std::string>>();
  identity.teams = line.at("teams").get<std::array<std::string, 2>>();
  identity.duts = line.at("duts").get<std::array<std::string, 2>>();
  identity.seat = line.at("seat");
  identity.seed = line.at("seed");
  identity.policy.settle = Duration(line.at("settle").get<std::int64_t>());
  identity.policy.grace = Duration(line.at("grace").get<std::int64_t>());
  identity.policy.most_plies = line.at("plies");
  return identity;
}

std::string first_line(const GameIdentity& identity) {
  Json line{{"tournament_game", 1}};
  line.update(to_json(identity));
  return line.dump() + "\n";
}

std::string last_line(const std::string& record) {
  return Json{{"record", transcript_lines::text_to_json(record)}}.dump() + "\n";
}

GameFile read_game_file(const std::string& text, const std::string& path) {
  GameFile file;
  Lines lines(text, path);
  std::string line;
  std::string last;
  try {
    if (!lines.next(line)) lines.refuse("it is empty");
    const Json first = why_too_deep(line).empty() ? Json::parse(line) : Json();
    if (!first.is_object() || first.value("tournament_game", 0) != 1)
      lines.refuse("it is no game of a tournament: \"tournament_game\" is not 1");
    file.identity = identity_from(first);
    while (lines.next(line)) {
      for (const std::size_t side : {0U, 1U}) {
        if (auto value = value_of(line, sides.at(side))) file.segments.at(side).push_back(std::move(*value));
      }
      last = line;
    }
    const Json end = why_too_deep(last).empty() ? Json::parse(last) : Json();
    if (!end.is_object() || !end.contains("record")) lines.refuse("the last line has no \"record\"");
    file.record = transcript_lines::text_from(end.at("record"));
  } catch (const Json::exception& error) {
    lines.refuse(error.what());
  } catch (const transcript_lines::Unreadable& error) {
    lines.refuse(error.what());
  }
  return file;
}

arbiter::MatchIdentity match_of(const GameIdentity& identity) {
  return {.contest = identity.contest,
          .board = identity.board,
          .set = identity.set,
          .names = identity.teams,
          .seed = identity.seed};
}

arbiter::SeriesGame play_back(const GameFile& file) {
  const GameIdentity& identity = file.identity;
  const protocol::Contest& contest =
      protocol::find_contest(identity.contest, {.board = identity.board, .named = identity.set});
  std::array<std::unique_ptr<arbiter::Side>, 2> both;
  for (const std::size_t side : {0U, 1U}) {
    const std::string& dut = identity.duts.at(side);
    if (arbiter::is_house(dut)) {
      both.at(side) = arbiter::house_of(contest, dut, identity.seed, side);
    } else {
      both.at(side) =
          arbiter::side_over(replay(contest.medium(), fmt::format("{} {}", identity.game, sides.at(side)),
                                    file.segments.at(side)),
                             contest, arbiter::side_options(identity.policy, dut));
    }
  }
  const protocol::Seat& seat = arbiter::seat_in_game(contest, identity.seat);
  return {1, seat.player,
          arbiter::play_game(contest, seat, *both[0], *both[1], {}, {identity.policy.most_plies})};
}

arbiter::tournament::Result result_of(const arbiter::SeriesGame& game) {
  using arbiter::tournament::Result;
  using Outcome = arbiter::SeriesGame::Outcome;
  const Outcome outcome = game.outcome();
  Result result;
  if (outcome == Outcome::drawn) return result;
  result.outcome = outcome == Outcome::first_won ? Result::Outcome::first_won : Result::Outcome::second_won;
  const protocol::Player winner = outcome == Outcome::first_won ? game.first : protocol::other(game.first);
  for (const arbiter::Ply& ply : game.game.plies) result.moves += ply.player == winner ? 1 : 0;
  return result;
}

arbiter::ClauseOf clauses_of(const std::string& contest) {
  auto catalogue = std::make_shared<conformance::Catalogue>(conformance::load_catalogue(contest));
  return [catalogue](const std::string& aspect) {
    const conformance::Requirement* requirement = catalogue->by_aspect(aspect);
    return requirement == nullptr ? std::string() : requirement->id;
  };
}

}  // namespace rig::tournament
