#include "rig/tools/admission/device_now.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/dut/dut.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/exec/program_hashes.hpp"
#include "rig/link/serial/devices.hpp"

namespace rig::admission {

namespace {

using Facts = std::map<std::string, std::string>;

Facts of_program(const std::string& command) {
  Facts facts;
  for (const auto& [word, hash] : hashes_of_program(split_command(command))) facts["program " + word] = hash;
  return facts;
}

/// As the port itself words it when it is opened.
Facts of_adapter(const std::string& name) {
  try {
    std::error_code ignored;
    const std::string path = std::filesystem::canonical(resolve_serial_name(name), ignored).string();
    for (const SerialDevice& device : list_serial_devices()) {
      if (device.path == path && device.usb) return {{"usb", usb_text(*device.usb)}};
    }
  } catch (const UsageError&) {  // it is not plugged in: its bench will say so
  }
  return {};
}

/// `=HASH`, or `!` and what went wrong.
std::string answer_of_design(const dut::DutName& name, const protocol::Contest& contest) {
  try {
    const auto design = dut::open_dut(name, {.contest = contest, .seed = 0, .reset = {}, .say = {}});
    const auto hash = design->info().facts.find("source_hash");
    return "=" + (hash == design->info().facts.end() ? std::string() : hash->second);
  } catch (const std::exception& error) {
    return std::string("!") + error.what();
  }
}

std::string read_all(int channel) {
  std::string text;
  std::array<char, 4096> block{};
  for (;;) {
    const ssize_t got = ::read(channel, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(got));
  }
}

/// The design is others' code: it is loaded by a process that does nothing else.
Facts of_design(const dut::DutName& name, const protocol::Contest& contest) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw RigError(fmt::format("No pipe: {}.", std::generic_category().message(errno)));
  Descriptor in(ends[0]);
  Descriptor out(ends[1]);
  std::cout << std::flush;
  const pid_t child = ::fork();
  if (child < 0) throw RigError(fmt::format("No process: {}.", std::generic_category().message(errno)));
  if (child == 0) {
    static_cast<void>(write_all(out, answer_of_design(name, contest)));
    ::_exit(0);
  }
  out.close();
  const std::string answer = read_all(in.number());
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (answer.starts_with("!")) throw RigError(answer.substr(1));
  if (answer.empty()) throw RigError(fmt::format("{} ended the process that looked at it.", name.text));
  if (answer.size() == 1) return {};
  return {{"sources", answer.substr(1)}};
}

}  // namespace

Facts device_now(const std::string& dut, const protocol::Contest& contest) {
  const dut::DutName name = dut::parse_dut_name(dut);
  if (dut::starts_a_program(name)) return of_program(name.target);
  if (dut::is_simulated(name)) return of_design(name, contest);
  return name.scheme == "serial" ? of_adapter(name.target) : Facts{};
}

}  // namespace rig::admission
