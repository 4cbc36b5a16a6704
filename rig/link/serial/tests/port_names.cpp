/// For test executables: libserialport opens a pseudo-terminal that is named by way of /dev/../. Version
/// 0.1.2 follows the links of a name first, and 0.1.1 does not. This stands in for the function that follows
/// them.

#include <cstdlib>
#include <cstring>
#include <string_view>

extern "C" char* __realpath_chk(const char* path, char* resolved, std::size_t size);  // NOLINT: its name

extern "C" char* __realpath_chk(const char* path, char* resolved, std::size_t size) {  // NOLINT
  const std::string_view name(path);
  if (!name.starts_with("/dev/../") || name.size() >= size) return realpath(path, resolved);
  std::memcpy(resolved, path, name.size() + 1);
  return resolved;
}
