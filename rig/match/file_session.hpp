#pragma once
/// Inside the room: the session over files.

#include <memory>

#include "rig/match/session.hpp"

namespace rig::match {

/// A session over files: each game has a folder of its own. `exchange` and `contest`, which is played over
/// files, must outlive it.
std::unique_ptr<Session> new_file_session(FileExchange& exchange, const contest::Contest& contest,
                                          SessionOptions options);

}  // namespace rig::match
