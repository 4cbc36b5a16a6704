// Forced into every file of a model, after its runtime: what a design prints beyond its first lines is
// counted and not even formatted. Its arguments are evaluated all the same: $random among them has the next
// value.
#pragma once

#include "verilated.h"

// Whether a text of this format is dropped; its lines are then counted.
bool rig_model_drops(const char* format);

template <typename Print, typename... Values>
inline void rig_model_write(Print print, const char* format, Values... values) {
  if (!rig_model_drops(format)) print(format, values...);
}
// Which of the two the generated code calls depends on Verilator's version.
#define VL_WRITEF(...) rig_model_write([](auto... all) { VL_WRITEF(all...); }, __VA_ARGS__)
#define VL_WRITEF_NX(...) rig_model_write([](auto... all) { VL_WRITEF_NX(all...); }, __VA_ARGS__)
