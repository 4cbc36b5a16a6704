#include "rig/link/exec/sandbox/sandbox.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/argv.hpp"
#include "rig/base/program/own_command.hpp"
#include "rig/link/exec/command_line.hpp"

namespace rig {

namespace {

namespace fs = std::filesystem;

constexpr const char* launcher = "bwrap";
/// Of each place in memory that a program may write to.
constexpr const char* most_written_in_memory = "268435456";

/// What a program needs of /etc: how libraries, users, hosts and alternatives are found.
constexpr std::array system_settings{"alternatives",    "group",       "hosts",         "java-17-openjdk",
                                     "java-21-openjdk", "ld.so.cache", "ld.so.conf",    "ld.so.conf.d",
                                     "localtime",       "mono",        "nsswitch.conf", "passwd",
                                     "python3",         "ssl/certs",   "timezone"};
constexpr std::array system_folders{"/usr",   "/bin",    "/sbin", "/lib",      "/lib32",
                                    "/lib64", "/libx32", "/opt",  "/nix/store"};
/// Of root's rights, those over files: root's programs may be anybody's.
constexpr std::array rights_over_files{"CAP_DAC_OVERRIDE", "CAP_DAC_READ_SEARCH", "CAP_FOWNER"};

/// Whether this is the folder itself, or lies in it.
bool holds(const fs::path& folder, const fs::path& path) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

/// Absolute, without `.` and `..`, as it is named.
fs::path named_so(const fs::path& path) {
  fs::path all = fs::absolute(path).lexically_normal();
  return all.has_filename() ? all : all.parent_path();
}

/// The same with its links followed.
fs::path really(const fs::path& path) {
  std::error_code failed;
  const fs::path real = fs::weakly_canonical(path, failed);
  return failed ? named_so(path) : real;
}

bool is_of_the_system(const fs::path& path) {
  return std::any_of(system_folders.begin(), system_folders.end(),
                     [&](const char* folder) { return holds(folder, path); });
}

/// What a sandbox has of its own.
bool is_of_the_kernel(const fs::path& path) {
  const std::array folders{"/proc", "/dev", "/sys"};
  return std::any_of(folders.begin(), folders.end(), [&](const char* folder) { return holds(folder, path); });
}

fs::path home() {
  const char* const named = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return named == nullptr || *named != '/' ? fs::path() : named_so(named);
}

/// The project's sources, or where it is installed: what starts programs is not theirs to change.
fs::path folder_of_the_rig() {
  const fs::path programs = beside_this_program("");
  return programs.empty() ? fs::path() : really(programs / "..");
}

std::vector<fs::path> folders_of_the_rig() {
  std::vector<fs::path> all;
  if (const fs::path installed = folder_of_the_rig(); !installed.empty()) all.push_back(installed);
  if (is_there(RIG_SOURCES_AS_BUILT)) all.emplace_back(RIG_SOURCES_AS_BUILT);
  return all;
}

/// What many share is nobody's own.
bool can_be_ones_own(const fs::path& folder) {
  for (const char* shared : {"/", "/tmp", "/var/tmp", "/dev/shm", "/home", "/root", "/srv", "/mnt", "/etc"})
    if (folder == shared) return false;
  if (is_of_the_system(folder)) return false;
  return home().empty() || !holds(folder, home());
}

/// What is mounted where; a folder comes before what is in it.
class Mounts {
 public:
  enum class Kind : std::uint8_t { seen, written, in_memory, empty_file };

  void add(const fs::path& path, Kind kind) {
    if (kind == Kind::seen) {
      mounted_.try_emplace(path, kind);  // where more was given before, that holds
    } else {
      mounted_[path] = kind;
    }
  }

  /// What lies in a folder that may be written, may be too.
  void forget_what_is_written_anyway() {
    const auto all = mounted_;
    std::erase_if(mounted_, [&](const auto& one) {
      return one.second == Kind::seen && std::any_of(all.begin(), all.end(), [&](const auto& other) {
               return other.second == Kind::written && holds(other.first, one.first);
             });
    });
  }

  /// By whatever name they are seen.
  void forget_what_is_seen_in(const fs::path& folder) {
    std::erase_if(mounted_, [&](const auto& one) {
      return one.second == Kind::seen && holds(folder, really(one.first));
    });
  }

