#pragma once
/// The models that a run needs: its workers evaluate them in a sandbox, where nothing can be built and
/// nothing is seen but what this run was given.

#include <filesystem>
#include <string>
#include <vector>

#include "rig/base/descriptor.hpp"
#include "rig/link/exec/sandbox/sandbox.hpp"
#include "rig/link/files/run_folder.hpp"
#include "rig/link/rtl/find_model.hpp"

namespace conformance {

class ModelsOfRun {
 public:
  /// `wish`: whether they are built in a sandbox.
  explicit ModelsOfRun(rig::Sandboxing wish) : wish_(wish) {}

  /// What workers may read: the models of this run.
  const std::filesystem::path& folder() const { return folder_.path(); }

  /// Builds what a worker asks for (question_for). The answer (answers.hpp) is the path of the model.
  std::string answer(const std::string& question);

 private:
  /// Of a model in the cache, a copy that workers see. RigError where there can be none.
  std::string shown(const std::filesystem::path& model);

  rig::Sandboxing wish_;
  rig::RunFolder folder_;
  std::vector<rig::Descriptor> held_;  // in the cache: not removed while this run goes on
};

/// In a worker: what it asks its parent.
std::string question_for(const std::filesystem::path& description, const rig::ModelQuery& query);

}  // namespace conformance
