#include "rig/arbiter/tournament/formats.hpp"

#include <algorithm>

#include "rig/arbiter/tournament/make.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"

namespace rig::arbiter::tournament {

namespace {

using Count = FormatSetting::Count;

FormatSetting games(const std::string& usual, const std::string& what) {
  return {"games",
          usual,
          {"seats"},
          1,
          100,
          Count::one,
          "Games of " + what + "; seats: one in each seat of the contest."};
}

FormatSetting points(const std::string& usual) {
  return {"points",
          usual,
          {"matches", "games"},
          0,
          0,
          Count::one,
          "What points are given for: matches (2, 1, 0) or games (1, 1/2, 0)."};
}

FormatSetting ties(const std::string& usual) {
  return {"ties",
          usual,
          {"direct", "buchholz", "wins", "moves", "lot"},
          0,
          0,
          Count::list,
          "What decides between equal points, in this order; what is tied after that shares the place."};
}

FormatSetting forfeits() {
  return {"forfeits",
          "left-out",
          {"left-out", "counted"},
          0,
          0,
          Count::one,
          "Whether games won by forfeit count in the mean of moves."};
}

FormatSetting draw(const std::string& what) {
  return {"draw",
          "lot",
          {"lot", "list"},
          0,
          0,
          Count::one,
          "What orders " + what + ": a draw by the seed, or the list of entrants, best first."};
}

FormatSetting replays() {
  return {"replays",
          "1",
          {},
          0,
          20,
          Count::one,
          "How often a drawn match is played again before moves, then lot decide."};
}

FormatSetting third_place() {
  return {"third_place",
          "no",
          {"yes", "no"},
          0,
          0,
          Count::one,
          "Whether the losers of the semi-finals play for the third place."};
}

std::vector<FormatSetting> pools_settings() {
  return {
      games("2", "a match"),
      {"pools",
       "fewest",
       {"fewest", "most"},
       0,
       0,
       Count::one,
       "How many pools there are, if several numbers give pools of 4 to 7."},
      {"moves_of",
       "stage",
       {"stage", "all"},
       0,
       0,
       Count::one,
       "Whose won games count in the mean of moves: the round robin with the tie, or all so far."},
      {"first_tie",
       "further",
       {"further", "moves"},
       0,
       0,
       Count::one,
       "What decides between more than two first ones of the last pool: a further round robin, or moves."},
      {"met_before",
       "again",
       {"again", "counts"},
       0,
       0,
       Count::one,
       "Whether two who have met in a pool play again in a later one, or their match counts there."},
      {"stuck_rounds",
       "2",
       {},
       1,
       20,
       Count::one,
       "After this many rounds of pools in a row without anybody leaving, two of each pool go on."},
      {"chosen_seat",
       "1",
       {},
       1,
       100,
       Count::one,
       "The seat that the better finalist takes in the first game of the final."},
      {"final_games",
       "30",
       {},
       14,
       1000,
       Count::one,
       "Games after which the final ends, drawn ones included; who is ahead has won it."},
      forfeits(),
  };
}

std::vector<FormatSetting> leagues_settings() {
  return {
      {"leagues", "4", {}, 1, 1000, Count::one, "How many leagues there are; each has two entrants or more."},
      {"go_on", "2", {}, 1, 1000, Count::one, "How many of each league play the finals."},
      {"finals", "knock-out", {"knock-out", "round-robin"}, 0, 0, Count::one, "How the finals are played."},
      draw("the leagues"),
      games("seats", "a match in the leagues"),
      {"final_games", "seats", {"seats"}, 1, 100, Count::one, "Games of a match in the finals."},
      points("matches"),
      ties("direct,wins,moves,lot"),
      replays(),
      third_place(),
      forfeits(),
  };
}

std::vector<FormatInfo> all_formats() {
  return {
      {"pools", "Pools of 4 to 7, the top two and ties go on until one pool is left; a final to four wins.",
       pools_settings(), make_pools},
      {"round-robin",
       "Everybody meets everybody.",
       {{"meetings", "single", {"single", "double"}, 0, 0, Count::one, "How often each pair meets."},
        games("seats", "a match"),
        points("matches"),
        ties("direct,wins,moves"),
        forfeits()},
       make_round_robin},
      {"leagues", "Round robins in leagues, then finals between the best of them.", leagues_settings(),
       make_leagues},
      {"swiss",
       "In each round neighbours in the standings meet who have not met yet (Monrad).",
       {{"rounds",
         "auto",
         {"auto"},
         1,
         1000,
         Count::one,
         "How many rounds; auto: as many as a knock-out would have."},
        draw("equals"),
        games("1", "a match"),
        points("matches"),
        {"bye",
         "win",
         {"win", "draw", "loss"},
         0,
         0,
         Count::one,
         "What a bye counts as, in points: all games won, drawn or lost."},
        ties("buchholz,direct,wins,moves"),
        forfeits()},
       make_swiss},
      {"knock-out",
       "Who loses a match is out.",
       {draw("the bracket"), games("seats", "a match"), replays(), third_place(), forfeits()},
       make_knock_out},
  };
}

}  // namespace

const std::vector<FormatInfo>& formats() {
  static const std::vector<FormatInfo> all = all_formats();
  return all;
}

std::unique_ptr<Format> make_format(const std::string& name, const GivenSettings& given, const Field& field) {
  std::vector<std::string> known;
  for (const FormatInfo& format : formats()) {
    if (format.name == name) return format.make(Chosen(name, format.settings, given), field);
    known.push_back(format.name);
  }
  throw UsageError(unknown_value("format", name, known));
}

}  // namespace rig::arbiter::tournament
