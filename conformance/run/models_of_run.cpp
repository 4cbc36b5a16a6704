#include "conformance/run/models_of_run.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "conformance/run/answers.hpp"
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
  return answer_with([&] {
    const nlohmann::json asked = nlohmann::json::parse(question);
    rig::ModelQuery query;
    query.faults = asked.at("faults");
    query.trace = asked.at("trace");
    query.coverage = asked.at("coverage");
    query.sandbox = rig::word_of(wish_);
    return shown(rig::build_model(asked.at("description").get<std::string>(), query));
  });
}

std::string question_for(const fs::path& description, const rig::ModelQuery& query) {
  return nlohmann::json{{"description", description.string()},
                        {"faults", query.faults},
                        {"trace", query.trace},
                        {"coverage", query.coverage}}
      .dump();
}

}  // namespace conformance
