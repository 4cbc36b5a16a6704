#include "conformance/referee/host/description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "conformance/referee/host/description/by_contest.hpp"
#include "conformance/referee/host/description/ways.hpp"
#include "conformance/referee/host/start/configuration.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/toml_file.hpp"
#include "rig/base/toml_section.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::host {

namespace {

using Words = std::vector<std::string>;

[[noreturn]] void refuse_expression(const Section& section, const toml::node& node, const char* key,
                                    const UsageError& error) {
  section.refuse(node, key,
                 fmt::format("a regular expression (RE2's syntax, without references to groups and looking "
                             "ahead; {})",
                             error.what()));
}

/// A text, or a list of texts: nothing for what is neither.
std::optional<Pattern> pattern_from(const Section& section, const toml::node& node, const char* key) {
  const bool is_list = node.is_array() && !node.as_array()->empty();
  if (!node.is_string() && !is_list) return std::nullopt;
  const Words expressions = is_list ? section.texts(key) : Words{*node.value_exact<std::string>()};
  try {
    return Pattern(expressions);
  } catch (const UsageError& error) {
    refuse_expression(section, node, key, error);
  }
}

/// Which line parts the games of a run, where it plays many.
void read_bound(const Section& section, Games games, Signs& signs) {
  const toml::node* const begins = section.find("game-begins");
  const toml::node* const ends = section.find("game-ends");
  for (const toml::node* node : {begins, ends}) {
    if (node == nullptr) continue;
    const char* const key = node == begins ? "game-begins" : "game-ends";
    if (games == Games::one) section.refuse(*node, key, "none unless games is many");
    signs.bound = section.text(key);
    signs.bound_is = node == begins ? Bound::begins : Bound::ends;
    try {
      static_cast<void>(part_on(signs, "", 1));
    } catch (const UsageError& error) {
      refuse_expression(section, *node, key, error);
    }
  }
  if (begins != nullptr && ends != nullptr)
    section.refuse(*ends, "game-ends", "none beside verdict.game-begins");
  if (games == Games::many && !signs.outcomes.empty() && signs.bound.empty())
    section.refuse_missing("game-begins",
                           "a regular expression for the line with which what it says of a game begins, "
                           "where games is many (or verdict.game-ends)");
}

/// An expression for a number of each player; nothing: the section has none.
std::optional<Pattern> numbers_from(const Section& section, const char* key, const std::string& name) {
  const toml::node* const node = section.find(key);
  if (node == nullptr) return std::nullopt;
  const std::string allowed =
      "a regular expression with two groups, or a list of such for lines one after the other, with two "
      "groups "
      "in all: the " +
      name + " of player 1 and player 2";
  std::optional<Pattern> pattern = pattern_from(section, *node, key);
  if (!pattern || pattern->groups() < 2) section.refuse(*node, key, allowed);
  return pattern;
}

Signs signs_from(const toml::table& table, const std::string& file, Games games) {
  Words known = {"score", "squares-left", "file", "names", "game-begins", "game-ends"};
  for (const Outcome outcome : all_outcomes) known.emplace_back(key_of(outcome));
  const Section section(table, file, "verdict.", known);
  Signs signs;
  for (const Outcome outcome : all_outcomes) {
    const std::string key(key_of(outcome));
    const toml::node* node = section.find(key.c_str());
    if (node == nullptr) continue;
    if (const auto pattern = pattern_from(section, *node, key.c_str())) {
      signs.outcomes[outcome] = {.lines = pattern};
    } else if (const auto status = node->value_exact<std::int64_t>();
               status && *status >= 0 && *status < 256) {
      if (games == Games::many)
        section.refuse(
            *node, key,
            "a regular expression for a line of its output, or a list of such, where games is many");
      signs.outcomes[outcome] = {.status = static_cast<int>(*status)};
    } else {
      section.refuse(*node, key,
                     "a regular expression for a line of its output, a list of such for lines one after the "
                     "other, or an exit status (0 to 255)");
    }
  }
  signs.score = numbers_from(section, "score", "scores");
  signs.squares_left = numbers_from(section, "squares-left", "squares left");
  if (section.find("file") != nullptr) signs.file = section.text("file");
  read_bound(section, games, signs);
  return signs;
}

/// A table that may be left out.
const toml::table& table_at(const toml::table& document, const Section& root, const char* key) {
  static const toml::table nothing;
  const toml::node* node = document.get(key);
  if (node == nullptr) return nothing;
  if (!node->is_table()) root.refuse(*node, key, fmt::format("a table, [{}]", key));
  return *node->as_table();
}

bool holds(const Words& words, const std::string& placeholder) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word.find(placeholder) != std::string::npos; });
}

