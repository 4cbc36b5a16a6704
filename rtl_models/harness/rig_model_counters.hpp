// Registers that only count. Included by rig_model_skip.hpp.
//
// Of such a register the rest of the design can tell only on which side of its marks it is, and all that can
// happen to it is that a constant is added or that it is set to one (model_builder/counters.py). A counter
// that is far from its next mark is therefore left out when a state is compared with the marked one. When
// everything else is as it was P periods before, and again P periods later, the design has done the same in
// both; and a counter that has counted on by as much in both (had it been set to something in them, it would
// have stood still in the second) counts on like that in each further round, until it comes to its mark. So
// many rounds are jumped over, and what they would have counted is added.
#pragma once

// How much farther than a counter can come while a mark is held, its own next mark has to be.
constexpr std::uint64_t counter_margin = 4;

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a counter's lowest byte is its first one");

std::uint64_t value_of(const rig_model& model, const RigModelCounter& counter) {
  std::uint64_t value = 0;
  std::memcpy(&value, model.state() + counter.offset, counter.size);
  return value;
}

// By how much it can go on before anything else takes notice.
std::uint64_t room_of(const RigModelCounter& counter, std::uint64_t value) {
  if (counter.down) {
    std::uint64_t last = value & ~counter.unseen_bits;
    for (std::size_t i = 0; i < counter.number_of_marks; ++i) {
      if (counter.marks[i] <= value) last = std::max(last, counter.marks[i]);
    }
    return value - last;
  }
  std::uint64_t last = std::min(value | counter.unseen_bits, counter.highest);
  for (std::size_t i = 0; i < counter.number_of_marks; ++i) {
    if (counter.marks[i] > value) last = std::min(last, counter.marks[i] - 1);
  }
  return last - value;
}

// How far it has gone on from one value to the other.
std::uint64_t counted_between(const RigModelCounter& counter, std::uint64_t from, std::uint64_t to) {
  return (counter.down ? from - to : to - from) & counter.highest;
}

void prepare_counters(rig_model& model) {
  Skip& skip = model.skip;
  for (const RigModelCounter& counter : rig_model_counters) {
    if (counter.size > 0) skip.counting.push_back({&counter});
  }
  skip.compared = skip.seen;
  if (!skip.counting.empty()) skip.compared.resize(state_size, 255);
}

// With a new mark that is held for `window` periods: which counters need not be the same again.
void choose_counters(rig_model& model, std::uint64_t window) {
  Skip& skip = model.skip;
  skip.first_return = 0;
  for (Counting& counting : skip.counting) {
    const RigModelCounter& counter = *counting.counter;
    counting.at_mark = value_of(model, counter);
    counting.is_free = room_of(counter, counting.at_mark) / counter.most > counter_margin * window;
    counting.step = 0;
    std::memset(skip.compared.data() + counter.offset, counting.is_free ? 0 : 255, counter.size);
  }
}

// The state, `now`, is the marked one but for the counters that were left out: whether these are known to go
// on alike, so that a cycle is found.
bool all_count_alike(rig_model& model, std::uint64_t now) {
  Skip& skip = model.skip;
  const std::uint64_t elapsed = now - skip.marked_at;
  bool any_counts = false;
  for (Counting& counting : skip.counting) {
    if (!counting.is_free) continue;
    const std::uint64_t counted =
        counted_between(*counting.counter, counting.at_mark, value_of(model, *counting.counter));
    if (skip.first_return == 0) {
      counting.step = counted;
    } else if (elapsed != 2 * skip.first_return || counted != 2 * counting.step) {
      skip.marked = false;
      return false;
    }
    any_counts = any_counts || counted != 0;
  }
  if (any_counts && skip.first_return == 0) {
    skip.first_return = elapsed;
    skip.lines = model.lines;
    return false;
  }
  skip.cycle = any_counts ? skip.first_return : elapsed;
  skip.cycle_lines = model.lines - skip.lines;
  return true;
}

// How many rounds of the cycle may be jumped over before a counter comes to its mark.
std::uint64_t rounds_before_a_mark(const rig_model& model) {
  std::uint64_t rounds = ~static_cast<std::uint64_t>(0);
  for (const Counting& counting : model.skip.counting) {
    if (counting.step == 0) continue;
    rounds = std::min(rounds, room_of(*counting.counter, value_of(model, *counting.counter)) / counting.step);
  }
  return rounds;
}

void count_on(rig_model& model, std::uint64_t rounds) {
  for (const Counting& counting : model.skip.counting) {
    if (counting.step == 0) continue;
    const std::uint64_t value = value_of(model, *counting.counter);
    const std::uint64_t more = rounds * counting.step;
    const std::uint64_t then = counting.counter->down ? value - more : value + more;
    std::memcpy(model.state() + counting.counter->offset, &then, counting.counter->size);
  }
}
