#include "conformance/run/tests/wires.hpp"

#include <chrono>
#include <csignal>
#include <ostream>
#include <stdexcept>

#include "conformance/run/tests/real_time.hpp"

namespace conformance::testing_programs {

namespace {

std::string with(std::string text, const std::string& placeholder, const std::string& value) {
  for (std::size_t at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder, at)) {
    text.replace(at, placeholder.size(), value);
    at += value.size();
  }
  return text;
}

constexpr const char* player_program = BLOKUS_PLAYER;
constexpr const char* trax_player_program = TRAX_PLAYER;
constexpr const char* serve_rtl = "serve --dut rtl:blokus_duo_5mhz";

}  // namespace

std::ostream& operator<<(std::ostream& out, const Way& way) {
  return out << way.contest << ": " << way.name;
}

std::vector<Way> all_ways() {
  const std::string player = player_program;  // cases are made before the strings of other files
  return {
      {"RTL on a serial device",
       {RIG, "serve", "--dut", "rtl:blokus_duo_5mhz", "--pty", "{board}"},
       "serial:{board}"},
      {"a player on a serial device", {player, "--pty", "{board}"}, "serial:{board}"},
      {"RTL on a serial device, through libserialport",
       {RIG, "serve", "--dut", "rtl:blokus_duo_5mhz", "--pty", "{board}"},
       "serial:/dev/../../..{board}",
       true,
       true},
      {"RTL that opens a device", {}, std::string("pty:") + RIG + " " + serve_rtl + " --pty {port}"},
      {"a player that opens a device", {}, "pty:" + player + " --pty {port}", false, true},
      {"RTL that waits for a connection",
       {RIG, "serve", "--dut", "rtl:blokus_duo_5mhz", "--tcp", "0"},
       "tcp:127.0.0.1:{tcp}"},
      {"a player that waits for a connection", {player, "--tcp", "0"}, "tcp:127.0.0.1:{tcp}", false, true},
      {"RTL that connects",
       {"/bin/sh", "-c",
        std::string("until ") + RIG + " " + serve_rtl + " --tcp 127.0.0.1:{free}; do sleep 0.1; done"},
       "tcp-listen:127.0.0.1:{free}"},
      {"a player that connects",
       {"/bin/sh", "-c", "until " + player + " --tcp 127.0.0.1:{free}; do sleep 0.1; done"},
       "tcp-listen:127.0.0.1:{free}",
       false,
       true},
  };
}

std::vector<Way> trax_ways() {
  const std::string player = trax_player_program;
  const std::string heart = "heart-trax";
  const std::string aut = "aut-trax";
  const auto way = [](const std::string& contest, const char* name, std::vector<std::string> beside,
                      std::string dut, std::vector<std::string> settings = {}) {
    return Way{name, std::move(beside), std::move(dut), false, true, contest, std::move(settings)};
  };
  return {
      way(heart, "a player on pipes", {}, "exec:" + player + " --stdio"),
      way(heart, "a player that waits for a connection", {player, "--tcp", "0"}, "tcp:127.0.0.1:{tcp}"),
      way(heart, "a player that opens a device", {}, "pty:" + player + " --pty {port}"),
      way(heart, "RTL on a serial device",
          {RIG, "serve", "--dut", "rtl:trax_5mhz", "--contest", heart, "--pty", "{board}"}, "serial:{board}",
          {"--capacity", "254"}),  // no wire tells of it
      way(aut, "a player on pipes", {}, "exec:" + player + " --contest aut-trax --stdio"),
      way(aut, "a player that waits for a connection", {player, "--contest", aut, "--tcp", "0"},
          "tcp:127.0.0.1:{tcp}", {"--board", "8"}),
      way(aut, "a player on a serial device", {player, "--contest", aut, "--pty", "{board}"},
          "serial:{board}", {"--board", "20"}),
  };
}

Outcome certify_over(const Way& way, const TemporaryFolder& folder, std::vector<std::string> arguments) {
  const std::string board = folder.file("board");
  const std::string free_port = std::to_string(free_tcp_port());
  std::string tcp;
  std::unique_ptr<Running> beside;
  if (!way.beside.empty()) {
    std::vector<std::string> words;
    for (const std::string& word : way.beside)
      words.push_back(with(with(word, "{board}", board), "{free}", free_port));
    const std::string program = words.front();
    words.erase(words.begin());
    beside = std::make_unique<Running>(program, words);
    const bool connects = way.dut.starts_with("tcp-listen:");
    if (!connects && !beside->wait_for("\n")) throw std::runtime_error(beside->output());
    const std::string first_line = beside->output().substr(0, beside->output().find('\n'));
    tcp = first_line.substr(first_line.rfind(' ') + 1);
  }
  const std::string dut = with(with(with(way.dut, "{board}", board), "{tcp}", tcp), "{free}", free_port);
  arguments.insert(arguments.begin(), way.settings.begin(), way.settings.end());
  arguments.insert(arguments.begin(), {"--contest", way.contest, "--dut", dut});
  return run(way.over_libserialport ? CERTIFY_OVER_LIBSERIALPORT : CERTIFY, arguments);
}

std::optional<Outcome> told_over(int expected, const Way& way, const std::vector<std::string>& arguments) {
  const TemporaryFolder reports;
  const std::string json_file = reports.file("report.json");
  return told(expected, json_file, [&] {
    const TemporaryFolder folder;
    std::vector<std::string> words = {"--reports", folder.file("reports"), "--json", json_file};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return certify_over(way, folder, words);
  });
}

}  // namespace conformance::testing_programs
