#pragma once
/// What the tests of streams share: a transport that does what a test tells it, and a link on it.

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/stream/stream_link.hpp"
#include "rig/link/tests/link_test_tools.hpp"

namespace rig::testing {

/// What a test sees of a transport, and tells it to do.
struct Stage {
  Descriptor near;
  Descriptor far;
  Descriptor ended{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  bool has_ended_descriptor = false;
  Restart restart{.power_on = true, .note = "restarted"};
  std::function<void()> while_restarting;
  std::function<void(ByteView)> while_hearing;
  std::string is_lost;  ///< not empty: the end of the stream is LinkLost
  std::string last_words;
  LineErrorCounts errors;
  std::function<ProcessorSample()> processor_times;  ///< empty: nobody knows them
  std::vector<bool> restarts;                        ///< with what `lost` it was restarted

  Stage() { open_stream(); }

  void open_stream() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) throw RigError("no sockets");
    near = Descriptor(ends[0]);
    far = Descriptor(ends[1]);
    make_non_blocking(near.number());
  }
  void says(std::string_view text) const {
    if (write(far.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
      throw RigError("the stage cannot speak");
    }
  }
  std::string hears(std::size_t count) const {
    std::string text(count, '\0');
    std::size_t got = 0;
    while (got < count) {
      const ssize_t more = read(far.number(), text.data() + got, count - got);
      if (more <= 0) break;
      got += static_cast<std::size_t>(more);
    }
    text.resize(got);
    return text;
  }
  void ends() const { eventfd_write(ended.number(), 1); }
};

class StageTransport final : public Transport {
 public:
  explicit StageTransport(Stage& stage) : stage_(stage) {}
  int input() const override { return stage_.near.number(); }
  int output() const override { return stage_.near.number(); }
  int ended() const override { return stage_.has_ended_descriptor ? stage_.ended.number() : -1; }
  ssize_t write(ByteView bytes) override { return write_without_signal(output(), bytes); }
  std::string how_it_ended(int error) override {
    if (!stage_.is_lost.empty()) throw LinkLost(stage_.is_lost);
    return error == 0 ? "left the stage" : "broke off";
  }
  std::string last_words() override { return stage_.last_words; }
  void heard(ByteView bytes) override {
    if (stage_.while_hearing) stage_.while_hearing(bytes);
  }
  Restart restart(bool lost) override {
    stage_.restarts.push_back(lost);
    if (stage_.while_restarting) stage_.while_restarting();
    return stage_.restart;
  }
  LineErrorCounts line_errors() override { return stage_.errors; }
  std::optional<ProcessorSample> processor_times() override {
    if (!stage_.processor_times) return std::nullopt;
    return stage_.processor_times();
  }

 private:
  Stage& stage_;
};

struct OnStage {
  Stage stage;
  std::unique_ptr<StreamLink> link;

  explicit OnStage(Duration byte_time = {}, Duration hold_back = {},
                   const std::function<void(StreamOptions&)>& change = {}) {
    StreamOptions options;
    options.info.name = "stage";
    options.info.hold_back = hold_back;
    options.byte_time = byte_time;
    if (change) change(options);
    link = std::make_unique<StreamLink>(std::move(options), std::make_unique<StageTransport>(stage));
  }
};

/// One thread that waits this share of its time for a processor.
inline void starve(OnStage& on, double share) {
  const Duration begun = now().earliest;
  on.stage.processor_times = [begun, share] {
    const Duration at = now().earliest;
    const double passed = static_cast<double>((at - begun).count());
    return ProcessorSample{at, 2, {{1, {Duration{}, Duration(static_cast<std::int64_t>(share * passed))}}}};
  };
}

}  // namespace rig::testing
