#include "rig/doctor/live/program_file.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "rig/base/bytes.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/text.hpp"
#include "rig/link/exec/command_line.hpp"

namespace rig::doctor {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t head_size = 4096;

/// The first bytes of a file; fewer where it is shorter or cannot be read.
std::string head_of(const fs::path& file) {
  std::string head(head_size, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return head;
}

bool is_file(const fs::path& file) {
  std::error_code none;
  return fs::is_regular_file(file, none);
}

/// A program's file as the system finds it; empty: it does not.
fs::path file_of_program(const std::string& name) {
  if (name.find('/') == std::string::npos) return program_in_path(name);
  return is_file(name) ? fs::path(name) : fs::path();
}

/// How a file of this name is started, by those who have its interpreter; empty: not known.
std::string usual_command(const fs::path& file) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> commands = {{{".py", "python3 -u"},
                                                                                      {".jar", "java -jar"},
                                                                                      {".js", "node"},
                                                                                      {".rb", "ruby"},
                                                                                      {".pl", "perl"},
                                                                                      {".sh", "sh"}}};
  for (const auto& [ending, command] : commands) {
    if (file.extension() == ending) return fmt::format("{} {}", command, shell_quoted(file.string()));
  }
  return {};
}

std::string or_started_so(const fs::path& file) {
  const std::string command = usual_command(file);
  return command.empty() ? std::string() : fmt::format(", or start it by its interpreter: '{}'", command);
}

std::vector<std::string> names_beside(const fs::path& file) {
  std::vector<std::string> names;
  std::error_code none;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  for (const fs::directory_entry& one : fs::directory_iterator(folder, none)) {
    if (!one.is_directory(none)) names.push_back(one.path().filename().string());
  }
  return names;
}

Diagnosis not_there(const std::string& name) {
  if (name.starts_with("~"))
    return {fmt::format("There is no file {}: no shell replaces ~ by your home directory.", name),
            "Write the whole path."};
  if (name.find('/') == std::string::npos) {
    if (is_file(name))
      return {fmt::format("{} is not in PATH, where a program without a slash is looked for.", name),
              fmt::format("Name the file in this folder: ./{}", name)};
    return {fmt::format("There is no program {} in PATH.", name), "Install it, or write its whole path."};
  }
  const std::string near = nearest(fs::path(name).filename().string(), names_beside(name));
  const std::string cause = fmt::format("There is no file {}.", name);
  if (!near.empty())
    return {cause, fmt::format("Did you mean {}?", (fs::path(name).parent_path() / near).string())};
  std::error_code none;
  return {cause, fmt::format("Build the program, or correct its path, which is relative to {}.",
                             fs::current_path(none).string())};
}

std::optional<Diagnosis> of_interpreter(const fs::path& file, const std::string& line) {
  const std::string name = file.string();
  if (line.ends_with('\r'))
    return Diagnosis{
        fmt::format("The first line of {} ends with CR LF, as on Windows: the system looks for an "
                    "interpreter called {}.",
                    name, quoted(to_bytes(line.substr(2)))),
        fmt::format("Give it line ends of LF: sed -i 's/\\r$//' {}{}", shell_quoted(name),
                    or_started_so(file))};
  std::istringstream words(line.substr(2));
  std::string interpreter;
  std::string argument;
  words >> interpreter >> argument;
  const bool by_env =
      fs::path(interpreter).filename() == "env" && !argument.empty() && argument.front() != '-';
  const std::string& looked_for = by_env ? argument : interpreter;
  if (!interpreter.empty() && (by_env ? !program_in_path(argument).empty() : is_file(interpreter)))
    return std::nullopt;
  return Diagnosis{fmt::format("The interpreter that {} names in its first line, {}, is not on this machine.",
                               name, looked_for.empty() ? "none at all" : looked_for),
                   fmt::format("Install it, or correct the line{}.", or_started_so(file))};
}

std::string name_of_machine(std::uint16_t machine) {
  switch (machine) {
    case EM_386: return "32-bit x86";
    case EM_X86_64: return "x86-64";
    case EM_ARM: return "32-bit ARM";
    case EM_AARCH64: return "64-bit ARM";
    case EM_RISCV: return "RISC-V";
    case EM_MIPS: return "MIPS";
    case EM_PPC64: return "64-bit PowerPC";
    default: return fmt::format("machine {}", machine);
  }
}

std::uint16_t machine_in(const std::string& head) {
  Elf64_Ehdr header{};  // what is looked at stands at the same place in one of 32 bits
  std::memcpy(&header, head.data(), sizeof header);
  return header.e_machine;
}

/// The loader that a dynamic program of 64 bits asks for; empty: none.
std::string loader_in(const std::string& head) {
  Elf64_Ehdr header{};
  std::memcpy(&header, head.data(), sizeof header);
  if (header.e_ident[EI_CLASS] != ELFCLASS64) return {};
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part{};
    const std::size_t at = header.e_phoff + i * sizeof part;
    if (at > head.size() || head.size() - at < sizeof part) return {};
    std::memcpy(&part, head.data() + at, sizeof part);
    if (part.p_type != PT_INTERP) continue;
    if (part.p_offset >= head.size() || part.p_filesz == 0 || part.p_filesz > head.size() - part.p_offset)
      return {};
    return head.substr(part.p_offset, part.p_filesz - 1);
  }
  return {};
}