  /// Where a file or folder is seen: a folder that holds it may be seen by several names.
  std::vector<fs::path> places_of(const fs::path& path) const {
    std::vector<fs::path> places;
    for (const auto& [folder, kind] : mounted_) {
      const fs::path real = really(folder);
      if (is_bound(kind) && holds(real, path))
        places.push_back(named_so(folder / path.lexically_relative(real)));
    }
    return places;
  }

  void append_to(std::vector<std::string>& words) const {
    for (const auto& [path, kind] : mounted_) {
      switch (kind) {
        case Kind::seen: words.insert(words.end(), {"--ro-bind", path, path}); break;
        case Kind::written: words.insert(words.end(), {"--bind", path, path}); break;
        case Kind::in_memory:
          words.insert(words.end(), {"--size", most_written_in_memory, "--tmpfs", path});
          break;
        case Kind::empty_file: words.insert(words.end(), {"--ro-bind", "/dev/null", path}); break;
      }
    }
  }

  /// Whether something at this path can be seen.
  bool shows(const fs::path& path) const {
    return std::any_of(mounted_.begin(), mounted_.end(),
                       [&](const auto& one) { return is_bound(one.second) && holds(one.first, path); });
  }

 private:
  static bool is_bound(Kind kind) { return kind == Kind::seen || kind == Kind::written; }

  std::map<fs::path, Kind> mounted_;
};

/// The view of one program.
class View {
 public:
  View(const Sandbox& sandbox, const SandboxedCommand& command) : command_(command) {
    where_ = command.directory.empty() ? fs::current_path() : named_so(command.directory);
    for (const fs::path& path : sandbox.hidden) hidden_.push_back(really(path));
    for (const char* folder : {"/tmp", "/var/tmp"}) mounts_.add(folder, Mounts::Kind::in_memory);
    if (!home().empty()) mounts_.add(home(), Mounts::Kind::in_memory);
    add_what_the_words_name();
    if (sandbox.owns_directory) add_own(where_ / "anything in it");
    for (const fs::path& path : sandbox.shown) show(named_so(path), path.string());
    for (const fs::path& path : sandbox.written) mounts_.add(named_so(path), Mounts::Kind::written);
    mounts_.forget_what_is_written_anyway();
    hide();
    if (!mounts_.shows(where_) && !is_of_the_system(where_) && where_ != "/")
      mounts_.add(where_, Mounts::Kind::in_memory);
  }

  const fs::path& where() const { return where_; }
  bool shows(const fs::path& path) const { return mounts_.shows(path); }
  void append_to(std::vector<std::string>& words) const { mounts_.append_to(words); }

 private:
  /// Its own folder, and whatever else stands on its command line, which is read where it runs.
  void add_what_the_words_name() {
    fs::path program = command_.words.front();
    if (!program.has_parent_path()) program = program_in_path(program);
    if (!program.empty()) program = named_so(where_ / program);
    if (!program.empty() && !is_of_the_kernel(program)) add_program(program);
    bool is_script = program.empty() || is_of_the_system(program);
    for (std::size_t i = 1; i < command_.words.size(); ++i) {
      add_what_a_shell_would_start(command_.words[i]);
      const fs::path path = named_so(where_ / command_.words[i]);
      if (command_.words[i].empty() || !is_there(path) || is_of_the_system(path) || is_of_the_kernel(path))
        continue;
      const bool is_own = is_script && !is_folder(path);
      if (is_own) add_own(path);
      if (!is_own) show(path, {});
      is_script = is_script && !is_own;
    }
  }

  /// Of a line as `sh -c` is given.
  void add_what_a_shell_would_start(const std::string& line) {
    constexpr const char* between_words = " \t\n;|&<>()\"'`";
    if (line.find_first_of(between_words) == std::string::npos) return;
    for (std::size_t at = 0; (at = line.find_first_not_of(between_words, at)) != std::string::npos;) {
      const std::size_t end = std::min(line.find_first_of(between_words, at), line.size());
      const fs::path path = named_so(where_ / line.substr(at, end - at));
      const bool is_named = line.find('/', at) < end && is_there(path);
      if (is_named && !is_folder(path) && !is_of_the_system(path) && !is_of_the_kernel(path)) {
        access(path.c_str(), X_OK) == 0 ? add_program(path) : show(path, {});
      }
      at = end;
    }
  }

  void add_program(const fs::path& program) {
    for (const fs::path& path : {program, really(program)}) {
      if (is_of_the_system(path)) continue;
      // An interpreter of the user's own has its library beside `bin`.
      const fs::path folder = path.parent_path();
      if (folder.filename() == "bin" && can_be_ones_own(folder.parent_path())) {
        show(folder.parent_path(), {});
      } else {
        add_own(path);
      }
    }
  }

