/// The cases of `--scenario`: one for each file.

#include <fmt/format.h>

#include "conformance/referee/referee_case.hpp"
#include "conformance/referee/scenario_file.hpp"
#include "conformance/suite/suite.hpp"

namespace conformance {

namespace {

constexpr const char* aspect = "referee.scenario";

class ScenarioCase final : public RefereeCase {
 public:
  explicit ScenarioCase(Scenario scenario) : scenario_(std::move(scenario)) {}

 private:
  void run() override {
    const std::size_t beginner = index_of(scenario_.first.player);
    if (!referee().begins[beginner])
      throw NotApplicable{
          fmt::format("{} does not say how player {} is made to begin", referee().file, beginner + 1),
          rig::report::Unassessed::reservation};
    const rig::host::Played played = play(aspect, scenario_);
    if (scenario_.fate == Fate::left_to_host)
      tell(scenario_.what, played.announced.made() ? played.announced.line : "it " + played.how);
  }

  Scenario scenario_;
};

}  // namespace

void register_scenarios(const RunOptions& options) {
  if (options.scenario.empty()) return;
  for (const ScenarioFile& file : read_scenarios(options.scenario, contest_of(options))) {
    CaseEntry entry;
    entry.suite = "Scenario";
    entry.name = file.name;
    entry.title = file.scenario.what;
    entry.checks = Checks{.subject = aspect,
                          .also = {"referee.hello", "referee.first", "referee.second", "referee.forward",
                                   "referee.end", "referee.over", "referee.score"}};
    entry.make = [scenario = file.scenario] { return std::make_unique<ScenarioCase>(scenario); };
    register_case(entry);
  }
}

Catalogue catalogue_for(const RunOptions& options) {
  Catalogue catalogue = load_catalogue(catalogue_of(options));
  if (options.scenario.empty()) return catalogue;
  std::vector<Requirement> all = catalogue.all();
  Requirement own;
  own.id = prefix_of(catalogue) + "SCENARIO-1";
  own.text = "Each game of the scenario files goes as its file says.";
  own.source = "--scenario " + options.scenario;
  own.aspect = aspect;
  all.push_back(own);
  return Catalogue(std::move(all));
}

}  // namespace conformance
