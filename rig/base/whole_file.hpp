#pragma once
/// Files on disk, whole or not at all.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace rig {

/// Writes `content` to `path`: into a temporary file of the same folder, flushed to the disk, then renamed,
/// so that a reader sees the old file or the new one and nothing between. Creates missing parent folders.
/// Throws RigError with the path and the system's reason (disk full, no permission) and leaves no temporary
/// file behind; what a writer that was killed has left in the folder is removed. A path that is no ordinary
/// file (`/dev/stdout`, a named pipe) is written in place.
void write_whole(const std::string& path, std::string_view content);

/// The largest file that is read whole: 1 GiB.
inline constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 30U;

/// UsageError that names the file, what was found and what is allowed, for what may never end: a device, a
/// pipe, a file of more than `most` bytes. So for a folder, and for what is not there.
void expect_ordinary_file(const std::filesystem::path& path, std::uintmax_t most = largest_file);

/// All of an ordinary file (expect_ordinary_file). UsageError where it cannot be read.
std::string content_of_ordinary_file(const std::filesystem::path& path, std::uintmax_t most = largest_file);

/// The same; nothing where that cannot be had.
std::optional<std::string> content_of_file(const std::filesystem::path& path,
                                           std::uintmax_t most = largest_file);

/// A piece of a file goes to its end.
using PutPiece = std::function<void(std::string_view)>;
/// Puts a whole file, piece by piece: one that does not fit into memory.
using Pieces = std::function<void(const PutPiece&)>;

/// The same of a file that is made while it is written. What `pieces` throws passes through; nothing of it
/// is written then.
void write_whole(const std::string& path, const Pieces& pieces);

}  // namespace rig
