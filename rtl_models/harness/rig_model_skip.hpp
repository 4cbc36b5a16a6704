// Which clocks need not be evaluated. Included by rig_model.cpp.
//
// What a model does next follows from its state and its inputs alone; designs of which this is not known are
// never skipped (model_builder/skip.py). So when its whole state is what it was P periods before, and rx did
// not change in between, it goes round in that cycle of P periods until rx changes. If tx did not change in
// the cycle either, nobody can tell any number of rounds from none: they are jumped over, and only the rest
// of the last round is evaluated.
//
// A design at rest has a cycle of one period, which a probe finds: it compares the state over one period,
// every now and then. Longer cycles, of free-running dividers and counters, are found by Brent's method: one
// state is marked and each later one compared with it; the mark moves on after 2^n periods, so that it once
// comes to lie within the cycle, and is held for longer than one round. Every comparison that counts is one
// of the whole state; a single byte or word is looked at before, which differs most of the time.
#pragma once

// Periods between two looks at one word, and between two comparisons of everything; each doubles while it
// fails.
constexpr std::uint64_t shortest_gap = 32;
constexpr std::uint64_t longest_gap = 1024;
constexpr std::size_t state_size = sizeof(RigModelState);
static_assert(state_size % sizeof(std::uint64_t) == 0 && state_size > 0);

// With several clocks a state comes back only after a whole number of their common periods.
constexpr std::uint64_t common = RIG_MODEL_COMMON_PERIODS;

// The longest cycle that is looked for, and for how long the search pauses when there is none.
constexpr std::uint64_t longest_window = 1 << 20;
constexpr std::uint64_t pause_between_searches = 4 * longest_window;

// For how long the first mark after a change of rx or tx is held: long enough that copying the state costs
// little.
constexpr std::uint64_t first_window_for(std::size_t bytes) {
  std::uint64_t window = longest_gap;
  while (8 * window < bytes) window *= 2;
  return window;
}
constexpr std::uint64_t first_window = first_window_for(state_size);

std::uint64_t word_at(const unsigned char* state, std::size_t offset) {
  std::uint64_t word = 0;
  std::memcpy(&word, state + offset, sizeof word);
  return word;
}

// Ones for the bits of a word that tx may depend on.
std::uint64_t mask_at(const std::vector<unsigned char>& seen, std::size_t offset) {
  return seen.empty() ? ~static_cast<std::uint64_t>(0) : word_at(seen.data(), offset);
}

// The offset of the first word in which the state differs from an earlier one, where it is `compared`;
// `state_size` if none does.
std::size_t first_difference(const rig_model& model, const unsigned char* earlier,
                             const std::vector<unsigned char>& compared) {
  const unsigned char* const now = model.state();
  if (compared.empty() && std::memcmp(earlier, now, state_size) == 0) return state_size;
  for (std::size_t offset = 0; offset < state_size; offset += sizeof(std::uint64_t)) {
    if (((word_at(earlier, offset) ^ word_at(now, offset)) & mask_at(compared, offset)) != 0) return offset;
  }
  return state_size;
}

// The first byte that differs in the word at `offset`.
std::size_t differing_byte(const rig_model& model, std::size_t offset) {
  const std::uint64_t difference =
      (word_at(model.skip.mark.data(), offset) ^ word_at(model.state(), offset)) &
      mask_at(model.skip.compared, offset);
  const int bits =
      __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? __builtin_ctzll(difference) : __builtin_clzll(difference);
  return offset + static_cast<std::size_t>(bits) / 8;
}

#include "rig_model_counters.hpp"

void back_off(std::uint64_t& gap) {
  gap = std::min(2 * gap, longest_gap);
}

// From here on the search begins anew: rx or tx has changed.
void restart_search(rig_model& model) {
  model.skip.marked = false;
  model.skip.next_mark =
      first_window <= longest_window ? model.at.cycle + first_window : ~static_cast<std::uint64_t>(0);
  model.skip.next_window = first_window;
}

void forget_cycle(rig_model& model) {
  model.skip.cycle = 0;
  restart_search(model);
}

