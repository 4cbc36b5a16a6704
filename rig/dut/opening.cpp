#include "rig/dut/dut.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/dut/guesses.hpp"
#include "rig/dut/guests.hpp"
#include "rig/dut/kinds.hpp"
#include "rig/game/examples.hpp"
#include "rig/link/boards.hpp"

namespace rig::dut {

namespace {

/// A player that this executable brings along.
Kind kind_of_guest(const Guest& guest) {
  return {.scheme = guest.scheme,
          .usage = guest.usage,
          .what = guest.what,
          .clock = ClockKind::virtual_time,
          .open =
              [guest](const Opening& opening) {
                return guest.open(opening.options.contest, opening.name, opening.parts.target);
              },
          .over = Kind::Over::either};
}

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = [] {
    std::vector<Kind> list = own_kinds();
    for (const Guest& guest : guests()) list.push_back(kind_of_guest(guest));
    return list;
  }();
  return all;
}

[[noreturn]] void refuse_bare_name(const std::string& name) {
  const std::string guess = guess_at(name);
  if (!guess.empty())
    throw UsageError(fmt::format("DUT \"{}\" does not say how to reach it. {}", name, guess));
  throw UsageError(fmt::format(
      "DUT \"{}\" does not say how to reach it, as in {}, serial:/dev/ttyUSB0 or "
      "exec:COMMAND; over files it is files:COMMAND{} or guifiles:COMMAND{}.",
      name, game::with_examples("rtl:{model}"), contests_over_files(true), contests_over_files(false)));
}

const Kind& kind_of(const std::string& scheme, const std::string& name) {
  std::vector<std::string> schemes;
  for (const Kind& kind : kinds()) {
    if (kind.scheme == scheme) return kind;
    if (std::find(schemes.begin(), schemes.end(), kind.scheme) == schemes.end())
      schemes.push_back(kind.scheme);
  }
  if (!guess_at(name).empty()) refuse_bare_name(name);
  throw UsageError(fmt::format("DUT \"{}\": {}", name, unknown_value("kind of link", scheme, schemes)));
}

/// A kind is for contests in bytes, over files, or both.
void require_medium(const DutName& name, const protocol::Contest& contest) {
  const Kind& kind = *name.kind;
  const bool over_files = contest.medium() == Medium::files;
  if (kind.over == Kind::Over::either || over_files == (kind.over == Kind::Over::files)) return;
  if (over_files) {
    throw UsageError(fmt::format("DUT \"{}\": {} is played over files: {}:COMMAND, or builtin:{}.", name.text,
                                 contest.name, contest.per_move ? "files" : "guifiles", contest.game));
  }
  throw UsageError(
      fmt::format("DUT \"{}\": {} is played over a serial line, not over files.", name.text, contest.name));
}

/// `a=1&b=2` after a question mark.
void read_settings(DutName& parts) {
  const std::vector<std::string>& known = parts.kind->settings;
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
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      throw UsageError(fmt::format("DUT \"{}\": {}", parts.text, unknown_value("setting", key, known)));
    }
    if (equals == std::string::npos || equals + 1 == setting.size()) {
      throw UsageError(fmt::format("DUT \"{}\": setting \"{}\" has no value.", parts.text, key));
    }
    parts.settings[key] = setting.substr(equals + 1);
  }
}

}  // namespace

DutName parse_dut_name(const std::string& name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string::npos) refuse_bare_name(name);
  const std::string scheme = name.substr(0, colon);
  DutName parts{name, &kind_of(scheme, name), scheme, name.substr(colon + 1), {}};
  if (!parts.kind->settings.empty()) read_settings(parts);
  if (parts.target.empty())
    throw UsageError(fmt::format("DUT \"{}\" is incomplete; it is written {}.", name, parts.kind->usage));
  const std::string guess = is_recorded(parts) ? guess_at(name) : std::string();
  if (!guess.empty()) throw UsageError(fmt::format("DUT \"{}\" is no transcript. {}", name, guess));
  return parts;
}

std::vector<std::string> boards_named(const std::string& dut) {
  std::vector<std::string> boards;
  for (std::size_t begin = 0; begin <= dut.size();) {
    const std::size_t end = std::min(dut.find(between_boards, begin), dut.size());
    boards.push_back(dut.substr(begin, end - begin));
    begin = end + between_boards.size();
  }
  if (boards.size() == 1) return boards;
  const std::string scheme = dut.substr(0, dut.find(':') + 1);
  const bool alike = std::all_of(boards.begin(), boards.end(), [&](const std::string& board) {
    return !scheme.empty() && board.starts_with(scheme) && board.size() > scheme.size();
  });
  return alike && opens_once(parse_dut_name(dut)) ? boards : std::vector<std::string>{dut};
}

