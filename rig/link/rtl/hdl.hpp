#pragma once
/// Files of a design, by their names.

#include <filesystem>
#include <vector>

namespace rig {

/// A source in Verilog, SystemVerilog or VHDL, or what such a source includes.
bool is_hdl(const std::filesystem::path& file);

/// The files of a folder and of all below it, but for hidden folders. What cannot be read is left out.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder);

}  // namespace rig