/// Whether the folder in which the program runs has to be there.
enum class Folder { must_be_there, may_be_gone };

class Reading {
 public:
  Reading(const toml::table& document, const std::string& path, Folder folder)
      : document_(document),
        folder_(folder),
        root_(document, path, "",
              {"name", "note", "contests", "command", "fault", "size", "settings", "idle", "next-match",
               "leaves-out", "directory", "after", "games", "seats", "boards", "configuration", "begins",
               "verdict"}) {
    description_.file = path;
  }

  Description read() {
    description_.name = root_.text("name");
    description_.note = root_.text_or("note", "");
    read_contests();
    read_command();
    read_boards();
    read_configuration();
    read_begins();
    read_how_a_run_goes();
    const toml::table& verdict = table_at(document_, root_, "verdict");
    description_.signs = signs_from(verdict, description_.file, description_.games);
    read_names(verdict);
    check_names_of_teams();
    check();
    return std::move(description_);
  }

 private:
  void read_contests() {
    Words known;
    for (const protocol::Contest& contest : protocol::contests()) known.push_back(contest.name);
    description_.contests = root_.texts("contests");
    for (const std::string& name : description_.contests) {
      if (std::find(known.begin(), known.end(), name) == known.end())
        root_.refuse(*root_.find("contests"), "contests",
                     fmt::format("{}, or \"{}\" for each that is played over a line", fmt::join(known, ", "),
                                 all_over_a_line));
    }
  }

  void read_command() {
    description_.command = root_.texts("command");
    if (description_.command.empty() || description_.command.front().empty())
      root_.refuse(*root_.find("command"), "command", "a program and its arguments, a text each");
    if (root_.find("fault") != nullptr) description_.fault_words = root_.texts("fault");
    if (root_.find("size") != nullptr) description_.size_words = root_.texts("size");
    if (root_.find("idle") != nullptr) description_.idle_words = root_.texts("idle");
    if (root_.find("next-match") != nullptr) description_.next_match_words = root_.texts("next-match");
    read_what_is_left_out();
    if (root_.find("settings") != nullptr) description_.settings = root_.texts("settings");
    const std::filesystem::path home = std::filesystem::absolute(description_.file).parent_path();
    description_.directory = (home / root_.text_or("directory", ".")).lexically_normal();
    if (folder_ == Folder::must_be_there && !std::filesystem::is_directory(description_.directory))
      root_.refuse(*root_.find("directory"), "directory", "a folder that exists, relative to this file");
  }

  void read_what_is_left_out() {
    if (root_.find("leaves-out") == nullptr) return;
    constexpr const char* allowed =
        "greeting, rules, moves, clock, and not both rules and clock: no game would end (a host that sees "
        "games "
        "won, and punishes no move, leaves out moves)";
    for (const std::string& word : root_.texts("leaves-out")) {
      const auto* const duty =
          std::find_if(all_duties.begin(), all_duties.end(), [&](Duty one) { return word_of(one) == word; });
      if (duty == all_duties.end()) root_.refuse(*root_.find("leaves-out"), "leaves-out", allowed);
      description_.left_out.insert(*duty);
    }
    if (!description_.does(Duty::rules)) description_.left_out.insert(Duty::moves);
    if (!description_.does(Duty::rules) && !description_.does(Duty::clock))
      root_.refuse(*root_.find("leaves-out"), "leaves-out", allowed);
  }

  void read_boards() {
    const Section boards(table_at(document_, root_, "boards"), description_.file, "boards.",
                         {"way", "devices", "ports", "marks"});
    description_.ways = ways_from(boards);
    check_way_of_contests(boards);
    const std::vector<std::size_t> listening = boards_on(Way::tcp_listens);
    if (!listening.empty()) {
      const std::vector<int> ports = boards.ports("ports", listening.size());
      for (std::size_t i = 0; i < ports.size(); ++i) description_.ports[listening[i]] = ports[i];
    } else if (const toml::node* ports = boards.find("ports")) {
      boards.refuse(*ports, "ports", "none unless way is tcp-listens");
    }
    read_devices(boards);
    read_marks(boards);
  }