void prepare_skipping(rig_model& model) {
  for (const RigModelMember& member : rig_model_members) {
    if (member.seen) continue;
    model.skip.seen.resize(state_size, 255);
    std::memset(model.skip.seen.data() + member.offset, 0, member.size);
  }
#if RIG_MODEL_COVERAGE  // what is counted goes on while the design repeats itself; nothing depends on it
  const auto& counts = model.top->rootp->vlSymsp->__Vcoverage;
  model.skip.seen.resize(state_size, 255);
  std::memset(model.skip.seen.data() + (reinterpret_cast<const unsigned char*>(&counts) - model.state()), 0,
              sizeof counts);
#endif
  prepare_counters(model);
  model.skip.before.resize(state_size);
  model.skip.mark.resize(state_size);
  restart_search(model);
}

// Marks the present state; or, when the longest window has been looked through, pauses.
void move_mark(rig_model& model) {
  Skip& skip = model.skip;
  if (skip.next_window > longest_window) {
    skip.marked = false;
    skip.next_window = longest_window;
    skip.next_mark = model.at.cycle + pause_between_searches;
    return;
  }
  std::memcpy(skip.mark.data(), model.state(), state_size);
  skip.marked = true;
  skip.marked_at = model.at.cycle;
  skip.next_mark = model.at.cycle + skip.next_window;
  choose_counters(model, skip.next_window);
  skip.budget = 8 * skip.next_window + 2 * state_size;
  skip.next_window *= 2;
  skip.lines = model.lines;
  skip.prints = model.prints;
}

// Whether the state, `now`, is the marked one in every bit but those of counters that go on alike; the cycle
// is then known.
bool is_marked_again(rig_model& model, std::uint64_t now) {
  Skip& skip = model.skip;
  const std::size_t difference = first_difference(model, skip.mark.data(), skip.compared);
  if (difference < state_size) {
    skip.watched = differing_byte(model, difference);
    const std::uint64_t looked_at = difference + sizeof(std::uint64_t);
    if (skip.budget < looked_at) skip.marked = false;  // it costs too much: the next mark may do better
    skip.budget -= std::min(skip.budget, looked_at);
    return false;
  }
  if (model.prints != skip.prints) {
    skip.marked = false;
    return false;
  }
  return all_count_alike(model, now);
}

// As run_plain<true>, and no further than to where the state may be the marked one again.
void run_marked(rig_model& model, RigModelRoot& root, std::uint64_t periods) {
  const auto tx = root.RIG_MODEL_TX;
  const std::uint64_t begin = model.at.cycle;
  const std::uint64_t since_mark = begin - model.skip.marked_at;
  // A byte, not more: a processor waits when it reads at once what was written in smaller pieces just before.
  const std::size_t watched = model.skip.watched;
  const unsigned char* const byte = model.state() + watched;
  const unsigned mask = model.skip.compared.empty() ? 0xff : model.skip.compared[watched];
  const unsigned marked = model.skip.mark[watched] & mask;
  Done done{model};
  while (done.periods < periods) {
    step(model, root, begin + done.periods);
    ++done.periods;
    if (RIG_UNLIKELY(root.RIG_MODEL_TX != tx)) return;
    if (RIG_UNLIKELY((*byte & mask) == marked)) {
      if (common > 1 && (since_mark + done.periods) % common != 0) continue;
      is_marked_again(model, begin + done.periods);
      return;
    }
  }
}

// Runs up to `periods`, and no further than a change of tx if `watch` or if a state is marked.
template <bool watch>
void run_piece(rig_model& model, RigModelRoot& root, std::uint64_t periods) {
  if (model.skip.marked) {
    run_marked(model, root, periods);
  } else {
    run_plain<watch>(model, root, periods);
  }
}

