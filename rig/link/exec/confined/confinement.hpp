#pragma once
/// What a program under test is denied, as far as this machine allows it: rights that no player needs, and
/// the sight of the run's own files. Only the C library is used: the supervisor has this.

#include <cstdint>

namespace rig {

/// What was had, as bits.
namespace confinement {
inline constexpr std::uint32_t no_new_privileges = 1;   ///< setuid programs give it nothing (sudo fails)
inline constexpr std::uint32_t few_capabilities = 2;    ///< of root's, only those over files are left
inline constexpr std::uint32_t own_user_namespace = 4;  ///< it can trace nothing of the rig's
inline constexpr std::uint32_t files_hidden = 8;        ///< all paths that were to be hidden are
}  // namespace confinement

struct ConfinementOrder {
  char** hidden = nullptr;  ///< paths of files and folders in whose place it finds empty ones
  int hidden_count = 0;
  bool obeys_permissions = false;  ///< not even root may pass over the permissions of files
};

/// In the process that is about to become the program: confines it and all that it starts. What cannot be had
/// is left out. The signal on its parent's death is to be set afterwards.
std::uint32_t confine(const ConfinementOrder& order);

}  // namespace rig