  void add_own(const fs::path& file) {
    const fs::path folder = file.parent_path();
    if (!can_be_ones_own(folder)) return show(file, {});
    const auto rigs = folders_of_the_rig();
    const auto is_above = [&](const fs::path& one) { return holds(folder, one); };
    if (std::any_of(rigs.begin(), rigs.end(), is_above)) return show(file, {});
    const bool is_the_rigs =
        std::any_of(rigs.begin(), rigs.end(), [&](const fs::path& one) { return holds(one, folder); });
    // A file that is not there yet cannot be hidden; so it cannot be written either.
    const bool may_come = std::any_of(hidden_.begin(), hidden_.end(), [&](const fs::path& path) {
      return holds(really(folder), path) && !is_there(path);
    });
    mounts_.add(folder, is_the_rigs || may_come ? Mounts::Kind::seen : Mounts::Kind::written);
  }

  /// `named`: as the user has named what must be there.
  void show(const fs::path& path, const std::string& named) {
    if (is_there(path)) return mounts_.add(path, Mounts::Kind::seen);
    if (!named.empty())
      throw UsageError(fmt::format("{}: there is no such file or folder to be shown.", named));
  }

  void hide() {
    for (const fs::path& path : hidden_) {
      mounts_.forget_what_is_seen_in(path);
      if (!is_there(path) || is_in_a_hidden_folder(path)) continue;
      for (const fs::path& place : mounts_.places_of(path))
        mounts_.add(place, is_folder(path) ? Mounts::Kind::in_memory : Mounts::Kind::empty_file);
    }
  }

  bool is_in_a_hidden_folder(const fs::path& path) const {
    return std::any_of(hidden_.begin(), hidden_.end(), [&](const fs::path& folder) {
      return folder != path && holds(folder, path) && is_folder(folder);
    });
  }

  const SandboxedCommand& command_;
  fs::path where_;
  std::vector<fs::path> hidden_;
  Mounts mounts_;
};

/// The system, read-only.
void append_system(std::vector<std::string>& words) {
  for (const char* folder : system_folders) {
    std::error_code ignored;
    if (fs::is_symlink(folder, ignored)) {
      words.insert(words.end(), {"--symlink", fs::read_symlink(folder, ignored).string(), folder});
    } else {
      words.insert(words.end(), {"--ro-bind-try", folder, folder});
    }
  }
  for (const char* name : system_settings) {
    const std::string path = std::string("/etc/") + name;
    words.insert(words.end(), {"--ro-bind-try", path, path});
  }
  words.insert(words.end(),
               {"--ro-bind-try", "/sys/devices/system/cpu", "/sys/devices/system/cpu", "--proc", "/proc",
                "--dev", "/dev", "--size", most_written_in_memory, "--tmpfs", "/dev/shm"});
}

/// What the launcher writes on its standard error when it fails; empty: it did not.
std::string failure_of(const std::vector<std::string>& words) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) < 0) return "no pipe can be made";
  const Descriptor here(ends[0]);
  Descriptor there(ends[1]);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, there.number(), STDERR_FILENO);
  std::vector<std::string> copies = words;
  std::vector<char*> arguments = argv_of(copies);
  pid_t process = -1;
  const int error = posix_spawnp(&process, arguments[0], &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  there.close();
  if (error == ENOENT) return "bubblewrap is not installed (Debian: bubblewrap)";
  if (error != 0) return fmt::format("{} cannot be started", launcher);
  std::string said;
  std::array<char, 512> buffer{};
  for (ssize_t count = 0; (count = read(here.number(), buffer.data(), buffer.size())) != 0;) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    said.append(buffer.data(), static_cast<std::size_t>(count));
  }
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  while (!said.empty() && (said.back() == '\n' || said.back() == '.')) said.pop_back();
  return said.empty() ? fmt::format("{} failed", launcher) : said;
}

/// A setting of the kernel's that keeps user namespaces from ordinary users: how it would be changed.
std::string what_would_allow_it() {
  constexpr std::array<std::array<std::string_view, 3>, 3> settings{{
      {"kernel/unprivileged_userns_clone", "0", "kernel.unprivileged_userns_clone=1"},
      {"kernel/apparmor_restrict_unprivileged_userns", "1", "kernel.apparmor_restrict_unprivileged_userns=0"},
      {"user/max_user_namespaces", "0", "user.max_user_namespaces=10000"},
  }};
  for (const auto& [file, bad, good] : settings) {
    std::ifstream in("/proc/sys/" + std::string(file));
    std::string value;
    if (in >> value && value == bad) return fmt::format("; sysctl -w {} would allow it", good);
  }
  return {};
}

