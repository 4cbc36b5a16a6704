#include "rig/dut/kinds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/dut/described_terms.hpp"
#include "rig/dut/guesses.hpp"
#include "rig/dut/handshake.hpp"
#include "rig/dut/labgrid.hpp"
#include "rig/game/game.hpp"
#include "rig/link/callback/callback_files.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/exec/exec_link.hpp"
#include "rig/link/files/gui_files.hpp"
#include "rig/link/files/program_files.hpp"
#include "rig/link/link.hpp"
#include "rig/link/pty/pty_link.hpp"
#include "rig/link/rtl/find_model.hpp"
#include "rig/link/rtl/left_open.hpp"
#include "rig/link/rtl/rtl_link.hpp"
#include "rig/link/serial/devices.hpp"
#include "rig/link/serial/serial_link.hpp"
#include "rig/link/tcp/tcp_link.hpp"
#include "rig/protocol/contest_file.hpp"

namespace rig::dut {

namespace {

/// `think=980`: milliseconds.
Duration think_time(const Opening& opening) {
  const std::string text = opening.setting("think");
  int milliseconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), milliseconds);
  if (error != std::errc() || end != text.data() + text.size() || milliseconds < 0 ||
      milliseconds > 600'000) {
    throw UsageError(fmt::format(
        "DUT \"{}\": think=\"{}\" is no whole number of milliseconds from 0 to 600000.", opening.name, text));
  }
  return std::chrono::milliseconds(milliseconds);
}

/// Each builtin player is named after its game.
const game::Game& game_played(const Opening& opening) {
  std::vector<std::string> players;
  for (const game::Game& game : game::games()) {
    if (game.device != nullptr || game.file_device != nullptr) players.push_back(game.name);
  }
  const std::string& player = opening.parts.target;
  if (std::find(players.begin(), players.end(), player) == players.end()) {
    throw UsageError(unknown_value("builtin player", player, players));
  }
  const protocol::Contest& contest = opening.options.contest;
  if (player != contest.game) {
    throw UsageError(fmt::format("DUT \"{}\": this player plays {}, and this run is of {}; builtin:{} fits.",
                                 opening.name, player, contest.name, contest.game));
  }
  return game::game_of(contest);
}

game::PlayerSettings player_settings(const Opening& opening) {
  game::PlayerSettings settings;
  settings.fault = opening.setting("fault");
  settings.team = opening.setting("team");
  if (!opening.setting("think").empty()) settings.think = think_time(opening);
  return settings;
}

std::unique_ptr<Link> open_board_player(const Opening& opening, const game::Game& game) {
  const protocol::Contest& contest = opening.options.contest;
  CallbackOptions link;
  link.name = opening.name;
  link.description = fmt::format("builtin player, virtual time, {} 8N1", contest.baud);
  link.baud = contest.baud;
  if (opening.options.time) link.clock = opening.options.time->clock();
  return make_callback_link(link, game.device(contest, player_settings(opening)));
}

std::unique_ptr<FileExchange> open_file_player(const Opening& opening, const game::Game& game) {
  const protocol::Contest& contest = opening.options.contest;
  if (!opening.setting("team").empty())
    throw UsageError(fmt::format("DUT \"{}\": {} knows no team code.", opening.name, contest.name));
  CallbackFilesOptions files;
  files.name = opening.name;
  files.description = "builtin player, virtual time, files";
  files.per_move = contest.per_move;
  return make_callback_exchange(files, game.file_device(contest, player_settings(opening)));
}

std::unique_ptr<FarEnd> open_builtin(const Opening& opening) {
  const game::Game& game = game_played(opening);
  const protocol::Contest& contest = opening.options.contest;
  const bool over_files = contest.medium() == Medium::files;
  if (over_files ? game.file_device == nullptr : game.device == nullptr)
    throw UsageError(
        fmt::format("DUT \"{}\": there is no builtin player of {}.", opening.name, contest.name));
  if (over_files) return open_file_player(opening, game);
  return open_board_player(opening, game);
}

void require_programs(const Opening& opening, bool per_move, const std::string& other) {
  const protocol::Contest& contest = opening.options.contest;
  if (contest.per_move == per_move) return;
  throw UsageError(fmt::format("DUT \"{}\": {} starts a program for each {}; that is {}:COMMAND.",
                               opening.name, contest.name, contest.per_move ? "move" : "game", other));
}

std::unique_ptr<FileExchange> open_move_program(const Opening& opening) {
  require_programs(opening, true, "guifiles");
  FilesOptions options;
  options.folder = opening.options.folder;
  options.starts = opening.options.starts;
  options.bounds.sandbox = opening.options.sandbox;
  options.name = opening.name;
  options.command = opening.parts.target;
  return open_files(options);
}

