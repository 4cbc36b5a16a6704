/// A transcript as a file: written whole, and read with suspicion. Nothing in it is believed because it
/// stands in the header: what appears twice is compared, and each line must be what a recording would have
/// written.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "rig/base/errors.hpp"
#include "rig/base/json_depth.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/link/boards.hpp"
#include "rig/link/transcript/chain.hpp"
#include "rig/link/transcript/lines.hpp"
#include "rig/link/transcript/transcript.hpp"

namespace rig {

using namespace transcript_lines;

namespace {

constexpr int format_version = 3;
constexpr int unchained_version = 2;              // as files were before they had a chain
constexpr const char* unfinished = "unfinished";  // in the header of a run that goes on, or was killed

/// JSON of which no object has a key twice, and which is not nested too deeply.
json parsed(const std::string& line) {
  if (const std::string why = why_too_deep(line); !why.empty()) throw Unreadable(why);
  std::vector<std::set<std::string>> keys;
  return json::parse(line, [&](int, json::parse_event_t event, json& value) {
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event == json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second)
      throw Unreadable("the key " + value.dump() + " appears twice");
    return true;
  });
}

/// A short form of a value for a message.
std::string shown(const json& value) {
  constexpr std::size_t enough = 200;
  std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  if (text.size() > enough) text = text.substr(0, enough) + " …";
  return text;
}

/// The first difference of two values: where, and what either has there; null: nothing.
struct Difference {
  std::string where;
  json here;
  json there;
};

Difference difference_of(const json& here, const json& there) {
  const json first = json::diff(here, there).at(0);
  const std::string path = first.at("path").get<std::string>();
  const json::json_pointer place(path);
  const auto value_in = [&](const json& all) { return all.contains(place) ? all.at(place) : json(); };
  return {path.empty() ? path : path.substr(1), value_in(here), value_in(there)};
}

/// Refuses what a line has beyond, or otherwise than, what was read from it.
void expect_written_so(const json& line, const json& written) {
  if (line == written) return;
  const Difference found = difference_of(line, written);
  if (found.there.is_null())
    throw Unreadable(fmt::format("\"{}\" is not allowed here: {}", found.where, shown(found.here)));
  throw Unreadable(fmt::format("\"{}\" is {}, where a recording has {}", found.where, shown(found.here),
                               shown(found.there)));
}

// time

/// The order in which things happened on one link: time does not go backwards. Instants are intervals, and a
/// far end can be gone before the byte that it was sending had its stop bit: only what had surely ended
/// before the thing before it began is refused. What is sent and what is heard overlap, and are looked at
/// each by itself.
class Timeline {
 public:
  void sent(const Sent& sent) { sent_ = next("something sent", sent_, sent.first_bit, sent.last_bit); }
  void heard(const Event& event) {
    if (std::holds_alternative<TimedOut>(event)) return;
    const Byte* const byte = std::get_if<Byte>(&event);
    const Instant& end = instant_of(event);
    heard_ = next("something received", heard_, byte != nullptr ? byte->first_bit : end, end);
  }
  void reset(const Outcome& outcome) { reset_ = next("a reset", reset_, outcome.ready, outcome.ready); }
  void edges(const std::vector<LineEdge>& edges) {
    for (const LineEdge& edge : edges) edge_ = next("an edge of the line", edge_, edge.at, edge.at);
  }
  /// A program can have ended before it was asked.
  void exchanged(const FileOutcome& outcome) {
    asked_ = next("an exchange", asked_, outcome.asked, outcome.hung_up ? outcome.asked : outcome.answered);
  }

 private:
  /// The begin of what comes next.
  static Instant next(const char* what, const std::optional<Instant>& last, const Instant& begin,
                      const Instant& end) {
    expect_order(what, begin, end);
    if (last) expect_order(what, *last, end);
    return begin;
  }

  static void expect_order(const char* what, const Instant& before, const Instant& after) {
    if (surely_before(after, before))
      throw Unreadable(fmt::format("time goes backwards: {} ends at {} ns, after a begin at {} ns", what,
                                   to_json(after).dump(), to_json(before).dump()));
  }

