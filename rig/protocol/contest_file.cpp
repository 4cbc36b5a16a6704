#include "rig/protocol/contest_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <list>
#include <mutex>
#include <set>
#include <utility>

#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/text.hpp"
#include "rig/base/toml_file.hpp"
#include "rig/base/toml_section.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/protocol/settings.hpp"

namespace rig::protocol {

namespace {

constexpr std::size_t longest_name = 32;    // characters of a contest's name
constexpr std::size_t longest_title = 100;  // a report's head has room for it
constexpr std::int64_t slowest_line = 300;  // bits per second
constexpr std::int64_t fastest_line = 12'000'000;
constexpr std::int64_t longest_team = 64;  // characters
constexpr double longest_limit = 86'400;   // seconds

std::string in_quotes(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return quoted + '"';
}

std::string seconds_text(Duration time) {
  return fmt::format("{}", std::chrono::duration<double>(time).count());
}

/// A setting of the file: what it sets, and to what.
struct FileSetting {
  Setting setting;
  std::vector<std::string> sets;  ///< keys: `limits.move`
  std::uint32_t line = 0;
};

/// The value that a text stands for: a number, true or false, or the text itself.
void put(toml::table& document, const std::string& key, const std::string& text) {
  const std::size_t point = key.find('.');
  toml::table* table = &document;
  if (point != std::string::npos) {
    const std::string name = key.substr(0, point);
    if (!document.contains(name)) document.insert(name, toml::table());
    table = document[name].as_table();
    if (table == nullptr) return;  // the reader complains
  }
  const std::string last = point == std::string::npos ? key : key.substr(point + 1);
  const bool is_number = !text.empty() && text.find_first_not_of("0123456789.") == std::string::npos;
  if (is_number && text.find('.') == std::string::npos) {
    table->insert_or_assign(last, std::int64_t{std::stoll(text)});
  } else if (is_number) {
    table->insert_or_assign(last, std::stod(text));
  } else if (text == "true" || text == "false") {
    table->insert_or_assign(last, text == "true");
  } else {
    table->insert_or_assign(last, text);
  }
}

class Reader {
 public:
  Reader(const std::shared_ptr<const ContestFile>& file, const Contest& base, ContestSettings chosen)
      : file_(file), document_(parse_toml(file->text, file->path)), base_(base), chosen_(std::move(chosen)) {}

  Contest read() {
    read_settings();
    const Section root = section(document_, "", known_keys());
    contest_ = base_;
    contest_.file = file_;
    contest_.name = name_of(root);
    contest_.title = root.text("title");
    const bool has_controls = std::any_of(contest_.title.begin(), contest_.title.end(),
                                          [](char c) { return static_cast<unsigned char>(c) < ' '; });
    if (contest_.title.size() > longest_title || has_controls)
      root.refuse(*root.find("title"), "title",
                  fmt::format("one line of up to {} characters", longest_title));
    read_common(root);
    read_limits(root);
    read_team(root);
    apply_family(root);
    root.table("clauses");
    root.table("faults");
    root.table("referee");
    for (const FileSetting& one : settings_) contest_.settings.push_back(one.setting);
    return contest_;
  }

  /// Every value that a setting may have has to make a contest.
  const std::vector<FileSetting>& settings() const { return settings_; }

 private:
  Section section(const toml::table& table, const std::string& prefix,
                  const std::vector<std::string>& known) const {
    return {table, file_->path, prefix, known};
  }

  std::vector<std::string> known_keys() const {
    std::vector<std::string> known = {"name",   "title",    "inherits",  "bit-rate",   "seats",
                                      "greets", "stand-by", "admission", "next-match", "host-may-go-on"};
    for (const char* table : {"limits", "team", "settings", "clauses", "faults", "referee"})
      known.emplace_back(table);
    if (!base_.family.table.empty()) known.push_back(base_.family.table);
    return known;
  }

  static std::string name_of(const Section& root) {
    std::string name = root.text("name");
    const auto is_right = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    if (name.size() > longest_name || !std::all_of(name.begin(), name.end(), is_right) || name.front() == '-')
      root.refuse(*root.find("name"), "name",
                  fmt::format("up to {} small letters, digits and -", longest_name));
    return name;
  }

  // settings

  /// What is chosen, or usual, is put in the place of the keys that it sets, as if the file had it there.
  void read_settings() {
    const toml::node* node = document_.get("settings");
    if (node == nullptr || !node->is_table()) return;
    std::vector<std::string> names;
    for (const auto& [key, one] : *node->as_table()) names.emplace_back(key.str());
    const Section settings = section(*node->as_table(), "settings.", names);
    for (const std::string& name : names) read_setting(settings, name);
  }

