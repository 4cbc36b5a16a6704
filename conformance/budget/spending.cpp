#include "conformance/budget/spending.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "conformance/budget/span.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"

namespace conformance {

using rig::Duration;
using rig::report::CaseRecord;
using std::chrono::milliseconds;
using std::chrono::minutes;

namespace {

/// So many replies tell how long a DUT thinks.
constexpr std::int64_t enough_moves = 10;
/// A faster one is done before anybody wonders how long it takes.
constexpr Duration slow_move = milliseconds(50);
/// By which cases are put into an order before anything is known of the DUT.
constexpr Duration usual_move = std::chrono::seconds(1);

/// A budget worth proposing for a run that takes so long; zero: none.
Duration proposal(Duration whole) {
  for (const minutes time : {minutes(60), minutes(15), minutes(5), minutes(1)}) {
    if (whole >= 2 * time) return time;
  }
  return {};
}

}  // namespace

void Spending::begin(Terms terms) {
  terms_ = std::move(terms);
  if (terms_.budget) costs_ = ranked(terms_.rehearse(), usual_move);
}

std::vector<std::string> Spending::order() const {
  std::vector<std::string> ids;
  for (const CaseCost& one : *costs_) ids.push_back(one.id);
  return ids;
}

Duration Spending::a_move() const {
  return moves_ == 0 ? Duration::zero() : thought_ / moves_;
}

std::vector<CaseCost> Spending::without(const std::set<std::string>& ids) const {
  std::vector<CaseCost> some;
  std::copy_if(costs_->begin(), costs_->end(), std::back_inserter(some),
               [&](const CaseCost& one) { return !ids.contains(one.id); });
  return some;
}

/// Those that have not begun and may yet.
std::vector<CaseCost> Spending::open() const {
  std::set<std::string> closed = left_out_;
  closed.insert(under_way_.begin(), under_way_.end());
  closed.insert(done_.begin(), done_.end());
  return without(closed);
}

/// Of the budget, when what is under way has ended.
Duration Spending::left() const {
  Duration left = *terms_.budget - (terms_.elapsed ? terms_.elapsed() : spent_);
  for (const CaseCost& one : *costs_) {
    if (under_way_.contains(one.id)) left -= time_of(one, a_move());
  }
  return left;
}

Leave Spending::may_begin(const std::string& id) {
  if (terms_.elapsed) terms_.elapsed();  // the first question begins the time
  if (!told_ && is_slow()) tell();
  const auto is_this = [&](const CaseCost& one) { return one.id == id; };
  if (!terms_.budget || std::none_of(costs_->begin(), costs_->end(), is_this)) return Leave::go;
  Seen seen;
  for (const CaseCost& one : *costs_) {
    if (under_way_.contains(one.id) || done_.contains(one.id)) seen.add(one);
  }
  const std::vector<CaseCost> chosen = affordable(ranked(open(), a_move(), seen), a_move(), left());
  if (std::none_of(chosen.begin(), chosen.end(), is_this)) {
    left_out_.insert(id);
    return Leave::skip;
  }
  under_way_.insert(id);
  return Leave::go;
}

void Spending::ended(const CaseRecord& record) {
  under_way_.erase(record.id);
  done_.insert(record.id);
  if (record.verdict == rig::Verdict::not_applicable) not_applicable_.insert(record.id);
  spent_ += record.link_time;
  if (counts_machine_time()) thought_ += record.wall_time;
  for (const rig::report::Sample& sample : record.samples) {
    if (sample.kind == terms_.hello) continue;
    ++moves_;
    if (!counts_machine_time()) thought_ += sample.latency.longest;
  }
}

bool Spending::is_slow() const {
  return moves_ >= enough_moves && (terms_.budget || a_move() >= slow_move);
}

void Spending::tell() {
  told_ = true;
  if (!rehearsed()) return;
  terms_.say(outlook());
  if (counts_machine_time() && terms_.takes) terms_.takes(machine_time());
}

/// A run without a budget does not need to know: that it cannot is no error of it.
bool Spending::rehearsed() {
  if (costs_) return true;
  try {
    costs_ = terms_.rehearse();
  } catch (const rig::RigError&) {
    return false;
  }
  return true;
}

/// How long the machine simulates.
Duration Spending::machine_time() const {
  std::vector<CaseCost> all = without(not_applicable_);
  for (CaseCost& one : all) one.fixed = Duration::zero();  // it is in the time of the moves
  return time_of(all, a_move()) / terms_.simulators;
}

/// `about 41 min at 793 ms a move; --budget 15m would see 70 of 79 known faults`.
std::string Spending::outlook() const {
  if (counts_machine_time())
    return fmt::format("this run takes about {} on this machine, at {} of its time for a move",
                       rough_time(machine_time()), rig::readable(a_move()));
  const std::vector<CaseCost> all = without(not_applicable_);
  const Duration whole = time_of(all, a_move());
  std::string text =
      fmt::format("this run takes about {} at {} a move", rough_time(whole), rig::readable(a_move()));
  const Duration time = terms_.budget.value_or(proposal(whole));
  if (time <= Duration::zero()) return text;
  const std::vector<CaseCost> chosen = affordable(ranked(all, a_move()), a_move(), time);
  return fmt::format("{}; --budget {} {} {} of {} known faults, in {} of {} cases", text, text_of_time(time),
                     terms_.budget ? "sees" : "would see", faults_of(chosen).size(), faults_of(all).size(),
                     chosen.size(), all.size());
}

void Spending::conclude(rig::report::RunRecord& record) const {
  if (left_out_.empty()) return;
  const std::size_t all = faults_of(without(not_applicable_)).size();
  std::set<std::string> unseen = not_applicable_;
  unseen.insert(left_out_.begin(), left_out_.end());
  const std::size_t lost = all - faults_of(without(unseen)).size();
  record.partial.push_back(fmt::format(
      "--budget {}: {} of {} cases were left out, and with them {} of {} known faults ({:.0f} %): {}",
      text_of_time(*terms_.budget), left_out_.size(), costs_->size(), lost, all,
      all == 0 ? 0.0 : 100.0 * static_cast<double>(lost) / static_cast<double>(all),
      fmt::join(left_out_, ", ")));
}

}  // namespace conformance
