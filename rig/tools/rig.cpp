/// rig: the lab tools. One fact per line on standard output, fit for a script.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/program/help_format.hpp"
#include "rig/base/program/version.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/visible.hpp"
#include "rig/game/examples.hpp"
#include "rig/game/game.hpp"
#include "rig/game/modules.hpp"
#include "rig/link/exec/adoption.hpp"
#include "rig/tools/admission/admit.hpp"
#include "rig/tools/contest.hpp"
#include "rig/tools/convert.hpp"
#include "rig/tools/doctor.hpp"
#include "rig/tools/evidence/verify.hpp"
#include "rig/tools/games.hpp"
#include "rig/tools/init.hpp"
#include "rig/tools/match.hpp"
#include "rig/tools/match_options.hpp"
#include "rig/tools/play/play.hpp"
#include "rig/tools/rtl/cache.hpp"
#include "rig/tools/rtl/new_dut.hpp"
#include "rig/tools/scenarios.hpp"
#include "rig/tools/serial/calibrate.hpp"
#include "rig/tools/serial/ports.hpp"
#include "rig/tools/serve.hpp"
#include "rig/tools/talk/talk.hpp"
#include "rig/tools/tournament/one_game.hpp"
#include "rig/tools/tournament/tournament.hpp"

namespace {

using rig::add_board_option;
using rig::add_contest_option;
using rig::UsageError;

/// A subcommand: its options, and what it does with them.
struct Tool {
  CLI::App* options;
  std::function<int()> run;
  bool takes_words = false;  ///< what follows a `--`
};

/// What `rig perft` was asked for.
struct PerftRequest {
  std::string game;
  rig::game::Perft::Chosen chosen;
  std::map<std::string, bool> flags;
  int depth = 1;
};

/// The games that can be counted.
std::vector<const rig::game::Perft*> all_perfts() {
  std::vector<const rig::game::Perft*> all;
  for (const rig::game::Game& game : rig::game::games()) {
    if (game.perft.count) all.push_back(&game.perft);
  }
  return all;
}

const rig::game::Perft& perft_named(const std::string& name) {
  std::vector<std::string> names;
  for (const rig::game::Perft* one : all_perfts()) {
    if (one->name == name) return *one;
    names.push_back(one->name);
  }
  throw UsageError("--game: " + rig::unknown_value("game", name, names));
}

bool has_option(const rig::game::Perft& perft, const std::string& name) {
  return std::any_of(perft.options.begin(), perft.options.end(),
                     [&](const auto& option) { return option.name == name; });
}

/// An option that says nothing about the chosen game is a mistake.
void refuse_options_of_other_games(const CLI::App& tool, const rig::game::Perft& chosen) {
  for (const rig::game::Perft* other : all_perfts()) {
    for (const auto& option : other->options) {
      if (tool.count(option.name) > 0 && !has_option(chosen, option.name))
        throw UsageError(fmt::format("{} does not belong to --game {}.", option.name, chosen.name));
    }
  }
}

int print_perft(const CLI::App& tool, PerftRequest& request) {
  const rig::game::Perft& perft = perft_named(request.game);
  refuse_options_of_other_games(tool, perft);
  for (const auto& [name, is_set] : request.flags) request.chosen[name] = is_set ? "yes" : "";
  for (int ply = 1; ply <= request.depth; ++ply)
    std::cout << fmt::format("perft {}: {}\n", ply, perft.count(request.chosen, ply)) << std::flush;
  return 0;
}

Tool add_perft(CLI::App& app) {
  const auto request = std::make_shared<PerftRequest>();
  std::string names;
  for (const rig::game::Perft* one : all_perfts()) names += (names.empty() ? "" : " or ") + one->name;
  if (!all_perfts().empty()) request->game = all_perfts().front()->name;
  CLI::App* tool =
      app.add_subcommand("perft", "Counts the games of N plies; last line: perft N: and what there is");
  tool->add_option("--game", request->game, names)->type_name("NAME")->capture_default_str();
  for (const rig::game::Perft* one : all_perfts()) {
    for (const auto& option : one->options) {
      if (tool->get_option_no_throw(option.name) != nullptr) continue;  // of two games
      const std::string what = one->name + ": " + option.what;
      if (option.usual.empty()) {
        tool->add_flag(option.name, request->flags[option.name], what);
      } else {
        request->chosen[option.name] = option.usual;
        tool->add_option(option.name, request->chosen[option.name], what)
            ->type_name("VALUE")
            ->capture_default_str();
      }
    }
  }
  tool->add_option("--depth", request->depth, "Plies")->capture_default_str()->check(CLI::Range(1, 10));
  return {tool, [tool, request] { return print_perft(*tool, *request); }};
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

/// What followed a `--`: words that are no options, however they begin.
using Words = std::shared_ptr<std::vector<std::string>>;

void take_words(const CLI::App& tool, const Words& words, rig::GameRequest& request) {
  request.contest_is_told = tool.count("--contest") > 0;
  request.moves.insert(request.moves.end(), words->begin(), words->end());
  words->clear();
}

/// Does this with the request that the options have filled in.
template <typename Request, typename Result>
Tool running(CLI::App* options, std::shared_ptr<Request> request, Result (*run)(const Request&)) {
  return {options, [request = std::move(request), run] {
            if constexpr (std::is_void_v<Result>) {
              run(*request);
              return 0;
            } else {
              return run(*request);
            }
          }};
}

/// The same with what followed a `--`.
template <typename Result>
Tool running_on_words(CLI::App* options, const std::shared_ptr<rig::GameRequest>& request, const Words& words,
                      Result (*run)(const rig::GameRequest&)) {
  const Tool plain = running(options, request, run);
  return {options,
          [plain, request, words] {
            take_words(*plain.options, words, *request);
            return plain.run();
          },
          true};
}

/// What is told of a game in the same way to every tool.
void add_game_options(CLI::App& tool, rig::GameRequest& request) {
  tool.add_option(
          "--first", request.first,
          "Start square of the player who moves first, where either can: " + rig::game::what_first_chooses())
      ->type_name("SQUARE");
  add_board_option(tool, request.board);
  tool.add_option("--set", request.set, "NAME=VALUE, a setting of the contest; may come several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  tool.add_option("--game", request.game, "Which game of a record of rig match (default: its first)")
      ->type_name("N");
  tool.add_option(
      "moves", request.moves,
      "The moves so far, in the contest's notation, or a file of them as the contest's host keeps "
      "it, or a record of rig match; after -- also what begins with a dash");
}

Tool add_moves(CLI::App& app, const Words& words) {
  const auto request = std::make_shared<rig::GameRequest>();
  CLI::App* tool = app.add_subcommand("moves", "The legal moves after these moves, sorted, one a line");
  tool->footer(rig::moves_help());
  add_contest_option(*tool, request->contest);
  add_game_options(*tool, *request);
  tool->add_flag("--count", request->count, "Only the counts, in one line: placements P codes C, or moves M");
  return running_on_words(tool, request, words, rig::print_moves);
}

Tool add_check(CLI::App& app, const Words& words) {
  const auto request = std::make_shared<rig::GameRequest>();
  CLI::App* tool = app.add_subcommand("check", "Judges a game ply by ply, and prints its result");
  tool->footer(rig::check_help());
  add_contest_option(*tool, request->contest);
  add_game_options(*tool, *request);
  tool->add_flag(
      "--batch", request->batch,
      "Reads games from standard input, a line each: moves with blanks between them, or semicolons");
  return running_on_words(tool, request, words, rig::print_check);
}

Tool add_show(CLI::App& app, const Words& words) {
  const auto request = std::make_shared<rig::GameRequest>();
  CLI::App* tool = app.add_subcommand("show", "Draws the board after these moves, and prints the result");
  tool->footer(rig::show_help());
  request->contest = rig::game::contest_shown();
  add_contest_option(*tool, request->contest)->capture_default_str();
  add_game_options(*tool, *request);
  return running_on_words(tool, request, words, rig::print_show);
}

std::string convertible_contests() {
  std::string names;
  for (const rig::game::Game& game : rig::game::games()) {
    for (const std::string& name : game.converter.contests) names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

Tool add_convert(CLI::App& app) {
  const auto request = std::make_shared<rig::ConvertRequest>();
  CLI::App* tool = app.add_subcommand("convert", "A game in the notation of another contest");
  tool->footer(rig::convert_help());
  tool->add_option("--from", request->from, "A contest: " + convertible_contests())
      ->type_name("CONTEST")
      ->required();
  tool->add_option("--to", request->to, "Another one")->type_name("CONTEST")->required();
  tool->add_option("file", request->file, "The file of the game; -: standard input")->required();
  return running(tool, request, rig::print_converted);
}

Tool add_contest(CLI::App& app) {
  const auto request = std::make_shared<rig::ContestRequest>();
  CLI::App* tool = app.add_subcommand(
      "contest", "Prints a contest with all its keys, or writes a file for one of your own");
  tool->footer(rig::contest_help());
  tool->add_option("contest", request->contest, "A contest, or a file that describes one");
  tool->add_option("--new", request->new_name, "Writes the file of a contest of this name, NAME.toml")
      ->type_name("NAME");
  tool->add_option("--like", request->like, "What the new one inherits")->type_name("CONTEST");
  tool->add_option("--output", request->output, "Where the new file is written (default: NAME.toml)")
      ->type_name("FILE");
  return running(tool, request, rig::show_contest);
}

Tool add_scenarios(CLI::App& app) {
  const auto request = std::make_shared<rig::ScenariosRequest>();
  CLI::App* tool =
      app.add_subcommand("scenarios", "Recorded games as scenario files, for certify --scenario");
  tool->footer(rig::scenarios_help());
  add_contest_option(*tool, request->contest)->required();
  tool->add_option("file", request->file, "The recorded games: a record of rig match, or JSON")->required();
  tool->add_option("folder", request->folder, "Where to write a file for each game")->required();
  return running(tool, request, rig::write_scenarios);
}

Tool add_ports(CLI::App& app) {
  const auto request = std::make_shared<rig::PortsRequest>();
  CLI::App* tool = app.add_subcommand("ports", "The serial devices of this machine, a line each");
  tool->footer(rig::ports_help());
  tool->add_option("name", request->name, "A name to resolve: prints the path of the device, nothing else");
  tool->add_flag("--json", request->json, "The list as JSON");
  tool->add_option("--root", request->root,
                   "Reads sys, dev, proc and run in this folder, not this machine's own (for tests)")
      ->type_name("FOLDER");
  return running(tool, request, rig::print_ports);
}

Tool add_serve(CLI::App& app) {
  const auto request = std::make_shared<rig::ServeRequest>();
  CLI::App* tool = app.add_subcommand("serve", "A board of the rig's own in real time, for any host program");
  tool->footer(rig::serve_help());
  tool->add_option("--dut", request->dut, "rtl:NAME, rtl:FILE.toml or builtin:NAME, with ?fault=F")
      ->type_name("DUT")
      ->required();
  tool->add_option("--pty", request->pty, "A serial device: made at this path, or one that exists")
      ->type_name("PATH");
  tool->add_option("--tcp", request->tcp, "PORT to listen on, or HOST:PORT to connect to")->type_name("PORT");
  request->contest = rig::game::with_examples("{contest}");
  add_contest_option(*tool, request->contest)->capture_default_str();
  add_board_option(*tool, request->board);
  tool->add_option("--seed", request->seed, "Seed of the power-on state")
      ->type_name("N")
      ->capture_default_str();
  return running(tool, request, rig::serve_dut);
}

/// What is told of the far end in the same way to tools with a person at the other one.
template <typename Request>
void add_far_end_options(CLI::App& tool, Request& request) {
  tool.add_option("--dut", request.dut, "The board, as certify names it")->type_name("DUT")->required();
  request.contest = rig::game::with_examples("{contest}");
  add_contest_option(tool, request.contest)->capture_default_str();
  add_board_option(tool, request.board);
  tool.add_option("--set", request.set, "NAME=VALUE, a setting of the contest; may come several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  tool.add_option("--reset", request.reset,
                  "How a board on a wire is reset: none, dtr, rts, command:…, power:…, ask, reconnect")
      ->type_name("HOW")
      ->capture_default_str();
  tool.add_option("--sandbox", request.sandbox, "Run a program in a sandbox (bubblewrap): auto, require, off")
      ->type_name("WHEN")
      ->capture_default_str();
  tool.add_option("--sandbox-show", request.sandbox_shows,
                  "A file or folder that it may see in it besides its own; may come several times")
      ->type_name("PATH")
      ->allow_extra_args(false);
  tool.add_option("--seed", request.seed, "Seed of the power-on state")
      ->type_name("N")
      ->capture_default_str();
}

Tool add_talk(CLI::App& app) {
  const auto request = std::make_shared<rig::TalkRequest>();
  CLI::App* tool = app.add_subcommand("talk", "One request at a time by hand, and what comes byte by byte");
  tool->footer(rig::talk_help());
  add_far_end_options(*tool, *request);
  return running(tool, request, rig::talk_to_dut);
}

Tool add_play(CLI::App& app) {
  const auto request = std::make_shared<rig::PlayRequest>();
  CLI::App* tool = app.add_subcommand("play", "A person against a board");
  tool->footer(rig::play_help());
  add_far_end_options(*tool, *request);
  tool->add_option("--seat", request->seat, "Your seat, of those of the contest")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(1, 8));
  CLI::Option* live = tool->add_option("--live", request->live_at,
                                       "Where the page is served (default: at a free port of 127.0.0.1)")
                          ->type_name("[HOST:]PORT");
  tool->add_flag("--terminal", request->terminal, "Draws the board here, and reads moves from standard input")
      ->excludes(live);
  tool->add_option("--record", request->record, "Writes the games to this file, for rig check and rig show")
      ->type_name("FILE");
  tool->add_flag("--force", request->force, "Overwrites that file where it is there");
  return running(tool, request, rig::play_against_dut);
}

Tool add_new_dut(CLI::App& app) {
  const auto request = std::make_shared<rig::NewDutRequest>();
  CLI::App* tool = app.add_subcommand(
      "new-dut", "Writes a description of a design from its sources, builds it and tries the handshake");
  tool->footer(rig::new_dut_help());
  tool->add_option("folder", request->folder, "The folder of the sources")->required();
  request->contest = rig::game::with_examples("{contest}");
  add_contest_option(*tool, request->contest)->capture_default_str();
  tool->add_option("--name", request->name, "The name of the board (default: that of the folder)")
      ->type_name("NAME");
  tool->add_option("--top", request->top, "The top module (default: the likeliest)")->type_name("MODULE");
  tool->add_option("--with", request->with,
                   "Another folder of sources, for modules that are not in the first one; may come several "
                   "times")
      ->type_name("FOLDER")
      ->allow_extra_args(false);
  tool->add_option("--output", request->output, "Where to write (default: NAME.toml in the folder)")
      ->type_name("FILE");
  tool->add_flag("--force", request->force, "Overwrites an existing file");
  tool->add_flag("--no-build", request->no_build, "Only writes the description");
  return running(tool, request, rig::new_dut);
}

Tool add_init(CLI::App& app) {
  const auto request = std::make_shared<rig::InitRequest>();
  CLI::App* tool = app.add_subcommand("init", "Writes rig.toml: what is tested here, for certify to take");
  tool->footer(rig::init_help());
  tool->add_option("folder", request->folder, "Where the sources of a design are")
      ->type_name("FOLDER")
      ->capture_default_str();
  add_contest_option(*tool, request->contest)->description("What it plays (default: it is asked for)");
  tool->add_option("--dut", request->dut, "What is tested, as certify names it")->type_name("DUT");
  tool->add_option("--port", request->port, "A board on this serial device")->type_name("DEVICE");
  tool->add_option("--program", request->program, "A program that is started by this command")
      ->type_name("COMMAND");
  tool->add_option("--team", request->team, "The code that the board was given")->type_name("CODE");
  tool->add_flag("--github", request->github, "Also writes .github/workflows/conformance.yml");
  tool->add_flag("--vscode", request->vscode,
                 "Also writes .vscode/tasks.json: runs from the editor, with what failed beside the sources");
  tool->add_flag("--force", request->force, "Writes over files that are there");
  return running(tool, request, rig::init);
}

Tool add_doctor(CLI::App& app) {
  const auto request = std::make_shared<rig::DoctorRequest>();
  CLI::App* tool = app.add_subcommand("doctor", "Why a board does not answer, and how to mend it");
  tool->footer(rig::doctor_help());
  tool->add_option(
          "dut", request->dut,
          "rtl:FILE.toml, exec:COMMAND, files:COMMAND, serial:DEVICE, tcp:HOST:PORT … (default: as rig.toml "
          "says)")
      ->type_name("DUT");
  add_contest_option(*tool, request->contest)
      ->description("What the board plays (default: as rig.toml or the description of a design says)");
  tool->add_option("--settle", request->settle,
                   "Seconds for which a program or a board is left alone after each start, or opening")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.0, 600.0));
  tool->add_option("--sandbox", request->sandbox,
                   "Run a program in a sandbox (bubblewrap): auto, require, off")
      ->type_name("WHEN")
      ->capture_default_str();
  tool->add_option("--sandbox-show", request->sandbox_shows,
                   "A file or folder that it may see in it besides its own; may come several times")
      ->type_name("PATH")
      ->allow_extra_args(false);
  tool->add_flag("--fix", request->fix,
                 "Writes the changed lines into the description; FILE.toml.before is as it was");
  return running(tool, request, rig::examine);
}

Tool add_cache(CLI::App& app) {
  const auto request = std::make_shared<rig::CacheRequest>();
  CLI::App* tool = app.add_subcommand("cache", "The models that are kept: lists or removes them");
  tool->footer(rig::cache_help());
  tool->add_option("--clear", request->clear, "Removes all, or those of this name")
      ->type_name("[NAME]")
      ->expected(0, 1);
  tool->add_option("--limit", request->limit,
                   "Their largest total size, from now on: a number of bytes, or one with K, M or G")
      ->type_name("BYTES");
  return {tool, [tool, request] {
            if (tool->count("--clear") > 0 && !request->clear) request->clear.emplace();
            rig::tend_cache(*request);
            return 0;
          }};
}

Tool add_verify(CLI::App& app) {
  const auto request = std::make_shared<rig::VerifyRequest>();
  CLI::App* tool =
      app.add_subcommand("verify", "Checks that the evidence of a run has not changed since the run ended");
  tool->footer(rig::verify_help());
  tool->add_option("run", request->what, "The folder of its reports, its transcript, or its bundle")
      ->required();
  CLI::Option* key =
      tool->add_option("--key", request->key, "The public key (rig keygen) with which it must be signed")
          ->type_name("FILE");
  tool->add_flag("--any-key", request->any_key, "Accepts a signature of any key")->excludes(key);
  tool->add_flag("--again", request->again, "Repeats the run, and compares case by case: rtl: and builtin:");
  rig::Policy& policy = request->policy;
  tool->add_option("--team", policy.team, "The run must be of this team (--team-name)")->type_name("NAME");
  tool->add_option("--contest", policy.contest, "… of this contest")->type_name("NAME");
  tool->add_option("--dut", policy.dut, "… of this device, as the run named it")->type_name("DUT");
  tool->add_option("--bitstream", policy.bitstream, "… of a board configured with this file")
      ->type_name("FILE");
  tool->add_option("--seed-from", policy.seed_from, "… with the seed of this text")->type_name("TEXT");
  tool->add_option("--commit", policy.commit, "… by the rig of this commit: its first digits")
      ->type_name("HASH");
  tool->add_option("--newer-than", policy.newer_than,
                   "… begun later than 2026-11-22, or 2026-11-22T10:00:00Z")
      ->type_name("DATE");
  tool->add_option("--require", policy.require,
                   "… and is certified (also with reservations), or certified-without-reservations")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"certified", "certified-without-reservations"}));
  rig::put_under(*tool, "What the run must be",
                 {"--team", "--contest", "--dut", "--bitstream", "--seed-from", "--commit", "--newer-than",
                  "--require"});
  return running(tool, request, rig::verify);
}

