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
#include <utility>
#include <vector>

#include "conformance/referee/host/announcement.hpp"

namespace rig::host {

/// How a referee finds its boards.
enum class Way {
  pty,           ///< it opens a serial device: `{board1}` in its command, or a fixed path
  tcp_connects,  ///< it connects to a port of the rig: `{board1}` in its command is the port's number
  tcp_listens,   ///< it listens on two ports, and the boards connect
  programs,      ///< it starts the players' programs: `{board1}` in its command is the path of one
  stdio,         ///< its standard input and output are the line to the board
  own,           ///< there is no such board: the referee plays it by a player of its own
};

/// What it does when its game is over.
enum class After {
  exits,  ///< it ends by itself
  stays,  ///< it has to be ended, once it has announced its verdict
};

/// How many games it plays before it ends.
enum class Games {
  one,   ///< it is started for each
  many,  ///< one after the other: as many as it is told, or until it is ended
};

/// How the boards change their seats from game to game.
enum class Seats {
  same,     ///< each game is like the first
  swapped,  ///< the boards change places
  in_turn,  ///< board 1 takes the seats of the contest one after the other
};

/// Whether the players of a verdict are numbered by the seats of their game, or as its boards are.
enum class Names { players, boards };

/// What a referee may leave to people, or to another program.
enum class Duty {
  greeting,  ///< it asks no board who it is
  rules,     ///< it judges no move, and sees no game won
  moves,     ///< it punishes no illegal move, though it sees a game won
  clock,     ///< it holds no board to the time for a reply
};
/// Its word in a description: `greeting`, `rules`, `moves`, `clock`.
std::string_view word_of(Duty duty);
inline constexpr std::array<Duty, 4> all_duties = {Duty::greeting, Duty::rules, Duty::moves, Duty::clock};

/// A file that tells the referee where its boards are, edited for each start of it.
struct Configuration {
  enum class Place {
    copy,      ///< what is edited is a copy: `{configuration}` in the command is its path
    in_place,  ///< what is edited is the file itself, and it is restored afterwards
  };
  std::filesystem::path file;  ///< absolute; empty: there is none
  Place place = Place::copy;
  std::vector<std::pair<std::string, std::string>> keys{};  ///< of lines, and what becomes of their values
};

struct Description {
  std::string file;                      ///< as the user named it
  std::string text;                      ///< what stands in it
  std::string name;                      ///< for people
  std::string note;                      ///< a sentence for the report; empty: none
  std::vector<std::string> contests;     ///< those that it plays
  std::vector<std::string> command;      ///< with placeholders
  std::vector<std::string> fault_words;  ///< put in place of `{fault}` where a fault is asked for
  std::vector<std::string> size_words;   ///< put in place of `{size}` where a contest leaves the size to it
  std::vector<std::string> idle_words;   ///< put in place of `{idle}` where a board does not play
  std::vector<std::string> next_match_words;  ///< put in place of `{next-match}` where it is to play two
  /// What it does not do. Never rules and clock: no game would end. Who leaves out rules leaves out moves.
  std::set<Duty> left_out;
  std::vector<std::string> settings;  ///< put in place of `{settings}`, once for each of the contest's
  std::filesystem::path directory;    ///< where it runs
  std::array<std::optional<std::vector<std::string>>, 2> begins;  ///< words for `{begins}`, by player
  std::array<Way, 2> ways{};                                      ///< to board 1 and board 2
  std::array<std::string, 2> devices{};  ///< pty: fixed paths, made as links; empty: none
  std::array<int, 2> ports{};            ///< tcp_listens
  std::array<std::string, 2> marks{};    ///< stdio to both: what stands before each line of a board
  Configuration configuration{};
  After after = After::exits;
  Games games = Games::one;
  Seats seats = Seats::same;
  Names names = Names::players;
  bool is_told_how_many = false;  ///< many games: `{games}` tells it
  Signs signs;

  bool plays(const std::string& contest) const;
  bool does(Duty duty) const { return !left_out.contains(duty); }
  /// That of board 1 (0), board 2 (1), or one that does not play (2): it is reached as board 1 is.
  Way way_of(std::size_t board) const { return ways[board < ways.size() ? board : 0]; }
  /// The board that the referee plays by a player of its own; nothing: both are the rig's.
  std::optional<std::size_t> plays_itself() const {
    for (const std::size_t board : {0U, 1U}) {
      if (ways[board] == Way::own) return board;
    }
    return std::nullopt;
  }
  /// Whether either board is reached so.
  bool uses(Way way) const { return ways[0] == way || ways[1] == way; }
  /// Whether two games can be played at once: nothing that it uses has a fixed name.
  bool plays_side_by_side() const {
    const bool edits_in_place =
        !configuration.file.empty() && configuration.place == Configuration::Place::in_place;
    return devices[0].empty() && devices[1].empty() && !uses(Way::tcp_listens) && signs.file.empty() &&
           !edits_in_place;
  }
};

/// Reads a description: `FILE.toml` or `FILE.toml?fault=NAME` (the fault is left to the caller). UsageError
/// names the file, the line, the key, the value found and the values allowed. What it is for this contest,
/// where it says so by contest; for one that it does not play, as it is for others.
Description read_description(const std::string& path, const std::string& contest = "");

/// The same from its text, for games that were played already: the folder in which its program ran need not
/// be there.
Description parse_description(const std::string& text, const std::string& path,
                              const std::string& contest = "");

/// The name of a referee as `--referee` takes it, in its two parts.
struct RefereeName {
  std::string file;
  std::string fault;  ///< empty: none
};
RefereeName parse_referee_name(const std::string& name);

}  // namespace rig::host
