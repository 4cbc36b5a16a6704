// The waveform of one instance: an FST file of the periods in a window, with a scope `rig` that shows both
// lines, the bytes on them and where the failure was. Included by rig_model.cpp in builds with tracing.
#pragma once

#include <sys/stat.h>

#include "verilated_fst_c.h"

// How signals are declared differs from version to version of Verilator; the builder looks at what is there.
#if RIG_MODEL_TRACE_KINDS
#define RIG_MODEL_SIGNAL(which, name)                                                         \
  code + (which), 0, name, -1, VerilatedTraceSigDirection::NONE, VerilatedTraceSigKind::WIRE, \
      VerilatedTraceSigType::LOGIC, false, -1
#else
#define RIG_MODEL_SIGNAL(which, name) code + (which), name, -1, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1
#endif
#if RIG_MODEL_TRACE_NUMBERED
#define RIG_MODEL_CALLBACK(function) function, 0, this
#else
#define RIG_MODEL_CALLBACK(function) function, this
#endif

// The bytes on one line, as the rig's own UART would read them: samples in the middle of each bit, at the
// nominal rate. Levels are given in the order of time.
class RigModelLine {
 public:
  // The line had `level` until the end of period `cycle - 1`.
  void hold(std::uint64_t cycle, bool level) {
    if (state_ == State::idle && !level) {
      state_ = State::in_byte;
      start_ = now_;
      bit_ = 0;
      bits_ = 0;
      if (now_ - last_end_ > pause) clear();
    }
    for (; state_ == State::in_byte && sample_at() < static_cast<double>(cycle); ++bit_) {
      bits_ |= static_cast<unsigned>(level) << bit_;
      if (bit_ == 0 && level) {  // no start bit after all
        state_ = State::idle;
      } else if (bit_ == 9) {
        state_ = level ? State::idle : State::until_high;
        last_end_ = static_cast<std::uint64_t>(sample_at());
        if (level) append(static_cast<unsigned char>(bits_ >> 1));
      }
    }
    if (state_ == State::until_high && level) state_ = State::idle;
    now_ = cycle;
  }
  // The byte that was completed last, for as long as one takes; 0 in the period in which it was.
  unsigned char byte() const {
    const bool is_shown = now_ > last_end_ + 1 && now_ - last_end_ < static_cast<std::uint64_t>(10 * bit);
    return is_shown ? text_byte() : 0;
  }
  // The last bytes since a pause of the line, at most sixteen, the last one on the right.
  const EData* text() const { return text_; }

 private:
  enum class State { idle, in_byte, until_high };
  static constexpr double bit = static_cast<double>(RIG_MODEL_CLOCK_HZ) / RIG_MODEL_BAUD;
  static constexpr std::uint64_t pause = static_cast<std::uint64_t>(30 * bit);

  double sample_at() const { return static_cast<double>(start_) + (bit_ + 0.5) * bit; }
  unsigned char text_byte() const { return static_cast<unsigned char>(text_[0] & 0xff); }
  void clear() { std::fill(std::begin(text_), std::end(text_), 0); }
  void append(unsigned char value) {
    for (int word = 3; word > 0; --word) text_[word] = text_[word] << 8 | text_[word - 1] >> 24;
    text_[0] = text_[0] << 8 | value;
  }

  State state_ = State::idle;
  std::uint64_t now_ = 0;
  std::uint64_t start_ = 0;
  std::uint64_t last_end_ = 0;
  unsigned bit_ = 0;
  unsigned bits_ = 0;
  EData text_[4] = {};
};

// The file, from the first period of the window until its end or until the limit is reached.
class RigModelTrace {
 public:
  RigModelTrace(RigModelTop& top, const rig_model_options& options)
      : top_(top), options_(options), path_(options.trace_file) {
    what_.first = what_.end = options.trace_from;
  }
  ~RigModelTrace() { close(); }

  bool is_due(std::uint64_t cycle) const {
    return !what_.full && cycle >= options_.trace_from && cycle < options_.trace_until;
  }
  // The next period in which that changes, `never` if none is.
  std::uint64_t next_change(std::uint64_t cycle) const {
    if (what_.full || cycle >= options_.trace_until) return ~std::uint64_t{0};
    return cycle < options_.trace_from ? options_.trace_from : options_.trace_until;
  }
  bool is_on() const { return file_ != nullptr; }
  const rig_model_trace_state& what() const { return what_; }

  // Before a period is run in which the lines are as they were.
  void lines(std::uint64_t cycle) {
    rx_.hold(cycle, top_.rootp->RIG_MODEL_RX != 0);
    tx_.hold(cycle, top_.rootp->RIG_MODEL_TX != 0);
  }

  // Before a run of periods in which tx changed at most in the last one.
  void lines_were(std::uint64_t cycle, bool tx) {
    rx_.hold(cycle, top_.rootp->RIG_MODEL_RX != 0);
    if (cycle > 0) tx_.hold(cycle - 1, tx);
    tx_.hold(cycle, top_.rootp->RIG_MODEL_TX != 0);
  }

