#include "rig/tools/init.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "rig/base/errors.hpp"
#include "rig/base/program/own_command.hpp"
#include "rig/base/text.hpp"
#include "rig/base/toml_file.hpp"
#include "rig/base/visible.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/doctor/examination.hpp"
#include "rig/dut/dut.hpp"
#include "rig/dut/project_file.hpp"
#include "rig/game/examples.hpp"
#include "rig/link/rtl/hdl.hpp"
#include "rig/link/serial/devices.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tools/doctor.hpp"
#include "rig/tools/init_files.hpp"
#include "rig/tools/rtl/new_dut.hpp"

namespace rig {

namespace fs = std::filesystem;

namespace {

constexpr const char* workflow_file = ".github/workflows/conformance.yml";
constexpr const char* tasks_file = ".vscode/tasks.json";

/// Something that could be tested.
struct Candidate {
  std::string what;  ///< for people
  std::string dut;   ///< empty: sources without a description
};

bool is_at_a_terminal() {
  return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
}

/// One of these, by its number; asked again until it is one. UsageError at the end of the input.
std::size_t ask(const std::string& question, const std::vector<std::string>& choices) {
  std::cout << question << "\n";
  for (std::size_t i = 0; i < choices.size(); ++i) std::cout << fmt::format("  {}  {}\n", i + 1, choices[i]);
  std::cout << "> " << std::flush;
  for (std::string line; std::getline(std::cin, line);) {
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (line == fmt::to_string(i + 1) || line == choices[i]) return i;
    }
    std::cout << fmt::format("Allowed: 1 to {}.\n> ", choices.size()) << std::flush;
  }
  throw UsageError("Nothing was chosen.");
}

std::string contest_for(const InitRequest& request) {
  if (!request.contest.empty()) return protocol::find_contest(request.contest).name;
  std::vector<std::string> names;
  std::vector<std::string> titles;
  for (const protocol::Contest& contest : protocol::contests()) {
    names.push_back(contest.name);
    titles.push_back(fmt::format("{:<12}{}", contest.name, contest.title));
  }
  if (!is_at_a_terminal())
    throw UsageError(fmt::format("--contest is missing; allowed: {}.", fmt::join(names, ", ")));
  return names[ask("Which contest?", titles)];
}

bool is_description(const fs::path& file) {
  try {
    const toml::table table = parse_toml(content_of_ordinary_file(file), file.string());
    return table["uart"].is_table() || table.contains("inherits");
  } catch (const std::exception&) {
    return false;
  }
}

bool has_sources(const fs::path& folder) {
  const std::vector<fs::path> files = files_below(folder);
  return std::any_of(files.begin(), files.end(), is_hdl);
}

/// The path without a `./` before it.
std::string plain(const fs::path& path) {
  return path.lexically_normal().string();
}

std::vector<Candidate> at_hand(const InitRequest& request) {
  std::vector<Candidate> found;
  std::error_code none;
  for (const fs::directory_entry& one : fs::directory_iterator(request.folder, none)) {
    const bool is_other =
        one.path().extension() != ".toml" || one.path().filename() == dut::project_file_name;
    if (is_other || !is_description(one.path())) continue;
    found.push_back(
        {fmt::format("the design that {} describes", plain(one.path())), "rtl:" + plain(one.path())});
  }
  if (found.empty() && has_sources(request.folder))
    found.push_back({fmt::format("the design whose sources are in {}", request.folder), ""});
  if (!found.empty()) return found;  // most machines have a serial port that nothing is plugged into
  const std::vector<SerialDevice> devices = list_serial_devices();
  for (const SerialDevice& device : devices) {
    const std::string name = lasting_name(device, devices);
    found.push_back(
        {fmt::format("a board on {} ({})", device.path, device.usb ? usb_text(*device.usb) : device.driver),
         "serial:" + name});
  }
  return found;
}

Candidate candidate_for(const InitRequest& request) {
  if (!request.dut.empty()) return {request.dut, request.dut};
  if (!request.port.empty()) return {request.port, "serial:" + request.port};
  if (!request.program.empty()) return {request.program, "exec:" + request.program};
  const std::vector<Candidate> found = at_hand(request);
  std::vector<std::string> texts;
  texts.reserve(found.size());
  for (const Candidate& one : found) texts.push_back(one.what);
  if (found.empty())
    throw UsageError(
        fmt::format("Nothing to test was found: no source of a design in {}, no serial device. Allowed: a "
                    "folder of sources, --port "
                    "DEVICE, --program COMMAND, --dut NAME.",
                    request.folder));
  if (found.size() == 1) return found.front();
  if (!is_at_a_terminal())
    throw UsageError(fmt::format(
        "More than one thing could be tested: {}. Choose by a folder, --port, --program or --dut.",
        fmt::join(texts, "; ")));
  return found[ask("What is to be tested?", texts)];
}

/// Describes the sources. The name of the DUT; nothing: they cannot be described without help, which was
/// said.
std::string described(const InitRequest& request, const std::string& contest) {
  NewDutRequest asked;
  asked.folder = request.folder;
  asked.contest = contest;
  asked.output = plain(fs::path(request.folder) / "board.toml");
  asked.force = request.force;
  asked.no_build = true;
  new_dut(asked);
  return "rtl:" + asked.output;
}

/// Whether it answers; what was tried is said.
bool answers(const dut::DutName& name, const protocol::Contest& contest) {
  if (!doctor::can_be_examined(name, contest)) return true;  // certify will tell
  doctor::Looking how;
  how.sandbox.wish = Sandboxing::automatic;
  const doctor::Examination done = doctor::examine(name, contest, how);
  print(done, name);
  return done.answers;
}

void write_and_say(const std::string& file, const std::string& text) {
  if (fs::path(file).has_parent_path()) fs::create_directories(fs::path(file).parent_path());
  write_whole(file, text);
  std::cout << fmt::format("wrote {}\n", file);
}

/// With the contest and the DUT of this project.
std::string workflow_for(const dut::ProjectFile& project) {
  std::string text = github_workflow;
  const auto set = [&](std::string_view name, const std::string& value) {
    const std::string begin = fmt::format("  {}: ", name);
    const std::size_t at = text.find(begin) + begin.size();
    text.replace(at, text.find('\n', at) - at, value);
  };
  set("CONTEST", project.contest);
  set("DUT", fmt::format("\"{}\"", project.dut));
  return text;
}

/// With the commands as they are called from here.
std::string tasks_from_here() {
  std::string text = vscode_tasks;
  for (const char* program : {"certify", "rig"}) {
    std::string called = nlohmann::json(own_command(program)).dump();
    called.back() = ' ';  // the quote that ended it
    replace_all(text, fmt::format("\"command\": \"{} ", program), "\"command\": " + called);
  }
  return text;
}

std::vector<std::string> files_of(const InitRequest& request) {
  std::vector<std::string> files = {dut::project_file_name};
  if (request.github) files.emplace_back(workflow_file);
  if (request.vscode) files.emplace_back(tasks_file);
  return files;
}

}  // namespace

