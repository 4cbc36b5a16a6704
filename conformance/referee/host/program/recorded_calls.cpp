#include "conformance/referee/host/program/recorded_calls.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rig/base/bytes.hpp"
#include "rig/base/visible.hpp"
#include "rig/link/transcript/lines.hpp"

namespace rig::host {

using nlohmann::json;
using transcript_lines::Unreadable;

namespace {

constexpr const char* started = "started";
constexpr const char* asked = "asked";
constexpr const char* does = "does";
constexpr const char* left = "left";
/// Before the bytes of a path that is no UTF-8. Paths are absolute: none begins so.
constexpr const char* hex_mark = "hex:";

/// What stands in a deed after its delay and the time when it was done.
enum class Holds { nothing, path, path_and_content, number };

struct Row {
  DeedKind kind;
  const char* word;
  Holds holds;
};

constexpr std::array<Row, 6> rows = {{{DeedKind::write, "write", Holds::path_and_content},
                                      {DeedKind::replace, "replace", Holds::path_and_content},
                                      {DeedKind::remove, "remove", Holds::path},
                                      {DeedKind::look, "look", Holds::nothing},
                                      {DeedKind::exit, "exit", Holds::number},
                                      {DeedKind::signal, "signal", Holds::number}}};

const Row& row_of(DeedKind kind) {
  return *std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.kind == kind; });
}

const Row& row_of(const json& word) {
  const auto* const row =
      std::find_if(rows.begin(), rows.end(), [&](const Row& one) { return word == one.word; });
  if (row == rows.end()) throw Unreadable(fmt::format("{} is unknown here", word.dump()));
  return *row;
}

json to_json(const Files& files) {
  json all = json::object();
  for (const auto& [path, content] : files) {
    const std::string name = is_utf8(path) ? path : hex_mark + transcript_lines::to_hex(to_bytes(path));
    all[name] = transcript_lines::text_to_json(content);
  }
  return all;
}

Files files_from(const json& all) {
  Files files;
  for (const auto& [name, content] : all.get<json::object_t>()) {
    const bool is_hex = name.starts_with(hex_mark);
    const std::string path =
        is_hex ? transcript_lines::from_hex(name.substr(std::string(hex_mark).size())) : name;
    files[path] = transcript_lines::text_from(content);
  }
  return files;
}

std::string name_of(std::size_t player) {
  return fmt::format("player {}", player + 1);
}

/// The lines of calls, with times since the game began.
class Writing {
 public:
  explicit Writing(Duration began) : began_(began) {}

  json beginning(std::size_t player, const Call& call) const {
    const Sight& sight = call.sight;
    return {name_of(player), sight.first ? started : asked,
            transcript_lines::texts_to_json(sight.found.arguments), to_json(sight.found.files),
            json{{"process", call.process},
                 {"directory", transcript_lines::text_to_json(sight.found.directory)},
                 {"made", since(sight.started)},
                 {"at", since(sight.at.earliest)},
                 {"answered", since(call.decided.earliest)}}};
  }

  json deeds(std::size_t player, const Call& call) const {
    json all = json::array();
    for (std::size_t i = 0; i < call.deeds.size(); ++i) {
      const Deed& deed = call.deeds[i];
      const Row& row = row_of(deed.kind);
      json one = {row.word, deed.after.count(), nullptr};
      if (i < call.done.size()) one[2] = since(call.done[i].earliest);
      if (row.holds == Holds::number) one.push_back(deed.number);
      if (row.holds == Holds::path || row.holds == Holds::path_and_content)
        one.push_back(transcript_lines::text_to_json(deed.path));
      if (row.holds == Holds::path_and_content) one.push_back(transcript_lines::text_to_json(deed.content));
      all.push_back(std::move(one));
    }
    return {name_of(player), does, all};
  }

  json files_left(std::size_t player, const Call& call) const {
    return {name_of(player), left, to_json(call.left), since(call.left_at.earliest)};
  }

 private:
  std::int64_t since(Duration at) const { return (at - began_).count(); }

  Duration began_;
};

/// Of a game that was read: its times count from its beginning already.
const Writing as_read{Duration::zero()};

bool has_looked(const Call& call) {
  for (std::size_t i = 0; i < call.done.size() && i < call.deeds.size(); ++i) {
    if (call.deeds[i].kind == DeedKind::look) return true;
  }
  return false;
}

Instant moment(const json& value) {
  return Instant::exactly(monotonic_domain(), transcript_lines::duration_from(value, "a time"));
}

}  // namespace

void expect_written_so(const std::string& text, const json& written) {
  if (json::parse(text) != written) throw Unreadable(fmt::format("a recording has {} here", written.dump()));
}