  /// The boards that are reached so.
  std::vector<std::size_t> boards_on(Way way) const {
    std::vector<std::size_t> boards;
    for (const std::size_t board : {0U, 1U}) {
      if (description_.ways[board] == way) boards.push_back(board);
    }
    return boards;
  }

  void read_devices(const Section& boards) {
    const toml::node* const devices = boards.find("devices");
    if (devices == nullptr) return;
    const std::vector<std::size_t> on = boards_on(Way::pty);
    if (on.empty()) boards.refuse(*devices, "devices", "none unless way is pty");
    const Words paths =
        boards.different_texts("devices", on.size(),
                               on.size() == 1 ? "a list of one absolute path, at which a link is made"
                                              : "two different absolute paths, at which links are made",
                               [](const std::string& path) { return path.starts_with('/'); });
    for (std::size_t i = 0; i < on.size(); ++i) description_.devices[on[i]] = paths[i];
  }

  /// Two boards on the same streams are told apart by what stands before their lines.
  void read_marks(const Section& boards) {
    const bool both = boards_on(Way::stdio).size() == 2;
    const toml::node* const node = boards.find("marks");
    if (!both && node != nullptr) boards.refuse(*node, "marks", "none unless both boards are on stdio");
    if (!both) return;
    constexpr const char* allowed =
        "two texts without a line end, neither of them the beginning of the other: what stands before each "
        "line of board 1 and of board 2";
    const Words marks = boards.different_texts("marks", 2, allowed, [](const std::string& mark) {
      return !mark.empty() && mark.find_first_of("\r\n") == std::string::npos;
    });
    if (marks[0].starts_with(marks[1]) || marks[1].starts_with(marks[0]))
      boards.refuse(*boards.find("marks"), "marks", allowed);
    description_.marks = {marks[0], marks[1]};
  }

  void read_configuration() {
    if (root_.find("configuration") == nullptr) return;
    const toml::table& table = table_at(document_, root_, "configuration");
    const Section section(table, description_.file, "configuration.", {"file", "edited", "set"});
    Configuration& configuration = description_.configuration;
    configuration.file = (description_.directory / section.text("file")).lexically_normal();
    configuration.place = section.one_of("edited", {"copy", "in-place"}) == "copy"
                              ? Configuration::Place::copy
                              : Configuration::Place::in_place;
    const toml::node* const set = section.find("set");
    if (set != nullptr && !set->is_table())
      section.refuse(*set, "set", "a table, [configuration.set]: the keys of lines, and their values");
    if (set != nullptr) {
      for (const auto& [key, node] : *set->as_table()) {
        const auto value = node.value_exact<std::string>();
        if (!value) section.refuse(node, "set." + std::string(key.str()), "a text");
        configuration.keys.emplace_back(key.str(), *value);
      }
    }
    if (folder_ == Folder::must_be_there) look_at_the_configuration(section);
  }

  void look_at_the_configuration(const Section& section) {
    const Configuration& configuration = description_.configuration;
    const auto content = content_of_file(configuration.file);
    if (!content)
      section.refuse(*section.find("file"), "file", "a file that can be read, relative to where it runs");
    configuration_text_ = *content;
    for (const auto& [key, value] : configuration.keys) {
      if (!with_key_set(configuration_text_, key, value))
        section.refuse(*section.find("set")->as_table()->get(key), "set." + key,
                       fmt::format("a key with which a line of {} begins", configuration.file.string()));
    }
  }

  void read_how_a_run_goes() {
    if (root_.find("after") != nullptr && root_.one_of("after", {"exits", "stays"}) == "stays")
      description_.after = After::stays;
    if (root_.find("games") != nullptr && root_.one_of("games", {"one", "many"}) == "many")
      description_.games = Games::many;
    if (description_.games == Games::many && description_.plays_itself())
      root_.refuse(*root_.find("games"), "games", "one, where the host plays a board itself (way: own)");
    description_.is_told_how_many = is_said("{games}");
    if (description_.games == Games::many && description_.uses(Way::programs))
      root_.refuse(*root_.find("games"), "games", "one, where boards.way is programs");
    if (description_.games == Games::one && description_.is_told_how_many)
      root_.refuse(*root_.find("command"), "command", "one without {games}, unless games is many");
    if (root_.find("seats") == nullptr) return;
    const std::string seats = root_.one_of("seats", {"same", "swapped", "in-turn"});
    if (description_.games == Games::one)
      root_.refuse(*root_.find("seats"), "seats", "none unless games is many");
    description_.seats = seats == "same" ? Seats::same : seats == "swapped" ? Seats::swapped : Seats::in_turn;
  }