std::string init_help() {
  return game::with_examples(
      "Looks for what can be tested (a design's sources, a serial device), tries whether it answers, and "
      "writes "
      "rig.toml: certify and rig doctor take it by themselves.\n"
      "Exit status: 0 it answers; 1 it does not; 2 something is missing, or is there already.\n\n"
      "Examples:\n"
      "  rig init --contest {contest}\n"
      "  rig init rtl --contest {contest} --github --vscode\n"
      "  rig init --contest {contest} --port /dev/ttyUSB0\n"
      "  rig init --contest {contest} --program './engine --stdio'");
}

int init(const InitRequest& request) {
  const int named =
      (request.dut.empty() ? 0 : 1) + (request.port.empty() ? 0 : 1) + (request.program.empty() ? 0 : 1);
  if (named > 1) throw UsageError("--dut, --port and --program: name one of them.");
  for (const std::string& file : files_of(request)) {
    if (!request.force && fs::exists(file))
      throw UsageError(fmt::format("{} exists already; --force overwrites it.", file));
  }
  const Candidate candidate = candidate_for(request);
  dut::ProjectFile project;
  project.contest = contest_for(request);
  project.team = request.team;
  project.dut = candidate.dut.empty() ? described(request, project.contest) : candidate.dut;
  const dut::DutName name = dut::parse_dut_name(project.dut);
  dut::check_dut(name, {});
  std::cout << fmt::format("testing {} in {}\n", visible(candidate.what), project.contest);
  const bool is_right = answers(name, protocol::find_contest(project.contest));
  write_and_say(dut::project_file_name, dut::to_text(project));
  if (request.github) write_and_say(workflow_file, workflow_for(project));
  if (request.vscode) write_and_say(tasks_file, tasks_from_here());
  std::cout << fmt::format("next: {}\n", own_command("certify"));
  return is_right ? 0 : 1;
}

}  // namespace rig
