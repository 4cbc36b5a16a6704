// The yardstick of the benchmark: what anyone would write who wants nothing but a fast simulation. An
// ordinary program, Verilator's own runtime, the clock up, eval, the clock down, eval. The model is idle, as
// after reset.
//
//     raw_loop CYCLES      prints the seconds they took

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "rig_model.h"
#include "rig_model_config.hpp"

int main(int count, char** arguments) {
  const long cycles = count > 1 ? std::atol(arguments[1]) : 10'000'000;
  VerilatedContext context;
  RigModelTop top(&context);
  top.RIG_MODEL_CLOCK = 0;
  top.RIG_MODEL_RX = 1;
  rig_model_tie_inputs(*top.rootp, 0);
  rig_model_drive_reset(*top.rootp, true);
  const auto run = [&top](long periods) {
    for (long i = 0; i < periods; ++i) {
      top.RIG_MODEL_CLOCK = 1;
      top.eval();
      top.RIG_MODEL_CLOCK = 0;
      top.eval();
    }
  };
  top.eval();
  run(RIG_MODEL_RESET_CYCLES);
  rig_model_drive_reset(*top.rootp, false);
  run(10'000);
  const auto begin = std::chrono::steady_clock::now();
  run(cycles);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%.9f\n", took.count());
  return top.RIG_MODEL_TX != 0 ? 0 : 1;
}
