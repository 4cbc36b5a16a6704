/// Far ends that tell what they do.

#include <utility>

#include "rig/base/errors.hpp"
#include "rig/link/link.hpp"
#include "rig/link/transcript/lines.hpp"

namespace rig {

using namespace transcript_lines;

namespace {

using Sink = std::function<void(const std::string&)>;

/// Runs an operation; a failure of the rig is evidence too.
template <typename F>
auto recorded(const Sink& sink, F&& operation) {
  try {
    return operation();
  } catch (const RigError& error) {
    sink(json{"error", text_to_json(error.what())}.dump());
    throw;
  }
}

class RecordingWire final : public WireControl {
 public:
  RecordingWire(WireControl& inner, const Sink& sink) : inner_(inner), sink_(sink) {}

  void set_bit_rate_offset(std::int32_t parts_per_million) override {
    recorded(sink_, [&] { inner_.set_bit_rate_offset(parts_per_million); });
    sink_(json{"wire", "bit-rate", parts_per_million}.dump());
  }
  void set_gap_between_bytes(Duration gap) override {
    recorded(sink_, [&] { inner_.set_gap_between_bytes(gap); });
    sink_(json{"wire", "gap", gap.count()}.dump());
  }
  Sent glitch(Duration width, Duration settle) override {
    return log({"wire", "glitch", width.count(), settle.count()},
               [&] { return inner_.glitch(width, settle); });
  }
  Sent send_break(Duration length) override {
    return log({"wire", "break", length.count()}, [&] { return inner_.send_break(length); });
  }
  Sent send_with_framing_error(std::uint8_t value) override {
    return log({"wire", "framing", value}, [&] { return inner_.send_with_framing_error(value); });
  }
  void watch_line() override {
    recorded(sink_, [&] { inner_.watch_line(); });
    sink_(json{"wire", "watch"}.dump());
  }
  std::vector<LineEdge> take_edges() override {
    std::vector<LineEdge> edges = recorded(sink_, [&] { return inner_.take_edges(); });
    sink_(json{"wire", "edges", to_json(edges)}.dump());
    return edges;
  }

 private:
  template <typename F>
  Sent log(json op, F&& operation) {
    const Sent sent = recorded(sink_, operation);
    op.push_back(to_json(sent.first_bit));
    op.push_back(to_json(sent.last_bit));
    sink_(op.dump());
    return sent;
  }

  WireControl& inner_;
  const Sink& sink_;
};

/// What is recorded of every far end: of a Link, or of a FileExchange.
template <typename Carrier>
class Recording : public Carrier {
 public:
  Recording(std::unique_ptr<Carrier> inner, Sink sink) : inner_(std::move(inner)), sink_(std::move(sink)) {}

  const LinkInfo& info() const override { return inner_->info(); }

  Outcome reset() override {
    return told([&] { return inner_->reset(); });
  }
  Outcome resume() override {
    return told([&] { return inner_->resume(); });
  }
  Health health() override {
    return told([&] { return inner_->health(); });
  }
  void note(const std::string& text) override {
    inner_->note(text);
    sink_(json{"note", text_to_json(text)}.dump());
  }

 protected:
  Carrier& inner() { return *inner_; }
  const Sink& sink() const { return sink_; }

 private:
  /// An operation whose result is all that there is to tell.
  template <typename F>
  auto told(F&& operation) {
    auto result = recorded(sink_, operation);
    sink_(to_json(result).dump());
    return result;
  }

  std::unique_ptr<Carrier> inner_;
  Sink sink_;
};

class RecordingLink final : public Recording<Link> {
 public:
  RecordingLink(std::unique_ptr<Link> link, Sink sink) : Recording(std::move(link), std::move(sink)) {
    if (WireControl* wire = inner().wire()) wire_ = std::make_unique<RecordingWire>(*wire, this->sink());
  }

  Sent send(ByteView bytes, Instant not_before) override {
    const Sent sent = recorded(sink(), [&] { return inner().send(bytes, not_before); });
    sink()(json{"send", to_hex(bytes), to_json(not_before), to_json(sent.first_bit), to_json(sent.last_bit)}
               .dump());
    return sent;
  }

  Outcome reset() override {
    drop_put_back();
    return Recording::reset();
  }
  Outcome resume() override {
    drop_put_back();
    return Recording::resume();
  }

  void reseed(std::uint64_t seed) override {
    inner().reseed(seed);
    sink()(json{"reseed", seed}.dump());
  }

  std::vector<std::string> hints() override {
    std::vector<std::string> hints = inner().hints();
    if (!hints.empty()) sink()(json{"hints", texts_to_json(hints)}.dump());
    return hints;
  }
  std::optional<std::uint32_t> rate_set_by_dut() override {
    const std::optional<std::uint32_t> rate = recorded(sink(), [&] { return inner().rate_set_by_dut(); });
    sink()(json{"rate", rate ? json(*rate) : json()}.dump());
    return rate;
  }

  WireControl* wire() override { return wire_.get(); }

 protected:
  Event do_receive(Instant until) override {
    Event event = recorded(sink(), [&] { return inner().receive(until); });
    json op = {"receive", to_json(until)};
    for (json& part : to_json(event)) op.push_back(std::move(part));
    sink()(op.dump());
    return event;
  }

 private:
  std::unique_ptr<RecordingWire> wire_;
};

/// Nothing is random in an exchange itself: a seed goes unrecorded.
class RecordingExchange final : public Recording<FileExchange> {
 public:
  using Recording::Recording;

  FileOutcome exchange(const FileRequest& request, const WholeAnswer& whole, Duration patience) override {
    FileOutcome outcome = recorded(sink(), [&] { return inner().exchange(request, whole, patience); });
    sink()(json{"exchange", texts_to_json(request.files), texts_to_json(request.arguments),
                texts_to_json(request.watched), texts_to_json(request.read_only), patience.count(),
                to_json(outcome)}
               .dump());
    return outcome;
  }
};

}  // namespace

std::unique_ptr<FarEnd> record(std::unique_ptr<FarEnd> inner, std::function<void(const std::string&)> sink) {
  if (inner->files() != nullptr)
    return std::make_unique<RecordingExchange>(exchange_of(std::move(inner)), std::move(sink));
  return std::make_unique<RecordingLink>(link_of(std::move(inner)), std::move(sink));
}

}  // namespace rig
