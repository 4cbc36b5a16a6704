#pragma once
/// When a run on RTL takes long, its model is built again with what its first cases have shown, beside the
/// run. It takes the plain one's place from the next case on; what it does is the same.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "conformance/command_line.hpp"
#include "rig/base/time.hpp"
#include "rig/contest/contest.hpp"
#include "rig/link/rtl/faster_build.hpp"
#include "rig/report/record.hpp"

namespace conformance {

class FasterModel {
 public:
  /// Begins the build, with the lines of a transcript.
  using Build = std::function<std::unique_ptr<rig::FasterBuild>(const std::string& transcript)>;
  /// `build` is called once at the most; `say` tells the user.
  FasterModel(Build build, std::function<void(const std::string& sentence)> say);

  /// A line of a case's transcript.
  void heard(const std::string& case_id, const std::string& line);
  /// How long the run is expected to take.
  void takes(rig::Duration whole);
  /// The file of the faster model; empty: there is none, or not yet.
  std::string model();

 private:
  void look();
  void stays(const std::string& why);

  Build build_;
  std::function<void(const std::string&)> say_;
  std::map<std::string, std::string> heard_;  // by case
  std::size_t size_ = 0;                      // of that
  std::unique_ptr<rig::FasterBuild> under_way_;
  bool begun_ = false;
  std::string model_;
};

/// For a simulation that shows and counts nothing of its design; nothing where the plain model will do.
std::optional<FasterModel> faster_model_for(const CommandLine& line, const rig::contest::Contest& contest,
                                            const rig::report::RunRecord& record,
                                            const std::function<void(const std::string&)>& say);

}  // namespace conformance