  std::optional<Instant> sent_;  // the begin of the last one, each
  std::optional<Instant> heard_;
  std::optional<Instant> reset_;
  std::optional<Instant> edge_;
  std::optional<Instant> asked_;
};

// operations

json written_wire(const json& op, Timeline& time) {
  const std::string what = op.at(1).get<std::string>();
  const auto with_times = [&](json start) {
    const std::size_t at = start.size();
    const Sent sent{instant_from(op.at(at), {}), instant_from(op.at(at + 1), {})};
    time.sent(sent);
    start.push_back(to_json(sent.first_bit));
    start.push_back(to_json(sent.last_bit));
    return start;
  };
  const auto length = [&](std::size_t i) { return length_from(op.at(i), "a length on the wire").count(); };
  if (what == "bit-rate")
    return {"wire", what, whole_number<std::int32_t>(op.at(2), "an offset of the bit rate")};
  if (what == "gap") return {"wire", what, length(2)};
  if (what == "glitch") return with_times({"wire", what, length(2), length(3)});
  if (what == "break") return with_times({"wire", what, length(2)});
  if (what == "framing")
    return with_times({"wire", what, whole_number<std::uint8_t>(op.at(2), "the value of a byte")});
  if (what == "watch") return {"wire", what};
  if (what != "edges") throw Unreadable("unknown operation on the wire " + shown(op.at(1)));
  const std::vector<LineEdge> edges = edges_from(op.at(2), {});
  time.edges(edges);
  return {"wire", what, to_json(edges)};
}

json written_send(const json& op, Timeline& time) {
  const Sent sent{instant_from(op.at(3), {}), instant_from(op.at(4), {})};
  time.sent(sent);
  return {"send", to_hex(to_bytes(from_hex(op.at(1).get<std::string>()))),
          to_json(instant_from(op.at(2), {})), to_json(sent.first_bit), to_json(sent.last_bit)};
}

/// Bytes that came together.
json written_run(const json& op, Timeline& time) {
  const Bytes values = to_bytes(from_hex(op.at(3).get<std::string>()));
  if (values.empty()) throw Unreadable("bytes were received, and none is given");
  const Instant first_bit = instant_from(op.at(4), {});
  const Instant last_bit = instant_from(op.at(5), {});
  time.heard(Byte{values.front(), first_bit, last_bit});
  return {"receive",        to_json(instant_from(op.at(1), {})), "bytes", to_hex(values), to_json(first_bit),
          to_json(last_bit)};
}

json written_receive(const json& op, Timeline& time) {
  if (op.at(2) == "bytes") return written_run(op, time);
  const Event event = event_from(op, 2, {});
  time.heard(event);
  json written = {"receive", to_json(instant_from(op.at(1), {}))};
  for (json& part : to_json(event)) written.push_back(std::move(part));
  return written;
}

json written_exchange(const json& op, Timeline& time) {
  const auto names = [](const json& list) {
    const std::vector<std::string> all = texts_from(list);
    return texts_to_json(std::set<std::string>(all.begin(), all.end()));
  };
  const FileOutcome outcome = file_outcome_from(op.at(6), {});
  time.exchanged(outcome);
  return {"exchange",
          texts_to_json(named_texts_from(op.at(1))),
          texts_to_json(texts_from(op.at(2))),
          names(op.at(3)),
          names(op.at(4)),
          length_from(op.at(5), "a patience").count(),
          to_json(outcome)};
}

json written_hints(const json& op) {
  const std::vector<std::string> hints = texts_from(op.at(1));
  if (hints.empty()) throw Unreadable("hints without a text, which no recording writes");
  return {"hints", texts_to_json(hints)};
}

/// What a recording writes for what this operation says. Unreadable when that is nothing at all.
json written_operation(const json& op, Timeline& time) {
  const std::string kind = op.at(0).get<std::string>();
  if (kind == "send") return written_send(op, time);
  if (kind == "receive") return written_receive(op, time);
  if (kind == "exchange") return written_exchange(op, time);
  if (kind == "wire") return written_wire(op, time);
  if (kind == "health") return to_json(health_from(op));
  if (kind == "rate")
    return {kind, op.at(1).is_null() ? json() : json(whole_number<std::uint32_t>(op.at(1), "a rate"))};
  if (kind == "hints") return written_hints(op);
  if (kind == "reseed") return {kind, whole_number<std::uint64_t>(op.at(1), "a seed")};
  if (kind == "note" || kind == "error") return {kind, text_to_json(text_from(op.at(1)))};
  if (kind != "reset") throw Unreadable("unknown operation " + shown(op.at(0)));
  const Outcome outcome = outcome_from(op, {});
  time.reset(outcome);
  return to_json(outcome);
}

// headers

json header_to_json(const TranscriptHeader& header, const std::vector<json>& links,
                    int version = format_version) {
  json line = to_json(static_cast<const RunIdentity&>(header));
  line["transcript"] = version;
  if (version > unchained_version) line["identity"] = texts_to_json(header.identity);
  line["options"] = texts_to_json(header.options);
  line["plan"] = header.plan;
  line["partial"] = texts_to_json(header.partial);
  line["links"] = links;
  return line;
}

TranscriptHeader header_from(const json& line, bool chained) {
  if (!line.is_object() || !line.contains("transcript"))
    throw Unreadable(fmt::format("expected a header with \"transcript\": {}", format_version));
  const json& version = line.at("transcript");
  if (version != format_version && version != unchained_version)
    throw Unreadable(
        fmt::format("this is a transcript of format {}, and this program reads formats {} and {}",
                    shown(version), unchained_version, format_version));
  if (chained != (version == format_version))
    throw Unreadable(fmt::format("a transcript of format {} {}, and this line {}", shown(version),
                                 chained ? "has no chain" : "is chained",
                                 chained ? "has a link of one" : "has no link of the chain at its end"));
  TranscriptHeader header;
  static_cast<RunIdentity&>(header) = identity_from(line);
  if (header.contest.empty()) throw Unreadable("the header names no contest");
  header.options = named_texts_from(line.at("options"));
  header.plan = line.at("plan").get<std::vector<std::string>>();
  header.partial = texts_from(line.at("partial"));
  if (chained) header.identity = named_texts_from(line.at("identity"));
  return header;
}

/// What the description of a link says without what each opening measures anew: how long a byte can be held
/// back, and what follows from that.
json lasting_part(json link) {
  if (link.at("clock") != to_json(LinkInfo{}).at("clock")) return link;  // only in real time is it measured
  link.erase("hold_back_ns");
  link.erase("uncertainty_ns");
  link.at("facts").erase("hold-back");
  return link;
}

// reading

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  Transcript read() {
    expect_ordinary_file(path_);
    std::ifstream file(path_);
    if (!file) throw UsageError(fmt::format("Transcript \"{}\" cannot be read.", path_));
    std::string line;
    for (line_ = 1; std::getline(file, line); ++line_) {
      if (unfinished_ && file.eof()) break;  // the run was killed while it wrote this line
      at_line(line_, [&] { take_linked(line); });
    }
    if (chained_ && !unfinished_ && !over_)
      at_line(line_ - 1, [] {
        throw Unreadable("the file ends here, and its last line, with the head of the chain, is missing");
      });
    transcript_.head = chained_ ? chain_.head() : std::string();
    if (unfinished_) keep_whole_segments();
    if (line_ == 1) throw UsageError(fmt::format("Transcript \"{}\" is empty.", path_));
    at_line(1, [&] {
      for (std::size_t i = 0; i < links_.size(); ++i) {
        if (!links_used_.contains(i))
          throw Unreadable("no case was played on the link " + shown(links_[i].at("name")) +
                           " that it lists");
      }
    });
    return std::move(transcript_);
  }