std::vector<std::string> lines_of_calls(const Played& played) {
  struct Entry {
    std::size_t player;
    const Call* call;
  };
  std::vector<Entry> entries;
  for (const std::size_t player : {0U, 1U}) {
    for (const Call& call : played.boards[player].calls) entries.push_back({player, &call});
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.call->decided.earliest < b.call->decided.earliest;
  });
  const Writing writing(played.began.earliest);
  std::vector<std::string> lines;
  for (const auto& [player, call] : entries) {
    lines.push_back(writing.beginning(player, *call).dump());
    if (!call->deeds.empty()) lines.push_back(writing.deeds(player, *call).dump());
    if (has_looked(*call)) lines.push_back(writing.files_left(player, *call).dump());
  }
  return lines;
}

void CallsReading::take(const json& line, const std::string& text, std::size_t number) {
  const std::string who = line.at(0).get<std::string>();
  if (who != name_of(0) && who != name_of(1)) throw Unreadable(fmt::format("\"{}\" is unknown here", who));
  const std::size_t player = who == name_of(0) ? 0 : 1;
  const std::string kind = line.at(1).get<std::string>();
  if (kind == started || kind == asked) {
    begin(line, player, number);
    return expect_written_so(text, as_read.beginning(player, entries_.back().call));
  }
  if (kind != does && kind != left) throw Unreadable(fmt::format("\"{}\" is unknown here", kind));
  Entry& entry = of_the_same_player(player);
  if (kind == does) {
    read_deeds(line.at(2), entry);
    return expect_written_so(text, as_read.deeds(player, entry.call));
  }
  read_left(line, entry);
  expect_written_so(text, as_read.files_left(player, entry.call));
}

void CallsReading::begin(const json& line, std::size_t player, std::size_t number) {
  Call call;
  Sight& sight = call.sight;
  sight.first = line.at(1) == started;
  sight.found.arguments = transcript_lines::texts_from(line.at(2));
  sight.found.files = files_from(line.at(3));
  const json& facts = line.at(4);
  sight.found.directory = transcript_lines::text_from(facts.at("directory"));
  sight.started = transcript_lines::duration_from(facts.at("made"), "a time");
  sight.at = moment(facts.at("at"));
  call.process =
      transcript_lines::whole_number<std::uint16_t>(facts.at("process"), "the number of a process");
  call.decided = moment(facts.at("answered"));
  call.left_at = sight.at;
  const bool in_order = sight.started <= sight.at.earliest && !surely_before(call.decided, sight.at) &&
                        (entries_.empty() || !surely_before(call.decided, entries_.back().call.decided));
  if (!in_order) throw Unreadable("time goes backwards");
  entries_.push_back({player, number, std::move(call)});
}

CallsReading::Entry& CallsReading::of_the_same_player(std::size_t player) {
  if (entries_.empty() || entries_.back().player != player)
    throw Unreadable(fmt::format("{} has not been started or asked here", name_of(player)));
  return entries_.back();
}

void CallsReading::read_deeds(const json& deeds, Entry& entry) {
  if (entry.deeds_are_read) throw Unreadable("what it does stands here twice");
  entry.deeds_are_read = true;
  Call& call = entry.call;
  for (const json& one : deeds.get<json::array_t>()) {
    const Row& row = row_of(one.at(0));
    Deed deed;
    deed.kind = row.kind;
    deed.after = transcript_lines::length_from(one.at(1), "a delay");
    if (!one.at(2).is_null()) {
      if (call.done.size() < call.deeds.size())
        throw Unreadable("it did this, and not what stands before it");
      call.done.push_back(moment(one.at(2)));
    }
    if (row.holds == Holds::number)
      deed.number = transcript_lines::whole_number<std::uint8_t>(one.at(3), "a status or a signal");
    if (row.holds == Holds::path || row.holds == Holds::path_and_content)
      deed.path = transcript_lines::text_from(one.at(3));
    if (row.holds == Holds::path_and_content) deed.content = transcript_lines::text_from(one.at(4));
    call.deeds.push_back(std::move(deed));
  }
  call.cut_short = call.done.size() < call.deeds.size();
}

void CallsReading::read_left(const json& line, Entry& entry) {
  if (entry.left_is_read || !has_looked(entry.call)) throw Unreadable("it did not look at the files here");
  entry.left_is_read = true;
  entry.call.left = files_from(line.at(2));
  entry.call.left_at = moment(line.at(3));
}

std::vector<RecordedCall> CallsReading::give_to(Played& played) {
  std::vector<RecordedCall> places;
  for (const Entry& entry : entries_) {
    if (has_looked(entry.call) && !entry.left_is_read)
      throw Unreadable(fmt::format("the files that the call in line {} left are missing", entry.line));
  }
  // The log of a player has its processes one after the other.
  std::vector<Entry> by_process = std::move(entries_);
  entries_.clear();
  std::stable_sort(by_process.begin(), by_process.end(),
                   [](const Entry& a, const Entry& b) { return a.call.process < b.call.process; });
  for (Entry& entry : by_process) {
    std::vector<Call>& calls = played.boards[entry.player].calls;
    places.push_back({entry.player, calls.size(), entry.line});
    calls.push_back(std::move(entry.call));
  }
  std::sort(places.begin(), places.end(),
            [](const RecordedCall& a, const RecordedCall& b) { return a.line < b.line; });
  return places;
}

}  // namespace rig::host