std::unique_ptr<FileExchange> open_game_program(const Opening& opening) {
  require_programs(opening, false, "files");
  GuiFilesOptions options;
  options.folder = opening.options.folder;
  options.starts = opening.options.starts;
  options.bounds.sandbox = opening.options.sandbox;
  options.name = opening.name;
  options.command = opening.parts.target;
  options.player = [](const FileRequest& first) { return number_in_name(first, "GUI", "Data.txt"); };
  return open_gui_files(options);
}

std::unique_ptr<Link> open_program(const Opening& opening) {
  ExecOptions options;
  options.settle = opening.options.reset.settle.value_or(Duration::zero());
  options.command = opening.parts.target;
  options.name = opening.name;
  options.sandbox = opening.options.sandbox;
  return open_exec(options);
}

/// In what a contest differs from the one of this name, from which its file inherits, itself or by others;
/// empty: that is not so, or in nothing.
std::vector<std::string> lost_in(const protocol::Contest& contest, const std::string& other) {
  const protocol::Contest* below = &contest;
  while (below->file != nullptr) {
    below = &protocol::find_contest(below->file->inherits);
    if (below->name == other) return protocol::differences(contest, *below);
  }
  return {};
}

/// Whether a design that is built for the contest of this name plays this one.
bool speaks(const protocol::Contest& contest, const std::string& other) {
  if (contest.name == other) return true;
  const auto known = [&](const protocol::Contest& one) { return one.name == other; };
  const auto found = std::find_if(protocol::contests().begin(), protocol::contests().end(), known);
  return found != protocol::contests().end() && protocol::differences(contest, *found).empty();
}

/// A design of another contest, or of another rate than this contest's: it would talk to a host that no
/// contest has. `where`: what says so.
void require_terms(const Opening& opening, const DescribedTerms& terms, const std::string& where) {
  const protocol::Contest& contest = opening.options.contest;
  if (terms.contest && !terms.contest->empty() && !speaks(contest, *terms.contest))
    throw UsageError(
        !lost_in(contest, *terms.contest).empty()
            ? fmt::format("DUT \"{}\" does not speak {}: its description speaks {}, and {} differs in {}.",
                          opening.name, contest.name, *terms.contest, contest.name,
                          fmt::join(lost_in(contest, *terms.contest), ", "))
            : fmt::format("DUT \"{}\": its description says contest = \"{}\", and this run is of \"{}\".",
                          opening.name, *terms.contest, contest.name));
  if (terms.baud && contest.baud != 0 && *terms.baud != contest.baud)
    throw UsageError(fmt::format("DUT \"{}\": {}: uart.baud: found {}; the line of {} runs at {} baud.",
                                 opening.name, where, *terms.baud, contest.name, contest.baud));
}

/// What the model itself was built with.
DescribedTerms terms_of(const LinkInfo& info) {
  const auto contest = info.facts.find("contest");
  return {contest == info.facts.end() ? std::nullopt : std::optional(contest->second),
          std::stoll(info.facts.at("baud"))};
}

/// A source or a folder in place of a model.
void require_model(const Opening& opening, const std::vector<std::string>& models) {
  const std::string& model = opening.parts.target;
  if (model.ends_with(".toml") || std::find(models.begin(), models.end(), model) != models.end()) return;
  const std::string guess = guess_at("rtl:" + model);
  if (!guess.empty()) throw UsageError(fmt::format("DUT \"{}\" is no model. {}", opening.name, guess));
}

/// Whether the device is there is not asked: the plan of a tournament is read on other machines too.
void check_device(const std::string& target) {
  resolve_serial_name(target);
  const std::string guess = guess_at("serial:" + target);
  if (!guess.empty()) throw UsageError(fmt::format("There is no device {}. {}", target, guess));
}

/// `power_on=zero`, or a number: other values than those that the seed gives.
void set_power_on(RtlOptions& options, const Opening& opening) {
  const std::string text = opening.setting("power_on");
  if (text.empty()) return;
  options.from_zero = text == "zero";
  if (options.from_zero) return;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), options.variation);
  if (error != std::errc() || end != text.data() + text.size() || options.variation == 0)
    throw UsageError(fmt::format("DUT \"{}\": power_on: found \"{}\", expected \"zero\" or a number from 1.",
                                 opening.name, text));
}

/// A model may come in a build for each contest: that of this one, or of one that it inherits and is spoken
/// alike.
std::string model_of(const std::string& model, const protocol::Contest& contest,
                     const std::vector<std::string>& models) {
  const protocol::Contest* one = &contest;
  while (true) {
    std::string of_contest = model + '-' + one->name;
    if (std::find(models.begin(), models.end(), of_contest) != models.end()) return of_contest;
    if (one->file == nullptr) return model;
    one = &protocol::find_contest(one->file->inherits);
  }
}