 private:
  template <typename F>
  void at_line(std::size_t number, F&& work) const {
    try {
      work();
    } catch (const std::exception& error) {
      throw UsageError(fmt::format("Transcript \"{}\", line {}: {}.", path_, number, error.what()));
    }
  }

  /// Takes the line out of the chain.
  void take_linked(const std::string& line) {
    const std::optional<ChainedLine> parts = split_chained(line);
    if (line_ == 1) chained_ = parts.has_value();
    if (!chained_) return take(line);
    if (over_) throw Unreadable("a line after the last one, which has the head of the chain");
    if (!parts) {
      if (!unfinished_ && line == chain_.last_line()) {
        over_ = true;
        return;
      }
      throw Unreadable(missing_link(line));
    }
    const std::string again = chain_.add(parts->line);
    if (again == line) return take(parts->line);
    throw Unreadable(fmt::format(
        "the chain breaks: the line carries {}, and the lines up to it come to {}. This line was changed, or "
        "lines before it were taken away or put in",
        parts->link, chain_.link()));
  }

  std::string missing_link(const std::string& line) const {
    if (line.starts_with("{\"lines\":"))
      return fmt::format("the chain breaks: the last line is {}, and the lines before it come to {}", line,
                         chain_.last_line());
    return "the line has no link of the chain at its end: " + shown(line);
  }

