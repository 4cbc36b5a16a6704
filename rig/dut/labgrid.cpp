#include "rig/dut/labgrid.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/whole_file.hpp"

namespace rig::dut {

namespace {

struct Variable {
  std::string value;
  std::size_t line = 0;
};
using Variables = std::map<std::string, Variable>;

/// As a shell reads what the export quotes: as it is, or in single quotes.
std::string unquoted(const std::string& text) {
  const bool quoted = text.size() >= 2 && text.front() == '\'' && text.back() == '\'';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

Variables read_export(const std::string& file) {
  const std::optional<std::string> text = content_of_file(file);
  if (!text) throw UsageError(fmt::format("labgrid:{}: the file cannot be read.", file));
  Variables variables;
  std::istringstream in(*text);
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::string word = "export ";
    const std::string rest = line.starts_with(word) ? line.substr(word.size()) : line;
    const std::size_t equals = rest.find('=');
    if (!rest.starts_with("LG__") || equals == std::string::npos)
      throw UsageError(
          fmt::format("{}:{}: found \"{}\", allowed is LG__DRIVER_OPTION=VALUE, as labgrid-client export "
                      "--format shell writes it.",
                      file, number, line));
    variables[rest.substr(0, equals)] = {unquoted(rest.substr(equals + 1)), number};
  }
  return variables;
}

/// Of the drivers that have a port with a speed.
std::vector<std::string> names_of_ports(const Variables& variables) {
  const std::string begin = "LG__";
  const std::string end = "_PORT";
  std::vector<std::string> names;
  for (const auto& [name, variable] : variables) {
    if (!name.ends_with(end) || name.size() <= begin.size() + end.size()) continue;
    const std::string driver = name.substr(begin.size(), name.size() - begin.size() - end.size());
    if (variables.contains(begin + driver + "_SPEED")) names.push_back(driver);
  }
  return names;
}

std::string driver_of(const std::string& asked, const std::string& file, const Variables& variables) {
  const std::vector<std::string> known = names_of_ports(variables);
  if (known.empty())
    throw UsageError(
        fmt::format("labgrid:{}: no serial port is in it: none has LG__…_PORT and LG__…_SPEED.", file));
  if (asked.empty() && known.size() == 1) return known.front();
  if (asked.empty())
    throw UsageError(fmt::format("labgrid:{}: it has the ports {}; say which, as in labgrid:{}@{}.", file,
                                 fmt::join(known, ", "), known.front(), file));
  std::string upper = asked;
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (std::find(known.begin(), known.end(), upper) == known.end())
    throw UsageError(
        fmt::format("labgrid:{}@{}: {}", asked, file, unknown_value("serial port", upper, known)));
  return upper;
}

int speed_from(const std::string& file, const Variable& variable) {
  int speed = 0;
  const std::string& text = variable.value;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), speed);
  if (error == std::errc() && end == text.data() + text.size() && speed > 0) return speed;
  throw UsageError(fmt::format("{}:{}: found the speed \"{}\", allowed is a whole number of baud.", file,
                               variable.line, text));
}

}  // namespace

LabgridPort read_labgrid_port(const std::string& target) {
  const std::size_t at = target.find('@');
  const std::string asked = at == std::string::npos ? std::string() : target.substr(0, at);
  const std::string file = at == std::string::npos ? target : target.substr(at + 1);
  const Variables variables = read_export(file);
  const std::string driver = "LG__" + driver_of(asked, file, variables);
  LabgridPort port;
  port.address = variables.at(driver + "_PORT").value;
  port.speed = speed_from(file, variables.at(driver + "_SPEED"));
  const auto host = variables.find(driver + "_HOST");
  if (host == variables.end()) return port;
  port.is_on_network = true;
  const std::string& name = host->second.value;
  const bool is_ipv6 = name.find(':') != std::string::npos;
  port.address = (is_ipv6 ? "[" + name + "]" : name) + ":" + port.address;
  const auto protocol = variables.find(driver + "_PROTOCOL");
  if (protocol != variables.end() && protocol->second.value != "raw")
    throw UsageError(fmt::format(
        "{}:{}: found the protocol \"{}\", allowed is raw: the board's bytes and nothing else. Export "
        "it as a NetworkSerialPort with protocol: raw.",
        file, protocol->second.line, protocol->second.value));
  return port;
}

}  // namespace rig::dut
