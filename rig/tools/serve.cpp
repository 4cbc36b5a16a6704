#include "rig/tools/serve.hpp"

#include <fmt/format.h>

#include <iostream>

#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/dut/dut.hpp"
#include "rig/game/examples.hpp"
#include "rig/link/link.hpp"
#include "rig/link/paced/serve.hpp"
#include "rig/protocol/contest.hpp"

namespace rig {

namespace {

std::unique_ptr<Link> open_board(const ServeRequest& request) {
  const dut::DutName name = dut::parse_dut_name(request.dut);
  if (!dut::keeps_own_time(name)) {
    throw UsageError(fmt::format(
        "--dut {}: only boards of the rig's own are served: rtl:NAME, rtl:FILE.toml, builtin:NAME.",
        request.dut));
  }
  const protocol::Contest& contest = protocol::find_contest(request.contest, {.board = request.board});
  if (contest.medium() == Medium::files) {
    throw UsageError(
        fmt::format("{} is played over files: there is no line to serve. bin/ holds its player as a program.",
                    contest.name));
  }
  return link_of(dut::open_dut(name, {contest, request.seed, {}, {}}));
}

std::unique_ptr<FarSide> open_far_side(const ServeRequest& request) {
  if (request.pty.empty() == request.tcp.empty()) {
    throw UsageError("Say where to serve: --pty PATH or --tcp PORT.");
  }
  return request.tcp.empty() ? far_side_on_terminal(request.pty) : far_side_on_tcp(request.tcp);
}

}  // namespace

std::string serve_help() {
  return "A device made by --pty is raw and has no bit rate: the board itself takes its time for each byte.\n"
         "PATH is removed at the end (Ctrl-C). With --tcp there is one client at a time; others get\n"
         "\"Port already in use\".\n\n"
         "Examples:\n"
         "  rig serve --dut rtl:my_board.toml --tcp 7000\n" +
         game::examples_for("serve");
}

int serve_dut(const ServeRequest& request) {
  const StopSignals stop;
  PacedLink board(open_board(request));
  const std::unique_ptr<FarSide> far_side = open_far_side(request);
  std::cout << fmt::format("serving {} on {}\n", request.dut, far_side->where())
            << fmt::format("{}\n", board.info().description) << std::flush;
  const bool one_game_a_start =
      protocol::find_contest(request.contest, {.board = request.board}).next_match ==
      protocol::NextMatch::after_a_start;
  const ServeReport report = serve(
      board, *far_side, stop, [](const std::string& text) { std::cerr << "rig: " << text << "\n"; },
      one_game_a_start ? NewProgram::starts_anew : NewProgram::goes_on);
  std::cout << fmt::format("ended: {}\n", report.ending)
            << fmt::format("bytes {} in {} out, longest lag {}\n", report.bytes_in, report.bytes_out,
                           readable(report.longest_lag))
            << std::flush;
  return report.board_hung_up ? 3 : 0;
}

}  // namespace rig
