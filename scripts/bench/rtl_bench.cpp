// What the RTL link costs over a bare simulation, and what skipping gains.
//
//     rtl_bench [--brief] [MODEL [ROUNDS]]
//
// The yardstick is a program of its own around the same Verilog, with the same compiler flags (-O3 for all of
// it), that does nothing but `clk = 1; eval(); clk = 0; eval();`. All take turns, so that the machine's moods
// meet all of them; medians count.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/link/rtl/find_model.hpp"
#include "rig/link/rtl/rtl_link.hpp"
#include "scripts/bench/effort.hpp"

namespace {

using rig::Bytes;
using rig::Duration;
using rig::Instant;
using rig::RtlLink;
using rig::SkipPolicy;
using Seconds = std::chrono::duration<double>;

/// How much each takes part in.
struct Plan {
  int rounds = 15;
  std::uint64_t cycles_in_a_turn = 2'000'000;
  int exchanges_in_a_turn = 200;
  std::uint64_t thinking = 41'000'000;  // clocks: 0.8 s, and the answer
};

Seconds wall_time_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::steady_clock::now() - begin;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// One link, and how far its time has come.
class Bench {
 public:
  Bench(const std::string& model, SkipPolicy policy) {
    rig::RtlOptions options;
    options.model = model;
    options.model_dirs = {RIG_BENCH_MODELS};
    options.skip = policy;
    link_ = rig::open_rtl(options);
    now_ = link_->reset().ready.latest;
  }

  Instant after(Duration wait) const { return Instant::exactly(link_->info().clock, now_ + wait); }

  /// Nothing is sent and nothing comes.
  void idle(std::uint64_t cycles) {
    const std::uint64_t end = link_->effort().cycles + cycles;
    while (link_->effort().cycles < end) {
      link_->receive(after(std::chrono::milliseconds(1)));
      now_ += std::chrono::milliseconds(1);
    }
  }

  /// The host's line never rests.
  void busy(std::uint64_t cycles) {
    const std::uint64_t end = link_->effort().cycles + cycles;
    const Bytes bytes(10, '0');
    while (link_->effort().cycles < end) {
      const Instant sent = link_->send(bytes, after(Duration::zero())).last_bit;
      while (!std::holds_alternative<rig::TimedOut>(link_->receive(sent))) {
      }
      now_ = sent.latest;
    }
  }

  /// `0`, the whole reply, and a millisecond in which nothing more comes. Returns the bytes of the reply.
  int exchange() {
    now_ = link_->send(rig::to_bytes("0"), after(Duration::zero())).last_bit.latest;
    for (int bytes = 0;; ++bytes) {
      const rig::Event event = link_->receive(after(std::chrono::milliseconds(1)));
      now_ = std::max(now_, rig::instant_of(event).latest);
      if (std::holds_alternative<rig::TimedOut>(event)) return bytes;
    }
  }

  const RtlLink& link() const { return *link_; }

