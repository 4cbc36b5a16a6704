#include "rig/report/write.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <system_error>

#include "rig/base/errors.hpp"

namespace rig::report {

namespace {

std::string reason(int error) {
  return std::generic_category().message(error);
}

/// A file that is closed when its owner is gone.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  bool close() {
    const bool closed = fd_ < 0 || ::close(fd_) == 0;
    fd_ = -1;
    return closed;
  }

 private:
  int fd_;
};

[[noreturn]] void cannot_write(const std::filesystem::path& path, int error) {
  throw RigError(fmt::format("Cannot write the report {}: {}.", path.string(), reason(error)));
}

/// 0, or the errno of what went wrong.
int write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

void write_in_place(const std::filesystem::path& path, std::string_view content) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (file.get() < 0) cannot_write(path, errno);
  if (const int error = write_all(file.get(), content)) cannot_write(path, error);
  if (!file.close()) cannot_write(path, errno);
}

/// The folder's entry for the new name reaches the disk too. A file system that cannot do that is no reason
/// to fail.
void flush_folder(const std::filesystem::path& folder) {
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() >= 0) ::fsync(directory.get());
}

int write_and_flush(Descriptor& file, std::string_view content) {
  if (const int error = write_all(file.get(), content)) return error;
  if (::fsync(file.get()) != 0) return errno;
  return file.close() ? 0 : errno;
}

/// A name beside the report that nobody else uses, opened. The name is short: the report's own may be as long
/// as the file system allows.
int open_temporary(const std::filesystem::path& folder, std::string& name) {
  for (unsigned attempt = 0;; ++attempt) {
    name = (folder / fmt::format(".rig-report.{}.{}", ::getpid(), attempt)).string();
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
}

void replace_whole(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) cannot_write(path, problem.value());
  std::string temporary;
  Descriptor file(open_temporary(folder, temporary));
  if (file.get() < 0) cannot_write(path, errno);
  int error = write_and_flush(file, content);
  if (error == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    cannot_write(path, error);
  }
  flush_folder(folder);
}

// FIPS 180-4, section 4.2.2.
constexpr std::array<std::uint32_t, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

class Sha256 {
 public:
  void add(ByteView bytes) {
    length_ += bytes.size();
    for (const std::uint8_t byte : bytes) put(byte);
  }

  std::string finish() {
    const std::uint64_t bits = length_ * 8;
    put(0x80);
    while (filled_ != 56) put(0);
    for (unsigned shift = 64; shift > 0; shift -= 8) put(static_cast<std::uint8_t>(bits >> (shift - 8)));
    std::string text;
    for (const std::uint32_t word : state_) text += fmt::format("{:08x}", word);
    return text;
  }

 private:
  void put(std::uint8_t byte) {
    block_[filled_++] = byte;
    if (filled_ < block_.size()) return;
    digest_block();
    filled_ = 0;
  }

  std::array<std::uint32_t, 64> schedule() const {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < block_.size(); ++i) w[i / 4] = (w[i / 4] << 8U) | block_[i];
    for (std::size_t i = 16; i < w.size(); ++i) {
      const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3U);
      const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10U);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    return w;
  }

  void digest_block() {
    const std::array<std::uint32_t, 64> w = schedule();
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < w.size(); ++i) {
      const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
      const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
      const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
      const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
    const std::array<std::uint32_t, 8> mixed = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += mixed[i];
  }

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> block_{};
  std::size_t filled_ = 0;
  std::uint64_t length_ = 0;
};

}  // namespace

void write_report(const std::string& path, std::string_view content) {
  std::filesystem::path place(path);
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(place, problem);
  if (path.empty()) cannot_write(place, ENOENT);
  if (std::filesystem::is_directory(status) || !place.has_filename()) cannot_write(place, EISDIR);
  const bool exists = std::filesystem::exists(status);
  if (path.starts_with("/dev/") || (exists && !std::filesystem::is_regular_file(status))) {
    write_in_place(place, content);
    return;
  }
  if (exists) place = std::filesystem::canonical(place, problem);  // a symbolic link stays one
  if (problem && exists) cannot_write(path, problem.value());
  replace_whole(place, content);
}

std::string sha256_hex(ByteView bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.finish();
}

std::string sha256_file(const std::filesystem::path& path) {
  const auto cannot_read = [&](int error) {
    throw RigError(fmt::format("Cannot read {} to hash it: {}.", path.string(), reason(error)));
  };
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) cannot_read(errno);
  Sha256 hash;
  std::array<std::uint8_t, 65536> piece{};
  for (;;) {
    const ssize_t got = ::read(file.get(), piece.data(), piece.size());
    if (got == 0) return hash.finish();
    if (got < 0 && errno != EINTR) cannot_read(errno);
    if (got > 0) hash.add(ByteView(piece).first(static_cast<std::size_t>(got)));
  }
}

}  // namespace rig::report
