#include "rig/link/rtl/waveform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"

namespace rig {

namespace {

/// Periods: [from, until).
struct Window {
  std::uint64_t from = 0;
  std::uint64_t until = 0;
};

struct Written {
  rig_model_trace_state trace{};
  std::vector<TxEdge> tx;
};

std::uint64_t periods_in(Duration time, std::uint32_t hz) {
  constexpr double nanoseconds = 1e9;
  return static_cast<std::uint64_t>(
      std::llround(static_cast<double>(std::max(time, Duration{}).count()) / nanoseconds * hz));
}

Duration time_of(std::uint64_t cycle, std::uint32_t hz) {
  constexpr double nanoseconds = 1e9;
  return Duration(std::llround(static_cast<double>(cycle) / hz * nanoseconds));
}

/// The life again, to the end of the window.
Written simulate(const std::shared_ptr<const RtlModel>& traced, const RtlLife& life, Window window,
                 const WaveformOptions& options) {
  PowerOn how;
  how.seed = life.seed;
  how.fault = options.fault;
  how.trace_file = options.file;
  how.trace_from = window.from;
  how.trace_until = window.until;
  how.trace_limit = options.limit;
  how.trace_mark = options.failure.value_or(0);
  RtlInstance instance(traced, how);
  Written written;
  const auto run_to = [&](std::uint64_t cycle, bool rx) {
    rig_model_state state = instance.state();
    while (state.cycle < cycle && state.stop < RIG_MODEL_FINISHED) {
      state = instance.run(cycle, rx, true);
      if (state.stop == RIG_MODEL_TX_CHANGED) written.tx.push_back({state.cycle - 1, state.tx != 0});
    }
  };
  bool rx = true;
  for (const TxEdge& edge : life.rx) {
    run_to(std::min(edge.cycle, window.until), rx);
    rx = edge.level;
  }
  run_to(window.until, rx);
  if (instance.state().stop == RIG_MODEL_FATAL)
    throw RigError(fmt::format("{}: {}.", options.file.string(), instance.stop_message()));
  written.trace = instance.end_trace();
  return written;
}

std::string in_words(const std::vector<TxEdge>& edges, std::size_t at) {
  return at < edges.size() ? fmt::format("clock {} to {}", edges[at].cycle, edges[at].level ? 1 : 0)
                           : std::string("none");
}

/// Empty where they are the same.
std::string difference_between(const std::vector<TxEdge>& then, const std::vector<TxEdge>& now) {
  const auto [a, b] = std::mismatch(then.begin(), then.end(), now.begin(), now.end());
  if (a == then.end() && b == now.end()) return {};
  const auto at = static_cast<std::size_t>(a - then.begin());
  return fmt::format("edge {} of tx: {} in the case, {} when it was simulated again", at + 1,
                     in_words(then, at), in_words(now, at));
}

std::vector<TxEdge> edges_until(const std::vector<TxEdge>& edges, std::uint64_t cycle) {
  std::vector<TxEdge> some = edges;
  std::erase_if(some, [&](const TxEdge& edge) { return edge.cycle >= cycle; });
  return some;
}

/// Where the request began that came last before the failure: the first edge after a pause of the line.
std::uint64_t request_before(const RtlLife& life, std::uint64_t failure, std::uint64_t pause) {
  std::uint64_t begin = 0;
  std::uint64_t last = 0;
  for (const TxEdge& edge : life.rx) {
    if (edge.cycle > failure) break;
    if (begin == 0 || edge.cycle - last > pause) begin = edge.cycle;
    last = edge.cycle;
  }
  return begin;
}

/// What GTKWave shows at first: the request and what came of it, as far as the window reaches.
std::string view_of(const RtlModel& model, const RtlLife& life, const rig_model_trace_state& trace,
                    const WaveformOptions& options) {
  const std::uint32_t hz = model.number("clock_hz");
  const std::uint64_t bit = hz / std::max(1U, model.number("baud"));
  const auto picoseconds = [&](std::uint64_t cycle) { return 1e12 * static_cast<double>(cycle) / hz; };
  Window shown{trace.first, trace.end};
  if (options.failure) {
    constexpr std::uint64_t margin = 10;  // bits
    const std::uint64_t request = request_before(life, *options.failure, 30 * bit);
    const std::uint64_t begin = request > margin * bit ? request - margin * bit : 0;
    shown = {std::clamp(begin, trace.first, trace.end),
             std::clamp(*options.failure + margin * bit, trace.first, trace.end)};
  }
  constexpr double pixels = 900;
  constexpr double pixels_of_a_frame = 200;  // GTKWave's zoom is the logarithm of a frame's time
  const double span = std::max(1.0, picoseconds(shown.until) - picoseconds(shown.from));
  std::string unset_markers;  // GTKWave's own, A to Z
  for (char name = 'A'; name <= 'Z'; ++name) unset_markers += " -1";
  const double marker = options.failure ? picoseconds(*options.failure) : -1;
  return fmt::format(
      "[dumpfile] \"{}\"\n"
      "[timestart] {:.0f}\n"
      "[size] 1400 420\n"
      "*{:.6f} {:.0f}{}\n"
      "[sst_expanded] 1\n"
      "@28\nrig.clock\n"
      "@200\n-host to board\n"
      "@28\nrig.rx\n"
      "@820\nrig.rx_byte[7:0]\nrig.rx_text[127:0]\n"
      "@200\n-board to host\n"
      "@28\nrig.tx\n"
      "@820\nrig.tx_byte[7:0]\nrig.tx_text[127:0]\n"
      "@28\nrig.failure\n",
      std::filesystem::absolute(options.file).string(), picoseconds(shown.from),
      -std::log2(span / pixels * pixels_of_a_frame), marker, unset_markers);
}

}  // namespace

Waveform write_waveform(const std::shared_ptr<const RtlModel>& traced, const RtlLife& life,
                        const WaveformOptions& options) {
  const std::uint32_t hz = traced->number("clock_hz");
  Waveform wave;
  wave.file = options.file;
  wave.view = std::filesystem::path(options.file).replace_extension(".gtkw");
  Window window{0, life.end};
  if (options.failure) {
    const std::uint64_t before = periods_in(options.before, hz);
    window.from = *options.failure > before ? *options.failure - before : 0;
    window.until = *options.failure + 1 + periods_in(options.after, hz);
    wave.failure = time_of(*options.failure, hz);
  }
  Written written = simulate(traced, life, window, options);
  // The failure has to be in the file: where the limit came first, the window shrinks around it.
  constexpr int most_attempts = 6;
  for (int attempt = 1; written.trace.full != 0 && options.failure && attempt < most_attempts; ++attempt) {
    if (written.trace.end > *options.failure + (window.until - *options.failure) / 2) break;
    constexpr double spare = 0.7;
    const double fits = spare * static_cast<double>(written.trace.end - window.from) /
                        static_cast<double>(window.until - window.from);
    const auto shrunk = [&](std::uint64_t periods) {
      return static_cast<std::uint64_t>(fits * static_cast<double>(periods));
    };
    window = {*options.failure - shrunk(*options.failure - window.from),
              *options.failure + 1 + shrunk(window.until - *options.failure)};
    wave.shortened = true;
    written = simulate(traced, life, window, options);
  }
  wave.shortened = wave.shortened || written.trace.full != 0;
  wave.from = time_of(written.trace.first, hz);
  wave.until = time_of(written.trace.end, hz);
  wave.bytes = written.trace.bytes;
  const std::uint64_t compared = std::min(window.until, life.end);
  wave.difference = difference_between(edges_until(life.tx, compared), edges_until(written.tx, compared));
  wave.edges = edges_until(written.tx, compared).size();
  write_whole(wave.view.string(), view_of(*traced, life, written.trace, options));
  return wave;
}

}  // namespace rig
