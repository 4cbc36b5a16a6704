#pragma once
/// Inside `scripts/mutate`: what its instrumented copies of the sources call. Every mutation is compiled in
/// and sleeps; the environment says which one is awake (RIG_MUTANT=17) and, while no test is being tried, to
/// which file the numbers of those go that make a difference (RIG_MUTANTS_REACHED): that are reached, and
/// where it can be told at once, whose value there is another one. A mutant that nowhere in a test makes a
/// difference cannot be killed by it. No target of the project includes this.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

namespace rig_mutants {

inline constexpr int most = 1 << 18;  // NUMBERS in select.py

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

/// Whether this mutant is the one to run. Numbers below zero stand for mutants that were not chosen.
template <int id>
bool is_awake() {
  return id >= 0 && state.awake == id;
}

template <int id>
void note(bool makes_a_difference) {
  if constexpr (id >= 0) {
    if (makes_a_difference) state.reached[id] = 1;
  }
}

/// The same for a mutant that makes a difference wherever it is reached.
template <int id>
bool on() {
  if (state.reached != nullptr) note<id>(true);
  return is_awake<id>();
}

enum Op { lt, le, gt, ge, eq, ne, plus, minus, times, over, modulo, left, right, both, either, first };

template <Op op>
constexpr auto apply(const auto& a, const auto& b) {
  if constexpr (op == lt) return a < b;
  if constexpr (op == le) return a <= b;
  if constexpr (op == gt) return a > b;
  if constexpr (op == ge) return a >= b;
  if constexpr (op == eq) return a == b;
  if constexpr (op == ne) return a != b;
  if constexpr (op == plus) return a + b;
  if constexpr (op == minus) return a - b;
  if constexpr (op == times) return a * b;
  if constexpr (op == over) return a / b;
  if constexpr (op == modulo) return a % b;
  if constexpr (op == left) return a << b;
  if constexpr (op == right) return a >> b;
  if constexpr (op == both) return a & b;
  if constexpr (op == either) return a | b;
  if constexpr (op == first) return a;
}

/// Whether two operators give two values; yes where it takes more than a look.
template <Op op, Op other>
bool differ(const auto& a, const auto& b) {
  if constexpr (other == over || other == modulo) {
    return true;  // perhaps by zero
  } else if constexpr (requires { bool(apply<op>(a, b) != apply<other>(a, b)); }) {
    return bool(apply<op>(a, b) != apply<other>(a, b));
  } else {
    return true;
  }
}

/// `a op b`, or with another operator.
template <Op op, Op op1, int id1, Op op2 = op, int id2 = -1>
constexpr auto binary(const auto& a, const auto& b) -> decltype(apply<op>(a, b)) {
  if (state.reached != nullptr) {
    note<id1>(differ<op, op1>(a, b));
    if constexpr (id2 >= 0) note<id2>(differ<op, op2>(a, b));
  }
  if (is_awake<id1>()) return static_cast<decltype(apply<op>(a, b))>(apply<op1>(a, b));
  if (is_awake<id2>()) return static_cast<decltype(apply<op>(a, b))>(apply<op2>(a, b));
  return apply<op>(a, b);
}

/// `a op= b`, or with another operator.
template <Op op, Op op1, int id1>
constexpr auto& assign(auto& a, const auto& b) {
  if (on<id1>()) {
    a = static_cast<std::remove_reference_t<decltype(a)>>(apply<op1>(a, b));
  } else {
    a = static_cast<std::remove_reference_t<decltype(a)>>(apply<op>(a, b));
  }
  return a;
}

/// An operand of && (`neutral` true) or ||: turned round where the operator is swapped (De Morgan), or
/// without effect.
template <bool neutral, int swapped, int dropped>
bool operand(bool value) {
  if (on<swapped>()) return !value;
  if (state.reached != nullptr) note<dropped>(value != neutral);
  return is_awake<dropped>() ? neutral : value;
}

/// What is added to a number.
template <int up, int down = -1>
int step() {
  return on<up>() ? 1 : on<down>() ? -1 : 0;
}

template <int id, class T>
T pick(T value, T other) {
  return on<id>() ? other : value;
}

/// A text, or the same with another first letter (one letter where it was empty).
template <int id>
const char* text(const char* value, const char* other) {
  return on<id>() ? other : value;
}

template <int id>
struct Max {
  template <class T>
  T operator()(const T& a, const T& b) const {
    if (state.reached != nullptr) note<id>(a < b || b < a);
    return is_awake<id>() ? std::min(a, b) : std::max(a, b);
  }
};
template <int id>
struct Min {
  template <class T>
  T operator()(const T& a, const T& b) const {
    if (state.reached != nullptr) note<id>(a < b || b < a);
    return is_awake<id>() ? std::max(a, b) : std::min(a, b);
  }
};
template <int id>
struct AnyOf {
  bool operator()(auto begin, auto end, auto test) const {
    return on<id>() ? std::all_of(begin, end, test) : std::any_of(begin, end, test);
  }
};
template <int id>
struct AllOf {
  bool operator()(auto begin, auto end, auto test) const {
    return on<id>() ? std::any_of(begin, end, test) : std::all_of(begin, end, test);
  }
};

}  // namespace rig_mutants

/// A call of a function of two alike arguments, or the same with them the other way round.
#define RIG_SWAPPED(id, function)                                                   \
  [&](const auto& rig_a, const auto& rig_b) {                                       \
    return rig_mutants::on<id>() ? function(rig_b, rig_a) : function(rig_a, rig_b); \
  }
