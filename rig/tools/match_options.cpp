#include "rig/tools/match_options.hpp"

#include "rig/game/examples.hpp"
#include "rig/protocol/contest.hpp"

namespace rig {

namespace {

std::string known_contests() {
  std::string text;
  for (const protocol::Contest& contest : protocol::contests()) {
    text += (text.empty() ? "" : ", ") + contest.name;
  }
  return text;
}

}  // namespace

CLI::Option* add_contest_option(CLI::App& tool, std::string& name) {
  return tool.add_option("--contest", name, "The rule book: " + known_contests())->type_name("NAME");
}

void add_board_option(CLI::App& tool, std::optional<int>& board) {
  tool.add_option("--board", board, "The size of the board: " + game::what_board_chooses())
      ->type_name("SIZE");
}

void put_under(CLI::App& tool, const std::string& heading, const std::vector<std::string>& options) {
  for (const std::string& name : options) tool.get_option(name)->group(heading);
}

void add_match_options(CLI::App& tool, MatchRequest& request) {
  add_contest_option(tool, request.contest)->required();
  tool.add_option("--first", request.first, "A player: a DUT, or opponent:NAME")->type_name("PLAYER");
  tool.add_option("--second", request.second, "The other one")->type_name("PLAYER");
  tool.add_option("--stand-by", request.idle,
                  "A DUT that is connected and does not play, in a contest that has such; may come several "
                  "times")
      ->type_name("DUT")
      ->allow_extra_args(false);
  tool.add_option("--games", request.games, "Number of games (default: 1)")->check(CLI::Range(1, 1'000'000));
  tool.add_option("--seat", request.seat, "The seat of --first in the first game; the others follow in turn")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(1, 8));
  add_board_option(tool, request.board);
  tool.add_option("--set", request.set, "NAME=VALUE, a setting of the contest; may come several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  tool.add_option("--plies", request.most_plies, "Ends a game as a draw after this number of plies")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  tool.add_option("--settle", request.settle_seconds,
                  "Seconds to wait after each start of a player over a line, before the first request")
      ->type_name("SECONDS")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 600.0));
  tool.add_option(
          "--sandbox", request.sandbox,
          "Run programs in a sandbox (bubblewrap): auto: if this machine can; require: else not at all; "
          "off")
      ->type_name("WHEN")
      ->capture_default_str();
  tool.add_option("--sandbox-show", request.sandbox_shows,
                  "A file or folder that programs may see in it besides their own; may come several times")
      ->type_name("PATH")
      ->allow_extra_args(false);
  tool.add_option("--seed", request.seed, "Seed of power-on states and of opponents")
      ->type_name("N")
      ->capture_default_str();
  tool.add_flag("--live", request.live, "Draws the board at each move");
  tool.add_option("--record", request.record, "Writes the games to this file, for rig check and rig show")
      ->type_name("FILE");
  tool.add_option("--json", request.json, "Writes the match to this file as JSON")->type_name("FILE");
  tool.add_option("--transcript", request.transcript,
                  "Writes to this file what both sides received and sent, with times")
      ->type_name("FILE");
  tool.add_flag("--admission", request.admission,
                "The contest's admission test: four games of --dut against the simple player, all to be won");
  tool.add_option("--dut", request.dut, "The player to be admitted")->type_name("DUT");
  put_under(tool, "Who plays", {"--contest", "--first", "--second", "--stand-by", "--board", "--set"});
  put_under(tool, "How it is played",
            {"--games", "--seat", "--plies", "--seed", "--settle", "--sandbox", "--sandbox-show"});
  put_under(tool, "What is shown and written", {"--live", "--record", "--json", "--transcript"});
  put_under(tool, "An admission test", {"--admission", "--dut"});
}

}  // namespace rig
