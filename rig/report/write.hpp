#pragma once
/// Reports on disk, whole or not at all, and the hash that ties a report to its evidence.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "rig/base/bytes.hpp"

namespace rig::report {

/// Writes `content` to `path`: into a temporary file of the same folder, flushed to the disk, then renamed,
/// so that a reader sees the old file or the new one and nothing between. Creates missing parent folders.
/// Throws RigError with the path and the system's reason (disk full, no permission) and leaves no temporary
/// file behind. A path that is no ordinary file (`/dev/stdout`, a named pipe) is written in place.
void write_report(const std::string& path, std::string_view content);

/// A piece of a report goes to its end.
using PutPiece = std::function<void(std::string_view)>;
/// Puts a whole report, piece by piece: one that does not fit into memory.
using Pieces = std::function<void(const PutPiece&)>;

/// The same of a report that is made while it is written. What `pieces` throws passes through; nothing of it
/// is written then.
void write_report(const std::string& path, const Pieces& pieces);

/// SHA-256 (FIPS 180-4) in lower-case hexadecimal.
std::string sha256_hex(ByteView bytes);

/// The same of a file's content, read piece by piece. Throws RigError when it cannot be read.
std::string sha256_file(const std::filesystem::path& path);

}  // namespace rig::report