  // False: the file cannot be written.
  bool open(std::uint64_t cycle) {
    if (file_) return true;
    file_ = std::make_unique<VerilatedFstC>();
    file_->spTrace()->addInitCb(&RigModelTrace::declare, this);
    file_->spTrace()->addFullCb(RIG_MODEL_CALLBACK(&RigModelTrace::dump_all));
    file_->spTrace()->addChgCb(RIG_MODEL_CALLBACK(&RigModelTrace::dump_changes));
    top_.trace(file_.get(), 99);
    file_->set_time_unit("1ps");
    file_->set_time_resolution("1ps");
    std::FILE* const writable = std::fopen(path_.c_str(), "wb");  // the writer of FST does not check
    if (writable == nullptr) return false;
    std::fclose(writable);
    file_->open(path_.c_str());
    what_.first = cycle;
    return file_->isOpen();
  }

  void dump(double half_periods) {
    if (file_) file_->dump(static_cast<std::uint64_t>(half_periods * (0.5e12 / RIG_MODEL_CLOCK_HZ) + 0.5));
  }

  // After a period that was dumped.
  void dumped(std::uint64_t cycle) {
    if (!file_) return;
    what_.end = cycle + 1;
    if ((what_.end - what_.first) % periods_between_looks != 0) return;
    file_->flush();
    what_.bytes = size();
    if (options_.trace_limit != 0 && what_.bytes >= options_.trace_limit) {
      what_.full = 1;
      close();
    }
  }

  void close() {
    if (!file_) return;
    file_->close();
    file_.reset();
    what_.bytes = size();
  }

 private:
  static constexpr std::uint64_t periods_between_looks = 1 << 14;
  // The signals' codes, from the first that is free.
  enum Code : unsigned { clock = 1, rx, tx, failure, rx_byte, tx_byte, rx_text, tx_text = rx_text + 4 };

  std::uint64_t size() const {
    struct stat about {};
    return ::stat(path_.c_str(), &about) == 0 ? static_cast<std::uint64_t>(about.st_size) : 0;
  }

  static void open_scope(VerilatedFst* file) {
#if RIG_MODEL_TRACE_KINDS
    file->pushPrefix("rig", VerilatedTracePrefixType::SCOPE_MODULE);
#else
    file->scopeEscape(' ');
    file->pushNamePrefix("rig ");
#endif
  }

  static void close_scope(VerilatedFst* file) {
#if RIG_MODEL_TRACE_KINDS
    file->popPrefix();
#else
    file->popNamePrefix();
    file->scopeEscape('.');
#endif
  }

  static void declare(void* self, VerilatedFst* file, uint32_t code) {
    static_cast<RigModelTrace*>(self)->code_ = code;
    open_scope(file);
    file->declBit(RIG_MODEL_SIGNAL(clock, "clock"));
    file->declBit(RIG_MODEL_SIGNAL(rx, "rx"));
    file->declBit(RIG_MODEL_SIGNAL(tx, "tx"));
    file->declBit(RIG_MODEL_SIGNAL(failure, "failure"));
    file->declBus(RIG_MODEL_SIGNAL(rx_byte, "rx_byte"), 7, 0);
    file->declBus(RIG_MODEL_SIGNAL(tx_byte, "tx_byte"), 7, 0);
    file->declArray(RIG_MODEL_SIGNAL(rx_text, "rx_text"), 127, 0);
    file->declArray(RIG_MODEL_SIGNAL(tx_text, "tx_text"), 127, 0);
    close_scope(file);
  }

  bool failed() const {
    return options_.trace_mark != 0 && what_.end >= options_.trace_mark;
  }

  static void dump_all(void* self, VerilatedFst::Buffer* buffer) {
    const RigModelTrace& trace = *static_cast<RigModelTrace*>(self);
    const RigModelRoot& root = *trace.top_.rootp;
    uint32_t* const old = buffer->oldp(trace.code_);
    buffer->fullBit(old + clock, root.RIG_MODEL_CLOCK);
    buffer->fullBit(old + rx, root.RIG_MODEL_RX);
    buffer->fullBit(old + tx, root.RIG_MODEL_TX);
    buffer->fullBit(old + failure, trace.failed());
    buffer->fullCData(old + rx_byte, trace.rx_.byte(), 8);
    buffer->fullCData(old + tx_byte, trace.tx_.byte(), 8);
    buffer->fullWData(old + rx_text, trace.rx_.text(), 128);
    buffer->fullWData(old + tx_text, trace.tx_.text(), 128);
  }

  static void dump_changes(void* self, VerilatedFst::Buffer* buffer) {
    const RigModelTrace& trace = *static_cast<RigModelTrace*>(self);
    const RigModelRoot& root = *trace.top_.rootp;
    uint32_t* const old = buffer->oldp(trace.code_);
    buffer->chgBit(old + clock, root.RIG_MODEL_CLOCK);
    buffer->chgBit(old + rx, root.RIG_MODEL_RX);
    buffer->chgBit(old + tx, root.RIG_MODEL_TX);
    buffer->chgBit(old + failure, trace.failed());
    buffer->chgCData(old + rx_byte, trace.rx_.byte(), 8);
    buffer->chgCData(old + tx_byte, trace.tx_.byte(), 8);
    buffer->chgWData(old + rx_text, trace.rx_.text(), 128);
    buffer->chgWData(old + tx_text, trace.tx_.text(), 128);
  }

  RigModelTop& top_;
  const rig_model_options options_;
  std::string path_;
  std::unique_ptr<VerilatedFstC> file_;
  rig_model_trace_state what_{};
  uint32_t code_ = 0;
  RigModelLine rx_;
  RigModelLine tx_;
};
