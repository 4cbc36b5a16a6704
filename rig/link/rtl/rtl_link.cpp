#include "rig/link/rtl/rtl_link.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/base/random.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/link/rtl/find_model.hpp"

namespace rig {

namespace {

constexpr std::uint64_t nanoseconds_per_second = 1'000'000'000;
constexpr std::uint32_t half_bits_of_a_byte = 20;
constexpr std::uint32_t stop_bit = 9;  // bits are counted from the start bit, 0
constexpr Duration usual_settle = std::chrono::milliseconds(1);
constexpr std::size_t keep_printed = 4000;

std::uint64_t nanoseconds(Duration time) {
  return time.count() > 0 ? static_cast<std::uint64_t>(time.count()) : 0;
}

// Split at the second, so that hours of simulated time do not overflow.
std::uint64_t cycles_down(Duration time, std::uint32_t hz) {
  const std::uint64_t ns = nanoseconds(time);
  return ns / nanoseconds_per_second * hz + ns % nanoseconds_per_second * hz / nanoseconds_per_second;
}

std::uint64_t cycles_up(Duration time, std::uint32_t hz) {
  const std::uint64_t ns = nanoseconds(time);
  return ns / nanoseconds_per_second * hz +
         (ns % nanoseconds_per_second * hz + nanoseconds_per_second - 1) / nanoseconds_per_second;
}

Duration time_of(std::uint64_t cycle, std::uint32_t hz, std::uint64_t round_up_by) {
  const std::uint64_t ns =
      cycle / hz * nanoseconds_per_second + (cycle % hz * nanoseconds_per_second + round_up_by) / hz;
  return Duration(static_cast<Duration::rep>(ns));
}

std::string readable_rate(std::uint32_t hz) {
  if (hz % 1'000'000 == 0) return fmt::format("{} MHz", hz / 1'000'000);
  if (hz % 1'000 == 0) return fmt::format("{} kHz", hz / 1'000);
  return fmt::format("{} Hz", hz);
}

std::string lines_in_words(std::uint64_t lines) {
  return fmt::format("{} line{}", lines, lines == 1 ? "" : "s");
}

/// A design that ends itself before anybody has spoken to it cannot be tested: not as it was described.
[[noreturn]] void refuse_design(const RtlModel& model, const std::string& how, const std::string& printed) {
  std::string text = fmt::format("{}: the model of \"{}\" ended itself before its first request: {}.",
                                 model.fact("description"), model.fact("name"), how);
  const bool more = printed.find('\n') + 1 < printed.size() && printed.find('\n') != std::string::npos;
  if (more) text += "\nIt had printed:\n" + printed;
  if (how.find("$readmem") != std::string::npos)
    text += " Name the data file under \"files\" in the description.";
  throw RigError(text);
}

}  // namespace

std::uint32_t fault_level(const RtlModel& model, const std::string& fault) {
  if (fault.empty()) return 0;
  const auto found = model.faults().find(fault);
  if (found != model.faults().end()) return found->second;
  if (model.faults().empty())
    throw UsageError(fmt::format("The model {} has no faults.", model.fact("name")));
  std::vector<std::string> known;
  for (const auto& [name, level] : model.faults()) known.push_back(name);
  throw UsageError(unknown_value("fault of " + model.fact("name"), fault, known));
}

RtlLink::RtlLink(std::shared_ptr<const RtlModel> model, const RtlOptions& options)
    : model_(std::move(model)),
      time_(options.time ? options.time : std::make_shared<SimulatedTime>()),
      clock_hz_(model_->number("clock_hz")),
      baud_(model_->number("baud")),
      trace_file_(options.trace_file),
      recording_(options.recording),
      coverage_file_(options.coverage_file),
      from_zero_(options.from_zero),
      variation_(options.variation),
      seed_(options.seed),
      host_grid_(clock_hz_, baud_),
      dut_grid_(clock_hz_, baud_) {
  options_.fault = fault_level(*model_, options.fault);
  if (options_.fault != 0 && !model_->fact("build").starts_with("faults")) {
    throw RigError(fmt::format("{} was built without its faults.", model_->path().string()));
  }
  options_.skip = options.skip == SkipPolicy::where_sound;
  print_ = options.print;
  options_.print = [this](std::string_view text) { keep_print(text); };
  fill_info(options);
  power_on(cycles_up(time_->now(), clock_hz_));
  if (const std::string what = instance_->still_changes(); !what.empty()) {
    info_.facts["skip"] = fmt::format("on, but in its first {} it neither rested nor repeated itself: {}",
                                      readable(settle_), what);
  }
  if (instance_->printed_lines() > 0) {
    info_.facts["printed"] =
        fmt::format("{} before its first request, the first: {}", lines_in_words(instance_->printed_lines()),
                    printed_.substr(0, printed_.find('\n')));
  }
}

RtlLink::~RtlLink() {
  if (coverage_file_.empty()) return;
  try {
    instance_->write_coverage(coverage_file_);
  } catch (const RigError&) {  // its reader finds no file, and says so
  }
}

void RtlLink::fill_info(const RtlOptions& options) {
  info_.name = "rtl:" + (options.model.empty() ? model_->fact("name") : options.model) +
               (options.fault.empty() ? "" : "?fault=" + options.fault);
  info_.description = fmt::format("Verilated RTL, {}, {} 8N1", readable_rate(clock_hz_), baud_);
  info_.clock_kind = ClockKind::simulated;
  info_.clock = time_->clock();
  info_.can_reset = true;
  info_.has_wire = true;
  info_.sees_framing = true;
  info_.uncertainty = time_of(1, clock_hz_, clock_hz_ - 1);
  info_.facts = model_->facts();
  info_.facts["seed"] = std::to_string(options.seed);
  info_.facts.erase("settle_ns");
  info_.facts["settle"] = choose_settle(options);
  if (options.from_zero) info_.facts["registers_at_power_on"] = "zero";
  if (!options.fault.empty()) info_.facts["fault"] = options.fault;
  if (const char* reason = model_->table().skip_off_reason) {
    info_.facts["skip"] = fmt::format("off: {}", reason);
  } else {
    info_.facts["skip"] = options_.skip ? "on" : "off: as asked";
  }
}

/// Sets how long it is not listened to from power-on; says so for people.
std::string RtlLink::choose_settle(const RtlOptions& options) {
  const std::string described = model_->fact("settle_ns");
  settle_ = usual_settle;
  std::string why = "the usual time";
  if (!described.empty()) {
    settle_ = Duration(std::stoll(described));
    why = "as its description says";
  }
  if (options.settle) {
    settle_ = *options.settle;
    why = "as was asked for";
  }
  return fmt::format("what it does in the first {} from power-on is ignored ({})", readable(settle_), why);
}

// Power ------------------------------------------------------------------------------------------

void RtlLink::power_on(std::uint64_t cycle) {
  if (instance_) evaluated_by_others_ += instance_->state().evaluated;
  instance_.reset();
  host_edges_.clear();
  host_level_ = true;
  host_grid_ = BitGrid(clock_hz_, baud_);
  gap_ = 0;
  watching_ = false;
  watched_.clear();
  events_.clear();
  drop_put_back();
  gone_ = false;

  options_.seed = power_ons_ == 0 ? seed_ : derive_seed(seed_, fmt::format("power-on {}", power_ons_));
  if (variation_ != 0) options_.seed = derive_seed(options_.seed, fmt::format("variation {}", variation_));
  if (options_.seed == RIG_MODEL_FROM_ZERO) --options_.seed;  // a model takes it for no seed
  if (from_zero_) options_.seed = RIG_MODEL_FROM_ZERO;
  ++power_ons_;
  options_.trace_file = next_trace_file();
  spoken_to_ = false;
  printed_.clear();
  powered_on_at_ = cycle;
  instance_ = std::make_unique<RtlInstance>(model_, options_);
  if (recording_) recording_->power_on(options_.seed, time_of(cycle, clock_hz_, 0), clock_hz_);
  const rig_model_state state = settle(instance_->state());
  done_ = cycle + state.cycle;
  host_free_ = {done_, 0};
  dut_level_ = state.tx != 0;
  listening_ = Listening::for_start;
  if (!dut_level_) begin_byte(done_);
  if (state.stop >= RIG_MODEL_FINISHED) hang_up(state);
}

/// Lets the time pass in which nobody listens to the design.
rig_model_state RtlLink::settle(rig_model_state state) {
  const std::uint64_t end = cycles_up(settle_, clock_hz_);
  ignored_edges_ = 0;
  while (state.cycle < end && state.stop < RIG_MODEL_FINISHED) {
    state = instance_->run(end, true, true);
    if (state.stop != RIG_MODEL_TX_CHANGED) continue;
    ++ignored_edges_;
    if (record_edges_) edges_.push_back({powered_on_at_ + state.cycle - 1, state.tx != 0});
    if (recording_) recording_->tx_changed({state.cycle - 1, state.tx != 0});
  }
  return state;
}

void RtlLink::keep_print(std::string_view text) {
  if (!spoken_to_) printed_.append(text.substr(0, keep_printed - std::min(keep_printed, printed_.size())));
  if (print_) print_(text);
}

std::filesystem::path RtlLink::next_trace_file() const {
  if (trace_file_.empty() || resets_ == 0) return trace_file_;
  std::filesystem::path numbered = trace_file_;
  numbered.replace_filename(
      fmt::format("{}-{}{}", trace_file_.stem().string(), resets_ + 1, trace_file_.extension().string()));
  return numbered;
}

Outcome RtlLink::reset() {
  ++resets_;
  const std::uint64_t printed = instance_->printed_lines();
  power_on(std::max(done_, cycles_up(time_->now(), clock_hz_)));
  const Instant ready = instant_of(done_);
  time_->told(ready.latest);
  std::string note = from_zero_ ? std::string("a new model, its registers at 0")
                                : fmt::format("a new model, power-on seed {}", options_.seed);
  if (ignored_edges_ > 0)
    note += fmt::format("; in its first {} its line changed {} times, which was ignored", readable(settle_),
                        ignored_edges_);
  if (printed > 0) note += fmt::format("; before that it had printed {}", lines_in_words(printed));
  return {true, ready, std::move(note)};
}

void RtlLink::reseed(std::uint64_t seed) {
  seed_ = seed;
  power_ons_ = 0;
}

void RtlLink::hang_up(const rig_model_state& state) {
  gone_ = true;
  std::string how = instance_->stop_message();
  if (how.empty()) how = fmt::format("the design ended itself ({})", state.stop);
  if (state.stop > RIG_MODEL_FINISHED && !spoken_to_) refuse_design(*model_, how, printed_);
  events_.emplace_back(HungUp{std::move(how), instant_of(done_)});
}

// The host's line --------------------------------------------------------------------------------

void RtlLink::drive(bool level, std::uint64_t cycle) {
  const bool before = host_edges_.empty() ? host_level_ : host_edges_.back().level;
  if (level != before) host_edges_.push_back({cycle, level});
}

GridPosition RtlLink::book_byte(GridPosition start, std::uint8_t value, bool stop) {
  // Start bit, eight data bits from the lowest up, stop bit.
  const std::uint32_t levels = static_cast<std::uint32_t>(value) << 1 | static_cast<std::uint32_t>(stop)
                                                                            << stop_bit;
  for (std::uint32_t bit = 0; bit <= stop_bit; ++bit) {
    drive((levels >> bit & 1) != 0, BitGrid::edge_at_or_after(host_grid_.after(start, 2 * bit)));
  }
  const GridPosition end = host_grid_.after(start, half_bits_of_a_byte);
  drive(true, BitGrid::edge_at_or_after(end));
  return end;
}

GridPosition RtlLink::start_of_sending(const Instant& not_before) const {
  if (!(not_before.clock == info_.clock)) {
    throw RigError(fmt::format("{} was asked to send at an instant of another clock.", info_.name));
  }
  // The edge lies in the period before the one that sees it, so that one must end no earlier than asked.
  const GridPosition asked{cycles_up(not_before.latest, clock_hz_) + 1, 0};
  return std::max({asked, GridPosition{done_, 0}, host_free_});
}

Sent RtlLink::sent(GridPosition begin, GridPosition end) {
  const auto seen_at = [this](GridPosition at) {
    const std::uint64_t edge = BitGrid::edge_at_or_after(at);
    return instant_of(edge > 0 ? edge - 1 : 0);
  };
  const Sent when{seen_at(begin), seen_at(end)};
  time_->told(when.last_bit.latest);
  spoken_to_ = true;
  return when;
}

Sent RtlLink::send(ByteView bytes, Instant not_before) {
  const GridPosition begin = start_of_sending(not_before);
  GridPosition end = begin;
  GridPosition next = begin;
  for (const std::uint8_t value : bytes) {
    end = book_byte(next, value, true);
    next = {end.cycle + gap_, end.part};
  }
  host_free_ = next;
  return sent(begin, end);
}

void RtlLink::set_bit_rate_offset(std::int32_t parts_per_million) {
  host_grid_ = BitGrid(clock_hz_, baud_, parts_per_million);
  host_free_ = {BitGrid::edge_at_or_after(host_free_), 0};  // fractions of the new grid are other fractions
}

void RtlLink::set_gap_between_bytes(Duration gap) {
  gap_ = periods_in(gap);
}

Sent RtlLink::pull_low(std::uint64_t width, std::uint64_t settle) {
  const GridPosition begin{BitGrid::edge_at_or_after(std::max(GridPosition{done_ + 1, 0}, host_free_)), 0};
  drive(false, begin.cycle);
  drive(true, begin.cycle + width);
  host_free_ = {begin.cycle + width + settle, 0};
  return sent(begin, host_free_);
}

Sent RtlLink::glitch(Duration width, Duration settle) {
  return pull_low(std::max<std::uint64_t>(1, periods_in(width)), periods_in(settle));
}

Sent RtlLink::send_break(Duration length) {
  return pull_low(std::max<std::uint64_t>(1, periods_in(length)), host_grid_.after({}, 2).cycle);
}

Sent RtlLink::send_with_framing_error(std::uint8_t value) {
  const GridPosition begin = std::max(GridPosition{done_ + 1, 0}, host_free_);
  const GridPosition end = book_byte(begin, value, false);
  host_free_ = host_grid_.after(end, 2);  // high for one bit, so that the next start bit has an edge
  return sent(begin, end);
}

void RtlLink::watch_line() {
  watching_ = true;
  watched_.clear();
}

std::vector<LineEdge> RtlLink::take_edges() {
  return std::exchange(watched_, {});
}

// The DUT's line ---------------------------------------------------------------------------------

Event RtlLink::do_receive(Instant until) {
  if (!(until.clock == info_.clock)) {
    throw RigError(fmt::format("{} was asked to wait for an instant of another clock.", info_.name));
  }
  if (events_.empty()) simulate_until(cycles_down(until.latest, clock_hz_) + 1);
  if (events_.empty() || rig::instant_of(events_.front()).earliest > until.latest) {
    time_->told(until.latest);
    return TimedOut{until};
  }
  Event event = events_.front();
  if (!std::holds_alternative<HungUp>(event)) events_.pop_front();
  time_->told(rig::instant_of(event).latest);
  return event;
}

void RtlLink::simulate_until(std::uint64_t cycle) {
  while (done_ < cycle && events_.empty() && !gone_) {
    for (; !host_edges_.empty() && host_edges_.front().cycle <= done_; host_edges_.pop_front()) {
      host_level_ = host_edges_.front().level;
      if (recording_) recording_->rx_changed({done_ - powered_on_at_, host_level_});
    }
    const bool watch = recording_ || record_edges_ || watching_ || listening_ != Listening::in_byte;
    const rig_model_state state = instance_->run(next_stop(cycle) - powered_on_at_, host_level_, watch);
    done_ = powered_on_at_ + state.cycle;
    if (recording_) recording_->simulated(state.cycle);
    const bool level = state.tx != 0;
    if (watch && level != dut_level_) tx_changed(level, done_ - 1);
    dut_level_ = level;
    if (listening_ == Listening::in_byte && done_ == sample_at_.cycle + 1) sample(level);
    if (state.stop >= RIG_MODEL_FINISHED) hang_up(state);
  }
}

/// Up to where nothing is to be done to either line, at most `limit`.
std::uint64_t RtlLink::next_stop(std::uint64_t limit) const {
  std::uint64_t stop = limit;
  if (!host_edges_.empty()) stop = std::min(stop, host_edges_.front().cycle);
  if (listening_ == Listening::in_byte) stop = std::min(stop, sample_at_.cycle + 1);
  return stop;
}

void RtlLink::tx_changed(bool level, std::uint64_t cycle) {
  if (record_edges_) edges_.push_back({cycle, level});
  if (recording_) recording_->tx_changed({cycle - powered_on_at_, level});
  if (watching_) watched_.push_back({instant_of(cycle), level});
  if (listening_ == Listening::for_start && !level) begin_byte(cycle);
  if (listening_ == Listening::for_high && level) listening_ = Listening::for_start;
}

void RtlLink::begin_byte(std::uint64_t cycle) {
  listening_ = Listening::in_byte;
  byte_start_ = {cycle, 0};
  sample_at_ = dut_grid_.after(byte_start_, 1);
  bit_ = 0;
  bits_ = 0;
}

void RtlLink::sample(bool level) {
  if (bit_ == 0 && level) {  // over before the middle of a start bit
    events_.emplace_back(LineError{LineError::Kind::framing, 0xff, instant_of(done_ - 1)});
    listening_ = Listening::for_start;
    return;
  }
  bits_ |= static_cast<std::uint32_t>(level) << bit_;
  if (bit_ < stop_bit) {
    ++bit_;
    sample_at_ = dut_grid_.after(sample_at_, 2);
    return;
  }
  const auto value = static_cast<std::uint8_t>(bits_ >> 1 & 0xff);
  const Instant end = instant_of(dut_grid_.after(byte_start_, half_bits_of_a_byte).cycle);
  if (level) {
    events_.emplace_back(Byte{value, instant_of(byte_start_.cycle), end});
    listening_ = Listening::for_start;
  } else {
    const auto kind = bits_ == 0 ? LineError::Kind::line_break : LineError::Kind::framing;
    events_.emplace_back(LineError{kind, value, end});
    listening_ = Listening::for_high;
  }
}

// Time -------------------------------------------------------------------------------------------

/// The nearest whole number of periods.
std::uint64_t RtlLink::periods_in(Duration time) const {
  return cycles_down(time + Duration(nanoseconds_per_second / clock_hz_ / 2), clock_hz_);
}

Instant RtlLink::instant_of(std::uint64_t cycle) const {
  return {info_.clock, time_of(cycle, clock_hz_, 0), time_of(cycle + 1, clock_hz_, clock_hz_ - 1)};
}

SimulationEffort RtlLink::effort() const {
  return {done_, evaluated_by_others_ + instance_->state().evaluated};
}

std::shared_ptr<const RtlModel> model_for(const RtlOptions& options) {
  ModelQuery query{options.model, false, !options.trace_file.empty(), options.model_dirs, options.coverage};
  if (!options.fault.empty()) {
    // By name: the ordinary build knows the faults too, and there is none for faults if it has none.
    if (!options.model.ends_with(".toml")) {
      fault_level(*find_model({options.model, false, false, options.model_dirs}), options.fault);
    }
    query.faults = true;
  }
  return find_model(query);
}

std::unique_ptr<RtlLink> open_rtl(const RtlOptions& options) {
  return std::make_unique<RtlLink>(model_for(options), options);
}

}  // namespace rig
