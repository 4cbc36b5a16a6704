#include "rig/dut/guesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <set>
#include <string_view>
#include <vector>

#include "rig/base/text.hpp"
#include "rig/game/game.hpp"
#include "rig/link/rtl/find_model.hpp"
#include "rig/link/rtl/hdl.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::dut {

namespace {

namespace fs = std::filesystem;

/// A name, parted at its first colon where a scheme stands there that a guess looks behind.
struct Typed {
  std::string scheme;  ///< `rtl`, `serial`, `transcript`; empty: the whole name is the target
  std::string target;
};

Typed parted(const std::string& name) {
  for (const std::string scheme : {"rtl", "serial", "transcript"}) {
    if (name.starts_with(scheme + ":")) return {scheme, name.substr(scheme.size() + 1)};
  }
  return {"", name};
}

/// Whether a name may have been meant for this scheme.
bool may_be(std::string_view scheme, const Typed& typed) {
  return typed.scheme.empty() || typed.scheme == scheme;
}

bool is_number(std::string_view text) {
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool exists(const fs::path& path) {
  std::error_code none;
  return fs::exists(path, none);
}

bool is_folder(const fs::path& path) {
  std::error_code none;
  return fs::is_directory(path, none);
}

bool is_file(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

std::string did_you_mean(const std::string& name) {
  return fmt::format("Did you mean {}?", shell_quoted(name));
}

/// `COM3`, as Windows calls its ports.
std::string of_windows(const Typed& typed) {
  const bool starts_so = typed.target.starts_with("COM") || typed.target.starts_with("com");
  if (!may_be("serial", typed) || !starts_so || !is_number(typed.target.substr(3))) return {};
  return fmt::format(
      "{} is the name of a port on Windows; here it is one like serial:/dev/ttyUSB0. `rig ports` lists "
      "those that are plugged in.",
      typed.target);
}

std::string of_device(const Typed& typed) {
  const bool is_whole = typed.target.starts_with("/dev/") || typed.target.starts_with("usb:");
  if (typed.scheme.empty() && is_whole) return did_you_mean("serial:" + typed.target);
  const bool lacks_folder = typed.target.starts_with("tty") && !exists(typed.target);
  return may_be("serial", typed) && lacks_folder ? did_you_mean("serial:/dev/" + typed.target)
                                                 : std::string();
}

std::string to_be_described(const fs::path& folder) {
  return fmt::format(
      "A design is tested by its description: rig new-dut {} writes one from the sources, and "
      "--dut rtl:FILE.toml uses it.",
      shell_quoted(folder.string()));
}

/// A source, or the project of a vendor's tool.
std::string of_source(const Typed& typed) {
  constexpr std::array<std::string_view, 6> projects = {".qsf", ".qpf", ".xpr", ".gprj", ".ldf", ".rdf"};
  const fs::path path = typed.target;
  const bool is_source =
      is_hdl(path) || std::find(projects.begin(), projects.end(), path.extension()) != projects.end();
  if (!is_source || !may_be("rtl", typed)) return {};
  return to_be_described(path.has_parent_path() ? path.parent_path() : ".");
}

/// What a run left beside its transcript.
std::string of_report(const Typed& typed) {
  constexpr std::array<std::string_view, 4> beside = {"report.json", "report.html", "report.xml",
                                                      "junit.xml"};
  const fs::path path = typed.target;
  const bool is_beside = std::find(beside.begin(), beside.end(), path.filename()) != beside.end();
  if (!may_be("transcript", typed)) return {};
  if (typed.scheme.empty() && path.extension() == ".jsonl") return did_you_mean("transcript:" + typed.target);
  const fs::path transcript = (is_beside ? path.parent_path() : path) / "transcript.jsonl";
  if (is_file(transcript)) return did_you_mean("transcript:" + transcript.string());
  return {};
}

/// `transcript:reports`, where each run has a folder.
std::string of_reports(const Typed& typed) {
  if (typed.scheme != "transcript" || !is_folder(typed.target)) return {};
  std::set<fs::path> transcripts;
  std::error_code none;
  for (const fs::directory_entry& run : fs::directory_iterator(typed.target, none)) {
    if (is_file(run.path() / "transcript.jsonl")) transcripts.insert(run.path() / "transcript.jsonl");
  }
  if (!transcripts.empty()) return did_you_mean("transcript:" + transcripts.begin()->string());
  return fmt::format(
      "{} is a folder, and a transcript is a file, as in transcript:reports/RUN/transcript.jsonl.",
      typed.target);
}

std::string of_description(const Typed& typed) {
  if (typed.scheme.empty() && typed.target.ends_with(".toml"))
    return fmt::format("{} A referee is named by --referee {}.", did_you_mean("rtl:" + typed.target),
                       shell_quoted(typed.target));
  const std::string file = typed.target + ".toml";
  return may_be("rtl", typed) && is_file(file) ? did_you_mean("rtl:" + file) : std::string();
}

std::string of_folder(const Typed& typed) {
  return may_be("rtl", typed) && is_folder(typed.target) ? to_be_described(typed.target) : std::string();
}

/// What the rig itself has.
std::string of_own(const Typed& typed) {
  if (!typed.scheme.empty()) return {};
  const std::vector<std::string> models = known_models({});
  if (std::find(models.begin(), models.end(), typed.target) != models.end())
    return did_you_mean("rtl:" + typed.target);
  for (const game::Game& game : game::games()) {
    if (game.name == typed.target) return did_you_mean("builtin:" + typed.target);
  }
  for (const protocol::Contest& contest : protocol::contests()) {
    if (contest.name == typed.target) return fmt::format("That is a contest: --contest {}.", typed.target);
  }
  return {};
}

/// `localhost:7000`
std::string of_address(const Typed& typed) {
  const std::size_t colon = typed.target.rfind(':');
  const bool has_port = colon != std::string::npos && colon > 0 && is_number(typed.target.substr(colon + 1));
  const bool has_blank = typed.target.find(' ') != std::string::npos;
  return typed.scheme.empty() && has_port && !has_blank ? did_you_mean("tcp:" + typed.target) : std::string();
}

/// A program, perhaps with its arguments.
std::string of_command(const Typed& typed) {
  const std::string program = typed.target.substr(0, typed.target.find(' '));
  const bool has_arguments = program != typed.target;
  const bool starts_program = has_arguments || program.starts_with("./") || is_file(program);
  if (!typed.scheme.empty() || program.empty() || program.find(':') != std::string::npos || !starts_program)
    return {};
  const bool is_here = program.find('/') == std::string::npos && is_file(program);
  return did_you_mean((is_here ? "exec:./" : "exec:") + typed.target);
}

}  // namespace

std::string guess_at(const std::string& name) {
  // The first that has something to say: what is surest stands first.
  constexpr std::array guesses = {of_windows,     of_device, of_source, of_report,  of_reports,
                                  of_description, of_folder, of_own,    of_address, of_command};
  const Typed typed = parted(name);
  for (const auto guess : guesses) {
    std::string said = guess(typed);
    if (!said.empty()) return said;
  }
  return {};
}

}  // namespace rig::dut