  void read_names(const toml::table& verdict) {
    if (verdict.get("names") == nullptr) return;
    const Section section(verdict, description_.file, "verdict.", keys_of(verdict));
    description_.names =
        section.one_of("names", {"players", "boards"}) == "boards" ? Names::boards : Names::players;
    if (description_.seats == Seats::same)
      section.refuse(*verdict.get("names"), "names", "none unless the boards change their seats (seats)");
  }

  /// What a board is called by its answer to the handshake has to be its own, and the same in each game.
  void check_names_of_teams() const {
    if (!description_.signs.name_teams()) return;
    const auto refuse = [&](const std::string& allowed) {
      root_.refuse(*document_.get("verdict"), "verdict", "one without {team1} and {team2}, " + allowed);
    };
    if (description_.seats != Seats::same) refuse("where the boards change their seats: both have one name");
    if (!description_.does(Duty::greeting)) refuse("where the host leaves out greeting");
    for (const std::string& name : description_.contests) {
      const protocol::Contest* contest = &protocol::find_contest(name);
      if (!contest->greets || !contest->team.exact.empty() || contest->team.longest == 0)
        refuse(fmt::format("where {} is played: no board has a name of its own in it", name));
    }
  }

  static Words keys_of(const toml::table& table) {
    Words keys;
    for (const auto& [key, node] : table) keys.emplace_back(key.str());
    return keys;
  }

  /// Whether these words stand in the command, or in what its configuration becomes.
  bool is_said(const std::string& placeholder) const {
    Words words = description_.command;
    for (const auto& [key, value] : description_.configuration.keys) words.push_back(value);
    words.push_back(configuration_text_);
    return holds(words, placeholder);
  }

  /// Who plays over files is started by its referee; who plays in bytes is not.
  void check_way_of_contests(const Section& boards) const {
    for (const std::string& name : description_.contests) {
      const bool files = protocol::find_contest(name).medium() == Medium::files;
      if (files == description_.uses(Way::programs)) continue;
      boards.refuse(
          *boards.find("way"), "way",
          fmt::format("{} for {}", files ? "programs" : "pty, tcp-connects, tcp-listens, stdio", name));
    }
  }

  void read_begins() {
    const Section begins(table_at(document_, root_, "begins"), description_.file, "begins.",
                         {"player-1", "player-2"});
    for (const std::size_t player : {0U, 1U}) {
      const std::string key = fmt::format("player-{}", player + 1);
      if (begins.find(key.c_str()) != nullptr) description_.begins[player] = begins.texts(key.c_str());
    }
  }

  /// What does not fit together.
  void check() {
    const toml::node& command = *root_.find("command");
    check_places(command);
    const auto& [one, two] = description_.begins;
    if (one && two && *one != *two && !is_said("{begins}"))
      root_.refuse(command, "command", "one that says where the words of [begins] go: {begins}");
    if (!description_.fault_words.empty() && !holds(description_.command, "{fault}"))
      root_.refuse(command, "command", "one that says where the words of fault go: {fault}");
    if (!description_.size_words.empty() && !holds(description_.command, "{size}"))
      root_.refuse(command, "command", "one that says where the words of size go: {size}");
    if (!description_.settings.empty() && !holds(description_.command, "{settings}"))
      root_.refuse(command, "command", "one that says where the words of settings go: {settings}");
    check_next_match(command);
    check_idle_board(command);
    if (!one && !two) {
      description_.begins[0] = Words{};  // player 1, as hosts do that cannot be told
    }
    if (description_.after == After::stays && description_.signs.outcomes.empty())
      root_.refuse(*root_.find("after"), "after", "exits, since no [verdict] shows that its game is over");
    check_configuration(command);
  }

  /// Where its boards are has to be said to it, unless that is fixed, or they are where it writes and reads.
  void check_places(const toml::node& command) const {
    for (const std::size_t board : {0U, 1U}) {
      const Way way = description_.ways[board];
      const bool needs_place = way == Way::tcp_connects || way == Way::programs ||
                               (way == Way::pty && description_.devices[board].empty());
      const std::string placeholder = fmt::format("{{board{}}}", board + 1);
      const bool may_stand_elsewhere =
          folder_ == Folder::may_be_gone && !description_.configuration.file.empty();
      if (needs_place && !is_said(placeholder) && !may_stand_elsewhere)
        root_.refuse(command, "command",
                     fmt::format("one that says where its boards go: {}",
                                 needs_both() ? "{board1} and {board2}" : placeholder));
      if ((way == Way::stdio || way == Way::own) && is_said(placeholder))
        root_.refuse(command, "command",
                     fmt::format("one without {}, where that board is {}", placeholder,
                                 way == Way::own ? "the host's own" : "on stdio"));
    }
  }