  void read_setting(const Section& settings, const std::string& name) {
    const toml::node& node = *settings.find(name.c_str());
    const toml::table* table = settings.table(name.c_str());
    const bool inherited = std::any_of(base_.settings.begin(), base_.settings.end(),
                                       [&](const Setting& one) { return one.name == name; });
    if (inherited) settings.refuse(node, name, fmt::format("a name that {} does not have", base_.name));
    const Section own =
        section(*table, fmt::format("settings.{}.", name), {"sets", "values", "usual", "what"});
    FileSetting one{{name, {}, {}, {}}, own.texts("sets"), node.source().begin.line};
    if (one.sets.empty()) own.refuse(*own.find("sets"), "sets", "a list of keys");
    if (own.find("values") != nullptr) {
      one.setting.allowed = own.texts("values");
      if (one.setting.allowed.empty())
        own.refuse(*own.find("values"), "values", "a list of texts, the usual one first");
      if (own.find("usual") != nullptr)
        own.refuse(*own.find("usual"), "usual", "left out: the first of values is usual");
      one.setting.value = one.setting.allowed.front();
      one.setting.what = own.text("what");
    } else {
      one.setting = a_time(own, name, one.sets);
    }
    one.setting.value = value_of(one.setting, chosen_.named);
    for (const std::string& key : one.sets) put(document_, key, one.setting.value);
    settings_.push_back(std::move(one));
  }

  /// A number of seconds for limits.
  static Setting a_time(const Section& own, const std::string& name, const std::vector<std::string>& sets) {
    const std::string usual = own.text("usual");
    try {
      seconds_of(name, usual);
    } catch (const UsageError&) {
      own.refuse(*own.find("usual"), "usual", "a number of seconds above 0, as a text");
    }
    for (const std::string& key : sets) {
      if (!key.starts_with("limits."))
        own.refuse(*own.find("sets"), "sets", "keys of limits where there is no list of values");
    }
    Setting time = time_setting(usual, {});
    time.name = name;
    if (own.find("what") != nullptr) time.what = own.text("what");
    return time;
  }

  // common keys

  void read_common(const Section& root) {
    if (root.find("bit-rate") != nullptr) {
      if (base_.baud == 0) root.refuse(*root.find("bit-rate"), "bit-rate", "left out: there is no line");
      contest_.baud = static_cast<std::uint32_t>(root.whole("bit-rate", slowest_line, fastest_line));
    }
    if (root.find("admission") != nullptr) contest_.admits_by_games = root.flag("admission");
    if (root.find("host-may-go-on") != nullptr) contest_.host_may_go_on = root.flag("host-may-go-on");
    if (root.find("next-match") != nullptr) {
      const std::string told = root.one_of("next-match", {"specified", "unspecified", "after-a-start"});
      contest_.next_match = told == "specified"     ? NextMatch::specified
                            : told == "unspecified" ? NextMatch::unspecified
                                                    : NextMatch::after_a_start;
    }
    if (root.find("greets") != nullptr) {
      needs_family(root, "greets");
      contest_.greets = root.flag("greets");
    }
    if (root.find("stand-by") != nullptr) {
      needs_family(root, "stand-by");
      contest_.stand_by = root.flag("stand-by");
    }
    if (root.find("seats") != nullptr) read_seats(root);
  }

  void needs_family(const Section& root, const char* key) const {
    if (base_.family.table.empty())
      root.refuse(*root.find(key), key, fmt::format("left out: what is said in {} is fixed", base_.name));
  }

  /// Some of those that it inherits; across from each there has to be another.
  void read_seats(const Section& root) {
    std::vector<std::string> known;
    for (const Seat& seat : base_.seats) known.push_back(seat.name);
    const std::string allowed =
        fmt::format("a list of seats that lie opposite each other, of \"{}\"", fmt::join(known, "\", \""));
    const std::vector<std::string> names = root.texts("seats");
    contest_.seats.clear();
    for (const Seat& seat : base_.seats) {
      if (std::find(names.begin(), names.end(), seat.name) != names.end()) contest_.seats.push_back(seat);
    }
    const toml::node& node = *root.find("seats");
    if (names.empty() || contest_.seats.size() != names.size()) root.refuse(node, "seats", allowed);
    for (const Seat& seat : contest_.seats) {
      const bool faced = std::any_of(contest_.seats.begin(), contest_.seats.end(), [&](const Seat& other) {
        return other.moves_first != seat.moves_first && other.player != seat.player;
      });
      if (!faced) root.refuse(node, "seats", allowed);
    }
  }

