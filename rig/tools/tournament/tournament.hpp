#pragma once
/// `rig tournament`: a tournament from its plan to its places.

#include <optional>
#include <string>
#include <vector>

namespace rig {

/// What the user asked of `rig tournament`.
struct TournamentRequest {
  std::string plan;    ///< the TOML file
  std::string folder;  ///< empty: beside the plan, under its name
  std::string sandbox = "auto";
  std::string live;  ///< where a live page is served, [HOST:]PORT; empty: nowhere
  bool status = false;
  bool verify = false;
  bool site = false;
  // on many machines
  bool give = false;
  std::string work;  ///< a part, `2/8`
  // decisions; at most one
  std::string void_game;
  std::string forfeit_game;
  std::string override_game;
  std::string withdraw;
  std::string retry;  ///< a bench; `all`
  std::string extend;
  bool pause = false;
  bool resume = false;
  bool new_day = false;
  std::string team;     ///< who loses the game that is forfeited
  std::string outcome;  ///< first, draw, second
  std::string reason;
  std::string key;  ///< the organiser's private one
  std::string password_file;
};

std::string tournament_help();

/// 0: what was asked is done; a tournament that was played is over. 3: it is not over yet; it says why.
int run_tournament(const TournamentRequest& request);

}  // namespace rig