  void take(const std::string& line) {
    if (line_ == 1) return header(parsed(line));
    if (!line.empty() && line.front() == '{') {
      const json object = parsed(line);
      if (unfinished_ && object.contains("ended")) return end_segment(object);
      return segment(object, line);
    }
    if (segment_ == nullptr) throw Unreadable("an operation before the first segment");
    if (transcript_.of_a_referee()) {
      if (!parsed(line).is_array()) throw Unreadable("a line of a game is a list");
      return segment_->push_back(line);
    }
    static_cast<void>(operation_from(line));
    const json op = parsed(line);
    expect_written_so(op, written_operation(op, time_));
    segment_->push_back(line);
  }

  void end_segment(const json& line) {
    const std::string id = line.at("ended").get<std::string>();
    expect_written_so(line, json::parse(end_of_segment(id)));
    if (segment_ == nullptr || segment_ != &transcript_.segments[id])
      throw Unreadable(fmt::format("the segment of {} ends here, and it is not the one that is open", id));
    ended_.insert(id);
    segment_ = nullptr;
  }

  /// What the run did until it was killed: the cases that had ended.
  void keep_whole_segments() {
    std::erase_if(transcript_.segments, [&](const auto& one) { return !ended_.contains(one.first); });
    transcript_.header.partial.push_back(fmt::format("the run was cut short, after {} of {} cases",
                                                     ended_.size(), transcript_.header.plan.size()));
  }

  void header(json line) {
    unfinished_ = line.is_object() && line.contains(unfinished);
    if (unfinished_) transcript_.beginning = chain_.head();
    if (unfinished_ && line.at(unfinished) != true)
      throw Unreadable(
          fmt::format("\"{}\" is {}, where a recording has true", unfinished, shown(line.at(unfinished))));
    if (unfinished_) line.erase(unfinished);
    transcript_.header = header_from(line, chained_);
    for (const json& link : line.at("links").get<json::array_t>()) {
      const json written = to_json(link_from(link));
      expect_written_so(link, written);
      links_.push_back(written);
    }
    expect_written_so(
        line, header_to_json(transcript_.header, links_, chained_ ? format_version : unchained_version));
    const TranscriptHeader& header = transcript_.header;
    const std::map<std::string, std::string> also_options = {
        {"contest", header.contest},
        {transcript_.of_a_referee() ? "referee" : "dut", header.dut},
        {"seed", std::to_string(header.seed)}};
    for (const auto& [name, value] : also_options) {
      const auto option = header.options.find(name);
      if (option != header.options.end() && option->second != value)
        throw Unreadable(fmt::format("\"{}\" is {}, and options/{} of the same line is {}", name,
                                     shown(text_to_json(value)), name, shown(text_to_json(option->second))));
    }
    for (std::size_t i = 1; i < links_.size(); ++i) {
      const json first = lasting_part(*to_agree_with(links_[i], links_));
      if (const json other = lasting_part(links_[i]); other != first) {
        const Difference found = difference_of(other, first);
        throw Unreadable(fmt::format("\"links/{}/{}\" is {}, and that of the first link is {}", i,
                                     found.where, shown(found.here), shown(found.there)));
      }
    }
    const std::set<std::string> cases(header.plan.begin(), header.plan.end());
    if (cases.size() < header.plan.size()) throw Unreadable("the plan names a case twice");
  }

  void segment(const json& line, const std::string& text) {
    const std::string id = line.at("case").get<std::string>();
    const RunIdentity run = identity_from(line);
    const LinkInfo info = link_from(line.at("link"));
    expect_written_so(line, json::parse(segment_line(id, run, info)));
    const json here = to_json(run);
    if (const json there = to_json(static_cast<const RunIdentity&>(transcript_.header)); here != there)
      contradicts(difference_of(here, there), "");
    if (const auto before = transcript_.places.find(id); before != transcript_.places.end())
      throw Unreadable(fmt::format("{} has a segment already, in line {}", id, before->second));
    const std::vector<std::string>& plan = transcript_.header.plan;
    if (std::find(plan.begin(), plan.end(), id) == plan.end())
      throw Unreadable(fmt::format("a segment of {}, which the plan in line 1 does not name", id));
    expect_known_link(line.at("link"));
    transcript_.places[id] = line_;
    segment_ = &transcript_.segments[id];
    segment_->assign(1, text);
    time_ = Timeline();
  }

