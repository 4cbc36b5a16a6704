/// Links and exchanges that tell what they do.

#include <utility>

#include "rig/base/errors.hpp"
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

class RecordingLink final : public Link {
 public:
  RecordingLink(std::unique_ptr<Link> inner, Sink sink) : inner_(std::move(inner)), sink_(std::move(sink)) {
    if (WireControl* wire = inner_->wire()) wire_ = std::make_unique<RecordingWire>(*wire, sink_);
  }

  const LinkInfo& info() const override { return inner_->info(); }

  Sent send(ByteView bytes, Instant not_before) override {
    const Sent sent = recorded(sink_, [&] { return inner_->send(bytes, not_before); });
    sink_(json{"send", to_hex(bytes), to_json(not_before), to_json(sent.first_bit), to_json(sent.last_bit)}
              .dump());
    return sent;
  }

  Outcome reset() override {
    drop_put_back();
    Outcome outcome = recorded(sink_, [&] { return inner_->reset(); });
    sink_(to_json(outcome).dump());
    return outcome;
  }

  void reseed(std::uint64_t seed) override {
    inner_->reseed(seed);
    sink_(json{"reseed", seed}.dump());
  }

  Outcome resume() override {
    drop_put_back();
    Outcome outcome = recorded(sink_, [&] { return inner_->resume(); });
    sink_(to_json(outcome).dump());
    return outcome;
  }

  Health health() override {
    const Health health = recorded(sink_, [&] { return inner_->health(); });
    sink_(to_json(health).dump());
    return health;
  }

  std::vector<std::string> hints() override { return inner_->hints(); }
  std::optional<std::uint32_t> rate_set_by_dut() override {
    const std::optional<std::uint32_t> rate = recorded(sink_, [&] { return inner_->rate_set_by_dut(); });
    sink_(json{"rate", rate ? json(*rate) : json()}.dump());
    return rate;
  }

  WireControl* wire() override { return wire_.get(); }

  void note(const std::string& text) override {
    inner_->note(text);
    sink_(json{"note", text_to_json(text)}.dump());
  }

 protected:
  Event do_receive(Instant until) override {
    Event event = recorded(sink_, [&] { return inner_->receive(until); });
    json op = {"receive", to_json(until)};
    for (json& part : to_json(event)) op.push_back(std::move(part));
    sink_(op.dump());
    return event;
  }

 private:
  std::unique_ptr<Link> inner_;
  Sink sink_;
  std::unique_ptr<RecordingWire> wire_;
};

class RecordingExchange final : public FileExchange {
 public:
  RecordingExchange(std::unique_ptr<FileExchange> inner, Sink sink)
      : inner_(std::move(inner)), sink_(std::move(sink)) {}

  const LinkInfo& info() const override { return inner_->info(); }

  FileOutcome exchange(const FileRequest& request, const WholeAnswer& whole, Duration patience) override {
    FileOutcome outcome = recorded(sink_, [&] { return inner_->exchange(request, whole, patience); });
    sink_(json{"exchange", texts_to_json(request.files), texts_to_json(request.arguments),
               texts_to_json(request.watched), texts_to_json(request.read_only), patience.count(),
               to_json(outcome)}
              .dump());
    return outcome;
  }
  Outcome reset() override {
    Outcome outcome = recorded(sink_, [&] { return inner_->reset(); });
    sink_(to_json(outcome).dump());
    return outcome;
  }
  Health health() override {
    const Health health = recorded(sink_, [&] { return inner_->health(); });
    sink_(to_json(health).dump());
    return health;
  }
  void note(const std::string& text) override {
    inner_->note(text);
    sink_(json{"note", text_to_json(text)}.dump());
  }

 private:
  std::unique_ptr<FileExchange> inner_;
  Sink sink_;
};

}  // namespace

std::unique_ptr<Link> record_link(std::unique_ptr<Link> inner, std::function<void(const std::string&)> sink) {
  return std::make_unique<RecordingLink>(std::move(inner), std::move(sink));
}

std::unique_ptr<FileExchange> record_exchange(std::unique_ptr<FileExchange> inner,
                                              std::function<void(const std::string&)> sink) {
  return std::make_unique<RecordingExchange>(std::move(inner), std::move(sink));
}

}  // namespace rig
