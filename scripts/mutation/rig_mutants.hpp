#pragma once
/// Inside `scripts/mutate`: what its instrumented copies of the sources call. Every mutation is compiled in
/// and sleeps. The environment says which one is awake: RIG_MUTANT=17. While none is, RIG_MUTANTS_REACHED
/// names the file where the numbers of those go that make a difference: they are reached, and where it can be
/// told at once, their value is another one. A mutant that makes no difference to a test cannot be killed by
/// it. No target of the project includes this.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <type_traits>

namespace rig_mutants {

inline constexpr int most = 1 << 18;  // NUMBERS in sources.py

/// The file of reached numbers is mapped, so that processes that fork or end hard are counted too.
struct State {
  int awake = -1;
  unsigned char* reached = nullptr;
};
inline constinit State state;

/// Reads the environment before any object of the program is made: some of them call what is mutated.
[[gnu::constructor(101)]] static void wake() {
  if (const char* number = std::getenv("RIG_MUTANT")) state.awake = std::atoi(number);
  const char* path = std::getenv("RIG_MUTANTS_REACHED");
  if (path == nullptr || state.reached != nullptr) return;
  const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, most) != 0) std::abort();
  void* const map = mmap(nullptr, most, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (map == MAP_FAILED) std::abort();
  state.reached = static_cast<unsigned char*>(map);
  close(file);
}

/// Whether this mutant is the one to run, and a note whether it makes a difference here. Numbers below zero
/// stand for mutants that there are not.
template <int id>
bool on(bool makes_a_difference = true) {
  if constexpr (id < 0) return false;
  if (state.reached != nullptr && makes_a_difference) state.reached[id] = 1;
  return state.awake == id;
}

/// Operators that the standard library has no object for.
struct ShiftLeft {
  constexpr auto operator()(const auto& a, const auto& b) const { return a << b; }
};
struct ShiftRight {
  constexpr auto operator()(const auto& a, const auto& b) const { return a >> b; }
};
struct Left {
  constexpr auto operator()(const auto& a, const auto&) const { return a; }
};

/// Whether two operators give two values; yes where it takes more than a look, or may divide by zero.
template <class Op, class Other>
bool differ(const auto& a, const auto& b) {
  if constexpr (std::is_same_v<Other, std::divides<>>) {
    return true;
  } else if constexpr (requires { bool(Op{}(a, b) != Other{}(a, b)); }) {
    return bool(Op{}(a, b) != Other{}(a, b));
  } else {
    return true;
  }
}

/// `a op b`, or with another operator.
template <class Op, class Op1, int id1, class Op2 = Op, int id2 = -1>
constexpr auto binary(const auto& a, const auto& b) {
  using Value = decltype(Op{}(a, b));
  const bool looks = state.reached != nullptr;
  if (on<id1>(looks && differ<Op, Op1>(a, b))) return static_cast<Value>(Op1{}(a, b));
  if (on<id2>(looks && differ<Op, Op2>(a, b))) return static_cast<Value>(Op2{}(a, b));
  return Op{}(a, b);
}

/// An operand of && (`neutral` true) or ||: turned round where the operator is swapped (De Morgan), or
/// without effect.
template <bool neutral, int swapped, int dropped>
bool operand(bool value) {
  if (on<swapped>()) return !value;
  return on<dropped>(value != neutral) ? neutral : value;
}

}  // namespace rig_mutants
