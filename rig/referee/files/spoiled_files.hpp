#pragma once
/// Deliberate defects of this referee in what it lays out for programs, and in what it reads from them.

#include <memory>

#include "rig/link/file_exchange.hpp"
#include "rig/referee/fault.hpp"

namespace rig::referee {

/// The same exchange, as a referee with this defect has it; without such a defect, as it is.
std::unique_ptr<FarEnd> with_spoiled_files(std::unique_ptr<FarEnd> far_end, Fault fault);

}  // namespace rig::referee
