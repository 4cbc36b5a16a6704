/// libserialport 0.1.2 follows the links of a port's name before it looks whether there is such a port, and
/// so refuses pseudo-terminals however they are named; 0.1.1 does not. In a test executable this stands in
/// for what it calls: a name that leads out of /dev stays as it is.

#include <climits>
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
