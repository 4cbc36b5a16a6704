#include "rig/tools/convert.hpp"

#include <algorithm>
#include <iostream>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/game/examples.hpp"
#include "rig/game/game.hpp"
#include "rig/tools/input.hpp"

namespace rig {

namespace {

using protocol::Contest;

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const Contest& convertible(const std::string& option, const std::string& name) {
  std::vector<std::string> known;
  for (const game::Game& game : game::games())
    known.insert(known.end(), game.converter.contests.begin(), game.converter.contests.end());
  if (!holds(known, name)) throw UsageError(option + ": " + unknown_value("contest to convert", name, known));
  return protocol::find_contest(name);
}

}  // namespace

std::string convert_help() {
  return "The game is judged by the rules of both contests. " + game::about_games("convert") +
         "\nExamples:\n" + game::examples_for("convert");
}

void print_converted(const ConvertRequest& request) {
  const Contest& from = convertible("--from", request.from);
  const Contest& to = convertible("--to", request.to);
  const game::Converter& converter = game::game_of(from).converter;
  if (!holds(converter.contests, to.name))
    throw UsageError("--to: " + to.name + " is of another game than " + from.name + ".");
  const Input input = read_input(request.file);
  std::cout << converter.convert(from, to, input.text, input.name);
}

}  // namespace rig
