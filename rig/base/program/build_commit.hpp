#pragma once
/// Which source a program was built from.

namespace rig {

/// The commit, with `-dirty` behind it where the source had changes that were not committed (new files
/// count). Empty where it was not built in a checkout.
const char* build_commit();

}  // namespace rig
