#pragma once
/// `rig serve`: a board of the rig's own, in real time, for any host program.

#include <cstdint>
#include <optional>
#include <string>

namespace rig {

/// What the user asked of `rig serve`.
struct ServeRequest {
  std::string dut;           ///< `rtl:NAME`, `rtl:FILE.toml`, `builtin:NAME`
  std::string contest;       ///< what the board plays; which bit rate a builtin player has
  std::optional<int> board;  ///< the size of the board, where a contest leaves it to the host
  std::string pty;           ///< where its device is to stand; or `tcp`
  std::string tcp;
  std::uint64_t seed = 1;
};

/// What `rig serve --help` says below the options.
std::string serve_help();

/// Serves until it is interrupted or the board ends. 0: interrupted, or the program at the far side went;
/// 3: the board ended itself. Throws UsageError for a DUT that is in real time already.
int serve_dut(const ServeRequest& request);

}  // namespace rig
