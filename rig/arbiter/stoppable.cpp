#include "rig/arbiter/stoppable.hpp"

#include <utility>

#include "rig/link/file_exchange.hpp"
#include "rig/link/link.hpp"

namespace rig::arbiter {

namespace {

constexpr Duration longest_step = std::chrono::milliseconds(100);

/// What both kinds of far ends have.
template <typename Carrier>
class Stoppable : public Carrier {
 public:
  Stoppable(std::unique_ptr<Carrier> inner, Stop stop) : inner_(std::move(inner)), stop_(std::move(stop)) {}

  const LinkInfo& info() const override { return inner_->info(); }
  Outcome reset() override {
    return begun([this] { return inner_->reset(); });
  }
  Outcome resume() override {
    return begun([this] { return inner_->resume(); });
  }
  Health health() override { return inner_->health(); }
  void reseed(std::uint64_t seed) override { inner_->reseed(seed); }
  void note(const std::string& text) override { inner_->note(text); }

 protected:
  Carrier& inner() const { return *inner_; }
  void check() const {
    if (stop_()) throw Stopped();
  }

 private:
  virtual void begins_at(const Instant&) {}

  template <typename F>
  Outcome begun(F&& begin) {
    check();
    Outcome outcome = begin();
    begins_at(outcome.ready);
    return outcome;
  }

  std::unique_ptr<Carrier> inner_;
  Stop stop_;
};

class StoppableExchange final : public Stoppable<FileExchange> {
 public:
  using Stoppable::Stoppable;

  FileOutcome exchange(const FileRequest& request, const WholeAnswer& whole, Duration patience) override {
    check();
    return inner().exchange(request, whole, patience);
  }
};

class StoppableLink final : public Stoppable<Link> {
 public:
  StoppableLink(std::unique_ptr<Link> inner, Waiting waiting, Stop stop)
      : Stoppable(std::move(inner), std::move(stop)),
        waiting_(waiting),
        now_(Instant::exactly(info().clock, Duration::zero())) {}

  Sent send(ByteView bytes, Instant not_before) override {
    check();
    const Sent sent = inner().send(bytes, not_before);
    came_to(sent.last_bit);
    return sent;
  }
  std::vector<std::string> hints() override { return inner().hints(); }
  std::optional<std::uint32_t> rate_set_by_dut() override { return inner().rate_set_by_dut(); }
  WireControl* wire() override { return inner().wire(); }

 protected:
  Event do_receive(Instant until) override {
    for (;;) {
      check();
      Instant step = now_ + longest_step;
      if (waiting_ == Waiting::at_once || step.latest > until.latest) step = until;
      Event event = inner().receive(step);
      came_to(instant_of(event));
      const bool goes_on = std::holds_alternative<TimedOut>(event) && step.latest < until.latest;
      if (!goes_on) return event;
    }
  }

 private:
  void begins_at(const Instant& ready) override {
    drop_put_back();
    came_to(ready);
  }
  void came_to(const Instant& at) {
    if (at.latest > now_.latest) now_ = Instant::exactly(at.clock, at.latest);
  }

  Waiting waiting_;
  Instant now_;  // the latest thing that is known to have happened
};

}  // namespace

std::unique_ptr<FarEnd> stoppable(std::unique_ptr<FarEnd> far_end, Waiting waiting, Stop stop) {
  if (!stop) return far_end;
  if (far_end->files() != nullptr)
    return std::make_unique<StoppableExchange>(exchange_of(std::move(far_end)), std::move(stop));
  return std::make_unique<StoppableLink>(link_of(std::move(far_end)), waiting, std::move(stop));
}

}  // namespace rig::arbiter