/// Whether this process may make namespaces as root does. In a container root may not.
bool can_administer() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct rights[2] = {};
  return syscall(SYS_capget, &header, &rights) == 0 && (rights[0].effective >> CAP_SYS_ADMIN & 1U) != 0;
}

/// Of root, no users of its own: there root's programs could not read what belongs to others.
void append_namespaces(std::vector<std::string>& words, bool network) {
  if (can_administer()) {
    words.insert(words.end(), {"--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"});
  } else {
    words.insert(words.end(), {"--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts",
                               "--unshare-cgroup-try"});
  }
  if (!network) words.emplace_back("--unshare-net");
  words.emplace_back("--new-session");
}

std::string try_it() {
  std::vector<std::string> words{launcher};
  append_namespaces(words, false);
  append_system(words);
  words.insert(words.end(), {"--", "/bin/true"});
  const std::string failure = failure_of(words);
  const bool is_missing = failure.find("not installed") != std::string::npos;
  return failure.empty() || is_missing ? failure : failure + what_would_allow_it();
}

std::optional<std::string>& known_before() {
  static std::optional<std::string> why;
  return why;
}

}  // namespace

const std::string& why_no_sandbox() {
  static const std::string why = known_before() ? *known_before() : try_it();
  return why;
}

void take_as_known(const std::string& why_no_sandbox) {
  known_before() = why_no_sandbox;
}

bool is_sandboxed(const Sandbox& sandbox) {
  if (sandbox.wish == Sandboxing::off) return false;
  if (why_no_sandbox().empty()) return true;
  if (sandbox.wish == Sandboxing::required)
    throw RigError(fmt::format("No sandbox can be had on this machine: {}.", why_no_sandbox()));
  return false;
}

std::string describe(const Sandbox& sandbox) {
  if (sandbox.wish == Sandboxing::off) return "none: switched off";
  if (!is_sandboxed(sandbox)) return "none: " + why_no_sandbox();
  return sandbox.network ? "bubblewrap: own files and processes"
                         : "bubblewrap: own files, processes and network";
}

Sandboxing sandboxing_from(const std::string& word) {
  if (word == "require") return Sandboxing::required;
  if (word == "auto") return Sandboxing::automatic;
  if (word == "off") return Sandboxing::off;
  throw UsageError(fmt::format("--sandbox: found \"{}\", expected require, auto or off.", word));
}

std::string word_of(Sandboxing wish) {
  if (wish == Sandboxing::required) return "require";
  return wish == Sandboxing::automatic ? "auto" : "off";
}

std::string terminal_in_sandbox(std::size_t index) {
  return fmt::format("/dev/ttyDUT{}", index);
}

std::vector<std::string> sandbox_words(const Sandbox& sandbox, const SandboxedCommand& command) {
  const View view(sandbox, command);
  std::vector<std::string> words{launcher};
  append_namespaces(words, sandbox.network);
  words.insert(words.end(), {"--cap-drop", "ALL"});
  if (can_administer() && !command.obeys_permissions) {
    for (const char* right : rights_over_files) words.insert(words.end(), {"--cap-add", right});
  }
  append_system(words);
  view.append_to(words);
  if (sandbox.network) {
    for (const char* file : {"/etc/resolv.conf", "/etc/hostname"})
      words.insert(words.end(), {"--ro-bind-try", file, file});
  }
  for (const SandboxTerminal& terminal : sandbox.terminals)
    words.insert(words.end(), {"--dev-bind", terminal.device.string(), terminal.name});
  for (const SandboxLink& link : sandbox.links) {
    if (!view.shows(link.path)) words.insert(words.end(), {"--symlink", link.target, link.path.string()});
  }
  const bool is_helped = !command.helper.empty();
  if (is_helped)  // as the first process, which no other one there can stop or kill
    words.insert(words.end(), {"--as-pid-1", "--ro-bind", command.helper.string(), helper_in_sandbox});
  words.insert(words.end(), {"--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir",
                             view.where().string(), "--"});
  if (is_helped) words.emplace_back(helper_in_sandbox);
  return words;
}

}  // namespace rig
