#pragma once
/// From what stands after `rtl:` to a shared object.

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rig/link/rtl/model.hpp"

namespace rig {

/// What to look for, and where.
struct ModelQuery {
  std::string model;    ///< the name of a model built with the project, or a path that ends with `.toml`
  bool faults = false;  ///< the build in which faults can be switched on
  bool trace = false;   ///< the build that can write waveforms
  std::vector<std::filesystem::path> model_dirs;  ///< looked at first
  bool coverage = false;                          ///< the build that counts which of its lines were reached
  std::string sandbox{};  ///< whether it is built in one: auto, require, off; empty: as the builder does
};

/// Finds the model, or builds it: a description by path, and every build for waveforms or coverage, goes
/// through the builder script and its cache (`$XDG_CACHE_HOME/contest-rig/models`).
///
/// Named models are looked for in `model_dirs`, the directories of `CONTEST_RIG_MODELS` (separated by `:`),
/// and
/// `../models` and `../lib/contest-rig/models` beside the executable. Throws UsageError for an unknown name
/// (telling the nearest known one) and for a description or design that is wrong (with the builder's
/// message); RigError when a tool is missing.
std::shared_ptr<const RtlModel> find_model(const ModelQuery& query);

/// The file of the model, in the cache: built there, or kept from before. Throws as find_model.
std::filesystem::path build_model(const std::filesystem::path& description, const ModelQuery& query);

/// Has somebody else build models from now on, in place of build_model: a process that evaluates them may
/// build nothing. The files are not removed as long as this process lives.
void have_models_built_by(
    std::function<std::filesystem::path(const std::filesystem::path& description, const ModelQuery& query)>
        builder);

/// Where models that can be named are, and what they are built from, as far as these folders are there.
std::vector<std::filesystem::path> model_folders();

/// The file that describes it: where it stood when the model was built; of an installed model, among the
/// installed sources.
std::filesystem::path description_of(const RtlModel& model);

/// The models that can be named, sorted.
std::vector<std::string> known_models(const std::vector<std::filesystem::path>& model_dirs = {});

}  // namespace rig
