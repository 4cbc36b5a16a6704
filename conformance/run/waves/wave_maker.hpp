#pragma once
/// Writes the waveforms of the cases that a worker runs.

#include <memory>
#include <optional>
#include <string>

#include "conformance/run/listener.hpp"
#include "conformance/run/waves/wave_options.hpp"
#include "rig/dut/dut.hpp"
#include "rig/link/rtl/recording.hpp"
#include "rig/link/rtl/waveform.hpp"
#include "rig/report/record.hpp"

namespace conformance {

class WaveMaker {
 public:
  /// The listener is told what takes a while.
  WaveMaker(WaveOptions options, rig::dut::DutName dut, RunListener& listener)
      : options_(std::move(options)), dut_(std::move(dut)), listener_(listener) {}

  /// What the link is to tell of each case; null where no waveform is wanted.
  const std::shared_ptr<rig::RtlRecording>& recording() const { return recording_; }

  /// A case has ended: simulates it again with tracing, if a waveform of it is wanted, and adds that to the
  /// record. What goes wrong stands there. `how`: as the DUT was opened.
  void case_ended(rig::report::CaseRecord& record, const rig::dut::OpenOptions& how);

 private:
  rig::report::WaveformRecord write(const rig::report::CaseRecord& record, const rig::dut::OpenOptions& how);

  WaveOptions options_;
  rig::dut::DutName dut_;
  RunListener& listener_;
  std::shared_ptr<rig::RtlRecording> recording_ =
      options_.when == WaveWhen::never ? nullptr : std::make_shared<rig::RtlRecording>();
  std::optional<rig::dut::TracedModel> traced_;  // once it was needed
};

/// The waveform as the report has it.
rig::report::WaveformRecord record_of(const rig::Waveform& wave, std::uint64_t limit);

}  // namespace conformance
