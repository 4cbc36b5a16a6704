#include "rig/report/gate/gate_json.hpp"

#include <nlohmann/json.hpp>

#include "rig/base/visible.hpp"
#include "rig/report/gate/judging.hpp"

namespace rig::report {

namespace {

using Json = nlohmann::ordered_json;

Json texts(const std::vector<std::string>& values) {
  Json list = Json::array();
  for (const std::string& value : values) list.push_back(visible(value));
  return list;
}

Json as_json(const KnownFailure& known) {
  return {{"case", visible(known.case_id)},     {"requirement", visible(known.requirement)},
          {"reason", visible(known.reason)},    {"until", known.until},
          {"file", visible(known.file)},        {"line", known.line},
          {"outcome", to_string(known.outcome)}};
}

Json as_json(const LatencyRise& rise) {
  return {{"case", visible(rise.case_id)},    {"exchange", rise.exchange}, {"kind", visible(rise.kind)},
          {"request", visible(rise.request)}, {"then", rise.then},         {"now", rise.now}};
}

Json as_json(const Divergence& one) {
  return {{"case", visible(one.case_id)}, {"exchange", one.exchange}, {"what", visible(one.what)}};
}

template <typename Record>
Json records(const std::vector<Record>& values) {
  Json list = Json::array();
  for (const Record& value : values) list.push_back(as_json(value));
  return list;
}

Json as_json(const std::optional<Comparison>& comparison) {
  if (!comparison) return {};
  return {{"path", visible(comparison->path)},
          {"started", visible(comparison->started)},
          {"allowed", comparison->allowed},
          {"unit", comparison->unit},
          {"why_not", comparison->why_not},
          {"notes", texts(comparison->notes)},
          {"compared", comparison->compared},
          {"slower", comparison->slower},
          {"faster", comparison->faster},
          {"shift", comparison->shift ? Json(*comparison->shift) : Json()},
          {"rises", records(comparison->rises)},
          {"divergences", records(comparison->divergences)},
          {"newly_failing", texts(comparison->newly_failing)},
          {"fixed", texts(comparison->fixed)},
          {"still_failing", texts(comparison->still_failing)}};
}

}  // namespace

Json gate_as_json(const RunRecord& run) {
  if (!run.gate) return {};
  Json sentences = Json::array();
  for (const Objection& objection : objections(run)) sentences.push_back(visible(objection.what));
  return {{"line", visible(gate_line(run))},
          {"exit_status_without", exit_status_without_gate(run)},
          {"objections", std::move(sentences)},
          {"comparison", as_json(run.gate->comparison)},
          {"known_failures", records(run.gate->known)}};
}

}  // namespace rig::report
