#include "rig/tools/rtl/cache.hpp"

#include <vector>

#include "rig/link/rtl/model_script.hpp"

namespace rig {

std::string cache_help() {
  return "Models of rtl:FILE.toml, and builds for waveforms, are kept in "
         "$XDG_CACHE_HOME/contest-rig/models.\n"
         "When they take more than the limit, those that were not used for longest are removed after a "
         "build.\n"
         "A model that a program has open stays.\n\n"
         "Examples:\n"
         "  rig cache\n"
         "  rig cache --clear my_board\n"
         "  rig cache --limit 500M";
}

void tend_cache(const CacheRequest& request) {
  std::vector<std::string> words;
  if (!request.limit.empty()) words.push_back("--limit=" + request.limit);
  if (request.clear) words.push_back(request.clear->empty() ? "--clear" : "--clear=" + *request.clear);
  run_model_script("model_cache", words);
}

}  // namespace rig
