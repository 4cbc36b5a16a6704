#pragma once
/// A Verilated model in a shared object, and instances of it.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rig/base/descriptor.hpp"
#include "rtl_models/harness/rig_model.h"

namespace rig {

/// A loaded shared object. Stays loaded as long as the process lives.
class RtlModel {
 public:
  /// Throws RigError when the object cannot be loaded or is of another version of the interface.
  static std::shared_ptr<const RtlModel> load(const std::filesystem::path& object);
  /// One that may be removed by others to make room, but not before it is loaded, and not as long as it is
  /// referred to. Null when it has been removed already.
  static std::shared_ptr<const RtlModel> load_from_cache(const std::filesystem::path& object);

  /// Keeps a model in the cache as long as the descriptor lives. Not open when it has been removed already.
  static Descriptor hold_in_cache(const std::filesystem::path& object);

  const rig_model_table& table() const { return *table_; }
  const std::filesystem::path& path() const { return path_; }

  /// Everything the builder wrote down: `name`, `compiler_flags`, `verilator`, `source_hash`, `description` …
  const std::map<std::string, std::string>& facts() const { return facts_; }
  /// Empty when there is no such fact.
  std::string fact(const std::string& key) const;
  /// Throws RigError when there is no such number.
  std::uint32_t number(const std::string& key) const;
  /// The defects that can be switched on, by name; their values mean something in the build for faults only.
  const std::map<std::string, std::uint32_t>& faults() const { return faults_; }

 private:
  RtlModel() = default;
  static std::shared_ptr<const RtlModel> load(const std::filesystem::path& object, Descriptor in_use);
  void read_faults();

  std::filesystem::path path_;
  Descriptor in_use_;  ///< holds a shared lock on the file
  const rig_model_table* table_ = nullptr;
  std::map<std::string, std::string> facts_;
  std::map<std::string, std::uint32_t> faults_;
};

/// How an instance is powered on.
struct PowerOn {
  std::uint64_t seed = 1;            ///< of every register's first value; RIG_MODEL_FROM_ZERO: each is 0
  std::uint32_t fault = 0;           ///< level of the fault pin; 0: none
  bool skip = true;                  ///< jump while nothing can change, where that is sound
  std::filesystem::path trace_file;  ///< empty: none
  std::uint64_t trace_from = 0;      ///< the first period that is written to it
  std::uint64_t trace_until = ~std::uint64_t{0};  ///< the period after the last one
  std::uint64_t trace_limit = 0;                  ///< bytes; 0: none
  std::uint64_t trace_mark = 0;                   ///< the period where `rig.failure` rises; 0: nowhere
  std::function<void(std::string_view)> print;    ///< receives the first lines that it prints; may be empty
};

/// One instance of a design, from power-on until it is destroyed. Cycles count from its power-on.
class RtlInstance {
 public:
  /// Powers it on and runs the reset sequence, rx high. Throws RigError when memory is out, or when a trace
  /// is wanted of a model that was built without.
  RtlInstance(std::shared_ptr<const RtlModel> model, PowerOn options);

  rig_model_state state() const { return model_->table().state(instance_.get()); }
  /// See rig_model_table::run.
  rig_model_state run(std::uint64_t cycle, bool rx, bool watch_tx) {
    return model_->table().run(instance_.get(), cycle, rx ? 1 : 0, watch_tx ? 1 : 0);
  }
  /// See rig_model_table::run_raw.
  rig_model_state run_raw(std::uint64_t cycles) { return model_->table().run_raw(instance_.get(), cycles); }
  /// `$finish at top.sv:12`; empty while the design runs.
  std::string stop_message() const { return model_->table().stop_message(instance_.get()); }
  /// See rig_model_table::still_changes.
  std::string still_changes() { return model_->table().still_changes(instance_.get()); }
  /// See rig_model_table::unlike. `other` is an instance of the same model.
  std::vector<std::string> unlike(const RtlInstance& other);
  /// How many lines the design has printed; only the first of them were handed to PowerOn::print.
  std::uint64_t printed_lines() const { return model_->table().printed_lines(instance_.get()); }
  /// Closes the waveform, if one is open; what is in it.
  rig_model_trace_state end_trace() { return model_->table().end_trace(instance_.get()); }
  /// See rig_model_table::write_coverage. RigError when it cannot be written.
  void write_coverage(const std::filesystem::path& file);

 private:
  std::shared_ptr<const RtlModel> model_;
  std::unique_ptr<PowerOn> options_;  // the print callback must stay where it is
  std::unique_ptr<rig_model, void (*)(rig_model*)> instance_;
};

}  // namespace rig
