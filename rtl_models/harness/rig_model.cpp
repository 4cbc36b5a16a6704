// The loop around a Verilated model, compiled together with it. The builder script writes
// rig_model_config.hpp: the model's class, its pins, its facts, and whether it may be skipped.

#include "rig_model.h"

#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "rig_model_config.hpp"

#undef fopen  // that of the design
#if RIG_MODEL_TRACE
#include "rig_model_trace.hpp"
#endif

#define RIG_UNLIKELY(x) __builtin_expect(!!(x), 0)

namespace {

// Thrown out of eval() by $finish, $stop and $fatal: nothing else gets out of Verilator's settling loops,
// and a loop that need not ask "finished?" every clock is faster.
struct Ended {
  rig_model_stop how;
  std::string message;
};

// Whose design is being evaluated on this thread; the runtime's printing and ending have no other way to
// know.
thread_local rig_model* current = nullptr;

constexpr std::size_t keep_printed = 512;

// The variable that is given its value at power-on: each element of an array asks again.
struct Valued {
  const char* module = nullptr;
  const char* variable = nullptr;
};
thread_local Valued valued;

// A design that prints on each clock is not to be slower than the clock: what comes after the first lines is
// counted, but neither formatted nor handed on.
constexpr std::uint64_t most_lines = 1000;
constexpr std::size_t most_bytes = 100'000;

// A register that only counts, and what of it was seen since the mark.
struct Counting {
  const RigModelCounter* counter = nullptr;
  std::uint64_t at_mark = 0;
  std::uint64_t step = 0;  // in a round of the cycle
  bool is_free = false;    // far enough from where it is taken notice of
};

// Where the search for what may be jumped over stands: see rig_model_skip.hpp.
struct Skip {
  std::uint64_t cycle = 0;        // periods after which state and rx are the same again; 0: not known
  std::uint64_t cycle_lines = 0;  // printed in these

  // Rest: a look at one word, and now and then at everything, a period later.
  std::uint64_t next_probe = 0;
  std::uint64_t probe_gap = 32;
  std::uint64_t next_full_probe = 0;
  std::uint64_t full_probe_gap = 32;
  std::size_t restless = 0;           // offset of a word that changed in the last full probe
  std::vector<unsigned char> before;  // the state one period ago

  // Repetition: a marked state, and each later one compared with it.
  bool marked = false;
  std::uint64_t marked_at = 0;    // in periods
  std::uint64_t next_mark = 0;    // when the search goes on with another mark
  std::uint64_t next_window = 0;  // for how long that one will be held
  std::size_t watched = 0;        // offset of a byte that mostly differs from the marked one
  std::uint64_t budget = 0;       // bytes that may still be compared with this mark
  std::uint64_t lines = 0;        // printed before the mark
  std::uint64_t prints = 0;
  std::vector<unsigned char> mark;
  std::vector<unsigned char> compared;  // as `seen`, with 0 for the counters that are free, too
  std::vector<Counting> counting;
  std::uint64_t first_return = 0;  // periods from the mark until all but these was the same again

  std::vector<unsigned char>
      seen;             // 0 for each byte that tx does not depend on, else 255; empty: all are seen
  std::string changes;  // as told last
};

}  // namespace

struct rig_model {
  VerilatedContext context;
  std::unique_ptr<RigModelTop> top;
#if RIG_MODEL_TRACE
  std::unique_ptr<RigModelTrace> trace;
#endif
  rig_model_options options{};
  rig_model_state at{};
  std::string message;
  std::string differing;  // as told last
  std::string last_line;  // of what the design printed
  std::string partial_line;
  std::uint64_t prints = 0;  // pieces of text handed on: what prints is not skipped
  std::uint64_t lines = 0;   // printed since power-on, kept or not
  std::size_t bytes = 0;     // of these, kept
  bool dropping = false;     // enough has been kept
  double half_period = 0;    // of the clock, in the design's time precision
  bool may_skip = false;
  Skip skip;

  RigModelRoot& root() {
    return *top->rootp;
  }
  const unsigned char* state() const {
    return reinterpret_cast<const unsigned char*>(top->rootp->vlSymsp);
  }
  unsigned char* state() {
    return reinterpret_cast<unsigned char*>(top->rootp->vlSymsp);
  }
};

// The runtime's hooks (VL_USER_FINISH and so on are defined for every file of the model).

