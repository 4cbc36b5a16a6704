#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/fuzz.hpp"

namespace fuzz {

FileInMemory::FileInMemory(const std::string& content)
    : file_(memfd_create("fuzz", MFD_CLOEXEC)), path_("/proc/self/fd/" + std::to_string(file_)) {
  expect(write(file_, content.data(), content.size()) == static_cast<ssize_t>(content.size()),
         "a file in memory can be written");
}

FileInMemory::~FileInMemory() {
  close(file_);
}

}  // namespace fuzz