// Whether the design rests: its whole state is the same after one more (common) period, and tx did not change
// in it. Runs at most two such periods, fewer when tx changes, a cycle is found or `until` comes before.
//
// A design at work is found out cheaply: the word that changed last time mostly changes again. Only when it
// does not is everything compared.
void probe(rig_model& model, RigModelRoot& root, std::uint64_t until) {
  constexpr bool several = common > 1;
  Skip& skip = model.skip;
  const auto tx = root.RIG_MODEL_TX;
  const auto left_out = [&](std::uint64_t end) {  // something came before the end of a period
    return model.at.cycle != end || root.RIG_MODEL_TX != tx || skip.cycle != 0;
  };
  const unsigned char* const state = model.state();
  const std::uint64_t mask = mask_at(skip.seen, skip.restless);
  const std::uint64_t word = word_at(state, skip.restless) & mask;
  const std::uint64_t once = model.at.cycle + common;
  run_piece<several>(model, root, std::min(once, until) - model.at.cycle);
  if (skip.cycle != 0) return;
  if (several && until < once) return;
  skip.next_probe = model.at.cycle + skip.probe_gap;
  if (left_out(once) || (word_at(state, skip.restless) & mask) != word) {
    back_off(skip.probe_gap);
    return;
  }
  skip.probe_gap = shortest_gap;
  const std::uint64_t twice = once + common;
  if (model.at.cycle < skip.next_full_probe || twice > until) return;

  std::memcpy(skip.before.data(), state, state_size);
  const std::uint64_t lines = model.lines;
  const std::uint64_t prints = model.prints;
  run_piece<several>(model, root, common);
  if (left_out(twice)) return;
  const std::size_t difference = first_difference(model, skip.before.data(), skip.seen);
  if (difference == state_size) {
    skip.full_probe_gap = shortest_gap;
    if (model.prints != prints) return;
    skip.cycle = common;
    skip.cycle_lines = model.lines - lines;
    for (Counting& counting : skip.counting) counting.step = 0;
    return;
  }
  skip.restless = difference;
  back_off(skip.full_probe_gap);
  skip.next_full_probe = model.at.cycle + skip.full_probe_gap;
}

template <bool watch>
void run_skipping(rig_model& model, RigModelRoot& root, std::uint64_t until) {
  Skip& skip = model.skip;
  while (model.at.cycle < until) {
    if (skip.cycle != 0) {
      const std::uint64_t wanted = (until - model.at.cycle) / skip.cycle;
      const std::uint64_t most = rounds_before_a_mark(model);
      const std::uint64_t rounds = std::min(wanted, most);
      count_on(model, rounds);
      model.lines += skip.cycle_lines * rounds;
      model.at.cycle += rounds * skip.cycle;
      if (wanted >= most) {
        forget_cycle(model);
        continue;
      }
      run_plain<false>(model, root, until - model.at.cycle);  // tx rests over the whole of the cycle
      return;
    }
    const auto tx = root.RIG_MODEL_TX;
    if (model.at.cycle >= skip.next_mark) move_mark(model);
    const std::uint64_t limit = std::min(until, skip.next_mark);
    if (model.at.cycle < skip.next_probe) {
      run_piece<watch>(model, root, std::min(limit, skip.next_probe) - model.at.cycle);
    } else {
      probe(model, root, limit);
    }
    if (root.RIG_MODEL_TX == tx) continue;
    restart_search(model);
    if (watch) return;
  }
}

// Of the variables that differ from the marked state, the widest that is no memory, and how it reaches tx.
std::string what_still_changes(const rig_model& model) {
  const Skip& skip = model.skip;
  if (!model.may_skip || skip.cycle != 0 || !skip.marked) return {};
  const auto rank = [](const RigModelMember& member) { return member.size <= 8 ? member.size : 0; };
  const RigModelMember* first = nullptr;
  int count = 0;
  for (const RigModelMember& member : rig_model_members) {
    const bool same =
        std::memcmp(skip.mark.data() + member.offset, model.state() + member.offset, member.size) == 0;
    const bool counts_alone = !skip.compared.empty() && skip.compared[member.offset] == 0;
    if (same || counts_alone || *member.told == '\0') continue;
    if (first == nullptr || rank(member) > rank(*first)) first = &member;
    ++count;
  }
  if (first == nullptr) return {};
  return first->told + (count > 1 ? ", and " + std::to_string(count - 1) + " more" : std::string());
}
