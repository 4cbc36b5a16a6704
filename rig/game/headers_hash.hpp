#pragma once
/// Which public headers this program was built with.

namespace rig::game {

/// The SHA-256 of the rig's public headers and of what they include, as cmake/headers_hash.cmake computes it.
const char* headers_hash();

}  // namespace rig::game
