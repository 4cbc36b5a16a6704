#pragma once
/// Reports on disk, whole or not at all, and the hash that ties a report to its evidence.

#include <filesystem>
#include <string>
#include <string_view>

#include "rig/base/bytes.hpp"

namespace rig::report {

/// Writes `content` to `path`: into a temporary file of the same folder, flushed to the disk, then renamed,
/// so that a reader sees the old file or the new one and nothing between. Creates missing parent folders.
/// Throws RigError with the path and the system's reason (disk full, no permission) and leaves no temporary
/// file behind. A path that is no ordinary file (`/dev/stdout`, a named pipe) is written in place.
void write_report(const std::string& path, std::string_view content);

/// SHA-256 (FIPS 180-4) in lower-case hexadecimal.
std::string sha256_hex(ByteView bytes);

/// The same of a file's content, read piece by piece. Throws RigError when it cannot be read.
std::string sha256_file(const std::filesystem::path& path);

}  // namespace rig::report
