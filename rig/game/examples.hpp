#pragma once
/// Help texts name a contest and a model of the games that are there.

#include <string>

namespace rig::game {

/// `{contest}` and `{model}` in a text, by the first game that has an example; where none has, as
/// they stand.
std::string with_examples(std::string text);

/// The contest of `rig show` where none is named; empty: there is none.
std::string contest_shown();

/// The examples of all games for a tool of `rig`, a line each; empty for one without.
std::string examples_for(const std::string& tool);

/// What all games say of themselves to a tool.
std::string about_games(const std::string& tool);

/// `--board` of the contests whose host chooses it: `chess: 8 (default) or 10`; and what `--first` chooses in
/// those in which either player can begin.
std::string what_board_chooses();
std::string what_first_chooses();

}  // namespace rig::game
