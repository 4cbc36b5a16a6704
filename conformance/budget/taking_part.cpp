#include "conformance/budget/taking_part.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "conformance/budget/rehearsal.hpp"
#include "conformance/budget/span.hpp"
#include "rig/match/dut.hpp"

namespace conformance {

using rig::Duration;

void let_take_part(Spending& spending, std::optional<FasterModel>& faster, const CommandLine& line,
                   RunPlan& plan, rig::report::RunRecord& record) {
  const rig::match::DutName dut = rig::match::parse_dut_name(line.options.dut);
  const bool own_time = rig::match::keeps_own_time(dut);
  const bool is_simulated = dut.scheme == "rtl";
  const bool quiet = line.quiet;
  if (own_time && !is_simulated && !line.budget) return;
  Terms terms;
  terms.simulators = is_simulated ? plan.jobs : 0;
  terms.budget = line.budget;
  terms.hello = label_of_hello(contest_of(line.options));
  terms.rehearse = [options = plan.options, cases = plan.cases] { return rehearse(options, cases); };
  terms.say = [quiet, say = plan.say](const std::string& sentence) {
    if (!quiet) say(sentence);
  };
  faster = faster_model_for(line, contest_of(line.options), record, plan.say);
  if (faster) {
    terms.takes = [&faster](Duration whole) { faster->takes(whole); };
    plan.operation = [&faster](const std::string& id, const std::string& text) { faster->heard(id, text); };
    plan.model = [&faster] { return faster->model(); };
  }
  if (!own_time) {
    terms.elapsed = [begun = std::optional<std::chrono::steady_clock::time_point>()]() mutable {
      if (!begun) begun = std::chrono::steady_clock::now();
      return Duration(std::chrono::steady_clock::now() - *begun);
    };
  }
  if (line.budget) {
    plan.doing("playing the plan with the rig's own player");
    spending.begin(std::move(terms));
    std::vector<std::string> cases = spending.order();
    for (const std::string& id : plan.cases) {
      if (std::find(cases.begin(), cases.end(), id) == cases.end()) cases.push_back(id);
    }
    plan.cases = std::move(cases);
    record.settings.push_back({"budget", text_of_time(*line.budget)});
  } else {
    spending.begin(std::move(terms));
  }
  plan.may_begin = [&spending](const std::string& id) { return spending.may_begin(id); };
  plan.ended = [&spending](const rig::report::CaseRecord& one) { spending.ended(one); };
}

}  // namespace conformance
