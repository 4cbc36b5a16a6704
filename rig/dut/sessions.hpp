#pragma once
/// Inside the room: what the session in bytes and the one over files share.

#include <memory>

#include "rig/dut/session.hpp"

namespace rig::dut {

/// What every session keeps: since when it goes on, what happened last, how long it waits.
class AnySession : public Session {
 public:
  AnySession(FarEnd& far_end, const protocol::Contest& contest, SessionOptions options);

  const LinkInfo& info() const override { return far_end_.info(); }
  Health health() override { return far_end_.health(); }
  Outcome begin() override { return begun_with(far_end_.resume()); }
  Outcome reset() override { return begun_with(far_end_.reset()); }
  Duration elapsed() const override;

 protected:
  /// The exchange that this request begins: what it is called, and what is expected.
  Exchange new_exchange(const protocol::Request& request) const;

  const protocol::Contest& page() const { return contest_; }
  const SessionOptions& options() const { return options_; }
  Patience& patience() { return options_.patience == nullptr ? own_patience_ : *options_.patience; }
  /// How long to wait for this reply. Where it is the deadline alone, the exchange says so, and an instant's
  /// width is waited for besides.
  Duration patience_for(Exchange& exchange);

  /// The end of the last thing that happened: nothing is asked before it.
  const Instant& last() const { return last_; }
  void happened(const Instant& at) { last_ = at; }

 private:
  /// The DUT is, or may be, in its power-on state again.
  virtual void begun_anew(const Outcome& outcome) = 0;
  Outcome begun_with(Outcome outcome);

  FarEnd& far_end_;
  const protocol::Contest& contest_;
  SessionOptions options_;
  Patience own_patience_;
  bool started_ = false;
  Instant begun_;
  Instant last_;
};

/// A session over files: each game has a folder of its own. `exchange` and `contest`, which is played over
/// files, must outlive it.
std::unique_ptr<Session> new_file_session(FileExchange& exchange, const protocol::Contest& contest,
                                          SessionOptions options);

}  // namespace rig::dut