  /// Of several equal boards, whose names stand in the DUT's, each has a link of its own.
  bool is_one_of_the_boards(const json& link) const {
    const std::string between{between_boards};
    const std::string name = text_from(link.at("name"));
    return (between + transcript_.header.dut + between).find(between + name + between) != std::string::npos;
  }

  /// Which of these links this one has to agree with. Null: with none, it is the first, or the first of its
  /// board.
  const json* to_agree_with(const json& link, const std::vector<json>& links) const {
    if (links.empty()) return nullptr;
    if (!is_one_of_the_boards(link) || !is_one_of_the_boards(links.front())) return &links.front();
    const auto same_board = [&](const json& other) { return other.at("name") == link.at("name"); };
    const auto first = std::find_if(links.begin(), links.end(), same_board);
    return first == links.end() ? nullptr : &*first;
  }

  void expect_known_link(const json& link) {
    if (unfinished_) return expect_link_of_the_run(link);  // they are listed at the end
    if (links_.empty()) throw Unreadable("a segment has a link, and line 1 lists none");
    const auto known = std::find(links_.begin(), links_.end(), link);
    if (known == links_.end()) contradicts(difference_of(link, links_.front()), "link/");
    links_used_.insert(static_cast<std::size_t>(known - links_.begin()));
  }

  /// In a run that was cut short: the link of one segment is that of the others of its board.
  void expect_link_of_the_run(const json& link) {
    const json* const before = to_agree_with(link, links_of_the_run_);
    if (before == nullptr) return links_of_the_run_.push_back(link);
    const json lasting = lasting_part(link);
    if (lasting == lasting_part(*before)) return;
    const Difference found = difference_of(lasting, lasting_part(*before));
    throw Unreadable(fmt::format("\"link/{}\" is {}, and the segments before it have {}", found.where,
                                 shown(found.here), shown(found.there)));
  }

  [[noreturn]] static void contradicts(const Difference& found, const std::string& within) {
    throw Unreadable(fmt::format("\"{}{}\" is {}, and line 1 says {}", within, found.where, shown(found.here),
                                 shown(found.there)));
  }

  std::string path_;
  std::size_t line_ = 1;
  Transcript transcript_;
  std::vector<json> links_;  // as the header lists them
  std::set<std::size_t> links_used_;
  std::vector<std::string>* segment_ = nullptr;
  Chain chain_;
  bool chained_ = false;
  bool over_ = false;  // the last line of the chain was read
  bool unfinished_ = false;
  std::set<std::string> ended_;         // cases of an unfinished run
  std::vector<json> links_of_the_run_;  // in one that was cut short: one for each board
  Timeline time_;
};

}  // namespace

bool Transcript::of_a_referee() const {
  const auto referee = header.options.find("referee");
  return referee != header.options.end() && !referee->second.empty();
}

std::string transcript_lines::header_line(const TranscriptHeader& header,
                                          const std::vector<std::string>& first_lines) {
  std::vector<json> links;
  for (const std::string& line : first_lines) {
    const json link = json::parse(line).at("link");
    if (std::find(links.begin(), links.end(), link) == links.end()) links.push_back(link);
  }
  return header_to_json(header, links).dump();
}

std::string transcript_lines::unfinished_header(const TranscriptHeader& header) {
  json line = header_to_json(header, {});
  line[unfinished] = true;
  return line.dump();
}

std::string transcript_lines::end_of_segment(const std::string& case_id) {
  return json{{"ended", case_id}}.dump();
}

std::string to_text(const Transcript& transcript) {
  std::vector<std::string> lines = {""};
  std::vector<std::string> first_lines;
  for (const std::string& id : transcript.header.plan) {
    const auto segment = transcript.segments.find(id);
    if (segment == transcript.segments.end() || segment->second.empty()) continue;
    first_lines.push_back(segment->second.front());
    lines.insert(lines.end(), segment->second.begin(), segment->second.end());
  }
  lines.front() = header_line(transcript.header, first_lines);
  return chained_text(lines);
}

Transcript read_transcript(const std::string& path) {
  return Reader(path).read();
}

}  // namespace rig
