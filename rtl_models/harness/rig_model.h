/* The face of every Verilated model: one C table, exported under one name, `rig_model_v1`.
 *
 * The loop that runs the clock lives behind this table and is compiled with the model, so that a
 * simulated clock costs what the model costs. The rig calls it a few times per bit.
 *
 * Cycles count the clock's periods since this instance's power-on. Cycle k is the period that begins
 * with rising edge k. An rx level handed to `run` is what edge `cycle` and all later ones see. tx is looked
 * at once a period, after both clock edges. Not thread-safe per instance; instances are independent.
 */
#ifndef RIG_MODEL_H
#define RIG_MODEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The name of the one exported object, a `const rig_model_table`. */
#define RIG_MODEL_SYMBOL "rig_model_v1"

/* Raised when anything below changes its meaning. */
#define RIG_MODEL_ABI 7

/* A seed: no register is drawn, all start at 0 that nothing gives a value. */
#define RIG_MODEL_FROM_ZERO UINT64_MAX

/* One instance of the design, in its own power-on state. */
typedef struct rig_model rig_model;

/* Why a run came back. */
enum rig_model_stop {
  RIG_MODEL_REACHED = 0,    /* `cycle` is what was asked for */
  RIG_MODEL_TX_CHANGED = 1, /* tx changed in period `cycle - 1`; only when asked to watch */
  RIG_MODEL_FINISHED = 2,   /* $finish; this and what follows are final: the instance runs no further */
  RIG_MODEL_STOPPED = 3,    /* $stop, or a failed assertion */
  RIG_MODEL_FATAL = 4       /* $fatal, combinational logic that does not settle, a missing data file */
};

/* Where an instance stands. */
typedef struct rig_model_state {
  uint64_t cycle;     /* periods done, evaluated or jumped over */
  uint64_t evaluated; /* periods evaluated; the rest was skipped because nothing could change */
  uint32_t tx;        /* level after period `cycle - 1` */
  uint32_t stop;      /* enum rig_model_stop */
} rig_model_state;

/* How an instance is made. */
typedef struct rig_model_options {
  uint64_t seed;          /* of every register's power-on value */
  uint32_t fault;         /* level of the fault pin from power-on; 0: none */
  uint32_t skip;          /* 0: evaluate every clock; 1: jump while nothing changes, where that is sound */
  const char* trace_file; /* an FST file to write; null: none. Only models built with tracing */
  uint64_t trace_from;    /* the first period that is written to it */
  uint64_t trace_until;   /* the first one after it that is not */
  uint64_t trace_limit;   /* bytes after which nothing more is written, or a little later; 0: none */
  uint64_t trace_mark;    /* the period in which the signal `rig.failure` rises; 0: it does not */
  /* Receives the first 1000 lines that the design prints, in pieces, not terminated; may be null. */
  void (*print)(void* user, const char* text, size_t length);
  void* user;
} rig_model_options;

/* What has been written of a waveform. */
typedef struct rig_model_trace_state {
  uint64_t first; /* period */
  uint64_t end;   /* the period after the last one */
  uint64_t bytes; /* of the file; exact once its window is over */
  uint32_t full;  /* the limit was reached */
} rig_model_trace_state;

/* A fact about the build: compiler flags, versions, hashes, the description. */
typedef struct rig_model_fact {
  const char* key;
  const char* value;
} rig_model_fact;

/* The table. */
typedef struct rig_model_table {
  uint32_t abi;                /* RIG_MODEL_ABI */
  uint32_t can_trace;          /* built with tracing */
  uint32_t can_cover;          /* built to count which of its lines and toggles were reached */
  uint64_t state_bytes;        /* the whole state; what of it can be seen at tx is compared before a skip */
  const char* skip_off_reason; /* null: this design may be skipped; else why not, as a sentence's end */
  const rig_model_fact* facts;
  size_t fact_count;

  /* Powers a new instance on, with rx high, and runs the description's reset sequence. Null only when
   * memory is out. A design that ends itself in its reset sequence is returned with that in its state. */
  rig_model* (*create)(const rig_model_options* options);
  void (*destroy)(rig_model* model);

  rig_model_state (*state)(const rig_model* model);

  /* Runs until `cycle` periods are done; with `watch_tx`, no further than the first period that changes tx.
   */
  rig_model_state (*run)(rig_model* model, uint64_t cycle, uint32_t rx, uint32_t watch_tx);

  /* Toggles the clock and calls Verilator's own eval() for `cycles` periods, and nothing else: the
   * yardstick of the benchmark. It neither skips nor follows tx. */
  rig_model_state (*run_raw)(rig_model* model, uint64_t cycles);

  /* In whose source and line the design ended itself, and what it printed last; empty while it runs. */
  const char* (*stop_message)(const rig_model* model);

  /* How many lines the design has printed. The first ones were handed on, the rest was only counted. */
  uint64_t (*printed_lines)(const rig_model* model);

  /* What has kept this instance from being skipped since rx or tx changed last, as a sentence's subject:
   * which register differs from what it was some while ago, and how it reaches tx. Empty when it rests or
   * repeats itself, and when that is not known yet. Valid until the next call. */
  const char* (*still_changes)(rig_model* model);

  /* Closes the waveform, if one is open, and tells what is in it. */
  rig_model_trace_state (*end_trace)(rig_model* model);

  /* Writes what all instances of this process have reached, in Verilator's format. 0: it cannot be written,
   * or this build does not count it. */
  uint32_t (*write_coverage)(rig_model* model, const char* file);

  /* The registers, by their names in the design, of which tx may depend and which hold something else in two
   * instances of one model; each ends with a line feed, memories come last. Registers are what the first
   * evaluation does not set.
   * Empty also where the design's variables are not known (`skip_off_reason`). Valid until the next call. */
  const char* (*unlike)(rig_model* model, const rig_model* other);
} rig_model_table;

extern const rig_model_table rig_model_v1;

#ifdef __cplusplus
}
#endif

#endif