  void read_limits(const Section& root) {
    const toml::table* table = root.table("limits");
    if (table == nullptr) return;
    needs_family(root, "limits");
    const Section limits = section(*table, "limits.", {"hello", "first", "second", "move", "silence"});
    const auto read = [&](const char* key, Duration& limit) {
      const toml::node* node = limits.find(key);
      if (node == nullptr) return;
      const auto seconds = node->is_number() ? node->value<double>() : std::nullopt;
      const bool right = seconds && std::isfinite(*seconds) && *seconds >= 0.001 && *seconds <= longest_limit;
      if (!right) limits.refuse(*node, key, "a number of seconds from 0.001 to 86400");
      limit = Duration(std::llround(*seconds * 1e9));
    };
    read("hello", contest_.limits.hello);
    read("first", contest_.limits.first);
    read("second", contest_.limits.second);
    read("move", contest_.limits.move);
    read("silence", contest_.limits.silence);
  }

  void read_team(const Section& root) {
    const toml::table* table = root.table("team");
    if (!contest_.greets) {
      if (table != nullptr) root.refuse(*root.find("team"), "team", "left out: there is no greeting");
      contest_.team = {.words = "nothing", .shortest = 0, .longest = 0};
      return;
    }
    if (table == nullptr) return;
    needs_family(root, "team");
    const Section team = section(*table, "team.", {"words", "shortest", "longest", "blanks", "exact"});
    TeamText& told = contest_.team;
    if (team.find("words") != nullptr) told.words = team.text("words");
    if (team.find("blanks") != nullptr) told.blanks = team.flag("blanks");
    if (team.find("exact") != nullptr) {
      for (const char* key : {"shortest", "longest"}) {
        if (team.find(key) != nullptr) team.refuse(*team.find(key), key, "left out beside exact");
      }
      told = {
          .words = in_quotes(team.text("exact")), .shortest = 0, .longest = 0, .exact = team.text("exact")};
      return;
    }
    if (team.find("shortest") == nullptr && team.find("longest") == nullptr) return;
    told.exact.clear();
    told.shortest = static_cast<std::size_t>(team.whole("shortest", 1, longest_team));
    told.longest = static_cast<std::size_t>(
        team.whole("longest", static_cast<std::int64_t>(told.shortest), longest_team));
  }

  void apply_family(const Section& root) {
    if (base_.family.table.empty()) return;
    const toml::table* table = root.table(base_.family.table.c_str());
    const FamilyTable told{table, document_, file_->path};
    base_.family.apply(contest_, &told);
  }

