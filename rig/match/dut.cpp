#include "rig/match/dut.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/link/exec/exec_link.hpp"
#include "rig/link/rtl/rtl_link.hpp"
#include "rig/player/blokus_player.hpp"

namespace rig::match {

namespace {

struct Opening {
  const std::string& name;  ///< as the user wrote it
  const DutName& parts;
  const contest::Contest& contest;
  std::uint64_t seed;

  std::string setting(const std::string& key) const {
    const auto at = parts.settings.find(key);
    return at == parts.settings.end() ? std::string() : at->second;
  }
};

/// One kind of DUT.
struct Kind {
  std::string scheme;
  std::string usage;
  std::string what;
  std::vector<std::string> settings;  ///< what may follow a `?`
  bool keeps_own_time;
  std::function<std::unique_ptr<Link>(const Opening&)> open;
};

std::unique_ptr<Link> open_builtin(const Opening& opening) {
  const std::vector<std::string> players = {"blokus"};
  if (std::find(players.begin(), players.end(), opening.parts.target) == players.end()) {
    throw UsageError(unknown_value("builtin player", opening.parts.target, players));
  }
  player::BlokusDeviceOptions options;
  options.fault = opening.setting("fault");
  if (!opening.setting("team").empty()) options.team_code = opening.setting("team");
  CallbackOptions link;
  link.name = opening.name;
  link.description = fmt::format("builtin player, virtual time, {} 8N1", opening.contest.baud);
  link.baud = opening.contest.baud;
  return make_callback_link(link, player::new_blokus_device(options));
}

std::unique_ptr<Link> open_program(const Opening& opening) {
  ExecOptions options;
  options.command = opening.parts.target;
  options.name = opening.name;
  return open_exec(options);
}

std::unique_ptr<Link> open_model(const Opening& opening) {
  RtlOptions options;
  options.model = opening.parts.target;
  options.fault = opening.setting("fault");
  options.seed = opening.seed;
  options.trace_file = opening.setting("trace");
  std::unique_ptr<Link> link = open_rtl(options);
  const auto plays = link->info().facts.find("contest");
  if (plays != link->info().facts.end() && !plays->second.empty() && plays->second != opening.contest.name) {
    throw UsageError(
        fmt::format("DUT \"{}\": its description says contest = \"{}\", and this run is of \"{}\".",
                    opening.name, plays->second, opening.contest.name));
  }
  return link;
}

std::unique_ptr<Link> open_nothing(const Opening& opening) {
  throw RigError("A transcript is replayed case by case, not opened: " + opening.name);
}

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"rtl",
       "rtl:NAME[?fault=F&trace=FILE]",
       "a Verilated model built with the project (blokus_duo)",
       {"fault", "trace"},
       true,
       open_model},
      {"rtl",
       "rtl:FILE.toml[?…]",
       "your own RTL: sources, clock, reset and pins in a file",
       {"fault", "trace"},
       true,
       open_model},
      {"exec",
       "exec:COMMAND",
       "a program that speaks the protocol on standard input and output",
       {},
       false,
       open_program},
      {"builtin",
       "builtin:NAME[?fault=F]",
       "a player of the rig's own, in virtual time (blokus)",
       {"fault", "team"},
       true,
       open_builtin},
      {"transcript",
       "transcript:FILE",
       "the record of an earlier run, judged again without the DUT",
       {},
       true,
       open_nothing},
  };
  return all;
}

const Kind& kind_of(const std::string& scheme, const std::string& name) {
  std::vector<std::string> schemes;
  for (const Kind& kind : kinds()) {
    if (kind.scheme == scheme) return kind;
    if (std::find(schemes.begin(), schemes.end(), kind.scheme) == schemes.end())
      schemes.push_back(kind.scheme);
  }
  throw UsageError(fmt::format("DUT \"{}\": {}", name, unknown_value("kind of link", scheme, schemes)));
}

/// `a=1&b=2` after a question mark.
void read_settings(DutName& parts, const Kind& kind, const std::string& name) {
  const std::size_t mark = parts.target.find('?');
  if (mark == std::string::npos) return;
  std::string rest = parts.target.substr(mark + 1);
  parts.target.resize(mark);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string setting = rest.substr(0, end);
    rest.erase(0, end + 1);
    const std::size_t equals = setting.find('=');
    const std::string key = setting.substr(0, equals);
    if (std::find(kind.settings.begin(), kind.settings.end(), key) == kind.settings.end()) {
      throw UsageError(fmt::format("DUT \"{}\": {}", name, unknown_value("setting", key, kind.settings)));
    }
    if (equals == std::string::npos || equals + 1 == setting.size()) {
      throw UsageError(fmt::format("DUT \"{}\": setting \"{}\" has no value.", name, key));
    }
    parts.settings[key] = setting.substr(equals + 1);
  }
}

}  // namespace

DutName parse_dut_name(const std::string& name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string::npos) {
    throw UsageError(
        fmt::format("DUT \"{}\" does not say how to reach it, as in rtl:blokus_duo or exec:COMMAND.", name));
  }
  DutName parts{name.substr(0, colon), name.substr(colon + 1), {}};
  const Kind& kind = kind_of(parts.scheme, name);
  if (!kind.settings.empty()) read_settings(parts, kind, name);
  if (parts.target.empty())
    throw UsageError(fmt::format("DUT \"{}\" names nothing; it is written {}.", name, kind.usage));
  return parts;
}

std::vector<std::string> dut_kinds() {
  std::vector<std::string> lines;
  for (const Kind& kind : kinds()) lines.push_back(fmt::format("{:<30} {}", kind.usage, kind.what));
  return lines;
}

std::unique_ptr<Link> open_dut(const std::string& name, const contest::Contest& contest, std::uint64_t seed) {
  const DutName parts = parse_dut_name(name);
  return kind_of(parts.scheme, name).open({name, parts, contest, seed});
}

bool keeps_own_time(const DutName& name) {
  return kind_of(name.scheme, name.scheme).keeps_own_time;
}

}  // namespace rig::match
