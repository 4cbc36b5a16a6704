#include "rig/arbiter/together.hpp"

#include <array>
#include <deque>
#include <vector>

#include "rig/base/errors.hpp"

namespace rig::arbiter {

namespace {

/// A side of which so much is kept talks without end: it is not listened to until somebody asks it.
constexpr std::size_t most_kept = 1024;

class Pair {
 public:
  Pair(std::unique_ptr<Link> one, std::unique_ptr<Link> other)
      : sides_{Half{std::move(one), {}, false}, Half{std::move(other), {}, false}},
        now_(Instant::exactly(sides_[0].link->info().clock, Duration::zero())) {
    if (!(sides_[0].link->info().clock == sides_[1].link->info().clock))
      throw RigError("Two links of one match are of two clock domains.");
  }

  Link& link(std::size_t side) { return *sides_[side].link; }

  Sent send(std::size_t side, ByteView bytes, Instant not_before) {
    if (not_before.latest < now_.latest) not_before = now_;
    const Sent sent = link(side).send(bytes, not_before);
    came_to(sent.last_bit);
    return sent;
  }

  Event receive(std::size_t side, Instant until) {
    std::deque<Event>& kept = sides_[side].kept;
    if (!kept.empty()) {
      if (!std::holds_alternative<HungUp>(kept.front()) && instant_of(kept.front()).earliest > until.latest)
        return TimedOut{until};
      Event event = std::move(kept.front());
      kept.pop_front();
      return event;
    }
    return await(side, until);
  }

  void power_off(std::size_t side) {
    sides_[side].kept.clear();
    sides_[side].gone = false;
  }
  void came_to(const Instant& at) {
    if (at.latest > now_.latest) now_ = Instant::exactly(at.clock, at.latest);
  }

 private:
  struct Half {
    std::unique_ptr<Link> link;
    std::deque<Event> kept;
    bool gone = false;  // whoever has hung up goes on telling so
  };

  Event await(std::size_t side, const Instant& until) {
    for (;;) {
      std::vector<std::size_t> listened_to = {side};
      const Half& other = sides_[1 - side];
      if (!other.gone && other.kept.size() < most_kept) listened_to.push_back(1 - side);
      std::vector<Link*> links;
      links.reserve(listened_to.size());
      for (const std::size_t one : listened_to) links.push_back(sides_[one].link.get());
      LinkEvent found = wait_any(links, now_, until);
      came_to(instant_of(found.event));
      if (std::holds_alternative<TimedOut>(found.event)) return std::move(found.event);
      const std::size_t from = listened_to[found.link];
      if (std::holds_alternative<HungUp>(found.event)) sides_[from].gone = true;
      if (from == side) return std::move(found.event);
      sides_[from].kept.push_back(std::move(found.event));
    }
  }

  std::array<Half, 2> sides_;
  Instant now_;  // the latest thing that is known to have happened
};

class PairedLink final : public Link {
 public:
  PairedLink(std::shared_ptr<Pair> pair, std::size_t side) : pair_(std::move(pair)), side_(side) {}

  const LinkInfo& info() const override { return inner().info(); }
  Sent send(ByteView bytes, Instant not_before) override { return pair_->send(side_, bytes, not_before); }
  Outcome reset() override {
    return begun([this] { return inner().reset(); });
  }
  Outcome resume() override {
    return begun([this] { return inner().resume(); });
  }
  Health health() override { return inner().health(); }
  std::vector<std::string> hints() override { return inner().hints(); }
  void reseed(std::uint64_t seed) override { inner().reseed(seed); }
  void note(const std::string& text) override { inner().note(text); }

 protected:
  Event do_receive(Instant until) override { return pair_->receive(side_, until); }

 private:
  Link& inner() const { return pair_->link(side_); }

  template <typename F>
  Outcome begun(F&& begin) {
    drop_put_back();
    Outcome outcome = begin();
    pair_->power_off(side_);
    pair_->came_to(outcome.ready);
    return outcome;
  }

  std::shared_ptr<Pair> pair_;
  std::size_t side_;
};

}  // namespace

std::pair<std::unique_ptr<Link>, std::unique_ptr<Link>> put_together(std::unique_ptr<Link> one,
                                                                     std::unique_ptr<Link> other) {
  const auto pair = std::make_shared<Pair>(std::move(one), std::move(other));
  return {std::make_unique<PairedLink>(pair, 0), std::make_unique<PairedLink>(pair, 1)};
}

}  // namespace rig::arbiter
