#pragma once
/// What cases about the line itself do: bit rates, what disturbs it, and probing beyond what a clause asks.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/suite/case.hpp"
#include "rig/measure/uart_timing.hpp"

namespace conformance {

class WireCase : public Case {
 public:
  /// What the session can do to the wire; NotApplicable where the link has none.
  rig::dut::WireCapability& wire();
  /// So many bits at the contest's rate.
  rig::Duration bits(double count) const;
  /// The host's bit rate, in percent away from nominal, until the next reset.
  void set_host_rate(double percent);
  /// Begins a match and does something to the wire: nothing is said to it, and the next request is
  /// understood, which begins after a silence or at once. False: it went wrong, and the case should end.
  bool recovers_from(const std::string& what, const std::function<rig::Sent(rig::WireControl&)>& disturbance,
                     rig::dut::Spacing spacing = {});
  /// Plays a few turns and watches the line: what its edges tell of the DUT's transmitter.
  rig::UartTiming watch_transmitter();
  /// Where the DUT's device tells to which rate it was set: fails under this aspect, and tells so, when that
  /// is not the contest's.
  bool set_to_another_rate(Aspect aspect);
  /// Holds the rate of the DUT's transmitter against a limit in percent, and reports it.
  void judge_rate(Aspect aspect, const rig::UartTiming& line, double limit);
  /// Reports what else the line tells of the transmitter.
  void report_stop_bits_and_gaps(const rig::UartTiming& line);
  /// From power-on (where the link can): does the DUT answer the handshake and the first request of a game
  /// rightly at this host rate and spacing? For probing beyond what a clause asks: nothing is found by it.
  bool opens_a_game(double host_rate, rig::dut::Spacing spacing);
  /// From the nominal rate by `step` up to `limit`, in percent: the last host rate at which a game opens.
  double last_good_host_rate(double step, double limit);
  /// Sends these requests glued, without waiting for a reply to the first, and reports what came.
  void report_answer(const std::vector<rig::protocol::Request>& requests);
  /// Ends probing: nominal rate, and the DUT ready for the handshake.
  void begin_anew();

 private:
  std::optional<rig::protocol::Reply> probe(const rig::protocol::Request& request, rig::dut::Spacing spacing);
  rig::Duration patience_of_a_probe(const rig::protocol::Request& request);
};

}  // namespace conformance
