#include "conformance/run/gate/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "rig/base/errors.hpp"
#include "rig/report/gate/cycles.hpp"

namespace conformance {

using rig::Verdict;
using rig::report::CaseRecord;
using rig::report::Comparison;
using rig::report::RequirementRecord;
using rig::report::RunRecord;
using rig::report::Sample;

namespace {

/// The value of a named setting; empty: it has none.
std::string value_in(const std::map<std::string, std::string>& settings, const std::string& name) {
  const auto found = settings.find(name);
  return found == settings.end() ? std::string() : found->second;
}

std::map<std::string, std::string> named(const std::vector<rig::report::Setting>& settings) {
  std::map<std::string, std::string> all;
  for (const rig::report::Setting& one : settings) all[one.name] = one.value;
  return all;
}

class Comparing {
 public:
  Comparing(const Baseline& before, const RunRecord& now, const Allowance& allowance)
      : before_(before), now_(now), allowance_(allowance), clock_(rig::report::clock_of_design(now)) {}

  Comparison compare() {
    result_.path = before_.path;
    result_.started = before_.started;
    result_.allowed = allowance_.text;
    choose_unit();
    note_differences();
    compare_requirements();
    if (!result_.unit.empty()) compare_cases();
    if (rises_seen_.size() == 1 && result_.compared > 1 && !rises_seen_.contains(0))
      result_.shift = *rises_seen_.begin();
    return std::move(result_);
  }

 private:
  void choose_unit() {
    if (before_.clock == "simulated" && now_.clock == "simulated" && before_.clock_hz && clock_) {
      result_.unit = "cycles";
    } else if (before_.clock == "virtual" && now_.clock == "virtual") {
      result_.unit = "ns";
    } else if (before_.clock == now_.clock) {
      result_.why_not = "in real time they are measured, and no two runs are alike";
    } else {
      result_.why_not =
          fmt::format("the baseline's time is {}, and this run's is {}", before_.clock, now_.clock);
    }
  }

  void note_difference(const std::string& what, const std::string& then, const std::string& now) {
    if (then == now) return;
    const auto shown = [](const std::string& text) { return text.empty() ? "not set" : text; };
    result_.notes.push_back(fmt::format("{} was {}, and is {}", what, shown(then), shown(now)));
  }

  void note_differences() {
    note_difference("the device", before_.dut, now_.dut);
    if (before_.clock_hz && clock_)
      note_difference("the clock, in Hz,", std::to_string(*before_.clock_hz), std::to_string(*clock_));
    const std::map<std::string, std::string> settings = named(now_.settings);
    std::map<std::string, std::string> names = settings;
    names.insert(before_.settings.begin(), before_.settings.end());
    for (const auto& [name, ignored] : names) {
      if (name == "max-failures" || name == "budget") continue;
      note_difference("--" + name, value_in(before_.settings, name), value_in(settings, name));
    }
    const std::map<std::string, std::string> identity = named(now_.identity);
    for (const char* fact : {"commit", "clauses", "workers"})
      note_difference(std::string("the rig's ") + fact, value_in(before_.identity, fact),
                      value_in(identity, fact));
  }

  void compare_requirements() {
    std::vector<std::string> unknown;
    for (const RequirementRecord& one : now_.requirements) {
      const bool failed = value_in(before_.requirements, one.id) == rig::to_string(Verdict::fail);
      const bool fails = one.verdict == Verdict::fail;
      if (fails && !failed) result_.newly_failing.push_back(one.id);
      if (fails && failed) result_.still_failing.push_back(one.id);
      if (!failed || fails) continue;
      (one.verdict == Verdict::pass ? result_.fixed : unknown).push_back(one.id);
    }
    for (const std::string& id : unknown)
      result_.notes.push_back(fmt::format("{} failed, and this run came to no verdict on it", id));
  }

  void compare_cases() {
    std::vector<std::string> fresh;
    std::size_t known = 0;
    for (const CaseRecord& one : now_.cases) {
      if (one.verdict == Verdict::not_run) continue;
      const auto then = before_.exchanges.find(one.id);
      if (then == before_.exchanges.end()) {
        fresh.push_back(one.id);
      } else {
        ++known;
        compare_case(one, then->second);
      }
    }
    for (const std::string& id : fresh) result_.notes.push_back(id + " is not in the baseline");
    if (known < before_.exchanges.size())
      result_.notes.push_back(fmt::format("{} of the {} cases of the baseline were not run",
                                          before_.exchanges.size() - known, before_.exchanges.size()));
  }

  void compare_case(const CaseRecord& one, const std::vector<BaselineExchange>& then) {
    const auto diverge = [&](std::size_t at, std::string what) {
      result_.divergences.push_back({one.id, at + 1, std::move(what)});
    };
    const std::size_t common = std::min(one.samples.size(), then.size());
    for (std::size_t i = 0; i < common; ++i) {
      const Sample& sample = one.samples[i];
      if (sample.request != then[i].request)
        return diverge(i, fmt::format("the request was {}, and is {}", then[i].request, sample.request));
      if (sample.reply != then[i].reply)
        return diverge(
            i, fmt::format("to {} the reply was {}, and is {}", sample.request, then[i].reply, sample.reply));
      compare_latency(one, i, then[i]);
    }
    if (one.samples.size() != then.size())
      diverge(common,
              fmt::format("{} replies were measured, and are {} now", then.size(), one.samples.size()));
  }

  std::int64_t in_unit(const rig::Latency& latency, std::optional<std::uint64_t> hz) const {
    return result_.unit == "cycles" ? rig::report::cycles_in(latency, *hz) : latency.longest.count();
  }

  void compare_latency(const CaseRecord& one, std::size_t index, const BaselineExchange& before) {
    const Sample& sample = one.samples[index];
    const std::int64_t then = in_unit(before.latency, before_.clock_hz);
    const std::int64_t now = in_unit(sample.latency, clock_);
    ++result_.compared;
    rises_seen_.insert(now - then);
    if (now < then) ++result_.faster;
    if (now <= then) return;
    ++result_.slower;
    constexpr double hundred = 100;  // products of small numbers are exact where a quotient is not
    if (static_cast<double>(now - then) * hundred > static_cast<double>(then) * allowance_.percent)
      result_.rises.push_back({one.id, index + 1, sample.kind, sample.request, then, now});
  }

  const Baseline& before_;
  const RunRecord& now_;
  const Allowance& allowance_;
  std::optional<std::uint64_t> clock_;
  std::set<std::int64_t> rises_seen_;
  Comparison result_;
};

}  // namespace

Allowance allowance_from(const std::string& text) {
  constexpr double most = 1000;
  double percent = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), percent);
  const bool whole = problem == std::errc() && end + 1 == text.data() + text.size() && *end == '%';
  if (whole && percent >= 0 && percent <= most) return {percent, text};
  throw rig::UsageError(
      fmt::format("--allow: found \"{}\", allowed is a percentage from 0% to 1000%, as in 2.5%.", text));
}

Comparison compare(const Baseline& before, const RunRecord& now, const Allowance& allowance) {
  return Comparing(before, now, allowance).compare();
}

}  // namespace conformance
