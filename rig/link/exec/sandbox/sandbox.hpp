#pragma once
/// The sandbox of a program that others supply: bubblewrap gives it processes, a network, devices and files
/// of its own. It sees the system and what belongs to it, and nothing else: no reports, no keys, no home of
/// anybody, nothing of another team. What it writes elsewhere than in its own folder is gone with it.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace rig {

enum class Sandboxing : std::uint8_t {
  off,        ///< programs run as the rig does
  automatic,  ///< where this machine can
  required,   ///< or not at all
};

/// A serial device that a program is to open.
struct SandboxTerminal {
  std::filesystem::path device;
  std::string name;  ///< of it within: `/dev/ttyDUT0`
};

/// A symbolic link that is made within, where nothing else is shown.
struct SandboxLink {
  std::filesystem::path path;
  std::string target;
};

/// What a program is to have besides the system.
struct Sandbox {
  Sandboxing wish = Sandboxing::off;
  std::vector<std::filesystem::path> shown{};    ///< what it may read
  std::vector<std::filesystem::path> written{};  ///< folders that it may write to
  std::vector<std::filesystem::path> hidden{};   ///< what it does not see, not even in a folder of its own
  std::vector<SandboxTerminal> terminals{};
  std::vector<SandboxLink> links{};
  bool network = false;         ///< the machine's
  bool owns_directory = false;  ///< the folder that it runs in is its own
};

/// Why this machine can sandbox nothing, with what would allow it; empty: it can. Tried once, in some
/// milliseconds.
const std::string& why_no_sandbox();
/// What another process of this run has found out, so that this one need not try. Before the first try.
void take_as_known(const std::string& why_no_sandbox);

/// Whether a program that is to be sandboxed so is. RigError where it has to be and cannot.
bool is_sandboxed(const Sandbox& sandbox);

/// For a report: `bubblewrap: own files, processes and network`, `none: bubblewrap is not installed …`.
std::string describe(const Sandbox& sandbox);

/// `require`, `auto`, `off`. UsageError for another word.
Sandboxing sandboxing_from(const std::string& word);
/// The inverse.
std::string word_of(Sandboxing wish);

/// A program as it is started in its sandbox.
struct SandboxedCommand {
  std::vector<std::string> words;     ///< the program and its arguments
  std::filesystem::path directory{};  ///< where it runs; empty: where the rig does
  std::filesystem::path helper{};     ///< a program of the rig's, which is started in its place; empty: none
  bool obeys_permissions = false;     ///< those of files, even where the rig is root
};

/// How its terminals are called within: `/dev/ttyDUT0`.
std::string terminal_in_sandbox(std::size_t index);
/// … and the helper.
inline constexpr const char* helper_in_sandbox = "/.rig/helper";

/// The words that start bubblewrap with what is to be seen; those of the helper are to follow, or without one
/// those of the program. Its own folder is that of the program, or of the script that an interpreter of the
/// system is given. The home of the user, a folder of the system, and one that the rig is in are nobody's
/// own.
std::vector<std::string> sandbox_words(const Sandbox& sandbox, const SandboxedCommand& command);

}  // namespace rig
