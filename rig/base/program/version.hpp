#pragma once
/// What a program answers to `--version`.

#include <string>
#include <string_view>

namespace rig {

/// The project's version: `0.1.0`.
const char* version();

/// `certify 0.1.0 (commit 5a3c…, with changes that were not committed)`; outside a checkout `certify 0.1.0
/// (not built in a checkout)`.
std::string version_text(std::string_view program);

}  // namespace rig
