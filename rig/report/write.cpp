#include "rig/report/write.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <memory>
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

/// Puts the pieces into an open file, one by one. Throws the system's reason.
void put_pieces(const Descriptor& file, const Pieces& pieces) {
  pieces([&](std::string_view piece) {
    if (const int error = write_all(file.get(), piece))
      throw std::system_error(error, std::generic_category());
  });
}

void write_in_place(const std::filesystem::path& path, const Pieces& pieces) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (file.get() < 0) cannot_write(path, errno);
  try {
    put_pieces(file, pieces);
  } catch (const std::system_error& error) {
    cannot_write(path, error.code().value());
  }
  if (!file.close()) cannot_write(path, errno);
}

/// The folder's entry for the new name reaches the disk too. A file system that cannot do that is no reason
/// to fail.
void flush_folder(const std::filesystem::path& folder) {
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() >= 0) ::fsync(directory.get());
}

void write_and_flush(Descriptor& file, const Pieces& pieces) {
  put_pieces(file, pieces);
  if (::fsync(file.get()) != 0 || !file.close()) throw std::system_error(errno, std::generic_category());
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

void replace_whole(const std::filesystem::path& path, const Pieces& pieces) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) cannot_write(path, problem.value());
  std::string temporary;
  Descriptor file(open_temporary(folder, temporary));
  if (file.get() < 0) cannot_write(path, errno);
  try {
    write_and_flush(file, pieces);
    if (std::rename(temporary.c_str(), path.c_str()) != 0)
      throw std::system_error(errno, std::generic_category());
  } catch (const std::system_error& error) {
    ::unlink(temporary.c_str());
    cannot_write(path, error.code().value());
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
  flush_folder(folder);
}

/// SHA-256 by OpenSSL.
class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    expect(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  }

  void add(ByteView bytes) { expect(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1); }

  std::string finish() {
    std::array<std::uint8_t, 32> digest{};
    unsigned length = 0;
    expect(EVP_DigestFinal_ex(context_.get(), digest.data(), &length) == 1 && length == digest.size());
    return fmt::format("{:02x}", fmt::join(digest, ""));
  }

 private:
  static void expect(bool done) {
    if (!done) throw RigError("OpenSSL cannot compute a SHA-256.");
  }

  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

void write_report(const std::string& path, std::string_view content) {
  write_report(path, [&](const PutPiece& put) { put(content); });
}

void write_report(const std::string& path, const Pieces& pieces) {
  std::filesystem::path place(path);
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(place, problem);
  if (path.empty()) cannot_write(place, ENOENT);
  if (std::filesystem::is_directory(status) || !place.has_filename()) cannot_write(place, EISDIR);
  const bool exists = std::filesystem::exists(status);
  if (path.starts_with("/dev/") || (exists && !std::filesystem::is_regular_file(status))) {
    write_in_place(place, pieces);
    return;
  }
  if (exists) place = std::filesystem::canonical(place, problem);  // a symbolic link stays one
  if (problem && exists) cannot_write(path, problem.value());
  replace_whole(place, pieces);
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
