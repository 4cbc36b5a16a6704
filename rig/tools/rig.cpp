/// rig: the lab tools. One fact per line on standard output, fit for a script.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "rig/base/errors.hpp"
#include "rig/base/program/version.hpp"
#include "rig/base/text.hpp"
#include "rig/base/visible.hpp"
#include "rig/game/blokus/perft.hpp"
#include "rig/game/trax/perft.hpp"
#include "rig/link/exec/adoption.hpp"
#include "rig/tools/convert.hpp"
#include "rig/tools/evidence/verify.hpp"
#include "rig/tools/games.hpp"
#include "rig/tools/match.hpp"
#include "rig/tools/match_options.hpp"
#include "rig/tools/rtl/cache.hpp"
#include "rig/tools/rtl/new_dut.hpp"
#include "rig/tools/scenarios.hpp"
#include "rig/tools/serial/calibrate.hpp"
#include "rig/tools/serial/ports.hpp"
#include "rig/tools/serve.hpp"

namespace {

using rig::add_board_option;
using rig::add_contest_option;
using rig::UsageError;

/// What `rig perft` was asked for.
struct PerftRequest {
  std::string game = "blokus-duo";
  std::string start = "5";
  int board = 0;
  bool no_lines = false;
  int depth = 1;
};

void print_blokus_perft(const PerftRequest& request) {
  const std::vector<std::string> starts = {"5", "a"};
  if (std::find(starts.begin(), starts.end(), request.start) == starts.end()) {
    throw UsageError("--start: " + rig::unknown_value("start square", request.start, starts));
  }
  const rig::blokus::Position position(rig::blokus::duo(), request.start == "5" ? 0 : 1);
  for (int ply = 1; ply <= request.depth; ++ply) {
    const rig::blokus::PerftCount count = rig::blokus::perft(position, ply);
    std::cout << fmt::format("perft {}: placements {} codes {}\n", ply, count.placements, count.codes)
              << std::flush;
  }
}

void print_trax_perft(const PerftRequest& request) {
  rig::trax::Position position(rig::trax::Rules{!request.no_lines, request.board});
  for (int ply = 1; ply <= request.depth; ++ply) {
    std::cout << fmt::format("perft {}: leaves {}\n", ply, rig::trax::perft(position, ply)) << std::flush;
  }
}

/// An option that says nothing about the chosen game is a mistake.
void refuse_options_of_the_other_game(const CLI::App& perft, const std::string& game,
                                      const std::vector<std::string>& options) {
  for (const std::string& option : options) {
    if (perft.count(option) > 0)
      throw UsageError(fmt::format("{} does not belong to --game {}.", option, game));
  }
}

void print_perft(const CLI::App& perft, const PerftRequest& request) {
  if (request.game == "blokus-duo") {
    refuse_options_of_the_other_game(perft, request.game, {"--board", "--no-lines"});
    print_blokus_perft(request);
  } else if (request.game == "trax") {
    refuse_options_of_the_other_game(perft, request.game, {"--start"});
    print_trax_perft(request);
  } else {
    const std::vector<std::string> games = {"blokus-duo", "trax"};
    throw UsageError("--game: " + rig::unknown_value("game", request.game, games));
  }
}

/// An option that does not exist: name the nearest that does.
void refuse_extras(const CLI::App& tool) {
  for (const std::string& word : tool.remaining()) {
    std::vector<std::string> known;
    for (const CLI::Option* option : tool.get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    throw UsageError(rig::unknown_value("option", word, known));
  }
}

/// What is told of a game in the same way to every tool.
void add_game_options(CLI::App& tool, rig::GameRequest& request) {
  tool.add_option("--first", request.first,
                  "icfpt2014: start square of the player who moves first, 5 (default) or a");
  add_board_option(tool, request.board);
  tool.add_option("--set", request.set, "NAME=VALUE, a setting of the contest; may come several times")
      ->allow_extra_args(false);
  tool.add_option("--game", request.game, "Which game of a record of rig match (default: its first)");
  tool.add_option("moves", request.moves,
                  "The moves so far, in the contest's notation, or course's StepLog.txt, or a record of rig "
                  "match; after -- also what begins with a dash");
  tool.allow_extras();
}

CLI::App* add_moves(CLI::App& app, rig::GameRequest& request) {
  CLI::App* tool = app.add_subcommand("moves", "The legal moves after these moves, sorted, one a line");
  tool->footer(rig::moves_help());
  add_contest_option(*tool, request.contest);
  add_game_options(*tool, request);
  tool->add_flag("--count", request.count, "Only the counts, in one line: placements P codes C, or moves M");
  return tool;
}

CLI::App* add_check(CLI::App& app, rig::GameRequest& request) {
  CLI::App* tool = app.add_subcommand("check", "Judges a game ply by ply, and prints its result");
  tool->footer(rig::check_help());
  add_contest_option(*tool, request.contest);
  add_game_options(*tool, request);
  tool->add_flag(
      "--batch", request.batch,
      "Reads games from standard input, a line each: moves with blanks between them, or semicolons");
  return tool;
}

CLI::App* add_show(CLI::App& app, rig::GameRequest& request) {
  CLI::App* tool = app.add_subcommand("show", "Draws the board after these moves, and prints the result");
  tool->footer(rig::show_help());
  add_contest_option(*tool, request.contest)->capture_default_str();
  add_game_options(*tool, request);
  return tool;
}

CLI::App* add_convert(CLI::App& app, rig::ConvertRequest& request) {
  CLI::App* tool = app.add_subcommand("convert", "A game of Blokus Duo in the notation of another contest");
  tool->footer(rig::convert_help());
  tool->add_option("--from", request.from, "course (a step log) or icfpt2014 (codes)")->required();
  tool->add_option("--to", request.to, "The other one")->required();
  tool->add_option("file", request.file, "The file of the game; -: standard input")->required();
  tool->allow_extras();
  return tool;
}

CLI::App* add_scenarios(CLI::App& app, rig::ScenariosRequest& request) {
  CLI::App* tool =
      app.add_subcommand("scenarios", "Recorded games as scenario files, for certify --scenario");
  tool->footer(rig::scenarios_help());
  add_contest_option(*tool, request.contest)->required();
  tool->add_option("file", request.file, "The recorded games, in JSON")->required();
  tool->add_option("folder", request.folder, "Where to write a file for each game")->required();
  tool->allow_extras();
  return tool;
}

CLI::App* add_ports(CLI::App& app, rig::PortsRequest& request) {
  CLI::App* tool = app.add_subcommand("ports", "The serial devices of this machine, a line each");
  tool->footer(rig::ports_help());
  tool->add_option("name", request.name, "A name to resolve: prints the path of the device, nothing else");
  tool->add_flag("--json", request.json, "The list as JSON");
  tool->add_option("--root", request.root,
                   "Reads sys, dev, proc and run in this folder, not this machine's own (for tests)");
  tool->allow_extras();
  return tool;
}

CLI::App* add_serve(CLI::App& app, rig::ServeRequest& request) {
  CLI::App* tool = app.add_subcommand("serve", "A board of the rig's own in real time, for any host program");
  tool->footer(rig::serve_help());
  tool->add_option("--dut", request.dut, "rtl:NAME, rtl:FILE.toml or builtin:NAME, with ?fault=F")
      ->required();
  tool->add_option("--pty", request.pty, "A serial device: made at this path, or one that exists");
  tool->add_option("--tcp", request.tcp, "PORT to listen on, or HOST:PORT to connect to");
  add_contest_option(*tool, request.contest)->capture_default_str();
  add_board_option(*tool, request.board);
  tool->add_option("--seed", request.seed, "Seed of the power-on state")->capture_default_str();
  tool->allow_extras();
  return tool;
}

CLI::App* add_new_dut(CLI::App& app, rig::NewDutRequest& request) {
  CLI::App* tool = app.add_subcommand(
      "new-dut", "Writes a description of a design from its sources, builds it and tries the handshake");
  tool->footer(rig::new_dut_help());
  tool->add_option("folder", request.folder, "The folder of the sources")->required();
  add_contest_option(*tool, request.contest)->capture_default_str();
  tool->add_option("--name", request.name, "The name of the board (default: that of the folder)");
  tool->add_option("--top", request.top, "The top module (default: the likeliest)");
  tool->add_option("--with", request.with,
                   "Another folder of sources, for modules that are not in the first one; may come several "
                   "times")
      ->allow_extra_args(false);
  tool->add_option("--output", request.output, "Where to write (default: NAME.toml in the folder)");
  tool->add_flag("--force", request.force, "Overwrites an existing file");
  tool->add_flag("--no-build", request.no_build, "Only writes the description");
  tool->allow_extras();
  return tool;
}

CLI::App* add_cache(CLI::App& app, rig::CacheRequest& request) {
  CLI::App* tool = app.add_subcommand("cache", "The models that are kept: lists or removes them");
  tool->footer(rig::cache_help());
  tool->add_option("--clear", request.clear, "Removes all, or those of this name")->expected(0, 1);
  tool->add_option("--limit", request.limit,
                   "Their largest total size, from now on: a number of bytes, or one with K, M or G");
  tool->allow_extras();
  return tool;
}

CLI::App* add_verify(CLI::App& app, rig::VerifyRequest& request) {
  CLI::App* tool =
      app.add_subcommand("verify", "Checks that the evidence of a run has not changed since the run ended");
  tool->footer(rig::verify_help());
  tool->add_option("run", request.what, "The folder of its reports, its transcript, or its bundle")
      ->required();
  CLI::Option* key =
      tool->add_option("--key", request.key, "The public key (rig keygen) with which it must be signed");
  tool->add_flag("--any-key", request.any_key, "Accepts a signature of any key")->excludes(key);
  tool->add_flag("--again", request.again, "Repeats the run, and compares case by case: rtl: and builtin:");
  rig::Policy& policy = request.policy;
  tool->add_option("--team", policy.team, "The run must be of this team (--team-name)");
  tool->add_option("--contest", policy.contest, "… of this contest");
  tool->add_option("--dut", policy.dut, "… of this device, as the run named it");
  tool->add_option("--bitstream", policy.bitstream, "… of a board configured with this file");
  tool->add_option("--seed-from", policy.seed_from, "… with the seed of this text");
  tool->add_option("--commit", policy.commit, "… by the rig of this commit: its first digits");
  tool->add_option("--newer-than", policy.newer_than,
                   "… begun later than 2026-11-22, or 2026-11-22T10:00:00Z");
  tool->add_option("--require", policy.require,
                   "… and is certified (also with reservations), or certified-without-reservations")
      ->check(CLI::IsMember({"certified", "certified-without-reservations"}));
  tool->allow_extras();
  return tool;
}

CLI::App* add_sign(CLI::App& app, rig::SignRequest& request) {
  CLI::App* tool = app.add_subcommand("sign", "Judges the evidence of a run again, and signs it");
  tool->footer(rig::sign_help());
  tool->add_option("run", request.what, "The folder of its reports, or its transcript")->required();
  tool->add_option("--key", request.key, "The private key (rig keygen)")->required();
  tool->add_option("--password-file", request.password_file,
                   "The first line of this file is the key's password; else the terminal is asked");
  tool->allow_extras();
  return tool;
}

CLI::App* add_bundle(CLI::App& app, rig::BundleRequest& request) {
  CLI::App* tool = app.add_subcommand("bundle", "The evidence of a run in one file, with a statement of it");
  tool->footer(rig::bundle_help());
  tool->add_option("run", request.folder, "The folder of its reports")->required();
  tool->add_option("--out", request.out, "The archive to write, NAME.tar")->required();
  CLI::Option* key =
      tool->add_option("--key", request.key, "The private key (rig keygen) that signs the statement");
  tool->add_option("--password-file", request.password_file,
                   "The first line of this file is the key's password; else the terminal is asked")
      ->needs(key);
  tool->allow_extras();
  return tool;
}

CLI::App* add_log(CLI::App& app, rig::LogRequest& request) {
  CLI::App* tool = app.add_subcommand("log", "The runs in an organiser's log (certify --log)");
  tool->footer(rig::log_help());
  tool->add_option("file", request.what, "The log")->required();
  tool->add_option("--key", request.key, "The public key (rig keygen) with which it must be signed");
  tool->add_option("--head", request.head, "The hash of a line that it must still have");
  tool->allow_extras();
  return tool;
}

CLI::App* add_keygen(CLI::App& app, rig::KeygenRequest& request) {
  CLI::App* tool =
      app.add_subcommand("keygen", "Makes a pair of keys: one signs runs, the other verifies them");
  tool->footer(rig::keygen_help());
  tool->add_option("name", request.name, "NAME.key and NAME.pub are made")->required();
  CLI::Option* file = tool->add_option("--password-file", request.password_file,
                                       "The private key is encrypted with the first line of this file");
  tool->add_flag("--password", request.password, "… or with a password from the terminal")->excludes(file);
  tool->allow_extras();
  return tool;
}

CLI::App* add_calibrate(CLI::App& app, rig::CalibrateRequest& request) {
  CLI::App* tool =
      app.add_subcommand("calibrate", "Measures how long a serial adapter holds bytes back, for later runs");
  tool->footer(rig::calibrate_help());
  tool->add_option("target", request.target, "serial:DEVICE; pty: to try it")->required();
  tool->add_option("--baud", request.baud, "The bit rate")
      ->capture_default_str()
      ->check(CLI::Range(50, 4'000'000));
  tool->add_option("--trips", request.trips, "Number of bytes that are sent and echoed, one at a time")
      ->capture_default_str()
      ->check(CLI::Range(20, 100'000));
  tool->add_option("--seed", request.seed, "Seed of the bytes and of the pauses")->capture_default_str();
  tool->allow_extras();
  return tool;
}

CLI::App* add_match(CLI::App& app, rig::MatchRequest& request) {
  CLI::App* tool = app.add_subcommand("match", "Games between two players under the rig's own referee");
  tool->footer(rig::match_help());
  rig::add_match_options(*tool, request);
  tool->allow_extras();
  return tool;
}

/// What follows a `--`: words that are no options, however they begin. They are taken off the line.
std::vector<std::string> words_after_dashes(int& argc, char** argv) {
  const auto dashes = std::find(argv, argv + argc, std::string_view("--"));
  std::vector<std::string> words;
  if (dashes != argv + argc) words.assign(dashes + 1, argv + argc);
  argc = static_cast<int>(dashes - argv);
  return words;
}

int run(int argc, char** argv) {
  CLI::App app{
      "Lab tools of the contest rig. One fact per line.\n\n"
      "Examples:\n"
      "  rig perft --game blokus-duo --start 5 --depth 2\n"
      "  rig perft --game trax --depth 5\n"
      "  rig moves --contest icfpt2014 --first 5 53e0 a8e0\n"
      "  rig check --contest icfpt2014 --first 5 53e0 a8e0 21k7\n"
      "  rig check --contest heart-trax '@0/' 'A2\\' 'B1\\'\n"
      "  rig show --contest aut-trax --board 8 @0+ B1+\n"
      "  rig check --contest course 'pattern19() ^ 5-5' PASS PASS\n"
      "  rig check --contest course StepLog.txt\n"
      "  rig convert --from course --to icfpt2014 StepLog.txt\n"
      "  rig ports\n"
      "  rig calibrate serial:/dev/ttyUSB0\n"
      "  rig match --contest icfpt2014 --first builtin:blokus --second opponent:random --games 20\n"
      "  rig serve --dut rtl:blokus_duo_5mhz --pty /tmp/board\n"
      "  rig new-dut my_board\n"
      "  rig cache\n"
      "  rig verify reports/icfpt2014_rtl-blokus_duo\n"
      "  rig bundle reports/icfpt2014_rtl-blokus_duo --out rook.tar\n"
      "  rig log runs.log --key organiser.pub",
      "rig"};
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", rig::version_text("rig"), "Print version and commit, and exit");
  app.allow_extras();

  PerftRequest perft_request;
  CLI::App* perft = app.add_subcommand(
      "perft", "Counts the games of N plies; last line: perft N: placements P codes C, or perft N: leaves L");
  perft->add_option("--game", perft_request.game, "blokus-duo or trax")->capture_default_str();
  perft
      ->add_option("--start", perft_request.start,
                   "blokus-duo: start square of the player who moves first, 5 or a")
      ->capture_default_str();
  perft->add_option("--board", perft_request.board,
                    "trax: no move may make the board wider or taller than this, 8 or more; 0: no limit");
  perft->add_flag("--no-lines", perft_request.no_lines, "trax: only loops win");
  perft->add_option("--depth", perft_request.depth, "Plies")->capture_default_str()->check(CLI::Range(1, 10));

  rig::GameRequest game_request;
  CLI::App* moves = add_moves(app, game_request);
  CLI::App* check = add_check(app, game_request);
  CLI::App* show = add_show(app, game_request);
  rig::ConvertRequest convert_request;
  CLI::App* convert = add_convert(app, convert_request);
  rig::ScenariosRequest scenarios_request;
  CLI::App* scenarios = add_scenarios(app, scenarios_request);
  perft->allow_extras();

  rig::PortsRequest ports_request;
  CLI::App* ports = add_ports(app, ports_request);
  rig::ServeRequest serve_request;
  CLI::App* serve = add_serve(app, serve_request);
  rig::MatchRequest match_request;
  CLI::App* match = add_match(app, match_request);
  rig::NewDutRequest new_dut_request;
  CLI::App* new_dut = add_new_dut(app, new_dut_request);
  rig::CacheRequest cache_request;
  CLI::App* cache = add_cache(app, cache_request);
  rig::VerifyRequest verify_request;
  CLI::App* verify = add_verify(app, verify_request);
  rig::SignRequest sign_request;
  CLI::App* sign = add_sign(app, sign_request);
  rig::BundleRequest bundle_request;
  CLI::App* bundle = add_bundle(app, bundle_request);
  rig::LogRequest log_request;
  CLI::App* log = add_log(app, log_request);
  rig::KeygenRequest keygen_request;
  CLI::App* keygen = add_keygen(app, keygen_request);
  rig::CalibrateRequest calibrate_request;
  CLI::App* calibrate = add_calibrate(app, calibrate_request);

  const std::vector<std::string> words = words_after_dashes(argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  for (const CLI::App* tool : app.get_subcommands()) refuse_extras(*tool);
  const bool takes_moves = moves->parsed() || check->parsed() || show->parsed();
  if (!words.empty() && !takes_moves)
    throw UsageError(fmt::format("\"{}\" is not allowed here.", words.front()));
  game_request.contest_is_told = takes_moves && app.get_subcommands().front()->count("--contest") > 0;
  game_request.moves.insert(game_request.moves.end(), words.begin(), words.end());
  if (perft->parsed()) {
    print_perft(*perft, perft_request);
  } else if (moves->parsed()) {
    rig::print_moves(game_request);
  } else if (check->parsed()) {
    return rig::print_check(game_request);
  } else if (show->parsed()) {
    rig::print_show(game_request);
  } else if (convert->parsed()) {
    rig::print_converted(convert_request);
  } else if (scenarios->parsed()) {
    rig::write_scenarios(scenarios_request);
  } else if (ports->parsed()) {
    rig::print_ports(ports_request);
  } else if (serve->parsed()) {
    return rig::serve_dut(serve_request);
  } else if (match->parsed()) {
    return rig::play_match(match_request);
  } else if (new_dut->parsed()) {
    return rig::new_dut(new_dut_request);
  } else if (cache->parsed()) {
    if (cache->count("--clear") > 0 && !cache_request.clear) cache_request.clear.emplace();
    rig::tend_cache(cache_request);
  } else if (verify->parsed()) {
    return rig::verify(verify_request);
  } else if (sign->parsed()) {
    return rig::sign(sign_request);
  } else if (bundle->parsed()) {
    return rig::make_bundle(bundle_request);
  } else if (log->parsed()) {
    return rig::show_log(log_request);
  } else if (keygen->parsed()) {
    return rig::make_key(keygen_request);
  } else if (calibrate->parsed()) {
    rig::calibrate_adapter(calibrate_request);
  } else {
    const std::vector<std::string> tools = {"perft", "moves",  "check", "show",    "convert",  "scenarios",
                                            "ports", "serve",  "match", "new-dut", "cache",    "verify",
                                            "sign",  "bundle", "log",   "keygen",  "calibrate"};
    const std::vector<std::string> extra = app.remaining();
    if (!extra.empty()) throw UsageError(rig::unknown_value("tool", extra.front(), tools));
    std::cout << app.help();
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const rig::Adoption adoption;
  try {
    return run(argc, argv);
  } catch (const UsageError& error) {
    std::cerr << "rig: " << rig::visible(error.what(), rig::Newlines::kept) << "\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "rig: " << rig::visible(error.what(), rig::Newlines::kept) << "\n";
    return 3;
  }
}
