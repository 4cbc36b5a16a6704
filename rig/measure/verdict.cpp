#include "rig/measure/verdict.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace rig {

namespace {

constexpr std::array<std::pair<Verdict, std::string_view>, 6> names = {{
    {Verdict::not_run, "not run"},
    {Verdict::not_applicable, "not applicable"},
    {Verdict::pass, "pass"},
    {Verdict::inconclusive, "inconclusive"},
    {Verdict::fail, "fail"},
    {Verdict::error, "error"},
}};

}  // namespace

std::string_view to_string(Verdict verdict) {
  for (const auto& [value, name] : names) {
    if (value == verdict) return name;
  }
  return "?";
}

std::optional<Verdict> verdict_from(std::string_view word) {
  for (const auto& [value, name] : names) {
    if (name == word) return value;
  }
  return std::nullopt;
}

Verdict worse(Verdict a, Verdict b) {
  return std::max(a, b);
}

Verdict judge(Latency latency, Duration deadline) {
  if (latency.longest <= deadline) return Verdict::pass;
  if (latency.shortest > deadline) return Verdict::fail;
  return Verdict::inconclusive;
}

}  // namespace rig
