/// Far ends that play back what was recorded, and hold what is asked of them against it.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/link/link.hpp"
#include "rig/link/transcript/lines.hpp"
#include "rig/link/transcript/runs.hpp"

namespace rig {

using namespace transcript_lines;

namespace {

/// The operations of a segment, in order; what the suite does is held against what was recorded.
class Script {
 public:
  Script(std::string case_id, const std::vector<std::string>& lines)
      : case_id_(std::move(case_id)), lines_(expand_runs(lines)) {}

  /// What `read` makes of the next operation, which must be of this kind. A recorded failure of the rig is
  /// thrown again.
  template <typename F>
  auto next(const std::string& kind, F&& read) {
    ++at_;
    if (at_ >= lines_.size()) differs("the transcript ends here, the suite goes on with \"" + kind + "\"");
    try {
      const json op = operation_from(lines_[at_]);
      const auto recorded = op[0].get<std::string>();
      if (recorded == "error") throw RigError(text_from(op.at(1)));
      if (recorded != kind) differs(fmt::format("recorded \"{}\", the suite does \"{}\"", recorded, kind));
      return read(op);
    } catch (const json::exception& error) {
      unreadable(error);
    } catch (const Unreadable& error) {
      unreadable(error);
    }
  }

  bool comes_next(const std::string& kind) const {
    return at_ + 1 < lines_.size() && operation_from(lines_[at_ + 1])[0] == kind;
  }

  void expect_equal(const std::string& what, const json& recorded, const json& now) const {
    if (recorded != now)
      differs(fmt::format("{}: recorded {}, the suite has {}", what, recorded.dump(), now.dump()));
  }

  [[noreturn]] void differs(const std::string& how) const {
    throw RigError(fmt::format("Transcript of {}, operation {}: {}.", case_id_, at_, how));
  }

 private:
  [[noreturn]] void unreadable(const std::exception& error) const {
    differs(fmt::format("\"{}\" cannot be read: {}", lines_[at_], error.what()));
  }

  std::string case_id_;
  std::vector<std::string> lines_;
  std::size_t at_ = 0;  // line 0 names the link
};

class ReplayWire final : public WireControl {
 public:
  ReplayWire(Script& script, ClockDomain clock) : script_(script), clock_(clock) {}

  void set_bit_rate_offset(std::int32_t parts_per_million) override {
    script_.next("wire", [&](const json& op) { match(op, {"wire", "bit-rate", parts_per_million}); });
  }
  void set_gap_between_bytes(Duration gap) override {
    script_.next("wire", [&](const json& op) { match(op, {"wire", "gap", gap.count()}); });
  }
  Sent glitch(Duration width, Duration settle) override {
    return sent({"wire", "glitch", width.count(), settle.count()});
  }
  Sent send_break(Duration length) override { return sent({"wire", "break", length.count()}); }
  Sent send_with_framing_error(std::uint8_t value) override { return sent({"wire", "framing", value}); }
  void watch_line() override {
    script_.next("wire", [&](const json& op) { match(op, {"wire", "watch"}); });
  }
  std::vector<LineEdge> take_edges() override {
    return script_.next("wire", [&](const json& op) {
      match(op, {"wire", "edges"});
      return edges_from(op.at(2), clock_);
    });
  }

 private:
  void match(const json& op, const json& now) const {
    json recorded_part = json::array();
    for (std::size_t i = 0; i < now.size() && i < op.size(); ++i) recorded_part.push_back(op[i]);
    script_.expect_equal("wire", recorded_part, now);
  }

  Sent sent(const json& now) {
    return script_.next("wire", [&](const json& op) {
      match(op, now);
      return Sent{instant_from(op.at(now.size()), clock_), instant_from(op.at(now.size() + 1), clock_)};
    });
  }

  Script& script_;
  ClockDomain clock_;
};

/// What is played back of every far end: of a Link, or of a FileExchange.
template <typename Carrier>
class Replay : public Carrier {
 public:
  Replay(const std::string& case_id, const std::vector<std::string>& segment)
      : info_(link_in_segment_line(segment.empty() ? std::string() : segment.front())),
        script_(case_id, segment) {}

  const LinkInfo& info() const override { return info_; }

  Outcome reset() override {
    return script_.next("reset", [&](const json& op) { return outcome_from(op, info_.clock); });
  }
  Health health() override { return script_.next("health", health_from); }
  void note(const std::string& text) override {
    script_.next("note", [&](const json& op) { script_.expect_equal("note", op.at(1), text_to_json(text)); });
  }

