#include "conformance/run/waves/wave_maker.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"

namespace conformance {

using rig::report::CaseRecord;
using rig::report::WaveformRecord;

namespace {

std::string size_text(std::uint64_t bytes) {
  constexpr double mega = 1e6;
  return fmt::format("{:.3g} MB", static_cast<double>(bytes) / mega);
}

}  // namespace

void WaveMaker::case_ended(CaseRecord& record, const rig::dut::OpenOptions& how) {
  const bool failed = record.verdict == rig::Verdict::fail;
  const bool wanted = options_.when == WaveWhen::always || (options_.when == WaveWhen::fail && failed);
  if (!wanted || recording_->lives().empty()) return;
  try {
    record.waveform = write(record, how);
  } catch (const std::exception& failure) {
    record.waveform = WaveformRecord{};
    record.waveform->error = failure.what();
  }
  listener_.doing({});
}

WaveformRecord WaveMaker::write(const CaseRecord& record, const rig::dut::OpenOptions& how) {
  if (!traced_) {
    listener_.doing("building the model for waveforms");
    traced_ = rig::dut::open_traced_model(dut_, how);
  }
  listener_.doing("writing the waveform of " + record.id);
  std::filesystem::create_directories(options_.folder);
  rig::WaveformOptions options;
  options.file = std::filesystem::path(options_.folder) / (record.id + ".fst");
  options.fault = traced_->fault;
  options.before = options_.before;
  options.after = options_.after;
  options.limit = options_.limit;
  std::size_t life = recording_->lives().size() - 1;
  if (record.verdict == rig::Verdict::fail) {
    recording_->mark();  // what was not noticed in any exchange was noticed at the end
    life = recording_->marked()->life;
    options.failure = recording_->marked()->cycle;
  }
  return record_of(rig::write_waveform(traced_->model, recording_->lives()[life], options), options_.limit);
}

WaveformRecord record_of(const rig::Waveform& wave, std::uint64_t limit) {
  WaveformRecord record;
  record.file = wave.file.string();
  record.command = fmt::format("gtkwave {} {}", rig::shell_quoted(wave.file.string()),
                               rig::shell_quoted(wave.view.string()));
  record.from = wave.from;
  record.until = wave.until;
  record.failure = wave.failure;
  if (wave.shortened)
    record.notes.push_back(
        fmt::format("shorter than was asked for: the limit is {} (--wave-limit)", size_text(limit)));
  if (wave.difference.empty()) {
    record.notes.push_back(
        fmt::format("{}; simulated again from power-on, tx did the same at all of {} edges",
                    size_text(wave.bytes), wave.edges));
  } else {
    record.error = "the waveform is not of this case: " + wave.difference;
  }
  return record;
}

}  // namespace conformance