RtlOptions rtl_options(const Opening& opening) {
  RtlOptions options;
  options.model = opening.parts.target;
  const std::vector<std::string> models = known_models({});
  require_model(opening, models);
  options.model = model_of(options.model, opening.options.contest, models);
  options.fault = opening.setting("fault");
  options.seed = opening.options.seed;
  set_power_on(options, opening);
  options.trace_file = opening.setting("trace");
  options.settle = opening.options.reset.settle;
  options.time = opening.options.time;
  options.recording = opening.options.recording;
  options.coverage = opening.options.coverage;
  options.coverage_file = opening.options.coverage_file;
  if (!options.trace_file.empty() && options.trace_file.extension() != ".fst") {
    throw UsageError(
        fmt::format("DUT \"{}\": trace: found \"{}\"; waveforms are FST files, as in trace=wave.fst.",
                    opening.name, options.trace_file.string()));
  }
  return options;
}

std::unique_ptr<Link> open_model(const Opening& opening) {
  const RtlOptions options = rtl_options(opening);
  require_terms(opening, terms_described_in(options.model), options.model);
  std::unique_ptr<Link> link = open_rtl(options);
  require_terms(opening, terms_of(link->info()), link->info().facts.at("description"));
  return link;
}

std::unique_ptr<Link> open_device_opener(const Opening& opening) {
  PtyOptions options;
  options.settle = opening.options.reset.settle.value_or(Duration::zero());
  options.command = opening.parts.target;
  options.baud = opening.options.contest.baud;
  options.name = opening.name;
  options.sandbox = opening.options.sandbox;
  return open_pty(options);
}

TcpOptions tcp_options(const Opening& opening, const std::string& address, bool listening) {
  TcpOptions options = parse_tcp_address(address, listening);
  options.name = opening.name;
  options.reset = opening.options.reset;
  options.say = opening.options.say;
  return options;
}

std::unique_ptr<Link> open_server(const Opening& opening) {
  return open_tcp(tcp_options(opening, opening.parts.target, false));
}

std::unique_ptr<Link> open_client(const Opening& opening) {
  return open_tcp_listener(tcp_options(opening, opening.parts.target, true));
}

std::unique_ptr<Link> open_device(const Opening& opening, const std::string& device) {
  SerialOptions options;
  options.name = opening.name;
  options.device = device;
  options.baud = opening.options.contest.baud;
  options.reset = opening.options.reset;
  std::unique_ptr<StreamLink> link = open_serial(options);
  if (opening.options.measures) measure_hold_back(*link, opening.options.contest);
  return link;
}

std::unique_ptr<Link> open_board(const Opening& opening) {
  return open_device(opening, opening.parts.target);
}

/// Another rate than the contest's would garble every byte.
std::unique_ptr<Link> open_labgrid(const Opening& opening) {
  const LabgridPort port = read_labgrid_port(opening.parts.target);
  const protocol::Contest& contest = opening.options.contest;
  if (contest.baud != 0 && port.speed && *port.speed != static_cast<int>(contest.baud))
    throw UsageError(fmt::format("DUT \"{}\": found a speed of {}; the line of {} runs at {} baud.",
                                 opening.name, *port.speed, contest.name, contest.baud));
  if (port.is_on_network) {
    TcpOptions options = tcp_options(opening, port.address, false);
    options.is_serial_port = true;
    return open_tcp(options);
  }
  return open_device(opening, port.address);
}

}  // namespace

TracedModel open_traced_model(const DutName& name, const OpenOptions& options) {
  RtlOptions how = rtl_options({name, options});
  how.trace_file = "wave.fst";
  const std::shared_ptr<const RtlModel> model = model_for(how);
  return {model, fault_level(*model, how.fault)};
}

std::vector<std::string> registers_left_open(const DutName& name, const OpenOptions& options) {
  const RtlOptions how = rtl_options({name, options});
  const std::shared_ptr<const RtlModel> model = model_for(how);
  return rig::registers_left_open(model, fault_level(*model, how.fault));
}

DutName with_power_on(const DutName& name, const std::string& power_on) {
  const char before = name.text.find('?') == std::string::npos ? '?' : '&';
  return parse_dut_name(fmt::format("{}{}power_on={}", name.text, before, power_on));
}

