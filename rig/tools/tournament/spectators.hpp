#pragma once
/// Several who look on at a tournament.

#include <string>
#include <utility>
#include <vector>

#include "rig/arbiter/tournament/runner.hpp"

namespace rig::tournament {

/// Passes on all that it hears, in this order.
class Spectators final : public arbiter::tournament::Spectator {
 public:
  explicit Spectators(std::vector<arbiter::tournament::Spectator*> all) : all_(std::move(all)) {}

  void said(const std::string& sentence) override {
    for (auto* one : all_) one->said(sentence);
  }
  void noted(const arbiter::tournament::Entry& entry, const arbiter::tournament::State& state) override {
    for (auto* one : all_) one->noted(entry, state);
  }
  void stands(const arbiter::tournament::Step& step, const arbiter::tournament::State& state) override {
    for (auto* one : all_) one->stands(step, state);
  }
  void passed() override {
    for (auto* one : all_) one->passed();
  }

 private:
  std::vector<arbiter::tournament::Spectator*> all_;
};

}  // namespace rig::tournament
