#pragma once
/// A person at a page that a browser shows.

#include <memory>
#include <string>

#include "rig/live/server.hpp"
#include "rig/tools/play/place.hpp"

namespace rig::play {

class Browser final : public Place {
 public:
  /// Serves the page from now on. `contest` outlives it. `board` is what the other side is called. UsageError
  /// where the address cannot be had.
  Browser(const protocol::Contest& contest, const std::string& board, const live::Address& address,
          WhyNot why_not);
  ~Browser() override;

  /// Of the page, with the token without which nobody can play.
  std::string url() const;

  void begin(const protocol::Seat& seat, int number) override;
  arbiter::Watcher& watcher() override;
  protocol::Move move(const protocol::Ruling& ruling) override;
  Wish afterwards() override;
  void say(const std::string& sentence) override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rig::play
