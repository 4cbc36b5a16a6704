// One period of the first clock among several: every edge of every clock in it, in the order of time.
// Included by rig_model.cpp. Edges that fall on the same instant are seen by the design at once.
#pragma once

namespace several {

constexpr unsigned count = sizeof rig_model_clocks / sizeof rig_model_clocks[0];

struct Edge {
  std::uint64_t time;
  bool rising;
};

// The first edge of a further clock at or after `time`. The clock has always run: at 0 it is in the middle of
// a period if its phase is not 0.
inline Edge first_edge(const RigModelClock& clock, std::uint64_t time) {
  const std::uint64_t before = 2 * clock.half_period - clock.phase;  // from a rising edge to time 0
  const std::uint64_t number = (time + before + clock.half_period - 1) / clock.half_period;
  return {number * clock.half_period - before, number % 2 == 0};
}

}  // namespace several

void drive_clocks_before_power_on(RigModelRoot& root) {
  for (unsigned i = 0; i < several::count; ++i) {
    rig_model_drive_clock(root, i, !several::first_edge(rig_model_clocks[i], 0).rising);
  }
}

void step(rig_model& model, RigModelRoot& root, std::uint64_t cycle) {
  using several::count;
  const std::uint64_t begin = cycle % RIG_MODEL_COMMON_PERIODS * RIG_MODEL_PERIOD;
  const std::uint64_t end = begin + RIG_MODEL_PERIOD;
  several::Edge first{begin, true};
  several::Edge others[count];
  for (unsigned i = 0; i < count; ++i) others[i] = several::first_edge(rig_model_clocks[i], begin);
  for (;;) {
    std::uint64_t now = first.time;
    for (const several::Edge& edge : others) now = std::min(now, edge.time);
    if (now >= end) return;
    if (first.time == now) {
      root.RIG_MODEL_CLOCK = first.rising;
      first = {first.rising ? begin + RIG_MODEL_PERIOD / 2 : end, false};
    }
    for (unsigned i = 0; i < count; ++i) {
      if (others[i].time != now) continue;
      rig_model_drive_clock(root, i, others[i].rising);
      others[i] = {now + rig_model_clocks[i].half_period, !others[i].rising};
    }
    const double part = static_cast<double>(now - begin) / static_cast<double>(RIG_MODEL_PERIOD);
    const double half_periods = 2.0 * (static_cast<double>(cycle) + part);
    if constexpr (keeps_time) set_time(model, half_periods);
    rig_model_eval(&root);
    if constexpr (keeps_time) dump(model, half_periods);
  }
}
