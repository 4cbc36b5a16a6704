// What the instances of a process have reached of the design: its lines, and its signals' changes. Included
// by rig_model.cpp. In builds that do not count it nothing is kept and nothing can be written.
#pragma once

#if RIG_MODEL_COVERAGE

// The counts of instances that are gone: all instances of a process count as one.
std::vector<std::uint32_t> covered;

void resume_coverage(rig_model& model) {
  auto& counts = model.top->rootp->vlSymsp->__Vcoverage;
  for (std::size_t i = 0; i < covered.size(); ++i) counts[i] = covered[i];
}

void keep_coverage(rig_model& model) {
  if (model.top == nullptr) return;
  auto& counts = model.top->rootp->vlSymsp->__Vcoverage;
  covered.resize(sizeof counts / sizeof counts[0]);
  for (std::size_t i = 0; i < covered.size(); ++i)
    covered[i] = std::max<std::uint32_t>(covered[i], counts[i]);
}

std::uint32_t write_coverage(rig_model* model, const char* file) {
  std::uint32_t written = 0;
  current = model;
  Verilated::threadContextp(&model->context);
  try {
    model->context.coveragep()->write(file);
    written = ::access(file, R_OK) == 0 ? 1 : 0;
  } catch (const Ended&) {
  }
  current = nullptr;
  return written;
}

#else

void resume_coverage(rig_model&) {}
void keep_coverage(rig_model&) {}
std::uint32_t write_coverage(rig_model*, const char*) {
  return 0;
}

#endif
