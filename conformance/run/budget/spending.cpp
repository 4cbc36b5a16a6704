#include "conformance/run/budget/spending.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "conformance/run/plan.hpp"
#include "conformance/suite/matrix.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/span.hpp"
#include "rig/dut/dut.hpp"

namespace conformance {

using rig::Duration;
using rig::report::CaseRecord;
using std::chrono::milliseconds;
using std::chrono::minutes;

namespace {

/// So many replies tell how long a DUT thinks.
constexpr std::int64_t enough_replies = 10;
/// A faster one is done before anybody wonders how long it takes.
constexpr Duration slow_reply = milliseconds(50);

/// A budget worth proposing for a run that takes so long; zero: none.
Duration proposal(Duration whole) {
  for (const minutes time : {minutes(60), minutes(15), minutes(5), minutes(1)}) {
    if (whole >= 2 * time) return time;
  }
  return {};
}

}  // namespace

std::vector<CaseCost> stated_costs(const RunOptions& options, const std::vector<std::string>& cases) {
  const std::string name = catalogue_of(options);
  const Catalogue catalogue = load_catalogue(name);
  std::vector<CaseCost> costs;
  for (const std::string& id : cases) {
    const auto& all = all_cases();
    const auto entry = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.id() == id; });
    if (entry == all.end() || entry->when == When::on_request) continue;
    CaseCost& cost = costs.emplace_back(CaseCost{id, exchanges_of(*entry, contest_of(options)), {}, {}});
    for (const std::string& clause : cited_by(*entry, catalogue)) {
      if (level_of(*catalogue.by_id(clause), options.resets) == rig::report::Level::mandatory)
        cost.clauses.insert(clause);
    }
    for (const MatrixRow& row : known_matrix(name)) {
      if (row.caught.contains(id)) cost.faults.insert(row.fault);
    }
  }
  return costs;
}

void Spending::take_part(const CommandLine& line, RunPlan& plan, rig::report::RunRecord& record,
                         RunListener& user) {
  const rig::ClockKind clock = rig::dut::clock_of(*plan.dut);
  if (clock == rig::ClockKind::virtual_time && !line.budget) return;
  const rig::protocol::Contest& contest = contest_of(line.options);
  Terms terms;
  terms.budget = line.budget;
  terms.hello = contest.greets ? contest.dialect->label(contest.hello) : std::string();
  terms.costs = stated_costs(line.options, plan.cases);
  terms.user = line.quiet ? nullptr : &user;
  terms.simulators = clock == rig::ClockKind::simulated ? plan.jobs : 0;
  if (clock == rig::ClockKind::monotonic) {
    terms.elapsed = [begun = std::optional<std::chrono::steady_clock::time_point>()]() mutable {
      if (!begun) begun = std::chrono::steady_clock::now();
      return Duration(std::chrono::steady_clock::now() - *begun);
    };
  }
  begin(std::move(terms));
  if (line.budget) {
    std::vector<std::string> cases;
    for (const CaseCost& one : terms_.costs) cases.push_back(one.id);
    for (const std::string& id : plan.cases) {
      if (std::find(cases.begin(), cases.end(), id) == cases.end()) cases.push_back(id);
    }
    plan.cases = std::move(cases);
    record.settings.push_back({"budget", rig::text_of_time(*line.budget)});
  }
  plan.asks = true;
}

void Spending::begin(Terms terms) {
  terms_ = std::move(terms);
  terms_.costs = ranked(std::move(terms_.costs));
}

Duration Spending::a_reply() const {
  return replies_ == 0 ? Duration::zero() : thought_ / replies_;
}

std::vector<CaseCost> Spending::without(const std::set<std::string>& ids) const {
  std::vector<CaseCost> some;
  std::copy_if(terms_.costs.begin(), terms_.costs.end(), std::back_inserter(some),
               [&](const CaseCost& one) { return !ids.contains(one.id); });
  return some;
}

Admission Spending::may_begin(const std::string& id) {
  const Duration spent = terms_.elapsed ? terms_.elapsed() : spent_;  // the first question begins the time
  const bool knows = replies_ >= enough_replies;
  if (terms_.user != nullptr && !told_ && knows && (terms_.budget || a_reply() >= slow_reply)) {
    told_ = true;
    terms_.user->say(outlook());
  }
  const auto cost = std::find_if(terms_.costs.begin(), terms_.costs.end(),
                                 [&](const CaseCost& one) { return one.id == id; });
  if (!terms_.budget || cost == terms_.costs.end()) return Admission::go;
  if (time_of(*cost, a_reply()) <= *terms_.budget - spent) return Admission::go;
  left_out_.insert(id);
  return Admission::skip;
}

void Spending::ended(const CaseRecord& record) {
  if (record.verdict == rig::Verdict::not_applicable) not_applicable_.insert(record.id);
  spent_ += record.link_time;
  if (counts_machine_time()) thought_ += record.wall_time;
  for (const rig::report::Sample& sample : record.samples) {
    if (sample.kind == terms_.hello) continue;
    ++replies_;
    if (!counts_machine_time()) thought_ += sample.latency.longest;
  }
}

/// `about 41 min at 793 ms a move; --budget 15m would see 70 of the suite's 79 known faults, in 20 of 38
/// cases`.
std::string Spending::outlook() const {
  const std::vector<CaseCost> all = without(not_applicable_);
  const Duration whole = time_of(all, a_reply());
  if (counts_machine_time())
    return fmt::format("this run takes about {} on this machine, at {} of its time for a move",
                       rig::rough_time(whole / terms_.simulators), rig::readable(a_reply()));
  std::string text =
      fmt::format("this run takes about {} at {} a move", rig::rough_time(whole), rig::readable(a_reply()));
  const Duration time = terms_.budget.value_or(proposal(whole));
  if (time <= Duration::zero()) return text;
  const std::vector<CaseCost> chosen = affordable(all, a_reply(), time);
  return fmt::format("{}; --budget {} {} {} of the suite's {} known faults, in {} of {} cases", text,
                     rig::text_of_time(time), terms_.budget ? "sees" : "would see", faults_of(chosen).size(),
                     faults_of(all).size(), chosen.size(), all.size());
}

void Spending::conclude(rig::report::RunRecord& record) const {
  if (left_out_.empty()) return;
  const std::size_t all = faults_of(without(not_applicable_)).size();
  std::set<std::string> unseen = not_applicable_;
  unseen.insert(left_out_.begin(), left_out_.end());
  const std::size_t lost = all - faults_of(without(unseen)).size();
  record.partial.push_back(fmt::format(
      "--budget {}: {} of {} cases were left out, and with them {} of {} known faults ({:.0f} %): {}",
      rig::text_of_time(*terms_.budget), left_out_.size(), terms_.costs.size(), lost, all,
      all == 0 ? 0.0 : 100.0 * static_cast<double>(lost) / static_cast<double>(all),
      fmt::join(left_out_, ", ")));
}

}  // namespace conformance