std::optional<Diagnosis> of_binary(const fs::path& file, const std::string& head) {
  const std::string own = head_of("/proc/self/exe");
  if (head.size() < sizeof(Elf64_Ehdr) || own.size() < sizeof(Elf64_Ehdr)) return std::nullopt;
  if (machine_in(head) != machine_in(own))
    return Diagnosis{fmt::format("{} is a program for {}, and this machine is {}.", file.string(),
                                 name_of_machine(machine_in(head)), name_of_machine(machine_in(own))),
                     "Build it on this machine."};
  const std::string loader = loader_in(head);
  if (loader.empty() || fs::exists(loader)) return std::nullopt;
  return Diagnosis{
      fmt::format("{} needs the loader {}, which is not on this machine.", file.string(), loader),
      "Build it on this machine, or link it statically (-static)."};
}

/// By its first bytes, where they are no program of this system.
std::optional<Diagnosis> of_foreign_kind(const fs::path& file, const std::string& head) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kinds = {
      {{"MZ", "a program for Windows"},
       {"\xcf\xfa\xed\xfe", "a program for macOS"},
       {"\xca\xfe\xba\xbe", "a class of Java or a program for macOS"},
       {"PK\x03\x04", "an archive (a .jar, perhaps)"},
       {"!<arch>", "a library, not a program"}}};
  for (const auto& [begin, what] : kinds) {
    if (!head.starts_with(begin)) continue;
    return Diagnosis{fmt::format("{} is {}.", file.string(), what),
                     head.starts_with("PK") || head.starts_with("\xca\xfe")
                         ? "Start it by Java: 'java -jar FILE.jar', 'java -cp FOLDER CLASS'."
                         : "Build it on this machine."};
  }
  return std::nullopt;
}

/// A file that an interpreter is given, and that is not there.
std::optional<Diagnosis> of_missing_argument(const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (usual_command(words[i]).empty() || words[i].starts_with('-')) continue;
    std::error_code none;
    if (!fs::exists(words[i], none))
      return not_there(words[i].find('/') == std::string::npos ? "./" + words[i] : words[i]);
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Diagnosis> look_at_program(const std::vector<std::string>& words) {
  const std::string& name = words.front();
  std::error_code none;
  if (name.find('/') != std::string::npos && fs::is_directory(name, none))
    return Diagnosis{fmt::format("{} is a folder.", name), "Name the program in it."};
  const fs::path file = file_of_program(name);
  if (file.empty()) return not_there(name);
  const std::string head = head_of(file);
  if (auto foreign = of_foreign_kind(file, head)) return foreign;
  if (::access(file.c_str(), X_OK) != 0)
    return Diagnosis{
        fmt::format("{} may not be executed.", file.string()),
        fmt::format("Allow it: chmod +x {}{}", shell_quoted(file.string()), or_started_so(file))};
  if (head.starts_with("\x7f"
                       "ELF")) {
    if (auto binary = of_binary(file, head)) return binary;
  } else if (head.starts_with("#!")) {
    if (auto interpreter = of_interpreter(file, head.substr(0, head.find('\n')))) return interpreter;
  } else {
    return Diagnosis{
        fmt::format("{} is neither a program of this machine nor a script whose first line names its "
                    "interpreter (#!).",
                    file.string()),
        fmt::format("Write that line, such as #!/usr/bin/python3 -u{}.", or_started_so(file))};
  }
  return of_missing_argument(words);
}

}  // namespace rig::doctor