Tool add_sign(CLI::App& app) {
  const auto request = std::make_shared<rig::SignRequest>();
  CLI::App* tool = app.add_subcommand("sign", "Judges the evidence of a run again, and signs it");
  tool->footer(rig::sign_help());
  tool->add_option("run", request->what, "The folder of its reports, or its transcript")->required();
  tool->add_option("--key", request->key, "The private key (rig keygen)")->type_name("FILE")->required();
  tool->add_option("--password-file", request->password_file,
                   "The first line of this file is the key's password; else the terminal is asked")
      ->type_name("FILE");
  return running(tool, request, rig::sign);
}

Tool add_bundle(CLI::App& app) {
  const auto request = std::make_shared<rig::BundleRequest>();
  CLI::App* tool = app.add_subcommand("bundle", "The evidence of a run in one file, with a statement of it");
  tool->footer(rig::bundle_help());
  tool->add_option("run", request->folder, "The folder of its reports")->required();
  tool->add_option("--out", request->out, "The archive to write, NAME.tar")->type_name("FILE")->required();
  CLI::Option* key =
      tool->add_option("--key", request->key, "The private key (rig keygen) that signs the statement")
          ->type_name("FILE");
  tool->add_option("--password-file", request->password_file,
                   "The first line of this file is the key's password; else the terminal is asked")
      ->type_name("FILE")
      ->needs(key);
  return running(tool, request, rig::make_bundle);
}

