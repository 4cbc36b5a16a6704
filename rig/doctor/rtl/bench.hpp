#pragma once
/// A simulated design on the doctor's bench: it is spoken to in any way that it may have got wrong, and built
/// with descriptions that differ from its own.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rig/doctor/rtl/description.hpp"
#include "rig/doctor/rtl/line.hpp"
#include "rig/dut/dut.hpp"
#include "rig/link/rtl/model.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::doctor {

/// How it is spoken to.
struct Manner {
  Speech speech;
  Duration before{};                        ///< from power-on until it is spoken to
  Duration window{};                        ///< for how long an answer is waited for
  std::uint64_t seed = 1;                   ///< of the power-on state
  std::optional<protocol::Request> then{};  ///< said after the answer to the first request
};

/// What the design did.
struct Observation {
  bool rests_high = true;  ///< tx, when it was spoken to
  Trace unasked;           ///< tx from power-on until then
  Trace answer{};          ///< tx from the request on
  std::uint64_t end_of_request = 0;
  std::string stopped;  ///< how it ended itself; empty: it did not
  bool cut = false;     ///< the simulation took too long: it was not waited for as long as asked
};

/// An answer that the contest knows, and how it was written.
struct Reading {
  Speech speech;
  Bytes bytes;
  Duration after{};  ///< the end of the request
};

/// The file that describes a DUT of RTL. UsageError when there is no such model.
std::filesystem::path description_file(const dut::DutName& name);

/// See the head of this file.
class RtlBench {
 public:
  /// UsageError when the description cannot be read. Builds nothing.
  RtlBench(const dut::DutName& name, const protocol::Contest& contest);
  ~RtlBench();
  RtlBench(const RtlBench&) = delete;
  RtlBench& operator=(const RtlBench&) = delete;

  const Description& description() const { return description_; }
  /// The design with these changes; none: as it is described. UsageError when it cannot be built so.
  std::shared_ptr<const RtlModel> model(std::span<const Change> changes = {});

  /// As it is described, at the contest's rate.
  Speech nominal() const;
  double clock_hz() const { return clock_hz_; }
  /// How long after power-on it can be spoken to, by its description.
  static Duration settle(const RtlModel& model);
  const protocol::Request& request() const { return request_; }
  std::string asked() const;

  /// Powers it on and says the contest's first request.
  Observation observe(const std::shared_ptr<const RtlModel>& model, const Manner& manner) const;
  /// The same of the design as it is described, until the contest's deadline; done once. Throws as model().
  const Observation& first();
  /// Whether that was answered as it should be.
  bool answers();
  /// Reads an answer in each of these manners; the first that the contest knows.
  std::optional<Reading> read(const Observation& seen, std::span<const Speech> manners) const;
  /// The answer of the design, built with these changes, to a host that speaks as the contest has it. Nothing
  /// also where it cannot be built so. It has to answer from each of `power_ons` power-on states.
  std::optional<Reading> answer_with(std::span<const Change> changes, int power_ons = 1);

 private:
  const protocol::Contest& contest_;
  protocol::Request request_;
  std::string fault_;
  std::string target_;
  Description description_;
  double clock_hz_;
  std::filesystem::path folder_;  ///< of the descriptions that are tried
  int derived_ = 0;
  std::shared_ptr<const RtlModel> own_;
  std::optional<Observation> first_;
};

}  // namespace rig::doctor
