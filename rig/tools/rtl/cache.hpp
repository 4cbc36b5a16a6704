#pragma once
/// `rig cache`: the models that were built on the fly and are kept.

#include <optional>
#include <string>

namespace rig {

/// What the user asked of `rig cache`.
struct CacheRequest {
  std::optional<std::string> clear;  ///< a model's name; empty: all
  std::string limit;                 ///< `500M`; empty: as it is
};

/// What `rig cache --help` says below the options.
std::string cache_help();

/// Removes models, sets the limit, or lists what there is: a line each. UsageError for a name that no model
/// has, and for a size that is none.
void tend_cache(const CacheRequest& request);

}  // namespace rig