std::string name_of_boards(const std::vector<std::string>& boards) {
  const DutName first = parse_dut_name(boards.front());
  std::set<std::string> different;
  for (const std::string& board : boards) {
    const DutName name = parse_dut_name(board);
    if (!opens_once(name))
      throw UsageError(fmt::format(
          "--dut \"{}\": only boards can share a run; a DUT of this kind is opened as often as --jobs "
          "says.",
          board));
    if (name.scheme != first.scheme)
      throw UsageError(
          fmt::format("--dut \"{}\": boards that share a run are of one kind, and the first one is "
                      "\"{}\".",
                      board, boards.front()));
    if (board.find(between_boards) != std::string::npos)
      throw UsageError(
          fmt::format("--dut \"{}\": \"{}\" cannot be part of a board's name.", board, between_boards));
    if (!different.insert(board).second)
      throw UsageError(fmt::format("--dut \"{}\" is given twice; name each board once.", board));
  }
  return fmt::format("{}", fmt::join(boards, between_boards));
}

std::vector<std::string> dut_kinds() {
  std::vector<std::string> lines;
  for (const Kind& kind : kinds()) lines.push_back(fmt::format("{:<30} {}", kind.usage, kind.what));
  return lines;
}

std::string kind_of_far_end(const std::string& name) {
  const std::string scheme = name.substr(0, name.find(':'));
  const auto kind =
      std::find_if(kinds().begin(), kinds().end(), [&](const Kind& one) { return one.scheme == scheme; });
  return kind == kinds().end() ? std::string() : kind->far_end;
}

std::unique_ptr<FarEnd> open_dut(const DutName& name, const OpenOptions& options) {
  if (is_recorded(name))
    throw UsageError(fmt::format(
        "DUT \"{}\": a transcript cannot be opened; certify judges it again, case by case.", name.text));
  require_medium(name, options.contest);
  return name.kind->open({name, options});
}

std::unique_ptr<FarEnd> open_dut(const std::string& name, const OpenOptions& options) {
  return open_dut(parse_dut_name(name), options);
}

void check_dut(const DutName& name, const ResetBy& reset) {
  const Kind& kind = *name.kind;
  const bool has = std::find(kind.resets.begin(), kind.resets.end(), reset.method) != kind.resets.end();
  if (reset.method != ResetBy::Method::none && !has) {
    throw UsageError(fmt::format("--reset {}: a DUT of kind {} {}.", to_string(reset), name.scheme,
                                 kind.resets.empty() ? "is started again for each case and needs none"
                                                     : "cannot be reset in this way"));
  }
  if (!reset.program.empty() && kind.resets.empty())
    throw UsageError(
        fmt::format("--program: a DUT of kind {} is no board that could be configured.", name.scheme));
  if (kind.check) kind.check(name.target);
}

void require_present(const DutName& name) {
  if (name.kind->require_present) name.kind->require_present(name.target);
}

bool opens_once(const DutName& name) {
  return !name.kind->resets.empty();
}

bool settles(const DutName& name) {
  return name.kind->settles;
}

bool plays_on_disk(const DutName& name) {
  return name.kind->over == Kind::Over::files;
}

ClockKind clock_of(const DutName& name) {
  return name.kind->clock;
}

bool keeps_own_time(const DutName& name) {
  return clock_of(name) != ClockKind::monotonic;
}

bool is_simulated(const DutName& name) {
  return clock_of(name) == ClockKind::simulated;
}

bool is_recorded(const DutName& name) {
  return !name.kind->open;
}

std::string opening_text(const DutName& name) {
  return fmt::format("{} {}", name.kind->opening, name.target);
}

bool has_bit_rate(const DutName& name) {
  return name.kind->has_bit_rate;
}

std::optional<std::string> address_to_connect_to(const DutName& name) {
  return name.kind->connects ? std::optional(name.target) : std::nullopt;
}

bool starts_a_program(const DutName& name) {
  return name.kind->starts_a_program;
}

bool runs_code_of_others(const DutName& name) {
  return starts_a_program(name) || is_simulated(name);
}

}  // namespace rig::dut
