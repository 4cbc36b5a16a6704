#pragma once
/// A model built again, with what a run has shown of it, while that run goes on.

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "rig/link/rtl/model.hpp"

namespace rig {

/// The build: a process of its own, at low priority. Ends with this object.
class FasterBuild {
 public:
  /// Begins to build the design of `plain` with a profile; `transcript` is what the host said to it so far
  /// (lines of a transcript, each case after its first line); `sandbox`: as in ModelQuery. Throws RigError
  /// when that cannot be started.
  FasterBuild(std::shared_ptr<const RtlModel> plain, std::string_view transcript,
              const std::string& sandbox = {});
  ~FasterBuild();
  FasterBuild(const FasterBuild&) = delete;
  FasterBuild& operator=(const FasterBuild&) = delete;

  /// What came of it.
  struct Result {
    std::filesystem::path model;  ///< empty: there is none
    double before = 0;            ///< million clocks a second that the plain model evaluates
    double after = 0;             ///< the same of this one
    std::string why_not;          ///< why there is none
  };
  /// Nothing while it goes on; does not wait.
  const std::optional<Result>& result();

 private:
  void start(const std::string& transcript, const std::string& sandbox);
  Result read_result(int status) const;

  std::shared_ptr<const RtlModel> plain_;
  std::filesystem::path folder_;  // of what is said to the builder and what it says
  pid_t process_ = -1;
  std::optional<Result> result_;
};

/// Whether two models are builds of the same sources, so that one can take the other's place at a power-on.
bool are_of_one_design(const RtlModel& one, const RtlModel& other);

}  // namespace rig
