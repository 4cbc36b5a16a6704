#pragma once
/// A link to a Verilated design, in simulated time.
///
/// **Instants.** Each is one clock period wide: [c, c + 1) periods after the domain's zero, in nanoseconds,
/// rounded outward. An edge of tx made by clock edge c lies in period c. An edge of the host's line lies in
/// the period before the clock edge that first sees it. Byte::first_bit is the measured falling edge,
/// Byte::last_bit lies ten nominal bit periods after it; a DUT whose bits are a little short may start its
/// next byte before that.
///
/// **The host's line.** Bit boundaries follow the exact, fractional bit period without drift; bytes of one
/// send, and of sends that follow each other, are back to back. send() only books the edges and returns when
/// they will be: the design is simulated when an event is asked for. Full duplex.
///
/// **The DUT's line.** A falling edge starts a byte; the line is then sampled in the middle of each bit, at
/// the nominal rate. A start bit that is over by its middle, or a low stop bit, is a LineError (a break if
/// all ten bits are low); the line must be high again before the next byte.
///
/// **Power.** reset() is a new instance with new random registers; simulated time goes on. What the design
/// does in the first millisecond (RtlOptions::settle) is ignored: it may be configuring itself, and drive
/// nothing yet. $finish, $stop and $fatal are HungUp; but $stop and $fatal before anything was said to the
/// design (a data file that is missing, a parameter that it refuses) are mistakes of its description:
/// RigError.

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/link/link.hpp"
#include "rig/link/rtl/bit_grid.hpp"
#include "rig/link/rtl/model.hpp"
#include "rig/link/rtl/recording.hpp"
#include "rig/link/rtl/simulated_time.hpp"

namespace rig {

/// Whether an instance may jump while nothing changes.
enum class SkipPolicy {
  where_sound,  ///< as far as the design allows; LinkInfo::facts says whether it does
  never,        ///< evaluate every clock
};

/// How to open an RTL link.
struct RtlOptions {
  std::string
      model;  ///< what stands after `rtl:`: a model's name, or a description's path ending with `.toml`
  std::string fault;       ///< a defect to switch on; empty: none
  std::uint64_t seed = 1;  ///< of the power-on states: this one's directly, each later one's derived from it
  /// Whether registers that nothing gives a value start at 0, whatever the description states.
  bool from_zero = false;
  std::uint64_t variation = 0;                    ///< other than 0: other power-on states by the same seeds
  std::vector<std::filesystem::path> model_dirs;  ///< looked at before the usual places
  SkipPolicy skip = SkipPolicy::where_sound;
  std::shared_ptr<SimulatedTime> time;  ///< shared with the other links of a match; null: a time of its own
  std::filesystem::path
      trace_file;  ///< an FST file; each reset() begins another (`FILE`, `FILE-2` …); empty: none
  /// Is told all that happens on both lines; costs a look at tx in every evaluated clock. Null: nothing is.
  std::shared_ptr<RtlRecording> recording{};
  bool coverage = false;                        ///< a build that counts which of its lines were reached
  std::filesystem::path coverage_file = {};     ///< to which the link writes that at its end; empty: nowhere
  std::function<void(std::string_view)> print;  ///< receives what the design prints; empty: dropped
  /// For how long from power-on the line is not listened to; nothing: as the description says, or 1 ms.
  std::optional<Duration> settle;
};

/// How much was simulated.
struct SimulationEffort {
  std::uint64_t cycles = 0;     ///< clock periods that have passed since the link was opened
  std::uint64_t evaluated = 0;  ///< of these, really evaluated
};

/// See the head of this file.
class RtlLink final : public Link, private WireControl {
 public:
  /// Powers the model on. Of `options` the model's whereabouts are not looked at. Throws UsageError when the
  /// model has no such fault.
  RtlLink(std::shared_ptr<const RtlModel> model, const RtlOptions& options);
  ~RtlLink() override;
  RtlLink(const RtlLink&) = delete;
  RtlLink& operator=(const RtlLink&) = delete;

  const LinkInfo& info() const override { return info_; }
  Sent send(ByteView bytes, Instant not_before) override;
  Outcome reset() override;
  WireControl* wire() override { return this; }
  /// The next reset() powers on with exactly this seed, later ones with seeds derived from it.
  void reseed(std::uint64_t seed) override;

