#include "conformance/models_of_run.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "rig/base/errors.hpp"
#include "rig/link/rtl/model.hpp"

namespace conformance {

namespace fs = std::filesystem;

using rig::RigError;

std::string ModelsOfRun::shown(const fs::path& model) {
  const fs::path place = folder() / model.parent_path().filename() / model.filename();
  std::error_code failed;
  if (fs::exists(place, failed)) return place.string();
  rig::Descriptor held = rig::RtlModel::hold_in_cache(model);
  if (!held.is_open())
    throw RigError(fmt::format("{} was removed from the cache as soon as it was built.", model.string()));
  held_.push_back(std::move(held));
  fs::create_directories(place.parent_path(), failed);
  fs::create_hard_link(model, place, failed);
  if (failed) fs::copy_file(model, place, failed);  // another disk
  if (failed) throw RigError(fmt::format("{} cannot be written: {}.", place.string(), failed.message()));
  return place.string();
}

std::string ModelsOfRun::answer(const std::string& question) {
  nlohmann::json answer;
  try {
    const nlohmann::json asked = nlohmann::json::parse(question);
    rig::ModelQuery query;
    query.faults = asked.at("faults");
    query.trace = asked.at("trace");
    query.coverage = asked.at("coverage");
    query.sandbox = rig::word_of(wish_);
    answer["model"] = shown(rig::build_model(asked.at("description").get<std::string>(), query));
  } catch (const rig::UsageError& error) {
    answer = {{"usage", error.what()}};
  } catch (const std::exception& error) {
    answer = {{"error", error.what()}};
  }
  constexpr int not_indented = -1;
  return answer.dump(not_indented, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string question_for(const fs::path& description, const rig::ModelQuery& query) {
  return nlohmann::json{{"description", description.string()},
                        {"faults", query.faults},
                        {"trace", query.trace},
                        {"coverage", query.coverage}}
      .dump();
}

fs::path read_answer(const std::string& line) {
  const nlohmann::json answer = nlohmann::json::parse(line, nullptr, false);
  if (answer.contains("model")) return answer.at("model").get<std::string>();
  if (answer.contains("usage")) throw rig::UsageError(answer.at("usage").get<std::string>());
  throw RigError(answer.contains("error") ? answer.at("error").get<std::string>()
                                          : std::string("The model cannot be built: the parent is gone."));
}

}  // namespace conformance