  bool needs_both() const {
    return description_.ways[0] == description_.ways[1] && description_.ways[0] != Way::stdio;
  }

  void check_configuration(const toml::node& command) const {
    const Configuration& configuration = description_.configuration;
    const bool is_named = holds(description_.command, "{configuration}");
    if (configuration.file.empty()) {
      if (is_named)
        root_.refuse(command, "command", "one without {configuration}, unless [configuration] names one");
      return;
    }
    if (configuration.place == Configuration::Place::copy && !is_named)
      root_.refuse(command, "command",
                   "one that says where the edited copy of its configuration is: {configuration}");
  }

  void check_next_match(const toml::node& command) const {
    if (description_.next_match_words.empty()) return;
    if (description_.games == Games::many)
      root_.refuse(*root_.find("next-match"), "next-match", "none where games is many");
    if (!holds(description_.command, "{next-match}"))
      root_.refuse(command, "command", "one that says where the words of next-match go: {next-match}");
  }

  /// A board that does not play is connected like the others, by words of its own.
  void check_idle_board(const toml::node& command) const {
    if (description_.idle_words.empty()) return;
    const toml::node& idle = *root_.find("idle");
    const Way way = description_.way_of(2);
    if (way != Way::pty && way != Way::tcp_connects)
      root_.refuse(idle, "idle", "none unless board 1 is on pty or tcp-connects");
    if (description_.games == Games::many) root_.refuse(idle, "idle", "none where games is many");
    if (!holds(description_.idle_words, "{board3}"))
      root_.refuse(idle, "idle", "words that say where the board is: {board3}");
    if (!holds(description_.command, "{idle}"))
      root_.refuse(command, "command", "one that says where the words of idle go: {idle}");
  }

  const toml::table& document_;
  Folder folder_;
  Section root_;
  Description description_;
  std::string configuration_text_;
};

/// All of it has to be right, whichever contest is played.
Description described(const std::string& text, const std::string& path, const std::string& contest,
                      Folder folder) {
  std::optional<Description> chosen;
  Words contests;
  const auto whole = [&] {  // again for each form: a copy of a table has no lines
    toml::table document = parse_toml(text, path);
    name_all_contests(document);
    return document;
  };
  for (const std::string& form : forms_in(whole(), path)) {
    const toml::table document = in_form(whole(), form);
    const Description one = Reading(document, path, folder).read();
    if (!chosen || one.plays(contest)) chosen = one;
    contests.insert(contests.end(), one.contests.begin(), one.contests.end());
  }
  if (!chosen) throw UsageError(fmt::format("{}: contests is empty, and has tables [for.CONTEST].", path));
  chosen->contests = contests;
  chosen->text = text;
  return *chosen;
}

}  // namespace

std::string_view word_of(Duty duty) {
  switch (duty) {
    case Duty::greeting: return "greeting";
    case Duty::rules: return "rules";
    case Duty::moves: return "moves";
    case Duty::clock: return "clock";
  }
  return "?";
}

bool Description::plays(const std::string& contest) const {
  return std::find(contests.begin(), contests.end(), contest) != contests.end();
}

Description read_description(const std::string& path, const std::string& contest) {
  if (!std::filesystem::is_regular_file(path))
    throw UsageError(
        fmt::format("--referee: {} is no file. Name the description of a referee, as in "
                    "--referee fixtures/referees/rig-match.toml.",
                    path));
  const auto text = content_of_file(path);
  if (!text) throw UsageError(fmt::format("--referee: {} cannot be read.", path));
  return described(*text, path, contest, Folder::must_be_there);
}

Description parse_description(const std::string& text, const std::string& path, const std::string& contest) {
  return described(text, path, contest, Folder::may_be_gone);
}

RefereeName parse_referee_name(const std::string& name) {
  constexpr std::string_view mark = "?fault=";
  const std::size_t at = name.find(mark);
  if (at == std::string::npos) return {name, ""};
  return {name.substr(0, at), name.substr(at + mark.size())};
}

}  // namespace rig::host