namespace {

void remember(const char* text, std::size_t length) {
  if (current == nullptr) return;
  rig_model& model = *current;
  ++model.prints;
  for (std::size_t i = 0; i < length; ++i) {
    if (text[i] != '\n') {
      if (model.partial_line.size() < keep_printed) model.partial_line += text[i];
      continue;
    }
    ++model.lines;
    if (!model.partial_line.empty()) {
      model.last_line = std::move(model.partial_line);
      model.partial_line.clear();
    }
  }
  if (model.options.print != nullptr) model.options.print(model.options.user, text, length);
  model.bytes += length;
  model.dropping = model.lines >= most_lines || model.bytes >= most_bytes;
}

std::string place(const char* file, int line) {
  if (file == nullptr || *file == '\0') return "an unknown place";
  const char* slash = std::strrchr(file, '/');
  return std::string(slash != nullptr ? slash + 1 : file) + ':' + std::to_string(line);
}

std::string with_last_line(std::string text) {
  if (current != nullptr && !current->last_line.empty()) text += ": " + current->last_line;
  return text;
}

}  // namespace

int rig_model_printf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char* text = nullptr;
  const int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  if (length >= 0) {
    remember(text, static_cast<std::size_t>(length));
    std::free(text);
  }
  return length;
}

bool rig_model_drops(const char* format) {
  if (current == nullptr || !current->dropping) return false;
  if (std::strncmp(format, "[%0t] %%", 8) == 0)
    return false;  // $error and $fatal: why the design ends itself
  for (const char* c = format; *c != '\0'; ++c) current->lines += *c == '\n' ? 1 : 0;
  current->last_line.clear();  // no longer the last one
  return true;
}

std::FILE* rig_model_fopen(const char* path, const char* mode) {
  if (std::strpbrk(mode, "wa+") != nullptr) return nullptr;
  const char* slash = std::strrchr(path, '/');
  const std::string name = slash != nullptr ? slash + 1 : path;
  for (const RigModelFile& file : rig_model_files) {
    if (file.size > 0 && name == file.name) {
      return fmemopen(const_cast<char*>(file.bytes), file.size, mode);
    }
  }
  return nullptr;
}

void vl_finish(const char* file, int line, const char*) {
  throw Ended{RIG_MODEL_FINISHED, "$finish at " + place(file, line)};
}

void vl_stop(const char* file, int line, const char*) {
  throw Ended{RIG_MODEL_STOPPED, with_last_line("$stop at " + place(file, line))};
}

void vl_fatal(const char* file, int line, const char*, const char* text) {
  throw Ended{RIG_MODEL_FATAL, "fatal error at " + place(file, line) + ": " + text};
}

// The runtime warns when a file for $readmem is missing, and would go on with a random memory.
void vl_warn(const char* file, int line, const char* hier, const char* text) {
  vl_fatal(file, line, hier, text);
}

