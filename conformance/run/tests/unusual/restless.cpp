#include "conformance/run/tests/unusual/restless.hpp"

#include <algorithm>
#include <utility>

namespace conformance::unusual {

using namespace rig;

namespace {

class RestlessLink final : public Link {
 public:
  RestlessLink(const CallbackOptions& options, std::unique_ptr<RestlessDevice> device)
      : device_(*device),
        byte_time_(10'000'000'000 / options.baud),
        inner_(make_callback_link(options, std::move(device))) {
    quiet_since_ = Instant::exactly(inner_->info().clock, Duration::zero());
  }

  const LinkInfo& info() const override { return inner_->info(); }

  Sent send(ByteView bytes, Instant not_before) override {
    said_.reset();
    device_.slept(between(quiet_since_, not_before).longest);
    const Sent sent = inner_->send(bytes, not_before);
    quiet_since_ = sent.last_bit;
    return sent;
  }

  Outcome reset() override {
    drop_put_back();
    said_.reset();
    Outcome outcome = inner_->reset();
    quiet_since_ = outcome.ready;
    return outcome;
  }

 protected:
  Event do_receive(Instant until) override {
    const bool before = said_ && said_->at.latest <= until.latest;
    Event event = inner_->receive(before ? said_->at : until);
    if (const auto* byte = std::get_if<Byte>(&event)) {
      quiet_since_ = byte->last_bit;
      const std::optional<Restless::Mutter> mutter = device_.mutters();
      said_.reset();
      if (mutter) said_ = {quiet_since_ + mutter->after, mutter->text};
      return event;
    }
    if (!before || !std::holds_alternative<TimedOut>(event)) return event;
    return speak();
  }

 private:
  struct Said {
    Instant at;  ///< the end of its first byte
    std::string text;
  };

  Event speak() {
    const Byte byte{static_cast<std::uint8_t>(said_->text.front()), said_->at + (-byte_time_), said_->at};
    quiet_since_ = byte.last_bit;
    said_->text.erase(0, 1);
    said_->at = said_->at + byte_time_;
    if (said_->text.empty()) said_.reset();
    return byte;
  }

  RestlessDevice& device_;
  Duration byte_time_;
  std::unique_ptr<Link> inner_;
  Instant quiet_since_;
  std::optional<Said> said_;  // what it is going to say by itself
};

}  // namespace

std::unique_ptr<Link> make_restless_link(const CallbackOptions& options,
                                         std::unique_ptr<RestlessDevice> device) {
  return std::make_unique<RestlessLink>(options, std::move(device));
}

}  // namespace conformance::unusual