Tool add_log(CLI::App& app) {
  const auto request = std::make_shared<rig::LogRequest>();
  CLI::App* tool = app.add_subcommand("log", "The runs in an organiser's log (certify --log)");
  tool->footer(rig::log_help());
  tool->add_option("file", request->what, "The log")->required();
  tool->add_option("--key", request->key, "The public key (rig keygen) with which it must be signed")
      ->type_name("FILE");
  tool->add_option("--head", request->head, "The hash of a line that it must still have")->type_name("HASH");
  return running(tool, request, rig::show_log);
}

Tool add_keygen(CLI::App& app) {
  const auto request = std::make_shared<rig::KeygenRequest>();
  CLI::App* tool =
      app.add_subcommand("keygen", "Makes a pair of keys: one signs runs, the other verifies them");
  tool->footer(rig::keygen_help());
  tool->add_option("name", request->name, "NAME.key and NAME.pub are made")->required();
  CLI::Option* file = tool->add_option("--password-file", request->password_file,
                                       "The private key is encrypted with the first line of this file")
                          ->type_name("FILE");
  tool->add_flag("--password", request->password, "… or with a password from the terminal")->excludes(file);
  return running(tool, request, rig::make_key);
}

Tool add_calibrate(CLI::App& app) {
  const auto request = std::make_shared<rig::CalibrateRequest>();
  CLI::App* tool =
      app.add_subcommand("calibrate", "Measures how long a serial adapter holds bytes back, for later runs");
  tool->footer(rig::calibrate_help());
  tool->add_option("target", request->target, "serial:DEVICE; pty: to try it")->required();
  tool->add_option("--baud", request->baud, "The bit rate")
      ->capture_default_str()
      ->check(CLI::Range(50, 4'000'000));
  tool->add_option("--trips", request->trips, "Number of bytes that are sent and echoed, one at a time")
      ->capture_default_str()
      ->check(CLI::Range(20, 100'000));
  tool->add_option("--seed", request->seed, "Seed of the bytes and of the pauses")
      ->type_name("N")
      ->capture_default_str();
  return running(tool, request, rig::calibrate_adapter);
}

Tool add_match(CLI::App& app) {
  const auto request = std::make_shared<rig::MatchRequest>();
  CLI::App* tool = app.add_subcommand("match", "Games between two players under the rig's own referee");
  tool->footer(rig::match_help());
  rig::add_match_options(*tool, *request);
  return {tool, [request] { return rig::play_match(*request); }};
}

Tool add_tournament(CLI::App& app) {
  const auto request = std::make_shared<rig::TournamentRequest>();
  CLI::App* tool = app.add_subcommand("tournament", "Plays a tournament, or continues one that was stopped");
  tool->footer(rig::tournament_help());
  tool->add_option("plan", request->plan, "The plan: a TOML file")->type_name("PLAN")->required();
  tool->add_option("--folder", request->folder, "Where it is kept (default: PLAN.tournament)")
      ->type_name("FOLDER");
  tool->add_option("--sandbox", request->sandbox, "Whether programs run in one: auto, require or off")
      ->type_name("WHEN")
      ->capture_default_str();
  tool->add_option("--live", request->live,
                   "Shows it in a browser while it is played, on 127.0.0.1 unless told otherwise (port 0: a "
                   "free one)")
      ->type_name("[HOST:]PORT");
  tool->add_flag("--status", request->status, "Shows how it stands, and plays nothing");
  tool->add_flag("--verify", request->verify, "Judges every game again from its evidence, and the standings");
  tool->add_flag("--site", request->site, "Writes its site again, from the journal and the evidence");
  tool->add_flag("--give", request->give,
                 "Reads the results of --work, and writes an order for each game that can be played now");
  tool->add_option("--work", request->work,
                   "Plays a part of the orders that --give has written: 2/8, the second of eight")
      ->type_name("I/N");
  tool->add_option("--void", request->void_game, "Decides that this game does not count: it is played again")
      ->type_name("GAME");
  tool->add_option("--forfeit", request->forfeit_game, "… that this game is lost by --team")
      ->type_name("GAME");
  tool->add_option("--team", request->team, "The team that loses it")->type_name("TEAM");
  tool->add_option("--override", request->override_game, "… that this game ended as --outcome says")
      ->type_name("GAME");
  tool->add_option("--outcome", request->outcome, "first, draw or second")
      ->type_name("RESULT")
      ->check(CLI::IsMember({"first", "draw", "second"}));
  tool->add_option("--withdraw", request->withdraw, "… that this team plays no more: it loses what is left")
      ->type_name("TEAM");
  tool->add_option("--retry", request->retry, "… that this bench, which had stopped, plays again")
      ->type_name("BENCH");
  tool->add_option("--extend", request->extend, "… that the day is longer by so much: 15m, 1h")
      ->type_name("TIME");
  tool->add_flag("--new-day", request->new_day, "… that a new day begins");
  tool->add_flag("--pause", request->pause, "… that no game begins until --resume");
  tool->add_flag("--resume", request->resume, "… that games begin again");
  tool->add_option("--reason", request->reason, "Why: it stands in the journal")->type_name("TEXT");
  tool->add_option("--key", request->key,
                   "The organiser's private key (rig keygen), which signs the decision")
      ->type_name("FILE");
  tool->add_option("--password-file", request->password_file,
                   "The first line of this file is the key's password; else the terminal is asked")
      ->type_name("FILE");
  rig::put_under(*tool, "What is looked at", {"--status", "--verify", "--site"});
  rig::put_under(*tool, "On many machines that share the folder", {"--give", "--work"});
  rig::put_under(*tool, "The organiser's decisions",
                 {"--void", "--forfeit", "--team", "--override", "--outcome", "--withdraw", "--retry",
                  "--extend", "--new-day", "--pause", "--resume", "--reason", "--key", "--password-file"});
  return running(tool, request, rig::run_tournament);
}

Tool add_admit(CLI::App& app, const Words& words) {
  const auto request = std::make_shared<rig::AdmitRequest>();
  CLI::App* tool = app.add_subcommand(
      "admit", "Certifies a team's board for an event, plays the entry test, and writes its sheet");
  tool->footer(rig::admit_help());
  tool->add_option("--event", request->event, "The folder of all admissions")
      ->type_name("FOLDER")
      ->required();
  add_contest_option(*tool, request->contest);
  tool->add_option("--team", request->team, "Whose board it is")->type_name("NAME");
  tool->add_option("--dut", request->dut, "The board, as certify names it")->type_name("DUT");
  tool->add_option("--certificate", request->certificate,
                   "In place of a run of certify: the folder of a run's reports, which is verified")
      ->type_name("REPORTS");
  tool->add_option("--key", request->key, "The public key (rig keygen) with which that must be signed")
      ->type_name("FILE");
  tool->add_option("--code", request->code, "The assigned team code; without it any passes")
      ->type_name("CODE");
  tool->add_option("--seed", request->seed,
                   "The seed of all random choices (default: drawn, or that of the certificate)")
      ->type_name("N");
  tool->add_flag("--force", request->force, "Replaces the admission that the team has");
  return {tool,
          [request, words] {
            request->options = *words;
            return rig::admit(*request);
          },
          true};
}

/// What follows a `--`: words that are no options, however they begin. They are taken off the line.
std::vector<std::string> words_after_dashes(std::vector<std::string>& line) {
  const auto dashes = std::find(line.begin(), line.end(), "--");
  if (dashes == line.end()) return {};
  std::vector<std::string> words(dashes + 1, line.end());
  line.erase(dashes, line.end());
  return words;
}

/// Modules were taken off the line before: what is left names none.
void add_modules_option(CLI::App& app) {
  app.add_option_function<std::string>(
         "--game",
         [](const std::string& value) {
           throw UsageError(
               fmt::format("--game: found \"{}\", allowed is a module of a game, FILE.so.", value));
         },
         "Also loads this game from outside; may come several times, before a tool or behind it")
      ->type_name("FILE.so");
}

std::string examples() {
  return "Examples:\n" + rig::game::examples_for("") + rig::game::examples_for("match") +
         rig::game::with_examples(
             "  rig ports\n"
             "  rig calibrate serial:/dev/ttyUSB0\n"
             "  rig new-dut my_board\n"
             "  rig doctor rtl:my_board.toml\n"
             "  rig cache\n"
             "  rig verify reports/{contest}_rtl-{model}\n"
             "  rig bundle reports/{contest}_rtl-{model} --out rook.tar\n"
             "  rig log runs.log --key organiser.pub");
}

std::vector<Tool> all_tools(CLI::App& app, const Words& words) {
  return {add_perft(app),   add_moves(app, words), add_check(app, words), add_show(app, words),
          add_contest(app), add_convert(app),      add_scenarios(app),    add_ports(app),
          add_serve(app),   add_match(app),        add_new_dut(app),      add_cache(app),
          add_verify(app),  add_sign(app),         add_bundle(app),       add_log(app),
          add_keygen(app),  add_calibrate(app),    add_tournament(app),   add_admit(app, words),
          add_doctor(app),  add_init(app),         add_talk(app),         add_play(app)};
}

int help_or_unknown_tool(const CLI::App& app, const std::vector<Tool>& tools) {
  std::vector<std::string> names;
  names.reserve(tools.size());
  for (const Tool& tool : tools) names.push_back(tool.options->get_name());
  const std::vector<std::string> extra = app.remaining();
  if (!extra.empty()) throw UsageError(rig::unknown_value("tool", extra.front(), names));
  std::cout << app.help();
  return 0;
}

int run(std::vector<std::string> line) {
  CLI::App app{"Lab tools of the contest rig. One fact per line.", "rig"};
  app.formatter(rig::help_format());
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", rig::version_text("rig"), "Print version and commit, and exit");
  app.allow_extras();
  add_modules_option(app);
  const Words words = std::make_shared<std::vector<std::string>>();
  const std::vector<Tool> tools = all_tools(app, words);
  for (const Tool& tool : tools) tool.options->allow_extras();
  app.footer(examples());  // a tool that is added later would inherit it
  *words = words_after_dashes(line);
  try {
    app.parse(
        std::vector<std::string>(line.rbegin(), line.rend()));  // from the last one on, as it wants them
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  const auto chosen =
      std::find_if(tools.begin(), tools.end(), [](const Tool& tool) { return tool.options->parsed(); });
  if (chosen == tools.end()) return help_or_unknown_tool(app, tools);
  refuse_extras(*chosen->options);
  if (!words->empty() && !chosen->takes_words)
    throw UsageError(fmt::format("\"{}\" is not allowed here.", words->front()));
  return chosen->run();
}

}  // namespace

int main(int argc, char** argv) {
  const rig::Adoption adoption;
  try {
    std::vector<std::string> line(argv + 1, argv + argc);
    rig::game::load_modules(rig::game::take_modules(line));
    if (line == std::vector<std::string>{rig::tournament::word_for_one_game})
      return rig::tournament::play_one_game();
    return run(std::move(line));
  } catch (const UsageError& error) {
    std::cerr << "rig: " << rig::visible(error.what(), rig::Newlines::kept) << "\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "rig: " << rig::visible(error.what(), rig::Newlines::kept) << "\n";
    return 3;
  }
}
