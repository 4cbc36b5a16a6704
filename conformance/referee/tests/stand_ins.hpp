#pragma once
/// Hosts of the contests, for tests of `certify --referee`: the project's descriptions, with its stand-ins as
/// the programs.

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "conformance/run/tests/programs.hpp"

namespace conformance::testing_programs {

/// The description of this name in `fixtures/referees`, in a folder of its own and with the configuration of
/// the series host beside it. Its program is the stand-in of that name in `programs` (a folder, with its
/// slash), with `more` behind it, as TOML has it: `, "-x"`, and `last` behind its last word. In place of the
/// contest's ports it listens on two of its own.
class StandIn {
 public:
  StandIn(const std::string& programs, const std::string& name, const std::string& more = "",
          const std::string& last = "") {
    const std::string folder = RIG_SOURCE_DIR "/fixtures/referees/";
    std::string text = content_of(folder + name + ".toml");
    const std::string command = "command = [\"";
    const std::size_t program = text.find(command) + command.size();
    const bool listens = text.find("ports = [10000, 10001]") != std::string::npos;
    const std::string first = std::to_string(ports_.first());
    const std::string own = listens && name == "blokus-host" ? ", \"--port\", \"" + first + "\"" : "";
    text.insert(text.find(']', program), own + last);
    text.insert(text.find('"', program) + 1, more);
    text.insert(program, programs);
    if (listens) {
      replace_all(text, "10000", first);
      replace_all(text, "10001", std::to_string(ports_.second()));
    }
    std::ofstream(path()) << text;
    std::filesystem::copy_file(folder + "series-host.conf", configuration());
  }
  std::string path() const { return folder_.file("host.toml"); }
  std::string configuration() const { return folder_.file("series-host.conf"); }

 private:
  static void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  }

  OwnPorts ports_;
  TemporaryFolder folder_;
};

inline nlohmann::json report_at(const std::string& path) {
  return nlohmann::json::parse(content_of(path));
}

}  // namespace conformance::testing_programs
