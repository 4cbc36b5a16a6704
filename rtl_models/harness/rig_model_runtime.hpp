// Forced into every file of a model and of Verilator's runtime (`-include`): how a design ends itself, what
// it prints and which files it reads is the rig's business, not the process's. Without this $finish
// would end the whole process with status 0.
#pragma once

#include <cstdio>

#define VL_USER_FINISH 1
#define VL_USER_STOP 1
#define VL_USER_FATAL 1
#define VL_USER_WARN 1

// Takes the place of printf: the text goes to whoever opened the instance.
int rig_model_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
#define VL_PRINTF rig_model_printf

// Takes the place of fopen: a design reads the data files that its description lists, which are part of the
// model, and opens no others. So it cannot read or change a file of its host.
#ifndef RIG_MODEL_OPENS_ANY_FILE
std::FILE* rig_model_fopen(const char* path, const char* mode);
namespace std {
using ::rig_model_fopen;
}
#define fopen rig_model_fopen
#endif

// Before a variable gets its value at power-on: the value follows from the seed and the variable's name, not
// from which other variables a build has. So a build with waveforms powers on as the one without.
void rig_model_value_of(const char* module, const char* variable);
