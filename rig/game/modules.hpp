#pragma once
/// Games from outside: modules that are loaded by name. Each is checked before its code runs
/// (rig/game/statement.hpp); it then registers its game as those of the tree do.
///
/// A program loads its modules before it uses any contest, since the first use fixes the list of contests.

#include <filesystem>
#include <string>
#include <vector>

namespace rig::game {

/// A module that was loaded.
struct Module {
  std::filesystem::path file;  ///< absolute, without symbolic links
  std::string game;            ///< the games that it registered, with commas between
  std::string sha256;          ///< of the file, in hexadecimal
};

/// A folder or a module; several with colons between. All `.so` in a folder are loaded, in the order of their
/// names.
inline constexpr const char* modules_variable = "CONTEST_RIG_GAMES";

/// Whether the value of `--game` names a module: it ends in `.so`.
bool names_module(const std::string& value);

/// Takes `--game FILE.so` and `--game=FILE.so` out of a command line and returns the files. Other values of
/// `--game` stay, as do words after `--`.
std::vector<std::filesystem::path> take_modules(std::vector<std::string>& words);

/// Loads the modules that `modules_variable` names, then `files`; one that is named twice is loaded once.
/// Afterwards `modules_variable` names all of them, for the processes that this one starts.
///
/// UsageError, one sentence with the file, for a file that cannot be read or is no module, for a statement
/// that does not fit, for a module that registers no game, and for a game or contest whose name is taken.
void load_modules(const std::vector<std::filesystem::path>& files);

/// Those that were loaded.
const std::vector<Module>& modules();

/// Whether the module of this name (`Module::game`) was loaded, and is the file with this SHA-256.
bool is_loaded(const std::string& game, const std::string& sha256);

/// They as options, for a command that does something again: ` --game FILE.so`, with a blank before each.
std::string module_options();

}  // namespace rig::game