  /// Keeps every edge of tx from now on; costs a look at tx in every evaluated clock.
  void record_edges() { record_edges_ = true; }
  const std::vector<TxEdge>& edges() const { return edges_; }
  /// Edges of the host's line that are booked and not yet driven: the clock edge that first sees each, and
  /// its level.
  const std::deque<TxEdge>& booked_edges() const { return host_edges_; }

  SimulationEffort effort() const;

 protected:
  Event do_receive(Instant until) override;

 private:
  enum class Listening { for_start, in_byte, for_high };

  void set_bit_rate_offset(std::int32_t parts_per_million) override;
  void set_gap_between_bytes(Duration gap) override;
  Sent glitch(Duration width, Duration settle) override;
  Sent send_break(Duration length) override;
  Sent send_with_framing_error(std::uint8_t value) override;
  void watch_line() override;
  std::vector<LineEdge> take_edges() override;

  void power_on(std::uint64_t cycle);
  void fill_info(const RtlOptions& options);
  std::string choose_settle(const RtlOptions& options);
  rig_model_state settle(rig_model_state state);
  void keep_print(std::string_view text);
  std::filesystem::path next_trace_file() const;

  void drive(bool level, std::uint64_t cycle);
  GridPosition book_byte(GridPosition start, std::uint8_t value, bool stop_bit);
  GridPosition start_of_sending(const Instant& not_before) const;
  Sent sent(GridPosition begin, GridPosition end);
  Sent pull_low(std::uint64_t width, std::uint64_t settle);

  void simulate_until(std::uint64_t cycle);
  std::uint64_t next_stop(std::uint64_t limit) const;
  void tx_changed(bool level, std::uint64_t cycle);
  void sample(bool level);
  void begin_byte(std::uint64_t cycle);
  void hang_up(const rig_model_state& state);

  std::uint64_t periods_in(Duration time) const;
  Instant instant_of(std::uint64_t cycle) const;

  std::shared_ptr<const RtlModel> model_;
  std::shared_ptr<SimulatedTime> time_;
  LinkInfo info_;
  std::uint32_t clock_hz_;
  std::uint32_t baud_;
  PowerOn options_;
  Duration settle_{};
  std::function<void(std::string_view)> print_;
  std::filesystem::path trace_file_;
  std::shared_ptr<RtlRecording> recording_;
  std::filesystem::path coverage_file_;
  bool from_zero_;
  std::uint64_t variation_;
  std::uint64_t seed_;
  std::uint64_t power_ons_ = 0;  // with this seed
  std::uint64_t resets_ = 0;     // of the link

  std::unique_ptr<RtlInstance> instance_;
  std::uint64_t powered_on_at_ = 0;        // the instance's cycle 0, in the domain's cycles
  std::uint64_t done_ = 0;                 // periods of the domain simulated so far
  std::uint64_t ignored_edges_ = 0;        // of tx, while the design settled
  bool spoken_to_ = false;                 // since power-on
  std::string printed_;                    // by the design, until it was spoken to
  std::uint64_t evaluated_by_others_ = 0;  // by instances that are gone

  BitGrid host_grid_;
  std::deque<TxEdge> host_edges_;
  bool host_level_ = true;
  GridPosition host_free_;  // end of what has been booked
  std::uint64_t gap_ = 0;

  BitGrid dut_grid_;
  Listening listening_ = Listening::for_start;
  GridPosition byte_start_;
  GridPosition sample_at_;
  std::uint32_t bit_ = 0;
  std::uint32_t bits_ = 0;
  bool dut_level_ = true;

  std::deque<Event> events_;
  bool gone_ = false;
  bool record_edges_ = false;
  std::vector<TxEdge> edges_;
  bool watching_ = false;  // for whoever holds the wire; ends with the power
  std::vector<LineEdge> watched_;
};

/// Finds (or builds) the model that these options want. Throws what open_rtl throws.
std::shared_ptr<const RtlModel> model_for(const RtlOptions& options);

/// The level of the fault pin that switches this defect on; 0 for none. UsageError for an unknown one.
std::uint32_t fault_level(const RtlModel& model, const std::string& fault);

/// Finds (or builds) the model and powers it on. Throws UsageError for an unknown model or fault, naming the
/// nearest known one, and for a description or design that cannot be built.
std::unique_ptr<RtlLink> open_rtl(const RtlOptions& options);

}  // namespace rig