namespace {

#if RIG_MODEL_USES_TIME || RIG_MODEL_TRACE
constexpr bool keeps_time = true;
#else
constexpr bool keeps_time = false;
#endif

// Simulated time in the design's own precision, for $time and for the waveform.
void set_time(rig_model& model, double half_periods) {
  model.context.time(static_cast<std::uint64_t>(half_periods * model.half_period + 0.5));
}

void dump(rig_model& model, double half_periods) {
#if RIG_MODEL_TRACE
  if (model.trace) model.trace->dump(half_periods);
#else
  static_cast<void>(model);
  static_cast<void>(half_periods);
#endif
}

#if RIG_MODEL_MORE_CLOCKS
#include "rig_model_clocks.hpp"
#else
// One clock period: the rising edge, then the falling one.
inline __attribute__((always_inline)) void step(rig_model& model, RigModelRoot& root, std::uint64_t cycle) {
  if constexpr (keeps_time) set_time(model, 2.0 * static_cast<double>(cycle));
  root.RIG_MODEL_CLOCK = 1;
  rig_model_eval(&root);
  if constexpr (keeps_time) {
    dump(model, 2.0 * static_cast<double>(cycle));
    set_time(model, 2.0 * static_cast<double>(cycle) + 1);
  }
  root.RIG_MODEL_CLOCK = 0;
  rig_model_eval(&root);
  if constexpr (keeps_time) dump(model, 2.0 * static_cast<double>(cycle) + 1);
}
#endif

// Periods done, booked when the loop is left, by whatever way.
struct Done {
  rig_model& model;
  std::uint64_t periods = 0;
  ~Done() {
    model.at.cycle += periods;
    model.at.evaluated += periods;
  }
};

// The tightest loop: `periods` periods, no more than the first that changes tx if `watch`.
template <bool watch>
inline __attribute__((always_inline)) void run_plain(rig_model& model, RigModelRoot& root,
                                                     std::uint64_t periods) {
  const auto tx = root.RIG_MODEL_TX;
  const std::uint64_t begin = model.at.cycle;
  Done done{model};
  while (done.periods < periods) {
    step(model, root, begin + done.periods);
    ++done.periods;
    if (watch && RIG_UNLIKELY(root.RIG_MODEL_TX != tx)) return;
  }
}

#include "rig_model_skip.hpp"

#if RIG_MODEL_TRACE
// Every period of the window is run and written down, even while the design holds still.
template <bool watch>
void run_traced(rig_model& model, RigModelRoot& root, std::uint64_t until) {
  RigModelTrace& trace = *model.trace;
  const auto tx = root.RIG_MODEL_TX;
  if (!trace.open(model.at.cycle)) throw Ended{RIG_MODEL_FATAL, "the trace file cannot be written"};
  while (model.at.cycle < until && trace.is_due(model.at.cycle)) {
    const std::uint64_t cycle = model.at.cycle;
    run_plain<false>(model, root, 1);
    trace.lines(cycle + 1);
    trace.dumped(cycle);
    if (watch && root.RIG_MODEL_TX != tx) break;
  }
  forget_cycle(model);
  if (!trace.is_due(model.at.cycle)) trace.close();
}
#endif

template <bool watch>
void run_quickly(rig_model& model, RigModelRoot& root, std::uint64_t until) {
  if (model.may_skip) {
    run_skipping<watch>(model, root, until);
  } else if (until > model.at.cycle) {
    run_plain<watch>(model, root, until - model.at.cycle);
  }
}

template <bool watch>
void run(rig_model& model, std::uint64_t until) {
  RigModelRoot& root = model.root();
  const auto tx = root.RIG_MODEL_TX;
#if RIG_MODEL_TRACE
  while (model.trace && model.at.cycle < until && !(watch && root.RIG_MODEL_TX != tx)) {
    if (model.trace->is_due(model.at.cycle)) {
      run_traced<watch>(model, root, until);
    } else {
      const bool high = root.RIG_MODEL_TX != 0;  // until the last of these periods
      run_quickly<watch>(model, root, std::min(until, model.trace->next_change(model.at.cycle)));
      if (watch) model.trace->lines_were(model.at.cycle, high);
    }
  }
  if (!model.trace)
#endif
    run_quickly<watch>(model, root, until);
  model.at.tx = root.RIG_MODEL_TX;
  if (watch && root.RIG_MODEL_TX != tx) model.at.stop = RIG_MODEL_TX_CHANGED;
}

// Runs `work` with the runtime's hooks pointed at this instance, and keeps how the design ended itself.
template <typename Work>
void guarded(rig_model& model, Work work) {
  if (model.at.stop > RIG_MODEL_TX_CHANGED) return;
  model.at.stop = RIG_MODEL_REACHED;
  current = &model;
  Verilated::threadContextp(&model.context);
  try {
    work();
  } catch (const Ended& ended) {
    model.at.stop = ended.how;
    model.message = ended.message;
  }
  current = nullptr;
}

#include "rig_model_coverage.hpp"

void power_on(rig_model& model) {
  const bool from_zero = RIG_MODEL_ZEROS_AT_POWER_ON || model.options.seed == RIG_MODEL_FROM_ZERO;
  model.context.randReset(from_zero ? 0 : 2);  // 0: every value that is drawn is 0
  // The runtime takes 31 bits, and 0 as "choose one yourself".
  model.context.randSeed(
      static_cast<int>(1 + (model.options.seed ^ (model.options.seed >> 31)) % 0x7ffffffeULL));
  const int seed = model.context.randSeed();
  valued = {};
#if RIG_MODEL_TRACE
  if (model.options.trace_file != nullptr) model.context.traceEverOn(true);
#endif
  model.top = std::make_unique<RigModelTop>(&model.context, "TOP");
  model.context.randSeed(seed);  // what the design draws itself follows from the seed alone
  resume_coverage(model);
  model.half_period = 0.5 / RIG_MODEL_CLOCK_HZ;
  for (int power = model.context.timeprecision(); power < 0; ++power) model.half_period *= 10;
  RigModelRoot& root = model.root();
  root.RIG_MODEL_CLOCK = 0;
#if RIG_MODEL_MORE_CLOCKS
  drive_clocks_before_power_on(root);
#endif
  root.RIG_MODEL_RX = 1;
  rig_model_tie_inputs(root, model.options.fault);
#if RIG_MODEL_TRACE
  if (model.options.trace_file != nullptr) {
    model.trace = std::make_unique<RigModelTrace>(*model.top, model.options);
  }
#endif
  rig_model_drive_reset(root, true);
  model.top->eval();
  run<false>(model, RIG_MODEL_RESET_CYCLES);
  rig_model_drive_reset(root, false);
  rig_model_eval(&root);
  model.at.tx = root.RIG_MODEL_TX;
}

}  // namespace

