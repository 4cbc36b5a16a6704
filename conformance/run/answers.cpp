#include "conformance/run/answers.hpp"

#include "rig/base/errors.hpp"

namespace conformance {

using nlohmann::json;

std::string answer_with(const std::function<json()>& make) {
  json answer;
  try {
    answer = {{"made", make()}};
  } catch (const rig::UsageError& error) {
    answer = {{"usage", error.what()}};
  } catch (const std::exception& error) {
    answer = {{"error", error.what()}};
  }
  constexpr int not_indented = -1;
  return answer.dump(not_indented, ' ', false, json::error_handler_t::replace);
}

json answer_in(const std::string& line) {
  const json answer = json::parse(line, nullptr, false);
  if (answer.contains("made")) return answer.at("made");
  if (answer.contains("usage")) throw rig::UsageError(answer.at("usage").get<std::string>());
  throw rig::RigError(answer.contains("error") ? answer.at("error").get<std::string>()
                                               : std::string("A process of this run did not answer."));
}

}  // namespace conformance
