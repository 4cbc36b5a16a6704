#pragma once
/// The programs of the folder `rtl_models`, which know what a model is made of: `build_model`, `model_cache`,
/// `new_dut`.

#include <filesystem>
#include <string>
#include <vector>

namespace rig {

/// Where the program of this name stands: beside the `build_model` that the environment variable
/// `CONTEST_RIG_BUILD_MODEL` names, where the rig is installed, or in its sources. RigError when it is
/// nowhere.
std::filesystem::path model_script(const std::string& name);

/// Runs it to its end; what it prints goes where this program's output goes. Throws what it says of an error:
/// UsageError when its exit status is 2, else RigError.
void run_model_script(const std::string& name, const std::vector<std::string>& arguments);

}  // namespace rig