namespace {

/// `rook, queen`: those that the games show.
std::string model_names() {
  std::vector<std::string> names;
  for (const game::Game& game : game::games()) {
    if (game.example && !game.example->model.empty()) names.push_back(game.example->model);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string player_names() {
  std::vector<std::string> names;
  for (const game::Game& game : game::games()) {
    if (game.device != nullptr || game.file_device != nullptr) names.push_back(game.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string contests_over_files(bool per_move) {
  std::vector<std::string> names;
  for (const protocol::Contest& contest : protocol::contests()) {
    if (contest.medium() == Medium::files && contest.per_move == per_move) names.push_back(contest.name);
  }
  return names.empty() ? "" : fmt::format(" ({})", fmt::join(names, ", "));
}

namespace {

/// The two ways to name a design.
Kind design(const std::string& usage, const std::string& what) {
  return {.scheme = "rtl",
          .usage = usage,
          .what = what,
          .far_end = "RTL in simulated time",
          .opening = "building the model",
          .settings = {"fault", "trace", "power_on"},
          .clock = ClockKind::simulated,
          .open = open_model,
          .settles = true};
}

}  // namespace

std::vector<Kind> own_kinds() {
  using Method = ResetBy::Method;
  return {
      design("rtl:NAME[?fault=F&trace=FILE]", "a Verilated model built with the project: " + model_names()),
      design("rtl:FILE.toml[?…]", "your own RTL: sources, clock, reset and pins in a file"),
      {.scheme = "serial",
       .usage = "serial:DEVICE",
       .what = "a board on a serial port: /dev/ttyUSB0, usb:VID:PID[:SERIAL]",
       .far_end = "a board on a serial port",
       .open = open_board,
       .resets = {Method::dtr, Method::rts, Method::command, Method::power, Method::ask},
       .check = check_device,
       .require_present = [](const std::string& target) { present_device(target); },
       .settles = true,
       .has_bit_rate = true},
      {.scheme = "exec",
       .usage = "exec:COMMAND",
       .what = "a program that speaks the protocol on standard input and output",
       .far_end = "a program over pipes",
       .opening = "starting",
       .open = open_program,
       .check = [](const std::string& target) { split_command(target); },
       .settles = true,
       .starts_a_program = true},
      {.scheme = "pty",
       .usage = "pty:COMMAND {port}",
       .what = "a program that opens a serial device itself",
       .far_end = "a program on a pseudo-terminal",
       .opening = "starting",
       .open = open_device_opener,
       .check = [](const std::string& target) { check_pty_command(target); },
       .settles = true,
       .starts_a_program = true},
      {.scheme = "tcp",
       .usage = "tcp:HOST:PORT",
       .what = "a program or a board that waits for connections",
       .far_end = "a board or a program over TCP",
       .open = open_server,
       .resets = {Method::command, Method::power, Method::ask, Method::reconnect},
       .check = [](const std::string& target) { parse_tcp_address(target, false); },
       .settles = true,
       .connects = true},
      {.scheme = "tcp-listen",
       .usage = "tcp-listen:PORT",
       .what = "a program or a board that connects to the rig",
       .far_end = "a board or a program over TCP",
       .opening = "waiting for a connection on",
       .open = open_client,
       .resets = {Method::command, Method::power, Method::ask, Method::reconnect},
       .check = [](const std::string& target) { parse_tcp_address(target, true); },
       .settles = true},
      {.scheme = "labgrid",
       .usage = "labgrid:[DRIVER@]FILE",
       .what = "a board of labgrid's: FILE is what labgrid-client export wrote",
       .far_end = "a board that labgrid names",
       .open = open_labgrid,
       .resets = {Method::command, Method::power, Method::ask},
       .check = [](const std::string& target) { read_labgrid_port(target); },
       .settles = true},
      {.scheme = "files",
       .usage = "files:COMMAND",
       .what = "a program that is started for each move" + contests_over_files(true),
       .far_end = "a program that is started for each move, over files",
       .opening = "starting",
       .open = open_move_program,
       .check = [](const std::string& target) { split_command(target); },
       .over = Kind::Over::files,
       .starts_a_program = true},
      {.scheme = "guifiles",
       .usage = "guifiles:COMMAND [{player}]",
       .what = "a program that plays a whole game over files" + contests_over_files(false),
       .far_end = "a program that plays whole games, over files",
       .opening = "starting",
       .open = open_game_program,
       .check = [](const std::string& target) { split_command(target); },
       .over = Kind::Over::files,
       .starts_a_program = true},
      {.scheme = "builtin",
       .usage = "builtin:NAME[?fault=F]",
       .what = "a player of the rig's own, in virtual time: " + player_names(),
       .far_end = "a player of the rig's own, in virtual time",
       .settings = {"fault", "team", "think"},
       .clock = ClockKind::virtual_time,
       .open = open_builtin,
       .over = Kind::Over::either},
      {.scheme = "transcript",
       .usage = "transcript:FILE",
       .what = "the record of an earlier run, judged again without the DUT",
       .clock = ClockKind::virtual_time},
  };
}

}  // namespace rig::dut
