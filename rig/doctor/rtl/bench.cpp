#include "rig/doctor/rtl/bench.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/doctor/contest_words.hpp"
#include "rig/link/rtl/find_model.hpp"
#include "rig/link/rtl/rtl_link.hpp"

namespace rig::doctor {

namespace fs = std::filesystem;

namespace {

constexpr double nanoseconds_per_second = 1e9;
constexpr Duration usual_settle = std::chrono::milliseconds(1);
constexpr Duration quiet = std::chrono::milliseconds(10);  // then an answer is over
constexpr std::size_t most_edges = 4000;                   // of a tx that never rests
constexpr std::chrono::seconds patience(20);               // of the person at the terminal

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "rig-doctor-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw RigError("No temporary folder can be made for descriptions.");
  return name;
}

/// Runs an instance, keeps its edges, and gives up when that takes too long.
class Running {
 public:
  Running(RtlInstance& instance, Observation& seen) : instance_(instance), seen_(seen) {}

  /// Until this cycle, rx at this level; or until tx has been quiet for so many clocks after an edge.
  void run(std::uint64_t cycle, bool rx, Trace& trace, std::uint64_t enough = 0) {
    constexpr std::uint64_t slice = 1'000'000;
    while (!over_ && instance_.state().cycle < cycle) {
      const std::uint64_t now = instance_.state().cycle;
      std::uint64_t until = std::min(cycle, now + slice);
      if (enough != 0 && !trace.edges.empty()) {
        const std::uint64_t limit = trace.edges.back().cycle + enough;
        if (now >= limit) return;
        until = std::min(until, limit);
      }
      const rig_model_state state = instance_.run(until, rx, trace.edges.size() < most_edges);
      if (state.stop == RIG_MODEL_TX_CHANGED) {
        trace.edges.push_back({state.cycle - 1, state.tx != 0});
      } else if (state.stop != RIG_MODEL_REACHED) {
        seen_.stopped = instance_.stop_message();
        over_ = true;
      }
      if (std::chrono::steady_clock::now() - begin_ > patience) seen_.cut = over_ = true;
    }
  }

 private:
  RtlInstance& instance_;
  Observation& seen_;
  bool over_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

fs::path description_file(const dut::DutName& name) {
  if (name.target.ends_with(".toml")) return name.target;
  return description_of(*find_model({.model = name.target, .model_dirs = {}}));
}

RtlBench::RtlBench(const dut::DutName& name, const protocol::Contest& contest)
    : contest_(contest),
      request_(first_request(contest)),
      target_(name.target),
      description_(description_file(name)),
      clock_hz_(static_cast<double>(description_.number("clock", "hz").value_or(0))),
      folder_(new_folder()) {
  if (const auto fault = name.settings.find("fault"); fault != name.settings.end()) fault_ = fault->second;
}

RtlBench::~RtlBench() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::shared_ptr<const RtlModel> RtlBench::model(std::span<const Change> changes) {
  if (changes.empty()) {
    if (!own_) own_ = find_model({.model = target_, .faults = !fault_.empty(), .model_dirs = {}});
    // That of an oscillator inside of the device stands in no line.
    if (clock_hz_ == 0) clock_hz_ = std::stod(own_->fact("clock_hz"));
    return own_;
  }
  const fs::path file = folder_ / fmt::format("{}.toml", ++derived_);
  description_.write(file, changes);
  return find_model({.model = file.string(), .faults = !fault_.empty(), .model_dirs = {}});
}

Speech RtlBench::nominal() const {
  return {.bit = clock_hz_ / contest_.baud};
}

Duration RtlBench::settle(const RtlModel& model) {
  const std::string described = model.fact("settle_ns");
  return described.empty() ? usual_settle : Duration(std::stoll(described));
}

std::string RtlBench::asked() const {
  return quoted(contest_.dialect->encode(request_));
}

Observation RtlBench::observe(const std::shared_ptr<const RtlModel>& model, const Manner& manner) const {
  const auto cycles = [&](Duration time) {
    return static_cast<std::uint64_t>(static_cast<double>(time.count()) * clock_hz_ / nanoseconds_per_second);
  };
  Observation seen;
  RtlInstance instance(
      model, {.seed = manner.seed, .fault = fault_level(*model, fault_), .trace_file = {}, .print = {}});
  Running running(instance, seen);
  const bool rest = !manner.speech.inverted;
  seen.unasked.first = instance.state().tx != 0;
  std::uint64_t begin = instance.state().cycle + cycles(manner.before);
  running.run(begin, rest, seen.unasked);
  const auto say = [&](const protocol::Request& request) {
    seen.answer = {instance.state().tx != 0, {}};
    bool level = rest;
    for (const TxEdge& edge : encode(contest_.dialect->encode(request), manner.speech, begin)) {
      running.run(edge.cycle, level, seen.answer);
      level = edge.level;
    }
    const double bits =
        static_cast<double>(contest_.dialect->encode(request).size()) * bits_of_frame(manner.speech);
    seen.end_of_request = begin + static_cast<std::uint64_t>(bits * manner.speech.bit);
    constexpr double bits_of_rest = 20;
    running.run(seen.end_of_request + cycles(manner.window), level, seen.answer,
                std::max(cycles(quiet), static_cast<std::uint64_t>(bits_of_rest * manner.speech.bit)));
  };
  seen.rests_high = instance.state().tx != 0;
  say(request_);
  if (manner.then) {
    begin = instance.state().cycle + 1;
    say(*manner.then);
  }
  return seen;
}

const Observation& RtlBench::first() {
  if (!first_) {
    const auto built = model();
    first_ = observe(built, {.speech = nominal(),
                             .before = settle(*built),
                             .window = contest_.dialect->expects(request_).deadline});
  }
  return *first_;
}

bool RtlBench::answers() {
  const std::array speech = {nominal()};
  return read(first(), speech).has_value();
}

std::optional<Reading> RtlBench::read(const Observation& seen, std::span<const Speech> manners) const {
  for (const Speech& speech : manners) {
    const Decoded found = decode(seen.answer, speech);
    if (found.bytes.empty() || !found.clean) continue;
    if (!is_reply(contest_, request_, found.bytes)) continue;
    const double late =
        static_cast<double>(seen.answer.edges.back().cycle) - static_cast<double>(seen.end_of_request);
    return Reading{speech, found.bytes,
                   Duration(static_cast<Duration::rep>(late / clock_hz_ * nanoseconds_per_second))};
  }
  return std::nullopt;
}

std::optional<Reading> RtlBench::answer_with(std::span<const Change> changes, int power_ons) {
  std::shared_ptr<const RtlModel> built;
  try {
    built = model(changes);
  } catch (const UsageError&) {
    return std::nullopt;
  } catch (const RigError&) {  // it ends itself
    return std::nullopt;
  }
  std::optional<Reading> reading;
  const std::array speech = {nominal()};
  for (int seed = 1; seed <= power_ons; ++seed) {
    const Manner manner = {.speech = nominal(),
                           .before = settle(*built),
                           .window = contest_.dialect->expects(request_).deadline,
                           .seed = static_cast<std::uint64_t>(seed)};
    reading = read(observe(built, manner), speech);
    if (!reading) return std::nullopt;
  }
  return reading;
}

}  // namespace rig::doctor
