#pragma once
/// A referee under test, as a TOML file describes it: how it is started, how it finds its boards, who begins,
/// and how its verdict is read. docs/organiser.md is the manual of the format.

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rig/host/announcement.hpp"

namespace rig::host {

/// How a referee finds its boards.
enum class Way {
  pty,           ///< it opens a serial device: `{board1}` in its command, or a fixed path
  tcp_connects,  ///< it connects to a port of the rig: `{board1}` in its command is the port's number
  tcp_listens,   ///< it listens on two ports, and the boards connect
  programs,      ///< it starts the players' programs: `{board1}` in its command is the path of one
};

/// What it does when its game is over.
enum class After {
  exits,  ///< it ends by itself
  stays,  ///< it has to be ended, once it has announced its verdict
};

/// What a referee may leave to people, or to another program.
enum class Duty {
  greeting,  ///< it asks no board who it is
  rules,     ///< it judges no move, and sees no game won
  clock,     ///< it holds no board to the time for a reply
};
/// Its word in a description: `greeting`, `rules`, `clock`.
std::string_view word_of(Duty duty);
inline constexpr std::array<Duty, 3> all_duties = {Duty::greeting, Duty::rules, Duty::clock};

struct Description {
  std::string file;                      ///< as the user named it
  std::string text;                      ///< what stands in it
  std::string name;                      ///< for people
  std::string note;                      ///< a sentence for the report; empty: none
  std::vector<std::string> contests;     ///< those that it plays
  std::vector<std::string> command;      ///< with placeholders
  std::vector<std::string> fault_words;  ///< put in place of `{fault}` where a fault is asked for
  std::vector<std::string> size_words;   ///< put in place of `{size}` where a contest leaves the size to it
  std::set<Duty> left_out;               ///< what it does not do; never rules and clock: no game would end
  std::vector<std::string> settings;     ///< put in place of `{settings}`, once for each of the contest's
  std::filesystem::path directory;       ///< where it runs
  std::array<std::optional<std::vector<std::string>>, 2> begins;  ///< words for `{begins}`, by player
  Way way = Way::pty;
  std::array<std::string, 2> devices{};  ///< pty: fixed paths, made as links; empty: none
  std::array<int, 2> ports{};            ///< tcp_listens
  After after = After::exits;
  Signs signs;

  bool plays(const std::string& contest) const;
  bool does(Duty duty) const { return !left_out.contains(duty); }
  /// Whether two games can be played at once: nothing that it uses has a fixed name.
  bool plays_side_by_side() const {
    return devices[0].empty() && way != Way::tcp_listens && signs.file.empty();
  }
};

/// What takes the place of the words in braces.
struct Filling {
  std::string contest;
  std::array<std::string, 2> boards;    ///< a path, or the number of a port
  std::size_t beginner = 0;             ///< 0: player 1
  std::string fault{};                  ///< empty: none
  std::string seconds{};                ///< the contest's time for a move
  std::string size{};                   ///< of the board; empty: the contest does not leave it to its host
  std::vector<std::string> settings{};  ///< of the contest: `tie=draw`
};

/// The command as it is started. UsageError where the beginner that is asked for cannot begin.
std::vector<std::string> command_for(const Description& description, const Filling& filling);

/// Reads a description: `FILE.toml` or `FILE.toml?fault=NAME` (the fault is left to the caller). UsageError
/// names the file, the line, the key, the value found and the values allowed.
Description read_description(const std::string& path);

/// The same from its text, for games that were played already: the folder in which its program ran need not
/// be there.
Description parse_description(const std::string& text, const std::string& path);

/// The name of a referee as `--referee` takes it, in its two parts.
struct RefereeName {
  std::string file;
  std::string fault;  ///< empty: none
};
RefereeName parse_referee_name(const std::string& name);

}  // namespace rig::host