 private:
  std::unique_ptr<RtlLink> link_;
  Duration now_{};
};

double run_raw_program(const std::string& program, std::uint64_t cycles) {
  std::FILE* const pipe = popen(fmt::format("'{}' {}", program, cycles).c_str(), "r");
  double seconds = 0;
  if (pipe == nullptr || std::fscanf(pipe, "%lf", &seconds) != 1)
    throw rig::RigError(program + " does not run.");
  pclose(pipe);
  return seconds;
}

struct Row {
  std::string what;
  std::function<double()> seconds;  // for the cycles of a turn
  std::vector<double> rates{};
};

void take_turns(std::vector<Row>& rows, int rounds, double units) {
  for (int round = 0; round < rounds; ++round) {
    for (Row& row : rows) row.rates.push_back(units / row.seconds());
  }
}

void compare_with_raw(const std::string& model, const Plan& plan) {
  const std::uint64_t cycles = plan.cycles_in_a_turn;
  const auto timed = [cycles](Bench& bench, void (Bench::*what)(std::uint64_t)) {
    return [&bench, what, cycles] {
      const std::uint64_t begin = bench.link().effort().cycles;
      const double seconds = wall_time_of([&] { (bench.*what)(cycles); }).count();
      return seconds * static_cast<double>(cycles) /  // whole bytes and milliseconds are a little more
             static_cast<double>(bench.link().effort().cycles - begin);
    };
  };
  const auto idle = [&timed](Bench& bench) { return timed(bench, &Bench::idle); };
  const auto busy = [&timed](Bench& bench) { return timed(bench, &Bench::busy); };
  const auto loaded = rig::find_model({model, false, false, {RIG_BENCH_MODELS}});
  rig::RtlInstance raw(loaded, {});
  Bench idle_one(model, SkipPolicy::never);
  Bench busy_one(model, SkipPolicy::never);
  std::vector<Row> rows = {
      {"raw eval() loop, a program of its own",
       [&] { return run_raw_program(RIG_BENCH_RAW + model, cycles); }},
      {"raw eval() loop in the shared object",
       [&] { return wall_time_of([&] { raw.run_raw(cycles); }).count(); }},
      {"link, idle, watching tx", idle(idle_one)},
      {"link, both lines busy", busy(busy_one)},
  };
  take_turns(rows, plan.rounds, static_cast<double>(cycles) / 1e6);
  fmt::print("{}: every clock evaluated (skip off), median of {} rounds\n", model, plan.rounds);
  const double yardstick = median(rows.front().rates);
  for (const Row& row : rows) {
    fmt::print("  {:<42}{:>8.1f} Mcycles/s{:>8.2f} of raw\n", row.what, median(row.rates),
               median(row.rates) / yardstick);
  }
}

void compare_skipping(const std::string& model, const Plan& plan) {
  Bench with(model, SkipPolicy::where_sound);
  Bench without(model, SkipPolicy::never);
  const int reply = with.exchange();
  const auto exchanges = [&](Bench& bench) {
    return wall_time_of([&] {
             for (int i = 0; i < plan.exchanges_in_a_turn; ++i) bench.exchange();
           })
        .count();
  };
  const auto silence = [&](Bench& bench) {
    return wall_time_of([&] { bench.idle(plan.cycles_in_a_turn); }).count();
  };
  std::vector<Row> talk = {{"on", [&] { return exchanges(with); }},
                           {"off", [&] { return exchanges(without); }}};
  std::vector<Row> wait = {{"on", [&] { return silence(with); }}, {"off", [&] { return silence(without); }}};
  take_turns(talk, plan.rounds, plan.exchanges_in_a_turn);
  take_turns(wait, plan.rounds, static_cast<double>(plan.cycles_in_a_turn) / 1e6);
  const auto print = [](const char* what, std::vector<Row>& rows, const char* unit) {
    const double on = median(rows[0].rates);
    const double off = median(rows[1].rates);
    fmt::print("  {:<42}{:>12.0f} {}, off {:.0f}: {:.2f}x\n", what, on, unit, off, on / off);
  };
  fmt::print("{}: skipping {}\n", model, with.link().info().facts.at("skip"));
  print(fmt::format("\"0\" and a reply of {} bytes, 1 ms silence", reply).c_str(), talk, "exchanges/s");
  print("waiting", wait, "Mcycles/s");
}

/// A board that thinks 0.8 s before it answers, with an LED that blinks and a divider that never stops.
void compare_thinking(const std::string& model, const Plan& plan) {
  Bench with(model, SkipPolicy::where_sound);
  Bench without(model, SkipPolicy::never);
  const auto answer = [&plan](Bench& bench) {
    return wall_time_of([&] {
             bench.exchange();
             bench.idle(plan.thinking);
           })
        .count();
  };
  std::vector<Row> talk = {{"on", [&] { return answer(with); }}, {"off", [&] { return answer(without); }}};
  take_turns(talk, std::min(plan.rounds, 3), 1);
  const double on = median(talk[0].rates);
  const double off = median(talk[1].rates);
  fmt::print("{}: skipping {}\n  {:<42}{:>12.0f} answers/s, off {:.2f}: {:.0f}x\n", model,
             with.link().info().facts.at("skip"),
             fmt::format("thinking, {} M clocks", plan.thinking / 1'000'000), on, off, on / off);
}

int run(const bench::Words& words) {
  std::vector<std::string> models;
  std::vector<std::string> skipped;  // what never holds still and is skipped all the same
  if (!words.others.empty()) {
    models.push_back(words.others.front());
  } else {
    models = {"echo", "restless"};
    const auto known = rig::known_models({RIG_BENCH_MODELS});
    if (std::find(known.begin(), known.end(), RIG_BENCH_PLAYER) != known.end())
      models.emplace_back(RIG_BENCH_PLAYER);
    skipped = {"divider", "blinker"};
  }
  Plan plan;
  if (words.effort == bench::Effort::brief) plan = {1, 100'000, 3, 1'000'000};
  if (words.others.size() > 1) plan.rounds = std::max(1, std::atoi(words.others[1].c_str()));
  for (const std::string& model : models) {
    compare_with_raw(model, plan);
    compare_skipping(model, plan);
  }
  for (const std::string& model : skipped) compare_skipping(model, plan);
  if (!skipped.empty()) compare_thinking("thinker", plan);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(bench::words_from(count, arguments));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 3;
  }
}