void rig_model_value_of(const char* module, const char* variable) {
  if (current == nullptr || (module == valued.module && variable == valued.variable)) return;
  valued = {module, variable};
  std::uint64_t hash = 0xcbf29ce484222325ULL ^ current->options.seed;  // FNV-1a
  const auto take = [&hash](const char* text) {
    for (; *text != '\0'; ++text) hash = (hash ^ static_cast<unsigned char>(*text)) * 0x100000001b3ULL;
  };
  const auto end = [&hash] { hash = (hash ^ 0xff) * 0x100000001b3ULL; };
  take(module);
  end();
  take(variable);
  end();
  hash ^= hash >> 32;
  Verilated::threadContextp()->randSeed(static_cast<int>(1 + hash % 0x7ffffffeULL));
  for (int i = 0; i < 4; ++i) vl_rand64();  // the first ones of a seed are no good
}

namespace {

rig_model* create(const rig_model_options* options) {
  try {
    auto model = std::make_unique<rig_model>();
    model->options = *options;
    model->at.tx = 1;
    guarded(*model, [&] { power_on(*model); });
    model->may_skip = options->skip != 0 && RIG_MODEL_SKIP_OFF_REASON == nullptr;
    if (model->may_skip) prepare_skipping(*model);
    return model.release();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void destroy(rig_model* model) {
  if (model != nullptr) keep_coverage(*model);
  delete model;
}

rig_model_state state(const rig_model* model) {
  return model->at;
}

rig_model_state run_until(rig_model* model, std::uint64_t cycle, std::uint32_t rx, std::uint32_t watch_tx) {
  guarded(*model, [&] {
#if RIG_MODEL_TRACE
    if (model->trace) model->trace->lines(model->at.cycle);
#endif
    if (model->root().RIG_MODEL_RX != rx) {
      model->root().RIG_MODEL_RX = rx != 0;
      forget_cycle(*model);
    }
    if (watch_tx != 0) {
      run<true>(*model, cycle);
    } else {
      run<false>(*model, cycle);
    }
  });
  return model->at;
}

rig_model_state run_raw(rig_model* model, std::uint64_t cycles) {
  guarded(*model, [&] {
    RigModelTop& top = *model->top;
#if RIG_MODEL_MORE_CLOCKS
    for (std::uint64_t i = 0; i < cycles; ++i) step(*model, *top.rootp, model->at.cycle + i);
#else
    for (std::uint64_t i = 0; i < cycles; ++i) {
      top.RIG_MODEL_CLOCK = 1;
      top.eval();
      top.RIG_MODEL_CLOCK = 0;
      top.eval();
    }
#endif
    model->at.cycle += cycles;
    model->at.evaluated += cycles;
    model->at.tx = top.RIG_MODEL_TX;
    forget_cycle(*model);
  });
  return model->at;
}

const char* stop_message(const rig_model* model) {
  return model->message.c_str();
}

std::uint64_t printed_lines(const rig_model* model) {
  return model->lines;
}

const char* still_changes(rig_model* model) {
  model->skip.changes = what_still_changes(*model);
  return model->skip.changes.c_str();
}

const char* unlike(rig_model* model, const rig_model* other) {
  model->differing.clear();
  for (const bool large : {false, true}) {
    for (const RigModelMember& member : rig_model_members) {
      if (*member.name == '\0' || !member.seen || (member.size > sizeof(std::uint64_t)) != large) continue;
      if (std::memcmp(model->state() + member.offset, other->state() + member.offset, member.size) != 0)
        model->differing += std::string(member.name) + '\n';
    }
  }
  return model->differing.c_str();
}

rig_model_trace_state end_trace(rig_model* model) {
#if RIG_MODEL_TRACE
  if (model->trace) {
    model->trace->close();
    return model->trace->what();
  }
#endif
  static_cast<void>(model);
  return {};
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const rig_model_table rig_model_v1 = {
    RIG_MODEL_ABI,
    RIG_MODEL_TRACE,
    RIG_MODEL_COVERAGE,
    state_size,
    RIG_MODEL_SKIP_OFF_REASON,
    rig_model_facts,
    sizeof rig_model_facts / sizeof rig_model_facts[0],
    create,
    destroy,
    state,
    run_until,
    run_raw,
    stop_message,
    printed_lines,
    still_changes,
    end_trace,
    write_coverage,
    unlike,
};
