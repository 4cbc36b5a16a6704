// Forced into every file of a model, after its runtime: what a design prints beyond its first lines is
// counted and not even formatted. Its arguments are evaluated all the same: $random among them has the next
// value.
#pragma once

#include "verilated.h"

// Whether a text of this format is dropped; its lines are then counted.
bool rig_model_drops(const char* format);

template <typename... Values>
inline void rig_model_writef(const char* format, Values... values) {
  if (!rig_model_drops(format)) VL_WRITEF(format, values...);
}
#define VL_WRITEF rig_model_writef
