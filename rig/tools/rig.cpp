/// rig: the lab tools. One fact per line on standard output, fit for a script.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <iostream>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/contest/blokus_ruling.hpp"
#include "rig/contest/contest.hpp"
#include "rig/game/blokus/perft.hpp"
#include "rig/game/trax/perft.hpp"
#include "rig/tools/ports.hpp"
#include "rig/tools/serve.hpp"

namespace {

using rig::UsageError;
using rig::contest::Contest;
using rig::contest::Judgement;
using rig::contest::Move;
using rig::contest::Result;
using rig::contest::Ruling;
using rig::contest::Seat;

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// The seat that moves first and starts on this square (`5`, `a`).
const Seat& first_seat(const Contest& contest, const std::string& start) {
  std::vector<std::string> known;
  for (const Seat& seat : contest.seats) {
    if (!seat.moves_first) continue;
    if (lower(seat.start) == lower(start)) return seat;
    known.push_back(lower(seat.start));
  }
  throw UsageError("--first: " + rig::unknown_value("start square", start, known));
}

// perft

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

// moves

std::unique_ptr<Ruling> after(const Contest& contest, const std::string& first,
                              const std::vector<std::string>& codes) {
  std::unique_ptr<Ruling> ruling = contest.new_game(first_seat(contest, first));
  for (const std::string& code : codes) {
    if (ruling->result().state != Result::State::open) {
      throw UsageError(
          fmt::format("Ply {}, {}: the game is over ({}).", ruling->ply() + 1, code, ruling->result().why));
    }
    const Judgement judgement = ruling->judge({code});
    if (!judgement.legal) {
      throw UsageError(fmt::format("Ply {}, {}: illegal ({}): {}.", ruling->ply() + 1, code, judgement.rule,
                                   judgement.explanation));
    }
    ruling->play({code});
  }
  return ruling;
}

void print_moves(const Contest& contest, const std::string& first, const std::vector<std::string>& codes,
                 bool count) {
  const std::unique_ptr<Ruling> ruling = after(contest, first, codes);
  const std::vector<Move> moves = ruling->legal_moves();
  if (!count) {
    for (const Move& move : moves) std::cout << move.text << "\n";
    return;
  }
  const auto& position = dynamic_cast<const rig::contest::BlokusRuling&>(*ruling).position();
  const std::uint64_t placements = moves.empty() ? 0 : position.count_placements();
  std::cout << fmt::format("placements {} codes {}\n", placements, moves.size());
}

// check

const char* word_of(Result::State state) {
  switch (state) {
    case Result::State::open: return "open";
    case Result::State::one_won: return "first";
    case Result::State::two_won: return "second";
    case Result::State::draw: return "draw";
  }
  return "?";
}

void print_check(const Contest& contest, const std::string& first, const std::vector<std::string>& codes) {
  const std::unique_ptr<Ruling> ruling = contest.new_game(first_seat(contest, first));
  int ply = 0;
  for (const std::string& code : codes) {
    ++ply;
    if (ruling->result().state != Result::State::open) {
      throw UsageError(fmt::format("Ply {}, {}: the game is over ({}).", ply, code, ruling->result().why));
    }
    const Judgement judgement = ruling->judge({code});
    ruling->play({code});
    if (!judgement.legal) {
      std::cout << fmt::format("{} {} illegal {}\n", ply, code, judgement.rule);
      break;
    }
    std::cout << fmt::format("{} {} ok\n", ply, code);
  }
  const Result result = ruling->result();
  std::cout << fmt::format("result {} squares {} {} score {} {}\n", word_of(result.state),
                           result.squares_left[0], result.squares_left[1], result.score[0], result.score[1]);
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

int run(int argc, char** argv) {
  CLI::App app{
      "Lab tools of the contest rig. One fact per line.\n\n"
      "Examples:\n"
      "  rig perft --game blokus-duo --start 5 --depth 2\n"
      "  rig perft --game trax --depth 5\n"
      "  rig moves --contest icfpt2014 --first 5 53e0 a8e0\n"
      "  rig check --contest icfpt2014 --first 5 53e0 a8e0 21k7\n"
      "  rig ports\n"
      "  rig serve --dut rtl:blokus_duo_5mhz --pty /tmp/board",
      "rig"};
  app.require_subcommand(0, 1);
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

  std::string contest_name;
  std::string first = "5";
  std::vector<std::string> codes;
  bool count = false;
  const auto add_game_options = [&](CLI::App* tool) {
    tool->add_option("--contest", contest_name, "The rule book: icfpt2014")->required();
    tool->add_option("--first", first, "Start square of the player who moves first: 5 or a")
        ->capture_default_str();
    tool->add_option("codes", codes, "The moves so far, in the contest's notation");
    tool->allow_extras();
  };
  CLI::App* moves = app.add_subcommand("moves", "The legal codes after these codes, sorted, one a line");
  add_game_options(moves);
  moves->add_flag("--count", count, "One line in their place: placements P codes C");
  CLI::App* check = app.add_subcommand("check", "Judges a game ply by ply, and its result");
  add_game_options(check);
  perft->allow_extras();

  rig::PortsRequest ports_request;
  CLI::App* ports = app.add_subcommand("ports", "The serial devices of this machine, a line each");
  ports->footer(rig::ports_help());
  ports->add_option("name", ports_request.name,
                    "A name to resolve: prints the path of the device, nothing else");
  ports->add_flag("--json", ports_request.json, "The list as JSON");
  ports->add_option("--root", ports_request.root,
                    "Reads sys, dev, proc and run in this folder, not this machine's own (for tests)");
  ports->allow_extras();

  rig::ServeRequest serve_request;
  serve_request.contest = "icfpt2014";
  CLI::App* serve =
      app.add_subcommand("serve", "A board of the rig's own in real time, for any host program");
  serve->footer(rig::serve_help());
  serve->add_option("--dut", serve_request.dut, "rtl:NAME, rtl:FILE.toml or builtin:NAME, with ?fault=F")
      ->required();
  serve->add_option("--pty", serve_request.pty, "A serial device: made at this path, or one that exists");
  serve->add_option("--tcp", serve_request.tcp, "PORT to listen on, or HOST:PORT to connect to");
  serve->add_option("--contest", serve_request.contest, "The rule book")->capture_default_str();
  serve->add_option("--seed", serve_request.seed, "Of the power-on state")->capture_default_str();
  serve->allow_extras();

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  for (const CLI::App* tool : app.get_subcommands()) refuse_extras(*tool);
  if (perft->parsed()) {
    print_perft(*perft, perft_request);
  } else if (moves->parsed()) {
    print_moves(rig::contest::find_contest(contest_name), first, codes, count);
  } else if (check->parsed()) {
    print_check(rig::contest::find_contest(contest_name), first, codes);
  } else if (ports->parsed()) {
    rig::print_ports(ports_request);
  } else if (serve->parsed()) {
    return rig::serve_dut(serve_request);
  } else {
    const std::vector<std::string> tools = {"perft", "moves", "check", "ports", "serve"};
    const std::vector<std::string> words = app.remaining();
    if (!words.empty()) throw UsageError(rig::unknown_value("tool", words.front(), tools));
    std::cout << app.help();
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const UsageError& error) {
    std::cerr << "rig: " << error.what() << "\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "rig: " << error.what() << "\n";
    return 3;
  }
}
