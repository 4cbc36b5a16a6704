#pragma once
/// The hash that ties a report to its evidence.

#include <filesystem>
#include <string>

#include "rig/base/bytes.hpp"

namespace rig::report {

/// SHA-256 (FIPS 180-4) in lower-case hexadecimal.
std::string sha256_hex(ByteView bytes);

/// The same of a file's content, read piece by piece. Throws RigError when it cannot be read.
std::string sha256_file(const std::filesystem::path& path);

}  // namespace rig::report
