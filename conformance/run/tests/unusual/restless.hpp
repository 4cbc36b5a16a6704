#pragma once
/// Players that know how long nobody has spoken to them. A Device never sees a clock; this link tells it.

#include <memory>
#include <optional>
#include <string>

#include "rig/link/callback/callback_link.hpp"
#include "rig/link/callback/device.hpp"

namespace conformance::unusual {

class Restless {
 public:
  virtual ~Restless() = default;
  /// The host speaks again, so long after the last byte in either direction.
  virtual void slept(rig::Duration quiet) { static_cast<void>(quiet); }
  /// What it says by itself when nobody has spoken for `after`, once.
  struct Mutter {
    rig::Duration after{};
    std::string text;
  };
  /// Asked after each byte that it has sent; nothing: it waits.
  virtual std::optional<Mutter> mutters() { return std::nullopt; }
};

class RestlessDevice : public rig::Device, public Restless {};

/// A link to it in virtual time. What it says by itself is not said if the host is quicker.
std::unique_ptr<rig::Link> make_restless_link(const rig::CallbackOptions& options,
                                              std::unique_ptr<RestlessDevice> device);

}  // namespace conformance::unusual