  std::shared_ptr<const ContestFile> file_;
  toml::table document_;
  const Contest& base_;
  ContestSettings chosen_;  // its own: callers pass temporaries
  std::vector<FileSetting> settings_;
  Contest contest_;
};

/// The settings that the contest below has, of those that were chosen.
ContestSettings of_base(const Contest& base, const ContestSettings& chosen) {
  ContestSettings theirs{chosen.board, {}};
  for (const auto& [name, value] : chosen.named) {
    const bool known = std::any_of(base.settings.begin(), base.settings.end(),
                                   [&name = name](const Setting& one) { return one.name == name; });
    if (known) theirs.named[name] = value;
  }
  return theirs;
}

Contest as_chosen(const std::shared_ptr<const ContestFile>& file, const Contest& plain,
                  const ContestSettings& chosen) {
  const ContestSettings theirs = of_base(plain, chosen);
  const bool leaves_something = theirs.board.has_value() || !theirs.named.empty();
  const Contest base = leaves_something && plain.with ? plain.with(theirs) : plain;
  for (const auto& [name, value] : chosen.named) {
    if (theirs.named.contains(name)) continue;
    Reader usual(file, base, {});
    usual.read();
    for (const FileSetting& one : usual.settings()) {
      if (one.setting.name == name && one.setting.allowed.empty()) seconds_of(name, value);
    }
  }
  Contest contest = Reader(file, base, chosen).read();
  contest.with = [file, plain](const ContestSettings& next) { return as_chosen(file, plain, next); };
  return contest;
}

/// With every value that a setting may have.
Contest checked(const std::shared_ptr<const ContestFile>& file, const Contest& base) {
  Reader reader(file, base, {});
  reader.read();
  for (const FileSetting& one : reader.settings()) {
    for (const std::string& value : one.setting.allowed) {
      try {
        const ContestSettings chosen{{}, {{one.setting.name, value}}};
        Reader(file, base, chosen).read();
      } catch (const UsageError& error) {
        std::string why = error.what();
        replace_all(why, file->path + ", line 0: ", "");  // it does not stand in the file
        throw UsageError(fmt::format("{}, line {}: settings.{}.values has {}: {}", file->path, one.line,
                                     one.setting.name, in_quotes(value), why));
      }
    }
  }
  return as_chosen(file, base, {});
}

/// What it inherits, with the document's own complaint where that is none.
std::string inherited_by(const toml::table& document, const std::string& path,
                         const std::vector<std::string>& known) {
  const toml::node* node = document.get("inherits");
  if (node == nullptr)
    throw UsageError(
        fmt::format("{}, line 1: inherits is missing; allowed: {}.", path, fmt::join(known, ", ")));
  const auto name = node->value_exact<std::string>();
  if (name && std::find(known.begin(), known.end(), *name) != known.end()) return *name;
  throw UsageError(fmt::format("{}, line {}: inherits: {}", path, node->source().begin.line,
                               unknown_value("contest", name.value_or(found_text(*node)), known)));
}

std::vector<ContestText>& texts() {
  static std::vector<ContestText> all;
  return all;
}

std::vector<std::string> names_of(const std::vector<Contest>& known) {
  std::vector<std::string> names;
  names.reserve(known.size());
  for (const Contest& one : known) names.push_back(one.name);
  return names;
}

struct Learned {
  std::mutex mutex;
  std::list<Contest> all;
};

Learned& learned() {
  static Learned all;
  return all;
}

const Contest* find_in(const std::list<Contest>& all, std::string_view name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Contest& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

void FamilyTable::refuse(const std::string& key, const std::string& found, const std::string& allowed) const {
  const toml::node* node = document.at_path(key).node();
  if (node == nullptr) node = document.get(key.substr(0, key.find('.')));
  const std::uint32_t line = node == nullptr ? 1 : node->source().begin.line;
  throw UsageError(fmt::format("{}, line {}: {} is {}; allowed: {}.", file, line, key, found, allowed));
}

bool add_contest_texts(const std::vector<ContestText>& more) {
  texts().insert(texts().end(), more.begin(), more.end());
  return true;
}

bool names_a_file(std::string_view contest) {
  return contest.ends_with(".toml") || contest.find('/') != std::string_view::npos;
}

std::vector<Contest> contests_in_texts(const std::vector<Contest>& known) {
  std::vector<Contest> all = known;
  std::vector<ContestText> left = texts();
  while (!left.empty()) {
    std::vector<ContestText> waiting;
    for (const ContestText& one : left) {
      const std::string path(one.path);
      const toml::table document = parse_toml(one.text, path);
      const std::string inherits = document["inherits"].value_or(std::string());
      const auto base =
          std::find_if(all.begin(), all.end(), [&](const Contest& other) { return other.name == inherits; });
      if (base == all.end()) {
        waiting.push_back(one);
        continue;
      }
      const auto file =
          std::make_shared<const ContestFile>(ContestFile{path, std::string(one.text), inherits, true});
      Contest contest = checked(file, Contest(*base));
      all.push_back(std::move(contest));
    }
    if (waiting.size() == left.size()) break;  // of a game that is not part of this program
    left = std::move(waiting);
  }
  return {all.begin() + static_cast<std::ptrdiff_t>(known.size()), all.end()};
}

Contest read_contest(const std::string& path, const std::string& text) {
  const toml::table document = parse_toml(text, path);
  const std::vector<std::string> known = names_of(contests());
  const std::string inherits = inherited_by(document, path, known);
  const auto base = std::find_if(contests().begin(), contests().end(),
                                 [&](const Contest& one) { return one.name == inherits; });
  const auto file = std::make_shared<const ContestFile>(ContestFile{path, text, inherits, false});
  return checked(file, *base);
}

const Contest& learn_contest(const std::string& path, const std::string& text) {
  Contest contest = read_contest(path, text);
  const std::uint32_t line = parse_toml(text, path).get("name")->source().begin.line;
  const auto shipped = std::find_if(contests().begin(), contests().end(),
                                    [&](const Contest& one) { return one.name == contest.name; });
  if (shipped != contests().end() && shipped->file != nullptr && shipped->file->text == text) return *shipped;
  if (shipped != contests().end())
    throw UsageError(
        fmt::format("{}, line {}: name is {}; allowed: a name that no contest of this program has.", path,
                    line, in_quotes(contest.name)));
  Learned& all = learned();
  const std::lock_guard lock(all.mutex);
  if (const Contest* other = find_in(all.all, contest.name)) {
    if (other->file->text == text) return *other;
    throw UsageError(fmt::format("{}, line {}: name is {}; allowed: another than that of {}.", path, line,
                                 in_quotes(contest.name), other->file->path));
  }
  return all.all.emplace_back(std::move(contest));
}

const Contest* learned_contest(std::string_view name) {
  Learned& all = learned();
  const std::lock_guard lock(all.mutex);
  return find_in(all.all, name);
}

namespace {

constexpr const char* word_for_path = "contest-file";
constexpr const char* word_for_text = "contest-text";

}  // namespace

std::map<std::string, std::string> carried_words(const Contest& contest) {
  if (contest.file == nullptr || contest.file->comes_with) return {};
  return {{word_for_path, contest.file->path}, {word_for_text, contest.file->text}};
}

void learn_carried(const std::map<std::string, std::string>& words) {
  const auto path = words.find(word_for_path);
  const auto text = words.find(word_for_text);
  if (path != words.end() && text != words.end()) learn_contest(path->second, text->second);
}

std::vector<ContestLine> lines_of(const Contest& contest) {
  std::vector<ContestLine> lines;
  const auto flag = [](bool yes) { return std::string(yes ? "true" : "false"); };
  lines.push_back({"name", in_quotes(contest.name)});
  lines.push_back({"title", in_quotes(contest.title)});
  lines.push_back({"game", in_quotes(contest.game)});
  if (contest.baud != 0) lines.push_back({"bit-rate", fmt::format("{}", contest.baud)});
  std::vector<std::string> seats;
  for (const Seat& seat : contest.seats) seats.push_back(in_quotes(seat.name));
  lines.push_back({"seats", fmt::format("[{}]", fmt::join(seats, ", "))});
  lines.push_back({"greets", flag(contest.greets)});
  lines.push_back({"stand-by", flag(contest.stand_by)});
  lines.push_back({"admission", flag(contest.admits_by_games)});
  lines.push_back({"host-may-go-on", flag(contest.host_may_go_on)});
  lines.push_back(
      {"next-match", in_quotes(contest.next_match == NextMatch::specified     ? "specified"
                               : contest.next_match == NextMatch::unspecified ? "unspecified"
                                                                              : "after-a-start")});
  if (contest.chooses_board) lines.push_back({"board", fmt::format("{}", contest.board)});
  if (contest.greets) {
    lines.push_back({"team.words", in_quotes(contest.team.words)});
    if (contest.team.exact.empty()) {
      lines.push_back({"team.shortest", fmt::format("{}", contest.team.shortest)});
      lines.push_back({"team.longest", fmt::format("{}", contest.team.longest)});
      lines.push_back({"team.blanks", flag(contest.team.blanks)});
    } else {
      lines.push_back({"team.exact", in_quotes(contest.team.exact)});
    }
  }
  if (!contest.family.table.empty()) {
    if (contest.greets) lines.push_back({"limits.hello", seconds_text(contest.limits.hello)});
    lines.push_back({"limits.first", seconds_text(contest.limits.first)});
    if (contest.limits.second > Duration::zero())
      lines.push_back({"limits.second", seconds_text(contest.limits.second)});
    lines.push_back({"limits.move", seconds_text(contest.limits.move)});
    lines.push_back({"limits.silence", seconds_text(contest.limits.silence)});
  }
  for (const auto& [key, value] : contest.family.lines)
    lines.push_back({fmt::format("{}.{}", contest.family.table, key), value});
  for (const Setting& setting : contest.settings)
    lines.push_back({fmt::format("settings.{}", setting.name), in_quotes(setting.value)});
  return lines;
}

std::string contest_hash(const Contest& contest) {
  Sha256 hash;
  for (const ContestLine& line : lines_of(contest)) hash.add(fmt::format("{} = {}\n", line.key, line.value));
  return hex_of(hash.finish());
}

std::vector<std::string> differences(const Contest& one, const Contest& other) {
  const auto is_spoken = [](const std::string& key) {
    static const std::set<std::string> of_hosts = {"name",       "title",      "seats",         "admission",
                                                   "next-match", "team.words", "host-may-go-on"};
    return !of_hosts.contains(key) && !key.starts_with("settings.");
  };
  const std::vector<ContestLine> ones = lines_of(one);
  const std::vector<ContestLine> others = lines_of(other);
  std::vector<std::string> keys;
  const auto compare = [&](const std::vector<ContestLine>& from, const std::vector<ContestLine>& to) {
    for (const ContestLine& line : from) {
      const bool equal = std::find(to.begin(), to.end(), line) != to.end();
      const bool told = std::find(keys.begin(), keys.end(), line.key) != keys.end();
      if (!equal && !told && is_spoken(line.key)) keys.push_back(line.key);
    }
  };
  compare(ones, others);
  compare(others, ones);
  return keys;
}

}  // namespace rig::protocol