 protected:
  Script& script() { return script_; }
  ClockDomain clock() const { return info_.clock; }

 private:
  LinkInfo info_;
  Script script_;
};

class ReplayLink final : public Replay<Link> {
 public:
  ReplayLink(const std::string& case_id, const std::vector<std::string>& segment) : Replay(case_id, segment) {
    if (info().has_wire) wire_ = std::make_unique<ReplayWire>(script(), clock());
  }

  Sent send(ByteView bytes, Instant not_before) override {
    return script().next("send", [&](const json& op) {
      compare_bytes(op.at(1).get<std::string>(), to_hex(bytes));
      script().expect_equal("not before", op.at(2), to_json(not_before));
      return Sent{instant_from(op.at(3), clock()), instant_from(op.at(4), clock())};
    });
  }

  Outcome reset() override {
    drop_put_back();
    return Replay::reset();
  }

  void reseed(std::uint64_t seed) override {
    script().next("reseed", [&](const json& op) { script().expect_equal("seed", op.at(1), seed); });
  }
  /// Recorded only where there were any.
  std::vector<std::string> hints() override {
    if (!script().comes_next("hints")) return {};
    return script().next("hints", [](const json& op) { return texts_from(op.at(1)); });
  }
  std::optional<std::uint32_t> rate_set_by_dut() override {
    return script().next("rate", [](const json& op) -> std::optional<std::uint32_t> {
      if (op.at(1).is_null()) return std::nullopt;
      return op.at(1).get<std::uint32_t>();
    });
  }
  WireControl* wire() override { return wire_.get(); }

 protected:
  Event do_receive(Instant until) override {
    return script().next("receive", [&](const json& op) {
      script().expect_equal("until", op.at(1), to_json(until));
      return event_from(op, 2, clock());
    });
  }

 private:
  void compare_bytes(const std::string& recorded, const std::string& now) {
    if (recorded == now) return;
    const auto difference = std::mismatch(recorded.begin(), recorded.end(), now.begin(), now.end());
    const auto byte = 1 + (difference.first - recorded.begin()) / 2;
    script().differs(
        fmt::format("at byte {} of a request: recorded {}, the suite sends {}", byte, recorded, now));
  }

  std::unique_ptr<ReplayWire> wire_;
};

class ReplayExchange final : public Replay<FileExchange> {
 public:
  using Replay::Replay;

  FileOutcome exchange(const FileRequest& request, const WholeAnswer&, Duration patience) override {
    return script().next("exchange", [&](const json& op) {
      compare(named_texts_from(op.at(1)), request.files);
      script().expect_equal("arguments", op.at(2), texts_to_json(request.arguments));
      script().expect_equal("watched files", op.at(3), texts_to_json(request.watched));
      script().expect_equal("read-only files", op.at(4), texts_to_json(request.read_only));
      script().expect_equal("patience", op.at(5), patience.count());
      return file_outcome_from(op.at(6), clock());
    });
  }

 private:
  void compare(const Files& recorded, const Files& now) {
    for (const auto& [key, content] : recorded) {
      const auto found = now.find(key);
      if (found == now.end())
        script().differs(fmt::format("the file {} was put in place, the suite does not", key));
      if (found->second != content) differs(key, content, found->second);
    }
    for (const auto& [key, content] : now) {
      if (!recorded.contains(key))
        script().differs(fmt::format("the suite puts a file {} in place, which was not recorded", key));
    }
  }

  [[noreturn]] void differs(const std::string& key, const std::string& recorded, const std::string& now) {
    const auto difference = std::mismatch(recorded.begin(), recorded.end(), now.begin(), now.end());
    const auto at = static_cast<std::size_t>(difference.first - recorded.begin());
    const auto around = [at](const std::string& content) {
      constexpr std::size_t enough = 16;
      const std::string rest = content.substr(at, enough);
      return rest.empty() ? "its end" : hex_and_ascii(to_bytes(rest));
    };
    script().differs(fmt::format("the file {} differs from byte {} on: recorded {}, the suite has {}", key,
                                 at + 1, around(recorded), around(now)));
  }
};

}  // namespace

std::unique_ptr<FarEnd> replay(Medium medium, const std::string& case_id,
                               const std::vector<std::string>& segment) {
  if (medium == Medium::files) return std::make_unique<ReplayExchange>(case_id, segment);
  return std::make_unique<ReplayLink>(case_id, segment);
}

}  // namespace rig
