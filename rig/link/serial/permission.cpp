#include "rig/link/serial/permission.hpp"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace rig {

namespace {

constexpr mode_t group_read_write = S_IRGRP | S_IWGRP;

std::vector<gid_t> groups_of_this_process() {
  std::vector<gid_t> groups(static_cast<std::size_t>(std::max(getgroups(0, nullptr), 0)));
  const int count = getgroups(static_cast<int>(groups.size()), groups.data());
  groups.resize(static_cast<std::size_t>(std::max(count, 0)));
  groups.push_back(getegid());
  return groups;
}

bool lists(const struct group& group, const std::string& user) {
  for (char** member = group.gr_mem; *member != nullptr; ++member) {
    if (user == *member) return true;
  }
  return false;
}

DeviceClaim claim_on(const struct stat& device) {
  DeviceClaim claim;
  const struct passwd* user = getpwuid(geteuid());
  // A user without a name: the shell that the advice is typed into knows better.
  claim.user = user != nullptr ? user->pw_name : "$USER";
  const bool primary = user != nullptr && user->pw_gid == device.st_gid;
  const struct group* group = getgrgid(device.st_gid);
  claim.group = group != nullptr ? group->gr_name : std::to_string(device.st_gid);
  claim.group_is_root = device.st_gid == 0;
  claim.group_may_use = (device.st_mode & group_read_write) == group_read_write;
  claim.user_is_member = primary || (group != nullptr && lists(*group, claim.user));
  const std::vector<gid_t> groups = groups_of_this_process();
  claim.session_has_it = std::find(groups.begin(), groups.end(), device.st_gid) != groups.end();
  return claim;
}

}  // namespace

std::string permission_advice(const std::filesystem::path& device, const DeviceClaim& claim) {
  const std::string start =
      fmt::format("{}: permission denied; it belongs to group {}", device.string(), claim.group);
  if (claim.group_is_root || !claim.group_may_use) {
    return fmt::format(
        "{}, {}: for a USB adapter sudo scripts/install-udev-rules, for now sudo chmod a+rw {}", start,
        claim.group_is_root ? "which nobody should join" : "which may not use it either", device.string());
  }
  if (claim.session_has_it) {
    return fmt::format(
        "{}, which you are in: something else forbids it (a container that was not given the device?)",
        start);
  }
  if (claim.user_is_member) {
    return fmt::format("{}, which you have joined since this session began: log in again", start);
  }
  return fmt::format("{}: sudo usermod -aG {} {}, then log in again", start, claim.group, claim.user);
}

std::string permission_advice(const std::filesystem::path& device) {
  struct stat status {};
  if (stat(device.c_str(), &status) != 0) return fmt::format("{}: permission denied", device.string());
  return permission_advice(device, claim_on(status));
}

}  // namespace rig
