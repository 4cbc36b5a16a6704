#pragma once
/// The base of links that change one thing of another one.

#include <memory>
#include <utility>

#include "rig/link/link.hpp"

namespace conformance {

/// Forwards everything to another link.
class ForwardingLink : public rig::Link {
 public:
  explicit ForwardingLink(std::unique_ptr<rig::Link> inner) : inner_(std::move(inner)) {}
  const rig::LinkInfo& info() const override { return inner_->info(); }
  rig::Sent send(rig::ByteView bytes, rig::Instant not_before) override {
    return inner_->send(bytes, not_before);
  }
  rig::Outcome reset() override { return inner_->reset(); }

 protected:
  rig::Event do_receive(rig::Instant until) override { return inner_->receive(until); }

  std::unique_ptr<rig::Link> inner_;
};

}  // namespace conformance
