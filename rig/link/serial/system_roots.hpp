#pragma once
/// Where the system's files stand.

#include <filesystem>

namespace rig {

/// The folders in which the kernel and udev tell of devices and processes; others than these only in tests.
struct SystemRoots {
  std::filesystem::path sys = "/sys";
  std::filesystem::path dev = "/dev";
  std::filesystem::path proc = "/proc";
  std::filesystem::path run = "/run";
};

/// `sys`, `dev`, `proc` and `run` in one folder: a made-up system.
inline SystemRoots system_under(const std::filesystem::path& folder) {
  return {folder / "sys", folder / "dev", folder / "proc", folder / "run"};
}

}  // namespace rig
